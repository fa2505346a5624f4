import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, hashOf } from '#renderer/features/navigation/navigation.tsx';
import {
  detailOf,
  isStep,
  LIST_ITEM,
  listItem,
  partPlace,
  placeOf,
  type ReconciliationPlace,
  TOOLS,
} from '#renderer/features/navigation/reconciliation-place.ts';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { Month } from '#shared/domain/dates.ts';

const ELSEWHERE: ReconciliationPlace = { at: 'tool', part: 'bridge', item: null };
const PARTS = [...STEP_IDS, ...TOOLS];
const months = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}` as Month);
const items = fc.option(fc.string({ minLength: 1 }), { nil: null });
const places: fc.Arbitrary<ReconciliationPlace> = fc.oneof(
  fc.constant({ at: 'months' as const }),
  fc
    .record({ month: months, part: fc.constantFrom(...PARTS), item: items })
    .map((each) => ({ at: 'month' as const, ...each })),
  months.map((month) => ({ at: 'month' as const, month, part: null, item: null })),
  fc
    .record({ part: fc.constantFrom(...PARTS), item: items })
    .map(({ part, item }) => partPlace(part, null, item)),
);

describe('the places of Conciliación', () => {
  test('each have an address, which leads to it', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(placeOf(detailOf(place), ELSEWHERE)).toEqual(place);
        // Through the page's own address, and whatever stands in a key.
        const hash = hashOf({ screen: 'reconciliation', detail: detailOf(place) });
        expect(placeOf(addressOf(hash).detail, ELSEWHERE)).toEqual(place);
      }),
    );
  });

  test('where none is named one is where one was; a key of an exception is among the exceptions', () => {
    expect(placeOf(null, ELSEWHERE)).toBe(ELSEWHERE);
    expect(placeOf('rate:1a2b', ELSEWHERE)).toEqual({ at: 'tool', part: 'exceptions', item: 'rate:1a2b' });
    expect(placeOf('2026-13', ELSEWHERE)).toEqual({ at: 'tool', part: 'exceptions', item: '2026-13' });
    expect(placeOf('2026-10/nowhere', ELSEWHERE)).toEqual({
      at: 'month',
      month: '2026-10',
      part: null,
      item: null,
    });
  });

  test('what there is of a month alone leads to all months where none is named', () => {
    expect(placeOf('data', ELSEWHERE)).toEqual({ at: 'months' });
  });

  test('of a list that is narrowed names what it is narrowed to, and nothing else', () => {
    const item = listItem({ kind: 'rate', canal: null, cuenta: 'Á & B/1', age: '' });
    expect(item.slice(0, LIST_ITEM.length)).toBe('list?');
    expect([...new URLSearchParams(item.slice(LIST_ITEM.length))]).toEqual([
      ['kind', 'rate'],
      ['cuenta', 'Á & B/1'],
      ['age', ''],
    ]);
  });

  test('are steps of a month or tools beside them', () => {
    expect(PARTS.filter(isStep)).toEqual([...STEP_IDS]);
  });
});
