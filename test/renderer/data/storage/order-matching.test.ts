import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROW_NOTE, type RowNote } from '#renderer/data/engine/columns/segment.ts';
import { believedPurchases, dateSpanAt } from '#renderer/data/model/date-span.ts';
import { noteMissing } from '#renderer/data/storage/commit/missing-rows.ts';
import {
  type PlannedRow,
  plannedRow,
  printOf,
  rowSource,
} from '#renderer/data/storage/commit/planned-rows.ts';
import { needsVerification, unmatchedRows } from '#renderer/data/storage/commit/row-matching.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { COLUMNS_SENT, type Row, row } from './ledger-fixtures.ts';

const source = rowSource(COLUMNS_SENT);
const BELIEVED = believedPurchases(dateSpanAt(null));
const KNOWN = '2026-03-11T00:00:00.000Z' as UtcInstant;

function planned(values: Row, stored: number | null) {
  const whole = row(values);
  const cells = COLUMNS_SENT.map((column) => whole[column] ?? null);
  return { ...plannedRow(source, cells, null), stored };
}

const first = { 'Nro. suborden': 'S-1' };
const second = { 'Nro. suborden': 'S-2', 'SKU Producto': 'SKU-2' };
const stored = [planned(first, 1), planned(second, 2)];

describe('orders that must be read by purchase date (rule 5)', () => {
  test('a sub-order that comes alone and changed', () => {
    expect(needsVerification(stored, [planned({ ...first, Ventas: '7.00' }, null)], KNOWN, BELIEVED)).toBe(
      true,
    );
  });

  test('no order whose rows all found their counterpart', () => {
    const incoming = [planned({ ...first, Ventas: '7.00' }, null), planned(second, null)];
    expect(needsVerification(stored, incoming, KNOWN, BELIEVED)).toBe(false);
  });

  test('no sub-order that the margin brings again unchanged', () => {
    expect(needsVerification(stored, [planned(first, null)], KNOWN, BELIEVED)).toBe(false);
  });

  test('an unchanged sub-order all the same, when its update was not known before', () => {
    expect(needsVerification(stored, [planned(first, null)], null, BELIEVED)).toBe(true);
    expect(
      needsVerification(stored, [planned(first, null)], '2026-03-10T12:00:00.000Z' as UtcInstant, BELIEVED),
    ).toBe(true);
  });

  test('an unchanged sub-order updated at the very instant up to which changes were known', () => {
    const at = '2026-03-10T15:00:00.000Z' as UtcInstant;
    const incoming = [planned({ ...first, 'Fecha de actualización': at }, null)];
    // Windows are half-open: of that instant itself nothing was known.
    expect(needsVerification(stored, incoming, at, BELIEVED)).toBe(true);
    expect(needsVerification(stored, incoming, '2026-03-10T15:00:00.001Z' as UtcInstant, BELIEVED)).toBe(
      false,
    );
  });

  test('an order of which one sub-order is as it was, and another changed', () => {
    const third = planned({ 'Nro. suborden': 'S-3', 'SKU Producto': 'SKU-3' }, 3);
    const incoming = [planned(first, null), planned({ ...second, Ventas: '7.00' }, null)];
    expect(needsVerification([...stored, third], incoming, KNOWN, BELIEVED)).toBe(true);
    expect(needsVerification([...stored, third], incoming.toReversed(), KNOWN, BELIEVED)).toBe(true);
  });

  test('a sub-order that lost a row', () => {
    const before = [...stored, planned({ ...first, 'SKU Producto': 'SKU-3' }, 3)];
    expect(needsVerification(before, [planned(first, null)], KNOWN, BELIEVED)).toBe(true);
  });
});

describe('rows that are missing', () => {
  test('moved as far as rows of the same item are there at other dates, each for one; the rest is gone', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.boolean()), { maxLength: 12 }), (drawn) => {
        // Every row is bought on a day of its own.
        const rows = drawn.map(([item, isMissing], at) => ({
          item,
          isMissing,
          row: planned(
            {
              'SKU Producto': `SKU-${item}`,
              'Fecha de compra': `2026-03-${String(at + 1).padStart(2, '0')}T12:00:00.000`,
            },
            at,
          ),
        }));
        const missing = rows.filter(({ isMissing }) => isMissing);
        const notes = noteMissing(
          rows.map(({ row: each }) => each),
          new Map(missing.map(({ row: each }) => [each, { byVerification: false }])),
        );
        expect(notes.size).toBe(missing.length);
        for (const item of [0, 1, 2]) {
          const own = rows.filter((each) => each.item === item);
          const there = own.filter(({ isMissing }) => !isMissing).length;
          const moved = own.filter(({ row: each }) => notes.get(each)?.note === ROW_NOTE.moved).length;
          expect(moved).toBe(Math.min(there, own.length - there));
        }
      }),
      { seed: 20_261_122, numRuns: 200 },
    );
  });
});

describe('what is decided between alike rows', () => {
  test('leaves none unmatched that came to the letter, as often as it came', () => {
    const amounts = fc.array(fc.constantFrom('1.00', '2.50', '7.00', null), { maxLength: 6 });
    fc.assert(
      fc.property(amounts, amounts, (was, is) => {
        const before = was.map((ventas, at) => planned({ ...first, Ventas: ventas }, at));
        const incoming = is.map((ventas) => planned({ ...first, Ventas: ventas }, null));
        const unmatched = unmatchedRows(before, incoming);
        expect(unmatched).toHaveLength(Math.max(0, was.length - is.length));
        const count = (rows: readonly PlannedRow[], print: string) =>
          rows.filter((row) => printOf(row) === print).length;
        for (const print of new Set(before.map(printOf)))
          expect(count(unmatched, print)).toBeLessThanOrEqual(
            Math.max(0, count(before, print) - count(incoming, print)),
          );
      }),
    );
  });

  test('those that are missing already stay it before others are, and of equals the later by content', () => {
    const at = (Ventas: string, note: RowNote, place: number) => ({
      ...planned({ ...first, Ventas }, place),
      note,
    });
    const left = (rows: readonly PlannedRow[], ...answers: readonly string[]) =>
      unmatchedRows(
        rows,
        answers.map((Ventas) => planned({ ...first, Ventas }, null)),
      ).map(({ stored: place }) => place);
    const noted = [at('1.00', ROW_NOTE.moved, 1), at('2.50', ROW_NOTE.gone, 2), at('3.00', ROW_NOTE.none, 3)];
    expect([left(noted, '7.00'), left(noted, '7.00', '8.00'), left(noted, '1.00', '7.00')]).toEqual([
      ...[[1, 2], [1], [2]],
    ]);
    const alike = [at('2.50', ROW_NOTE.none, 1), at('1.00', ROW_NOTE.none, 2)];
    expect([left(alike, '7.00'), left(alike, '2.50'), left(alike)]).toEqual([[1], [2], [1, 2]]);
  });

  const known = fc.record({
    ventas: fc.constantFrom('1.00', '2.50', null),
    day: fc.constantFrom('08', '11', '14'),
    note: fc.constantFrom<RowNote>(0, 1, 2),
    isMissing: fc.boolean(),
  });
  const came = fc.record({ ventas: fc.constantFrom('1.00', '7.00', null) });
  /** Rows and the same rows in another order: a merge puts them anywhere. */
  const moved = fc
    .array(known, { maxLength: 7 })
    .chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
      ),
    );
  const rowOf = (
    { ventas, day, note }: { ventas: string | null; day: string; note: RowNote },
    at: number,
  ) => ({
    ...planned({ ...first, Ventas: ventas, 'Fecha de compra': `2026-03-${day}T12:00:00.000` }, at),
    note,
  });
  const textsOf = (rows: Iterable<PlannedRow>) =>
    [...rows].map((row) => `${printOf(row)} ${row.note}`).sort();

  test('does not hang on where they are stored: rows without a counterpart', () => {
    fc.assert(
      fc.property(moved, fc.array(came, { maxLength: 4 }), ([rows, others], answers) => {
        const incoming = answers.map(({ ventas }) =>
          planned({ ...first, Ventas: ventas, 'Fecha de compra': '2026-03-08T12:00:00.000' }, null),
        );
        // Bought at once: only then an answer may stand for more than one of them.
        const atOnce = (list: typeof rows) => list.map((each, at) => rowOf({ ...each, day: '08' }, at));
        const unmatched = (list: typeof rows) => textsOf(unmatchedRows(atOnce(list), incoming));
        expect(unmatched(others)).toEqual(unmatched(rows));
      }),
    );
  });

  test('does not hang on where they are stored: rows that moved and rows that are gone', () => {
    fc.assert(
      fc.property(moved, ([rows, others]) => {
        const noted = (list: typeof rows) => {
          const after = list.map((each, at) => ({ isMissing: each.isMissing, row: rowOf(each, at) }));
          const missing = after.filter(({ isMissing }) => isMissing);
          const notes = noteMissing(
            after.map(({ row }) => row),
            new Map(missing.map(({ row }) => [row, { byVerification: false }])),
          );
          return [...notes].map(([row, { note }]) => `${printOf(row)} ${note}`).sort();
        };
        expect(noted(others)).toEqual(noted(rows));
      }),
    );
  });
});
