import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { Account, QueueItem, SyncActivity, SyncStatus } from '#shared/contract/app.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import { UNNAMED_CURRENCY } from '#shared/contract/currencies.ts';
import type { RunEntry, RunWindow, SyncFailure, SyncFailureCode } from '#shared/contract/run-log.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';

/** What the words about the sync are tried on. Times of this machine are written as its own calendar. */

export const NOW = new Date(2026, 10, 20, 11, 32, 0).getTime();
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const instant = (epochMs: number): UtcInstant => new Date(epochMs).toISOString() as UtcInstant;
export const local = (value: string): LocalDateTime => value as LocalDateTime;

export const run = (part: Partial<RunEntry> = {}): RunEntry => ({
  runId: 'r1',
  trigger: 'schedule',
  purpose: 'changes',
  startedAtMs: NOW - 10 * MINUTE,
  endedAtMs: NOW - 9 * MINUTE,
  outcome: 'done',
  failure: null,
  requests: 3,
  retries: 0,
  backOffMs: 0,
  rowsRead: 214,
  ordersNew: 0,
  ordersChanged: 37,
  windows: 2,
  notices: 0,
  ...part,
});

export const runWindow = (part: Partial<RunWindow> = {}): RunWindow => ({
  runId: 'r1',
  windowId: 'w1',
  kind: 'changes',
  field: 'updated_at',
  from: '2026-11-20T14:03:00.000Z',
  to: '2026-11-20T14:28:00.000Z',
  startedAtMs: NOW,
  tookMs: 6000,
  requests: 1,
  readings: 1,
  pages: 1,
  rows: 214,
  ordersNew: 0,
  ordersChanged: 37,
  rowsRemoved: 0,
  rowsHeld: 0,
  outcome: 'committed',
  detail: null,
  correlationIds: ['5e0c41b8-0b6e-4d0c'],
  ...part,
});

export const failure = (code: SyncFailureCode, words: string | null = null): SyncFailure => ({
  code,
  words,
  status: null,
  atMs: NOW,
});

export const activity = (part: Partial<SyncActivity> = {}): SyncActivity => ({
  purpose: 'history',
  from: '2024-10-01T00:00:00.000',
  to: '2024-11-01T00:00:00.000',
  page: 4,
  pages: 7,
  reading: 1,
  ...part,
});

export const status = (part: Partial<SyncStatus> = {}): SyncStatus => ({
  accountId: 'a',
  state: 'idle',
  activity: null,
  waiting: null,
  outage: null,
  progress: null,
  run: null,
  lastRun: run(),
  failure: null,
  nextRunAtMs: NOW + 51 * MINUTE,
  queue: [],
  copy: 'known',
  knownUntil: instant(NOW - 10 * MINUTE),
  historyComplete: true,
  earliestNotice: null,
  ordersToVerify: 0,
  unsettledWindows: 0,
  rowsHeld: 0,
  requests: {
    lastMinute: 0,
    perMinute: 5,
    lastDay: 0,
    perDay: 7200,
    recentAtMs: [],
    nextFreeAtMs: null,
    byHour: [],
  },
  ...part,
});

export const queued = (part: Partial<QueueItem> = {}): QueueItem => ({
  kind: 'changes',
  atMs: null,
  from: null,
  to: null,
  reason: null,
  requests: 1,
  ...part,
});

export const account = (part: Partial<Account> = {}): Account => ({
  id: 'a',
  kind: 'api',
  name: 'Lumbre Hogar',
  baseUrl: 'https://api.example/data',
  isAddressConfirmed: true,
  plan: 'pro',
  hasKey: true,
  key: { ending: 'a1b2', keeping: 'memory' },
  syncEveryMinutes: 60,
  currencies: UNNAMED_CURRENCY,
  ...part,
});

export const control = (there: number, here: number, part: Partial<ControlTotal> = {}): ControlTotal => ({
  range: '2025-03' as Month,
  scope: 'everything',
  from: local('2025-02-28T23:59:59.000'),
  to: local('2025-03-31T23:59:59.000'),
  there,
  here,
  agrees: there === here,
  checkedAt: instant(NOW - 4 * MINUTE),
  correlationId: '07b7e6c3',
  ...part,
});

export const month = (part: Partial<MonthCoverage> = {}): MonthCoverage => ({
  month: '2025-03' as Month,
  rows: 6043,
  orders: 4021,
  lastReadAt: instant(NOW - 12 * DAY),
  reach: 'blind',
  partial: false,
  rereadDue: false,
  reread: null,
  ordersToVerify: 0,
  unsettled: false,
  held: null,
  controls: { everything: null, dashboard: null },
  search: null,
  ...part,
});

export const held = (rowsMissing: number): NonNullable<MonthCoverage['held']> => ({
  month: '2025-03' as Month,
  rowsMissing,
  rows: 6043,
  ordersMissing: 12,
  emptied: [],
  readAt: instant(NOW - DAY),
});
