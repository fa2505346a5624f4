import { expect, test } from 'vitest';
import type { AnnotationKind } from '#renderer/data/model/annotations.ts';
import { readDatasetMark } from '#renderer/data/worker/dataset-mark.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Whether an export for engines is up to date: the mark of what stands beside the rows. */

type Said = { readonly [kind in AnnotationKind]?: readonly (readonly [string, unknown])[] };
type Beside = {
  readonly said?: Said;
  readonly statements?: readonly unknown[];
  readonly change?: number;
  readonly today?: string;
  readonly settings?: object;
};

function markOf({ said = {}, statements = [], change = 1, today = '2026-03-01', settings = {} }: Beside) {
  const ledger = {
    annotations: { of: (kind: AnnotationKind) => new Map(said[kind] ?? []) },
    statements: { list: () => statements },
    reads: { lastChange: async () => change },
  };
  const query = { currency: 'CLP', ...settings, today: today as LocalDate };
  return readDatasetMark.answer({ pause: async () => {}, ledger } as never, query as never);
}

test('is another one where anything of it moved, and the same on another day', async () => {
  const targets = [
    ['a', { value: '1' }],
    ['b', { value: '2' }],
  ] as const;
  const before: Beside = { said: { target: targets }, statements: [{ id: 's' }] };
  const moved: readonly Beside[] = [
    { ...before, said: { target: targets.slice(0, 1) } },
    { ...before, said: { target: [targets[0], ['b', { value: '3' }]] } },
    { ...before, said: { target: [targets[0], ['c', { value: '2' }]] } },
    { ...before, said: { 'own-cost': targets } },
    { ...before, statements: [] },
    { ...before, statements: [{ id: 't' }] },
    { ...before, change: 2 },
    { ...before, settings: { currency: 'USD' } },
  ];
  const mark = await markOf(before);
  expect(await markOf({ ...before, today: '2026-03-02' })).toBe(mark);
  // In whatever order it was said.
  expect(await markOf({ ...before, said: { target: targets.toReversed() } })).toBe(mark);
  const marks = await Promise.all(moved.map(markOf));
  expect(new Set([mark, ...marks]).size).toBe(moved.length + 1);
});

test('holds what lies beyond the part that is digested at once', async () => {
  const said = (last: string) =>
    Array.from({ length: 401 }, (_, at) => [`k${at}`, at === 400 ? last : 'x'] as const);
  const [one, other] = await Promise.all([
    markOf({ said: { target: said('1') } }),
    markOf({ said: { target: said('2') } }),
  ]);
  expect(one).not.toBe(other);
});
