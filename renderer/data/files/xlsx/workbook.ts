import type { EvidenceStart } from '#renderer/data/files/evidence/evidence.ts';
import { createTableRecord } from '#renderer/data/files/evidence/table-record.ts';
import type { FilePart } from '#renderer/data/files/streams/zip.ts';
import type { Table, TableChart } from '#renderer/data/model/sheet-table.ts';
import type { WorkbookLook } from '#renderer/data/model/table-files.ts';
import { columnLetters, escapeAttribute, escapeXml, type Losses } from './cells.ts';
import { chartRecord, chartXml, drawingXml } from './charts.ts';
import type { Fact } from './evidence-lines.ts';
import { EVIDENCE_NAME, evidenceXml, type NamedSheet } from './evidence-sheet.ts';
import { columnWidths, filterRange, sheetParts, sheetXml } from './sheet.ts';
import { stylesXml } from './styles.ts';

/** A workbook (ECMA-376) as the parts of its archive, one after the other and each piece by piece: nothing is held. */

export type WorkbookPlan = {
  /** Over the headings of each sheet, after the table's name. */
  readonly title: string;
  readonly look: WorkbookLook;
  readonly facts: readonly Fact[];
  /** What the rows are of, for the evidence; absent: the workbook cannot be checked later. */
  readonly proof?: EvidenceStart;
  /** Absent: as many as a sheet has. Tests split tables of a few lines. */
  readonly sheetRows?: number;
};

/** Above this a part may take more than 4 GiB. */
const CELLS_OF_A_LARGE_PART = 20_000_000;

export function* workbookParts(tables: readonly Table[], plan: WorkbookPlan): Generator<FilePart> {
  const sheets = sheetsOf(tables, plan);
  const losses: Losses = { longFigures: 0, cutTexts: 0 };
  const names = [...sheets.map(({ name }) => name), EVIDENCE_NAME];
  const drawings = drawingsOf(sheets, tables);
  const charts = drawings.flatMap((drawing) => drawing.charts);
  const records = new Map(tables.map((table) => [table, createTableRecord(table, titleOf(table, plan))]));
  const proven =
    plan.proof === undefined ? null : { start: plan.proof, records, charts: charts.map(chartRecord) };
  yield small('[Content_Types].xml', contentTypesXml(names.length, drawings.length, charts.length));
  yield small('_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']]));
  yield small('xl/workbook.xml', workbookXml(sheets, names));
  yield small(
    'xl/_rels/workbook.xml.rels',
    relationshipsXml([
      ...names.map((_, index): Relationship => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  );
  yield small('xl/styles.xml', stylesXml({ ...plan.look, places: placesOf(tables, plan.look) }));
  for (const [index, sheet] of sheets.entries()) {
    const isLarge = sheet.part.count * sheet.table.columns.length > CELLS_OF_A_LARGE_PART;
    yield {
      name: `xl/worksheets/sheet${index + 1}.xml`,
      isLarge,
      slices: withDeclaration(sheetXml(sheet, losses, proven?.records.get(sheet.table) ?? null)),
    };
  }
  yield* drawingParts(sheets, drawings);
  yield small(`xl/worksheets/sheet${names.length}.xml`, evidenceXml(plan.facts, sheets, losses, proven));
}

const small = (name: string, text: string): FilePart => ({
  name,
  isLarge: false,
  slices: [DECLARATION, text],
});

type Drawing = {
  readonly sheet: NamedSheet;
  readonly charts: readonly { readonly chart: TableChart; readonly of: NamedSheet }[];
};

/** The charts of the sheets that have any, each with the sheet that it draws; none of a table without lines. */
function drawingsOf(sheets: readonly NamedSheet[], tables: readonly Table[]): readonly Drawing[] {
  return sheets.flatMap((sheet) => {
    if (!sheet.hasDrawing) return [];
    const charts = drawableCharts(sheet.table, tables).flatMap((chart) => {
      const of = sheets.find(({ table }) => table === tables[chart.table]);
      return of === undefined ? [] : [{ chart, of }];
    });
    return [{ sheet, charts }];
  });
}

function drawableCharts({ charts = [] }: Table, tables: readonly Table[]): readonly TableChart[] {
  return charts.filter(({ table, lines }) => Math.min(lines, tables[table]?.lineCount ?? 0) > 0);
}

function* drawingParts(sheets: readonly NamedSheet[], drawings: readonly Drawing[]): Generator<FilePart> {
  let done = 0;
  for (const [index, { sheet, charts }] of drawings.entries()) {
    const number = index + 1;
    const first = done + 1;
    yield small(
      `xl/worksheets/_rels/sheet${sheets.indexOf(sheet) + 1}.xml.rels`,
      relationshipsXml([['drawing', `../drawings/drawing${number}.xml`]]),
    );
    yield small(
      `xl/drawings/_rels/drawing${number}.xml.rels`,
      relationshipsXml(charts.map((_, at): Relationship => ['chart', `../charts/chart${first + at}.xml`])),
    );
    yield small(
      `xl/drawings/drawing${number}.xml`,
      drawingXml(
        charts.map(({ chart }) => chart),
        sheet,
      ),
    );
    for (const drawn of charts) {
      done += 1;
      yield small(`xl/charts/chart${done}.xml`, chartXml(drawn));
    }
  }
}

/** As on the screen: by the sums of the columns. */
function placesOf(tables: readonly Table[], { places }: WorkbookLook): number {
  const hasCents = tables
    .flatMap(({ columns }) => columns)
    .some(({ kind, total }) => kind === 'money' && /\.\d*[1-9]/.test(total?.value ?? ''));
  return hasCents ? places.ofBroken : places.ofWhole;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function* withDeclaration(slices: Iterable<string>): Generator<string> {
  yield DECLARATION;
  yield* slices;
}

const LONGEST_NAME = 31;

/** Half characters, control characters, and what Excel keeps for its formulas. */
const UNFIT = /[\p{Cc}\p{Cs}\ufffe\uffff[\]:*?/\\\s]+/gu;

/** A name that every program takes for a sheet. Names of a workbook's tables are told apart by who lays it out. */
export function sheetName(proposed: string, suffix = ''): string {
  const trim = (name: string) => name.replace(UNFIT, ' ').replace(/^[' ]+|[' ]+$/g, '');
  const name = trim(trim(proposed).slice(0, LONGEST_NAME - suffix.length));
  const kept = ['', EVIDENCE_NAME.toLowerCase(), 'history'];
  return (kept.includes(name.toLowerCase()) ? 'Datos' : name) + suffix;
}

/** The title over the headings of a table. */
function titleOf(table: Table, { title }: Pick<WorkbookPlan, 'title'>): string {
  return [table.name, title].filter((words) => words !== '').join(' · ');
}

function sheetsOf(tables: readonly Table[], plan: WorkbookPlan): readonly NamedSheet[] {
  const sheets: NamedSheet[] = [];
  for (const table of tables) {
    const parts = sheetParts(table, plan.sheetRows);
    const named = parts.map(({ headingRow, count }, index) => ({
      headingRow,
      count,
      name: sheetName(table.name, parts.length === 1 ? '' : ` (${index + 1})`),
    }));
    for (const [index, part] of parts.entries()) {
      sheets.push({
        table,
        part,
        next: named.slice(index + 1),
        widths: columnWidths({ table, part }),
        title: titleOf(table, plan),
        isShownFirst: sheets.length === 0,
        hasDrawing: index === 0 && drawableCharts(table, tables).length > 0,
        name: named[index]?.name ?? '',
      });
    }
  }
  return sheets;
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Relationship = readonly [type: string, target: string];

function relationshipsXml(relationships: readonly Relationship[]): string {
  const each = relationships.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

function contentTypesXml(sheetCount: number, drawingCount: number, chartCount: number): string {
  const office = 'application/vnd.openxmlformats-officedocument';
  const main = `${office}.spreadsheetml`;
  const numbered = (count: number, part: string, type: string) =>
    Array.from(
      { length: count },
      (_, index) => `<Override PartName="/xl/${part}${index + 1}.xml" ContentType="${type}+xml"/>`,
    );
  const sheets = [
    ...numbered(sheetCount, 'worksheets/sheet', `${main}.worksheet`),
    ...numbered(drawingCount, 'drawings/drawing', `${office}.drawing`),
    ...numbered(chartCount, 'charts/chart', `${office}.drawingml.chart`),
  ];
  return [
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${main}.styles+xml"/>`,
    `${sheets.join('')}</Types>`,
  ].join('');
}

/** A sheet's name as a formula writes it. */
function quotedName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

function absolute(range: string): string {
  return range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
}

function workbookXml(sheets: readonly NamedSheet[], names: readonly string[]): string {
  const listed = names.map(
    (name, index) => `<sheet name="${escapeAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const defined = sheets.flatMap((sheet, index) => {
    const name = quotedName(sheet.name);
    const { titleRow, headingRow } = sheet.part;
    const { keyColumns } = sheet.table;
    const keys = keyColumns === 0 ? '' : `${name}!$A:$${columnLetters(keyColumns - 1)},`;
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeXml(`${name}!${absolute(filterRange(sheet))}`)}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeXml(`${keys}${name}!$${titleRow}:$${headingRow}`)}</definedName>`,
    ];
  });
  return [
    `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}">`,
    '<bookViews><workbookView/></bookViews>',
    `<sheets>${listed.join('')}</sheets><definedNames>${defined.join('')}</definedNames>`,
    // Totals of a part of the lines have no value beside their formula.
    sheets.some(({ part }) => !part.isWhole)
      ? '<calcPr calcId="191029" fullCalcOnLoad="1"/>'
      : '<calcPr calcId="191029"/>',
    '</workbook>',
  ].join('');
}
