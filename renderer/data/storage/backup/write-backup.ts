import Dexie from 'dexie';
import { meaningAt, type Segment } from '#renderer/data/engine/columns/segment.ts';
import type { BackedUpTable, BackupChunk, BackupOrder, MonthFacts } from '#renderer/data/model/backups.ts';
import { bitAt, checksum, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import { schemaOf } from '#renderer/data/storage/database/copies.ts';
import {
  chunksOfSegment,
  defineCopy,
  type LedgerDatabase,
  SCHEMA_VERSION,
} from '#renderer/data/storage/database/database.ts';
import { NewerSchemaError } from '#renderer/data/storage/database/failures.ts';
import { presentOf } from '#renderer/data/storage/database/known-time.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { backupAccountSchema } from '#shared/contract/backups.ts';
import { checkpointSchema } from '#shared/contract/checkpoint.ts';
import { DAY_MS, localFromMs, monthOf } from '#shared/domain/dates.ts';
import { add, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import {
  BACKUP_FORMAT,
  encodePart,
  encodeRecord,
  type Head,
  hexOf,
  isIrreplaceable,
  joinDigests,
  KEPT_META,
  LOG_TABLES,
  type Part,
  type SegmentFacts,
  SMALL_TABLES,
} from './contents.ts';
import { encodeFrame, type Frame, sha256 } from './frames.ts';

/** Writes a backup of a database as it lies there, of whatever schema version, while it may be open and go on. */

export type Backup = {
  readonly rows: number;
  /** False: something that was stored could not be read. */
  readonly isWhole: boolean;
  readonly chunks: AsyncGenerator<BackupChunk>;
  readonly close: () => void;
};

type SegmentEntry = Head['segments'][number]['record'] & { readonly id: number; readonly chunks: number };
type Marks = {
  readonly [table in 'tombstones' | 'missing']: ReadonlyMap<number, { [field: string]: unknown }>;
};

/** Bytes of a segment in one part, as far as its records go. */
const SEGMENT_BYTES_A_PART = 3_000_000;
/** Records of a log read at once, and bytes of them in one part. */
const RECORDS_AT_ONCE = 50;
const LOG_BYTES_A_PART = 2 ** 21;
/** Rows counted without a look at what came meanwhile. */
const ROWS_AT_ONCE = 2_000;

/** Null: there is no such database. Reads every segment once to know what is in it; the chunks read them again. */
export async function startBackup(name: string, order: BackupOrder, pause: Pause): Promise<Backup | null> {
  const schema = await schemaOf(name);
  if (schema === null) return null;
  if (schema > SCHEMA_VERSION) throw new NewerSchemaError();
  const database = defineCopy(name, schema);
  try {
    await database.open();
    const { head, marks, annotations } = await readHead(database, schema, order, pause);
    return {
      rows: head.rows,
      isWhole: head.segments.every(({ months }) => months !== null),
      chunks: backupChunks(database, { head, marks, annotations }, pause),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Everything of one moment: segments do not change afterwards, logs only grow, and what may change is read here. */
async function readHead(database: LedgerDatabase, schema: number, order: BackupOrder, pause: Pause) {
  const names = new Set(database.tables.map(({ name }) => name));
  const { small, logs, marks, annotations, entries } = await database.transaction(
    'r',
    database.tables,
    async () => {
      const records = async (table: string): Promise<Head['segments'][number]['record'][]> =>
        names.has(table) ? await database.table(table).toArray() : [];
      const small: { [table: string]: Head['segments'][number]['record'][] } = {};
      for (const table of SMALL_TABLES) small[table] = await records(table);
      const logs: { [table: string]: number } = {};
      for (const table of LOG_TABLES)
        logs[table] = names.has(table) ? await database.table(table).count() : 0;
      const marked = async (table: string) =>
        new Map((await records(table)).map((record) => [record.segment as number, record]));
      const marks: Marks = { tombstones: await marked('tombstones'), missing: await marked('missing') };
      const annotations = await records('annotations');
      return { small, logs, marks, annotations, entries: (await records('segments')) as SegmentEntry[] };
    },
  );
  small.meta = (small.meta ?? []).filter(({ key }) => KEPT_META.has(key));
  const segments: SegmentFacts[] = [];
  for (const record of entries) {
    segments.push(await segmentFacts(database, record, marks.tombstones.get(record.id), pause));
  }
  const checkpoint = checkpointSchema.safeParse(
    small.meta.find(({ key }) => key === 'checkpoint')?.checkpoint ?? null,
  );
  const head: Head = {
    part: 'head',
    format: BACKUP_FORMAT,
    backup: crypto.randomUUID(),
    schema,
    madeAtMs: Date.now(),
    ...order,
    // Nothing besides, whatever came with it.
    account: backupAccountSchema.parse(order.account),
    settings: { ...order.settings },
    readUntil: checkpoint.success ? presentOf(checkpoint.data) : null,
    rows: segments.reduce((sum, { months }) => sum + rowsOf(months ?? []), 0),
    segments,
    small,
    logs,
  };
  return { head, marks, annotations };
}

export const rowsOf = (months: readonly MonthFacts[]): number =>
  months.reduce((sum, { rows }) => sum + rows, 0);

async function segmentFacts(
  database: LedgerDatabase,
  record: SegmentEntry,
  tombstone: { [field: string]: unknown } | undefined,
  pause: Pause,
): Promise<SegmentFacts> {
  const known = {
    id: record.id,
    chunks: record.chunks,
    byteLength: Number(record.byteLength),
    checksum: String(record.checksum),
    hasTombstone: tombstone !== undefined,
    record,
  };
  const stored = (await chunksOfSegment(database, record.id).toArray()).map(({ bytes }) => bytes);
  const bytes = joinBytes(stored);
  if (bytes.length !== known.byteLength || checksum(bytes) !== known.checksum)
    return { ...known, months: null };
  await pause();
  const segment = decodeSegment(bytes, Number(record.headerLength));
  const bits = tombstone?.bits instanceof Uint8Array ? tombstone.bits : new Uint8Array(0);
  return { ...known, months: await monthsOf(segment, bits, pause) };
}

/** Live rows and their sum of Ventas by month of purchase. */
async function monthsOf(segment: Segment, dead: Uint8Array, pause: Pause): Promise<MonthFacts[]> {
  const purchase = segment.columns.get('Fecha de compra');
  const ventas = segment.columns.get(RATE_BASE_COLUMN);
  const months = new Map<string | null, { rows: number; sum: Scaled }>();
  const monthOfDay = new Map<number, string>();
  for (let row = 0; row < segment.rowCount; row += 1) {
    if (row % ROWS_AT_ONCE === 0) await pause();
    if (bitAt(dead, row)) continue;
    const date = purchase?.kind === 'date' ? meaningAt(purchase, row) : null;
    const month = date?.kind === 'value' ? monthAt(Number(date.value.units), monthOfDay) : null;
    const facts = months.get(month) ?? { rows: 0, sum: ZERO };
    const amount = ventas?.kind === 'decimal' ? meaningAt(ventas, row) : null;
    facts.rows += 1;
    if (amount?.kind === 'value') facts.sum = add(facts.sum, amount.value);
    months.set(month, facts);
  }
  return [...months].map(([month, { rows, sum }]) => ({ month, rows, ventas: toDecimal(sum) }));
}

function monthAt(ms: number, known: Map<number, string>): string {
  const day = Math.floor(ms / DAY_MS);
  const month = known.get(day) ?? monthOf(localFromMs(ms));
  known.set(day, month);
  return month;
}

async function* backupChunks(
  database: LedgerDatabase,
  { head, marks, annotations }: Awaited<ReturnType<typeof readHead>>,
  pause: Pause,
): AsyncGenerator<BackupChunk> {
  const digests: Frame['digest'][] = [];
  let rowsDone = 0;
  const frame = async (part: Part, body?: readonly Uint8Array[]): Promise<BackupChunk> => {
    const { bytes, digest } = await encodeFrame(encodePart(part, body), pause);
    digests.push(digest);
    return { bytes, rowsDone };
  };
  yield frame(head);
  const recordParts = async function* (tables: readonly BackedUpTable[]): AsyncGenerator<BackupChunk> {
    for (const table of tables) {
      const records =
        table === 'annotations' ? [annotations] : logRecords(database, table, head.logs[table] ?? 0);
      for await (const body of logParts(records)) {
        yield frame({ part: 'log', backup: head.backup, schema: head.schema, table }, body);
      }
    }
  };
  yield* recordParts(LOG_TABLES.filter(isIrreplaceable));
  for (const segment of head.segments) {
    if (segment.months === null) continue;
    for await (const [part, body] of segmentParts(database, head, segment, marks)) yield frame(part, body);
    rowsDone += rowsOf(segment.months);
  }
  yield* recordParts(LOG_TABLES.filter((table) => !isIrreplaceable(table)));
  const digest = hexOf(await sha256(joinDigests(digests)));
  yield frame({ part: 'end', backup: head.backup, parts: digests.length, digest, head });
}

async function* segmentParts(
  database: LedgerDatabase,
  { backup, schema }: Head,
  { id, chunks, byteLength }: SegmentFacts,
  { tombstones, missing }: Marks,
): AsyncGenerator<[Part, readonly Uint8Array[]]> {
  // Records of a segment are of one size, all but the last.
  const recordsAPart = Math.max(1, Math.floor((SEGMENT_BYTES_A_PART * chunks) / byteLength));
  for (let first = 0; first < chunks; first += recordsAPart) {
    const count = Math.min(recordsAPart, chunks - first);
    const body = (
      await database.segmentChunks
        .where('[segment+index]')
        .between([id, first], [id, first + count])
        .toArray()
    ).map(({ bytes }) => bytes);
    if (body.length !== count) throw new Error('The local copy was changed while its backup was written.');
    const part: Part = {
      part: 'segment',
      backup,
      schema,
      segment: id,
      first,
      lengths: body.map(({ length }) => length),
      tombstone: first === 0 ? (tombstones.get(id) ?? null) : null,
      missing: first === 0 ? (missing.get(id) ?? null) : null,
    };
    yield [part, body];
  }
}

type LogRecord = { readonly [field: string]: unknown };

/** So many records of a log, in the order of their keys. */
async function* logRecords(
  database: LedgerDatabase,
  table: string,
  count: number,
): AsyncGenerator<readonly LogRecord[]> {
  for (let done = 0, after: unknown = Dexie.minKey; done < count; ) {
    const records: LogRecord[] = await database
      .table(table)
      .where(':id')
      .above(after)
      .limit(Math.min(RECORDS_AT_ONCE, count - done))
      .toArray();
    if (records.length === 0) break;
    done += records.length;
    after = keyOf(table, records.at(-1) ?? {});
    yield records;
  }
}

async function* logParts(
  batches: Iterable<readonly LogRecord[]> | AsyncIterable<readonly LogRecord[]>,
): AsyncGenerator<Uint8Array[]> {
  let lines: Uint8Array[] = [];
  let bytes = 0;
  for await (const records of batches) {
    for (const record of records) {
      const line = encodeRecord(record);
      lines.push(line);
      bytes += line.length;
      if (bytes < LOG_BYTES_A_PART) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
  }
  if (lines.length > 0) yield lines;
}

function keyOf(table: string, record: LogRecord): unknown {
  switch (table) {
    case 'changes':
    case 'statements':
      return record.id;
    case 'closedOrders':
      return [record.snapshot, record.index];
    case 'statementLines':
      return [record.statement, record.index];
    case 'runs':
      return record.runId;
    default:
      return [record.runId, record.windowId];
  }
}
