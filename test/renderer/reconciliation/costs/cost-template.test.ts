import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileCellText } from '#renderer/data/model/file-cells.ts';
import { findHeader } from '#renderer/data/model/file-columns.ts';
import { csvFormat } from '#renderer/data/model/spreadsheet.ts';
import type { MissingCost } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import {
  COST_FIELD_NAMES,
  type CostImport,
  createCostReading,
  NEEDED_COST_FIELDS,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { costTemplate } from '#renderer/reconciliation/costs/screen/import/cost-template.ts';
import { formatDay } from '#renderer/ui/date-format.ts';
import { FORMATS_OF, LOCALE_NAMES } from '#renderer/ui/formats.tsx';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { randomCases } from '#test/random-cases.ts';
import { workbookOf } from '#test/renderer/data/files/intake/made-files.ts';
import { readWhole } from '#test/renderer/data/files/intake/read-whole.ts';
import { languageText } from '#test/renderer/i18n/language-text.ts';

/** The template of own costs, filled in by hand or in a spreadsheet, comes back with no question about its days. */

async function readBack(content: Uint8Array<ArrayBuffer>): Promise<CostImport> {
  const file = await readWhole(content);
  if (!('sheets' in file)) throw new Error(JSON.stringify(file));
  const [rows = []] = file.sheets.values();
  const header = findHeader(rows, COST_FIELD_NAMES, NEEDED_COST_FIELDS);
  if (header === undefined) throw new Error('No header.');
  const reading = createCostReading(header.columns, header.line);
  for (const row of rows) reading.add(row);
  return reading.end({ number: null, date: null });
}

const day = fc
  .integer({ min: 0, max: 1000 })
  .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10));
/** Days that a month could be, too. */
const either = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .map((parts) => `2026-${parts.map((part) => String(part).padStart(2, '0')).join('-')}`);
const sku = fc.constantFrom('A-1', '007', '2000012345678901', '=1+1', 'MAR-21', 'Caña 3/4;x');
const filled = fc.uniqueArray(fc.tuple(sku, fc.oneof(either, day)), {
  minLength: 1,
  maxLength: 5,
  selector: ([name]) => name,
});

test('in each language and way of dating, as CSV and as a workbook', async () => {
  await fc.assert(
    fc.asyncProperty(
      filled,
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom(...LOCALE_NAMES),
      fc.boolean(),
      fc.boolean(),
      async (lines, language, place, isWorkbook, isShort) => {
        const { dates, decimal } = FORMATS_OF[place];
        const missing = lines.map(([name]) => ({ sku: name, product: 'Mesa' }) as MissingCost);
        const format = csvFormat(decimal);
        const template = costTemplate({ lines: missing }, { format, dates }, languageText(language));
        const [head = '', ...rest] = template.replace('\uFEFF', '').trimEnd().split('\r\n');
        const typed = (of: string): string => {
          const written = formatDay(of, dates);
          return isShort ? written.replace(/\b0/g, '') : written;
        };
        const rows = rest.map((line, at) => {
          const end = format.separator.repeat(4);
          expect(line.endsWith(end)).toBe(true);
          const from = typed(lines[at]?.[1] ?? '');
          return `${line.slice(0, -3)}${isWorkbook ? '10' : `10${decimal}5`}${format.separator}${from}${format.separator}${from}${format.separator}`;
        });
        const csv = `${[head, ...rows].join('\r\n')}\r\n`;
        let content = new Uint8Array(Buffer.from(csv, 'utf8'));
        if (isWorkbook) {
          // As a spreadsheet has it that took the days for texts; those it took for days ask nothing.
          const read = await readWhole(content);
          if (!('sheets' in read)) throw new Error(JSON.stringify(read));
          const [cells = []] = read.sheets.values();
          content = workbookOf({
            sheets: [
              { name: 'Hoja1', rows: cells.map((row) => row.cells.map((cell) => fileCellText(cell))) },
            ],
          });
        }
        const found = await readBack(content);
        expect(found.conventions.date).not.toBe('unclear');
        expect(found.faults).toEqual([]);
        expect(found.costs.map(({ sku: name, from, to }) => [name, from, to])).toEqual(
          lines.map(([name, from]) => [name, from, from]),
        );
      },
    ),
    { numRuns: randomCases(24) },
  );
});

test('days against the order that the heading names are asked about', () => {
  const read = (heading: string, days: readonly string[]): CostImport => {
    const reading = createCostReading({ sku: 0, cost: 1, from: 2, to: null, note: null }, 1);
    reading.add({ line: 1, cells: ['SKU', 'Costo', heading] });
    for (const [at, from] of days.entries())
      reading.add({ line: at + 2, cells: [`S${at}`, { kind: 'number', text: '1' }, from] });
    return reading.end({ number: null, date: null });
  };
  expect(read('Desde (DD-MM-AAAA)', ['05-10-2026']).costs[0]?.from).toBe('2026-10-05');
  expect(read('From (MM/DD/YYYY)', ['05/10/2026']).costs[0]?.from).toBe('2026-05-10');
  expect(read('Desde (dd/mm/aa)', ['5/10/26']).costs[0]?.from).toBe('2026-10-05');
  expect(read('Desde', ['05-10-2026']).conventions.date).toBe('unclear');
  expect(read('Desde (DD-MM-AAAA)', ['05-10-2026', '10-25-2026']).conventions.date).toBe('unclear');
  expect(read('Desde (DD-MM-AAAA)', ['05-13-2026', '13-05-2026']).conventions.date).toBe('mixed');
});

test('has a line for each SKU, in their order, and none for sales without one', () => {
  const missing = [
    { sku: 'B', product: 'Mesa; baja' },
    { sku: '', product: 'Sin SKU' },
    { sku: 'A', product: null },
  ].map((each) => each as MissingCost);
  const { dates, decimal } = FORMATS_OF['es-CL'];
  const lines = costTemplate({ lines: missing }, { format: csvFormat(decimal), dates }, languageText('es'))
    .replace('\uFEFF', '')
    .split('\r\n');
  expect(lines).toEqual([
    '"SKU Producto";"Producto";"Costo unitario";"Desde (DD-MM-AAAA)";"Hasta (DD-MM-AAAA)";"Nota"',
    '"B";"Mesa; baja";;;;',
    '"A";;;;;',
    '',
  ]);
});
