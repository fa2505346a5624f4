import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { findOffice, recalculateAll } from '#test/renderer/data/files/office.ts';
import { readWorkbook } from '#test/renderer/data/files/workbook-file.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { openReadAccount, test } from './journey.ts';
import { TOTAL_COLUMNS } from './oracle.ts';
import { rowsOfCuadra, runCuadra } from './program-questions.ts';
import { dataValueOf, expectSyncState, expectTotals } from './screen.ts';

/** Workbooks of every table, opened by other programs: they say what the screen and the source say. */

async function downloaded(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) };
}

type Form = 'export-xlsx' | 'export-csv' | 'export-csv-exact';

/** From the menu of a screen, or of a part of it. */
const exported = (page: Page, form: Form, within = page.locator('body')) =>
  downloaded(page, async () => {
    await within.getByTestId('export-menu').click();
    await page.getByTestId(form).click();
  });

type Sheets = Awaited<ReturnType<typeof readWorkbook>>;

/** What another program computes for every formula is the value that stands beside it. */
async function expectRecalculated(books: readonly Uint8Array[]): Promise<void> {
  const office = findOffice();
  if (office === undefined) return;
  for (const [at, computed] of recalculateAll(office, books).entries()) {
    for (const { name, rows, cells } of await readWorkbook(books[at] ?? new Uint8Array())) {
      const formulas = [...(cells ?? [])].filter(([, { formula }]) => formula !== undefined);
      for (const [place] of formulas) {
        const [row = 0, column = 0] = place.split(',').map(Number);
        const value = rows[row]?.[column] ?? null;
        const own = computed.get(name)?.[row]?.[column] ?? '';
        if (typeof value === 'number') expect(Number(own), `${name} ${place}`).toBeCloseTo(value, 1);
        else expect(own, `${name} ${place}`).toBe('');
      }
    }
  }
}

const evidenceOf = (sheets: Sheets) =>
  new Map(sheets.find(({ name }) => name === 'Evidencia')?.rows.map(([name, value]) => [name, value]));

test('every table leaves as a workbook that adds up to what the screen says', async ({ journey }) => {
  const { source, browser, host } = await openReadAccount(journey, { orders: 200 });
  const { page } = browser;
  const books: Uint8Array[] = [];
  const { world } = source.service;
  const orders = [...world.entries()]
    .map((entry) => entry.row)
    .filter((row) => row.Orden !== '' && (row['Fecha de compra'] ?? '') >= '2026-10-02');
  const [first] = orders;
  source.advanceMs(3_600_000);
  world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
  world.change({
    kind: 'cancel',
    target: { Canal: first?.Canal ?? '', Cuenta: first?.Cuenta ?? '', Orden: first?.Orden ?? '' },
  });
  source.advanceMs(60_000);
  await page.getByTestId('sync-now').click();
  await expectTotals(page, source.everything(), 60_000);
  await expectSyncState(page, 'idle');

  await test.step('orders, and rows', async () => {
    await page.getByTestId('nav-orders').click();
    await page.getByTestId('clear-filters').click();
    const expected = source.everything();
    await expectTotals(page, expected);
    for (const grouping of ['Órdenes', 'Filas']) {
      if (grouping === 'Filas') await page.getByRole('button', { name: 'Filas', exact: true }).click();
      await expectTotals(page, expected);
      const { name, bytes } = await exported(page, 'export-xlsx');
      expect(name).toMatch(/^cuadra-.*\.xlsx$/);
      books.push(bytes);
      const sheets = await readWorkbook(bytes);
      const [, totals = [], heading = [], ...lines] = sheets[0]?.rows ?? [];
      const evidence = evidenceOf(sheets);
      expect(evidence.get('Filas')).toBe(lines.length);
      if (grouping === 'Filas') expect(lines.length).toBe(expected.rows);
      for (const column of TOTAL_COLUMNS) {
        const at = heading.indexOf(column);
        expect(at).toBeGreaterThan(0);
        expect(toGrains(String(evidence.get(column)))).toBe(expected.sums[column]);
        const cents = (cell: unknown) => Math.round(Number(cell ?? 0) * 100);
        expect(lines.reduce((sum, line) => sum + cents(line[at]), 0)).toBe(cents(totals[at]));
        expect(toGrains(String(totals[at]))).toBe(expected.sums[column]);
      }
    }
  });

  await test.step('exact CSV for programs', async () => {
    const { name, bytes } = await exported(page, 'export-csv-exact');
    expect(name).toMatch(/-exacto\.csv$/);
    expect(Buffer.from(bytes).toString('utf8')).toMatch(/^"[^\uFEFF]*"\r\n/);
  });

  await test.step('the result, and a pivot with its groups open', async () => {
    await page.getByTestId('nav-profitability').click();
    await expectTotals(page, source.everything());
    const result = await exported(page, 'export-xlsx');
    books.push(result.bytes);
    const [, heading = [], ...lines] = (await readWorkbook(result.bytes))[0]?.rows ?? [];
    for (const column of TOTAL_COLUMNS) {
      const line = lines.find((cells) => cells[1] === column);
      const amounts = (line ?? []).filter((_, at) => at >= 4 && !/[%p]$/.test(String(heading[at])));
      expect(amounts.map((cell) => toGrains(String(cell ?? 0)))).toContain(source.everything().sums[column]);
    }
    await page.getByTestId('pivot-starts').click();
    await page.locator('[data-choice=account-sku]').click();
    await expect(page.getByTestId('pivot-row').first()).toBeVisible();
    await expectTotals(page, source.everything());
    const pivot = await exported(page, 'export-xlsx');
    books.push(pivot.bytes);
    const [, totals = [], head = []] = (await readWorkbook(pivot.bytes))[0]?.rows ?? [];
    expect(toGrains(String(totals[head.indexOf('Ventas')]))).toBe(source.everything().sums.Ventas);
  });

  await test.step('changes', async () => {
    await page.keyboard.press('Control+5');
    await expect.poll(async () => Number(await dataValueOf(page, 'changes-count'))).toBe(2);
    const { bytes } = await exported(page, 'export-xlsx');
    books.push(bytes);
    const sheets = await readWorkbook(bytes);
    expect(evidenceOf(sheets).get('Filas')).toBe(2);
    expect(sheets[0]?.rows[2]).toContain('Ventas diferencia');
  });

  await test.step('the profitability workbook, from the panel and from the result', async () => {
    for (const screen of ['nav-panel', 'nav-profitability']) {
      await page.getByTestId(screen).click();
      const { name, bytes } = await downloaded(page, () => page.getByTestId('export-workbook').click());
      expect(name).toMatch(/^cuadra-[a-z0-9-]+_libro-de-rentabilidad.*\.xlsx$/);
      // The other holds the same formulas.
      if (screen === 'nav-panel') books.push(bytes);
      const sheets = await readWorkbook(bytes);
      const lineOf = (sheet: string, line: string) =>
        sheets.find((each) => each.name === sheet)?.rows.find((cells) => cells.includes(line)) ?? [];
      for (const column of TOTAL_COLUMNS) {
        const sum = source.everything().sums[column];
        expect(toGrains(String(lineOf('Resumen', column)[1])), column).toBe(sum);
        const scope = column.replace('Rentabilidad ', '');
        if (scope !== column) expect(toGrains(String(lineOf(scope, column)[4]))).toBe(sum);
        for (const by of ['Por mes', 'Por canal', 'Por producto']) {
          const [, totals = [], heading = []] = sheets.find((each) => each.name === by)?.rows ?? [];
          expect(toGrains(String(totals[heading.indexOf(column)])), `${by} ${column}`).toBe(sum);
        }
      }
      if (screen !== 'nav-panel') continue;
      for (const tile of [
        'ventas',
        'rentabilidad-marketplace',
        'rentabilidad-comercial',
        'rentabilidad-total',
      ]) {
        const shown = await dataValueOf(page, `total-${tile}`);
        const column = TOTAL_COLUMNS.find((each) => each.toLowerCase().replaceAll(' ', '-') === tile) ?? '';
        expect(toGrains(String(lineOf('Resumen', column)[1])), tile).toBe(toGrains(String(shown)));
      }
    }
  });

  await test.step('coverage and the history of runs', async () => {
    await page.getByTestId('nav-sync').click();
    const coverage = await exported(page, 'export-xlsx', page.getByTestId('coverage'));
    const history = await exported(page, 'export-xlsx', page.getByTestId('history'));
    books.push(coverage.bytes);
    const [, totals = [], heading = []] = (await readWorkbook(coverage.bytes))[0]?.rows ?? [];
    expect(totals[heading.indexOf('rows')]).toBe(source.everything().rows);
    const sheets = await readWorkbook(history.bytes);
    expect(sheets[0]?.rows[2]?.slice(0, 2)).toEqual(['run_id', 'run_started_utc']);
    expect(sheets[0]?.rows[3]?.[1]).toBeInstanceOf(Date);
    expect(evidenceOf(sheets).get('Filtros')).toBeUndefined();
  });

  await test.step('LibreOffice computes the same', () => expectRecalculated(books));

  await test.step('a workbook that is checked names exactly the orders that changed since', async () => {
    const soldAt = (columns: readonly string[]) => {
      const sold = new Map<string, string>();
      for (const { row } of world.entries()) {
        const cells = JSON.stringify(columns.map((column) => row[column] ?? null));
        sold.set(
          row.Orden ?? '',
          [...(sold.get(row.Orden ?? '') ?? '').split('\n'), cells].sort().join('\n'),
        );
      }
      return sold;
    };
    const check = async (name: string, bytes: Uint8Array) => {
      await page.keyboard.press('Control+k');
      await page.getByTestId('palette-find').fill('comprobar un archivo');
      await page.keyboard.press('Enter');
      await page
        .getByTestId('check-file')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
      await expect(page.getByTestId('check-dialog')).toHaveAttribute('data-state', /done|refused/);
    };
    /** The same from the command line: its exit code, and the rows of its answer. */
    const checked = async (bytes: Uint8Array) => {
      const path = join(host.profileDirectory, 'libro.xlsx');
      await writeFile(path, bytes);
      const { code, out } = await runCuadra(host.profileDirectory, 'check', path, '--format', 'json');
      return { code, rows: out === '' ? [] : (JSON.parse(out) as { rows: Record<string, string>[] }).rows };
    };
    const tones = () =>
      Promise.all(
        ['file', 'today'].map((id) => page.getByTestId(`check-${id}-verdict`).getAttribute('data-tone')),
      );
    const [, rowsBook = new Uint8Array(), resultBook = new Uint8Array(), , , ofTables = new Uint8Array()] =
      books;
    expect((await readWorkbook(ofTables)).map(({ name }) => name)).toContain('Por producto');
    await check('filas.xlsx', rowsBook);
    expect(await tones()).toEqual(['good', 'good']);
    await page.keyboard.press('Escape');
    expect((await checked(rowsBook)).code).toBe(0);
    // A program's own export is a workbook of the same kind, and lands where it said, and nowhere else.
    const out = join(host.profileDirectory, 'out');
    await mkdir(out);
    const [made] = await rowsOfCuadra(
      host.profileDirectory,
      'export',
      '--as',
      'xlsx',
      '--rows',
      '--out',
      out,
    );
    const path = String(made?.path);
    expect([dirname(path), await readdir(out)]).toEqual([out, [basename(path)]]);
    expect(made?.lines).toBe(source.everything().rows);
    expect((await runCuadra(host.profileDirectory, 'check', path)).code).toBe(0);
    const gone = ['export', '--out', join(out, 'none')];
    expect((await runCuadra(host.profileDirectory, ...gone)).code).toBe(4);
    const then = source.everything();
    const columns = (await readWorkbook(rowsBook))[0]?.rows[2]?.map(String) ?? [];
    const wasSold = soldAt(columns);
    const target = orders.find(({ Orden }) => Orden !== first?.Orden);
    source.advanceMs(3_600_000);
    world.change({ kind: 'add-order', itemsOfSubOrders: [1] });
    world.change({
      kind: 'cancel',
      target: { Canal: target?.Canal ?? '', Cuenta: target?.Cuenta ?? '', Orden: target?.Orden ?? '' },
    });
    source.advanceMs(60_000);
    await page.getByTestId('sync-now').click();
    await page.getByTestId('nav-orders').click();
    const now = source.everything();
    await expectTotals(page, now, 60_000);
    const isSold = soldAt(columns);
    // An hour of the source brings changes of its own.
    const expected = [...new Set([...wasSold.keys(), ...isSold.keys()])].filter(
      (order) => wasSold.get(order) !== isSold.get(order),
    );
    for (const book of [rowsBook, resultBook, ofTables]) {
      await check('libro.xlsx', book);
      expect(await tones()).toEqual(['good', 'caution']);
      for (const column of TOTAL_COLUMNS) {
        expect(toGrains(await dataValueOf(page, `check-before-${column}`))).toBe(then.sums[column]);
        expect(toGrains(await dataValueOf(page, `check-now-${column}`))).toBe(now.sums[column]);
      }
      const texts = await page
        .getByTestId('check-order')
        .evaluateAll((lines) => lines.map(({ dataset }) => `${dataset.kind} ${dataset.order}`));
      const named = expected.map((order) => `${wasSold.has(order) ? 'changed' : 'new'} ${order}`);
      expect(named).toContain(`changed ${target?.Orden}`);
      expect(texts.toSorted()).toEqual(named.sort());
      await page.keyboard.press('Escape');
      const { code, rows } = await checked(book);
      expect([code, rows[0]?.state, rows[1]?.state]).toEqual([5, 'as-written', 'changed']);
      const told = rows.filter(({ about }) => about === 'order');
      expect(told.map(({ state, name }) => `${state} ${name?.split(' · ').at(-1)}`).sort()).toEqual(named);
    }
    expect((await checked(new TextEncoder().encode('Orden;Ventas'))).code).toBe(4);
    expect((await runCuadra(host.profileDirectory, 'check', 'no-such-file.xlsx')).code).toBe(4);
    await check('nada.xlsx', new TextEncoder().encode('Orden;Ventas'));
    await expect(page.getByTestId('check-problem')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('covered amounts are written only when one says so', async () => {
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette-find').fill('ocultar montos');
    await page.keyboard.press('Enter');
    await page.getByTestId('nav-panel').click();
    await page.getByTestId('export-workbook').click();
    const go = page.getByTestId('export-covered');
    await expect(go).toBeVisible();
    const download = page.waitForEvent('download');
    await go.click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  });
});
