import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e/journey.ts';
import { dataValueOf, expectAnswered } from '#test/e2e/screen.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { monthToItsChecklist } from './month-by-keys.ts';

/** Whoever has no pointer: every journey by keys alone, in no more presses than it is worth. */
export async function journeysByKeyboard(page: Page): Promise<void> {
  await whyTheMonthFell(page);
  await whatLosesMoney(page);
  await quarterOfChannels(page);
  await orderByNumber(page);
  await pivotKeptAndOpenedAgain(page);
  await monthToItsChecklist(page);
}

/** One press each; `=` begins what is typed into a field, which is one as well. */
async function press(page: Page, ...keys: readonly string[]): Promise<number> {
  for (const key of keys) {
    if (key.startsWith('=')) await page.keyboard.insertText(key.slice(1));
    else await page.keyboard.press(key);
    await settled(page, key);
  }
  return keys.length;
}

/** What the next press is meant for is there: a list with what was typed, or a menu that has the focus. */
async function settled(page: Page, key: string): Promise<void> {
  if (key === 'Control+k') await expect(page.getByTestId('palette-find')).toBeFocused();
  if (/^Control\+[123]$/.test(key)) await expect(page.getByTestId('period')).toBeVisible();
  if (key === 'Control+d') {
    await expect.poll(() => isFocusIn(page, '[data-testid=period-menu]')).toBe(true);
  }
  if (key.startsWith('=') && (await page.getByTestId('palette').isVisible())) {
    await expect(page.locator('[data-testid=palette] [data-highlighted]')).toContainText(
      new RegExp(key.slice(1), 'i'),
    );
  }
}

function isFocusIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((inside) => document.activeElement?.closest(inside) != null, selector);
}

const grid = (page: Page) => page.locator('[role=grid][data-whole]');

async function grainsOf(page: Page, selector: string): Promise<bigint> {
  return toGrains((await page.locator(selector).getAttribute('data-value')) ?? '');
}

const CHARGES = [
  ...['commissions', 'shipping', 'other', 'discounts'],
  ...['advertising', 'storage', 'account', 'financing'],
  'Costo de Producto',
] as const;

async function whyTheMonthFell(page: Page): Promise<void> {
  await test.step('why the month fell: three presses, and the lines add up to what it fell by', async () => {
    await press(page, 'Control+1', 'Control+d', 'p');
    expect(await press(page, 'Control+k', '=resultado por mes', 'Enter')).toBe(3);
    await expect(grid(page)).toBeFocused();
    await expectAnswered(page);
    const moved = (line: string): Promise<bigint> =>
      grainsOf(page, `[data-line="${line}"] [data-column="amount difference-previous-period"]`);
    await expect(page.locator('[data-column="amount difference-previous-period"]').first()).toBeVisible();
    let left = await moved('Ingreso Total');
    for (const line of CHARGES) left -= await moved(line);
    expect(left).toBe(await moved('Rentabilidad Total'));
    expect(left).not.toBe(0n);
    // From a figure to its orders, without leaving the keys.
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter');
    await expect(page.getByTestId('nav-orders')).toHaveAttribute('aria-current', 'page');
    await expect(grid(page)).toBeFocused();
    await press(page, 'Control+z');
  });
}

async function whatLosesMoney(page: Page): Promise<void> {
  await test.step('the products that lose money, the worst first, each with what drives it: two presses', async () => {
    expect(await press(page, 'Control+1')).toBe(1);
    const worst = page.locator('[data-products=worst]');
    await expect(worst.locator('[data-product]').first()).toBeAttached();
    await press(page, 'Shift+F6');
    expect(await isFocusIn(page, '[data-products=worst] [data-product]')).toBe(true);
    const losses = await worst
      .locator('[data-product] td:nth-child(3) [data-value]')
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.value ?? ''));
    const grains = losses.map(toGrains);
    expect(grains.length).toBeLessThanOrEqual(10);
    expect(grains.every((loss, at) => loss < 0n && loss >= (grains[at - 1] ?? loss))).toBe(true);
    // Each has what drives it behind a press.
    await expect(worst.getByTestId('loss-causes')).toHaveCount(grains.length);
    await press(page, 'Enter');
    await expect(worst.locator('[data-causes]')).toHaveCount(1);
    await press(page, 'Tab', 'Enter');
    await expect
      .poll(async () => toGrains(await dataValueOf(page, 'total-rentabilidad-total')))
      .toBe(grains[0]);
    await press(page, 'Control+z');
  });
}

async function quarterOfChannels(page: Page): Promise<void> {
  await test.step('a channel’s quarter against the year before: five presses', async () => {
    expect(await press(page, 'Control+d', 'r', 'Control+k', '=contra el año anterior', 'Enter')).toBe(5);
    await expect(grid(page)).toBeFocused();
    await expectAnswered(page);
    const row = page.getByTestId('pivot-row').first();
    const value = async (column: string): Promise<bigint> =>
      toGrains((await row.locator(`[data-column="${column}"]`).getAttribute('data-value')) ?? '');
    await expect(row.locator('[data-column="sum:Ventas/difference"]')).toBeVisible();
    const before = (await value('sum:Ventas')) - (await value('sum:Ventas/difference'));
    await press(page, 'Control+d', 's');
    await expect.poll(() => value('sum:Ventas')).toBe(before);
  });
}

async function orderByNumber(page: Page): Promise<void> {
  await test.step('an order by its number: three presses', async () => {
    await press(page, 'Control+2');
    const cell = page.locator('[data-row="0"] [data-column=Orden]');
    await expect(cell).toBeVisible();
    const number = (await cell.innerText()).trim();
    await press(page, 'Control+1');
    expect(await press(page, 'Control+k', `=${number}`, 'Enter')).toBe(3);
    await expect(page.getByTestId('order-panel')).toContainText(number);
    await expect(grid(page)).toBeFocused();
    await press(page, 'Escape', 'Control+z');
    await expect(page.getByTestId('order-panel')).toBeHidden();
  });
}

async function pivotKeptAndOpenedAgain(page: Page): Promise<void> {
  await test.step('a pivot of Categoría by Canal with three measures, kept and opened again', async () => {
    const rows = page.getByTestId('choose-rows');
    await press(page, 'Control+d', 'p', 'Control+k', '=por canal y mes', 'Enter');
    await expect(grid(page)).toBeFocused();
    await press(page, 'Shift+F6');
    await expect(rows).toBeFocused();
    const isTyping = (): Promise<void> =>
      expect.poll(() => isFocusIn(page, '[role=dialog] input')).toBe(true);
    await press(page, 'Enter');
    await isTyping();
    await press(page, '=Categoría', 'Enter');
    await expect(rows).toHaveAttribute('data-value', 'Categoría');
    await expect(rows).toBeFocused();
    await press(page, 'Tab', 'Tab', 'Enter');
    await isTyping();
    await press(page, '=Canal', 'Enter');
    const columns = page.getByTestId('choose-columns');
    await expect(columns).toHaveAttribute('data-value', 'Canal');
    await expect(columns).toBeFocused();
    await press(page, 'Tab', 'Enter');
    await isTyping();
    await press(page, '=Unidades', 'Tab', 'Space');
    await expect(page.locator('[data-measure="sum:Unidades"]')).toHaveAttribute('aria-pressed', 'true');
    // The rate of Rentabilidad Total makes way for it: its button is the second of what is found by that name.
    await press(page, 'Shift+Tab', 'ControlOrMeta+a', '=Rentabilidad Total', 'Tab', 'Tab', 'Space');
    await expect(page.locator('[data-measure="rate:Rentabilidad Total"]')).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await press(page, 'Escape');
    await expect(page.getByTestId('pivot-measures')).toBeFocused();
    await expect(page.getByTestId('pivot-measures')).toHaveText('3 medidas');
    const asKept = await looks(page);
    await press(page, 'Control+Shift+s');
    await expect(page.getByTestId('view-name')).toBeFocused();
    await press(page, `=${VIEW}`, 'Enter', 'Control+k', '=resultado por mes', 'Enter');
    await expect(columns).toHaveAttribute('data-value', '/month');
    expect(await press(page, 'Control+k', `=${VIEW}`, 'Enter')).toBe(3);
    await expect.poll(() => looks(page)).toEqual(asKept);
  });
}

const VIEW = 'Qué se vende dónde';

/** What the pivot is of, and what it comes to. */
async function looks(page: Page) {
  await expectAnswered(page);
  const row = page.getByTestId('pivot-row').first();
  await expect(row).toBeVisible();
  return {
    rows: await page.getByTestId('choose-rows').getAttribute('data-value'),
    columns: await page.getByTestId('choose-columns').getAttribute('data-value'),
    measures: await page.getByTestId('pivot-measures').innerText(),
    // From left to right: columns that came later stand behind the others in the document.
    figures: await row.locator('[data-zone=end] [data-value]').evaluateAll((cells) =>
      cells
        .map((cell) => ({ left: cell.getBoundingClientRect().left, cell: cell as HTMLElement }))
        .sort((a, b) => a.left - b.left)
        .map(({ cell }) => cell.dataset.value),
    ),
  };
}
