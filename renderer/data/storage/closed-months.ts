import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import type { Annotation } from '#shared/contract/annotations.ts';
import { type MonthOrder, readMonthOrders, writeMonthOrders } from '#shared/domain/closing/month-orders.ts';
import type { Month } from '#shared/domain/dates.ts';
import { cutBytes, joinBytes } from './database/bytes.ts';
import type { LedgerDatabase } from './database/database.ts';
import type { LedgerAccess } from './database/ledger-access.ts';
import { type Packed, packTexts, unpackTexts } from './packed.ts';

/** What closed months held: the close itself is an annotation, its orders lie beside it, compressed. */

type Close = Annotation<'month-close'>;

/** Packs the orders of a month. */
export const packOrders = (orders: readonly MonthOrder[]): Promise<Packed> =>
  packTexts([writeMonthOrders(orders)], async () => undefined);

/**
 * Writes a close and what the month held, all at once. The orders that former closes kept go, unless a backup may be reading
 * them; `bytes` null: they stay as they are.
 */
export async function putClose(
  database: LedgerDatabase,
  { inTurn, write, follow, backups }: LedgerAccess,
  annotations: AnnotationIndex,
  {
    month,
    close,
    bytes,
  }: { readonly month: Month; readonly close: Close; readonly bytes: Uint8Array | null },
): Promise<void> {
  const changes = { kind: 'month-close', puts: [{ key: month, value: close }], deletes: [] } as const;
  await inTurn(async () => {
    const others = [...annotations.of('month-close')].filter(([each]) => each !== month);
    const kept = new Set(others.map(([, { snapshot }]) => snapshot));
    await write(async () => {
      if (bytes !== null) {
        if (backups.isIdle()) await removeOthers(database, kept);
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
  let text = '';
  for await (const piece of unpackTexts(bytes, close.checksum, 'What a closed month held cannot be read.')) {
    text += piece;
  }
  return readMonthOrders(text);
}

async function removeOthers(database: LedgerDatabase, kept: ReadonlySet<string>): Promise<void> {
  const keys = await database.closedOrders.toCollection().primaryKeys();
  const snapshots = new Set(keys.map(([snapshot]) => snapshot));
  for (const snapshot of snapshots) if (!kept.has(snapshot)) await chunksOf(database, snapshot).delete();
}

function chunksOf(database: LedgerDatabase, snapshot: string) {
  return database.closedOrders
    .where('[snapshot+index]')
    .between([snapshot, 0], [snapshot, Number.POSITIVE_INFINITY]);
}
