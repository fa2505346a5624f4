import { RefusedFileError } from './archive.ts';
import { createPieceTest, endOfTag, findTag } from './xml-scan.ts';

/** The parts of a worksheet before its rows and after them, gathered while its rows are read. */

export type Surroundings = { readonly head: string; readonly tail: string };

/** No program writes so much around the rows. */
const LONGEST = 4_000_000;
const ROWS = 'sheetData';
const END = `</${ROWS}>`;

/** The same chunks, however short they are; `report` hears what stood around the rows when the last was taken. */
export async function* withSurroundings(
  chunks: AsyncIterable<string>,
  report: (surroundings: Surroundings) => void,
): AsyncGenerator<string> {
  let [head, tail, seam] = ['', '', ''];
  let state: 'head' | 'rows' | 'tail' = 'head';
  /** Where in the head the tag of the rows may begin. */
  let from = 0;
  // Comments, doctypes and the like change what the rest means; no spreadsheet writes them.
  const declares = createPieceTest(/<!/, 2);
  for await (const chunk of chunks) {
    if (declares(chunk)) throw new RefusedFileError('unreadable');
    let text = chunk;
    if (state === 'head') {
      head += chunk;
      const begin = findTag(head, ROWS, from);
      const end = begin < 0 ? -1 : endOfTag(head, begin);
      from = begin < 0 ? Math.max(0, head.length - ROWS.length - 1) : begin;
      if (end >= 0) {
        state = head.charAt(end - 1) === '/' ? 'tail' : 'rows';
        text = head.slice(end + 1);
        head = head.slice(0, begin);
      }
    }
    if (state === 'rows') {
      const held = seam + text;
      const end = held.indexOf(END);
      if (end >= 0) {
        tail = held.slice(end + END.length);
        state = 'tail';
      } else seam = held.slice(1 - END.length);
    } else if (state === 'tail') tail += text;
    if (head.length + tail.length > LONGEST) throw new RefusedFileError('too-large');
    yield chunk;
  }
  if (state === 'head') throw new RefusedFileError('unreadable');
  // Rows outside of their place are none to a spreadsheet.
  if (/<row[\s/>]/.test(head) || /<(?:row|sheetData)[\s/>]/.test(tail))
    throw new RefusedFileError('unreadable');
  report({ head, tail });
}
