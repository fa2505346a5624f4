import Dexie from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { keepCells } from '#test/renderer/data/storage/cubes/start-with-cubes.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { purchases, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { openUntilClosed, read } from '#test/renderer/data/storage/real-ledger.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { pullText, startCsv } from './pull-file.ts';

/** A copy that is opened before its rows are in memory: what cells tell is told, all else waits. */

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const ROWS = [
  row({ Orden: 'A', Ventas: '1.10', Marca: 'Ñ' }),
  row({ Orden: 'B', Ventas: '2.20', Marca: 'N' }),
];
const TOTALS = { selection: EVERYTHING, columns: ['Ventas'] };
const OF_BRAND: Selection = { ...EVERYTHING, filters: [{ column: 'Marca', values: ['Ñ'] }] };
const LINES = { selection: EVERYTHING, grouping: 'rows', sort: null, columns: ['Orden', 'Ventas'] } as const;
const FILE = { kind: 'rows', name: 'Órdenes', query: LINES } as const;

/** A copy whose cells are kept. */
async function keptAccount(spoil: (database: Dexie) => Promise<unknown> = async () => {}): Promise<string> {
  const account = freshAccount();
  const ledger = await openUntilClosed(account);
  await read(ledger, 'w1', MARCH, ROWS, { pages: 1 });
  await keepCells(ledger);
  ledger.close();
  const database = await new Dexie(databaseName(account)).open();
  await spoil(database);
  database.close();
  return account;
}
const loseRows = (database: Dexie) => database.table('segmentChunks').clear();

async function openEarly(account: string) {
  const page = startPage(createFakeLocks());
  const opening = await page.service.open({ accountId: account, line: LINE });
  if (opening.kind !== 'open') throw new Error(`It says ${opening.kind}.`);
  const opened = () => page.events.some(([event]) => event === 'rowsOpened');
  return { ...page, facts: opening.facts, opened: () => vi.waitUntil(opened, { timeout: 20_000 }) };
}

describe('a copy whose cells are kept', () => {
  test('tells totals before the rows, and is the same when they are there', async () => {
    const { service, facts, events, opened } = await openEarly(await keptAccount());
    expect(facts).toMatchObject({ rows: 2, orders: 2, rowsOpening: { rows: 2 }, revision: 1 });
    const early = await service.readTotals(TOTALS);
    expect(early).toMatchObject({ rows: 2, orders: 2, sums: { Ventas: '3.30' }, revision: 1 });
    const coverage = await service.readCoverage(null);
    expect(coverage.months.map(({ month, rows, orders }) => [month, rows, orders])).toContainEqual([
      '2026-03',
      2,
      2,
    ]);
    await opened();
    const { rowsOpening, ...now } = await service.readFacts(null);
    const { rowsOpening: _, ...before } = facts;
    expect(rowsOpening ?? null).toBeNull();
    expect(now).toEqual(before);
    expect(await service.readTotals(TOTALS)).toEqual(early);
    expect(await service.readCoverage(null)).toEqual(coverage);
    expect(events.map(([event]) => event)).not.toContain('committed');
    const told = events.flatMap(([event, progress]) => (event === 'opening' ? [progress] : []));
    expect(told.at(-1)).toEqual({ rowsRead: 2, rows: 2 });
  });

  test('lets whatever needs rows wait for them: lines, other filters, files, what the user says', async () => {
    const { service, events } = await openEarly(await keptAccount());
    const asked = Promise.all([
      service.readTableRows({ ...LINES, offset: 0, limit: 9 }),
      service.readTotals({ ...TOTALS, selection: OF_BRAND }),
      startCsv(service, FILE, EXACT_CSV).then(({ file }) => pullText(file)),
      service.writeAnnotations({ kind: 'own-cost', puts: [], deletes: [] }),
      service.freeze(null),
    ]);
    expect(events.map(([event]) => event)).not.toContain('rowsOpened');
    const [lines, ofBrand, file] = await asked;
    expect(lines.total).toBe(2);
    expect(ofBrand).toMatchObject({ rows: 1, sums: { Ventas: '1.10' } });
    expect(file).toContain('2.20');
    expect(events.map(([event]) => event)).toContain('rowsOpened');
  });

  test('whose rows turn out to be lost tells so by another revision, and no file is made of what was shown', async () => {
    const { service, facts, opened } = await openEarly(await keptAccount(loseRows));
    expect(await service.readTotals(TOTALS)).toMatchObject({ rows: 2, revision: 1 });
    const file = startCsv(service, FILE, EXACT_CSV);
    await expect(file).rejects.toMatchObject({ code: 'superseded' });
    await opened();
    const now = await service.readFacts(null);
    expect(now).toMatchObject({ rows: 0, damage: { rowsLost: 2 } });
    expect(now.revision).toBeGreaterThan(facts.revision);
    expect(await service.readTotals(TOTALS)).toMatchObject({ rows: 0, revision: now.revision });
  });

  test('is closed, and another is opened, while its rows are on their way', async () => {
    const [account, other] = [await keptAccount(), await keptAccount()];
    const { service } = await openEarly(account);
    expect(await service.open({ accountId: other, line: LINE })).toMatchObject({ kind: 'open' });
    await service.close(null);
    await expect(async () => service.readTotals(TOTALS)).rejects.toMatchObject({ code: 'not-open' });
    expect(await service.open({ accountId: account, line: LINE })).toMatchObject({ facts: { rows: 2 } });
  });

  test('goes by the rows once they are there: a commit makes early answers old', async () => {
    const { service, opened, main } = await openEarly(await keptAccount());
    await opened();
    const { calls } = await main();
    expect((await calls.readState(null)).rows).toBe(2);
    expect((await service.readValues({ selection: EVERYTHING, column: 'Canal' })).values).toHaveLength(1);
  });
});
