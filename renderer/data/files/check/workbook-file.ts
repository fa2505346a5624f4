import { type Proof, readProof } from '#renderer/data/files/proof/proof.ts';
import { EVIDENCE_NAME, PROOF_NAME } from '#renderer/data/files/xlsx/evidence-sheet.ts';
import { type Archive, openArchive, RefusedFileError } from './archive.ts';
import { attributesOf, type FileRow, readSharedStrings, sheetRows } from './sheet-rows.ts';

/** A workbook that this program wrote, whatever program saved it since: its evidence, and its rows one after the other. */

export type WorkbookFile = {
  readonly proof: Proof;
  /** What stands on the evidence sheet for people to read, by name, all that has a second cell: facts, and exact sums. */
  readonly told: ReadonlyMap<string, readonly string[]>;
  /** Null: there is no such sheet any more. */
  readonly rowsOf: (sheet: string) => AsyncGenerator<readonly FileRow[]> | null;
  readonly close: () => Promise<void>;
};

/** Parts that name others are some thousand characters long. */
const LONGEST_LIST = 4_000_000;
const MOST_EVIDENCE_ROWS = 20_000;

export async function openWorkbook(file: Blob): Promise<WorkbookFile> {
  const archive = await openArchive(file);
  try {
    const sheets = await sheetParts(archive);
    const evidence = sheets.get(EVIDENCE_NAME);
    if (evidence === undefined) throw new RefusedFileError('no-evidence');
    const strings = 'xl/sharedStrings.xml';
    const shared = archive.has(strings) ? await readSharedStrings(archive.read(strings)) : [];
    const { told, json } = await readEvidence(sheetRows(archive.read(evidence), shared));
    if (json === '') throw new RefusedFileError('no-evidence');
    const reading = readProof(json);
    if (reading.kind === 'newer') throw new RefusedFileError('newer');
    if (reading.kind === 'damaged') throw new RefusedFileError('damaged-evidence');
    return {
      proof: reading.proof,
      told,
      rowsOf: (sheet) => {
        const path = sheets.get(sheet);
        return path === undefined ? null : sheetRows(archive.read(path), shared);
      },
      close: archive.close,
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

async function shortPart(archive: Archive, path: string): Promise<string> {
  if (!archive.has(path)) throw new RefusedFileError('not-workbook');
  let text = '';
  for await (const piece of archive.read(path)) {
    text += piece;
    if (text.length > LONGEST_LIST) throw new RefusedFileError('too-large');
  }
  return text;
}

/** Sheets by name, with their parts. */
async function sheetParts(archive: Archive): Promise<ReadonlyMap<string, string>> {
  const workbook = await shortPart(archive, 'xl/workbook.xml');
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
  const told = new Map<string, string[]>();
  let json = '';
  for await (const some of rows) {
    for (const { number, cells } of some) {
      if (number > MOST_EVIDENCE_ROWS) throw new RefusedFileError('too-large');
      const [name, value] = [cells.get(0), cells.get(1)];
      if (name?.kind !== 'text' || value === undefined || value.kind === 'formula') continue;
      if (name.text === PROOF_NAME) json += value.text;
      else if (told.get(name.text)?.push(value.text) === undefined) told.set(name.text, [value.text]);
    }
  }
  return { told, json };
}
