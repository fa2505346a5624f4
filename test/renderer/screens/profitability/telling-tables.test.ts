import { describe, expect, test } from 'vitest';
import type { Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import type { TableCell, WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { NamedColumn } from '#renderer/features/income-statement/income-statement-columns.ts';
import { shownLines } from '#renderer/features/income-statement/income-statement-lines.ts';
import { type Measure, measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { COVERAGE } from '#renderer/screens/profitability/income-statement/statement-cells.ts';
import {
  askOf,
  identitiesIn,
  readStatement,
  shownOf,
} from '#renderer/screens/profitability/income-statement/statement-data.ts';
import { stepsTo } from '#renderer/screens/profitability/income-statement/statement-screen.tsx';
import { treeOf as statementTree } from '#renderer/screens/profitability/income-statement/statement-table.tsx';
import { barDomain } from '#renderer/screens/profitability/pivot/bars-drawing.tsx';
import { chartLines } from '#renderer/screens/profitability/pivot/chart-lines.ts';
import {
  type ChartMark,
  chartMarks,
  pairedMarks,
} from '#renderer/screens/profitability/pivot/chart-marks.ts';
import {
  barsOf,
  drawnMarks,
  flatOf,
  isCompared,
  partBars,
  undrawnTimes,
} from '#renderer/screens/profitability/pivot/pivot-chart.tsx';
import {
  type FigureColumn,
  figureColumns,
  OWN,
  requestedOrder,
} from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { type PivotInput, readPivot } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { nameCell, scalesOf, shadeAt, treeOf } from '#renderer/screens/profitability/pivot/pivot-grid.tsx';
import { nearestPoint, placesOf, timeTicks } from '#renderer/screens/profitability/pivot/pivot-lines.tsx';
import { type PivotLine, pivotModel, pivotTable } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { markedColumn, narrowingsOf, nextSort } from '#renderer/screens/profitability/pivot/pivot-screen.tsx';
import { type Dot, dotAxes } from '#renderer/screens/profitability/pivot/scatter-dots.ts';
import {
  type ChartKind,
  type StatementView,
  startOf,
  withFirst,
  withSecond,
} from '#renderer/screens/profitability/state/view-state.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { callerOf, decimalOfCents, OCTOBER, type Row, SEPTEMBER } from './pivot-world.ts';

/** Whole answers over one small company, whose channels have each something of their own. */

const CANAL = { column: 'Canal', unit: null } as const;
const SKU = { column: 'SKU Producto', unit: null } as const;
const MONTH = { column: 'Fecha de compra', unit: 'month' } as const;
const DAY = { column: 'Fecha de compra', unit: 'day' } as const;

const measures = (...ids: readonly string[]): readonly Measure[] => ids.flatMap((id) => measureOf(id) ?? []);
const measure = (id: string): Measure => {
  const [found] = measures(id);
  if (found === undefined) throw new Error(id);
  return found;
};
const SALES = measure('sum:Ventas');
const RATE_ID = 'rate:Rentabilidad Total';
const RATE = measure(RATE_ID);

type Amounts = readonly [sales: bigint, result: bigint, cost: bigint, units?: bigint];
function row(Canal: string, sku: string, day: string, [Ventas, result, cost, units = 100n]: Amounts): Row {
  return {
    ...{ Canal, 'SKU Producto': sku, day, order: `${Canal}${day}${sku}` },
    cents: { Ventas, 'Rentabilidad Total': result, 'Costo de Producto': cost, Unidades: units },
  };
}
/** Two channels sell alike; one loses, and sold in September what it sells no more; one is new, without a cost. */
const ROWS = [
  row('Uno', 'b', '2026-10-02', [10_000n, 4_000n, 3_000n]),
  row('Uno', 'a', '2026-10-03', [30_000n, 3_000n, 9_000n, 200n]),
  row('Uno', 'a', '2026-09-03', [20_000n, 5_000n, 6_000n]),
  row('Dos', 'b', '2026-10-04', [40_000n, -8_000n, 20_000n]),
  row('Dos', 'b', '2026-09-04', [16_000n, 1_600n, 8_000n]),
  row('Dos', 'c', '2026-09-05', [4_000n, 400n, 2_000n]),
  row('Tres', 'a', '2026-10-05', [5_000n, 500n, 0n]),
];
const COMPARED: Partial<PivotInput> = {
  selection: { ...EVERYTHING, period: OCTOBER },
  against: 'previous-period',
};

async function modelOf(part: Partial<PivotInput>, rows: readonly Row[] = ROWS) {
  const input: PivotInput = {
    ...{ selection: EVERYTHING, first: CANAL, second: null, place: 'nested', against: null, sort: null },
    ...{
      columns: ['Ventas', 'Rentabilidad Total', 'Costo de Producto', 'Unidades'],
      all: false,
      open: 'all',
    },
    ...part,
  };
  const result = await readPivot(callerOf(rows), input, 'slot');
  return pivotModel({
    ...{ result, second: input.second === null ? null : { isTime: input.second.unit !== null } },
    ...{ place: input.place, sort: input.sort, isOpen: (value) => value !== 'Tres' },
  });
}

/** A cell: «=+2» adds the two lines below, «=4/3» divides those columns. */
function cellText(cell: TableCell): string {
  if (cell === null || typeof cell !== 'object') return String(cell ?? '—');
  const { value, formula } = cell as { value: string; formula: Record<string, unknown> };
  const how = formula.kind === 'rate' ? `${formula.part}/${formula.base}` : `+${formula.below}`;
  return `${value} =${how}`;
}
function written({ columns, lines }: WholeTable): readonly string[] {
  return [
    ...columns.map(({ name, kind, total }) => {
      if (total === null) return `${name} ${kind}`;
      const {
        kind: how,
        value,
        ...of
      } = total as { kind: string; value: string; part?: number; base?: number };
      return `${name} ${kind} ${how}${of.part === undefined ? '' : ` ${of.part}/${of.base}`} ${value}`;
    }),
    ...[...(lines as Iterable<{ cells: readonly TableCell[]; depth?: number; isStrong?: boolean }>)].map(
      ({ cells, depth, isStrong }) =>
        `${depth ?? ''}${isStrong === true ? '!' : ''} ${cells.map(cellText).join(' | ')}`,
    ),
  ];
}
const words = (second: string | null) => ({
  ...{ first: 'Canal', second, caption: null },
  firstOf: ({ kind, first }: PivotLine) => first ?? kind,
  secondOf: ({ second: value }: PivotLine) => value ?? '·',
  nameOf: ({ id }: FigureColumn) => id,
});

describe('the pivot as a file', () => {
  test('nested and compared: sums add up what is below, rates divide, and differences of points are no percents', async () => {
    const shown = measures(
      'sum:Ventas',
      'sum:Rentabilidad Total',
      RATE_ID,
      'orders',
      'ticket',
      'share:Ventas',
    );
    const columns = figureColumns({ measures: shown, isCompared: true, bands: null, rest: null });
    const table = pivotTable('x', await modelOf({ ...COMPARED, second: SKU }), columns, words('SKU'), true);
    expect([table.name, table.keyColumns]).toEqual(['x', 2]);
    expect(written(table)).toEqual([
      'Canal text',
      'SKU text',
      'sum:Ventas money sum 850.00',
      'sum:Ventas/difference money value 450.00',
      'sum:Ventas/change percent value 112.500000',
      'sum:Rentabilidad Total money sum -5.00',
      'sum:Rentabilidad Total/difference money value -75.00',
      'sum:Rentabilidad Total/change percent value -107.142857',
      'rate:Rentabilidad Total percent rate 5/2 -0.588235',
      'rate:Rentabilidad Total/difference number value -18.088235',
      'orders count value 4',
      'orders/difference count value 1',
      'orders/change percent value 33.333333',
      'ticket money value 212.500000',
      'ticket/difference money value 79.166667',
      'ticket/change percent value 59.375000',
      'share:Ventas percent value 100.000000',
      'share:Ventas/difference number value 0.000000',
      '0! Dos | · | 400.00 =+2 | 200.00 | 100.000000 | -80.00 =+2 | -100.00 | -500.000000 | -20.000000 =5/2 | -30.000000 | 1 | -1 | -50.000000 | 400.000000 | 300.000000 | 300.000000 | 47.058824 | -2.941176',
      '1 Dos | b | 400.00 | 240.00 | 150.000000 | -80.00 | -96.00 | -600.000000 | -20.000000 =5/2 | -30.000000 | 1 | 0 | 0.000000 | 400.000000 | 240.000000 | 150.000000 | 47.058824 | 7.058824',
      '1 Dos | c | 0 | -40.00 | -100.000000 | 0 | -4.00 | -100.000000 | — | — | 0 | -1 | -100.000000 | — | — | — | 0.000000 | -10.000000',
      '0! Uno | · | 400.00 =+2 | 200.00 | 100.000000 | 70.00 =+2 | 20.00 | 40.000000 | 17.500000 =5/2 | -7.500000 | 2 | 1 | 100.000000 | 200.000000 | 0.000000 | 0.000000 | 47.058824 | -2.941176',
      '1 Uno | a | 300.00 | 100.00 | 50.000000 | 30.00 | -20.00 | -40.000000 | 10.000000 =5/2 | -15.000000 | 1 | 0 | 0.000000 | 300.000000 | 100.000000 | 50.000000 | 35.294118 | -14.705882',
      '1 Uno | b | 100.00 | 100.00 | — | 40.00 | 40.00 | — | 40.000000 =5/2 | — | 1 | 1 | — | 100.000000 | — | — | 11.764706 | 11.764706',
      '0 Tres | · | 50.00 | 50.00 | — | 5.00 | 5.00 | — | 10.000000 =5/2 | — | 1 | 1 | — | 50.000000 | — | — | 5.882353 | 5.882353',
      ' total | · | 850.00 | 450.00 | 112.500000 | -5.00 | -75.00 | -107.142857 | -0.588235 | -18.088235 | 4 | 1 | 33.333333 | 212.500000 | 79.166667 | 59.375000 | 100.000000 | 0.000000',
    ]);
  });

  test('with months across: each rate divides the sums of its own month, and no total stands among the lines', async () => {
    const model = await modelOf({ second: MONTH, place: 'across' });
    const shown = measures(RATE_ID, 'sum:Ventas', 'sum:Rentabilidad Total');
    const columns = figureColumns({ measures: shown, isCompared: false, bands: model.bands, rest: null });
    expect(written(pivotTable('x', model, columns, words(null), false))).toEqual([
      'Canal text',
      'rate:Rentabilidad Total/value/=2026-09 percent rate 3/2 17.500000',
      'sum:Ventas/value/=2026-09 money sum 400.00',
      'sum:Rentabilidad Total/value/=2026-09 money sum 70.00',
      'rate:Rentabilidad Total/value/=2026-10 percent rate 6/5 -0.588235',
      'sum:Ventas/value/=2026-10 money sum 850.00',
      'sum:Rentabilidad Total/value/=2026-10 money sum -5.00',
      'rate:Rentabilidad Total percent rate 9/8 5.200000',
      'sum:Ventas money sum 1250.00',
      'sum:Rentabilidad Total money sum 65.00',
      '0 Dos | 10.000000 =3/2 | 200.00 | 20.00 | -20.000000 =6/5 | 400.00 | -80.00 | -10.000000 =9/8 | 600.00 | -60.00',
      '0 Uno | 25.000000 =3/2 | 200.00 | 50.00 | 17.500000 =6/5 | 400.00 | 70.00 | 20.000000 =9/8 | 600.00 | 120.00',
      '0 Tres | — | 0 | 0 | 10.000000 =6/5 | 50.00 | 5.00 | 10.000000 =9/8 | 50.00 | 5.00',
    ]);
  });

  test('a rate whose sums do not both stand in the table is told, not divided', async () => {
    for (const ids of [
      [RATE_ID, 'sum:Ventas'],
      [RATE_ID, 'sum:Rentabilidad Total'],
      [RATE_ID, 'share:Ventas'],
    ]) {
      const columns = figureColumns({
        measures: measures(...ids),
        isCompared: false,
        bands: null,
        rest: null,
      });
      const [, rate] = pivotTable('x', await modelOf({}), columns, words(null), false).columns;
      expect(rate?.total).toEqual({ kind: 'value', value: '5.200000' });
    }
  });
});

describe('what a press on the pivot does', () => {
  test('only the sum of a whole row is an order to ask for; of what differs all groups are looked through', () => {
    const by = (column: string) => requestedOrder({ column, direction: 'ascending' });
    expect(by('sum:Unidades')).toEqual({ column: 'Unidades', direction: 'ascending' });
    expect(requestedOrder(null)).toEqual({ column: 'Ventas', direction: 'descending' });
    for (const column of [
      ...['sum:Ventas/difference', 'sum:Ventas/change', 'sum:Ventas/value/=a', 'sum:Ventas/value/*'],
      ...[RATE_ID, 'orders', 'name'],
    ])
      expect([column, by(column)]).toEqual([column, null]);
  });

  test('sorts by a column: the greatest first, names from A, and the other way round at the next press', () => {
    const steps = (column: string) => {
      const first = nextSort({ column: 'orders', direction: 'descending' }, column);
      const second = nextSort(first, column);
      return [first, second, nextSort(second, column)].map(({ direction }) => direction);
    };
    expect(steps('sum:Ventas')).toEqual(['descending', 'ascending', 'descending']);
    expect(steps('name')).toEqual(['ascending', 'descending', 'ascending']);
    expect(nextSort(null, 'sum:Ventas')).toEqual({ column: 'sum:Ventas', direction: 'descending' });
  });

  test('leads to the rows of the line and of the column across', async () => {
    const nested = await modelOf({ second: SKU });
    const [dos, b] = nested.lines;
    if (dos === undefined || b === undefined) throw new Error('Two lines.');
    const view = { first: CANAL, second: SKU };
    const sales = markedColumn(SALES, OWN);
    const ofC = markedColumn(SALES, { kind: 'value', value: 'c' });
    const led = (...of: Parameters<typeof narrowingsOf>) =>
      narrowingsOf(...of).map(
        ({ dimension, value }) => `${'column' in dimension ? dimension.column : ''}=${value}`,
      );
    expect(led(view as never, dos, sales)).toEqual(['Canal=Dos']);
    expect(led(view as never, b, null)).toEqual(['Canal=Dos', 'SKU Producto=b']);
    expect(led(view as never, dos, ofC)).toEqual(['Canal=Dos', 'SKU Producto=c']);
    expect(led(view as never, nested.total, ofC)).toEqual(['SKU Producto=c']);
    expect(led({ first: CANAL, second: null } as never, nested.total, null)).toEqual([]);
    expect(markedColumn(RATE, OWN, 'Cobro de Comisiones').id).toBe('sum:Cobro de Comisiones');
    expect(ofC).toEqual({
      ...{ id: 'sum:Ventas/value/=c', measure: SALES, part: 'value' },
      band: { kind: 'value', value: 'c' },
    });
  });

  test('another first dimension is of all groups, in their usual order; the second stays unless it is the same', () => {
    const losing = startOf('losing-products/comercial');
    if (losing === null) throw new Error('It is a view.');
    expect([losing.losing, losing.sort?.column]).toEqual(['comercial', 'sum:Rentabilidad Comercial']);
    const view = { ...losing, second: CANAL, all: true };
    const { losing: _, ...all } = view;
    expect(withFirst(view, SKU)).toEqual({ ...all, first: SKU, sort: null, all: false });
    expect(withFirst(view, CANAL)).toEqual({ ...all, first: CANAL, second: null, sort: null, all: false });
    expect(withSecond(view, SKU, 'nested')).toEqual({ ...view, second: SKU });
    expect(withSecond(view, SKU, 'across')).toEqual({ ...view, second: SKU, place: 'across', sort: null });
    expect(withSecond(view, null, 'across')).toEqual({ ...view, second: null, place: 'across' });
    expect(startOf('best-products/comercial')?.sort).toEqual({
      ...{ column: 'sum:Rentabilidad Comercial', direction: 'descending' },
    });
    expect(startOf('losing-products')?.losing).toBe('total');
    expect([startOf(null), startOf('nothing/total')]).toEqual([null, null]);
  });
});

describe('the pivot as a table', () => {
  test('shades a measure among its equals: of one depth, of groups, in their values alone', async () => {
    const { lines } = await modelOf({ ...COMPARED, second: SKU });
    const columns = figureColumns({ measures: [SALES, RATE], isCompared: true, bands: null, rest: null });
    const scales = scalesOf({ lines } as never, columns);
    const shades = lines.map((line) => columns.map((column) => shadeAt(line, column, scales)));
    // Sales of channels 50 to 400, of products 100 to 400; margins −20 to 17.5, and −20 to 40.
    expect(lines.map(({ key }, at) => [key.replace('\n', ' '), ...(shades[at] ?? [])])).toEqual([
      ['=Dos', 5, null, null, 1, null],
      ['=Dos =b', 5, null, null, 1, null],
      ['=Dos =c', null, null, null, null, null],
      ['=Uno', 5, null, null, 5, null],
      ['=Uno =a', 4, null, null, 3, null],
      ['=Uno =b', 1, null, null, 5, null],
      ['=Tres', 1, null, null, 5, null],
    ]);
    const across = await modelOf({ second: MONTH, place: 'across' });
    const bands = figureColumns({ measures: [SALES], isCompared: false, bands: across.bands, rest: null });
    const own = scalesOf(across, bands);
    // The months among each other, where nothing was sold there is nothing to shade; the whole rows for themselves.
    expect(across.lines.map((line) => bands.map((column) => shadeAt(line, column, own)))).toEqual([
      [3, 5, 5],
      [3, 5, 5],
      [null, 1, 1],
    ]);
    expect(bands.map((column) => shadeAt(across.total, column, own))).toEqual([null, null, null]);
  });

  test('its rows open and close, and lead back to the group that holds them', async () => {
    const { lines } = await modelOf({ second: SKU });
    const toggled: string[] = [];
    const tree = treeOf(lines, ({ key }) => toggled.push(key));
    const rows = [...lines.keys()];
    expect(rows.map(tree.stateOf)).toEqual(['open', 'item', 'item', 'open', 'item', 'item', 'closed']);
    expect(rows.map(tree.holderOf)).toEqual([0, 0, 0, 3, 3, 3, 6]);
    tree.toggle(3);
    tree.toggle(99);
    expect(toggled).toEqual(['=Uno']);
    const flat = treeOf((await modelOf({})).lines, () => {});
    expect([flat.stateOf(0), flat.stateOf(9)]).toEqual([null, null]);
  });

  test('names are quiet where they are of a blank or of a rest, and explain their product', async () => {
    const { lines, total } = await modelOf({ second: SKU }, [
      ...ROWS,
      row('', '', '2026-10-01', [1n, 1n, 1n]),
    ]);
    const tone = (line: PivotLine) => nameCell(line, ({ second, first }) => second ?? first ?? '·').tone;
    expect(lines.map((line) => [line.key.replace('\n', ' '), tone(line)]).slice(-3)).toEqual([
      ['=Tres', 'plain'],
      ['=', 'none'],
      ['= =', 'none'],
    ]);
    expect(lines.slice(0, 2).map(tone)).toEqual(['plain', 'soft']);
    expect(tone({ ...total, kind: 'others' })).toBe('none');
    expect(nameCell({ ...total, caption: 'Mesa' }, () => 'A-1').title).toBe('A-1\nMesa');
    expect(nameCell(total, () => 'A-1').title).toBe('A-1');
  });
});

describe('the pivot as a chart', () => {
  const many = (count: number, dimension: 'Canal' | 'SKU Producto'): readonly Row[] =>
    Array.from({ length: count }, (_, at) => {
      const name = `g${at}`;
      const [canal, sku] = dimension === 'Canal' ? [name, 'a'] : ['Uno', name];
      return row(canal, sku, '2026-10-05', [BigInt(100 - at), 1n, 1n]);
    });

  test('one group more than are drawn is itself; two more are the others', async () => {
    const lines = async (count: number) =>
      chartLines(
        await modelOf({ second: MONTH, place: 'across' }, many(count, 'Canal')),
        SALES,
        'month',
        false,
      ).lines.map(({ line }) => (line.kind === 'others' ? `+${line.leftOut}` : line.first));
    expect(await lines(7)).toEqual(['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6']);
    expect(await lines(8)).toEqual(['g0', 'g1', 'g2', 'g3', 'g4', 'g5', '+2']);
    const parts = async (count: number) => {
      const model = await modelOf({ second: SKU, place: 'across' }, many(count, 'SKU Producto'));
      const [only] = pairedMarks(model, SALES, { first: false, second: false });
      return only?.parts.map(({ band, value }) => [band.kind === 'value' ? band.value : band.kind, value]);
    };
    const first = [0, 1, 2, 3, 4].map((at) => [`g${at}`, decimalOfCents(BigInt(100 - at))]);
    expect(await parts(6)).toEqual([...first, ['g5', '0.95']]);
    expect(await parts(7)).toEqual([...first, ['others', '1.89']]);
    const drawn = async (count: number) =>
      chartMarks(await modelOf({}, many(count, 'Canal')), SALES, false, 3).map(({ line }) => line.leftOut);
    expect([await drawn(4), await drawn(5)]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 2],
    ]);
  });

  test('compared: each mark and part stands beside what it was, also what is sold no more', async () => {
    const model = await modelOf({ ...COMPARED, second: SKU, place: 'across' });
    const marks = pairedMarks(model, SALES, { first: false, second: false });
    const told = ({
      value,
      before,
      difference,
      change,
    }: Pick<ChartMark, 'value' | 'before' | 'difference' | 'change'>) =>
      [value, before, difference, change].join(' ');
    const flat = flatOf(marks, model.bands, null);
    expect(flat.map(({ key, figures }) => `${key.replace('\n', ' ')}: ${told(figures)}`)).toEqual([
      '=Dos: 400.00 200.00 200.00 100.000000',
      '=Dos =b: 400.00 160.00 240.00 150.000000',
      '=Dos =c: 0 40.00 -40.00 -100.000000',
      '=Uno: 400.00 200.00 200.00 100.000000',
      '=Uno =b: 100.00 0 100.00 ',
      '=Uno =a: 300.00 200.00 100.00 50.000000',
      '=Tres: 50.00 0 50.00 ',
      '=Tres =a: 50.00 0 50.00 ',
    ]);
    expect(marks.map(({ share, cumulative }) => [share, cumulative])).toEqual([
      ['47.058824', '47.058824'],
      ['47.058824', '94.117647'],
      ['5.882353', '100.000000'],
    ]);
    // A value has its ink in every group; groups have none over their parts.
    const inkOf = new Map(flat.map(({ band, ink }) => [band.kind === 'value' ? band.value : band.kind, ink]));
    expect(flat.map(({ ink }) => ink)).toEqual(
      ['own', 'b', 'c', 'own', 'b', 'a', 'own', 'a'].map((band) => inkOf.get(band)),
    );
    expect([inkOf.get('own'), new Set(inkOf.values()).size]).toEqual([null, 4]);
    expect(flatOf(marks, model.bands, 'blue').map(({ ink }) => ink)).toEqual(
      flat.map(({ band }) => (band.kind === 'value' ? 'blue' : null)),
    );
    expect([isCompared(model), isCompared(await modelOf({}))]).toEqual([true, false]);
    const empty = await modelOf(
      { ...COMPARED },
      ROWS.filter(({ day }) => day > '2026-10'),
    );
    expect(isCompared(empty)).toBe(false);
  });

  test('has bars of its marks, a Pareto those of their shares; groups over their parts and others of losses none', async () => {
    const model = await modelOf({ ...COMPARED, second: SKU, place: 'across' });
    const told = ({ key, own, likely, before, cumulative, isPale }: ReturnType<typeof barsOf>[number]) =>
      `${key.replace('\n', ' ')}: ${[own, likely, before, cumulative, isPale ?? ''].join(' ')}`;
    const marks = chartMarks(model, SALES, false, 1);
    const plain = { isPareto: false, isOfLosses: false, ink: 'blue' };
    expect(barsOf(marks, plain).map(told)).toEqual(['=Dos: 400  200  ', '*: 450  200  ']);
    expect(barsOf(marks, { ...plain, isPareto: true }).map(told)).toEqual([
      '=Dos: 47.058824   47.058824 ',
      '*: 52.941176   100 ',
    ]);
    expect(barsOf(marks, { ...plain, isOfLosses: true }).map(told)).toEqual(['=Dos: 400  200  ', '*:     ']);
    const groups = pairedMarks(model, SALES, { first: false, second: false });
    const parts = flatOf(groups, model.bands, null);
    expect(partBars(parts, 'b', false).map(told)).toEqual([
      '=Dos:     ',
      '=Dos =b: 400  160  false',
      '=Dos =c: 0  40  true',
      '=Uno:     ',
      '=Uno =b: 100  0  false',
      '=Uno =a: 300  200  true',
      '=Tres:     ',
      '=Tres =a: 50  0  true',
    ]);
    expect(partBars(parts, null, false).map(({ isPale }) => isPale ?? false)).toEqual(Array(8).fill(false));
    const others = parts.map((part) => ({ ...part, line: { ...part.line, kind: 'others' as const } }));
    expect(partBars(others, 'b', true).every(({ own, before }) => own === null && before === null)).toBe(
      true,
    );
    const ends = (...own: readonly (number | null)[]) =>
      own.map((value) => ({ key: '', own: value, likely: null, before: null, cumulative: null, ink: '' }));
    expect([
      barDomain(ends(5, -3, null), false),
      barDomain(ends(), false),
      barDomain(ends(40), true),
    ]).toEqual([
      [-3, 5],
      [0, 1],
      [0, 100],
    ]);
    expect(barDomain([{ ...ends(5)[0], likely: -9, before: 12, cumulative: 20 } as never], false)).toEqual([
      -9, 20,
    ]);
  });

  test('of losses are those that lose, greatest first; of time the newest; dots as many as fit', async () => {
    const rows = [...ROWS, row('Cero', 'z', '2026-10-06', [0n, -100n, 0n])];
    const model = await modelOf({ sort: { column: 'sum:Rentabilidad Total', direction: 'ascending' } }, rows);
    const view = (kind: ChartKind) => ({
      ...{ scope: null, sort: { column: 'sum:Rentabilidad Total', direction: 'ascending' as const } },
      chart: { kind, measure: 'sum:Rentabilidad Total' },
    });
    const drawn = (kind: ChartKind) =>
      drawnMarks({ kind, view: view(kind), model, measure: SALES, isTime: false }, 'nada').map(({ line }) => [
        ...[line.first, line.caption],
      ]);
    const losing = [
      ['Dos', null],
      ['Cero', 'nada'],
    ];
    expect([drawn('bars'), drawn('stacked'), drawn('scatter')]).toEqual([losing, losing, losing]);
    expect(drawn('pareto')).toHaveLength(4);
    const days = Array.from({ length: 40 }, (_, at) =>
      row('Uno', 'a', new Date(Date.UTC(2026, 7, 1 + at)).toISOString().slice(0, 10), [1n, 1n, 1n]),
    );
    const daily = await modelOf({ first: DAY, sort: { column: 'name', direction: 'ascending' } }, days);
    const times = (kind: ChartKind, isTime = true) => {
      const of = { sort: null, scope: null, chart: { kind, measure: 'sum:Ventas' } };
      const marks = drawnMarks({ kind, view: of, model: daily, measure: SALES, isTime }, '');
      return [marks.length, marks.at(-1)?.line.first ?? null];
    };
    expect([
      times('bars'),
      times('stacked'),
      times('pareto'),
      times('scatter'),
      times('bars', false),
    ]).toEqual([
      [36, '2026-09-09'],
      [36, '2026-09-09'],
      [25, null],
      [40, '2026-09-09'],
      [25, null],
    ]);
  });

  test('tells how many times are left out: of the second dimension, or of the first where it stands alone', async () => {
    const days = Array.from({ length: 40 }, (_, at) =>
      row('Uno', 'a', new Date(Date.UTC(2026, 7, 1 + at)).toISOString().slice(0, 10), [1n, 1n, 1n]),
    );
    const alone = await modelOf({ first: DAY }, days);
    const within = await modelOf({ second: DAY, place: 'across' }, days);
    expect([
      undrawnTimes('bars', alone, 'day', null),
      undrawnTimes('stacked', alone, 'day', null),
      undrawnTimes('lines', alone, 'day', null),
      undrawnTimes('bars', alone, null, null),
      undrawnTimes('bars', within, null, 'day'),
      undrawnTimes('lines', within, null, 'day'),
    ]).toEqual([4, 4, 0, 0, 27, 0]);
  });

  test('of a scatter the unit counts what was given back too', () => {
    const unit = (...sales: readonly number[]) =>
      dotAxes(sales.map((x) => ({ x, y: 10, likely: null }) as Dot)).unit;
    expect([unit(5, 900), unit(5, -20_000), unit(20_000, 5), unit(5, -3_000_000)]).toEqual([
      1, 1e3, 1e3, 1e6,
    ]);
  });

  test('of lines: a place of the plot is that of a day and a figure, and leads to the nearest point', async () => {
    const model = await modelOf({ second: MONTH, place: 'across' });
    const chart = chartLines(model, SALES, 'month', false);
    const place = placesOf(chart, { min: -100, max: 400 }, 548, 100);
    // September and October: 61 days in 400 px behind the scale; 296 px down from 22.
    const [september, october] = chart.times;
    if (september === undefined || october === undefined) throw new Error('Two months.');
    expect([place.x(september.from), place.x(october.to + 1), place.plotEnd, place.end]).toEqual([
      48, 448, 448, 548,
    ]);
    expect([place.y(400), place.y(-100), place.y(150)]).toEqual([22, 318, 170]);
    const at = (x: number, y: number) => nearestPoint(chart, SALES, place, { x, y });
    expect([at(60, 22), at(440, 22), at(440, 250), at(100, 318)]).toEqual([
      [0, 0],
      [1, 0],
      [1, 2],
      [0, 2],
    ]);
  });

  test('of lines: as many times are named as have room, the newest among them; the first and January with their year', () => {
    const months = Array.from({ length: 14 }, (_, at) => {
      const from = at * 30;
      return { value: new Date(Date.UTC(2025, 8 + at, 1)).toISOString().slice(0, 7), from, to: from + 29 };
    });
    const widths = { regular: (words: string) => words.length * 6 };
    const named = (unit: 'month' | 'day', px: number) => {
      const place = { x: (day: number) => (day / 420) * px, end: px };
      const ticks = timeTicks({ times: months }, place, unit, { timeName: (value) => value, text, widths });
      return ticks.places.map(ticks.nameOf).join(' ');
    };
    expect(named('month', 600)).toBe('sep 25 oct nov dic ene 26 feb mar abr may jun jul ago sep oct');
    expect(named('month', 300)).toBe('oct 25 dic feb abr jun ago oct');
    expect(named('day', 300)).toBe('2025-09 2025-12 2026-03 2026-06 2026-09');
  });
});

describe('the result', () => {
  const sums = (off: bigint, without: string | null = null) => {
    const all = {
      ...{ 'Ingreso Total': 100n, 'Cobro Total': 30n, 'Cobros Comercial': 20n, 'Reembolso Total': 5n },
      ...{ 'Costo de Producto': 40n, 'Rentabilidad Total': 35n + off, 'Rentabilidad Comercial': 45n },
    };
    const known = Object.entries(all).filter(([key]) => key !== without);
    return Object.fromEntries(known.map(([key, cents]) => [key, decimalOfCents(cents)]));
  };
  const column = (kind: 'group' | 'whole' | 'before' | 'difference' | 'rest' | 'beside', of = sums(0n)) =>
    ({ kind, value: 'Dos', totals: { sums: of } }) as never;

  test('counts the columns whose identities can be told, and those that do not add up', () => {
    const missing = column('group', sums(0n, 'Costo de Producto'));
    const off = column('group', sums(1n));
    expect(
      identitiesIn([column('group'), missing, off, column('group'), column('difference', sums(9n))]),
    ).toEqual({
      ...{ known: 3, wrong: 1 },
    });
    expect(identitiesIn([missing])).toEqual({ known: 0, wrong: 0 });
  });

  test('its lines open to what they are made of, and lead back to the section that holds them', () => {
    const rows = [...shownLines(new Set(['advertising'])), COVERAGE];
    const toggled: string[] = [];
    const tree = statementTree(rows, ['advertising'], (line) => toggled.push(line));
    const at = rows.findIndex(({ id }) => id === 'advertising');
    const states = rows.map((_, row) => tree.stateOf(row));
    expect(states.slice(at, at + 3)).toEqual(['open', 'item', 'item']);
    expect(states.filter((state) => state === 'open')).toHaveLength(1);
    expect([states[0], states.at(-1), tree.stateOf(99)]).toEqual(['closed', null, null]);
    expect([tree.holderOf(at + 1), tree.holderOf(at + 2)]).toEqual([at, at]);
    for (const row of [at, at + 1, rows.length - 1, 0, 99]) tree.toggle(row);
    expect(toggled).toEqual(['advertising', rows[0]?.id]);
  });

  test('leads from a column to its rows: its group, the period before, or all', () => {
    const before = { ...(column('before') as object), period: SEPTEMBER } as never;
    const steps = (of: never, by: typeof CANAL | null = CANAL) => stepsTo(of, by, EVERYTHING);
    const ofDos = [{ type: 'set-filter', column: 'Canal', values: ['Dos'] }];
    expect([steps(column('group')), steps(column('beside'))]).toEqual([ofDos, ofDos]);
    expect(steps(before)).toEqual([{ type: 'set-period', period: SEPTEMBER }]);
    expect([steps(column('whole')), steps(column('difference'))]).toEqual([[], []]);
    expect([steps(column('rest')), steps(column('group'), null), steps(column('before'))]).toEqual([
      null,
      null,
      null,
    ]);
  });

  const totals = (Ventas: string, rows = 1) => ({
    ...{
      rows,
      orders: rows,
      sums: { Ventas },
      unreadable: {},
      ventasWithProductCost: '0',
      rowsWithoutProductCost: 0,
    },
  });
  const groupsOf = (values: Record<string, string>, more: object = {}): Groups =>
    ({
      ...{ revision: 7, groupsLeftOut: 0, total: { revision: 7, ...totals('100', 9) } },
      groups: Object.entries(values).map(([value, sales]) => ({
        value,
        caption: null,
        totals: totals(sales),
      })),
      ...more,
    }) as never;
  const against = (period: unknown, sales: string, rows = 3) => ({
    compared: { period, total: { revision: 7, ...totals(sales, rows) } },
  });
  type Asked = GroupsQuery & { readonly slot: string };
  const LAST = '2026-10-12T09:00:00.000';
  const YEAR_BEFORE = { from: '2025-10-01', to: '2025-10-31' };
  const october = { ...EVERYTHING, period: OCTOBER };
  const columnsOf = (answer: object, columns: StatementView['columns'], selection = october) => {
    const shown = shownOf(
      { revision: 7, comparisons: [], ...answer } as never,
      askOf(selection, columns),
      LAST,
      text,
    );
    const told = ({ id, kind, name, until, totals: own, less, label }: NamedColumn) =>
      [id, kind, name, until ?? '', own.sums.Ventas, less?.sums.Ventas ?? '', label ?? ''].join(' | ');
    return {
      columns: shown.columns.map(told),
      whole: shown.whole && told(shown.whole),
      change: shown.change && told(shown.change),
    };
  };
  const comparisons = [
    { against: 'previous-period', groups: groupsOf({}, against(SEPTEMBER, '80')) },
    { against: 'previous-year', groups: groupsOf({}, against(YEAR_BEFORE, '60')) },
  ];

  test('by months: each with its name, the one that goes on until when, rows without a date last, the whole beside', () => {
    const groups = groupsOf({ '': '1', '2026-09': '40', '2026-10': '59' });
    expect(columnsOf({ groups, comparisons: [comparisons[1]] }, { column: null, unit: 'month' })).toEqual({
      columns: [
        '=2026-09 | group | sep 2026 |  | 40 |  | ',
        '=2026-10 | group | oct 2026 | hasta el 12 | 59 |  | ',
        '= | beside | Sin fecha |  | 1 |  | ',
      ],
      whole: 'whole | whole | 1–31 oct 2026 |  | 100 |  | ',
      change: 'difference-previous-year | difference | Δ vs oct 2025 |  | 100 | 60 | vs oct 25',
    });
  });

  test('of one month alone: the month, the one before and the year before, each with its difference', () => {
    const groups = groupsOf({ '2026-10': '100' });
    expect(columnsOf({ groups, comparisons }, { column: null, unit: 'month' })).toEqual({
      columns: [
        'whole | whole | oct 2026 | hasta el 12 | 100 |  | ',
        'before-previous-period | before | sep 2026 |  | 80 |  | ',
        'difference-previous-period | difference | Δ vs sep 2026 |  | 100 | 80 | ',
        'before-previous-year | before | oct 2025 |  | 60 |  | ',
        'difference-previous-year | difference | Δ vs oct 2025 |  | 100 | 60 | ',
      ],
      ...{ whole: null, change: null },
    });
  });

  test('by channels: what is left out last, and two periods side by side', () => {
    const groups = groupsOf({ Dos: '50', Uno: '30' }, { groupsLeftOut: 3 });
    expect(columnsOf({ groups }, { column: 'Canal', unit: null })).toEqual({
      columns: [
        '=Dos | group | Dos |  | 50 |  | ',
        '=Uno | group | Uno |  | 30 |  | ',
        '* | rest | Otros: 3 |  | 20 |  | ',
      ],
      ...{ whole: 'whole | whole | 1–31 oct 2026 |  | 100 |  | ', change: null },
    });
    const compared = groupsOf({ Dos: '50' }, against(SEPTEMBER, '80'));
    const own = 'whole | whole | 1–31 oct 2026 |  | 100 |  | ';
    expect(columnsOf({ groups: compared }, 'previous-period')).toEqual({
      columns: [
        own,
        'before | before | 1–30 sep 2026 |  | 80 |  | ',
        `difference | difference | ${text('statement.difference')} |  | 100 | 80 | `,
      ],
      ...{ whole: null, change: null },
    });
    expect(columnsOf({ groups: groupsOf({ Dos: '50' }) }, 'previous-period').columns).toEqual([own]);
  });

  test.each([
    ['several months', { '2026-09': '1', '2026-10': '2' }, 5, ['previous-year']],
    [
      'several months of which the year before has none',
      { '2026-09': '1', '2026-10': '2' },
      0,
      ['previous-year', 'previous-period'],
    ],
    ['one month alone', { '2026-10': '1' }, 5, ['previous-year', 'previous-period']],
  ] as const)(
    'of %s asks what it is held against, and leaves out what has no rows',
    async (_, values, rows, asked) => {
      const questions: Asked[] = [];
      const readGroups = async (query: Asked) => {
        questions.push(query);
        if (query.compareWith === 'previous-period') return groupsOf({}, against(SEPTEMBER, '80', 2));
        return query.compareWith === undefined
          ? groupsOf(values)
          : groupsOf({}, against(YEAR_BEFORE, '60', rows));
      };
      const answer = await readStatement(
        { readGroups } as never,
        askOf(october, { column: null, unit: 'month' }),
        'slot',
      );
      expect(questions.map(({ slot }) => slot)).toEqual(['slot', ...asked.map((name) => `slot-${name}`)]);
      expect(answer.comparisons.map((each) => each.against)).toEqual(
        asked.toReversed().filter((name) => rows > 0 || name !== 'previous-year'),
      );
      expect(questions.every(({ selection }) => selection === october)).toBe(true);
    },
  );
});
