import type { WorkbookLook } from '#renderer/data/api.ts';
import type { ProofStart } from '#renderer/data/files/proof/proof.ts';
import { createRowDigest } from '#renderer/data/files/proof/row-digest.ts';
import type { FilePart } from '#renderer/data/files/streams/zip.ts';
import type { Table } from '#shared/domain/sheet-table.ts';
import { escapeAttribute, escapeXml, type Losses } from './cells.ts';
import { EVIDENCE_NAME, evidenceXml, type Fact, type NamedSheet } from './evidence-sheet.ts';
import { filterRange, sheetParts, sheetXml } from './sheet.ts';
import { stylesXml } from './styles.ts';

/** A workbook (ECMA-376) as the parts of its archive, one after the other and each slice by slice: nothing is held. */

export type WorkbookPlan = {
  /** Over the headings of each sheet. */
  readonly title: string;
  readonly look: WorkbookLook;
  readonly facts: readonly Fact[];
  /** What the rows are of, for the evidence; absent: the workbook cannot be checked later. */
  readonly proof?: ProofStart;
  /** Absent: as many as a sheet has. Tests split tables of a few lines. */
  readonly sheetRows?: number;
};

/** Above this a part may take more than 4 GiB. */
const CELLS_OF_A_LARGE_PART = 20_000_000;

export function* workbookParts(table: Table, plan: WorkbookPlan): Generator<FilePart> {
  const sheets = sheetsOf(table, plan);
  const losses: Losses = { longFigures: 0, cutTexts: 0 };
  const { proof } = plan;
  const proven =
    proof === undefined
      ? null
      : { start: proof, digest: createRowDigest(table.columns.map(({ name }) => name)) };
  const names = [...sheets.map(({ name }) => name), EVIDENCE_NAME];
  const small = (name: string, text: string): FilePart => ({
    name,
    isLarge: false,
    slices: [DECLARATION, text],
  });
  yield small('[Content_Types].xml', contentTypesXml(names.length));
  yield small('_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']]));
  yield small('xl/workbook.xml', workbookXml(sheets, names));
  yield small(
    'xl/_rels/workbook.xml.rels',
    relationshipsXml([
      ...names.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  );
  yield small('xl/styles.xml', stylesXml({ ...plan.look, places: placesOf(table, plan.look) }));
  for (const [index, sheet] of sheets.entries()) {
    const isLarge = sheet.part.count * table.columns.length > CELLS_OF_A_LARGE_PART;
    yield {
      name: `xl/worksheets/sheet${index + 1}.xml`,
      isLarge,
      slices: withDeclaration(sheetXml(sheet, losses, proven?.digest ?? null)),
    };
  }
  yield small(`xl/worksheets/sheet${names.length}.xml`, evidenceXml(plan.facts, sheets, losses, proven));
}

/** As on the screen: by the sums of the columns. */
function placesOf({ columns }: Table, { places }: WorkbookLook): number {
  const hasCents = columns.some(
    ({ kind, total }) => kind === 'money' && /\.\d*[1-9]/.test(total?.value ?? ''),
  );
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

/** A name that every program takes for a sheet. */
export function sheetName(proposed: string, suffix = ''): string {
  const trim = (name: string) => name.replace(UNFIT, ' ').replace(/^[' ]+|[' ]+$/g, '');
  const name = trim(trim(proposed).slice(0, LONGEST_NAME - suffix.length));
  const kept = ['', EVIDENCE_NAME.toLowerCase(), 'history'];
  return (kept.includes(name.toLowerCase()) ? 'Datos' : name) + suffix;
}

function sheetsOf(table: Table, { title, sheetRows }: WorkbookPlan): readonly NamedSheet[] {
  const parts = sheetParts(table, sheetRows);
  return parts.map((part, index) => ({
    table,
    part,
    title,
    isShownFirst: index === 0,
    name: sheetName(table.name, parts.length === 1 ? '' : ` (${index + 1})`),
  }));
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationshipsXml(relationships: readonly (readonly [type: string, target: string])[]): string {
  const each = relationships.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

function contentTypesXml(sheetCount: number): string {
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const sheets = Array.from(
    { length: sheetCount },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${main}.worksheet+xml"/>`,
  );
  return [
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${main}.styles+xml"/>`,
    `${sheets.join('')}</Types>`,
  ].join('');
}

/** What a sheet's name is in a formula. */
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
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeXml(`${name}!${absolute(filterRange(sheet))}`)}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeXml(`${name}!$${titleRow}:$${headingRow}`)}</definedName>`,
    ];
  });
  return [
    `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}">`,
    '<bookViews><workbookView/></bookViews>',
    `<sheets>${listed.join('')}</sheets><definedNames>${defined.join('')}</definedNames>`,
    // Totals of a part of the lines have no value beside their formula.
    sheets.length > 1 ? '<calcPr calcId="191029" fullCalcOnLoad="1"/>' : '<calcPr calcId="191029"/>',
    '</workbook>',
  ].join('');
}
