import { type FilledPart, type FilledTable, keysOf } from '#renderer/data/model/dataset-tables.ts';
import type { DatasetChunk } from '#renderer/data/model/datasets.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { LyingFile, WrittenFile } from '#shared/contract/app-streams.ts';
import { copyFile } from './copy-file.ts';
import { readRows } from './dataset.ts';
import type { RowSource } from './gather.ts';
import { type Manifest, type ManifestPart, type ManifestTable, sameColumns } from './manifest.ts';
import { parquetFile } from './parquet-file.ts';
import type { FileColumn } from './plan.ts';
import { planTable, sourceOf } from './table-columns.ts';

/** Tables beside the rows of an export for engines: a file a part, written where the part changed. */

const TABLE_PREFIX = 'cuadra_';

type PreparedPart = Omit<ManifestPart, 'bytes' | 'sha256' | 'copy'> & {
  /** Null: it has none. */
  readonly copyPath: string | null;
  readonly source: RowSource;
  /** The former export's record of its file, where that still holds. */
  readonly kept: ManifestPart | null;
};
type PreparedTable = Omit<ManifestTable, 'parts'> & { readonly parts: readonly PreparedPart[] };

/** What the tables are compared with, and how they are written. */
type Preparing = {
  readonly before: Manifest | null;
  readonly files: readonly LyingFile[];
  /** This app's version: what another wrote is looked at. */
  readonly app: string;
  readonly pause: Pause;
  readonly hasCopies: boolean;
};

/** Looks at every cell of the tables that may have changed: their columns, and which parts are as they were in the export before. */
export async function prepareTables(
  tables: readonly FilledTable[],
  preparing: Preparing,
): Promise<readonly PreparedTable[]> {
  const prepared: PreparedTable[] = [];
  for (const table of tables) {
    await preparing.pause();
    prepared.push(await preparedTable(table, preparing));
  }
  return prepared;
}

async function preparedTable(table: FilledTable, preparing: Preparing): Promise<PreparedTable> {
  const { before, files, app, hasCopies } = preparing;
  const was = before?.tables.find(({ name }) => name === table.name);
  const lies = (part: ManifestPart): boolean =>
    (part.copy !== null) === hasCopies &&
    filesOfPart(part).every(({ path, bytes }) =>
      files.some((file) => file.path === path && file.bytes === bytes),
    );
  const former = (was?.parts ?? []).filter(lies);
  const isStamped = ({ part, stamp }: FilledPart): boolean =>
    stamp !== null &&
    before?.app === app &&
    former.some((each) => each.part === part && each.stamp === stamp);
  const changed = table.parts.filter((part) => !isStamped(part));
  const widened = planTable({ ...table, parts: changed }, was?.columns ?? []);
  const isSame = was !== undefined && sameColumns(was.columns, widened);
  // Where a column has another type by now, all of its files are other ones.
  const columns = isSame ? widened : planTable(table, was?.columns ?? []);
  const parts: PreparedPart[] = [];
  for (const part of table.parts) {
    const known = former.find((each) => isSame && each.part === part.part);
    if (known !== undefined && isStamped(part)) {
      // Nothing of it is written.
      parts.push({ ...known, copyPath: null, source: sourceOf(table, part), kept: known });
      continue;
    }
    const own = await preparedPart(table, part, columns, preparing);
    parts.push({ ...own, kept: known?.content === own.content ? { ...known, stamp: own.stamp } : null });
  }
  return {
    ...{ name: table.name, partBy: table.partBy, keys: [...keysOf(table)] },
    columns: [...columns],
    parts,
  };
}

async function preparedPart(
  table: FilledTable,
  part: FilledPart,
  columns: readonly FileColumn[],
  { pause, hasCopies }: Preparing,
): Promise<Omit<PreparedPart, 'kept'>> {
  const source = sourceOf(table, part);
  const { content, rows, replaced } = await readRows(columns, source, pause);
  const plain = table.name.slice(TABLE_PREFIX.length);
  const file = table.partBy === null ? plain : `${plain}-${part.part === '' ? 'sin-mes' : part.part}`;
  return {
    ...{ part: part.part, stamp: part.stamp, path: `tablas/${file}.parquet` },
    ...{ rows, content, replaced, source },
    copyPath: hasCopies ? `tablas/_${file}.tar.gz` : null,
  };
}

const filesOfPart = (part: ManifestPart): readonly WrittenFile[] =>
  part.copy === null ? [part] : [part, part.copy];

/** The files that stay. */
export const keptFiles = (tables: readonly PreparedTable[]): readonly WrittenFile[] =>
  tables.flatMap(({ parts }) => parts.flatMap(({ kept }) => (kept === null ? [] : filesOfPart(kept))));

/** The files of the parts that changed, one after the other. */
export async function* tableChunks(
  tables: readonly PreparedTable[],
  rowsDone: number,
  pause: Pause,
): AsyncGenerator<DatasetChunk> {
  for (const { columns, parts } of tables) {
    for (const { source, path, copyPath, kept } of parts) {
      if (kept !== null) continue;
      for await (const { bytes } of parquetFile(columns, source, pause)) yield { path, bytes, rowsDone };
      if (copyPath === null) continue;
      for await (const { bytes } of copyFile(columns, source, undefined, pause))
        yield { path: copyPath, bytes, rowsDone };
    }
  }
}

/** What the manifest says of them. */
export const manifestTables = (
  tables: readonly PreparedTable[],
  fileAt: (path: string) => WrittenFile,
): ManifestTable[] =>
  tables.map(({ parts, ...table }) => ({
    ...table,
    parts: parts.map(({ source: _, kept, copyPath, ...part }) =>
      kept !== null
        ? kept
        : { ...part, ...fileAt(part.path), copy: copyPath === null ? null : fileAt(copyPath) },
    ),
  }));
