import { describe, expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import {
  comparedMembers,
  membersOf,
  type SelectionMask,
} from '#renderer/data/engine/filter/selection-mask.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { type DateFilter, EVERYTHING, type Period } from '#shared/domain/selection.ts';
import { createQueries } from './queries.ts';

/** Which rows conditions of days hold, and rows of two periods beside each other, to the day and to the row. */

const DAYS = [null, '', '2026-12-31', '2027-01-01', '2027-06-05', '2027-12-31', '2028-01-01'];

describe('a condition of days', () => {
  const columns = ['Orden', 'Fecha de Pago'];
  const rows = DAYS.map((day, at) => [`O-${at}`, day === null || day === '' ? day : `${day}T10:00:00.000`]);
  const found = (beyond: DateFilter['beyond'], column = 'Fecha de Pago') => {
    // Each asks a store of its own: what one was told is kept.
    const store = createColumnStore();
    const encoded = encodeSegment({ columns, rows });
    store.addSegment(1, decodeSegment(encoded.bytes, encoded.headerLength), null);
    return createQueries(store).totals({ ...EVERYTHING, dateFilters: [{ column, beyond }] }, []).rows;
  };

  test('holds rows without one, those before its day, and those after it', () => {
    const beyond = (side: '<' | '>', day: string) => found({ side, day: day as LocalDate });
    expect(found(null)).toBe(2);
    expect([beyond('<', '2027-01-01'), beyond('<', '2028-01-01'), beyond('<', '2026-01-01')]).toEqual([
      1, 4, 0,
    ]);
    expect([beyond('>', '2027-12-31'), beyond('>', '2026-12-31'), beyond('>', '2028-12-31')]).toEqual([
      1, 4, 0,
    ]);
  });

  test('of a column that is not there holds all rows that have no such day, which are all', () => {
    expect(found(null, 'Fecha de entrega')).toBe(DAYS.length);
    expect(found({ side: '>', day: '2026-12-31' as LocalDate }, 'Fecha de entrega')).toBe(0);
  });
});

describe('rows of two periods', () => {
  const segments = [
    { base: 0, rowCount: 2 },
    { base: 2, rowCount: 3 },
    { base: 5, rowCount: 2 },
  ] as unknown as readonly StoredSegment[];
  const maskOf = (...rows: readonly (0 | 1)[]): SelectionMask => ({
    mask: Uint8Array.from(rows),
    rows: rows.reduce<number>((sum, row) => sum + row, 0),
    rowsIn: Uint32Array.from(segments, ({ base, rowCount }) =>
      rows.slice(base, base + rowCount).reduce<number>((sum, row) => sum + row, 0),
    ),
  });
  const period = (from: string, to: string) => ({ from, to }) as Period;
  const [OWN, BEFORE] = [maskOf(0, 1, 0, 0, 1, 0, 0), maskOf(1, 0, 0, 0, 0, 1, 0)];

  test('that are apart are told on one layer, each row by its period', () => {
    const { periods, layers } = comparedMembers(
      ...([
        segments,
        OWN,
        period('2027-02-01', '2027-02-28'),
        BEFORE,
        period('2027-01-01', '2027-01-31'),
      ] as const),
    );
    expect([periods, layers.length]).toEqual([2, 1]);
    expect([...(layers[0]?.of ?? [])]).toEqual([2, 1, 0, 0, 1, 2, 0]);
    expect([...(layers[0]?.rowsIn ?? [])]).toEqual([2, 1, 1]);
  });

  test('that share a day are told on two, for a row may be of both', () => {
    const both = maskOf(1, 1, 0, 0, 0, 1, 0);
    const { periods, layers } = comparedMembers(
      ...([
        segments,
        OWN,
        period('2027-01-31', '2027-02-28'),
        both,
        period('2027-01-01', '2027-01-31'),
      ] as const),
    );
    expect(periods).toBe(2);
    expect(layers.map(({ of }) => [...of])).toEqual([[...OWN.mask], [2, 2, 0, 0, 0, 2, 0]]);
    expect(layers.map(({ rowsIn }) => [...rowsIn])).toEqual([
      [1, 1, 0],
      [2, 0, 1],
    ]);
    expect(membersOf(OWN)).toEqual({ periods: 1, layers: [{ of: OWN.mask, rowsIn: OWN.rowsIn }] });
  });
});
