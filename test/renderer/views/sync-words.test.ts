import { expect, it } from 'vitest';
import { readAtMs } from '#renderer/views/sync/sync-words.ts';
import type { SyncRun, SyncStatus } from '#shared/bridge/app.ts';
import type { UtcInstant } from '#shared/dates.ts';

/** What the words about the sync rest on. */

const KNOWN = '2026-10-31T12:00:00Z' as UtcInstant;
const RUN: SyncRun = {
  finishedAtMs: Date.parse('2026-11-21T03:40:00Z'),
  purpose: 'changes',
  requests: 1,
  rowsRead: 0,
  ordersNew: 0,
  ordersChanged: 0,
};
const STATUS: SyncStatus = {
  accountId: 'a',
  state: 'idle',
  activity: null,
  waiting: null,
  progress: null,
  lastRun: RUN,
  failure: null,
  knownUntil: KNOWN,
  historyComplete: true,
  earliestNotice: null,
  ordersToVerify: 0,
  unsettledWindows: 0,
  requests: { lastMinute: 0, perMinute: 5, lastDay: 0, perDay: 7200 },
};

it('measures the age of the changes on this machine’s clock once a run has finished here', () => {
  expect(readAtMs(STATUS)).toBe(RUN.finishedAtMs);
});

it('falls back on the server’s instant before any run of this session, and tells nothing before any reading', () => {
  expect(readAtMs({ ...STATUS, lastRun: null })).toBe(Date.parse(KNOWN));
  expect(readAtMs({ ...STATUS, lastRun: null, knownUntil: null })).toBeNull();
});
