import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  atOnce,
  eachInSteps,
  filterInSteps,
  makeInSteps,
  mapInSteps,
  ROWS_A_STEP,
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
      const pauses = Math.floor(count / ROWS_A_STEP);
      expect(pausesOf(mapInSteps(items, String))).toBe(pauses);
      expect(pausesOf(makeInSteps(count, String))).toBe(pauses);
    }),
    { numRuns: 30 },
  );
});
