import { beforeAll, describe, expect, it } from 'vitest';
import type { AlterationKind, FileState } from '#renderer/data/model/export-check.ts';
import { type Table, tableOf, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from './checked-workbook.ts';
import { edited, withParts } from './edited-workbook.ts';
import { findOffice, rewrite } from './office.ts';
import { writeWorkbook } from './workbook-file.ts';

/** Workbooks that a person or a program changed after they left: what «Comprobar un archivo» says of each. */

const PLAN = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content: null } };
const rate = (value: string) => ({
  value,
  formula: { kind: 'rate' as const, part: 3, base: 2, baseLine: null },
});

/** Lines with rates, and their totals. */
const ORDERS = tableOf({
  name: 'Órdenes',
  keyColumns: 1,
  columns: [
    { name: 'Orden', kind: 'text', total: null },
    { name: 'Fecha', kind: 'local-datetime', total: null },
    { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '1600.00' } },
    { name: 'Costo', kind: 'money', total: { kind: 'sum', value: '200.00' } },
    { name: 'Margen', kind: 'percent', total: { kind: 'rate', value: '12.50', part: 3, base: 2 } },
    { name: 'Días', kind: 'number', total: { kind: 'value', value: '7.5' } },
  ],
  lines: [
    { cells: ['A-1', '2026-03-01T10:00:00.000', '800.00', '80.00', rate('10.00'), '1'] },
    { cells: ['A-2', '2026-03-02T11:30:00.000', '600.00', '40.00', rate('6.666666666667'), '2.5'] },
    { cells: ['A-3', '2026-03-03T12:45:10.250', '300.00', '70.00', rate('23.333333333333'), null] },
    { cells: ['A-4', '2026-03-04T00:00:00.000', '-100.00', '10.00', null, '4'] },
  ],
});

/** Groups over their lines, and lines computed from others. */
const GROUPS = tableOf({
  name: 'Grupos',
  keyColumns: 1,
  columns: [
    { name: 'Grupo', kind: 'text', total: null },
    { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '60.00' } },
    { name: 'Antes', kind: 'money', total: { kind: 'sum', value: '50.00' } },
    { name: 'Diferencia', kind: 'money', total: null },
  ],
  lines: (
    [
      ['Norte', 30, 25, 2],
      ['uno', 10, 20, 0],
      ['dos', 20, 5, 0],
      ['Sur', 30, 25, 1],
      ['tres', 30, 25, 0],
    ] as const
  ).map(([name, sales, before, below]) => {
    const cell = (value: number) =>
      below === 0 ? `${value}.00` : { value: `${value}.00`, formula: { kind: 'subtotal' as const, below } };
    const difference = {
      value: `${sales - before}.00`,
      formula: { kind: 'difference' as const, column: 1, less: 2 },
    };
    return {
      cells: [name, cell(sales), cell(before), difference],
      depth: below === 0 ? (1 as const) : (0 as const),
      isStrong: below > 0,
    };
  }),
  charts: [
    {
      title: 'Ventas',
      shape: 'columns',
      table: 1,
      lines: 3,
      names: 0,
      series: [{ column: 1, ink: '336699' }],
    },
  ],
});

/** Sums of lines with signs, and parts less parts. */
const RESULT = tableOf({
  name: 'Resultado',
  keyColumns: 1,
  columns: [
    { name: 'Línea', kind: 'text', total: null },
    { name: 'Monto', kind: 'money', total: null },
    { name: 'Otro', kind: 'money', total: null },
    { name: 'Todo', kind: 'money', total: null },
    { name: '% de la primera', kind: 'percent', total: null },
  ],
  lines: (
    [
      ['Ventas', 500, 100],
      ['Cargos', 200, 30],
      ['Queda', 300, 70],
    ] as const
  ).map(([name, one, other], at) => {
    const cell = (value: number) =>
      at < 2
        ? `${value}.00`
        : { value: `${value}.00`, formula: { kind: 'lines' as const, adds: [0], takes: [1] } };
    return {
      cells: [
        name,
        cell(one),
        cell(other),
        { value: `${one + other}.00`, formula: { kind: 'sum' as const, columns: [1, 2] } },
        {
          value: ((100 * one) / 500).toFixed(2),
          formula: { kind: 'rate' as const, part: 1, base: 1, baseLine: 0 },
        },
      ],
    };
  }),
});
const TABLES = [ORDERS, GROUPS, RESULT];
const [ORDERS_PART, GROUPS_PART, RESULT_PART, EVIDENCE_PART] = [1, 2, 3, 4].map(
  (at) => new RegExp(`worksheets/sheet${at}\\.xml$`),
) as [RegExp, RegExp, RegExp, RegExp];

async function stateOf(bytes: Uint8Array, table: Table = ORDERS): Promise<FileState> {
  const end = await checkBytes(bytes, todayOf(table));
  if (end.kind !== 'done') throw new Error(`Not checked: ${JSON.stringify(end)}`);
  return end.check.file;
}

/** What is told, short. */
const said = ({ altered }: FileState): readonly string[] =>
  altered.map(({ kind, what, cell, recorded, found }) =>
    [kind, what ?? `${recorded} → ${found}`, cell].join(' | '),
  );

let file = new Uint8Array();
beforeAll(async () => {
  file = new Uint8Array(await writeWorkbook(TABLES, PLAN));
});

describe('a workbook that left', () => {
  it('is as it was exported where nobody touched it', async () => {
    expect(await stateOf(file)).toMatchObject({
      altered: [],
      counts: {},
      savedBy: null,
      unchecked: [],
    });
  });

  it.each<[string, AlterationKind, string, RegExp, string | RegExp, string]>([
    [
      'a formula of a line',
      'formula',
      '=IF(C4<=0,"",100*D4/C4) → =12.3',
      ORDERS_PART,
      /<f>IF\(C4[^<]*<\/f>/,
      '<f>12.3</f>',
    ],
    [
      'a formula that is a number now',
      'formula',
      '=IF(C4<=0,"",100*D4/C4) → 10.00',
      ORDERS_PART,
      /<f>IF\(C4[^<]*<\/f>/,
      '',
    ],
    [
      'the value of a line’s formula',
      'value',
      '6.66666666666667 → 6.67',
      ORDERS_PART,
      '6.666666666667',
      '6.67',
    ],
    [
      'a value that is no number',
      'value',
      '10 → #REF!',
      ORDERS_PART,
      /s="\d+"><f>IF\(C4([^<]*)<\/f><v>10.00</,
      't="e"><f>IF(C4$1</f><v>#REF!<',
    ],
    [
      'a formula where none was',
      'formula',
      'null → =900-100',
      ORDERS_PART,
      '<v>800.00</v>',
      '<f>900-100</f><v>800.00</v>',
    ],
    [
      'a total cut short',
      'formula',
      '=SUBTOTAL(109,C4:C7) → =SUBTOTAL(109,C4:C6)',
      ORDERS_PART,
      'C4:C7)',
      'C4:C6)',
    ],
    [
      'a total of another function',
      'formula',
      '=SUBTOTAL(109,C4:C7) → =SUM(C4:C7)',
      ORDERS_PART,
      'SUBTOTAL(109,C4',
      'SUM(C4',
    ],
    [
      'a total that is a number now',
      'formula',
      '=SUBTOTAL(109,C4:C7) → 1600.00',
      ORDERS_PART,
      /<f>SUBTOTAL\(109,C[^<]*<\/f>/,
      '',
    ],
    ['the value of a total', 'value', '1600 → 1600.01', ORDERS_PART, '<v>1600.00<', '<v>1600.01<'],
    ['the value of a rate’s total', 'value', '12.5 → 99', ORDERS_PART, '<v>12.50<', '<v>99<'],
    ['a total that no formula gives', 'value', '7.5 → 7.6', ORDERS_PART, '<v>7.5<', '<v>7.6<'],
    [
      'a subtotal cut short',
      'formula',
      '=SUBTOTAL(9,B5:B6) → =SUBTOTAL(9,B5:B5)',
      GROUPS_PART,
      'B5:B6',
      'B5:B5',
    ],
    ['the value of a subtotal', 'value', '30 → 31.00', GROUPS_PART, '<v>30.00<', '<v>31.00<'],
    ['the value of a difference', 'value', '-10 → 10.00', GROUPS_PART, '<v>-10.00<', '<v>10.00<'],
    ['the value of a sum of lines', 'value', '70 → 71.00', RESULT_PART, '<v>70.00<', '<v>71.00<'],
    ['the signs of a sum of lines', 'formula', '=B3-B4 → =B3+B4', RESULT_PART, '>B3-B4<', '>B3+B4<'],
    ['the value of a share', 'value', '60 → 61.00', RESULT_PART, '<v>60.00<', '<v>61.00<'],
    ['a figure', 'rows', 'row-other', ORDERS_PART, '<v>40.00<', '<v>41.00<'],
    ['a title', 'heading', 'Órdenes · Demo → Otra cosa', ORDERS_PART, '>Órdenes · Demo<', '>Otra cosa<'],
    ['a heading', 'heading', 'Costo → Ganancia', ORDERS_PART, '>Costo<', '>Ganancia<'],
    ['no headings at all', 'heading', 'Costo → null', ORDERS_PART, /<row r="3".*?<\/row>/, ''],
    [
      'words beside the title',
      'heading',
      'null → Auditado',
      ORDERS_PART,
      '</c></row><row r="2"',
      '</c><c r="C1" t="str"><v>Auditado</v></c></row><row r="2"',
    ],
    ['a hidden row', 'hidden', 'row-hidden', ORDERS_PART, '<row r="5"', '<row r="5" hidden="1"'],
    [
      'a row of no height',
      'hidden',
      'row-hidden',
      ORDERS_PART,
      '<row r="5"',
      '<row r="5" ht="0" customHeight="1"',
    ],
    ['a row of hardly any height', 'hidden', 'row-hidden', ORDERS_PART, '<row r="5"', '<row r="5" ht="0.4"'],
    [
      'rows of hardly any height by default',
      'hidden',
      'rows-hidden-by-default',
      ORDERS_PART,
      'defaultRowHeight="15"',
      'defaultRowHeight="0.4" customHeight="1"',
    ],
    [
      'rows that nobody can scroll to',
      'hidden',
      'row-hidden',
      ORDERS_PART,
      '<sheetView ',
      '<sheetView topLeftCell="A6" ',
    ],
    [
      'a hidden row in other quotes',
      'hidden',
      'row-hidden',
      ORDERS_PART,
      '<row r="5"',
      "<row r='5' hidden='true'",
    ],
    [
      'rows hidden by default',
      'hidden',
      'rows-hidden-by-default',
      ORDERS_PART,
      '<sheetFormatPr',
      '<sheetFormatPr zeroHeight="1"',
    ],
    ['a hidden column', 'hidden', 'columns-hidden', ORDERS_PART, '<col min="3"', '<col hidden="1" min="3"'],
    [
      'a column of no width',
      'hidden',
      'columns-hidden',
      ORDERS_PART,
      /<col min="3" max="3" width="[\d.]+"/,
      '<col min="3" max="3" width="0"',
    ],
    [
      'a hidden sheet',
      'hidden',
      'sheet-hidden',
      /workbook\.xml$/,
      'sheetId="2"',
      'sheetId="2" state="veryHidden"',
    ],
    [
      'a hidden row of the evidence',
      'hidden',
      'row-hidden',
      EVIDENCE_PART,
      '<row r="1"',
      '<row r="1" hidden="1"',
    ],
    [
      'a column added',
      'structure',
      'cell-added',
      ORDERS_PART,
      '</row><row r="5"',
      '<c r="G4"><v>5</v></c></row><row r="5"',
    ],
    [
      'a heading added',
      'structure',
      'cell-added',
      ORDERS_PART,
      '</row><row r="4"',
      '<c r="H3" t="str"><v>x</v></c></row><row r="4"',
    ],
    [
      'a row added',
      'rows',
      'row-other',
      ORDERS_PART,
      '</row></sheetData>',
      '</row><row r="8"><c r="C8"><v>5</v></c></row></sheetData>',
    ],
    ['a row taken out', 'rows', 'rows-lost', ORDERS_PART, /<row r="7".*?<\/row>/, ''],
    [
      'a name',
      'structure',
      'name-added',
      /workbook\.xml$/,
      '<definedNames>',
      '<definedNames><definedName name="Tasa">5</definedName>',
    ],
    [
      'merged cells',
      'structure',
      'cells-merged',
      ORDERS_PART,
      '<autoFilter',
      '<mergeCells><mergeCell ref="C4:C7"/></mergeCells><autoFilter',
    ],
    [
      'a conditional format',
      'format',
      'conditional-format',
      ORDERS_PART,
      '<autoFilter',
      '<conditionalFormatting sqref="C4:C7"><cfRule/></conditionalFormatting><autoFilter',
    ],
    [
      'a chart taken out',
      'structure',
      'drawings',
      /drawings\/drawing1\.xml$/,
      /<xdr:twoCellAnchor.*<\/xdr:twoCellAnchor>/,
      '',
    ],
    [
      'days from 1904 on',
      'format',
      'date-system',
      /workbook\.xml$/,
      '<bookViews>',
      '<workbookPr date1904="1"/><bookViews>',
    ],
    ['a format that shows nothing', 'format', 'number-hidden', /styles\.xml$/, /"#,##0.00;[^"]*"/, '";;;"'],
    ['a format in thousands', 'format', 'number-scaled', /styles\.xml$/, /"#,##0.00;[^"]*"/, '"#,##0.00,"'],
    [
      'a format without the sign',
      'format',
      'number-unsigned',
      /styles\.xml$/,
      /"#,##0.00;[^"]*"/,
      '"#,##0.00;#,##0.00"',
    ],
    [
      'a format with a digit of its own',
      'format',
      'number-disguised',
      /styles\.xml$/,
      /"#,##0.00;[^"]*"/,
      '"&quot;1&quot;#,##0.00"',
    ],
    [
      'a format that fills the cell with digits',
      'format',
      'number-disguised',
      /styles\.xml$/,
      /"#,##0.00;[^"]*"/,
      '"*9#,##0.00;[Red]-#,##0.00"',
    ],
    [
      'figures that repeat themselves',
      'format',
      'number-disguised',
      /styles\.xml$/,
      /<xf (numFmtId="166"[^>]*)\/>/,
      '<xf $1><alignment horizontal="fill"/></xf>',
    ],
    [
      'figures that are rounded as they are shown',
      'format',
      'number-disguised',
      /workbook\.xml$/,
      '<calcPr ',
      '<calcPr fullPrecision="0" ',
    ],
    [
      'figures in the colour of the theme that their cell has',
      'format',
      'text-invisible',
      /styles\.xml$/,
      /<fonts(.*?)<sz val="11"\/>(.*?)<fgColor rgb="FFE8ECF1"\/>(.*?numFmtId="166" fontId="0" )fillId="0"/,
      '<fonts$1<sz val="11"/><color theme="3"/>$2<fgColor theme="3"/>$3fillId="2"',
    ],
    [
      'white figures',
      'format',
      'text-invisible',
      /styles\.xml$/,
      '<font><sz val="11"/>',
      '<font><sz val="11"/><color rgb="FFFFFFFF"/>',
    ],
    [
      'a heading whose half is white',
      'format',
      'text-invisible',
      ORDERS_PART,
      /<is>(<t [^>]*>)Orden<\/t><\/is>/,
      '<is><r>$1Or</t></r><r><rPr><color rgb="FFE8ECF1"/></rPr>$1den</t></r></is>',
    ],
    ['a fact of the evidence', 'evidence', 'Demo → Otra', EVIDENCE_PART, '>Demo<', '>Otra<'],
    ['a sum of the evidence', 'evidence', '1600.00 → 1600.01', EVIDENCE_PART, '>1600.00</t>', '>1600.01</t>'],
    [
      'a formula of the evidence',
      'evidence',
      "=SUM('Órdenes'!C4:C7) → =SUM('Órdenes'!C4:C6)",
      EVIDENCE_PART,
      'C4:C7)',
      'C4:C6)',
    ],
    ['a value of the evidence', 'evidence', '1600.00 → 1601.00', EVIDENCE_PART, '<v>1600.00<', '<v>1601.00<'],
    [
      'words added to the evidence',
      'evidence',
      'null → Auditado',
      EVIDENCE_PART,
      '</c></row><row r="2"',
      '</c><c r="C1" t="str"><v>Auditado</v></c></row><row r="2"',
    ],
  ])('tells %s', async (_name, kind, what, part, from, to) => {
    const state = await stateOf(await edited(file, part, from, to));
    const of = state.altered.filter((each) => each.kind === kind);
    expect(said({ ...state, altered: of }).map((line) => line.split(' | ')[1])).toContain(what);
    expect(state.counts[kind]).toBeGreaterThan(0);
  });

  it('counts all that was altered, and tells the first of it', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({
      cells: [`A-${at}`, null, '100.00', '10.00', rate('10.00'), null],
    }));
    const long = tableOf({ name: 'Larga', keyColumns: 1, columns: ORDERS.columns, lines: rows });
    const totals = long.columns.map((column) => ({ ...column, total: null }));
    const bytes = await writeWorkbook({ ...long, columns: totals }, PLAN);
    const state = await stateOf(await edited(bytes, ORDERS_PART, /100\*D/g, '90*D'));
    expect(state.counts).toEqual({ formula: 300 });
    expect(said(state)).toHaveLength(20);
    expect(state.altered[0]).toMatchObject({
      cell: 'Larga!E3',
      name: 'Margen',
      recorded: '=IF(C3<=0,"",100*D3/C3)',
      found: '=IF(C3<=0,"",90*D3/C3)',
    });
  });

  it('reads formulas that a program writes once for many cells', async () => {
    const shared = await withParts(file, (parts) => {
      const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
      const once = xml
        .replace(/<f>(IF\(C4[^<]*)<\/f>/, '<f t="shared" ref="E4:E6" si="0">$1</f>')
        .replace(/<f>IF\(C[56][^<]*<\/f>/g, '<f t="shared" si="0"/>');
      expect(once.match(/t="shared"/g)).toHaveLength(3);
      parts.set('xl/worksheets/sheet1.xml', once);
    });
    expect(said(await stateOf(shared))).toEqual([]);
    const other = await edited(shared, ORDERS_PART, 'si="0">IF(C4', 'si="0">IF(C5');
    expect((await stateOf(other)).counts).toEqual({ formula: 3 });
  });

  it('is the same however its rows are sorted, and tells a row that was put between others', async () => {
    const cellsOf = (row: string) => row.replace(/^<row[^>]*>/, '').replace(/<\/row>$/, '');
    const placed = (rows: readonly string[]) =>
      rows
        .map((row, at) => {
          const number = at + 4;
          const here = cellsOf(row)
            .replace(/ r="([A-Z])\d+"/g, ` r="$1${number}"`)
            .replace(/\b([CD])\d+\b(?=[<*,)/&]|$)/g, `$1${number}`);
          return `<row r="${number}">${here}</row>`;
        })
        .join('');
    const withRows = (of: (rows: readonly string[]) => readonly string[]) =>
      withParts(file, (parts) => {
        const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
        const rows = [...xml.matchAll(/<row r="[4-7]".*?<\/row>/g)].map(([row]) => row);
        expect(rows).toHaveLength(4);
        parts.set('xl/worksheets/sheet1.xml', xml.replace(/<row r="4".*(?=<\/sheetData>)/, placed(of(rows))));
      });
    expect(said(await stateOf(await withRows((rows) => rows.toReversed())))).toEqual([]);
    const state = await stateOf(
      await withRows(([first = '', ...rest]) => [
        first,
        '<row><c r="A1" t="str"><v>nueva</v></c></row>',
        ...rest,
      ]),
    );
    expect(state.altered.filter(({ what }) => what === 'row-other')).toMatchObject([
      { cell: 'Órdenes!5:5', name: 'nueva' },
    ]);
    expect(state.counts.formula).toBeUndefined();
  });

  it('says what evidence of before leaves unchecked, and checks the totals that it tells', async () => {
    const older = await edited(
      await edited(file, EVIDENCE_PART, '"version":3', '"version":2'),
      EVIDENCE_PART,
      /"layout":\{.*?"marks":"[^"]*"\}/g,
      '"layout":null',
    );
    const state = await stateOf(older);
    expect(said(state)).toEqual([]);
    expect(state.unchecked).toContain('older-evidence');
    const total = 'Órdenes!C2';
    for (const [from, to, told] of [
      ['C4:C7)', 'C4:C6)', `formula | =SUBTOTAL(109,C4:C7) → =SUBTOTAL(109,C4:C6) | ${total}`],
      [/<f>SUBTOTAL\(109,C[^<]*<\/f>/, '', `formula | =SUBTOTAL(109,C4:C7) → 1600.00 | ${total}`],
      [/<c r="C2".*?<\/c>/, '', `formula | =SUBTOTAL(109,C4:C7) → null | ${total}`],
      ['<v>1600.00<', '<v>1600.01<', `value | 1600 → 1600.01 | ${total}`],
      ['<v>1600.00</v>', '', `value | 1600 → null | ${total}`],
      ['>Costo<', '>Ganancia<', expect.stringContaining('Costo → Ganancia')],
    ] as const)
      expect(said(await stateOf(await edited(older, ORDERS_PART, from, to)))).toContainEqual(told);
    // What people read of it must be what this program reads of it.
    for (const [from, to] of [
      ['>Demo<', '>Otra<'],
      ['>1600.00</t>', '>1600.01</t>'],
      [/(>[^<]*SHA-256[^<]*<.*?<t[^>]*>)[0-9a-f]/, '$1x'],
      [/(>Filas<\/t><\/is><\/c><c[^>]*><v>)\d+/, '$199'],
    ] as const) {
      const { counts } = await stateOf(await edited(older, EVIDENCE_PART, from, to));
      expect([from, counts.evidence]).toEqual([from, 1]);
    }
  });

  it('tells a sheet that is gone, once, with its rows', async () => {
    const gone = await withParts(file, (parts) => {
      const workbook = parts.get('xl/workbook.xml') ?? '';
      parts.set('xl/workbook.xml', workbook.replace(/<sheet name="Resultado"[^>]*\/>/, ''));
      parts.delete('xl/worksheets/sheet3.xml');
    });
    const { altered } = await stateOf(gone);
    expect(altered.filter(({ kind }) => kind === 'structure')).toMatchObject([
      { name: 'Resultado', recorded: 'Resultado', found: null },
    ]);
    expect(altered.filter(({ kind }) => kind === 'rows').length).toBeGreaterThan(0);
  });

  it('says that last digits are unchecked where one of its tables alone has them rounded', async () => {
    const long = tableOf({
      name: 'Larga',
      keyColumns: 1,
      columns: [
        { name: 'Orden', kind: 'text', total: null },
        { name: 'Ventas', kind: 'money', total: null },
      ],
      lines: [{ cells: ['L-1', '1234567890123.4567'] }, { cells: ['L-2', '2.00'] }],
    });
    for (const [tables, part] of [
      [[long, GROUPS], ORDERS_PART],
      [[GROUPS, long], GROUPS_PART],
    ] as const) {
      const whole = await writeWorkbook(tables, PLAN);
      const rounded = await edited(whole, part, '1234567890123.4567', '1234567890123.46');
      const state = await stateOf(rounded, long);
      expect(state.altered).toEqual([]);
      expect(state.unchecked).toContain('last-digits');
      expect((await stateOf(whole, long)).unchecked).not.toContain('last-digits');
    }
  });

  it('says that formulas were left out where its evidence tells of more cells than can be added up', async () => {
    const formula = { kind: 'subtotal' as const, below: 3_999_999 };
    const columns = Array.from({ length: 13 }, (_, at) => `C${at}`);
    const table = tableOf({
      name: 'Larga',
      keyColumns: 0,
      columns: columns.map((name) => ({ name, kind: 'money', total: null })),
      lines: [{ cells: columns.map(() => ({ value: '0.00', formula })) }],
    });
    expect(await stateOf(await writeWorkbook(table, PLAN), table)).toMatchObject({
      altered: [],
      unchecked: ['long-formulas'],
    });
  });

  it('is refused where a part of it is not what a spreadsheet reads', async () => {
    for (const [part, from, to] of [
      [ORDERS_PART, '<sheetData>', '<!-- x --><sheetData>'],
      [ORDERS_PART, '<sheetData>', '<extLst><row r="1"/></extLst><sheetData>'],
      [ORDERS_PART, /sheetData>/g, 'x:sheetData>'],
      [/_rels\/\.rels$/, 'xl/workbook.xml', 'xl/other.xml'],
    ] as const) {
      const end = await checkBytes(await edited(file, part, from, to), todayOf(ORDERS));
      expect(end).toEqual({ kind: 'refused', reason: 'unreadable' });
    }
  });
});

describe('what a chart draws', () => {
  const CHART = /charts\/chart1\.xml$/;
  it.each<[string, string | RegExp, string, string]>([
    ['fewer lines', '$B$4:$B$6', '$B$4:$B$5', 'Grupos!B4:B6 → Grupos!B4:B5'],
    ['another column', /'Grupos'!\$B\$4:\$B\$6/, "'Grupos'!$C$4:$C$6", 'Grupos!B4:B6 → Grupos!C4:C6'],
    ['other names', /\$A\$4:\$A\$6/, '$A$5:$A$7', 'Grupos!A4:A6 → Grupos!A5:A7'],
    ['the value that it shows', '<c:v>10.00</c:v>', '<c:v>40.00</c:v>', '10.00 → 40.00'],
    ['a name that it shows', '<c:v>dos</c:v>', '<c:v>cuatro</c:v>', 'dos → cuatro'],
    ['a value taken out', '<c:pt idx="1"><c:v>10.00</c:v></c:pt>', '', '10.00 → null'],
    ['its title', '<a:t>Ventas</a:t>', '<a:t>Compras</a:t>', 'Ventas → Compras'],
    ['its shape', '<c:barDir val="col"/>', '<c:barDir val="bar"/>', 'columns → bars'],
    ['another kind', /barChart/g, 'lineChart', 'columns → lineChart'],
    [
      'where its axis begins',
      '<c:valAx><c:axId val="2"/><c:scaling>',
      '<c:valAx><c:axId val="2"/><c:scaling><c:min val="9"/>',
      'null → min 9',
    ],
    ['figures of its own', /<c:numRef><c:f>[^<]*<\/c:f>/, '<c:numRef>', 'Grupos!B4:B6 → '],
  ])('%s is told', async (_, from, to, recorded) => {
    const state = await stateOf(await edited(file, CHART, from, to));
    expect(state.altered[0]).toMatchObject({ kind: 'structure', name: expect.stringContaining('Ventas') });
    expect(said(state)[0]).toBe(`structure | ${recorded} | `);
  });

  it('as another program writes it is the same', async () => {
    const again = await edited(file, CHART, /'Grupos'!\$B\$4:\$B\$6/, 'Grupos!$B$4:$B$6');
    const short = await edited(again, CHART, '<c:v>10.00</c:v>', '<c:v>10</c:v>');
    expect(said(await stateOf(short))).toEqual([]);
  });

  it('beyond what was exported, or no more at all, is told', async () => {
    const added = await withParts(file, (parts) =>
      parts.set('xl/charts/chart2.xml', parts.get('xl/charts/chart1.xml') ?? ''),
    );
    expect(said(await stateOf(added))).toEqual(['structure | null → Ventas | ']);
    const gone = await withParts(file, (parts) => parts.delete('xl/charts/chart1.xml'));
    expect(said(await stateOf(gone))).toEqual(['structure | Ventas → null | ']);
  });

  it('is not compared in evidence of before it was told', async () => {
    const before = await stateOf(
      await edited(
        file,
        EVIDENCE_PART,
        /,&quot;drawn&quot;:\[.*?\]\}\](?=,&quot;tables)|,"drawn":\[.*?\]\}\](?=,"tables)/,
        '',
      ),
    );
    expect(before.unchecked).toEqual(['charts']);
  });
});

const office = findOffice();

describe.skipIf(office === undefined)('a workbook that LibreOffice saved', () => {
  const long: WholeTable = {
    name: 'Cifras',
    keyColumns: 1,
    columns: [
      { name: 'Orden', kind: 'text', total: null },
      { name: 'Monto', kind: 'money', total: { kind: 'sum', value: '1234567890123.123457' } },
    ],
    lines: [{ cells: ['A', '1234567890123.123456'] }, { cells: ['B', '0.000001'] }],
  };

  it('is whole, says who saved it, and shows every change made in it', async () => {
    const saved = rewrite(office ?? '', file);
    const state = await stateOf(saved);
    expect(said(state)).toEqual([]);
    expect(state.savedBy).toMatch(/^LibreOffice/);
    expect(state.unchecked).toEqual([]);
    for (const [part, from, to] of [
      [ORDERS_PART, '100*D4/C4', '90*D4/C4'],
      [ORDERS_PART, '<v>6.66666666666667<', '<v>6.67<'],
      [ORDERS_PART, 'C4:C7)', 'C4:C6)'],
      [ORDERS_PART, '<row r="5" customFormat="false" ht="15" hidden="false"', '<row r="5" hidden="true"'],
      [GROUPS_PART, '<v>-10<', '<v>10<'],
      [EVIDENCE_PART, 'C4:C7)', 'C4:C6)'],
    ] as const)
      expect((await stateOf(await edited(saved, part, from, to))).altered).not.toEqual([]);
  }, 60_000);

  it('has lost no line where it rounded long figures, and says that it did', async () => {
    const table = tableOf(long);
    const state = await stateOf(rewrite(office ?? '', await writeWorkbook(table, PLAN)), table);
    expect(said(state)).toEqual([]);
    expect(state).toMatchObject({ longFigures: 2, unchecked: ['last-digits'] });
  }, 60_000);
});
