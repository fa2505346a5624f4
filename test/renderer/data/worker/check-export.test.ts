import { describe, expect, test } from 'vitest';
import type { GroupsQuery } from '#renderer/data/model/groups.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import type { FileContent, FileFormat } from '#renderer/data/model/table-files.ts';
import {
  readWorkbook as readWorkbookAnswers,
  workbookContent,
} from '#renderer/features/workbook/workbook-tables.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { edited } from '#test/renderer/data/files/edited-workbook.ts';
import { PLAIN_PLAN, readWorkbook } from '#test/renderer/data/files/workbook-file.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { checked } from './checked-file.ts';
import { pullFile, startFile, streamsOf } from './pull-file.ts';

/** A workbook that leaves the real worker, is changed or left alone, and comes back to be checked. */

const QUERY: RowsQuery = {
  selection: EVERYTHING,
  grouping: 'rows',
  sort: null,
  columns: ['Canal', 'Cuenta', 'Orden', 'Fecha de compra', 'Ventas', 'Producto'],
};
const ROWS: FileContent = { kind: 'rows', name: 'Filas', query: QUERY };
const { look, title, facts } = PLAIN_PLAN;
const XLSX: FileFormat = { kind: 'xlsx', title, look, facts };

type Page = ReturnType<typeof startPage>;

const FIRST = [
  row({ Orden: 'A', Ventas: '1.10' }),
  row({ Orden: 'B', Ventas: '2.20' }),
  row({ Orden: 'C', Ventas: '3.30' }),
];
/** A as it was, B of another amount, C gone, D new. */
const SECOND = [
  FIRST[0] ?? row({}),
  row({ Orden: 'B', Ventas: '2.25' }),
  row({ Orden: 'D', Ventas: '9.00' }),
];

async function openPage(rows = FIRST) {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshServiceAccount(), line: LINE });
  const { calls } = await page.main();
  await load(calls, 'w1', rows);
  const read = async (id: string, next: typeof rows): Promise<void> => {
    await load(calls, id, next);
    // So many of so few are held for the user's word.
    const month = '2026-03' as Month;
    const decidedAt = '2026-04-01T12:00:30.000Z' as UtcInstant;
    await calls.resolveMissing({ month, decision: 'remove', decidedAt });
  };
  return { page, read };
}

async function exported({ service }: Page, content: FileContent = ROWS): Promise<Uint8Array> {
  const { file } = await startFile(service, { content, format: XLSX });
  return (await pullFile(file)).bytes;
}

async function checkOf(page: Page, file: Uint8Array, anyAccount = false) {
  const step = await checked(page.service, file, anyAccount);
  if (step.kind !== 'done') throw new Error(`Not checked: ${JSON.stringify(step)}`);
  return step.check;
}

const SHEET = /sheet1\.xml$/;
const EVIDENCE = /sheet2\.xml$/;

describe('a workbook that is checked', () => {
  test('is the same while nothing was read, and tells what a sync changed, order by order', async () => {
    const { page, read } = await openPage();
    const file = await exported(page);
    expect(await checkOf(page, file)).toMatchObject({
      file: { altered: [], rows: 3 },
      isOtherAccount: false,
      today: { isSame: true, orders: { by: 'rows', lines: [] } },
    });
    await read('w2', SECOND);
    const { file: own, today } = await checkOf(page, file);
    expect(own.altered).toEqual([]);
    expect(today).toMatchObject({
      isSame: false,
      rows: { before: 3, now: 3 },
      measures: [{ column: 'Ventas', before: '6.60', now: '12.35', difference: '5.75' }],
      orders: { counts: { new: 1, changed: 1, removed: 1 } },
    });
    expect(today?.hash?.before).not.toBe(today?.hash?.now);
    expect(today?.orders.lines.map(({ Orden, kind }) => `${Orden} ${kind}`).sort()).toEqual([
      'B changed',
      'C removed',
      'D new',
    ]);
    const changed = today?.orders.lines.find(({ Orden }) => Orden === 'B');
    expect(changed?.columns).toEqual([{ column: 'Ventas', before: ['2.2'], after: ['2.25'] }]);
  });

  test('of orders is the same, too: their rates were rounded, and are computed in the file', async () => {
    const { page } = await openPage([
      row({ Orden: 'A', Ventas: '300.00', 'Rentabilidad Marketplace': '100.00' }),
      row({ Orden: 'B', Ventas: '400.00', 'Rentabilidad Marketplace': '-200.00' }),
    ]);
    const columns = ['Orden', 'Ventas', 'Rentabilidad Marketplace', '% Rentabilidad Marketplace'];
    const file = await exported(page, { ...ROWS, query: { ...QUERY, grouping: 'orders', columns } });
    expect(await checkOf(page, file)).toMatchObject({ file: { altered: [], rows: 2 } });
  });

  test('of the figures of a screen is told by its sums, and by what the change log knows since', async () => {
    const { page, read } = await openPage();
    const totals = await page.service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] });
    const table = { name: 'Resultado', columns: [{ name: 'Línea', kind: 'text' as const, total: null }] };
    const content: FileContent = {
      kind: 'table',
      table: { ...table, keyColumns: 0, lines: [{ cells: ['Ventas'] }] },
      of: { selection: EVERYTHING, totals },
    };
    const file = await exported(page, content);
    expect((await checkOf(page, file)).today).toMatchObject({ isSame: true, hash: null });
    await read('w2', SECOND);
    const { today } = await checkOf(page, file);
    expect(today).toMatchObject({
      isSame: false,
      measures: [{ column: 'Ventas', before: '6.60', now: '12.35', difference: '5.75' }],
    });
  });

  test('of several tables says which was altered, be it on its sheet or in the evidence', async () => {
    const { page } = await openPage();
    const call = { readGroups: async (query: GroupsQuery) => page.service.readGroups(query) };
    const file = await exported(
      page,
      workbookContent(await readWorkbookAnswers(call, EVERYTHING, null), [], text),
    );
    const names = ['Resumen', 'Marketplace', 'Comercial', 'Total', 'Por mes', 'Por canal', 'Por producto'];
    const intact = await checkOf(page, file);
    expect(intact).toMatchObject({
      file: { altered: [], tables: names.map((name) => ({ name, isAltered: false })) },
      selection: EVERYTHING,
      today: { isSame: true },
    });
    const byChannel = /sheet6\.xml$/;
    const evidence = /sheet8\.xml$/;
    for (const [part, from, to, what] of [
      [byChannel, /(<row r="4">.*?<v>)6\.60</, '$16.61<', 'Ventas'],
      [byChannel, /<row r="4">.*?<\/row>/, '', 'Filas'],
      [evidence, />Por canal: Ventas<(.*?)>6\.60</, '>Por canal: Ventas<$1>6.61<', 'Ventas'],
      [
        evidence,
        /(>Por canal: Huella[^/]*<\/t><\/is><\/c><c[^/]*>)\w{64}</,
        '$1?<',
        'Huella de las filas (SHA-256)',
      ],
    ] as const) {
      const { file: own, today } = await checkOf(page, await edited(file, part, from, to));
      expect(own.tables.filter(({ isAltered }) => isAltered).map(({ name }) => name)).toEqual(['Por canal']);
      expect(own.altered.map(({ table, name }) => [table, name])).toContainEqual(['Por canal', what]);
      expect(today?.isSame).toBe(true);
    }
  });

  test('does not mind how the screen sorts, nor figures that are frozen when it leaves', async () => {
    const { page, read } = await openPage();
    await page.service.freeze(null);
    await read('w2', SECOND);
    const sort = { column: 'Ventas', direction: 'descending' } as const;
    const file = await exported(page, { ...ROWS, query: { ...QUERY, sort } });
    expect((await checkOf(page, file)).today?.isSame).toBe(true);
    await page.service.release(null);
    const { file: own, today } = await checkOf(page, file);
    expect(own.altered).toEqual([]);
    expect(today?.orders.counts).toEqual({ new: 1, changed: 1, removed: 1 });
  });

  test('says of a cell, a row, a heading, a total or the evidence that it was altered', async () => {
    const { page } = await openPage();
    const file = await exported(page);
    const alterations: readonly (readonly [string, RegExp, string | RegExp, string])[] = [
      ['Ventas', SHEET, '<v>2.20</v>', '<v>2.21</v>'],
      ['Huella de las filas (SHA-256)', SHEET, /<is><t>B<\/t><\/is>/, '<is><t>X</t></is>'],
      ['Filas', SHEET, /<row r="6">.*?<\/row>/, ''],
      ['Producto', SHEET, '>Producto<', '>Artículo<'],
      ['Ventas', SHEET, /<f>SUBTOTAL[^<]*<\/f>/, ''],
      ['Ventas', EVIDENCE, />6\.60</, '>6.61<'],
      ['Filas', EVIDENCE, /(>Filas<[^v]*?<v>)3/, '$14'],
      ['Cuenta', EVIDENCE, />Demo</, '>Otra<'],
    ];
    for (const [name, part, from, to] of alterations) {
      const { file: own, today } = await checkOf(page, await edited(file, part, from, to));
      expect(own.altered.map((each) => each.name)).toContain(name);
      expect(today).not.toBeNull();
    }
  });

  test('of another account is held against this one only when one says so', async () => {
    const there = await openPage();
    const here = await openPage();
    const file = await exported(there.page);
    expect(await checkOf(here.page, file)).toMatchObject({ isOtherAccount: true, today: null });
    expect(await checkOf(here.page, file, true)).toMatchObject({
      isOtherAccount: true,
      today: { isSame: true },
    });
  });

  test('is refused where it is no workbook of ours, and says why', async () => {
    const { page } = await openPage();
    const file = await exported(page);
    const refused: readonly (readonly [string, Uint8Array | Blob])[] = [
      ['not-workbook', new Blob(['Orden;Ventas'])],
      ['not-workbook', new Blob([])],
      ['not-workbook', file.slice(0, file.length - 40)],
      ['no-evidence', await edited(file, /workbook\.xml$/, 'name="Evidencia"', 'name="Otra"')],
      ['damaged-evidence', await edited(file, EVIDENCE, '"cuadra":"export"', '"cuadra":"views"')],
      ['damaged-evidence', await edited(file, EVIDENCE, '"kind":"rows"', '"kind":"other"')],
      ['newer', await edited(file, EVIDENCE, '"version":3', '"version":4')],
      ['unreadable', await edited(file, SHEET, '<sheetData>', '<!DOCTYPE x><sheetData>')],
    ];
    for (const [reason, bad] of refused) {
      expect(await checked(page.service, bad)).toEqual({ kind: 'refused', reason });
    }
  });

  test('is refused where it would fill memory, however small it is', async () => {
    const { page } = await openPage();
    const file = await exported(page);
    const bomb = await edited(file, SHEET, '</sheetData>', `${' '.repeat(80 * 2 ** 20)}</sheetData>`);
    expect(bomb.length).toBeLessThan(2 ** 20);
    expect(await checked(page.service, bomb)).toEqual({ kind: 'refused', reason: 'too-large' });
  });

  test('is let go at once when it is cancelled', async () => {
    const { page } = await openPage();
    const file = await exported(page);
    const check = streamsOf(page.service).checkWorkbook({
      file: new Blob([new Uint8Array(file)]),
      anyAccount: false,
    });
    const failed = expect(check.next()).rejects.toMatchObject({ code: 'unknown-stream' });
    await check.cancel();
    await failed;
    await expect(check.next()).rejects.toMatchObject({ code: 'unknown-stream' });
  });

  test('tells on its sheet when its rows were read, up to when, and what the source counted', async () => {
    const { page } = await openPage();
    const sheets = await readWorkbook(await exported(page));
    const evidence = new Map(sheets.at(-1)?.rows.map(([name, value]) => [name, value]));
    for (const name of ['Última lectura de la API (UTC)', 'Marca de agua de actualizaciones (UTC)'])
      expect(evidence.get(name)).toMatch(/^2026-|^desconocido$/);
    expect(evidence.has('Total de control, por mes de compra')).toBe(true);
  });
});
