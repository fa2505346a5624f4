import { expect, it } from 'vitest';
import { createScrollWatch } from '#shared/base/scroll-watch.ts';

it('tells scrolling, a jump, and jump after jump', () => {
  let now = 0;
  const watch = createScrollWatch(() => now);
  const at = (ms: number, first: number) => {
    now = ms;
    return watch(first, first + 20);
  };
  expect(at(0, 500)).toBe('scroll'); // Nothing was in view before.
  expect(at(10, 510)).toBe('scroll');
  expect(at(20, 900)).toBe('jump');
  expect(at(60, 100)).toBe('pull');
  expect(at(100, 110)).toBe('scroll');
  expect(at(179, 400)).toBe('pull');
  expect(at(299, 900)).toBe('jump');
});

it('scrolls while one line stays in view, at either end', () => {
  const watch = createScrollWatch(() => 0);
  expect([watch(100, 120), watch(120, 140), watch(110, 120), watch(99, 110), watch(111, 130)]).toEqual([
    ...['scroll', 'scroll', 'scroll', 'scroll', 'jump'],
  ]);
});
