import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOtherColumn } from '#renderer/data/engine/changes/change-record.ts';
import { orderValues, valuesInLog } from '#renderer/data/storage/commit/order-values.ts';
import { plannedRow, rowSource } from '#renderer/data/storage/commit/planned-rows.ts';
import { COLUMNS as CATALOGUE, isSummable } from '#shared/domain/column-catalogue.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/** What an order's rows held in the columns that changed, as the log keeps it: within its share, figures before the rest. */

/** An amount that the log's own figures do not tell. */
const CHARGE =
  CATALOGUE.find((each) => each.kind === 'money' && isSummable(each) && isOtherColumn(each.key))?.key ?? '';
const COLUMNS = ['Producto', 'Costo Envío', 'Marca', CHARGE, 'Comprador', 'Unidades'];
const rowsOf = (...lines: readonly (readonly Cell[])[]) => {
  const source = rowSource(COLUMNS);
  return lines.map((cells) => plannedRow(source, cells, null));
};
const names = (long: string) =>
  orderValues(
    rowsOf([long, '1', 'x', '2', long, '1']),
    rowsOf([`${long}!`, '3', 'y', '4', `${long}?`, '2']),
    COLUMNS,
  ).map(({ column }) => column);

test('figures stand before texts, each in the order of their columns', () => {
  expect(names('a')).toEqual(['Costo Envío', CHARGE, 'Unidades', 'Producto', 'Marca', 'Comprador']);
});

test('where there is no room for all, figures are kept, and texts that fit', () => {
  // Two long texts do not fit both sides, nor one of them.
  expect(names('x'.repeat(1200))).toEqual(['Costo Envío', CHARGE, 'Unidades', 'Marca']);
  // A text of nearly all the room would have kept the figures out.
  expect(names('x'.repeat(990))).toEqual(['Costo Envío', CHARGE, 'Unidades', 'Producto', 'Marca']);
});

test('figures that can be read are one exact sum, of one row as it was written; all else distinct values in one order', () => {
  expect(valuesInLog(CHARGE, ['1.50'])).toEqual(['1.50']);
  expect(valuesInLog(CHARGE, ['0.10', '0.2', null, ''])).toEqual(['0.30']);
  expect(valuesInLog(CHARGE, [null, ''])).toEqual([null, '']);
  expect(valuesInLog(CHARGE, ['2', 'x', '2'])).toEqual(['2', 'x']);
  const cells = fc.array(fc.constantFrom<Cell>(null, '', 'a', 'b', 'Z', '10', '9'), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(cells, (held) => {
      const views = valuesInLog('Marca', held);
      expect(valuesInLog('Marca', held.toReversed())).toEqual(views);
      const texts = [...new Set(held)].filter((cell) => cell !== null).sort();
      if (held.length > 1) expect(views).toEqual(held.includes(null) ? [null, ...texts] : texts);
    }),
  );
});
