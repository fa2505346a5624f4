import { expect } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { openReadAccount, test } from './journey.ts';
import { expectSyncState, expectTotals } from './screen.ts';

test('Figures that changed while one looked say so; frozen ones stand still until they are released', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 120 });
  const { page } = browser;
  const { world } = source.service;
  const read = async () => {
    source.advanceMs(3_600_000);
    await page.getByTestId('sync-now').click();
    await expectSyncState(page, 'idle');
  };
  await page.keyboard.press('Control+2');
  const first = source.everything();
  await expectTotals(page, first);
  // What one looks at is what it is held against, once the selection has rested.
  await expect(page.getByTestId('figures-rested')).toBeAttached();

  world.change({ kind: 'add-order', itemsOfSubOrders: [1] });
  await read();
  const second = source.everything();
  await expectTotals(page, second);
  const moved = page.getByTestId('figures-moved');
  await expect(moved).toContainText('Cambió en 1 orden');
  const ventas = await moved.locator('[data-column="Ventas"] data').getAttribute('data-value');
  expect(toGrains(ventas ?? '')).toBe((second.sums.Ventas ?? 0n) - (first.sums.Ventas ?? 0n));

  await moved.getByTestId('freeze').click();
  const frozen = page.getByTestId('figures-frozen');
  await expect(frozen).toContainText('Nada cambió desde entonces');
  world.change({ kind: 'add-order', itemsOfSubOrders: [1, 2] });
  await read();
  await expect(frozen).toContainText('cambió en 1 orden');
  await expectTotals(page, second);
  await frozen.getByTestId('moved-orders').click();
  await expect(page.getByTestId('changes-count')).toHaveAttribute('data-value', '1');
  await page.keyboard.press('Control+2');
  await frozen.getByTestId('release').click();
  await expectTotals(page, source.everything());
  await expect(frozen).toBeHidden();
});
