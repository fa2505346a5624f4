import { expect, type Page } from '@playwright/test';
import { openReadAccount, test } from '#test/e2e/journey.ts';
import { dataValueOf } from '#test/e2e/screen.ts';

/** The table as it is used: every line reachable, columns as one likes them, and never too much on the screen. */

const MAX_ELEMENTS = 3000;

const table = (page: Page) => page.locator('[role=grid].gw');
const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** The headers that are shown, from left to right. */
async function headers(page: Page): Promise<readonly string[]> {
  return page.locator('[data-header]').evaluateAll((cells) =>
    cells
      .map((cell) => ({
        name: (cell as HTMLElement).dataset.header ?? '',
        left: cell.getBoundingClientRect().left,
      }))
      .sort((a, b) => a.left - b.left)
      .map(({ name }) => name),
  );
}

const widthOf = (page: Page, column: string) =>
  page
    .locator(`[data-header="${column}"]`)
    .evaluate((cell) => Math.round(cell.getBoundingClientRect().width));

/** Row numbers on the screen, and how many of them have not been read. */
async function shownRows(page: Page) {
  return table(page).evaluate((grid) => {
    const rows = [...grid.querySelectorAll<HTMLElement>('.gr')];
    const numbers = rows.map((row) => Number(row.dataset.row)).sort((a, b) => a - b);
    return {
      first: numbers[0] ?? -1,
      last: numbers.at(-1) ?? -1,
      waiting: rows.filter((row) => row.classList.contains('wait')).length,
    };
  });
}

async function drag(page: Page, from: string, byPx: number): Promise<void> {
  const box = await page.locator(from).boundingBox();
  if (box === null) throw new Error(`There is no ${from}.`);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byPx / 2, y, { steps: 3 });
  await page.mouse.move(x + byPx, y, { steps: 3 });
  // What follows the pointer is drawn once a frame.
  await page.waitForTimeout(60);
  await page.mouse.up();
}

test('every line is reached by wheel, scroll bar and keys, and none is missing at rest', async ({
  journey,
}) => {
  const { browser } = await openReadAccount(journey, { orders: 900 });
  const { page } = browser;
  await page.getByRole('button', { name: 'Filas', exact: true }).click();
  const rows = Number(await dataValueOf(page, 'row-count'));
  const last = () => shownRows(page).then((shown) => shown.last);
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(rows + 3));

  await test.step('End and Home, with no cell chosen, go to the ends of the list', async () => {
    await table(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => shownRows(page)).toMatchObject({ last: rows - 1, waiting: 0 });
    await page.keyboard.press('Control+Home');
    await expect.poll(() => shownRows(page)).toMatchObject({ first: 0, waiting: 0 });
  });

  await test.step('the scroll bar goes to the last line', async () => {
    await table(page).evaluate((grid) => {
      grid.scrollTop = grid.scrollHeight;
    });
    await expect.poll(() => shownRows(page)).toMatchObject({ last: rows - 1, waiting: 0 });
    await table(page).evaluate((grid) => {
      grid.scrollTop = 0;
    });
    await expect.poll(() => shownRows(page)).toMatchObject({ first: 0, waiting: 0 });
  });

  await test.step('the wheel passes every line, in order', async () => {
    await table(page).hover();
    const passed = new Set<number>();
    while (passed.size < rows) {
      const { first, last: bottom } = await shownRows(page);
      for (let row = first; row <= bottom; row += 1) passed.add(row);
      if (bottom === rows - 1) break;
      await page.mouse.wheel(0, 400);
      await expect.poll(last).toBeGreaterThan(bottom);
    }
    expect(passed.size).toBe(rows);
    await expect.poll(() => shownRows(page)).toMatchObject({ waiting: 0 });
  });
});

test('columns are moved, pinned, made wider and hidden, by pointer and by keys, and stay so', async ({
  journey,
}) => {
  const { browser } = await openReadAccount(journey, { orders: 300 });
  const { page } = browser;
  const before = await headers(page);
  expect(before.slice(0, 5)).toEqual(['Orden', 'Fecha de compra', 'Canal', 'Ventas', 'Unidades']);
  const width = await widthOf(page, 'Ventas');

  await test.step('pointer: an edge, a header, a double press', async () => {
    await drag(page, '[data-resize="Ventas"]', 60);
    await expect.poll(() => widthOf(page, 'Ventas')).toBe(width + 60);
    await drag(page, '[data-header="Unidades"] .gs', -150);
    await expect.poll(() => headers(page).then((all) => all.slice(3, 5))).toEqual(['Unidades', 'Ventas']);
    await page.locator('[data-resize="Ventas"]').dblclick();
    await expect.poll(() => widthOf(page, 'Ventas')).toBeLessThan(width + 60);
  });

  await test.step('keys: the active cell’s column goes to the right, becomes wider, opens its menu', async () => {
    await page.locator('.gr .gc[data-column="Unidades"]').first().click();
    const narrow = await widthOf(page, 'Unidades');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await expect.poll(() => headers(page).then((all) => all.slice(3, 5))).toEqual(['Ventas', 'Unidades']);
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(() => widthOf(page, 'Unidades')).toBe(narrow + 10);
    await page.keyboard.press('Control+z');
    await expect.poll(() => widthOf(page, 'Unidades')).toBe(narrow);
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('menuitem', { name: 'Fijar a la izquierda' }).click();
    await expect
      .poll(() => headers(page).then((all) => all.slice(0, 4)))
      .toEqual(['Orden', 'Fecha de compra', 'Canal', 'Unidades']);
  });

  await test.step('the header’s menu hides, and undoes', async () => {
    await page.locator('[data-header="Ventas"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Ocultar columna' }).click();
    await expect.poll(() => headers(page)).not.toContain('Ventas');
    await page.locator('[data-header="Canal"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Deshacer' }).click();
    await expect.poll(() => headers(page)).toContain('Ventas');
    await drag(page, '[data-resize="Ventas"]', 45);
  });

  await test.step('a reload finds the order, the pins and the widths', async () => {
    const order = await headers(page);
    const wide = await widthOf(page, 'Ventas');
    await page.reload();
    await expect.poll(() => headers(page)).toEqual(order);
    await expect.poll(() => widthOf(page, 'Ventas')).toBe(wide);
    await page.locator('[data-header="Canal"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Volver al orden y los anchos originales' }).click();
    await expect.poll(() => headers(page)).toEqual(before);
  });
});

test('the document stays small on every screen, also on a large one and beside a chart', async ({
  journey,
}) => {
  const { browser } = await openReadAccount(journey, { orders: 900 });
  const { page } = browser;
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const screen of ['orders', 'profitability', 'changes', 'sync']) {
    await page.getByTestId(`nav-${screen}`).click();
    if (screen === 'profitability') {
      await page.getByTestId('choose-rows').click();
      await page.locator('[data-choice="SKU Producto"]').click();
      await page.getByTestId('toggle-trend').click();
      await expect(page.locator('.strip-plot svg').first()).toBeVisible();
    }
    await page.waitForTimeout(500);
    expect(await elements(page), screen).toBeLessThan(MAX_ELEMENTS);
  }
  // Every column there is.
  await page.getByTestId('nav-orders').click();
  await page.keyboard.press('Control+Shift+c');
  const all = page.getByRole('button', { name: 'todas', exact: true });
  while ((await all.count()) > 0) await all.first().click();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);
});

test('typing asks only the last question, and the screen says so until it is answered', async ({
  journey,
}) => {
  const { browser } = await openReadAccount(journey, { orders: 900 });
  const { page } = browser;
  const all = Number(await dataValueOf(page, 'row-count'));
  await page.locator('.gr .gc[data-column="Orden"]').nth(3).click();
  // The number of its rows stands before an order's own.
  const order = (await page.locator('.gr .gc.act').innerText()).split('\n').at(-1) ?? '';
  await page.keyboard.press('Control+f');
  // Letter by letter, faster than any of them settles.
  await page.keyboard.type(order.trim(), { delay: 20 });
  await expect.poll(async () => Number(await dataValueOf(page, 'row-count'))).toBeLessThan(all);
  await expect(page.locator('.gbody')).toHaveAttribute('data-stale', 'false');
  await expect(page.locator('.gr .gc[data-column="Orden"]').first()).toContainText(order.trim());
  await page.keyboard.press('Escape');
  await expect.poll(async () => Number(await dataValueOf(page, 'row-count'))).toBe(all);
});
