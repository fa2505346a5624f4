import { appendFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { datasetChunks, prepareDataset, rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long all rows of the demo world take to become Parquet, without what carries the bytes to the disk.
 *
 *   npm run bench -- parquet [--rows 1000000]
 *
 * DuckDB writes the same rows beside it, from these files, in as many files and with its own choices.
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
const busySeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const busyBefore = busySeconds();

const began = performance.now();
const dataset = await prepareDataset(atOnce(rowsByMonth(store)), null, [], pause);
const looked = seconds(began);
const folder = await mkdtemp(join(tmpdir(), 'cuadra-parquet-bench-'));
let bytes = 0;
let peak = 0;
for await (const chunk of datasetChunks(dataset, pause)) {
  bytes += chunk.bytes.length;
  await mkdir(dirname(join(folder, chunk.path)), { recursive: true });
  await appendFile(join(folder, chunk.path), chunk.bytes);
  peak = Math.max(peak, process.memoryUsage().rss);
}
say(`${dataset.rows} rows of ${dataset.columns.length} columns in ${dataset.months.length} months`);
say(`looked at ${looked}, written ${seconds(began)}, ${(bytes / dataset.rows).toFixed(1)} bytes a row`);
say(`${(busySeconds() - busyBefore).toFixed(1)} s of processor time, compression too`);
say(`longest step ${longest.toFixed(0)} ms, ${(peak / 1e6).toFixed(0)} MB resident at most`);

async function sizeOf(place: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return size;
}

try {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const source = `read_parquet('${folder}/Mes=*/*.parquet', hive_partitioning = true, hive_types_autocast = false)`;
  for (const compression of ['gzip', 'zstd']) {
    for (const version of ['V1', 'V2']) {
      const place = join(folder, `${compression}-${version}`);
      const from = performance.now();
      await connection.run(
        `COPY (FROM ${source}) TO '${place}'
         (FORMAT parquet, COMPRESSION ${compression}, PARQUET_VERSION ${version}, PARTITION_BY (Mes))`,
      );
      const size = (await sizeOf(place)) / dataset.rows;
      say(`DuckDB, ${compression}, ${version}: ${seconds(from)}, ${size.toFixed(1)} bytes a row`);
      await rm(place, { recursive: true });
    }
  }
  connection.closeSync();
} finally {
  await rm(folder, { recursive: true });
}
