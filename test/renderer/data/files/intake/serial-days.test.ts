import { expect, test } from 'vitest';
import { type MadeWorkbook, workbookOf } from './made-files.ts';
import { xlsOf } from './made-xls.ts';
import { readFile } from './read-through.ts';

/** Days that lost their format are of the system of their workbook: 46235 is 2026-08-01 from 1900 on, 44773 from 1904 on. */

const HEADER = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
const line = <T>(day: T, reference: string) => [day, 'Pago', reference, '10,00', 'Confirmado'];

async function daysOf(content: Uint8Array<ArrayBuffer>) {
  const found = await readFile(content);
  if (!('reading' in found)) throw new Error(found.reason);
  expect(found.reading.notUnderstood).toEqual([]);
  return found.reading.lines.map(({ date }) => date?.day);
}

const workbook = (serial: string, more: Partial<MadeWorkbook> = {}) =>
  workbookOf({ sheets: [{ name: 'A', rows: [HEADER, line({ number: serial }, 'R1')] }], ...more });
const rewritten = (attribute: string): Partial<MadeWorkbook> => ({
  rewrite: (path, xml) =>
    path === 'xl/workbook.xml' ? xml.replace('<workbookPr', `<workbookPr ${attribute}`) : xml,
});

test.each([
  ['1904 as "1"', workbook('44773', { is1904: true })],
  ['1904 as "true"', workbook('44773', rewritten('date1904="true"'))],
  ["1904 as '1'", workbook('44773', rewritten("date1904='1'"))],
  ['1904 as "false"', workbook('46235', rewritten('date1904="false"'))],
  ['1900', workbook('46235')],
])('of a workbook that counts from %s', async (_, content) => {
  expect(await daysOf(content)).toEqual(['2026-08-01']);
});

test.each([true, false])('of a workbook from before 2007, from 1904 on: %s', async (is1904) => {
  const rows = [HEADER, line(is1904 ? 44_773 : 46_235, 'R1')];
  expect(await daysOf(xlsOf({ is1904, sheets: [{ name: 'A', rows }] }))).toEqual(['2026-08-01']);
});

test.each([
  ['<x:Date1904/>', '44773'],
  ['<Date1904></Date1904>', '44773'],
  ['', '46235'],
])('of a workbook as XML with «%s»', async (system, serial) => {
  const cell = (text: string, type = 'String') => `<Cell><Data ss:Type="${type}">${text}</Data></Cell>`;
  const [day, ...others] = line(cell(serial, 'Number'), 'R1');
  const rows = [HEADER.map((text) => cell(text)), [day, ...others.map((text) => cell(text))]];
  const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel"><x:ExcelWorkbook>${system}</x:ExcelWorkbook><Worksheet ss:Name="A"><Table>${rows.map((cells) => `<Row>${cells.join('')}</Row>`).join('')}</Table></Worksheet></Workbook>`;
  expect(await daysOf(new Uint8Array(Buffer.from(xml)))).toEqual(['2026-08-01']);
});
