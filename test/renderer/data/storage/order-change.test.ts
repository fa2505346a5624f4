import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANGE_AMOUNTS } from '#renderer/data/engine/changes/change-record.ts';
import { valuePlaces, valuesAt } from '#renderer/data/engine/changes/kept-values.ts';
import { changedColumns, changeRecords, orderChange } from '#renderer/data/storage/commit/order-change.ts';
import { type PlannedRow, plannedRow, rowSource } from '#renderer/data/storage/commit/planned-rows.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { randomCases } from '#test/random-cases.ts';

const COLUMNS = ['Canal', 'Ventas', 'Comprador', 'Fecha de actualización', 'Nueva columna', 'Costo Envío'];
const FIGURES = ['Ventas', 'Costo Envío'];
const UPDATED = 'Fecha de actualización';
type Values = { readonly [column: string]: Cell };

const value = fc.constantFrom<Cell>(null, '', 'a', 'b', 'null', '1.00', '1.0');
const values = fc.record(Object.fromEntries(COLUMNS.map((column) => [column, value])), { requiredKeys: [] });
/** Rows as tables of some columns in some order give them: a column that is not there is null. */
const rows = fc
  .tuple(fc.shuffledSubarray(COLUMNS, { minLength: 1 }), fc.array(values, { minLength: 1, maxLength: 4 }))
  .map(([columns, many]) => ({
    known: many.map(
      (one): Values => Object.fromEntries(columns.map((column) => [column, one[column] ?? null])),
    ),
    planned: ((source) =>
      many.map(
        (one): PlannedRow =>
          plannedRow(
            source,
            columns.map((column) => one[column] ?? null),
            null,
          ),
      ))(rowSource(columns)),
  }));

/** The same, column by column and value by value. */
function naive(before: readonly Values[], after: readonly Values[]): readonly string[] {
  return COLUMNS.filter((column) => {
    if (column === UPDATED) return false;
    const [was, is] = [before, after].map((all) => all.map((one) => one[column] ?? null));
    const count = (cells: readonly Cell[] | undefined, cell: Cell) =>
      (cells ?? []).filter((other) => other === cell).length;
    const cells = [...(was ?? []), ...(is ?? [])];
    if (before.length === after.length) return cells.some((cell) => count(was, cell) !== count(is, cell));
    return (
      cells.some((cell) => count(was, cell) > 0 !== count(is, cell) > 0) ||
      (FIGURES.includes(column) && hundredths(was) !== hundredths(is))
    );
  });
}

/** Of the values of this test; null where one cannot be read, or there is none. */
function hundredths(cells: readonly Cell[] = []): number | null {
  const views = cells.filter((cell) => cell !== null && cell !== '');
  return views.length === 0 || views.some((cell) => !cell?.startsWith('1.')) ? null : 100 * views.length;
}

test('names the columns that differ, whatever the order of rows and columns', () => {
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      expect([...changedColumns(before.planned, after.planned)].sort()).toEqual(
        [...naive(before.known, after.known)].sort(),
      );
    }),
    { numRuns: 1000 },
  );
});

test('tells what the other columns held: the sum of a figure that can be read, else distinct values', () => {
  const shown = (cells: readonly Cell[], column: string): unknown => {
    const sum = FIGURES.includes(column) ? hundredths(cells) : null;
    return sum === null ? new Set(cells) : sum;
  };
  let sums = 0;
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const { values } = orderChange(
        JSON.stringify(['a', 'b', 'c']) as OrderKey,
        before.planned,
        after.planned,
        [],
      );
      const named = naive(before.known, after.known).filter((column) => column !== 'Ventas');
      expect(values.map(({ column }) => column).sort()).toEqual([...named].sort());
      for (const { column, ...kept } of values) {
        for (const side of ['before', 'after'] as const) {
          const cells = (side === 'before' ? before : after).known.map((one) => one[column] ?? null);
          const expected = shown(cells, column);
          if (typeof expected === 'number') sums += 1;
          const view = typeof expected === 'number' ? Number(kept[side]) * 100 : new Set(kept[side]);
          expect(view).toEqual(expected);
          if (typeof expected !== 'number') expect(new Set(kept[side]).size).toBe(kept[side].length);
        }
      }
    }),
    { numRuns: randomCases(400) },
  );
  expect(sums).toBeGreaterThan(50);
});

test('keeps no values of an order that came or went: there is nothing to compare', () => {
  fc.assert(
    fc.property(rows, ({ planned }) => {
      const key = JSON.stringify(['a', 'b', 'c']) as OrderKey;
      expect(orderChange(key, planned, [], []).values).toEqual([]);
      expect(orderChange(key, [], planned, []).values).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

/** Rows of one source, each by its cells; a cell that is not given is null. */
const rowsOf = (many: readonly Values[], correlationIds: readonly (string | null)[] = []) => {
  const columns = [...new Set(many.flatMap((one) => Object.keys(one)))];
  const source = rowSource(columns);
  return many.map((one, at) =>
    plannedRow(
      source,
      columns.map((column) => one[column] ?? null),
      correlationIds[at] ?? null,
    ),
  );
};
const KEY = JSON.stringify(['a', 'b', 'c']) as OrderKey;
const bought = (day: string, values: Values = {}): Values => ({
  'Fecha de compra': `2026-03-${day}T12:00:00.000`,
  ...values,
});

test('tells rows, states, payments and sums of either side, of amounts that can be read', () => {
  const [ventas = '', marketplace = '', comercial = '', total = ''] = CHANGE_AMOUNTS;
  const before = rowsOf([
    { 'Estado de Orden': 'Regular', 'Estado de Pago': 'Pagado', [ventas]: '10.50', [marketplace]: '-1' },
    { 'Estado de Orden': 'Cancelada', 'Estado de Pago': null, [ventas]: '0.25', [marketplace]: 'x' },
    { 'Estado de Orden': 'Regular', 'Estado de Pago': 'Pagado', [ventas]: null, [comercial]: 'x' },
  ]);
  const after = rowsOf([{ 'Estado de Orden': 'Devuelta', 'Estado de Pago': 'En mora', [total]: '0' }]);
  expect(orderChange(KEY, before, after, [])).toMatchObject({
    order: KEY,
    before: {
      rows: 3,
      states: ['Cancelada', 'Regular'],
      payments: ['', 'Pagado'],
      amounts: { [ventas]: '10.75', [marketplace]: '-1' },
    },
    after: { rows: 1, states: ['Devuelta'], payments: ['En mora'], amounts: { [total]: '0' } },
  });
  expect(Object.keys(orderChange(KEY, before, after, []).before?.amounts ?? {})).toEqual([
    ventas,
    marketplace,
  ]);
  expect(orderChange(KEY, [], after, [])).toMatchObject({ before: null, after: { rows: 1 } });
  expect(orderChange(KEY, after, [], [])).toMatchObject({ before: { rows: 1 }, after: null });
});

test('is of the first purchase of what is there now, else of what was', () => {
  const purchaseOf = (before: readonly Values[], after: readonly Values[]) =>
    orderChange(KEY, rowsOf(before), rowsOf(after), []).purchase;
  expect(purchaseOf([bought('01')], [bought('09'), bought('05'), bought('07')])).toBe(
    '2026-03-05T12:00:00.000',
  );
  expect(purchaseOf([bought('03'), bought('02')], [])).toBe('2026-03-02T12:00:00.000');
  expect(purchaseOf([bought('01')], [{ 'Fecha de compra': 'ayer' }])).toBeNull();
  expect(purchaseOf([], [{ 'Fecha de compra': null }, bought('08')])).toBe('2026-03-08T12:00:00.000');
});

test('names the answers that brought its rows, each once, and all of the windows where none did', () => {
  const windows = [['w-1', 'w-2'], ['v-1']].map((ids) => ({
    pages: ids.map((correlationId) => ({ correlationId })),
  })) as never;
  const idsOf = (ids: readonly (string | null)[]) =>
    orderChange(
      KEY,
      [],
      rowsOf(
        ids.map(() => bought('01')),
        ids,
      ),
      windows,
    ).correlationIds;
  expect(idsOf(['w-2', null, 'w-2', 'v-1'])).toEqual(['w-2', 'v-1']);
  expect(idsOf([null])).toEqual(['w-1', 'w-2', 'v-1']);
  expect(orderChange(KEY, rowsOf([bought('01')], ['w-2']), [], windows).correlationIds).toEqual([
    ...['w-1', 'w-2', 'v-1'],
  ]);
});

test('is stored fifty a record, with the values of those that changed, its lists of columns once', () => {
  const head = { runId: 'r', purpose: 'changes', windowId: 'w', readAt: null } as never;
  const changed = (at: number) =>
    orderChange(KEY, rowsOf([{ Marca: 'a' }]), rowsOf([{ Marca: `b${at}` }]), []);
  const came = orderChange(KEY, [], rowsOf([{ Marca: 'a' }]), []);
  const all = [
    ...Array.from({ length: 49 }, () => came),
    changed(1),
    changed(2),
    ...Array(49).fill(came),
    came,
  ];
  const records = changeRecords(head, all);
  expect(records.map(({ changes }) => changes.length)).toEqual([50, 50, 1]);
  expect(records.map(({ values }) => values !== undefined)).toEqual([true, true, false]);
  for (const [at, place, value] of [
    [0, 49, 'b1'],
    [1, 0, 'b2'],
  ] as const) {
    const { values, windowId, runId } = records[at] ?? {};
    expect([windowId, runId]).toEqual(['w', 'r']);
    if (values === undefined) throw new Error('No values.');
    const kept = valuePlaces(values, 50).map((each) => valuesAt(values, each));
    expect(kept.map((each) => each.length).filter((count) => count > 0)).toEqual([1]);
    expect(kept[place]).toEqual([{ column: 'Marca', before: ['a'], after: [value] }]);
  }
  const listed = changeRecords(head, [changed(1), came, changed(3)]).flatMap(({ changes }) => changes);
  expect(listed.map(({ columns }) => columns)).toEqual([['Marca'], undefined, ['Marca']]);
  expect(listed[2]?.columns).toBe(listed[0]?.columns);
  expect('columns' in (listed[1] ?? {})).toBe(false);
  expect(listed.some((change) => 'values' in change)).toBe(false);
  expect(changeRecords(head, [])).toEqual([]);
});
