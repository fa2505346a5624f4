import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { estimateMonth } from '#renderer/data/model/month-estimate.ts';
import { targetKey } from '#renderer/data/model/targets.ts';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text as spanish } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** The card of the month that goes on: so far, the same days before, its end, and its target. */

const DAY = 86_400_000;
const text = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const TODAY = Date.UTC(2026, 10, 23);

const sale = (day: string, profit: number): Row => ({
  Canal: 'Austral',
  Cuenta: 'Norte',
  Orden: day,
  'Fecha de compra': `${day}T10:00:00.000`,
  'Tipo de Dato': 'Orden',
  Unidades: '1',
  Ventas: String(profit * 4),
  'Rentabilidad Marketplace': String(profit * 2),
  'Rentabilidad Comercial': String(profit),
  'Rentabilidad Total': `${profit}.50`,
});
/** A sale a day since the first of a month, of an amount that its weekday and chance tell. */
function daily(begin: number) {
  const days: { readonly day: string; readonly profit: number }[] = [];
  for (let ms = begin; ms <= TODAY; ms += DAY)
    days.push({ day: text(ms), profit: 900 + 100 * new Date(ms).getUTCDay() + ((ms / DAY) % 13) });
  return days;
}
const LONG = daily(Date.UTC(2025, 9, 1));
/** Tenths: each day's profit and its fifty cents. */
const tenthsOf = (days: typeof LONG, from: string, to: string) =>
  days.filter(({ day }) => day >= from && day <= to).reduce((sum, { profit }) => sum + profit * 10 + 5, 0);

const panel = (setting: PageSetting) =>
  openPage(setting, () => (
    <InAccount>
      <PanelScreen />
      <SelectionProbe />
    </InAccount>
  ));
const dataOf = (testId: string) => ({ ...screen.getByTestId(testId).dataset });
const tenths = (value: string | undefined) => Math.round(Number(value) * 10);

beforeEach(() => localStorage.clear());

describe('the card of the running month', () => {
  test('has it so far, the same days before and of the year before, and the end that its own months tell', async () => {
    // The trend is drawn where it has a width.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
    await panel({ rows: LONG.map(({ day, profit }) => sale(day, profit)) });
    const card = await screen.findByTestId('month-card');
    expect(card.textContent).toContain('Noviembre al 23');
    expect(tenths(dataOf('month-total').value)).toBe(tenthsOf(LONG, '2026-11-01', '2026-11-23'));
    const { value, from, to } = dataOf('month-same-days');
    expect([from, to]).toEqual(['2026-10-01', '2026-10-23']);
    expect(tenths(value)).toBe(tenthsOf(LONG, '2026-10-01', '2026-10-23'));
    expect(screen.getByTestId('month-same-days').textContent).toContain('vs 1–23 oct');
    expect(dataOf('month-same-days-year')).toMatchObject({ from: '2025-11-01', to: '2025-11-23' });
    expect(screen.getByTestId('month-same-days-year').textContent).toContain('vs 1–23 nov 25');
    const series = {
      from: Date.UTC(2025, 9, 1) / DAY,
      values: LONG.map(({ profit }) => BigInt(profit * 100 + 50)),
    };
    const expected = estimateMonth(series, '2026-11' as Month, 23);
    const estimate = dataOf('month-estimate');
    const cents = (amount: string | undefined) => BigInt(Math.round(Number(amount) * 100));
    expect([cents(estimate.low), cents(estimate.value), cents(estimate.high)]).toEqual([
      expected?.low,
      expected?.likely,
      expected?.high,
    ]);
    expect(card.textContent).toContain(`acertó ${expected?.hits} de ${expected?.scored} meses`);
    expect(card.textContent).toContain('Quedan 7 días');
    expect(within(card).getByRole('img').getAttribute('aria-label')).toContain('Cierre estimado');
    // The trend leads to the same end, and sets the same days of the year before beside it.
    const drawn = await screen.findByTestId('trend-ahead-total');
    expect(drawn.dataset.value).toBe(estimate.value);
    expect(screen.getByTestId('trend-legend').textContent).toContain('nov 26, hasta el 23');
    expect(screen.getByTestId('trend-legend').textContent).toContain(spanish('trend.estimated'));
    expect(screen.getByTestId('trend-part').querySelectorAll('line')).toHaveLength(3);
  });

  test('says so where too few months are known, and compares with what there is', async () => {
    const short = daily(Date.UTC(2026, 8, 1));
    await panel({ rows: short.map(({ day, profit }) => sale(day, profit)) });
    const card = await screen.findByTestId('month-card');
    expect(screen.queryByTestId('month-estimate')).toBeNull();
    expect(card.textContent).toContain('Sin estimación del cierre: hay 2 meses completos');
    expect(screen.queryByTestId('month-same-days-year')).toBeNull();
    expect(tenths(dataOf('month-same-days').value)).toBe(tenthsOf(short, '2026-10-01', '2026-10-23'));
  });
});

describe('the target of the month', () => {
  test('is typed in place, shown with its exact value, undone, and removed', async () => {
    const { user } = await panel({ rows: LONG.map(({ day, profit }) => sale(day, profit)) });
    await user.click(within(await screen.findByTestId('month-card')).getByTestId('target-open'));
    const input = await screen.findByTestId('target-input');
    expect(screen.getByTestId('target-save')).toHaveProperty('disabled', true);
    await user.type(input, '38.000.000,25');
    await user.click(screen.getByTestId('target-save'));
    const target = await screen.findByTestId('target');
    expect({ ...target.dataset }).toMatchObject({
      measure: 'total',
      month: '2026-11',
      value: '38000000.25',
    });
    expect(target.textContent).toBe('38,0 M');
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
    await waitFor(() => expect(screen.queryByTestId('target')).toBeNull());
    expect(screen.getByTestId('month-card').textContent).toContain('sin meta');
  });

  test('of the month in view stands in its tile with the difference; Total says where there is none', async () => {
    const place = { measure: 'marketplace', month: '2026-10' as Month, of: null, currency: null } as const;
    const said = { ...place, value: '60000.5', owner: '', atMs: 0 };
    await panel({
      rows: LONG.map(({ day, profit }) => sale(day, profit)),
      months: ['2026-10', '2026-11'].map((name) =>
        month({ month: name as Month, rows: 1, lastReadAt: '2026-11-23T10:00:00.000Z' as UtcInstant }),
      ),
      knownUntil: '2026-11-23T10:00:00.000Z' as UtcInstant,
      annotations: [{ kind: 'target', key: targetKey(place), value: said }],
    });
    const tile = await screen.findByTestId('tile-marketplace');
    const target = await within(tile).findByTestId('target');
    expect({ ...target.dataset }).toMatchObject({
      measure: 'marketplace',
      month: '2026-10',
      value: '60000.5',
    });
    const october = LONG.filter(({ day }) => day.startsWith('2026-10'));
    const sold = october.reduce((sum, { profit }) => sum + profit * 2, 0);
    const figures = [...tile.querySelectorAll('data')].map(({ dataset }) => Number(dataset.value));
    expect(figures).toContain(sold - 60_000.5);
    expect(within(screen.getByTestId('tile-total')).getByTestId('target-open').textContent).toBe('Fijar');
    expect(within(screen.getByTestId('tile-comercial')).queryByTestId('target-open')).toBeNull();
  });

  test('of the month that goes on says how much of it there is; a rate is a rate; of some months it says of how many', async () => {
    const said = (measure: 'total' | 'rate-total', value: string) => {
      const place = { measure, month: '2026-11' as Month, of: null, currency: null } as const;
      return {
        kind: 'target' as const,
        ...{ key: targetKey(place), value: { ...place, value, owner: '', atMs: 0 } },
      };
    };
    const { user } = await panel({
      rows: LONG.map(({ day, profit }) => sale(day, profit)),
      months: ['2026-10', '2026-11'].map((name) =>
        month({ month: name as Month, rows: 1, lastReadAt: '2026-11-23T10:00:00.000Z' as UtcInstant }),
      ),
      knownUntil: '2026-11-23T10:00:00.000Z' as UtcInstant,
      annotations: [said('total', '50000'), said('rate-total', '30.5')],
    });
    await user.click(await screen.findByTestId('month-open'));
    expect(probedSelection().period).toEqual({ from: '2026-11-01', to: '2026-11-23' });
    expect(screen.queryByTestId('month-open')).toBeNull();
    const tile = () => within(screen.getByTestId('tile-total'));
    await waitFor(() => expect(tile().getAllByTestId('target')).toHaveLength(2));
    const soFar = tenthsOf(LONG, '2026-11-01', '2026-11-23') / 10;
    expect(Number(tile().getByTestId('target-reached').dataset.value)).toBeCloseTo(soFar / 500, 2);
    const sold = LONG.filter(({ day }) => day >= '2026-11-01').reduce(
      (sum, { profit }) => sum + profit * 4,
      0,
    );
    const points = tile().getByTestId('target-difference').dataset.value;
    expect(Number(points)).toBeCloseTo((100 * soFar) / sold - 30.5, 4);
    expect(tile().getAllByTestId('target')[1]?.textContent).toMatch(/30,5.%/u);
    // October has none: of both months together there is no sum, and no rate.
    await user.click(screen.getByTestId('period'));
    await user.click(await screen.findByTestId('period-quarter'));
    await waitFor(() => expect(tile().getByTestId('target-partial').dataset.value).toBe('1'));
    expect(tile().queryByTestId('target')).toBeNull();
  });

  test('is told from the year before and so many percent more', async () => {
    const { user } = await panel({ rows: LONG.map(({ day, profit }) => sale(day, profit)) });
    await user.click(within(await screen.findByTestId('month-card')).getByTestId('target-open'));
    await user.clear(await screen.findByTestId('target-percent'));
    await user.type(screen.getByTestId('target-percent'), '10');
    await user.click(screen.getByTestId('target-as-before'));
    await user.click(screen.getByTestId('target-save'));
    const target = await screen.findByTestId('target');
    const before = tenthsOf(LONG, '2025-11-01', '2025-11-30');
    expect(Number(target.dataset.value)).toBeCloseTo((before / 10) * 1.1, 2);
    await user.click(within(screen.getByTestId('month-card')).getByTestId('target-open'));
    await user.click(await screen.findByTestId('target-remove'));
    await waitFor(() => expect(screen.queryByTestId('target')).toBeNull());
  });
});
