import './platform.ts';
import { test, vi } from 'vitest';
import { randomCases } from '#test/random-cases.ts';

vi.mock('dexie', async () => (await import('#test/model/memory-dexie.ts')).dexieModule);

test('after every step of random histories everything holds', { timeout: 1_500_000 }, async () => {
  const { liveReconciliation } = await import('./live.ts');
  await liveReconciliation({ runs: randomCases(3) });
});
