import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { targetKey } from '#renderer/data/model/targets.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { trendQuery } from '#renderer/features/trend/month-points.ts';
import { Trend } from '#renderer/features/trend/trend.tsx';
import { monthPx, xOf } from '#renderer/features/trend/trend-geometry.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** The trend by month: whose figures stand beside it, and what brings them back to the period's. */

const WIDTH = 700;
/** Profit of Total, of Ventas of 1000 each. */
const PROFITS: readonly (readonly [month: string, profit: string])[] = [
  ['2025-03', '150'],
  ['2026-01', '200'],
  ['2026-02', '250'],
  ['2026-03', '240.5'],
  ['2026-04', '300'],
];
const ROWS = PROFITS.map(([month, profit]) => ({
  Canal: 'Uno',
  'Fecha de compra': `${month}-10T10:00:00.000`,
  Ventas: '1000',
  'Rentabilidad Total': profit,
}));
const SHOWN: Period = { from: '2026-01-01' as LocalDate, to: '2026-04-30' as LocalDate };
const period = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
});

let select: (period: Period | null) => void = () => {};
let narrow: () => void = () => {};

function Shown() {
  const { selection, change } = useSelection();
  select = (next) => change({ type: 'set-period', period: next });
  narrow = () => change({ type: 'set-filter', column: 'Canal', values: ['Uno'] });
  const wide = { ...selection, period: SHOWN };
  const { output } = useLiveQuery('profitability-months', wide, (call, asked, slot) =>
    call.readGroups({ ...trendQuery(asked), slot }),
  );
  return (
    <>
      {output === null ? null : (
        <Trend part="panel.trend" groups={output.groups} wide={wide} places={1} stale={false} />
      )}
      <output aria-label="screen">{useNavigation().address.screen}</output>
    </>
  );
}

async function trend(
  of: Period | null = period('2026-02-01', '2026-03-31'),
  rows: readonly Row[] = ROWS,
  setting: PageSetting = {},
) {
  const page = await openPage({ ...setting, rows }, () => (
    <InAccount>
      <Shown />
      <SelectionProbe />
    </InAccount>
  ));
  await act(async () => select(of));
  const chart = await screen.findByRole('group', { name: text('trend.label') });
  await screen.findByTestId('trend-band');
  return { ...page, chart };
}

/** What stands beside the strip of Total: the month, its figures, those of the year before. */
function beside() {
  const strip = document.querySelector<HTMLElement>('[data-scope=total]');
  if (strip === null) throw new Error('There is no strip of Total.');
  return {
    month: /[a-z]{3} \d\d/.exec(strip.textContent ?? '')?.[0],
    values: [...strip.querySelectorAll<HTMLElement>('[data-value]')].map(({ dataset }) => dataset.value),
  };
}

const xOfMonth = (at: number) => xOf(at, monthPx(WIDTH, 4));
const plot = () => screen.getByTestId('trend-plot');
const pointAt = (at: number) => fireEvent.pointerMove(plot(), { clientX: xOfMonth(at), clientY: 20 });

describe('the trend by month', () => {
  test('says where its months’ costs are not loaded alike, and draws what the missing ones may take', async () => {
    const cost = (each: (typeof ROWS)[number], at: number) => ({
      ...each,
      'Costo de Producto': at === 2 ? '0' : '400',
    });
    // A second row in April has none: half of its sales are covered; those of February not at all.
    const april = { ...ROWS[4], 'Costo de Producto': '0' } as Row;
    const place = { measure: 'total', month: '2026-03' as Month, of: null, currency: null } as const;
    const value = { ...place, value: '260' as Decimal, owner: '', atMs: 0 };
    const { user, chart } = await trend(undefined, [...ROWS.map(cost), april], {
      annotations: [{ kind: 'target', key: targetKey(place), value }],
    });
    const spread = await screen.findByTestId('coverage-spread');
    expect(spread.dataset.value).toBe('-100.000000');
    expect(spread.textContent).toContain('feb 2026');
    expect(screen.getByText(text('trend.band'))).toBeTruthy();
    expect(screen.getByTestId('trend-missing-total').getAttribute('d')).toMatch(/^M/);
    expect(screen.getByTestId('trend-missing-marketplace').getAttribute('d')).toBe('');
    // What a month was to come to is of all rows: it does not stand beside those with a cost alone.
    const target = () => screen.queryByTestId('trend-target-total')?.getAttribute('d') ?? '';
    await waitFor(() => expect(target()).toMatch(/^M/));
    const press = screen.getByTestId('equal-months');
    const said = () => [press.getAttribute('aria-pressed'), press.textContent];
    const [allRows, withCost] = [text('coverage-gap.months'), text('coverage-gap.as-is')];
    expect(said()).toEqual(['false', allRows]);
    // Half of what April sold has a cost.
    fireEvent.keyDown(chart, { key: 'End' });
    const whole = beside();
    expect(whole.month).toBe('abr 26');
    await user.click(press);
    expect([...said(), target()]).toEqual(['true', withCost, '']);
    await waitFor(() => expect(beside()).not.toEqual(whole));
    await user.click(press);
    await waitFor(() => expect([...said(), target() === '']).toEqual(['false', allRows, false]));
    expect(beside()).toEqual(whole);
    // It is of amounts, and of all channels: no other strip has it.
    await user.click(screen.getByRole('button', { name: text('trend.rate') }));
    expect(target()).toBe('');
    await user.click(screen.getByRole('button', { name: text('trend.sum') }));
    expect(target()).not.toBe('');
    await act(async () => narrow());
    await waitFor(() => expect(target()).toBe(''));
    // A table has no bands to be told of.
    expect(screen.getByText(text('trend.band'))).toBeTruthy();
    await user.click(screen.getByTestId('trend-as-table'));
    expect(screen.queryByText(text('trend.band'))).toBeNull();
  });

  test('says nothing of costs where all are loaded', async () => {
    await trend(
      undefined,
      ROWS.map((each) => ({ ...each, 'Costo de Producto': '400' })),
    );
    expect(screen.queryByTestId('coverage-spread')).toBeNull();
    expect(screen.queryByText(text('trend.band'))).toBeNull();
  });

  test('draws the month that goes on hollow, no line of amounts leading to it, and says so', async () => {
    await trend(period('2026-03-01', '2026-03-31'));
    // One month is not over, and too few are known to tell its end.
    expect(screen.getByTestId('trend-legend').textContent).toBe(
      `abr 26, ${text('trend.until', { day: 10 })}`,
    );
    expect(screen.getAllByTestId('trend-so-far-total')).toHaveLength(1);
    expect(screen.getByTestId('trend-part').querySelectorAll('line')).toHaveLength(0);
    expect(screen.queryByTestId('trend-ahead-total')).toBeNull();
  });

  test('leads rates on to the month that goes on: 23 days have one as well as a whole month', async () => {
    const { user } = await trend();
    await user.click(screen.getByRole('button', { name: text('trend.rate') }));
    await waitFor(() => expect(screen.getByTestId('trend-part').querySelectorAll('line')).toHaveLength(1));
  });

  test('names the month of its figures, exact, with those of the same month of the year before', async () => {
    await trend();
    expect(beside()).toEqual({ month: 'mar 26', values: ['240.5', '24.050000', '150.0'] });
    await act(async () => select(period('2026-01-01', '2026-01-31')));
    await waitFor(() => expect(beside()).toEqual({ month: 'ene 26', values: ['200.0', '20.000000'] }));
  });

  test('bands every month of the period', async () => {
    await trend();
    const each = monthPx(WIDTH, 4);
    const band = screen.getByTestId('trend-band');
    expect(Number(band.getAttribute('x'))).toBeCloseTo(xOfMonth(1) - each / 2, 5);
    expect(Number(band.getAttribute('width'))).toBeCloseTo(2 * each, 5);
  });

  test('shows the month under the pointer, and leaves it as the pointer leaves', async () => {
    await trend();
    await act(async () => pointAt(0));
    expect(beside().month).toBe('ene 26');
    expect(screen.queryByTestId('trend-reset')).toBeNull();
    await act(async () => fireEvent.pointerLeave(plot()));
    expect(beside().month).toBe('mar 26');
    // Beside all months it is over none of them.
    await act(async () => pointAt(0));
    await act(async () => fireEvent.pointerMove(plot(), { clientX: 3 }));
    expect(beside().month).toBe('mar 26');
  });

  test('leaves the pointer’s month, and the one held, as the period changes', async () => {
    const { chart, user } = await trend();
    await act(async () => pointAt(0));
    await act(async () => select(period('2026-04-01', '2026-04-30')));
    await waitFor(() => expect(beside().month).toBe('abr 26'));
    chart.focus();
    await user.keyboard('{Home}');
    expect(beside().month).toBe('ene 26');
    await act(async () => select(period('2026-03-01', '2026-03-31')));
    await waitFor(() => expect(beside().month).toBe('mar 26'));
    expect(screen.queryByTestId('trend-reset')).toBeNull();
    // Without a period one goes back to the newest whole month.
    await act(async () => select(null));
    await user.keyboard('{Home}');
    expect(beside().month).toBe('ene 26');
    await user.click(screen.getByRole('button', { name: text('trend.reset-latest') }));
    expect(beside().month).toBe('mar 26');
  });

  test('holds a month by the arrows until Esc, or the button, goes back to the period', async () => {
    const { chart, user } = await trend();
    chart.focus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(beside().month).toBe('ene 26');
    // What the pointer passes over is not held.
    await act(async () => pointAt(3));
    expect(beside().month).toBe('abr 26');
    await act(async () => fireEvent.pointerLeave(plot()));
    expect(beside().month).toBe('ene 26');
    await user.keyboard('{Escape}');
    expect(beside().month).toBe('mar 26');
    await user.keyboard('{End}');
    expect(beside().month).toBe('abr 26');
    // A key moves on from the month under a pointer that rests, which is in view again as it moves, and not after Esc.
    await act(async () => pointAt(0));
    await user.keyboard('{ArrowRight}');
    expect(beside().month).toBe('feb 26');
    await act(async () => pointAt(0));
    expect(beside().month).toBe('ene 26');
    await user.keyboard('{Escape}');
    expect(beside().month).toBe('mar 26');
    expect(screen.queryByTestId('trend-reset')).toBeNull();
    await user.keyboard('{End}');
    await user.click(screen.getByRole('button', { name: text('trend.reset') }));
    expect(beside().month).toBe('mar 26');
    expect(screen.queryByTestId('trend-reset')).toBeNull();
  });

  test('is drawn for paper as wide as a page has it, whatever the window was: all its months are there', async () => {
    await trend();
    const widths = () => [...plot().querySelectorAll('svg')].map((svg) => Number(svg.getAttribute('width')));
    expect(new Set(widths())).toEqual(new Set([WIDTH]));
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const [paper, ...others] = [...new Set(widths())];
    expect(others).toEqual([]);
    // trend.module.css has it too, and a lying page 150 px more for the names.
    expect(paper).toBe(560);
    for (const month of plot().querySelectorAll('text'))
      expect(Number(month.getAttribute('x'))).toBeLessThan(560);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(new Set(widths())).toEqual(new Set([WIDTH]));
  });

  test('a press holds a month, so that the way to its orders can be taken', async () => {
    const { user } = await trend();
    await act(async () => pointAt(1));
    await act(async () => fireEvent.click(plot(), { clientX: xOfMonth(1) }));
    await act(async () => fireEvent.pointerLeave(plot()));
    expect(beside().month).toBe('feb 26');
    await user.click(screen.getByRole('button', { name: text('trend.open', { month: 'feb 2026' }) }));
    expect(probedSelection().period).toEqual(period('2026-02-01', '2026-02-28'));
    await waitFor(() => expect(screen.getByLabelText('screen').textContent).toBe('orders'));
  });

  test('Ctrl+Z takes back that one was led to orders, also of the rows that were selected already', async () => {
    const march = period('2026-03-01', '2026-03-31');
    const { user } = await trend(march);
    const place = () => screen.getByLabelText('screen').textContent;
    const before = place();
    await user.click(await screen.findByRole('button', { name: text('trend.open', { month: 'mar 2026' }) }));
    await waitFor(() => expect(place()).toBe('orders'));
    expect(probedSelection().period).toEqual(march);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(place()).toBe(before));
    // Only now the step before it is next.
    expect(probedSelection().period).toEqual(march);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(probedSelection().period).not.toEqual(march));
  });

  test('shows rates on a scale of their own, and their change against the month before, in points', async () => {
    const { user } = await trend();
    expect(screen.queryByTestId('trend-changes')).toBeNull();
    await user.click(screen.getByRole('button', { name: text('trend.rate') }));
    const bars = await screen.findByTestId('trend-changes');
    expect(bars.querySelectorAll('rect')).toHaveLength(3);
    const changes = document.querySelector<HTMLElement>('[data-scope=changes]');
    expect([...(changes?.querySelectorAll<HTMLElement>('[data-value]') ?? [])].at(-1)?.dataset.value).toBe(
      '-0.950000',
    );
    expect(changes?.textContent).toContain('feb 26');
    // 20 to 30 % with the 15 % of the year before: 0 is far below.
    const ticks = [...within(plot()).getAllByText(/^\d+(,\d)?$/)].map((tick) => tick.textContent);
    expect(ticks).toEqual(expect.arrayContaining(['15', '30']));
  });
});
