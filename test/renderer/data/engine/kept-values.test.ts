import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import {
  type ColumnChange,
  MAX_ORDER_BYTES,
  packedBytes,
  packValues,
  valuePlaces,
  valuesAt,
  withinOrder,
} from '#renderer/data/engine/changes/kept-values.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constantFrom(null, '', 'a', '10.00', 'Ñandú', '🛒'),
  fc.string({ maxLength: 12 }),
);
const cells = fc.array(cell, { maxLength: 4 });
const column = fc.record({
  column: fc.constantFrom('Comprador', 'Producto', 'a', ''),
  before: cells,
  after: cells,
});
const orders = fc.array(fc.array(column, { maxLength: 5 }), { maxLength: 8 });

const utf8 = (text: Cell) => (text === null ? 0 : Buffer.byteLength(text, 'utf8'));

describe('values of other columns', () => {
  test('come back as they were packed, order by order, each text stored once', () => {
    fc.assert(
      fc.property(orders, (packed) => {
        const values = packValues(packed);
        const places = valuePlaces(values, packed.length);
        expect(places.map((place) => valuesAt(values, place))).toEqual(packed);
        expect(new Set(values.texts).size).toBe(values.texts.length);
        expect(packedBytes(values)).toBe(
          values.texts.reduce((sum, text) => sum + utf8(text), 2 * values.codes.length),
        );
      }),
    );
  });

  test('stay within an order’s share, whatever is asked for; a long text does not keep out what follows it', () => {
    const long = fc.integer({ min: 1, max: MAX_ORDER_BYTES + 9 }).map((length) => 'x'.repeat(length));
    const wide = fc.array(
      fc.oneof(column, fc.record({ column: long, before: fc.tuple(long), after: cells })),
    );
    fc.assert(
      fc.property(wide, (asked) => {
        const kept = withinOrder(asked);
        const bytes = ({ before, after }: ColumnChange) =>
          6 + [...before, ...after].reduce((sum, text) => sum + utf8(text) + 2, 0);
        const total = kept.reduce((sum, one) => sum + bytes(one), 0);
        expect(total).toBeLessThanOrEqual(MAX_ORDER_BYTES);
        let room = MAX_ORDER_BYTES;
        const fits = asked.filter((one) => {
          const isKept = bytes(one) <= room;
          if (isKept) room -= bytes(one);
          return isKept;
        });
        expect(kept).toEqual(fits);
      }),
    );
    const huge = { column: 'Producto', before: ['x'.repeat(3_000)], after: ['y'] };
    const short = { column: 'Comprador', before: ['Ana'], after: ['Eva'] };
    expect(withinOrder([huge, short])).toEqual([short]);
    // What fills the share to its last byte fits, and leaves no room; a byte more does not.
    const full = (more: number) => ({
      ...{ column: 'Producto', before: ['x'.repeat(MAX_ORDER_BYTES - 10 + more)], after: [null] },
    });
    expect(withinOrder([full(0), short])).toEqual([full(0)]);
    expect(withinOrder([full(1), short])).toEqual([short]);
  });

  test('are forgotten, oldest first, where the log holds more than its share; changes stay', () => {
    const record = (index: number): ChangesRecord => ({
      runId: 'r',
      purpose: 'changes',
      windowId: `w${index}`,
      window: {
        field: 'updated_at',
        from: '2026-04-01T00:00:00.000Z' as UtcInstant,
        to: '2026-04-02T00:00:00.000Z' as UtcInstant,
      },
      readAt: null,
      changes: [
        {
          order: JSON.stringify(['U', 'P', `${index}`]) as OrderKey,
          purchase: null,
          before: null,
          after: null,
          columns: ['Comprador'],
          correlationIds: [],
        },
      ],
      values: packValues([[{ column: 'Comprador', before: [`${index}`], after: ['x'] }]]),
    });
    const one = packedBytes(packValues([[{ column: 'Comprador', before: ['0'], after: ['x'] }]]));
    const index = createChangeIndex(3 * one);
    for (let at = 0; at < 9; at += 1) index.add(record(at));
    expect(index.size).toBe(9);
    const kept = Array.from({ length: 9 }, (_, change) => index.values(change)?.[0]?.before ?? null);
    expect(kept).toEqual([null, null, null, null, null, null, ['6'], ['7'], ['8']]);
    expect(index.columns(0)).toEqual(['Comprador']);
  });
});
