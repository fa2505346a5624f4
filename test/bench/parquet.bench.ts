import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { datasetChunks, prepareDataset, rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { runSync } from '#renderer/data/scheduling/cooperative-task.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long all rows of the demo world take to become Parquet, without what carries the bytes to the disk.
 *
 *   npm run bench -- parquet [--rows 1000000]
 *
 * LOOKED AT is the pass that tells which months changed: all that an export costs where none did. STEP is the longest time
 * between two pauses of the worker: how long a question may have to wait.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
for (const [id, segment] of (await keptRows(rows, say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(segment), segment.headerLength), null);
}

let longest = 0;
let since = performance.now();
const pause = async (): Promise<void> => {
  longest = Math.max(longest, performance.now() - since);
  await new Promise((resolve) => setImmediate(resolve));
  since = performance.now();
};
const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`;

const began = performance.now();
const dataset = await prepareDataset(runSync(rowsByMonth(store)), null, [], pause);
const looked = seconds(began);
let bytes = 0;
let peak = 0;
for await (const chunk of datasetChunks(dataset, pause)) {
  bytes += chunk.bytes.length;
  peak = Math.max(peak, process.memoryUsage().rss);
}
say(`${dataset.rows} rows of ${dataset.columns.length} columns in ${dataset.months.length} months`);
say(`looked at ${looked}, written ${seconds(began)}, ${(bytes / dataset.rows).toFixed(1)} bytes a row`);
say(`longest step ${longest.toFixed(0)} ms, ${(peak / 1e6).toFixed(0)} MB resident at most`);
