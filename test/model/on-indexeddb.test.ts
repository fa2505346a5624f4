import 'fake-indexeddb/auto';
import { test } from 'vitest';
import { randomCases } from '#test/random-cases.ts';
import { liveHistories } from './live-histories.ts';

test('the same on IndexedDB: after random histories everything holds', { timeout: 1_500_000 }, async () => {
  await liveHistories({ part: 'model on IndexedDB', runs: randomCases(2) });
});
