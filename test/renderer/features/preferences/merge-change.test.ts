import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeChange, takeBack } from '#renderer/features/preferences/merge-change.ts';

/** Two tabs read a setting, each changes it, and each writes what it changed. */

type Entry = { readonly id: string; readonly name: string };
type Step = { readonly kind: 'put' | 'remove'; readonly id: string; readonly name: string };

const entries = (ids: readonly string[]) =>
  fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), name: fc.string({ maxLength: 3 }) }), {
    selector: ({ id }) => id,
  });
const steps = (ids: readonly string[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('put', 'remove'),
      id: fc.constantFrom(...ids),
      name: fc.string({ maxLength: 3 }),
    }),
    { maxLength: 6 },
  );
function edited(list: readonly Entry[], edits: readonly Step[]): readonly Entry[] {
  const names = new Map(list.map(({ id, name }) => [id, name]));
  for (const { kind, id, name } of edits) {
    if (kind === 'remove') names.delete(id);
    else names.set(id, name);
  }
  return [...names].map(([id, name]) => ({ id, name }));
}
const byId = (list: unknown) => new Map((list as readonly Entry[]).map(({ id, name }) => [id, name]));

const MINE = ['a', 'b', 'c'];
const YOURS = ['x', 'y', 'z'];

describe('what one tab changed', () => {
  test('stands beside what the other changed of other entries, in whatever order they write', () => {
    fc.assert(
      fc.property(entries([...MINE, ...YOURS]), steps(MINE), steps(YOURS), (read, mine, yours) => {
        const both = byId(edited(edited(read, mine), yours));
        const [one, other] = [edited(read, mine), edited(read, yours)];
        expect(byId(mergeChange(read, other, one))).toEqual(both);
        expect(byId(mergeChange(read, one, other))).toEqual(both);
      }),
    );
  });

  test('is taken back alone', () => {
    fc.assert(
      fc.property(entries([...MINE, ...YOURS]), steps(MINE), steps(YOURS), (read, mine, yours) => {
        const one = edited(read, mine);
        const both = mergeChange(read, one, edited(read, yours));
        expect(byId(takeBack(read, one, both))).toEqual(byId(edited(read, yours)));
      }),
    );
  });

  test('is taken back only where it still stands', () => {
    const [before, after] = [[{ id: 'a', name: '1' }], [{ id: 'a', name: '2' }]];
    expect(takeBack(before, after, after)).toEqual(before);
    expect(takeBack(before, after, [{ id: 'a', name: '3' }])).toEqual([{ id: 'a', name: '3' }]);
    // Removed elsewhere: it is not there to be named as before.
    expect(takeBack(before, after, [])).toEqual([]);
    // Added here and changed elsewhere, or removed here and added elsewhere.
    expect(takeBack([], after, [{ id: 'a', name: '3' }])).toEqual([{ id: 'a', name: '3' }]);
    expect(takeBack([], after, after)).toEqual([]);
    expect(takeBack(before, [], [{ id: 'a', name: '3' }])).toEqual([{ id: 'a', name: '3' }]);
    expect(takeBack(before, [], [])).toEqual(before);
    expect(takeBack({ a: 1 }, { a: 2, b: 1 }, { a: 2, b: 5 })).toEqual({ a: 1, b: 5 });
    expect(takeBack('1', '2', '3')).toBe('3');
  });

  test('holds key by key within objects, and the later of two changes of one value', () => {
    const read = { amounts: { a: '1', b: '2' }, points: 5 };
    const mine = { amounts: { a: '9', b: '2' }, points: 5 };
    const yours = { amounts: { a: '1', b: '7' }, points: 6 };
    expect(mergeChange(read, mine, yours)).toEqual({ amounts: { a: '9', b: '7' }, points: 6 });
    expect(mergeChange(read, { ...read, points: 7 }, yours)).toMatchObject({ points: 7 });
    expect(mergeChange({ file: null }, { file: { form: 'csv' } }, { file: null, dataset: true })).toEqual({
      file: { form: 'csv' },
      dataset: true,
    });
  });
});
