import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStandby } from '#electron/desktop/standby.ts';
import { APP_START } from '#electron/shell/app-protocol.ts';
import { createNativeShell } from '#electron/shell/native-shell.ts';
import { recoverPage } from '#electron/shell/recovery.ts';
import * as fake from './fake-electron.ts';

/** A page whose process ends: loaded again, unless that is of no use. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setImmediate'] }));
afterEach(() => void vi.useRealTimers());

it('is loaded again, and told where it ends again within a minute of the last time', () => {
  const window = new fake.BrowserWindow({});
  const loaded = vi.spyOn(window, 'loadURL').mockResolvedValue(undefined);
  const told: string[] = [];
  let nowMs = 5;
  recoverPage(window as unknown as BrowserWindow, {
    report: (reason) => void told.push(reason),
    nowMs: () => nowMs,
  });
  const endsAfter = (ms: number, reason = 'crashed') => {
    nowMs += ms;
    window.webContents.emit('render-process-gone', {}, { reason });
    vi.runAllTicks();
    vi.advanceTimersByTime(0);
    return [loaded.mock.calls.length, ...told.splice(0)];
  };
  expect(endsAfter(0)).toEqual([1]);
  expect(loaded).toHaveBeenLastCalledWith(APP_START);
  expect(endsAfter(60_000)).toEqual([2]);
  expect(endsAfter(59_999, 'oom')).toEqual([2, 'oom']);
  expect(endsAfter(59_999, 'killed')).toEqual([2, 'killed']);
  // Ended as it was asked to: that is no crash, nor does the next count as one after it.
  expect(endsAfter(60_000, 'clean-exit')).toEqual([2]);
  expect(endsAfter(1)).toEqual([3]);
  // An hour later it is the first again, and what follows at once is told.
  expect(endsAfter(3_600_000)).toEqual([4]);
  expect(endsAfter(10)).toEqual([4, 'crashed']);
});

it('that does not come again is told, unless the app ends anyway; on standby the app ends', () => {
  const quit = vi.spyOn(fake.app, 'quit').mockReturnValue(undefined as never);
  const reported = (isOn: boolean, now: boolean) => {
    fake.dialog.errors.length = 0;
    quit.mockClear();
    const shell = createNativeShell({
      ...{ file: { read: () => ({ language: 'es' }) } as never, quitting: { now } as never },
      standby: createStandby(isOn ? 'programs' : 'user'),
      ...{ window: () => null, show: () => undefined, syncNow: () => undefined },
    });
    shell.reportPage('crashed');
    return [fake.dialog.errors.splice(0).join().includes('crashed'), quit.mock.calls.length];
  };
  expect(reported(false, false)).toEqual([true, 0]);
  expect(reported(false, true)).toEqual([false, 0]);
  expect(reported(true, false)).toEqual([false, 1]);
  quit.mockRestore();
});
