import { expect, test } from 'vitest';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { MonthOrder } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { packOrders } from '#renderer/reconciliation/closing/worker/closed-months.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { freshAccount, open } from '#test/renderer/data/storage/real-ledger.ts';

/** What each closed month held stays for as long as its close, whatever other months are closed beside it. */

type Close = Annotation<'month-close'>;
const [FEBRUARY, MARCH] = ['2026-02', '2026-03'] as [Month, Month];
const orderOf = (name: string): MonthOrder => ({
  key: JSON.stringify(['C', 'A', name]) as OrderKey,
  rows: 1,
  sums: {},
  own: null,
});
const closeOf = (snapshot: string, checksum: string): Close => ({
  ...{ state: 'closed', snapshot, checksum, readUntil: null, figures: [], ownCosts: [], adjustments: [] },
  ...{ seen: null, log: [] },
});

async function opened() {
  const ledger = await open(freshAccount());
  const { access, database } = ledger.storage;
  return {
    access,
    async close(month: Month, snapshot: string): Promise<Close> {
      const { bytes, checksum } = await packOrders([orderOf(snapshot)]);
      const close = closeOf(snapshot, checksum);
      await ledger.closedMonths.put({ month, close, bytes });
      return close;
    },
    note: (month: Month, close: Close) => ledger.closedMonths.put({ month, close, bytes: null }),
    heldBy: async (close: Close) =>
      (await ledger.closedMonths.orders(close)).map(({ key }) => (JSON.parse(key) as string[])[2]),
    stored: async () => {
      const keys = await database.closedOrders.toCollection().primaryKeys();
      return [...new Set(keys.map(([snapshot]) => snapshot))].toSorted();
    },
  };
}

test('another month’s close leaves it, and a second close of its own takes its place', async () => {
  const { close, heldBy, stored } = await opened();
  const february = await close(FEBRUARY, 'f1');
  const march = await close(MARCH, 'm1');
  expect([await heldBy(february), await heldBy(march)]).toEqual([['f1'], ['m1']]);
  const again = await close(FEBRUARY, 'f2');
  expect([await heldBy(again), await heldBy(march)]).toEqual([['f2'], ['m1']]);
  expect(await stored()).toEqual(['f2', 'm1']);
});

test('a note on a close leaves what the month held as it is', async () => {
  const { close, note, heldBy, stored } = await opened();
  const february = await close(FEBRUARY, 'f1');
  await note(FEBRUARY, { ...february, seen: 'e' });
  expect([await heldBy(february), await stored()]).toEqual([['f1'], ['f1']]);
});

test('what a backup may be reading is taken away by the first close after it', async () => {
  const { access, close, stored } = await opened();
  await close(FEBRUARY, 'f1');
  const end = access.backups.begin();
  await close(FEBRUARY, 'f2');
  expect(await stored()).toEqual(['f1', 'f2']);
  end();
  await close(FEBRUARY, 'f3');
  expect(await stored()).toEqual(['f3']);
});
