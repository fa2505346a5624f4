import { expect, test } from 'vitest';
import { createDelimitedReader, type Delimiter } from '#renderer/data/files/intake/delimited-text.ts';
import { fileCellText } from '#renderer/data/model/file-cells.ts';

/** Text with delimiters, row by row: the line that each begins on, its cells, and the same in whichever pieces it comes. */

const told = (pieces: readonly string[], delimiter: Delimiter = ';', width: number | null = null) => {
  const reader = createDelimitedReader(delimiter, width);
  return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
};

test('rows begin on the lines of the file, quotes hold what is within them, and empty lines are none', () => {
  const text = [
    'a;b;c\r\n',
    '\r\n',
    '"uno;dos";"dijo ""sí""";3\r',
    '="007";"x"\t;y\n',
    '"de\r\nvarias\nlíneas";z;\n',
    ';;\n',
    'sin fin;"última"',
  ].join('');
  const rows = [
    { line: 1, cells: ['a', 'b', 'c'], isCut: true },
    { line: 3, cells: ['uno;dos', 'dijo "sí"', '3'], isCut: true },
    { line: 4, cells: ['007', 'x', 'y'], isCut: true },
    { line: 5, cells: ['de\r\nvarias\nlíneas', 'z', ''], isCut: true },
    { line: 8, cells: ['', '', ''], isCut: true },
    { line: 9, cells: ['sin fin', 'última'], isCut: true },
  ];
  expect(told([text])).toEqual(rows);
  for (let at = 1; at < text.length; at += 1) expect(told([text.slice(0, at), text.slice(at)])).toEqual(rows);
  expect(told([...text])).toEqual(rows);
});

test('rows have as many cells as a spreadsheet has columns, whether quotes stand in them or none', () => {
  for (const first of ['a', '"a"']) {
    const [row] = told([`${first}${';'.repeat(16_383)}\n`]);
    expect([row?.cells.length, row?.cells[0]]).toEqual([16_384, 'a']);
    expect(() => told([`${first}${';'.repeat(16_384)}\n`]), first).toThrow('too-many-columns');
  }
});

test('a cell takes a million letters; one that is longer is a quote that nobody closed', () => {
  const [most, more] = [2 ** 20 - 2, 2 ** 20].map((length) => `"${'x'.repeat(length)}`) as [string, string];
  expect(told([`${most}";b\n`])[0]?.cells.map((cell) => fileCellText(cell).length)).toEqual([2 ** 20 - 2, 1]);
  // Its end may come yet, as long as it is not longer.
  expect(told([most, '";b\n'])).toHaveLength(1);
  expect(() => told([more, '";b\n'])).toThrow('open-quote');
});

test('without a delimiter each line is one cell, and cut by nothing', () => {
  expect(told(['a;b\n\nc,d'], null)).toEqual([
    { line: 1, cells: ['a;b'] },
    { line: 3, cells: ['c,d'] },
  ]);
});
