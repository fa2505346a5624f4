import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDelimitedReader } from '#renderer/data/files/intake/delimited-text.ts';
import { fileCellText } from '#renderer/data/model/file-cells.ts';
import type { TableColumn } from '#renderer/data/model/sheet-table.ts';
import { csvFormat, EXACT_CSV, unguarded } from '#renderer/data/model/spreadsheet.ts';
import { readWrittenDate } from '#renderer/data/model/written-dates.ts';
import { csvText } from './csv-text.ts';

/** What a spreadsheet would read as another number or a date arrives whole, and comes back to us as it was. */

const FORMATS = [csvFormat('.'), csvFormat(',')];
const column = (name: string, kind: TableColumn['kind']): TableColumn => ({ name, kind, total: null });
const COLUMNS = [
  column('Orden', 'text'),
  column('Fecha de compra', 'local-datetime'),
  column('Fecha de actualización', 'utc-datetime'),
  column('Ventas', 'money'),
];
type Row = readonly [string | null, string | null, string | null, string | null];

const written = (rows: readonly Row[], format: (typeof FORMATS)[number] | typeof EXACT_CSV): string =>
  csvText({ name: 't', keyColumns: 1, columns: COLUMNS, lines: rows.map((cells) => ({ cells })) }, format);

function readBack(file: string, separator: string): readonly (readonly string[])[] {
  const reader = createDelimitedReader(separator);
  const rows = [...reader.read(file.replace('\uFEFF', '')), ...reader.end()];
  return rows.slice(1).map(({ cells }) => cells.map((cell) => unguarded(fileCellText(cell))));
}

/** The cells of one row as they lie in the file. */
const rawCells = (row: Row, format: (typeof FORMATS)[number] | typeof EXACT_CSV): readonly string[] =>
  (written([row], format).split('\r\n')[1] ?? '').split(format.separator);

const orderNumber = fc.oneof(
  fc.constantFrom(
    '2000012345678901',
    '007',
    '12E5',
    '1.000',
    '10.50',
    'MAR-21',
    '1-2',
    '3/4',
    '12:30',
    '5%',
    'TRUE',
  ),
  fc.string({
    unit: fc.constantFrom(
      '0',
      '1',
      '9',
      '-',
      '.',
      ',',
      ';',
      '/',
      'e',
      'E',
      '=',
      '"',
      "'",
      ' ',
      'm',
      'a',
      'r',
    ),
    maxLength: 20,
  }),
  fc.stringMatching(/^\d{12,20}$/),
);
const moment = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2027, 0, 1) })
  .chain((ms) => fc.constantFrom(ms, ms - (ms % 1000)))
  .map((ms) => new Date(ms).toISOString());
const amount = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => (cents / 100).toFixed(2));

/** What Excel makes of a cell, in any of its languages: whether it shows another value than the text. */
const READ_AS_ANOTHER =
  /^\s*(?:[$€]?\s?(?:0\d+$|\d{12,}$|\d[\d.,]*[.,%\s/:-]+[\d.,%\s/:-]*$)|\d+(?:[.,]\d+)?e[+-]?\d+$|true$|mar-\d)/i;

describe('a file for spreadsheets', () => {
  test('comes back through our own reader as it left', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(orderNumber, fc.option(moment), fc.option(moment), fc.option(amount)), {
          minLength: 1,
        }),
        fc.constantFrom(...FORMATS),
        (values, format) => {
          const rows = values.map(
            ([order, bought, changed, sold]): Row => [
              order === '' ? 'x' : order,
              bought?.slice(0, -1) ?? null,
              changed,
              sold,
            ],
          );
          const back = readBack(written(rows, format), format.separator);
          expect(back.map(([order]) => order)).toEqual(rows.map(([order]) => order));
          for (const [at, row] of rows.entries()) {
            for (const place of [1, 2]) {
              const text = row[place]?.replace('Z', '') ?? null;
              const found = readWrittenDate(back[at]?.[place] ?? '')['day-first'];
              // Midnight is a time here, and reads as one.
              expect(found === undefined ? null : `${found.day}T${found.time}`).toBe(text);
            }
            expect(back[at]?.[3]?.replace(',', '.') ?? '').toBe(row[3] ?? '');
          }
        },
      ),
    );
  });

  test('holds what Excel would read as another number, date or truth', () => {
    const held = (order: string): string => rawCells([order, null, null, null], csvFormat(','))[0] ?? '';
    fc.assert(
      fc.property(orderNumber, (order) => {
        fc.pre(READ_AS_ANOTHER.test(order) && !/[;"]/.test(order));
        // An apostrophe is a text's, too.
        expect(held(order)).toMatch(/^"(?:=""[^"]*""|.*'.*)"$/);
      }),
    );
    expect(held('2000012345678901')).toBe('"=""2000012345678901"""');
    expect(held('3/4')).toBe('"=""3/4"""');
    for (const plain of [
      'A-1',
      '12345678901',
      'MLC-2000012345678901',
      'Marca 21',
      'Azul 3/4 con tapa',
      '2026-10-14',
    ])
      expect(held(plain)).toBe(`"${plain}"`);
  });

  test('has days and times as Excel reads them in Spanish, Portuguese and English', () => {
    const row: Row = ['A', '2026-10-14T13:05:00.000', '2026-10-14T13:05:09.250Z', null];
    expect(rawCells(row, csvFormat('.')).slice(1)).toEqual([
      '2026-10-14 13:05:00',
      '2026-10-14 13:05:09.250',
      '',
    ]);
    expect(rawCells(row, csvFormat(',')).slice(1)).toEqual([
      '2026-10-14 13:05:00',
      '2026-10-14 13:05:09,250',
      '',
    ]);
    // No date: a text as any other.
    expect(rawCells(['A', '=1+1', 'mañana', null], csvFormat(',')).slice(1)).toEqual([
      '"\'=1+1"',
      '"mañana"',
      '',
    ]);
  });

  test('is plain for programs', () => {
    const row: Row = ['2000012345678901', '2026-10-14T13:05:00.000', '2026-10-14T13:05:09.250Z', '1.50'];
    expect(rawCells(row, EXACT_CSV)).toEqual([
      '"2000012345678901"',
      '"2026-10-14T13:05:00.000"',
      '"2026-10-14T13:05:09.250Z"',
      '1.50',
    ]);
  });
});
