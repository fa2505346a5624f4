import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type MarkSteps,
  stepsAcross,
  stepsDown,
  stepsFromRight,
  stepsOnLines,
} from '#renderer/ui/chart/mark-steps.ts';

const place = fc
  .tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }))
  .map(([one, other]) => ({ at: Math.min(one, other), last: Math.max(one, other) }));

type Walk = (at: number, last: number) => MarkSteps<number>;

describe.each<[string, Walk, readonly [back: string, on: string, first: string, last: string]]>([
  ['across', stepsAcross, ['ArrowLeft', 'ArrowRight', 'Home', 'End']],
  ['down', stepsDown, ['ArrowUp', 'ArrowDown', 'Home', 'End']],
  ['from the right', stepsFromRight, ['ArrowRight', 'ArrowLeft', 'End', 'Home']],
])('marks that stand %s', (_, walk, [back, on, toFirst, toLast]) => {
  it('are walked one by one, and never past an end', () => {
    fc.assert(
      fc.property(place, ({ at, last }) => {
        expect(walk(at, last)).toEqual({
          [back]: at === 0 ? 0 : at - 1,
          [on]: at === last ? last : at + 1,
          [toFirst]: 0,
          [toLast]: last,
        });
      }),
    );
  });
});

it('marks on lines are walked along a line, and from line to line at one place', () => {
  fc.assert(
    fc.property(place, place, (time, line) => {
      const steps = stepsOnLines(time.at, time.last, line.at, line.last);
      const along = stepsAcross(time.at, time.last);
      for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End'])
        expect(steps[key]).toEqual([along[key], line.at]);
      const between = stepsDown(line.at, line.last);
      for (const key of ['ArrowUp', 'ArrowDown']) expect(steps[key]).toEqual([time.at, between[key]]);
    }),
  );
});
