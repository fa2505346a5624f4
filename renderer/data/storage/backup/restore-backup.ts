import Dexie from 'dexie';
import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import { packedBytes } from '#renderer/data/engine/changes/kept-values.ts';
import type { BackedUpTable, MonthFacts, RestoreEnd, RestoreSummary } from '#renderer/data/model/backups.ts';
import { checksum, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import { currentDatabase, replaceCopy } from '#renderer/data/storage/database/copies.ts';
import {
  chunksOfSegment,
  defineCopy,
  type LedgerDatabase,
  SCHEMA_VERSION,
} from '#renderer/data/storage/database/database.ts';
import { add, parseDecimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import {
  decodeRecords,
  type Head,
  hexOf,
  joinDigests,
  KEPT_META,
  LOG_TABLES,
  type Part,
  readPart,
  SMALL_TABLES,
} from './contents.ts';
import { type Content, createFrameReader, type Frame, sha256 } from './frames.ts';
import { rowsOf } from './write-backup.ts';

/**
 * Builds an account's copy out of a backup, in a database that is nobody's yet. What is damaged is left out and named; the
 * copy then opens as one that storage damaged, and the sync reads what is missing again.
 */

export type Restore = ReturnType<typeof createRestore>;

/** Facts kept of a backup whose copy was built, until it becomes an account's. */
export type RestoredCopy = Pick<Head, 'rows' | 'madeAtMs' | 'settings'>;

/**
 * Reads a backup that comes in pieces into a database of this name. Long, for its functions share what has been read so far.
 */
export function createRestore(name: string) {
  let isClosed = false;
  let database: LedgerDatabase | null = null;
  let backup: string | null = null;
  let head: Head | null = null;
  let newer: string | null = null;
  let isEndRight = false;
  /** Parts that are whole and not of this backup. */
  let strangers = 0;
  const digests: Frame['digest'][] = [];
  const reader = createFrameReader(takeFrame);

  async function needDatabase(schema: number): Promise<LedgerDatabase> {
    if (isClosed) throw new Error('The restore was given up.');
    if (database === null) {
      database = defineCopy(name, schema);
      await database.open();
    }
    return database;
  }

  async function takeFrame({ bytes, digest }: Content): Promise<void> {
    const read = readPart(bytes);
    if (read.kind === 'newer') newer = read.app;
    if (read.kind !== 'part') {
      strangers += 1;
      return;
    }
    const { part, body } = read;
    const schema = part.part === 'end' ? part.head.schema : part.schema;
    if (schema > SCHEMA_VERSION) {
      newer = part.part === 'head' ? part.app : part.part === 'end' ? part.head.app : (newer ?? '');
      return;
    }
    // Parts of another backup have no place in this one.
    backup ??= part.backup;
    if (part.backup !== backup) {
      strangers += 1;
      return;
    }
    switch (part.part) {
      case 'head':
        head ??= part;
        break;
      case 'end':
        head ??= part.head;
        isEndRight =
          part.parts === digests.length && part.digest === hexOf(await sha256(joinDigests(digests)));
        break;
      case 'segment':
        await putPiece(await needDatabase(schema), part, body);
        break;
      case 'log':
        await (await needDatabase(schema)).table(part.table).bulkPut(decodeRecords(body));
        break;
    }
    digests.push(digest);
  }

  return {
    name,
    write: (bytes: Uint8Array) => reader.write(bytes),
    /** Ends the reading; the copy is whole, as far as it goes, and of the present version, but nobody's. */
    finish: async (): Promise<RestoreEnd> => {
      await reader.end();
      if (head === null) {
        if (newer !== null) return { kind: 'refused', reason: 'newer', app: newer };
        return { kind: 'refused', reason: 'not-a-backup' };
      }
      const filled = await needDatabase(head.schema);
      const isWhole = isEndRight && strangers === 0 && reader.skipped() === 0;
      const lost = await complete(filled, head, isWhole);
      filled.close();
      await migrate(name);
      return { kind: 'ready', summary: summaryOf(head, lost, isWhole) };
    },
    /** Facts of the copy; null where nothing of a backup was found. */
    copy: (): RestoredCopy | null =>
      head === null ? null : { rows: head.rows, madeAtMs: head.madeAtMs, settings: head.settings },
    /** Gives it up: what is still to be written is not. */
    close: (): void => {
      isClosed = true;
      database?.close();
    },
  };
}

/** Makes a database that was built the account's copy, all at once. The one before is gone afterwards. */
export async function commitRestore(name: string, accountId: string, copy: RestoredCopy): Promise<void> {
  await adopt(name, accountId, copy);
  await replaceCopy(accountId, name, copy.settings);
}

/** Deletes what was built of a copy that becomes nobody's; waits until nobody has it open. */
export async function discardRestore(name: string): Promise<void> {
  await Dexie.delete(name);
}

/** Earlier versions had fewer. */
const hasTable = (database: LedgerDatabase, table: string): boolean =>
  database.tables.some(({ name }) => name === table);

async function putPiece(
  database: LedgerDatabase,
  { segment, first, lengths, tombstone, missing }: Extract<Part, { readonly part: 'segment' }>,
  body: Uint8Array,
): Promise<void> {
  const chunks: { segment: number; index: number; bytes: Uint8Array }[] = [];
  let at = 0;
  for (const [offset, length] of lengths.entries()) {
    chunks.push({ segment, index: first + offset, bytes: body.slice(at, at + length) });
    at += length;
  }
  await database.transaction('rw', database.tables, async () => {
    await database.segmentChunks.bulkPut(chunks);
    if (tombstone?.segment === segment) await database.table('tombstones').put(tombstone);
    if (missing?.segment === segment && hasTable(database, 'missing'))
      await database.table('missing').put(missing);
  });
}

type Lost = {
  readonly segments: readonly Head['segments'][number][];
  readonly records: RestoreSummary['lost']['records'];
};

/** Writes what stands in the head (`isWhole`: every byte is as it was written), and takes out what is not whole: opening finds that missing. */
async function complete(database: LedgerDatabase, head: Head, isWhole: boolean): Promise<Lost> {
  const segments: Head['segments'][number][] = [];
  const kept = new Set<number>();
  for (const segment of head.segments) {
    if (await isSegmentWhole(database, segment)) kept.add(segment.id);
    else segments.push(segment);
  }
  const changeValues = await measureValues(database, head);
  await database.transaction('rw', database.tables, async () => {
    const ids = new Set<number>();
    for (const key of await database.segmentChunks.toCollection().primaryKeys()) ids.add(key[0]);
    for (const id of await database.tombstones.toCollection().primaryKeys()) ids.add(id);
    for (const id of ids) {
      if (kept.has(id)) continue;
      await chunksOfSegment(database, id).delete();
      await database.tombstones.delete(id);
    }
    for (const table of SMALL_TABLES) {
      const records = head.small[table] ?? [];
      const kept = table === 'meta' ? records.filter(({ key }) => KEPT_META.has(key)) : records;
      if (hasTable(database, table)) await database.table(table).bulkPut([...kept]);
    }
    await database.table('segments').bulkPut(head.segments.map(({ record }) => record));
    await database.meta.bulkPut([{ key: 'schema', version: head.schema }, ...changeValues]);
  });
  const records = new Map<BackedUpTable, number | null>();
  for (const table of LOG_TABLES) {
    if (!hasTable(database, table)) continue;
    const stated = head.logs[table];
    // A damaged file may have lost any number of those that no count speaks of.
    const uncounted = isWhole ? 0 : null;
    const lost =
      stated === undefined ? uncounted : Math.max(0, stated - (await database.table(table).count()));
    if (lost !== 0) records.set(table, lost);
  }
  return { segments, records: Object.fromEntries(records) };
}

async function isSegmentWhole(
  database: LedgerDatabase,
  { id, byteLength, checksum: written, hasTombstone, months }: Head['segments'][number],
): Promise<boolean> {
  if (months === null) return false;
  const stored = await chunksOfSegment(database, id).toArray();
  const bytes = joinBytes(stored.map((chunk) => chunk.bytes));
  if (bytes.length !== byteLength || checksum(bytes) !== written) return false;
  const tombstone = await database.tombstones.get(id);
  if (!hasTombstone) return tombstone === undefined;
  return tombstone !== undefined && checksum(tombstone.bits) === tombstone.checksum;
}

/** Some of the log's values may have been forgotten while it was written, and some may be lost: they are counted anew. */
async function measureValues(database: LedgerDatabase, { small }: Head) {
  const known = (small.meta ?? []).find(({ key }) => key === 'changeValues');
  if (known === undefined) return [];
  let bytes = 0;
  await database.changes.each(({ values }: ChangesRecord) => {
    if (values !== undefined) bytes += packedBytes(values);
  });
  return [{ key: 'changeValues' as const, bytes, forgotten: Number(known.forgotten) }];
}

/** Brings the records to the present version, in the one transaction that upgrades a database. */
async function migrate(name: string): Promise<void> {
  const database = defineCopy(name);
  await database.open();
  database.close();
}

/**
 * Makes the copy an account's: it takes the identity of the one it replaces, so that whoever owned that one writes no
 * more.
 */
async function adopt(name: string, accountId: string, { rows, madeAtMs }: RestoredCopy): Promise<void> {
  const former = await identityOf(await currentDatabase(accountId));
  const database = defineCopy(name);
  await database.open();
  const atMs = Date.now();
  const runId = `restore-${crypto.randomUUID()}`;
  const nothing = { ordersNew: 0, ordersChanged: 0 };
  try {
    await database.transaction('rw', database.tables, async () => {
      await database.meta.bulkPut([
        { key: 'schema', version: SCHEMA_VERSION },
        { key: 'ledger', ledgerId: former.ledgerId ?? crypto.randomUUID() },
        { key: 'owner', epoch: former.epoch },
      ]);
      await database.runs.put({
        ...nothing,
        runId,
        trigger: 'restore',
        purpose: 'history',
        startedAtMs: atMs,
        endedAtMs: atMs,
        outcome: 'done',
        failure: null,
        requests: 0,
        retries: 0,
        backOffMs: 0,
        rowsRead: rows,
        windows: 1,
        notices: 0,
      });
      await database.runWindows.put({
        ...nothing,
        runId,
        windowId: runId,
        kind: 'restore',
        field: 'updated_at',
        from: new Date(madeAtMs).toISOString(),
        to: new Date(atMs).toISOString(),
        startedAtMs: atMs,
        tookMs: 0,
        requests: 0,
        readings: 0,
        pages: 0,
        rows,
        rowsRemoved: 0,
        rowsHeld: 0,
        outcome: 'committed',
        detail: null,
        correlationIds: [],
      });
    });
  } finally {
    database.close();
  }
}

async function identityOf(
  name: string,
): Promise<{ readonly ledgerId: string | null; readonly epoch: number }> {
  const none = { ledgerId: null, epoch: 0 };
  if (!(await Dexie.exists(name))) return none;
  const database = new Dexie(name);
  try {
    await database.open();
    const [ledger, owner] = await database.table('meta').bulkGet(['ledger', 'owner']);
    return { ledgerId: ledger?.ledgerId ?? null, epoch: owner?.epoch ?? 0 };
  } catch {
    // A ledger that cannot be opened has no owner that could go on writing.
    return none;
  } finally {
    database.close();
  }
}

function summaryOf(head: Head, { segments, records }: Lost, isWhole: boolean): RestoreSummary {
  const isKnown = segments.every(({ months }) => months !== null);
  const months = addMonths(segments.flatMap((segment) => segment.months ?? []));
  const rows = rowsOf(months);
  return {
    account: head.account,
    settings: head.settings,
    app: head.app,
    madeAtMs: head.madeAtMs,
    readUntil: head.readUntil,
    rows: head.rows - rows,
    isWhole: isWhole && segments.length === 0 && Object.keys(records).length === 0,
    lost: {
      rows,
      months: isKnown ? months : null,
      ventas: sumOf(months.map(({ ventas }) => ventas)),
      records,
    },
  };
}

function addMonths(all: readonly MonthFacts[]): readonly MonthFacts[] {
  const months = new Map<string | null, MonthFacts[]>();
  for (const each of all) months.set(each.month, [...(months.get(each.month) ?? []), each]);
  return [...months]
    .map(([month, parts]) => ({
      month,
      rows: rowsOf(parts),
      ventas: sumOf(parts.map(({ ventas }) => ventas)),
    }))
    .sort((a, b) => ((a.month ?? '') < (b.month ?? '') ? -1 : 1));
}

const sumOf = (texts: readonly string[]): string =>
  toDecimal(texts.reduce((sum, text) => add(sum, parseDecimal(text) ?? ZERO), ZERO));
