import { describe, expect, test } from 'vitest';
import { compoundFile, double, record, u16, u32, workbookStream, type XlsSheet, xlsOf } from './made-xls.ts';
import { readWhole, textsOf } from './read-whole.ts';

/** Records of workbooks as they were saved before 2007, each with what it says at its edges. */

const NAME = 'Hoja';
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const cell = (type: number, row: number, column: number, ...rest: readonly Buffer[]): Buffer =>
  record(type, u16(row, column, 0), ...rest);
const number = (row: number, column: number, value: number): Buffer =>
  cell(0x203, row, column, double(value));
const label = (row: number, column: number, text: string): Buffer =>
  cell(0x204, row, column, u16(text.length), bytes(0), Buffer.from(text, 'latin1'));

const sheetOf = (...more: readonly Buffer[]): XlsSheet => ({ name: NAME, rows: [], more });
const readSheet = (...more: readonly Buffer[]) => readWhole(xlsOf({ sheets: [sheetOf(...more)] }));
const rowsOf = async (...more: readonly Buffer[]) => textsOf(await readSheet(...more), NAME);

describe('what is said of a workbook', () => {
  test('is that it has macros, by what its sheets are listed as, and by what they begin as', async () => {
    const [LIST, BEGINS] = [
      { table: 0, macros: 1, chart: 2, module: 6 },
      { module: 0x06, chart: 0x20, macros: 0x40 },
    ] as const;
    for (const [kind, begins, notes] of [
      [LIST.macros, BEGINS.chart, ['macros']],
      [LIST.module, BEGINS.chart, ['macros']],
      [LIST.chart, BEGINS.macros, ['macros']],
      [LIST.chart, BEGINS.module, ['macros']],
      [LIST.chart, BEGINS.chart, []],
    ] as const) {
      const noNumber = cell(0x203, 3, 0, Buffer.alloc(8, 0xff));
      const other = { name: 'Otra', rows: [['=RUN()', 5]], kind, begins, more: [noNumber] };
      const found = await readWhole(xlsOf({ sheets: [{ name: NAME, rows: [['a']] }, other] }));
      expect(found, `${kind} ${begins}`).toMatchObject({ facts: { notes } });
      // Nothing of it is a row, or looked at.
      expect([textsOf(found, NAME), textsOf(found, 'Otra')]).toEqual([[[1, 'a']], []]);
    }
  });

  test('is that a sheet is hidden, however deep, and nothing by the bits beside', async () => {
    for (const [state, notes] of [
      [0, []],
      [1, ['hidden-sheets']],
      [2, ['hidden-sheets']],
      [0x0c, []],
      [0x0d, ['hidden-sheets']],
    ] as const) {
      const sheets = [
        { name: NAME, rows: [['a']] },
        { name: 'Segunda', rows: [['b']], state },
      ];
      expect(await readWhole(xlsOf({ sheets })), String(state)).toMatchObject({ facts: { notes } });
    }
  });

  test('is that it takes values from other workbooks, where it does', async () => {
    const notesOf = async (version: 5 | 8, ...globals: readonly Buffer[]) => {
      const stream = workbookStream({ version, globals, sheets: [{ name: NAME, rows: [['a']] }] });
      const found = await readWhole(compoundFile(stream, { name: version === 8 ? 'Workbook' : 'Book' }));
      return 'facts' in found ? found.facts.notes : found;
    };
    const elsewhere = record(0x17, bytes(5, 1), Buffer.from('B.XLS'));
    const itself = record(0x17, bytes(5, 3), Buffer.from('Hoja1'));
    expect(await notesOf(5, elsewhere)).toEqual(['external-links']);
    expect(await notesOf(5, itself)).toEqual([]);
    // The newer version counts its references there.
    expect(await notesOf(8, record(0x17, u16(257), u16(0, 0, 0)))).toEqual([]);
  });
});

describe('the cells of a sheet', () => {
  test('are numbers in thirty bits of each form', async () => {
    const upper = (value: number): number => double(value).readUInt32LE(4) & ~3;
    const short = (column: number, bits: number) => cell(0x27e, 0, column, u32(bits));
    expect(
      await rowsOf(
        short(0, (-7 << 2) | 2),
        short(1, (-725 << 2) | 3),
        short(2, upper(2.5)),
        short(3, upper(-250) | 1),
        short(4, (536_870_911 << 2) | 2),
        short(5, (-536_870_912 << 2) | 2),
      ),
    ).toEqual([[1, '-7', '-7.25', '2.5', '-2.5', '536870911', '-536870912']]);
  });

  test('are truths and failures, of their own or of a formula', async () => {
    const result = (row: number, kind: number, value: number) =>
      cell(0x06, row, 1, bytes(kind, 0, value, 0, 0, 0, 0xff, 0xff), u16(0), u32(0));
    const failures = [0, 7, 15, 23, 29, 36, 42, 99];
    const rows = await rowsOf(
      ...failures.flatMap((code, row) => [cell(0x205, row, 0, bytes(code, 1)), result(row, 2, code)]),
      ...[1, 0].flatMap((value, at) => [cell(0x205, 8 + at, 0, bytes(value, 0)), result(8 + at, 1, value)]),
    );
    const words = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#?', 'TRUE', 'FALSE'];
    expect(rows).toEqual(words.map((word, row) => [row + 1, word, word]));
  });

  test('are formulas that came to an empty text, and to nothing that is to be computed yet', async () => {
    const formula = (row: number, value: Buffer, flags = 0) => cell(0x06, row, 0, value, u16(flags), u32(0));
    expect(
      await rowsOf(
        number(0, 1, 1),
        formula(0, bytes(3, 0, 0, 0, 0, 0, 0xff, 0xff)),
        formula(1, double(0)),
        // It is computed anew on opening, and was computed before.
        formula(2, double(12.5), 2),
      ),
    ).toEqual([
      [1, '', '1'],
      [2, '0'],
      [3, '12.5'],
    ]);
    const unknown = formula(3, bytes(9, 0, 0, 0, 0, 0, 0xff, 0xff));
    expect(await readSheet(unknown)).toMatchObject({ reason: 'unreadable', sheet: NAME, line: 4, column: 1 });
    expect(await readSheet(formula(4, double(0), 2))).toMatchObject({
      reason: 'no-value',
      line: 5,
      column: 1,
    });
  });

  test('are texts in their place, and texts of formulas where those stand', async () => {
    const awaited = cell(0x06, 2, 3, bytes(0, 0, 0, 0, 0, 0, 0xff, 0xff), u16(0), u32(0));
    const told = record(0x207, u16(3), bytes(0), Buffer.from('año', 'latin1'));
    expect(await rowsOf(label(1, 2, 'suelto'), awaited, told, label(0, 0, 'A'))).toEqual([
      [1, 'A'],
      [2, '', '', 'suelto'],
      [3, '', '', '', 'año'],
    ]);
    // One that no formula waits for is none.
    expect(await rowsOf(label(0, 0, 'A'), told)).toEqual([[1, 'A']]);
    expect(await readSheet(awaited, label(3, 0, 'A'))).toMatchObject({
      reason: 'no-value',
      line: 3,
      column: 4,
    });
    expect(await readSheet(awaited)).toMatchObject({ reason: 'no-value', line: 3, column: 4 });
  });

  test('reach to column 256 and no further', async () => {
    const [row] = await rowsOf(number(0, 255, 3));
    expect([row?.length, row?.at(-1)]).toEqual([257, '3']);
    expect(await readSheet(number(0, 256, 3))).toMatchObject({ reason: 'too-many-columns', column: 257 });
  });

  test('of many numbers in one record end where it says', async () => {
    const many = (last: number) =>
      record(
        0xbd,
        u16(4, 1),
        ...[1, 2, 3].map((value) => Buffer.concat([u16(0), u32((value << 2) | 2)])),
        u16(last),
      );
    expect(await rowsOf(many(3))).toEqual([[5, '', '1', '2', '3']]);
    for (const last of [2, 4])
      expect(await readSheet(many(last))).toMatchObject({ reason: 'unreadable', line: 5, column: 2 });
  });

  test('that are shown as one are told with their lines', async () => {
    const ranges = [
      [0, 0, 0, 2],
      [1, 3, 1, 1],
      [4, 5, 0, 3],
    ];
    const merged = record(0xe5, u16(ranges.length), ...ranges.map((range) => u16(...range)));
    const found = await readSheet(number(0, 0, 1), merged);
    expect('merged' in found ? found.merged.get(NAME) : found).toEqual([
      { column: 1, line: 2, lastLine: 4 },
      { column: 0, line: 5, lastLine: 6 },
    ]);
  });

  test('of a chart within a sheet are none of its cells', async () => {
    const chart = [record(0x809, u16(0x600, 0x20, 0, 0), u32(0), u32(6)), number(0, 0, 99), record(0x0a)];
    expect(await rowsOf(number(0, 0, 1), ...chart, number(0, 1, 2))).toEqual([[1, '1', '2']]);
  });

  test('come in the order of their rows, thousands of them', async () => {
    const count = 5000;
    const backwards = Array.from({ length: count }, (_, at) => number(count - 1 - at, 0, at));
    const rows = await rowsOf(...backwards);
    expect(rows).toEqual(Array.from({ length: count }, (_, at) => [at + 1, String(count - 1 - at)]));
  });
});

describe('the texts that cells share', () => {
  const shared = async (...texts: readonly Buffer[]) => {
    const globals = [record(0xfc, u32(texts.length), u32(texts.length), ...texts)];
    const more = texts.map((_, at) => cell(0xfd, at, 0, u32(at)));
    return textsOf(await readWhole(xlsOf({ globals, sheets: [sheetOf(...more)] })), NAME);
  };
  const plain = (text: string) => Buffer.concat([u16(text.length), bytes(0), Buffer.from(text, 'latin1')]);

  test('may carry fonts and readings, which are no text', async () => {
    const fonts = Buffer.concat([u16(4), bytes(8), u16(2), Buffer.from('rico'), u16(0, 1, 2, 3)]);
    const readings = Buffer.concat([u16(4), bytes(4), u32(6), Buffer.from('leer'), Buffer.alloc(6, 0x41)]);
    const both = Buffer.concat([
      ...[u16(2), bytes(13), u16(1), u32(3)],
      ...[Buffer.from('sí', 'utf16le'), u16(0, 5), Buffer.alloc(3, 0x42)],
    ]);
    // Half a letter is none.
    const list = record(0xfc, u32(1), u32(1), u16(2), bytes(1), Buffer.from([0x61, 0, 0x62]));
    expect(await readWhole(xlsOf({ globals: [list], sheets: [sheetOf(number(0, 0, 1))] }))).toMatchObject({
      reason: 'unreadable',
    });
    expect(await shared(fonts, plain('a'), readings, plain('b'), both, plain('c'))).toEqual([
      [1, 'rico'],
      [2, 'a'],
      [3, 'leer'],
      [4, 'b'],
      [5, 'sí'],
      [6, 'c'],
    ]);
  });
});

test('texts of the older version are in the encoding that it names', async () => {
  for (const [codePage, text, written] of [
    [1250, 'Łódź', 'a3f3649f'],
    [1252, 'Año €', '41f16f2080'],
    [1258, 'Đô\u0300', 'd0f4cc'],
    [437, 'a', '61'],
    [932, '日本', '93fa967b'],
    [10000, 'Año', '41966f'],
    [32768, 'Año', '41966f'],
  ] as const) {
    const body = Buffer.from(written, 'hex');
    const [globals, more] = [
      [record(0x42, u16(codePage))],
      [cell(0x204, 0, 0, u16(body.length), body), cell(0x204, 1, 0, u16(1), bytes(0x62))],
    ];
    const made = workbookStream({ version: 5, globals, sheets: [{ name: NAME, rows: [], more }] });
    const [[, found] = []] = textsOf(await readWhole(compoundFile(made, { name: 'Book' })), NAME);
    expect([codePage, found]).toEqual([codePage, text]);
  }
});

describe('a stream', () => {
  const whole = workbookStream({ sheets: [{ name: NAME, rows: [['a', 1]] }] });
  const read = async (stream: Buffer) => {
    const found = await readWhole(new Uint8Array(stream));
    return 'sheets' in found ? textsOf(found, NAME) : found.reason;
  };
  const ROWS = [[1, 'a', '1']];

  test('may be filled with zeros, and with nothing else', async () => {
    for (const [rest, expected] of [
      [Buffer.alloc(511), ROWS],
      [bytes(0, 0, 1, 0, 0), 'unreadable'],
      [bytes(0, 0, 0, 0, 0, 7), 'unreadable'],
      [bytes(9), 'unreadable'],
      [record(0x203, Buffer.alloc(14)), 'unreadable'],
    ] as const)
      expect(await read(Buffer.concat([whole, rest]))).toEqual(expected);
  });

  test('is cut where its last sheet has no end, and where one that it lists is not there', async () => {
    expect(await read(whole)).toEqual(ROWS);
    expect(await read(whole.subarray(0, whole.length - 4))).toBe('unreadable');
    expect(await read(whole.subarray(0, whole.length - 2))).toBe('unreadable');
    const two = workbookStream({
      sheets: [
        { name: NAME, rows: [['a', 1]] },
        { name: 'B', rows: [['b']] },
      ],
    });
    const second = two.lastIndexOf(record(0x809, u16(0x600, 0x10, 0, 0), u32(0), u32(6)));
    expect(await read(two.subarray(0, second))).toBe('unreadable');
  });

  test('has no two sheets of the same rows', async () => {
    const names = ['Uno', 'Dos'];
    const two = workbookStream({ sheets: names.map((name) => ({ name, rows: [[name]] })) });
    const [first = 0, second = 0] = names.map((name) => two.indexOf(`\0${name}`, 0, 'latin1') - 7);
    two.writeUInt32LE(two.readUInt32LE(first), second);
    expect(await read(two)).toBe('unreadable');
  });

  test('of longer records than any program writes is none', async () => {
    const [longest, longer] = [0x8000, 0x8001].map((length) => record(0x1ff, Buffer.alloc(length, 1)));
    const made = (own: Buffer | undefined) =>
      workbookStream({ sheets: [{ name: NAME, rows: [['a', 1]], more: own === undefined ? [] : [own] }] });
    expect(await read(made(longest))).toEqual(ROWS);
    expect(await read(made(longer))).toBe('unreadable');
  });

  test('has its sheets where it says, however far behind', async () => {
    const far = workbookStream({
      sheets: [
        {
          ...sheetOf(),
          rows: [['a', 1]],
          more: Array.from({ length: 9 }, () => record(0x1ff, Buffer.alloc(0x7fff, 1))),
        },
        { name: 'Lejos', rows: [['b']] },
      ],
    });
    for (const made of [new Uint8Array(far), compoundFile(far)]) {
      const found = await readWhole(made);
      expect([textsOf(found, NAME), textsOf(found, 'Lejos')]).toEqual([ROWS, [[1, 'b']]]);
    }
  });

  test('formats of many characters are read whole', async () => {
    // Day after more than 255 characters that say nothing.
    const code = `"${'x'.repeat(255)}"dd`;
    const globals = [
      record(0x41e, u16(200, code.length), bytes(0), Buffer.from(code)),
      record(0xe0, u16(0, 200), Buffer.alloc(16)),
    ];
    const more = [cell(0x203, 0, 0, double(46_265))];
    const made = workbookStream({ globals, sheets: [{ name: NAME, rows: [], more }] });
    const found = await readWhole(compoundFile(made));
    expect(textsOf(found, NAME)).toEqual([[1, '2026-08-31']]);
  });
});
