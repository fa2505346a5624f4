import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { downloaded } from './app-under-test.ts';
import { axeFindings } from './axe-findings.ts';
import { readCsv } from './csv-reader.ts';
import { openReadAccount, test } from './journey.ts';
import { rowsOfCuadra, runCuadra } from './program-questions.ts';
import {
  closeByChecklist,
  dataValueOf,
  expectSyncState,
  expectTotals,
  openStep,
  showEverything,
} from './screen.ts';

/** A month that is closed stays as it was, and says what became of its rows since. */

const MONTH = '2026-10';
const PLANTED_CENTS = 150_37;

const sideOf = async (page: Page, side: 'debit' | 'credit'): Promise<bigint> => {
  const total = page.locator(`[data-testid=journal-total][data-side=${side}]`);
  return toGrains((await total.getAttribute('data-value')) ?? '');
};
const ofMonth = (page: Page, id: string) => page.locator(`[data-testid=${id}][data-month="${MONTH}"]`);

test('a closed month says what the source changed in it, to the cent and why; each step of it is within reach', async ({
  journey,
}) => {
  const { source, browser, host } = await openReadAccount(journey, { orders: 600 });
  const { page } = browser;
  const { profileDirectory } = host;
  const journal = ['journal', '--month', MONTH] as const;
  // No such thing yet, and a program is told so.
  expect((await runCuadra(profileDirectory, ...journal)).code).toBe(4);
  await openStep(page, MONTH, 'close');
  await expect(ofMonth(page, 'close-state')).toHaveAttribute('data-value', 'open');
  await closeByChecklist(page, 'Ana');
  await expect(ofMonth(page, 'close-state')).toHaveAttribute('data-value', 'closed');
  await expect(ofMonth(page, 'month-cell')).toHaveAttribute('data-state', 'closed');
  expect(toGrains((await ofMonth(page, 'drift-total').getAttribute('data-value')) ?? '')).toBe(0n);

  await test.step('its entries balance, and leave once, with their numbers', async () => {
    expect(await sideOf(page, 'debit')).toBe(await sideOf(page, 'credit'));
    expect(await sideOf(page, 'debit')).not.toBe(0n);
    const { path } = await downloaded(page, () => page.getByTestId('journal-export-csv').click());
    const [head = [], ...lines] = readCsv(await readFile(path, 'utf8'), ',');
    const sum = (heading: string) =>
      lines.reduce((whole, line) => whole + toGrains(line[head.indexOf(heading)] || '0'), 0n);
    expect([sum('debit'), sum('credit')]).toEqual([
      await sideOf(page, 'debit'),
      await sideOf(page, 'credit'),
    ]);
    await expect(page.getByTestId('journal-entry').first()).toHaveAttribute('data-value', `${MONTH}-1-001`);
    await expect(page.getByTestId('journal-exported')).toHaveCount(1);
    // A program is told the same lines, under the same numbers.
    const told = await rowsOfCuadra(profileDirectory, ...journal);
    const columns = ['number', 'account', 'debit', 'credit'] as const;
    const inFile = lines.map((line) => columns.map((column) => line[head.indexOf(column)] ?? ''));
    expect(told.map((row) => columns.map((column) => row[column] ?? ''))).toEqual(inFile);
  });

  await test.step('the source changes an order of it', async () => {
    source.advanceMs(3_600_000);
    const row = [
      ...source.service.world.truth((each) => (each['Fecha de compra'] ?? '').startsWith(MONTH)),
    ].find((each) => each['Tipo de Dato'] === 'Orden' && (each['Fecha de compra'] ?? '') >= '2026-10-05');
    const { Canal = '', Cuenta = '', Orden = '' } = row ?? {};
    const target = { Canal, Cuenta, Orden };
    source.service.world.change({ kind: 'add-amount', column: 'Ventas', cents: PLANTED_CENTS, target });
    source.advanceMs(60_000);
    const [sync] = await rowsOfCuadra(profileDirectory, 'sync', '--once');
    expect(sync).toMatchObject({ outcome: 'done', ordersChanged: 1 });
    await page.getByTestId('nav-orders').click();
    await showEverything(page);
    await expectTotals(page, source.everything(), 60_000);
    await expectSyncState(page, 'idle');
    await openStep(page, MONTH, 'close');
  });

  await test.step('the month, the strip and the queue say so', async () => {
    await expect(ofMonth(page, 'close-state')).toHaveAttribute('data-value', 'drifted');
    const drift = (await ofMonth(page, 'drift-total').getAttribute('data-value')) ?? '';
    expect(toGrains(drift)).toBe(toGrains((PLANTED_CENTS / 100).toFixed(2)));
    await expect(ofMonth(page, 'month-cell')).toHaveAttribute('data-state', 'moved');
    await page.getByTestId('to-exceptions').click();
    await page.getByTestId('exceptions-search').fill('Mes cerrado');
    await expect(page.locator('[data-testid=exception][data-kind=closed-month]')).toHaveCount(1);
    await page.getByTestId('month-back').click();
    const causes = page.getByTestId('drift-cause');
    await expect(causes).toHaveCount(1);
    await expect(causes).toHaveAttribute('data-cause', 'source');
    expect(toGrains(await dataValueOf(page, 'drift-cause-total'))).toBe(toGrains(drift));
  });

  await test.step('its adjustment is taken once; the month stays as it is', async () => {
    const drift = (await ofMonth(page, 'drift-total').getAttribute('data-value')) ?? '';
    expect(toGrains(await dataValueOf(page, 'drift-adjustment'))).toBe(toGrains(drift));
    expect(toGrains(await dataValueOf(page, 'adjustment-total'))).toBe(toGrains(drift));
    await page.getByTestId('take-adjustment').click();
    const taken = page.getByTestId('adjustment-taken');
    await expect(taken).toHaveCount(1);
    expect(toGrains((await taken.getAttribute('data-value')) ?? '')).toBe(toGrains(drift));
    expect(toGrains(await dataValueOf(page, 'drift-adjustment'))).toBe(0n);
    await expect(ofMonth(page, 'drift-total')).toHaveAttribute('data-value', drift);
    // What was exported stays, and what moved is an entry beside it.
    await expect(page.getByTestId('journal-shown')).toHaveAttribute('data-value', 'proposed');
    await expect(page.getByTestId('journal-differences')).toHaveAttribute('data-value', '1');
    expect(await sideOf(page, 'credit')).toBe(await sideOf(page, 'debit'));
    await page.getByTestId('journal-entry').getByRole('button').click();
    const owed = page.locator('[data-testid=journal-line][data-line=receivable]');
    expect(toGrains((await owed.getAttribute('data-value')) ?? '')).toBe(toGrains(drift));
  });

  await test.step('who closed is who says what of it', async () => {
    await page.getByTestId('to-exceptions').click();
    await page.getByTestId('exceptions-search').fill('Mes cerrado');
    const exception = page.locator('[data-testid=exception][data-kind=closed-month]');
    await exception.getByRole('button').click();
    await expect(page.getByTestId('exception-owner')).toHaveValue('Ana');
  });

  await test.step('each step comes by one press, and says that one is there', async () => {
    await page.getByTestId('month-back').click();
    for (const id of STEP_IDS) {
      const step = page.locator(`[data-testid=month-step][data-step=${id}]`);
      await step.click();
      await expect(step).toHaveAttribute('aria-current', 'step');
      expect(await axeFindings(page), id).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page), 'dark').toEqual([]);
  });
});
