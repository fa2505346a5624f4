import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import type { IntakeAsk } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from '../checked-workbook.ts';
import { withParts } from '../edited-workbook.ts';
import { writeWorkbook } from '../workbook-file.ts';
import { encoded, workbookOf, zipOf } from './made-files.ts';
import { compoundFile, workbookStream, type XlsCell } from './made-xls.ts';

/**
 * Files of every format with some bytes, words or parts of them changed, taken out, doubled or put elsewhere. Whatever became
 * of a file, its reading ends within its bounds, in an answer or in a refusal that has a reason: no other error comes out.
 * CUADRA_SEED draws other cases, and CUADRA_FUZZ so many of each format.
 */

const RUNS = Number(process.env.CUADRA_FUZZ ?? randomCases(5));
/** Of some thousand bytes nothing takes longer; CPU time, so that a busy machine changes nothing. */
const MAX_CPU_MS = 5_000;
const MAX_STEPS = 10_000;

/** What readers trip over: names that every object has, numbers at their bounds, halves of marks, and what begins a format. */
const WORDS = [
  ...[
    '',
    ' ',
    '\0',
    '\n',
    '\r',
    '\r\n',
    '\t',
    ';',
    ',',
    '|',
    '"',
    '""',
    "'",
    '=',
    '<',
    '>',
    '/',
    '&',
    '&#',
    ';;',
  ],
  ...[
    '__proto__',
    'constructor',
    'valueOf',
    'toString',
    '&valueOf;',
    '&__proto__;',
    '&#x110000;',
    '&#0;',
    '&#xD800;',
  ],
  ...[
    '0',
    '-1',
    '1e308',
    '1e-400',
    'NaN',
    'Infinity',
    '-0',
    '65536',
    '16385',
    '1048577',
    '4294967296',
    '9'.repeat(40),
  ],
  ...[
    '1,5',
    '1.234.567,89',
    '31/02/2026',
    '2026-13-45',
    '99999-01-01',
    '0000-00-00',
    '€',
    'US$',
    '(1)',
    '1-',
    '−1',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE a [',
    '<!ENTITY a "b">',
    '<?',
    '?>',
    '</',
    '/>',
    '<a:b ',
    'xmlns="',
  ],
  ...[
    '<row r="',
    '<c r="XFD1"',
    '<c r="ZZZZ9">',
    't="s"',
    't="inlineStr"',
    '<v>',
    '</v>',
    '<f>',
    's="9"',
    '<si>',
    '</si>',
  ],
  ...[
    'ss:Index="',
    'ss:MergeAcross="',
    'colspan="99999"',
    'rowspan="99999"',
    '<td>',
    '<tr>',
    '<table>',
    '</table>',
    '<script>',
  ],
  ...[
    '<STMTTRN>',
    '</OFX>',
    '<TRNAMT>',
    '<DTPOSTED>',
    '<LEDGERBAL><BALAMT>',
    'sep=',
    '\ufeff',
    '\u202e',
    '\ud83d\ude00',
    'İ',
  ],
  ...['Fecha', 'Monto', 'Saldo', 'Total', 'Saldo anterior', 'Página 1 de 2', 'Cargo', 'Abono', 'D', 'C'],
] as const;

type Edit = {
  readonly kind: 'set' | 'insert' | 'remove' | 'double' | 'move' | 'cut' | 'word';
  /** Of the whole, in thousandths of thousandths. */
  readonly at: number;
  readonly from: number;
  readonly length: number;
  readonly bytes: readonly number[];
  readonly word: string;
};
const BYTE = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff), fc.nat(255));
const EDIT: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('set', 'insert', 'remove', 'double', 'move', 'word', 'word', 'word', 'cut'),
  at: fc.nat(999_999),
  from: fc.nat(999_999),
  length: fc.oneof(fc.nat(8), fc.nat(300)),
  bytes: fc.array(BYTE, { minLength: 1, maxLength: 8 }),
  word: fc.constantFrom(...WORDS),
});
const EDITS = fc.array(EDIT, { minLength: 1, maxLength: 6 });

function editBytes(content: Buffer, edits: readonly Edit[]): Buffer {
  let all = content;
  for (const { kind, at, from, length, bytes, word } of edits) {
    const place = Math.floor((at / 1_000_000) * (all.length + 1));
    const other = Math.floor((from / 1_000_000) * (all.length + 1));
    const [before, after] = [all.subarray(0, place), all.subarray(place)];
    const some = all.subarray(other, other + length);
    const own = Buffer.from(bytes);
    switch (kind) {
      case 'set':
        all = Buffer.concat([before, own, after.subarray(own.length)]);
        break;
      case 'insert':
        all = Buffer.concat([before, own, after]);
        break;
      case 'word':
        all = Buffer.concat([before, Buffer.from(word), after.subarray(length % 7)]);
        break;
      case 'remove':
        all = Buffer.concat([before, after.subarray(length)]);
        break;
      case 'double':
        all = Buffer.concat([before, some, some, after]);
        break;
      case 'move':
        all = Buffer.concat([before, some, after.subarray(some.length)]);
        break;
      case 'cut':
        // Most of what is cut early is no file any more.
        if (length % 4 === 0) all = before;
        break;
      default:
        throw new Error(kind satisfies never);
    }
  }
  return all;
}

const ROWS = [
  ['Banco de prueba', '', '', '', ''],
  ['Cuenta', '12-345', '', 'Período', '01/03/2026 - 31/03/2026'],
  ['Fecha', 'Descripción', 'Cargo', 'Abono', 'Saldo'],
  ['', 'Saldo anterior', '', '', '1000,00'],
  ['02/03/2026', 'Abono "Mercado" Pago 2000001234', '', '1.500,50', '2500,50'],
  ['03/03/2026', 'Cargo; comisión', '500,25', '', '2000,25'],
  ['04/03/2026', 'Línea\nde dos', '0,25', '', '2000,00'],
  ['', 'Total', '500,50', '1500,50', ''],
];
const quoted = (separator: string): string =>
  ROWS.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n');
const plain = (separator: string): string =>
  ROWS.map((row) => row.map((cell) => cell.replaceAll(/[\n";|\t]/g, ' ')).join(separator)).join('\n');
const FIXED = ['20260302', '20260303', '20260304']
  .map((day, at) => {
    const amount = String(100_000 + at).padStart(22, '0');
    return `00012345678${day}${'123'.padEnd(9)}${'00000001'}${amount}+001${'TRANSFERENCIA DE TERCEROS'.padEnd(45)}`;
  })
  .join('\n');
const OFX = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CLP<BANKACCTFROM><ACCTID>12345</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260302120000.000[-3:CLT]<TRNAMT>1500.50<FITID>1<NAME>Abono &amp; pago</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260303<TRNAMT>-500.25<FITID>2<MEMO>Cargo</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>2000.25<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const PAGE = `<html><head><meta charset="utf-8"><style>td{}</style></head><body><table border="1">${ROWS.map(
  (row) => `<tr>${row.map((cell) => `<td colspan=1 rowspan="1">${escaped(cell)}</td>`).join('')}</tr>`,
).join('')}</table><!-- end --></body></html>`;
const XML = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${[
  'Cuenta',
  'Otra',
]
  .map(
    (name) =>
      `<Worksheet ss:Name="${name}"><Table>${ROWS.map((row, at) => `<Row ss:Index="${at + 2}">${row.map((cell) => `<Cell ss:MergeAcross="0"><Data ss:Type="${/^\d+,\d+$/.test(cell) ? 'Number' : 'String'}">${escaped(cell.replace(',', '.'))}</Data></Cell>`).join('')}</Row>`).join('')}</Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>`,
  )
  .join('')}</Workbook>`;

const asNumber = (cell: string): number => Number(cell.replace('.', '').replace(',', '.'));
const XLS_ROWS: XlsCell[][] = ROWS.map((row, line) =>
  row.map((cell, column): XlsCell => {
    if (cell === '') return null;
    if (column >= 2 && /^[\d.]+,\d+$/.test(cell))
      return line % 2 === 0 ? asNumber(cell) : { formula: asNumber(cell) };
    return /^\d\d\/\d\d\/\d{4}$/.test(cell) ? { date: 46_083 + line } : cell;
  }),
);
const XLSX = {
  sheets: [
    {
      name: 'Cuenta',
      rows: ROWS.map((row, line) =>
        row.map((cell, column) => {
          if (column < 2 || !/^[\d.]+,\d+$/.test(cell)) return cell === '' ? null : cell;
          const number = String(asNumber(cell));
          return line % 2 === 0 ? { number, style: 3 } : { xml: `<c r="@"><f>A1+1</f><v>${number}</v></c>` };
        }),
      ),
    },
    { name: 'Otra', state: 'hidden', rows: [['Fecha'], [{ number: '46083', style: 2 }]] },
  ],
};

const TEXT_FORMATS: { readonly [name: string]: Buffer } = {
  'text with semicolons': Buffer.from(plain(';')),
  'text with quotes': Buffer.from(quoted(',')),
  'text with tabs in UTF-16': Buffer.from(encoded(plain('\t'), 'utf-16le')),
  'text of an old machine': Buffer.from(encoded(`sep=|\n${plain('|')}`, 'cp1252')),
  'lines of fixed width': Buffer.from(FIXED),
  OFX: Buffer.from(OFX),
  'a page': Buffer.from(PAGE),
  'XML of 2003': Buffer.from(XML),
};
const BINARY_FORMATS: { readonly [name: string]: Buffer } = {
  'a workbook of 1997': Buffer.from(
    compoundFile(workbookStream({ sheets: [{ name: 'Cuenta', rows: XLS_ROWS }], cutTextsAt: 60 })),
  ),
  'a workbook of 1995': Buffer.from(
    compoundFile(workbookStream({ version: 5, sheets: [{ name: 'Cuenta', rows: XLS_ROWS }] }), {
      name: 'Book',
    }),
  ),
  'an archive': Buffer.from(workbookOf(XLSX)),
};
/** Their records, and the container anew: most changes of the whole are refused by its tables. */
const STREAMS: { readonly [name: string]: (edits: readonly Edit[]) => Uint8Array<ArrayBuffer> } = {
  'records of 1997': (edits) =>
    compoundFile(editBytes(workbookStream({ sheets: [{ name: 'Cuenta', rows: XLS_ROWS }] }), edits)),
  'records of 1995': (edits) =>
    new Uint8Array(
      editBytes(workbookStream({ version: 5, sheets: [{ name: 'Cuenta', rows: XLS_ROWS }] }), edits),
    ),
};

const COLUMNS = { sku: 1, cost: 4, from: 0, to: null, note: 2 };
const ASKS: readonly IntakeAsk[] = [
  { kind: 'statement', sheet: null, mapping: null },
  { kind: 'look' },
  ...['', 'Cuenta'].map((sheet): IntakeAsk => {
    return {
      kind: 'own-costs',
      sheet,
      headerLine: 3,
      columns: COLUMNS,
      said: { number: null, date: null },
      currency: null,
    };
  }),
];

/** To its end; what it came to, in a word. */
async function readToEnd(content: Uint8Array<ArrayBuffer>, ask: IntakeAsk): Promise<string> {
  const steps = readIntake(new Blob([content]), ask, {
    pause: async () => undefined,
    now: () => 0,
    statements: {
      question: () => ({ today: '2026-09-05' as LocalDate, mappings: new Map() }),
      describe: async (each) => {
        // What goes from the reader to the worker that asked is plain data.
        structuredClone(each);
        return { kind: 'statement', statement: {} as never };
      },
    },
  });
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const { done, value } = await steps.next();
    if (done !== true) continue;
    if (value.kind === 'refused') return value.refusal.reason;
    if (value.kind === 'running') throw new Error('It ends in the midst.');
    return value.answer.kind;
  }
  throw new Error('The reading does not end.');
}

async function expectEnds(content: Uint8Array<ArrayBuffer>): Promise<void> {
  for (const ask of ASKS) {
    const before = process.cpuUsage();
    expect(await readToEnd(content, ask)).toMatch(/^[a-z-]+$/);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS);
  }
}

const check = (make: (edits: readonly Edit[]) => Uint8Array<ArrayBuffer>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(EDITS, (edits) => expectEnds(make(edits))),
    { numRuns: RUNS },
  );
const TIMEOUT_MS = 60_000 + 400 * RUNS;

describe('a file that was changed ends in an answer or a refusal', () => {
  test.each(Object.entries({ ...TEXT_FORMATS, ...BINARY_FORMATS }))(
    '%s',
    (_, content) => check((edits) => new Uint8Array(editBytes(content, edits))),
    TIMEOUT_MS,
  );

  test.each(Object.entries(STREAMS))('%s', (_, make) => check(make), TIMEOUT_MS);

  test(
    'parts of a workbook',
    async () => {
      const parts: [string, string][] = [];
      workbookOf({
        ...XLSX,
        rewrite: (path, xml) => {
          parts.push([path, xml]);
          return xml;
        },
      });
      await fc.assert(
        fc.asyncProperty(fc.nat(), EDITS, (chosen, edits) =>
          expectEnds(
            zipOf(
              Object.fromEntries(
                parts.map(([path, xml], at) => [
                  path,
                  at === chosen % parts.length ? editBytes(Buffer.from(xml), edits) : xml,
                ]),
              ),
            ),
          ),
        ),
        { numRuns: 3 * RUNS },
      );
    },
    3 * TIMEOUT_MS,
  );
});

describe('a workbook of ours that was changed is checked to an end', () => {
  const table = tableOf({
    name: 'Órdenes',
    keyColumns: 1,
    columns: [
      { name: 'Orden', kind: 'text', total: null },
      { name: 'Ventas', kind: 'money', total: null },
      { name: 'Fecha', kind: 'local-datetime', total: null },
    ],
    lines: [1, 2, 3, 4].map((at) => ({ cells: [`200000${at}`, `${at}0.5`, '2026-03-01'] })),
  });

  async function expectChecked(bytes: Uint8Array): Promise<void> {
    const before = process.cpuUsage();
    const step = await checkBytes(bytes, todayOf(table));
    structuredClone(step);
    expect(step.kind).toMatch(/^(?:done|refused)$/);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS);
  }

  test(
    'its bytes',
    async () => {
      const made = Buffer.from(await writeWorkbook(table, CHECKED_PLAN));
      await fc.assert(
        fc.asyncProperty(EDITS, (edits) => expectChecked(editBytes(made, edits))),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'its parts',
    async () => {
      const made = await writeWorkbook(table, CHECKED_PLAN);
      await fc.assert(
        fc.asyncProperty(fc.nat(), EDITS, async (chosen, edits) =>
          expectChecked(
            await withParts(made, (parts) => {
              const path = [...parts.keys()][chosen % parts.size] ?? '';
              parts.set(path, editBytes(Buffer.from(parts.get(path) ?? ''), edits).toString());
            }),
          ),
        ),
        { numRuns: 3 * RUNS },
      );
    },
    3 * TIMEOUT_MS,
  );
});
