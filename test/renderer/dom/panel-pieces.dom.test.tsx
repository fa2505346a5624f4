import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Coverage } from '#renderer/data/model/coverage.ts';
import type { MonthOutlook, OutlookFigure } from '#renderer/data/model/month-outlook.ts';
import { targetKey } from '#renderer/data/model/targets.ts';
import { ChannelsSection } from '#renderer/screens/panel/channels-section.tsx';
import { DataQualityMark } from '#renderer/screens/panel/data-quality-mark.tsx';
import { useKeptToday } from '#renderer/screens/panel/kept-today.ts';
import { MonthCard } from '#renderer/screens/panel/month-card.tsx';
import type { ReviewItem, TodayLine } from '#renderer/screens/panel/review.ts';
import { Tiles } from '#renderer/screens/panel/tiles.tsx';
import { TodaySection } from '#renderer/screens/panel/today-section.tsx';
import { WaterfallSection, waterfallOf } from '#renderer/screens/panel/waterfall.tsx';
import { WhyLine } from '#renderer/screens/panel/why-line.tsx';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import { account, control, month, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf } from './reading.ts';
import { linesOf } from './shown.ts';

/** Pieces of the Panel alone: its mark, its card, what is for today, and why the result changed. */

const drawn = (piece: ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      {piece}
      <SelectionProbe />
    </InAccount>
  ));
const days = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
/** Without the spaces that keep a figure and its unit on one line. */
const wordsOf = (element: Element | null) => element?.textContent?.replace(/\s/gu, ' ');

beforeEach(() => localStorage.clear());

describe('how far the figures can be believed', () => {
  const MARCH = days('2025-03-01', '2025-03-31');
  const coverage = (of: Partial<Coverage>): Coverage => ({
    ...{ revision: 1, knownUntil: null, months: [], controls: { everything: null, dashboard: null } },
    ...{ search: null, undatedRows: 0, outOfRangeRows: 0 },
    ...of,
  });
  const mark = () => screen.getByTestId('panel-quality');
  const opened = async (of: Partial<Coverage>, period: Period | null) => {
    const page = await drawn(<DataQualityMark status={status()} coverage={coverage(of)} period={period} />);
    await page.user.click(mark());
    return page;
  };
  const ofMarch = (there: number, here: number, until = '2025-03-31T23:59:59.000') => ({
    ...month(),
    controls: {
      everything: control(there, here, { to: until as LocalDateTime }),
      dashboard: null,
    },
  });

  test('is good where the month in view counts alike here and there, and says so', async () => {
    const { user } = await opened({ months: [ofMarch(6043, 6043)] }, MARCH);
    expect(mark().dataset.value).toBe('good');
    expect(mark().title).toMatch(/^Cambios hasta .* UTC\nmar 2025: 6\.043 filas aquí y en la API$/);
    expect(mark().getAttribute('aria-label')).toBe(`${text('panel.quality')}: ${mark().title}`);
    expect(screen.getByTestId('panel-known').textContent).toMatch(/^Cambios hasta /);
    await user.click(screen.getByTestId('panel-control'));
    expect(window.location.hash).toBe('#sync/2025-03');
  });

  test('says up to which day a month was compared, and is bad where it differs', async () => {
    await opened({ months: [ofMarch(6043, 6040, '2025-03-20T23:59:59.000')] }, MARCH);
    expect(mark().dataset.value).toBe('bad');
    expect(mark().title).toContain('mar 2025 hasta el 20: 6.040 filas aquí, 6.043 en la API');
  });

  test('is of all there is where no whole month is in view, and leads to the month that differs', async () => {
    const months = [month({ month: '2025-02' as Month }), ofMarch(6043, 6040)];
    const controls = { everything: control(100, 99, { range: 'all' }), dashboard: null };
    const { user } = await opened({ months, controls }, days('2025-02-01', '2025-03-31'));
    expect(mark().title).toContain('Hasta el 31');
    expect(mark().title).toContain('99 filas aquí, 100 en la API');
    await user.click(screen.getByTestId('panel-control'));
    expect(window.location.hash).toBe('#sync/2025-03');
  });

  test('says how many months moved since one looked, graver where one of them was over, and leads there', async () => {
    const sold = (day: string, Ventas: string) => ({
      ...{ Canal: 'Plaza', Orden: day, Ventas, 'Rentabilidad Total': '1' },
      'Fecha de compra': `${day}T10:00:00.000`,
    });
    const seen = { atMs: Date.UTC(2026, 10, 1), rows: 1, sums: { Ventas: '5', 'Rentabilidad Total': '1' } };
    localStorage.setItem('cuadra.seen.a', JSON.stringify({ null: { '2024-02': seen, '2024-03': seen } }));
    const complete = status({ historyComplete: true });
    const { user } = await drawn(
      <DataQualityMark status={complete} coverage={coverage({ months: [ofMarch(9, 9)] })} period={MARCH} />,
      { rows: [sold('2024-02-03', '100'), sold('2024-03-03', '5')], status: complete },
    );
    await waitFor(() => expect(mark().dataset.value).toBe('caution'));
    expect(mark().title.split('\n').slice(1)).toEqual([
      'mar 2025: 9 filas aquí y en la API',
      '1 mes se movió, 1 ya completo',
    ]);
    await user.click(mark());
    expect(screen.getByTestId('panel-control').title).not.toBe('');
    await user.click(screen.getByTestId('panel-seen'));
    expect(window.location.hash).toBe('#changes/seen');
  });

  test('is not known before changes were read or anything was counted', async () => {
    const { user } = await drawn(
      <DataQualityMark status={status({ knownUntil: null })} coverage={coverage({})} period={null} />,
    );
    expect(mark().dataset.value).toBe('info');
    expect(mark().title).toBe(text('panel.not-read'));
    await user.click(mark());
    expect(screen.queryByTestId('panel-control')).toBeNull();
    await user.click(screen.getByTestId('panel-known'));
    expect(window.location.hash).toBe('#sync');
  });
});

describe('what is for today', () => {
  const item = (of: Partial<ReviewItem>): ReviewItem => ({
    ...{ kind: 'missing-cost', currency: '', cases: 1, groups: 1, amount: '-1250.5' as Decimal },
    head: { kind: 'missing-cost', subject: { Canal: 'Plaza', Cuenta: 'Sur' }, affects: [] },
    ...{ account: { Canal: 'Plaza', Cuenta: 'Sur' }, month: null, since: null, until: null },
    ...of,
  });
  const review = (of: Partial<ReviewItem>): TodayLine => ({ kind: 'review', item: item(of) });
  const NOVEMBER = days('2026-11-01', '2026-11-20');
  const today = (lines: readonly TodayLine[] | null, more: { readonly count?: number } = {}) =>
    drawn(<TodaySection lines={lines} count={3} running={NOVEMBER} places={2} {...more} />);
  const lines = () =>
    screen.getAllByTestId('today').map((line) => [line.dataset.kind, line.dataset.value, wordsOf(line)]);
  const open = (at: number) => screen.getAllByTestId('today')[at]?.querySelector('button') as HTMLElement;

  test('is said by its kind, place and count; its amount beside it', async () => {
    const { user } = await today([
      review({}),
      review({
        ...{ kind: 'overdue', cases: 7, groups: 2, amount: null, currency: 'USD', month: '2026-09' as Month },
        account: { Canal: '', Cuenta: 'Sur' },
      }),
      { kind: 'statements', missed: { month: '2026-10' as Month, count: 2 } },
      // Of one group alone, whose place does not say in which currency it is; and of one that says it.
      review({ kind: 'rate', currency: 'USD' }),
      review({
        ...{ kind: 'held', currency: 'USD' },
        head: { kind: 'held', subject: { Canal: 'Plaza', currency: 'USD' }, affects: [] },
      }),
    ]);
    expect(lines()).toEqual([
      ['missing-cost', '-1250.5', 'Ventas sin Costo de Producto · Plaza · Sur−1.250,50'],
      ['overdue', '', 'Vencido y sin pagar · (vacío) · Sur · sep 2026 · 7 casos · USD'],
      ['statements', '', 'Faltan 2 extractos de oct 2026'],
      ['rate', '-1250.5', 'Cobros por encima de su regla · Plaza · Sur · USD−1.250,50'],
      ['held', '-1250.5', 'Filas que la API ya no da · USD · Plaza−1.250,50'],
    ]);
    expect(screen.getByTestId('review-link').textContent).toBe('Ver los 3');
    const heading = screen.getByRole('heading', { name: 'Para hoy' });
    // The way there from elsewhere gives it the focus, Tab does not.
    expect([heading.tabIndex, heading.title]).toEqual([-1, text('panel.today-order')]);
    expect(screen.getByTestId('today-looking').textContent).toBe('');
    await user.click(open(2));
    expect(window.location.hash).toBe('#reconciliation/2026-10/statements');
    await user.click(open(0));
    expect(window.location.hash).toContain('#reconciliation/exceptions/');
    await user.click(screen.getByTestId('review-link'));
    expect(window.location.hash).toBe('#reconciliation/exceptions');
  });

  test('a target in danger says by how much, a rate in points, and leads to its month', async () => {
    const { user } = await today([
      {
        kind: 'target',
        danger: { measure: 'rate-total', target: '40' as Decimal, missing: '-3.25' as Decimal },
      },
    ]);
    expect(lines()).toEqual([
      ['target', '-3.25', 'Meta de Rentabilidad Total, % de Ventas en riesgo−3,3 pp'],
    ]);
    await user.click(open(0));
    expect(probedSelection().period).toEqual(NOVEMBER);
    expect(window.location.hash).toBe('#profitability/result');
  });

  test('is kept for those accounts and costs that it was found of', async () => {
    const kept = { of: 'these', count: 40, reviews: [], missed: [] };
    localStorage.setItem('cuadra.today.a', JSON.stringify(kept));
    function Kept({ of }: { readonly of: string }) {
      return (
        <output>{useKeptToday(of, { reviews: null, missed: null, last: null })?.count ?? 'none'}</output>
      );
    }
    const { view } = await drawn(
      <>
        <Kept of="these" />
        <Kept of="others" />
      </>,
    );
    expect([...view.container.querySelectorAll('output')].slice(0, 2).map(wordsOf)).toEqual(['40', 'none']);
  });

  test('is kept as it is told: the longest of equal amounts first', async () => {
    const items = [
      item({ cases: 2, since: '2026-10-10' as LocalDate }),
      item({ since: '2026-01-01' as LocalDate }),
    ];
    const found = { reviews: items, missed: [], last: '2026-10-20T10:00:00.000' as LocalDateTime };
    function Kept() {
      useKeptToday('these', found);
      return null;
    }
    await drawn(<Kept />);
    const kept = JSON.parse(localStorage.getItem('cuadra.today.a') ?? '') as { reviews: ReviewItem[] };
    expect(kept).toMatchObject({ of: 'these', count: 3, missed: [] });
    expect(kept.reviews.map(({ since }) => since)).toEqual(['2026-01-01']);
  });

  test('that nothing waits is said only once it is known', async () => {
    const { view } = await today([], { count: 0 });
    expect(wordsOf(view.container.querySelector('section'))).toBe('Para hoyNada por revisar');
    expect(screen.queryByTestId('review-link')).toBeNull();
    view.unmount();
    const again = await today(null, { count: 0 });
    expect(wordsOf(again.view.container.querySelector('section'))).toBe('Para hoyBuscando…');
  });
});

test('a result that fell is said to have fallen, by less sold and less kept, without parts where none moved', async () => {
  const why = { difference: '-300', bySales: '-200', byMargin: '-100', parts: [] } as const;
  const { view } = await drawn(<WhyLine why={why as never} name="sep" places={0} />);
  expect(wordsOf(screen.getByTestId('why-changed'))).toContain(
    'Total bajó 300 contra sep: −200 por vender menos y −100 por ganar menos en cada venta.Ver el puente',
  );
  view.unmount();
  await drawn(<WhyLine why={{ ...why, byMargin: '100' } as never} name="sep" places={0} />);
  expect(wordsOf(screen.getByTestId('why-changed'))).toContain('y +100 por ganar más en cada venta.');
});

test('what nothing explains in one of two periods alone has its points in the way from income to result', async () => {
  const way = (result: string, sales = '1000') =>
    waterfallOf(
      {
        'Ingreso Total': '1000',
        'Costo de Producto': '600',
        'Rentabilidad Total': result,
        Ventas: sales,
      } as never,
      {},
    );
  const shown = async (now: ReturnType<typeof way>, before: ReturnType<typeof way>) => {
    const { view } = await drawn(
      <WaterfallSection
        {...{ waterfall: now, before, own: days('2026-10-01', '2026-10-31'), places: 0, isOpen: true }}
        period={days('2026-09-01', '2026-09-30')}
        onOpen={() => {}}
      />,
    );
    const table = view.container.querySelector('table');
    const titles = [...(table?.querySelectorAll<HTMLElement>('td:last-child data') ?? [])].map(
      ({ title, dataset }) => `${dataset.value}: ${title}`,
    );
    const lines = linesOf(table).map((cells) => cells.join(' ').replace(/\s+/gu, ' '));
    view.unmount();
    return [...lines.slice(-3), ...titles.slice(-3)];
  };
  expect(await shown(way('400'), way('350'))).toEqual([
    '− Costo de Producto 600 60,0 0',
    '− Sin explicar 0 0 −5,0',
    '= TRentabilidad Total 400 40,0 +5,0',
    '0.000000: 600 · 60,0 %',
    '-5.000000: 50 · 5,0 %',
    '5.000000: 350 · 35,0 %',
  ]);
  expect((await shown(way('350'), way('400'))).filter((_, at) => at % 3 === 1)).toEqual([
    '− Sin explicar 50 5,0 +5,0',
    '5.000000: 0 · 0,0 %',
  ]);
});

describe('the card of the running month', () => {
  const MONTH = '2026-11' as Month;
  const NONE: OutlookFigure = {
    ...{ soFar: null, sameDays: null, sameDaysOfYearBefore: null, monthOfYearBefore: null, estimate: null },
  };
  const ESTIMATE = {
    ...{ low: '900' as Decimal, likely: '1000' as Decimal, high: '1100' as Decimal },
    ...{ way: 'shape' as const, scored: 9, hits: 7 },
  };
  const outlook = (total: Partial<OutlookFigure>, more: Partial<MonthOutlook> = {}): MonthOutlook => ({
    ...{ revision: 1, month: MONTH, days: days('2026-11-01', '2026-11-20'), daysLeft: 10, wholeMonths: 1 },
    sameDays: days('2026-10-01', '2026-10-20'),
    sameDaysOfYearBefore: days('2025-11-01', '2025-11-20'),
    figures: {
      ...{ Ventas: NONE, 'Rentabilidad Marketplace': NONE, 'Rentabilidad Comercial': NONE },
      'Rentabilidad Total': { ...NONE, soFar: '500' as Decimal, ...total },
    },
    ...more,
  });
  const said = (measure: 'total' | 'rate-total', value: string) => {
    const place = { measure, month: MONTH, of: null, currency: null };
    return {
      ...{ kind: 'target' as const, key: targetKey(place) },
      value: { ...place, value, owner: '', atMs: 0 },
    };
  };
  const card = (of: MonthOutlook, setting: PageSetting = {}) =>
    drawn(<MonthCard outlook={of} selection={EVERYTHING} places={0} stale={false} />, setting);
  const shown = () => wordsOf(screen.getByTestId('month-card'));
  const bar = () => screen.queryByRole('img')?.getAttribute('aria-label')?.replace(/\s/gu, ' ');

  test('says where it will end, between what, how it was told and how often that was right', async () => {
    await card(outlook({ estimate: ESTIMATE, sameDays: '400' as Decimal }));
    expect(shown()).toMatch(/^Noviembre al 20/);
    expect(shown()).toContain('+25 % vs 1–20 oct');
    expect(screen.queryByTestId('month-same-days-year')).toBeNull();
    expect(shown()).toContain('Quedan 10 días · acertó 7 de 9 meses');
    expect(screen.getByTestId('month-estimate').title).toBe(`${text('month-card.way-shape')}\n900 – 1.100`);
    expect(shown()).toContain('sin meta · Fijar');
    expect(bar()).toMatch(/^hoy 500; Cierre estimado 900\s*[–a]\s*1\.100$/);
  });

  test('has the targets of its result and of its rate, and draws the amount beside what there is', async () => {
    await card(outlook({}), { annotations: [said('total', '800'), said('rate-total', '30.5')] });
    await waitFor(() => expect(screen.getAllByTestId('target')).toHaveLength(2));
    expect(screen.getAllByTestId('target').map(({ dataset }) => [dataset.measure, dataset.value])).toEqual([
      ['total', '800'],
      ['rate-total', '30.5'],
    ]);
    expect(shown()).toContain('Sin estimación del cierre: hay 1 mes completo');
    expect(shown()).toContain('Meta 800 · 30,5 %');
    expect(bar()).toBe('hoy 500; meta 800');
    // The bar ends a tenth beyond the greatest of them.
    const widths = [...(screen.getByRole('img').querySelectorAll('i') ?? [])].map(({ style }) => [
      Math.round(Number.parseFloat(style.left || '0')),
      Math.round(Number.parseFloat(style.width || '0')),
    ]);
    expect(widths).toEqual([
      [0, 0],
      [0, 57],
      [91, 0],
    ]);
  });

  test.each([
    ['rate-total', '30.5', 'Meta 30,5 %', 'hoy 500'],
    ['total', '800', 'Meta 800', 'hoy 500; meta 800'],
  ] as const)(
    'has the target of %s alone, where there is no other',
    async (measure, value, words, drawnAs) => {
      const of = outlook({ sameDays: '0' as Decimal });
      const { user } = await card(of, { annotations: [said(measure, value)] });
      const target = await screen.findByTestId('target');
      expect([target.dataset.measure, target.dataset.value]).toEqual([measure, value]);
      expect(shown()).toContain(`Sin estimación del cierre: hay 1 mes completo${words}`);
      expect(shown()).not.toMatch(/sin meta|·/u);
      expect(bar()).toBe(drawnAs);
      // Against nothing there is no percent.
      expect(screen.queryByTestId('month-same-days')).toBeNull();
      await user.click(target);
      expect(await screen.findByTestId('target-measure')).toHaveProperty('value', measure);
    },
  );

  test('tells by which days its score was, and draws no bar of nothing', async () => {
    await card(outlook({ soFar: '0' as Decimal, estimate: null }));
    expect(bar()).toBeUndefined();
    cleanup();
    await card(outlook({ estimate: ESTIMATE }));
    const score = screen.getByTestId('month-card').querySelector('p:last-child span');
    expect(score?.getAttribute('title')).toBe(text('month-card.score-title', { day: '20' }));
    expect(screen.getByRole('img').textContent).toContain('0hoy 500');
  });

  test('draws no bar of a loss, and nothing of an amount that is not known', async () => {
    const { view } = await card(outlook({ soFar: '-20' as Decimal, estimate: ESTIMATE }));
    expect(shown()).toContain('−20');
    expect(bar()).toBeUndefined();
    view.unmount();
    await card(outlook({ soFar: null }, { daysLeft: 0 }), {
      accounts: { accounts: [account()], activeId: 'a', keyStorage: 'memory' },
    });
    expect(shown()).toContain('—');
    expect(shown()).toContain('Último día del mes');
    expect(bar()).toBeUndefined();
  });
});

test('channels are in the order of the result in view, and copied under its name', async () => {
  const totals = (comercial: string, total: string) => ({
    ...{ rows: 1, orders: 1, unreadable: {}, rowsWithoutProductCost: 0, ventasWithProductCost: '10' },
    sums: { Ventas: '10', 'Rentabilidad Comercial': comercial, 'Rentabilidad Total': total },
  });
  const group = (value: string, ...of: readonly [string, string]) => ({
    value,
    caption: null,
    totals: totals(...of),
  });
  const channels = {
    ...{ revision: 1, groupsLeftOut: 0, total: { revision: 1, ...totals('9', '9') } },
    groups: [group('a', '1', '5'), group('b', '3', '1'), group('c', '2', '3')],
  };
  const { user } = await drawn(
    <ChannelsSection
      {...{
        channels: channels as never,
        scope: 'comercial',
        onScope: () => {},
        returned: null,
        own: null,
        places: 0,
      }}
    />,
  );
  const table = document.querySelector('table') as HTMLElement;
  await user.click([...table.querySelectorAll('th button')].at(-2) as HTMLElement);
  expect(copiedOf(table).map((each) => each.replace(/\s/gu, ' '))).toEqual([
    'Canal | Ventas | Rentabilidad Comercial | %',
    'b | 10 | 3 | 30,000000',
    'c | 10 | 2 | 20,000000',
    'a | 10 | 1 | 10,000000',
  ]);
});

test('a target of a month that goes on is not told from the days of the year before; whole years are held against one', async () => {
  const figures = (total: string) => ({
    all: {
      ...{ rows: 3, orders: 2, unreadable: {}, rowsWithoutProductCost: 0, ventasWithProductCost: '10' },
      sums: { Ventas: '10', 'Rentabilidad Total': total, Unidades: '4' },
    },
    selling: { orders: 2, sums: { Ventas: '10' } },
  });
  const year = days('2025-01-01', '2025-12-31');
  const input = {
    own: figures('6'),
    others: ['previous-period', 'previous-year'].map((against) => ({ against, figures: figures('3') })),
  };
  const inView = (isPart: boolean) => ({
    months: ['2026-10'],
    of: null,
    isPart,
    sums: {},
    rates: {},
    partial: {},
  });
  const tiles = (isPart: boolean) =>
    drawn(
      <Tiles
        {...{ input: input as never, costSets: [], targets: inView(isPart) as never, revision: 1 }}
        own={days('2026-01-01', '2026-12-31')}
        periods={{ 'previous-period': year, 'previous-year': year }}
        counted={
          { parts: [], sales: '0', returnRatePercent: null, returnedUnits: '0', leaveOut: null } as never
        }
        places={2}
      />,
    );
  const form = async (user: Awaited<ReturnType<typeof tiles>>['user']) => {
    await user.click(screen.getByTestId('target-open'));
    const shown = await screen.findByTestId('target-input');
    return shown.closest('form')?.querySelector('[data-testid=target-as-before]') !== null;
  };
  const first = await tiles(false);
  expect(wordsOf(screen.getByTestId('tile-total'))).toBe(
    'TRentabilidad Total6,00 60,0 %+100,0 % +30,0 pp vs ene–dic 25sin meta · Fijar',
  );
  // Orders are counted, whatever decimals amounts have.
  expect(
    [...screen.getByTestId('tile-ordenes').querySelectorAll<HTMLElement>('[data-testid^=change] data')].map(
      ({ title }) => title,
    ),
  ).toEqual(['ene – dic 2025: 2']);
  expect(await form(first.user)).toBe(true);
  cleanup();
  const second = await tiles(true);
  expect(await form(second.user)).toBe(false);
});
