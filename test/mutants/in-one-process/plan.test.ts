import { expect, test } from 'vitest';
import { outcomeOf, planOf, stillToMeet } from './plan.ts';
import type { DryRun, Met } from './trial-files.ts';

const run = (key: string, more: Partial<DryRun> = {}): DryRun => ({
  key,
  file: 'a.test.ts',
  ms: 10,
  hits: { 1: 2 },
  failure: null,
  ...more,
});

test('tests that fail when they run again, or take seconds, meet no mutant, and are named with the reason', () => {
  const runs = [run('quick'), run('once', { failure: 'the name is taken' }), run('slow', { ms: 4001 })];
  const { plan, timesMs, leftOut } = planOf(runs);
  expect(plan).toEqual({ quick: [['1', 2]] });
  expect(timesMs).toEqual({ 'a.test.ts': 4021 });
  expect(leftOut).toEqual(['once: the name is taken', 'slow: takes 4001 ms']);
});

test('a test meets what no other killed and it has not met, in whichever process', () => {
  const plan = { a: [1, 2, 3, 4].map((id) => [`${id}`, 1] as const), b: [['1', 1] as const] };
  const met: readonly Met[] = [
    { id: '1', key: 'b', outcome: 'killed' },
    { id: '2', key: 'b', outcome: 'lived' },
    { id: '3', key: 'a', outcome: 'lived' },
  ];
  expect(stillToMeet(plan, 'a', met).map(([id]) => id)).toEqual(['2', '4']);
  expect(stillToMeet(plan, 'b', met)).toEqual([]);
  expect(stillToMeet(plan, 'c', met)).toEqual([]);
});

test('killed by one is killed; what no test ran is told from what ran while none did', () => {
  const plan = { a: [['1', 1] as const, ['2', 1] as const, ['3', 1] as const] };
  const met: readonly Met[] = [
    { id: '1', key: 'a', outcome: 'lived' },
    { id: '1', key: 'b', outcome: 'killed' },
    { id: '2', key: 'a', outcome: 'lived' },
    { id: '3', key: 'a', outcome: 'unsure' },
  ];
  const runOutside = new Set(['1', '4']);
  const outcomes = ['1', '2', '3', '4', '5'].map((id) => outcomeOf(id, { plan, met, runOutside }));
  expect(outcomes).toEqual(['Killed', 'Survived', 'Survived', 'Ignored', 'NoCoverage']);
});
