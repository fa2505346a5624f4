import { gunzipSync } from 'node:zlib';
import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import type { Annotation, AnnotationKind } from '#renderer/data/model/annotations.ts';
import { startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { MAX_RECORD_BYTES } from '#renderer/data/storage/database/bytes.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import type { MonthOrder } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { packOrders } from '#renderer/reconciliation/closing/worker/closed-months.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { packLines } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { changes, purchases, row } from '../ledger-fixtures.ts';
import { contents, expected, freshAccount, open, read } from '../real-ledger.ts';
import { backUp, fill, MONTHS, ORDER, openCurrent, pause, readFile, rowsOfMonth } from './backup-file.ts';

const CLOSED = {
  state: 'closed',
  readUntil: null,
  figures: [],
  ownCosts: [],
  adjustments: [],
  seen: null,
  log: [],
} as const;

const head = (at: number): ImportedStatement => ({
  id: `s${1000 + at}`,
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
});

describe('a backup', () => {
  test('is of one moment, whatever is taken out, replaced, imported or closed while it is written', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    const line = (at: number) => ({ line: at, cells: [`${at}`] }) as unknown as StatementLine;
    const put = async (at: number, replaces: string | null = null) =>
      ledger.statements.put({
        head: head(at),
        packed: await packLines([line(at)], pause),
        replaces,
        mapping: null,
      });
    const orders = (at: number): readonly MonthOrder[] => [
      { key: `${at}` as OrderKey, rows: 1, sums: { Ventas: '1.07' as Decimal }, own: null },
    ];
    const close = async (snapshot: string, at: number) => {
      const { bytes, checksum } = await packOrders(orders(at));
      const said = { ...CLOSED, snapshot, checksum } as const;
      await ledger.closedMonths.put({ month: '2026-01' as Month, close: said, bytes });
      return said;
    };
    for (const at of [0, 1, 2]) await put(at);
    const former = await close('a', 1);
    const release = ledger.holdForBackup();
    const backup = await startBackup(databaseName(account), ORDER, pause);
    if (backup === null) throw new Error('There is nothing.');
    const chunks = [(await backup.chunks.next()).value?.bytes];
    await ledger.statements.remove('s1000');
    await ledger.statements.remove('s1001');
    await put(3, 's1002');
    await close('z', 2);
    for await (const { bytes } of backup.chunks) chunks.push(bytes);
    backup.close();
    release();
    const file = new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
    const { restore, end } = await readFile(file);
    expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true } });
    const other = freshAccount();
    await restore.commit(other);
    const restored = await openCurrent(other);
    for (const at of [0, 1, 2]) {
      expect(await restored.statements.lines(`s${1000 + at}`, pause)).toEqual([line(at)]);
    }
    expect(restored.annotations.of('month-close').get('2026-01')).toEqual(former);
    expect(await restored.closedMonths.orders(former)).toEqual(orders(1));
    restored.close();
    // Nothing stays for ever: with the next that is taken out they go.
    expect(ledger.statements.list().map(({ id }) => id)).toEqual(['s1003']);
    await put(4);
    await expect(ledger.statements.lines('s1000', pause)).rejects.toThrow();
    await close('zz', 3);
    await expect(ledger.closedMonths.orders(former)).rejects.toThrow();
  });

  test('brings back rows, change log, runs, checkpoint and settings, and says that it did', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    // One order changes: its old rows are dead in their segment, and the log tells of it.
    const changed = rowsOfMonth('2026-03').map((each, index) =>
      index < 2 ? { ...each, Ventas: '7.00' } : each,
    );
    const march = purchases('2026-03-01T00:00:00.000', '2026-03-28T00:00:00.000');
    await read(ledger, 'again', march, changed, { purpose: 'reread' });
    const file = await backUp(account);
    const { restore, end } = await readFile(file);
    expect(end).toMatchObject({
      kind: 'ready',
      summary: {
        rows: 12,
        isWhole: true,
        lost: { rows: 0, months: [], ventas: '0', records: {} },
      },
    });
    const other = freshAccount();
    await restore.commit(other);
    const restored = await openCurrent(other);
    expect(contents(restored)).toEqual(contents(ledger));
    expect(restored.damage()).toBeNull();
    const [before, after] = [await ledger.calls.readState(null), await restored.calls.readState(null)];
    expect(after).toEqual(before);
    expect((await restored.reads.changes()).size).toBe((await ledger.reads.changes()).size);
    expect((await restored.reads.changes()).size).toBeGreaterThan(0);
    const { runs } = await restored.reads.runs({ offset: 0, limit: 10, onlyNoted: false });
    expect(runs[0]).toMatchObject({ trigger: 'restore', rowsRead: 12 });
    expect(await restored.reads.runWindows(runs[0]?.runId ?? '')).toMatchObject([
      { kind: 'restore', rows: 12 },
    ]);
    restored.close();
  });

  test('brings back what closed months held, however many slices that is', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    const orders = Array.from(
      { length: 60_000 },
      (_, index): MonthOrder => ({
        key: `${index * 7_919}` as OrderKey,
        rows: 1,
        sums: { Ventas: `${index * 104_729}.07` as Decimal },
        own: null,
      }),
    );
    const { bytes, checksum } = await packOrders(orders);
    const close = {
      state: 'closed',
      snapshot: 's',
      checksum,
      readUntil: null,
      figures: [],
      ownCosts: [],
      adjustments: [
        {
          id: 'a',
          datedIn: '2026-11' as Month,
          lines: [
            {
              Canal: 'Uno',
              Cuenta: 'A',
              causes: [
                {
                  cause: 'source',
                  sums: {
                    marketplace: '-1.05' as Decimal,
                    comercial: '-1.05' as Decimal,
                    total: '-1.05' as Decimal,
                  },
                },
              ],
            },
          ],
          owner: 'Ana',
          atMs: 3,
        },
      ],
      seen: null,
      log: [],
    } as const;
    await ledger.closedMonths.put({ month: '2026-01' as Month, close, bytes });
    expect(bytes.length).toBeGreaterThan(4 * MAX_RECORD_BYTES);
    const { restore, end } = await readFile(await backUp(account), 100_000);
    expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true } });
    const other = freshAccount();
    await restore.commit(other);
    const restored = await openCurrent(other);
    const kept = restored.annotations.of('month-close').get('2026-01');
    expect(kept).toEqual(close);
    expect(await restored.closedMonths.orders(close)).toEqual(orders);
    restored.close();
  });

  test('brings back what was said of exceptions and what was claimed of them, however many they are', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    const cases = Array.from({ length: 4_000 }, (_, at) => ({
      ...{ id: `${at * 7_919}`, name: `O-${at}`, month: '2026-01' as Month, day: '2026-01-05' as LocalDate },
      ...{ amount: `${at}.07` as Decimal, rows: 1, evidence: `${at * 104_729}` },
    }));
    const finding = { kind: 'rate', subject: { Canal: 'Uno', Cuenta: 'A' }, affects: [] };
    const saying = {
      ...{ state: 'explained', reason: 'fee', note: 'nota', owner: 'Ana', atMs: 5 },
      ...{ followUp: '2026-02-01' as LocalDate, of: [{ finding, cases }] },
    } as const;
    const before = { rows: '1' as Decimal, paid: '0' as Decimal, lines: null };
    const claim = {
      ...{ number: 'R-0001', Canal: 'Uno', Cuenta: 'A', currency: '', state: 'sent' },
      ...{ deadline: '2026-03-06' as LocalDate, of: [{ finding, cases }], claimed: '9.07' as Decimal },
      lines: cases.map(({ id, name, amount }) => ({
        ...{ key: id, numbers: [name], amount, by: 'rows' as const, before },
      })),
      file: { name: 'Reclamo R-0001.csv', text: '\uFEFF"R-0001";"ñ"\r\n'.repeat(4_000), digest: 'd' },
      ...{ log: [{ state: 'to-send', note: '', owner: 'Ana', atMs: 6 }], atMs: 6 },
    } as const;
    const rule = { days: 15, owner: 'Ana', atMs: 7 };
    const changes = <K extends AnnotationKind>(kind: K, key: string, value: unknown) => ({
      ...{ kind, puts: [{ key, value: value as Annotation<K> }], deletes: [] },
    });
    await ledger.annotate(changes('exception-saying', 's', saying));
    await ledger.annotate(changes('claim', 'R-0001', claim));
    await ledger.annotate(changes('claim-rule', 'Uno', rule));
    const { restore, end } = await readFile(await backUp(account), 100_000);
    expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true } });
    const other = freshAccount();
    await restore.commit(other);
    const restored = await openCurrent(other);
    expect(restored.annotations.of('exception-saying').get('s')).toEqual(saying);
    expect(restored.annotations.of('claim').get('R-0001')).toEqual(claim);
    expect(restored.annotations.of('claim-rule').get('Uno')).toEqual(rule);
    restored.close();
  });

  test('brings back statements and their lines, however many there are', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    const line = (at: number) =>
      ({ line: at, cells: [`${at * 7_919} ${at * 104_729}`] }) as unknown as StatementLine;
    const linesOf = (at: number) =>
      Array.from({ length: at === 0 ? 60_000 : 1 }, (_, place) => line(at + place));
    for (let at = 0; at < 60; at += 1) {
      const packed = await packLines(linesOf(at), pause);
      await ledger.statements.put({ head: head(at), packed, replaces: null, mapping: null });
      if (at === 0) expect(packed.bytes.length).toBeGreaterThan(4 * MAX_RECORD_BYTES);
    }
    const { restore, end } = await readFile(await backUp(account), 100_000);
    expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true } });
    const other = freshAccount();
    await restore.commit(other);
    const restored = await openCurrent(other);
    expect(restored.statements.list()).toEqual(ledger.statements.list());
    expect(restored.statements.list()).toHaveLength(60);
    for (const at of [0, 59])
      expect(await restored.statements.lines(`s${1000 + at}`, pause)).toEqual(linesOf(at));
    restored.close();
  });

  test('goes on being written while commits go on, and is of the moment it was begun', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const rows = await fill(ledger);
    const backup = await startBackup(databaseName(account), ORDER, pause);
    const march = purchases('2026-03-01T00:00:00.000', '2026-03-28T00:00:00.000');
    await read(ledger, 'later', march, [row({ Orden: 'new', 'Fecha de compra': '2026-03-15T00:00:00.000' })]);
    const chunks: Uint8Array[] = [];
    for await (const { bytes } of backup?.chunks ?? []) chunks.push(bytes);
    backup?.close();
    const { restore, end } = await readFile(new Uint8Array(Buffer.concat(chunks)));
    expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true } });
    await restore.commit(account);
    const restored = await openCurrent(account);
    expect(contents(restored)).toEqual(expected(rows));
    restored.close();
  });

  test('of a copy with rows that could not be read is whole to the byte, and not called whole', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    ledger.close();
    const database = await new Dexie(databaseName(account)).open();
    const [key] = await database.table('segmentChunks').toCollection().primaryKeys();
    await database.table('segmentChunks').update(key, { bytes: new Uint8Array(7) });
    database.close();
    const backup = await startBackup(databaseName(account), ORDER, pause);
    expect(backup?.isWhole).toBe(false);
    backup?.close();
    const { restore, end } = await readFile(await backUp(account));
    expect(end).toMatchObject({
      kind: 'ready',
      summary: { isWhole: false, lost: { months: null, records: {} } },
    });
    await restore.discard();
  });

  test('is gzip that any program reads', async () => {
    const account = freshAccount();
    await fill(await open(account));
    const text = gunzipSync(await backUp(account)).toString('latin1');
    expect(text.startsWith('{"part":"head"')).toBe(true);
    expect(MONTHS.every((month) => text.includes(month))).toBe(true);
  });

  test('takes the place of a copy, whose owner then writes no more', async () => {
    const account = freshAccount();
    const first = await open(account);
    const rows = await fill(first, ['2026-01']);
    const file = await backUp(account);
    const february = purchases('2026-02-01T00:00:00.000', '2026-02-28T00:00:00.000');
    await read(first, 'w-2', february, rowsOfMonth('2026-02'));
    const { restore } = await readFile(file);
    await restore.commit(account);
    const restored = await openCurrent(account);
    expect(contents(restored)).toEqual(expected(rows));
    expect(restored.ledgerId).toBe(first.ledgerId);
    expect(restored.ownerEpoch).toBeGreaterThan(first.ownerEpoch);
    const window = changes('2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z');
    await expect(read(first, 'w-3', window, [row({})])).rejects.toMatchObject({ code: 'ledger-lost' });
    restored.close();
  });
});
