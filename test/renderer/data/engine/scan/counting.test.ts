import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortedByCounting, startsOf } from '#renderer/data/engine/scan/counting.ts';

it('places are sorted by their keys, equal ones as they stood', () => {
  const keyed = fc.array(fc.nat(12), { maxLength: 60 }).chain((keys) =>
    fc.tuple(
      fc.constant(keys),
      fc.shuffledSubarray(
        keys.map((_, at) => at),
        { minLength: keys.length },
      ),
    ),
  );
  fc.assert(
    fc.property(keyed, ([keys, order]) => {
      const sorted = sortedByCounting(Uint32Array.from(order), Uint32Array.from(keys));
      expect([...sorted]).toEqual(order.toSorted((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0)));
    }),
  );
});

it('groups begin where those before them end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000)), (counts) => {
      const starts = startsOf(counts);
      expect(starts).toHaveLength(counts.length + 1);
      expect(starts[0]).toBe(0);
      for (const [group, count] of counts.entries())
        expect((starts[group + 1] ?? 0) - (starts[group] ?? 0)).toBe(count);
    }),
  );
});
