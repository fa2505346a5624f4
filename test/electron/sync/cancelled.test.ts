import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPendingCommands, type SyncCommand } from '#electron/sync/run/sync-commands.ts';
import { HOUR_MS, type Month } from '#shared/domain/dates.ts';
import { createHarness, expectWhole, type Harness, isAtRest, syncOnce, untilStatus } from './harness.ts';
import { createMemoryLedger, type MemoryLedger, rowKeys } from './memory-ledger.ts';

// A month that the user takes off the list is left alone, whatever of it had begun.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const EARLIEST = '2026-04-01';
const APRIL = '2026-04' as Month;

/** A loaded company, and a row of April in the ledger that the source does not know. */
async function loadedWithGhost(): Promise<{ harness: Harness; ledger: MemoryLedger }> {
  const harness = await createHarness({ plan: 'free', orders: 600 });
  const ledger = createMemoryLedger();
  await syncOnce(harness, ledger);
  addGhost(ledger);
  return { harness, ledger };
}

const ORDEN = rowKeys.keys.indexOf('Orden');

function addGhost(ledger: MemoryLedger): void {
  const row = ledger.rows().find((one) => one[rowKeys.purchase]?.startsWith(`${APRIL}-1`));
  if (row === undefined) throw new Error('April is empty.');
  ledger.setRows((rows) => [...rows, row.with(ORDEN, 'ghost')]);
}

const hasGhost = (ledger: MemoryLedger) => ledger.rows().some((row) => row[ORDEN] === 'ghost');
const searches = (ledger: MemoryLedger) => ledger.checkpoint()?.searches ?? [];

describe('a month taken off the list', () => {
  let harness: Harness;
  afterEach(() => harness?.close());

  it('is not searched while the counts that were asked for it are still going on', async () => {
    let ledger: MemoryLedger;
    ({ harness, ledger } = await loadedWithGhost());
    const engine = harness.createEngine();
    engine.pause();
    engine.attachLedger(ledger.caller, 1, 'known');
    // Two counts, the changes, and the count that differed once more.
    for (const moment of [1, 2, 3, 4]) {
      harness.advance(HOUR_MS);
      const begun = harness.requests.length;
      harness.setMeddle(({ number }) => {
        if (number === begun + moment) engine.cancelRereads([APRIL]);
        return undefined;
      });
      engine.findDifferences([APRIL]);
      expect(await untilStatus(engine, isAtRest)).toMatchObject({ state: 'idle', failure: null });
      expect(harness.requests.length).toBeGreaterThan(begun + moment);
      expect([moment, hasGhost(ledger), searches(ledger)]).toEqual([moment, true, []]);
    }
    harness.setMeddle(() => undefined);
    engine.findDifferences([APRIL]);
    await untilStatus(engine, isAtRest);
    expectWhole(harness, ledger, EARLIEST);
    expect(searches(ledger)).toMatchObject([{ range: APRIL, isOver: true, difference: 0 }]);
  });

  it('is not searched by the next run either, where the one that counted it failed', async () => {
    let ledger: MemoryLedger;
    ({ harness, ledger } = await loadedWithGhost());
    const engine = harness.createEngine();
    engine.pause();
    engine.attachLedger(ledger.caller, 1, 'known');
    harness.setMeddle(() => new Response('no', { status: 401 }));
    engine.findDifferences([APRIL]);
    expect((await untilStatus(engine, isAtRest)).failure?.code).toBe('unauthorized');
    engine.cancelRereads([APRIL]);
    harness.setMeddle(() => undefined);
    engine.syncNow();
    await untilStatus(engine, (one) => one.state === 'idle');
    expect([hasGhost(ledger), searches(ledger)]).toEqual([true, []]);
  });
});

describe('what was wished for', () => {
  const MONTHS = ['2026-03', '2026-04', '2026-05'] as Month[];
  const months = fc.subarray(MONTHS, { minLength: 1 });
  const command: fc.Arbitrary<SyncCommand> = fc.oneof(
    fc.constant<SyncCommand>({ kind: 'changes' }),
    fc.record({ kind: fc.constantFrom('reread', 'cancel', 'check'), months }),
    fc.record({
      kind: fc.constant('find' as const),
      ranges: fc.subarray<Month | 'all'>([...MONTHS, 'all'], { minLength: 1 }),
    }),
  );
  const rangesOf = (one: SyncCommand): readonly string[] =>
    one.kind === 'find' ? one.ranges : 'months' in one ? one.months : ['changes'];

  /** Of each kind and range: whether it is wished for, told by the last word on it. */
  function standing(commands: readonly SyncCommand[]): ReadonlySet<string> {
    const stands = new Set<string>();
    for (const one of commands) {
      for (const range of rangesOf(one)) {
        if (one.kind === 'cancel') for (const kind of ['reread', 'find']) stands.delete(`${kind} ${range}`);
        stands.add(`${one.kind} ${range}`);
      }
    }
    return stands;
  }

  it('is what the last word on each month says, and what was put back counts as said before', () => {
    fc.assert(
      fc.property(fc.array(command), fc.array(command), fc.array(command), (before, taken, since) => {
        const commands = createPendingCommands();
        for (const one of before) commands.add(one);
        const left = commands.take();
        expect(commands.hasAny()).toBe(false);
        for (const one of since) commands.add(one);
        commands.putBack([...left, ...taken]);
        const all = [...before, ...taken, ...since];
        // Without an order among them: what was cancelled is gone from the wishes themselves.
        const handed = commands.take();
        expect(
          new Set(handed.flatMap((one) => rangesOf(one).map((range) => `${one.kind} ${range}`))),
        ).toEqual(standing(all));
        expect(handed.every((one) => rangesOf(one).length > 0)).toBe(true);
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});
