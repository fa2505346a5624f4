import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Plan } from '#shared/contract/app.ts';
import { blindBefore } from '#shared/contract/checkpoint.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { createHarness, type Harness, syncOnce, truthOf } from './harness.ts';
import {
  createMemoryLedger,
  differences,
  type MemoryLedger,
  rowKeys,
  type StoredRow,
} from './memory-ledger.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

/** Things happen to the seller while nobody looks, all through the absence. */
function letPass(days: number, pieces: number): void {
  const kinds = ['adjust', 'cancel', 'refund', 'pay', 'add-row', 'touch'] as const;
  for (let piece = 0; piece < pieces; piece += 1) {
    harness.advance((days * DAY_MS) / pieces);
    const young = [...harness.world.entries(harness.now() - 100 * DAY_MS)];
    const ids = [...new Set(young.map(({ id }) => id))];
    for (const [index, kind] of kinds.entries()) {
      const id = ids[(piece * 7919 + index * 104_729) % Math.max(1, ids.length)];
      if (id !== undefined) harness.world.change({ kind, target: { id } });
    }
    harness.world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
  }
  harness.advance(MINUTE_MS);
}

const since = (earliest: string) => (row: StoredRow) => (row[rowKeys.purchase] ?? '') >= earliest;

/** Syncs, hour by hour, until nothing is left to be read again. */
async function syncUntilDone(ledger: MemoryLedger, plan: Plan): Promise<void> {
  for (let sync = 0; sync < 12; sync += 1) {
    const status = await syncOnce(harness, ledger, { plan });
    expect(status).toMatchObject({
      state: 'idle',
      failure: null,
      historyComplete: true,
      unsettledWindows: 0,
    });
    const { checkpoint, verificationQueue } = await ledger.caller.readState(null);
    // Orders from before the plan's start cannot be verified any more: they stay listed.
    const left = verificationQueue.filter(({ to }) => to > (checkpoint?.earliest ?? ''));
    if (checkpoint?.rereads.length === 0 && left.length === 0) return;
    harness.advance(HOUR_MS);
  }
  throw new Error('The list of re-reads does not end.');
}

const ABSENCES = [
  ['minutes', 10 / (24 * 60), 1],
  ['8 days', 8, 4],
  ['130 days', 130, 10],
  ['14 months', 425, 20],
] as const;

describe.each(['free', 'pro'] as const)('catching up on plan %s', (plan) => {
  it.each(ABSENCES)(
    'after %s away everything the plan reaches is as the source has it',
    async (_, days, pieces) => {
      harness = await createHarness({
        plan,
        orders: plan === 'free' ? 300 : 150,
        now: '2026-02-10T12:00:00.000Z',
      });
      const ledger = createMemoryLedger();
      await syncOnce(harness, ledger, { plan });
      const before = ledger.rows();
      const reach = ledger.checkpoint()?.earliest;
      letPass(days, pieces);
      await syncUntilDone(ledger, plan);
      const { earliest, partialBefore } = ledger.checkpoint() ?? {};
      if (earliest === undefined) throw new Error('No checkpoint.');
      // What happened to blind purchases since they were last read is known by the next re-read at the latest.
      const live = [earliest as string, blindBefore(harness.now())].sort()[1] ?? earliest;
      expect(differences(ledger.rows().filter(since(live)), truthOf(harness, live))).toEqual([]);
      expect(ledger.windows()).toEqual([]);
      expect(ledger.controls().filter((total) => !total.agrees)).toEqual([]);
      // What the plan has left behind stays; it is marked partial where nobody could tell what became of it.
      const stays = before.filter((row) => !since(earliest)(row)).length;
      expect(ledger.rows().filter((row) => !since(earliest)(row)).length).toBeGreaterThanOrEqual(stays);
      const outlasted = plan === 'free' && days > 60;
      expect((partialBefore ?? '').slice(0, 10)).toBe(outlasted ? earliest : reach);
      harness.advance(31 * DAY_MS);
      await syncUntilDone(ledger, plan);
      const later = ledger.checkpoint()?.earliest ?? '';
      expect(differences(ledger.rows().filter(since(later)), truthOf(harness, later))).toEqual([]);
    },
  );
});

describe('a larger plan', () => {
  it('brings the history, and reads again what the smaller one had left behind', async () => {
    harness = await createHarness({ plan: 'pro', orders: 450, now: '2026-02-10T12:00:00.000Z' });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger, { plan: 'free' });
    letPass(140, 10);
    await syncUntilDone(ledger, 'free');
    expect(ledger.checkpoint()?.earliest).toBe('2026-05-01');
    expect(ledger.checkpoint()?.partialBefore).toBe('2026-05-01T00:00:00.000');
    letPass(1, 1);
    await syncUntilDone(ledger, 'pro');
    expect(ledger.checkpoint()).toMatchObject({
      earliest: '2024-01-01',
      partialBefore: '2024-01-01T00:00:00.000',
    });
    expect(differences(ledger.rows(), truthOf(harness, '2024-01-01'))).toEqual([]);
  });
});

describe('purchases that came by changes alone', () => {
  it('are read by purchase date once they are blind, so that what happens to them later is not lost', async () => {
    harness = await createHarness({ plan: 'pro', orders: 200, now: '2026-02-10T12:00:00.000Z' });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    for (let month = 0; month < 6; month += 1) {
      letPass(30, 2);
      await syncUntilDone(ledger, 'pro');
    }
    // Bought after the load, blind by now: changed without a word by updated_at.
    const blind = blindBefore(harness.now());
    const target = [...harness.world.entries()].find(
      ({ row }) => (row['Fecha de compra'] ?? '') > '2026-02-12' && (row['Fecha de compra'] ?? '') < blind,
    );
    expect(target).toBeDefined();
    harness.world.change({ kind: 'adjust', target: { id: target?.id ?? 0 } });
    letPass(31, 1);
    await syncUntilDone(ledger, 'pro');
    expect(differences(ledger.rows(), truthOf(harness, '2024-01-01'))).toEqual([]);
  });
});
