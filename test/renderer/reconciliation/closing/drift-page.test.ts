import { expect, test } from 'vitest';
import type { Month } from '#shared/domain/dates.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import {
  COLUMNS_SENT,
  commitOf,
  openWindow,
  pagesOf,
  row,
} from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  MARCH,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';

/** What became of a closed month, page by page, of the accounts in view, and of one cause. */

const MONTH = '2026-03' as Month;
/** Channel, what was charged and what it cost before, and since. */
const ORDERS = [
  ['Norte', [100, 0], [250, 0]],
  ['Sur', [100, 0], [130, 0]],
  ['Norte', [100, 0], [100, 50]],
  ['Sur', [100, 0], [100, 0]],
  ['Norte', [100, 0], [110, 70]],
] as const;

/** By channel, null: all of them; how many orders each cause moved, and by how much. */
const CAUSES = new Map<string | null, readonly unknown[]>([
  [
    null,
    [
      ['product-cost', 2, -120],
      ['reread', 3, -190],
    ],
  ],
  [
    'Norte',
    [
      ['product-cost', 2, -120],
      ['reread', 2, -160],
    ],
  ],
  ['Sur', [['reread', 1, -30]]],
]);

const rowsAt = (time: 1 | 2) =>
  ORDERS.map((order, at) => {
    const [charge, cost] = order[time];
    return row({
      Orden: `O-${at}`,
      Canal: order[0],
      Ventas: '1000',
      'Costo de Producto': String(cost),
      'Rentabilidad Marketplace': String(1000 - charge),
      'Rentabilidad Comercial': String(1000 - charge - cost),
      'Rentabilidad Total': String(1000 - charge - cost),
    });
  });

test('is a page of the orders that moved, the most first, with the sums of all of them', async () => {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshAccount(), line: LINE });
  const { calls } = await page.main();
  await load(calls, 'w1', rowsAt(1));
  await page.service.closeMonth({ month: MONTH, owner: 'Ana', note: 'ok', ownCosts: [] });
  await calls.openWindow(openWindow('w2', MARCH, 'reread'));
  for (const each of pagesOf('w2', MARCH, rowsAt(2), { columns: COLUMNS_SENT })) await calls.stagePage(each);
  await calls.judgeWindow({ windowId: 'w2' });
  await calls.commitWindow(commitOf('w2', { completes: [MONTH] }));

  const [account] = JSON.parse(
    (
      await page.service.readDrift({ month: MONTH, scope: null, cause: null, offset: 0, limit: 1 })
    ).orders.map(({ key }) => key)[0] ?? '[]',
  ).slice(1) as string[];
  const readOf = async (
    canal: string | null,
    cause: 'product-cost' | 'reread' | null,
    offset: number,
    limit: number,
  ) => {
    const scope =
      canal === null ? null : { accounts: [{ Canal: canal, Cuenta: account ?? '' }], isExcluded: false };
    const { orders, total, sums, ...head } = await page.service.readDrift({
      ...{ month: MONTH, scope, cause, offset, limit },
    });
    expect(head.offset).toBe(offset);
    // By the answer that brought it last.
    for (const { correlationIds } of orders)
      expect(correlationIds).toEqual([expect.stringMatching(/^w2-1-[12]$/)]);
    // Whatever orders are told: what is adjusted, and why, is of all accounts in view.
    expect([...head.byAccount.map(({ Canal }) => Canal), head.rows, Number(head.ventas)]).toEqual([
      ...(canal === null ? ['Norte', 'Sur'] : [canal]),
      ...[0, 0],
    ]);
    const causes = head.causes.map((each) => [each.cause, each.orders, Number(each.sums.total)]);
    expect(causes).toEqual(CAUSES.get(canal));
    for (const [name, , moved] of causes) {
      const parts = head.byAccount.flatMap((line) => line.causes.filter((part) => part.cause === name));
      expect(parts.reduce((sum, part) => sum + Number(part.sums.total), 0)).toBe(moved);
    }
    return [orders.map(({ key }) => (JSON.parse(key) as string[])[2]), total, Number(sums.total)];
  };
  const [all, north, south] = [-310, -280, -30];
  expect(await readOf(null, null, 0, 9)).toEqual([['O-0', 'O-4', 'O-2', 'O-1'], 4, all]);
  expect(await readOf(null, null, 0, 2)).toEqual([['O-0', 'O-4'], 4, all]);
  expect(await readOf(null, null, 1, 2)).toEqual([['O-4', 'O-2'], 4, all]);
  expect(await readOf(null, null, 4, 2)).toEqual([[], 4, all]);
  expect(await readOf('Norte', null, 0, 9)).toEqual([['O-0', 'O-4', 'O-2'], 3, north]);
  expect(await readOf('Sur', null, 0, 9)).toEqual([['O-1'], 1, south]);
  expect(await readOf(null, 'product-cost', 0, 9)).toEqual([['O-4', 'O-2'], 2, all]);
  expect(await readOf('Norte', 'reread', 0, 1)).toEqual([['O-0'], 2, north]);
});
