import { describe, expect, test } from 'vitest';
import { openWorkbook } from '#renderer/data/files/check/workbook-file.ts';
import { findHeader } from '#renderer/data/model/file-columns.ts';
import { plainHeadingKey } from '#renderer/data/model/headings.ts';
import { csvLines, tsv, unguarded } from '#renderer/data/model/spreadsheet.ts';
import {
  COST_FIELD_NAMES,
  NEEDED_COST_FIELDS,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { workbookOf, zipOf } from './made-files.ts';
import { compoundFile, record } from './made-xls.ts';
import { MATCHES } from './matched-growth.ts';
import { readFile } from './read-through.ts';

/**
 * Four times as much of any construct costs about four times as much, in every reader: a file of some thousand bytes that costs
 * the square of them stalls the program for hours. At the sizes here the square would be seconds; CPU time counts, the
 * best of several, so that a busy machine changes nothing.
 */

const SMALL = 4_000;
const TIMES = 4;
/** Of the square it would be 16. */
const MAX_GROWTH = 9;
/** What takes less is not told from noise; the square of the small size takes many times as long. */
const NOISE_MS = 30;
const BEST_OF = 3;

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function expectLinear(make: (count: number) => () => unknown): Promise<void> {
  const mostOf = (ms: number) => Math.max(ms, NOISE_MS / MAX_GROWTH) * MAX_GROWTH + NOISE_MS;
  const large = make(SMALL * TIMES);
  let other = await cpuMs(large);
  // So much is allowed whatever the small one takes.
  if (other < mostOf(0)) return;
  const small = make(SMALL);
  await small();
  let one = Number.POSITIVE_INFINITY;
  for (let run = 0; run < BEST_OF; run += 1) one = Math.min(one, await cpuMs(small));
  const most = mostOf(one);
  // What was quick enough once need not be measured again: noise makes nothing quicker.
  for (let run = 1; run < BEST_OF && other >= most; run += 1) other = Math.min(other, await cpuMs(large));
  expect(other).toBeLessThan(most);
}

const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const asText = (make: (count: number) => string) => (count: number) => {
  const bytes = utf8(make(count));
  return () => readFile(bytes);
};
/** A part of a workbook made of the construct, the others as they are. */
const asPart = (path: string, make: (count: number) => string) => (count: number) => {
  const rows = [
    ['Fecha', 'Descripción', 'Monto'],
    ['01/03/2026', 'Venta', '1'],
  ];
  const bytes = workbookOf({ sheets: [{ name: 'A', rows }], more: { [path]: make(count) } });
  return () => readFile(bytes);
};
const sheet = (make: (count: number) => string) =>
  asPart(
    'xl/worksheets/sheet1.xml',
    (count) => `<worksheet><sheetData>${make(count)}</sheetData></worksheet>`,
  );
const inRow = (make: (count: number) => string) => sheet((count) => `<row r="1">${make(count)}</row>`);
const inCell = (text: string, type = '') => inRow((count) => `<c r="A1"${type}>${text.repeat(count)}</c>`);
const behindRows = (make: (count: number) => string) =>
  asPart(
    'xl/worksheets/sheet1.xml',
    (count) => `<worksheet><sheetData><row r="1"/></sheetData>${make(count)}</worksheet>`,
  );
const page = (make: (count: number) => string) => asText((count) => `<table><tr>${make(count)}</table>`);
const times = (text: string) => (count: number) => text.repeat(count);
const MAIN = 'xl/workbook.xml';

type Construct = readonly [name: string, make: (count: number) => () => unknown];

const WORKBOOKS: readonly Construct[] = [
  ['cells that are not closed', inRow(times('<c r="A1">'))],
  ['tags of cells that do not end', inRow(times('<c '))],
  ['values that are not closed', inCell('<v>')],
  ['tags of values that do not end', inCell('<v ')],
  ['texts that are not closed', inCell('<t>', ' t="inlineStr"')],
  ['tags of texts that do not end', inCell('<t ', ' t="inlineStr"')],
  ['readings that are not closed', inCell('<rPh>', ' t="inlineStr"')],
  ['formulas that are not closed', inCell('<f>')],
  ['empty cells', inRow(times('<c/>'))],
  ['cells', sheet((count) => `<row>${'<c t="str"><v>x</v></c>'.repeat(8)}</row>`.repeat(count / 8))],
  ['rows that are not closed', sheet(times('<row>'))],
  ['tags of rows that do not end', sheet(times('<row '))],
  ['attributes of one tag', sheet((count) => `<row ${'a="1" '.repeat(count)}/>`)],
  ['letters of a name in a tag', sheet((count) => `<row ${'a'.repeat(count)}/>`)],
  ['quotes in a tag', sheet((count) => `<row ${'a="'.repeat(count)}/>`)],
  ['apostrophes in a tag', sheet((count) => `<row ${"'".repeat(count)}/>`)],
  ['digits of a number', inRow((count) => `<c><v>${'1'.repeat(count)}</v></c>`)],
  ['entities', inRow((count) => `<c t="str"><v>${'&amp;&#x41;_x0041_&'.repeat(count)}</v></c>`)],
  ['comments that are not closed', sheet(times('<!--'))],
  ['nothing', sheet(times('          '))],
  ['names that begin as one', sheet(times('<rowx>'))],
  [
    'text behind a prefixed root',
    asPart('xl/worksheets/sheet1.xml', (count) => `<x:worksheet>${'abcdefgh'.repeat(count)}`),
  ],
  ['a root that does not end', asPart('xl/worksheets/sheet1.xml', (count) => `<${'a'.repeat(count * 8)}`)],
  ['roots that do not end', asPart('xl/worksheets/sheet1.xml', times('<a:'))],
  ['styles that do not end', asPart('xl/styles.xml', times('<cellXfs '))],
  ['styles that are not closed', asPart('xl/styles.xml', times('<cellXfs>'))],
  [
    'tags of styles that do not end',
    asPart('xl/styles.xml', (count) => `<cellXfs>${'<xf '.repeat(count)}</cellXfs>`),
  ],
  ['formats that do not end', asPart('xl/styles.xml', times('<numFmt '))],
  [
    'brackets in a format',
    asPart(
      'xl/styles.xml',
      (count) =>
        `<numFmt numFmtId="200" formatCode="${'['.repeat(count)}"/><cellXfs>${'<xf numFmtId="200"/>'.repeat(count)}</cellXfs>`,
    ),
  ],
  [
    'quotes in a format',
    asPart(
      'xl/styles.xml',
      (count) =>
        `<numFmt numFmtId="200" formatCode='${'"\\'.repeat(200)}'/><cellXfs>${'<xf numFmtId="200"/>'.repeat(count)}</cellXfs>`,
    ),
  ],
  ['relations that do not end', asPart('xl/_rels/workbook.xml.rels', times('<Relationship '))],
  [
    'relations of one name',
    asPart('xl/_rels/workbook.xml.rels', times('<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>')),
  ],
  ['merged cells that do not end', behindRows(times('<mergeCell '))],
  ['quotes in the tag of merged cells', behindRows((count) => `<mergeCell ${'a="'.repeat(count)}`)],
  ['merged cells', behindRows(times('<mergeCell ref="A1:A1048576"/>'))],
  ['sheets that do not end', asPart(MAIN, times('<sheet '))],
  ['sheets of one part', asPart(MAIN, times('<sheet name="A" r:id="rId1"/>'))],
  ['properties that do not end', asPart(MAIN, times('<workbookPr '))],
  ['declarations that do not end', asPart(MAIN, times('<!DOCTYP '))],
  ['shared texts that are not closed', asPart('xl/sharedStrings.xml', times('<si>'))],
  ['tags of shared texts that do not end', asPart('xl/sharedStrings.xml', times('<si '))],
  [
    'formats of runs that are not closed',
    asPart('xl/sharedStrings.xml', (count) => `<si>${'<r><rPr>'.repeat(count)}</si>`),
  ],
  [
    'runs of a shared text',
    asPart(
      'xl/sharedStrings.xml',
      (count) => `<si>${'<r><t>a</t></r><rPh><t>b</t></rPh>'.repeat(count)}</si>`,
    ),
  ],
];

const PAGES: readonly Construct[] = [
  ['cells that are not closed', page(times('<td>'))],
  ['tags of cells that do not end', page(times('<td '))],
  ['rows that are not closed', page(times('<tr>'))],
  ['comments that are not closed', page(times('<!--'))],
  ['literals that are not closed', page(times('<![CDATA['))],
  ['doctypes that do not end', page(times('<!DOCTYPE '))],
  ['doctypes', page(times('<!DOCTYPE a>'))],
  ['scripts that are not closed', page(times('<script>'))],
  ['scripts', page(times('<script>if(a<b){}</script >'))],
  ['quotes in a tag', page(times('<td a="'))],
  ['apostrophes in tags', page(times("<td a'>"))],
  ['attributes of one tag', page((count) => `<td ${'a=1 '.repeat(count)}>`)],
  ['letters of a name in a tag', page((count) => `<td ${'a'.repeat(count)}=>`)],
  ['signs that begin no tag', page(times('<'))],
  ['spaces in a cell', page((count) => `<td>${' x \t'.repeat(count)}`)],
  ['entities', page((count) => `<td>${'&amp;&'.repeat(count)}`)],
  ['tables within tables', page(times('<td><table>'))],
  ['columns that a cell spans', page((count) => `<td colspan="${count}">x`)],
  ['rows that a cell spans', page((count) => `<td rowspan="65536" colspan="16">x${'<tr>'.repeat(count)}`)],
  [
    'lines of XML of 2003',
    asText(
      (count) =>
        `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>${'<Row><Cell ss:MergeDown="99"><Data>x</Data></Cell></Row>'.repeat(count)}`,
    ),
  ],
];

const OFX = (body: string): string => `OFXHEADER:100\n<OFX><BANKTRANLIST>${body}</OFX>`;
const TEXTS: readonly Construct[] = [
  ['quotes that are not closed', asText(times('"a\n'))],
  ['quotes alone on their lines', asText((count) => `a;b\n${'"\n'.repeat(count)}`)],
  ['quotes that open cells', asText((count) => `a;b\n1;${';"x'.repeat(Math.min(count, 16_000))}\n`)],
  ['doubled quotes', asText((count) => `a;b\n1;"${'""'.repeat(count)}"\n`)],
  ['doubled quotes behind stray ones', asText((count) => `a;b\n${'";""\n'.repeat(count)}`)],
  ['lines that stray quotes take in', asText((count) => `Fecha;Nota\n${'1;"a\n2;b"\n'.repeat(count)}`)],
  ['lines within one quote', asText((count) => `Fecha;Nota\n1;"${'a\n'.repeat(count)}"\n`)],
  ['decimal commas', asText((count) => `Fecha,Monto,Saldo\n${'1,7000,50,7000,50\n'.repeat(count)}`)],
  ['digits and commas on one line', asText((count) => `a,b\n${'1,2,'.repeat(Math.min(count, 4000))}\n1,2\n`)],
  ['brackets in a heading', asText((count) => `Fecha;${'('.repeat(count)};Monto\n1;2;3\n`)],
  ['headings', asText((count) => `${'Monto;'.repeat(Math.min(count, 16_000))}\n`)],
  ['rows of words', asText((count) => `${'Fecha;Monto (CLP;[Nota\n'.repeat(count)}`)],
  ['spaces', asText((count) => `Fecha;Monto\n${' '.repeat(count)};1\n`)],
  ['doctypes of OFX that do not end', asText((count) => OFX('<!DOCTYPE '.repeat(count)))],
  ['doctypes of OFX', asText((count) => OFX('<!DOCTYPE>\n'.repeat(count)))],
  [
    'literals of OFX that are not closed',
    asText((count) => OFX(`<STMTTRN><NAME>${'<![CDATA['.repeat(count)}`)),
  ],
  ['movements of OFX', asText((count) => OFX('<STMTTRN><TRNAMT>1<DTPOSTED>20260301'.repeat(count)))],
  ['names of OFX that do not end', asText((count) => OFX('<STMTTRN><AAAA'.repeat(count)))],
  ['lines of fixed width', asText((count) => `${'0'.repeat(107)}\n`.repeat(count / 8))],
];

const byte = (...values: readonly number[]): Buffer => Buffer.from(values);
const GLOBALS = record(0x809, byte(0, 6, 5, 0, 0, 0, 0, 0));
const SHEET_BEGINS = record(0x809, byte(0, 6, 0x10, 0, 0, 0, 0, 0));
const END = record(0x0a);
const asStream = (make: (count: number) => Buffer) => (count: number) => {
  const bytes = compoundFile(make(count));
  return () => readFile(bytes);
};
const OLD: readonly Construct[] = [
  [
    'sheets',
    asStream((count) =>
      Buffer.concat([GLOBALS, END, ...new Array<Buffer>(count).fill(Buffer.concat([SHEET_BEGINS, END]))]),
    ),
  ],
  [
    'sheets and styles',
    asStream((count) =>
      Buffer.concat([
        GLOBALS,
        ...new Array<Buffer>(count).fill(record(0xe0, byte(0, 0, 14, 0))),
        END,
        ...new Array<Buffer>(count).fill(Buffer.concat([SHEET_BEGINS, END])),
      ]),
    ),
  ],
  [
    'sheets that are named',
    asStream((count) =>
      Buffer.concat([
        GLOBALS,
        ...Array.from({ length: count }, (_, at) =>
          record(0x85, byte(at & 255, (at >> 8) & 255, 1, 0, 0, 0, 1, 0, 65)),
        ),
        END,
        ...new Array<Buffer>(count).fill(Buffer.concat([SHEET_BEGINS, END])),
      ]),
    ),
  ],
  ['beginnings', asStream((count) => Buffer.concat(new Array<Buffer>(count).fill(SHEET_BEGINS)))],
  [
    'texts that are continued',
    asStream((count) =>
      Buffer.concat([
        GLOBALS,
        record(0xfc, byte(0, 0, 0, 0, 255, 255, 0, 0)),
        ...new Array<Buffer>(count).fill(record(0x3c, byte(1, 0, 0, 65))),
        END,
      ]),
    ),
  ],
];

const asArchive = (make: (count: number) => Uint8Array<ArrayBuffer>) => (count: number) => {
  const bytes = make(count);
  return () => readFile(bytes);
};
/** Entries of the list of an archive, all of one part. */
function entries(count: number, nameOf: (at: number) => string): Uint8Array<ArrayBuffer> {
  const made = Buffer.from(zipOf({ 'xl/workbook.xml': '<workbook/>' }));
  const listAt = made.indexOf('PK\x01\x02', 0, 'latin1');
  const head = made.subarray(listAt, listAt + 46);
  const list = Buffer.concat(
    Array.from({ length: count }, (_, at) => {
      const name = Buffer.from(nameOf(at));
      const own = Buffer.from(head);
      own.writeUInt16LE(name.length, 28);
      return Buffer.concat([own, name]);
    }),
  );
  const end = Buffer.from(made.subarray(-22));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(list.length, 12);
  return new Uint8Array(Buffer.concat([made.subarray(0, listAt), list, end]));
}
const ARCHIVES: readonly Construct[] = [
  ['entries', asArchive((count) => entries(count, (at) => `xl/${at}.xml`))],
  ['entries of one name', asArchive((count) => entries(count, () => 'xl/workbook.xml'))],
  ['folders', asArchive((count) => entries(count, (at) => `xl/${at}/`))],
  [
    'false heads of entries',
    asArchive(
      (count) =>
        new Uint8Array(
          Buffer.concat([
            zipOf({ a: 'b' }).subarray(0, 40),
            Buffer.from('PK\x01\x02'.repeat(count), 'latin1'),
          ]),
        ),
    ),
  ],
  [
    'false ends of the list',
    asArchive(
      (count) =>
        new Uint8Array(
          Buffer.concat([
            Buffer.from(zipOf({ a: 'b' }).subarray(0, 40)),
            Buffer.from('PK\x05\x06'.repeat(count), 'latin1'),
          ]),
        ),
    ),
  ],
  ['letters of a name', asArchive((count) => entries(20, () => 'x'.repeat(Math.min(count, 65_000))))],
];

const CELLS: readonly Construct[] = [
  ...(['9', '0', '0.'] as const).map(
    (unit): Construct => [
      `an order’s number of ${unit}`,
      (count) => () => numberValue(unit.repeat(count * 8)),
    ],
  ),
  ...(['(', "'", '=', ' ', '"', "' ", '=,', "'=", '-1', '\u200b', '['] as const).flatMap(
    (unit): Construct[] => [
      [`headings of ${JSON.stringify(unit)}`, (count) => () => plainHeadingKey(unit.repeat(count))],
      [
        `a file’s first rows of ${JSON.stringify(unit)}`,
        (count) => () =>
          findHeader([{ line: 1, cells: [unit.repeat(count), 'SKU'] }], COST_FIELD_NAMES, NEEDED_COST_FIELDS),
      ],
      [
        `a statement’s heading of ${JSON.stringify(unit)}`,
        (count) => () =>
          readStatementAtOnce(
            [1, 2, 3].map((line) => ({ line, cells: [unit.repeat(count), 'Fecha', unit.repeat(count)] })),
            { today: '2026-03-01' as never, mappings: new Map() },
          ),
      ],
      [
        `cells of ${JSON.stringify(unit)} in a file that leaves`,
        (count) => () => csvLines([[{ text: unit.repeat(count) }]], { separator: ';', decimalSign: ',' }),
      ],
      [
        `cells of ${JSON.stringify(unit)} that are copied`,
        (count) => () => tsv([[{ text: unit.repeat(count) }]], { decimal: ',', group: '.' }),
      ],
      [
        `cells of ${JSON.stringify(unit)} that come back`,
        (count) => () => unguarded(`${unit.repeat(count)}x`),
      ],
    ],
  ),
];

const CHECKED: readonly Construct[] = [
  [
    'facts of one name on the evidence sheet',
    (count) => {
      const made = workbookOf({
        sheets: [
          { name: 'Evidencia', rows: Array.from({ length: Math.min(count, 19_000) }, () => ['a', 'b']) },
        ],
      });
      return () => openWorkbook(new Blob([made])).catch(() => null);
    },
  ],
];

describe.each([
  ['workbooks', WORKBOOKS],
  ['pages', PAGES],
  ['texts', TEXTS],
  ['old workbooks', OLD],
  ['archives', ARCHIVES],
  ['cells', CELLS],
  ['checked workbooks', CHECKED],
  ['matched statements', MATCHES],
] as const)('%s', (_, constructs) => {
  test.each(constructs)('%s', (_name, make) => expectLinear(make), 60_000);
});
