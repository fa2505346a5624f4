import { describe, expect, test } from 'vitest';
import type { GroupsQuery } from '#renderer/data/model/groups.ts';
import { byTime } from '#renderer/features/dimensions/dimensions.ts';
import {
  decimalIn,
  type FigurePair,
  type Figures,
  NO_FIGURES,
} from '#renderer/screens/profitability/figures/figures.ts';
import { scaleOf } from '#renderer/screens/profitability/figures/heat.ts';
import { figureKindOf, type Measure, measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { barDomain } from '#renderer/screens/profitability/pivot/bars-drawing.tsx';
import { chartLines } from '#renderer/screens/profitability/pivot/chart-lines.ts';
import {
  chartedView,
  chartMarks,
  drawsLosses,
  figuresOf,
  pairedMarks,
  withoutSales,
} from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { stacksOf } from '#renderer/screens/profitability/pivot/chart-stacks.ts';
import { figureCell } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import {
  figureColumns,
  measureActions,
  sortGroups,
} from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import {
  askOf,
  linesKeyOf,
  type PivotInput,
  readPivot,
} from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { scalesOf, shadeAt } from '#renderer/screens/profitability/pivot/pivot-grid.tsx';
import { columnName, gridColumns } from '#renderer/screens/profitability/pivot/pivot-layout.tsx';
import { endNamesOf, placesOf } from '#renderer/screens/profitability/pivot/pivot-lines.tsx';
import { pivotModel } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { pivotNames, tableWords } from '#renderer/screens/profitability/pivot/pivot-screen.tsx';
import { type Dot, outstanding } from '#renderer/screens/profitability/pivot/scatter-dots.ts';
import {
  type ChartKind,
  INITIAL_VIEW,
  type PivotView,
  withChart,
} from '#renderer/screens/profitability/state/view-state.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { callerOf, OCTOBER, type Row } from './pivot-world.ts';

/** What a slip in the pivot would show wrong: orders, limits, ties, signs and the rest, over telling figures. */

const CANAL = { column: 'Canal', unit: null } as const;
const SKU = { column: 'SKU Producto', unit: null } as const;
const MONTH = { column: 'Fecha de compra', unit: 'month' } as const;
const DAY = { column: 'Fecha de compra', unit: 'day' } as const;
const measure = (id: string): Measure => {
  const found = measureOf(id);
  if (found === null) throw new Error(id);
  return found;
};
const SALES = measure('sum:Ventas');
const RATE = measure('rate:Rentabilidad Total');
const figures = (sums: { readonly [column: string]: string }, more: Partial<Figures> = {}): Figures => ({
  ...{ ...NO_FIGURES, rows: 2, orders: 2, sums: sums as Figures['sums'] },
  ventasWithProductCost: (sums.Ventas ?? '0') as Decimal,
  ...more,
});
const row = (Canal: string, sku: string, day: string, Ventas: bigint, result = 1n): Row => ({
  ...{ Canal, 'SKU Producto': sku, day, order: `${Canal}${day}${sku}` },
  cents: { Ventas, 'Rentabilidad Total': result, 'Costo de Producto': 1n, Unidades: 100n },
});
const dayOf = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
const INPUT: PivotInput = {
  ...{ selection: EVERYTHING, first: CANAL, second: null, place: 'nested', against: null, sort: null },
  ...{ columns: ['Ventas', 'Rentabilidad Total', 'Costo de Producto', 'Unidades'], all: false, open: 'all' },
};
async function read(rows: readonly Row[], part: Partial<PivotInput>) {
  const asked: GroupsQuery[] = [];
  const input = { ...INPUT, ...part };
  const result = await readPivot(callerOf(rows, asked), input, 'slot');
  const model = pivotModel({
    ...{ result, second: input.second === null ? null : { isTime: input.second.unit !== null } },
    ...{ place: input.place, sort: input.sort, isOpen: () => true },
  });
  return { asked, result, model };
}

describe('the order of groups', () => {
  const pairs = new Map<string, FigurePair>(
    Object.entries({ A10: '5', A9: '5', 'A-2': '7', '': '5', z: '1' }).map(([value, sales]) => [
      value,
      { now: figures({ Ventas: sales }), before: null },
    ]),
  );
  const order = (column: string | null, direction: 'ascending' | 'descending', isTime: boolean) =>
    sortGroups(
      [...pairs.keys()].map((value) => ({ value })),
      column === null ? null : { column, direction },
      isTime,
      ({ value }) => pairs.get(value) ?? { now: NO_FIGURES, before: null },
      { now: figures({ Ventas: '23' }), before: null },
    ).map(({ value }) => value);

  test('is by the figure that was pressed, also of times; ties by their names, numbers in them as numbers', () => {
    expect(order(null, 'descending', false)).toEqual(['A-2', '', 'A9', 'A10', 'z']);
    expect(order('sum:Ventas', 'ascending', true)).toEqual(['z', '', 'A9', 'A10', 'A-2']);
    expect(order(null, 'descending', true)).toEqual(['z', 'A10', 'A9', 'A-2', '']);
    expect(order('name', 'ascending', true)).toEqual(['', 'A-2', 'A9', 'A10', 'z']);
    expect(order('name', 'descending', false)).toEqual(['z', 'A10', 'A9', 'A-2', '']);
  });

  test('of measures: the second goes one to the front, which is the first place', () => {
    const changed: (readonly string[])[] = [];
    const actions = measureActions({} as never, [SALES, RATE, measure('orders')], (ids) => changed.push(ids));
    actions.nudge('rate:Rentabilidad Total', -1);
    actions.nudge('sum:Ventas', -1);
    actions.nudge('orders', 1);
    expect(changed).toEqual([['rate:Rentabilidad Total', 'sum:Ventas', 'orders']]);
  });
});

describe('a cell', () => {
  const whole = {
    now: figures({ Ventas: '100' }, { unreadable: { Ventas: 5 } }),
    before: figures({ Ventas: '50' }),
  };
  const cell = (id: string, part: 'value' | 'difference', pair: FigurePair) =>
    figureCell(measure(id), part, pair, whole, { text, formats, places: 0 });

  test('of a cost that is really 0 says so; what was not read is its own row’s; a share is of its own period', () => {
    const now = figures({ Ventas: '25', 'Costo de Producto': '0' });
    const pair = { now, before: figures({ Ventas: '20' }) };
    expect(cell('sum:Costo de Producto', 'value', pair)).toMatchObject({ text: '0', value: '0' });
    expect(cell('sum:Ventas', 'value', pair)).toEqual({
      text: '25',
      tone: 'plain',
      value: '25',
      title: '25',
    });
    expect(cell('share:Ventas', 'difference', pair).title).toBe('25,000000 − 40,000000');
    expect(
      ['ticket', 'per-unit:Ventas', 'orders', 'coverage'].map((id) => figureKindOf(measure(id))),
    ).toEqual([...['money', 'money', 'count', 'points']]);
  });

  test('shades are none of what is left out, nor where nothing was sold', async () => {
    const rows = [
      row('Uno', 'a', '2026-09-01', 500n),
      row('Dos', 'a', '2026-10-01', 300n),
      row('Dos', 'b', '2026-09-01', 100n),
    ];
    const { model } = await read(rows, { second: SKU, place: 'across' });
    const cut = {
      ...model,
      bands: ['a'],
      lines: model.lines.map((line) => ({ ...line, acrossRest: () => line.pair })),
    };
    const columns = figureColumns({ measures: [SALES], isCompared: false, bands: ['a', 'b'], rest: 'after' });
    const scales = scalesOf(cut, columns);
    // Columns a, b, the rest, and the row’s own.
    expect(cut.lines.map((line) => columns.map((column) => shadeAt(line, column, scales)))).toEqual([
      [5, null, null, 5],
      [3, 1, null, 1],
    ]);
  });

  test('a line is shaded from exactly the least spread on', () => {
    expect([scaleOf([1, 1.5, null], 0.5), scaleOf([1, 1.25], 0.5), scaleOf([null], 0)]).toEqual([
      { low: 1, high: 1.5 },
      null,
      null,
    ]);
  });
});

describe('what is asked', () => {
  const of = (view: Partial<PivotView>, selection: Partial<typeof EVERYTHING> = {}) =>
    askOf({ ...EVERYTHING, ...selection }, { ...INITIAL_VIEW.pivot, ...view }, []);

  test('is by the date in view, in the order of the scope in view, and of what is no product only where products stand', () => {
    const paid = { periodColumn: 'Fecha de Pago' } as const;
    const asked = of({ first: byTime('month'), second: byTime('day') }, paid as never);
    expect([asked.first, asked.second]).toEqual([
      { column: 'Fecha de Pago', unit: 'month' },
      { column: 'Fecha de Pago', unit: 'day' },
    ]);
    const sort = { column: 'rate:Rentabilidad Total/difference', direction: 'ascending' } as const;
    expect([of({ sort, scope: 'comercial' }).sort, of({ sort }).sort]).toEqual([
      { column: 'rate:Rentabilidad Comercial/difference', direction: 'ascending' },
      sort,
    ]);
    expect([
      of({ losing: 'total' }).below?.except,
      of({ losing: 'total', first: SKU }).below?.except,
    ]).toEqual([[], ['', 'Sin SKU']]);
    expect(linesKeyOf(of({ losing: 'total' }))).not.toBe(linesKeyOf(of({})));
  });

  test('of many groups: 200 at first, within each 25; by a figure that no sum tells among 5,000; all where all are wanted', async () => {
    const limits = async (part: Partial<PivotInput>) => {
      const { asked, result } = await read([row('Uno', 'a', '2026-10-01', 5n)], part);
      return [
        ...asked.map(({ limit, withinLimit, order }) =>
          [limit ?? '', withinLimit ?? '', order?.column ?? ''].join(' '),
        ),
        result.orderedAmong,
      ];
    };
    const rate = { column: 'rate:Rentabilidad Total', direction: 'descending' } as const;
    expect(await limits({ second: SKU })).toEqual(['200  Ventas', ' 25 Ventas', null]);
    expect(await limits({ second: SKU, all: true })).toEqual(['2000  Ventas', ' 500 Ventas', null]);
    expect(await limits({ second: SKU, sort: rate })).toEqual(['2000  ', ' 25 ', null]);
    expect(await limits({ second: SKU, sort: rate, open: ['Uno'] })).toEqual(['5000  ', ' 500 ', null]);
    expect(await limits({ sort: rate })).toEqual(['5000  ', null]);
    expect(await limits({ all: true })).toEqual(['20000  Ventas', null]);
    const across = ['200  Ventas', '24  ', '  ', null];
    expect(await limits({ second: SKU, place: 'across' })).toEqual(across);
    const byBand = { column: 'sum:Unidades/value/*', direction: 'ascending' } as const;
    expect(await limits({ second: SKU, place: 'across', sort: byBand })).toEqual(across);
  });

  test('of 250 groups: all have their cells where all are wanted, times are all there, and an order among some says so', async () => {
    const many = Array.from({ length: 250 }, (_, at) =>
      row(`g${at}`, `s${at % 3}`, dayOf(at), BigInt(1000 - at)),
    );
    const across = await read(many, { second: SKU, place: 'across', all: true });
    expect([across.result.shown.length, across.result.within.size]).toEqual([250, 250]);
    const daily = await read(many, { first: DAY });
    expect([daily.result.shown.length, daily.result.leftOut]).toEqual([250, 0]);
    const first = await read(many, { second: SKU, place: 'across' });
    expect([first.result.shown.length, first.result.leftOut, first.result.orderedAmong]).toEqual([
      200,
      50,
      null,
    ]);
    const byBand = { column: 'sum:Ventas/value/=s1', direction: 'ascending' } as const;
    expect((await read(many, { second: SKU, place: 'across', sort: byBand })).result.orderedAmong).toBe(200);
  });

  test('of more times across than there is room for: the newest; the rest stands before them', async () => {
    const days = Array.from({ length: 64 }, (_, at) => row('Uno', 'a', dayOf(at), BigInt(at + 1)));
    const { model, asked } = await read(days, { second: DAY, place: 'across' });
    expect([model.bands.length, model.bands[0], model.bands.at(-1), model.bandsLeftOut]).toEqual([
      ...[62, dayOf(2), dayOf(63), 2],
    ]);
    expect(model.lines[0]?.acrossRest?.().now.sums.Ventas).toBe('0.03');
    expect(asked.at(-1)?.selection.filters).toHaveLength(0);
  });

  test('within a group what is left out is one line, with what it comes to', async () => {
    const many = Array.from({ length: 27 }, (_, at) => row('Uno', `s${at}`, '2026-10-01', BigInt(100 - at)));
    const { model } = await read(many, { second: SKU });
    expect(model.lines.map(({ kind, depth }) => `${kind}${depth}`).slice(-2)).toEqual(['group1', 'others1']);
    const last = model.lines.at(-1);
    expect([
      last?.key,
      last?.leftOut,
      last?.first,
      last?.second,
      last?.pair.now.sums.Ventas,
      last?.pair.now.rows,
    ]).toEqual([...['=Uno\n*', 2, 'Uno', null, '1.49', 2]]);
  });
});

describe('the view that a chart asks for', () => {
  const charted = (kind: ChartKind, view: Partial<PivotView>, period: typeof OCTOBER | null = null) =>
    chartedView(withChart({ ...INITIAL_VIEW.pivot, ...view }, kind), period);

  test('has lines of the greatest, of a rate of the greatest sales; all where the table has all', () => {
    const sorted = (view: Partial<PivotView>) =>
      charted('lines', { second: byTime('month'), ...view }).sort?.column;
    expect([
      sorted({ measures: ['sum:Unidades'] }),
      sorted({ measures: ['rate:Rentabilidad Total'] }),
      sorted({ measures: ['orders'] }),
    ]).toEqual(['sum:Unidades', 'sum:Ventas', 'sum:Ventas']);
    expect([charted('bars', { all: true }).all, charted('bars', {}).all]).toEqual([true, false]);
  });

  test('is of losses only where the table begins with the least of a sum of a result', () => {
    const of = (column: string, direction: 'ascending' | 'descending', kind: ChartKind = 'bars') =>
      drawsLosses({ sort: { column, direction }, chart: { kind, measure: 'sum:Ventas' } });
    expect([
      of('sum:Rentabilidad Total', 'ascending'),
      of('sum:Rentabilidad Comercial', 'ascending', 'scatter'),
      of('sum:Rentabilidad Marketplace', 'ascending', 'stacked'),
    ]).toEqual([true, true, true]);
    expect([
      of('sum:Rentabilidad Total', 'descending'),
      of('rate:Rentabilidad Total', 'ascending'),
      of('share:Rentabilidad Total', 'ascending'),
      of('sum:Ventas', 'ascending'),
      of('sum:Rentabilidad Total', 'ascending', 'pareto'),
      of('sum:Rentabilidad Total', 'ascending', 'lines'),
    ]).toEqual([false, false, false, false, false, false]);
  });

  test('keeps the measure of the chart that was there, and goes on from the one the table is sorted by', () => {
    const sort = { column: 'orders', direction: 'descending' } as const;
    const table = { ...INITIAL_VIEW.pivot, measures: ['sum:Ventas', 'orders', 'ticket'], sort };
    const bars = withChart(table, 'bars');
    const ticket = { ...bars, chart: { kind: 'bars', measure: 'ticket' } as const };
    expect([bars.chart, withChart(ticket, 'lines').chart]).toEqual([
      { kind: 'bars', measure: 'orders' },
      { kind: 'lines', measure: 'ticket' },
    ]);
    expect(withChart(ticket, null)).toEqual(table);
  });

  test('of one week by weeks has days; of a day by days it stays', () => {
    const of = (unit: 'week' | 'day' | 'month', from: string, to: string) =>
      charted('lines', { first: CANAL, second: byTime(unit) }, { from, to } as never).second?.unit;
    expect([
      of('week', '2026-10-05', '2026-10-11'),
      of('week', '2026-10-05', '2026-10-12'),
      of('month', '2026-10-01', '2026-10-31'),
      of('month', '2026-10-01', '2026-11-01'),
      of('day', '2026-10-05', '2026-10-05'),
    ]).toEqual(['day', 'week', 'day', 'month', 'day']);
  });
});

describe('the marks', () => {
  test('of losses are those that lose by the scope in view', async () => {
    const line = (key: string, total: string, comercial: string) => ({
      ...{
        key,
        kind: 'group',
        depth: 0,
        first: key,
        caption: null,
        leftOut: 0,
        across: null,
        acrossRest: null,
      },
      pair: {
        now: figures({ Ventas: '9', 'Rentabilidad Total': total, 'Rentabilidad Comercial': comercial }),
        before: null,
      },
    });
    const lines = [
      line('a', '-5', '2'),
      line('b', '3', '-1'),
      line('c', '0', '0'),
      line('Sin SKU', '-9', '-9'),
      line('', '-9', '-9'),
    ];
    const model = { lines, total: line('total', '1', '1'), bands: [], bandsLeftOut: 0 } as never;
    const lost = (scope: 'comercial' | null) =>
      chartMarks(model, SALES, false, 9, {
        scope,
        sort: { column: 'sum:Rentabilidad Total', direction: 'ascending' },
      }).map((mark) => mark.line.first);
    expect([lost(null), lost('comercial')]).toEqual([['a'], ['b']]);
  });

  test('without sales are those that sold exactly nothing, not those that gave back', () => {
    const mark = (sales: string | undefined, kind = 'group') =>
      ({ line: { kind, caption: 'Mesa' }, pair: { now: { sums: { Ventas: sales } } } }) as never;
    expect(
      withoutSales(
        [mark('0'), mark('0.00'), mark('-3'), mark('5'), mark(undefined), mark('0', 'others')],
        'nada',
      ).map(({ line }) => line.caption),
    ).toEqual(['nada · Mesa', 'nada · Mesa', 'Mesa', 'Mesa', 'Mesa', 'Mesa']);
  });

  test('are likely less where costs are missing, in amounts and percent, and nothing else is told so', () => {
    const now = figures(
      { Ventas: '100', 'Rentabilidad Total': '40', 'Costo de Producto': '30' },
      { rowsWithoutProductCost: 1, ventasWithProductCost: '60' as Decimal },
    );
    const pair = { now, before: null };
    const likely = (id: string) => figuresOf(measure(id), pair, pair).likely;
    expect([
      likely('sum:Rentabilidad Total'),
      likely('rate:Rentabilidad Total'),
      likely('share:Rentabilidad Total'),
      likely('per-unit:Rentabilidad Total'),
      likely('sum:Rentabilidad Marketplace'),
    ]).toEqual(['20.0000', '20.000000', null, null, null]);
  });

  test('of a share have that of before of the whole of before, and none where nothing was', () => {
    const pair = { now: figures({ Ventas: '25' }), before: figures({ Ventas: '20' }) };
    const of = (before: FigurePair['before'], own: FigurePair = pair) => {
      const whole = { now: figures({ Ventas: '100' }), before };
      const { value, before: was, difference, change } = figuresOf(measure('share:Ventas'), own, whole);
      return [value, was, difference, change];
    };
    expect(of(figures({ Ventas: '50' }))).toEqual(['25.000000', '40.000000', '-15.000000', '-37.500000']);
    expect(of(null)).toEqual(['25.000000', null, null, null]);
    expect(of(figures({ Ventas: '50' }), { ...pair, before: null })).toEqual(['25.000000', null, null, null]);
    expect(of(figures({ Ventas: '50' }), { ...pair, before: NO_FIGURES })).toEqual([
      ...['25.000000', '0.000000', '25.000000', null],
    ]);
  });

  test('of a share are of the whole, also those within a group', () => {
    const line = (key: string, sales: string, within: readonly (readonly [string, string])[]) => ({
      ...{ key, kind: 'group', depth: 0, first: key, caption: null, leftOut: 0, acrossRest: null },
      pair: { now: figures({ Ventas: sales }), before: null },
      across: new Map(within.map(([sku, of]) => [sku, { now: figures({ Ventas: of }), before: null }])),
    });
    const lines = [
      ...[line('a', '50', [...[['x', '30'] as const], ['y', '20']]), line('b', '25', [['x', '25']])],
    ];
    const model = { lines, total: line('total', '200', []), bands: ['x', 'y'], bandsLeftOut: 0 } as never;
    const marks = pairedMarks(model, measure('share:Ventas'), { first: false, second: false });
    expect(marks.map(({ value, parts }) => [value, parts.map((part) => part.value)])).toEqual([
      ['25.000000', ['15.000000', '10.000000']],
      ['12.500000', ['12.500000']],
    ]);
  });

  test('stacks divide by the sales of their own group', () => {
    const mark = (Ventas: string) =>
      ({
        pair: { now: { sums: { Ventas, 'Ingreso Total': '50', 'Costo de Producto': '20' } } },
        value: null,
      }) as never;
    const stacks = stacksOf([mark('100'), mark('40'), mark('0')], RATE);
    expect(stacks.map(({ income, cost }) => [income.value, cost])).toEqual([
      ['50.000000', '20.000000'],
      ['125.000000', '50.000000'],
      [null, null],
    ]);
  });

  test('the scale of bars holds what was before, where that was the most or the least', () => {
    const bar = (own: number, before: number | null) => ({
      key: '',
      own,
      likely: null,
      before,
      cumulative: null,
      ink: '',
    });
    expect([barDomain([bar(5, 40), bar(9, -3)], false), barDomain([bar(-5, null)], false)]).toEqual([
      [-3, 40],
      [-5, 0],
    ]);
  });

  test('of dots those that stand out are named: by sales and by the lowest margins in turns, then the highest above 0', () => {
    // In the order of their sales; the least of 2 % of the greatest counts, less does not.
    const dots = (
      [
        ['a', 1000, 5],
        ['b', 900, 30],
        ['c', 800, -2],
        ['d', 700, 8],
        ['e', 600, 60],
        ['f', 500, -40],
        ['g', 400, 9],
        ['h', 300, -10],
        ['i', 200, 0],
        ['j', 20, 70],
        ['k', 19.9, 90],
        ['l', 10, -90],
      ] as const
    ).map(([key, x, y], at) => ({ at, key, x, y }) as Dot);
    expect(
      outstanding(dots)
        .map(({ key }) => key)
        .join(''),
    ).toBe('afbhcdije');
    const losing = dots.map((dot) => ({ ...dot, y: dot.y > 0 ? 0 : dot.y }) as Dot);
    expect(
      outstanding(losing)
        .map(({ key }) => key)
        .join(''),
    ).toBe('afbhcd');
    expect(outstanding([])).toHaveLength(0);
  });
});

describe('lines', () => {
  test('of one alone are the newest 400 times; of what is beyond it is said how many', async () => {
    const days = Array.from({ length: 403 }, (_, at) => row('Uno', 'a', dayOf(at), BigInt(at + 1)));
    const { model } = await read([...days, row('Uno', 'a', '', 7n)], { first: DAY });
    const chart = chartLines(model, SALES, 'day', true);
    expect([
      chart.times.length,
      chart.times[0]?.value,
      chart.times.at(-1)?.value,
      chart.timesLeftOut,
    ]).toEqual([...[400, dayOf(3), dayOf(402), 3]]);
    expect(chart.lines[0]?.points.at(-1)?.value).toBe('4.03');
    expect(chart.besides.map(({ line, value, band }) => [line.first, value, band.kind])).toEqual([
      ['', '0.07', 'own'],
    ]);
    expect(chart.total).toBeNull();
  });

  test('compared: where a line has no rows it was and is 0; the others are all that have no line', async () => {
    const rows = [
      row('Uno', 'a', '2026-10-05', 500n),
      row('Dos', 'a', '2026-10-06', 300n),
      ...Array.from({ length: 205 }, (_, at) => row(`g${at}`, 'a', '2026-10-05', 1n)),
    ];
    const { model } = await read(rows, {
      ...{ second: DAY, place: 'across', against: 'previous-period' },
      selection: { ...EVERYTHING, period: OCTOBER },
    });
    const chart = chartLines(model, SALES, 'day', false);
    const [uno, dos] = chart.lines;
    expect(uno?.points.map(({ value, before, difference }) => [value, before, difference])).toEqual([
      ['5.00', '0', '5.00'],
      ['0', '0', '0'],
    ]);
    expect(dos?.points.map(({ value }) => value)).toEqual(['0', '3.00']);
    expect(chart.lines.at(-1)?.line.leftOut).toBe(201);
    expect(chart.lines.at(-1)?.points.map(({ value }) => value)).toEqual(['2.01', '0.00']);
    expect(chart.total?.points.map(({ value }) => value)).toEqual(['7.05', '3.00']);
  });

  test('are named at their last point, each in its own ink, whose margin may be of an earlier time', async () => {
    const rows = [
      row('Uno', 'a', '2026-09-05', 1000n, 500n),
      row('Uno', 'a', '2026-10-05', 1000n, 100n),
      row('Dos', 'a', '2026-09-05', 400n, 40n),
    ];
    const { model } = await read(rows, { second: MONTH, place: 'across' });
    const chart = chartLines(model, RATE, 'month', false);
    const place = placesOf(chart, { min: 0, max: 50 }, 548, 100);
    const names = endNamesOf(chart, RATE, place, ['Uno', 'Dos'], ['blue', 'red']);
    const told = names.map(({ text: name, ink, ...at }) => [
      ...[name, ink],
      ...[at.fromX, at.fromY, at.x, at.y].map(Math.round),
    ]);
    // Both keep 10 % at last, Dos in September; the second name stands a line below the first.
    expect(told).toEqual([
      ['Uno', 'blue', 343, 259, 466, 259],
      ['Dos', 'red', 143, 259, 466, 272],
    ]);
  });
});

describe('the columns', () => {
  const columns = figureColumns({
    measures: [SALES, measure('sum:Rentabilidad Total'), RATE],
    isCompared: true,
    bands: null,
    rest: null,
  });
  const line = (first: string, sales: string, before: string, depth = 0, kind = 'group') => ({
    ...{ key: `=${first}`, first, depth, kind, caption: null, across: null, acrossRest: null },
    pair: {
      now: figures({ Ventas: sales, 'Rentabilidad Total': '1' }),
      before: figures({ Ventas: before, 'Rentabilidad Total': '1' }),
    },
  });
  const layout = (lines: readonly object[], unit: string | null = 'CLP') => {
    const model = { lines, total: line('', '99', '99', 0, 'total'), bands: [], bandsLeftOut: 0 } as never;
    return {
      ...{ model, figures: columns, isAcross: false, heading: { name: 'Canal', caption: null }, unit, text },
      nameOf: ({ first }: { readonly first: string | null }) => first ?? '',
      bandName: (value: string) => value,
      cell: (of: { readonly pair: FigurePair }, { part }: { readonly part: string }) => ({
        text: part === 'value' ? (of.pair.now.sums.Ventas ?? '') : part === 'change' ? '1' : 'difference',
        tone: 'plain' as const,
      }),
      widths: { regular: (words: string) => words.length * 10, bold: (words: string) => words.length * 11 },
    } as unknown as Parameters<typeof gridColumns>[0];
  };

  test('say what of a measure they are, in titles and in files', () => {
    const named = (isTitle: boolean) =>
      columns.map((column) => columnName(column, { ...layout([]), isTitle }));
    expect(named(false)).toEqual([
      ...['Ventas', 'Ventas, Dif.', 'Ventas, Dif. %'],
      ...['Rentabilidad Total', 'Rentabilidad Total, Dif.', 'Rentabilidad Total, Dif. %'],
      ...['Rentabilidad Total % de Ventas', 'Rentabilidad Total % de Ventas, Dif. pp'],
    ]);
    const labels = gridColumns(layout([])).map(({ label }) => (typeof label === 'string' ? label : 'marked'));
    // The marks of what own costs move stand at the name of a plain measure, and at its scope’s letter.
    expect(labels).toEqual([
      ...['marked', 'marked', 'Dif.', 'Dif. %', 'Rentabilidad', 'Dif.', 'Dif. %', '%', 'Dif. pp'],
    ]);
    expect(gridColumns(layout([], null))[0]?.label).toBe('Canal');
  });

  test('are as wide as their widest figure, of what is left out too, and names as far as they stand in', () => {
    const short = line('a', '1', '1');
    const of = (...lines: readonly object[]) => {
      const found = new Map(gridColumns(layout(lines)).map(({ id, width }) => [id, width]));
      return ['name', 'sum:Ventas', 'sum:Ventas/difference', 'sum:Ventas/change'].map((id) => found.get(id));
    };
    // Names of 10 px a letter, bold 11; the words over a column are of a smaller size.
    expect(of(short)).toEqual([132, 89, 125, 89]);
    expect(of(short, line('b', '123456789', '1'), short)).toEqual([132, 105, 125, 89]);
    expect(of(short, line('c', '1234567890', '1', 0, 'others'))).toEqual([132, 115, 125, 89]);
    expect(of(line('Un nombre largo', '1', '1', 1))[0]).toBe(208);
    expect(of(line('Un nombre largo', '1', '1'))[0]).toBe(190);
    expect(of(line('Un nombre tan largo que no cabe entero', '1', '1'))[0]).toBe(320);
  });
});

describe('the names', () => {
  const line = (of: object) =>
    ({ depth: 0, kind: 'group', first: 'Plaza', second: null, leftOut: 0, ...of }) as never;
  const lines = [
    ['group', line({})],
    ['blank', line({ first: '' })],
    ['within', line({ depth: 1, second: '2026-09' })],
    ['blank within', line({ depth: 1, second: '' })],
    ['others', line({ kind: 'others', first: null, leftOut: 1200 })],
    ['others within', line({ kind: 'others', depth: 1, leftOut: 2 })],
    ['losers', line({ kind: 'others', areLosers: true, first: null, leftOut: 3 })],
    ['total', line({ kind: 'total', first: null })],
  ] as const;
  const MONTHS = byTime('month');

  test('of lines say what they are of, and how many are left out, by which order', () => {
    const named = (isByOther: boolean) => {
      const { nameOf } = pivotNames({ first: CANAL, second: MONTHS, place: 'nested' }, isByOther, {
        text,
        formats,
      });
      return lines.map(([of, each]) => `${of}: ${nameOf(each)}`);
    };
    expect(named(false)).toEqual([
      'group: Plaza',
      'blank: (vacío)',
      'within: sep 2026',
      'blank within: Sin fecha',
      'others: Otros: 1.200',
      'others within: Otros: 2',
      'losers: Otros 3 que pierden',
      'total: Total',
    ]);
    expect(named(true).filter((name, at) => name !== named(false)[at])).toEqual([
      'others within: Otros con menos Ventas: 2',
    ]);
  });

  test('of a table’s head are both dimensions, or the first where the second stands across; products have their own', () => {
    const headed = (first: PivotView['first'], second: PivotView['second'], place: PivotView['place']) => {
      const names = pivotNames({ first, second, place }, false, { text, formats });
      const { heading, firstOf, secondOf } = names;
      return [
        names.names.join('+'),
        heading.name,
        heading.caption,
        names.bandName('2026-09'),
        firstOf.isOfPeriods,
        secondOf?.isOfPeriods,
        secondOf?.unit,
      ].join(' | ');
    };
    expect([
      headed(CANAL, null, 'nested'),
      headed(CANAL, MONTHS, 'across'),
      headed(SKU, MONTHS, 'across'),
      headed(CANAL, SKU, 'nested'),
      headed(CANAL, SKU, 'across'),
      headed(
        { column: 'Fecha de Actualización', unit: 'month' },
        { column: 'Fecha de Pago', unit: 'day' },
        'nested',
      ),
    ]).toEqual([
      'Canal | Canal |  |  | false |  | ',
      'Canal+Mes | Canal |  | sep 2026 | false | true | month',
      'SKU Producto+Mes | SKU Producto | Producto | sep 2026 | false | true | month',
      'Canal+SKU Producto | Canal › SKU Producto | Producto | 2026-09 | false | false | ',
      'Canal+SKU Producto | Canal |  | 2026-09 | false | false | ',
      'Mes · Fecha de Actualización+Día · Fecha de Pago | Mes · Fecha de Actualización › Día · Fecha de Pago |  | Todo el período | false | true | day',
    ]);
  });

  test('of a file say the group of each line, and of groups that they are a subtotal', () => {
    const model = { bandsLeftOut: 2, bands: [] } as never;
    const words = (second: PivotView['second'], place: PivotView['place']) => {
      const view = { first: CANAL, second, place };
      const {
        first,
        second: other,
        caption,
        firstOf,
        secondOf,
        nameOf,
      } = tableWords(view, pivotNames(view, false, { text, formats }), model, text);
      const [column] = figureColumns({
        measures: [SALES],
        isCompared: false,
        bands: ['2026-09'],
        rest: null,
      });
      return [
        [first, other, caption].join(' | '),
        ...lines.slice(0, 5).map(([, each]) => `${firstOf(each)} | ${secondOf(each)}`),
        column === undefined ? '' : nameOf(column),
      ];
    };
    expect([
      words(MONTHS, 'nested'),
      words(MONTHS, 'across')[0],
      words(MONTHS, 'across').at(-1),
      words(null, 'nested')[0],
    ]).toEqual([
      [
        'Canal | Mes | ',
        'Plaza | Subtotal',
        '(vacío) | Subtotal',
        'Plaza | sep 2026',
        'Plaza | Sin fecha',
        'Otros: 1.200 | Subtotal',
        'Ventas',
      ],
      'Canal |  | ',
      'sep 2026: Ventas',
      'Canal |  | ',
    ]);
  });
});

describe('a pivot across', () => {
  const rows = [
    row('Uno', 'a', '2026-10-01', 100n),
    row('Uno', 'b', '2026-09-01', 900n),
    row('Dos', 'a', '2026-10-01', 300n),
    row('Dos', 'b', '2026-10-01', 50n),
    row('Tres', 'b', '2026-10-01', 500n),
  ];

  test('is sorted by a column either way, by what is left out of the columns too', async () => {
    const order = async (column: string, direction: 'ascending' | 'descending', of = rows) => {
      const sort = { column, direction };
      return (await read(of, { second: SKU, place: 'across', sort })).model.lines
        .map(({ first }) => first)
        .join(' ');
    };
    expect([
      await order('sum:Ventas/value/=a', 'ascending'),
      await order('sum:Ventas/value/=a', 'descending'),
      await order('sum:Ventas/value/=b', 'ascending'),
    ]).toEqual(['Tres Uno Dos', 'Dos Uno Tres', 'Dos Tres Uno']);
    // With 26 products two are left out: of Uno more than of Dos, which sells more.
    const many = Array.from({ length: 24 }, (_, at) => row('Dos', `p${at}`, '2026-10-01', 1000n));
    const cut = [...many, row('Uno', 'y', '2026-10-01', 9n), row('Dos', 'z', '2026-10-01', 2n)];
    expect([
      await order('sum:Ventas/value/*', 'descending', cut),
      await order('sum:Ventas/value/*', 'ascending', cut),
    ]).toEqual(['Uno Dos', 'Dos Uno']);
  });

  test('asks for what stands within the groups shown, in their place of the filters; compared times are all asked', async () => {
    const last = async (part: Partial<PivotInput>) => {
      const { asked } = await read(rows, part);
      const { filters, period } = asked.at(-1)?.selection ?? EVERYTHING;
      return [
        ...filters.map(({ column, ...values }) => `${column} ${JSON.stringify(values)}`),
        period?.from ?? '',
        period?.to ?? '',
      ];
    };
    const one = { ...EVERYTHING, filters: [{ column: 'Canal', values: ['Uno', 'Dos'] }] };
    expect([
      await last({ selection: one, second: SKU, open: ['Uno'] }),
      await last({ first: MONTH, second: SKU, open: ['2026-10'] }),
      await last({
        first: MONTH,
        second: SKU,
        open: ['2026-10'],
        against: 'previous-period',
        selection: { ...EVERYTHING, period: { ...OCTOBER, from: '2026-09-01' as typeof OCTOBER.from } },
      }),
      await last({
        first: MONTH,
        second: SKU,
        open: ['2026-10'],
        selection: { ...EVERYTHING, period: { ...OCTOBER, to: '2026-10-05' as typeof OCTOBER.to } },
      }),
    ]).toEqual([
      ['Canal {"values":["Uno"]}', '', ''],
      ['2026-10-01', '2026-10-31'],
      ['2026-09-01', '2026-10-31'],
      ['2026-10-01', '2026-10-05'],
    ]);
  });

  test('shares and coverage are of sales that are a base, each of its own set', () => {
    const whole = figures({ Ventas: '-10', Unidades: '-10' });
    const own = figures({ Ventas: '5', Unidades: '5' }, { ventasWithProductCost: '4' as Decimal });
    expect(
      ['share:Ventas', 'share:Unidades', 'coverage'].map((id) => decimalIn(measure(id), own, whole)),
    ).toEqual([...[null, '-50.000000', '80.000000']]);
  });
});
