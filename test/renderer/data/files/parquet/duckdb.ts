import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  type Dataset,
  datasetChunks,
  prepareDataset,
  rowsByMonth,
} from '#renderer/data/files/parquet/dataset.ts';
import type { Manifest } from '#renderer/data/files/parquet/manifest.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LyingFile } from '#shared/contract/app-streams.ts';

/** Files of a dataset in a folder of their own, and DuckDB that reads them. */

const noPause = async (): Promise<void> => {};

export function datasetOf(
  store: ColumnStore,
  before: Manifest | null = null,
  lying: readonly LyingFile[] = [],
  hasCopies = false,
): Promise<Dataset> {
  return prepareDataset(atOnce(rowsByMonth(store)), before, lying, noPause, hasCopies);
}

/** The files that a dataset writes, by path. */
export async function filesOf(dataset: Dataset): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { path, bytes } of datasetChunks(dataset, noPause)) {
    files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), bytes]));
  }
  return files;
}

export async function inFolder<T>(
  files: ReadonlyMap<string, Buffer>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-parquet-'));
  try {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let instance: DuckDBInstance | null = null;

/** Rows of a query, every value as DuckDB's own text; `TABLE` stands for the files of a folder. */
export async function ask(
  query: string,
  folder: string,
): Promise<readonly { readonly [column: string]: string | null }[]> {
  instance ??= await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const source = `read_parquet('${folder}/Mes=*/*.parquet', hive_partitioning = true, hive_types_autocast = false)`;
    const result = await connection.runAndReadAll(query.replaceAll('TABLE', source));
    return result
      .getRowObjects()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
        ),
      );
  } finally {
    connection.closeSync();
  }
}
