import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineMatching } from '#renderer/data/files/check/line-matching.ts';

/** Which line of the evidence each line of a file is. */

const marksOf = (letters: readonly string[]) => ({
  marks: letters.map((letter) => letter.repeat(4)).join(''),
});
const matchAll = (evidence: readonly string[], file: readonly string[]) => {
  const matching = createLineMatching(marksOf(evidence));
  const found = file.map((letter, line) => matching.find(line, letter.repeat(4)));
  return { found, lost: matching.lost(), guess: matching.guess };
};
const letters = fc.array(fc.constantFrom(...'ABCxyz-_9'), { maxLength: 14 });

describe('lines of a file', () => {
  test('are each one line of the evidence that says the same, as many as both have', () => {
    fc.assert(
      fc.property(letters, letters, (evidence, file) => {
        const { found, lost } = matchAll(evidence, file);
        const taken = found.filter((place) => place !== null);
        expect(new Set(taken).size).toBe(taken.length);
        for (const [line, place] of found.entries())
          if (place !== null) expect(evidence[place]).toBe(file[line]);
        for (const letter of new Set([...evidence, ...file])) {
          const count = (all: readonly string[]) => all.filter((each) => each === letter).length;
          const own = found.filter((place, line) => place !== null && file[line] === letter).length;
          expect(own).toBe(Math.min(count(evidence), count(file)));
        }
        const gone = evidence.flatMap((_, place) => (taken.includes(place) ? [] : [place]));
        expect(lost).toEqual({ count: gone.length, first: gone[0] ?? -1 });
      }),
      { numRuns: 400 },
    );
  });

  test('that were not moved are those in their places', () => {
    fc.assert(
      fc.property(letters, (evidence) => {
        expect(matchAll(evidence, evidence).found).toEqual([...evidence.keys()]);
      }),
    );
  });

  test('are the next ones where a line was put in or taken out, equal ones too', () => {
    expect(matchAll([...'ABABAB'], [...'zABABAB']).found).toEqual([null, 0, 1, 2, 3, 4, 5]);
    const { found, lost, guess } = matchAll([...'AABBCC'], [...'ABBCC']);
    expect([found, lost]).toEqual([[0, 2, 3, 4, 5], { count: 1, first: 1 }]);
    expect(guess(5)).toBe(6);
    // Of equal ones that which follows the line before it.
    expect(matchAll([...'xxAyA'], [...'yA']).found).toEqual([3, 4]);
  });
});
