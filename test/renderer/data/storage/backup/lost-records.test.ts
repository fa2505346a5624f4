import Dexie from 'dexie';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { currentDatabase } from '#renderer/data/storage/database/copies.ts';
import { packOrders } from '#renderer/reconciliation/closing/worker/closed-months.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { packLines } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { randomCases } from '#test/random-cases.ts';
import { purchases } from '../ledger-fixtures.ts';
import { freshAccount, openUntilClosed, read } from '../real-ledger.ts';
import { backUp, fill, pause, readFile, rowsOfMonth } from './backup-file.ts';

/** What a damaged backup is said to lack, table by table, against what is missing in the database that came of it. */

const TABLES = [
  'annotations',
  'closedOrders',
  'statements',
  'statementLines',
  'changes',
  'runs',
  'runWindows',
  'segmentChunks',
] as const;

/** Every record of each table, by its key. */
type Records = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

async function recordsOf(name: string): Promise<Records> {
  const database = await new Dexie(name).open();
  const records = new Map<string, ReadonlyMap<string, unknown>>();
  for (const name of TABLES) {
    const table = database.table(name);
    const keys = await table.toCollection().primaryKeys();
    const values = await table.toArray();
    records.set(name, new Map(keys.map((key, at) => [JSON.stringify(key), values[at]])));
  }
  database.close();
  return records;
}

/** `CUADRA_CUTS=1000` cuts and flips in so many places. */
const CUTS = Number(process.env.CUADRA_CUTS ?? randomCases(10));

const runOf = (number: number): RunEntry => ({
  runId: `run-${number}`,
  purpose: 'changes',
  trigger: 'schedule',
  startedAtMs: 1_770_000_000_000 + number,
  endedAtMs: 1_770_000_000_500 + number,
  outcome: 'done',
  failure: null,
  requests: 3,
  retries: 0,
  backOffMs: 0,
  rowsRead: 10,
  ordersNew: 0,
  ordersChanged: 0,
  windows: 1,
  notices: 0,
});

let file: Uint8Array<ArrayBuffer>;
let whole: Records;

beforeAll(async () => {
  const account = freshAccount();
  const ledger = await openUntilClosed(account);
  await fill(ledger);
  const march = purchases('2026-03-01T00:00:00.000', '2026-03-28T00:00:00.000');
  const changed = rowsOfMonth('2026-03').map((each, at) => (at < 2 ? { ...each, Ventas: '7.00' } : each));
  await read(ledger, 'again', march, changed, { purpose: 'reread' });
  for (const at of [0, 1, 2]) {
    const head: ImportedStatement = {
      id: `s${at}`,
      name: `${at}.csv`,
      digest: `${at}`,
      kind: 'bank',
      layout: null,
      lines: 1,
      fresh: 1,
      days: null,
      nets: [{ currency: '', net: '1.10' as Decimal }],
      accounts: [],
      proof: { state: 'holds', gap: '0' as Decimal },
      importedAtMs: at,
      owner: 'Ana',
    };
    const packed = await packLines([{ line: at, cells: [`${at}`] } as unknown as StatementLine], pause);
    await ledger.statements.put({ head, packed, replaces: null, mapping: null });
  }
  const { bytes, checksum } = await packOrders([
    { key: 'o' as OrderKey, rows: 1, sums: { Ventas: '1.07' as Decimal }, own: null },
  ]);
  const close = {
    state: 'closed',
    snapshot: 's',
    checksum,
    readUntil: null,
    figures: [],
    ownCosts: [],
    adjustments: [],
    seen: null,
    log: [],
  } as const;
  await ledger.closedMonths.put({ month: '2026-01' as Month, close, bytes });
  await ledger.calls.writeRun(runOf(1));
  await ledger.calls.writeRun(runOf(2));
  file = await backUp(account);
  whole = await recordsOf(await currentDatabase(account));
  ledger.close();
});

async function expectTold(damaged: Uint8Array): Promise<void> {
  const { restore, end } = await readFile(damaged);
  if (end.kind === 'ready') {
    const left = await recordsOf(restore.name);
    const missing = [...whole].flatMap(([table, records]) => {
      const own = left.get(table) ?? new Map<string, unknown>();
      // What is there is what was written: nothing is half of a record, and nothing is added.
      for (const [key, value] of own) expect([table, key, value]).toEqual([table, key, records.get(key)]);
      const lost = records.size - own.size;
      return lost === 0 ? [] : [[table, lost] as const];
    });
    const { records, rows } = end.summary.lost;
    const beside = missing.filter(([table]) => table !== 'segmentChunks');
    expect(records).toEqual(Object.fromEntries(beside));
    expect(rows > 0).toBe(missing.length > beside.length);
    const isAsWritten = damaged.length === file.length && damaged.every((byte, at) => byte === file[at]);
    if (isAsWritten || damaged.length < file.length) expect(end.summary.isWhole).toBe(isAsWritten);
    // Some bits of a container say nothing: the system in gzip's header.
    if (end.summary.isWhole) expect([missing, end.summary.lost.rows]).toEqual([[], 0]);
  }
  await restore.discard();
}

test('cut at any byte, a backup names what is missing of every table, and is never called whole', async () => {
  expect([...whole].filter(([, { size }]) => size === 0)).toEqual([]);
  await expectTold(file);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: file.length }), async (length) => expectTold(file.subarray(0, length))),
    { numRuns: CUTS },
  );
});

test('cut where one part ends and another begins, it names what the parts behind it held', async () => {
  const ends: number[] = [];
  for (let at = 0; at < file.length; ) {
    at += new DataView(file.buffer, file.byteOffset + at).getUint32(16, true);
    ends.push(at);
  }
  expect(ends.length).toBeGreaterThan(8);
  expect(ends.at(-1)).toBe(file.length);
  for (const end of ends)
    for (const beside of [end - 1, end, end + 1]) await expectTold(file.subarray(0, beside));
});

test('with any byte flipped, it names what is missing of every table', async () => {
  const flip = fc.tuple(fc.nat({ max: file.length - 1 }), fc.integer({ min: 1, max: 255 }));
  await fc.assert(
    fc.asyncProperty(flip, async ([at, bits]) => {
      const damaged = file.slice();
      damaged[at] = (damaged[at] ?? 0) ^ bits;
      await expectTold(damaged);
    }),
    { numRuns: CUTS },
  );
});

test('cut within its rows, it still holds all that nobody can read again', async () => {
  let cut = 0;
  for (let length = 0; length < file.length && cut === 0; length += 200) {
    const { restore, end } = await readFile(file.subarray(0, length));
    if (end.kind === 'ready' && end.summary.rows > 0) {
      cut = length;
      const left = await recordsOf(restore.name);
      for (const table of TABLES.slice(0, 4))
        expect([table, left.get(table)]).toEqual([table, whole.get(table)]);
      expect(end.summary.lost.rows).toBeGreaterThan(0);
    }
    await restore.discard();
  }
  expect(cut).toBeGreaterThan(0);
});
