import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SyncEngine } from '#electron/sync/engine.ts';
import { type Burst, cutAround, mayStand } from '#electron/sync/plan/changes.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import { DAY_MS, HOUR_MS, instantFromMs, MINUTE_MS, SECOND_MS } from '#shared/domain/dates.ts';
import type { UpdateWindow } from '#shared/domain/window.ts';
import { randomCases } from '#test/random-cases.ts';
import { createHarness, type Harness, isAtRest, syncOnce, truthOf, untilStatus } from './harness.ts';
import { createMemoryLedger, differences, type MemoryLedger, rowKeys } from './memory-ledger.ts';
import { answerReshuffled } from './reshuffled.ts';

// Very many rows updated in one second, which lies within the margin of every further reading (rules 3 and 7).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const EARLIEST = '2026-04-01';
const STATES = ['touch', 'cancel', 'return'] as const;

/** A loaded company of which much was updated in one second, half an hour before anything of it is read. */
async function startBurst() {
  harness = await createHarness({ plan: 'free', orders: 700 });
  const ledger = createMemoryLedger();
  await syncOnce(harness, ledger);
  harness.advance(2 * HOUR_MS);
  const at = harness.now() - 30 * MINUTE_MS;
  const all = [...harness.world.entries()].filter(
    ({ row }) => (row['Fecha de compra'] ?? '') >= '2026-05-01',
  );
  const ids = [...new Set(all.map(({ id }) => id))].slice(0, 24);
  for (const [index, id] of ids.entries()) {
    harness.world.change({ kind: STATES[index % STATES.length] ?? 'touch', target: { id }, at });
  }
  // A page holds the rows of one state, and not those of the second.
  const second = instantFromMs(at).slice(0, 19);
  const rows = [...harness.world.truth((row) => (row['Fecha de actualización'] ?? '').startsWith(second))];
  const ofState = ['Regular', 'Cancelada', 'Devuelta'].map(
    (state) => rows.filter((row) => row['Estado de Orden'] === state).length,
  );
  const pageRows = Math.ceil(Math.max(...ofState) / 0.79);
  expect(rows.length).toBeGreaterThan(pageRows);
  const isOther = (bought: string) => bought >= EARLIEST && bought < '2026-05-01';
  const others = [...harness.world.entries()].flatMap(({ id, row }) =>
    isOther(row['Fecha de compra'] ?? '') && row['Tipo de Dato'] === 'Orden' ? [id] : [],
  );
  const reshuffle = () => harness.setMeddle(answerReshuffled(harness, pageRows));
  reshuffle();
  return { ledger, at, ids, others: [...new Set(others)], reshuffle };
}

/** The copy equals the source in what the plan reaches. Changes bring older purchases too, some and not others. */
function expectCopied(ledger: MemoryLedger): void {
  const within = ledger.rows().filter((row) => (row[rowKeys.purchase] ?? '') >= EARLIEST);
  expect(differences(within, truthOf(harness, EARLIEST))).toEqual([]);
}

/** Requests by `updated_at` of one more sync. */
async function syncAgain(engine: SyncEngine): Promise<number> {
  const [begun, before] = [harness.requests.length, engine.status().lastRun?.runId];
  engine.syncNow();
  const status = await untilStatus(engine, (one) => isAtRest(one) && one.lastRun?.runId !== before);
  expect(status).toMatchObject({ state: 'idle', failure: null });
  return harness.requests.slice(begun).filter(({ searchParams }) => searchParams.get('date') === 'updated_at')
    .length;
}

async function open(ledger: MemoryLedger, caller: Caller<LedgerCalls> = ledger.caller) {
  const engine = harness.createEngine();
  const begun = harness.requests.length;
  engine.attachLedger(caller, 1, 'known');
  await untilStatus(engine, isAtRest);
  return { engine, requests: harness.requests.length - begun };
}

const adjust = (id: number | undefined, at: number) =>
  harness.world.change({ kind: 'adjust', target: { id: id ?? -1 }, at });

describe('a second of changes with very many rows', () => {
  it('is not read again while it stands: one count for each of the seconds whose requests hold it', async () => {
    const { ledger } = await startBurst();
    const { engine, requests } = await open(ledger);
    expect(requests).toBeGreaterThan(30);
    for (let reading = 0; reading < 3; reading += 1) {
      harness.advance(10 * MINUTE_MS);
      expect(await syncAgain(engine)).toBeLessThan(10);
    }
    // A day after it the watermark leaves it: it is read for the last time, and never asked for again.
    harness.advance(DAY_MS);
    expect(await syncAgain(engine)).toBeGreaterThan(20);
    harness.advance(DAY_MS);
    expect(await syncAgain(engine)).toBeLessThan(10);
    expectCopied(ledger);
  });

  it('is read at once where a row shows up in it late, or goes', async () => {
    const { ledger, at, ids, others } = await startBurst();
    const { engine } = await open(ledger);
    harness.advance(10 * MINUTE_MS);
    await syncAgain(engine);
    adjust(others[3], at);
    harness.advance(10 * MINUTE_MS);
    await syncAgain(engine);
    expectCopied(ledger);
    adjust(ids[3], harness.now() - MINUTE_MS);
    harness.advance(5 * MINUTE_MS);
    await syncAgain(engine);
    expectCopied(ledger);
  });

  it('is read before the watermark leaves it: what changed in it late, in as many rows, is not lost', async () => {
    const { ledger, at, ids, others } = await startBurst();
    const { engine } = await open(ledger);
    harness.advance(10 * MINUTE_MS);
    await syncAgain(engine);
    adjust(ids[5], at);
    harness.advance(10 * MINUTE_MS);
    await syncAgain(engine);
    const { from } = ledger.checkpoint()?.changes ?? {};
    expect(Date.parse(from ?? '')).toBeLessThanOrEqual(at);
    // Something newer takes the watermark away from it.
    adjust(others[7], harness.now() - MINUTE_MS);
    await syncAgain(engine);
    expect(Date.parse(ledger.checkpoint()?.changes.from ?? '')).toBeLessThanOrEqual(at);
    harness.advance(MINUTE_MS);
    await syncAgain(engine);
    expect(Date.parse(ledger.checkpoint()?.changes.from ?? '')).toBeGreaterThan(at);
    expectCopied(ledger);
  });

  it('is read by whoever has not read it: after a restart, and into another ledger', async () => {
    const { ledger, at, ids, reshuffle } = await startBurst();
    const other = createMemoryLedger();
    harness.setMeddle(() => undefined);
    await syncOnce(harness, other);
    reshuffle();
    const { engine } = await open(ledger);
    adjust(ids[5], at);
    // A process that has read nothing, with the ledger of the first.
    await engine.stop();
    const again = await open(ledger);
    expectCopied(ledger);
    // Another ledger at the same engine: it lacks what the first one holds.
    adjust(ids[9], at);
    again.engine.detachLedger(1);
    const before = again.engine.status().lastRun?.runId;
    again.engine.attachLedger(other.caller, 1, 'known');
    await untilStatus(again.engine, (one) => isAtRest(one) && one.lastRun?.runId !== before);
    expectCopied(other);
  });

  it('whatever happens in and around it, the copy is whole once something newer has come', async () => {
    const what = fc.constantFrom('late', 'in-place', 'newer', 'hour', 'day', 'sync', 'restart');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(what, fc.nat(8)), { maxLength: 6 }), async (events) => {
        const { ledger, at, ids, others } = await startBurst();
        let { engine } = await open(ledger);
        for (const [event, pick] of events) {
          switch (event) {
            case 'late':
              adjust(others[pick], at);
              break;
            case 'in-place':
              adjust(ids[pick], at);
              break;
            case 'newer':
              adjust(others[pick + 10], harness.now() - MINUTE_MS);
              break;
            case 'hour':
            case 'day':
              // What has a place in the second came to it at most a margin late.
              await syncAgain(engine);
              harness.advance(event === 'hour' ? HOUR_MS : DAY_MS);
              break;
            case 'sync':
              await syncAgain(engine);
              break;
            case 'restart':
              await engine.stop();
              ({ engine } = await open(ledger));
          }
          const from = Date.parse(ledger.checkpoint()?.changes.from ?? '');
          // Nothing can come late any more where rule 7 has left it behind.
          if (from > at - 3 * SECOND_MS) break;
        }
        adjust(others[20], harness.now() - MINUTE_MS);
        for (let sync = 0; sync < 3; sync += 1) await syncAgain(engine);
        expectCopied(ledger);
        await harness.close();
      }),
      { seed: 13, numRuns: randomCases(1) },
    );
  });
});

describe('the rule', () => {
  const window = (fromMs: number, toMs: number): UpdateWindow => ({
    field: 'updated_at',
    from: instantFromMs(fromMs),
    to: instantFromMs(toMs),
  });
  const START = Date.parse('2026-05-20T10:00:00.123Z');
  const burst = (fromMs: number, over: Partial<Burst> = {}): Burst => ({
    window: window(fromMs, fromMs + SECOND_MS),
    rows: 5_000,
    readAt: instantFromMs(fromMs + 5 * MINUTE_MS),
    isDue: false,
    ...over,
  });

  it('cuts a window around what it remembers, without a gap, an overlap or a part twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -5, max: 60 }), { maxLength: 12 }), (seconds) => {
        const whole = window(START, START + 50 * SECOND_MS);
        const bursts = seconds.map((second) => burst(START + second * SECOND_MS));
        const pieces = cutAround(whole, bursts);
        expect(pieces[0]?.from).toBe(whole.from);
        expect(pieces.at(-1)?.to).toBe(whole.to);
        for (const [at, piece] of pieces.entries()) {
          expect(piece.from < piece.to).toBe(true);
          if (at > 0) expect(piece.from).toBe(pieces[at - 1]?.to);
        }
        const inside = seconds.filter((second) => second >= 0 && second < 50);
        for (const second of inside) {
          expect(pieces).toContainEqual(window(START + second * SECOND_MS, START + (second + 1) * SECOND_MS));
        }
      }),
      { seed: 12, numRuns: 100 },
    );
  });

  it('lets a second stand but for what may have come late, a day, and a clock set back', () => {
    const MARGIN = 10 * MINUTE_MS;
    const at = (ms: number) => instantFromMs(START + ms);
    const young = burst(START);
    expect(mayStand(young, at(6 * MINUTE_MS), MARGIN)).toBe(true);
    // Read within the margin: once more when it is over.
    expect(mayStand(young, at(11 * MINUTE_MS + SECOND_MS), MARGIN)).toBe(false);
    const old = burst(START, { readAt: at(12 * MINUTE_MS) });
    expect(mayStand(old, at(13 * MINUTE_MS), MARGIN)).toBe(true);
    expect(mayStand(old, at(DAY_MS - 1), MARGIN)).toBe(true);
    expect(mayStand(old, at(DAY_MS), MARGIN)).toBe(false);
    expect(mayStand(old, at(11 * MINUTE_MS), MARGIN)).toBe(false);
    expect(mayStand({ ...old, isDue: true }, at(13 * MINUTE_MS), MARGIN)).toBe(false);
  });
});
