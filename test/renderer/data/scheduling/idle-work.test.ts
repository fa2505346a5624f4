import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActivity, createScheduler } from '#renderer/data/scheduling/scheduler.ts';
import type { Task } from '#shared/base/tasks.ts';

/** Work that runs ahead of questions: only in idle moments, anew after every change, and no longer once stopped. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function worked(length = 50) {
  const activity = createActivity();
  let begun = 0;
  let clock = 0;
  let changes = 0;
  let steps = 0;
  let ends = 0;
  const during = { onStep: (_step: number): void => {} };
  const scheduler = createScheduler({
    activity,
    yieldToEventLoop: () => new Promise((resolve) => setTimeout(resolve, 0)),
    now: () => {
      clock += 1;
      return clock;
    },
    changes: () => changes,
  });
  const keeping = scheduler.runWhenQuiet(function* (): Task<undefined> {
    begun += 1;
    for (let step = 0; step < length; step += 1) {
      expect(activity.isIdle()).toBe(true);
      steps += 1;
      during.onStep(steps);
      yield;
    }
    ends += 1;
  }, 1);
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 400 && !isSo(); tries += 1) await vi.advanceTimersByTimeAsync(1);
    expect(isSo()).toBe(true);
  };
  return {
    activity,
    begun: () => begun,
    keeping,
    during,
    until,
    steps: () => steps,
    ends: () => ends,
    change: () => {
      changes += 1;
    },
  };
}

test('it runs to its end once, and again when it is woken', async () => {
  const { keeping, begun, until, ends } = worked();
  await until(() => ends() === 1);
  keeping.wake();
  await until(() => ends() === 2);
  expect(begun()).toBe(2);
  keeping.stop();
});

test('it waits for whatever is in hand', async () => {
  const { keeping, activity, during, until, steps, ends } = worked();
  let release: (() => void) | null = null;
  during.onStep = (step) => {
    // A question comes while it works: taken with the next messages.
    if (step === 10) setTimeout(() => (release = activity.begin()), 0);
  };
  await until(() => release !== null);
  await vi.advanceTimersByTimeAsync(60_000);
  const held = steps();
  expect(held).toBeLessThan(50);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(steps()).toBe(held);
  (release as (() => void) | null)?.();
  await until(() => ends() === 1);
  keeping.stop();
});

test('a change between two steps makes it begin again, as if nothing was done', async () => {
  const { keeping, begun, during, change, until, steps, ends } = worked();
  during.onStep = (step) => {
    if (step === 20) change();
  };
  await until(() => ends() === 1);
  expect(steps()).toBe(70);
  expect(begun()).toBe(2);
  keeping.stop();
});

test('it rests as long as it took, and what was lost of it before, no longer than three seconds', async () => {
  let [clock, changes, workMs] = [0, 0, 500];
  const rests: number[] = [];
  let endedAt = 0;
  let isLost = true;
  const scheduler = createScheduler({
    activity: createActivity(),
    yieldToEventLoop: () => Promise.resolve(),
    now: () => clock,
    changes: () => changes,
  });
  const keeping = scheduler.runWhenQuiet(function* (): Task<undefined> {
    rests.push(clock - endedAt);
    clock += workMs;
    endedAt = clock;
    if (isLost) changes += 1;
    yield;
  }, 10);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      clock += 10;
      await vi.advanceTimersByTimeAsync(10);
    }
  };
  await pass(2_000);
  expect(rests).toEqual([10, 500, 1_000]);
  workMs = 60_000;
  await pass(6_000);
  expect(rests.slice(3)).toEqual([1_500, 3_000]);
  [isLost, workMs] = [false, 700];
  await pass(3_000);
  expect(rests.slice(5)).toEqual([3_000]);
  endedAt = clock;
  keeping.wake();
  await pass(1_000);
  expect(rests.slice(6)).toEqual([700]);
  keeping.stop();
});

test('it does nothing more once it is stopped', async () => {
  const { keeping, during, steps, until, ends } = worked();
  during.onStep = (step) => {
    if (step === 5) keeping.stop();
  };
  await until(() => steps() === 5);
  keeping.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([steps(), ends()]).toEqual([5, 0]);
});
