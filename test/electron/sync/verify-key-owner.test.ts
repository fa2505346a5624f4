import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginHistory } from '#electron/sync/plan/reach.ts';
import { rangesReadWhole } from '#electron/sync/run/verify-key-owner.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import {
  DAY_MS,
  HOUR_MS,
  type LocalDate,
  type LocalDateTime,
  shiftLocal,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { createHarness, expectWhole, type Harness, isAtRest, syncOnce, untilStatus } from './harness.ts';
import { createMemoryLedger, type MemoryLedger, rowKeys, rowTexts, type StoredRow } from './memory-ledger.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const FREE = { plan: 'free', orders: 600 } as const;
const EARLIEST = '2026-04-01';
const ORDEN = rowKeys.keys.indexOf('Orden');

describe('a key that the account was not read with (rule 14)', () => {
  it('is proven by the orders that are stored, before anything else is asked', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const since = harness.requests.length;
    let isProven = false;
    const onKeyProven = vi.fn(() => {
      isProven = true;
    });
    const status = await syncOnce(harness, ledger, { isKeyProven: () => isProven, onKeyProven });
    expect(status).toMatchObject({ state: 'idle', failure: null });
    expect(onKeyProven).toHaveBeenCalledTimes(1);
    const [first] = harness.requests.slice(since);
    expect(first?.searchParams.get('date')).toBe('purchase_date');
    expect(first?.searchParams.get('limit')).toBe('1000');
    expect(first?.searchParams.has('categories')).toBe(false);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('is believed without a question where nothing is stored', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const onKeyProven = vi.fn();
    await syncOnce(harness, ledger, { isKeyProven: () => false, onKeyProven });
    expect(onKeyProven).toHaveBeenCalledTimes(1);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('of another company stops the sync before a page is staged, until the user has decided', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const foreign = (row: readonly (string | null)[]) =>
      row.map((cell, at) => (at === ORDEN ? `other ${cell}` : cell));
    ledger.setRows((rows) => rows.map(foreign));
    const kept = rowTexts(ledger.rows());
    const calls = ledger.log.length;
    const since = harness.requests.length;
    let isProven = false;
    const engine = harness.createEngine({ isKeyProven: () => isProven, onKeyProven: () => undefined });
    engine.attachLedger(ledger.caller, 1, 'known');
    const status = await untilStatus(engine, isAtRest);
    expect(status).toMatchObject({ state: 'error', failure: { code: 'other-company' }, nextRunAtMs: null });
    expect(harness.requests.length).toBe(since + 1);
    const names = ledger.log.slice(calls).map(({ name }) => name);
    expect(names).not.toContain('openWindow');
    expect(names).not.toContain('stagePage');
    expect(names).not.toContain('saveCheckpoint');
    expect(rowTexts(ledger.rows())).toEqual(kept);
    expect(ledger.runs().at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'other-company' } });
    // The user says that it is the same company.
    isProven = true;
    engine.syncNow();
    expect(await untilStatus(engine, (one) => one.state === 'idle')).toMatchObject({ failure: null });
  });

  it('is asked about the part of the stored purchases that its plan still reaches', async () => {
    harness = await createHarness({ ...FREE, now: '2026-04-28T12:00:00.000Z' });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    // Weeks later the newest purchases that are stored lie on both sides of what Free reaches then: from 1 April on.
    harness.advance(10 * DAY_MS);
    ledger.setRows((rows) => rows.filter((row) => (row[rowKeys.purchase] ?? '') < '2026-04-15'));
    const since = harness.requests.length;
    const onKeyProven = vi.fn();
    await syncOnce(harness, ledger, { isKeyProven: () => false, onKeyProven });
    const [refused, asked] = harness.requests.slice(since);
    expect((refused?.searchParams.get('from') ?? '') < '2026-04-01').toBe(true);
    expect(asked?.searchParams.get('from')).toBe('2026-04-01T00:00:00');
    expect(onKeyProven).toHaveBeenCalledTimes(1);
    // Where it reaches none of them nothing is proven.
    const old = createMemoryLedger();
    await syncOnce(harness, old);
    harness.advance(100 * DAY_MS);
    expect(await syncOnce(harness, old, { isKeyProven: () => false })).toMatchObject({
      failure: { code: 'other-company' },
    });
  });

  /** Another company's rows: the company's own, but for so many of its newest orders under other numbers. */
  const otherCompany = (
    rows: readonly StoredRow[],
    keep: (order: string, place: number) => boolean,
  ): StoredRow[] => {
    const newestFirst = [...rows].sort((a, b) =>
      (a[rowKeys.purchase] ?? '') < (b[rowKeys.purchase] ?? '') ? 1 : -1,
    );
    const places = [...new Set(newestFirst.map(rowKeys.orderOf))];
    return rows.map((row) =>
      keep(rowKeys.orderOf(row), places.indexOf(rowKeys.orderOf(row)))
        ? row
        : row.map((cell, at) => (at === ORDEN ? `other ${cell}` : cell)),
    );
  };

  async function tryKey(ledger: MemoryLedger) {
    const calls = ledger.log.length;
    const status = await syncOnce(harness, ledger, { isKeyProven: () => false });
    const written = ledger.log.slice(calls).map(({ name }) => name);
    return { status, written };
  }

  it('is not believed for a few orders that two companies have in common', async () => {
    harness = await createHarness(FREE);
    for (const common of [1, 4, 15]) {
      const ledger = createMemoryLedger();
      await syncOnce(harness, ledger);
      // The stored company shares its newest orders with the one that answers, to the instant they were bought.
      ledger.setRows((rows) => otherCompany(rows, (_, place) => place < common));
      const { status, written } = await tryKey(ledger);
      expect(status, `${common} orders`).toMatchObject({
        state: 'error',
        failure: { code: 'other-company' },
      });
      expect(written).not.toContain('stagePage');
    }
  });

  it('counts an order once, on however many pages it comes', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const common = ledger.rows()[0] ?? [];
    ledger.setRows((rows) => otherCompany(rows, (order) => order === rowKeys.orderOf(common)));
    // The one order that is known here stands on each of eight pages.
    harness.setMeddle(async ({ url }) => {
      const page = Number(url.searchParams.get('page'));
      const first = new URL(url);
      first.searchParams.set('page', '1');
      const body = (await (await harness.pass(first)).json()) as {
        data: Record<string, unknown>[];
        meta: { page: number; totalPages: number };
      };
      const known = Object.fromEntries(rowKeys.keys.map((key, at) => [key, common[at] ?? '']));
      body.data = body.data.map((row) => ({ ...row, ...known }));
      body.meta = { ...body.meta, page, totalPages: 8 };
      return new Response(JSON.stringify(body), {
        headers: { Date: new Date(harness.now()).toUTCString() },
      });
    });
    const since = harness.requests.length;
    expect((await tryKey(ledger)).status).toMatchObject({ failure: { code: 'other-company' } });
    expect(harness.requests.length).toBe(since + 8);
  });

  it('is not believed for order numbers alone, which short ones have in common', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    ledger.setRows((rows) =>
      rows.map((row) =>
        row.map((cell, at) => (at === rowKeys.purchase ? shiftLocal(cell as never, -HOUR_MS) : cell)),
      ),
    );
    expect((await tryKey(ledger)).status).toMatchObject({ failure: { code: 'other-company' } });
  });

  it('is believed by a share: orders that came since, and orders that changed their number, do not count against it', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    harness.advance(5 * DAY_MS);
    // Purchases of five days in channels whose clocks are hours apart: not one of them is stored.
    for (let index = 0; index < 400; index += 1) {
      harness.world.change({
        kind: 'add-order',
        itemsOfSubOrders: [1],
        purchasedAt: harness.now() - (5 * DAY_MS * index) / 400,
      });
    }
    ledger.setRows((rows) => otherCompany(rows, (_, place) => place % 3 > 0));
    expect((await tryKey(ledger)).status).toMatchObject({ state: 'idle', failure: null });
  });

  it('is tried by what was read whole: in the midst of a load changes have brought some older orders, and not others', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const [oldest] = ledger
      .rows()
      .map((row) => row[rowKeys.purchase] ?? '')
      .sort();
    const isLoaded = (purchase: string) => purchase >= '2026-05-08';
    ledger.setRows((rows) =>
      rows.filter(
        (row) => [oldest, null].includes(row[rowKeys.purchase]) || isLoaded(row[rowKeys.purchase] ?? ''),
      ),
    );
    ledger.setCheckpoint((checkpoint) => ({
      ...checkpoint,
      history: { ...checkpoint.history, finishedAt: null },
      reads: checkpoint.reads.flatMap((read) =>
        isLoaded(read.to) ? [{ ...read, from: '2026-05-08T00:00:00.000' as LocalDateTime }] : [],
      ),
    }));
    expect((await tryKey(ledger)).status).toMatchObject({ state: 'idle', failure: null });
    expectWhole(harness, ledger, EARLIEST);
  });

  it('is left to the user where too few orders are stored to tell', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const orders = [...new Set(ledger.rows().map(rowKeys.orderOf))];
    ledger.setRows((rows) => rows.filter((row) => orders.indexOf(rowKeys.orderOf(row)) < 3));
    const { status, written } = await tryKey(ledger);
    expect(status).toMatchObject({ failure: { code: 'other-company' } });
    expect(written).not.toContain('stagePage');
  });

  it('does not go on with the staged pages of the key before', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const commitWindow = () => Promise.reject(new RpcError(CHANNEL_CLOSED, 'gone'));
    const engine = harness.createEngine();
    engine.attachLedger({ ...ledger.caller, commitWindow }, 1, 'known');
    await untilStatus(engine, (one) => one.waiting?.reason === 'ledger');
    await engine.stop();
    const [staged] = ledger.windows();
    expect(staged?.pages.length).toBeGreaterThan(0);
    const calls = ledger.log.length;
    const { status } = await tryKey(ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null });
    const judged = ledger.log.slice(calls).filter(({ name }) => name === 'judgeWindow');
    expect(judged.map(({ input }) => input)).not.toContainEqual({ windowId: staged?.windowId });
    expectWhole(harness, ledger, EARLIEST);
  });

  it('does not take over what the key before found empty', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    // As a company without orders leaves it: all is read, nothing is stored.
    ledger.setRows(() => []);
    harness.advance(3 * DAY_MS);
    const { status } = await tryKey(ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null, historyComplete: true });
    expectWhole(harness, ledger, EARLIEST);
  });
});

describe('what the ledger holds whole', () => {
  const at = (text: string) => text as LocalDateTime;
  const now = Date.parse('2026-05-20T15:30:00.000Z');
  const begun = beginHistory({ earliest: '2026-04-01' as LocalDate, notice: null }, now, 600_000);
  const read = (from: string, to: string, readAt: string) => ({
    from: at(from),
    to: at(to),
    readAt: readAt as UtcInstant,
  });

  it('ends where some local clock may not have come yet when it was read', () => {
    const reads = [
      read('2026-05-01T00:00:00.000', '2026-05-20T00:00:00.000', '2026-05-20T15:30:00.000Z'),
      read('2026-05-20T00:00:00.000', '2026-05-22T00:00:00.000', '2026-05-20T15:30:00.000Z'),
    ];
    expect(rangesReadWhole({ ...begun, reads })).toEqual([
      { from: '2026-05-01T00:00:00.000', to: '2026-05-20T03:30:00.000' },
    ]);
    // Changes tell of every new purchase, but of old ones only when the load is over.
    const changes = { ...begun.changes, knownUntil: '2026-06-10T00:00:00.000Z' as UtcInstant };
    const halfLoaded = { ...begun, reads, changes };
    expect(rangesReadWhole(halfLoaded)).toEqual(rangesReadWhole({ ...begun, reads }));
    const loaded = {
      ...halfLoaded,
      history: { ...begun.history, finishedAt: '2026-05-20T16:00:00.000Z' as UtcInstant },
    };
    expect(rangesReadWhole(loaded)).toEqual([
      { from: '2026-05-01T00:00:00.000', to: '2026-06-09T12:00:00.000' },
    ]);
  });

  it('leaves out what lies between two readings', () => {
    const reads = [
      read('2026-04-01T00:00:00.000', '2026-04-05T00:00:00.000', '2026-05-20T15:30:00.000Z'),
      read('2026-04-06T00:00:00.000', '2026-04-07T00:00:00.000', '2026-05-20T15:30:00.000Z'),
    ];
    expect(rangesReadWhole({ ...begun, reads })).toEqual(reads.map(({ from, to }) => ({ from, to })));
    expect(rangesReadWhole(begun)).toEqual([]);
  });
});
