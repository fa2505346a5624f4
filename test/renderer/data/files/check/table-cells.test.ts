import { describe, expect, test } from 'vitest';
import type { FileState } from '#renderer/data/model/export-check.ts';
import { type Table, tableOf } from '#renderer/data/model/sheet-table.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from '#test/renderer/data/files/checked-workbook.ts';
import { edited, withParts } from '#test/renderer/data/files/edited-workbook.ts';
import { writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** Single cells that somebody changed: all that is told of the file, and nothing beside it. */

const PLAN = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content: null } };
const TABLE = tableOf({
  name: 'Filas',
  keyColumns: 1,
  columns: [
    { name: 'Orden', kind: 'text', total: null },
    { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '60.00' } },
    { name: 'Nota', kind: 'text', total: null },
    { name: 'Días', kind: 'number', total: { kind: 'value', value: '2.5' } },
  ],
  lines: ['10.00', '20.00', '30.00'].map((amount, at) => ({
    cells: [`A-${at + 1}`, amount, at === 0 ? null : `n${at}`, '1'],
  })),
});

async function stateOf(bytes: Uint8Array, table: Table): Promise<FileState> {
  const end = await checkBytes(bytes, todayOf(table));
  if (end.kind !== 'done') throw new Error(`Not checked: ${JSON.stringify(end)}`);
  return end.check.file;
}
const said = ({ altered }: FileState): readonly string[] =>
  altered.map(({ kind, what, name, cell, recorded, found }) =>
    [kind, what ?? `${recorded} → ${found}`, name, cell].join(' | ').replaceAll(/[0-9a-f]{64}/g, '#'),
  );

const text = (place: string, value: string) => `<c r="${place}" t="str"><v>${value}</v></c>`;

describe('what is told of a cell that somebody changed', () => {
  test.each<[string, RegExp | string, string, readonly string[]]>([
    ['no title', /<row r="1".*?<\/row>/, '', ['heading | Filas · Demo → null | Filas · Demo | Filas!A1']],
    [
      'words beside the title, one of them behind the table',
      '</c></row><row r="2"',
      `</c>${text('B1', 'x')}${text('E1', 'y')}</row><row r="2"`,
      ['structure | cell-added |  | Filas!E1', 'heading | null → x |  | Filas!B1'],
    ],
    [
      'words among the totals, where no column has one',
      '<c r="D2"',
      `${text('C2', 'x')}<c r="D2"`,
      ['heading | null → x |  | Filas!C2'],
    ],
    ['another word before the totals', '>Total<', '>Suma<', ['heading | Total → Suma | Total | Filas!A2']],
    ['a heading that is gone', /<c r="C3".*?<\/c>/, '', ['heading | Nota → null | Nota | Filas!C3']],
    [
      'the value of a total that no formula gives',
      '<v>2.5</v>',
      '<v>2.6</v>',
      ['value | 2.5 → 2.6 | Días | Filas!D2'],
    ],
    ['no such total', /<c r="D2".*?<\/c>/, '', ['value | 2.5 → null | Días | Filas!D2']],
    [
      'a formula in its place',
      '<v>2.5</v>',
      '<f>1+1.5</f><v>2.5</v>',
      ['value | 2.5 → =1+1.5 | Días | Filas!D2'],
    ],
    ['a total whose sum nobody computed', '<v>60.00</v>', '', ['value | 60 → null | Ventas | Filas!B2']],
    ['nothing of figures that a program wrote without their zeros', /<v>([123]0)\.00<\/v>/g, '<v>$1</v>', []],
    [
      'a hidden row, by its first texts',
      '<row r="6"',
      '<row hidden="1" r="6"',
      ['hidden | row-hidden | A-3 · n2 | Filas!6:6'],
    ],
    [
      'a hidden row of headings, by three of them',
      '<row r="3"',
      '<row hidden="1" r="3"',
      ['hidden | row-hidden | Orden · Ventas · Nota | Filas!3:3'],
    ],
    [
      'a formula behind the table',
      '</row><row r="5"',
      '<c r="F4"><f>B4</f></c></row><row r="5"',
      ['structure | cell-added |  | Filas!F4'],
    ],
  ])('%s', async (_name, from, to, told) => {
    const bytes = await edited(
      new Uint8Array(await writeWorkbook(TABLE, PLAN)),
      /worksheets\/sheet1\.xml$/,
      from,
      to,
    );
    expect(said(await stateOf(bytes, TABLE))).toEqual(told);
  });
});

describe('what is told of a table over several sheets', () => {
  const SPLIT = { ...PLAN, sheetRows: 5 };
  const LAST = /worksheets\/sheet2\.xml$/;
  const RATED = tableOf({
    name: 'Filas',
    keyColumns: 1,
    columns: [
      ...TABLE.columns,
      { name: '%', kind: 'percent', total: { kind: 'rate', value: '50.00', part: 3, base: 1 } },
    ],
    lines: ['10.00', '20.00', '30.00'].map((amount, at) => ({
      cells: [`A-${at + 1}`, amount, null, at === 2 ? '15' : null, null],
    })),
  });
  const [SUM, RATE] = ['SUBTOTAL(109,B4:B4)', 'IF(B2&lt;=0,"",100*D2/B2)'];
  const blank = (formula: string) => ` t="str"><f>${formula}</f><v></v>`;
  const computed = (formula: string, value: string) => `><f>${formula}</f><v>${value}</v>`;

  test.each<[string, string, string, readonly string[]]>([
    ['nothing where its totals are left to the spreadsheet', '<row r="4"', '<row  r="4"', []],
    ['nothing of a total that it computed', blank(SUM), computed(SUM, '30'), []],
    [
      'a total of its own that is another',
      blank(SUM),
      computed(SUM, '60'),
      ["value | 30 → 60 | Ventas | 'Filas (2)'!B2"],
    ],
    [
      'a rate of its own figures that is another',
      blank(RATE),
      computed(RATE, '51'),
      ["value | null → 51 | % | 'Filas (2)'!E2"],
    ],
    [
      'a total that stands over the whole alone',
      '<c r="E2"',
      '<c r="D2"><v>2.5</v></c><c r="E2"',
      ["formula | null → 2.5 | Días | 'Filas (2)'!D2"],
    ],
    [
      'a line, where it stands on its sheet',
      '<v>30.00</v>',
      '<v>31.00</v>',
      [
        "rows | row-other | A-3 | 'Filas (2)'!4:4",
        'rows | # → # | Huella de las filas (SHA-256) | ',
        'rows | 60.00 → 61.00 | Ventas | ',
      ],
    ],
  ])('%s', async (_name, from, to, told) => {
    const bytes = await edited(new Uint8Array(await writeWorkbook(RATED, SPLIT)), LAST, from, to);
    expect(said(await stateOf(bytes, RATED))).toEqual(told);
  });
});

test('of a sheet that is gone its rows are told, and nothing of its headings and totals', async () => {
  const other = { ...TABLE, name: 'Otra' };
  const bytes = await withParts(new Uint8Array(await writeWorkbook([TABLE, other], PLAN)), (parts) => {
    const workbook = parts.get('xl/workbook.xml') ?? '';
    parts.set('xl/workbook.xml', workbook.replace(/<sheet name="Otra"[^>]*\/>/, ''));
    parts.delete('xl/worksheets/sheet2.xml');
  });
  const state = await stateOf(bytes, TABLE);
  expect(said({ ...state, altered: state.altered.filter(({ table }) => table === 'Otra') })).toEqual([
    'rows | rows-lost | 3 | Otra!4:4',
    'rows | 3 → 0 | Filas | ',
    'rows | # → # | Huella de las filas (SHA-256) | ',
    'rows | 60.00 → 0 | Ventas | ',
    'structure | Otra → null | Otra | ',
  ]);
});
