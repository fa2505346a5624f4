import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { createScheduler } from '#renderer/data/scheduling/scheduler.ts';
import { keepCompacted } from '#renderer/data/storage/compaction/compactor.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { withWritesCutAfter } from '#test/renderer/data/storage/cut-writes.ts';
import { purchases, type Row, row, utc } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { contents, expected, freshAccount, open, read } from '#test/renderer/data/storage/real-ledger.ts';

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const COMPLETE = { completes: ['2026-03' as Month] };
const day = (at: number, over: Row = {}) =>
  row({ Orden: `O-${at}`, 'Fecha de compra': `2026-03-0${at}T10:00:00.000`, ...over });
const DAYS = [1, 2, 3].map((at) =>
  purchases(`2026-03-0${at}T00:00:00.000`, `2026-03-0${at + 1}T00:00:00.000`),
);
const LAST = [day(1, { Ventas: '1.00' }), day(2, { Ventas: '2.00' }), day(3), day(3, { Ventas: '3.00' })];

/** Four segments: of the first one a row is dead, in the third one rows are noted as missing. */
async function loaded(): Promise<{ readonly ledger: Ledger; readonly account: string }> {
  const account = freshAccount();
  const ledger = await open(account);
  for (const [index, window] of DAYS.entries()) {
    const rows = index === 2 ? [day(3), day(3, { Ventas: '3.00' })] : [day(index + 1)];
    await read(ledger, `d${index}`, window, rows, { pages: 1 });
  }
  for (const index of [0, 1]) {
    const rows = LAST.slice(index, index + 1);
    await read(ledger, `again${index}`, DAYS[index] ?? MARCH, rows, { pages: 1 });
  }
  // Half the month is missing: that is for the user to decide.
  await read(ledger, 'whole', MARCH, LAST.slice(0, 2), { pages: 1, commit: COMPLETE });
  return { ledger, account };
}

async function stateOf(ledger: Ledger) {
  const { rows, held, months } = await ledger.calls.readState(null);
  return { contents: contents(ledger), rows, held, months, damage: ledger.damage() };
}
const live = (ledger: Ledger) => ledger.store.segments.filter(({ retired }) => !retired).map(({ id }) => id);

async function stored(account: string) {
  const database = await new Dexie(databaseName(account)).open();
  const tables = ['segments', 'segmentChunks', 'tombstones', 'missing', 'meta'];
  const [segments = [], chunks = [], tombstones = [], missing = [], meta = []] = await Promise.all(
    tables.map((name) => database.table(name).toArray()),
  );
  database.close();
  return { segments, chunks, tombstones, missing, contents: meta.find(({ key }) => key === 'contents') };
}

describe('a merge', () => {
  test('leaves one segment of live rows, its notes and its bounds; nothing of the old ones', async () => {
    const { ledger, account } = await loaded();
    const before = await stateOf(ledger);
    expect(before.held).toMatchObject([{ rowsMissing: 2, rows: 4 }]);
    expect(await ledger.merger.mergeOnce({ ids: live(ledger) })).toBe('merged');
    expect(await stateOf(ledger)).toEqual(before);
    expect(ledger.store.liveRows).toBe(4);
    const { segments, chunks, tombstones, missing, contents: counts } = await stored(account);
    const [id] = live(ledger);
    expect(segments).toMatchObject([
      {
        id,
        rowCount: 4,
        deadRows: 0,
        purchases: { fromMs: Date.UTC(2026, 2, 1, 10), toMs: Date.UTC(2026, 2, 3, 10) + 1 },
      },
    ]);
    expect(new Set(chunks.map(({ segment }) => segment))).toEqual(new Set([id]));
    expect(tombstones).toEqual([]);
    expect(missing).toMatchObject([{ segment: id }]);
    expect(counts).toMatchObject({ segments: 1, liveRows: 4, lastSegment: id });
    ledger.close();
    const again = await open(account);
    expect(await stateOf(again)).toEqual(before);
    expect(
      await again.calls.resolveMissing({
        month: '2026-03' as Month,
        decision: 'remove',
        decidedAt: utc('2026-04-05T09:00:00.000Z'),
      }),
    ).toEqual({
      rowsRemoved: 2,
    });
    expect(contents(again)).toEqual(expected(LAST.slice(0, 2)));
  });

  test('of dead rows only leaves nothing', async () => {
    const { ledger, account } = await loaded();
    const dead = ledger.store.segments
      .filter(({ isLive }) => isLive.every((each) => each === 0))
      .map(({ id }) => id);
    expect(dead).toHaveLength(2);
    const before = await stateOf(ledger);
    expect(await ledger.merger.mergeOnce({ ids: dead })).toBe('merged');
    expect(await stateOf(ledger)).toEqual(before);
    ledger.close();
    const again = await open(account);
    expect(await stateOf(again)).toEqual(before);
    expect((await stored(account)).segments).toHaveLength(3);
  });

  test('killed at any write, or the acknowledgement lost, is all before or all after', async () => {
    for (let allowed = 0; ; allowed += 1) {
      const { ledger, account } = await loaded();
      const before = await stateOf(ledger);
      const ids = live(ledger);
      const cut = await withWritesCutAfter(allowed, () => ledger.merger.mergeOnce({ ids }));
      // Who goes on in the same page sees what the next start sees.
      expect(await stateOf(ledger)).toEqual(before);
      expect(live(ledger)).toHaveLength(cut.failed ? ids.length : 1);
      ledger.close();
      const next = await open(account);
      expect(await stateOf(next), `${allowed} writes`).toEqual(before);
      expect(live(next)).toHaveLength(cut.failed ? ids.length : 1);
      if (cut.failed) {
        expect(cut.code).toBe('storage-full');
        expect(await next.merger.mergeOnce({ ids })).toBe('merged');
        expect(await stateOf(next)).toEqual(before);
      }
      next.close();
      if (!cut.failed) {
        expect(allowed).toBeGreaterThan(3);
        break;
      }
    }
  });

  test('whose rows die or are noted while it is made is dropped, or carries the note', async () => {
    const { ledger, account } = await loaded();
    const ids = live(ledger);
    let slices = 0;
    const dying = ledger.merger.mergeOnce({
      ids,
      pause: async () => {
        slices += 1;
        if (slices === 3)
          await read(ledger, 'dies', DAYS[0] ?? MARCH, [day(1, { Ventas: '9.00' })], { pages: 1 });
        return true;
      },
    });
    expect(await dying).toBe('dropped');
    expect(live(ledger)).toHaveLength(ids.length + 1);
    slices = 0;
    const noted = ledger.merger.mergeOnce({
      ids: live(ledger),
      pause: async () => {
        slices += 1;
        if (slices === 3)
          await ledger.calls.resolveMissing({
            month: '2026-03' as Month,
            decision: 'keep',
            decidedAt: utc('2026-04-05T09:00:00.000Z'),
          });
        return true;
      },
    });
    expect(await noted).toBe('merged');
    const after = await stateOf(ledger);
    expect(after.held).toEqual([]);
    expect(after.contents).toEqual(expected([day(1, { Ventas: '9.00' }), ...LAST.slice(1)]));
    ledger.close();
    expect(await stateOf(await open(account))).toEqual(after);
  });

  test('leaves a commit alone that was planned before it and is written after it', async () => {
    const { ledger, account } = await loaded();
    const ids = live(ledger);
    // Both wait for the same turn; whoever comes second finds the rows where they are then.
    const commit = read(ledger, 'beside', DAYS[1] ?? MARCH, [day(2, { Ventas: '7.00' })], { pages: 1 });
    const results = await Promise.all([ledger.merger.mergeOnce({ ids }), commit]);
    expect(['merged', 'dropped']).toContain(results[0]);
    const all = [LAST[0] as Row, day(2, { Ventas: '7.00' }), ...LAST.slice(2)];
    expect(contents(ledger)).toEqual(expected(all));
    ledger.close();
    expect(contents(await open(account))).toEqual(expected(all));
  });

  test('that finds its bytes damaged later says so like any other segment', async () => {
    const { ledger, account } = await loaded();
    await ledger.merger.mergeOnce({ ids: live(ledger) });
    const [id] = live(ledger);
    ledger.close();
    const database = await new Dexie(databaseName(account)).open();
    const chunk = await database.table('segmentChunks').get([id, 0]);
    const bytes = (chunk.bytes as Uint8Array).map((byte, at) => (at === 2_000 ? byte ^ 1 : byte));
    await database.table('segmentChunks').put({ ...chunk, bytes });
    database.close();
    const again = await open(account);
    expect(again.store.liveRows).toBe(0);
    expect(again.damage()).toMatchObject({
      rowsLost: 4,
      from: '2026-03-01T10:00:00.000',
      to: '2026-03-03T10:00:00.001',
    });
  });
});

describe('merging in idle moments', () => {
  const steps = {
    yieldToEventLoop: () => new Promise<void>((resolve) => setImmediate(resolve)),
    now: () => performance.now(),
  };

  /** Nine segments of a row. */
  async function small() {
    const account = freshAccount();
    const ledger = await open(account);
    for (let at = 1; at <= 9; at += 1) {
      const window = purchases(
        `2026-03-0${at}T00:00:00.000`,
        at === 9 ? '2026-03-10T00:00:00.000' : `2026-03-0${at + 1}T00:00:00.000`,
      );
      await read(ledger, `s${at}`, window, [day(at)], { pages: 1 });
    }
    return ledger;
  }
  const until = async (isTrue: () => boolean) => {
    await expect.poll(isTrue, { timeout: 50_000 }).toBe(true);
  };

  test('begins by itself, and not while anything is in hand', async () => {
    const ledger = await small();
    const done = ledger.activity.begin();
    let [merges, begun, turns] = [0, 0, 0];
    const scheduler = createScheduler({
      activity: ledger.activity,
      changes: () => ledger.store.changes,
      now: steps.now,
      yieldToEventLoop: async () => {
        turns += 1;
        await steps.yieldToEventLoop();
      },
    });
    const compactor: typeof ledger.merger = {
      mergeOnce: (options) => {
        begun += 1;
        return ledger.merger.mergeOnce(options);
      },
    };
    const keeping = keepCompacted(scheduler, compactor, () => {
      merges += 1;
    });
    // It is due, and looks whether it may: after that it waits, however many turns pass.
    await until(() => turns > 0);
    for (let turn = 0; turn < 50; turn += 1) await steps.yieldToEventLoop();
    expect([turns, begun, merges]).toEqual([1, 0, 0]);
    expect(live(ledger)).toHaveLength(9);
    done();
    await until(() => live(ledger).length === 1);
    await until(() => merges > 0);
    keeping.stop();
  });

  test('stops when it is told to, and what was made is thrown away', async () => {
    const ledger = await small();
    let turns = 0;
    let clockMs = 0;
    const scheduler = createScheduler({
      activity: ledger.activity,
      changes: () => ledger.store.changes,
      // Every slice takes too long: there is a turn after each.
      now: () => {
        clockMs += 100;
        return clockMs;
      },
      yieldToEventLoop: async () => {
        turns += 1;
        if (turns === 5) keeping.stop();
        await steps.yieldToEventLoop();
      },
    });
    const keeping = keepCompacted(scheduler, ledger.merger, () => undefined);
    await until(() => turns >= 5);
    await ledger.merger.mergeOnce({ ids: [] });
    expect(live(ledger)).toHaveLength(9);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    keeping.wake();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(live(ledger)).toHaveLength(9);
  });
});
