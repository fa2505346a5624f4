import { describe, expect, test } from 'vitest';
import { ofxRows } from '#renderer/data/files/intake/ofx-rows.ts';
import { IntakeRefusedError } from '#renderer/data/files/intake/refusals.ts';
import { encoded } from './made-files.ts';
import { readWhole, textsOf } from './read-whole.ts';

/** Pages, XML and OFX that are called tables: each cell where a spreadsheet would show it. */

const page = async (body: string) => readWhole(encoded(`<html><body>${body}</body></html>`, 'utf-8'));
const xml = async (sheets: string) =>
  readWhole(
    encoded(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel">${sheets}</Workbook>`,
      'utf-8',
    ),
  );
const rowsOf = async (file: ReturnType<typeof page>, sheet = '') => textsOf(await file, sheet);
const heading = '<tr><th>Fecha</th><th>Monto</th><th>Nota</th></tr>';

describe('a table of a page', () => {
  test('has the cells of its rows, blanks made one, line breaks a blank, names of letters read', async () => {
    const cells =
      '<tr><td> 1\n  de   marzo </td><td>12,50</td><td>uno<br>dos&nbsp;tres &amp; m&aacute;s</td></tr>';
    expect(await rowsOf(page(`<table>${heading}${cells}</table>`))).toEqual([
      [1, 'Fecha', 'Monto', 'Nota'],
      [2, '1 de marzo', '12,50', 'uno dos tres & más'],
    ]);
  });

  test('ends a row and a cell that nobody closed where the next begins', async () => {
    const rows = '<tr><td>a<td>b<td>c<tr><td>d<td>e<td>f';
    expect(await rowsOf(page(`<table>${heading}${rows}</table>`))).toEqual([
      [1, 'Fecha', 'Monto', 'Nota'],
      [2, 'a', 'b', 'c'],
      [3, 'd', 'e', 'f'],
    ]);
  });

  test('leaves empty what a cell spans, across and down, and nothing below the table', async () => {
    const rows =
      '<tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td><td rowspan=5>f</td></tr>';
    const next = '<table><tr><td>g</td><td>h</td><td>i</td></tr></table>';
    expect(await rowsOf(page(`<table>${heading}${rows}</table>${next}`))).toEqual([
      [1, 'Fecha', 'Monto', 'Nota'],
      [2, 'a', 'b', ''],
      [3, '', 'c', 'd'],
      [4, 'e', 'f'],
      [5, 'g', 'h', 'i'],
    ]);
    const file = await page(`<table>${heading}${rows}</table>${next}`);
    expect('merged' in file && file.merged.get('')).toEqual([
      { column: 0, line: 2, lastLine: 3 },
      // Cut where its table ends.
      { column: 1, line: 4, lastLine: 4 },
    ]);
  });

  test('within a cell is text of it; raised digits are no further ones of a number', async () => {
    const inner = '<table><tr><td>x</td><td>y</td></tr></table>';
    const row = `<tr><td>12<sup>3</sup></td><td>a<sub>2</sub></td><td>n ${inner} m</td></tr><tr><td>p</td><td>q</td><td>r</td></tr>`;
    expect(await rowsOf(page(`<table>${heading}${row}</table>`))).toEqual([
      [1, 'Fecha', 'Monto', 'Nota'],
      [2, '12 3', 'a2', 'n xy m'],
      [3, 'p', 'q', 'r'],
    ]);
  });

  test('has spans of nothing, or of no number, as one', async () => {
    const row =
      '<tr><td colspan="0">a</td><td colspan="x">b</td><td rowspan="-3">c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr>';
    expect((await rowsOf(page(`<table>${heading}${row}</table>`))).slice(1)).toEqual([
      [2, 'a', 'b', 'c'],
      [3, 'd', 'e', 'f'],
    ]);
  });
});

describe('a workbook of XML', () => {
  const cell = (type: string, text: string, more = '') =>
    `<Cell${more}><Data ss:Type="${type}">${text}</Data></Cell>`;
  const sheet = (name: string, rows: string, more = '') =>
    `<Worksheet ss:Name="${name}"><Table>${rows}</Table>${more}</Worksheet>`;

  test('has each kind of cell as it is', async () => {
    const row = [
      cell('String', 'a &lt; b'),
      cell('Number', '12.5'),
      cell('DateTime', '2026-03-14T00:00:00.000'),
      cell('DateTime', '2026-03-14T10:20:30.000'),
      ...[
        cell('Boolean', '1'),
        cell('Boolean', '0'),
        cell('Error', '#N/A'),
        '<Cell/>',
        '<Cell><Data>x</Data></Cell>',
      ],
    ].join('');
    const file = await xml(sheet('Uno', `<Row>${row}</Row>`));
    expect('sheets' in file && file.sheets.get('Uno')?.[0]?.cells).toEqual([
      'a < b',
      { kind: 'number', text: '12.5' },
      { kind: 'date', text: '2026-03-14' },
      { kind: 'date', text: '2026-03-14T10:20:30.000' },
      { kind: 'boolean', text: 'TRUE' },
      { kind: 'boolean', text: 'FALSE' },
      { kind: 'error', text: '#N/A' },
      '',
      'x',
    ]);
  });

  test('has texts that stand as they are written, and marks within the quotes of a value', async () => {
    const row =
      cell('String', '<![CDATA[a < b & <c> ]]> d') +
      cell('String', 'e', ' ss:Title="1 > 0"') +
      cell('String', 'f', ' ss:Title=\'x > "y"\'') +
      '<!-- <Cell/> > -->' +
      cell('String', 'g', ' ss:A="" ss:B=""');
    expect(await rowsOf(xml(sheet('Uno', `<Row>${row}</Row>`)), 'Uno')).toEqual([
      [1, 'a < b & <c>  d', 'e', 'f', 'g'],
    ]);
    expect(
      await rowsOf(xml(sheet('Uno', `<Row>${cell('String', '<![CDATA[]]>')}<Cell/></Row>`)), 'Uno'),
    ).toEqual([[1, '', '']]);
  });

  test('places rows and cells by their own numbers, and leaves empty what they pass over or merge', async () => {
    const rows =
      `<Row>${cell('String', 'a')}${cell('String', 'b', ' ss:MergeAcross="1"')}${cell('String', 'c')}</Row>` +
      `<Row ss:Index="4">${cell('String', 'd', ' ss:Index="3"')}</Row><Row/><Row>${cell('String', 'e')}</Row>`;
    expect(await rowsOf(xml(sheet('Uno', rows)), 'Uno')).toEqual([
      [1, 'a', 'b', '', 'c'],
      [4, '', '', 'd'],
      [5],
      [6, 'e'],
    ]);
    const down = `<Row>${cell('String', 'a', ' ss:MergeDown="2"')}${cell('String', 'b')}</Row><Row>${cell('String', 'c')}</Row>`;
    expect(await rowsOf(xml(sheet('Uno', down)), 'Uno')).toEqual([
      [1, 'a', 'b'],
      [2, '', 'c'],
    ]);
    const file = await xml(sheet('Uno', down));
    expect('merged' in file && file.merged.get('Uno')).toEqual([{ column: 0, line: 1, lastLine: 3 }]);
  });

  test('begins each sheet anew, and tells those that are hidden', async () => {
    const one = `<Row>${cell('String', 'a')}</Row><Row>${cell('String', 'b')}</Row>`;
    const hidden = '<x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions>';
    const shown = '<x:WorksheetOptions><x:Visible>SheetVisible</x:Visible></x:WorksheetOptions>';
    const file = xml(sheet('Uno', one, shown) + sheet('Dos', one, hidden));
    for (const name of ['Uno', 'Dos'])
      expect(await rowsOf(file, name)).toEqual([
        [1, 'a'],
        [2, 'b'],
      ]);
    expect(await file).toMatchObject({ facts: { notes: ['hidden-sheets'] } });
    expect(await xml(sheet('Uno', one, shown))).toMatchObject({ facts: { notes: [] } });
  });

  test.each([
    ['a row above the one before', '<Row ss:Index="3"><Cell/></Row><Row ss:Index="3"><Cell/></Row>'],
    ['a cell before the one before', `<Row>${'<Cell/>'.repeat(2)}<Cell ss:Index="2"/></Row>`],
    ['a row of no number', '<Row ss:Index="x"><Cell/></Row>'],
    ['a cell beyond the last column', '<Row><Cell ss:Index="16385"/></Row>'],
  ])('is refused with %s', async (_, rows) => {
    expect(await xml(sheet('Uno', rows))).toMatchObject({ reason: 'unreadable' });
  });
});

describe('OFX', () => {
  const read = async (...pieces: readonly string[]) => {
    const rows: (readonly [number, string])[] = [];
    async function* given() {
      yield* pieces;
    }
    try {
      for await (const found of ofxRows(given()))
        for (const { line, cells } of found) rows.push([line, String(cells[0])]);
    } catch (error) {
      return error instanceof IntakeRefusedError ? error.refusal : error;
    }
    return rows;
  };

  test('is a row for each line and each movement, on whatever line, cut anywhere', async () => {
    const text = '<OFX>\n\n <CURDEF>CLP\r\n<STMTTRN><A>1</STMTTRN><stmttrn><A>2</STMTTRN>\n</OFX>\n';
    const rows = [
      [1, '<OFX>'],
      [3, '<CURDEF>CLP'],
      [4, '<STMTTRN><A>1</STMTTRN>'],
      [4, '<stmttrn><A>2</STMTTRN>'],
      [5, '</OFX>'],
    ];
    expect(await read(text)).toEqual(rows);
    for (let at = 1; at < text.length; at += 1) {
      expect([at, await read(text.slice(0, at), text.slice(at))]).toEqual([at, rows]);
    }
  });

  test('that does not end is cut, and says on which line', async () => {
    expect(await read('<OFX>\n<STMTTRN><A>1\n')).toMatchObject({ reason: 'unreadable', line: 3 });
    expect(await read('<OFX>\n</ofx>')).toEqual([
      [1, '<OFX>'],
      [2, '</ofx>'],
    ]);
  });

  test('that declares entities is refused, a plain kind of document is not', async () => {
    const refused = { reason: 'entities' };
    expect(await read('<!ENTITY a "b"><OFX></OFX>')).toMatchObject(refused);
    expect(await read('<!DOCTYPE x [<!entity a "b">]><OFX></OFX>')).toMatchObject(refused);
    expect(await read('<!DOCTYPE x [', '<!ELEMENT a>]><OFX></OFX>')).toMatchObject(refused);
    expect(await read('<!DOCTYPE OFX SYSTEM "ofx.dtd">\n<OFX>\n[x]\n</OFX>')).toHaveLength(4);
  });
});
