import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { datasetStream } from '#renderer/data/files/parquet/dataset-stream.ts';
import type { DatasetStart } from '#renderer/data/model/datasets.ts';
import { stream } from '#renderer/data/questions/stream.ts';
import { fillTables, type TablesQuery } from './dataset-tables.ts';
import type { OpenCopy } from './open-copy.ts';

/** `tables`: with the tables beside the rows, as the page's settings have them; absent: the rows alone. */
export type DatasetInput = DatasetStart & { readonly tables?: TablesQuery };

/** So often rows and tables are read anew where a commit came between them. */
const MAX_READINGS = 3;

/** All rows for engines, and the tables beside them. It begins with a look at every cell. */
export const exportDataset = stream(
  'exportDataset',
  (copy: OpenCopy, { tables, ...start }: DatasetInput, signal) => {
    const { scheduler, latest, ledger, pause } = copy;
    const readRows = async () => {
      for (let reading = 1; ; reading += 1) {
        const { revision } = latest.rows.store;
        const rows = await scheduler.answer(undefined, () => rowsByMonth(latest.rows.store));
        if (tables === undefined) return rows;
        const filled = await fillTables(copy, tables, [...rows.months.keys()], signal);
        if (latest.rows.store.revision === revision || reading === MAX_READINGS)
          return { ...rows, tables: filled };
        signal.throwIfAborted();
      }
    };
    return datasetStream(start, { readRows, readUntil: ledger.readUntil(), pause, signal });
  },
);
