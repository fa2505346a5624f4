import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUpdates, type Updater } from '#electron/app/updates.ts';
import { createStandby, NO_STANDBY, type Standby } from '#electron/desktop/standby.ts';
import { UPDATE_WHILE_READING } from '#shared/contract/updates.ts';

/** When newer versions are asked for over a day, and what is begun while something else is done. */

beforeEach(() => void vi.useFakeTimers({ now: 1e12 }));
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

function watched(
  feed: string | null = '',
  own: Partial<Updater> = {},
  openReleases: (() => void) | null = null,
  standby: Standby = NO_STANDBY,
) {
  const seen = {
    checks: 0,
    isReading: false,
    isOn: true,
    kept: [] as boolean[],
    leaving: [] as boolean[],
    told: [] as string[],
    recorded: [] as unknown[],
    ends: [] as string[],
  };
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
      end: () => void seen.ends.push('given over'),
      ...own,
    }),
    isReading: () => seen.isReading,
    standby,
    record: (error) => void seen.recorded.push(error),
    openReleases,
    quit: () => void seen.ends.push('quit'),
    leaving: (isLeaving) => void seen.leaving.push(isLeaving),
  });
  updates.onChange(({ step }) => void seen.told.push(JSON.stringify(step)));
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

it('fetches nothing that was given up before it could begin', async () => {
  let downloads = 0;
  const { updates } = watched('', {
    check: async () => '9.9.9',
    download: () => {
      downloads += 1;
      return { done: Promise.resolve(), cancel: () => undefined };
    },
  });
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  const asked = updates.ask('download');
  await updates.ask('cancel');
  await asked;
  await vi.advanceTimersByTimeAsync(0);
  expect([downloads, updates.read().step]).toEqual([0, { kind: 'found', version: '9.9.9' }]);
});

it('does not turn on what this build cannot do', async () => {
  const { seen, updates } = watched(null);
  for (const action of ['on', 'check', 'download', 'install'] as const) await updates.ask(action);
  await vi.advanceTimersByTimeAsync(72 * 60 * MINUTE);
  expect([seen.checks, seen.kept, vi.getTimerCount()]).toEqual([0, [], 0]);
  expect(updates.read()).toMatchObject({ obstacle: 'unsigned', isOn: false });
});

it('tells each whole percent once, and where the app does not end it is not on its way any more', async () => {
  let percent: (percent: number) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const { seen, updates } = watched('', {
    check: async () => '9.9.9',
    download: (onPercent) => ({
      done: new Promise<void>((resolve) => {
        percent = (value) => (value > 100 ? resolve() : onPercent(value));
      }),
      cancel: () => undefined,
    }),
    leave: (onFailure) => {
      fail = onFailure;
    },
  });
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read().step).toEqual({ kind: 'found', version: '9.9.9' });
  await updates.ask('download');
  await vi.advanceTimersByTimeAsync(0);
  seen.told.length = 0;
  for (const each of [0.4, 1.2, 1.9, 2, 2, 99.99]) percent(each);
  const told = (percent: number) => ({ kind: 'downloading', version: '9.9.9', percent });
  expect(seen.told.map((step) => JSON.parse(step))).toEqual([1, 2, 99].map(told));
  percent(101);
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read().step.kind).toBe('ready');
  await updates.ask('install');
  await vi.advanceTimersByTimeAsync(0);
  expect([seen.leaving, updates.read().step.kind]).toEqual([[true], 'installing']);
  fail(new Error('not now'));
  expect([seen.leaving, updates.read().step.kind]).toEqual([[true, false], 'failed']);
  // Ended later, it gives its place to nothing.
  updates.end();
  expect(seen.ends).toEqual(['quit']);
});

it('takes no answer that comes after it was turned off', async () => {
  let answer: (version: string | null) => void = () => undefined;
  const { updates } = watched('', {
    check: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read().step).toEqual({ kind: 'checking' });
  await updates.ask('off');
  const { step } = updates.read();
  expect(step.kind).not.toBe('checking');
  answer('9.9.9');
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read().step).toEqual(step);
});

it('says nothing of a check that fails after it was turned off', async () => {
  let fail: (error: unknown) => void = () => undefined;
  const { updates } = watched('', {
    check: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  await updates.ask('off');
  fail(new Error('late'));
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read().step.kind).toBe('unasked');
  await updates.ask('on');
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  fail(new Error('in time'));
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read().step.kind).toBe('failed');
});

it('begins no download beside one that was cancelled and is still there', async () => {
  const ends: (() => void)[] = [];
  let percent: (percent: number) => void = () => undefined;
  const { updates } = watched('', {
    check: async () => '9.9.9',
    download: (onPercent) => {
      percent = onPercent;
      return { done: new Promise<void>((resolve) => void ends.push(resolve)), cancel: () => undefined };
    },
  });
  for (const action of ['check', 'download', 'cancel'] as const) {
    await updates.ask(action);
    await vi.advanceTimersByTimeAsync(0);
  }
  // What still comes of it says nothing any more.
  percent(40);
  expect(updates.read().step).toEqual({ kind: 'found', version: '9.9.9' });
  await updates.ask('download');
  await vi.advanceTimersByTimeAsync(0);
  expect([ends.length, updates.read().step.kind]).toEqual([1, 'downloading']);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([ends.length, updates.read().step.kind]).toEqual([2, 'downloading']);
});

it('tells when it was asked last, until it is turned off, and opens the releases where they are known', async () => {
  const { updates } = watched();
  expect(updates.read()).toEqual({
    ...{ obstacle: null, isOn: true, step: { kind: 'unasked' }, askedAtMs: null, hasReleases: false },
  });
  await updates.ask('releases');
  await vi.advanceTimersByTimeAsync(5_000);
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read()).toMatchObject({ askedAtMs: 1e12 + 5_000, step: { kind: 'current' } });
  await updates.ask('off');
  expect(updates.read()).toMatchObject({ askedAtMs: null, step: { kind: 'unasked' } });
  let opened = 0;
  const known = watched(null, {}, () => {
    opened += 1;
  });
  expect((await known.updates.ask('releases')).hasReleases).toBe(true);
  expect(opened).toBe(1);
});

it('puts no version in this one’s place while rows are read, nor takes back what is being put there', async () => {
  let cancelled = 0;
  const { seen, updates } = watched('', {
    check: async () => '9.9.9',
    download: () => ({
      done: Promise.resolve(),
      cancel: () => {
        cancelled += 1;
      },
    }),
  });
  for (const action of ['install', 'cancel', 'check', 'download'] as const) {
    await updates.ask(action);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(updates.read().step).toEqual({ kind: 'ready', version: '9.9.9' });
  seen.isReading = true;
  await expect(updates.ask('install')).rejects.toMatchObject({
    ...{ code: UPDATE_WHILE_READING, message: expect.stringContaining('read') },
  });
  expect([updates.read().step.kind, seen.leaving]).toEqual(['ready', []]);
  seen.isReading = false;
  await updates.ask('download');
  expect(updates.read().step.kind).toBe('ready');
  await updates.ask('install');
  await updates.ask('off');
  expect([updates.read().step, seen.kept]).toEqual([{ kind: 'installing', version: '9.9.9' }, []]);
  updates.end();
  expect([seen.ends, cancelled]).toEqual([['given over'], 0]);
});

it('writes down a download that fails, can begin it again, and ends with what it fetches', async () => {
  let cancelled = 0;
  let fail: (error: unknown) => void = () => undefined;
  const { seen, updates } = watched('', {
    check: async () => '9.9.9',
    download: () => ({
      done: new Promise((_, reject) => {
        fail = reject;
      }),
      cancel: () => {
        cancelled += 1;
      },
    }),
  });
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  await updates.ask('download');
  await vi.advanceTimersByTimeAsync(0);
  const error = Object.assign(new Error('x'), { code: 'ENOSPC' });
  fail(error);
  await vi.advanceTimersByTimeAsync(0);
  expect([seen.recorded, updates.read().step]).toEqual([
    [error],
    { kind: 'failed', version: '9.9.9', why: 'disk' },
  ]);
  await updates.ask('download');
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.read().step).toEqual({ kind: 'downloading', version: '9.9.9', percent: 0 });
  updates.end();
  expect([seen.ends, cancelled]).toEqual([['quit'], 1]);
});

it('asks nothing by itself on standby, and a minute later at most once its user is there', async () => {
  const standby = createStandby('programs');
  const { seen } = watched('', {}, null, standby);
  await vi.advanceTimersByTimeAsync(3 * 24 * 60 * MINUTE);
  expect(seen.checks).toBe(0);
  standby.end('user');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(seen.checks).toBe(1);
});

it('begins nothing that was not found, and takes back nothing that was not begun', async () => {
  let begun = 0;
  const { seen, updates } = watched('', {
    check: async () => '9.9.9',
    download: () => {
      begun += 1;
      return { done: new Promise(() => undefined), cancel: () => undefined };
    },
  });
  for (const action of ['download', 'cancel', 'install'] as const) await updates.ask(action);
  await vi.advanceTimersByTimeAsync(0);
  expect([seen.told, begun]).toEqual([[], 0]);
  await updates.ask('check');
  await vi.advanceTimersByTimeAsync(0);
  seen.told.length = 0;
  for (const action of ['cancel', 'install', 'on'] as const) await updates.ask(action);
  await vi.advanceTimersByTimeAsync(0);
  // Turned on again it says the same once more.
  expect([seen.told.map((step) => JSON.parse(step).kind), begun]).toEqual([['found'], 0]);
  await updates.ask('download');
  await updates.ask('download');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toBe(1);
});
