import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sheetName } from '#renderer/data/files/xlsx/workbook.ts';
import { type TableLine, tableOf, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { csvPieces, EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { readCsv } from '#test/e2e/csv-reader.ts';
import { randomCases } from '#test/random-cases.ts';
import { PLAIN_PLAN, readWorkbook, writeWorkbook } from './workbook-file.ts';

/** What a hostile source puts into texts: signs of formulas, of XML, of this format's own escapes, halves of characters. */
const HOSTILE = fc.constantFrom(
  ...[
    '=1+1',
    '+1',
    '-1',
    '@A1',
    '\t=1',
    '\r\n=1',
    '＝1',
    '_x0041_',
    '_x005F_',
    '<v>',
    '&amp;',
    ']]>',
    '"',
    "'",
  ],
  ...[
    ' ',
    '\u0000',
    '\u0007',
    '\u001b',
    '\ufffe',
    '\uffff',
    '\ud83d',
    '\ude00',
    '😀',
    'ñ',
    '\u00a0',
    '\u2028',
  ],
);
const text = fc
  .array(fc.oneof(HOSTILE, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
  .map((pieces) => pieces.join(''));
const figure = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 24n), fc.integer({ min: 0, max: 6 }))
  .map(([isNegative, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0');
    const at = digits.length - scale;
    return `${isNegative ? '-' : ''}${digits.slice(0, at)}${scale === 0 ? '' : `.${digits.slice(at)}`}`;
  });
const moment = fc
  .date({ min: new Date('1901-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

const COLUMNS: WholeTable['columns'] = [
  { name: 'Orden', kind: 'text', total: null },
  { name: 'Fecha de compra', kind: 'local-datetime', total: null },
  { name: 'Fecha de actualización', kind: 'utc-datetime', total: null },
  { name: 'Ventas', kind: 'money', total: null },
];
const line = fc
  .record({ text, local: moment.map((iso) => iso.slice(0, -1)), utc: moment, figure })
  .map((each): TableLine => ({ cells: [each.text, each.local, each.utc, each.figure] }));
const tableWith = (lines: readonly TableLine[], columns = COLUMNS) =>
  tableOf({ name: 'Órdenes', columns, keyColumns: 1, lines });

/** The reader cuts what is left of a millisecond; a fraction of a day is none of whole ones. */
function expectMoment(read: unknown, ms: number): void {
  expect([ms, ms - 1]).toContain(read instanceof Date ? read.getTime() : read);
}

describe('a workbook, read by another program', () => {
  it('holds every text, date and figure exactly, and no formula that came as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        const [sheet] = await readWorkbook(await writeWorkbook(tableWith(lines)));
        expect(sheet?.rows[1]).toEqual(COLUMNS.map(({ name }) => name));
        for (const [index, { cells }] of lines.entries()) {
          const [read, local, utc, number] = sheet?.rows[index + 2] ?? [];
          expect(read ?? '').toBe(cells[0]);
          expectMoment(local, Date.parse(`${cells[1]}Z`));
          expectMoment(utc, Date.parse(String(cells[2])));
          expect(number).toBe(Number(cells[3]));
        }
        expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual(
          [],
        );
      }),
      { numRuns: randomCases(24) },
    );
  });

  it('brings hostile texts in every column back whole, as does the exact CSV', async () => {
    const texts = fc.sample(text, { numRuns: randomCases(5_000), seed: 15 });
    // Fives of them in a line, each text in every column once.
    const lines = texts.map(
      (_, at): TableLine => ({
        cells: [0, 1, 2, 3, 4].map((column) => texts[(at + column * 1_001) % texts.length] ?? ''),
      }),
    );
    const columns = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, kind: 'text', total: null }) as const);
    const [sheet] = await readWorkbook(await writeWorkbook(tableWith(lines, columns)));
    const read = sheet?.rows.slice(2).map((row) => columns.map((_, at) => row[at] ?? ''));
    expect(read).toEqual(lines.map(({ cells }) => cells));
    // Half a character is none in UTF-8.
    const utf8 = (value: string): string => Buffer.from(value, 'utf8').toString('utf8');
    const file = utf8([...csvPieces(tableWith(lines, columns), EXACT_CSV)].join(''));
    expect(readCsv(file, ',').slice(1)).toEqual(
      lines.map(({ cells }) => cells.map((cell) => utf8(String(cell)))),
    );
  });

  it('says how many figures have more digits than a spreadsheet tells apart, and how many texts it cut', async () => {
    const long = '😀'.repeat(20_000);
    const sheets = await readWorkbook(
      await writeWorkbook(
        tableWith([
          { cells: [long, null, null, '1234567890123.45'] },
          { cells: ['', null, null, '0.001234567890123450'] },
          { cells: [null, null, null, '-9007199254740993'] },
          { cells: ['a', 'sin fecha', '1850-01-01T00:00:00Z', 'n/d'] },
        ]),
      ),
    );
    const evidence = new Map(sheets[1]?.rows.map(([name, value]) => [name, value]));
    expect(sheets[1]?.name).toBe('Evidencia');
    expect(evidence.get('Cuenta')).toBe('Demo');
    expect(evidence.get('Filas')).toBe(4);
    expect(evidence.get('Cifras con más de 15 dígitos')).toBe(1);
    expect(evidence.get('Textos cortados a 32.767 caracteres')).toBe(1);
    // The limit is odd, and half a character is none.
    expect(sheets[0]?.rows[2]?.[0]).toBe('😀'.repeat(16_383));
    expect(sheets[0]?.rows[5]).toEqual(['a', 'sin fecha', '1850-01-01T00:00:00Z', 'n/d']);
  });

  it('has totals over the headings, with the exact sums beside the formulas, and rates of those sums', async () => {
    const columns: WholeTable['columns'] = [
      { name: 'Orden', kind: 'text', total: null },
      { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '30.03' } },
      { name: 'Rentabilidad Total', kind: 'money', total: { kind: 'sum', value: '3.00' } },
      { name: '%', kind: 'percent', total: { kind: 'rate', value: '9.99', part: 2, base: 1 } },
    ];
    const rate = { kind: 'rate', part: 2, base: 1, baseLine: null } as const;
    const lines = [
      { cells: ['a', '10.01', '1.00', { value: '9.99', formula: rate }] },
      { cells: ['b', '20.02', '2.00', null] },
    ];
    const [sheet, evidence] = await readWorkbook(await writeWorkbook(tableWith(lines, columns)));
    const formulaAt = (cell: string) => sheet?.cells?.get(cell)?.formula;
    expect(sheet?.rows[1]).toEqual(['Total', 30.03, 3, 9.99]);
    expect([formulaAt('1,1'), formulaAt('1,3'), formulaAt('3,3')]).toEqual([
      'SUBTOTAL(109,B4:B5)',
      'IF(B2<=0,"",100*C2/B2)',
      'IF(B4<=0,"",100*C4/B4)',
    ]);
    expect(evidence?.rows.find(([name]) => name === 'Ventas')).toEqual(['Ventas', '30.03', 30.03]);
  });

  it('goes on on further sheets where one is full, each with its headings and totals, and leaves no line out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 4, max: 12 }),
        async (count, sheetRows) => {
          const columns: WholeTable['columns'] = [
            { name: 'Orden', kind: 'text', total: null },
            {
              name: 'Ventas',
              kind: 'money',
              total: { kind: 'sum', value: String((count * (count - 1)) / 2) },
            },
          ];
          const lines = Array.from({ length: count }, (_, index) => ({
            cells: [`o${index}`, String(index)],
          }));
          const sheets = await readWorkbook(
            await writeWorkbook(tableWith(lines, columns), { ...PLAIN_PLAN, sheetRows }),
          );
          const data = sheets.filter(({ name }) => name !== 'Evidencia');
          expect(data.flatMap(({ rows }) => rows.slice(3).map(([id]) => id))).toEqual(
            lines.map(({ cells }) => cells[0]),
          );
          for (const { rows } of data) {
            expect(rows.length).toBeLessThanOrEqual(sheetRows);
            expect(rows[2]).toEqual(['Orden', 'Ventas']);
          }
          expect(new Set(sheets.map(({ name }) => name)).size).toBe(sheets.length);
          expect(sheets.at(-1)?.rows.find(([name]) => name === 'Filas')?.[1]).toBe(count);
        },
      ),
      { numRuns: randomCases(16) },
    );
  });

  it('fails where a line cannot be read, early or late, instead of ending short', async () => {
    for (const failsAt of [0, 5_000]) {
      const table = {
        ...tableWith([]),
        lineCount: 10_000,
        read: (offset: number, limit: number): TableLine[] => {
          if (offset >= failsAt) throw new Error('no memory');
          return Array.from({ length: limit }, () => ({ cells: ['a', null, null, '1'] }));
        },
      };
      await expect(writeWorkbook(table)).rejects.toThrow('no memory');
    }
  });

  it('folds the lines of a group, with their own subtotal', async () => {
    const columns: WholeTable['columns'] = [
      { name: 'Canal', kind: 'text', total: null },
      { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '6' } },
    ];
    const subtotal = { kind: 'subtotal', below: 2 } as const;
    const lines: TableLine[] = [
      { cells: ['a', { value: '3', formula: subtotal }], isStrong: true },
      { cells: ['a1', '1'], depth: 1 },
      { cells: ['a2', '2'], depth: 1 },
      { cells: ['b', '3'] },
    ];
    const [sheet] = await readWorkbook(await writeWorkbook(tableWith(lines, columns)));
    expect(sheet?.cells?.get('3,1')?.formula).toBe('SUBTOTAL(9,B5:B6)');
    const levels = [3, 4, 5, 6].map((row) => sheet?.rowDefs?.get(row)?.outlineLevel ?? 0);
    expect(levels).toEqual([0, 1, 1, 0]);
  });
});

describe('a name of a sheet', () => {
  it('is one that every program takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (proposed) => {
        const name = sheetName(proposed, ' (12)');
        expect(name.length).toBeLessThanOrEqual(31);
        expect(name).not.toMatch(/[[\]:*?/\\\p{Cc}\p{Cs}]|^'|^ /u);
        expect(sheetName(proposed).toLowerCase()).not.toBe('evidencia');
        expect(sheetName(proposed)).not.toBe('');
      }),
    );
    expect(sheetName('Evidencia')).toBe('Datos');
  });
});
