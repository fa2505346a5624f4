import Dexie, { type EntityTable, type Table } from 'dexie';
import { z } from 'zod';
import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import { ROW_NOTE } from '#renderer/data/engine/columns/segment.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import type { EncodedSegment } from '#renderer/data/storage/segment/encode.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { CommitResult, OpenWindow, StagedPage } from '#shared/contract/ledger.ts';
import type { PageMeta } from '#shared/contract/page.ts';
import type { RunEntry, RunWindow } from '#shared/contract/run-log.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { bitmap, checksum, cutBytes, segmentRecordBytes } from './bytes.ts';
import {
  migrateFromVersion1,
  migrateFromVersion2,
  migrateFromVersion3,
  migrateFromVersion4,
} from './migration.ts';

/** The database of one account: names, records and versions. Nothing outside renderer/data/storage knows of it. */

/** Raised with every change of the records; each raise has a migration and a test of its own. */
export const SCHEMA_VERSION = 5;

type MetaRecord =
  | { readonly key: 'schema'; readonly version: number }
  /** Made with the database: another one in its place means that this copy was lost. */
  | { readonly key: 'ledger'; readonly ledgerId: string }
  | { readonly key: 'owner'; readonly epoch: number }
  | { readonly key: 'checkpoint'; readonly checkpoint: Checkpoint }
  /** State that must be found on the next start. */
  | {
      readonly key: 'contents';
      readonly segments: number;
      readonly liveRows: number;
      readonly lastSegment: number;
    }
  /** Rows lost to damaged storage that have not been read again yet. */
  | { readonly key: 'damage'; readonly damage: Damage }
  /**
   * Room that other columns' values take in the change log: bytes, and the last record whose own were forgotten. Not
   * there in what was written before they were kept.
   */
  | { readonly key: 'changeValues'; readonly bytes: number; readonly forgotten: number }
  /** The last commits, so that a repeated call gives the same answer. */
  | { readonly key: 'committed'; readonly commits: readonly Committed[] };
type Committed = { readonly windowId: string; readonly result: CommitResult };

export type WindowRecord = OpenWindow & {
  /** The reading that was judged settled; null while pages still come. */
  readonly settledReading: number | null;
};

export type PageRecord = StagedPage & {
  readonly windowId: string;
  readonly meta: PageMeta;
  readonly columns: readonly string[];
  readonly chunks: number;
  /** Epoch milliseconds of this machine. */
  readonly stagedAtMs: number;
};
/** A slice of the JSON of a staged page's rows. */
type PageChunkRecord = {
  readonly windowId: string;
  readonly reading: number;
  readonly page: number;
  readonly index: number;
  readonly bytes: Uint8Array;
};

export const segmentRecordSchema = z.object({
  id: z.int(),
  rowCount: z.int().min(1),
  byteLength: z.int().min(1),
  headerLength: z.int().min(1),
  chunks: z.int().min(1),
  checksum: z.string(),
  /** Purchases of its rows, [fromMs, toMs), kept outside the bytes that may be damaged; null: anywhere. */
  purchases: z.object({ fromMs: z.number(), toMs: z.number() }).readonly().nullable(),
  /** Rows that the tombstones must mark. */
  deadRows: z.int().min(0),
});
export type SegmentRecord = Readonly<z.infer<typeof segmentRecordSchema>>;
type SegmentChunkRecord = {
  readonly segment: number;
  readonly index: number;
  readonly bytes: Uint8Array;
};
/** One bit a row of the segment, set where the row is dead. */
type TombstoneRecord = {
  readonly segment: number;
  readonly bits: Uint8Array;
  readonly checksum: string;
};

/**
 * Rows of a segment that a reading by purchase date no longer found and that are still shown (rule 11), one bit a
 * row: those that are gone, and those that came again at another purchase date.
 */
export type MissingRecord = {
  readonly segment: number;
  readonly gone: Uint8Array;
  readonly moved: Uint8Array;
  readonly checksum: string;
};
/** A month whose missing rows wait for the user's word. */
export type PendingRemovalRecord = { readonly month: Month; readonly readAt: UtcInstant };

/** An order "por verificar" and the purchase instants (milliseconds) at which it is still to be read. */
type ToVerifyRecord = { readonly order: OrderKey; readonly instants: readonly number[] };

/** An annotation as a version of this app wrote it: read with care (renderer/data/model/annotations.ts). */
type AnnotationRecord = { readonly kind: string; readonly key: string; readonly value: unknown };

/** A slice of what a closed month held, compressed (closing/worker/closed-months.ts). */
type ClosedOrdersRecord = { readonly snapshot: string; readonly index: number; readonly bytes: Uint8Array };

/** An imported statement: what else is known of it is for its own room to read (statements/worker/statement-store.ts). */
export type StatementRecord = { readonly id: string };
/** A slice of its lines, compressed. */
type StatementLinesRecord = {
  readonly statement: string;
  readonly index: number;
  readonly bytes: Uint8Array;
};

/** `stamp`: what the cells were made of (cubes/cube-records.ts). They are good as long as it is that of the segment. */
export type CubeKey = [segment: number, date: string, stamp: string];
export type CubeRecord = {
  readonly segment: number;
  readonly date: string;
  readonly stamp: string;
  readonly bytes: Uint8Array;
  readonly headerLength: number;
  readonly checksum: string;
};

export type LedgerDatabase = Dexie & {
  readonly meta: Table<MetaRecord, MetaRecord['key']>;
  readonly windows: Table<WindowRecord, string>;
  readonly pages: Table<PageRecord, [string, number, number]>;
  readonly pageChunks: Table<PageChunkRecord, [string, number, number, number]>;
  readonly segments: Table<SegmentRecord, number>;
  readonly segmentChunks: Table<SegmentChunkRecord, [number, number]>;
  readonly tombstones: Table<TombstoneRecord, number>;
  readonly missing: Table<MissingRecord, number>;
  readonly held: Table<PendingRemovalRecord, string>;
  readonly changes: EntityTable<ChangesRecord, 'id'>;
  readonly toVerify: Table<ToVerifyRecord, string>;
  readonly controls: Table<ControlTotal, [string, string]>;
  readonly runs: Table<RunEntry, string>;
  readonly runWindows: Table<RunWindow, [string, string]>;
  readonly annotations: Table<AnnotationRecord, [string, string]>;
  readonly closedOrders: Table<ClosedOrdersRecord, [string, number]>;
  readonly statements: Table<StatementRecord, string>;
  readonly statementLines: Table<StatementLinesRecord, [string, number]>;
  readonly cubes: Table<CubeRecord, CubeKey>;
};

export function databaseName(accountId: string): string {
  return `cuadra-ledger-${accountId}`;
}

/** Dexie multiplies its versions by ten. */
export const INDEXED_DB_VERSION_FACTOR = 10;

/** Additions of each version of the records, and how those of the version before it become them. */
const VERSIONS = [
  {
    stores: {
      meta: 'key',
      windows: 'windowId',
      pages: '[windowId+reading+page]',
      pageChunks: '[windowId+reading+page+index]',
      segments: 'id',
      segmentChunks: '[segment+index]',
      tombstones: 'segment',
      changes: '++id',
      toVerify: 'order',
    },
    upgrade: null,
  },
  {
    stores: {
      missing: 'segment',
      held: 'month',
      controls: '[range+scope]',
      runs: 'runId, startedAtMs, outcome',
      runWindows: '[runId+windowId]',
    },
    upgrade: migrateFromVersion1,
  },
  { stores: {}, upgrade: migrateFromVersion2 },
  {
    stores: {
      annotations: '[kind+key]',
      closedOrders: '[snapshot+index]',
      statements: 'id',
      statementLines: '[statement+index]',
    },
    upgrade: migrateFromVersion3,
  },
  { stores: { cubes: '[segment+date+stamp]' }, upgrade: migrateFromVersion4 },
  // The next version goes here, with its migration, and SCHEMA_VERSION is raised.
] as const;

/** Describes the database of an account; it opens with the first use. Every transaction is flushed to the disk itself. */
export function defineDatabase(accountId: string): LedgerDatabase {
  return defineCopy(databaseName(accountId));
}

/** The same under a name of its own, and as an earlier version of the app had it. */
export function defineCopy(name: string, schemaVersion = SCHEMA_VERSION): LedgerDatabase {
  const database = new Dexie(name, {
    chromeTransactionDurability: 'strict',
    autoOpen: false,
    // Nothing here is asked twice: a cache would only hold the segments a second time.
    cache: 'disabled',
  }) as LedgerDatabase;
  for (const [index, { stores, upgrade }] of VERSIONS.slice(0, schemaVersion).entries()) {
    const version = database.version(index + 1).stores(stores);
    if (upgrade !== null) version.upgrade(upgrade);
  }
  return database;
}

/** A window's staged pages, and their slices, in order. Readings, pages and slices are numbers from 0. */
export function pagesOfWindow(database: LedgerDatabase, windowId: string) {
  return database.pages
    .where('[windowId+reading+page]')
    .between([windowId, 0, 0], [windowId, Number.POSITIVE_INFINITY, 0]);
}

export function chunksOfWindow(database: LedgerDatabase, windowId: string) {
  return database.pageChunks
    .where('[windowId+reading+page+index]')
    .between([windowId, 0, 0, 0], [windowId, Number.POSITIVE_INFINITY, 0, 0]);
}

export function chunksOfSegment(database: LedgerDatabase, segment: number) {
  return database.segmentChunks
    .where('[segment+index]')
    .between([segment, 0], [segment, Number.POSITIVE_INFINITY]);
}

/** The bytes of a segment as records. */

/** Bytes asked to be written at once: they are copied when they are, and messages that wait come between. */
const BYTES_AT_ONCE = 1_000_000;

/** Inside the caller's transaction. */
export async function addSegmentChunks(database: LedgerDatabase, segment: number, bytes: Uint8Array) {
  const recordBytes = segmentRecordBytes(bytes.length);
  const step = Math.floor(BYTES_AT_ONCE / recordBytes) * recordBytes;
  for (let from = 0; from < bytes.length; from += step) {
    const first = from / recordBytes;
    await database.segmentChunks.bulkAdd(
      cutBytes(bytes.subarray(from, from + step), recordBytes).map((chunk, index) => ({
        segment,
        index: first + index,
        bytes: chunk,
      })),
    );
  }
}

/** The contents that were written last; nothing in a new ledger. */
export async function readContents(database: LedgerDatabase) {
  const record = await database.meta.get('contents');
  return record?.key === 'contents' ? record : { segments: 0, liveRows: 0, lastSegment: 0 };
}

/** The record of a segment all of whose rows are alive. */
export function segmentRecord(
  id: number,
  { bytes, headerLength, rowCount }: EncodedSegment,
  checksum: string,
  purchases: SegmentRecord['purchases'],
): SegmentRecord {
  const chunks = Math.ceil(bytes.length / segmentRecordBytes(bytes.length));
  return { id, rowCount, byteLength: bytes.length, headerLength, chunks, checksum, purchases, deadRows: 0 };
}

export function notesRecord(
  segment: number,
  rowCount: number,
  noteOf: (at: number) => number | undefined,
): MissingRecord {
  const gone = bitmap(rowCount, (at) => noteOf(at) === ROW_NOTE.gone);
  const moved = bitmap(rowCount, (at) => noteOf(at) === ROW_NOTE.moved);
  return { segment, gone, moved, checksum: checksumOfNotes(gone, moved) };
}

export function checksumOfNotes(gone: Uint8Array, moved: Uint8Array): string {
  return `${checksum(gone)}${checksum(moved)}`;
}
