import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { expectStill } from './axe-findings.ts';
import { openReadAccount, shareReadAccount, test } from './journey.ts';
import { dataValueOf } from './screen.ts';

/** The table as it is used: every line reachable, columns as one likes them, and never too much on the screen. */

const MAX_ELEMENTS = 3000;

/** Of the tests that leave it as it was. */
const account = shareReadAccount({ orders: 900 });

const table = (page: Page) => page.locator('[role=grid][data-whole]');
const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** The headers that are drawn, from left to right: those of the right end stand over the last ones of the strip. */
async function headers(page: Page): Promise<readonly string[]> {
  return page.locator('[data-header]').evaluateAll((cells) =>
    cells
      .map((cell) => ({
        name: (cell as HTMLElement).dataset.header ?? '',
        isAtEnd: cell.closest('[data-zone=end]') !== null,
        left: cell.getBoundingClientRect().left,
      }))
      .sort((a, b) => Number(a.isAtEnd) - Number(b.isAtEnd) || a.left - b.left)
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
    const rows = [...grid.querySelectorAll<HTMLElement>('[data-row]')];
    const numbers = rows.map((row) => Number(row.dataset.row)).sort((a, b) => a - b);
    return {
      first: numbers[0] ?? -1,
      last: numbers.at(-1) ?? -1,
      waiting: rows.filter((row) => row.dataset.read === 'false').length,
    };
  });
}

/** A figure of at most six digits before its point, as Chile writes it. */
function inChile(figure: string): string {
  const [whole = '', ...fraction] = figure.split('.');
  return [whole.replace(/(\d)(\d{3})$/, '$1.$2'), ...fraction].join(',');
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
  // What follows the pointer is drawn once a frame: the second one comes after it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
}

test('every line is reached by wheel, scroll bar and keys, and none is missing at rest', async () => {
  const { browser } = account();
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

test('typing asks only the last question, and the screen says so until it is answered', async () => {
  const { browser } = account();
  const { page } = browser;
  const all = Number(await dataValueOf(page, 'row-count'));
  await page.locator('[data-row] [data-column="Orden"]').nth(3).click();
  // The number of its rows stands before an order's own.
  const order = (await page.locator('[data-row] [data-column][id]').innerText()).split('\n').at(-1) ?? '';
  await page.keyboard.press('Control+f');
  // Letter by letter, faster than any of them is answered.
  await page.keyboard.type(order.trim(), { delay: 20 });
  await expect.poll(async () => Number(await dataValueOf(page, 'row-count'))).toBeLessThan(all);
  await expect(page.locator('[data-part=body]')).toHaveAttribute('data-stale', 'false');
  await expect(page.locator('[data-row] [data-column="Orden"]').first()).toContainText(order.trim());
  await page.keyboard.press('Escape');
  await expect.poll(async () => Number(await dataValueOf(page, 'row-count'))).toBe(all);
});

test('the document stays small on every screen, also on a large one and beside a chart', async () => {
  const { browser } = account();
  const { page } = browser;
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const screen of ['orders', 'profitability', 'changes', 'sync']) {
    await page.getByTestId(`nav-${screen}`).click();
    if (screen === 'profitability') {
      await page.getByTestId('choose-rows').click();
      await page.locator('[data-choice="SKU Producto"]').click();
      await page.getByTestId('toggle-trend').click();
      await expect(page.locator('[data-testid=trend-plot] svg').first()).toBeVisible();
    }
    await expect(page.getByTestId(`nav-${screen}`)).toHaveAttribute('aria-current', 'page');
    await expectStill(page);
    expect(await elements(page), screen).toBeLessThan(MAX_ELEMENTS);
  }
  // Every column there is.
  await page.getByTestId('nav-orders').click();
  await page.keyboard.press('Control+Shift+c');
  const all = page.getByRole('button', { name: 'todas', exact: true });
  while ((await all.count()) > 0) await all.first().click();
  await page.keyboard.press('Escape');
  await expectStill(page);
  expect(await elements(page)).toBeLessThan(MAX_ELEMENTS);
});

test('columns are moved, pinned, made wider and hidden, by pointer and by keys, and stay so', async ({
  journey,
}) => {
  const { browser } = await openReadAccount(journey, { orders: 300 });
  const { page } = browser;
  // Room for a column that is made wider, between those that are always in view.
  await page.setViewportSize({ width: 1640, height: 900 });
  const before = await headers(page);
  expect(before.slice(0, 4)).toEqual(['Orden', 'Fecha de compra', 'Canal', 'Cuenta']);
  expect(before.slice(4, 7)).toEqual(['Estado de Orden', 'Ventas', 'Unidades']);
  // All three results beside them, with their rates, without a scroll.
  expect(before.slice(-6)).toEqual(
    ['Marketplace', 'Comercial', 'Total'].flatMap((scope) => [
      `Rentabilidad ${scope}`,
      `% Rentabilidad ${scope}`,
    ]),
  );
  await expect(page.locator('[data-part=head] [data-zone=end] [data-header]')).toHaveCount(6);
  const width = await widthOf(page, 'Ventas');

  await test.step('pointer: an edge, a header, a double press', async () => {
    await drag(page, '[data-resize="Ventas"]', 60);
    await expect.poll(() => widthOf(page, 'Ventas')).toBe(width + 60);
    await drag(page, '[data-header="Unidades"] > :first-child', -150);
    await expect.poll(() => headers(page).then((all) => all.slice(5, 7))).toEqual(['Unidades', 'Ventas']);
    await page.locator('[data-resize="Ventas"]').dblclick();
    await expect.poll(() => widthOf(page, 'Ventas')).toBeLessThan(width + 60);
  });

  await test.step('keys: the active cell’s column goes to the right, becomes wider, opens its menu', async () => {
    await page.locator('[data-row] [data-column="Unidades"]').first().click();
    const narrow = await widthOf(page, 'Unidades');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await expect.poll(() => headers(page).then((all) => all.slice(5, 7))).toEqual(['Ventas', 'Unidades']);
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

test('an order opens on its rows; a range counts nothing twice; the panel follows and gives the focus back', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 300 });
  const { page, context } = browser;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const rowCount = async () => Number(await table(page).getAttribute('aria-rowcount'));
  const active = (column: string) => page.locator(`[data-row] [data-column][id][data-column="${column}"]`);

  const arrows = page.locator('[data-column][aria-expanded]');
  const shown = page.locator('[data-row]').filter({ has: arrows }).first();
  const row = Number(await shown.getAttribute('data-row'));
  const orderCell = shown.locator('[data-column="Orden"]');
  const order = (await orderCell.innerText()).trim();
  const items = [...source.service.world.truth((wire) => wire.Orden === order)];
  expect(items.length).toBeGreaterThan(1);
  const lines = await rowCount();

  await test.step('→ in the first column opens it, ← goes from an item to it and closes it', async () => {
    await page.locator(`[data-row="${row}"] [data-column="Ventas"]`).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(orderCell).toHaveAttribute('aria-expanded', 'true');
    expect(await rowCount()).toBe(lines + items.length);
    await expect(page.locator('[data-tree=item]')).toHaveCount(items.length);
    await expect(page.locator('[data-tree=item][data-read=false]')).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-tree=item] [data-column][id]')).toHaveCount(1);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(orderCell).toHaveAttribute('aria-expanded', 'false');
    expect(await rowCount()).toBe(lines);
    await page
      .locator(`[data-row="${row}"] [data-column][aria-expanded]`)
      .click({ position: { x: 8, y: 14 } });
    await expect(page.locator('[data-tree=item][data-read=true]')).toHaveCount(items.length);
  });

  await test.step('its row and its items in one range are summed and copied once', async () => {
    const cell = (at: number) => page.locator(`[data-row="${at}"] [data-column="Ventas"]`);
    const whole = (await cell(row).getAttribute('data-value')) ?? '';
    await cell(row).click();
    await cell(row + items.length).click({ modifiers: ['Shift'] });
    await expect(page.getByTestId('range-left-out')).toBeVisible();
    await page.keyboard.press('Control+c');
    await expect.poll(copied).toBe(inChile(whole));
    await page.keyboard.press('Control+Alt+c');
    await expect.poll(copied).toBe(`Ventas\r\n${inChile(whole)}`);
    // The items alone come to what the order's own row says.
    await cell(row + 1).click();
    await cell(row + items.length).click({ modifiers: ['Shift'] });
    await expect(page.getByTestId('range-left-out')).toHaveCount(0);
    const sum = (await page.getByTestId('range-sum').getAttribute('data-value')) ?? '';
    expect(toGrains(sum)).toBe(toGrains(whole));
    expect(toGrains(sum)).toBe(items.reduce((total, wire) => total + toGrains(wire.Ventas ?? '0'), 0n));
  });

  await test.step('Enter opens the panel, which the keys lead on; Esc gives the focus back', async () => {
    await page.locator(`[data-row="${row}"] [data-column="Ventas"]`).click();
    await page.keyboard.press('Enter');
    const panel = page.getByTestId('order-panel');
    await expect(panel).toHaveAttribute('data-value', order);
    await expect(panel.locator('[data-testid=check][data-value="Rentabilidad Total"]')).toHaveAttribute(
      'data-state',
      'holds',
    );
    await expect(
      panel.locator('[data-testid=check][data-value="Rentabilidad Marketplace"]'),
    ).not.toHaveAttribute('data-state', 'holds');
    await page.keyboard.press('ArrowUp');
    if (row > 0) await expect(panel).not.toHaveAttribute('data-value', order);
    await page.keyboard.press('ArrowDown');
    await expect(panel).toHaveAttribute('data-value', order);
    await panel.getByTestId('order-more').click();
    await page.getByTestId('copy-order').click();
    await expect.poll(async () => (await copied()).split('\r\n').length).toBe(items.length + 1);
    await panel.getByRole('button', { name: 'Cerrar (Esc)' }).focus();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(table(page)).toBeFocused();
    await expect(active('Ventas')).toHaveCount(1);
  });

  await test.step('a sync that brings orders leaves it open, on its rows', async () => {
    source.advanceMs(600_000);
    for (let change = 0; change < 3; change += 1) source.service.world.change({ kind: 'add-order' });
    await page.getByTestId('sync-now').click();
    await expect.poll(rowCount).toBeGreaterThan(lines + items.length);
    await expect(page.locator('[data-tree=item][data-read=true]')).toHaveCount(items.length);
    await expect(page.locator('[data-row] [aria-expanded=true]').filter({ hasText: order })).toHaveCount(1);
  });
});

test('rows are filtered by any figure and any text, and chosen columns keep a name', async ({ journey }) => {
  const { source, browser } = await openReadAccount(journey, { orders: 300 });
  const { page } = browser;
  const rowsNow = async () => Number(await dataValueOf(page, 'row-count'));
  const all = await rowsNow();
  const truth = (keeps: (wire: { readonly [column: string]: string }) => boolean) => [
    ...source.service.world.truth((wire) => (wire['Fecha de compra'] ?? '') >= '2026-10-01' && keeps(wire)),
  ];
  const addFilter = async (typed: string) => {
    await page.getByTestId('add-filter').click();
    await page.getByRole('searchbox', { name: 'Buscar columna' }).fill(typed);
    await page.keyboard.press('Enter');
  };

  await test.step('less than zero is exact, and a chip says so', async () => {
    await addFilter('rentabilidad total');
    await page.getByTestId('number-negative').click();
    const losing = truth((wire) => toGrains(wire['Rentabilidad Total'] ?? '0') < 0n).length;
    expect(losing).toBeGreaterThan(0);
    await expect.poll(rowsNow).toBe(losing);
    await expect(page.getByTestId('own-filter')).toContainText('Rentabilidad Total< 0');
  });

  await test.step('an end in the user’s own format; a wrong one is refused', async () => {
    await page.getByTestId('own-filter').getByRole('button').first().click();
    await page.getByTestId('number-at-least').click();
    await page.getByTestId('number-from').fill('1.5');
    await page.getByTestId('number-apply').click();
    await expect(page.getByRole('alert').filter({ hasText: 'No es un número' })).toBeVisible();
    await page.getByTestId('number-from').fill('-1.000,50');
    await page.getByTestId('number-apply').click();
    const kept = truth((wire) => toGrains(wire['Rentabilidad Total'] ?? '0') >= toGrains('-1000.50')).length;
    await expect.poll(rowsNow).toBe(kept);
    await page.getByRole('button', { name: 'Quitar el filtro Rentabilidad Total' }).click();
    await expect.poll(rowsNow).toBe(all);
  });

  await test.step('the values of a column of many are found by typing, and turned over', async () => {
    await addFilter('sku producto');
    const find = page.getByRole('searchbox', { name: 'Buscar valor' });
    await expect(find).toBeFocused();
    const sku = truth((wire) => wire['Tipo de Dato'] === 'Orden')[0]?.['SKU Producto'] ?? '';
    await page.keyboard.type(sku);
    await expect(page.locator('[role=dialog] [role=checkbox]')).toHaveCount(1);
    await page.getByTestId('values-all').click();
    await expect.poll(rowsNow).toBe(truth((wire) => wire['SKU Producto'] === sku).length);
    await page.keyboard.press('Escape');
    await page.getByTestId('clear-filters').click();
    await expect.poll(rowsNow).toBe(all);
  });

  await test.step('the active cell’s menu, by its key, leaves the rows of its value', async () => {
    const cell = page.locator('[data-row] [data-column="Canal"]').first();
    await cell.click();
    const channel = (await cell.innerText()).trim();
    await page.keyboard.press('Shift+F10');
    await page.getByTestId('cell-filter').click();
    await expect.poll(rowsNow).toBe(truth((wire) => wire.Canal === channel).length);
    await page.getByTestId('clear-filters').click();
    await expect.poll(rowsNow).toBe(all);
  });

  await test.step('the columns on the screen are saved under a name and found again', async () => {
    await page.setViewportSize({ width: 1920, height: 1000 });
    await page.getByTestId('column-sets').click();
    await page.getByRole('button', { name: /^Identidades/ }).click();
    await expect.poll(() => headers(page)).toContain('Reembolso Total');
    await page.locator('[data-header="Cobro Total"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Ocultar columna' }).click();
    await page.getByTestId('column-sets').click();
    await page.getByTestId('column-set-name').fill('Mis columnas');
    await page.getByTestId('column-set-save').click();
    await expect(page.getByTestId('column-sets')).toHaveAttribute('data-value', 'Mis columnas');
    await page.getByRole('button', { name: /^Costos por sección/ }).click();
    await expect.poll(() => headers(page)).not.toContain('Reembolso Total');
    await page.reload();
    await page.getByTestId('column-sets').click();
    await page.getByRole('button', { name: /^Mis columnas/ }).click();
    await expect.poll(() => headers(page)).toContain('Reembolso Total');
    expect(await headers(page)).not.toContain('Cobro Total');
    // Deleted, and brought back.
    await page.getByTestId('column-sets').click();
    await page.getByRole('button', { name: 'Borrar «Mis columnas»' }).click();
    await expect(page.getByRole('button', { name: /^Mis columnas/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await table(page).focus();
    await page.keyboard.press('Control+z');
    await expect(page.getByTestId('column-sets')).toHaveAttribute('data-value', 'Mis columnas');
  });
});
