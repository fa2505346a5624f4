import type { Annotation } from '#renderer/data/model/annotations.ts';
import { cutBytes, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import type { LedgerDatabase } from '#renderer/data/storage/database/database.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { type Packed, packTexts, unpackTexts } from '#renderer/data/storage/packed.ts';
import {
  type MonthOrder,
  readMonthOrders,
  writeMonthOrders,
} from '#renderer/reconciliation/closing/model/month-orders.ts';
import type { Month } from '#shared/domain/dates.ts';

/** Orders of closed months: the close itself is an annotation, its orders lie beside it, compressed. */

type Close = Annotation<'month-close'>;
type Kept = Pick<Ledger, 'storage' | 'annotations'>;

export type ClosedMonths = ReturnType<typeof closedMonthsOf>;

/** A ledger with what its closed months held. */
export type LedgerWithCloses = Ledger & { readonly closedMonths: ClosedMonths };

/** Orders of the closed months of an open ledger. */
export const closedMonthsOf = (ledger: Kept) => ({
  put: (written: Parameters<typeof putClose>[1]) => putClose(ledger, written),
  orders: (close: Close) => {
    const { database, access } = ledger.storage;
    return access.inTurn(() => readClosedOrders(database, close));
  },
});

/** Packs the orders of a month. */
export const packOrders = (orders: readonly MonthOrder[]): Promise<Packed> =>
  packTexts([writeMonthOrders(orders)], async () => undefined);

/**
 * Writes a close and what the month held, all at once. The orders that former closes kept go, unless a backup may be reading
 * them; `bytes` null: they stay as they are.
 */
async function putClose(
  { storage: { database, access }, annotations }: Kept,
  {
    month,
    close,
    bytes,
  }: { readonly month: Month; readonly close: Close; readonly bytes: Uint8Array | null },
): Promise<void> {
  const { inTurn, write, follow, backups } = access;
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

/** The orders of a month when it was closed. Throws CorruptLedgerError where what is stored is not what was written. */
async function readClosedOrders(database: LedgerDatabase, close: Close): Promise<readonly MonthOrder[]> {
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
