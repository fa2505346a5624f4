import { expect, it } from 'vitest';
import { createBudget, createTraffic } from '#electron/sync/run/traffic.ts';

/** How many requests there were, what one takes, and how long so many more will. */

function limiters(secondsAPage: number) {
  const asked: string[] = [];
  const of = (baseUrl: string, key: string) => {
    asked.push(`${baseUrl} ${key}`);
    return { usage: () => `usage of ${key}`, paceSeconds: (pages: number) => pages * secondsAPage };
  };
  return { asked, of: { of } as never };
}

it('the time left is at the pace of the limiter or of the answers, whichever is slower', () => {
  const traffic = createTraffic(limiters(2).of, 'https://x.test', 'k');
  expect([traffic.secondsLeft(0), traffic.secondsLeft(3)]).toEqual([0, 6]);
  traffic.countRequest(1_000);
  expect(traffic.secondsLeft(3)).toBe(6);
  traffic.countRequest(11_000);
  // 1 s, then a fifth of what the latest took: 3 s a request.
  expect([traffic.secondsLeft(3), traffic.requestsMade()]).toEqual([9, 2]);
  traffic.countRequest(4_000);
  expect([traffic.secondsLeft(10), traffic.secondsLeft(1), traffic.requestsMade()]).toEqual([32, 4, 3]);
});

it('without a key nobody says how long, and the latest key is spoken of', () => {
  const { asked, of } = limiters(1);
  const traffic = createTraffic(of, 'https://x.test', null);
  traffic.countRequest(5_000);
  expect([traffic.secondsLeft(2), traffic.usage(), asked]).toEqual([null, null, []]);
  traffic.limiterOf('a');
  traffic.limiterOf('b');
  expect([traffic.usage(), asked]).toEqual(['usage of b', ['https://x.test a', 'https://x.test b']]);
});

it('a budget allows what is left of it, to the last request', () => {
  const budget = createBudget(3);
  expect([budget.allows(3), budget.allows(4), budget.isSpent()]).toEqual([true, false, false]);
  budget.spend(2);
  expect([budget.allows(1), budget.allows(2), budget.isSpent()]).toEqual([true, false, false]);
  budget.spend(1);
  expect([budget.allows(0), budget.allows(1), budget.isSpent()]).toEqual([true, false, true]);
  budget.spend(1);
  expect([budget.allows(0), budget.isSpent()]).toEqual([false, true]);
});
