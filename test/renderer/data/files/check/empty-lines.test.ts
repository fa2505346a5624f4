import { describe, expect, test } from 'vitest';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from '#test/renderer/data/files/checked-workbook.ts';
import { edited } from '#test/renderer/data/files/edited-workbook.ts';
import { writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** Rows without anything in them, and columns too narrow to be read, in a workbook that is checked. */

const PLAN = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content: null } };
const tableWith = (...lines: readonly (readonly (string | null)[])[]) =>
  tableOf({
    name: 'Órdenes',
    keyColumns: 1,
    columns: [
      { name: 'Orden', kind: 'text', total: null },
      { name: 'Ventas', kind: 'money', total: null },
    ],
    lines: lines.map((cells) => ({ cells: [...cells] })),
  });
const SHEET = /worksheets\/sheet1\.xml$/;

async function altered(table: ReturnType<typeof tableWith>, from?: RegExp | string, to = '') {
  const bytes = new Uint8Array(await writeWorkbook(table, PLAN));
  const step = await checkBytes(
    from === undefined ? bytes : await edited(bytes, SHEET, from, to),
    todayOf(table),
  );
  if (step.kind !== 'done') throw new Error(JSON.stringify(step));
  const { rows, altered: found, counts } = step.check.file;
  return [rows, found.length > 0, counts.hidden ?? 0];
}

describe('a workbook', () => {
  test('whose last lines are empty holds them all the same', async () => {
    expect(await altered(tableWith(['A', '1'], ['B', null]))).toEqual([2, false, 0]);
    expect(await altered(tableWith(['A', '1'], [null, null], [null, null]))).toEqual([3, false, 0]);
    expect(await altered(tableWith([null, null], ['A', '1']))).toEqual([2, false, 0]);
  });

  test('in which a program leaves rows without cells below is as it was', async () => {
    const rows = '<row r="40"/><row r="41"></row></sheetData>';
    expect(await altered(tableWith(['A', '1'], ['B', '2']), '</sheetData>', rows)).toEqual([2, false, 0]);
  });

  test('whose column is half a letter wide hides it, and a wider one does not', async () => {
    const wide = (width: string) =>
      altered(
        tableWith(['A', '1']),
        /<col min="2" max="2" width="[\d.]+"/,
        `<col min="2" max="2" width="${width}"`,
      );
    expect([await wide('0.5'), await wide('0.6')]).toEqual([
      [1, true, 1],
      [1, false, 0],
    ]);
  });

  test('whose columns are hidden to the end of the sheet hides those of the table', async () => {
    const hidden = '<col min="2" max="16384" hidden="1"';
    expect(await altered(tableWith(['A', '1']), /<col min="2" max="2"/, hidden)).toEqual([1, true, 1]);
  });

  test('whose line of a single cell is hidden hides a line', async () => {
    const lastRow = /<row (?![\s\S]*<row )/;
    expect(await altered(tableWith(['A', '1'], ['B', null]), lastRow, '<row hidden="1" ')).toEqual([
      2,
      true,
      1,
    ]);
  });
});
