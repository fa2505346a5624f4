import { describe, expect, test } from 'vitest';
import { EVIDENCE_JSON_NAME } from '#renderer/data/files/xlsx/evidence-lines.ts';
import { LONG_STYLE } from '#renderer/data/files/xlsx/styles.ts';
import { type TableChart, tableOf, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { CHECKED_PLAN } from '#test/renderer/data/files/checked-workbook.ts';
import { unzipped } from '#test/renderer/data/files/unzipped.ts';
import { PLAIN_PLAN, readWorkbook, writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** Charts as another program finds them: by the relations of the parts, each with the cells that it says it draws. */

const text = (name: string) => ({ name, kind: 'text', total: null }) as const;
const money = (name: string) => ({ name, kind: 'money', total: null }) as const;
const chart = (over: Partial<TableChart>): TableChart => ({
  ...{ title: 'Ventas & costos', shape: 'bars', table: 1, lines: 3, names: 0 },
  series: [{ column: 1, ink: '1F77B4' }],
  ...over,
});
const linesOf = (count: number, unit = 1): WholeTable['lines'] =>
  Array.from({ length: count }, (_, at) => ({
    cells: [`S-${at}`, at === 1 ? null : `${unit * (at + 1)}.5`, `-${at}`],
  }));
const COLUMNS = [text('SKU'), money('Ventas'), money('Costo')];

/** A table without charts, one whose name has an apostrophe with those given, and an empty one. */
async function written(
  charts: readonly TableChart[],
  others: readonly TableChart[] = [],
  unit = 1,
  plan = PLAIN_PLAN,
) {
  const tables = [
    tableOf({ name: 'Resumen', keyColumns: 1, columns: COLUMNS, lines: linesOf(2) }),
    tableOf({ name: "D'Oro", keyColumns: 1, columns: COLUMNS, lines: linesOf(5, unit), charts }),
    tableOf({ name: 'Nada', keyColumns: 1, columns: COLUMNS, lines: [], charts: others }),
  ];
  const bytes = await writeWorkbook(tables, plan);
  return { parts: unzipped(bytes), sheets: await readWorkbook(bytes) };
}

type Parts = ReadonlyMap<string, string>;
const all = (xml: string, pattern: RegExp): readonly string[] =>
  [...xml.matchAll(pattern)].map(([, found = '']) => found);

/** The parts that one has relations to, of a type, by their ids. */
function relations(parts: Parts, of: string, type: string): ReadonlyMap<string, string> {
  const at = of.lastIndexOf('/');
  const xml = parts.get(`${of.slice(0, at)}/_rels${of.slice(at)}.rels`) ?? '';
  const found = [...xml.matchAll(/<Relationship Id="([^"]+)" Type="([^"]+)" Target="([^"]+)"\/>/g)];
  return new Map(
    found.flatMap(([, id = '', kind = '', target = '']) => {
      expect(kind.startsWith('http://schemas.openxmlformats.org/officeDocument/2006/relationships/')).toBe(
        true,
      );
      if (!kind.endsWith(`/${type}`)) return [];
      return [[id, new URL(target, `file:///${of}`).pathname.slice(1)]];
    }),
  );
}

/** The charts of a sheet, in the order of its drawing. */
function chartsOf(parts: Parts, sheet: string): readonly string[] {
  const drawn = /<drawing r:id="([^"]+)"\/>/.exec(parts.get(sheet) ?? '')?.[1];
  if (drawn === undefined) return [];
  const drawing = relations(parts, sheet, 'drawing').get(drawn) ?? '';
  const ofDrawing = relations(parts, drawing, 'chart');
  return all(parts.get(drawing) ?? '', /<c:chart [^>]*r:id="([^"]+)"/g).map(
    (id) => parts.get(ofDrawing.get(id) ?? '') ?? '',
  );
}

const points = (xml: string): readonly (string | null)[] => {
  const count = Number(/<c:ptCount val="(\d+)"/.exec(xml)?.[1]);
  const told = new Map(
    [...xml.matchAll(/<c:pt idx="(\d+)"><c:v>([^<]*)<\/c:v>/g)].map(([, at, value = '']) => [
      Number(at),
      value,
    ]),
  );
  return Array.from({ length: count }, (_, at) => told.get(at) ?? null);
};
/** What each reference of a part of the series says: its range and what is kept of it. */
const references = (xml: string, part: 'tx' | 'cat' | 'val') =>
  all(xml, new RegExp(`<c:${part}>(<c:(?:str|num)Ref>.*?</c:(?:str|num)Ref>)</c:${part}>`, 'g')).map(
    (found) => ({
      range: /<c:f>([^<]*)<\/c:f>/.exec(found)?.[1],
      points: points(found),
    }),
  );

describe('the charts of a workbook', () => {
  test('are told in its evidence as they are drawn', async () => {
    const both = [1, 2].map((column) => ({ column, ink: '1F77B4' }));
    const { parts, sheets } = await written(
      [chart({ series: both })],
      [chart({ table: 0 })],
      1,
      CHECKED_PLAN,
    );
    const evidence = sheets.find(({ name }) => name === 'Evidencia')?.rows ?? [];
    const json = evidence.flatMap(([name, piece]) => (name === EVIDENCE_JSON_NAME ? String(piece) : []));
    const { charts, drawn } = JSON.parse(json.join(''));
    expect(charts).toBe(2);
    const found = [2, 3].flatMap((sheet) => chartsOf(parts, `xl/worksheets/sheet${sheet}.xml`));
    const expected = found.map((xml) => {
      const [of, names, values] = (['tx', 'cat', 'val'] as const).map((part) => references(xml, part));
      const ranges = (of ?? []).flatMap((heading, at) => [heading, names?.[at], values?.[at]]);
      return { title: 'Ventas & costos', shape: 'bars', ranges };
    });
    expect(drawn).toEqual(expected);
  });

  test('are told there whole, in as many cells as that takes, which only programs read', async () => {
    const facts = Array.from({ length: 900 }, (_, at) => ({ name: `Hecho ${at}`, value: 'x'.repeat(60) }));
    const { parts, sheets } = await written([chart({})], [], 1, { ...CHECKED_PLAN, facts });
    const evidence = sheets.find(({ name }) => name === 'Evidencia')?.rows ?? [];
    const pieces = evidence.flatMap(([name, piece]) => (name === EVIDENCE_JSON_NAME ? String(piece) : []));
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(30_000);
    expect(JSON.parse(pieces.join('')).facts).toEqual(facts);
    const xml = parts.get('xl/worksheets/sheet4.xml') ?? '';
    expect(xml.match(new RegExp(`<c r="B\\d+" s="${LONG_STYLE.clipped}" t="inlineStr">`, 'g'))).toHaveLength(
      pieces.length,
    );
  });

  test('belong to the sheet of their table, and draw its first cells under their headings', async () => {
    const both = [1, 2].map((column) => ({ column, ink: column === 1 ? '1F77B4' : 'D62728' }));
    const { parts, sheets } = await written([chart({ series: both }), chart({ shape: 'columns', lines: 9 })]);
    expect(chartsOf(parts, 'xl/worksheets/sheet1.xml')).toEqual([]);
    expect(chartsOf(parts, 'xl/worksheets/sheet3.xml')).toEqual([]);
    const [bars = '', columns = '', ...more] = chartsOf(parts, 'xl/worksheets/sheet2.xml');
    expect(more).toEqual([]);
    expect([bars, columns].map((xml) => all(xml, /<a:t>([^<]*)</g))).toEqual([
      ['Ventas &amp; costos'],
      ['Ventas &amp; costos'],
    ]);
    expect(references(bars, 'tx')).toEqual([
      { range: "'D''Oro'!$B$2", points: ['Ventas'] },
      { range: "'D''Oro'!$C$2", points: ['Costo'] },
    ]);
    const names = { range: "'D''Oro'!$A$3:$A$5", points: ['S-0', 'S-1', 'S-2'] };
    expect(references(bars, 'cat')).toEqual([names, names]);
    expect(references(bars, 'val')).toEqual([
      { range: "'D''Oro'!$B$3:$B$5", points: ['1.5', null, '3.5'] },
      { range: "'D''Oro'!$C$3:$C$5", points: ['-0', '-1', '-2'] },
    ]);
    expect(all(bars, /<c:ser>.*?<a:srgbClr val="([^"]+)"/g)).toEqual(['1F77B4', 'D62728']);
    expect(all(bars, /<c:ser><c:idx val="(\d)"\/><c:order val="\1"\/>/g)).toEqual(['0', '1']);
    // No more lines than the table has.
    expect(references(columns, 'val')).toEqual([
      { range: "'D''Oro'!$B$3:$B$7", points: ['1.5', null, '3.5', '4.5', '5.5'] },
    ]);
    const sheet = sheets.find(({ name }) => name === "D'Oro");
    expect(sheet?.rows.slice(1, 4).map(([, ventas]) => ventas ?? null)).toEqual(['Ventas', 1.5, null]);
    // Each is a part with a type of its own.
    const types = parts.get('[Content_Types].xml') ?? '';
    for (const name of parts.keys()) {
      if (/^xl\/(charts|drawings)\/[^/]+$/.test(name)) expect(types).toContain(`PartName="/${name}"`);
    }
    expect(all(types, /PartName="\/([^"]+)"/g).filter((name) => !parts.has(name))).toEqual([]);
  });

  test('are numbered on from sheet to sheet, and none is of a table without lines', async () => {
    const { parts } = await written(
      [chart({ title: 'Uno' }), chart({ title: 'Dos', table: 0 }), chart({ title: 'Nada', table: 2 })],
      [
        chart({ title: 'Tres' }),
        chart({ title: 'Ninguna', lines: 0 }),
        chart({ title: 'De nadie', table: 9 }),
      ],
    );
    const titles = (sheet: number) =>
      chartsOf(parts, `xl/worksheets/sheet${sheet}.xml`).map((xml) => all(xml, /<a:t>([^<]*)</g)[0]);
    expect([1, 2, 3].map(titles)).toEqual([[], ['Uno', 'Dos'], ['Tres']]);
    const [, second = ''] = chartsOf(parts, 'xl/worksheets/sheet2.xml');
    expect(references(second, 'val')).toEqual([{ range: "'Resumen'!$B$3:$B$4", points: ['1.5', null] }]);
    expect([...parts.keys()].filter((name) => name.startsWith('xl/charts/'))).toHaveLength(3);
  });

  test('stand below the lines, apart from each other: columns across, bars two by two', async () => {
    const shapes = ['bars', 'bars', 'bars', 'columns', 'bars', 'columns', 'columns', 'bars', 'bars'] as const;
    const { parts } = await written(shapes.map((shape, at) => chart({ shape, title: `${at}` })));
    const xml = parts.get('xl/drawings/drawing1.xml') ?? '';
    const places = all(xml, /<xdr:twoCellAnchor[^>]*>(.*?)<\/xdr:to>/g).map((anchor) => {
      const [left = 0, right = 0] = all(anchor, /<xdr:col>(\d+)</g).map(Number);
      const [top = 0, bottom = 0] = all(anchor, /<xdr:row>(\d+)</g).map(Number);
      return { left, right, top, bottom };
    });
    expect(places).toHaveLength(shapes.length);
    const [SHEET, LAST_LINE] = [3, 7];
    for (const [at, { left, right, top, bottom }] of places.entries()) {
      expect(top).toBeGreaterThan(LAST_LINE);
      expect(bottom - top).toBe(shapes[at] === 'columns' ? 17 : 22);
      if (shapes[at] === 'columns') expect([left, right]).toEqual([0, SHEET]);
      for (const other of places.slice(at + 1)) {
        const isBeside = right <= other.left || other.right <= left;
        expect(isBeside || bottom < other.top).toBe(true);
        // What comes later stands at the right or below, with no room lost between.
        expect(other.top).toBeGreaterThanOrEqual(top);
      }
    }
    const halves = places.filter((_, at) => shapes[at] === 'bars').map(({ left, right }) => [left, right]);
    const [leftHalf, rightHalf] = [
      [0, 2],
      [2, SHEET],
    ];
    expect(halves).toEqual([leftHalf, rightHalf, leftHalf, leftHalf, leftHalf, rightHalf]);
    const tops = [...new Set(places.map(({ top }) => top))];
    const bottoms = [...new Set(places.map(({ bottom }) => bottom))];
    expect(tops.slice(1)).toEqual(bottoms.slice(0, -1).map((bottom) => bottom + 1));
    expect(new Set(all(xml, /<xdr:cNvPr id="(\d+)"/g)).size).toBe(shapes.length);
  });

  test('have their axes where they are read: names at the edge, the largest of bars on top, many digits in millions', async () => {
    const axes = async (shape: TableChart['shape'], unit: number, column = 1) => {
      const drawn = chart({ shape, lines: 5, series: [{ column, ink: '1F77B4' }] });
      const { parts } = await written([drawn], [], unit);
      const [xml = ''] = chartsOf(parts, 'xl/worksheets/sheet2.xml');
      return {
        lies: /<c:barDir val="(\w+)"/.exec(xml)?.[1],
        orientations: all(xml, /<c:orientation val="(\w+)"/g),
        places: all(xml, /<c:axPos val="(\w)"/g),
        crosses: all(xml, /<c:crosses val="(\w+)"/g),
        labels: all(xml, /<c:tickLblPos val="(\w+)"/g),
        formats: all(xml, /<c:numFmt formatCode="([^"]+)"/g),
      };
    };
    const plain = ['General', '#,##0'];
    const millions = ['General', '#,##0,,&quot;\u00a0M&quot;'];
    expect(await axes('bars', 1)).toEqual({
      lies: 'bar',
      orientations: ['maxMin', 'minMax'],
      places: ['l', 'b'],
      crosses: ['autoZero', 'max'],
      labels: ['low', 'nextTo'],
      formats: plain,
    });
    expect(await axes('columns', 3_000_000)).toEqual({
      lies: 'col',
      orientations: ['minMax', 'minMax'],
      places: ['b', 'l'],
      crosses: ['autoZero', 'autoZero'],
      labels: ['low', 'nextTo'],
      formats: millions,
    });
    expect((await axes('columns', 1_900_000)).formats).toEqual(plain);
    expect((await axes('columns', -3_000_000)).formats).toEqual(millions);
  });
});
