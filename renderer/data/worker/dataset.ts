import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { datasetStream } from '#renderer/data/files/parquet/dataset-stream.ts';
import type { DatasetStart } from '#renderer/data/model/datasets.ts';
import { stream } from '#renderer/data/questions/stream.ts';
import type { OpenCopy } from './open-copy.ts';

/** All rows for engines. It begins with a look at every cell. */
export const exportDataset = stream(
  'exportDataset',
  ({ scheduler, latest, ledger, pause }: OpenCopy, start: DatasetStart, signal) => {
    const readRows = () => scheduler.answer(undefined, () => rowsByMonth(latest.rows.store));
    return datasetStream(start, { readRows, readUntil: ledger.readUntil(), pause, signal });
  },
);
