import { expect, test } from 'vitest';
import { joinDecimals, withDecimals } from '#renderer/data/files/intake/decimal-commas.ts';
import { createMergedList, withCovered } from '#renderer/data/files/intake/merged-cells.ts';
import { workbookNumber } from '#renderer/data/files/intake/number-cells.ts';
import { readTableFile } from '#renderer/data/files/intake/read-table-file.ts';
import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { encoded, type MadeCell, workbookOf } from './made-files.ts';
import { compoundFile, double, record, u16, u32, workbookStream, xlsOf } from './made-xls.ts';
import { readWhole, textsOf } from './read-whole.ts';

/** Each kind of cell as the program that saved it shows it, told whole; and what a file tells beside its cells. */

const SHEET = 'Hoja';
const cellsOf = async (content: Uint8Array<ArrayBuffer>, sheet = SHEET) => {
  const found = await readWhole(content);
  return 'sheets' in found ? (found.sheets.get(sheet) ?? []).map(({ cells }) => cells) : found;
};
const xmlCells = (...cells: readonly string[]): readonly MadeCell[] => cells.map((xml) => ({ xml }));

test('a workbook’s cells are what their types and styles make of them, placed or not', async () => {
  const styles = '<xf/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="166"/><xf/>';
  const made = workbookOf({
    sheets: [
      {
        name: SHEET,
        rows: [
          [
            ...xmlCells(
              '<c t="b"><v>1</v></c>',
              '<c t="b"><v>true</v></c>',
              '<c t="b"><v>0</v></c>',
              '<c t="e"><v>#N/A</v></c>',
              '<c t="d"><v>2026-08-31T00:00:00.000Z</v></c>',
              '<c t="d"><v>2026-08-31T10:20:30Z</v></c>',
              '<c t="str"><v>a &amp; b</v></c>',
            ),
          ],
          [
            ...xmlCells(
              '<c s="2"><v>0.315</v></c>',
              '<c s="1"><v>46265</v></c>',
              '<c s="4"><v>46265.25</v></c>',
              '<c s="99"><v>46265</v></c>',
              '<c s="5"><v>46265</v></c>',
              '<c s="3"><v>-12.50</v></c>',
              '<c/>',
              '<c><v>123456789012345678901234567890</v></c>',
            ),
          ],
        ],
      },
    ],
    // Rows and cells without their places follow each other; parts are named from the root.
    rewrite: (_, xml) =>
      xml
        .replaceAll(/<row r="\d+">/g, '<row>')
        .replaceAll('Target="worksheets/', 'Target="/xl/worksheets/')
        .replace(/(<cellXfs[^>]*>).*(<\/cellXfs>)/, `$1${styles}$2`),
  });
  const bool = (text: string) => ({ kind: 'boolean', text });
  const number = (text: string) => ({ kind: 'number', text });
  expect(await cellsOf(made)).toEqual([
    [
      ...[bool('TRUE'), bool('TRUE'), bool('FALSE'), { kind: 'error', text: '#N/A' }],
      ...[{ kind: 'date', text: '2026-08-31' }, { kind: 'date', text: '2026-08-31T10:20:30Z' }, 'a & b'],
    ],
    [
      ...[
        { ...number('0.315'), isPercent: true },
        { kind: 'date', text: '2026-08-31' },
      ],
      ...[{ kind: 'date', text: '2026-08-31T06:00:00.000' }, number('46265'), number('46265')],
      ...[number('-12.50'), '', number('123456789012345678901234567890')],
    ],
  ]);
});

test('a number shown as negative says so unless it is nothing, or is negative itself', () => {
  const shown = (written: string, over: object = {}, system: 1900 | 1904 = 1900) =>
    workbookNumber(written, { isDate: false, currency: null, ...over }, system);
  const negative = { isNegative: true };
  expect(['5', '0.05', '0', '0.00', '-5'].map((written) => shown(written, negative))).toEqual([
    { kind: 'number', text: '5', isShownNegative: true },
    { kind: 'number', text: '0.05', isShownNegative: true },
    { kind: 'number', text: '0' },
    { kind: 'number', text: '0.00' },
    { kind: 'number', text: '-5' },
  ]);
  expect(shown('2.5E1', { currency: 'CLP', isPercent: true }, 1904)).toEqual({
    ...{ kind: 'number', text: '25', currency: 'CLP', isPercent: true, system: 1904 },
  });
  expect(shown('1E-7')).toEqual({ kind: 'number', text: '0.0000001' });
  // A day that no calendar has stays the number that it is.
  expect(shown('-3', { isDate: true })).toEqual({ kind: 'number', text: '-3' });
});

test('an old workbook’s cells are what their records and styles make of them', async () => {
  const at = (row: number, column: number, style = 0) => u16(row, column, style);
  const result = (kind: number, value = 0) =>
    Buffer.from([kind, 0, value, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 3, 0, 0x1e, 1, 0]);
  const formula = (column: number, value: Buffer) => record(0x06, at(1, column), value);
  const more = [
    record(0x205, at(0, 0), Buffer.from([1, 0])),
    record(0x205, at(0, 1), Buffer.from([0, 0])),
    record(0x205, at(0, 2), Buffer.from([42, 1])),
    record(0x205, at(0, 3), Buffer.from([99, 1])),
    // An upper part of a double, and one of hundredths.
    record(0x27e, at(0, 4), u32(0x40590000)),
    record(0x27e, at(0, 5), u32(0x40590001)),
    record(0x27e, at(0, 6), u32(((-7 << 2) | 3) >>> 0)),
    formula(0, result(1, 1)),
    formula(1, result(1)),
    formula(2, result(2, 7)),
    // An empty text, and a zero that was computed.
    formula(3, result(3)),
    formula(4, Buffer.concat([double(0), u16(0), u32(0), u16(3), Buffer.from([0x1e, 1, 0])])),
    // Several in one record, each in its own style.
    record(0xbd, u16(2, 1), u16(1), u32((46_265 << 2) | 2), u16(2), u32((50 << 2) | 3), u16(2)),
    record(0xe5, u16(3), u16(0, 2, 0, 0), u16(4, 4, 1, 3), u16(5, 6, 2, 2)),
  ];
  const stream = workbookStream({
    sheets: [{ name: SHEET, rows: [], more }],
    globals: [],
  });
  // One more style behind those that are there: percent.
  const style = record(0xe0, u16(0, 164), Buffer.alloc(16));
  const place = stream.indexOf(style);
  const end = place + style.length;
  const grown = Buffer.concat([
    stream.subarray(0, end),
    record(0xe0, u16(0, 9), Buffer.alloc(16)),
    stream.subarray(end),
  ]);
  const sheetAt = grown.indexOf(Buffer.concat([u16(0x85)]), end);
  grown.writeUInt32LE(grown.readUInt32LE(sheetAt + 4) + style.length, sheetAt + 4);
  const found = await readWhole(compoundFile(grown));
  if (!('sheets' in found)) throw new Error(JSON.stringify(found));
  const bool = (text: string) => ({ kind: 'boolean', text });
  const error = (text: string) => ({ kind: 'error', text });
  const number = (text: string) => ({ kind: 'number', text });
  expect(found.sheets.get(SHEET)).toEqual([
    {
      line: 1,
      cells: [
        ...[bool('TRUE'), bool('FALSE'), error('#N/A'), error('#?'), number('100'), number('1')],
        number('-0.07'),
      ],
    },
    { line: 2, cells: [bool('TRUE'), bool('FALSE'), error('#DIV/0!'), '', number('0')] },
    {
      line: 3,
      cells: ['', { kind: 'date', text: '2026-08-31' }, { ...number('0.5'), isPercent: true }],
    },
  ]);
  // Those across alone are none.
  expect(found.merged.get(SHEET)).toEqual([
    { column: 0, line: 1, lastLine: 3 },
    { column: 2, line: 6, lastLine: 7 },
  ]);
});

test('texts of an old workbook lose nothing to what stands behind them', async () => {
  // Fonts behind the characters, and how they are pronounced.
  const rich = Buffer.concat([
    u16(3),
    Buffer.from([8 + 4]),
    u16(2),
    u32(5),
    Buffer.from('uno'),
    Buffer.alloc(13),
  ]);
  const plain = Buffer.concat([u16(3), Buffer.from([0]), Buffer.from('dos')]);
  const label = (column: number, text: Buffer) => record(0x204, u16(0, column, 0), text);
  const made = xlsOf({
    sheets: [
      { name: SHEET, rows: [], more: [label(0, rich), record(0xd6, u16(0, 1, 0), plain), label(2, plain)] },
    ],
  });
  expect(await cellsOf(made)).toEqual([['uno', 'dos', 'dos']]);
});

test.each([
  [1, ['hidden-sheets']],
  [2, ['hidden-sheets']],
  [0, []],
])('a sheet of an old workbook in the state %i', async (state, notes) => {
  const stream = workbookStream({ sheets: [{ name: SHEET, rows: [['a']], isHidden: true }] });
  const place = stream.indexOf(Buffer.concat([Buffer.from([1, 0, SHEET.length])]));
  stream[place] = state;
  expect(await readWhole(compoundFile(stream))).toMatchObject({ facts: { notes } });
});

test('what an old workbook links to and runs is said of either version', async () => {
  const links = (version: 5 | 8) =>
    compoundFile(
      workbookStream({
        version,
        globals: [record(0x17, Buffer.from([3, 1, 65, 66, 67]))],
        sheets: [
          { name: 'A', rows: [['a']] },
          { name: 'M', rows: [['b']], kind: 6 },
        ],
      }),
    );
  expect(await readWhole(links(5))).toMatchObject({ facts: { notes: ['external-links', 'macros'] } });
  expect(await readWhole(links(8))).toMatchObject({ facts: { notes: ['macros'] } });
  const both = compoundFile(workbookStream({ sheets: [{ name: 'A', rows: [['a']], isHidden: true }] }), {
    others: ['VBA'],
  });
  expect(await readWhole(both)).toMatchObject({ facts: { notes: ['hidden-sheets', 'macros'] } });
});

test('how far a file is read is told over all of its sheets, and ends at its end', async () => {
  const shares = async (content: Uint8Array<ArrayBuffer>) => {
    const told: number[] = [];
    for await (const { share } of readTableFile(new Blob([content]), async () => undefined)) told.push(share);
    return told;
  };
  const rows = Array.from({ length: 30 }, (_, at) => [`fila ${at}`]);
  const sheets = ['A', 'B'].map((name) => ({ name, rows }));
  const ofBook = await shares(workbookOf({ sheets }));
  expect(ofBook).toEqual(ofBook.toSorted((one, other) => one - other));
  expect([ofBook.at(-1), ofBook.filter((share) => share > 0.4 && share < 0.6).length > 0]).toEqual([1, true]);
  const text = encoded('a;b\n1;2\n', 'utf-8');
  expect(await shares(text)).toEqual([1, 1]);
});

test('files that hold no cell in their last piece have the cells of those before', async () => {
  expect(textsOf(await readWhole(encoded('a;b\n1;2\n', 'utf-8')))).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
  ]);
  expect(await readWhole(new Uint8Array([0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(0)]))).toMatchObject(
    {
      reason: 'archive',
    },
  );
  const page =
    '<html xmlns:x="urn:schemas-microsoft-com:office:spreadsheet"><table><tr><td>a<td>b</table></html>';
  expect(await readWhole(encoded(page, 'utf-8'))).toMatchObject({
    facts: { format: 'html', delimiter: null, encoding: 'utf-8', notes: [] },
  });
});

test('a file that went away meanwhile is gone, whatever the browser calls it', async () => {
  for (const name of ['NotReadableError', 'NotFoundError']) {
    const file = {
      size: 9,
      slice: () => ({ arrayBuffer: () => Promise.reject(Object.assign(new Error('x'), { name })) }),
    } as unknown as Blob;
    await expect(readTableFile(file, async () => undefined).next()).rejects.toMatchObject({
      refusal: { reason: 'gone', sheet: null, line: null, column: null },
    });
  }
  const other = { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('x')) }) };
  await expect(readTableFile(other as unknown as Blob, async () => undefined).next()).rejects.toThrow('x');
});

const rowOf = (line: number, ...cells: readonly string[]): FileRow => ({ line, cells, isCut: true });

test('rows with two amounts that commas cut are put together, in each of their columns', () => {
  const rows = [
    rowOf(2, 'A', '1000', '50', 'x', '7', '5', 'Pagado'),
    rowOf(3, 'B', '-2000', '25', 'y', '(8', '1)', 'Pagado'),
    rowOf(4, 'C', '', 'z', '', 'Pagado'),
  ];
  const joined = joinDecimals(rows, 5);
  expect(joined?.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, 'A', '1000,50', 'x', '7,5', 'Pagado'],
    [3, 'B', '-2000,25', 'y', '(8,1)', 'Pagado'],
    [4, 'C', '', 'z', '', 'Pagado'],
  ]);
  // A column that holds a word is none of amounts, though its other rows could be put together.
  expect(joinDecimals([...rows, rowOf(5, 'D', 'uno', 'z', '', 'Pagado')], 5)).toBeNull();
  expect(withDecimals(rows[0] ?? rowOf(1), 5).cells).toEqual(['A', '1000,50', 'x', '7,5', 'Pagado']);
  // Two ways to choose, and a row of the heading's width that has one.
  expect(joinDecimals([rowOf(2, 'A', '1', '2', '3')], 3)).toBeNull();
  expect(joinDecimals([...rows, rowOf(6, 'A', '1000', '50', 'x', 'y')], 5)).toBeNull();
});

test('merged cells are cut where their table ends, and begin anew with each sheet', () => {
  const list = createMergedList();
  const cell = (line: number, lastLine: number, column = 0) => ({ column, line, lastLine });
  list.add(cell(1, 9));
  list.add(cell(2, 2, 1));
  list.cut(4);
  list.add(cell(5, 8));
  expect(list.end()).toEqual([cell(1, 4), cell(5, 8)]);
  list.add(cell(1, 3));
  list.cut(2);
  expect([list.end(), list.end()]).toEqual([[cell(1, 2)], []]);
});

test('rows have what covers them, from the row below the first to the last, the one that begins last before others', () => {
  const rows = [1, 2, 3, 5, 6].map((line) => rowOf(line, `a${line}`, `b${line}`));
  const told = (...merged: Parameters<typeof withCovered>[1]) =>
    withCovered(rows, merged).map(({ line, covered }) => [
      line,
      ...[...(covered ?? [])].map(([column, { cell, line: from }]) => `${column} ${cell} ${from}`),
    ]);
  expect(
    told(
      { column: 1, line: 2, lastLine: 3 },
      { column: 0, line: 1, lastLine: 5 },
      { column: 0, line: 3, lastLine: 6 },
      // Its first line is not there.
      { column: 1, line: 4, lastLine: 6 },
    ),
  ).toEqual([[1], [2, '0 a1 1'], [3, '1 b2 2'], [5, '0 a3 3'], [6, '0 a3 3']]);
  expect(withCovered(rows, [])).toBe(rows);
});
