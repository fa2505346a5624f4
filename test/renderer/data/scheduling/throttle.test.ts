import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from '#renderer/data/scheduling/throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first value comes at once, then the latest of each interval, and the last is never lost', () => {
  const seen: number[] = [];
  const pace = createThrottle<number>((value) => seen.push(value), 1000);
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
  const pace = createThrottle<number>((value) => seen.push(value), 1000);
  pace.push(1);
  pace.push(2);
  pace.flush();
  expect(seen).toEqual([1, 2]);
  pace.flush();
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([1, 2]);
});
