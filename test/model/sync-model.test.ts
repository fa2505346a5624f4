import { test, vi } from 'vitest';
import { randomCases } from '#test/random-cases.ts';
import { liveHistories } from './live-histories.ts';

// Most of a run's time is Dexie's on fake-indexeddb: on-indexeddb.test.ts takes that, this one takes the numbers.
vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);

test('after random histories everything holds that the rules promise', { timeout: 1_500_000 }, async () => {
  await liveHistories({ part: 'model', runs: randomCases(6) });
});
