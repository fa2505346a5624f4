import { describe, expect, test } from 'vitest';
import type { Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import { byTime } from '#renderer/features/dimensions/dimensions.ts';
import { fileWords, statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import { STATEMENT_LINES } from '#renderer/features/income-statement/income-statement-lines.ts';
import { dimensionGroups } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import {
  type FigurePair,
  type Figures,
  NO_FIGURES,
} from '#renderer/screens/profitability/figures/figures.ts';
import { type Measure, measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { askOf as askOfStatement } from '#renderer/screens/profitability/income-statement/statement-data.ts';
import {
  chartedView,
  chartMarks,
  hasHatching,
  pairedMarks,
} from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { spread } from '#renderer/screens/profitability/pivot/lines-place.ts';
import { figureCell } from '#renderer/screens/profitability/pivot/pivot-cells.ts';
import { figureColumns } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { type PivotInput, readPivot } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { nameCell, scalesOf, shadeAt } from '#renderer/screens/profitability/pivot/pivot-grid.tsx';
import {
  type PivotLine,
  type PivotModel,
  partOf,
  pivotModel,
  pivotTable,
} from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { INITIAL_VIEW } from '#renderer/screens/profitability/state/view-state.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { callerOf, type Row } from './pivot-world.ts';

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
