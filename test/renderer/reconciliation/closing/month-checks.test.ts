import { describe, expect, test } from 'vitest';
import {
  checkMonth,
  MONTH_CHECKS,
  type MonthCheck,
  type MonthKnowledge,
  openChecks,
  type Unmatched,
} from '#renderer/reconciliation/closing/model/month-checks.ts';

/** What is looked at before a month is closed: done, open, or not known, and never taken for done. */

const NOTHING: Unmatched = { uncovered: 0, differing: 0, missing: 0, short: 0, waiting: 0 };
const DONE: MonthKnowledge = {
  isComplete: true,
  isSettled: true,
  agrees: true,
  failingRows: 0,
  missingStatements: 0,
  unmatched: NOTHING,
  skusWithoutCost: 0,
};

describe('the checks of a month', () => {
  test('are all done where nothing is open', () => {
    expect(checkMonth(DONE)).toEqual(Object.fromEntries(MONTH_CHECKS.map((check) => [check, true])));
    expect(openChecks(checkMonth(DONE))).toEqual([]);
  });

  const open: readonly (readonly [MonthCheck, Partial<MonthKnowledge>])[] = [
    ['complete', { isComplete: false }],
    ['unchanged', { isSettled: false }],
    ['counted', { agrees: false }],
    ['proven', { failingRows: 1 }],
    ['statements', { missingStatements: 1 }],
    ['costs', { skusWithoutCost: 1 }],
    ...Object.keys(NOTHING).map(
      (of) => ['matched', { unmatched: { ...NOTHING, [of]: 1 } }] as readonly [MonthCheck, object],
    ),
  ];
  test.each(open)('have %s open, and that alone, where %j', (check, known) => {
    const checked = checkMonth({ ...DONE, ...known });
    expect(checked[check]).toBe(false);
    expect(openChecks(checked)).toEqual([check]);
  });

  test.each([
    ['counted', { agrees: null }],
    ['proven', { failingRows: null }],
    ['statements', { missingStatements: null }],
    ['matched', { unmatched: null }],
    ['costs', { skusWithoutCost: null }],
  ] as const)('do not take %s for done while it is not known', (check, known) => {
    const checked = checkMonth({ ...DONE, ...known });
    expect(checked[check]).toBeNull();
    expect(openChecks(checked)).toEqual([check]);
  });

  test('are told in their order', () => {
    const none: MonthKnowledge = {
      isComplete: false,
      isSettled: false,
      agrees: false,
      failingRows: 2,
      missingStatements: 3,
      unmatched: { ...NOTHING, waiting: 1 },
      skusWithoutCost: null,
    };
    expect(openChecks(checkMonth(none))).toEqual(MONTH_CHECKS);
  });
});
