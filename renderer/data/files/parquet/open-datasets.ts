import type { DatasetChunk, DatasetEnd, DatasetStart } from '#renderer/data/api/datasets.ts';
import { UNKNOWN_FILE } from '#renderer/data/api/failures.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { WrittenFile } from '#shared/contract/app.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import {
  type Dataset,
  datasetChunks,
  filesOfMonth,
  manifestOf,
  prepareDataset,
  type RowsByMonth,
} from './dataset.ts';
import { loadScripts } from './load-scripts.ts';
import { type Manifest, manifestText, readManifest } from './manifest.ts';

type OpenDataset = {
  readonly dataset: Dataset;
  readonly chunks: AsyncGenerator<DatasetChunk>;
  readonly facts: Pick<Manifest, 'account' | 'written' | 'app' | 'readUntil'>;
};

/** Exports for engines that are pulled chunk by chunk, each of the rows as they were when it was begun. */
export function createOpenDatasets(pause: Pause) {
  /** Null while it is being looked at what there is to write. */
  const open = new Map<string, OpenDataset | null>();
  const need = (datasetId: string): OpenDataset => {
    const found = open.get(datasetId);
    if (found === undefined || found === null)
      throw new BridgeError(UNKNOWN_FILE, 'There is no such export.');
    return found;
  };
  return {
    /** `end` stops it at once, also while every cell is being looked at: then it rejects. */
    async start(
      { datasetId, manifest, files, account, app, forPostgresql }: DatasetStart,
      readRows: () => Promise<RowsByMonth>,
      readUntil: string | null,
    ) {
      open.set(datasetId, null);
      const goOn = async (): Promise<void> => {
        await pause();
        if (!open.has(datasetId)) throw new BridgeError(UNKNOWN_FILE, 'The export was given up.');
      };
      try {
        const rows = await readRows();
        const before = readManifest(manifest);
        // Once they are there, they go on with every export.
        const hasCopies = forPostgresql || before?.months.some(({ copy }) => copy !== null) === true;
        const dataset = await prepareDataset(rows, before, files, goOn, hasCopies);
        await goOn();
        const facts = { account, app, readUntil, written: new Date().toISOString() };
        open.set(datasetId, { dataset, chunks: datasetChunks(dataset, goOn), facts });
        return { rows: dataset.rows };
      } catch (error) {
        open.delete(datasetId);
        throw error;
      }
    },
    /** Null where all files are complete. */
    async next(datasetId: string): Promise<DatasetChunk | null> {
      const { done, value } = await need(datasetId).chunks.next();
      return done === true ? null : value;
    },
    /** The small files beside the months, once what became of these is known. */
    ending(datasetId: string, written: readonly WrittenFile[]): DatasetEnd {
      const { dataset, facts } = need(datasetId);
      const manifest = manifestOf(dataset, written, facts);
      return {
        files: [
          ...(dataset.rows === 0 ? [] : loadScripts(manifest)),
          { path: 'manifest.json', text: manifestText(manifest) },
        ],
        kept: dataset.months.flatMap(({ kept }) =>
          kept === null ? [] : filesOfMonth(kept).map(({ path }) => path),
        ),
      };
    },
    async end(datasetId: string): Promise<void> {
      const found = open.get(datasetId);
      open.delete(datasetId);
      await found?.chunks.return(undefined);
    },
  };
}
