import { describe, expect, test } from 'vitest';
import type { Archive } from '#renderer/data/files/check/archive.ts';
import { readCharts } from '#renderer/data/files/check/chart-check.ts';
import { shortPart } from '#renderer/data/files/check/short-part.ts';
import { readStructure } from '#renderer/data/files/check/workbook-structure.ts';

/** What is read of the parts of a workbook that hold no rows. */

/** An archive of texts. */
const archiveOf = (parts: { readonly [path: string]: string }): Archive => ({
  has: (path) => Object.hasOwn(parts, path),
  paths: () => Object.keys(parts),
  sizeOf: () => 0,
  async *read(path) {
    const text = parts[path] ?? '';
    const middle = Math.floor(text.length / 2);
    yield* [text.slice(0, middle), text.slice(middle)];
  },
  close: async () => {},
});

describe('a part that is held whole', () => {
  test('is its text, if it declares nothing and is not endless', async () => {
    expect(await shortPart(archiveOf({ a: '<x/>' }), 'a')).toBe('<x/>');
    const reasonOf = (text: string, path = 'a') =>
      shortPart(archiveOf({ a: text }), path).catch(({ reason }: { readonly reason: string }) => reason);
    expect(await reasonOf('', 'b')).toBe('not-workbook');
    expect(await reasonOf('<!-- -->')).toBe('unreadable');
    expect((await reasonOf('x'.repeat(4_000_000))).length).toBe(4_000_000);
    expect(await reasonOf('x'.repeat(4_000_001))).toBe('too-large');
  });
});

describe('a chart', () => {
  const range = (name: string, of: string, points: string) =>
    `<c:${name}><c:numRef><c:f>${of}</c:f><c:numCache>${points}</c:numCache></c:numRef></c:${name}>`;
  const series = (name: string, names: string, values: string) =>
    `<c:ser>${range('tx', 'Filas!$B$3', name)}${range('cat', "'D''Or &amp; 1'!$A$4:$A$6", names)}${range('val', 'Filas!$B$4:$B$6', values)}</c:ser>`;
  const chart = (plot: string, title = '<a:t>Por</a:t><a:t> mes &amp; día</a:t>') =>
    `<c:chartSpace><c:chart><c:title>${title}</c:title><c:plotArea>${plot}</c:plotArea></c:chart></c:chartSpace>`;
  const of = async (xml: string, path = 'xl/charts/chart1.xml') => readCharts(archiveOf({ [path]: xml }));
  const bars = (direction: string) => chart(`<c:barChart><c:barDir val="${direction}"/></c:barChart>`);

  test('is read with its title, the ranges of its series and the points beside them', async () => {
    const point = (at: number, text: string) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`;
    const count = '<c:ptCount val="3"/>';
    const [found, ...others] = await of(
      chart(
        `<c:barChart><c:barDir val="col"/>${series(
          count.replace('3', '1') + point(0, 'Ventas'),
          count + point(0, 'a &lt; b') + point(2, 'c'),
          [count, point(1, '2.5'), point(4, '9'), point(-1, 'x'), '<c:pt idx="y"><c:v>z</c:v></c:pt>'].join(
            '',
          ),
        )}</c:barChart>`,
      ),
    );
    expect(others).toEqual([]);
    expect(found).toEqual({
      title: 'Por mes & día',
      shape: 'columns',
      ranges: [
        { range: 'Filas!$B$3', points: ['Ventas'] },
        { range: "'D''Or & 1'!$A$4:$A$6", points: ['a < b', null, 'c'] },
        { range: 'Filas!$B$4:$B$6', points: [null, '2.5', null, null, '9'] },
      ],
      bounds: [],
    });
  });

  test('has as many points as it says, ten thousand at most', async () => {
    const pointsOf = async (points: string) =>
      (await of(chart(`<c:barChart>${series('', points, '')}</c:barChart>`)))[0]?.ranges[1]?.points;
    const point = (at: number) => `<c:pt idx="${at}"><c:v>a</c:v></c:pt>`;
    expect(await pointsOf(`<c:ptCount val="4"/>${point(1)}`)).toEqual([null, 'a', null, null]);
    expect(await pointsOf(point(0))).toEqual(['a']);
    const most = await pointsOf(`<c:ptCount val="10001"/>${point(9_999)}${point(10_000)}`);
    expect([most?.length, most?.at(-1)]).toEqual([10_000, 'a']);
  });

  test('is of the kinds of its plots, and ours by their direction', async () => {
    const shapeOf = async (xml: string) => (await of(xml)).map(({ shape }) => shape);
    expect(await shapeOf(bars('bar'))).toEqual(['bars']);
    expect(await shapeOf(bars('col'))).toEqual(['columns']);
    expect(await shapeOf(chart('<c:pieChart></c:pieChart>'))).toEqual(['pieChart']);
    expect(await shapeOf(chart('<c:barChart></c:barChart><c:lineChart></c:lineChart>'))).toEqual([
      'barChart + lineChart',
    ]);
    const marked = '<c:lineChart xmlns:c="x"></c:lineChart>';
    expect(await shapeOf(chart(`${marked}<c:barCharts></c:barCharts>`))).toEqual(['lineChart']);
    expect(await shapeOf(chart('', ''))).toEqual(['']);
  });

  test('has bounds where an axis of values begins, ends or grows otherwise', async () => {
    const axis = (scaling: string) =>
      chart(`<c:barChart></c:barChart><c:valAx><c:scaling>${scaling}</c:scaling></c:valAx>`);
    const boundsOf = async (scaling: string) => (await of(axis(scaling)))[0]?.bounds;
    expect(await boundsOf('<c:orientation val="minMax"/>')).toEqual([]);
    expect(await boundsOf('<c:max val="9"/><c:min val="1"/><c:logBase val="10"/>')).toEqual([
      ...['min 1', 'max 9', 'logBase 10'],
    ]);
    expect(await boundsOf('<c:orientation val="maxMin"/><c:min val="0"/>')).toEqual(['min 0', 'maxMin']);
    const names = chart('<c:catAx><c:scaling><c:min val="1"/></c:scaling></c:catAx><c:valAx></c:valAx>');
    expect((await of(names))[0]?.bounds).toEqual([]);
  });

  test('is none that is its style, or stands elsewhere', async () => {
    expect(await of('<cs:chartStyle/>')).toEqual([]);
    expect(await of(bars('bar'), 'xl/charts/_rels/chart1.xml')).toEqual([]);
    expect(await of(bars('bar'), 'xl/charts/chart1.xml.rels')).toEqual([]);
    expect(await of('<chartSpace></chartSpace>')).toHaveLength(1);
  });
});

describe('the structure of a workbook', () => {
  const of = (workbook: string, parts: { readonly [path: string]: string } = {}) =>
    readStructure(archiveOf(parts), workbook, { head: 'h', tail: 't' });

  test('has its sheets, those that are hidden, and the names that somebody gave', async () => {
    const workbook =
      '<workbook><sheets><sheet name="Filas &amp; más" state="visible"/><sheet name="B" state="veryHidden"/><sheet/>' +
      '</sheets><definedNames><definedName name="_xlnm.Print_Titles">x</definedName><definedName name="mía">y</definedName>' +
      '<definedName name="_xlnm._FilterDatabase"/><definedName name="_xlnm.Print_Area"/><definedName name="x_xlnm.Print_Area"/>' +
      '<definedName name="_xlnm.Print_Areas"/></definedNames></workbook>';
    expect(await of(workbook)).toEqual({
      sheets: [
        { name: 'Filas & más', isHidden: false },
        { name: 'B', isHidden: true },
        { name: '', isHidden: false },
      ],
      names: ['mía', 'x_xlnm.Print_Area', '_xlnm.Print_Areas'],
      ...{ foreignParts: [], drawn: 0, charts: [], countsFrom1904: false, isAsShown: false, savedBy: null },
      evidence: { head: 'h', tail: 't' },
    });
  });

  test('counts its days and digits as it says', async () => {
    const days = async (value: string) => (await of(`<workbookPr date1904="${value}"/>`)).countsFrom1904;
    expect([await days('1'), await days('true'), await days('0')]).toEqual([true, true, false]);
    const shown = async (value: string) => (await of(`<calcPr fullPrecision="${value}"/>`)).isAsShown;
    expect([await shown('0'), await shown('false'), await shown('1')]).toEqual([true, true, false]);
    expect((await of('<calcPr/>')).isAsShown).toBe(false);
  });

  test('has parts that bring something in, and what is drawn', async () => {
    const foreign = [
      ...['xl/vbaProject.bin', 'xl/connections.xml', 'xl/comments1.xml', 'xl/comments.xml'],
      ...['xl/externalLinks/externalLink1.xml', 'xl/media/image1.png', 'xl/tables/table1.xml'],
      ...['xl/pivotTables/p.xml', 'xl/embeddings/o.bin', 'xl/chartsheets/sheet1.xml'],
    ];
    const anchor = '<xdr:twoCellAnchor a="1"></xdr:twoCellAnchor>';
    const own = {
      'xl/workbook.xml': '',
      'xl/tablesheets.xml': '',
      'x/xl/media/a.png': '',
      'xl/drawings/drawing1.xml': `${anchor}<xdr:oneCellAnchor></xdr:oneCellAnchor><xdr:twoCellAnchors></xdr:twoCellAnchors>`,
      'xl/drawings/drawing2.xml': '<absoluteAnchor></absoluteAnchor>',
      'xl/drawings/_rels/drawing1.xml': anchor,
    };
    const parts = { ...own, ...Object.fromEntries(foreign.map((path) => [path, ''])) };
    expect(await of('', parts)).toMatchObject({ foreignParts: foreign, drawn: 3 });
  });

  test('tells the program that saved it, as that names itself', async () => {
    const by = async (app: string) => (await of('', { 'docProps/app.xml': app })).savedBy;
    const named = (name: string, version: string) =>
      `<Properties><Application>${name}</Application><AppVersion>${version}</AppVersion></Properties>`;
    expect(await by(named('Microsoft Excel', '16.0300'))).toBe('Microsoft Excel 16.0300');
    expect(await by(named('LibreOffice/7.4.7.2$Linux_X86_64 Project/1', '15.0000'))).toBe(
      'LibreOffice/7.4.7.2',
    );
    expect(await by('<Application>WPS</Application>')).toBe('WPS');
    expect(await by('<Properties/>')).toBe('');
    expect((await of('', { 'docProps/core.xml': '' })).savedBy).toBe('');
    expect((await of('', { 'xl/sharedStrings.xml': '' })).savedBy).toBe('');
  });
});
