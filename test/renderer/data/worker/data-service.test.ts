import Dexie from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { EVERY_CHANGE } from '#renderer/data/model/changes.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import { EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import type { FileContent } from '#renderer/data/model/table-files.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { readWorkbook } from '#test/renderer/data/files/workbook-file.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { checkpoint, openWindow, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  MARCH,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { pullFile, pullText, readChunk, startCsv, startFile, streamsOf } from './pull-file.ts';

const QUERY: RowsQuery = {
  selection: EVERYTHING,
  grouping: 'rows',
  sort: { column: 'Orden', direction: 'ascending' },
  columns: ['Orden', 'Ventas'],
};

/** The rows of the tests' query, as a file. */
const ROWS = { kind: 'rows', name: 'Órdenes', query: QUERY } as const;
const COMMAS = { separator: ',', decimalSign: '.' } as const;

describe('the data worker', () => {
  test('says hello, serves the ledger to the main process and the figures to the page', async () => {
    const page = startPage(createFakeLocks());
    const accountId = freshAccount();
    expect(await page.service.open({ accountId, line: LINE })).toMatchObject({
      kind: 'open',
      facts: { rows: 0, orders: 0, firstPurchase: null, columns: [] },
    });
    const main = await page.main();
    expect(await main.hello).toEqual({
      type: 'ledger-hello',
      accountId,
      ownerEpoch: 1,
      ledgerId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await load(main.calls, 'w1', [row({ Orden: 'A', Ventas: '1.10' }), row({ Orden: 'B', Ventas: '2.20' })]);
    expect(await page.service.readFacts(null)).toMatchObject({
      rows: 2,
      orders: 2,
      firstPurchase: '2026-03-10T12:00:00.000',
      lastUpdate: '2026-03-10T15:00:00.000Z',
    });
    expect(await page.service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] })).toMatchObject({
      rows: 2,
      sums: { Ventas: '3.30' },
    });
    const { revision } = await page.service.readFacts(null);
    expect(page.events).toEqual([['committed', { revision }]]);
  });

  test('explains a figure step by step, of the rows as they are when it is done, until it is ended', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [
      row({ Orden: 'A', 'Estado de Orden': 'Regular', Ventas: '10.00' }),
      row({ Orden: 'B', 'Estado de Orden': 'Devuelta', Ventas: '2.50' }),
    ]);
    const query = { selection: EVERYTHING, measure: 'Ventas', amount: '10.00' as Decimal, currency: null };
    const explanation = streamsOf(page.service).explainFigure(query);
    await load(calls, 'w2', [row({ Orden: 'C', 'Estado de Orden': 'Devuelta', Ventas: '0.25' })]);
    for (;;) {
      const { done, value } = await explanation.next();
      if (done !== true) {
        expect(value.share).toBeLessThanOrEqual(1);
        continue;
      }
      const { base, results } = value;
      expect(base).toBe('12.75');
      expect(results[0]?.changes).toEqual([
        { kind: 'value', column: 'Estado de Orden', value: 'Devuelta', isIn: false },
      ]);
      break;
    }
    await explanation.cancel();
    await expect(explanation.next()).rejects.toMatchObject({ code: 'unknown-stream' });
  });

  test('lists the rows that a rule fails in, with the answers that brought them, on a page and in a file', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const advertising = (Orden: string, total: string) =>
      row({
        Orden,
        'Cobro por publicidad': '5.00',
        'Reembolso por publicidad': '1.00',
        'Costos por publicidad': total,
      });
    const columns = Object.keys(advertising('', ''));
    await load(
      calls,
      'w1',
      [advertising('A', '4.00'), advertising('B', '4.00'), advertising('C', '4.25')],
      columns,
    );
    // What the first reading brought, no log tells.
    await load(
      calls,
      'w2',
      [advertising('A', '4.00'), advertising('B', '4.25'), advertising('C', '4.25')],
      columns,
    );
    const { rules } = await page.service.readRowRules({ selection: EVERYTHING });
    expect(rules.find(({ id }) => id === 'advertising')).toMatchObject({ holds: 1, fails: 2, net: '0.50' });
    const asked = { selection: EVERYTHING, id: 'advertising' };
    const { groups } = await page.service.readFailureGroups(asked);
    expect(groups).toMatchObject([{ difference: '0.25', rows: 2 }]);
    const query = { ...asked, group: groups[0] ?? null };
    const { lines, total } = await page.service.readFailingRows({ ...query, offset: 0, limit: 9 });
    expect(total).toBe(2);
    const idOf = (order: string) => lines.find(({ cells }) => cells.Orden === order)?.correlationIds;
    const log = await page.service.readChanges({ ...EVERY_CHANGE, offset: 0, limit: 9 });
    expect(idOf('B')).toEqual(log.lines.find(({ Orden }) => Orden === 'B')?.correlationIds);
    expect(idOf('C')).toEqual([]);
    expect(idOf('B')).not.toEqual([]);
    const names = { table: 'Prueba', expected: 'Según la regla', difference: 'Diferencia' };
    const content = { kind: 'failing-rows', names, query } as const;
    const { file } = await startCsv(page.service, content, EXACT_CSV);
    const csv = await pullText(file);
    const texts = csv.trim().split(/\r?\n/);
    expect(texts).toHaveLength(3);
    expect(texts[0]).toContain('Diferencia');
    expect(texts.slice(1).every((line) => line.includes('4.25') && line.includes('0.25'))).toBe(true);
    expect(csv).toContain(idOf('B')?.[0]);
    // Figures that stand still are not told by a log that goes on.
    await page.service.freeze(null);
    const frozen = await page.service.readFailingRows({ ...query, offset: 0, limit: 9 });
    expect(frozen.lines.map(({ correlationIds }) => correlationIds)).toEqual([[], []]);
  });

  test('learns what is charged, and makes a claim of what is charged above it, with the answers that brought it', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const sales = (wrong: string, refunded = '0.00') =>
      Array.from({ length: 30 }, (_, at) => {
        const ventas = 1000 + 37 * at * at;
        return row({
          Orden: `O-${at}`,
          'Estado de Orden': 'Regular',
          Ventas: `${ventas}.00`,
          Unidades: '1',
          'Cobro de Comisiones': at === 3 ? wrong : ((ventas * 12) / 100).toFixed(2),
          'Reembolso de Comisiones': at === 3 ? refunded : '0.00',
        });
      });
    const columns = Object.keys(sales('')[0] ?? {});
    await load(calls, 'w1', sales('159.96'), columns);
    // The charge is right at first: no log tells of it. Then another answer brings one too many.
    await load(calls, 'w2', sales('259.96', '25.00'), columns);
    const rates = await page.service.readRates({ selection: EVERYTHING });
    expect(rates.lines).toMatchObject([
      { formula: { percent: '12' }, follows: 29, over: { rows: 1, amount: '100.00' }, claim: '75.00' },
    ]);
    const [line] = rates.lines;
    const query = {
      selection: EVERYTHING,
      id: line?.id ?? '',
      against: 'off',
      claimOnly: true,
    } as const;
    const { lines } = await page.service.readRateDeviations({ ...query, offset: 0, limit: 9 });
    expect(lines).toMatchObject([{ expected: '159.96', charged: '259.96', claim: '75.00' }]);
    expect(lines[0]?.correlationIds).not.toEqual([]);
    const names = {
      ...{ table: 'Reclamo', base: 'Base', charged: 'Cobrado', expected: 'Según la regla' },
      ...{ difference: 'Diferencia', refunded: 'Reembolsado', claim: 'A reclamar' },
    };
    const { file } = await startCsv(page.service, { kind: 'rate-deviations', names, query }, EXACT_CSV);
    const texts = (await pullText(file)).trim().split(/\r?\n/);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('"Cobrado","Según la regla","Diferencia","Reembolsado","A reclamar"');
    expect(texts[1]).toContain(`259.96,159.96,100.00,25.00,75.00,"${lines[0]?.correlationIds[0]}"`);
  });

  test('keeps what was dismissed away from what is odd, over re-reads, until its amounts change', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const below = (Orden: string, Ventas: string) => row({ Orden, 'Estado de Orden': 'Regular', Ventas });
    await load(calls, 'w1', [below('A', '-10.00'), below('B', '-2.50'), below('C', '3.00')]);
    const asked = { selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS };
    const list = {
      ...asked,
      kind: 'negative-sale',
      canal: null,
      isDismissed: false,
      offset: 0,
      limit: 9,
    } as const;
    const counts = async () =>
      (await page.service.readAnomalies(asked)).groups.map(({ orders, dismissed }) => [orders, dismissed]);
    expect(await counts()).toEqual([[2, 0]]);
    const { lines } = await page.service.readAnomalousOrders(list);
    const [{ key = '', evidence = '' } = {}] = lines;
    const kind = 'dismissed-anomaly';
    await page.service.writeAnnotations({ kind, puts: [{ key, value: { evidence, atMs: 1 } }], deletes: [] });
    expect(await counts()).toEqual([[1, 1]]);
    await load(calls, 'w2', [below('A', '-10.00'), below('B', '-2.75'), below('C', '3.00')]);
    expect(await counts()).toEqual([[1, 1]]);
    const again = await page.service.readAnomalousOrders(list);
    const log = await page.service.readChanges({ ...EVERY_CHANGE, offset: 0, limit: 9 });
    expect(again.lines.map(({ cells, correlationIds }) => [cells.Orden, correlationIds])).toEqual([
      ['B', log.lines.find(({ Orden }) => Orden === 'B')?.correlationIds],
    ]);
    await load(calls, 'w3', [below('A', '-11.00'), below('B', '-2.75'), below('C', '3.00')]);
    expect(await counts()).toEqual([[2, 0]]);
    await page.service.writeAnnotations({ kind, puts: [], deletes: [key] });
    expect(await counts()).toEqual([[2, 0]]);
  });

  test('refuses what does not fit the contract', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    await expect(calls.judgeWindow({ windowId: '' })).rejects.toMatchObject({ code: 'bad-input' });
    const bad = { ...openWindow('w', MARCH), purpose: 'other' as 'history' };
    await expect(calls.openWindow(bad)).rejects.toMatchObject({ code: 'bad-input' });
  });

  test('connects again after the line broke, with the same right', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const first = await page.main(0);
    page.refuse(1);
    first.end.close();
    const second = await page.main(1);
    expect((await second.hello).ownerEpoch).toBe((await first.hello).ownerEpoch);
    expect(await second.calls.readState(null)).toMatchObject({ rows: 0 });
  });

  test('takes another line for the account that is open', async () => {
    const page = startPage(createFakeLocks());
    const accountId = freshAccount();
    await page.service.open({ accountId, line: LINE });
    const first = await page.main(0);
    await page.service.open({ accountId, line: LINE });
    const second = await page.main(1);
    expect((await second.hello).ownerEpoch).toBe((await first.hello).ownerEpoch);
  });

  test('answers nothing when no account is open', async () => {
    const page = startPage(createFakeLocks());
    expect(() => page.service.readFacts(null)).toThrow(expect.objectContaining({ code: 'not-open' }));
    await page.service.open({ accountId: freshAccount(), line: LINE });
    await page.service.close(null);
    expect(() => page.service.readTotals({ selection: EVERYTHING, columns: [] })).toThrow();
  });
});

describe('figures that are frozen', () => {
  test('stay as they are while commits go on, files included, until they are released', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [row({ Orden: 'A', Ventas: '1.10' })]);
    const asked = { selection: EVERYTHING, columns: ['Ventas'] };
    const held = await page.service.freeze(null);
    expect(held).toEqual(await page.service.readFacts(null));
    const { file } = await startCsv(page.service, ROWS, COMMAS);

    await load(calls, 'w2', [row({ Orden: 'A', Ventas: '5.00' }), row({ Orden: 'B', Ventas: '2.20' })]);
    expect(await page.service.readTotals(asked)).toMatchObject({ rows: 1, sums: { Ventas: '1.10' } });
    expect((await page.service.readTableRows({ ...QUERY, offset: 0, limit: 9 })).lines).toMatchObject([
      { cells: ['A', '1.10'] },
    ]);
    expect(await page.service.readFacts(null)).toEqual(held);
    expect(await page.service.readLatestTotals(asked)).toMatchObject({ rows: 2, sums: { Ventas: '7.20' } });
    expect(await pullText(file)).toContain('"A",1.10');
    const csv = { kind: 'csv', csv: COMMAS } as const;
    const latest = await startFile(page.service, { content: ROWS, format: csv, isLatest: true });
    const { bytes, progress } = await pullFile(latest.file);
    expect(Buffer.from(bytes).toString('utf8')).toMatch(/"A",5\.00\r\n"B",2\.20|"B",2\.20\r\n"A",5\.00/);
    expect([latest.lines, progress.at(-1)]).toEqual([2, 2]);
    expect(page.events.map(([event]) => event)).toEqual(['committed', 'committed']);

    const now = await page.service.release(null);
    expect(now).toMatchObject({ revision: held.revision + 1, rows: 2 });
    expect(await page.service.readTotals(asked)).toMatchObject({ rows: 2, sums: { Ventas: '7.20' } });
  });

  test('name the last reading that they hold, and keep that name', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const readAt = (lastReadAt: string) => {
      const { changes, ...rest } = checkpoint();
      const view = { ...changes, lastReadAt: lastReadAt as UtcInstant };
      return calls.saveCheckpoint({ ...rest, changes: view });
    };
    /** The last reading that a file's evidence names. */
    const saidIn = async (content: FileContent, isLatest = false) => {
      const look = { places: { ofWhole: 2, ofBroken: 2 }, negatives: 'minus' } as const;
      const format = { kind: 'xlsx', title: 'Demo', look, facts: [] } as const;
      const { file } = await startFile(page.service, { content, format, isLatest });
      const sheets = await readWorkbook((await pullFile(file)).bytes);
      return sheets.at(-1)?.rows.find(([name]) => name === 'Última lectura de la API (UTC)')?.[1];
    };
    await readAt('2026-04-01T10:00:00.000Z');
    await page.service.freeze(null);
    await readAt('2026-04-01T11:00:00.000Z');
    expect(await page.service.readFacts(null)).toMatchObject({ readUntil: '2026-04-01T10:00:00.000Z' });
    expect([
      await saidIn(ROWS),
      await saidIn(ROWS, true),
      await saidIn({ kind: 'changes', name: 'Cambios', query: EVERY_CHANGE }),
    ]).toEqual(['2026-04-01T10:00:00.000Z', '2026-04-01T11:00:00.000Z', '2026-04-01T11:00:00.000Z']);
    expect(await page.service.release(null)).toMatchObject({ readUntil: '2026-04-01T11:00:00.000Z' });
    expect(await saidIn(ROWS)).toBe('2026-04-01T11:00:00.000Z');
  });

  test('are those of the copy that is open: another one is not frozen', async () => {
    const page = startPage(createFakeLocks());
    const [first, second] = [freshAccount(), freshAccount()];
    await page.service.open({ accountId: first, line: LINE });
    await page.service.freeze(null);
    await page.service.open({ accountId: second, line: LINE });
    await load((await page.main(1)).calls, 'w1', [row({})]);
    expect(await page.service.readFacts(null)).toMatchObject({ rows: 1 });
  });
});

describe('a copy that is deleted', () => {
  test('is gone, whoever had it open; the account begins anew', async () => {
    const locks = createFakeLocks();
    const accountId = freshAccount();
    const other = startPage(locks);
    await other.service.open({ accountId, line: LINE });
    const { calls, hello } = await other.main();
    await load(calls, 'w1', [row({})]);
    const { ledgerId } = await hello;

    const page = startPage(locks);
    await page.service.deleteCopy({ accountId });
    expect(await Dexie.exists(databaseName(accountId))).toBe(false);
    expect(other.events.map(([event]) => event)).toContain('ownershipLost');

    expect(await page.service.open({ accountId, line: LINE })).toMatchObject({
      kind: 'open',
      facts: { rows: 0 },
    });
    expect((await (await page.main()).hello).ledgerId).not.toBe(ledgerId);
  });

  test('that is open here is closed first; that of another account stays', async () => {
    const page = startPage(createFakeLocks());
    const [kept, gone] = [freshAccount(), freshAccount()];
    await page.service.open({ accountId: kept, line: LINE });
    await load((await page.main(0)).calls, 'w1', [row({})]);
    await page.service.open({ accountId: gone, line: LINE });
    await page.service.deleteCopy({ accountId: gone });
    expect(() => page.service.readFacts(null)).toThrow(expect.objectContaining({ code: 'not-open' }));
    expect(await page.service.open({ accountId: kept, line: LINE })).toMatchObject({ facts: { rows: 1 } });
    await page.service.deleteCopy({ accountId: gone });
    expect(await page.service.readFacts(null)).toMatchObject({ rows: 1 });
  });
});

describe('two pages', () => {
  test('one owns the ledger; the other may take it over, and the first is told and writes no more', async () => {
    const locks = createFakeLocks();
    const accountId = freshAccount();
    const first = startPage(locks);
    const second = startPage(locks);
    await first.service.open({ accountId, line: LINE });
    const firstMain = await first.main();
    await load(firstMain.calls, 'w1', [row({})]);
    expect(await second.service.open({ accountId, line: LINE })).toEqual({ kind: 'owned-elsewhere' });
    expect(await second.service.takeOver({ accountId, line: LINE })).toMatchObject({
      kind: 'open',
      facts: { rows: 1 },
    });
    expect((await (await second.main()).hello).ownerEpoch).toBe(2);
    expect(first.events.map(([event]) => event)).toContain('ownershipLost');
    await expect(firstMain.calls.saveCheckpoint(checkpoint())).rejects.toMatchObject({
      code: 'channel-closed',
    });
    expect(() => first.service.readFacts(null)).toThrow();
  });

  test('the ledger is free again when its page closes it', async () => {
    const locks = createFakeLocks();
    const accountId = freshAccount();
    const first = startPage(locks);
    const second = startPage(locks);
    await first.service.open({ accountId, line: LINE });
    await first.service.close(null);
    expect(await second.service.open({ accountId, line: LINE })).toMatchObject({ kind: 'open' });
    expect(first.events.map(([event]) => event)).not.toContain('ownershipLost');
  });
});

describe('a CSV file', () => {
  test('is the lines of the same query, pulled chunk by chunk', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const columns = ['Orden', 'Ventas', 'Producto'];
    const rows = Array.from({ length: 5_000 }, (_, index) =>
      row({ Orden: `O-${String(index).padStart(4, '0')}`, Ventas: `${index}.05`, Producto: '=1+1' }),
    );
    await load(calls, 'w1', rows);
    const wide = Array.from({ length: 97 }, (_, index) => `Sin valor ${index}`);
    const { file, lines } = await startCsv(
      page.service,
      { ...ROWS, query: { ...QUERY, columns: [...columns, ...wide] } },
      { separator: ';', decimalSign: ',' },
    );
    expect(lines).toBe(5_000);
    const { bytes, progress } = await pullFile(file);
    const text = Buffer.from(bytes).toString('utf8');
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toBe(5_000);
    const empty = ';'.repeat(wide.length);
    expect(text).toBe(
      `\uFEFF${[...columns, ...wide].map((name) => `"${name}"`).join(';')}\r\n${rows
        .map((values) => `"${values.Orden}";${values.Ventas?.replace('.', ',')};"'=1+1"${empty}\r\n`)
        .join('')}`,
    );
    await file.cancel();
    await expect(readChunk(file)).rejects.toMatchObject({ code: 'unknown-stream' });
  });

  test('of nothing has a header', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { file, lines } = await startCsv(page.service, ROWS, COMMAS);
    expect(lines).toBe(0);
    expect(await pullText(file)).toBe('\uFEFF"Orden","Ventas"\r\n');
    await expect(readChunk(file)).rejects.toMatchObject({ code: 'unknown-stream' });
  });

  test('is of the rows as they were when it began, whatever is committed while it is written', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const named = (index: number) => `O-${String(index).padStart(5, '0')}`;
    const rows = Array.from({ length: 6_000 }, (_, index) => row({ Orden: named(index), Ventas: '1.00' }));
    await load(calls, 'w1', rows);
    const wide = Array.from({ length: 97 }, (_, index) => `Sin valor ${index}`);
    const query = { ...QUERY, columns: [...QUERY.columns, ...wide] };
    for (const grouping of ['rows', 'orders'] as const) {
      const content = { ...ROWS, query: { ...query, grouping } };
      const whole = await pullText((await startCsv(page.service, content, COMMAS)).file);
      const { file } = await startCsv(page.service, content, COMMAS);
      const first = await readChunk(file);
      expect(first?.linesDone).toBeLessThan(rows.length);
      // The last order gets another row, the one before it other figures, and one comes that was not there.
      await load(calls, `w-${grouping}`, [
        ...rows.slice(0, -2),
        row({ Orden: named(5_998), Ventas: grouping === 'rows' ? '7.00' : '8.00' }),
        row({ Orden: named(5_999), Ventas: '1.00' }),
        row({ Orden: named(5_999), 'Nro. suborden': 'S-2', Ventas: '1.00' }),
        row({ Orden: named(6_000), Ventas: '1.00' }),
      ]);
      const rest = await pullText(file);
      expect(Buffer.from(first?.bytes ?? []).toString('utf8') + rest === whole).toBe(true);
    }
  });

  test('for programs has every value as it is: no guard, no mark, and an empty text is no null', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [row({ Orden: '=A"1', Ventas: '-1.10', Producto: '', Marca: null })]);
    const query = { ...QUERY, columns: ['Orden', 'Ventas', 'Producto', 'Marca'] };
    const { file } = await startCsv(page.service, { ...ROWS, query }, EXACT_CSV);
    expect(await pullText(file)).toBe('"Orden","Ventas","Producto","Marca"\r\n"=A""1",-1.10,"",\r\n');
  });
});

describe('a workbook', () => {
  test('holds the lines, totals and rates of the same query, and says what it is of', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [
      row({ Orden: 'A', Ventas: '10.00', 'Rentabilidad Total': '1.00' }),
      row({ Orden: 'A', 'Nro. suborden': 'S-2', Ventas: '10.50', 'Rentabilidad Total': '0.25' }),
      row({ Orden: '=B', Ventas: '20.00', 'Rentabilidad Total': '-3.00' }),
    ]);
    const columns = ['Orden', 'Fecha de compra', 'Ventas', 'Rentabilidad Total', '% Rentabilidad Total'];
    const sort = { column: 'Orden', direction: 'descending' } as const;
    const query = { ...QUERY, grouping: 'orders', sort, columns } as const;
    const { file, lines } = await startFile(page.service, {
      content: { kind: 'rows', name: 'Órdenes', query },
      format: {
        kind: 'xlsx',
        title: 'Demo',
        look: { places: { ofWhole: 2, ofBroken: 2 }, negatives: 'minus' },
        facts: [{ name: 'Cuenta', value: 'Demo' }],
      },
    });
    expect(lines).toBe(2);
    const { bytes, progress } = await pullFile(file);
    expect(progress.at(-1)).toBe(2);
    const [sheet, evidence] = await readWorkbook(bytes);
    expect(sheet?.name).toBe('Órdenes');
    const totals = await page.service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] });
    const [title, sums, head, ...orders] = sheet?.rows ?? [];
    expect(title?.[0]).toBe('Órdenes · Demo');
    expect(sums?.slice(0, 4)).toEqual(['Total', null, Number(totals.sums.Ventas), -1.75]);
    expect(sums?.[4]).toBeCloseTo((100 * -1.75) / 40.5, 9);
    expect(head).toEqual(columns);
    expect(orders.map(([order, , sales, , rate]) => [order, sales, rate])).toEqual([
      ['A', 20.5, 6.1],
      ['=B', 20, -15],
    ]);
    expect(sheet?.cells?.get('3,4')?.formula).toBe('IF(C4<=0,"",100*D4/C4)');
    expect(evidence?.rows.find(([name]) => name === 'Cuenta')?.[1]).toBe('Demo');
    expect(evidence?.rows.find(([name]) => name === 'Filas')?.[1]).toBe(2);
  });

  test('that is not wanted any more ends, and lets compaction go on', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const rows = Array.from({ length: 3_000 }, (_, index) => row({ Orden: `O-${index}` }));
    await load(calls, 'w1', rows);
    const { file } = await startFile(page.service, {
      content: ROWS,
      format: {
        kind: 'xlsx',
        title: '',
        look: { places: { ofWhole: 2, ofBroken: 2 }, negatives: 'minus' },
        facts: [],
      },
    });
    await readChunk(file);
    await file.cancel();
    await expect(readChunk(file)).rejects.toMatchObject({ code: 'unknown-stream' });
    expect(await page.service.readFacts(null)).toMatchObject({ rows: 3_000 });
  });
});

describe('what the page asks besides figures', () => {
  test('coverage, runs and their windows, and the change log with its file', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [row({ Orden: 'A', Ventas: '1.10' }), row({ Orden: 'B', Ventas: '2.20' })]);
    expect(await page.service.readChanges({ ...EVERY_CHANGE, offset: 0, limit: 9 })).toMatchObject({
      total: 0,
    });
    // The index is there now: the next commit extends it.
    await load(calls, 'w2', [row({ Orden: 'A', Ventas: '1.50' }), row({ Orden: 'B', Ventas: '2.20' })]);
    const { revision } = await page.service.readFacts(null);
    expect(await page.service.readChanges({ ...EVERY_CHANGE, offset: 0, limit: 9 })).toMatchObject({
      revision,
      total: 1,
      offset: 0,
      lines: [{ Orden: 'A', kind: 'changed', purpose: 'history', changes: 1 }],
      sums: { Ventas: { before: '1.10', after: '1.50', difference: '0.40' } },
      canales: ['Mercado Uno'],
    });
    const format = { separator: ';', decimalSign: ',' } as const;
    const own = { Canal: 'Mercado Uno', Cuenta: 'Principal' };
    for (const [accounts, isExcluded, total] of [
      [[own], false, 1],
      [[own], true, 0],
      [[{ ...own, Cuenta: 'Otra' }], false, 0],
    ] as const) {
      const scoped = { ...EVERY_CHANGE, scope: { accounts, isExcluded } };
      const answer = await page.service.readChanges({ ...scoped, offset: 0, limit: 9 });
      expect(answer).toMatchObject({ total, canales: total === 1 ? ['Mercado Uno'] : [] });
      const file = await startCsv(page.service, { kind: 'changes', name: 'Cambios', query: scoped }, format);
      expect(file.lines).toBe(total);
    }
    const { file: changed, lines } = await startCsv(
      page.service,
      { kind: 'changes', name: 'Cambios', query: EVERY_CHANGE },
      format,
    );
    expect(lines).toBe(1);
    const file = await pullText(changed);
    expect(file.startsWith('\uFEFF"Canal";"Cuenta";"Orden";')).toBe(true);
    expect(file).toContain(';1,10;1,50;0,40;');
    const coverage = await page.service.readCoverage(null);
    expect(coverage.months.at(-1)).toMatchObject({ month: '2026-03', rows: 2, orders: 2 });
    expect(await page.service.readRunWindows({ runId: 'run-1' })).toMatchObject([
      { windowId: 'w1' },
      { windowId: 'w2' },
    ]);
    expect(await page.service.readRuns({ offset: 0, limit: 9, onlyNoted: true })).toEqual({
      total: 0,
      noted: 0,
      runs: [],
    });
  });

  test('notes are told at a pace, the last one always', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshAccount(), line: LINE });
    const { calls } = await page.main();
    const noted = () => page.events.filter(([event]) => event === 'noted').length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      // All in the same moment: the first is told at once, the last when some time has passed, none in between.
      for (let time = 0; time < 30; time += 1) await calls.saveCheckpoint(checkpoint());
      expect(noted()).toBe(1);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(noted()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('lost bytes are told with the facts, and are no failure to open', async () => {
    const accountId = freshAccount();
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId, line: LINE });
    await load((await page.main()).calls, 'w1', [row({}), row({ Orden: 'B' })]);
    expect(await page.service.readFacts(null)).toMatchObject({ rows: 2, damage: null });
    await page.service.close(null);
    const database = await new Dexie(databaseName(accountId)).open();
    await database.table('segmentChunks').clear();
    database.close();
    expect(await page.service.open({ accountId, line: LINE })).toMatchObject({
      kind: 'open',
      facts: { rows: 0, damage: { rowsLost: 2, from: '2026-03-10T12:00:00.000' } },
    });
  });

  test('a database that goes away is told, the ledger is closed and can be opened again', async () => {
    const accountId = freshAccount();
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId, line: LINE });
    const first = await (await page.main()).hello;
    await Dexie.delete(databaseName(accountId));
    expect(page.events.map(([event]) => event)).toContain('ledgerLost');
    expect(page.events.map(([event]) => event)).not.toContain('ownershipLost');
    expect(() => page.service.readFacts(null)).toThrow(expect.objectContaining({ code: 'not-open' }));
    expect(await page.service.open({ accountId, line: LINE })).toMatchObject({
      kind: 'open',
      facts: { rows: 0 },
    });
    const second = await (await page.main(1)).hello;
    expect(second.ledgerId).not.toBe(first.ledgerId);
    expect(second.ownerEpoch).toBe(1);
  });
});
