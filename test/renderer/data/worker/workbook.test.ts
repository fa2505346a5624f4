import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import type { TargetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { ofOneRevision } from '#renderer/features/workbook/workbook-button.tsx';
import {
  type ClosedFigures,
  readWorkbook as readAnswers,
  workbookContent,
} from '#renderer/features/workbook/workbook-tables.ts';
import { sumOfAccounts } from '#renderer/reconciliation/closing/model/close-figures.ts';
import { closeTables } from '#renderer/reconciliation/closing/screen/close-tables.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { COLUMNS, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import type { LocalDate, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { PROFITABILITY_COLUMNS } from '#shared/domain/profitability.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { findOffice, recalculate, rewrite } from '#test/renderer/data/files/office.ts';
import { readWorkbook } from '#test/renderer/data/files/workbook-file.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import {
  checkpoint,
  commitOf,
  local,
  openWindow,
  pagesOf,
  purchases,
  type Row,
  row,
} from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, startPage } from '#test/renderer/data/storage/started-page.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { checked } from './checked-file.ts';
import { pullFile, startFile } from './pull-file.ts';

/** The profitability workbook of rows in a real copy, held against sums of its own over the same rows. */

const MONEY = COLUMNS.filter(({ kind }) => kind === 'money').map(({ key }) => key);
const RANGE = { from: local('2026-01-01T00:00:00.000'), to: local('2026-03-11T00:00:00.000') };
const WINDOW = purchases(RANGE.from, RANGE.to);
const SKUS = ['', 'Sin SKU', ...Array.from({ length: 14 }, (_, at) => `SKU-${at}`)];

/** Rows of three months, with cents that no two share and some losses. */
const ROWS: readonly Row[] = Array.from({ length: 90 }, (_, at) =>
  row({
    Orden: `O-${at}`,
    Canal: ['Mercado', 'Tienda', 'Vitrina & Cía'][at % 3] ?? '',
    'SKU Producto': SKUS[at % SKUS.length] ?? '',
    Producto: `Producto ${at % SKUS.length}`,
    'Fecha de compra': `2026-0${1 + (at % 3)}-0${1 + (at % 9)}T12:00:00.000`,
    ...Object.fromEntries(
      MONEY.map((column, place) => [
        column,
        (((at * 7919 + place * 104_729) % 30_011) / 100 - (place % 7 === 0 ? 0 : 40)).toFixed(2),
      ]),
    ),
    Ventas: (((at * 7919) % 30_011) / 100 + 10).toFixed(2),
    'Costo de Producto': at % 5 === 0 ? '0' : '12.34',
    Unidades: String(1 + (at % 3)),
  }),
);

const cents = (value: unknown): bigint => BigInt(Math.round(Number(value ?? 0) * 100));
const sumOf = (column: string, rows = ROWS): bigint =>
  rows.reduce((sum, each) => sum + cents(each[column]), 0n);
const inMonth = (month: string) => ROWS.filter((each) => String(each['Fecha de compra']).startsWith(month));

async function openCopy() {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshServiceAccount(), line: LINE });
  const { calls } = await page.main();
  const commit = async (windowId: string, rows: readonly Row[], day = '11'): Promise<void> => {
    const readAt = `2026-03-${day}T00:00:00.000Z` as UtcInstant;
    await calls.openWindow(openWindow(windowId, WINDOW));
    const columns = [...new Set(rows.flatMap((each) => Object.keys(each)))];
    for (const each of pagesOf(windowId, WINDOW, rows, { columns }))
      await calls.stagePage({ ...each, serverDate: readAt });
    expect(await calls.judgeWindow({ windowId })).toMatchObject({ kind: 'settled' });
    const reads = [{ ...RANGE, readAt }];
    await calls.commitWindow(commitOf(windowId, { checkpoint: { ...checkpoint(), reads } }));
  };
  await commit('w1', ROWS);
  return { service: page.service, commit };
}
type Service = Awaited<ReturnType<typeof openCopy>>['service'];

async function startBook(
  service: Service,
  selection: Selection,
  before = async (): Promise<void> => {},
  more: readonly WholeTable[] = [],
  closed: ClosedFigures | null = null,
  targets: TargetsInView | null = null,
) {
  const call = {
    readGroups: async (input: Parameters<Service['readGroups']>[0]) => service.readGroups(input),
  };
  const answers = await readAnswers(call, selection, '2026-03-10T12:00:00.000');
  await before();
  return startFile(service, {
    content: workbookContent(answers, more, text, closed, targets),
    format: {
      kind: 'xlsx',
      title: 'Demo',
      look: { places: { ofWhole: 2, ofBroken: 2 }, negatives: 'minus' },
      facts: [],
    },
  });
}

async function bookOf(service: Service, selection: Selection): Promise<Uint8Array> {
  const { file, lines } = await startBook(service, selection);
  const { bytes, progress } = await pullFile(file);
  expect(progress.at(-1)).toBe(lines);
  return bytes;
}

/** The parts of a workbook by name, as text. */
async function partsOf(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const texts = entries.map(
    async (entry) => [entry.filename, entry.directory ? '' : await entry.getData(new TextWriter())] as const,
  );
  return new Map(await Promise.all(texts));
}

const FEBRUARY: Selection = {
  ...EVERYTHING,
  period: { from: '2026-02-01', to: '2026-02-28' } as Selection['period'],
};

describe('the profitability workbook', () => {
  test('holds each sheet of the selection, and every total is the sum of its rows to the cent', async () => {
    const { service } = await openCopy();
    const sheets = await readWorkbook(await bookOf(service, EVERYTHING));
    expect(sheets.map(({ name }) => name)).toEqual([
      ...[
        'Resumen',
        'Marketplace',
        'Comercial',
        'Total',
        'Por mes',
        'Por canal',
        'Por producto',
        'Evidencia',
      ],
    ]);
    const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows ?? [];
    const found = new Map(rowsOf('Resumen').map(([name, value]) => [name, value]));
    const results = ['Ventas', 'Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'];
    for (const column of [...results, 'Costo de Producto'])
      expect(cents(found.get(column))).toBe(sumOf(column));
    expect([found.get('Filas'), found.get('Órdenes'), found.get('Unidades')]).toEqual([90, 90, 180]);
    for (const [name, column, key] of [
      ['Por mes', 'Fecha de compra', (value: unknown) => String(value).slice(0, 7)],
      ['Por canal', 'Canal', String],
      ['Por producto', 'SKU Producto', String],
    ] as const) {
      const [, totals = [], heading = [], ...lines] = rowsOf(name);
      expect(lines.length).toBe(new Set(ROWS.map((each) => key(each[column]))).size);
      for (const result of [...results, 'Ventas con Costo de Producto']) {
        const at = heading.indexOf(result);
        const expected = result.startsWith('Ventas con')
          ? sumOf(
              'Ventas',
              ROWS.filter((each) => each['Costo de Producto'] !== '0'),
            )
          : sumOf(result);
        expect(cents(totals[at]), `${name} ${result}`).toBe(expected);
        expect(lines.reduce((sum, line) => sum + cents(line[at]), 0n)).toBe(expected);
      }
    }
    // What is no product stands last, whatever it sold.
    expect(
      rowsOf('Por producto')
        .slice(-2)
        .map(([sku]) => sku),
    ).toEqual(['(vacío)', 'Sin SKU']);
  });

  test('leads from income to each result, and says what is left unexplained', async () => {
    const { service } = await openCopy();
    const sheets = await readWorkbook(await bookOf(service, EVERYTHING));
    for (const [scope, result] of [
      ['Marketplace', 'Rentabilidad Marketplace'],
      ['Comercial', 'Rentabilidad Comercial'],
      ['Total', 'Rentabilidad Total'],
    ] as const) {
      const lines = sheets.find(({ name }) => name === scope)?.rows.slice(2) ?? [];
      const costs = COLUMNS.filter(
        ({ section }) =>
          section !== null && !(scope === 'Comercial' && SECTIONS_OUTSIDE_COMERCIAL.includes(section.name)),
      );
      let reached = sumOf('Ingreso Total') - (scope === 'Marketplace' ? 0n : sumOf('Costo de Producto'));
      for (const { key, section } of costs) {
        if (section?.role === 'charge') reached -= sumOf(key);
        if (section?.role === 'refund') reached += sumOf(key);
      }
      const amount = (name: string) => cents(lines.find((line) => line[1] === name)?.[4]);
      expect(amount(result)).toBe(sumOf(result));
      expect(amount('Ingreso menos costos')).toBe(reached);
      expect(amount('Sin explicar')).toBe(sumOf(result) - reached);
      expect(lines.some((line) => line[0] === 'Publicidad')).toBe(scope !== 'Comercial');
    }
  });

  test('of a month stands beside the month before it, and among the months around it', async () => {
    const { service } = await openCopy();
    const sheets = await readWorkbook(await bookOf(service, FEBRUARY));
    const [, heading = [], ...lines] = sheets[0]?.rows ?? [];
    expect(heading.slice(0, 8)).toEqual([
      ...['Línea', 'feb 2026', 'feb 2026 %', 'ene 2026', 'ene 2026 %'],
      ...['Δ vs ene 2026', 'Δ vs ene 2026 %', 'Δ vs ene 2026 pp'],
    ]);
    const [own, before] = [inMonth('2026-02'), inMonth('2026-01')].map((rows) =>
      sumOf('Rentabilidad Total', rows),
    );
    const line = lines.find(([name]) => name === 'Rentabilidad Total') ?? [];
    expect([line[1], line[3], line[5]].map(cents)).toEqual([own, before, (own ?? 0n) - (before ?? 0n)]);
    const names = sheets.map(({ name }) => name);
    expect(names).toContain('Meses alrededor');
    // Up to the month after it, of which there are rows as well; and without a total, which would be of no selection.
    const around = sheets.find(({ name }) => name === 'Meses alrededor')?.rows ?? [];
    expect(around.slice(1).map(([month]) => month)).toEqual(['Mes', 'ene 2026', 'feb 2026', 'mar 2026']);
  });

  test('holds what the months were to come to, and how far they are from it, on the summary and each result', async () => {
    const { service } = await openCopy();
    const { file } = await startBook(service, FEBRUARY, undefined, [], null, {
      ...{ months: ['2026-02' as Month], of: null, isPart: false, partial: {} },
      sums: { 'Rentabilidad Total': '1234.56' as Decimal },
      rates: { 'Rentabilidad Total': '31.5' as Decimal },
    });
    const { bytes } = await pullFile(file);
    const sheets = await readWorkbook(bytes);
    const own = sumOf('Rentabilidad Total', inMonth('2026-02'));
    const ventas = sumOf('Ventas', inMonth('2026-02'));
    const rate = (100 * Number(own)) / Number(ventas);
    for (const [sheet, at] of [
      ['Resumen', { amount: 'Meta', rate: 'Meta %', difference: 'Δ vs Meta', points: 'Δ vs Meta pp' }],
      ['Total', { amount: 'Meta', rate: 'Meta %', difference: 'Δ vs Meta', points: 'Δ vs Meta pp' }],
    ] as const) {
      const [, heading = [], ...lines] = sheets.find(({ name }) => name === sheet)?.rows ?? [];
      const line = lines.find((each) => each.includes('Rentabilidad Total')) ?? [];
      const value = (name: string) => line[heading.indexOf(name)];
      expect(cents(value(at.amount)), sheet).toBe(123_456n);
      expect(Number(value(at.rate)), sheet).toBe(31.5);
      expect(cents(value(at.difference)), sheet).toBe(own - 123_456n);
      expect(Number(value(at.points)), sheet).toBeCloseTo(rate - 31.5, 4);
    }
    expect(await checked(service, bytes)).toMatchObject({ kind: 'done', check: { file: { altered: [] } } });
  });

  test('draws cells of its sheets: three results by month, by channel and of ten products', async () => {
    const { service } = await openCopy();
    const parts = await partsOf(await bookOf(service, EVERYTHING));
    const charts = [...parts].filter(([name]) => name.startsWith('xl/charts/'));
    const drawn = charts.map(([, xml]) => [...xml.matchAll(/<c:f>([^<]*)<\/c:f>/g)].map(([, of]) => of));
    expect(drawn.map((of) => of.length)).toEqual([9, 9, 9]);
    expect(drawn.map(([, names]) => names)).toEqual([
      "'Por mes'!$A$4:$A$6",
      "'Por canal'!$A$4:$A$6",
      "'Por producto'!$A$4:$A$13",
    ]);
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<drawing r:id="rId1"/>');
  });

  test('is checked: its selection’s exact sums then and now, the costs and the three results too', async () => {
    const { service, commit } = await openCopy();
    const bytes = await bookOf(service, EVERYTHING);
    const more = [...ROWS, row({ ...ROWS[7], Orden: 'O-new' })];
    await commit('w2', more, '12');
    const end = await checked(service, bytes);
    if (end.kind !== 'done') throw new Error(`Not checked: ${JSON.stringify(end)}`);
    const { file, today } = end.check;
    expect(file).toMatchObject({ altered: [], longFigures: 0 });
    expect(today).toMatchObject({ isSame: false, rows: { before: 90, now: 91 }, orders: { by: 'log' } });
    expect(today?.orders.lines.map(({ Orden, kind }) => [Orden, kind])).toEqual([['O-new', 'new']]);
    const measures = new Map(today?.measures.map((each) => [each.column, each]));
    for (const column of [...PROFITABILITY_COLUMNS, 'Costo de Producto', 'Unidades']) {
      const { kind, before, now, difference } = measures.get(column) ?? {};
      expect(kind, column).toBe(column === 'Unidades' ? 'count' : 'money');
      const [was, is] = [sumOf(column), sumOf(column, more)];
      expect([before, now, difference].map(cents), column).toEqual([was, is, is - was]);
    }
  });

  test('fails where rows were committed since it was read, and is read again', async () => {
    const { service, commit } = await openCopy();
    let tries = 0;
    const { file } = await ofOneRevision(() =>
      startBook(service, EVERYTHING, async () => {
        tries += 1;
        if (tries === 1) await commit('w2', [...ROWS, row({ Orden: 'O-new' })]);
      }),
    );
    expect(tries).toBe(2);
    const [summary] = await readWorkbook((await pullFile(file)).bytes);
    expect(summary?.rows.find(([name]) => name === 'Filas')?.[1]).toBe(91);
    const always = async () => Promise.reject(new RpcError(OUTDATED, ''));
    await expect(ofOneRevision(always)).rejects.toMatchObject({ code: OUTDATED });
  });

  const MISSED = {
    ...{ canal: 'Plaza', cuenta: 'Uno', every: 7, lastDay: '2026-02-14' as LocalDate },
    months: [{ month: '2026-02' as Month, count: 2 }],
  };

  test('of a close holds besides what the month was, what it is by now and which orders made the difference', async () => {
    const { service, commit } = await openCopy();
    const month = '2026-02' as Month;
    await service.closeMonth({ month, owner: 'Ana', note: '=revisado', ownCosts: [] });
    const [first] = inMonth(month);
    const changed = {
      ...first,
      'Rentabilidad Total': '-123.45',
      'Fecha de actualización': '2026-03-12T00:00:00.000Z',
    };
    await commit(
      'w2',
      ROWS.map((each) => (each === first ? changed : each)),
      '12',
    );
    const [close] = (await service.readCloses(null)).months;
    if (close === undefined) throw new Error('It was closed.');
    const drift = await service.readDrift({ month, scope: null, cause: null, offset: 0, limit: 1_000 });
    const { file } = await startBook(
      service,
      FEBRUARY,
      undefined,
      closeTables(
        close,
        drift,
        { scope: null, datedIn: '2026-11' as Month, missing: [MISSED], zone: 'Aquí' },
        text,
      ),
      sumOfAccounts(close.close.figures, null),
    );
    const sheets = await readWorkbook((await pullFile(file)).bytes);
    const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows ?? [];
    const differences = (name: string) => {
      const rows = rowsOf(name);
      const head = rows.find((cells) =>
        cells.some((cell) => String(cell).startsWith('Rentabilidad Total · Dif')),
      );
      const at = head?.findIndex((cell) => String(cell).startsWith('Rentabilidad Total · Dif')) ?? -1;
      return rows.slice(rows.indexOf(head ?? []) + 1).map((cells) => Number(cells[at] ?? 0));
    };
    const moved = Number(drift.sums.total);
    expect(moved).not.toBe(0);
    for (const name of ['Cierre de meses', 'Cambio desde el cierre'])
      expect(differences(name).reduce((sum, each) => sum + each, 0)).toBeCloseTo(moved, 6);
    const adjusted = rowsOf('Ajuste').filter((cells) => cells.includes('Propuesto'));
    expect(adjusted.every((cells) => cells.includes('2026-11'))).toBe(true);
    // Its columns end in the three profitabilities, who and when: Rentabilidad Total is the eighth.
    expect(adjusted.reduce((sum, cells) => sum + Number(cells[7]), 0)).toBeCloseTo(moved, 6);
    expect(rowsOf('Historial del mes').flat()).toEqual(
      expect.arrayContaining(['Cerrado', 'Ana', '=revisado']),
    );
    expect(rowsOf('Extractos que faltan').at(-1)).toEqual(['Plaza', 'Uno', 7, '2026-02-14', '2026-02', 2]);
    expect(sheets.at(-1)?.name).toBe('Evidencia');

    // The summary is of what was closed; what it is by now stands beside it, and on the other sheets.
    const summary = rowsOf('Resumen');
    const head = summary.find((cells) => cells.includes('feb 2026 · Al cierre')) ?? [];
    expect(head.slice(0, 6)).toEqual([
      'Línea',
      'feb 2026 · Al cierre',
      'feb 2026 · Al cierre %',
      'feb 2026 · Ahora',
      'feb 2026 · Ahora %',
      'Δ vs feb 2026 · Ahora',
    ]);
    const lineOf = (name: string) => summary.find(([line]) => line === name) ?? [];
    const profit = lineOf('Rentabilidad Total').slice(1).map(cents);
    const before = sumOf('Rentabilidad Total', inMonth(month));
    const now = before - cents(first?.['Rentabilidad Total']) - 12_345n;
    expect(before).not.toBe(now);
    expect([profit[0], profit[2], profit[4]]).toEqual([before, now, before - now]);
    expect(lineOf('Ventas').slice(1, 4).map(cents)).toEqual([
      sumOf('Ventas', inMonth(month)),
      10_000n,
      sumOf('Ventas', inMonth(month)),
    ]);
    expect(lineOf('Filas').slice(1, 4)).toEqual([inMonth(month).length, null, inMonth(month).length]);
    // A close keeps these of no month.
    expect(lineOf('Ingreso Total')[1] ?? null).toBeNull();
    expect(lineOf('Órdenes')[1] ?? null).toBeNull();
  });
});

const office = findOffice();
if (office === undefined) {
  test('not run: there is no LibreOffice here, and nothing says that there must be', () => {});
} else {
  describe('the profitability workbook in LibreOffice', () => {
    test('computes what stands beside each formula, to the hundredth of a cent', async () => {
      const { service } = await openCopy();
      const month = '2026-02' as Month;
      await service.closeMonth({ month, owner: 'Ana', note: '', ownCosts: [] });
      const [close] = (await service.readCloses(null)).months;
      if (close === undefined) throw new Error('It was closed.');
      // That of a close has every sheet of the other, and those of the close.
      const { file } = await startBook(
        service,
        FEBRUARY,
        undefined,
        closeTables(close, null, { scope: null, datedIn: null, missing: [], zone: 'Aquí' }, text),
        sumOfAccounts(close.close.figures, null),
      );
      const { bytes } = await pullFile(file);
      const computed = recalculate(office, bytes);
      let formulas = 0;
      for (const { name, rows, cells } of await readWorkbook(bytes)) {
        for (const [place, { formula }] of cells ?? []) {
          if (formula === undefined) continue;
          const [at = 0, column = 0] = place.split(',').map(Number);
          const value = rows[at]?.[column];
          expect(typeof value, `${name} ${place}`).toBe('number');
          expect(Number(computed.get(name)?.[at]?.[column]), `${name} ${place} ${formula}`).toBeCloseTo(
            Number(value),
            4,
          );
          formulas += 1;
        }
      }
      expect(formulas).toBeGreaterThan(500);
    });

    test('knows its charts: written again, they draw the same cells under the same titles', async () => {
      const { service } = await openCopy();
      const rewritten = rewrite(office, await bookOf(service, EVERYTHING));
      const parts = await partsOf(rewritten);
      const charts = [...parts]
        .filter(([name]) => /^xl\/charts\/chart\d+\.xml$/.test(name))
        .map(([, xml]) => xml);
      const rangesOf = (xml: string) =>
        [...xml.matchAll(/<c:f>([^<]*)<\/c:f>/g)].map(([, of = '']) => of.replaceAll('&apos;', ''));
      const drawn = charts.map((xml) => rangesOf(xml).find((of) => /\$A\$4/.test(of))).toSorted();
      expect(drawn).toEqual(['Por canal!$A$4:$A$6', 'Por mes!$A$4:$A$6', 'Por producto!$A$4:$A$13']);
      for (const title of [
        'Rentabilidad por mes',
        'Rentabilidad por canal',
        'Los 10 productos con más Ventas',
      ])
        expect(
          charts.some((xml) => xml.includes(`>${title}<`)),
          title,
        ).toBe(true);
      // And nothing of any sheet is another by it.
      expect(await checked(service, rewritten)).toMatchObject({
        kind: 'done',
        check: { file: { altered: [] }, today: { isSame: true } },
      });
    });
  });
}
