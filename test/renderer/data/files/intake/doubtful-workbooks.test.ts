import { describe, expect, test } from 'vitest';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { type MadeCell, type MadeSheet, workbookOf } from './made-files.ts';
import { compoundFile, record, workbookStream, type XlsCell } from './made-xls.ts';
import { readFile } from './read-through.ts';
import { readWhole, textsOf } from './read-whole.ts';

/** Which sheet of a workbook is read, what a formula came to, and attributes as any program may write them. */

const HEADER = ['Fecha', 'Descripción', 'Cargo', 'Abono', 'Saldo'];
const extract = (amounts: readonly number[]): readonly (readonly string[])[] => {
  let balance = 1000;
  return [
    HEADER,
    ...amounts.map((amount, at) => {
      balance += amount;
      return [`0${at + 1}/03/2026`, 'Venta', '', String(amount), String(balance)];
    }),
  ];
};
const SHOWN = { name: 'Cuenta', rows: extract([10, 20]) };
const LONGER = { name: 'Borrador', rows: extract([1, 2, 3, 4]) };

async function taken(content: Uint8Array<ArrayBuffer>) {
  const found = await readFile(content);
  if ('reason' in found) return found.reason;
  return [found.sheet, found.sheets.map(({ name, isHidden, lines }) => [name, isHidden, lines])];
}

/** What the import of own costs is told of the sheets. */
async function looked(content: Uint8Array<ArrayBuffer>) {
  const steps = readIntake(
    new Blob([content]),
    { kind: 'look' },
    { pause: async () => undefined, now: () => 0, statements: {} as never },
  );
  for (;;) {
    const { done, value } = await steps.next();
    if (done !== true) continue;
    if (value.kind !== 'done' || value.answer.kind !== 'look') return value;
    return value.answer.sheets.map(({ name, isHidden }) => [name, isHidden]);
  }
}

describe('of several sheets', () => {
  const ORDERS = [
    [0, 1],
    [1, 0],
  ] as const;
  test.each(['hidden', 'veryHidden'])('one that is %s comes last, however long', async (state) => {
    for (const order of ORDERS) {
      const sheets: MadeSheet[] = [SHOWN, { ...LONGER, state }];
      const recorded = [
        ['Cuenta', false, 2],
        ['Borrador', true, 4],
      ];
      expect(await taken(workbookOf({ sheets: order.map((at) => sheets[at] ?? SHOWN) }))).toEqual([
        'Cuenta',
        order.map((at) => recorded[at]),
      ]);
    }
  });

  test('a hidden one is taken where no other has lines', async () => {
    const cover = { name: 'Portada', rows: [['Banco'], ['Cartola', 'de marzo']] };
    expect(await taken(workbookOf({ sheets: [cover, { ...LONGER, state: 'hidden' }] }))).toEqual([
      'Borrador',
      [
        ['Portada', false, 0],
        ['Borrador', true, 4],
      ],
    ]);
  });

  test('the same in an old workbook', async () => {
    const rows = (of: typeof SHOWN): XlsCell[][] => of.rows.map((row) => [...row]);
    const old = workbookStream({
      sheets: [
        { name: LONGER.name, rows: rows(LONGER), isHidden: true },
        { name: SHOWN.name, rows: rows(SHOWN) },
      ],
    });
    expect(await taken(compoundFile(old))).toEqual([
      'Cuenta',
      [
        ['Borrador', true, 4],
        ['Cuenta', false, 2],
      ],
    ]);
  });

  test.each(['SheetHidden', 'SheetVeryHidden'])('the same in XML of 2003: %s', async (state) => {
    const row = (cells: readonly string[]): string =>
      `<Row>${cells.map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join('')}</Row>`;
    const sheet = ({ name, rows }: typeof SHOWN, attribute: string, options: string): string =>
      `<Worksheet ss:Name="${name}"${attribute}><Table>${rows.map(row).join('')}</Table>${options}</Worksheet>`;
    const book = (sheets: string) =>
      new TextEncoder().encode(
        `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">${sheets}</Workbook>`,
      );
    const visible = (prefix: string): string =>
      `<${prefix}WorksheetOptions><${prefix}Visible>${state}</${prefix}Visible></${prefix}WorksheetOptions>`;
    for (const [attribute, options] of [
      ['', visible('')],
      ['', visible('x:')],
      [` ss:Visible="${state}"`, ''],
    ] as const) {
      const made = book(sheet(LONGER, attribute, options) + sheet(SHOWN, '', ''));
      expect(await taken(made)).toEqual([
        'Cuenta',
        [
          ['Borrador', true, 4],
          ['Cuenta', false, 2],
        ],
      ]);
      const whole = await readWhole(made);
      expect('facts' in whole && whole.facts.notes).toEqual(['hidden-sheets']);
      expect(await looked(made)).toEqual([
        ['Borrador', true],
        ['Cuenta', false],
      ]);
    }
  });

  test('two that are one part are refused', async () => {
    const made = workbookOf({
      sheets: [SHOWN],
      more: {
        'xl/workbook.xml':
          '<workbook><sheets><sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId1"/></sheets></workbook>',
      },
    });
    expect(await taken(made)).toBe('unreadable');
  });
});

describe('a formula', () => {
  const withCell = (xml: string): Uint8Array<ArrayBuffer> => {
    const rows: MadeCell[][] = extract([10, 20]).map((row) => [...row]);
    rows[2]?.splice(3, 1, { xml });
    return workbookOf({ sheets: [{ name: 'Cuenta', rows }] });
  };

  test.each(['', '<v></v>', '<v/>', '<v />', "<v xml:space='preserve'></v>"])(
    'without a value, written %j, is refused with its place',
    async (value) => {
      for (const type of ['', ' t="n"', ' t="b"', ' t="e"', ' t="s"'])
        expect(await readFile(withCell(`<c r="@"${type}><f>A1+1</f>${value}</c>`))).toMatchObject({
          ...{ reason: 'no-value', sheet: 'Cuenta', line: 3, column: 4 },
        });
    },
  );

  test('that comes to an empty text is an empty cell', async () => {
    const found = await readWhole(withCell('<c r="@" t="str"><f>IF(A1=1,"")</f><v></v></c>'));
    expect(textsOf(found, 'Cuenta')[2]?.[4]).toBe('');
  });
});

test('attributes between apostrophes are read as those between quotes', async () => {
  const rows: MadeCell[][] = [
    ['SKU', 'Costo', 'Desde'],
    ['A-1', { number: '12.5' }, { number: '46265', style: 2 }],
  ];
  const made = workbookOf({ sheets: [{ name: 'Costos', rows, state: 'hidden' }], is1904: false });
  const plain = textsOf(await readWhole(made), 'Costos');
  const parts = [
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/sharedStrings.xml',
    'xl/worksheets/sheet1.xml',
  ];
  const apostrophes = (xml: string): string => xml.replaceAll(/="([^"']*)"/g, " = '$1'");
  const found = await readWhole(
    workbookOf({
      sheets: [{ name: 'Costos', rows, state: 'hidden' }],
      rewrite: (path, xml) => (parts.includes(path) ? apostrophes(xml) : xml),
    }),
  );
  expect(textsOf(found, 'Costos')).toEqual(plain);
  expect('facts' in found && found.facts.notes).toEqual(['hidden-sheets']);
});

test('a beginning of records that says nothing is refused', async () => {
  for (const length of [0, 1, 2, 3]) {
    const begun = record(0x809, Buffer.alloc(length));
    for (const bytes of [begun, Buffer.concat([begun, Buffer.alloc(600)])])
      expect(await readWhole(compoundFile(bytes))).toMatchObject({ reason: 'unreadable' });
  }
});

describe('a page called .xls', () => {
  const page = (cell: string) => new TextEncoder().encode(`<table><tr><td>a<td>${cell}</tr></table>`);

  test.each(['&valueOf;', '&toString;', '&hasOwnProperty;', '&isPrototypeOf;'])(
    'has %s as the text it is',
    async (name) => {
      expect(textsOf(await readWhole(page(name)))).toEqual([[1, 'a', name]]);
    },
  );

  const book = (row: string, cell: string) =>
    new TextEncoder().encode(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row${row}><Cell${cell}><Data ss:Type="String">x</Data></Cell></Row></Table></Worksheet></Workbook>`,
    );

  test.each(['1.5', '-1', '0', '1e3', 'NaN', '', 'x', '99999999999'])(
    'of XML has no place %j',
    async (place) => {
      expect(await readWhole(book(` ss:Index="${place}"`, ''))).toMatchObject({ reason: 'unreadable' });
      expect(await readWhole(book('', ` ss:Index="${place}"`))).toMatchObject({ reason: 'unreadable' });
    },
  );
});
