import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import { checksum, cutBytes, segmentRecordBytes } from '#renderer/data/storage/database/bytes.ts';
import { databaseName, defineCopy } from '#renderer/data/storage/database/database.ts';
import { decodeSegment, purchaseBounds } from '#renderer/data/storage/segment/layout.ts';
import { startBench } from '#test/bench/browser/bench-worker.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { writeAsVersion4 } from '#test/renderer/data/storage/older-copy.ts';
import { ACCOUNT, openAccount } from './account.ts';

/**
 * Writes kept segments into the database of a copy of schema 4, record by record as a commit or a merge does, and opens
 * it: the ledger migrates it, and checks every byte and count itself.
 */

export type SeedInput = {
  readonly segments: readonly {
    /** Where its bytes are fetched. */
    readonly name: string;
    readonly headerLength: number;
  }[];
  /** How many times the segments are written, with other order numbers each time. */
  readonly copies: number;
};
export type SeedResult = {
  readonly rows: number;
  readonly segmentBytes: number;
  readonly ms: number;
  /** The copy of schema 4 opened by what there is now: migrated, its rows in memory and counted. */
  readonly migrateMs: number;
  /** Cells made of the rows and kept. */
  readonly keepMs: number;
};

startBench<SeedInput, SeedResult>(async ({ segments, copies }) => {
  const begin = performance.now();
  // The ledger makes its own database.
  (await openAccount()).close();
  await writeAsVersion4(ACCOUNT);
  const database = defineCopy(databaseName(ACCOUNT), 4);
  await database.open();
  let id = 0;
  let rows = 0;
  let segmentBytes = 0;
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { name, headerLength } of segments) {
      const bytes = new Uint8Array(await (await fetch(`/files/${name}`)).arrayBuffer());
      const segment = decodeSegment(bytes, headerLength);
      renameOrders(segment, copy);
      const chunks = cutBytes(bytes, segmentRecordBytes(bytes.length));
      id += 1;
      rows += segment.rowCount;
      segmentBytes += bytes.length;
      const record = {
        id,
        rowCount: segment.rowCount,
        byteLength: bytes.length,
        headerLength,
        chunks: chunks.length,
        checksum: checksum(bytes),
        purchases: purchaseBounds(segment, null),
        deadRows: 0,
      };
      await database.transaction('rw', database.tables, async () => {
        await database.segments.add(record);
        await database.segmentChunks.bulkAdd(
          chunks.map((part, index) => ({ segment: record.id, index, bytes: part })),
        );
        await database.meta.put({ key: 'contents', segments: id, liveRows: rows, lastSegment: id });
      });
    }
  }
  database.close();
  const ms = performance.now() - begin;
  const migrateBegin = performance.now();
  const ledger = await openAccount();
  const migrated = createQueries(ledger.store).facts();
  const migrateMs = performance.now() - migrateBegin;
  if (migrated.rows !== rows) throw new Error('The migration lost rows.');
  // As the worker does in idle moments.
  const keepBegin = performance.now();
  await ledger.cubes.keepOnce();
  const keepMs = performance.now() - keepBegin;
  ledger.close();
  return { rows, segmentBytes, ms, migrateMs, keepMs };
});

/**
 * Gives the orders of a copy numbers that no other copy has, as long as they were: the world's numbers begin with 2, 3,
 * #, B, M or V, so another first character is another order. Blank numbers stay blank.
 */
function renameOrders({ columns }: Segment, copy: number): void {
  const orders = columns.get('Orden');
  if (copy === 0) return;
  if (orders?.kind !== 'text') throw new Error('A segment without order numbers.');
  const { offsets, bytes, size } = orders.dictionary;
  for (let code = 0; code < size; code += 1) {
    const first = offsets[code] ?? 0;
    if (first === offsets[code + 1]) continue;
    const character = bytes[first] ?? 0;
    const isDigit = character >= 0x30 && character <= 0x39;
    bytes[first] = character + (isDigit ? 3 : 1) * copy;
  }
}
