import { RefusedFileError } from './archive.ts';

/** The parts of a worksheet before its rows and after them, gathered while its rows are read. */

export type Surroundings = { readonly head: string; readonly tail: string };

/** No program writes so much around the rows. */
const LONGEST = 4_000_000;
const BEGIN = '<sheetData';
const END = '</sheetData>';

/** The same chunks; `tell` hears what stood around the rows when the last was taken. */
export async function* withSurroundings(
  chunks: AsyncIterable<string>,
  report: (surroundings: Surroundings) => void,
): AsyncGenerator<string> {
  let [head, tail, carried] = ['', '', ''];
  let state: 'head' | 'rows' | 'tail' = 'head';
  for await (const chunk of chunks) {
    // Comments, doctypes and the like change what the rest means; no spreadsheet writes them.
    if ((carried + chunk).includes('<!')) throw new RefusedFileError('unreadable');
    let text = carried + chunk;
    if (state === 'head') {
      head += chunk;
      const begin = head.indexOf(BEGIN);
      if (begin >= 0) {
        text = head.slice(begin);
        head = head.slice(0, begin);
        state = 'rows';
      }
    }
    if (state === 'rows') {
      const end = text.indexOf(END);
      const isEmpty = /^<sheetData\s*\/>/.test(text);
      if (end >= 0 || isEmpty) {
        tail = isEmpty ? text : text.slice(end + END.length);
        state = 'tail';
      }
    } else if (state === 'tail') tail += chunk;
    carried = chunk.slice(-END.length);
    if (head.length + tail.length > LONGEST) throw new RefusedFileError('too-large');
    yield chunk;
  }
  if (state === 'head') throw new RefusedFileError('unreadable');
  // Rows outside of their place are none to a spreadsheet.
  if (/<row[\s/>]/.test(head) || /<row[\s/>]|<sheetData[\s/>]/.test(tail.replace(/^<sheetData\s*\/>/, '')))
    throw new RefusedFileError('unreadable');
  report({ head, tail });
}
