import { expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { changesTable, latestIds, queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import type { ChangesRecord, OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import { type ColumnChange, packValues } from '#renderer/data/engine/changes/kept-values.ts';
import { type ChangesQuery, EVERY_CHANGE, type OrderFigures } from '#renderer/data/model/changes.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** The change log of a few orders of two accounts, told whole: its groups in their order, and its file. */

const instant = (hour: number) => `2026-04-01T0${hour}:00:00.000Z` as UtcInstant;
const day = (text: string) => `2026-${text}T10:00:00.000` as LocalDateTime;

function figures(ventas: string | null, over: Partial<OrderFigures> = {}): OrderFigures {
  const amounts: { [column: string]: Decimal } = {};
  if (ventas !== null) amounts.Ventas = ventas as Decimal;
  return { rows: 1, states: ['Regular'], payments: ['Pagado'], amounts, ...over };
}

type Change = Partial<OrderChange> & { readonly values?: readonly ColumnChange[] };

function change(parts: readonly (string | null)[], over: Change): Change {
  return { order: JSON.stringify(parts) as OrderKey, purchase: day('03-04'), ...over };
}

function record(hour: number, changes: readonly Change[], over: Partial<ChangesRecord> = {}): ChangesRecord {
  return {
    runId: `run-${hour}`,
    purpose: 'changes',
    windowId: `w${hour}`,
    window: { field: 'updated_at', from: instant(hour), to: instant(hour + 1) },
    readAt: instant(hour + 2),
    changes: changes.map(({ values: _, ...own }) => ({
      order: '[]' as OrderKey,
      purchase: null,
      before: null,
      after: null,
      correlationIds: [`c${hour}`],
      ...own,
    })),
    ...(changes.some(({ values }) => values !== undefined)
      ? { values: packValues(changes.map(({ values = [] }) => values)) }
      : {}),
    ...over,
  };
}

const cost = (before: string | null, after: string | null): ColumnChange => ({
  column: 'Costo de Producto',
  before: [before],
  after: [after],
});

const RECORDS: readonly ChangesRecord[] = [
  record(1, [change(['Zeta', 'Dos', 'H'], { after: figures('1'), purchase: day('01-20') })], {
    purpose: 'history',
  }),
  record(2, [
    change(['Zeta', 'Uno', 'A'], {
      before: figures('10.00', { rows: 2 }),
      after: figures('12.50'),
      columns: ['Ventas', 'Costo de Producto', 'Comprador', '% Costo Total'],
      values: [cost('0', '4'), { column: 'Comprador', before: ['Ana', null], after: ['Eva'] }],
    }),
    change(['Ámbar', 'Uno', 'B'], {
      before: figures('7', { states: ['Regular', 'Cancelada'] }),
      after: null,
      purchase: null,
    }),
  ]),
  record(3, [
    change(['Banco', 'Dos', 'C'], {
      before: figures('3'),
      after: figures('3', { payments: ['Informado'] }),
      purchase: day('02-11'),
      columns: ['Estado de Pago'],
      values: [],
    }),
  ]),
  record(
    4,
    [
      change(['Ámbar', 'Uno', 'D'], {
        before: figures('5'),
        after: figures('9'),
        purchase: day('03-30'),
        columns: ['Ventas'],
        values: [],
      }),
    ],
    { purpose: 'reread' },
  ),
  record(
    5,
    [
      change(['Zeta', 'Uno', 'E'], {
        before: figures('8'),
        after: figures(null),
        purchase: day('03-31'),
        columns: ['Ventas'],
        values: [],
      }),
    ],
    { purpose: 'reread', runId: null },
  ),
  record(6, [
    change(['Zeta', 'Uno', 'A'], {
      before: figures('12.50'),
      after: figures('12.50', { rows: 3 }),
      columns: ['Marca'],
      values: [{ column: 'Marca', before: [null], after: ['Una'] }],
    }),
    // Rows without a number of an order: of one group, under a longer key.
    change(['Zeta', 'Uno', 'Cobro', 'Sin SKU', null, null, null, null, null, null], {
      before: null,
      after: figures('-2'),
      purchase: null,
    }),
  ]),
];

function indexOf(records: readonly ChangesRecord[]) {
  const index = createChangeIndex();
  for (const each of records) index.add(each);
  return index;
}

const asked = (over: Partial<ChangesQuery>) => queryChanges(indexOf(RECORDS), { ...EVERY_CHANGE, ...over });

test('groups stand in their own order, each with what it comes to', () => {
  const told = (grouping: ChangesQuery['grouping']) =>
    asked({ grouping }).groups.map(({ key, orders, rows, differences }) => [
      key,
      orders,
      rows,
      differences.Ventas,
    ]);
  expect(told('news')).toEqual([
    ['new', 2, 2, '-1'],
    ['restated', 5, 0, '-8.50'],
  ]);
  expect(told('cause')).toEqual([
    ['source', 3, 0, '-9'],
    ['cost', 1, 1, '2.50'],
    ['reread', 1, 0, '4'],
    ['decision', 1, 0, '-8'],
    ['first', 1, 1, '1'],
  ]);
  expect(told('month')).toEqual([
    ['2026-03', 3, 1, '-1.50'],
    ['2026-02', 1, 0, '0'],
    ['2026-01', 1, 1, '1'],
    ['', 2, 0, '-9'],
  ]);
});

test('channels are those of the accounts in view, whatever else is asked, in the order of their names', () => {
  const scope = { accounts: [{ Canal: 'Banco', Cuenta: 'Dos' }], isExcluded: true };
  expect(asked({ search: ' a ', canal: 'Zeta' }).canales).toEqual(['Ámbar', 'Banco', 'Zeta']);
  expect(asked({ scope, kinds: ['new'] }).canales).toEqual(['Ámbar', 'Zeta']);
});

test('a group that is chosen shows its own lines, counts and those of other accounts alone', () => {
  const scope = { accounts: [{ Canal: 'Zeta', Cuenta: 'Uno' }], isExcluded: false };
  const { total, counts, elsewhere, groups, rowsBefore, rowsAfter, lines } = asked({
    scope,
    grouping: 'month',
    group: '2026-03' as Month,
    kinds: ['changed'],
  });
  expect({ total, counts, elsewhere, rowsBefore, rowsAfter }).toEqual({
    total: 2,
    counts: { new: 0, changed: 2, removed: 0 },
    elsewhere: 1,
    rowsBefore: 3,
    rowsAfter: 4,
  });
  expect(groups.map(({ key, orders }) => [key, orders])).toEqual([['2026-03', 2]]);
  expect(lines(0, 9).map(({ Orden }) => Orden)).toEqual(['A', 'E']);
  expect(asked({ search: '  A ' }).lines(0, 9).length).toBe(1);
});

test('the file of the log has every line of the screen, told whole', () => {
  const answer = asked({});
  const table = changesTable(answer, 'Cambios');
  expect(table.columns.map(({ name, kind, total }) => [name, kind, total?.value ?? null])).toEqual([
    ['Canal', 'text', null],
    ['Cuenta', 'text', null],
    ['Orden', 'text', null],
    ['Fecha de compra', 'local-datetime', null],
    ['Cambio', 'text', null],
    ['Filas antes', 'count', '6'],
    ['Filas después', 'count', '8'],
    ['Estado de Orden antes', 'text', null],
    ['Estado de Orden después', 'text', null],
    ['Estado de Pago antes', 'text', null],
    ['Estado de Pago después', 'text', null],
    ['Ventas antes', 'money', '33.00'],
    ['Ventas después', 'money', '23.50'],
    ['Ventas diferencia', 'money', '-9.50'],
    ...['Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'].flatMap((column) =>
      ['antes', 'después', 'diferencia'].map((side) => [`${column} ${side}`, 'money', '0']),
    ),
    ['Columnas', 'text', null],
    ['Valores antes', 'text', null],
    ['Valores después', 'text', null],
    ['Leído (UTC)', 'utc-datetime', null],
    ['Lectura', 'text', null],
    ['Ventana desde', 'text', null],
    ['Ventana hasta', 'text', null],
    ['Cambios', 'count', null],
    ['correlation_id', 'text', null],
  ]);
  expect([table.name, table.keyColumns, table.lineCount, table.isGrouped]).toEqual(['Cambios', 3, 7, false]);
  const none = Array.from({ length: 9 }, () => null);
  const lines = table.read(0, 9).map(({ cells }) => cells);
  expect(lines.map(([canal, cuenta, orden]) => [canal, cuenta, orden])).toEqual([
    ['Zeta', 'Uno', ''],
    ['Zeta', 'Uno', 'A'],
    ['Zeta', 'Uno', 'E'],
    ['Ámbar', 'Uno', 'D'],
    ['Banco', 'Dos', 'C'],
    ['Ámbar', 'Uno', 'B'],
    ['Zeta', 'Dos', 'H'],
  ]);
  expect(lines[1]).toEqual([
    ...['Zeta', 'Uno', 'A', day('03-04'), 'cambiada', '2', '3', 'Regular', 'Regular', 'Pagado', 'Pagado'],
    ...['10.00', '12.50', '2.50', ...none],
    'Marca | Ventas | Costo de Producto | Comprador | % Costo Total',
    'Marca:  | Costo de Producto: 0 | Comprador: Ana, ',
    'Marca: Una | Costo de Producto: 4 | Comprador: Eva',
    ...[instant(8), 'cambios', instant(6), instant(7), '2', 'c6'],
  ]);
  expect(lines[2]?.slice(4, 14)).toEqual([
    ...['cambiada', '1', '1', 'Regular', 'Regular', 'Pagado', 'Pagado', '8', null, '-8'],
  ]);
  expect(lines[4]?.slice(9, 11)).toEqual(['Pagado', 'Informado']);
  expect(lines[5]).toEqual([
    ...['Ámbar', 'Uno', 'B', null, 'eliminada', '1', null, 'Regular | Cancelada', null, 'Pagado', null],
    ...['7', null, '-7', ...none, '', '', ''],
    ...[instant(4), 'cambios', instant(2), instant(3), '1', 'c2'],
  ]);
  expect(lines[6]?.slice(-6)).toEqual([instant(3), 'carga histórica', instant(1), instant(2), '1', 'c1']);
  expect(lines[3]?.at(-5)).toBe('relectura');
});

test('the newest answers that brought an order are told, of that order alone', () => {
  const index = indexOf(RECORDS);
  const idsOf = (Canal: string, Cuenta: string | null, Orden: string) =>
    latestIds(index, { Canal, Cuenta, Orden });
  expect([idsOf('Zeta', 'Uno', 'A'), idsOf('Ámbar', 'Uno', 'B'), idsOf('Zeta', 'Dos', 'A')]).toEqual([
    ['c6'],
    ['c2'],
    [],
  ]);
});

test('a record without values takes nothing from those after it', () => {
  const own = (Orden: string, values?: readonly ColumnChange[]): Change =>
    change(['Zeta', 'Uno', Orden], {
      before: figures('1'),
      after: figures('1'),
      columns: ['Costo de Producto'],
      ...(values === undefined ? {} : { values }),
    });
  const index = indexOf([
    record(1, [own('X'), own('Y')]),
    record(2, [own('P', [cost('3', '4')]), own('Q', [cost('0.00', null)]), own('R', [cost(null, '2')])]),
  ]);
  const lines = queryChanges(index, { ...EVERY_CHANGE, grouping: 'cause' }).lines(0, 9);
  expect(lines.map(({ Orden, values }) => [Orden, values])).toEqual([
    ['R', [cost(null, '2')]],
    ['Q', [cost('0.00', null)]],
    ['P', [cost('3', '4')]],
    ['Y', null],
    ['X', null],
  ]);
  expect(
    queryChanges(index, { ...EVERY_CHANGE, grouping: 'cause' }).groups.map(({ key, orders }) => [
      key,
      orders,
    ]),
  ).toEqual([
    ['source', 4],
    ['cost', 1],
  ]);
});

test('an order is of every month that a change of it names, up to the last moment of that month', () => {
  const index = indexOf([
    record(1, [change(['Zeta', 'Uno', 'M'], { before: figures('1'), after: figures('2') })]),
    record(2, [
      change(['Zeta', 'Uno', 'M'], { before: figures('2'), after: figures('3'), purchase: day('04-01') }),
      change(['Zeta', 'Uno', 'N'], {
        before: figures('2'),
        after: figures('3'),
        purchase: '2026-04-01T00:00:00.000' as LocalDateTime,
      }),
    ]),
  ]);
  const ordersIn = (month: string) =>
    queryChanges(index, { ...EVERY_CHANGE, month: month as Month })
      .lines(0, 9)
      .map(({ Orden }) => Orden);
  expect([ordersIn('2026-03'), ordersIn('2026-04')]).toEqual([['M'], ['N', 'M']]);
});
