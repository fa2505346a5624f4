import { expect, test } from 'vitest';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import { standingOf, wordOf } from '#renderer/screens/reconciliation/month-standing.ts';

const counted = (agrees: boolean) => ({ agrees }) as MonthCoverage['controls']['everything'];
const monthWith = (part: Partial<MonthCoverage>): MonthCoverage =>
  ({
    reach: 'live',
    partial: false,
    unsettled: false,
    held: null,
    ordersToVerify: 0,
    controls: { everything: null, dashboard: null },
    ...part,
  }) as MonthCoverage;

const wordFor = (
  part: Partial<MonthCoverage>,
  close: 'open' | 'closed' | 'drifted' | null,
  isMoved: boolean | null = false,
) => {
  const month = monthWith(part);
  return wordOf(month, standingOf(month, isMoved, close));
};

test.each([
  ['closed and as it was', {}, 'closed', false, 'closed'],
  ['a close is newer than a look', {}, 'closed', true, 'closed'],
  [
    'closed, and the source counts the same',
    { controls: { everything: counted(true), dashboard: null } },
    'closed',
    false,
    'squares',
  ],
  [
    'moved since its close',
    { controls: { everything: counted(true), dashboard: null } },
    'drifted',
    true,
    'drifted',
  ],
  ['moved since its close, and not whole', { partial: true }, 'drifted', null, 'drifted'],
  [
    'counts differ, whatever became of its close',
    { controls: { everything: counted(false), dashboard: null } },
    'drifted',
    true,
    'differs',
  ],
  ['open and moved', {}, 'open', true, 'changed'],
  ['not known yet whether closed', {}, null, true, 'changed'],
  ['open', {}, 'open', false, 'read'],
] as const)('%s', (_, part, close, isMoved, word) => {
  expect(wordFor(part as Partial<MonthCoverage>, close, isMoved)).toBe(word);
});
