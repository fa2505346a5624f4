import { markRows } from '#renderer/data/engine/aggregate/row-flags.ts';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { areBoundsGoodAt, type Bounds, boundsOf } from '#renderer/data/engine/columns/facts.ts';
import { cubeStore } from '#renderer/data/engine/cubes/cube-store.ts';
import { type KeptCells, type KeptCube, storeOfCells } from '#renderer/data/engine/cubes/kept-cells.ts';
import type { DateSpan } from '#renderer/data/model/date-span.ts';
import { keysOfCells, stampOfCells } from '#renderer/data/storage/cubes/cube-records.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import {
  type CubeKey,
  type LedgerDatabase,
  readContents,
  type SegmentRecord,
} from '#renderer/data/storage/database/database.ts';
import { decodeCells } from '#renderer/data/storage/segment/cell-bytes.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { PERIOD_COLUMNS, type PeriodColumn } from '#shared/domain/selection.ts';
import { areMarksWhole, readRecords, readSegment } from './load.ts';

/** The kept cells of all rows, as far as they are good: what a start answers from before the rows are in memory. */

export type LoadedCells = {
  /** Answers by the dates given as one of all rows would; it has no rows of its own to show. */
  readonly store: ColumnStore;
  /** Its cells by the date of purchase, as they stand in the place of rows. */
  readonly cells: ColumnStore;
  readonly dates: readonly PeriodColumn[];
  readonly rows: number;
  readonly bounds: readonly Bounds[];
};

export type CellsAtStart = {
  /** Null where too little is kept: then the start waits for the rows. */
  readonly loaded: LoadedCells | null;
  /** Cells that are kept and are not to be believed. */
  readonly refused: readonly CubeKey[];
};

/** Rows of segments whose cells are not kept are read before anything is answered, if they are not more. */
const MOST_ROWS_FIRST = 40_000;

const NOTHING: CellsAtStart = { loaded: null, refused: [] };

/** Whatever cannot be read counts as not there: reading the rows finds out what is lost. */
export async function loadCells(database: LedgerDatabase, present: UtcInstant | null): Promise<CellsAtStart> {
  try {
    const keys = await keysOfCells(database);
    return keys.length === 0 ? NOTHING : await readCells(database, present, keys);
  } catch {
    return NOTHING;
  }
}

async function readCells(
  database: LedgerDatabase,
  present: UtcInstant | null,
  keys: readonly CubeKey[],
): Promise<CellsAtStart> {
  const records = await wholeRecords(database);
  if (records === null) return NOTHING;
  const tombstones = new Map((await database.tombstones.toArray()).map((each) => [each.segment, each]));
  if (records.some((record) => !areMarksWhole(record, tombstones.get(record.id)))) return NOTHING;
  const stamps = new Map(records.map((each) => [each.id, stampOfCells(each, tombstones.get(each.id))]));
  const rows = createColumnStore();
  rows.setPresent(present);
  const good = keys.filter(([segment, , stamp]) => stamps.get(segment) === stamp);
  const read = await Promise.all(good.map((key) => readCube(database, key, rows.dates)));
  const kept = new Map<string, KeptCells>();
  for (const [at, [segment, date]] of good.entries()) {
    const cells = read[at] ?? null;
    if (cells !== null) kept.set(nameOf(segment, date), cells);
  }
  const refused = good.filter((_, at) => (read[at] ?? null) === null);
  const [first] = PERIOD_COLUMNS;
  const without = records.filter(({ id }) => !kept.has(nameOf(id, first)));
  const isEnough =
    without.length < records.length &&
    without.reduce((sum, { rowCount }) => sum + rowCount, 0) <= MOST_ROWS_FIRST;
  if (!isEnough || !(await addRows(database, rows, without))) return { loaded: null, refused };
  atOnce(markRows(rows));
  const condensed = records.filter(({ id }) => kept.has(nameOf(id, first)));
  const cubeOf = (date: PeriodColumn): KeptCube => ({
    date,
    cells: condensed.flatMap(({ id }) => kept.get(nameOf(id, date)) ?? []),
  });
  const others = PERIOD_COLUMNS.slice(1)
    .map(cubeOf)
    .filter(({ cells }) => cells.length === condensed.length);
  const cells = cubeOf(first);
  const store = storeOfCells(rows, [cells, ...others]);
  return {
    loaded: {
      store,
      cells: atOnce(cubeStore(store, first)),
      dates: [first, ...others.map(({ date }) => date)],
      rows: rows.liveRows + cells.cells.reduce((sum, each) => sum + each.rows, 0),
      bounds: [
        ...rows.segments.map((segment) => boundsOf(segment, rows.dates)),
        ...cells.cells.map(({ bounds }) => bounds),
      ],
    },
    refused,
  };
}

const nameOf = (segment: number, date: string): string => `${segment} ${date}`;

/** The records of all segments; null where they are not what was written. */
async function wholeRecords(database: LedgerDatabase): Promise<readonly SegmentRecord[] | null> {
  const records = (await readRecords(database)).flatMap(({ known }) => known ?? []);
  const contents = await readContents(database);
  const liveRows = records.reduce((sum, { rowCount, deadRows }) => sum + rowCount - deadRows, 0);
  return records.length === contents.segments && liveRows === contents.liveRows ? records : null;
}

/** Null: they are not what was written, or tell bounds of another present. */
async function readCube(database: LedgerDatabase, key: CubeKey, dates: DateSpan): Promise<KeptCells | null> {
  try {
    const record = await database.cubes.get(key);
    if (record === undefined || checksum(record.bytes) !== record.checksum) return null;
    const cells = decodeCells(new Uint8Array(record.bytes), record.headerLength);
    return areBoundsGoodAt(cells.bounds, dates) ? cells : null;
  } catch {
    return null;
  }
}

/** Adds the rows of some segments; false where they cannot be read. */
async function addRows(
  database: LedgerDatabase,
  store: ColumnStore,
  records: readonly SegmentRecord[],
): Promise<boolean> {
  for (const record of records) {
    const loaded = await readSegment(database, record);
    if (loaded === null) return false;
    store.addSegment(record.id, loaded.segment, loaded.dead);
  }
  return true;
}
