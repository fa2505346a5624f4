import { cutBytes, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import {
  chunksOfWindow,
  type LedgerDatabase,
  type PageRecord,
  pagesOfWindow,
  type WindowRecord,
} from '#renderer/data/storage/database/database.ts';
import { UNKNOWN_WINDOW } from '#renderer/data/storage/database/failures.ts';
import { groupBy } from '#shared/base/group-by.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { OpenWindow, StagedPage, StagedWindow, StagePage } from '#shared/contract/ledger.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { ReadWindow } from './planned-rows.ts';

/** Pages as they come, before any of them counts. The writes run inside the caller's transaction. */

export async function putWindow(database: LedgerDatabase, window: OpenWindow): Promise<void> {
  if ((await database.windows.get(window.windowId)) !== undefined) return;
  await database.windows.put({ ...window, settledReading: null });
}

/** A page turned into records, before the transaction opens. */
type PreparedPage = { readonly record: PageRecord; readonly chunks: readonly Uint8Array[] };

/** The rows stay the bytes that came: nobody looks into them before the window is judged. */
export function preparePage(staged: StagePage, stagedAtMs: number): PreparedPage {
  const { windowId, reading, serverDate, page } = staged;
  const { meta, columns, rowsJson, correlationId } = page;
  // Into a buffer that is large enough for any text of this length: several times as fast as `encode` in Chromium.
  const buffer = new Uint8Array(rowsJson.length * 3);
  const { written } = new TextEncoder().encodeInto(rowsJson, buffer);
  const chunks = cutBytes(buffer.subarray(0, written));
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
      columns,
      chunks: chunks.length,
      stagedAtMs,
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
  const [window, known] = await Promise.all([
    requireWindow(database, windowId),
    database.pages.get([windowId, reading, page]),
  ]);
  if (known !== undefined) return toStagedPage(known);
  // Asked for together: every answer waited for is a turn of the loop.
  await Promise.all([
    window.settledReading === null ? null : database.windows.put({ ...window, settledReading: null }),
    database.pages.put(record),
    database.pageChunks.bulkPut(chunks.map((bytes, index) => ({ windowId, reading, page, index, bytes }))),
  ]);
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
  if (window !== undefined) return window;
  throw new RpcError(UNKNOWN_WINDOW, `The window ${windowId} is not open.`);
}

/** The staged pages by reading, in order. One that is not what was staged is left out: its reading is made again (rule 3). */
export async function readReadings(
  database: LedgerDatabase,
  windowId: string,
  pause: Pause,
): Promise<ReadonlyMap<number, ReadWindow['pages']>> {
  const pages = await pagesOfWindow(database, windowId).toArray();
  const chunks = await chunksOfWindow(database, windowId).toArray();
  const chunksOf = groupBy(chunks, ({ reading, page }) => `${reading}/${page}`);
  const readings = new Map<number, ReadWindow['pages'][number][]>();
  for (const record of pages) {
    await pause();
    const { reading, meta, columns, correlationId } = record;
    const own = readings.get(reading) ?? [];
    readings.set(reading, own);
    const parts = chunksOf.get(`${reading}/${record.page}`) ?? [];
    const isWhole = parts.length === record.chunks;
    const rows = isWhole ? parseRows(joinBytes(parts.map(({ bytes }) => bytes)), record) : null;
    if (rows !== null) own.push({ meta, table: { columns, rows }, correlationId });
  }
  return readings;
}

/** The rows of a staged page; null where the bytes are no rows of this width and number. */
function parseRows(bytes: Uint8Array, { columns, count }: PageRecord): readonly (readonly Cell[])[] | null {
  let rows: unknown;
  try {
    rows = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
  if (!Array.isArray(rows) || rows.length !== count) return null;
  const isRow = (row: unknown): row is readonly Cell[] =>
    Array.isArray(row) &&
    row.length === columns.length &&
    row.every((cell) => typeof cell === 'string' || cell === null);
  return rows.every(isRow) ? rows : null;
}

function toStagedPage(record: PageRecord): StagedPage {
  const { reading, page, totalRows, totalPages, count, metaTo, correlationId, serverDate } = record;
  return { reading, page, totalRows, totalPages, count, metaTo, correlationId, serverDate };
}
