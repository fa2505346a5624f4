import type { OpenWindow, StagedPage, StagedWindow, StagePage } from '#shared/bridge/ledger.ts';
import { BridgeError } from '#shared/bridge/rpc.ts';
import type { Cell } from '#shared/wire/row-table.ts';
import {
  chunksOfWindow,
  cutBytes,
  joinBytes,
  type LedgerDatabase,
  type PageRecord,
  pagesOfWindow,
  type WindowRecord,
} from './database.ts';
import { CorruptLedgerError, UNKNOWN_WINDOW } from './failures.ts';
import type { ReadWindow } from './planned-rows.ts';

/** Pages as they come, before any of them counts. These run inside the caller's transaction. */

export async function putWindow(database: LedgerDatabase, window: OpenWindow): Promise<void> {
  if ((await database.windows.get(window.windowId)) !== undefined) return;
  await database.windows.put({ ...window, settledReading: null });
}

/** A page turned into records, before the transaction opens. */
export type PreparedPage = { readonly record: PageRecord; readonly chunks: readonly Uint8Array[] };

export function preparePage({ windowId, reading, serverDate, page }: StagePage): PreparedPage {
  const { meta, table, correlationId } = page;
  const chunks = cutBytes(new TextEncoder().encode(JSON.stringify(table.rows)));
  return {
    record: {
      windowId,
      reading,
      page: meta.page,
      totalRows: meta.totalRows,
      totalPages: meta.totalPages,
      count: meta.count,
      metaTo: meta.to,
      correlationId,
      serverDate,
      meta,
      columns: table.columns,
      chunks: chunks.length,
    },
    chunks,
  };
}

/** Stores a page once; the same (window, reading, page) again changes nothing and gives what is stored. */
export async function putPage(
  database: LedgerDatabase,
  { record, chunks }: PreparedPage,
): Promise<StagedPage> {
  const { windowId, reading, page } = record;
  const window = await database.windows.get(windowId);
  if (window === undefined) {
    throw new BridgeError(UNKNOWN_WINDOW, `The window ${windowId} is not open.`);
  }
  const known = await database.pages.get([windowId, reading, page]);
  if (known !== undefined) return toStagedPage(known);
  if (window.settledReading !== null) await database.windows.put({ ...window, settledReading: null });
  await database.pages.put(record);
  await database.pageChunks.bulkPut(
    chunks.map((bytes, index) => ({ windowId, reading, page, index, bytes })),
  );
  return toStagedPage(record);
}

export async function deleteWindows(database: LedgerDatabase, windowIds: readonly string[]): Promise<void> {
  for (const windowId of windowIds) {
    await chunksOfWindow(database, windowId).delete();
    await pagesOfWindow(database, windowId).delete();
    await database.windows.delete(windowId);
  }
}

export async function readStagedWindows(database: LedgerDatabase): Promise<readonly StagedWindow[]> {
  const windows = await database.windows.toArray();
  return Promise.all(
    windows.map(async ({ settledReading: _, ...window }) => ({
      ...window,
      pages: (await pagesOfWindow(database, window.windowId).toArray()).map(toStagedPage),
    })),
  );
}

export async function requireWindow(database: LedgerDatabase, windowId: string): Promise<WindowRecord> {
  const window = await database.windows.get(windowId);
  if (window === undefined) {
    throw new BridgeError(UNKNOWN_WINDOW, `The window ${windowId} is not open.`);
  }
  return window;
}

/** The staged pages of a window by reading, oldest reading first, pages in order. */
export async function readReadings(
  database: LedgerDatabase,
  windowId: string,
): Promise<ReadonlyMap<number, ReadWindow['pages']>> {
  const pages = await pagesOfWindow(database, windowId).toArray();
  const chunks = await chunksOfWindow(database, windowId).toArray();
  const bytesOf = new Map<string, Uint8Array[]>();
  for (const { reading, page, bytes } of chunks) {
    const key = `${reading}/${page}`;
    const known = bytesOf.get(key);
    if (known === undefined) bytesOf.set(key, [bytes]);
    else known.push(bytes);
  }
  const readings = new Map<number, ReadWindow['pages'][number][]>();
  for (const record of pages) {
    const parts = bytesOf.get(`${record.reading}/${record.page}`) ?? [];
    if (parts.length !== record.chunks) {
      throw new CorruptLedgerError(`Staged page ${record.page} of ${windowId} is not whole.`);
    }
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const rows = JSON.parse(new TextDecoder().decode(joinBytes(parts, length))) as readonly Cell[][];
    const page = {
      meta: record.meta,
      table: { columns: record.columns, rows },
      correlationId: record.correlationId,
    };
    const known = readings.get(record.reading);
    if (known === undefined) readings.set(record.reading, [page]);
    else known.push(page);
  }
  return readings;
}

function toStagedPage(record: PageRecord): StagedPage {
  const { reading, page, totalRows, totalPages, count, metaTo, correlationId, serverDate } = record;
  return { reading, page, totalRows, totalPages, count, metaTo, correlationId, serverDate };
}
