import { expect, type Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { openReadAccount, test } from './journey.ts';
import { rowsOfCuadra } from './program-questions.ts';
import { dataValueOf, expectSyncState, expectTotals } from './screen.ts';

const open = async (page: Page): Promise<number> => Number(await dataValueOf(page, 'exceptions'));

test('an accepted exception stays so through a reload and a sync, and comes back when its rows change', async ({
  journey,
}) => {
  const { source, browser, host } = await openReadAccount(journey, { orders: 1200 });
  const told = (...more: string[]) => rowsOfCuadra(host.profileDirectory, 'exceptions', ...more);
  const { page } = browser;
  await page.getByTestId('nav-reconciliation').click();
  await page.getByTestId('to-exceptions').click();
  const rows = [...source.service.world.entries()].map((entry) => entry.row);
  const lacking = rows.find(
    (row) =>
      row['Costo de Producto'] === '0' &&
      Number(row.Ventas) > 0 &&
      row.Orden !== '' &&
      (row['Fecha de compra'] ?? '') >= '2026-10-02',
  );
  if (lacking === undefined) throw new Error('The world has no sale without cost.');
  const { Canal: channel = '', Cuenta: account = '', Orden: number = '' } = lacking;
  await expect(page.getByTestId('exception-group').first()).toBeVisible();
  const before = await open(page);
  expect(before).toBeGreaterThan(0);
  await expect(page.getByTestId('nav-reconciliation-count')).toHaveAttribute('data-value', String(before));
  const queue = await told();
  expect(queue).toHaveLength(before);
  const months = new Set(queue.map(({ month }) => month).filter((month) => month !== null));
  let ofMonths = queue.filter(({ month }) => month === null).length;
  for (const month of months) ofMonths += (await told('--month', String(month))).length;
  expect(ofMonths).toBe(before);
  await page.getByTestId('exceptions-search').fill(number);
  const line = page.locator('[data-testid=exception][data-kind=missing-cost]').filter({ hasText: number });
  await expect(line).toHaveCount(1);
  const key = await line.getAttribute('data-key');
  const same = page.locator(`[data-testid=exception][data-key="${key}"]`);
  const group = page.locator('[data-testid=exception-group][data-kind=missing-cost]');
  await expect(group).toHaveAttribute('data-account', `${channel} · ${account}`);
  await expect(group).toHaveAttribute('data-count', '1');

  await test.step('accepted with a name and a note, it stands among the accepted ones', async () => {
    await line.getByRole('button').click();
    await page.getByTestId('exception-reason-other').click();
    await page.getByTestId('exception-owner').fill('Ana');
    await page.getByTestId('exception-note').fill('el proveedor no da costo');
    await page.getByTestId('exception-state').selectOption('accepted');
    await expect.poll(() => open(page)).toBe(before - 1);
    await page.getByTestId('exceptions-accepted').click();
    await page.getByTestId('exceptions-search').fill('');
    await expect(same).toHaveAttribute('data-state', 'accepted');
    expect(await told('--state', 'accepted')).toEqual([
      expect.objectContaining({ key, owner: 'Ana', note: 'el proveedor no da costo', name: number }),
    ]);
  });

  await test.step('reloaded, it is as it was said', async () => {
    await page.reload();
    await expectSyncState(page, 'idle');
    await page.getByTestId('exceptions-accepted').click();
    await expect(same).toHaveAttribute('data-state', 'accepted');
    await expect(page.getByTestId('exception-note')).toHaveValue('el proveedor no da costo');
  });

  const sync = async (): Promise<void> => {
    source.advanceMs(60_000);
    await page.getByTestId('sync-now').click();
    await page.getByTestId('nav-orders').click();
    await expectTotals(page, source.everything(), 60_000);
    await expectSyncState(page, 'idle');
    await page.getByTestId('nav-reconciliation').click();
  };

  await test.step('a sync that brings other orders leaves it accepted', async () => {
    source.advanceMs(3_600_000);
    const other = rows.find(
      (row) => row.Canal !== channel && row.Orden !== '' && (row['Fecha de compra'] ?? '') >= '2026-10-02',
    );
    const { Canal = '', Cuenta = '', Orden = '' } = other ?? {};
    source.service.world.change({ kind: 'cancel', target: { Canal, Cuenta, Orden } });
    await sync();
    await page.getByTestId('exceptions-accepted').click();
    await expect(same).toHaveAttribute('data-state', 'accepted');
  });

  await test.step('one that changes its rows brings it back, with what it was', async () => {
    const { Canal = '', Cuenta = '', Orden = '' } = lacking;
    source.service.world.change({
      kind: 'add-amount',
      column: 'Ventas',
      cents: 150_00,
      target: { Canal, Cuenta, Orden },
    });
    await sync();
    await page.getByTestId('exceptions-open').click();
    await page.getByTestId('exceptions-search').fill(number);
    await expect(same).toHaveAttribute('data-state', 'open');
    await expect(same).toHaveAttribute('data-changed', 'true');
    await expect(page.getByTestId('exception-changed')).toBeVisible();
  });

  await test.step('claimed, it leaves what is open, and stands among the claims', async () => {
    const waiting = await open(page);
    await same.getByRole('button').click();
    await page.getByTestId('exception-claim').click();
    await expect.poll(() => open(page)).toBe(waiting - 1);
    await page.getByTestId('exceptions-to-claims').click();
    const claim = page.getByTestId('claim-row');
    await expect(claim).toHaveAttribute('data-number', 'R-0001');
    await expect(claim).toHaveAttribute('data-state', 'to-send');
    await page.getByTestId('claim-state').selectOption('sent');
    await expect(claim).toHaveAttribute('data-state', 'sent');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByTestId('to-exceptions').click();
  });

  await test.step('nothing of the screen is out of reach', async () => {
    expect(await axeFindings(page)).toEqual([]);
  });
});
