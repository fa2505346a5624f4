import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTotals } from '#renderer/data/engine/aggregate/breakdown.ts';
import { type SumsByText, sumByText, wholeOf } from '#renderer/data/engine/aggregate/kept-sums.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { randomCases } from '#test/random-cases.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { naiveUnits } from './naive.ts';

/** Sums by text, gone on from as rows come and go, against those that are added up anew and by whole numbers. */

const SUMMED = ['Ventas', 'Costo de Producto'];
const COLUMNS = ['Orden', 'SKU Producto', ...SUMMED];
type Row = { readonly [column: string]: string | null };

const rowOf = (at: number, cells: Row): Row => ({ Orden: `O-${at}`, 'Costo de Producto': '1.00', ...cells });

function addRows(store: ColumnStore, id: number, rows: readonly Row[]): void {
  const cells = rows.map((row) => COLUMNS.map((column) => row[column] ?? null));
  const { bytes, headerLength } = encodeSegment({ columns: COLUMNS, rows: cells });
  store.addSegment(id, decodeSegment(bytes, headerLength), null);
  store.raiseRevision();
}

/** The rows with these numbers, as a selection has them. */
function selectionOf({ segments }: ColumnStore, picked: (row: number) => boolean) {
  const span = segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const mask = Uint8Array.from({ length: span }, (_, row) => (picked(row) ? 1 : 0));
  const rowsIn = Uint32Array.from(segments, ({ base, rowCount }) =>
    mask.subarray(base, base + rowCount).reduce((sum, each) => sum + each, 0),
  );
  return { mask, rowsIn };
}

const sumsOf = (
  store: ColumnStore,
  picked: (row: number) => boolean,
  before: SumsByText | null = null,
  columns: readonly string[] = SUMMED,
): SumsByText => atOnce(sumByText(store, selectionOf(store, picked), 'SKU Producto', columns, before));

/** All that is told of each slot. */
const told = ({ sums }: SumsByText) =>
  Array.from({ length: sums.slotCount }, (_, slot) => (slot === 0 ? null : createTotals(sums)(slot, 0)));

/** The same sums with a thousand rows too many in each slot: whoever goes on from them has them too. */
const falsified = ({ mask, sums }: SumsByText): SumsByText => ({
  mask,
  sums: { ...sums, rows: sums.rows.map((rows) => rows + 1000) },
});
const isGoneOnFrom = (sums: SumsByText): boolean => (sums.sums.rows[1] ?? 0) >= 1000;

const amount = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((c) => (c / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('12.125', '0.0000001', '9999999999999.99') },
  { weight: 1, arbitrary: fc.constantFrom('90071992547409931.75', 'diez', '', null) },
);
const row = fc.record({
  'SKU Producto': fc.constantFrom('A', 'A', 'B', null),
  Ventas: amount,
  'Costo de Producto': fc.constantFrom('0.00', '3.50', '3.5000', '', null),
});

test('are those of the rows that are selected now, from whatever they are gone on', () => {
  let goneOn = 0;
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 20, maxLength: 32 }),
      fc.array(row, { maxLength: 2 }),
      fc.array(fc.nat({ max: 40 }), { maxLength: 5 }),
      fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
      (rows, added, without, changed) => {
        const store = storeOf(
          rows.map((each, at) => rowOf(at, each)),
          3,
          COLUMNS,
        );
        const first = new Set(without);
        const before = sumsOf(store, (at) => !first.has(at));
        if (added.length > 0) {
          addRows(
            store,
            1000,
            added.map((each, at) => rowOf(100 + at, each)),
          );
        }
        const isIn = (at: number) => first.has(at) === changed.includes(at);
        const anew = sumsOf(store, isIn);
        const now = sumsOf(store, isIn, before);
        expect(told(now)).toEqual(told(anew));
        expect(wholeOf(now)).toEqual(wholeOf(anew));
        expect(now.mask).toEqual(anew.mask);
        const all = [...rows, ...added].filter((_, at) => isIn(at));
        const units = all.map(({ Ventas }) =>
          /^-?\d/.test(Ventas ?? '') ? (naiveUnits(Ventas ?? '') ?? 0n) : 0n,
        );
        expect(wholeOf(now)).toMatchObject({ rows: all.length, orders: 0 });
        expect(naiveUnits(wholeOf(now).sums.Ventas ?? '0')).toBe(units.reduce((sum, each) => sum + each, 0n));
        for (const [code, sku] of store.dictionary('SKU Producto').texts.entries()) {
          const own = all.filter((each) => (each['SKU Producto'] ?? '') === sku).length;
          expect(now.sums.rows[code + 1] ?? 0).toBe(own);
        }
        if (isGoneOnFrom(sumsOf(store, isIn, falsified(before)))) goneOn += 1;
      },
    ),
    { numRuns: randomCases(25) },
  );
  expect(goneOn).toBeGreaterThan(3);
});

describe('are gone on from', () => {
  const plain = (count: number, ventas = '1.25') =>
    storeOf(
      Array.from({ length: count }, (_, at) => rowOf(at, { 'SKU Producto': 'A', Ventas: ventas })),
      2,
      COLUMNS,
    );
  const goesOn = (store: ColumnStore, before: SumsByText, picked: (row: number) => boolean) => {
    expect(told(sumsOf(store, picked, before))).toEqual(told(sumsOf(store, picked)));
    return isGoneOnFrom(sumsOf(store, picked, falsified(before)));
  };

  test('where an eighth of the rows came or went at most', () => {
    const store = plain(16);
    const half = sumsOf(store, (at) => at < 8);
    expect(goesOn(store, half, (at) => at < 8)).toBe(true);
    expect(goesOn(store, half, (at) => at < 10)).toBe(true);
    expect(goesOn(store, half, (at) => at < 6)).toBe(true);
    expect(goesOn(store, half, (at) => at > 0 && at < 9)).toBe(true);
    expect(goesOn(store, half, (at) => at < 11)).toBe(false);
    expect(goesOn(store, half, (at) => at < 5)).toBe(false);
    expect(goesOn(store, half, (at) => at > 0 && at < 10)).toBe(false);
    expect(goesOn(store, half, (at) => at > 1 && at < 9)).toBe(false);
  });

  test('never where one that went was merged away', () => {
    const store = plain(16);
    const all = sumsOf(store, () => true);
    const [first] = store.segments;
    if (first === undefined) throw new Error('no segment');
    const { bytes, headerLength } = encodeSegment({
      columns: COLUMNS,
      rows: Array.from({ length: first.rowCount }, (_, at) =>
        COLUMNS.map((column) => store.cell(at, column)),
      ),
    });
    const rows = Uint32Array.from({ length: first.rowCount }, (_, at) => at);
    store.replaceSegments([first.id], { id: 77, segment: decodeSegment(bytes, headerLength), rows });
    expect(goesOn(store, all, (at) => at >= first.rowCount)).toBe(false);
  });

  test.each<[string, readonly (string | null)[], boolean]>([
    ['finer than all before', ['0.125'], false],
    ['at a scale that is there', ['0.5'], true],
    ['past what doubles carry', Array.from({ length: 10 }, () => '9999999999999.99'), false],
    ['by themselves', ['1234567890123456789012345678901234567890.5'], true],
    ['unreadable', ['diez'], true],
    ['absent', [null], true],
  ])('by rows that come %s or not', (_, come, isGoneOn) => {
    const store = plain(100);
    const before = sumsOf(store, () => true);
    const added = [...come, '2.50'].map((Ventas, at) => rowOf(900 + at, { 'SKU Producto': 'A', Ventas }));
    addRows(store, 900, added);
    expect(goesOn(store, before, () => true)).toBe(isGoneOn);
    expect(
      goesOn(
        store,
        sumsOf(store, () => true),
        (at) => at !== 0,
      ),
    ).toBe(come.length === 1);
  });

  test('never where sums of one scale are past what doubles carry, though those of another are not', () => {
    const store = plain(100);
    addRows(store, 800, [rowOf(800, { 'SKU Producto': 'A', Ventas: '0.125' })]);
    const before = sumsOf(store, () => true);
    const large = Array.from({ length: 10 }, () => '999999999999.999');
    addRows(
      store,
      900,
      large.map((Ventas, at) => rowOf(900 + at, { 'SKU Producto': 'A', Ventas })),
    );
    expect(goesOn(store, before, () => true)).toBe(false);
  });

  test('of a column that no segment carries', () => {
    const store = plain(16);
    const columns = ['Otros costos'];
    const before = sumsOf(store, () => true, null, columns);
    const now = sumsOf(store, (at) => at > 0, before, columns);
    expect(told(now)).toEqual(told(sumsOf(store, (at) => at > 0, null, columns)));
    expect(wholeOf(now)).toMatchObject({ rows: 15, sums: {} });
  });

  test('never where the sales that have a cost are finer now, whatever is summed', () => {
    const store = plain(100);
    const costs = ['Costo de Producto'];
    const before = sumsOf(store, () => true, null, costs);
    addRows(store, 900, [rowOf(900, { 'SKU Producto': 'A', Ventas: '0.125' })]);
    expect(isGoneOnFrom(sumsOf(store, () => true, falsified(before), costs))).toBe(false);
    expect(told(sumsOf(store, () => true, before, costs))).toEqual(
      told(sumsOf(store, () => true, null, costs)),
    );
  });

  test.each([
    ['finer ones in the place of coarser ones', ['0.5'], ['0.1234'], '0.125'],
    ['none of large ones', Array.from({ length: 10 }, () => '9999999999999.99'), [], '1.25'],
  ])('never where rows that were not selected were merged: %s', (_, others, instead, ventas) => {
    const cellsOf = (rows: readonly Row[]) => rows.map((row) => COLUMNS.map((column) => row[column] ?? null));
    const store = plain(40, ventas);
    const span = 40;
    addRows(
      store,
      900,
      others.map((Ventas, at) => rowOf(900 + at, { 'SKU Producto': 'B', Ventas })),
    );
    const before = sumsOf(store, (at) => at < span);
    if (instead.length === 0) store.markDeleted(others.map((_, at) => span + at));
    const { bytes, headerLength } = encodeSegment({
      columns: COLUMNS,
      rows: cellsOf(instead.map((Ventas) => rowOf(900, { 'SKU Producto': 'B', Ventas }))),
    });
    const rows = Uint32Array.from(instead, (_, at) => span + at);
    const merged = { id: 77, segment: decodeSegment(bytes, headerLength), rows };
    store.replaceSegments([900], instead.length === 0 ? null : merged);
    expect(goesOn(store, before, (at) => at < span)).toBe(false);
  });

  test('by rows that go, but for values that stand by themselves', () => {
    const odd = ['1234567890123456789012345678901234567890.5', 'diez', null, '', '1.50'];
    const store = storeOf(
      Array.from({ length: 40 }, (_, at) =>
        rowOf(at, { 'SKU Producto': 'A', Ventas: at < odd.length ? (odd[at] ?? null) : '1.25' }),
      ),
      1,
      COLUMNS,
    );
    const all = sumsOf(store, () => true);
    expect(odd.map((_, gone) => goesOn(store, all, (at) => at !== gone))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    const withoutTheFirst = sumsOf(store, (at) => at > 0);
    expect(goesOn(store, withoutTheFirst, () => true)).toBe(true);
  });
});
