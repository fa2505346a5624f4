import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellAt, type Segment } from '#renderer/data/engine/columns/segment.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { mergeSegments, placeRows } from '#renderer/data/storage/segment/merge-segments.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Cell, RowTable } from '#shared/domain/row-table.ts';
import { randomCases } from '#test/random-cases.ts';
import { cell } from './hostile-cells.ts';

const COLUMNS = [
  'Ventas',
  'Unidades',
  '% Costo Total',
  'Fecha de compra',
  'Fecha de actualización',
  'Orden',
  'Una columna nueva',
];

function segmentOf(table: RowTable): Segment {
  const encoded = encodeSegment(table);
  return decodeSegment(encoded.bytes, encoded.headerLength);
}

/** Tables of some of the columns, in any order. */
const table: fc.Arbitrary<RowTable> = fc
  .shuffledSubarray(COLUMNS, { minLength: 1 })
  .chain((columns) =>
    fc
      .array(fc.tuple(...columns.map(() => cell)), { minLength: 1, maxLength: 12 })
      .map((rows) => ({ columns, rows })),
  );

function merge(tables: readonly RowTable[], rows: readonly number[]) {
  let base = 0;
  const sources = tables.map(segmentOf).map((segment) => {
    const numbered = { segment, base, rowCount: segment.rowCount };
    base += segment.rowCount;
    return numbered;
  });
  const encoded = atOnce(
    mergeSegments(
      sources.map(({ segment }) => segment),
      placeRows(sources, Uint32Array.from(rows)),
    ),
  );
  return { encoded, sources };
}

/** The rows' cells, encoded as if they had just come. */
function encodeCells(sources: ReturnType<typeof merge>['sources'], rows: readonly number[]) {
  const columns = [...new Set(sources.flatMap(({ segment }) => [...segment.columns.keys()]))];
  const cells = rows.map((row) => {
    const source = sources.find(({ base, rowCount }) => row >= base && row < base + rowCount);
    return columns.map((key): Cell => cellAt(source?.segment.columns.get(key), row - (source?.base ?? 0)));
  });
  return { columns, cells, encoded: encodeSegment({ columns, rows: cells }) };
}

describe('merged segments', () => {
  test('are to the byte what encoding the rows gives, whatever rows are taken over in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(table, { minLength: 1, maxLength: 4 }).chain((tables) => {
          const all = tables.flatMap(({ rows }) => rows).map((_, row) => row);
          return fc.tuple(fc.constant(tables), fc.oneof(fc.constant(all), fc.shuffledSubarray(all)));
        }),
        ([tables, rows]) => {
          const { encoded, sources } = merge(tables, rows);
          const plain = encodeCells(sources, rows);
          expect(encoded.rowCount).toBe(rows.length);
          expect(encoded.headerLength).toBe(plain.encoded.headerLength);
          expect(Buffer.compare(encoded.bytes, plain.encoded.bytes)).toBe(0);
          const segment = decodeSegment(encoded.bytes, encoded.headerLength);
          for (const [row, cells] of plain.cells.entries()) {
            expect(plain.columns.map((key) => cellAt(segment.columns.get(key), row))).toEqual(cells);
          }
        },
      ),
      { numRuns: randomCases(160) },
    );
  });

  test('give the cells back where versions of the catalogue took a column for different kinds', () => {
    const texts = segmentOf({ columns: ['Una columna nueva'], rows: [['1.50'], ['x'], [null]] });
    const decimals = segmentOf({ columns: ['Ventas'], rows: [['1.50'], ['0.00']] });
    // Under one key, as if the catalogue had learnt it in between.
    const sources = [
      { rowCount: 3, columns: new Map([['Ventas', texts.columns.get('Una columna nueva')]]) },
      decimals,
    ] as readonly Segment[];
    const placement = placeRows(
      [
        { base: 0, rowCount: 3 },
        { base: 3, rowCount: 2 },
      ],
      Uint32Array.of(4, 0, 1, 2, 3),
    );
    const { bytes, headerLength } = atOnce(mergeSegments(sources, placement));
    const column = decodeSegment(bytes, headerLength).columns.get('Ventas');
    expect([0, 1, 2, 3, 4].map((row) => cellAt(column, row))).toEqual(['0.00', '1.50', 'x', null, '1.50']);
  });

  test('leave out a column that none of the rows taken over carries', () => {
    const tables = [
      {
        columns: ['Ventas', 'Orden', 'Fecha de compra'],
        rows: [
          ['1', null, null],
          [null, 'O', '2026-01-01T00:00:00.000'],
        ],
      },
    ];
    const { encoded } = merge(tables, [0]);
    expect([...decodeSegment(encoded.bytes, encoded.headerLength).columns.keys()]).toEqual(['Ventas']);
    expect(
      decodeSegment(merge(tables, []).encoded.bytes, merge(tables, []).encoded.headerLength).rowCount,
    ).toBe(0);
  });
});
