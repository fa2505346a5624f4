import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NOTHING_NOTICED,
  needsUserWords,
  newlyMoved,
  noticeOf,
  type SyncNotice,
  taskProgress,
} from '#electron/desktop/notices.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { SYNC_FAILURE_CODES, type SyncFailureCode } from '#shared/contract/run-log.ts';
import { status } from '#test/renderer/features/coverage/sync-fixtures.ts';

const MINUTE = 60_000;
const loading = (part: Partial<SyncStatus> = {}) =>
  status({ accountId: 'a', state: 'running', historyComplete: false, ...part });
const idle = (part: Partial<SyncStatus> = {}) =>
  status({ accountId: 'a', state: 'idle', historyComplete: true, failure: null, ...part });
const failed = (code: SyncFailureCode, atMs = 1) =>
  status({ accountId: 'a', state: 'error', failure: { code, words: 'secret words', status: 401, atMs } });

/** What is noticed of statuses, each told a minute after the one before. */
function notices(all: readonly SyncStatus[], everyMs = MINUTE): readonly SyncNotice[] {
  let noticed = NOTHING_NOTICED;
  return all.flatMap((each, at) => {
    const seen = noticeOf(noticed, each, at * everyMs);
    noticed = seen.noticed;
    return seen.notice ?? [];
  });
}

describe('a notice', () => {
  it('tells once that a long load ended, with pauses and failures in it too', () => {
    const pauses = [
      status({ accountId: 'a', state: 'paused', historyComplete: false }),
      failed('unreachable'),
    ];
    expect(notices([loading(), loading(), ...pauses, loading(), idle(), idle()])).toEqual([
      { kind: 'load-ended' },
    ]);
    expect(notices([loading(), idle({ historyComplete: false }), loading(), idle()])).toHaveLength(1);
    // Two minutes are long.
    expect(notices([loading(), loading(), idle()])).toEqual([{ kind: 'load-ended' }]);
    // Whoever waited for it needs no call, and reading changes is no load.
    expect(notices([loading(), loading(), idle()], 59_000)).toEqual([]);
    const reading = status({ accountId: 'a', state: 'running', historyComplete: true });
    expect(notices([idle(), ...Array.from({ length: 90 }, () => reading), idle()])).toEqual([]);
    // Another account's end is not this one's.
    expect(notices([loading(), loading(), loading(), idle({ accountId: 'b' })])).toEqual([]);
  });

  it('tells once that the user is needed, and again after a sync that ended well', () => {
    const asked = [
      failed('unauthorized', 1),
      loading(),
      failed('unauthorized', 2),
      failed('unauthorized', 3),
    ];
    expect(notices(asked)).toEqual([{ kind: 'needs-user', code: 'unauthorized' }]);
    expect(notices([failed('unauthorized'), failed('storage-full')])).toHaveLength(2);
    expect(notices([failed('unauthorized'), idle(), failed('unauthorized')])).toHaveLength(2);
    for (const code of ['unreachable', 'timed-out', 'server-error', 'rate-limited', 'bad-answer'] as const) {
      expect(notices([failed(code)]), code).toEqual([]);
    }
  });

  it('of any course of events never says the same twice in a row without a good end between, nor a server’s words', () => {
    const any = fc.array(
      fc.oneof(
        fc.constantFrom(loading(), idle(), idle({ historyComplete: false })),
        fc.constantFrom(...SYNC_FAILURE_CODES).map((code) => failed(code)),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(any, (all) => {
        expect(JSON.stringify(notices(all))).not.toContain('secret');
        expect(
          notices(
            all.flatMap((each) => [each, each, each]),
            MINUTE / 3,
          ).length,
        ).toBeLessThanOrEqual(all.length);
        // Told again at once, nothing is news.
        let noticed = NOTHING_NOTICED;
        for (const [at, each] of all.entries()) {
          noticed = noticeOf(noticed, each, at * MINUTE).noticed;
          expect(noticeOf(noticed, each, at * MINUTE).notice).toBeNull();
        }
      }),
    );
    for (const code of SYNC_FAILURE_CODES) expect(needsUserWords(code)).toMatch(/^notice\./);
  });

  it('tells of closed months that had not moved before, and of one that moved again', () => {
    expect(newlyMoved([], ['2026-03', '2026-01'])).toEqual(['2026-01', '2026-03']);
    expect(newlyMoved(['2026-01'], ['2026-01', '2026-03'])).toEqual(['2026-03']);
    expect(newlyMoved(['2026-01'], [])).toEqual([]);
  });
});

describe('the taskbar', () => {
  const progress = {
    rowsRead: 1,
    pagesRead: 25,
    monthsDone: 1,
    monthsTotal: 9,
    pagesLeft: 75,
    secondsLeft: 9,
  };

  it('shows the share of a load that goes on, and nothing else', () => {
    expect(taskProgress(loading({ progress }))).toBe(0.25);
    expect(taskProgress(loading({ progress, state: 'waiting' }))).toBe(0.25);
    expect(taskProgress(loading({ progress: { ...progress, pagesRead: 1, pagesLeft: 2 } }))).toBe(0.33);
    for (const state of ['idle', 'paused', 'error'] as const) {
      expect(taskProgress(loading({ progress, state })), state).toBe(-1);
    }
    expect(taskProgress(loading({ progress: null }))).toBe(-1);
    expect(taskProgress(loading({ progress, historyComplete: true }))).toBe(-1);
  });
});
