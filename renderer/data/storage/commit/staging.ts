import { LONE_SURROGATE } from '#renderer/data/engine/columns/text-dictionary.ts';
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
  const chunks = cutBytes(utf8Of(rowsJson));
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

/** Into a buffer that is large enough: several times as fast as `encode` in Chromium. Mostly there is little beside ASCII. */
function utf8Of(text: string): Uint8Array {
  const encoder = new TextEncoder();
  const small = new Uint8Array(text.length + (text.length >>> 4));
  const { read, written } = encoder.encodeInto(text, small);
  if (read === text.length) return small.subarray(0, written);
  const large = new Uint8Array(text.length * 3);
  return large.subarray(0, encoder.encodeInto(text, large).written);
}

/** Stores a page once; the same (window, reading, page) again changes nothing and gives what is stored. */
export async function putPage(
  database: LedgerDatabase,
  { record, chunks }: PreparedPage,
): Promise<{ readonly staged: StagedPage; readonly isNew: boolean }> {
  const { windowId, reading, page } = record;
  const [window, known] = await Promise.all([
    requireWindow(database, windowId),
    database.pages.get([windowId, reading, page]),
  ]);
  if (known !== undefined) return { staged: toStagedPage(known), isNew: false };
  // Asked for together: every answer waited for is a turn of the loop.
  await Promise.all([
    window.settledReading === null ? null : database.windows.put({ ...window, settledReading: null }),
    database.pages.put(record),
    database.pageChunks.bulkPut(chunks.map((bytes, index) => ({ windowId, reading, page, index, bytes }))),
  ]);
  return { staged: toStagedPage(record), isNew: true };
}

/** Most that the texts of staged pages may take in memory; pages beyond are read back. */
const MAX_TEXTS_LENGTH = 32_000_000;

/**
 * The rows of pages just as they were stored, of the window that was staged last: its judgement need not read them back. A
 * text that UTF-8 cannot carry is stored as another one.
 */
export type StagedTexts = {
  /** To be called once the page is stored. */
  readonly keep: (staged: StagePage) => void;
  readonly of: (record: PageRecord) => string | undefined;
  readonly forget: (windowId: string) => void;
};

export function createStagedTexts(): StagedTexts {
  let kept: string | null = null;
  let length = 0;
  const texts = new Map<string, string>();
  const keyOf = (reading: number, page: number) => `${reading}/${page}`;
  const begin = (windowId: string | null) => {
    kept = windowId;
    length = 0;
    texts.clear();
  };
  return {
    keep({ windowId, reading, page: { meta, rowsJson } }) {
      if (windowId !== kept) begin(windowId);
      if (length + rowsJson.length > MAX_TEXTS_LENGTH || LONE_SURROGATE.test(rowsJson)) return;
      length += rowsJson.length;
      texts.set(keyOf(reading, meta.page), rowsJson);
    },
    of: ({ windowId, reading, page }) => (windowId === kept ? texts.get(keyOf(reading, page)) : undefined),
    forget(windowId) {
      if (windowId === kept) begin(null);
    },
  };
}

export async function deleteWindows(database: LedgerDatabase, windowIds: readonly string[]): Promise<void> {
  await Promise.all(
    windowIds.flatMap((windowId) => [
      chunksOfWindow(database, windowId).delete(),
      pagesOfWindow(database, windowId).delete(),
      database.windows.delete(windowId),
    ]),
  );
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
  texts?: StagedTexts,
): Promise<ReadonlyMap<number, ReadWindow['pages']>> {
  const pages = await pagesOfWindow(database, windowId).toArray();
  const isInMemory = pages.every((record) => texts?.of(record) !== undefined);
  const chunks = isInMemory ? [] : await chunksOfWindow(database, windowId).toArray();
  const chunksOf = groupBy(chunks, ({ reading, page }) => `${reading}/${page}`);
  const readings = new Map<number, ReadWindow['pages'][number][]>();
  for (const record of pages) {
    await pause();
    const { reading, meta, columns, correlationId } = record;
    const own = readings.get(reading) ?? [];
    readings.set(reading, own);
    const parts = chunksOf.get(`${reading}/${record.page}`) ?? [];
    const text = texts?.of(record) ?? textOfParts(parts, record);
    const rows = text === null ? null : parseRows(text, record);
    if (rows !== null) own.push({ meta, table: { columns, rows }, correlationId });
  }
  return readings;
}

/** The text that was stored in slices; null where they are not all there, or no text. */
function textOfParts(
  parts: readonly { readonly bytes: Uint8Array }[],
  { chunks }: PageRecord,
): string | null {
  if (parts.length !== chunks) return null;
  try {
    const bytes = joinBytes(parts.map((part) => part.bytes));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The rows of a staged page; null where the text is no rows of this width and number. */
function parseRows(text: string, { columns, count }: PageRecord): readonly (readonly Cell[])[] | null {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
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
