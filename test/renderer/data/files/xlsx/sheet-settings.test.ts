import { describe, expect, test } from 'vitest';
import { workbookParts } from '#renderer/data/files/xlsx/workbook.ts';
import { type TableChart, type TableLine, tableOf } from '#renderer/data/model/sheet-table.ts';
import { unzipped } from '#test/renderer/data/files/unzipped.ts';
import { PLAIN_PLAN, writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** What a workbook tells programs to do with it on opening: fold lines, compute, draw, and show one sheet of several. */

const COLUMNS = [
  { name: 'Canal', kind: 'text', total: null },
  { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '6' } },
] as const;
const flat = (name: string, count: number, charts: readonly TableChart[] = []) =>
  tableOf({
    ...{ name, keyColumns: 1, columns: COLUMNS, charts },
    lines: Array.from({ length: count }, (_, at) => ({ cells: [`${name}${at}`, '1'] })),
  });
const grouped = (name: string) => {
  const subtotal = { value: '3', formula: { kind: 'subtotal', below: 2 } } as const;
  const lines: TableLine[] = [
    { cells: ['a', subtotal], isStrong: true },
    { cells: ['a1', '1'], depth: 1 },
    { cells: ['a2', '2'], depth: 1 },
    { cells: ['b', '3'] },
  ];
  return tableOf({ name, keyColumns: 1, columns: COLUMNS, lines });
};
const sheetOf = (parts: ReadonlyMap<string, string>, number: number) =>
  parts.get(`xl/worksheets/sheet${number}.xml`) ?? '';

describe('the lines of a group', () => {
  test('fold below what stands over them; a sheet without groups has nothing to fold', async () => {
    const parts = unzipped(await writeWorkbook([grouped('G'), flat('F', 2)]));
    const foldsOf = (xml: string) => ({
      summary: /<outlinePr summaryBelow="(\d)"\/>/.exec(xml)?.[1],
      levels: /<sheetFormatPr defaultRowHeight="15"( outlineLevelRow="1")?\/>/.exec(xml)?.[1]?.trim(),
      rows: [...xml.matchAll(/<row r="(\d+)" outlineLevel="1">/g)].map(([, row]) => Number(row)),
    });
    expect([1, 2].map((number) => foldsOf(sheetOf(parts, number)))).toEqual([
      { summary: '0', levels: 'outlineLevelRow="1"', rows: [5, 6] },
      { summary: '0', levels: undefined, rows: [] },
    ]);
  });

  test('are in its sum on all the sheets that they go on on, each once', async () => {
    const group = { value: '5', formula: { kind: 'subtotal', below: 5 } } as const;
    const own = Array.from({ length: 5 }, (_, at): TableLine => ({ cells: [`a${at}`, '1'], depth: 1 }));
    const table = tableOf({
      name: 'G',
      keyColumns: 1,
      columns: COLUMNS,
      lines: [{ cells: ['a', group] }, ...own],
    });
    const parts = unzipped(await writeWorkbook(table, { ...PLAIN_PLAN, sheetRows: 5 }));
    expect(/<c r="B4"[^>]*><f>([^<]*)<\/f>/.exec(sheetOf(parts, 1))?.[1]).toBe(
      "SUBTOTAL(9,B5:B5,'G (2)'!B4:B5,'G (3)'!B4:B5)",
    );
  });

  test('count in the total when they are folded; of lines that nothing folds, those that a filter hides do not', async () => {
    const parts = unzipped(await writeWorkbook([grouped('G'), flat('F', 2)]));
    const totals = [1, 2].map((number) => /<c r="B2"[^>]*><f>([^<]*)<\/f>/.exec(sheetOf(parts, number))?.[1]);
    expect(totals).toEqual(['SUBTOTAL(9,B4:B7)', 'SUBTOTAL(109,B4:B5)']);
  });
});

describe('a workbook', () => {
  const isComputed = async (...counts: readonly number[]) => {
    const tables = counts.map((count, at) => flat(`T${at}`, count));
    const parts = unzipped(await writeWorkbook(tables, { ...PLAIN_PLAN, sheetRows: 6 }));
    return (
      /<calcPr calcId="191029"( fullCalcOnLoad="1")?\/>/.exec(parts.get('xl/workbook.xml') ?? '')?.[1] !==
      undefined
    );
  };

  test('is computed on opening where any of its tables goes on on another sheet', async () => {
    expect([
      await isComputed(3, 3),
      await isComputed(3, 4),
      await isComputed(4, 3),
      await isComputed(9, 9),
    ]).toEqual([...[false, true, true, true]]);
  });

  test('has nothing of all lines on a sheet that holds a part of them: neither a total nor a width', async () => {
    const table = tableOf({
      ...{
        name: 'T',
        keyColumns: 1,
        lines: ['1', '2', '3', `${'9'.repeat(20)}`].map((value) => ({ cells: ['a', value] })),
      },
      columns: [COLUMNS[0], { name: 'N', kind: 'text', total: { kind: 'value', value: '7' } }],
    });
    const of = async (sheetRows: number) => {
      const parts = unzipped(await writeWorkbook(table, { ...PLAIN_PLAN, sheetRows }));
      const xml = sheetOf(parts, 1);
      return [/<c r="B2"/.test(xml), /<col min="2" max="2" width="(\d+)"/.exec(xml)?.[1]];
    };
    expect([await of(7), await of(6)]).toEqual([
      [true, '22'],
      [false, '9'],
    ]);
  });

  test('shows its first sheet, whatever parts its tables are in', async () => {
    const parts = unzipped(
      await writeWorkbook([flat('A', 5), flat('B', 5)], { ...PLAIN_PLAN, sheetRows: 6 }),
    );
    const shown = [1, 2, 3, 4, 5].map((number) => sheetOf(parts, number).includes('tabSelected="1"'));
    expect(shown).toEqual([true, false, false, false, false]);
  });

  test('has parts of more than four gigabytes only where a sheet has cells enough', () => {
    const wide = (lineCount: number, columns: number) => ({
      ...{ name: 'W', keyColumns: 0, isGrouped: false, lineCount },
      columns: Array.from(
        { length: columns },
        (_, at) => ({ name: `C${at}`, kind: 'text', total: null }) as const,
      ),
      read: () => [],
    });
    const largeOf = (lineCount: number, columns: number) => {
      const [part] = [...workbookParts([wide(lineCount, columns)], PLAIN_PLAN)].filter(
        ({ name }) => name === 'xl/worksheets/sheet1.xml',
      );
      return part?.isLarge;
    };
    expect([largeOf(1_000_000, 20), largeOf(1_000_000, 21), largeOf(10, 1)]).toEqual([false, true, false]);
  });
});

describe('the charts of several sheets', () => {
  const chart = (title: string, table: number): TableChart => ({
    ...{ title, shape: 'bars', table, lines: 9, names: 0 },
    series: [{ column: 1, ink: '000000' }],
  });

  test('are parts of their own, each of the sheet that draws it and of the cells of the one that it names', async () => {
    const tables = [
      flat('A', 5, [chart('De B', 1), chart('De A', 0)]),
      flat('B', 2),
      flat('C', 1, [chart('De C', 2)]),
    ];
    const parts = unzipped(await writeWorkbook(tables, { ...PLAIN_PLAN, sheetRows: 6 }));
    // A is on two sheets: its charts stand on the first of them.
    const drawings = [...parts.keys()].filter((name) => /drawings\/drawing\d+\.xml$/.test(name));
    expect(drawings).toEqual(['xl/drawings/drawing1.xml', 'xl/drawings/drawing2.xml']);
    const drawn = [1, 2, 3, 4, 5].map((number) => sheetOf(parts, number).includes('<drawing r:id="rId1"/>'));
    expect(drawn).toEqual([true, false, false, true, false]);
    const targetsOf = (path: string) =>
      [...(parts.get(path) ?? '').matchAll(/Target="([^"]*)"/g)].map(([, target]) => target);
    expect(targetsOf('xl/worksheets/_rels/sheet1.xml.rels')).toEqual(['../drawings/drawing1.xml']);
    expect(targetsOf('xl/worksheets/_rels/sheet4.xml.rels')).toEqual(['../drawings/drawing2.xml']);
    expect(targetsOf('xl/drawings/_rels/drawing1.xml.rels')).toEqual([
      '../charts/chart1.xml',
      '../charts/chart2.xml',
    ]);
    expect(targetsOf('xl/drawings/_rels/drawing2.xml.rels')).toEqual(['../charts/chart3.xml']);
    const charts = [1, 2, 3].map((number) => {
      const xml = parts.get(`xl/charts/chart${number}.xml`) ?? '';
      const ranges = [...xml.matchAll(/<c:f>([^<]*)<\/c:f>/g)].map(([, range]) => range);
      return [/<a:t>([^<]*)<\/a:t>/.exec(xml)?.[1], ...ranges];
    });
    // As many lines as there are on the first sheet, and no more.
    expect(charts).toEqual([
      ['De B', "'B'!$B$3", "'B'!$A$4:$A$5", "'B'!$B$4:$B$5"],
      ['De A', "'A (1)'!$B$3", "'A (1)'!$A$4:$A$6", "'A (1)'!$B$4:$B$6"],
      ['De C', "'C'!$B$3", "'C'!$A$4:$A$4", "'C'!$B$4:$B$4"],
    ]);
  });
});
