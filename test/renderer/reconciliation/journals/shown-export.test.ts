import { expect, test } from 'vitest';
import type { JournalPage } from '#renderer/reconciliation/journals/model/journal-page.ts';
import { type Choice, shownExport } from '#renderer/reconciliation/journals/screen/shown-export.ts';

test('what was asked for is shown as long as it is there; else what waits, and where nothing waits the last export', () => {
  const shown = (postings: readonly number[], waiting: number, asked: Choice | null) =>
    shownExport(
      {
        postings: postings.map((posting) => ({ posting })) as unknown as JournalPage['postings'],
        proposed: Array(waiting).fill({}),
      },
      asked,
    )?.posting ?? 'proposed';
  expect([shown([], 0, null), shown([], 2, null)]).toEqual(['proposed', 'proposed']);
  // The last one, not the first or the greatest.
  expect([shown([1, 11, 3], 0, null), shown([1, 11, 3], 2, null)]).toEqual([3, 'proposed']);
  expect([shown([1, 11, 3], 0, 'proposed'), shown([1, 11, 3], 2, '11')]).toEqual(['proposed', 11]);
  expect([shown([1, 11, 3], 0, '1'), shown([1, 11, 3], 0, '2'), shown([1, 11, 3], 2, '2')]).toEqual([
    ...[1, 3, 'proposed'],
  ]);
});
