import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { createRestore } from '#renderer/data/storage/backup/restore-backup.ts';
import { startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import { newCopyName } from '#renderer/data/storage/database/copies.ts';
import {
  addSegmentChunks,
  databaseName,
  defineDatabase,
  SCHEMA_VERSION,
  segmentRecord,
} from '#renderer/data/storage/database/database.ts';
import { decodeSegment, purchaseBounds } from '#renderer/data/storage/segment/layout.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long a backup of the demo world takes to be written and to be read aside, on an imitated IndexedDB in this process.
 *
 *   npm run bench -- backup [--rows 1000000]
 *
 * That database lies in this process's memory: HELD is what the process has above it, at most, while the backup is written
 * (resident memory less that before). Reading makes a second copy there, and is measured in time only. STEP is the longest
 * time between two pauses of the worker: how long a question may have to wait. What carries the bytes to the disk is not in it.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`;

const database = defineDatabase('bench');
await database.open();
let liveRows = 0;
const kept = await keptRows(Number(values.rows), say);
for (const [index, segment] of kept.entries()) {
  const bytes = await readKept(segment);
  const decoded = decodeSegment(bytes, segment.headerLength);
  const { rowCount } = decoded;
  const encoded = { bytes, headerLength: segment.headerLength, rowCount };
  const record = segmentRecord(index + 1, encoded, checksum(bytes), purchaseBounds(decoded, null));
  await database.transaction('rw', database.segments, database.segmentChunks, async () => {
    await database.segments.add(record);
    await addSegmentChunks(database, record.id, bytes);
  });
  liveRows += rowCount;
}
await database.meta.bulkPut([
  { key: 'schema', version: SCHEMA_VERSION },
  { key: 'contents', segments: kept.length, liveRows, lastSegment: kept.length },
]);
database.close();

let longest = 0;
let since = performance.now();
const pause = async (): Promise<void> => {
  longest = Math.max(longest, performance.now() - since);
  await new Promise((resolve) => setImmediate(resolve));
  since = performance.now();
};
globalThis.gc?.();
const before = process.memoryUsage().rss;
let peak = before;
const began = performance.now();
const account = {
  id: 'bench',
  kind: 'api',
  name: '',
  baseUrl: 'https://api.example',
  plan: 'pro',
  syncEveryMinutes: 60,
  currencies: { main: null, own: [] },
} as const;
const order = { account, settings: {}, app: 'bench', reason: 'manual' } as const;
const backup = await startBackup(databaseName('bench'), order, pause);
if (backup === null) throw new Error('There is no copy.');
const looked = seconds(began);
const chunks: Uint8Array<ArrayBuffer>[] = [];
let bytes = 0;
for await (const chunk of backup.chunks) {
  chunks.push(chunk.bytes);
  bytes += chunk.bytes.length;
  peak = Math.max(peak, process.memoryUsage().rss - bytes);
}
backup.close();
say(`${backup.rows} rows in ${kept.length} segments`);
say(`looked at ${looked}, written ${seconds(began)}, ${(bytes / backup.rows).toFixed(1)} bytes a row`);
say(`held ${((peak - before) / 1e6).toFixed(0)} MB at most, longest step ${longest.toFixed(0)} ms`);

const reading = performance.now();
const restore = createRestore(newCopyName());
for (const chunk of chunks) await restore.write(chunk);
const end = await restore.finish();
if (end.kind !== 'ready' || !end.summary.isWhole) throw new Error('What was read is not what was written.');
say(`read aside ${seconds(reading)}`);
