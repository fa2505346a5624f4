import { describe, expect, test } from 'vitest';
import {
  type CheckedMonth,
  MONTH_CHECKS,
  openChecks,
} from '#renderer/reconciliation/closing/model/month-checks.ts';

/** What is looked at before a month is closed: done, open, or not known, and never taken for done. */

const all = (value: boolean | null) =>
  Object.fromEntries(MONTH_CHECKS.map((check) => [check, value])) as CheckedMonth;

describe('what is open when a month is closed', () => {
  test('is nothing where all is done', () => {
    expect(openChecks(all(true))).toEqual([]);
  });

  test.each(MONTH_CHECKS)('is %s where that is open, and where it is not known', (check) => {
    for (const value of [false, null]) expect(openChecks({ ...all(true), [check]: value })).toEqual([check]);
  });

  test('is told in the order of the checks', () => {
    expect(openChecks(all(null))).toEqual(MONTH_CHECKS);
  });
});
