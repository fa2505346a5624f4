import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUpdates } from '#electron/app/updates.ts';

/** When newer versions are asked for over a day, and what is begun while something else is done. */

beforeEach(() => void vi.useFakeTimers({ now: 1e12 }));
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

function watched(feed: string | null = '') {
  const seen = { checks: 0, isReading: false, isOn: true, kept: [] as boolean[] };
  const updates = createUpdates({
    build: { isPackaged: true, platform: 'darwin', feed, environment: {} },
    setting: {
      read: () => seen.isOn,
      change: async (isOn) => {
        seen.isOn = isOn;
        seen.kept.push(isOn);
      },
    },
    loadUpdater: async () => ({
      check: async () => {
        seen.checks += 1;
        return null;
      },
      download: () => ({ done: Promise.reject(new Error('unasked')), cancel: () => undefined }),
      leave: () => undefined,
      end: () => undefined,
    }),
    isReading: () => seen.isReading,
    record: () => undefined,
    openReleases: null,
    quit: () => undefined,
    leaving: () => undefined,
  });
  return { seen, updates };
}

it('asks a minute after the start and once a day, later where rows are being read', async () => {
  const { seen, updates } = watched();
  seen.isReading = true;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(seen.checks).toBe(0);
  seen.isReading = false;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([seen.checks, updates.read().step.kind]).toEqual([1, 'current']);
  await vi.advanceTimersByTimeAsync(23 * 60 * MINUTE);
  expect(seen.checks).toBe(1);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(seen.checks).toBe(2);
  await updates.ask('off');
  await vi.advanceTimersByTimeAsync(72 * 60 * MINUTE);
  expect([seen.checks, updates.read().isOn, vi.getTimerCount()]).toEqual([2, false, 0]);
  await updates.ask('on');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([seen.checks, seen.kept]).toEqual([3, [false, true]]);
});

it('does not turn on what this build cannot do', async () => {
  const { seen, updates } = watched(null);
  for (const action of ['on', 'check', 'download', 'install'] as const) await updates.ask(action);
  await vi.advanceTimersByTimeAsync(72 * 60 * MINUTE);
  expect([seen.checks, seen.kept, vi.getTimerCount()]).toEqual([0, [], 0]);
  expect(updates.read()).toMatchObject({ obstacle: 'unsigned', isOn: false });
});
