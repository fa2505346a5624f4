import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageClock } from '#renderer/data/scheduling/scheduler.ts';
import { createThrottle } from '#shared/base/throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first value comes at once, then the latest of each interval, and the last is never lost', () => {
  const seen: number[] = [];
  const pace = createThrottle<number>(pageClock, 1000, (value) => seen.push(value));
  for (const value of [1, 2, 3]) pace.push(value);
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual([1, 3]);
  pace.push(4);
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([1, 3, 4]);
  pace.push(5);
  expect(seen).toEqual([1, 3, 4, 5]);
});

test('flushing lets what is held back through now, once', () => {
  const seen: number[] = [];
  const pace = createThrottle<number>(pageClock, 1000, (value) => seen.push(value));
  pace.push(1);
  pace.push(2);
  pace.flush();
  expect(seen).toEqual([1, 2]);
  pace.flush();
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([1, 2]);
});

test('a value that comes a while after the last one waits for what is left of the interval only', () => {
  const seen: number[] = [];
  const pace = createThrottle<number>(pageClock, 1000, (value) => seen.push(value));
  pace.push(1);
  vi.advanceTimersByTime(900);
  pace.push(2);
  vi.advanceTimersByTime(99);
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([1, 2]);
});

test('what is held back when it is stopped never comes', () => {
  const seen: number[] = [];
  const pace = createThrottle<number>(pageClock, 1000, (value) => seen.push(value));
  pace.push(1);
  pace.push(2);
  pace.stop();
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([1]);
});

test('a value that comes just as the interval ends is let through at once', () => {
  const seen: number[] = [];
  let nowMs = 0;
  const clock = { monotonicMs: () => nowMs, setTimer: () => expect.fail('No timer is needed.') };
  const pace = createThrottle<number>(clock, 1000, (value) => seen.push(value));
  pace.push(1);
  nowMs = 1000;
  pace.push(2);
  nowMs = 2001;
  pace.push(3);
  expect(seen).toEqual([1, 2, 3]);
});
