import { describe, expect, test } from 'vitest';
import { cellValue } from '#renderer/data/files/xlsx/cells.ts';
import { EVIDENCE_JSON_NAME } from '#renderer/data/files/xlsx/evidence-lines.ts';
import { columnWidths, sheetParts } from '#renderer/data/files/xlsx/sheet.ts';
import {
  type SheetKind,
  type TableColumn,
  type TableLine,
  tableOf,
} from '#renderer/data/model/sheet-table.ts';
import { CHECKED_PLAN } from '#test/renderer/data/files/checked-workbook.ts';
import { unzipped } from '#test/renderer/data/files/unzipped.ts';
import { PLAIN_PLAN, writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** What every part of a workbook is to other programs: whole XML of a known type, and cells that look as what they hold. */

const KINDS = ['text', 'local-datetime', 'utc-datetime', 'money', 'count', 'percent', 'number'] as const;
const VALUES: { readonly [kind in SheetKind]: string } = {
  ...{ text: 'A', 'local-datetime': '2026-03-02T10:00:00.000', 'utc-datetime': '2026-03-02T10:00:00.000Z' },
  ...{ money: '-1.5', count: '2', percent: '3', number: '4' },
};
const column = (kind: SheetKind, name: string = kind): TableColumn => ({ name, kind, total: null });
const cells = KINDS.map((kind) => VALUES[kind]);
const TABLE = tableOf({
  ...{ name: 'Filas', keyColumns: 1 },
  columns: KINDS.map((kind) => ({
    ...column(kind),
    total: kind === 'money' || kind === 'percent' ? { kind: 'value', value: '-1.5' } : null,
  })),
  lines: [
    { cells },
    { cells, isStrong: true },
    { cells, depth: 1 },
    { cells, isCount: true },
    { cells: KINDS.map(() => '') },
    { cells, isCount: true, isStrong: true },
  ] as TableLine[],
  charts: (['bars', 'columns'] as const).map((shape) => ({
    ...{ title: 'T', shape, table: 0, lines: 2, names: 0 },
    series: [{ column: 3, ink: '000000' }],
  })),
});
const PLAN = { ...CHECKED_PLAN, look: { ...PLAIN_PLAN.look, negatives: 'parentheses' } } as const;
const partsOf = async (plan: Parameters<typeof writeWorkbook>[1] = PLAN) =>
  unzipped(await writeWorkbook(TABLE, plan));

describe('the parts of a workbook', () => {
  test('are whole XML: each element ends, and text stands only where an element holds it', async () => {
    const PLACES = ['col', 'colOff', 'row', 'rowOff'].map((element) => `xdr:${element}`);
    const HOLDS_TEXT = new Set([
      't',
      'v',
      'f',
      'c:f',
      'c:v',
      'c:formatCode',
      'a:t',
      'oddFooter',
      'definedName',
      ...PLACES,
    ]);
    for (const [name, xml] of await partsOf()) {
      const open: string[] = [];
      for (const [, tag = '', text = ''] of xml.matchAll(/<([^>]*)>([^<]*)/g)) {
        const [, end, element = ''] = /^(\/?)([\w:]+)/.exec(tag) ?? [];
        expect(tag.replace(/^[/?]?[\w:]+(\s+[\w:]+="[^"]*")*\s*[/?]?$/, ''), name).toBe('');
        if (end === '/') expect(open.pop(), name).toBe(element);
        else if (!tag.endsWith('/') && !tag.startsWith('?')) open.push(element);
        if (!HOLDS_TEXT.has(open.at(-1) ?? '')) expect([name, tag, text.trim()]).toEqual([name, tag, '']);
      }
      expect([name, open]).toEqual([name, []]);
    }
  });

  test('number their rows, and their cells from the first on', async () => {
    for (const [name, xml] of await partsOf()) {
      if (!name.startsWith('xl/worksheets/sheet')) continue;
      const rows = [...xml.matchAll(/<row r="(\d+)"[^>]*>(.*?)<\/row>/g)];
      expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, at) => at + 1));
      for (const [, number, row = ''] of rows) {
        const places = [...row.matchAll(/<c r="([A-Z])(\d+)"/g)];
        expect(places.map(([, , own]) => own)).toEqual(places.map(() => number));
        expect(places).toHaveLength(row.split('<c ').length - 1);
        const letters = places.map(([, letter = '']) => letter);
        expect(letters).toEqual([...new Set(letters)].toSorted());
      }
    }
    const parts = unzipped(await writeWorkbook([TABLE, TABLE], PLAN));
    const shown = [1, 2, 3].map((sheet) =>
      (parts.get(`xl/worksheets/sheet${sheet}.xml`) ?? '').includes('tabSelected="1"'),
    );
    expect(shown).toEqual([true, false, false]);
  });

  test('name what is filtered, what is printed on every page, and where digits are meant as text', async () => {
    const own = (name: string, keyColumns: number, kinds: readonly SheetKind[], rows = 2) =>
      tableOf({
        ...{ name, keyColumns, columns: kinds.map((kind, at) => column(kind, `N${at}`)) },
        lines: Array.from({ length: rows }, () => ({ cells: kinds.map(() => '1') })),
      });
    const tables = [own("D'Oro", 2, ['text', 'money', 'text']), own('B', 0, ['money'], 0)];
    const parts = unzipped(await writeWorkbook(tables, PLAIN_PLAN));
    const names = [
      ...(parts.get('xl/workbook.xml') ?? '').matchAll(
        /<definedName name="_xlnm\.(\w+)" localSheetId="(\d)"(?: hidden="1")?>([^<]*)</g,
      ),
    ].map(([, ...told]) => told.join(' '));
    expect(names).toEqual([
      "_FilterDatabase 0 'D''Oro'!$A$2:$C$4",
      "Print_Titles 0 'D''Oro'!$A:$B,'D''Oro'!$1:$2",
      "_FilterDatabase 1 'B'!$A$2:$A$3",
      "Print_Titles 1 'B'!$1:$2",
    ]);
    const [first = '', second = ''] = [1, 2].map((at) => parts.get(`xl/worksheets/sheet${at}.xml`));
    expect([first, second].map((xml) => /<autoFilter ref="([^"]*)"/.exec(xml)?.[1])).toEqual([
      'A2:C4',
      'A2:A3',
    ]);
    expect(
      [first, second].map((xml) => /<ignoredError sqref="([^"]*)" numberStoredAsText="1"\/>/.exec(xml)?.[1]),
    ).toEqual(['A3:A4 C3:C4', undefined]);
    const sheets = /<sheets>(.*?)<\/sheets>/.exec(parts.get('xl/workbook.xml') ?? '')?.[1];
    expect(sheets).toBe(
      ["D'Oro", 'B', 'Evidencia']
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join(''),
    );
    expect([first, second].map((xml) => /<pane ([^>]*)\/>/.exec(xml)?.[1])).toEqual([
      'xSplit="2" ySplit="2" topLeftCell="C3" activePane="bottomRight" state="frozen"',
      'ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"',
    ]);
    expect(first).toContain('<selection pane="bottomRight" activeCell="C3" sqref="C3"/>');
    expect(second).toMatch(/<\/headerFooter><\/worksheet>$/);
    // As wide as it is, on as many pages as can be read.
    const wide = own(
      'C',
      1,
      Array.from({ length: 30 }, () => 'utc-datetime' as const),
    );
    const across = (xml = '') => /fitToWidth="(\d+)"/.exec(xml)?.[1];
    const widely = unzipped(await writeWorkbook(wide, PLAIN_PLAN)).get('xl/worksheets/sheet1.xml');
    expect([across(first), across(widely)]).toEqual(['1', '3']);
  });

  test('are the evidence alone where there is no table', async () => {
    const parts = unzipped(await writeWorkbook([], PLAN));
    expect([...parts.keys()].filter((name) => name.startsWith('xl/worksheets/'))).toEqual([
      'xl/worksheets/sheet1.xml',
    ]);
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain(EVIDENCE_JSON_NAME);
  });

  test('have the types that the standard gives them', async () => {
    const types = (await partsOf()).get('[Content_Types].xml') ?? '';
    const told = new Map(
      [...types.matchAll(/<Override PartName="([^"]+)" ContentType="([^"]+)"\/>/g)].map(([, part, type]) => [
        part,
        type,
      ]),
    );
    const office = 'application/vnd.openxmlformats-officedocument';
    expect(told).toEqual(
      new Map([
        ['/xl/workbook.xml', `${office}.spreadsheetml.sheet.main+xml`],
        ['/xl/styles.xml', `${office}.spreadsheetml.styles+xml`],
        ['/xl/worksheets/sheet1.xml', `${office}.spreadsheetml.worksheet+xml`],
        ['/xl/worksheets/sheet2.xml', `${office}.spreadsheetml.worksheet+xml`],
        ['/xl/drawings/drawing1.xml', `${office}.drawing+xml`],
        ['/xl/charts/chart1.xml', `${office}.drawingml.chart+xml`],
        ['/xl/charts/chart2.xml', `${office}.drawingml.chart+xml`],
      ]),
    );
    expect([...types.matchAll(/<Default Extension="(\w+)"/g)].map(([, extension]) => extension)).toEqual([
      'rels',
      'xml',
    ]);
  });

  test('are computed as they were written, and the evidence has room for its words', async () => {
    const parts = await partsOf();
    expect(parts.get('xl/workbook.xml')).toContain('<calcPr calcId="191029"/>');
    const widths = [
      ...(parts.get('xl/worksheets/sheet2.xml') ?? '').matchAll(/<col min="(\d)" max="(\d)" width="(\d+)"/g),
    ];
    expect(widths.map(([, min, max, width]) => [min, max, width].map(Number))).toEqual([
      [1, 1, 40],
      [2, 2, 66],
      [3, 6, 24],
    ]);
    const chart = parts.get('xl/charts/chart1.xml') ?? '';
    expect(chart.match(/<c:numCache><c:formatCode>General<\/c:formatCode><c:ptCount/g)).toHaveLength(1);
    expect(chart.match(/<c:strCache><c:ptCount/g)).toHaveLength(2);
  });
});

/** How the cell at a place looks: its format, whether it is strong and filled, and its alignment. */
function looksOf(parts: ReadonlyMap<string, string>) {
  const styles = parts.get('xl/styles.xml') ?? '';
  const listed = /<cellXfs count="(\d+)">(.*?)<\/cellXfs>/.exec(styles);
  const formats = [...(listed?.[2] ?? '').matchAll(/<xf ([^>]*?)(?:\/>|>(.*?)<\/xf>)/g)];
  expect(formats).toHaveLength(Number(listed?.[1]));
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"\/>/g)].map(([, id, code]) => [
      id,
      code,
    ]),
  );
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  return (place: string) => {
    const style = new RegExp(`<c r="${place}" s="(\\d+)"`).exec(sheet)?.[1];
    if (style === undefined) return null;
    const [, own = '', inner = ''] = formats[Number(style)] ?? [];
    const at = (name: string) => new RegExp(`${name}="(\\d+)"`).exec(own)?.[1] ?? '';
    return {
      format: codes.get(at('numFmtId')) ?? at('numFmtId'),
      isStrong: at('fontId') === '1',
      isFilled: at('fillId') === '2',
      how: inner.replace(/<alignment |\/>/g, ''),
    };
  };
}

describe('the cells of a sheet', () => {
  const plain = { isStrong: false, isFilled: false, how: '' };
  const TEXT = { ...plain, format: '49', how: 'horizontal="left" indent="1"' };

  test('look as what they hold: titles, headings over their figures, lines, groups and counts', async () => {
    const look = looksOf(await partsOf());
    const COUNT = '#,##0_);[Red](#,##0)';
    const formats = [
      '49',
      'yyyy\\-mm\\-dd\\ hh:mm:ss',
      'yyyy\\-mm\\-dd\\ hh:mm:ss&quot; UTC&quot;',
      '#,##0.00_);[Red](#,##0.00)',
      COUNT,
      '#,##0.00&quot;%&quot;_);[Red](#,##0.00&quot;%&quot;)',
      '#,##0.00_);[Red](#,##0.00)',
    ];
    const rowOf = (row: number) => KINDS.map((_, at) => look(`${String.fromCharCode(65 + at)}${row}`));
    expect(look('A1')).toEqual({ ...plain, format: '0', isStrong: true });
    const total = formats.map((format) => ({ ...plain, format, isStrong: true }));
    expect(rowOf(2)).toEqual([{ ...TEXT, isStrong: true }, null, null, total[3], null, total[5], null]);
    const wrapped = (side: string) => `horizontal="${side}" vertical="center" wrapText="1"`;
    const heading = { format: '49', isStrong: true, isFilled: true };
    expect(rowOf(3)).toEqual([
      { ...heading, how: `${wrapped('left')} indent="1"` },
      ...KINDS.slice(1).map(() => ({ ...heading, how: wrapped('right') })),
    ]);
    const figures = formats.slice(1).map((format) => ({ ...plain, format }));
    expect(rowOf(4)).toEqual([TEXT, ...figures]);
    expect(rowOf(5)).toEqual([
      { ...TEXT, isStrong: true },
      ...figures.map((each) => ({ ...each, isStrong: true })),
    ]);
    expect(rowOf(6)).toEqual([{ ...TEXT, how: 'horizontal="left" indent="3"' }, ...figures]);
    expect(rowOf(8)).toEqual(KINDS.map(() => null));
    expect(rowOf(9)).toEqual(
      [TEXT, ...figures.with(2, { ...plain, format: COUNT })].map((each) => ({ ...each, isStrong: true })),
    );
    expect(rowOf(7)).toEqual([TEXT, ...figures.with(2, { ...plain, format: COUNT })]);
  });

  test('of a group’s lines stand in from the edge in the last column that names them alone', async () => {
    const table = tableOf({
      ...{
        name: 'T',
        keyColumns: 2,
        columns: [...'abcd'].map((name) => column(name === 'd' ? 'money' : 'text', name)),
      },
      lines: [{ cells: ['a', 'b', 'c', '1'] }, { cells: ['a', 'b', 'c', '1'], depth: 1 }],
    });
    const look = looksOf(unzipped(await writeWorkbook(table)));
    const indents = (row: number) => [...'ABCD'].map((letter) => look(`${letter}${row}`)?.how.slice(-10));
    expect(indents(3)).toEqual(['indent="1"', 'indent="1"', 'indent="1"', '']);
    expect(indents(4)).toEqual(['indent="1"', 'indent="3"', 'indent="1"', '']);
    const figures = tableOf({
      ...{ name: 'T', keyColumns: 1, columns: [column('money')] },
      lines: [{ cells: ['1'] }, { cells: ['1'], depth: 1 }],
    });
    expect(looksOf(unzipped(await writeWorkbook(figures)))('A4')?.format).toContain('#,##0');
  });

  test('show negative amounts by a minus where that is asked for, and as many places as are wanted', async () => {
    const look = { places: { ofWhole: 0, ofBroken: 3 }, negatives: 'minus' } as const;
    const own = looksOf(await partsOf({ ...PLAIN_PLAN, look }));
    expect(own('D4')?.format).toBe('#,##0.000;[Red]-#,##0.000');
    expect(own('E4')?.format).toBe('#,##0;[Red]-#,##0');
    const amountsOf = async (...totals: readonly (readonly [SheetKind, string | null])[]) => {
      const tables = totals.map(([kind, value], at) =>
        tableOf({
          ...{ name: `T${at}`, keyColumns: 0, lines: [{ cells: ['1', '1'] }] },
          columns: [
            column('money', 'M'),
            { name: 'N', kind, total: value === null ? null : { kind: 'value', value } },
          ],
        }),
      );
      return looksOf(unzipped(await writeWorkbook(tables, { ...PLAIN_PLAN, look })))('A4')?.format;
    };
    const [whole, broken] = ['#,##0;[Red]-#,##0', '#,##0.000;[Red]-#,##0.000'];
    // Amounts alone ask for places, those of any of the tables.
    expect(
      await amountsOf(['percent', '12.5'], ['number', '0.25'], ['money', '1234.00'], ['money', null]),
    ).toBe(whole);
    expect(await amountsOf(['money', '1'], ['money', '-0.05'])).toBe(broken);
  });

  test('have room for dates, for the longest of the first values and totals, and for their headings', () => {
    const widthOf = (
      kind: SheetKind,
      values: readonly (string | null)[],
      name = 'N',
      total: string | null = null,
    ) => {
      const table = tableOf({
        ...{ name: 'T', keyColumns: 0, lines: values.map((value) => ({ cells: [value] })) },
        columns: [{ name, kind, total: total === null ? null : { kind: 'value', value: total } }],
      });
      const [part] = sheetParts(table);
      return part === undefined ? null : columnWidths({ table, part })[0];
    };
    expect(widthOf('local-datetime', [])).toBe(20);
    expect(widthOf('utc-datetime', [])).toBe(26);
    expect(widthOf('text', [])).toBe(9);
    expect(widthOf('text', [null, 'x'.repeat(20), 'y'])).toBe(22);
    expect(widthOf('text', ['x'.repeat(200)])).toBe(48);
    expect(widthOf('money', ['1'.repeat(10), null])).toBe(15);
    expect(widthOf('money', ['1'], 'N', '1'.repeat(20))).toBe(28);
    expect(widthOf('text', [], 'Rentabilidad total')).toBe(18);
    expect(widthOf('text', [], 'Rentabilidadesmuchas')).toBe(23);
    // A hundred lines tell.
    const late = [...Array.from({ length: 100 }, () => 'a'), 'x'.repeat(30)];
    expect([widthOf('text', late.slice(1)), widthOf('text', late)]).toEqual([32, 9]);
  });

  test('hold a text of as much as they take whole, whatever it ends with', () => {
    for (const [text, cut] of [
      ['a'.repeat(32_767), 0],
      [`${'a'.repeat(32_766)}\ud83d`, 0],
      ['a'.repeat(32_768), 1],
    ] as const) {
      const losses = { longFigures: 0, cutTexts: 0 };
      const held = cellValue('text', text, losses);
      expect(held.kind === 'text' && held.text === text).toBe(cut === 0);
      expect(losses.cutTexts).toBe(cut);
    }
  });
});

test('a total that is not known leaves its cell empty, whatever would compute it', async () => {
  const sum = { kind: 'sum', value: null } as const;
  const table = tableOf({
    ...{ name: 'T', keyColumns: 1, lines: [{ cells: ['a', '1'] }] },
    columns: [column('text'), { ...column('money'), total: sum }],
  });
  const xml = unzipped(await writeWorkbook(table)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(xml).not.toContain('r="B2"');
});
