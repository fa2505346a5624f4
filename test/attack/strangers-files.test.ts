import { expect, test } from 'vitest';
import { type MadeCell, workbookOf, zipOf } from '#test/renderer/data/files/intake/made-files.ts';
import { compoundFile, record } from '#test/renderer/data/files/intake/made-xls.ts';
import { readFile } from '#test/renderer/data/files/intake/read-through.ts';

/**
 * Small files that somebody made to stall the program for hours, or to fill its memory. Each ends in a refusal or in a short
 * answer, within time (of the processor, so that a busy machine changes nothing) and memory that any honest file takes.
 */

const MAX_CPU_MS = 10_000;
/** With what nobody has collected yet. */
const MAX_HEAP_BYTES = 2 ** 30;

type Attack = readonly [name: string, mostBytes: number, make: () => Uint8Array<ArrayBuffer>];

const ROWS: MadeCell[][] = [
  ['Fecha', 'Descripción', 'Monto'],
  ['01/03/2026', 'Venta', '1'],
];
const withPart = (path: string, xml: string): Uint8Array<ArrayBuffer> =>
  workbookOf({ sheets: [{ name: 'A', rows: ROWS }], more: { [path]: xml } });
const withSheet = (xml: string): Uint8Array<ArrayBuffer> =>
  withPart('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${xml}</sheetData></worksheet>`);
const text = (content: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content));
const MILLION = 1_000_000;

const ATTACKS: readonly Attack[] = [
  ['cells that nobody closes', 9_000, () => withSheet(`<row>${'<c r="A1">'.repeat(MILLION / 5)}`)],
  ['tags of values without an end', 9_000, () => withSheet(`<row><c>${'<v '.repeat(MILLION)}`)],
  ['texts that nobody closes', 9_000, () => withSheet(`<row><c t="inlineStr">${'<t>'.repeat(MILLION)}`)],
  ['styles that nobody closes', 9_000, () => withPart('xl/styles.xml', '<cellXfs '.repeat(MILLION / 5))],
  [
    'relations without an end',
    9_000,
    () => withPart('xl/_rels/workbook.xml.rels', '<Relationship '.repeat(MILLION / 5)),
  ],
  ['comments that nobody closes', 9_000, () => withSheet('<!--'.repeat(MILLION))],
  [
    'letters without a tag in a prefixed sheet',
    70_000,
    () => withPart('xl/worksheets/sheet1.xml', `<x:worksheet>${'a'.repeat(50 * MILLION)}`),
  ],
  [
    'a sheet that is some hundred times its file',
    300_000,
    () => withSheet('<row><c/></row>'.repeat(2 * MILLION)),
  ],
  [
    'a last column on every row',
    60_000,
    () => withSheet('<row><c r="XFD1" t="str"><v>x</v></c></row>'.repeat(20_000)),
  ],
  [
    'spans of a page called .xls',
    360_000,
    () => text(`<table>${'<tr><td colspan="16384" rowspan="65536">x'.repeat(8_000)}</table>`),
  ],
  [
    'spans of XML of 2003',
    360_000,
    () =>
      text(
        `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>${'<Row><Cell ss:MergeAcross="16383" ss:MergeDown="9999"><Data>x</Data></Cell></Row>'.repeat(4_000)}`,
      ),
  ],
  [
    'names that stand for names',
    2_000,
    () =>
      text(
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><html><table><tr><td>&b;</table></html>`,
      ),
  ],
  ['quotes that nobody closes', 900_000, () => text(`Fecha;Monto\n${'1;"a\n'.repeat(170_000)}`)],
  ['one heading of brackets', 300_000, () => text(`Fecha;${'('.repeat(250_000)};Monto\n1;2;3\n`)],
  [
    'false heads of members',
    900_000,
    () =>
      new Uint8Array(
        Buffer.concat([zipOf({ a: 'b' }), Buffer.from('PK\x01\x02PK\x05\x06'.repeat(100_000), 'latin1')]),
      ),
  ],
  [
    'an old workbook of beginnings',
    900_000,
    () =>
      compoundFile(
        Buffer.concat(new Array<Buffer>(60_000).fill(record(0x809, Buffer.from([0, 6, 16, 0, 0, 0, 0, 0])))),
      ),
  ],
];

test.each(ATTACKS)(
  '%s',
  async (_name, mostBytes, make) => {
    const file = make();
    expect(file.length).toBeLessThan(mostBytes);
    const [used, before] = [process.cpuUsage(), process.memoryUsage().heapUsed];
    const found = await readFile(file);
    const { user, system } = process.cpuUsage(used);
    expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_HEAP_BYTES);
    if (!('reason' in found)) expect(found.reading.lines).toHaveLength(0);
  },
  120_000,
);
