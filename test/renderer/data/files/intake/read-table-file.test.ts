import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDelimitedReader } from '#renderer/data/files/intake/delimited-text.ts';
import { readTableFile } from '#renderer/data/files/intake/read-table-file.ts';
import { hasLostDigits } from '#renderer/data/model/file-cells.ts';
import type { IntakeReason } from '#renderer/data/model/table-file.ts';
import { randomCases } from '#test/random-cases.ts';
import { delimited, encoded, MADE_ENCODINGS, type MadeCell, workbookOf, zipOf } from './made-files.ts';
import { readWhole, textsOf } from './read-whole.ts';

const NEWLINES = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;
const DELIMITERS = [';', ',', '\t', '|'] as const;

describe('delimited text', () => {
  /** Traps of every kind in one table; each line's number depends on those within quotes above it. */
  const rowsOf = (newline: string, delimiter: string) => [
    ['Código SKU', 'Descripción – "la larga"', 'Costo', 'Nota'],
    ['0012', `Ñandú ${delimiter} café`, '1.234,56', ''],
    ['A"1', `dos${newline}líneas`, '(2.500)', 'x'],
    ['€ 5', '', '', ''],
    ['corta'],
    ['', '', '', 'larga', 'de más'],
  ];
  const LINES = [1, 2, 3, 5, 6, 7];
  for (const encoding of MADE_ENCODINGS) {
    for (const delimiter of DELIMITERS) {
      for (const [name, newline] of Object.entries(NEWLINES)) {
        test(`${encoding}, ${JSON.stringify(delimiter)}, ${name}`, async () => {
          const rows = rowsOf(newline, delimiter);
          const file = await readWhole(encoded(delimited(rows, { delimiter, newline }), encoding));
          expect(textsOf(file)).toEqual(rows.map((cells, at) => [LINES[at], ...cells]));
          if ('facts' in file) expect(file.facts).toMatchObject({ format: 'text', delimiter, notes: [] });
        });
      }
    }
  }

  test('whatever is written comes back, with the line it began on', async () => {
    const of = (...more: string[]) =>
      fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ' ', '1', '.', '😀', ...more) });
    // Lines within quotes that delimit cells of their own could be rows that a stray quote took in.
    const cell = fc.oneof(of(';', ',', '\t', '|'), of('\n', '\r\n'));
    const table = fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(...DELIMITERS), fc.boolean(), async (rows, delimiter, ends) => {
        const head = ['uno', 'dos', 'tres', 'cuatro'];
        const all = [
          `sep=${delimiter}`,
          delimited([head, ...rows], { delimiter, newline: '\n', ends, quotesAll: true }),
        ];
        let line = 2;
        const expected = [head, ...rows].map((cells) => {
          const from = line;
          line += 1 + cells.reduce((lines, text) => lines + text.split('\n').length - 1, 0);
          return [from, ...cells];
        });
        expect(textsOf(await readWhole(encoded(all.join('\n'), 'utf-8')))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('rows are the same wherever the text is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ';', '\n', '\r', 'ñ'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 6 }), (whole, cuts) => {
        const read = (pieces: readonly string[]) => {
          const reader = createDelimitedReader(';');
          try {
            return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
          } catch {
            return 'refused';
          }
        };
        const places = [0, ...cuts.sort((one, other) => one - other), whole.length];
        expect(read(places.slice(1).map((to, at) => whole.slice(places[at], to)))).toEqual(read([whole]));
      }),
      { numRuns: 500 },
    );
  });
});

const SHEET = 'Hoja 1';
const book = (rows: readonly (readonly MadeCell[])[], more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  workbookOf({ sheets: [{ name: SHEET, rows }], ...more });
const text = (content: string) => encoded(content, 'utf-8');

type Bad = readonly [name: string, content: Uint8Array<ArrayBuffer>, reason: IntakeReason, place?: object];
const PART = 'xl/worksheets/sheet1.xml';
const OLE = new Uint8Array([
  0xd0,
  0xcf,
  0x11,
  0xe0,
  0xa1,
  0xb1,
  0x1a,
  0xe1,
  ...new Array<number>(600).fill(0),
]);
const LOL = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>';
const WIDE = `<c r="XFE2"><v>1</v></c>`;

const REFUSED: readonly Bad[] = [
  ['nothing', new Uint8Array(0), 'empty'],
  ['empty lines', text('\n\n\r\n'), 'empty'],
  ['a PDF', text('%PDF-1.7\n%âãÏÓ'), 'not-table'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'not-table'],
  ['a gzip', new Uint8Array([0x1f, 0x8b, 8, 0, 0]), 'not-table'],
  ['bytes', new Uint8Array(3000).map((_, at) => (at * 7919) % 251), 'not-table'],
  ['a container of nothing', OLE, 'unreadable'],
  ['a workbook of the oldest', new Uint8Array([9, 2, 6, 0, 0, 6]), 'old-workbook'],
  ['an archive without a workbook', zipOf({ 'ventas.csv': 'a;b\n1;2' }), 'archive'],
  ['a workbook of LibreOffice', zipOf({ mimetype: 'ods', 'content.xml': '<a/>' }), 'other-workbook'],
  ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), 'other-workbook'],
  ['a cut workbook', book([['a', 'b']]).slice(0, 700), 'unreadable'],
  ['a quote never closed', text('a;b\n1;2\n3;"abc\n4;5\n'), 'open-quote', { line: 3, column: 2 }],
  ['an unending cell', text(`a;b\n1;"${'x'.repeat(2_200_000)}`), 'open-quote', { line: 2, column: 2 }],
  [
    'an unending cell without quotes',
    text(`a;b\n1;${'x'.repeat(2_200_000)}`),
    'long-cell',
    { line: 2, column: 2 },
  ],
  ['too many columns of text', text(`${'a;'.repeat(16_384)}a\n`), 'too-many-columns', { line: 1 }],
  [
    'too many columns',
    book([[], [{ xml: WIDE }]]),
    'too-many-columns',
    { sheet: SHEET, line: 2, column: 16_385 },
  ],
  [
    'a formula without a value',
    book([['a'], ['b', { xml: '<c r="@"><f>1+1</f></c>' }]]),
    'no-value',
    { sheet: SHEET, line: 2, column: 2 },
  ],
  [
    'a text that is not there',
    book([[{ xml: '<c r="@" t="s"><v>9</v></c>' }]]),
    'unreadable',
    { line: 1, column: 1 },
  ],
  [
    'a number that is none',
    book([[{ xml: '<c r="@"><v>1,5</v></c>' }]]),
    'unreadable',
    { line: 1, column: 1 },
  ],
  ['cells that go back', book([['a', { xml: '<c r="A1"><v>1</v></c>' }]]), 'unreadable', { line: 1 }],
  [
    'laughs in a sheet',
    book([], {
      more: {
        [PART]: `${LOL}<worksheet><sheetData><row><c t="str"><v>&lol2;</v></c></row></sheetData></worksheet>`,
      },
    }),
    'entities',
  ],
  [
    'laughs in the texts',
    book([[{ xml: '<c r="@" t="s"><v>0</v></c>' }]], { more: { 'xl/sharedStrings.xml': `${LOL}<sst/>` } }),
    'entities',
  ],
  [
    'laughs in a page',
    text(`${LOL.replace('lolz', 'html')}<table><tr><td>&lol2;</td></tr></table>`),
    'entities',
  ],
  ['a page without a table', text('<html><body><p>Sesión vencida</p></body></html>'), 'empty'],
  [
    'a bomb',
    book([], {
      more: { [PART]: `<worksheet><sheetData>${' '.repeat(70 * 2 ** 20)}</sheetData></worksheet>` },
    }),
    'too-large',
  ],
];

for (const [name, content, reason, place = {}] of REFUSED) {
  test(`${name} is refused`, async () => {
    expect(await readWhole(content)).toMatchObject({ reason, ...place });
  });
}

const serial = (day: string): number => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000);
const HTML = `<html><head><meta charset="iso-8859-1"><style>td{a:b}</style><script>if(a<b){}</script></head><body>
<table border=1><tr><th colspan=2>Cartola &aacute;&#241;o &amp; m&#xE1;s</th></tr>
<tr><td rowspan="2">A<br>B</td><td>1.234,00</td></tr><TR><TD>5</TD></TR></table>
<p>suelto</p><table><tr><td>otra<td> <b>tabla</b> </table></body></html>`;
const XML_2003 = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Uno"><Table><Row><Cell><Data ss:Type="String">SKU</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">12.5</Data></Cell></Row>
<Row ss:Index="4"><Cell><Data ss:Type="DateTime">2026-08-31T00:00:00.000</Data></Cell></Row></Table></Worksheet>
<Worksheet ss:Name="Dos"><Table><Row><Cell ss:MergeAcross="1"><Data ss:Type="String">a &amp; b</Data></Cell><Cell><Data ss:Type="String">c</Data></Cell></Row></Table></Worksheet></Workbook>`;

type Good = readonly [
  name: string,
  content: Uint8Array<ArrayBuffer>,
  rows: readonly (readonly [number, ...string[]])[],
  sheet?: string,
];

const UNDERSTOOD: readonly Good[] = [
  [
    'digits that are raised',
    text(
      `${HTML.split('<table')[0]}<table><tr><td>1.000<sup>50</sup></td><td>N<sup>o</sup> 1</td></tr></table>`,
    ),
    [[1, '1.000 50', 'No 1']],
  ],
  ['a told delimiter', text('sep=|\na;b|c\n'), [[2, 'a;b', 'c']]],
  [
    'one column',
    text('SKU\nA-1\n\nB 2\n'),
    [
      [1, 'SKU'],
      [2, 'A-1'],
      [4, 'B 2'],
    ],
  ],
  [
    'decimal commas between semicolons',
    text('sku;costo;iva\nA;1,50;0,19\nB;2,75;0,19\n'),
    [
      [1, 'sku', 'costo', 'iva'],
      [2, 'A', '1,50', '0,19'],
      [3, 'B', '2,75', '0,19'],
    ],
  ],
  [
    'titles above',
    text('Reporte de ventas\nDesde: 2026-01-01, hasta: hoy\n\nsku;costo;nota\nA;1;x\nB;2;y\n'),
    [
      [1, 'Reporte de ventas'],
      [2, 'Desde: 2026-01-01, hasta: hoy'],
      [4, 'sku', 'costo', 'nota'],
      [5, 'A', '1', 'x'],
      [6, 'B', '2', 'y'],
    ],
  ],
  [
    'a trailing delimiter',
    text('a;b;\n1;2;\n'),
    [
      [1, 'a', 'b', ''],
      [2, '1', '2', ''],
    ],
  ],
  [
    'quotes within a cell that has none around',
    text('id;medida\n1;14" x 2"\n2;{"a":1}\n'),
    [
      [1, 'id', 'medida'],
      [2, '1', '14" x 2"'],
      [3, '2', '{"a":1}'],
    ],
  ],
  [
    'text behind a closing quote',
    text('a;b\n"x"y;2\n'),
    [
      [1, 'a', 'b'],
      [2, '"x"y', '2'],
    ],
  ],
  [
    'no end of the last line',
    text('a\tb\n1\t2'),
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a quote that ends the file',
    text('a;b\n1;"2"'),
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'letters of cp1252 behind a mark of UTF-8',
    new Uint8Array([0xef, 0xbb, 0xbf, ...encoded('año;costo\nñ;1\n', 'cp1252')]),
    [
      [1, 'año', 'costo'],
      [2, 'ñ', '1'],
    ],
  ],
  [
    'one letter in the last line',
    encoded(`${'sku;costo\n'.repeat(200_000)}Ñ;2\n`, 'cp1252'),
    [[200_001, 'Ñ', '2']],
  ],
  [
    'a page called .xls',
    text(HTML),
    [
      [1, 'Cartola áño & más', ''],
      [2, 'A B', '1.234,00'],
      [3, '', '5'],
      [4, 'otra', 'tabla'],
    ],
  ],
  [
    'XML of 2003',
    text(XML_2003),
    [
      [1, 'SKU', '', '12.5'],
      [4, '2026-08-31'],
    ],
    'Uno',
  ],
  ['its second sheet', text(XML_2003), [[1, 'a & b', '', 'c']], 'Dos'],
  ['shared texts', book([['a', null, 'b']]), [[1, 'a', '', 'b']], SHEET],
  [
    'texts in place',
    book([['a & <b>', ' con espacios ']], { texts: 'inline' }),
    [[1, 'a & <b>', ' con espacios ']],
    SHEET,
  ],
  ['names with a prefix', book([['a', { number: '2' }]], { prefix: 'x' }), [[1, 'a', '2']], SHEET],
  [
    'numbers as programs store them',
    book([[{ number: '0.28999999999999998' }, { number: '1E-3' }, { number: '1.5E3' }, { number: '-0' }]]),
    [[1, '0.29', '0.001', '1500', '0']],
    SHEET,
  ],
  [
    'dates',
    book([
      [
        { number: `${serial('2026-08-31')}`, style: 1 },
        { number: `${serial('2026-08-31')}.5`, style: 4 },
        { number: '46265', style: 3 },
        { number: '46265' },
        { number: '46265', style: 2 },
      ],
    ]),
    [[1, '2026-08-31', '2026-08-31T12:00:00.000', '46265', '46265', '2026-08-31']],
    SHEET,
  ],
  [
    'dates since 1904',
    book([[{ number: `${serial('2026-08-31') - 1462}`, style: 2 }]], { is1904: true }),
    [[1, '2026-08-31']],
    SHEET,
  ],
  [
    'formulas as they came out',
    book([
      [
        { xml: '<c r="@"><f>A2*2</f><v>84</v></c>' },
        { xml: '<c r="@" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>' },
        { xml: '<c r="@" t="str"><f>""</f><v></v></c>' },
      ],
    ]),
    [[1, '84', 'ab', '']],
    SHEET,
  ],
  [
    'errors and truth',
    book([[{ xml: '<c r="@" t="e"><f>1/0</f><v>#DIV/0!</v></c>' }, { xml: '<c r="@" t="b"><v>1</v></c>' }]]),
    [[1, '#DIV/0!', 'TRUE']],
    SHEET,
  ],
  [
    'merged cells',
    book([['título', { xml: '<c r="@" s="1"/>' }, 'x']], { more: {} }),
    [[1, 'título', '', 'x']],
    SHEET,
  ],
  [
    'a header far below',
    workbookOf({ sheets: [{ name: SHEET, rows: [['SKU']], firstRow: 13 }] }),
    [[13, 'SKU']],
    SHEET,
  ],
  [
    '16,384 columns',
    book([[{ xml: '<c r="XFD1"><v>7</v></c>' }]]),
    [[1, ...new Array<string>(16_383).fill(''), '7']],
    SHEET,
  ],
];

for (const [name, content, rows, sheet = ''] of UNDERSTOOD) {
  test(`${name}: understood`, async () => {
    const found = textsOf(await readWhole(content), sheet);
    expect(found.slice(-rows.length)).toEqual(rows);
  });
}

test('what is passed over is said', async () => {
  const made = workbookOf({
    sheets: [
      { name: 'Vista', rows: [['a']] },
      { name: 'Oculta', rows: [['b']], state: 'hidden' },
    ],
    more: { 'xl/vbaProject.bin': 'macro', 'xl/externalLinks/externalLink1.xml': '<a/>' },
  });
  const found = await readWhole(made);
  expect(found).toMatchObject({
    facts: { format: 'xlsx', notes: ['macros', 'external-links', 'hidden-sheets'] },
  });
  expect([...('sheets' in found ? found.sheets.keys() : [])]).toEqual(['Vista', 'Oculta']);
});

test('characters that are lost are said', async () => {
  const bytes = new Uint8Array([...text('año;ñandú;ó\n'), 0xff, ...text(';b;c\n')]);
  expect(await readWhole(bytes)).toMatchObject({
    facts: { encoding: 'utf-8', notes: ['damaged-characters'] },
  });
});

test('codes that a spreadsheet cut are told from whole ones', async () => {
  const found = await readWhole(
    book([['1.23457E+15', { number: '1.23457E+15' }, { number: '123456789012345' }, '1234567890123456']]),
  );
  const [row] = 'sheets' in found ? (found.sheets.get(SHEET) ?? []) : [];
  expect(row?.cells.map(hasLostDigits)).toEqual([true, true, false, false]);
  expect(['1,23E+05', '2E10', 'E10', '12E3', '1.5', 'SKU1E5'].map(hasLostDigits)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('any workbook comes back cell by cell', async () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: fc.constantFrom('a', 'ñ', '<', '&', '"', ' ', '\n', '😀', '_', '>'), minLength: 1 }),
    fc.record({ number: fc.integer().map(String) }),
    fc.record({
      number: fc
        .tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 1, max: 99 }))
        .map(([whole, cents]) => `${whole}.${cents}`),
    }),
  );
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom('shared' as const, 'inline' as const),
      fc.constantFrom(undefined, 'x'),
      async (rows, texts, prefix) => {
        fc.pre(rows.some((row) => row.some((each) => each !== null)));
        const made = book(rows, { texts, ...(prefix === undefined ? {} : { prefix }) });
        const found = await readWhole(made);
        const read = 'sheets' in found ? (found.sheets.get(SHEET) ?? []) : [];
        const expected = rows.map((row) => {
          const last = row.findLastIndex((each) => each !== null);
          return row.slice(0, last + 1).map((each) => {
            if (each === null || typeof each === 'string') return each ?? '';
            return { kind: 'number', text: each.number.replace(/^-0$/, '0').replace(/(\.\d*?)0+$/, '$1') };
          });
        });
        expect(
          read.map(({ cells }) =>
            cells.map((each) =>
              typeof each === 'object' ? { ...each, text: each.text.replace(/(\.\d*?)0+$/, '$1') } : each,
            ),
          ),
        ).toEqual(expected);
      },
    ),
    { numRuns: randomCases(48) },
  );
});

test('a file that is given up in the middle is read no further', async () => {
  const content = text('sku;costo\n'.repeat(400_000));
  let slices = 0;
  class Counted extends Blob {
    override slice(...range: Parameters<Blob['slice']>): Blob {
      slices += 1;
      return super.slice(...range);
    }
  }
  const reading = readTableFile(new Counted([content]), async () => undefined);
  await reading.next();
  const before = slices;
  await reading.return({ format: 'text', encoding: null, delimiter: null, notes: [] });
  expect((await reading.next()).done).toBe(true);
  expect(slices).toBe(before);
  // The whole of it would have been several pieces more.
  expect(content.length / 2 ** 20).toBeGreaterThan(3);
});

test('a workbook is the one that its package names, wherever it lies and whatever stands before it', async () => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const moved = (target: string) =>
    workbookOf({
      sheets: [{ name: SHEET, rows: [['a', 'b']] }],
      texts: 'inline',
      more: {
        '_rels/.rels': [
          '<Relationships><Relationship Id="r1" Target="docProps/app.xml"/>',
          `<Relationship Id="r2" Type="${type}/extended-properties" Target="docProps/app.xml"/>`,
          `<Relationship Id="r3" Type="${type}/officeDocument" Target="${target}"/></Relationships>`,
        ].join(''),
        'docProps/app.xml': '<Properties/>',
        'other/book.xml': `<workbook xmlns:r="${type}"><sheets><sheet name="Otra" r:id="s"/></sheets></workbook>`,
        'other/_rels/book.xml.rels':
          '<Relationships><Relationship Id="s" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
      },
    });
  for (const target of ['other/book.xml', '/other/book.xml', './other/book.xml'])
    expect(textsOf(await readWhole(moved(target)), 'Otra')).toEqual([[1, 'a', 'b']]);
});
