import { expect, test } from 'vitest';
import type { SheetLook } from '#renderer/data/model/table-file.ts';
import { keptColumns } from '#renderer/reconciliation/costs/model/known-columns.ts';
import type { ImportedCost } from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import {
  firstPlace,
  headerRow,
  isMapped,
  placeOn,
  skusWithoutRows,
} from '#renderer/reconciliation/costs/screen/import/use-cost-import.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Where the costs stand in a file, and which of their SKUs nobody sold. */

const NONE = { sku: null, cost: null, from: null, to: null, note: null };
const NOTHING_KNOWN = { kept: new Map(), former: [] };
const sheet = (name: string, head: readonly (readonly string[])[], isHidden = false): SheetLook => ({
  ...{ name, isHidden, lines: head.length, columns: 3 },
  head: head.map((cells, at) => ({ line: at + 3, cells })),
});

test('they stand on the first sheet that names them, shown before hidden, else on the first that is shown', () => {
  const [notes, hidden] = [sheet('Notas', [['Lista'], ['x', 'y']]), sheet('B', [['SKU', 'Costo']], true)];
  const [one, two] = [sheet('C', [['x'], ['Costo', 'SKU']]), sheet('D', [['SKU', 'Costo']])];
  const of = (...sheets: readonly SheetLook[]) => {
    const { sheet: name, headerLine, columns } = firstPlace(sheets, NOTHING_KNOWN);
    return [name, headerLine, columns.sku, columns.cost];
  };
  expect(of(notes, hidden, one, two)).toEqual(['C', 4, 1, 0]);
  expect(of(notes, hidden)).toEqual(['B', 3, 0, 1]);
  expect(of({ ...notes, isHidden: true }, notes)).toEqual(['Notas', 3, null, null]);
  expect(of()).toEqual(['', 0, null, null]);
});

test('a header that was imported counts before the words of another row', () => {
  const look = sheet('A', [
    ['SKU', 'Costo'],
    ['Material', 'Grupo', 'Precio'],
  ]);
  const [, row] = look.head;
  const kept = row === undefined ? null : keptColumns(row, { ...NONE, sku: 0, cost: 2 });
  if (kept === null || row === undefined) throw new Error('Nothing is kept of it.');
  const known = { kept: new Map([[kept.key, { ...kept.value, owner: '', atMs: 1 }]]), former: [] };
  const place = placeOn(look, known);
  expect(place).toEqual({
    ...{ sheet: 'A', headerLine: 4, columns: { ...NONE, sku: 0, cost: 2 } },
    said: { number: null, date: null },
  });
  const looked = { sheets: [sheet('Z', [['x']]), look] } as unknown as Parameters<typeof headerRow>[0];
  expect(headerRow(looked, place)).toBe(row);
  expect(headerRow(looked, { ...place, headerLine: 0 })).toBeUndefined();
  expect(placeOn(look, NOTHING_KNOWN).headerLine).toBe(3);
  const mapped = [
    place,
    { ...place, columns: { ...NONE, sku: 0 } },
    { ...place, columns: { ...NONE, cost: 0 } },
  ];
  expect(mapped.map(isMapped)).toEqual([true, false, false]);
});

test('SKUs that no row has are told once each, in the order of the file', () => {
  const costs = ['C', 'A', 'B', 'C', 'A'].map((sku, at): ImportedCost => {
    return { line: at + 2, sku, cost: '1' as Decimal, from: null, to: null, note: '' };
  });
  expect(skusWithoutRows(costs, new Set(['B', null, 'Z']))).toEqual(['C', 'A']);
  expect(skusWithoutRows(costs, new Set(['A', 'B', 'C']))).toEqual([]);
});
