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

/** Looks at every cell of the tables once: their columns, and which parts are as they were in the export before. */
export async function prepareTables(
  tables: readonly FilledTable[],
  before: Manifest | null,
  lying: readonly LyingFile[],
  pause: Pause,
  hasCopies: boolean,
): Promise<readonly PreparedTable[]> {
  const prepared: PreparedTable[] = [];
  for (const table of tables) {
    await pause();
    const was = before?.tables.find(({ name }) => name === table.name);
    const columns = [...planTable(table, was?.columns ?? [])];
    const former = was === undefined || !sameColumns(was.columns, columns) ? [] : was.parts;
    const lies = (part: ManifestPart): boolean =>
      (part.copy !== null) === hasCopies &&
      filesOfPart(part).every(({ path, bytes }) =>
        lying.some((file) => file.path === path && file.bytes === bytes),
      );
    const parts: PreparedPart[] = [];
    for (const part of table.parts) {
      const own = await preparedPart(table, part, columns, pause, hasCopies);
      const kept = former.find((each) => each.part === own.part && each.content === own.content);
      parts.push({ ...own, kept: kept !== undefined && lies(kept) ? kept : null });
    }
    prepared.push({ name: table.name, partBy: table.partBy, keys: [...keysOf(table)], columns, parts });
  }
  return prepared;
}

async function preparedPart(
  table: FilledTable,
  part: FilledPart,
  columns: readonly FileColumn[],
  pause: Pause,
  hasCopies: boolean,
): Promise<Omit<PreparedPart, 'kept'>> {
  const source = sourceOf(table, part);
  const { content, rows, replaced } = await readRows(columns, source, pause);
  const plain = table.name.slice(TABLE_PREFIX.length);
  const file = table.partBy === null ? plain : `${plain}-${part.part === '' ? 'sin-mes' : part.part}`;
  return {
    ...{ part: part.part, path: `tablas/${file}.parquet`, rows, content, replaced, source },
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
