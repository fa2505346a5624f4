import { expect, test } from 'vitest';
import { readAnnotation } from '#renderer/data/model/annotations.ts';
import type { FileRow } from '#renderer/data/model/file-cells.ts';
import type { SheetLook } from '#renderer/data/model/table-file.ts';
import {
  type FormerColumns,
  type KnownColumns,
  keptColumns,
  recallColumns,
} from '#renderer/reconciliation/costs/model/known-columns.ts';
import { firstPlace } from '#renderer/reconciliation/costs/screen/import/use-cost-import.ts';

const row = (...cells: string[]): FileRow => ({ line: 3, cells });
const NO_COLUMNS = { sku: null, cost: null, from: null, to: null, note: null };
const SAID = { ...NO_COLUMNS, sku: 0, cost: 2 };

/** As it is kept of a header, and read again. */
function knownOf(header: FileRow, columns = SAID): KnownColumns {
  const kept = keptColumns(header, columns);
  const value = readAnnotation('cost-columns', { ...kept?.value, owner: 'Ana', atMs: 1 });
  if (kept === null || value === null) throw new Error('Nothing is kept of this header.');
  return { kept: new Map([[kept.key, value]]), former: [] };
}

const formerly = (...former: FormerColumns): KnownColumns => ({ kept: new Map(), former });

test('a header that was imported is known where it is written otherwise, below other rows, or has other blanks behind it', () => {
  const known = knownOf(row('Artículo raro', 'N° interno', 'Precio', '', ''));
  expect(recallColumns([row('Lista'), row('ARTICULO RARO', 'nro interno', 'precio:')], known)).toEqual({
    line: 3,
    columns: SAID,
  });
  expect(recallColumns([row('Artículo', 'N° interno', 'Precio')], known)).toBeUndefined();
});

test('columns in another order are found by their headings, and one of two of the same heading by nothing', () => {
  const known = knownOf(row('Material', 'Grupo', 'Precio'));
  expect(recallColumns([row('Precio', 'Material', 'Grupo')], known)?.columns).toEqual({
    ...NO_COLUMNS,
    sku: 1,
    cost: 0,
  });
  const twice = knownOf(row('Material', 'Precio', 'Precio'));
  expect(recallColumns([row('Material', 'Precio', 'Precio')], twice)?.columns).toEqual(SAID);
  expect(recallColumns([row('Material', 'Precio', 'Precio', '', '')], twice)?.columns).toEqual(SAID);
  expect(recallColumns([row('Precio', 'Material', 'Precio')], twice)?.columns).toEqual({
    ...NO_COLUMNS,
    sku: 1,
  });
});

test('a column without a heading is known where nothing moved, and nowhere else', () => {
  const known = knownOf(row('Material', 'Grupo', '', 'Marca'));
  expect(recallColumns([row('Material', 'Grupo', '', 'Marca')], known)?.columns).toEqual(SAID);
  expect(recallColumns([row('Material', '', 'Grupo', 'Marca')], known)?.columns).toEqual({
    ...NO_COLUMNS,
    sku: 0,
  });
});

test('a row that names nothing is neither kept nor known', () => {
  expect(keptColumns(row('', ' — '), SAID)).toBeNull();
  expect(recallColumns([row('', '')], formerly({ header: 'x', columns: SAID }))).toBeUndefined();
});

test('what the preferences of an earlier version kept is known, word by word as it was written then', () => {
  const known = formerly(
    { header: 'codigo|costoneto|valido desde', columns: SAID },
    { header: 'no material|us|precio 5 %', columns: { ...SAID, note: 1 } },
    { header: `no de caja y no final|${'x'.repeat(200)}`, columns: { ...SAID, note: 0 } },
  );
  expect(recallColumns([row('CÓDIGO', 'CostoNeto', 'Válido desde (dd-mm-aaaa)')], known)?.columns).toEqual(
    SAID,
  );
  expect(recallColumns([row('N° Material', 'US$', 'Precio 5 %')], known)?.columns).toEqual({
    ...SAID,
    note: 1,
  });
  const long = row('N° de caja (u) y N° (kg) final', 'x'.repeat(230));
  expect(recallColumns([long], known)?.columns).toEqual({ ...SAID, note: 0 });
  expect(recallColumns([row('Código', 'Costo neto', 'Válido desde')], known)).toBeUndefined();
});

test('what was imported since counts before what an earlier version kept', () => {
  const header = row('Material', 'Grupo', 'Precio');
  const former = [{ header: 'material|grupo|precio', columns: { ...SAID, cost: 1 } }];
  expect(recallColumns([header], { ...knownOf(header), former })?.columns).toEqual(SAID);
});

test('a workbook is read from the first sheet that names what is needed, one that is shown before one that is hidden', () => {
  const sheet = (name: string, isHidden: boolean, ...cells: readonly string[]): SheetLook =>
    ({ name, isHidden, columns: cells.length, head: [row(...cells)] }) as unknown as SheetLook;
  const costs = ['SKU Producto', 'Costo'];
  const placed = (...sheets: readonly SheetLook[]) => {
    const { sheet: name, headerLine, columns } = firstPlace(sheets, formerly());
    return [name, headerLine, columns.sku, columns.cost];
  };
  expect(
    placed(
      sheet('old', true, ...costs),
      sheet('notes', false, 'x'),
      sheet('a', false, 'N', ...costs),
      sheet('b', false, ...costs),
    ),
  ).toEqual(['a', 3, 1, 2]);
  expect(placed(sheet('notes', false, 'x'), sheet('old', true, ...costs))).toEqual(['old', 3, 0, 1]);
  expect(placed(sheet('hidden', true, 'x'), sheet('notes', false, 'y'), sheet('more', false, 'z'))).toEqual([
    'notes',
    3,
    null,
    null,
  ]);
  expect(placed()).toEqual(['', 0, null, null]);
});
