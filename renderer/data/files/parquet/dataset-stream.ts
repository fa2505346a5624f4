import type { FilledTable } from '#renderer/data/model/dataset-tables.ts';
import type { DatasetEnd, DatasetPiece, DatasetRows, DatasetStart } from '#renderer/data/model/datasets.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { WrittenFile } from '#shared/contract/app-streams.ts';
import type { StopSignal } from '#shared/contract/streams.ts';
import {
  datasetChunks,
  fileAt,
  filesOfMonth,
  manifestOf,
  prepareDataset,
  type RowsByMonth,
} from './dataset.ts';
import { keptFiles, manifestTables, prepareTables, tableChunks } from './dataset-tables.ts';
import { loadScripts } from './load-scripts.ts';
import { manifestText, readManifest } from './manifest.ts';

type Read = RowsByMonth & Omit<DatasetRows, 'rows'> & { readonly tables?: readonly FilledTable[] };

type Runtime = {
  /** The rows of a moment, and what else was known then. */
  readonly readRows: () => Promise<Read>;
  readonly pause: Pause;
  readonly signal: StopSignal;
};

/**
 * An export for engines as it is pulled, of the rows as they are when it begins. Where all months are complete, it is fed what
 * was written of them, and comes to the small files beside them. Giving it up stops it at once, also while every cell is being
 * looked at.
 */
export async function* datasetStream(
  { manifest, files, account, app, forPostgresql }: DatasetStart,
  { readRows, pause, signal }: Runtime,
): AsyncGenerator<DatasetPiece, DatasetEnd, readonly WrittenFile[] | undefined> {
  const goOn = async (): Promise<void> => {
    await pause();
    signal.throwIfAborted();
  };
  const rows = await readRows();
  const before = readManifest(manifest);
  // Once they are there, they go on with every export.
  const hasCopies = forPostgresql || before?.months.some(({ copy }) => copy !== null) === true;
  const dataset = await prepareDataset(rows, before, files, goOn, hasCopies);
  const tables = await prepareTables(rows.tables ?? [], { before, files, app, pause: goOn, hasCopies });
  await goOn();
  const { revision, orders, readUntil } = rows;
  const facts = { account, app, readUntil, written: new Date().toISOString() };
  yield { kind: 'begun', rows: dataset.rows, orders, revision, readUntil };
  for await (const chunk of datasetChunks(dataset, goOn)) yield { kind: 'chunk', ...chunk };
  for await (const chunk of tableChunks(tables, dataset.rows, goOn)) yield { kind: 'chunk', ...chunk };
  const written = (yield { kind: 'complete' }) ?? [];
  const made = manifestOf(dataset, written, {
    ...facts,
    tables: manifestTables(tables, (path) => fileAt(written, path)),
  });
  return {
    files: [
      ...(dataset.rows === 0 ? [] : loadScripts(made)),
      { path: 'manifest.json', text: manifestText(made) },
    ],
    kept: [
      ...dataset.months.flatMap(({ kept }) => (kept === null ? [] : filesOfMonth(kept))),
      ...keptFiles(tables),
    ].map(({ path }) => path),
  };
}
