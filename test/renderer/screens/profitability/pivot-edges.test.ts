import { describe, expect, test } from 'vitest';
import type { Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import { byTime } from '#renderer/features/dimensions/dimensions.ts';
import { fileWords, statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import { lineName, STATEMENT_LINES } from '#renderer/features/income-statement/income-statement-lines.ts';
import { dimensionGroups } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import {
  type FigurePair,
  type Figures,
  NO_FIGURES,
} from '#renderer/screens/profitability/figures/figures.ts';
import { type Measure, measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import {
  askOf as askOfStatement,
  identitiesIn,
} from '#renderer/screens/profitability/income-statement/statement-data.ts';
import { chartLines } from '#renderer/screens/profitability/pivot/chart-lines.ts';
import {
  chartedView,
  chartMarks,
  hasHatching,
  pairedMarks,
} from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { stackDomain } from '#renderer/screens/profitability/pivot/chart-stacks.ts';
import { spread } from '#renderer/screens/profitability/pivot/lines-place.ts';
import { markTitle } from '#renderer/screens/profitability/pivot/mark-text.ts';
import { figureCell } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import { barsOf, flatOf } from '#renderer/screens/profitability/pivot/pivot-chart.tsx';
import { figureColumns } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { type PivotInput, readPivot } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { nameCell, scalesOf, shadeAt } from '#renderer/screens/profitability/pivot/pivot-grid.tsx';
import { bandShortfall } from '#renderer/screens/profitability/pivot/pivot-layout.tsx';
import { timeTicks } from '#renderer/screens/profitability/pivot/pivot-lines.tsx';
import {
  firstWholeGroups,
  type PivotLine,
  type PivotModel,
  pairAt,
  partOf,
  pivotModel,
  pivotTable,
} from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { narrowingsOf } from '#renderer/screens/profitability/pivot/pivot-screen.tsx';
import { dotAxes } from '#renderer/screens/profitability/pivot/scatter-dots.ts';
import { INITIAL_VIEW } from '#renderer/screens/profitability/state/view-state.ts';
import { seriesInk } from '#renderer/ui/chart/series-inks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { callerOf, OCTOBER, type Row } from './pivot-world.ts';

/** What the pivot and the result are at their edges: the rest, what is left out, what is blank, and exactly the limit. */

const CANAL = { column: 'Canal', unit: null } as const;
const SKU = { column: 'SKU Producto', unit: null } as const;
const measure = (id: string): Measure => {
  const found = measureOf(id);
  if (found === null) throw new Error(id);
  return found;
};
const SALES = measure('sum:Ventas');
const figures = (sums: { readonly [column: string]: string }, more: Partial<Figures> = {}): Figures => ({
  ...{ ...NO_FIGURES, rows: 2, orders: 2, sums: sums as Figures['sums'] },
  ventasWithProductCost: (sums.Ventas ?? '0') as Decimal,
  ...more,
});
const row = (Canal: string, sku: string, Ventas: bigint, result = 1n): Row => ({
  ...{ Canal, 'SKU Producto': sku, day: '2026-10-01', order: `${Canal}${sku}` },
  cents: { Ventas, 'Rentabilidad Total': result, 'Costo de Producto': 1n, Unidades: 100n },
});
const INPUT: PivotInput = {
  ...{ selection: EVERYTHING, first: CANAL, second: null, place: 'nested', against: null, sort: null },
  ...{ columns: ['Ventas', 'Rentabilidad Total', 'Costo de Producto', 'Unidades'], all: false, open: 'all' },
};
async function modelOf(rows: readonly Row[], part: Partial<PivotInput>) {
  const input = { ...INPUT, ...part };
  const result = await readPivot(callerOf(rows), input, 'slot');
  return pivotModel({
    ...{ result, second: input.second === null ? null : { isTime: false } },
    ...{ place: input.place, sort: input.sort, isOpen: () => true },
  });
}
/** More values across than there are columns for, and more within a group than are shown. */
const MANY = Array.from({ length: 27 }, (_, at) =>
  row('Uno', `s${String(at).padStart(2, '0')}`, BigInt(1000 - at)),
);

describe('the pivot', () => {
  test('of those that lose is in an order that misses none, though others were left out', async () => {
    const rows = [row('Uno', 'a', 5n, -1n), row('Dos', 'b', 9n, -3n), row('Tres', 'c', 7n)];
    const call = callerOf(rows) as unknown as { readGroups: (query: GroupsQuery) => Promise<Groups> };
    const asked = async (count: number) => {
      const readGroups = async (query: GroupsQuery) => ({
        ...(await call.readGroups(query)),
        losers: { count, sum: '-0.04' as Decimal },
      });
      const below = { column: 'Rentabilidad Total', except: [] };
      const sort = { column: 'rate:Rentabilidad Total', direction: 'ascending' } as const;
      const result = await readPivot({ readGroups } as never, { ...INPUT, below, sort }, 'slot');
      return [result.shown.map(({ value }) => value), result.leftOut, result.orderedAmong];
    };
    expect([await asked(2), await asked(3)]).toEqual([
      [['Dos', 'Uno'], 1, null],
      [['Dos', 'Uno'], 1, 2],
    ]);
  });

  test('is asked again where its columns are of other rows than its lines', async () => {
    const call = callerOf([row('Uno', 'a', 5n)]) as unknown as {
      readGroups: (query: GroupsQuery & { readonly slot: string }) => Promise<Groups>;
    };
    const slots: string[] = [];
    const readGroups = async (query: GroupsQuery & { readonly slot: string }) => {
      slots.push(query.slot.replace('slot-', ''));
      const isFirst = slots.filter((slot) => slot === 'bands').length === 1;
      return { ...(await call.readGroups(query)), revision: isFirst && query.slot.endsWith('bands') ? 1 : 2 };
    };
    const result = await readPivot(
      { readGroups } as never,
      { ...INPUT, second: SKU, place: 'across' },
      'slot',
    );
    expect([result.revision, result.bands?.revision]).toEqual([2, 2]);
    expect(slots).toEqual(['rows', 'bands', 'within', 'rows', 'bands', 'within']);
  });

  test('has a rest beside its columns, also of some of its lines', async () => {
    const model = await modelOf([...MANY, row('Dos', 'zz', 5n)], { second: SKU, place: 'across' });
    const part = partOf(model, model.lines.slice(1, 2));
    const sales = ({ pair, acrossRest }: PivotLine) => [
      pair.now.sums.Ventas,
      acrossRest?.().now.sums.Ventas ?? null,
    ];
    expect([model.bands.length, model.bandsLeftOut, ...model.lines.map(sales), sales(part)]).toEqual([
      ...[24, 4],
      ['266.49', '29.25'],
      ['0.05', '0.05'],
      ['0.05', '0.05'],
    ]);
  });

  test('in a file adds up what stands below a group with the rest of it', async () => {
    const model = await modelOf(MANY, { second: SKU });
    const columns = figureColumns({
      measures: ['sum:Ventas', 'per-unit:Ventas', 'ticket'].map(measure),
      ...{ isCompared: false, bands: null, rest: null },
    });
    const table = pivotTable(
      'x',
      model,
      columns,
      {
        ...{ first: 'Canal', second: 'SKU', caption: null, nameOf: ({ id }) => id },
        ...{ firstOf: ({ first }) => first ?? '', secondOf: ({ second, kind }) => second ?? kind },
      },
      false,
    );
    const lines = [...(table.lines as Iterable<{ cells: readonly unknown[] }>)].map(({ cells }) => cells);
    expect([lines.length, lines[0]?.[2], lines.at(-1)]).toEqual([
      27,
      { value: '266.49', formula: { kind: 'subtotal', below: 26 } },
      ['Uno', 'others', '19.49', '9.745000', null],
    ]);
    expect(table.columns.map(({ kind }) => kind)).toEqual(['text', 'text', 'money', 'money', 'money']);
  });

  test('a blank of the second dimension is quiet, one of the first stands for what is within', () => {
    const line = (first: string, second: string | null, depth: 0 | 1) =>
      nameCell({ kind: 'group', first, second, depth, caption: null } as PivotLine, () => 'x').tone;
    expect([line('', null, 0), line('a', '', 1), line('', 'b', 1), line('a', null, 0)]).toEqual([
      ...['none', 'none', 'soft', 'plain'],
    ]);
  });

  test('counts of nothing are not shaded, and amounts differ in full', async () => {
    const model = await modelOf([row('Uno', 'a', 5n), row('Uno', 'b', 5n), row('Dos', 'a', 4n)], {
      second: SKU,
      place: 'across',
    });
    const columns = figureColumns({
      measures: [measure('rows')],
      ...{ isCompared: false, bands: model.bands, rest: null },
    });
    const scales = scalesOf(model, columns);
    expect(model.lines.map((line) => columns.map((column) => shadeAt(line, column, scales)))).toEqual([
      [null, null, 5],
      [null, null, 1],
    ]);
    const pair = { now: figures({ Ventas: '1234.5' }), before: figures({ Ventas: '1000' }) };
    const cell = figureCell(SALES, 'difference', pair, pair, { text, formats, places: 2 });
    expect(cell).toEqual({
      ...{ text: '+234,50', tone: 'positive', value: '234.5' },
      title: `${formats.title('1234.5')} − ${formats.title('1000')}`,
    });
  });
});

describe('a chart', () => {
  const group = (first: string, sales: string, total: string): PivotLine =>
    ({
      ...{ key: `=${first}`, kind: 'group', depth: 0, first, second: null, caption: null, leftOut: 0 },
      ...{ pair: { now: figures({ Ventas: sales, 'Rentabilidad Total': total }), before: null } },
      ...{ across: null, acrossRest: null, isOpen: null },
    }) as PivotLine;
  const pair = (sales: string, total: string): FigurePair => ({
    now: figures({ Ventas: sales, 'Rentabilidad Total': total }),
    before: null,
  });
  const model = (lines: readonly PivotLine[], more: Partial<PivotModel> = {}): PivotModel => ({
    ...{ lines, bands: [], bandsLeftOut: 0 },
    total: { ...group('', '0', '0'), key: 'total', kind: 'total', first: null, pair: pair('99', '-9') },
    ...more,
  });

  test('of losses needs all that lose to be known, exactly as many as there are', () => {
    const lines = [group('a', '5', '-3'), group('b', '5', '-2')];
    const rest = { ...group('', '0', '0'), key: '*', kind: 'others', first: null, leftOut: 7 } as PivotLine;
    const order = {
      sort: { column: 'sum:Rentabilidad Total', direction: 'ascending' },
      scope: null,
    } as const;
    const of = (losers: number) =>
      chartMarks(model([...lines, rest], { losers }), SALES, false, 5, order).map(({ line }) => line.key);
    expect([of(2), of(3)]).toEqual([
      ['=a', '=b'],
      ['=a', '=b', '*'],
    ]);
  });

  test('by two dimensions has the rest of each group where values were left out, however few stand', () => {
    const across = new Map([['x', { now: figures({ Ventas: '3' }, { rows: 1 }), before: null }]]);
    const lines = [{ ...group('a', '5', '-3'), across }];
    const of = (bandsLeftOut: number) =>
      pairedMarks(model(lines, { bands: ['x'], bandsLeftOut }), SALES, {
        first: false,
        second: false,
      })[0]?.parts.map(({ band, value }) => [band.kind, value]);
    expect([of(0), of(1)]).toEqual([
      [['value', '3']],
      [
        ['value', '3'],
        ['others', '2'],
      ],
    ]);
  });

  test('of small rates hatches what is to be seen beside one percent', () => {
    const of = (covered: string) => {
      const now = figures(
        { Ventas: '1000', 'Costo de Producto': '1', 'Rentabilidad Total': '4' },
        { rowsWithoutProductCost: 1, ventasWithProductCost: covered as Decimal },
      );
      const line = { ...group('a', '1', '1'), pair: { now, before: null } };
      return hasHatching(model([line]), measure('rate:Rentabilidad Total'));
    };
    // 0.4 %; the missing costs take 0.003 and 0.1 points.
    expect([of('970'), of('500')]).toEqual([false, true]);
  });

  test('of a Pareto is in the order of its sums, also over months', () => {
    const view = { ...INITIAL_VIEW.pivot, first: byTime('month'), measures: ['sum:Ventas'] };
    const sortOf = (kind: 'pareto' | 'bars') =>
      chartedView({ ...view, chart: { kind, measure: 'sum:Ventas' } }, null).sort;
    expect([sortOf('pareto'), sortOf('bars')]).toEqual([
      { column: 'sum:Ventas', direction: 'descending' },
      { column: 'name', direction: 'ascending' },
    ]);
  });

  test('names the ends of as many lines as there is exactly room for', () => {
    expect([spread([9, 3], 0, 13), spread([9, 3, 4], 0, 25)]).toEqual([[13, 0], null]);
  });
});

describe('the result', () => {
  test('is by the date in view; its file names the sections, and is known by section and line', () => {
    const paid = { ...EVERYTHING, periodColumn: 'Fecha de Pago' } as const;
    expect(askOfStatement(paid, byTime('month'))).toMatchObject({
      by: { column: 'Fecha de Pago', unit: 'month' },
      against: null,
    });
    const words = fileWords(text);
    expect(statementTable('x', words, [], []).keyColumns).toBe(2);
    expect([
      ...new Set(STATEMENT_LINES.filter(({ kind }) => kind !== 'part').map((line) => words.sectionOf(line))),
    ]).toEqual([
      text('statement-file.section-income'),
      ...[
        'commissions',
        'shipping',
        'other',
        'discounts',
        'advertising',
        'storage',
        'account',
        'financing',
      ].map((section) => text(`section.${section}` as 'section.shipping')),
      text('statement-file.section-result'),
      'Costo de Producto',
    ]);
  });

  test('is offered by no section without a dimension', () => {
    const groups = dimensionGroups([], null, text);
    expect(groups.filter(({ items }) => items.length === 0)).toEqual([]);
    expect(groups.length).toBeGreaterThan(4);
  });
});

describe('what is asked', () => {
  type Asked = GroupsQuery & { readonly slot: string };
  const told = ({ slot, selection, dimension, within, columns: _, ...rest }: Asked): string => {
    const { period, filters } = selection;
    return [
      slot.replace('slot-', ''),
      period === null ? 'all' : `${period.from} ${period.to}`,
      filters
        .map(({ column, values }) => `${column}=${values.length > 3 ? values.length : values.join(',')}`)
        .join(' & '),
      ...[dimension, within].map((one) =>
        typeof one === 'object' && one !== null ? (one.unit ?? one.column) : '',
      ),
      JSON.stringify(rest),
    ].join(' | ');
  };
  const questions = async (rows: readonly Row[], part: Partial<PivotInput>) => {
    const asked: GroupsQuery[] = [];
    const result = await readPivot(callerOf(rows, asked), { ...INPUT, ...part }, 'slot');
    return { asked: asked.map((each) => told(each as Asked)), result };
  };
  const order = '{"column":"Ventas","direction":"descending"}';

  test('across is of the same days and rows, and only of the columns that are shown', async () => {
    const selection = {
      ...EVERYTHING,
      period: OCTOBER,
      filters: [{ column: 'Canal', values: ['Uno', 'Dos'] }],
    };
    const { asked, result } = await questions(MANY, {
      ...{ selection, second: SKU, place: 'across', open: [], against: 'previous-period' },
    });
    const days = '2026-10-01 2026-10-31';
    expect(asked).toEqual([
      `rows | ${days} | Canal=Uno,Dos | Canal |  | {"order":${order},"limit":200,"compareWith":"previous-period"}`,
      `bands | ${days} | Canal=Uno,Dos | SKU Producto |  | {"limit":24,"compareWith":"previous-period"}`,
      `within | ${days} | Canal=Uno,Dos & SKU Producto=24 | Canal | SKU Producto | {"order":null,"withinLimit":null,"compareWith":"previous-period"}`,
    ]);
    expect([...result.within.keys()]).toEqual(['Uno']);
  });

  test('within a part of the calendar is of its days that the period holds, within a text of that alone', async () => {
    const selection = { ...EVERYTHING, period: { from: '2026-09-15', to: '2026-10-10' } as never };
    const rows = [row('Uno', 'a', 5n), row('Dos', 'b', 6n), { ...row('Uno', 'a', 7n), day: '2026-09-20' }];
    const open = async (first: PivotInput['first'], value: string) =>
      (await questions(rows, { selection, first, second: SKU, open: [value] })).asked[1];
    expect([
      await open({ column: 'Fecha de compra', unit: 'month' }, '2026-10'),
      await open(CANAL, 'Dos'),
    ]).toEqual([
      `within | 2026-10-01 2026-10-10 |  | month | SKU Producto | {"order":${order},"withinLimit":25}`,
      `within | 2026-09-15 2026-10-10 | Canal=Dos | Canal | SKU Producto | {"order":${order},"withinLimit":25}`,
    ]);
  });

  test('of 201 groups one is left out, and stands as the others; all of 250 have room with what is within', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => row(`g${at}`, 'a', BigInt(1000 - at)));
    const { lines } = await modelOf(many(201), {});
    expect([lines.length, lines.at(-1)?.kind, lines.at(-1)?.leftOut]).toEqual([201, 'others', 1]);
    const { result } = await questions(many(250), { second: SKU, all: true });
    expect(result.shown.length).toBe(250);
    const byBand = { column: 'sum:Unidades/value/=a', direction: 'ascending' } as const;
    const across = await questions([row('Uno', 'a', 5n), row('Dos', 'a', 9n)], {
      ...{ second: SKU, place: 'across', sort: byBand },
    });
    expect(across.result.shown.map(({ value }) => value)).toEqual(['Dos', 'Uno']);
  });
});

describe('a figure', () => {
  const whole = { now: figures({ Ventas: '100' }), before: figures({ Ventas: '50' }) };
  const cell = (id: string, part: 'value' | 'change', pair: FigurePair) =>
    figureCell(measure(id), part, pair, whole, { text, formats, places: 0 });

  test('changes by percent with one decimal, is none where there is nothing to divide by, and tells one value not read', () => {
    const pair = {
      now: figures({ Ventas: '0' }, { orders: 4 }),
      before: figures({ Ventas: '0' }, { orders: 3 }),
    };
    expect(cell('orders', 'change', pair).text).toBe('+33,3');
    expect(cell('rate:Rentabilidad Total', 'value', pair)).toEqual({ text: '—', tone: 'none' });
    const now = figures({ Ventas: '7' }, { unreadable: { Ventas: 1 } });
    expect(cell('sum:Ventas', 'value', { now, before: null })).toMatchObject({
      title: `7\n${text('cell.unreadable')} (+1)`,
      partial: true,
    });
  });

  test('leads to a blank as to any value, and is nothing beside columns that are all there are', async () => {
    const view = { first: CANAL, second: SKU } as never;
    const line = { first: '', second: '' } as PivotLine;
    expect(narrowingsOf(view, line, null)).toEqual([
      { dimension: CANAL, value: '' },
      { dimension: SKU, value: '' },
    ]);
    const { lines } = await modelOf([row('Uno', 'a', 5n)], { second: SKU, place: 'across' });
    const others = { measure: SALES, part: 'value', band: { kind: 'others' }, id: 'x' } as const;
    expect(lines.map((each) => pairAt(each, others))).toEqual([null]);
  });

  test('within a group stands beside what explains it; one group longer than the page is cut', async () => {
    const result = await readPivot(callerOf(MANY.slice(0, 4)), { ...INPUT, second: SKU }, 'slot');
    const within = new Map(
      [...result.within].map(([value, held]) => [
        value,
        { ...held, groups: held.groups?.map((each) => ({ ...each, caption: `Nombre ${each.value}` })) },
      ]),
    );
    const model = pivotModel({
      ...{ result: { ...result, within } as never, second: { isTime: false } },
      ...{ place: 'nested', sort: null, isOpen: () => true },
    });
    expect(model.lines.map(({ caption }) => caption)).toEqual([
      null,
      ...['Nombre s00', 'Nombre s01', 'Nombre s02', 'Nombre s03'],
    ]);
    expect(firstWholeGroups(model.lines, 3)).toEqual(model.lines.slice(0, 3));
    const columns = figureColumns({
      measures: [measure('sum:Unidades')],
      ...{ isCompared: false, bands: null, rest: null },
    });
    const words = {
      first: 'a',
      second: null,
      caption: null,
      firstOf: () => '',
      secondOf: () => '',
      nameOf: () => 'n',
    };
    expect(pivotTable('x', model, columns, words, false).columns.map(({ kind }) => kind)).toEqual([
      'text',
      'count',
    ]);
  });

  test('has a name over its group of at most so much room', () => {
    const widths = { regular: (name: string) => name.length, bold: (name: string) => name.length };
    const groups = [
      { id: 'a', label: 'x'.repeat(300) },
      { id: 'b', label: 'x'.repeat(50) },
      { id: 'c', label: '' },
    ];
    const lacks = bandShortfall(groups as never, widths as never);
    expect([lacks('a', 50), lacks('b', 50), lacks('b', 90), lacks('c', 0)]).toEqual([150, 16, 0, 0]);
  });
});

describe('a mark', () => {
  const mark = (more: object) =>
    ({
      ...{ value: '10', likely: null, before: null, difference: null, change: null, isPartial: false },
      ...{ share: '25', cumulative: '60', line: { key: 'k', kind: 'group' } },
      ...more,
    }) as never;

  test('was 0 before where it was; a Pareto draws its share alone', () => {
    const title = (before: string | null) =>
      markTitle('x', null, mark({ before }), SALES, 0, { text, formats }).split('\n');
    expect([title('0'), title(null)]).toEqual([['x', text('chart.before', { figure: '0' })], ['x']]);
    expect(
      barsOf([mark({ likely: '4', before: '3' })], { isPareto: true, isOfLosses: false, ink: 'i' }),
    ).toEqual([{ key: 'k', own: 25, likely: null, before: null, cumulative: 60, ink: 'i' }]);
  });

  test('has the ink of its place among the values that are drawn', () => {
    const parts = ['b', 'c'].map((value) => ({ band: { kind: 'value', value } }));
    const rows = flatOf([{ ...(mark({}) as object), parts }] as never, ['a', 'b', 'c'], null);
    expect(rows.map(({ ink }) => ink)).toEqual([null, seriesInk(0), seriesInk(1)]);
  });

  test('of what cannot be told ends what is added up', () => {
    const line = (key: string, sums: { readonly [column: string]: string }) =>
      ({ key, kind: 'group', depth: 0, first: key, pair: { now: figures(sums), before: null } }) as PivotLine;
    const lines = [line('a', { Ventas: '3' }), line('b', {}), line('c', { Ventas: '1' })];
    const total = { ...line('total', { Ventas: '4' }), kind: 'total' } as PivotLine;
    const model = { lines, total, bands: [], bandsLeftOut: 0 } as PivotModel;
    expect(chartMarks(model, SALES, false).map(({ cumulative }) => cumulative)).toEqual([
      '75.000000',
      null,
      null,
    ]);
    const months = ['2026-10', '', '2026-09'].map((value, at) => line(value, { Ventas: String(at) }));
    const chart = chartLines({ ...model, lines: months }, SALES, 'month', true);
    expect([
      chart.times.map(({ value }) => value),
      chart.lines.map((one) => [one.line.kind, one.points.map(({ value }) => value)]),
      chart.besides.map(({ value }) => value),
    ]).toEqual([['2026-09', '2026-10'], [['total', ['2', '0']]], ['1']]);
  });

  test('of costs given back stands below 0, a dot beside an axis that holds 0; days are named as they are told', () => {
    const stack = { costs: [{ value: '10' }, { value: '-4' }], mark: { value: '3' } };
    expect(stackDomain([stack] as never, SALES)).toEqual([-4, 10]);
    expect(
      dotAxes([
        { x: 5, y: 40, likely: null },
        { x: 9, y: 60, likely: 50 },
      ] as never).y,
    ).toMatchObject({ min: 0 });
    const day = (at: number) => ({ value: `2026-10-0${at}`, from: at, to: at });
    const place = { x: (at: number) => at * 100, end: 1000 };
    const names = { timeName: (value: string) => `día ${value}`, text, widths: { regular: () => 20 } };
    const ticks = timeTicks({ times: [day(1), day(2)] }, place, 'day', names);
    expect(ticks.places.map(ticks.nameOf)).toEqual(['día 2026-10-01', 'día 2026-10-02']);
    // Lines of one month alone are of its days.
    const view = {
      ...INITIAL_VIEW.pivot,
      first: byTime('month'),
      chart: { kind: 'lines', measure: 'sum:Ventas' },
    };
    expect(chartedView(view as never, OCTOBER).first).toEqual(byTime('day'));
  });
});

describe('the lines of the result', () => {
  test('are named in the words of the app; what leads to a check stands below what the file is of', () => {
    const words = Object.assign((key: string) => key, { column: (key: string) => `[${key}]` }) as never;
    expect(
      STATEMENT_LINES.filter(({ kind }) => kind !== 'part' && kind !== 'section').map((line) =>
        lineName(line, words),
      ),
    ).toEqual(
      [
        'Ingreso Total',
        'Rentabilidad Marketplace',
        'Costo de Producto',
        'Rentabilidad Comercial',
        'Rentabilidad Total',
      ].map((name) => `[${name}]`),
    );
    const totals = { sums: { Ventas: '5' }, ventasWithProductCost: '5' };
    const column = { id: 'a', kind: 'group', value: 'a', totals, less: null, leftOut: 0, name: 'a' };
    const check = { section: 's', name: 'c', adds: ['Ventas'], takes: [], of: { adds: [0], takes: [1] } };
    const part = { lines: STATEMENT_LINES.slice(0, 2), checks: [check], hasCoverage: false };
    const facts = [{ name: 'f', value: 'v' }];
    const table = statementTable('x', fileWords(text), [column] as never, facts, part as never);
    const lines = [...(table.lines as Iterable<{ cells: readonly unknown[] }>)].map(({ cells }) => cells);
    expect(lines.at(-1)?.slice(0, 5)).toEqual([
      ...['s', 'c', '1', fileWords(text).signOf({ operator: '=' })],
      { value: '5', formula: { kind: 'lines', adds: [1], takes: [2] } },
    ]);
    expect(
      identitiesIn([
        { ...column, kind: 'whole' },
        { ...column, kind: 'difference' },
      ] as never),
    ).toEqual({
      known: 0,
      wrong: 0,
    });
    const sums = {
      ...{ 'Ingreso Total': '9', 'Reembolso Total': '0', 'Costo de Producto': '1', 'Cobro Total': '2' },
      ...{ 'Rentabilidad Total': '6', 'Cobros Comercial': '3', 'Rentabilidad Comercial': '4' },
    };
    const checked = ['whole', 'difference'].map((kind) => ({ ...column, kind, totals: { ...totals, sums } }));
    expect(identitiesIn(checked as never)).toEqual({ known: 1, wrong: 1 });
  });

  test('what stands first is not offered to stand second too', () => {
    const offered = (except: typeof CANAL | null) =>
      dimensionGroups([], except, text).flatMap(({ items }) => items.map(({ label }) => label));
    expect(offered(null).filter((label) => !offered(CANAL).includes(label))).toEqual(['Canal']);
  });
});
