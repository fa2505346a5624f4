import { describe, expect, test } from 'vitest';
import { runEntrySchema, runWindowSchema } from '#shared/contract/run-log.ts';

/** What is read of a run and its windows: nothing that counts less than nothing, and no kind that nobody knows. */

const RUN = {
  ...{ runId: 'r', trigger: 'user', purpose: 'changes', startedAtMs: 1, endedAtMs: null, outcome: 'done' },
  ...{ failure: null, requests: 0, retries: 0, backOffMs: 0, rowsRead: 0, ordersNew: 0, ordersChanged: 0 },
  ...{ windows: 0, notices: 0 },
};
const WINDOW = {
  ...{ runId: 'r', windowId: 'w', kind: 'changes', field: 'updated_at', from: 'a', to: 'b', startedAtMs: 1 },
  ...{ tookMs: 0, requests: 0, readings: 0, pages: 0, rows: 0, ordersNew: 0, ordersChanged: 0 },
  ...{ rowsRemoved: 0, rowsHeld: 0, outcome: 'committed', detail: null, correlationIds: [] },
};
const cases = [
  { schema: runEntrySchema, valid: RUN, times: ['startedAtMs'], fractions: ['backOffMs'] },
  { schema: runWindowSchema, valid: WINDOW, times: ['startedAtMs'], fractions: ['tookMs'] },
];

describe.each(cases)('an entry', ({ schema, valid, times, fractions }) => {
  const isRead = (part: object) => schema.safeParse({ ...valid, ...part }).success;
  const counts = Object.entries(valid).flatMap(([name, value]) =>
    typeof value === 'number' && !times.includes(name) ? [name] : [],
  );

  test('counts from nothing on, in whole numbers but for times', () => {
    expect(counts.length).toBeGreaterThan(6);
    for (const name of counts) {
      expect([name, isRead({ [name]: 0 }), isRead({ [name]: 7 })]).toEqual([name, true, true]);
      expect([name, isRead({ [name]: -1 })]).toEqual([name, false]);
      expect([name, isRead({ [name]: 0.5 })]).toEqual([name, fractions.includes(name)]);
    }
  });

  test('has a name of its own, and is of a known outcome', () => {
    expect(isRead({ runId: '' })).toBe(false);
    expect(isRead({ runId: 'ab' })).toBe(true);
    expect(isRead({ outcome: 'other' })).toBe(false);
  });
});

test('every outcome and kind of a window is read', () => {
  const isRead = (part: object) => runWindowSchema.safeParse({ ...WINDOW, ...part }).success;
  for (const outcome of ['committed', 'unsettled', 'agrees', 'differs', 'doubted', 'healed'])
    expect([outcome, isRead({ outcome })]).toEqual([outcome, true]);
  for (const kind of ['history', 'changes', 'verification', 'reread', 'control', 'clock', 'restore'])
    expect([kind, isRead({ kind })]).toEqual([kind, true]);
  expect([isRead({ windowId: '' }), isRead({ windowId: 'ab' }), isRead({ kind: '' })]).toEqual([
    false,
    true,
    false,
  ]);
});
