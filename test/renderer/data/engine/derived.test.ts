import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { atOnce } from '#shared/base/tasks.ts';

it('a value is made once for each owner and stamp, and remade when the stamp is another', () => {
  const step = fc.record({
    owner: fc.nat({ max: 2 }),
    kind: fc.nat({ max: 1 }),
    stamp: fc.array(fc.nat({ max: 1 }), { minLength: 2, maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const kinds = [defineDerivation<object, object>(), defineDerivation<object, object>()];
      const owners = [{}, {}, {}];
      // The last stamp and value of each owner, kind by kind.
      const model = new Map<string, { readonly stamp: string; readonly value: object }>();
      for (const { owner, kind, stamp } of steps) {
        const [derivation, of] = [kinds[kind], owners[owner]];
        if (derivation === undefined || of === undefined) throw new Error('No such owner.');
        const known = model.get(`${owner} ${kind}`);
        expect(derivation.last(of)).toBe(known?.value);
        const fresh = known?.stamp === stamp.join() ? known.value : undefined;
        expect(derivation.get(of, ...stamp)).toBe(fresh);
        const made = {};
        const value = derivation.of(of, () => made, ...stamp);
        expect(value).toBe(fresh ?? made);
        model.set(`${owner} ${kind}`, { stamp: stamp.join(), value });
      }
    }),
    { seed: 13, numRuns: 100 },
  );
});

it('a value without a stamp is good for as long as its owner is', () => {
  const derivation = defineDerivation<object, object>();
  const owner = {};
  const value = derivation.keep(owner, {});
  expect(derivation.of(owner, () => ({}))).toBe(value);
  expect(derivation.get({})).toBeUndefined();
});

it('a task goes on from the last value, and what it tells next is kept unless the stamp changed meanwhile', () => {
  const derivation = defineDerivation<object, number>();
  const owner = {};
  let stamp = 0;
  const answer = (changesMeanwhile: boolean) =>
    atOnce(
      derivation.goOn(
        owner,
        () => stamp,
        function* (last = 0) {
          yield;
          if (changesMeanwhile) stamp += 1;
          return { answer: `from ${last}`, next: last + 1 };
        },
      ),
    );
  expect([answer(false), answer(false), answer(true), answer(false)]).toEqual([
    ...['from 0', 'from 1', 'from 2', 'from 2'],
  ]);
  expect(derivation.last(owner)).toBe(3);
});
