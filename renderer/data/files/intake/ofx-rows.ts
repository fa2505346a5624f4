import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { refuse } from './refusals.ts';

/** OFX, of tags that are closed or not, on lines or on none: each line a cell, and each movement on its own. */

const LONGEST = 1 << 20;

export async function* ofxRows(pieces: AsyncIterable<string>): AsyncGenerator<readonly FileRow[]> {
  let rest = '';
  let line = 1;
  let isEnded = false;
  const rowsOf = (parts: readonly string[]): readonly FileRow[] =>
    parts.flatMap((part): FileRow[] => {
      const row = { line, cells: [part.trim()] };
      if (part.endsWith('\n')) line += 1;
      isEnded ||= /<\/OFX>/i.test(part);
      return row.cells[0] === '' ? [] : [row];
    });
  for await (const piece of pieces) {
    rest += piece;
    if (declaresEntities(rest)) throw refuse('entities');
    const parts = rest.split(/(?<=\n)|(?=<STMTTRN>)/i);
    rest = parts.pop() ?? '';
    if (rest.length > LONGEST) throw refuse('long-cell', { line });
    yield rowsOf(parts);
  }
  yield rowsOf([rest]);
  // Elements that hold others are closed in every version: otherwise the file was cut, and its last movements are not
  // in it.
  if (!isEnded) throw refuse('unreadable', { line });
}

/** What a name stands for may be anything, of any length: no bank declares any. */
function declaresEntities(text: string): boolean {
  let [end, bracket] = [-1, -1];
  for (const { index, 1: entity } of text.matchAll(/<!(?:(ENTITY)|DOCTYPE)/gi)) {
    if (entity !== undefined) return true;
    if (end < index) end = text.indexOf('>', index);
    if (bracket < index) bracket = text.indexOf('[', index);
    if (bracket < 0) return /<!ENTITY/i.test(text.slice(index));
    if (end < 0 || bracket < end) return true;
  }
  return false;
}
