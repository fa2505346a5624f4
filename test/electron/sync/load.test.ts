import { afterEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, syncOnce, truthOf } from '#test/electron/sync/harness.ts';
import { createMemoryLedger, rowTexts } from '#test/electron/sync/memory-ledger.ts';

let harness: Harness;
afterEach(() => harness.close());

describe('historical load', () => {
  it('brings every row of the plan window, newest first, and says what it did', async () => {
    harness = await createHarness();
    const ledger = createMemoryLedger();
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', historyComplete: true, failure: null });
    expect(rowTexts(ledger.rows())).toEqual(truthOf(harness, '2024-01-01'));
    expect(ledger.rows().length).toBeGreaterThan(1_000);
    expect(ledger.windows()).toEqual([]);
  });
});
