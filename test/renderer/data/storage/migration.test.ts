import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import { databaseName, SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import { keepCells, startLedger } from './cubes/start-with-cubes.ts';
import { checkpoint, commitOf, purchases, row } from './ledger-fixtures.ts';
import { OLD_CHECKPOINT, staged, stored, writeVersion1 } from './old-ledger.ts';
import { writeAsVersion4 } from './older-copy.ts';
import { contents, expected, freshAccount, open, read } from './real-ledger.ts';

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');

describe('a ledger of the first schema', () => {
  test('opens as it was, with what is new left open', async () => {
    const account = freshAccount();
    await writeVersion1(account);
    const ledger = await open(account);
    expect(SCHEMA_VERSION).toBe(5);
    expect(ledger.ownerEpoch).toBe(8);
    expect(ledger.ledgerId).toMatch(/^[0-9a-f-]{36}$/);
    expect(ledger.damage()).toBeNull();
    expect(contents(ledger)).toEqual(expected(stored));
    const state = await ledger.calls.readState(null);
    expect(state).toMatchObject({
      checkpoint: {
        ...OLD_CHECKPOINT,
        version: 2,
        rereads: [],
        // Nobody knows in how many pages it was read.
        readOnce: OLD_CHECKPOINT.reads.map(({ from, to }) => ({ from, to })),
        searches: [],
      },
      rows: 2,
      months: [
        { month: '2026-02', rows: 1 },
        { month: '2026-03', rows: 1 },
      ],
      controls: [],
      held: [],
      windows: [{ windowId: 'w1', pages: [{ page: 1, correlationId: 'old' }] }],
    });
    const index = await ledger.reads.changes();
    expect(index.size).toBe(2);
    expect(index.readings).toMatchObject([{ runId: null, purpose: 'changes' }]);
    expect(index.before.figures(0)).toMatchObject({ rows: 1, amounts: { Ventas: '100.00' } });
    expect(index.after.figures(1)).toBeNull();
    expect(await ledger.reads.runs({ offset: 0, limit: 1, onlyNoted: false })).toMatchObject({ total: 0 });
  });

  test('goes on from its staged pages, and repeats a commit it remembers', async () => {
    const account = freshAccount();
    await writeVersion1(account);
    const ledger = await open(account);
    expect(await ledger.calls.commitWindow(commitOf('w0'))).toMatchObject({ rowsAdded: 3, rowsHeld: 0 });
    expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'settled', ownRows: 2 });
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(contents(ledger)).toEqual(expected([...stored, staged]));
  });

  test('knows the bounds of its segments, and opens again as the present schema', async () => {
    const account = freshAccount();
    await writeVersion1(account);
    (await open(account)).close();
    const database = await new Dexie(databaseName(account)).open();
    expect(database.verno).toBe(SCHEMA_VERSION);
    expect(await database.table('segments').toArray()).toMatchObject([
      {
        purchases: {
          fromMs: Date.UTC(2026, 1, 3, 10),
          toMs: Date.UTC(2026, 2, 10, 12) + 1,
        },
        deadRows: 1,
      },
    ]);
    expect(await database.table('meta').get('schema')).toEqual({ key: 'schema', version: 5 });
    database.close();
    expect(contents(await open(account))).toEqual(expected(stored));
  });

  test('whose bytes are damaged says so and has everything read again', async () => {
    const account = freshAccount();
    await writeVersion1(account, { damaged: true });
    const ledger = await open(account);
    expect(ledger.damage()).toMatchObject({ rowsLost: 2, from: null, to: null });
    const { checkpoint: now } = await ledger.calls.readState(null);
    expect(now).toMatchObject({ version: 2, reads: [], history: { finishedAt: null } });
    expect(now).not.toEqual(checkpoint());
  });
});

describe('a ledger of schema 4', () => {
  test('opens as it was; cells are kept from then on', async () => {
    const account = freshAccount();
    const rows = [row({ Orden: 'A' }), row({ Orden: 'B', Ventas: '7.50' })];
    const before = await open(account);
    await read(before, 'w1', MARCH, rows, { pages: 1 });
    before.close();
    await writeAsVersion4(account);
    const { ledger, early } = await startLedger(account);
    expect(early).toBeNull();
    expect(ledger.damage()).toBeNull();
    expect(contents(ledger)).toEqual(expected(rows));
    await keepCells(ledger);
    ledger.close();
    const again = await startLedger(account);
    expect(again.early?.rows).toBe(2);
    expect(contents(again.ledger)).toEqual(expected(rows));
    again.ledger.close();
  });
});
