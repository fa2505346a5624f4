import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IntakeNote, IntakeReason, IntakeRefusal } from '#renderer/data/model/table-file.ts';
import type { NotUnderstoodReason } from '#renderer/reconciliation/statements/model/statement.ts';
import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import type { FoundStatement } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import { delimited, encoded, MADE_ENCODINGS, type MadeCell, workbookOf, zipOf } from './made-files.ts';
import { compoundFile, record, workbookStream, type XlsCell, xlsOf } from './made-xls.ts';
import { readFile } from './read-through.ts';

/**
 * Files as they come: every kind of bad input, each either understood line by line as it was meant, or refused with its place.
 * What was understood of a file is all of it, or the file says what was not.
 */

type Bytes = Uint8Array<ArrayBuffer>;
const HEADER = [
  ...['Fecha', 'Sucursal', 'Descripción', 'N° Documento'],
  ...['Cheques y otros cargos', 'Depósitos y Abono', 'Saldo diario'],
];
/** Day, words, document, what came (negative: what went), balance. */
const TRUTH = [
  ['2026-08-03', 'Transferencia de Ñandú', '0012', 150_000, 1_150_000],
  ['2026-08-04', 'Comisión "mensual"', '13', -4_990, 1_145_010],
  ['2026-08-04', 'Pago; a proveedor', '14', -250_000, 895_010],
  ['2026-08-05', 'Abono, ventas', '15', 1_234_567, 2_129_577],
  ['2026-08-14', 'Giro|cajero', '16', -20_000, 2_109_577],
  ['2026-08-31', 'Depósito', '17', 1_000, 2_110_577],
] as const;

type Writing = {
  readonly day?: (day: string) => string;
  readonly money?: (amount: number) => string;
};
const dmy = (day: string): string => day.split('-').reverse().join('-');
/** The extract as rows of texts, debit and credit apart. */
function rowsOf({ day = dmy, money = String }: Writing = {}): string[][] {
  return TRUTH.map(([at, words, document, amount, balance]) => [
    ...[day(at), 'Central', words, document],
    ...[amount < 0 ? money(-amount) : '', amount > 0 ? money(amount) : '', money(balance)],
  ]);
}
const table = (writing?: Writing): string[][] => [HEADER, ...rowsOf(writing)];
const thousands = (sign: string) => (amount: number) => String(amount).replace(/\B(?=(\d{3})+$)/g, sign);

/** Lines as the truth has them, unless a test says otherwise. */
type Understood = {
  readonly lines?: number;
  /** Sum of the lines in cents. */
  readonly net?: number;
  readonly kind?: StatementKind;
  readonly proof?: boolean | null;
  readonly doubts?: readonly NotUnderstoodReason[];
  readonly notes?: readonly IntakeNote[];
};
type Refused = { readonly reason: IntakeReason } & Partial<IntakeRefusal>;
type Made = readonly [name: string, content: Bytes, expected: Understood | Refused];

const utf8 = (content: string): Bytes => encoded(content, 'utf-8');
const csv = (rows: readonly (readonly string[])[], more: Parameters<typeof delimited>[1] = {}): Bytes =>
  utf8(delimited(rows, more));
const WHOLE: Understood = {};
const serial = (day: string): number => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000);
const without = (text: string): string => text.replaceAll(/[;|]/g, '');

const TEXTS: readonly Made[] = [
  ...MADE_ENCODINGS.flatMap((encoding) =>
    [';', ',', '\t', '|'].map(
      (delimiter): Made => [
        `${encoding} with ${JSON.stringify(delimiter)}`,
        encoded(delimited(table(), { delimiter }), encoding),
        WHOLE,
      ],
    ),
  ),
  ...(['\n', '\r', '\r\n'] as const).map(
    (newline): Made => [`ends of line ${JSON.stringify(newline)}`, csv(table(), { newline }), WHOLE],
  ),
  ['ends of line of several kinds', utf8(mixedEnds(delimited(table(), { newline: '\n' }))), WHOLE],
  ['no end of the last line', csv(table(), { ends: false }), WHOLE],
  ['quotes everywhere', csv(table(), { quotesAll: true }), WHOLE],
  ['a told delimiter', utf8(`sep=;\n${delimited(table())}`), WHOLE],
  ['trailing delimiters', csv(table().map((row) => [...row, '', ''])), WHOLE],
  ['blank lines', utf8(delimited(table()).replaceAll('\r\n', '\r\n\r\n')), WHOLE],
  [
    'lines within a cell',
    csv(
      table().map((row, at) => row.map((cell, column) => (at > 0 && column === 2 ? `a\nb ${cell}` : cell))),
    ),
    WHOLE,
  ],
  ['a page mark at the end', utf8(`${delimited(table())}\u001a`), WHOLE],
  [
    'cp1252 declared as UTF-8',
    new Uint8Array([0xef, 0xbb, 0xbf, ...encoded(delimited(table()), 'cp1252')]),
    WHOLE,
  ],
  [
    'bytes of no encoding',
    new Uint8Array([...csv(table()), ...[0xff, 0xfe, 0xff], ...utf8(';;;;;;\n')]),
    { ...WHOLE, notes: ['damaged-characters'] },
  ],
  ['columns in another order', csv(table().map((row) => row.toReversed())), WHOLE],
  [
    'headers without accents',
    csv([HEADER.map((text) => without(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))), ...rowsOf()]),
    WHOLE,
  ],
  ['headers in capitals', csv([HEADER.map((text) => text.toUpperCase()), ...rowsOf()]), WHOLE],
];

function mixedEnds(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, at) => `${line}${['\n', '\r\n', '\r'][at % 3] ?? ''}`).join('');
}

const SHAPES: readonly Made[] = [
  ...[1, 3, 5, 7, 12].map(
    (count): Made => [
      `${count} titles above`,
      csv([...Array.from({ length: count }, (_, at) => [`Título ${at}`]), ...table()]),
      WHOLE,
    ],
  ),
  ['a totals row', csv([...table(), ['Total', '', '', '', '274990', '1385567', '']]), WHOLE],
  [
    'a totals row that is wrong',
    csv([...table(), ['Total', '', '', '', '274990', '1385568', '']]),
    { ...WHOLE, proof: false },
  ],
  [
    'subtotals between',
    csv([
      HEADER,
      ...rowsOf().flatMap((row, at) =>
        at === 2 ? [row, ['Subtotal', '', '', '', '254990', '150000', '']] : [row],
      ),
    ]),
    WHOLE,
  ],
  [
    'repeated headers',
    csv(table().flatMap((row, at) => (at > 0 && at % 2 === 0 ? [HEADER, row] : [row]))),
    WHOLE,
  ],
  ['a header twice', csv([HEADER, HEADER, ...rowsOf()]), WHOLE],
  [
    'another table at the foot',
    csv([...table(), [], ['Saldos diarios'], ['03-08-2026', '1150000'], ['31-08-2026', '2110577']]),
    WHOLE,
  ],
  ['an opening balance', csv([HEADER, ['', '', 'Saldo inicial', '', '', '', '1000000'], ...rowsOf()]), WHOLE],
  ['newest first', csv([HEADER, ...rowsOf().toReversed()]), WHOLE],
  [
    'a line that is missing',
    csv(table().filter((_, at) => at !== 3)),
    { lines: 5, net: 111_057_700 + 25_000_000, proof: false },
  ],
  [
    'a line twice',
    csv(table().flatMap((row, at) => (at === 3 ? [row, row] : [row]))),
    { lines: 7, net: 111_057_700 - 25_000_000, proof: false },
  ],
  [
    'two equal movements',
    csv([...table(), ['31-08-2026', 'Central', 'Depósito', '17', '', '1000', '2111577']]),
    { lines: 7, net: 111_157_700 },
  ],
  ['no rows below the header', csv([HEADER]), { lines: 0 }],
  ['no header', csv(rowsOf()), { lines: 0, kind: 'unknown' }],
  [
    'another table',
    csv([
      ['SKU', 'Costo'],
      ['A', '1'],
      ['B', '2'],
    ]),
    { lines: 0, kind: 'unknown' },
  ],
];

const MONEY: readonly Made[] = [
  ['1.234.567', csv(table({ money: thousands('.') })), WHOLE],
  ['1,234,567', csv(table({ money: thousands(',') })), WHOLE],
  ['$1,234,567', csv(table({ money: (amount) => `$${thousands(',')(amount)}` })), WHOLE],
  ['$ 1.234.567', csv(table({ money: (amount) => `$ ${thousands('.')(amount)}` })), WHOLE],
  ['1.234.567,00', csv(table({ money: (amount) => `${thousands('.')(amount)},00` })), WHOLE],
  ['1,234,567.00', csv(table({ money: (amount) => `${thousands(',')(amount)}.00` })), WHOLE],
  ['1 234 567', csv(table({ money: thousands('\u00a0') })), WHOLE],
  ['charges in parentheses', csv(negatives((text) => `(${text})`)), WHOLE],
  ['charges with a minus', csv(negatives((text) => `-${text}`)), WHOLE],
  ['charges with a minus behind', csv(negatives((text) => `${text}-`)), WHOLE],
  ['charges with the long minus', csv(negatives((text) => `−${text}`)), WHOLE],
  [
    'decimal signs of both kinds',
    csv(
      table({ money: (amount) => `${amount},50` }).map((row, at) =>
        row.map((cell) => (at === 4 ? cell.replace(',50', '.50') : cell)),
      ),
    ),
    { net: 111_057_700, proof: null, doubts: ['mixed-convention'] },
  ],
  [
    'a word for an amount',
    csv(table().map((row, at) => row.map((cell, column) => (at === 4 && column === 5 ? 'n/d' : cell)))),
    { lines: 6, net: 111_057_700 - 123_456_700, proof: false, doubts: ['amount'] },
  ],
  [
    'a document number that a spreadsheet cut',
    csv(
      table().map((row, at) => row.map((cell, column) => (at === 4 && column === 3 ? '1,23457E+15' : cell))),
    ),
    { doubts: ['lost-digits'] },
  ],
];

function negatives(write: (text: string) => string): string[][] {
  return table().map((row, at) =>
    row.map((cell, column) => (at > 0 && column === 4 && cell !== '' ? write(cell) : cell)),
  );
}

const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const DATES: readonly Made[] = [
  ['ISO days', csv(table({ day: (day) => day })), WHOLE],
  ['ISO moments', csv(table({ day: (day) => `${day}T22:39:50.000-03:00` })), WHOLE],
  ['31/08/2026', csv(table({ day: (day) => dmy(day).replaceAll('-', '/') })), WHOLE],
  ['31.08.26', csv(table({ day: (day) => dmy(day).replaceAll('-', '.').replace('2026', '26') })), WHOLE],
  [
    '08/31/2026',
    csv(table({ day: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}` })),
    // Of a bank of Chile: its one day up to the 12th may be two.
    { doubts: ['day-order'] },
  ],
  [
    '31-ago-2026',
    csv(table({ day: (day) => `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-2026` })),
    WHOLE,
  ],
  ['serial numbers', csv(table({ day: (day) => String(serial(day)) })), WHOLE],
  ['20260831', csv(table({ day: (day) => day.replaceAll('-', '') })), WHOLE],
  [
    'a day that is none',
    csv(
      table().map((row, at) => row.map((cell, column) => (at === 4 && column === 0 ? '31-02-2026' : cell))),
    ),
    { doubts: ['date'] },
  ],
];

const SHEET = 'Cartola';
type Typed = readonly (readonly MadeCell[])[];
const typed = (change: (row: MadeCell[], at: number) => MadeCell[] = (row) => row): Typed => [
  HEADER,
  ...TRUTH.map(([day, words, document, amount, balance], at) =>
    change(
      [
        ...[{ number: String(serial(day)), style: 1 }, 'Central', words, document],
        amount < 0 ? { number: String(-amount), style: 3 } : null,
        amount > 0 ? { number: String(amount), style: 3 } : null,
        { number: String(balance), style: 3 },
      ],
      at,
    ),
  ),
];
const put = (row: MadeCell[], column: number, cell: MadeCell): MadeCell[] =>
  row.map((each, at) => (at === column ? cell : each));
const book = (rows: Typed, more: Partial<Parameters<typeof workbookOf>[0]> = {}): Bytes =>
  workbookOf({ sheets: [{ name: SHEET, rows }], ...more });
const PART = 'xl/worksheets/sheet1.xml';
const formula = (value: string | null): MadeCell => ({
  xml: `<c r="@"><f>SUM(Z1:Z9)</f>${value === null ? '' : `<v>${value}</v>`}</c>`,
});
const LOL = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>';
const wide = (rows: number): string =>
  `<worksheet><sheetData>${Array.from({ length: rows }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join('')}</sheetData></worksheet>`;

const BOOKS: readonly Made[] = [
  ['a workbook', book(typed()), WHOLE],
  ['texts in place', book(typed(), { texts: 'inline' }), WHOLE],
  ['names with a prefix', book(typed(), { prefix: 'x' }), WHOLE],
  [
    'dates without a format',
    book(typed((row, at) => put(row, 0, { number: String(serial(TRUTH[at]?.[0] ?? '')) }))),
    WHOLE,
  ],
  [
    'days since 1904',
    book(
      typed((row, at) => put(row, 0, { number: String(serial(TRUTH[at]?.[0] ?? '') - 1462), style: 1 })),
      {
        is1904: true,
      },
    ),
    WHOLE,
  ],
  ['merged titles above', book([['Cartola', null, null], [null], ...typed()]), WHOLE],
  [
    'formulas with their values',
    book(typed((row, at) => put(row, 6, formula(String(TRUTH[at]?.[4]))))),
    WHOLE,
  ],
  [
    'a formula without a value',
    book(typed((row, at) => (at === 2 ? put(row, 6, formula(null)) : row))),
    { reason: 'no-value', sheet: SHEET, line: 4, column: 7 },
  ],
  ['amounts as texts', book(table()), WHOLE],
  [
    'a sheet before it',
    workbookOf({
      sheets: [
        { name: 'Portada', rows: [['Banco']] },
        { name: SHEET, rows: typed() },
      ],
    }),
    WHOLE,
  ],
  [
    'a hidden sheet',
    workbookOf({
      sheets: [
        { name: SHEET, rows: typed() },
        { name: 'x', rows: [['a']], state: 'hidden' },
      ],
    }),
    { notes: ['hidden-sheets'] },
  ],
  ['macros', book(typed(), { more: { 'xl/vbaProject.bin': 'x' } }), { notes: ['macros'] }],
  [
    'external links',
    book(typed(), { more: { 'xl/externalLinks/externalLink1.xml': '<a/>' } }),
    { notes: ['external-links'] },
  ],
  ['16,384 columns', book([...typed(), [{ xml: '<c r="XFD8" t="str"><v>x</v></c>' }]]), { lines: 6 }],
  [
    '16,385 columns',
    book([...typed(), [{ xml: '<c r="XFE8"><v>1</v></c>' }]]),
    { reason: 'too-many-columns', sheet: SHEET, line: 8, column: 16_385 },
  ],
  [
    'a cell told twice',
    book([['a', { xml: '<c r="A1"><v>1</v></c>' }]]),
    { reason: 'unreadable', line: 1, column: 1 },
  ],
  [
    'rows that go back',
    book([], { more: { [PART]: '<worksheet><sheetData><row r="5"/><row r="2"/></sheetData></worksheet>' } }),
    { reason: 'unreadable' },
  ],
  [
    'an error for a balance',
    book(typed((row, at) => (at === 2 ? put(row, 6, { xml: '<c r="@" t="e"><v>#REF!</v></c>' }) : row))),
    { doubts: ['amount'] },
  ],
  [
    'a bomb',
    book([], {
      more: { [PART]: `<worksheet><sheetData>${' '.repeat(70 * 2 ** 20)}</sheetData></worksheet>` },
    }),
    { reason: 'too-large' },
  ],
  [
    'rows that are wide and empty',
    book([], { more: { [PART]: wide(3000) } }),
    { reason: 'too-large', sheet: SHEET },
  ],
  ['laughs', book([], { more: { [PART]: `${LOL}<worksheet/>` } }), { reason: 'entities' }],
  ['an archive', zipOf({ 'cartola.csv': delimited(table()) }), { reason: 'archive' }],
  ['an archive in an archive', zipOf({ 'a.zip': zipOf({ 'b.csv': 'a' }) }), { reason: 'archive' }],
  ['of LibreOffice', zipOf({ mimetype: 'ods', 'content.xml': '<a/>' }), { reason: 'other-workbook' }],
  ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), { reason: 'other-workbook' }],
  ['a cut workbook', book(typed()).slice(0, 900), { reason: 'unreadable' }],
];

const oldRows: readonly (readonly XlsCell[])[] = [
  HEADER,
  ...TRUTH.map(([day, words, document, amount, balance]): readonly XlsCell[] => [
    ...[{ date: serial(day) }, 'Central', words, document],
    ...[amount < 0 ? -amount : null, amount > 0 ? amount : null, balance],
  ]),
];
const oldBook = (more: Partial<Parameters<typeof workbookStream>[0]> = {}): Buffer =>
  workbookStream({ sheets: [{ name: SHEET, rows: oldRows }], ...more });
const OLD_BOOKS: readonly Made[] = [
  ['of 1997', compoundFile(oldBook()), WHOLE],
  ['of 1997, texts cut', compoundFile(oldBook({ cutTextsAt: 41 })), WHOLE],
  ['of 1995', compoundFile(oldBook({ version: 5 }), { name: 'Book' }), WHOLE],
  ['of 1995, in no container', new Uint8Array(oldBook({ version: 5 })), WHOLE],
  ['with macros', compoundFile(oldBook(), { others: ['_VBA_PROJECT_CUR'] }), { notes: ['macros'] }],
  [
    'with an amount as a formula',
    xlsOf({
      sheets: [
        {
          name: SHEET,
          rows: oldRows.map((row, at) =>
            at === 0 ? row : [...row.slice(0, 6), { formula: row[6] as number }],
          ),
        },
      ],
    }),
    WHOLE,
  ],
  [
    'with a formula that nobody computed',
    xlsOf({
      sheets: [
        {
          name: SHEET,
          rows: oldRows.map((row, at) => (at === 3 ? [...row.slice(0, 6), { formula: null }] : row)),
        },
      ],
    }),
    { reason: 'no-value', sheet: SHEET, line: 4, column: 7 },
  ],
  [
    'encrypted',
    compoundFile(oldBook({ globals: [record(0x2f, Buffer.alloc(54))] })),
    { reason: 'encrypted' },
  ],
  [
    'encrypted as since 2007',
    compoundFile(Buffer.alloc(5000), { name: 'EncryptedPackage' }),
    { reason: 'encrypted' },
  ],
  ['a letter', compoundFile(Buffer.alloc(5000), { name: 'WordDocument' }), { reason: 'not-table' }],
  ['cut', compoundFile(oldBook()).slice(0, 3000), { reason: 'unreadable' }],
  ['of 1992', new Uint8Array([9, 4, 6, 0, 0, 4, 16, 0]), { reason: 'old-workbook' }],
];

const html = (cells: (row: readonly string[]) => string): string =>
  `<html><head><style>td{a:b}</style></head><body><table>${table()
    .map((row) => `<tr>${cells(row)}`)
    .join('\n')}</table></body></html>`;
const MARKUP: readonly Made[] = [
  ['a page called .xls', utf8(html((row) => row.map((cell) => `<td>${cell}</td>`).join(''))), WHOLE],
  ['cells that nobody closed', utf8(html((row) => row.map((cell) => `<td>${cell}`).join(''))), WHOLE],
  [
    'a title over all columns',
    utf8(
      html((row) => row.map((cell) => `<td>${cell}</td>`).join('')).replace(
        '<tr>',
        '<tr><th colspan=7>Cartola</th></tr><tr>',
      ),
    ),
    WHOLE,
  ],
  [
    'a page in cp1252',
    encoded(
      html((row) => row.map((cell) => `<td>${cell}</td>`).join('')),
      'cp1252',
    ),
    WHOLE,
  ],
  ['laughs in a page', utf8(`${LOL.replace('lolz', 'html')}<table><tr><td>&lol2;`), { reason: 'entities' }],
  ['a page without a table', utf8('<html><body>Sesión vencida</body></html>'), { reason: 'empty' }],
  [
    'cells over too many columns',
    utf8(`<table>${'<tr><td colspan=16384>x</td></tr>'.repeat(3000)}</table>`),
    { reason: 'too-large' },
  ],
  [
    'XML of 2003',
    utf8(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Uno"><Table>${table()
        .map(
          (row) =>
            `<Row>${row.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`,
        )
        .join('')}</Table></Worksheet></Workbook>`,
    ),
    WHOLE,
  ],
];

const ofx = (end: (name: string) => string, newline: string, more = '') =>
  [
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CLP',
    `<BANKACCTFROM><ACCTID>1${end('ACCTID')}</BANKACCTFROM><BANKTRANLIST>`,
    ...TRUTH.map(([day, words, document, amount]) =>
      [
        `<STMTTRN><TRNTYPE>OTHER${end('TRNTYPE')}<DTPOSTED>${day.replaceAll('-', '')}120000[-3:CLT]${end('DTPOSTED')}`,
        `<TRNAMT>${amount}.00${end('TRNAMT')}<FITID>${document === '13' ? '' : document}${end('FITID')}<NAME>${words}${end('NAME')}</STMTTRN>`,
      ].join(newline),
    ),
    `</BANKTRANLIST><LEDGERBAL><BALAMT>2110577.00${end('BALAMT')}<DTASOF>20260831${end('DTASOF')}</LEDGERBAL>${more}`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join(newline);
const open = (): string => '';
const closed = (name: string): string => `</${name}>`;
const HEAD_1 = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n';
const HEAD_2 = '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n';
const balances = (opening: number): string =>
  `<BALLIST><BAL><NAME>Saldo inicial<VALUE>${opening}.00</BAL></BALLIST>`;
const fixed = (cut = 0): string =>
  TRUTH.map(
    ([day, words, document, amount]) =>
      `00012345678${day.replaceAll('-', '')}${'101'.padEnd(9)}${document.padStart(8, '0')}${`${Math.abs(amount)},00`.padStart(22)}${amount < 0 ? '-' : '+'}001${words.padEnd(45)}`,
  )
    .join('\r\n')
    .slice(0, cut === 0 ? undefined : -cut);
const NOT_PROVED: Understood = { proof: null };
const EXTRACTS: readonly Made[] = [
  ['OFX 1 with tags unclosed', utf8(HEAD_1 + ofx(open, '\r\n')), NOT_PROVED],
  ['OFX 1 in cp1252', encoded(HEAD_1 + ofx(open, '\r\n'), 'cp1252'), NOT_PROVED],
  ['OFX 1 on one line', utf8(HEAD_1.replaceAll('\r\n', ' ') + ofx(open, '')), NOT_PROVED],
  ['OFX 1 with tags closed', utf8(HEAD_1 + ofx(closed, '\n')), NOT_PROVED],
  ['OFX 2', utf8(HEAD_2 + ofx(closed, '\n')), NOT_PROVED],
  ['OFX 2 on one line', utf8(HEAD_2.replaceAll('\n', '') + ofx(closed, '')), NOT_PROVED],
  ['OFX with its balance before', utf8(HEAD_1 + ofx(open, '\n', balances(1_000_000))), { proof: true }],
  ['OFX whose balance is off', utf8(HEAD_1 + ofx(open, '\n', balances(1_000_001))), { proof: false }],
  ['OFX cut', utf8((HEAD_1 + ofx(open, '\r\n')).slice(0, -300)), { reason: 'unreadable', line: 17 }],
  ['OFX with laughs', utf8(LOL + ofx(closed, '\n')), { reason: 'entities' }],
  ['fixed width', utf8(fixed()), NOT_PROVED],
  ['fixed width in cp1252', encoded(fixed(), 'cp1252'), NOT_PROVED],
  ['fixed width, cut', utf8(fixed(60)), { lines: 5, net: 110_957_700, proof: null, doubts: ['row'] }],
];

const OTHERS: readonly Made[] = [
  ['nothing', new Uint8Array(0), { reason: 'empty' }],
  ['empty lines', utf8('\n\n\r\n'), { reason: 'empty' }],
  ['a PDF', utf8('%PDF-1.7\n'), { reason: 'not-table' }],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10]), { reason: 'not-table' }],
  ['a gzip', new Uint8Array([0x1f, 0x8b, 8, 0]), { reason: 'not-table' }],
  ['bytes', new Uint8Array(3000).map((_, at) => (at * 7919) % 251), { reason: 'not-table' }],
  ['a quote never closed', utf8('a;b\n1;2\n3;"abc\n4;5\n'), { reason: 'open-quote', line: 3, column: 2 }],
  [
    'a cell without an end',
    utf8(`a;b\n1;${'x'.repeat(2_200_000)}`),
    { reason: 'long-cell', line: 2, column: 2 },
  ],
  ['16,385 columns of text', utf8(`${'a;'.repeat(16_384)}a\n`), { reason: 'too-many-columns', line: 1 }],
];

const FILES = {
  ...{ texts: TEXTS, shapes: SHAPES, money: MONEY, dates: DATES, workbooks: BOOKS },
  ...{ 'old workbooks': OLD_BOOKS, pages: MARKUP, extracts: EXTRACTS, others: OTHERS },
};

const cents = (text: string): number => Math.round(Number(text) * 100);
const wordsOf = (text: string): string => text.replace(/^a\nb /, '').trim();

function expectUnderstood({ reading, facts }: FoundStatement, expected: Understood): void {
  const {
    lines = TRUTH.length,
    net = 111_057_700,
    kind = 'bank',
    proof = true,
    doubts = [],
    notes = [],
  } = expected;
  expect(facts.notes).toEqual(notes);
  expect(reading.kind).toBe(lines === 0 ? reading.kind : kind);
  expect(reading.lines).toHaveLength(lines);
  if (lines === 0) return;
  expect([...new Set(reading.notUnderstood.map(({ why }) => why))]).toEqual(doubts);
  if (proof !== null && doubts.length === 0)
    expect([reading.proof.checks.length > 0, reading.proof.holds]).toEqual([true, proof]);
  if (proof === null && doubts.length === 0) expect(reading.proof.checks).toEqual([]);
  if (doubts.includes('mixed-convention')) return;
  expect(reading.lines.reduce((sum, line) => sum + cents(line.net ?? '0'), 0)).toBe(net);
  if (lines !== TRUTH.length || doubts.length > 0) return;
  const recorded = reading.lines.map((line) => [
    line.date?.day,
    cents(line.net ?? ''),
    wordsOf(line.description ?? ''),
  ]);
  const truth = TRUTH.map(([day, words, , amount]) => [day, 100 * amount, words]);
  expect(recorded.toSorted(byText)).toEqual(truth.toSorted(byText));
}

const byText = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

for (const [kind, files] of Object.entries(FILES)) {
  describe(kind, () => {
    for (const [name, content, expected] of files) {
      test(name, async () => {
        const found = await readFile(content);
        if ('reason' in expected) expect(found).toMatchObject(expected);
        else if ('reason' in found) expect(found).toBe('understood');
        else expectUnderstood(found, expected);
      });
    }
  });
}

test('they are a hundred and more', () => {
  expect(Object.values(FILES).flat().length).toBeGreaterThanOrEqual(100);
});

describe('hostile', () => {
  const seeds: readonly (readonly [string, Bytes])[] = [
    ['text', csv(table())],
    ['a workbook', book(typed())],
    ['an old workbook', compoundFile(oldBook())],
    ['one of 1995', new Uint8Array(oldBook({ version: 5 }))],
    ['a page', utf8(html((row) => row.map((cell) => `<td>${cell}</td>`).join('')))],
    ['OFX', utf8(HEAD_1 + ofx(open, '\r\n'))],
    ['fixed width', utf8(fixed())],
  ];
  for (const [name, content] of seeds) {
    test(`${name}, cut anywhere, is understood or refused`, async () => {
      const step = Math.max(1, Math.floor(content.length / 30));
      for (let to = 0; to < content.length; to += step) await readFile(content.slice(0, to));
    });

    test(`${name} with bytes changed is understood or refused`, async () => {
      const change = fc.tuple(fc.nat(content.length - 1), fc.nat(255));
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
          const changed = content.slice();
          for (const [at, byte] of changes) changed[at] = byte;
          await readFile(changed);
        }),
        { numRuns: 20 },
      );
    });
  }
});
