import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/domain/dates.ts';
import { createHarness, expectWhole, type Harness, isAtRest, untilStatus } from './harness.ts';
import { createMemoryLedger } from './memory-ledger.ts';

// What the server allows changes under a process that goes on, and the user says nothing of it (rule 9).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const PRO = '2024-01-01';

/** A service of plan Pro that can be told to answer as for plan Free. */
async function startPlans(orders: number) {
  harness = await createHarness({ plan: 'pro', orders });
  let isLowered = false;
  const earliest = () => {
    const now = new Date(harness.now());
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);
  };
  const refuse = (url: URL) => {
    const from = url.searchParams.get('from') ?? '';
    if (!isLowered || from >= earliest()) return undefined;
    const message = `Plan Free: from must not be earlier than ${earliest()}`;
    return new Response(JSON.stringify({ message }), {
      status: 400,
      headers: { Date: new Date(harness.now()).toUTCString() },
    });
  };
  harness.setMeddle(({ url }) => refuse(url));
  const ledger = createMemoryLedger();
  const engine = harness.createEngine({ plan: 'pro' });
  const syncAgain = async () => {
    engine.syncNow();
    return untilStatus(engine, isAtRest);
  };
  return {
    ledger,
    engine,
    refuse,
    earliest,
    syncAgain,
    setLowered: (lowered: boolean) => {
      isLowered = lowered;
    },
  };
}

describe('a plan lowered on the server and raised again', () => {
  it.each([3, 12])('in the midst of a load, at request %i: the history extends by itself', async (at) => {
    const { ledger, engine, refuse, earliest, syncAgain, setLowered } = await startPlans(150);
    harness.setMeddle(({ url, number }) => {
      if (number === at) setLowered(true);
      return refuse(url);
    });
    engine.attachLedger(ledger.caller, 1, 'known');
    const lowered = await untilStatus(engine, isAtRest);
    expect(lowered).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
    expect(lowered.earliestNotice).toContain(earliest());
    expect(ledger.checkpoint()?.earliest).toBe(earliest());
    harness.setMeddle(({ url }) => refuse(url));
    harness.advance(HOUR_MS);
    expect(await syncAgain()).toMatchObject({ state: 'idle', failure: null });
    // Raised: the next run of the same process finds out, and reads what is missing.
    setLowered(false);
    harness.advance(HOUR_MS);
    const raised = await syncAgain();
    expect(raised).toMatchObject({
      state: 'idle',
      failure: null,
      earliestNotice: null,
      historyComplete: true,
    });
    expectWhole(harness, ledger, PRO);
    expect(ledger.checkpoint()).toMatchObject({ earliest: PRO, partialBefore: `${PRO}T00:00:00.000` });
  });

  it('after a load: what was to be read again meanwhile is, once it can be', async () => {
    const { ledger, engine, syncAgain, setLowered } = await startPlans(150);
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    // Changes to old orders that no update tells of, while a re-reading of their months is refused.
    harness.advance(31 * DAY_MS);
    const old = [...harness.world.entries()].filter(({ row }) => (row['Fecha de compra'] ?? '') < '2025-06');
    for (const entry of old.slice(0, 10)) harness.world.change({ kind: 'adjust', target: { id: entry.id } });
    setLowered(true);
    expect(await syncAgain()).toMatchObject({ state: 'idle', failure: null });
    setLowered(false);
    harness.advance(HOUR_MS);
    expect(await syncAgain()).toMatchObject({ state: 'idle', failure: null, earliestNotice: null });
    harness.advance(HOUR_MS);
    await syncAgain();
    expectWhole(harness, ledger, PRO);
    expect(ledger.checkpoint()?.rereads).toEqual([]);
  });
});
