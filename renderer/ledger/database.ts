import Dexie, { type EntityTable, type Table } from 'dexie';
import type { CommitResult, OpenWindow, StagedPage } from '#shared/bridge/ledger.ts';
import type { UtcInstant } from '#shared/dates.ts';
import type { OrderKey } from '#shared/orders/identity.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import type { SyncWindow } from '#shared/windows/window.ts';
import type { PageMeta } from '#shared/wire/page.ts';
import type { OrderChange } from './order-change.ts';

/** The database of one account: names, records and versions. Nothing outside renderer/ledger knows of it. */

/** Raised with every change of the records; each raise has a migration below and a test of its own. */
export const SCHEMA_VERSION = 1;
/** Larger values go to files of their own in Chromium, with reports of failed reads (storage.md). */
export const MAX_RECORD_BYTES = 60_000;

/** A fact of the ledger as a whole. */
export type MetaRecord =
  | { readonly key: 'schema'; readonly version: number }
  | { readonly key: 'owner'; readonly epoch: number }
  | { readonly key: 'checkpoint'; readonly checkpoint: Checkpoint }
  /** What must be found on the next start. */
  | {
      readonly key: 'contents';
      readonly segments: number;
      readonly liveRows: number;
      readonly lastSegment: number;
    }
  /** The last commits, so that a repeated call gives the same answer. */
  | { readonly key: 'committed'; readonly commits: readonly Committed[] };
export type Committed = { readonly windowId: string; readonly result: CommitResult };

export type WindowRecord = OpenWindow & {
  /** The reading that was judged settled; null while pages still come. */
  readonly settledReading: number | null;
};

/** A staged page without its rows. */
export type PageRecord = StagedPage & {
  readonly windowId: string;
  readonly meta: PageMeta;
  readonly columns: readonly string[];
  readonly chunks: number;
};
/** A slice of the JSON of a staged page's rows. */
export type PageChunkRecord = {
  readonly windowId: string;
  readonly reading: number;
  readonly page: number;
  readonly index: number;
  readonly bytes: Uint8Array;
};

export type SegmentRecord = {
  readonly id: number;
  readonly rowCount: number;
  readonly byteLength: number;
  readonly headerLength: number;
  readonly chunks: number;
  readonly checksum: string;
};
export type SegmentChunkRecord = {
  readonly segment: number;
  readonly index: number;
  readonly bytes: Uint8Array;
};
/** One bit a row of the segment, set where the row is dead. */
export type TombstoneRecord = {
  readonly segment: number;
  readonly bits: Uint8Array;
  readonly checksum: string;
};

/** What some orders were and became, in one commit (design.md, rule 13). */
export type ChangesRecord = {
  readonly id?: number;
  readonly windowId: string;
  readonly window: SyncWindow;
  /** The server's time of the window's last answer. */
  readonly readAt: UtcInstant | null;
  readonly changes: readonly OrderChange[];
};

/** An order "por verificar" and the purchase instants (milliseconds) at which it is still to be read. */
export type ToVerifyRecord = { readonly order: OrderKey; readonly instants: readonly number[] };

export type LedgerDatabase = Dexie & {
  readonly meta: Table<MetaRecord, MetaRecord['key']>;
  readonly windows: Table<WindowRecord, string>;
  readonly pages: Table<PageRecord, [string, number, number]>;
  readonly pageChunks: Table<PageChunkRecord, [string, number, number, number]>;
  readonly segments: Table<SegmentRecord, number>;
  readonly segmentChunks: Table<SegmentChunkRecord, [number, number]>;
  readonly tombstones: Table<TombstoneRecord, number>;
  readonly changes: EntityTable<ChangesRecord, 'id'>;
  readonly toVerify: Table<ToVerifyRecord, string>;
};

export function databaseName(accountId: string): string {
  return `cuadra-ledger-${accountId}`;
}

/** Describes the database; it opens with the first use. Every transaction is flushed to the disk itself. */
export function defineDatabase(accountId: string): LedgerDatabase {
  const database = new Dexie(databaseName(accountId), {
    chromeTransactionDurability: 'strict',
    autoOpen: false,
    // Nothing here is asked twice: a cache would only hold the segments a second time.
    cache: 'disabled',
  }) as LedgerDatabase;
  database.version(1).stores({
    meta: 'key',
    windows: 'windowId',
    pages: '[windowId+reading+page]',
    pageChunks: '[windowId+reading+page+index]',
    segments: 'id',
    segmentChunks: '[segment+index]',
    tombstones: 'segment',
    changes: '++id',
    toVerify: 'order',
  });
  // The next version goes here: database.version(2).stores({…}).upgrade(migrate…), and SCHEMA_VERSION is raised.
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

/** Cuts bytes into records of their own. The slices are copies: a view would be stored with its whole buffer. */
export function cutBytes(bytes: Uint8Array): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += MAX_RECORD_BYTES) {
    chunks.push(bytes.slice(at, at + MAX_RECORD_BYTES));
  }
  return chunks;
}

export function joinBytes(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
