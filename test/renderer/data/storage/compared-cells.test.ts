import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { cellAt } from '#renderer/data/engine/columns/segment.ts';
import { sumOfCells } from '#renderer/data/storage/commit/cell-sums.ts';
import { changedColumns, orderChange } from '#renderer/data/storage/commit/order-change.ts';
import {
  areCounterparts,
  areEqual,
  counterpartOf,
  type PlannedRow,
  plannedRow,
  printOf,
  rowSource,
} from '#renderer/data/storage/commit/planned-rows.ts';
import { compareRows } from '#renderer/data/storage/commit/row-differences.ts';
import {
  multisetDifference,
  replacements,
  unmatchedRows,
} from '#renderer/data/storage/commit/row-matching.ts';
import { storedRowsOf } from '#renderer/data/storage/commit/stored-rows.ts';
import { eachDifference } from '#renderer/data/storage/segment/cell-differences.ts';
import { CollectedRows, cellsOf } from '#renderer/data/storage/segment/collected-rows.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { cellHolder, holdsCell } from '#renderer/data/storage/segment/held-cells.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { add, parseDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { randomCases } from '#test/random-cases.ts';
import { cell, HOSTILE } from './segment/hostile-cells.ts';

/** Rows that came beside stored ones, which are compared as they lie there, against the same rows as texts. */

const segmentOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]) => {
  const { bytes, headerLength } = encodeSegment({ columns, rows });
  return decodeSegment(bytes, headerLength);
};

describe('a stored cell', () => {
  const KEYS = [
    'Ventas',
    'Unidades',
    'Fecha de compra',
    'Fecha de actualización',
    'Orden',
    'Una columna nueva',
  ];
  const usual = fc.constantFrom<Cell>('0.00', '0.0', '0', '10.5', '10.50', '10.500', '-0.01');

  test('is no other text than the one that came, were it the same number', () => {
    const cells = fc.array(fc.oneof(cell, usual), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(cells, fc.array(fc.oneof(cell, usual), { maxLength: 8 }), (kept, others) => {
        const { columns } = segmentOf(
          KEYS,
          kept.map((each) => KEYS.map(() => each)),
        );
        for (const key of [...KEYS, 'Of no row']) {
          const column = columns.get(key);
          const holds = cellHolder(column);
          for (const row of kept.keys()) {
            const wrong = [...kept, ...others].filter((text) => {
              const isSame = cellAt(column, row) === text;
              return holds(row, text) !== isSame || holdsCell(column, row, text) !== isSame;
            });
            expect(wrong).toEqual([]);
          }
          // Each stored row beside each that came, ascending by the stored one.
          const came = [...kept, ...others];
          const [given, ofAnotherKind] = [key, 'A text'].map((each) => cellsOf(each, came.length));
          for (const [at, text] of came.entries()) {
            given?.put(at, text);
            ofAnotherKind?.put(at, text);
            expect([given?.cellAt(at), ofAnotherKind?.cellAt(at)]).toEqual([text, text]);
          }
          const pairs = [...kept.keys()].flatMap((row) => came.map((text, at) => ({ row, text, at })));
          const places = {
            stored: Uint32Array.from(pairs, ({ row }) => row),
            given: Uint32Array.from(pairs, ({ at }) => at),
          };
          for (const each of [given, ofAnotherKind, undefined]) {
            const differing: number[] = [];
            eachDifference(column, each, places, (pair) => differing.push(pair));
            const textAt = (at: number) => each?.cellAt(at) ?? null;
            expect(differing).toEqual(
              [...pairs.keys()].filter((pair) => {
                const { row = 0, at = 0 } = pairs[pair] ?? {};
                return cellAt(column, row) !== textAt(at);
              }),
            );
          }
        }
      }),
      { numRuns: randomCases(80) },
    );
  });

  test('is compared as bytes among many texts, in any script', () => {
    const texts = [...HOSTILE, 'niño', 'nino', 'nin', 'ñ', '😀'].filter(
      (each) => !/\p{Surrogate}/u.test(each ?? ''),
    );
    const many = [...texts, ...Array.from({ length: 1_500 }, (_, at) => `O-${at}`)];
    const column = segmentOf(
      ['Orden'],
      many.map((text) => [text]),
    ).columns.get('Orden');
    const holds = cellHolder(column);
    const asked = [...texts, 'O-1', 'O-14', 'O-149', 'O-1499', '\ud800', 'O-9999'];
    for (const text of asked) {
      const found = [...many.keys()].filter((row) => holds(row, text));
      expect(found).toEqual([...many.keys()].filter((row) => many[row] === text));
      expect([...many.keys()].filter((row) => holdsCell(column, row, text))).toEqual(found);
    }
  });
});

test('cells that can be read are summed as BigInt sums them', () => {
  const texts = fc.array(
    fc.oneof(cell, fc.constantFrom('999999999999999', '-999999999999999', '0.000000000001')),
    {
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(texts, (cells) => {
      const said = cells.filter((each) => each !== null && each !== '');
      const values = said.flatMap((each) => parseDecimal(each ?? '') ?? []);
      const { sum, isWhole } = sumOfCells(cells);
      expect(sum).toBe(
        values.length === 0 ? null : toDecimal(values.reduce((one, other) => add(one, other))),
      );
      expect(isWhole).toBe(values.length === said.length);
    }),
    { numRuns: 1_000 },
  );
});

describe('an order that came again', () => {
  const KEYS = [
    ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Tipo de Dato', 'Fecha de compra'],
    ...['Fecha de actualización', 'Estado de Orden', 'Ventas', 'Costo Envío', '% Costo Total', 'Comprador'],
  ];
  const SENT = [...KEYS.toReversed(), 'Nueva'];
  type Values = { readonly [column: string]: Cell };
  const FEW: { readonly [column: string]: readonly Cell[] } = {
    'Nro. suborden': ['S-1', 'S-2', null],
    'SKU Producto': ['A', 'B'],
    'Fecha de compra': ['2026-03-01T10:00:00.000', '2026-03-01T10:00:00', ''],
    'Fecha de actualización': ['2026-03-02T10:00:00.000Z', null],
    Ventas: ['10.5', '10.50', '0.00', '0', 'x', null],
    'Costo Envío': ['0.00', '-3.10', ''],
    Nueva: [null, 'n'],
  };
  const values = fc.record(
    Object.fromEntries(
      [...KEYS, 'Nueva'].map((column) => [
        column,
        column === 'Orden' ? fc.constant<Cell>('O-1') : fc.constantFrom<Cell>(...(FEW[column] ?? ['c'])),
      ]),
    ),
  );
  /** Rows as they are stored, in two segments; and as they came: each the same, with other figures, or not at all; and more. */
  const world = fc
    .tuple(
      fc.array(fc.tuple(values, fc.constantFrom('same', 'same', 'changed', 'changed', 'gone'), values), {
        minLength: 1,
        maxLength: 10,
      }),
      fc.array(values, { maxLength: 2 }),
    )
    .map(([drawn, more]) => ({
      stored: drawn.map(([first]) => first),
      came: [
        ...drawn.flatMap(
          ([first, fate, { Ventas = null, 'Costo Envío': costs = null, Nueva = null }]): Values[] => {
            if (fate === 'gone') return [];
            return [fate === 'same' ? first : { ...first, Ventas, 'Costo Envío': costs, Nueva }];
          },
        ),
        ...more,
      ],
    }));

  const readStored = (rows: readonly Values[]): readonly PlannedRow[] => {
    const store = createColumnStore();
    const half = Math.ceil(rows.length / 2);
    for (const [id, own] of [rows.slice(0, half), rows.slice(half)].entries()) {
      const cells = own.map((each) => KEYS.map((column) => each[column] ?? null));
      if (own.length > 0) store.addSegment(id, segmentOf(KEYS, cells), null);
    }
    const key = orderKeyReader({ columns: KEYS })(
      KEYS.map((column) => rows[0]?.[column] ?? null),
    ) as OrderKey;
    return storedRowsOf(store).ofOrder(key);
  };
  const plainOf = (row: PlannedRow): PlannedRow => ({
    ...plannedRow(row.source, [...row.cells.all()], row.correlationId),
    stored: row.stored,
    note: row.note,
  });

  test('is matched and told apart as if all had been read as texts', () => {
    let compared = 0;
    fc.assert(
      fc.property(world, ({ stored, came }) => {
        const before = readStored(stored);
        expect(before).toHaveLength(stored.length);
        const source = rowSource(SENT);
        const rows = new CollectedRows(SENT, came.length);
        const after = came.map((each, at) => {
          const cells = SENT.map((column) => each[column] ?? null);
          return plannedRow(source, cells, 'c', at % 3 === 2 ? null : { rows, place: rows.add(cells) });
        });
        const plain = before.map(plainOf);
        for (const [at, row] of before.entries()) {
          for (const other of after) {
            const isEqual = printOf(row) === printOf(other);
            expect([areEqual(row, other), areEqual(other, row)]).toEqual([isEqual, isEqual]);
            expect(areCounterparts(row, other)).toBe(counterpartOf(row) === counterpartOf(other));
          }
          expect(printOf(row)).toBe(printOf(plain[at] ?? row));
        }
        const prints = (rows: readonly PlannedRow[]) => rows.map(printOf).sort();
        expect(prints(unmatchedRows(before, after))).toEqual(prints(unmatchedRows(plain, after)));
        const pairs = replacements(before, after);
        compared += pairs.length;
        const differences = atOnce(compareRows(pairs));
        for (const [was, { is, places }] of differences) {
          const [old, now] = [was, is].map((row) => (column: string) => {
            const place = row.source.places.get(column) ?? -1;
            return place < 0 ? null : (row.cells.all()[place] ?? null);
          });
          expect(places.map((place) => was.source.columns[place])).toEqual(
            was.source.columns.filter((column) => old?.(column) !== now?.(column)),
          );
        }
        const told = multisetDifference(before, after, differences);
        const expected = multisetDifference(plain, after);
        expect(prints(told.gone)).toEqual(prints(expected.gone));
        expect(prints(told.come)).toEqual(prints(expected.come));
        expect(changedColumns(before, after, differences).toSorted()).toEqual(
          changedColumns(plain, after).toSorted(),
        );
        const key = 'o' as OrderKey;
        const { columns: _, values: kept, ...change } = orderChange(key, before, after, [], differences);
        const { columns: __, values: plainly, ...naive } = orderChange(key, plain, after, []);
        expect(change).toEqual(naive);
        const byColumn = (each: { readonly column: string }, other: { readonly column: string }) =>
          each.column < other.column ? -1 : 1;
        expect([...kept].sort(byColumn)).toEqual([...plainly].sort(byColumn));
      }),
      { numRuns: randomCases(100) },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
