import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyed } from '#renderer/reconciliation/matching/worker/keyed-decisions.ts';
import { decision } from '#test/renderer/data/worker/user-decisions.ts';

test('decisions come in the order they were said in, however storage gave them back', () => {
  const said = fc.uniqueArray(
    fc.record({ key: fc.string({ minLength: 1, maxLength: 4 }), atMs: fc.nat(5) }),
    {
      selector: ({ key }) => key,
    },
  );
  const shuffled = said.chain((all) =>
    fc.record({
      all: fc.constant(all),
      other: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    }),
  );
  const keysOf = (all: readonly { readonly key: string; readonly atMs: number }[]) => {
    const own = all.map(
      ({ key, atMs }) =>
        [key, decision({ verdict: 'match', lines: [key], orders: ['o'], said: null, atMs })] as const,
    );
    return keyed(new Map(own)).map(({ key }) => key);
  };
  fc.assert(
    fc.property(shuffled, ({ all, other }) => {
      const keys = keysOf(other);
      expect(keys).toEqual(keysOf(all));
      const times = keys.map((key) => all.find((each) => each.key === key)?.atMs ?? -1);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
  );
  const [one, other] = ['a', 'b'].map((key) => ({ key, atMs: 3 })) as [{ key: string; atMs: number }, never];
  expect(keysOf([one, other])).toEqual(['a', 'b']);
  expect(keysOf([other, one])).toEqual(['a', 'b']);
});
