import { expect, type Page } from '@playwright/test';
import { zipOf } from '#test/renderer/data/files/intake/made-files.ts';
import { openReadAccount, test } from './journey.ts';
import { expectTotals, openTool } from './screen.ts';

/** Files that keep their reader busy for long: read in a worker of its own, which holds nobody up and ends when it is told to. */

const ROWS = 600_000;

/** A workbook of some hundred thousand bytes that holds so many lines of a statement. */
function longStatement(): Buffer {
  const row = '<row><c t="str"><v>01/03/2026</v></c><c t="str"><v>Venta</v></c><c><v>1</v></c></row>';
  const heading =
    '<row><c t="str"><v>Fecha</v></c><c t="str"><v>Descripción</v></c><c t="str"><v>Monto</v></c></row>';
  return Buffer.from(
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${heading}${row.repeat(ROWS)}</sheetData></worksheet>`,
    }),
  );
}

const readersOf = (page: Page): number =>
  page.workers().filter((worker) => /reader/.test(worker.url())).length;
const expectReaders = (page: Page, count: number): Promise<void> =>
  expect.poll(() => readersOf(page), { timeout: 10_000 }).toBe(count);

/** Of the oracle's units, 10^-30, with the four decimals that a row may have. */
function textOf(grains: bigint): string {
  const units = grains / 10n ** 26n;
  const digits = `${units < 0n ? -units : units}`.padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** What the data worker answers about an amount: by how much it is off. */
async function expectExplained(page: Page, amount: string, difference: RegExp): Promise<void> {
  await page.getByTestId('explain-amount').fill(amount);
  await page.getByTestId('explain-run').click();
  await expect(page.getByTestId('explain-difference')).toHaveAttribute('data-value', difference);
}

test('a file that is long to read holds no answer up, and ends with Cancel, its dialog or its screen', async ({
  journey,
}) => {
  const { source, browser } = await openReadAccount(journey, { orders: 200 });
  const { page } = browser;
  const file = { name: 'cartola.xlsx', mimeType: 'application/octet-stream', buffer: longStatement() };
  const reading = page.getByTestId('statement-reading');
  await openTool(page, 'statements');
  await expectReaders(page, 0);

  await test.step('the table answers while it is read', async () => {
    await page.getByTestId('statement-file').setInputFiles(file);
    await expect(reading).toBeVisible();
    await expectReaders(page, 1);
    await openTool(page, 'explain');
    await expectExplained(page, textOf(source.everything().sums.Ventas ?? 0n), /^-?0([.]0*)?$/);
    await expectExplained(page, '1', /[1-9]/);
    // All of that while it was read, not after.
    await page.goBack();
    await expect(reading).toBeVisible();
    expect(readersOf(page)).toBe(1);
  });

  await test.step('Cancel ends it', async () => {
    await page.getByTestId('statement-cancel').click();
    await expect(reading).toHaveCount(0);
    await expectReaders(page, 0);
    await expect(page.getByTestId('statement-refused')).toHaveCount(0);
    await expect(page.getByTestId('statement-failed')).toHaveCount(0);
  });

  await test.step('closing its dialog ends it', async () => {
    await openTool(page, 'costs');
    await page.getByTestId('own-costs-open').click();
    const dialog = page.getByTestId('own-costs-dialog');
    await page.getByTestId('own-costs-import').setInputFiles(file);
    await expectReaders(page, 1);
    await expect(dialog).toHaveAttribute('data-state', 'reading');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectReaders(page, 0);
  });

  await test.step('leaving its screen ends it, and the orders are there', async () => {
    await openTool(page, 'statements');
    await page.getByTestId('statement-file').setInputFiles(file);
    await expect(reading).toBeVisible();
    await expectReaders(page, 1);
    await page.getByTestId('nav-orders').click();
    await expectReaders(page, 0);
    await expectTotals(page, source.everything());
  });
});
