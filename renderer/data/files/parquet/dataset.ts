import type { DatasetChunk } from '#renderer/data/api.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Segment, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { LyingFile, WrittenFile } from '#shared/contract/app.ts';
import { DAY_MS, localFromMs, type Month, monthOf } from '#shared/domain/dates.ts';
import { add, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { addColumn, addLanes, createRowHashes, hexOf, type Lanes, sumOfRows } from './content-hash.ts';
import { type Gathered, gather, type Piece } from './gather.ts';
import { type Manifest, type ManifestMonth, sameColumns } from './manifest.ts';
import { type Pause, parquetFile, rowGroups } from './parquet-file.ts';
import { type FileColumn, PARTITION, planColumns } from './plan.ts';

/** All rows of an account as Parquet files, one a month of purchases; only those of months that changed are written. */

/** The rows as they are at one moment: segments never change, and these numbers of live rows are kept. */
export type RowsByMonth = {
  readonly segments: readonly Segment[];
  readonly months: ReadonlyMap<Month | null, readonly Piece[]>;
};

type DatasetMonth = Omit<ManifestMonth, 'bytes' | 'sha256'> & {
  readonly pieces: readonly Piece[];
  /** What the export before says of its file, where that still holds. */
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

export function* rowsByMonth(store: ColumnStore): CooperativeTask<RowsByMonth> {
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

/** Looks at every cell once: sums, and whether a month is as it was in the export before. */
export async function prepareDataset(
  { segments, months }: RowsByMonth,
  before: Manifest | null,
  lying: readonly LyingFile[],
  pause: Pause,
): Promise<Dataset> {
  const columns = planColumns(segments, before?.columns ?? []);
  const keptBefore = before !== null && sameColumns(before.columns, columns) ? before.months : [];
  const isLying = ({ path, bytes }: ManifestMonth): boolean =>
    lying.some((file) => file.path === path && file.bytes === bytes);
  const sums = createSums(columns);
  const prepared: DatasetMonth[] = [];
  for (const month of [...months.keys()].sort(byMonth)) {
    const pieces = months.get(month) ?? [];
    const { content, rows, sums: ofMonth } = await readMonth(columns, pieces, pause);
    sums.add(ofMonth.values());
    const path = `${PARTITION}=${month ?? NO_MONTH}/filas.parquet`;
    const was = keptBefore.find(
      (each) => each.path === path && each.content === content && each.rows === rows,
    );
    const kept = was !== undefined && isLying(was) ? was : null;
    prepared.push({ month, path, rows, content, sums: ofMonth.texts(), pieces, kept });
  }
  const rows = prepared.reduce((sum, month) => sum + month.rows, 0);
  return { columns, rows, sums: sums.texts(), months: prepared };
}

const byMonth = (left: Month | null, right: Month | null): number => ((left ?? '') < (right ?? '') ? -1 : 1);

async function readMonth(columns: readonly FileColumn[], pieces: readonly Piece[], pause: Pause) {
  const sums = createSums(columns);
  let lanes: Lanes = [0, 0];
  let rows = 0;
  for (const { pieces: group, count } of rowGroups(pieces)) {
    const hashes = createRowHashes(count);
    for (const [at, column] of columns.entries()) {
      await pause();
      const gathered = gather(column, group, count);
      addColumn(hashes, column.name, gathered);
      sums.addAt(at, gathered);
    }
    lanes = addLanes(lanes, sumOfRows(hashes));
    rows += count;
  }
  return { content: hexOf(lanes), rows, sums };
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
  let rowsBefore = 0;
  for (const { path, pieces, rows, kept } of dataset.months) {
    if (kept === null) {
      for await (const { bytes, rowsDone } of parquetFile(dataset.columns, pieces, pause)) {
        yield { path, bytes, rowsDone: rowsBefore + rowsDone };
      }
    }
    rowsBefore += rows;
  }
}

export function manifestOf(
  { columns, rows, sums, months }: Dataset,
  written: readonly WrittenFile[],
  facts: Pick<Manifest, 'account' | 'written' | 'app' | 'readUntil'>,
): Manifest {
  return {
    version: 1,
    ...facts,
    partition: PARTITION,
    rows,
    sums,
    columns: [...columns],
    months: months.map(({ pieces: _, kept, ...month }) => {
      if (kept !== null) return kept;
      const file = written.find(({ path }) => path === month.path);
      if (file === undefined) throw new RangeError(`${month.path} was not written.`);
      return { ...month, bytes: file.bytes, sha256: file.sha256 };
    }),
  };
}
