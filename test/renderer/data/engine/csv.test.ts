import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, type CsvFormat, csvHead } from '#renderer/data/model/spreadsheet.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { csvValues } from './csv-values.ts';

const COMMA: CsvFormat = { separator: ',', decimalSign: '.' };
const SEMICOLON: CsvFormat = { separator: ';', decimalSign: ',' };

function line(columns: readonly string[], cells: readonly Cell[], format: CsvFormat): string {
  return csvValues(columns, [cells], format);
}

/** A reader of RFC 4180 that shares nothing with the writer. */
function parse(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) throw new Error('An open quote.');
        field += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    } else if (text[at] === separator) {
      record.push(field);
      field = '';
      at += 1;
    } else if (text.startsWith('\r\n', at)) {
      records.push([...record, field]);
      record = [];
      field = '';
      at += 2;
    } else {
      field += text[at];
      at += 1;
    }
  }
  expect([record, field]).toEqual([[], '']);
  return records;
}

describe('a line of CSV', () => {
  test('gives back every text in any format, always between quotes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', 'ñ', ' ', '1', '\n') });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), fc.boolean(), (rows, comma) => {
        const format = comma ? COMMA : SEMICOLON;
        const written = rows.map((cells) => line(['Producto', 'Marca'], cells, format)).join('');
        // A break at its beginning is guarded like a formula.
        const expected = rows.map((cells) =>
          cells.map((cell) => (cell.startsWith('\n') ? `'${cell}` : cell)),
        );
        // What a spreadsheet would read as a number is held: test/renderer/data/model/whole-in-spreadsheets.test.ts.
        const read = parse(written, format.separator);
        expect(read.map((cells) => cells.map((cell) => /^="(.*)"$/s.exec(cell)?.[1] ?? cell))).toEqual(
          expected,
        );
      }),
    );
  });

  test('keeps numbers numbers, exact and unrounded, with the asked decimal sign', () => {
    const columns = ['Ventas', 'Unidades', '% Costo Total', 'Orden'];
    const cells = ['-1234567890.123456', '2', '-3.50', '10.50'];
    expect(line(columns, cells, COMMA)).toBe('-1234567890.123456,2,-3.50,"=""10.50"""\r\n');
    expect(line(columns, cells, SEMICOLON)).toBe('-1234567890,123456;2;-3,50;"=""10.50"""\r\n');
    expect(line(['Ventas'], ['1.5'], { separator: ',', decimalSign: ',' })).toBe('"1,5"\r\n');
  });

  test('makes formulas harmless, also in columns of numbers', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      const text = `${start}cmd|' /C calc'!A0`;
      for (const column of ['Producto', 'Ventas']) {
        expect(parse(line([column], [text], COMMA), ',')).toEqual([[`'${text}`]]);
      }
    }
    expect(line(['Orden'], ['-5'], COMMA)).toBe('"\'-5"\r\n');
  });

  test('leaves an absent value empty', () => {
    expect(line(['Ventas', 'Marca', 'Orden'], [null, '', null], SEMICOLON)).toBe(';;\r\n');
  });
});

test('the header holds the column keys exactly', () => {
  const keys = COLUMNS.map(({ key }) => key);
  expect(parse(csvHead(keys, SEMICOLON).slice(BYTE_ORDER_MARK.length), ';')).toEqual([keys]);
  expect(csvHead(['Ventas', '=1+1'], COMMA)).toBe('\uFEFF"Ventas","\'=1+1"\r\n');
});
