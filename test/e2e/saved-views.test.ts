import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { shareReadAccount, test } from './journey.ts';
import { expectedOf } from './oracle.ts';
import { expectTotals, readTotals, setPreset, showEverything } from './screen.ts';

const account = shareReadAccount({ orders: 500 });

const menu = (page: Page) => page.getByTestId('views-menu');

async function choose(page: Page, testId: string): Promise<void> {
  await menu(page).click();
  await page.getByTestId(testId).click();
}

async function expectView(page: Page, name: string | RegExp, isChanged: boolean): Promise<void> {
  await expect(menu(page)).toHaveText(name);
  await expect(menu(page)).toHaveAttribute('data-changed', String(isChanged));
}

test('views keep rows, days and columns; they go to a file and come back; what is done is undone', async () => {
  const { source, browser } = account();
  const { page } = browser;
  const rowsOf = (isIn: (row: { readonly [column: string]: string }) => boolean) =>
    expectedOf(
      source.service.world.truth((row) => (row['Fecha de compra'] ?? '') >= '2026-10-01' && isIn(row)),
    );
  const october = rowsOf((row) => (row['Fecha de compra'] ?? '').startsWith('2026-10'));

  await test.step('built-in views are the rows they say', async () => {
    await expectView(page, 'Todas las filas', false);
    await choose(page, 'view-last-close');
    await expectTotals(page, october);
    await expectView(page, 'Último mes completo', false);
    await choose(page, 'view-dashboard');
    await expectTotals(
      page,
      rowsOf(
        (row) =>
          (row['Fecha de compra'] ?? '').startsWith('2026-10') &&
          ['Orden', 'Publicación'].includes(row['Tipo de Dato'] ?? '') &&
          ['Pagado', 'Informado', 'No Pagado'].includes(row['Estado de Pago'] ?? '') &&
          row['Estado de Orden'] === 'Regular',
      ),
    );
    await choose(page, 'view-losses');
    const losses = rowsOf(
      (row) =>
        (row['Fecha de compra'] ?? '').startsWith('2026-10') &&
        toGrains(row['Rentabilidad Total'] ?? '0') <= toGrains('-0.01'),
    );
    expect(losses.rows).toBeGreaterThan(0);
    await expectTotals(page, losses);
    await choose(page, 'view-all-rows');
    await expectTotals(page, source.everything());
  });

  await test.step('one of the user’s own, with its days as a period of a name', async () => {
    await choose(page, 'view-last-close');
    await page.getByRole('button', { name: 'Filas', exact: true }).click();
    await page.keyboard.press('Control+Shift+S');
    await page.getByTestId('view-name').fill('Mi cierre');
    await expect(page.getByTestId('view-period-month-before')).toBeChecked();
    await page.keyboard.press('Enter');
    await expectView(page, 'Mi cierre', false);
    await setPreset(page, true);
    await expectView(page, /^Mi cierre\s*modificada$/, true);
    await choose(page, 'view-back');
    await expectTotals(page, october);
    await expectView(page, 'Mi cierre', false);
    // Columns and grouping are of it too: all rows leaves them, and the way back to it brings them.
    await page.getByRole('button', { name: 'Órdenes', exact: true }).click();
    await expectView(page, /modificada/, true);
    await page.keyboard.press('Control+Shift+S');
    await expectView(page, 'Mi cierre', false);
    await page.keyboard.press('Control+z');
    await expect(page.getByTestId('undo-line')).toHaveText('Deshecho: vista «Mi cierre» guardada');
    await expectView(page, /modificada/, true);
  });

  await test.step('deleted, and brought back', async () => {
    await choose(page, 'view-delete');
    await expect(menu(page)).not.toHaveText(/Mi cierre/);
    await page.getByTestId('undo-offer').click();
    await expectView(page, /^Mi cierre/, true);
    await choose(page, 'view-back');
    await expectView(page, 'Mi cierre', false);
  });

  await test.step('as a file it comes back under another name, and a bad file is refused by name', async () => {
    await choose(page, 'views-share');
    const download = page.waitForEvent('download');
    await page.getByTestId('views-export').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('vistas.cuadra-vista');
    const text = await readFile(await file.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      cuadra: 'views',
      version: 1,
      views: [{ name: 'Mi cierre', screen: 'orders', period: { kind: 'preset', preset: 'month-before' } }],
    });
    const notice = page.getByTestId('views-told');
    for (const [bad, words] of [
      [text.slice(0, 40), 'no se puede leer'],
      ['{"a": 1}', 'No es un archivo de vistas'],
      [text.replace('"version": 1', '"version": 7'), 'formato 7'],
      [
        text.replace('month-before', 'never'),
        'La vista «Mi cierre» no se puede leer; falla en «period.preset»',
      ],
    ] as const) {
      await page.getByTestId('views-paste').fill(bad);
      await page.getByTestId('views-import-text').click();
      await expect(notice).toContainText(words);
    }
    const other = text.replace('"filters": []', '"filters": [{"column": "Columna ajena", "values": ["x"]}]');
    await page
      .getByTestId('views-import-file')
      .setInputFiles({ name: 'vistas.json', mimeType: 'application/json', buffer: Buffer.from(other) });
    await expect(notice).toContainText('Mi cierre (2) (Órdenes)');
    await expect(page.getByTestId('views-unknown')).toContainText('Columna ajena');
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeFocused();
    await menu(page).click();
    await expect(page.getByRole('menuitemradio', { name: /^Mi cierre/ })).toHaveCount(2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await menu(page).click();
    await expect(page.getByRole('menuitemradio', { name: /^Mi cierre/ })).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('they are there after a reload, from the palette too', async () => {
    const before = await readTotals(page);
    await page.reload();
    await expectTotals(page, before);
    await showEverything(page);
    await expectTotals(page, source.everything());
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette-find').fill('mi cierre');
    await page.keyboard.press('Enter');
    await expectTotals(page, october);
    await expectView(page, 'Mi cierre', false);
  });
});

test('with two currencies one is in view: nothing is added to the other, on any screen or in a file', async () => {
  const { source, browser } = account();
  const { page } = browser;
  const isIn = (row: { readonly [column: string]: string }, isVitrina: boolean): boolean =>
    (row['Fecha de compra'] ?? '') >= '2026-10-01' && (row.Canal === 'Vitrina') === isVitrina;
  const reais = expectedOf(source.service.world.truth((row) => isIn(row, true)));
  const pesos = expectedOf(source.service.world.truth((row) => isIn(row, false)));
  expect(reais.rows).toBeGreaterThan(0);

  const set = async (testId: string, code: string): Promise<void> => {
    await page.getByTestId(testId).click();
    await page.getByTestId('currency-find').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId(testId)).toHaveAttribute('data-value', code);
  };
  await page.keyboard.press('Control+,');
  await page.getByTestId('settings-tab-accounts').click();
  await set('currency-default', 'CLP');
  for (const cuenta of new Set(
    [...source.service.world.truth((row) => isIn(row, true))].map((row) => row.Cuenta ?? ''),
  ))
    await set(`currency-Vitrina-${cuenta}`, 'BRL');
  await page.keyboard.press('Escape');

  const currency = page.getByTestId('currency-switch');
  await expect(currency).toHaveAttribute('data-value', 'CLP');
  await expectTotals(page, pesos);
  await page.getByTestId('clear-filters').click();
  await expectTotals(page, pesos);
  await currency.getByRole('button', { name: 'BRL' }).click();
  await expectTotals(page, reais);
  await page.getByTestId('nav-panel').click();
  await expectTotals(page, reais);
  await page.getByTestId('nav-profitability').click();
  await expectTotals(page, reais);
  await page.getByTestId('nav-orders').click();
  const download = page.waitForEvent('download');
  await page.getByTestId('export-menu').click();
  await page.getByTestId('export-csv').click();
  expect((await download).suggestedFilename()).toMatch(/-brl\.csv$/);
  // It is remembered, and a step like any other.
  await page.reload();
  await expect(currency).toHaveAttribute('data-value', 'BRL');
  await expectTotals(page, reais);
  await currency.getByRole('button', { name: 'CLP' }).click();
  await expectTotals(page, pesos);
  await page.keyboard.press('Control+z');
  await expectTotals(page, reais);
});
