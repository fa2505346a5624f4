import { ROW_NOTE, type RowNote } from '#renderer/data/engine/columns/segment.ts';
import { CollectedRows } from '#renderer/data/storage/segment/collected-rows.ts';
import { areSameItems } from '#shared/base/same-items.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { PageMeta } from '#shared/contract/page.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import {
  instantToMs,
  localToMs,
  parseLocalDateTime,
  parseUtcInstant,
  readDateTimeMs,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import {
  COUNTERPART_COLUMNS,
  counterpartReader,
  ITEM_COLUMNS,
  itemReader,
  type OrderKey,
  orderKeyReader,
} from '#shared/domain/order-identity.ts';
import { type Cell, type RowTable, rowFingerprinter } from '#shared/domain/row-table.ts';
import {
  placeInWindow,
  type SyncWindow,
  windowColumn,
  windowEndMs,
  windowStartMs,
} from '#shared/domain/window.ts';
import { type CollectedPlace, GivenCells, type RowCells } from './row-cells.ts';

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
  /** Where the columns stand by which rows find their counterparts; -1 for one that it does not have. */
  readonly counterpart: Int32Array;
  readonly print: (cells: readonly Cell[]) => string;
  /** Equal where all columns are but the dates of purchase and update. */
  readonly content: (cells: readonly Cell[]) => string;
  /** Where Fecha de compra stands; -1: there is none. */
  readonly purchaseAt: number;
  /** Where the columns of other sources stand in this one; -1 for one it does not have. */
  readonly placesOf: Map<RowSource, Int32Array>;
  /** The places of columns that other sources do not have. */
  readonly placesBeyond: Map<RowSource, readonly number[]>;
};

export type PlannedRow = {
  readonly cells: RowCells;
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
    counterpart: Int32Array.from(COUNTERPART_COLUMNS, (column) => columns.indexOf(column)),
    print: rowFingerprinter(columns),
    content: contentReader(columns),
    purchaseAt: columns.indexOf('Fecha de compra'),
    placesOf: new Map(),
    placesBeyond: new Map(),
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
  collected: CollectedPlace | null = null,
): PlannedRow {
  const collectedMs = collected === null ? Number.NaN : dateAt(collected, source.purchaseAt);
  return {
    cells: new GivenCells(cells, collected),
    source,
    stored: null,
    note: ROW_NOTE.none,
    purchaseMs: Number.isNaN(collectedMs)
      ? (readDateTimeMs(cells[source.purchaseAt] ?? '', 'local') ?? null)
      : collectedMs,
    correlationId,
  };
}

/** Milliseconds of a date-time that was collected in its one form; NaN for anything else. */
function dateAt({ rows, place }: CollectedPlace, column: number): number {
  const cells = rows.columns[column];
  return cells?.kind === 'date' ? (cells.values[place] ?? Number.NaN) : Number.NaN;
}

export function textOf(row: PlannedRow, column: string): Cell {
  const place = row.source.places.get(column);
  return place === undefined ? null : row.cells.at(place);
}

export function printOf(row: PlannedRow): string {
  return row.source.print(row.cells.all());
}

/** Orders rows by what they hold: what is decided between alike rows must not depend on where they are stored. */
export function compareContent(left: PlannedRow, right: PlannedRow): number {
  const [own, other] = [printOf(left), printOf(right)];
  if (own === other) return 0;
  return own < other ? -1 : 1;
}

/** Whether two rows have the same print: no column of either differs, one that a row lacks being null. */
export function areEqual(left: PlannedRow, right: PlannedRow): boolean {
  return holdsCellsOf(left, right) && saysNoMore(left, right);
}

function holdsCellsOf(row: PlannedRow, other: PlannedRow): boolean {
  const places = placesIn(row.source, other.source);
  for (let at = 0; at < places.length; at += 1) {
    if (!isSameCell(row, places[at] ?? -1, other, at)) return false;
  }
  return true;
}

/** Whether two rows say the same in a column that stands at these places; -1 where a row lacks it. */
export function isSameCell(row: PlannedRow, place: number, other: PlannedRow, otherPlace: number): boolean {
  if (otherPlace < 0) return place < 0 || row.cells.holds(place, null);
  if (place < 0) return other.cells.holds(otherPlace, null);
  // The one that came has its text: what is stored is compared as it lies there.
  if (row.stored === null) return other.cells.holds(otherPlace, row.cells.at(place));
  return row.cells.holds(place, other.cells.at(otherPlace));
}

export function placesIn(source: RowSource, other: RowSource): Int32Array {
  const known = source.placesOf.get(other);
  if (known !== undefined) return known;
  const places = Int32Array.from(other.columns, (column) => source.places.get(column) ?? -1);
  source.placesOf.set(other, places);
  return places;
}

/** The places of a source's columns that another one does not have. */
export function placesBeyond(source: RowSource, other: RowSource): readonly number[] {
  const known = source.placesBeyond.get(other);
  if (known !== undefined) return known;
  const places = source.columns.flatMap((column, at) => (other.places.has(column) ? [] : at));
  source.placesBeyond.set(other, places);
  return places;
}

/** Whether a row says nothing in columns that the other does not have. */
export function saysNoMore(row: PlannedRow, other: PlannedRow): boolean {
  return placesBeyond(row.source, other.source).every((place) => row.cells.holds(place, null));
}

/** Whether a row is the other's counterpart: what `counterpartOf` says of both is the same. */
export function areCounterparts(row: PlannedRow, other: PlannedRow): boolean {
  const own = row.source.counterpart;
  const its = other.source.counterpart;
  for (let at = 0; at < own.length; at += 1) {
    if (!isSameCell(row, own[at] ?? -1, other, its[at] ?? -1)) return false;
  }
  return true;
}

const counterpartText = counterpartReader({ columns: COUNTERPART_COLUMNS });
const itemText = itemReader({ columns: ITEM_COLUMNS });

export function counterpartOf(row: PlannedRow): string {
  return counterpartText(COUNTERPART_COLUMNS.map((column) => textOf(row, column)));
}

/** The item of a row, whenever it was bought. */
export function itemOf(row: PlannedRow): string {
  return itemText(ITEM_COLUMNS.map((column) => textOf(row, column)));
}

/** All that the row says, but when it was bought and last updated. */
export function contentOf(row: PlannedRow): string {
  return row.source.content(row.cells.all());
}

export function updateOf(row: PlannedRow): UtcInstant | null {
  return parseUtcInstant(textOf(row, 'Fecha de actualización') ?? '') ?? null;
}

/** The rows whose date lies in the window, or is unreadable: no other window can claim those. */
export function ownRows(read: ReadWindow): readonly IncomingRow[] {
  return knownOwnRows(read) ?? atOnce(pickOwnRows(read));
}

/** Picks them in steps, so that `ownRows` knows them. */
export function* prepareOwnRows(read: ReadWindow): Task<void> {
  if (knownOwnRows(read) === null) yield* pickOwnRows(read);
}

function knownOwnRows(read: ReadWindow): readonly IncomingRow[] | null {
  const known = ownOf.get(read.pages);
  return known !== undefined && known.window === windowText(read) ? known.rows : null;
}

/** Each is read in all columns. */
const ROWS_A_STEP = 250;

/** The pages that settle a window are judged first, and committed after that. */
const ownOf = new WeakMap<
  ReadWindow['pages'],
  { readonly window: string; readonly rows: readonly IncomingRow[] }
>();

function windowText({ window }: ReadWindow): string {
  return `${window.field} ${window.from} ${window.to}`;
}

function* pickOwnRows(read: ReadWindow): Task<readonly IncomingRow[]> {
  const own: IncomingRow[] = [];
  const column = windowColumn(read.window);
  const [fromMs, toMs] = [windowStartMs(read.window), windowEndMs(read.window)];
  let source = rowSource([]);
  let rows = new CollectedRows([], 0);
  let left = read.pages.reduce((count, { table }) => count + table.rows.length, 0);
  for (const { table, correlationId } of read.pages) {
    // Mostly all pages have the same columns: then their rows are of one source.
    if (!areSameItems(source.columns, table.columns)) {
      source = rowSource(table.columns);
      rows = new CollectedRows(table.columns, left);
    }
    left -= table.rows.length;
    const orderKey = orderKeyReader(table);
    const dateColumn = table.columns.indexOf(column);
    for (const [at, cells] of table.rows.entries()) {
      if (at % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      // While its texts are at hand: it is compared with stored rows, and written, as it is collected here.
      const collected = { rows, place: rows.add(cells) };
      const ms = dateAt(collected, dateColumn);
      const isOutside = Number.isNaN(ms)
        ? placeInWindow(read.window, cells[dateColumn] ?? null) === 'outside'
        : ms < fromMs || ms >= toMs;
      if (isOutside) continue;
      own.push({ ...plannedRow(source, cells, correlationId, collected), order: orderKey(cells) });
    }
    yield;
  }
  ownOf.set(read.pages, { window: windowText(read), rows: own });
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
