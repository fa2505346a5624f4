import 'fake-indexeddb/auto';
import { test } from 'vitest';
import { liveHistories } from './live-histories.ts';

test('the same on IndexedDB: after random histories everything holds', { timeout: 1_500_000 }, async () => {
  await liveHistories({ part: 'model on IndexedDB', runs: 3 });
});
