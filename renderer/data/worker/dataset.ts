import { type RowsByMonth, rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { datasetStream } from '#renderer/data/files/parquet/dataset-stream.ts';
import type { DatasetRows, DatasetStart } from '#renderer/data/model/datasets.ts';
import { stream } from '#renderer/data/questions/stream.ts';
import type { Task } from '#shared/base/tasks.ts';
import { fillTables, type TablesQuery } from './dataset-tables.ts';
import { type Figures, factsOf, type OpenCopy } from './open-copy.ts';

/** `tables`: with the tables beside the rows, as the page's settings have them; absent: the rows alone. */
export type DatasetInput = DatasetStart & { readonly tables?: TablesQuery };

/** So often rows and tables are read anew where a commit came between them. */
const MAX_READINGS = 3;

/** All rows for engines, and the tables beside them. It begins with a look at every cell. */
export const exportDataset = stream(
  'exportDataset',
  (copy: OpenCopy, { tables, ...start }: DatasetInput, signal) => {
    const { scheduler, latest, pause } = copy;
    const readRows = async () => {
      for (let reading = 1; ; reading += 1) {
        const rows = await scheduler.answer(undefined, () => rowsOfNow(latest));
        if (tables === undefined) return rows;
        const filled = await fillTables(copy, tables, [...rows.months.keys()], signal);
        if (latest.rows.store.revision === rows.revision || reading === MAX_READINGS)
          return { ...rows, tables: filled };
        signal.throwIfAborted();
      }
    };
    return datasetStream(start, { readRows, pause, signal });
  },
);

/** All rows, and what is known of them at the same moment. */
function* rowsOfNow(latest: Figures): Task<RowsByMonth & Omit<DatasetRows, 'rows'>> {
  const rows = yield* rowsByMonth(latest.rows.store);
  const { revision, orders, readUntil } = factsOf({ latest, frozen: null });
  return { ...rows, revision, orders, readUntil };
}
