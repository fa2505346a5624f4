import { expect, test } from 'vitest';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { type FileInMemory, fileInMemory, spillInMemory } from './out-of-memory.ts';

/** A copy whose rows do not fit the memory they may take. */

const ROWS = Array.from({ length: 40 }, (_, at) => row({ Orden: `O-${at}`, Ventas: `${at}.25` }));
const QUERY = { selection: EVERYTHING, columns: ['Ventas'] };

async function boundedCopy() {
  const files: FileInMemory[] = [];
  const openFile = async () => {
    const file = fileInMemory();
    files.push(file);
    return file;
  };
  const page = startPage(createFakeLocks(), { ...spillInMemory(), openFile });
  expect(await page.service.boundRows({ bound: 0 })).toBeNull();
  const accountId = freshServiceAccount();
  await page.service.open({ accountId, line: LINE });
  const { calls } = await page.main();
  await load(calls, 'w1', ROWS);
  return { page, accountId, calls, files };
}

test('answers as any other, through commits, and says what is on disk', async () => {
  const { page, calls } = await boundedCopy();
  expect(await page.service.readTotals(QUERY)).toMatchObject({ rows: 40, sums: { Ventas: '790.00' } });
  const state = await page.service.boundRows({ bound: 0 });
  expect(state).toMatchObject({ bound: 0, isKept: true });
  expect(state?.outBytes).toBeGreaterThan(0);
  await load(calls, 'w2', [...ROWS.slice(1), row({ Orden: 'O-0', Ventas: '1000.00' })]);
  expect(await page.service.readTotals(QUERY)).toMatchObject({ rows: 40, sums: { Ventas: '1789.75' } });
  await page.service.freeze(null);
  await load(calls, 'w3', [...ROWS.slice(1), row({ Orden: 'O-0', Ventas: '2000.00' })]);
  expect(await page.service.readTotals(QUERY)).toMatchObject({ sums: { Ventas: '1789.75' } });
  await page.service.release(null);
  expect(await page.service.readTotals(QUERY)).toMatchObject({ sums: { Ventas: '2789.75' } });
});

test('whose file is damaged answers nothing of it, and is whole once it is opened again', async () => {
  const { page, accountId, files } = await boundedCopy();
  await page.service.boundRows({ bound: 0 });
  for (const file of files) file.bytes().fill(9);
  await expect(page.service.readTotals({ ...QUERY, columns: ['Ventas', 'Unidades'] })).rejects.toMatchObject({
    code: 'ledger-lost',
  });
  expect(page.events.map(([event]) => event)).toContain('rowsLost');
  expect(await page.service.open({ accountId, line: LINE })).toMatchObject({ kind: 'open' });
  expect(await page.service.readTotals(QUERY)).toMatchObject({ rows: 40, sums: { Ventas: '790.00' } });
  await page.service.close(null);
  expect(files.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test('whose file cannot be read while it opens is opened with its rows in memory', async () => {
  const { page, accountId } = await boundedCopy();
  await page.service.close(null);
  const files: FileInMemory[] = [];
  const openFile = async () => {
    const file = Object.assign(fileInMemory(), { read: () => false });
    files.push(file);
    return file;
  };
  const next = startPage(createFakeLocks(), { ...spillInMemory(), openFile });
  await next.service.boundRows({ bound: 0 });
  expect(await next.service.open({ accountId, line: LINE })).toMatchObject({ kind: 'open' });
  expect(files.map(({ isClosed }) => isClosed)).toEqual([true]);
  expect(await next.service.readTotals(QUERY)).toMatchObject({ rows: 40, sums: { Ventas: '790.00' } });
  expect(await next.service.boundRows({ bound: 0 })).toMatchObject({ outBytes: 0, isKept: false });
  // It is the open copy like any other: its line brings rows, and nobody was told of a loss.
  const { calls } = await next.main();
  await load(calls, 'w2', [...ROWS.slice(1), row({ Orden: 'O-0', Ventas: '1000.00' })]);
  expect(await next.service.readTotals(QUERY)).toMatchObject({ sums: { Ventas: '1789.75' } });
  expect(next.events.map(([event]) => event)).not.toContain('rowsLost');
});
