import { expect, type Page } from '@playwright/test';
import type { Intercept } from '#electron/demo/service/start-service.ts';
import { FAST, test } from './journey.ts';
import { dataValueOf, expectSyncState, expectTotals, showEverything } from './screen.ts';
import { KEY, type Source } from './source-service.ts';

/** A difference between the source's count and ours, as the user sees it: said, searched for, mended or left standing. */

const MONTH = '2026-10';
type Wire = {
  readonly data: readonly { readonly Orden: string }[];
  readonly meta: { readonly count: number; readonly totalRows: number; readonly totalPages: number };
};

/** An order of the month that its pages leave out while the source counts it, until `show`. */
function hideOrder(source: Source) {
  const rows = [...source.service.world.entries()]
    .map(({ row }) => row)
    .filter((row) => row.Orden !== '' && (row['Fecha de compra'] ?? '').startsWith(`${MONTH}-1`));
  const order = rows[0]?.Orden ?? '';
  const count = rows.filter((row) => row.Orden === order).length;
  let isHidden = true;
  let held: Promise<void> | null = null;
  const hide: Intercept = async (request, service) => {
    const { query } = request;
    // Counts ask for the smallest page, without categories.
    if (!query.has('categories')) return undefined;
    if (query.get('date') === 'purchase_date') await held;
    const response = service.handleRequest(request);
    if (!isHidden || response.status !== 200) return response;
    const page = JSON.parse(Buffer.from(response.body).toString('utf8')) as Wire;
    const data = page.data.filter((row) => row.Orden !== order);
    expect(page.meta.totalPages).toBeLessThanOrEqual(1);
    const meta = { ...page.meta, count: data.length, totalRows: data.length };
    return { ...response, body: JSON.stringify({ ...page, data, meta }) };
  };
  source.intercept(hide);
  return {
    count,
    show: () => {
      isHidden = false;
    },
    /** Readings wait from now on; returns what lets them go on. */
    hold: () => {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        held = null;
        release();
      };
    },
  };
}

const search = (page: Page, range: string) => page.getByTestId(`search-${range}`);
const control = (page: Page, range: string) => page.getByTestId(`control-${range}-everything`);

test('a difference is said, searched for by its buttons, left standing or mended', async ({ journey }) => {
  const source = await journey.source({ plan: 'free', orders: 120 });
  const hidden = hideOrder(source);
  expect(hidden.count).toBeGreaterThan(0);
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'free',
    key: KEY,
    requestsPerMinute: FAST,
  });
  const { page } = await journey.browser(host.address);
  await expectSyncState(page, 'idle');
  await page.getByTestId('nav-sync').click();

  const missing = `faltan ${hidden.count}`;
  await test.step('both counts as they are, and how many rows are missing', async () => {
    await expect(control(page, 'all')).toHaveAttribute('data-agrees', 'false');
    await expect(control(page, 'all')).toContainText(missing);
    const [here, there] = [
      Number(await dataValueOf(page, 'control-all-everything-here')),
      Number(await dataValueOf(page, 'control-all-everything-there')),
    ];
    expect(there - here).toBe(hidden.count);
  });

  await test.step('a search of everything goes on, and says that reading again does not remove it', async () => {
    const release = hidden.hold();
    await page.getByTestId('find-difference-all').click();
    await expect(search(page, 'all')).toHaveAttribute('data-over', 'false');
    await expect(search(page, 'all')).toContainText('Se busca la diferencia');
    release();
    await expect(search(page, 'all')).toHaveAttribute('data-over', 'true');
    await expect(search(page, 'all')).toContainText(`releer no la quita: ${missing}`);
    await expectSyncState(page, 'idle');
    await expect(page.getByTestId('find-difference-all')).toBeEnabled();
  });

  await test.step('its month says the same; searched for there once the source gives the rows, it is mended', async () => {
    await page.getByTestId(`coverage-${MONTH}`).click();
    expect(await dataValueOf(page, `control-${MONTH}-everything-difference`)).toBe(String(hidden.count));
    await expect(search(page, MONTH)).toContainText(`releer no la quita: ${missing}`);
    hidden.show();
    const release = hidden.hold();
    await page.getByTestId('find-difference').click();
    await expect(search(page, MONTH)).toHaveAttribute('data-over', 'false');
    release();
    await expect(search(page, MONTH)).toContainText('La diferencia se encontró y se releyó');
    await expect(control(page, MONTH)).toHaveAttribute('data-agrees', 'true');
    await expect(page.getByTestId('find-difference')).toBeHidden();
    await page.keyboard.press('Escape');
    await expectSyncState(page, 'idle');
    await expect(control(page, 'all')).toHaveAttribute('data-agrees', 'true');
    await expect(page.getByTestId('find-difference-all')).toBeHidden();
    await page.getByTestId('nav-orders').click();
    await showEverything(page);
    await expectTotals(page, source.everything());
  });
});
