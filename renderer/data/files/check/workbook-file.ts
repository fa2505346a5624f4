import { parseEvidence, type WorkbookEvidence } from '#renderer/data/files/evidence/evidence.ts';
import { EVIDENCE_JSON_NAME } from '#renderer/data/files/xlsx/evidence-lines.ts';
import { EVIDENCE_NAME } from '#renderer/data/files/xlsx/evidence-sheet.ts';
import { type Archive, openArchive, RefusedFileError } from './archive.ts';
import { type CellFormats, readCellFormats } from './cell-formats.ts';
import { attributesOf, type FileRow, readSharedTexts, sheetRows } from './sheet-rows.ts';
import { type Surroundings, withSurroundings } from './sheet-surroundings.ts';
import { shortPart } from './short-part.ts';
import { readStructure, type WorkbookStructure } from './workbook-structure.ts';

/** A workbook that this program wrote, whatever program saved it since: its evidence, and its rows one after the other. */

export type WorkbookFile = {
  readonly proof: WorkbookEvidence;
  /** The readable cells of the evidence sheet, by name, of all that has a second cell: facts, and exact sums. */
  readonly recorded: ReadonlyMap<string, readonly string[]>;
  /** The same row by row, up to what this program reads. */
  readonly evidenceRows: readonly FileRow[];
  readonly structure: WorkbookStructure;
  readonly formats: CellFormats;
  /** Null: there is no such sheet any more. `tell` hears what stands around its rows once they are read. */
  readonly rowsOf: (
    sheet: string,
    report?: (surroundings: Surroundings) => void,
  ) => AsyncGenerator<readonly FileRow[]> | null;
  readonly close: () => Promise<void>;
};

const MAX_EVIDENCE_ROWS = 20_000;

export async function openWorkbook(file: Blob): Promise<WorkbookFile> {
  const archive = await openArchive(file);
  try {
    const workbook = await shortPart(archive, await workbookPath(archive));
    const sheets = await sheetParts(archive, workbook);
    const evidence = sheets.get(EVIDENCE_NAME);
    if (evidence === undefined) throw new RefusedFileError('no-evidence');
    const strings = 'xl/sharedStrings.xml';
    const shared = archive.has(strings) ? await readSharedTexts(archive.read(strings)) : [];
    let around: Surroundings = { head: '', tail: '' };
    const chunks = withSurroundings(archive.read(evidence), (surroundings) => {
      around = surroundings;
    });
    const { recorded, json, rows: evidenceRows } = await readEvidence(sheetRows(chunks, shared));
    if (json === '') throw new RefusedFileError('no-evidence');
    const reading = parseEvidence(json);
    if (reading.kind === 'newer') throw new RefusedFileError('newer');
    if (reading.kind === 'damaged') throw new RefusedFileError('damaged-evidence');
    return {
      proof: reading.proof,
      recorded,
      evidenceRows,
      structure: await readStructure(archive, workbook, around),
      formats: readCellFormats(archive.has(STYLES) ? await shortPart(archive, STYLES) : ''),
      rowsOf: (sheet, report = () => undefined) => {
        const path = sheets.get(sheet);
        return path === undefined ? null : sheetRows(withSurroundings(archive.read(path), report), shared);
      },
      close: archive.close,
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

const STYLES = 'xl/styles.xml';

/** Where the archive says that its workbook is. */
async function workbookPath(archive: Archive): Promise<string> {
  const relationships = attributesOf(await shortPart(archive, '_rels/.rels'), 'Relationship');
  const target = relationships
    .find((each) => /\/officeDocument$/.test(each.get('Type') ?? ''))
    ?.get('Target');
  const path = target?.replace(/^\.?\//, '') ?? '';
  // The parts that it names are looked for beside this one only.
  if (path !== WORKBOOK) throw new RefusedFileError(archive.has(WORKBOOK) ? 'unreadable' : 'not-workbook');
  return path;
}

const WORKBOOK = 'xl/workbook.xml';

/** Sheets by name, with their parts. */
async function sheetParts(archive: Archive, workbook: string): Promise<ReadonlyMap<string, string>> {
  const relationships = await shortPart(archive, 'xl/_rels/workbook.xml.rels');
  const targets = new Map(
    attributesOf(relationships, 'Relationship').map((each) => [each.get('Id'), each.get('Target') ?? '']),
  );
  const partOf = (target: string): string =>
    target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
  return new Map(
    attributesOf(workbook, 'sheet').flatMap((sheet) => {
      const path = partOf(targets.get(sheet.get('r:id')) ?? '');
      return archive.has(path) ? [[sheet.get('name') ?? '', path]] : [];
    }),
  );
}

async function readEvidence(rows: AsyncIterable<readonly FileRow[]>) {
  const recorded = new Map<string, string[]>();
  const kept: FileRow[] = [];
  let json = '';
  for await (const some of rows) {
    for (const row of some) {
      const { number, cells } = row;
      if (number > MAX_EVIDENCE_ROWS) throw new RefusedFileError('too-large');
      const [name, value] = [cells.get(0), cells.get(1)];
      const isProof = name?.kind === 'text' && name.text === EVIDENCE_JSON_NAME;
      kept.push(isProof ? { ...row, cells: new Map([...cells].filter(([column]) => column > 1)) } : row);
      if (name?.kind !== 'text' || value === undefined || value.kind === 'formula') continue;
      if (name.text === EVIDENCE_JSON_NAME) json += value.text;
      else if (recorded.get(name.text)?.push(value.text) === undefined) recorded.set(name.text, [value.text]);
    }
  }
  return { recorded, json, rows: kept };
}
