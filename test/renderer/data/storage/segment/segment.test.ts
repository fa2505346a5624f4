import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellAt } from '#renderer/data/engine/columns/segment.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { Cell, RowTable } from '#shared/domain/row-table.ts';
import { cell, HOSTILE } from './hostile-cells.ts';

function roundTrip(table: RowTable): readonly (readonly Cell[])[] {
  const encoded = encodeSegment(table);
  const segment = decodeSegment(encoded.bytes, encoded.headerLength);
  return table.rows.map((_, row) => table.columns.map((key) => cellAt(segment.columns.get(key), row)));
}

const columns = [
  'Ventas',
  'Unidades',
  '% Costo Total',
  'Fecha de compra',
  'Fecha de actualización',
  'Orden',
  'Una columna nueva',
];

describe('a segment', () => {
  test('gives every cell back exactly as it came', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(...columns.map(() => cell)), { minLength: 1, maxLength: 40 }), (rows) => {
        expect(roundTrip({ columns, rows })).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  test('gives every hostile cell back in every column of the catalogue', () => {
    const keys = COLUMNS.map((column) => column.key);
    const rows = HOSTILE.map((hostile) => keys.map(() => hostile));
    expect(roundTrip({ columns: keys, rows })).toEqual(rows);
  });

  test('keeps the texts of columns with more than 65,536 distinct values', () => {
    const rows = Array.from({ length: 70_000 }, (_, row) => [`O-${row}`, `${row}.5`]);
    const encoded = encodeSegment({ columns: ['Orden', 'Ventas'], rows });
    const segment = decodeSegment(encoded.bytes, encoded.headerLength);
    for (const row of [0, 255, 256, 65_535, 65_536, 69_999]) {
      expect(cellAt(segment.columns.get('Orden'), row)).toBe(`O-${row}`);
      expect(cellAt(segment.columns.get('Ventas'), row)).toBe(`${row}.5`);
    }
  });

  test('holds mostly-zero money in a few bytes a row', () => {
    const rows = Array.from({ length: 10_000 }, (_, row) => [row % 10 === 0 ? `${row}.25` : '0.00']);
    expect(encodeSegment({ columns: ['Ventas'], rows }).bytes.length).toBeLessThan(10_000);
  });
});

describe('the checksum', () => {
  test('changes with any change of any one byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, where, flip) => {
          const other = bytes.slice();
          const at = where % bytes.length;
          other[at] = (other[at] ?? 0) ^ flip;
          expect(checksum(other)).not.toBe(checksum(bytes));
        },
      ),
    );
  });

  test('is the same wherever the bytes lie in memory', () => {
    const bytes = Uint8Array.from({ length: 77 }, (_, index) => index * 7);
    const shifted = new Uint8Array(80);
    shifted.set(bytes, 3);
    expect(checksum(shifted.subarray(3))).toBe(checksum(bytes));
  });

  test('tells a cut tail of zeros', () => {
    expect(checksum(new Uint8Array(32))).not.toBe(checksum(new Uint8Array(16)));
  });
});
