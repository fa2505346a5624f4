import { expect, test } from 'vitest';
import { monthsBetween } from '#renderer/features/changes/changes-state.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createFakeLocks } from './fake-locks.ts';
import {
  COLUMNS_SENT,
  changes,
  checkpoint,
  commitOf,
  openWindow,
  pagesOf,
  row,
  utc,
} from './ledger-fixtures.ts';
import { freshServiceAccount, LINE, MARCH, startPage } from './started-page.ts';

/**
 * Dates that no calendar reaches, through the real ledger: they are kept and counted, and nothing is as long as they are
 * far. Loops over the months to them ended in «Maximum call stack».
 */

const NOW = utc('2026-03-20T10:00:00.000Z');
const KNOWN = {
  ...checkpoint('2026-01-01'),
  history: { startedAt: NOW, target: null, finishedAt: NOW, greatestUpdate: NOW },
  changes: { from: NOW, knownUntil: NOW, lastReadAt: NOW },
};

const FAR = [
  row({ Orden: 'F-1', 'Fecha de compra': '9999-12-31T23:59:59.999', Ventas: '1.00' }),
  row({ Orden: 'F-2', 'Fecha de compra': '0001-01-01T00:00:00.000', Ventas: '2.00' }),
  row({ Orden: 'F-3', 'Fecha de compra': '2199-05-01T00:00:00.000', Ventas: '4.00' }),
  row({ Orden: 'F-4', 'Fecha de compra': '2027-05-01T00:00:00.000', Ventas: '8.00' }),
];
const NEAR = [
  row({ Orden: 'A', Ventas: '16.00', 'Fecha de Pago': '9999-12-31T00:00:00.000' }),
  row({ Orden: 'B', Ventas: '32.00', 'Fecha de Pago': '2026-03-12T00:00:00.000' }),
  row({ Orden: 'C', Ventas: '64.00', 'Fecha de Pago': null }),
];

async function startFar() {
  const page = startPage(createFakeLocks());
  const accountId = freshServiceAccount();
  await page.service.open({ accountId, line: LINE });
  const { calls } = await page.main();
  await calls.openWindow(openWindow('w1', MARCH));
  const columns = [...COLUMNS_SENT, 'Fecha de Pago'];
  for (const staged of pagesOf('w1', MARCH, NEAR, { columns })) await calls.stagePage(staged);
  expect(await calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'settled' });
  await calls.commitWindow(commitOf('w1', { checkpoint: KNOWN }));
  const window = changes('2026-03-19T00:00:00.000Z', '2026-03-20T00:00:00.000Z');
  await calls.openWindow(openWindow('w2', window));
  const dated = FAR.map((values) => ({ ...values, 'Fecha de actualización': '2026-03-19T12:00:00.000Z' }));
  for (const staged of pagesOf('w2', window, dated)) await calls.stagePage(staged);
  expect(await calls.judgeWindow({ windowId: 'w2' })).toMatchObject({ kind: 'settled' });
  await calls.commitWindow(commitOf('w2', { checkpoint: KNOWN }));
  return { page, calls, accountId };
}

test('rows of far dates are kept and counted, beside a calendar that ends with the present', async () => {
  const { page, calls } = await startFar();
  const { service } = page;
  const all = await service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] });
  expect([all.rows, all.sums.Ventas]).toEqual([7, '127.00']);

  const facts = await service.readFacts(null);
  expect(facts).toMatchObject({
    rows: 7,
    firstPurchase: '2026-03-10T12:00:00.000',
    lastPurchase: '2026-03-10T12:00:00.000',
  });
  expect(monthsBetween(facts.firstPurchase, facts.lastPurchase)).toEqual(['2026-03']);

  const coverage = await service.readCoverage(null);
  expect(coverage.months.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03']);
  expect(coverage).toMatchObject({ outOfRangeRows: 4, undatedRows: 0 });
  const inMonths = coverage.months.reduce((sum, { rows }) => sum + rows, 0);
  expect(inMonths + coverage.outOfRangeRows + coverage.undatedRows).toBe(facts.rows);

  // What the main process is told can be sent, and asked for.
  const state = await calls.readState(null);
  expect(state.rows).toBe(7);
  expect(state.months.every(({ month }) => /^2026-03$|^2027-05$/.test(month))).toBe(true);
});

test('months of purchase and of payment have groups for what lies in none, which lead to their rows', async () => {
  const { page } = await startFar();
  const groupsOf = async (column: 'Fecha de compra' | 'Fecha de Pago') => {
    const dimension = { column, unit: 'month' } as const;
    const { groups } = await page.service.readGroups({
      selection: EVERYTHING,
      dimension,
      columns: ['Ventas'],
    });
    return groups.map(({ value, totals }) => [value, totals.sums.Ventas]);
  };
  expect(await groupsOf('Fecha de compra')).toEqual([
    ['2026-03', '112.00'],
    ['2027-05', '8.00'],
    ['<2000-01-01', '2.00'],
    ['>2027-12-31', '5.00'],
  ]);
  expect(await groupsOf('Fecha de Pago')).toEqual([
    ['', '79.00'],
    ['2026-03', '32.00'],
    ['>2027-12-31', '16.00'],
  ]);
  const late = { from: '2028-01-01', to: '9999-12-31' } as NonNullable<(typeof EVERYTHING)['period']>;
  const selection = { ...EVERYTHING, period: late };
  expect(await page.service.readTotals({ selection, columns: ['Ventas'] })).toMatchObject({
    rows: 2,
    sums: { Ventas: '5.00' },
  });
});

test('a copy of far dates opens again as it was', async () => {
  const { page, accountId } = await startFar();
  const before = await page.service.readCoverage(null);
  await page.service.close(null);
  expect(await page.service.open({ accountId, line: LINE })).toMatchObject({
    kind: 'open',
    facts: { rows: 7, lastPurchase: '2026-03-10T12:00:00.000' },
  });
  expect(await page.service.readCoverage(null)).toMatchObject({
    months: before.months.map(({ month, rows }) => ({ month, rows })),
    outOfRangeRows: 4,
  });
});

test('an order of far dates that loses a row waits for no reading that nobody can make', async () => {
  const { calls } = await startFar();
  const window = changes('2026-03-19T12:00:00.000Z', '2026-03-20T09:00:00.000Z');
  const updated = { 'Fecha de actualización': '2026-03-20T08:00:00.000Z' };
  // Stored rows at 9999, at 2199 and at 2026-03-10 have no counterpart among these.
  const other = { ...updated, 'SKU Producto': 'SKU-2' };
  const rows = [
    row({ Orden: 'F-1', ...other }),
    row({ Orden: 'F-3', ...other }),
    row({ Orden: 'A', ...other }),
  ];
  await calls.openWindow(openWindow('w3', window));
  for (const staged of pagesOf('w3', window, rows)) await calls.stagePage(staged);
  const judged = await calls.judgeWindow({ windowId: 'w3' });
  // The place of A can be read; the year 9999 cannot, nor can it be named in a request.
  if (judged.kind !== 'settled') throw new Error(`It is ${judged.kind}.`);
  expect(judged.verification).toEqual([
    { from: '2026-03-10T12:00:00.000', to: '2026-03-10T12:00:00.001', storedRows: 3 },
  ]);
});

test('a row dated ahead of the present is gone once its sub-order came with its date, and nothing waits for that day', async () => {
  const { page, calls } = await startFar();
  const window = changes('2026-03-19T12:00:00.000Z', '2026-03-20T09:00:00.000Z');
  const found = row({
    Orden: 'F-4',
    'Fecha de compra': '2026-03-05T09:00:00.000',
    'Fecha de actualización': '2026-03-20T08:00:00.000Z',
    Ventas: '8.00',
  });
  await calls.openWindow(openWindow('w3', window));
  for (const staged of pagesOf('w3', window, [found])) await calls.stagePage(staged);
  expect(await calls.judgeWindow({ windowId: 'w3' })).toMatchObject({
    verification: [{ from: '2026-03-05T09:00:00.000', to: '2026-03-05T09:00:00.001' }],
  });
  await calls.commitWindow(commitOf('w3', { checkpoint: KNOWN }));
  const all = await page.service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] });
  expect([all.rows, all.sums.Ventas]).toEqual([7, '127.00']);
  expect(await page.service.readCoverage(null)).toMatchObject({ outOfRangeRows: 3 });

  // The day it has now is read, and then nothing is left to be verified.
  await calls.openWindow(openWindow('w4', MARCH, 'reread'));
  for (const staged of pagesOf('w4', MARCH, [...NEAR, found])) await calls.stagePage(staged);
  await calls.judgeWindow({ windowId: 'w4' });
  expect(await calls.commitWindow(commitOf('w4', { checkpoint: KNOWN }))).toMatchObject({ ordersQueued: 0 });
});
