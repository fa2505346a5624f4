import type { TableEvidence, WorkbookEvidence } from '#renderer/data/files/evidence/evidence.ts';
import { columnLetters } from '#renderer/data/files/xlsx/cells.ts';
import { EVIDENCE_NAME } from '#renderer/data/files/xlsx/evidence-sheet.ts';
import type { Alterations } from './alterations.ts';
import type { Archive } from './archive.ts';
import { checkCharts, type FoundChart, readCharts } from './chart-check.ts';
import { attributesOf, isUnreadHeight } from './sheet-rows.ts';
import type { Surroundings } from './sheet-surroundings.ts';
import { shortPart } from './short-part.ts';

/** The structure of a workbook besides its cells: its sheets and names, what is hidden, merged or drawn, and who saved it. */

export type WorkbookStructure = {
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[];
  /** Those that no program writes by itself. */
  readonly names: readonly string[];
  /** Parts that this program never writes, and that bring something in. */
  readonly foreignParts: readonly string[];
  /** Count of objects in its drawings. */
  readonly drawn: number;
  readonly charts: readonly FoundChart[];
  readonly countsFrom1904: boolean;
  /** Figures are rounded to what their formats show wherever they are counted. */
  readonly isAsShown: boolean;
  /** Null: no other program saved it; "": one that does not name itself. */
  readonly savedBy: string | null;
  readonly evidence: Surroundings;
};

const OWN_NAMES = /^_xlnm\.(?:_FilterDatabase|Print_Titles|Print_Area)$/;
const FOREIGN_PART =
  /^xl\/(?:externalLinks|embeddings|activeX|ctrlProps|queryTables|pivotTables|comments|threadedComments|slicers|tables|dialogsheets|macrosheets|chartsheets|media)\b|^xl\/(?:vbaProject|connections|comments\d*)\./;
const [APPLICATION, PROPERTIES, STRINGS] = ['docProps/app.xml', 'docProps/core.xml', 'xl/sharedStrings.xml'];

export async function readStructure(
  archive: Archive,
  workbook: string,
  evidence: Surroundings,
): Promise<WorkbookStructure> {
  let drawn = 0;
  for (const path of archive.paths()) {
    if (!/^xl\/drawings\/[^/]+\.xml$/.test(path)) continue;
    const xml = await shortPart(archive, path);
    drawn += xml.split(/<(?:\w+:)?(?:twoCellAnchor|oneCellAnchor|absoluteAnchor)[\s>]/).length - 1;
  }
  const [properties] = attributesOf(workbook, 'workbookPr');
  return {
    sheets: attributesOf(workbook, 'sheet').map((sheet) => ({
      name: sheet.get('name') ?? '',
      isHidden: (sheet.get('state') ?? 'visible') !== 'visible',
    })),
    names: attributesOf(workbook, 'definedName').flatMap((each) => {
      const name = each.get('name') ?? '';
      return OWN_NAMES.test(name) ? [] : [name];
    }),
    foreignParts: archive.paths().filter((path) => FOREIGN_PART.test(path)),
    drawn,
    charts: await readCharts(archive),
    countsFrom1904: isTrue(properties?.get('date1904')),
    isAsShown: attributesOf(workbook, 'calcPr').some((each) => isFalse(each.get('fullPrecision'))),
    savedBy: await readSavedBy(archive),
    evidence,
  };
}

async function readSavedBy(archive: Archive): Promise<string | null> {
  if (!archive.has(APPLICATION)) return archive.has(PROPERTIES) || archive.has(STRINGS) ? '' : null;
  const xml = await shortPart(archive, APPLICATION);
  const name = /<Application>([^<]{0,200})</.exec(xml)?.[1] ?? '';
  const version = /<AppVersion>([^<]{0,40})</.exec(xml)?.[1] ?? '';
  // LibreOffice tells its version in its name, and the build after a sign.
  return [name.replace(/\$.*$/, ''), name.includes('/') ? '' : version]
    .filter((each) => each !== '')
    .join(' ');
}

const isFalse = (value: string | undefined): boolean => value === '0' || value === 'false';
const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/**
 * Reports every part of the workbook's structure that is not as this program wrote it; parts that older evidence says
 * nothing of are left out.
 */
export function checkStructure(
  { tables, charts, drawn }: Pick<WorkbookEvidence, 'tables' | 'charts' | 'drawn'>,
  structure: WorkbookStructure,
  alterations: Alterations,
): void {
  const own = new Set([EVIDENCE_NAME, ...tables.flatMap(({ sheets }) => sheets.map(({ name }) => name))]);
  for (const { name, isHidden } of structure.sheets) {
    if (!own.has(name)) alterations.add('structure', 'sheet-added', { name });
    if (isHidden) alterations.add('hidden', 'sheet-hidden', { name });
  }
  const expectedNames = [...tables.flatMap(({ sheets }) => sheets.map(({ name }) => name)), EVIDENCE_NAME];
  const found = structure.sheets.map(({ name }) => name).filter((name) => own.has(name));
  const moved = found.find((name, at) => name !== expectedNames.filter((each) => found.includes(each))[at]);
  if (moved !== undefined) alterations.add('structure', 'sheets-reordered', { name: moved });
  for (const name of structure.names) alterations.add('structure', 'name-added', { name });
  for (const name of structure.foreignParts) alterations.add('structure', 'part-added', { name });
  if (charts !== null && structure.drawn !== charts)
    alterations.add('structure', 'drawings', { name: '', found: String(structure.drawn) });
  if (drawn !== null) checkCharts(drawn, structure.charts, alterations);
  if (structure.countsFrom1904) alterations.add('format', 'date-system', { name: '' });
  if (structure.isAsShown) alterations.add('format', 'number-disguised', { name: '' });
  checkSurroundings(EVIDENCE_NAME, null, structure.evidence, alterations);
}

/** @param table null: of a sheet of which any column may be looked at */
export function checkSurroundings(
  sheet: string,
  table: TableEvidence | null,
  { head, tail }: Surroundings,
  alterations: Alterations,
): void {
  const columns = table?.columns.length ?? EVIDENCE_COLUMNS;
  const isUnseen = (format: ReadonlyMap<string, string>): boolean =>
    isTrue(format.get('zeroHeight')) || isUnreadHeight(format.get('defaultRowHeight'));
  if (attributesOf(head, 'sheetFormatPr').some(isUnseen))
    alterations.add('hidden', 'rows-hidden-by-default', { name: sheet });
  const unreached = rowsAbove(head);
  if (unreached > 0)
    alterations.add('hidden', 'row-hidden', { name: '', cell: `${sheet}!1:${unreached}` }, unreached);
  for (const col of attributesOf(head, 'col')) {
    const [from, to] = [Number(col.get('min') ?? 0) - 1, Number(col.get('max') ?? 0) - 1];
    const isHidden = isTrue(col.get('hidden')) || Number(col.get('width') ?? NaN) <= NARROWEST_READ;
    if (!isHidden || from >= columns || to < from) continue;
    const last = Math.min(to, columns - 1);
    const letters = [from, last].map((each) => columnLetters(Math.max(0, each)));
    const name = (table?.columns ?? []).slice(from, last + 1).map(([each]) => each);
    alterations.add(
      'hidden',
      'columns-hidden',
      { name: name.join(', '), cell: `${sheet}!${letters.join(':')}` },
      last - from + 1,
    );
  }
  for (const merged of attributesOf(tail, 'mergeCell'))
    alterations.add('structure', 'cells-merged', { name: '', cell: `${sheet}!${merged.get('ref') ?? ''}` });
  for (const choices of attributesOf(tail, 'dataValidation'))
    alterations.add('structure', 'choices', { name: '', cell: `${sheet}!${choices.get('sqref') ?? ''}` });
  const conditional = [
    ...attributesOf(tail, 'conditionalFormatting'),
    ...attributesOf(tail, 'x14:conditionalFormatting'),
  ];
  for (const each of conditional)
    alterations.add('format', 'conditional-format', {
      name: '',
      cell: `${sheet}!${each.get('sqref') ?? ''}`,
    });
}

/** Rows above those that a frozen sheet begins with: it was scrolled when it was frozen, and nobody gets there any more. */
function rowsAbove(head: string): number {
  const isFrozen = attributesOf(head, 'pane').some((each) => /^frozen/.test(each.get('state') ?? ''));
  const [view] = attributesOf(head, 'sheetView');
  const first = Number(/\d+$/.exec(view?.get('topLeftCell') ?? '')?.[0] ?? 1);
  return isFrozen ? first - 1 : 0;
}

/** The evidence stands in so many. */
const EVIDENCE_COLUMNS = 6;
/** In characters. */
const NARROWEST_READ = 0.5;
