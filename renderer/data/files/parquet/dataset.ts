import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Segment, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { DatasetChunk } from '#renderer/data/model/datasets.ts';
import type { Pause, Task } from '#shared/base/tasks.ts';
import type { LyingFile, WrittenFile } from '#shared/contract/app-streams.ts';
import { DAY_MS, localFromMs, type Month, monthOf } from '#shared/domain/dates.ts';
import { add, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { addColumn, addLanes, createRowHashes, hexOf, type Lanes, sumOfRows } from './content-hash.ts';
import { copyFile, countNul } from './copy-file.ts';
import { type Gathered, type Piece, type RowSource, rowsOfPieces } from './gather.ts';
import { type Manifest, type ManifestMonth, sameColumns } from './manifest.ts';
import { parquetFile, ROWS_OF_GROUP } from './parquet-file.ts';
import { type FileColumn, PARTITION, planColumns } from './plan.ts';

/** All rows of an account as Parquet files, one a month of purchases; only those of months that changed are written. */

/** The rows as they are at one moment: segments never change, and these numbers of live rows are kept. */
export type RowsByMonth = {
  readonly segments: readonly Segment[];
  readonly months: ReadonlyMap<Month | null, readonly Piece[]>;
};

type DatasetMonth = Omit<ManifestMonth, 'bytes' | 'sha256' | 'copy'> & {
  /** Null: it has none. */
  readonly copyPath: string | null;
  readonly pieces: readonly Piece[];
  /** The former export's record of its file, where that still holds. */
  readonly kept: ManifestMonth | null;
};

export type Dataset = {
  readonly columns: readonly FileColumn[];
  readonly rows: number;
  readonly sums: { readonly [name: string]: string };
  readonly months: readonly DatasetMonth[];
};

/** Engines read this name as «no value». */
const NO_MONTH = '__HIVE_DEFAULT_PARTITION__';

export function* rowsByMonth(store: ColumnStore): Task<RowsByMonth> {
  const segments = store.segments.filter(({ retired }) => !retired);
  const months = new Map<Month | null, Piece[]>();
  for (const segment of segments) {
    for (const [month, rows] of liveRowsByMonth(segment)) {
      const pieces = months.get(month) ?? [];
      pieces.push({ segment, rows: Uint32Array.from(rows) });
      months.set(month, pieces);
    }
    yield;
  }
  return { segments, months };
}

function liveRowsByMonth({ isLive, purchaseMs }: StoredSegment): Map<Month | null, number[]> {
  const monthOfDay = new Map<number, Month | null>();
  const months = new Map<Month | null, number[]>();
  for (let row = 0; row < isLive.length; row += 1) {
    if (isLive[row] === 0) continue;
    const ms = purchaseMs[row] ?? Number.NaN;
    const day = Math.floor(ms / DAY_MS);
    let month = monthOfDay.get(day);
    if (month === undefined) {
      month = Number.isNaN(ms) ? null : monthOf(localFromMs(ms));
      monthOfDay.set(day, month);
    }
    const rows = months.get(month);
    if (rows === undefined) months.set(month, [row]);
    else rows.push(row);
  }
  return months;
}

/** The files in its folder. */
export const filesOfMonth = (month: ManifestMonth): readonly WrittenFile[] =>
  month.copy === null ? [month] : [month, month.copy];

/**
 * Looks at every cell once: sums, and whether a month is as it was in the export before.
 * @param hasCopies whether the rows are written for PostgreSQL's COPY, too
 */
export async function prepareDataset(
  { segments, months }: RowsByMonth,
  before: Manifest | null,
  lying: readonly LyingFile[],
  pause: Pause,
  hasCopies = false,
): Promise<Dataset> {
  const columns = planColumns(segments, before?.columns ?? []);
  const keptBefore = before !== null && sameColumns(before.columns, columns) ? before.months : [];
  const isLying = (month: ManifestMonth): boolean =>
    filesOfMonth(month).every(({ path, bytes }) =>
      lying.some((file) => file.path === path && file.bytes === bytes),
    );
  const sums = createSums(columns);
  const prepared: DatasetMonth[] = [];
  for (const month of [...months.keys()].sort(byMonth)) {
    const pieces = months.get(month) ?? [];
    const { content, rows, replaced, sums: ofMonth } = await readRows(columns, rowsOfPieces(pieces), pause);
    sums.add(ofMonth.values());
    const folder = `${PARTITION}=${month ?? NO_MONTH}`;
    const path = `${folder}/filas.parquet`;
    const was = keptBefore.find(
      (each) =>
        each.path === path &&
        each.content === content &&
        each.rows === rows &&
        (each.copy !== null) === hasCopies,
    );
    const kept = was !== undefined && isLying(was) ? was : null;
    prepared.push({
      ...{ month, path, rows, content, replaced, pieces, kept },
      sums: ofMonth.texts(),
      // Readers of a folder of Parquet files pass over names that begin so.
      copyPath: hasCopies ? `${folder}/_filas.tar.gz` : null,
    });
  }
  const rows = prepared.reduce((sum, month) => sum + month.rows, 0);
  return { columns, rows, sums: sums.texts(), months: prepared };
}

const byMonth = (left: Month | null, right: Month | null): number => ((left ?? '') < (right ?? '') ? -1 : 1);

/** Looks at every cell: what the rows of a file are, whatever their order. */
export async function readRows(columns: readonly FileColumn[], source: RowSource, pause: Pause) {
  const sums = createSums(columns);
  let lanes: Lanes = [0, 0];
  let rows = 0;
  const replaced = { halves: 0, nul: 0 };
  for (const { count, column: gatheredOf } of source(ROWS_OF_GROUP)) {
    const hashes = createRowHashes(count);
    for (const [at, column] of columns.entries()) {
      await pause();
      const gathered = gatheredOf(column);
      addColumn(hashes, column.name, gathered);
      sums.addAt(at, gathered);
      if (gathered.kind === 'numbers') continue;
      replaced.halves += gathered.replaced;
      replaced.nul += countNul(gathered);
    }
    lanes = addLanes(lanes, sumOfRows(hashes));
    rows += count;
  }
  return { content: hexOf(lanes), rows, replaced, sums };
}

/** Exact sums of the columns of amounts. */
function createSums(columns: readonly FileColumn[]) {
  const sums: Scaled[] = columns.map(() => ZERO);
  const addAt = (at: number, value: Scaled): void => {
    sums[at] = add(sums[at] ?? ZERO, value);
  };
  return {
    addAt(at: number, gathered: Gathered): void {
      const type = columns[at]?.type;
      if (type?.kind !== 'decimal' || gathered.kind !== 'numbers') return;
      addAt(at, { units: sumOfUnits(gathered), scale: type.scale });
    },
    add(values: readonly Scaled[]): void {
      for (const [at, value] of values.entries()) addAt(at, value);
    },
    values: (): readonly Scaled[] => sums,
    texts: (): { [name: string]: string } =>
      Object.fromEntries(
        columns.flatMap(({ name, type }, at) =>
          type.kind === 'decimal' ? [[name, toDecimal(sums[at] ?? ZERO)]] : [],
        ),
      ),
  };
}

function sumOfUnits({ units, large }: Extract<Gathered, { readonly kind: 'numbers' }>): bigint {
  let total = 0n;
  for (const value of large.values()) total += value;
  let part = 0;
  for (let row = 0; row < units.length; row += 1) {
    const next = part + (units[row] ?? 0);
    if (Number.isSafeInteger(next)) part = next;
    else {
      total += BigInt(part);
      part = units[row] ?? 0;
    }
  }
  return total + BigInt(part);
}

/** The files of the months that changed, one after the other. */
export async function* datasetChunks(dataset: Dataset, pause: Pause): AsyncGenerator<DatasetChunk> {
  const { columns, months } = dataset;
  let rowsBefore = 0;
  for (const { month, path, copyPath, pieces, rows, kept } of months) {
    const share = copyPath === null ? 1 : 1 / 2;
    if (kept === null) {
      for await (const { bytes, rowsDone } of parquetFile(columns, rowsOfPieces(pieces), pause)) {
        yield { path, bytes, rowsDone: rowsBefore + Math.floor(rowsDone * share) };
      }
      if (copyPath !== null) {
        for await (const { bytes, rowsDone } of copyFile(columns, rowsOfPieces(pieces), month, pause)) {
          yield { path: copyPath, bytes, rowsDone: rowsBefore + Math.floor((rows + rowsDone) * share) };
        }
      }
    }
    rowsBefore += rows;
  }
}

export function manifestOf(
  { columns, rows, sums, months }: Dataset,
  written: readonly WrittenFile[],
  facts: Pick<Manifest, 'account' | 'written' | 'app' | 'readUntil'> & Partial<Pick<Manifest, 'tables'>>,
): Manifest {
  return {
    version: 1,
    tables: [],
    ...facts,
    partition: PARTITION,
    rows,
    sums,
    columns: [...columns],
    months: months.map(({ pieces: _, kept, copyPath, ...month }) =>
      kept !== null
        ? kept
        : {
            ...month,
            ...fileAt(written, month.path),
            copy: copyPath === null ? null : fileAt(written, copyPath),
          },
    ),
  };
}

/** What was written of a file. */
export function fileAt(written: readonly WrittenFile[], path: string): WrittenFile {
  const file = written.find((each) => each.path === path);
  if (file === undefined) throw new RangeError(`${path} was not written.`);
  return { path, bytes: file.bytes, sha256: file.sha256 };
}
