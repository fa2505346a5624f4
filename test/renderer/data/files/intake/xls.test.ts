import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IntakeReason } from '#renderer/data/model/table-file.ts';
import { compoundFile, record, workbookStream, type XlsCell, xlsOf } from './made-xls.ts';
import { readWhole, textsOf } from './read-whole.ts';

/** Workbooks as they were saved before 2007: cell by cell, or refused with the place. */

const FIXED: readonly (readonly XlsCell[])[] = [
  ['Fecha', 'Ñandú – €', 'n'],
  [{ date: 46_265 }, 'x', 1234.56],
  [{ date: 46_265.5 }, 'largo '.repeat(3000), -5],
  [null, { formula: 2.5 }, { formula: 'año' }],
  [{ many: [1.5, 2.25, -0.29] }],
  [{ formula: true }, { error: 7 }, 46_265, 0.1 + 0.2],
];
const READ = [
  [1, 'Fecha', 'Ñandú – €', 'n'],
  [2, '2026-08-31', 'x', '1234.56'],
  [3, '2026-08-31T12:00:00.000', 'largo '.repeat(3000), '-5'],
  [4, '', '2.5', 'año'],
  [5, '1.5', '2.25', '-0.29'],
  [6, 'TRUE', '#DIV/0!', '46265', '0.30000000000000004'],
];

for (const cutTextsAt of [8224, 4001, 100, 33]) {
  test(`texts cut into records of ${cutTextsAt} bytes`, async () => {
    const made = xlsOf({ sheets: [{ name: 'Hoja ñ', rows: FIXED }], cutTextsAt });
    const found = await readWhole(made);
    expect(textsOf(found, 'Hoja ñ')).toEqual(READ);
    expect(found).toMatchObject({ facts: { format: 'xls', notes: [] } });
  });
}

test('the older version, in the encoding of its machine', async () => {
  const rows = FIXED.map((cells) => cells.map((cell) => (cell === 'Ñandú – €' ? 'Ñandú €' : cell)));
  const stream = workbookStream({ version: 5, sheets: [{ name: 'Año', rows }] });
  const expected = READ.map((cells) => cells.map((cell) => (cell === 'Ñandú – €' ? 'Ñandú €' : cell)));
  expect(textsOf(await readWhole(compoundFile(stream, { name: 'Book' })), 'Año')).toEqual(expected);
  // And in no container.
  expect(textsOf(await readWhole(new Uint8Array(stream)), 'Año')).toEqual(expected);
});

test('days since 1904', async () => {
  const made = xlsOf({ is1904: true, sheets: [{ name: 'A', rows: [[{ date: 46_265 - 1462 }]] }] });
  expect(textsOf(await readWhole(made), 'A')).toEqual([[1, '2026-08-31']]);
});

test('cells in any order come by rows', async () => {
  const label = (row: number, column: number, value: number) =>
    record(0x27e, u16(row), u16(column), u16(0), u32((value << 2) | 2));
  const more = [label(7, 1, 4), label(2, 2, 3), label(7, 0, 1), label(0, 0, 9)];
  const made = xlsOf({ sheets: [{ name: 'A', rows: [], more }] });
  expect(textsOf(await readWhole(made), 'A')).toEqual([
    [1, '9'],
    [3, '', '', '3'],
    [8, '1', '4'],
  ]);
});

test('what is passed over is said', async () => {
  const made = compoundFile(
    workbookStream({
      globals: [record(0x1ae, u16(1), u16(9), Buffer.from('\0otro.xls'))],
      sheets: [
        { name: 'Vista', rows: [['a']] },
        { name: 'Oculta', rows: [['b']], isHidden: true },
        { name: 'Macro1', rows: [['=RUN()']], kind: 1 },
      ],
    }),
    { others: ['_VBA_PROJECT_CUR'] },
  );
  const found = await readWhole(made);
  expect(found).toMatchObject({
    facts: { format: 'xls', notes: ['external-links', 'macros', 'hidden-sheets'] },
  });
  expect(
    [...('sheets' in found ? found.sheets : [])].flatMap(([name, rows]) => (rows.length > 0 ? [name] : [])),
  ).toEqual(['Vista', 'Oculta']);
});

test('a workbook that names itself, or functions of its program, links to no other', async () => {
  const globals = [record(0x1ae, u16(1), Buffer.from([1, 4])), record(0x1ae, u16(1), Buffer.from([1, 0x3a]))];
  const made = compoundFile(workbookStream({ globals, sheets: [{ name: 'Vista', rows: [['a']] }] }));
  expect(await readWhole(made)).toMatchObject({ facts: { notes: [] } });
});

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

const SHEET = 'Hoja';
const sheetOf = (rows: readonly (readonly XlsCell[])[], more: readonly Buffer[] = []) =>
  workbookStream({ sheets: [{ name: SHEET, rows, more }] });
const CELL = record(0x203, u16(4), u16(0), u16(0), Buffer.alloc(8));
const large = sheetOf(Array.from({ length: 600 }, (_, at) => [`fila ${at}`, at]));
const circle = (): Uint8Array<ArrayBuffer> => {
  const made = compoundFile(large);
  const view = new DataView(made.buffer);
  const first = view.getUint32(512 + 512 * (1 + view.getUint32(48, true)) - 512 + 128 + 116, true);
  view.setUint32(512 + 4 * (first + 2), first, true);
  return made;
};

type Bad = readonly [name: string, made: Uint8Array<ArrayBuffer>, reason: IntakeReason, place?: object];
const REFUSED: readonly Bad[] = [
  ['an encrypted one', xlsOf({ globals: [record(0x2f, u16(1), u16(1))], sheets: [] }), 'encrypted'],
  ['an encrypted new one', compoundFile(Buffer.alloc(5000), { name: 'EncryptedPackage' }), 'encrypted'],
  ['a letter', compoundFile(Buffer.alloc(5000), { name: 'WordDocument' }), 'not-table'],
  [
    'a formula that nobody computed',
    compoundFile(sheetOf([['a'], ['b', { formula: null }]])),
    'no-value',
    { sheet: SHEET, line: 2, column: 2 },
  ],
  [
    'a formula without its text',
    compoundFile(
      sheetOf(
        [],
        [record(0x06, u16(1), u16(2), u16(0), Buffer.from('000000000000ffff0000000000000000', 'hex')), CELL],
      ),
    ),
    'no-value',
    { sheet: SHEET, line: 2, column: 3 },
  ],
  [
    'a cell told twice',
    compoundFile(sheetOf([['a', 1]], [record(0x203, u16(0), u16(1), u16(0), Buffer.alloc(8))])),
    'unreadable',
    { sheet: SHEET, line: 1, column: 2 },
  ],
  [
    'a number that is none',
    compoundFile(
      sheetOf([['a']], [record(0x203, u16(4), u16(2), u16(0), Buffer.from('ffffffffffffffff', 'hex'))]),
    ),
    'unreadable',
    { sheet: SHEET, line: 5, column: 3 },
  ],
  [
    'a text that is not there',
    compoundFile(sheetOf([['a']], [record(0xfd, u16(3), u16(1), u16(0), u32(77))])),
    'unreadable',
    { sheet: SHEET, line: 4, column: 2 },
  ],
  [
    'too many columns',
    compoundFile(sheetOf([['a']], [record(0x203, u16(3), u16(256), u16(0), Buffer.alloc(8))])),
    'too-many-columns',
    { sheet: SHEET, line: 4, column: 257 },
  ],
  ['a cut stream', compoundFile(large.subarray(0, large.length - 30)), 'unreadable', { sheet: SHEET }],
  ['a cut file', compoundFile(large).slice(0, 9000), 'unreadable'],
  ['sectors in a circle', circle(), 'unreadable'],
  ['a version of 1990', new Uint8Array([9, 4, 6, 0, 0, 4, 16, 0]), 'old-workbook'],
  ['an empty one', xlsOf({ sheets: [{ name: SHEET, rows: [] }] }), 'empty'],
];

describe('refused', () => {
  for (const [name, made, reason, place = {}] of REFUSED) {
    test(name, async () => {
      expect(await readWhole(made)).toMatchObject({ reason, ...place });
    });
  }
});

test('any sheet comes back cell by cell', async () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: fc.constantFrom('a', 'ñ', '€', '😀', ' ', '\n', '\u0080'), minLength: 1 }),
    fc.integer(),
    fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((value) => value / 100),
  );
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 24, max: 300 }), async (rows, cutTextsAt) => {
      fc.pre(rows.some((row) => row.some((each) => each !== null)));
      const found = textsOf(await readWhole(xlsOf({ sheets: [{ name: 'A', rows }], cutTextsAt })), 'A');
      const expected = rows.flatMap((cells, at) => {
        const last = cells.findLastIndex((each) => each !== null);
        return last < 0 ? [] : [[at + 1, ...cells.slice(0, last + 1).map((each) => `${each ?? ''}`)]];
      });
      expect(found).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
