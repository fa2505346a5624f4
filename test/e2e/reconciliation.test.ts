import { expect, type Page } from '@playwright/test';
import type { Intercept } from '#electron/demo/service/start-service.ts';
import { axeFindings } from './axe-findings.ts';
import { FAST, test } from './journey.ts';
import { dataValueOf, expectSyncState, openTool, showEverything } from './screen.ts';
import { KEY } from './source-service.ts';

/** Faults that are planted in a demo company: the screen names each of them, and nothing where none is. */

type Row = { readonly [column: string]: string | null | undefined };
/** Units of the fourth decimal, as exact as a sum of whole numbers is. */
const unitsOf = (row: Row, column: string): bigint => BigInt(Math.round(Number(row[column] ?? '0') * 10_000));
function totalOf(rows: readonly Row[], column = 'Ventas'): string {
  const units = rows.reduce((sum, row) => sum + unitsOf(row, column), 0n);
  const digits = `${units < 0n ? -units : units}`.padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Adds a unit to what is left of an order: it no longer follows from its other amounts. */
function breakOrder(order: string): Intercept {
  return (request, service) => {
    const response = service.handleRequest(request);
    if (response.status !== 200 || !request.query.has('categories')) return response;
    const page = JSON.parse(Buffer.from(response.body).toString('utf8')) as {
      data?: Record<string, string>[];
    };
    if (page.data === undefined) return response;
    const data = page.data.map((row) =>
      row.Orden === order
        ? { ...row, 'Rentabilidad Total': (Number(row['Rentabilidad Total']) + 1).toFixed(2) }
        : row,
    );
    return { ...response, body: JSON.stringify({ ...page, data }) };
  };
}

async function explain(page: Page, amount: string): Promise<void> {
  await page.getByTestId('explain-amount').fill(amount);
  await page.getByTestId('explain-run').click();
}
const first = (page: Page) => page.getByTestId('explain-result').first();

test('a broken identity, a filter, a day, another date and two causes at once are each named first', async ({
  journey,
}) => {
  const source = await journey.source({ plan: 'free', orders: 1500 });
  const rows: readonly Row[] = [
    ...source.service.world.truth((row) => (row['Fecha de compra'] ?? '') >= '2026-10-01'),
  ];
  const order = rows.find((row) => row['Tipo de Dato'] === 'Orden')?.Orden ?? '';
  source.intercept(breakOrder(order));
  const host = await journey.host({
    baseUrl: source.baseUrl,
    plan: 'free',
    key: KEY,
    requestsPerMinute: FAST,
  });
  const { page } = await journey.browser(host.address);
  await expectSyncState(page, 'idle');
  await page.getByTestId('nav-orders').click();
  await showEverything(page);
  await openTool(page, 'rows');

  await test.step('the broken identity, and no other', async () => {
    const broken = rows.filter((row) => row.Orden === order).length;
    await expect(page.getByTestId('proof-total')).toHaveAttribute('data-value', String(broken));
    expect(await dataValueOf(page, 'proof-comercial')).toBe('0');
    expect(await dataValueOf(page, 'proof-cobros')).toBe('0');
  });

  await test.step('nothing planted, nothing told', async () => {
    await openTool(page, 'explain');
    await explain(page, totalOf(rows));
    await expect(page.getByTestId('explain-difference')).toHaveAttribute('data-value', /^-?0([.]0*)?$/);
    await expect(page.getByTestId('explain-result')).toHaveCount(0);
  });

  const viewOf = async (name: string, of: readonly Row[]) =>
    test.step(name, async () => {
      await explain(page, totalOf(of));
      await expect(first(page)).toHaveAttribute('data-changes', name);
      await expect(first(page)).toHaveAttribute('data-remains', /^-?0([.]0*)?$/);
    });
  const noAdverts = rows.filter((row) => row['Tipo de Dato'] !== 'Publicación');
  await viewOf('Tipo de Dato -Publicación', noAdverts);
  await viewOf(
    'Tipo de Dato -Publicación; Estado de Orden -Cancelada',
    noAdverts.filter((row) => row['Estado de Orden'] !== 'Cancelada'),
  );

  await page.getByTestId('period').click();
  await page.getByTestId('period-month-2026-10').click();
  await page.keyboard.press('Escape');
  const within = (column: string, to: string) =>
    rows.filter((row) => (row[column] ?? '') >= '2026-10-01' && (row[column] ?? '') < to);
  await viewOf('hasta -1d', within('Fecha de compra', '2026-10-31'));
  await viewOf('Fecha: Fecha de Pago', within('Fecha de Pago', '2026-11-01'));
  expect(await axeFindings(page)).toEqual([]);
  await openTool(page, 'bridge');
  await expect(page.getByTestId('bridge-part').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
