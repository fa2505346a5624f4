import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActivity, createScheduler } from '#renderer/data/scheduling/scheduler.ts';
import type { Task } from '#shared/base/tasks.ts';
import { RpcError } from '#shared/contract/rpc.ts';

/** A worker whose messages come between slices: each turn of the queue lets one script step happen. */
function worker(script: (() => void)[]) {
  let clock = 0;
  const store = { changes: 0 };
  const slots = createScheduler({
    activity: createActivity(),
    changes: () => store.changes,
    now: () => clock,
    yieldToEventLoop: async () => {
      script.shift()?.();
      await Promise.resolve();
    },
  });
  return { store, slots, tick: () => (clock += 5) };
}

type Step =
  | { readonly kind: 'ask'; readonly slot: number; readonly slices: number }
  | { readonly kind: 'commit' }
  | { readonly kind: 'nothing' };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    slot: fc.integer({ min: 0, max: 2 }),
    slices: fc.integer({ min: 0, max: 9 }),
  }),
  fc.constant({ kind: 'commit' as const }),
  fc.constant({ kind: 'nothing' as const }),
);

test('only the newest question of a slot is answered, of one state of the rows, and no other ever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const outcomes: Promise<void>[] = [];
      const newest = new Map<number, number>();
      let asked = 0;
      const script = steps.map((each) => () => {
        if (each.kind === 'commit') made.store.changes += 1;
        if (each.kind !== 'ask') return;
        const number = asked;
        asked += 1;
        const { slices: length } = each;
        const before = newest.get(each.slot);
        newest.set(each.slot, number);
        function* slices(): Task<number> {
          const seen = made.store.changes;
          for (let at = 0; at < length; at += 1) {
            made.tick();
            yield;
          }
          expect(made.store.changes).toBe(seen);
          return number;
        }
        // Slot 2 stands for none.
        const slot = each.slot === 2 ? undefined : String(each.slot);
        outcomes.push(
          made.slots.answer(slot, slices).then(
            (answer) => {
              expect(answer).toBe(number);
              if (slot !== undefined) expect(newest.get(each.slot)).toBe(number);
            },
            (error: unknown) => {
              expect(error).toBeInstanceOf(RpcError);
              expect(error).toMatchObject({ code: 'superseded' });
              expect(slot).toBeDefined();
              expect(newest.get(each.slot)).not.toBe(number);
            },
          ),
        );
        expect(before ?? -1).toBeLessThan(number);
      });
      const made = worker(script);
      while (script.length > 0) {
        script.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(outcomes);
    }),
    { numRuns: 300 },
  );
});

test('a superseded question works no further', async () => {
  let worked = 0;
  function* long(): Task<string> {
    for (let at = 0; at < 1000; at += 1) {
      worked += 1;
      made.tick();
      yield;
    }
    return 'old';
  }
  const script = [() => {}, () => void answers.push(made.slots.answer('search', short))];
  const made = worker(script);
  function* short(): Task<string> {
    yield;
    return 'new';
  }
  const answers: Promise<string>[] = [];
  await expect(made.slots.answer('search', long)).rejects.toMatchObject({ code: 'superseded' });
  expect(await answers[0]).toBe('new');
  expect(worked).toBeLessThan(5);
});

test('a question that fails says so and does not hold up the next', async () => {
  const made = worker([]);
  // biome-ignore lint/correctness/useYield: it fails before it could.
  function* failing(): Task<string> {
    throw new RangeError('no');
  }
  function* fine(): Task<string> {
    yield;
    return 'yes';
  }
  const failed = made.slots.answer('a', failing);
  const next = made.slots.answer('b', fine);
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('a question ahead of being seen rests for every other one, and goes on where it was', async () => {
  const order: string[] = [];
  let begun = 0;
  function* ahead(): Task<string> {
    begun += 1;
    for (let at = 0; at < 12; at += 1) {
      order.push('ahead');
      made.tick();
      yield;
    }
    return 'ahead';
  }
  const named = (name: string) =>
    function* (): Task<string> {
      order.push(name);
      yield;
      return name;
    };
  const others: Promise<string>[] = [];
  const script = [
    () => {},
    () => {},
    () =>
      void others.push(made.slots.answer(undefined, named('seen')), made.slots.answer('s', named('also'))),
  ];
  const made = worker(script);
  const answers = await Promise.all([
    made.slots.answer(undefined, ahead, true),
    made.slots.answer(undefined, named('later'), true),
    made.slots.answer(undefined, named('first')),
  ]);
  expect(answers).toEqual(['ahead', 'later', 'first']);
  expect(await Promise.all(others)).toEqual(['seen', 'also']);
  expect(begun).toBe(1);
  expect(order.indexOf('first')).toBeLessThan(order.indexOf('later'));
  const at = order.indexOf('seen');
  expect(order.slice(at, at + 3)).toEqual(['seen', 'also', 'ahead']);
  expect(order.filter((name) => name === 'ahead')).toHaveLength(12);
});

test('a question ahead begins again where the rows changed while it rested', async () => {
  let begun = 0;
  function* ahead(): Task<number> {
    begun += 1;
    const seen = made.store.changes;
    for (let at = 0; at < 12; at += 1) {
      made.tick();
      yield;
      expect(made.store.changes).toBe(seen);
    }
    return seen;
  }
  function* seen(): Task<number> {
    yield;
    return made.store.changes;
  }
  const others: Promise<number>[] = [];
  const script = [
    () => {},
    () => {},
    () => void others.push(made.slots.answer(undefined, seen)),
    // The other one is in hand by now.
    () => {
      made.store.changes += 1;
    },
  ];
  const made = worker(script);
  expect(await made.slots.answer(undefined, ahead, true)).toBe(1);
  expect(await Promise.all(others)).toEqual([1]);
  expect(begun).toBe(2);
});
