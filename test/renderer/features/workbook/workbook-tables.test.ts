import { describe, expect, test } from 'vitest';
import type { Group, Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import { cellText, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { readWorkbook, workbookContent } from '#renderer/features/workbook/workbook-tables.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What the profitability workbook asks for, and which sheet, chart and column comes of which answer. */

const periodOf = (from: string, to: string): Partial<Selection> => ({
  period: { from, to } as Selection['period'],
});
const totalsOf = (rows: number): Groups['total'] =>
  ({
    ...{ revision: 7, rows, orders: rows + 1, ventasWithProductCost: `${rows + 2}.00`, unreadable: {} },
    ...{ sums: { Ventas: `${rows}00.00`, 'Rentabilidad Total': `${rows}.50` }, rowsWithoutProductCost: 0 },
  }) as unknown as Groups['total'];
const groupOf = (value: string, rows: number): Group => ({ value, caption: null, totals: totalsOf(rows) });

/** A worker that answers each question by itself: the sum of its rows tells which one it was. */
function worker(groupsOf: (query: GroupsQuery) => readonly Group[], revisions: number[] = []) {
  const asked: GroupsQuery[] = [];
  const readGroups = async (query: GroupsQuery): Promise<Groups> => {
    asked.push(query);
    const compared =
      query.compareWith == null || query.selection.period === null
        ? {}
        : {
            compared: {
              period: { from: '2026-01-01', to: '2026-01-31' } as never,
              total: totalsOf(query.compareWith === 'previous-period' ? 30 : 40),
            },
          };
    return { revision: revisions.shift() ?? 7, groups: groupsOf(query), total: totalsOf(9), ...compared };
  };
  return { asked, call: { readGroups } as never };
}
const askedOf = ({ dimension, compareWith, limit, selection: { period } }: GroupsQuery) => [
  ...[dimension, compareWith ?? null, limit ?? null],
  ...(period === null ? [] : [period.from, period.to]),
];

describe('what is read for the workbook', () => {
  const askedFor = async (selection: Partial<Selection>, last: string | null) => {
    const { asked, call } = worker(() => []);
    const answers = await readWorkbook(call, { ...EVERYTHING, ...selection }, last);
    expect(new Set(asked.map(({ columns }) => columns)).size).toBe(1);
    return { asked: asked.map(askedOf), answers, columns: asked[0]?.columns ?? [] };
  };
  const [from, to] = ['2026-02-01', '2026-02-28'];
  const PERIOD = [
    ['Canal', 'previous-period', null, from, to],
    ['month', null, null, from, to],
    ['Canal', 'previous-year', 1, from, to],
  ];

  test('of a month is the month, what it is compared with, and the months around it', async () => {
    const { asked, answers, columns } = await askedFor(periodOf(from, to), '2026-05-10T12:00:00.000');
    expect(asked).toEqual([...PERIOD, ['month', null, null, '2025-03-01', '2026-03-31']]);
    expect([answers.revision, answers.year?.compared?.total.rows]).toEqual([7, 40]);
    expect(answers.trend).not.toBeNull();
    expect(columns).toEqual([...new Set(columns)]);
    for (const column of [
      'Ventas',
      'Ingreso Total',
      'Costo de Producto',
      'Unidades',
      'Rentabilidad Comercial',
    ])
      expect(columns).toContain(column);
  });

  test('of more than a year, or where no purchase is known, is nothing around it', async () => {
    const long = await askedFor(periodOf('2024-01-01', to), '2026-02-10T12:00:00.000');
    expect(long.asked.map(([dimension]) => dimension)).toEqual(['Canal', 'month', 'Canal']);
    expect(long.answers.trend).toBeNull();
    const unknown = await askedFor(periodOf(from, to), null);
    expect([unknown.asked, unknown.answers.trend]).toEqual([PERIOD, null]);
  });

  test('without a period is neither compared nor surrounded', async () => {
    const { asked, answers } = await askedFor({}, '2026-05-10T12:00:00.000');
    expect(asked).toEqual([
      ['Canal', 'previous-period', null],
      ['month', null, null],
    ]);
    expect([answers.year, answers.trend]).toEqual([null, null]);
  });

  test('is of one revision: read anew where a commit came between', async () => {
    const { asked, call } = worker(() => [], [7, 8]);
    const answers = await readWorkbook(call, EVERYTHING, null);
    expect([asked.length, answers.revision]).toEqual([4, 7]);
  });
});

const MONTHS = ['2026-01', '2026-02', ''];
const CHANNELS = [groupOf('Uno', 5), groupOf('', 4), groupOf('Sin filas', 0)];
const groupsOf = ({ dimension }: GroupsQuery) =>
  dimension === 'Canal' ? CHANNELS : MONTHS.map((month, at) => groupOf(month, at + 1));

async function content(
  selection: Partial<Selection>,
  last: string | null,
  closed: Parameters<typeof workbookContent>[3] = null,
  groups: typeof groupsOf = groupsOf,
) {
  const answers = await readWorkbook(worker(groups).call, { ...EVERYTHING, ...selection }, last);
  const more: WholeTable = { name: 'Más', columns: [], keyColumns: 0, lines: [] };
  const made = workbookContent(answers, [more], text, closed);
  if (made.kind !== 'book') throw new Error('No book');
  const tables = made.tables.flatMap((each) => (each.kind === 'table' ? [each.table] : []));
  const named = (name: string) => tables.find((table) => table.name === name);
  return { made, tables, named, summary: tables[0], answers };
}
const columnsOf = (table: WholeTable | undefined) => table?.columns.map(({ name }) => name);
const firstCells = (table: WholeTable | undefined) => table?.lines.map(({ cells }) => cellText(cells[0]));

describe('the sheets of the workbook', () => {
  test('without a period are summary, scopes, months, channels, products, and what comes after', async () => {
    const { made, named, summary, answers } = await content({}, null);
    expect(made.tables.map((each) => (each.kind === 'table' ? each.table.name : each.layout.name))).toEqual([
      ...['Resumen', 'Marketplace', 'Comercial', 'Total', 'Por mes', 'Por canal', 'Por producto', 'Más'],
    ]);
    expect(made).toMatchObject({ revision: 7, of: { selection: EVERYTHING, totals: { rows: 9 } } });
    const products = made.tables[6];
    expect(products).toMatchObject({
      kind: 'groups',
      query: { selection: answers.selection, dimension: 'SKU Producto' },
      layout: { value: 'SKU Producto', caption: 'Producto', last: ['', 'Sin SKU'], names: { '': '(vacío)' } },
    });
    // Channels without rows are none; what has no month stands last, and under no sum of months.
    expect(firstCells(named('Por canal'))).toEqual(['Uno', '(vacío)']);
    expect(firstCells(named('Por mes'))).toEqual(['ene 2026', 'feb 2026', 'Sin fecha']);
    expect(named('Por mes')?.columns[1]?.total).toMatchObject({ kind: 'sum', value: '900.00' });
    expect(summary?.charts).toEqual([
      chartOf('columns', 'Rentabilidad por mes', 4, 2, 1),
      chartOf('bars', 'Rentabilidad por canal', 5, 12, 1),
      chartOf('bars', 'Los 10 productos con más Ventas', 6, 10, 2),
    ]);
    expect(columnsOf(summary)).toHaveLength(3);
    expect(columnsOf(named('Total'))).toHaveLength(6);
  });

  test('of a part of a month stand beside both periods, with the months around them', async () => {
    const { made, named, summary } = await content(periodOf('2026-02-01', '2026-02-20'), '2026-05-01');
    expect(made.tables).toHaveLength(9);
    expect(columnsOf(named('Meses alrededor'))).toEqual(columnsOf(named('Por mes')));
    expect(named('Meses alrededor')?.columns.every(({ total }) => total === null)).toBe(true);
    const [months, channels, products] = summary?.charts ?? [];
    expect([months?.table, channels?.table, products?.table]).toEqual([5, 6, 7]);
    // The period before, and the year before.
    expect(columnsOf(summary)).toHaveLength(3 + 5 + 5);
    expect(summary?.lines[0]?.cells.map(cellText).slice(1, 9)).toEqual([
      ...['900.00', '100.000000', '3000.00', '100.000000', '-2100.00', '-70.000000', '0.000000', '4000.00'],
    ]);
    expect(columnsOf(named('Total'))).toHaveLength(4 + 2 + 4 + 4);
    expect(columnsOf(named('Total'))?.slice(4, 10)).toEqual([
      ...['1–20 feb 2026', '1–20 feb 2026 %', 'ene 2026', 'ene 2026 %', 'Δ vs ene 2026', 'Δ vs ene 2026 pp'],
    ]);
  });

  test('draw as many months as the table around them has, those without a date left out', async () => {
    const { summary } = await content(periodOf('2026-02-01', '2026-02-28'), '2026-05-01', null, (query) =>
      query.dimension === 'month' && query.selection.period?.from === '2026-02-01'
        ? [groupOf('2026-02', 5)]
        : groupsOf(query),
    );
    expect(summary?.charts?.map(({ table, lines }) => [table, lines])).toEqual([
      [5, 2],
      [6, 12],
      [7, 10],
    ]);
  });

  test('have what the months were to come to last: a rate that was told is no division', async () => {
    const answers = await readWorkbook(
      worker(groupsOf).call,
      { ...EVERYTHING, ...periodOf('2026-02-01', '2026-02-28') },
      null,
    );
    const sums = { Ventas: '1000.00', 'Rentabilidad Total': '90.00' };
    const targets = { sums, rates: { 'Rentabilidad Comercial': '12.000000' } } as never;
    const made = workbookContent(answers, [], text, null, targets);
    if (made.kind !== 'book' || made.tables[0]?.kind !== 'table') throw new Error('No summary');
    const { columns, lines } = made.tables[0].table;
    expect(columns.slice(13).map(({ name, kind }) => [name, kind])).toEqual([
      ['Meta', 'money'],
      ['Meta %', 'percent'],
      ['Δ vs Meta', 'money'],
      ['Δ vs Meta %', 'percent'],
      ['Δ vs Meta pp', 'number'],
    ]);
    const cellsOf = (name: string) => lines.find(({ cells }) => cells[0] === name)?.cells.slice(13) ?? [];
    const rate = (part: number) => ({ kind: 'rate', part, base: part, baseLine: 0 });
    const less = (column: number, of: number) => ({ kind: 'difference', column, less: of });
    expect(cellsOf('Rentabilidad Total')).toEqual([
      '90.00',
      { value: '9.000000', formula: rate(13) },
      { value: '-80.50', formula: less(1, 13) },
      { value: '-89.444444', formula: { kind: 'change', part: 15, base: 13 } },
      { value: '-7.944444', formula: less(2, 14) },
    ]);
    expect(cellsOf('Rentabilidad Comercial')).toEqual([null, '12.000000', null, null, null]);
    expect(cellsOf('Filas')).toEqual([null, null, null, null, null]);
    // The result of each scope has them after all that it is compared with.
    const named = made.tables.flatMap((each) => (each.kind === 'table' ? [each.table] : []));
    expect(named.slice(1, 4).map((table) => columnsOf(table)?.slice(-4))).toEqual(
      Array(3).fill(['Meta', 'Meta %', 'Δ vs Meta', 'Δ vs Meta pp']),
    );
  });

  test('are held against no period without rows; what lies beside the calendar stands last; days are called so', async () => {
    const days = periodOf('2026-01-10', '2026-02-28');
    const months = ['', '>2199-12-31', '2026-01', '<2000-01-01', '2026-02'];
    const answers = await readWorkbook(
      worker(({ dimension }) => (dimension === 'Canal' ? CHANNELS : months.map((month) => groupOf(month, 1))))
        .call,
      { ...EVERYTHING, ...days },
      null,
    );
    const { channels } = answers;
    if (channels.compared === undefined) throw new Error('It is compared.');
    const none = { ...channels, compared: { ...channels.compared, total: totalsOf(0) } };
    const made = workbookContent({ ...answers, channels: none }, [], text);
    if (made.kind !== 'book' || made.tables[0]?.kind !== 'table') throw new Error('No summary');
    const { columns, lines, charts } = made.tables[0].table;
    // The year before alone has rows.
    expect(columns.map(({ name }) => name).slice(0, 4)).toEqual(
      [...['Concepto', '10 ene – 28 feb 2026', '10 ene – 28 feb 2026 %', 'ene 2026']].map((name, at) =>
        at === 0 ? columns[0]?.name : name,
      ),
    );
    expect(columns).toHaveLength(3 + 5);
    expect(charts?.[0]?.lines).toBe(2);
    const byMonth = made.tables.find((each) => each.kind === 'table' && each.table.name === 'Por mes');
    expect(firstCells(byMonth?.kind === 'table' ? byMonth.table : undefined)).toEqual([
      ...[
        'ene 2026',
        'feb 2026',
        'Fecha fuera de rango (> 2199)',
        'Fecha fuera de rango (< 2000)',
        'Sin fecha',
      ],
    ]);
    // Units, orders and rows are no share of sales.
    const counts = ['Unidades', 'Órdenes', 'Filas'].map(
      (name) => lines.find(({ cells }) => cells[0] === name)?.cells,
    );
    expect(counts.map((cells) => [cells?.[2], cells?.[4], cells?.[7]])).toEqual(
      Array(3).fill([null, null, null]),
    );
  });

  test('of one month are called after it', async () => {
    const { summary } = await content(periodOf('2026-02-01', '2026-02-28'), null, null, (query) =>
      groupsOf(query).slice(0, 1),
    );
    expect(columnsOf(summary)?.[1]).toBe('feb 2026');
  });

  test('of a closed month have its figures in the summary, and beside them what they come to by now', async () => {
    const closed = { rows: 3, sums: { Ventas: '450.00' } } as never;
    const month = periodOf('2026-02-01', '2026-02-28');
    const { summary, named } = await content(month, null, closed, (query) => groupsOf(query).slice(0, 1));
    expect(columnsOf(summary)?.filter((_, at) => [1, 3, 5, 8].includes(at))).toEqual([
      ...['feb 2026 · Al cierre', 'feb 2026 · Ahora', 'Δ vs feb 2026 · Ahora', 'ene 2026'],
    ]);
    const line = (name: string) =>
      summary?.lines.find(({ cells }) => cells[0] === name)?.cells.map(cellText) ?? [];
    expect([line('Ventas')[1], line('Ventas')[3], line('Ventas')[5]]).toEqual([
      '450.00',
      '900.00',
      '-450.00',
    ]);
    expect([line('Filas')[1], line('Filas')[3]]).toEqual(['3', '9']);
    // A close keeps no count of orders.
    expect([line('Órdenes')[1], line('Órdenes')[3]]).toEqual([null, '10']);
    expect(columnsOf(named('Total'))?.[4]).toBe('feb 2026 · Ahora');
  });
});

function chartOf(shape: string, title: string, table: number, lines: number, names: number) {
  const inks = ['2BA3AA', '06435A', '0E1A20'];
  const series = inks.map((ink, at) => ({ column: names + 4 + 2 * at, ink }));
  return { shape, title, table, lines, names: 0, series };
}

test('the columns of months, channels and products are in their order, each rate of the sum before it', async () => {
  const { named } = await content({}, null);
  expect(columnsOf(named('Por canal'))).toEqual([
    ...['Canal', 'Ventas', 'Ingreso Total', 'Costo de Marketplace', 'Costo de Producto'],
    ...['Rentabilidad Marketplace', '% Rentabilidad Marketplace'],
    ...['Rentabilidad Comercial', '% Rentabilidad Comercial', 'Rentabilidad Total', '% Rentabilidad Total'],
    ...['Ventas con Costo de Producto', '% Ventas con Costo de Producto', 'Unidades', 'Órdenes', 'Filas'],
  ]);
  const kinds = [
    'money',
    'money',
    'money',
    'money',
    'money',
    'percent',
    'money',
    'percent',
    'money',
    'percent',
  ];
  for (const sheet of ['Por canal', 'Por mes']) {
    expect(named(sheet)?.columns.map(({ kind }) => kind)).toEqual([
      ...['text', ...kinds, 'money', 'percent', 'count', 'count', 'count'],
    ]);
  }
  const [line] = named('Por canal')?.lines ?? [];
  expect(line?.cells.map(cellText).slice(9)).toEqual([
    ...['5.50', '1.100000', '7.00', '1.400000', null, '6', '5'],
  ]);
});

test('the lines of the summary are named, strong where they are results, and counts where they are', async () => {
  const { summary } = await content({}, null);
  const compared = await content(periodOf('2026-02-01', '2026-02-28'), null);
  const kinds = ['text', 'money', 'percent', 'money', 'percent', 'money', 'percent', 'number'];
  expect(compared.summary?.columns.slice(0, 8).map(({ kind }) => kind)).toEqual(kinds);
  expect(compared.summary?.columns.every(({ total }) => total === null)).toBe(true);
  const namesWhere = (isSo: (line: WholeTable['lines'][number]) => boolean) =>
    summary?.lines.filter(isSo).map(({ cells }) => cells[0]);
  const results = ['Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'];
  expect(namesWhere(() => true)).toEqual([
    ...['Ventas', 'Ingreso Total', 'Costo de Marketplace', results[0], 'Costo Comercial', results[1]],
    ...[
      'Costo Total',
      results[2],
      'Costo de Producto',
      'Ventas con Costo de Producto',
      'Unidades',
      'Órdenes',
      'Filas',
    ],
  ]);
  expect(namesWhere(({ isStrong }) => isStrong === true)).toEqual(['Ventas', ...results]);
  expect(namesWhere(({ isCount }) => isCount === true)).toEqual(['Unidades', 'Órdenes', 'Filas']);
});
