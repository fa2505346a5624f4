import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileSpace, type FileRange } from '#renderer/data/storage/memory/file-space.ts';

/** Which parts of the rows' file are taken. */

/** The gaps before the end of what is taken, as a map of single bytes tells them. */
function gapsIn(taken: readonly FileRange[]): { readonly gaps: readonly FileRange[]; readonly end: number } {
  const end = Math.max(0, ...taken.map(({ at, length }) => at + length));
  const isTaken = new Uint8Array(end);
  for (const { at, length } of taken) isTaken.fill(1, at, at + length);
  const gaps: FileRange[] = [];
  let from = 0;
  for (let at = 0; at <= end; at += 1) {
    if (at < end && isTaken[at] === 0) continue;
    if (at > from) gaps.push({ at: from, length: at - from });
    from = at + 1;
  }
  return { gaps, end };
}

test('ranges never lie over each other, and the file grows only where no gap is long enough', () => {
  const step = fc.oneof(
    fc.record({ take: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ free: fc.nat({ max: 30 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const space = createFileSpace();
      const taken: FileRange[] = [];
      for (const each of steps) {
        if ('free' in each) {
          const [range] = taken.splice(each.free % Math.max(1, taken.length), 1);
          if (range !== undefined) space.free(range);
          continue;
        }
        const { gaps, end } = gapsIn(taken);
        const range = space.take(each.take);
        const places = gaps.filter(({ length }) => length >= each.take).map(({ at }) => at);
        expect(range.length).toBe(each.take);
        expect(places.length > 0 ? places : [end]).toContain(range.at);
        taken.push(range);
      }
    }),
    { numRuns: 150 },
  );
});

test('of the gaps that are long enough, the one is taken that was freed first', () => {
  const space = createFileSpace();
  const ranges = [4, 1, 6, 1, 8, 1].map((length) => space.take(length));
  for (const at of [4, 0, 2]) space.free(ranges[at] ?? { at: 0, length: 0 });
  expect([space.take(3), space.take(4), space.take(4), space.take(6)].map(({ at }) => at)).toEqual([
    12, 15, 0, 5,
  ]);
});

test('a range of the file that was freed is taken again', () => {
  const space = createFileSpace();
  const [first, second] = [space.take(100), space.take(50)];
  expect([first, second]).toEqual([
    { at: 0, length: 100 },
    { at: 100, length: 50 },
  ]);
  space.free(first);
  expect(space.take(120)).toEqual({ at: 150, length: 120 });
  expect(space.take(60)).toEqual({ at: 0, length: 60 });
  expect(space.take(40)).toEqual({ at: 60, length: 40 });
  expect(space.take(1)).toEqual({ at: 270, length: 1 });
});

test('a range that was freed is one with those beside it, and at the end no part of the file any more', () => {
  const space = createFileSpace();
  const [first, second, third, last] = [10, 20, 30, 40].map((length) => space.take(length));
  for (const range of [first, third, second]) if (range !== undefined) space.free(range);
  expect(space.take(60)).toEqual({ at: 0, length: 60 });
  space.free({ at: 0, length: 60 });
  if (last !== undefined) space.free(last);
  expect(space.take(200)).toEqual({ at: 0, length: 200 });
  // Merges that are each longer than the one before: with ranges by themselves none would ever fit.
  let held = [space.take(8)];
  for (let round = 1; round <= 50; round += 1) {
    const merged = space.take(8 + round);
    for (const range of held) space.free(range);
    held = [merged];
  }
  expect(held[0]?.at).toBeLessThan(400);
});
