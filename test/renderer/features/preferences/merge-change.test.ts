import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeChange } from '#renderer/features/preferences/merge-change.ts';

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
        expect(byId(mergeChange(one, read, both))).toEqual(byId(edited(read, yours)));
      }),
    );
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
