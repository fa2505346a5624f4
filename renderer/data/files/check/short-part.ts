import { type Archive, RefusedFileError } from './archive.ts';

/** Parts that name others are some thousand characters long. */
const LONGEST_LIST = 4_000_000;

/** A part of a workbook that is held whole. */
export async function shortPart(archive: Archive, path: string): Promise<string> {
  if (!archive.has(path)) throw new RefusedFileError('not-workbook');
  let text = '';
  for await (const piece of archive.read(path)) {
    text += piece;
    if (text.length > LONGEST_LIST) throw new RefusedFileError('too-large');
  }
  // Comments, doctypes and the like change what the rest means; no spreadsheet writes them.
  if (text.includes('<!')) throw new RefusedFileError('unreadable');
  return text;
}
