import { ROW_NOTE, type RowNote } from '#renderer/data/engine/columns/segment.ts';
import type { PageMeta } from '#shared/contract/page.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import {
  instantToMs,
  localToMs,
  parseLocalDateTime,
  parseUtcInstant,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import {
  counterpartReader,
  itemReader,
  type OrderKey,
  orderKeyReader,
} from '#shared/domain/order-identity.ts';
import { type Cell, cellReader, type RowTable, rowFingerprinter } from '#shared/domain/row-table.ts';
import {
  placeInWindow,
  type SyncWindow,
  windowColumn,
  windowEndMs,
  windowStartMs,
} from '#shared/domain/window.ts';

/** Rows as the commit's plan sees them, whether they are stored or just came. */

/** The settled reading of a window, as staged. */
export type ReadWindow = {
  readonly windowId: string;
  readonly window: SyncWindow;
  readonly purpose: WindowPurpose;
  /** The text sent as `to` with every page. */
  readonly requestTo: string;
  readonly pages: readonly {
    readonly meta: PageMeta;
    readonly table: RowTable;
    readonly correlationId: string;
  }[];
};

/** Rows as one table's columns tell them. */
export type RowSource = {
  readonly columns: readonly string[];
  /** Where each column stands: they are asked for with every row, and there are over a hundred. */
  readonly places: ReadonlyMap<string, number>;
  readonly print: (cells: readonly Cell[]) => string;
  readonly counterpart: (cells: readonly Cell[]) => string;
  readonly item: (cells: readonly Cell[]) => string;
  /** Equal where all columns are but the dates of purchase and update. */
  readonly content: (cells: readonly Cell[]) => string;
  readonly purchase: (cells: readonly Cell[]) => Cell;
  /** Where the columns of other sources stand in this one; -1 for one it does not have. */
  readonly placesOf: Map<RowSource, Int32Array>;
};

export type PlannedRow = {
  readonly cells: readonly Cell[];
  readonly source: RowSource;
  /** Number of the stored row; null for one that just came. */
  readonly stored: number | null;
  /** Note of earlier readings on a stored row. */
  readonly note: RowNote;
  /** Milliseconds of Fecha de compra; null when it is unreadable. */
  readonly purchaseMs: number | null;
  /** The answer the row came with; null for stored rows. */
  readonly correlationId: string | null;
};

export type IncomingRow = PlannedRow & { readonly order: OrderKey };

export function rowSource(columns: readonly string[]): RowSource {
  return {
    columns,
    places: new Map(columns.map((column, place) => [column, place])),
    print: rowFingerprinter(columns),
    counterpart: counterpartReader({ columns }),
    item: itemReader({ columns }),
    content: contentReader(columns),
    purchase: cellReader({ columns, rows: [] }, 'Fecha de compra'),
    placesOf: new Map(),
  };
}

function contentReader(columns: readonly string[]): RowSource['content'] {
  const isDate = columns.map((column) => column === 'Fecha de compra' || column === 'Fecha de actualización');
  const print = rowFingerprinter(columns);
  return (cells) => print(cells.map((cell, at) => (isDate[at] === true ? null : cell)));
}

export function plannedRow(
  source: RowSource,
  cells: readonly Cell[],
  correlationId: string | null,
): PlannedRow {
  const purchase = parseLocalDateTime(source.purchase(cells) ?? '');
  return {
    cells,
    source,
    stored: null,
    note: ROW_NOTE.none,
    purchaseMs: purchase === undefined ? null : localToMs(purchase),
    correlationId,
  };
}

export function textOf(row: PlannedRow, column: string): Cell {
  return row.cells[row.source.places.get(column) ?? -1] ?? null;
}

export function printOf(row: PlannedRow): string {
  return row.source.print(row.cells);
}

/** Orders rows by what they hold: what is decided between alike rows must not depend on where they are stored. */
export function compareContent(left: PlannedRow, right: PlannedRow): number {
  const [own, other] = [printOf(left), printOf(right)];
  if (own === other) return 0;
  return own < other ? -1 : 1;
}

/** Whether two rows have the same print: no column of either differs, one that a row lacks being null. */
export function areEqual(left: PlannedRow, right: PlannedRow): boolean {
  return holdsCellsOf(left, right) && (left.source === right.source || holdsCellsOf(right, left));
}

function holdsCellsOf(row: PlannedRow, other: PlannedRow): boolean {
  const places = placesIn(row.source, other.source);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? -1;
    const own = place < 0 ? null : (row.cells[place] ?? null);
    if (own !== (other.cells[at] ?? null)) return false;
  }
  return true;
}

export function placesIn(source: RowSource, other: RowSource): Int32Array {
  const known = source.placesOf.get(other);
  if (known !== undefined) return known;
  const places = Int32Array.from(other.columns, (column) => source.columns.indexOf(column));
  source.placesOf.set(other, places);
  return places;
}

/** Rows are matched when their window is judged, and again when it is committed. */
const counterparts = new WeakMap<PlannedRow, string>();

export function counterpartOf(row: PlannedRow): string {
  const known = counterparts.get(row);
  if (known !== undefined) return known;
  const made = row.source.counterpart(row.cells);
  counterparts.set(row, made);
  return made;
}

/** The item of a row, whenever it was bought. */
export function itemOf(row: PlannedRow): string {
  return row.source.item(row.cells);
}

/** All that the row says, but when it was bought and last updated. */
export function contentOf(row: PlannedRow): string {
  return row.source.content(row.cells);
}

export function updateOf(row: PlannedRow): UtcInstant | null {
  return parseUtcInstant(textOf(row, 'Fecha de actualización') ?? '') ?? null;
}

/** The rows whose date lies in the window, or is unreadable: no other window can claim those. */
export function ownRows(read: ReadWindow): readonly IncomingRow[] {
  const known = ownOf.get(read.pages);
  if (known !== undefined && known.window === windowText(read)) return known.rows;
  const rows = pickOwnRows(read);
  ownOf.set(read.pages, { window: windowText(read), rows });
  return rows;
}

/** The pages that settle a window are judged first, and committed after that. */
const ownOf = new WeakMap<
  ReadWindow['pages'],
  { readonly window: string; readonly rows: readonly IncomingRow[] }
>();

function windowText({ window }: ReadWindow): string {
  return `${window.field} ${window.from} ${window.to}`;
}

function pickOwnRows(read: ReadWindow): readonly IncomingRow[] {
  const own: IncomingRow[] = [];
  const column = windowColumn(read.window);
  for (const { table, correlationId } of read.pages) {
    const source = rowSource(table.columns);
    const orderKey = orderKeyReader(table);
    const date = cellReader(table, column);
    for (const cells of table.rows) {
      if (placeInWindow(read.window, date(cells)) === 'outside') continue;
      own.push({ ...plannedRow(source, cells, correlationId), order: orderKey(cells) });
    }
  }
  return own;
}

/** [from, to) in milliseconds on the window's axis. */
export type AuthoritativeRange = { readonly fromMs: number; readonly toMs: number };

/** Whether a reading by purchase date can bring the row, or miss it: its date is readable, and within what is believed. */
export function isDated({ purchaseMs }: PlannedRow, { fromMs, toMs }: AuthoritativeRange): boolean {
  return purchaseMs !== null && purchaseMs >= fromMs && purchaseMs < toMs;
}

/**
 * The part of a purchase window that its answer speaks for (rule 5): where the server clipped `to`
 * (spec 4.2.8), the answer is silent about what lies at or after the instant it names, except as far as rows
 * did come: an answer is one interval.
 */
export function authoritativeRange(read: ReadWindow, own: readonly PlannedRow[]): AuthoritativeRange {
  const fromMs = windowStartMs(read.window);
  const endMs = windowEndMs(read.window);
  const requested = wireMs(read.requestTo);
  let spokenTo = endMs;
  for (const { meta } of read.pages) {
    const effective = wireMs(meta.to);
    if (effective === null) spokenTo = fromMs;
    else if (requested === null || effective < requested) spokenTo = Math.min(spokenTo, effective);
  }
  for (const { purchaseMs } of own) {
    if (purchaseMs !== null) spokenTo = Math.max(spokenTo, purchaseMs + 1);
  }
  return { fromMs, toMs: Math.max(fromMs, Math.min(spokenTo, endMs)) };
}

/** Milliseconds of a `to` as requests and meta write it: with or without `Z` and milliseconds. */
function wireMs(text: string): number | null {
  const local = parseLocalDateTime(text);
  if (local !== undefined) return localToMs(local);
  const instant = parseUtcInstant(text);
  return instant === undefined ? null : instantToMs(instant);
}
