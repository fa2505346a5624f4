import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import type { Annotation } from '#shared/contract/annotations.ts';
import { type MonthOrder, readMonthOrders, writeMonthOrders } from '#shared/domain/closing/month-orders.ts';
import type { Month } from '#shared/domain/dates.ts';
import { checksum, cutBytes, joinBytes } from './database/bytes.ts';
import type { LedgerDatabase } from './database/database.ts';
import { CorruptLedgerError } from './database/failures.ts';
import type { LedgerAccess } from './database/ledger-access.ts';

/** What closed months held: the close itself is an annotation, its orders lie beside it, compressed. */

type Close = Annotation<'month-close'>;

/** Packs the orders of a month. */
export async function packOrders(orders: readonly MonthOrder[]) {
  const plain = new Blob([writeMonthOrders(orders)]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  return { bytes, checksum: checksum(bytes) };
}

/**
 * Writes a close and what the month held, all at once. The orders that a former close of the month kept go; `bytes` null:
 * they stay as they are.
 */
export async function putClose(
  database: LedgerDatabase,
  { inTurn, write, follow }: LedgerAccess,
  annotations: AnnotationIndex,
  {
    month,
    close,
    bytes,
  }: { readonly month: Month; readonly close: Close; readonly bytes: Uint8Array | null },
): Promise<void> {
  const changes = { kind: 'month-close', puts: [{ key: month, value: close }], deletes: [] } as const;
  await inTurn(async () => {
    const former = annotations.of('month-close').get(month);
    await write(async () => {
      if (bytes !== null) {
        if (former !== undefined) await chunksOf(database, former.snapshot).delete();
        await database.closedOrders.bulkAdd(
          cutBytes(bytes).map((chunk, index) => ({ snapshot: close.snapshot, index, bytes: chunk })),
        );
      }
      await database.annotations.put({ kind: 'month-close', key: month, value: close });
    });
    follow(() => annotations.apply(changes));
  });
}

/** What a month held when it was closed. Throws CorruptLedgerError where what is stored is not what was written. */
export async function readClosedOrders(
  database: LedgerDatabase,
  close: Close,
): Promise<readonly MonthOrder[]> {
  const bytes = joinBytes((await chunksOf(database, close.snapshot).toArray()).map((chunk) => chunk.bytes));
  if (checksum(bytes) !== close.checksum)
    throw new CorruptLedgerError('What a closed month held cannot be read.');
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return readMonthOrders(await new Response(plain).text());
}

function chunksOf(database: LedgerDatabase, snapshot: string) {
  return database.closedOrders
    .where('[snapshot+index]')
    .between([snapshot, 0], [snapshot, Number.POSITIVE_INFINITY]);
}
