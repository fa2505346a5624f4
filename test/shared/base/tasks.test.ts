import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  atOnce,
  eachInSteps,
  filterInSteps,
  makeInSteps,
  mapInSteps,
  ROWS_A_STEP,
  runTask,
  type Task,
} from '#shared/base/tasks.ts';

test('work in steps comes to what it comes to at once, and gives way after so many items', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: ROWS_A_STEP * 3 + 1 }), (count) => {
      const items = Array.from({ length: count }, (_, at) => at * 7);
      const seen: number[] = [];
      const pausesOf = (steps: Task<unknown>): number => [...steps].length;
      atOnce(eachInSteps(items, (item, at) => void seen.push(item + at)));
      expect(seen).toEqual(items.map((item, at) => item + at));
      expect(atOnce(mapInSteps(items, (item, at) => item * at))).toEqual(items.map((item, at) => item * at));
      expect(atOnce(filterInSteps(items, (item) => item % 2 === 0))).toEqual(
        items.filter((item) => item % 2 === 0),
      );
      expect(atOnce(makeInSteps(count, (at) => at * 7))).toEqual(items);
      for (const list of [new Set(items), Int32Array.from(items)]) {
        const others: number[] = [];
        atOnce(eachInSteps(list, (item, at) => void others.push(item + at)));
        expect(others.join()).toBe(seen.join());
      }
      const pauses = Math.floor(count / ROWS_A_STEP);
      expect(pausesOf(eachInSteps(new Set(items), String))).toBe(pauses);
      expect(pausesOf(filterInSteps(Int32Array.from(items), Boolean))).toBe(pauses);
      expect(pausesOf(mapInSteps(items, String))).toBe(pauses);
      expect(pausesOf(makeInSteps(count, String))).toBe(pauses);
    }),
    { numRuns: 20 },
  );
});

test('a task that is run pauses between its steps, begins the next one after that, and comes to its end', async () => {
  const seen: string[] = [];
  function* work(): Task<string> {
    for (const step of ['one', 'two']) {
      seen.push(step);
      yield;
    }
    seen.push('end');
    return 'done';
  }
  const pause = async () => {
    await null;
    seen.push('pause');
  };
  expect(await runTask(work(), pause)).toBe('done');
  expect(seen).toEqual(['one', 'pause', 'two', 'pause', 'end']);
  expect(atOnce(work())).toBe('done');
});
