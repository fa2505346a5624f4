import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Language } from '#shared/contract/languages.ts';
import { test } from '#test/e2e/journey.ts';
import type { WireRow } from '#test/e2e/oracle.ts';
import { monthFromApi } from '#test/e2e/read-api.ts';
import { closeByChecklist, dataValueOf, expectSyncState, openStep } from '#test/e2e/screen.ts';
import { KEY, type Source } from '#test/e2e/source-service.ts';
import { word } from '#test/e2e/words.ts';
import { readWorkbook } from '#test/renderer/data/files/workbook-file.ts';
import {
  bankExtract,
  centsOf,
  type Release,
  releasesOf,
  releasesReport,
  written,
} from './month-end-files.ts';
import { expectReadable } from './reading.ts';

/**
 * A month from its statement to its close and beyond, by what the source itself answers over HTTP: whatever the screen and
 * the workbook say is computed here again, in whole cents.
 */

export const ACCOUNT = { Canal: 'Mercado Austral', Cuenta: 'Lumbre Oficial' } as const;

const SCOPES = {
  marketplace: 'Rentabilidad Marketplace',
  comercial: 'Rentabilidad Comercial',
  total: 'Rentabilidad Total',
} as const;
type Scope = keyof typeof SCOPES;
const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

const OFF_BY = 13_741n;
const SALE_CENTS = 150_37;
const COST_CENTS = 2_345_11;

const sumOf = (rows: readonly WireRow[], column: string): bigint =>
  rows.reduce((sum, row) => sum + centsOf(row[column] ?? '0'), 0n);

const isOf = (row: WireRow, account: { readonly Canal: string; readonly Cuenta: string }): boolean =>
  row.Canal === account.Canal && row.Cuenta === account.Cuenta;

const cents = async (page: Page, testId: string): Promise<bigint> => centsOf(await dataValueOf(page, testId));

const ofMonth = (page: Page, testId: string, month: string) =>
  page.locator(`[data-testid=${testId}][data-month="${month}"]`);

const toStep = (page: Page, step: string): Promise<void> =>
  page.locator(`[data-testid=month-step][data-step=${step}]`).click();

/** A file let go over the screen, as from a folder beside the window. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text ?? ''], fileName ?? '', { type: 'text/csv' }));
      return transfer;
    },
    [name, content],
  );
  await page.getByTestId('statement-choose').dispatchEvent('drop', { dataTransfer: files });
}

async function expectPreview(page: Page, kind: string, rows: number): Promise<void> {
  await expect(page.getByTestId('statement-kind')).toHaveAttribute('data-value', kind);
  await expect(page.getByTestId('statement-rows')).toHaveAttribute('data-value', String(rows));
  await expect(page.getByTestId('statement-proof')).toHaveAttribute('data-value', 'holds');
}

/** The marketplace's statement of a month with two faults in it: one amount is off, one order is not there. */
function faultyStatement(rows: readonly WireRow[]) {
  const all = releasesOf(rows);
  const orders = [...new Set(all.map(({ order }) => order))];
  const linesOf = (order: string) => all.filter((release) => release.order === order);
  const middle = orders.slice(Math.floor(orders.length / 3));
  const lost = middle[0] ?? '';
  const off = middle.find((order) => order !== lost && linesOf(order).length === 1) ?? '';
  const releases = all
    .filter(({ order }) => order !== lost)
    .map((release): Release => (release.order === off ? { ...release, net: release.net - OFF_BY } : release));
  return { orders, lost, off, releases, lostNet: linesOf(lost).reduce((sum, { net }) => sum + net, 0n) };
}

type Role = { readonly language: Language; readonly month: string; readonly owner: string };

export async function monthFromStatementToClose(page: Page, source: Source, role: Role): Promise<void> {
  const { language, month, owner } = role;
  const rows = await monthFromApi(source.baseUrl, KEY, month);
  const own = rows.filter((row) => isOf(row, ACCOUNT));
  const statement = faultyStatement(own);
  await openStep(page, month, 'statements');

  await test.step('the statement is understood and proves itself; nothing is stored before it is confirmed', async () => {
    await drop(page, `liberaciones-${month}.csv`, releasesReport(statement.releases));
    await expectPreview(page, 'mercado-pago-releases', statement.releases.length);
    expect(await cents(page, 'statement-net')).toBe(
      statement.releases.reduce((sum, { net }) => sum + net, 0n),
    );
    await expectReadable(page, language);
    await expect(
      page.locator(`[data-testid=statement-line][data-name="liberaciones-${month}.csv"]`),
    ).toHaveCount(0);
    await page.getByTestId('statement-owner').fill(owner);
    await page.getByTestId('statement-confirm').click();
    await expect(
      page.locator(`[data-testid=statement-line][data-name="liberaciones-${month}.csv"]`),
    ).toHaveCount(1);
  });

  await test.step('held against the orders it says both faults, and no other', async () => {
    await toStep(page, 'differences');
    await expect(page.getByTestId('match-same')).toHaveAttribute(
      'data-value',
      String(statement.releases.length - 1),
    );
    const expected = { different: 1, within: 0, 'only-here': 1, 'only-there': 0 };
    for (const [state, count] of Object.entries(expected)) {
      await expect(page.getByTestId(`match-${state}`), state).toHaveAttribute('data-value', String(count));
    }
    expect(await cents(page, 'match-difference-different')).toBe(-OFF_BY);
    expect(await cents(page, 'match-difference-only-here')).toBe(-statement.lostNet);
    expect(await cents(page, 'match-remains')).toBe(-OFF_BY);
    expect(await cents(page, 'match-gap')).toBe(-OFF_BY - statement.lostNet);
    await expectReadable(page, language);
  });

  await test.step('the order that differs is found, explained in somebody’s name, and stays so', async () => {
    await page.getByTestId('match-list-only-here').click();
    await expect(page.getByTestId('match-case')).toHaveCount(1);
    await expect(page.getByTestId('match-open')).toContainText(statement.lost);
    await page.getByTestId('match-list-different').click();
    await expect(page.getByTestId('match-open')).toContainText(statement.off);
    await page.getByTestId('match-open').click();
    await expect(page.getByTestId('match-line')).toHaveCount(1);
    await expectReadable(page, language);
    const decisions = page.getByTestId('match-decisions');
    const said = (await decisions.count()) === 0 ? 0 : Number(await decisions.getAttribute('data-value'));
    await page.getByTestId('match-note').fill(`${month}: ${written(OFF_BY)}`);
    await page.getByTestId('match-explain').click();
    await expect(decisions).toHaveAttribute('data-value', String(said + 1));
    await expect(page.getByTestId('match-case')).toContainText(word(language, 'match.explained'));
    await page.getByTestId('match-list-different').click();
  });

  await test.step('the bank’s extract proves itself by its balance', async () => {
    await toStep(page, 'statements');
    const bank = bankExtract(statement.releases);
    await drop(page, `cartola-${month}.csv`, bank.text);
    await expectPreview(page, 'bank', bank.rows);
    await page.getByTestId('statement-confirm').click();
    await expect(page.locator(`[data-testid=statement-line][data-name="cartola-${month}.csv"]`)).toHaveCount(
      1,
    );
  });

  await closeTheMonth(page, role, rows);
  await bookOfTheClose(page, role, rows);
  await driftOfTheMonth(page, source, role, own);
}

/** What is looked at before is what the rows say; the close has a name and a note. */
async function closeTheMonth(page: Page, { month, owner, language }: Role, rows: readonly WireRow[]) {
  await test.step('the list before the close says what is done and what is open; closed with a name', async () => {
    await toStep(page, 'close');
    await expect(ofMonth(page, 'close-state', month)).toHaveAttribute('data-value', 'open');
    const detail = ofMonth(page, 'month-detail', month);
    const check = (name: string) => detail.locator(`[data-testid=close-check][data-check=${name}]`);
    await expect(check('rows')).toHaveAttribute('data-value', 'yes');
    const isWithoutCost = (row: WireRow) =>
      centsOf(row.Ventas ?? '0') !== 0n &&
      row['SKU Producto'] !== '' &&
      centsOf(row['Costo de Producto'] ?? '0') === 0n;
    await expect(check('costs')).toHaveAttribute('data-value', rows.some(isWithoutCost) ? 'no' : 'yes');
    await expectReadable(page, language);
    await detail.getByTestId('close-note').fill(`Σ ${month}`);
    await closeByChecklist(page, owner);
    await expect(ofMonth(page, 'close-state', month)).toHaveAttribute('data-value', 'closed');
    expect(centsOf((await ofMonth(page, 'drift-total', month).getAttribute('data-value')) ?? 'x')).toBe(0n);
  });
}

async function downloadedBook(page: Page, month: string) {
  const download = page.waitForEvent('download');
  await ofMonth(page, 'month-detail', month).getByTestId('close-workbook').click();
  return readWorkbook(new Uint8Array(await readFile(await (await download).path())));
}

type Book = Awaited<ReturnType<typeof downloadedBook>>;

/** The lines of the sheet whose name begins so (a sheet's has 31 characters), by the names of its columns. */
function sheetOf(book: Book, name: string): readonly { readonly [column: string]: unknown }[] {
  const rows = book.find((sheet) => sheet.name.startsWith(name.slice(0, 25)))?.rows ?? [];
  const at = rows.findIndex(
    (row) => row.filter((cell) => typeof cell === 'string' && cell !== '').length > 3,
  );
  const header = rows[at] ?? [];
  return rows
    .slice(at + 1)
    .map((row) => Object.fromEntries(header.map((column, place) => [String(column), row[place]])));
}

const cellCents = (cell: unknown): bigint => centsOf(Number(cell ?? 0).toFixed(2));

async function bookOfTheClose(page: Page, { language, month, owner }: Role, rows: readonly WireRow[]) {
  await test.step('another program reads in the workbook the same figures, evidence and history', async () => {
    const book = await downloadedBook(page, month);
    const then = word(language, 'closing.before');
    const figures = sheetOf(book, word(language, 'closing.title'));
    const accounts = new Map(rows.map((row) => [`${row.Canal}/${row.Cuenta}`, row]));
    expect(figures.map(({ Canal, Cuenta }) => `${Canal}/${Cuenta}`).toSorted()).toEqual(
      [...accounts.keys()].toSorted(),
    );
    for (const line of figures) {
      const its = rows.filter((row) => isOf(row, { Canal: String(line.Canal), Cuenta: String(line.Cuenta) }));
      expect(line[`Filas · ${then}`]).toBe(its.length);
      for (const column of ['Ventas', ...Object.values(SCOPES)]) {
        expect(cellCents(line[`${column} · ${then}`]), `${line.Cuenta} ${column}`).toBe(sumOf(its, column));
        expect(cellCents(line[`${column} · ${word(language, 'closing.difference')}`])).toBe(0n);
      }
    }
    const facts = book.find(({ name }) => name === 'Evidencia')?.rows ?? [];
    const evidence = new Map(facts.map(([name, value]) => [name, value]));
    for (const column of ['Ventas', ...Object.values(SCOPES)]) {
      expect(
        centsOf(String(evidence.get(`${word(language, 'workbook.by-product')}: ${column}`))),
        column,
      ).toBe(sumOf(rows, column));
    }
    const log = sheetOf(book, word(language, 'closing.log'));
    expect(log).toHaveLength(1);
    expect(log[0]?.[word(language, 'closing.log-what')]).toBe(word(language, 'closing.log-closed'));
    expect(log[0]?.[word(language, 'closing.log-owner')]).toBe(owner);
    expect(String(log[0]?.[word(language, 'closing.log-noted')])).toContain(`Σ ${month}`);
  });
}

/** An order sells for more and another costs more: the month says by how much each, until somebody looks, and reopens. */
async function driftOfTheMonth(
  page: Page,
  source: Source,
  { language, month, owner }: Role,
  own: readonly WireRow[],
) {
  const before = await monthFromApi(source.baseUrl, KEY, month);
  const [sold, costed] = own.filter((row) => row['Tipo de Dato'] === 'Orden').slice(3);
  const targetOf = (row: WireRow | undefined) => ({ ...ACCOUNT, Orden: row?.Orden ?? '' });

  await test.step('the source changes two orders of the closed month', async () => {
    const { world } = source.service;
    source.advanceMs(3_600_000);
    world.change({ kind: 'add-amount', column: 'Ventas', cents: SALE_CENTS, target: targetOf(sold) });
    world.change({
      kind: 'add-amount',
      column: 'Costo de Producto',
      cents: COST_CENTS,
      target: targetOf(costed),
    });
    source.advanceMs(60_000);
    await page.getByTestId('sync-now').click();
    await expect(ofMonth(page, 'close-state', month)).toHaveAttribute('data-value', 'drifted', {
      timeout: 60_000,
    });
    await expectSyncState(page, 'idle');
  });

  const after = await monthFromApi(source.baseUrl, KEY, month);
  const moved = (column: string, order?: string): bigint => {
    const its = (rows: readonly WireRow[]) =>
      rows.filter((row) => order === undefined || row.Orden === order);
    return sumOf(its(after), column) - sumOf(its(before), column);
  };

  await test.step('the month is amber; what moved is exact, by cause and scope', async () => {
    await expect(ofMonth(page, 'month-cell', month)).toHaveAttribute('data-state', 'moved');
    const total = centsOf((await ofMonth(page, 'drift-total', month).getAttribute('data-value')) ?? '');
    expect(total).toBe(moved(SCOPES.total));
    expect(total).not.toBe(0n);
    const causes = { source: sold?.Orden, 'product-cost': costed?.Orden };
    await expect(page.getByTestId('drift-cause')).toHaveCount(2);
    for (const [cause, order] of Object.entries(causes)) {
      const line = page.locator(`[data-testid=drift-cause][data-cause=${cause}]`);
      for (const scope of SCOPE_NAMES) {
        const value = await line.getByTestId(`drift-cause-${scope}`).getAttribute('data-value');
        expect(centsOf(value ?? 'x'), `${cause} ${scope}`).toBe(moved(SCOPES[scope], order));
      }
    }
    await expectReadable(page, language);
  });

  await test.step('somebody looks at it: closed again, and the workbook has what moved', async () => {
    await page.getByTestId('see-drift').click();
    await expect(ofMonth(page, 'close-state', month)).toHaveAttribute('data-value', 'closed');
    expect(centsOf((await ofMonth(page, 'drift-total', month).getAttribute('data-value')) ?? '')).toBe(
      moved(SCOPES.total),
    );
    const drift = sheetOf(await downloadedBook(page, month), word(language, 'closing.drift'));
    const difference = `${SCOPES.total} · ${word(language, 'closing.difference')}`;
    expect(drift.map(({ Orden }) => String(Orden)).toSorted()).toEqual(
      [sold?.Orden, costed?.Orden].toSorted(),
    );
    for (const line of drift) {
      expect(cellCents(line[difference])).toBe(moved(SCOPES.total, String(line.Orden)));
    }
  });

  await test.step('reopened, and the history of the month has every step with its name', async () => {
    await ofMonth(page, 'reopen-month', month).click();
    await expect(ofMonth(page, 'close-state', month)).toHaveAttribute('data-value', 'open');
    await page.getByTestId('close-log').click();
    const steps = page.getByTestId('close-log-line');
    const said = await steps.evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.value));
    expect(said).toEqual(['reopened', 'seen', 'closed']);
    for (const line of await steps.all()) await expect(line).toContainText(owner);
    await expectReadable(page, language);
  });
}
