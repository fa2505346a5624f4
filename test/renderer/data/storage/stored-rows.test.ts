import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countKnownOrders,
  newestRange,
  purchaseCounter,
  storedRowsOf,
} from '#renderer/data/storage/commit/stored-rows.ts';
import { localFromMs } from '#shared/domain/dates.ts';
import { type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import { type Row, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** The rows in memory as plans ask for them: live ones, those whose purchase can be read, from one moment up to another. */

const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'Tipo de Dato',
  'Fecha de compra',
];
const IDENTITY = ['Canal', 'Cuenta'];
const BEGIN = Date.parse('2026-03-01T00:00:00.000Z');
const date = (ms: number) => localFromMs(BEGIN + ms);
const all = { from: date(0), to: date(1_000_000) };

function storeWith(rows: readonly Row[], dead: readonly number[] = [], segments = 2) {
  const store = storeOf(rows.map(rowOf), segments, COLUMNS);
  store.markDeleted(dead);
  store.raiseRevision();
  return store;
}
const bought = (Orden: string, ms: number | string, parts: Row = {}): Row => ({
  ...{ Orden, 'Fecha de compra': typeof ms === 'number' ? date(ms) : ms },
  ...parts,
});

describe('purchases', () => {
  test('are counted and ranged over live rows with a date alone, as the slow way does', () => {
    const row = fc.record({
      ms: fc.oneof(
        { weight: 5, arbitrary: fc.nat(30) },
        { weight: 1, arbitrary: fc.constantFrom('', 'ayer') },
      ),
      isDead: fc.boolean(),
    });
    const bounds = fc.tuple(fc.nat(32), fc.nat(32));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), bounds, (rows, [from, to]) => {
        const store = storeWith(
          rows.map(({ ms }, at) => bought(`O-${at}`, ms)),
          rows.flatMap(({ isDead }, at) => (isDead ? [at] : [])),
        );
        const live = rows.flatMap(({ ms, isDead }) => (isDead || typeof ms === 'string' ? [] : [ms]));
        const within = live.filter((ms) => ms >= from && ms < to);
        const range = { fromMs: BEGIN + from, toMs: BEGIN + Math.max(from, to) };
        expect(purchaseCounter(store)(range)).toBe(within.length);
        const newest = newestRange(store, { from: date(from), to: date(to) });
        if (within.length === 0) expect(newest).toBeNull();
        else {
          const [first, last] = [Math.min(...within), Math.max(...within)];
          expect(newest).toEqual({ from: date(first), to: date(last + 1), storedRows: within.length });
        }
      }),
      { numRuns: 100 },
    );
  });

  test('of more than three hundred rows the newest are a range, with all that were bought at its first moment', () => {
    const rows = Array.from({ length: 305 }, (_, at) => bought(`O-${at}`, Math.max(at, 6)));
    expect(newestRange(storeWith(rows), all)).toEqual({ from: date(6), to: date(305), storedRows: 305 });
    const later = rows.map((row, at) => (at === 5 ? bought('O-5', 5) : row));
    expect(newestRange(storeWith(later), all)).toMatchObject({ from: date(6), storedRows: 299 + 5 });
  });
});

describe('orders', () => {
  const rows = [
    bought('A', 10),
    bought('B', 20, { Canal: 'Otro' }),
    bought('C', '', { Cuenta: 'Dos' }),
    bought('A', 30, { 'Nro. suborden': 'A-2' }),
    bought('D', 20),
    bought('E', 'ayer'),
  ];

  test('are those with a live row bought from a moment on, before another; each once', () => {
    const stored = storedRowsOf(storeWith(rows, [4]));
    const boughtIn = (from: number, to: number) =>
      [...stored.ordersBoughtIn({ fromMs: BEGIN + from, toMs: BEGIN + to })].length;
    expect([
      boughtIn(10, 31),
      boughtIn(10, 30),
      boughtIn(11, 30),
      boughtIn(21, 30),
      boughtIn(20, 21),
    ]).toEqual([...[2, 2, 1, 0, 1]]);
    expect([...stored.ordersUndated()]).toHaveLength(2);
    expect([...storedRowsOf(storeWith(rows, [2])).ordersUndated()]).toHaveLength(1);
    const groups = stored.tallyOf({ fromMs: BEGIN, toMs: BEGIN + 31 }).groups();
    expect(groups.map(({ Canal, Cuenta, rows: count }) => [Canal, Cuenta, count]).toSorted()).toEqual([
      ['Falabella', 'Uno', 2],
      ['Otro', 'Uno', 1],
    ]);
  });

  test('are found by the key that their rows give, and by no other', () => {
    const numbers = ['O-1', 'O-2', 'O-10', ' ', '', 'ñ', '\ud800', 'O'];
    const places = [{}, { Canal: 'Otro' }, { Cuenta: 'Otra' }, { Canal: '', Cuenta: null }];
    const rows = numbers.flatMap((Orden) => places.map((parts) => bought(Orden, 0, parts)));
    const store = storeWith([...rows, ...rows.slice(5)], [3]);
    const keyOf = orderKeyReader({ columns: COLUMNS });
    const keys = Array.from({ length: store.rowSpan }, (_, row) =>
      keyOf(COLUMNS.map((column) => store.cell(row, column))),
    );
    expect(new Set(keys).size).toBe(rows.length);
    for (const [row, key] of keys.entries()) {
      const own = [...keys.keys()].filter((other) => keys[other] === key && other !== 3);
      expect([row, [...store.rowsOfOrder(key)].sort((x, y) => x - y)]).toEqual([row, own]);
    }
    // Rows without a number are of orders whose keys name more columns.
    for (const [Canal, Cuenta, Orden] of [
      ['Otro', 'Otra', 'O-1'],
      [...IDENTITY.map((column) => store.cell(0, column)), ''],
      [...IDENTITY.map((column) => store.cell(0, column)), 'O-3'],
    ]) {
      expect(store.rowsOfOrder(JSON.stringify([Canal, Cuenta, Orden]) as OrderKey)).toEqual([]);
    }
  });

  test('of an answer are known where one was stored with a purchase at that time', () => {
    const store = storeWith(rows, [4]);
    const answer = (...of: readonly Row[]) =>
      countKnownOrders(store, {
        columns: COLUMNS,
        rows: of.map((row) => COLUMNS.map((column) => rowOf(row)[column] ?? null)),
      });
    expect(answer(bought('A', 10), bought('A', 99), bought('B', 20, { Canal: 'Otro' }))).toEqual({
      ...{ orders: 2, known: 2 },
    });
    expect(answer(bought('A', 99))).toEqual({ orders: 1, known: 0 });
    // One without a date, or that is gone, is known by nothing.
    expect(answer(bought('C', '', { Cuenta: 'Dos' }), bought('D', 20))).toEqual({ orders: 2, known: 0 });
    expect(answer()).toEqual({ orders: 0, known: 0 });
  });
});
