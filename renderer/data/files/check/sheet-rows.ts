import { RefusedFileError } from './archive.ts';

/** Worksheets as the programs write them that people use (ECMA-376, part 1, 18.3 and 18.4), row by row. */

export type FileCell =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** What is computed: its value follows from other cells. */
  | { readonly kind: 'formula' };

/** `number`: its place on the sheet, from 1. Cells by column, from 0; the empty ones are not there. */
export type FileRow = { readonly number: number; readonly cells: ReadonlyMap<number, FileCell> };

export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;
/** A row of full cells of the longest text would be larger; no table of ours comes near. */
const LONGEST_ROW = 8_000_000;

/** The elements of one name, in order, without nesting, as texts: of an unending part as little is held as can be. */
export async function* elements(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncGenerator<readonly string[]> {
  const open = new RegExp(`<${name}(?=[\\s/>])`, 'g');
  const close = `</${name}>`;
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    const found: string[] = [];
    let at = 0;
    for (;;) {
      open.lastIndex = at;
      const begin = open.exec(rest)?.index;
      if (begin === undefined) {
        // What may be the beginning of another stays.
        at = Math.max(at, rest.length - name.length - 2);
        break;
      }
      at = begin;
      const endOfTag = rest.indexOf('>', begin);
      if (endOfTag < 0) break;
      const isEmpty = rest.charAt(endOfTag - 1) === '/';
      const end = isEmpty ? endOfTag + 1 : rest.indexOf(close, endOfTag) + close.length;
      if (end < endOfTag) break;
      found.push(rest.slice(begin, end));
      at = end;
    }
    rest = rest.slice(at);
    if (rest.length > LONGEST_ROW) throw new RefusedFileError('too-large');
    // Neither stands in what a spreadsheet writes, and both change what the rest means.
    if (/<!(?:DOCTYPE|\[CDATA)/.test(chunk)) throw new RefusedFileError('unreadable');
    if (found.length > 0) yield found;
  }
}

/** Rows in the order they stand in; a row without a number follows the one before. */
export async function* sheetRows(
  chunks: AsyncIterable<string>,
  shared: readonly string[],
): AsyncGenerator<readonly FileRow[]> {
  let before = 0;
  for await (const rows of elements(chunks, 'row')) {
    yield rows.map((xml) => {
      const number = Number(/^<row\b[^>]*?\sr="(\d+)"/.exec(xml)?.[1] ?? before + 1);
      if (number <= before || number > LAST_ROW) throw new RefusedFileError('unreadable');
      before = number;
      return { number, cells: cellsOf(xml, shared) };
    });
  }
}

const CELL = /<c(?=[\s/>])([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g;
const VALUE = /<v(?:\s[^>]*)?>([^<]*)<\/v>/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

function cellsOf(xml: string, shared: readonly string[]): ReadonlyMap<number, FileCell> {
  const cells = new Map<number, FileCell>();
  let before = -1;
  for (const [, attributes = '', content = ''] of xml.matchAll(CELL)) {
    const letters = /(?:^|\s)r="([A-Z]{1,3})\d+"/.exec(attributes)?.[1];
    const index = letters === undefined ? before + 1 : columnIndex(letters);
    if (index <= before || index >= LAST_COLUMN) throw new RefusedFileError('unreadable');
    before = index;
    const cell = cellOf(/(?:^|\s)t="(\w+)"/.exec(attributes)?.[1] ?? 'n', content, shared);
    if (cell !== null) cells.set(index, cell);
  }
  return cells;
}

function cellOf(type: string, content: string, shared: readonly string[]): FileCell | null {
  if (/<f[\s/>]/.test(content)) return { kind: 'formula' };
  if (type === 'inlineStr') return textCell(textsOf(content));
  const value = VALUE.exec(content)?.[1];
  if (value === undefined || value === '') return null;
  if (type === 's') {
    const text = shared[Number(value)];
    if (text === undefined) throw new RefusedFileError('unreadable');
    return textCell(text);
  }
  if (type === 'n' && NUMBER.test(value) && Number.isFinite(Number(value)))
    return { kind: 'number', text: value };
  return textCell(plainText(value));
}

/** An empty text is an empty cell. */
function textCell(text: string): FileCell | null {
  return text === '' ? null : { kind: 'text', text };
}

export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Characters of an element: of XML, and then of this format's own escapes. */
export function plainText(xml: string): string {
  return xml
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{2,4}));/g, (whole, hex, decimal, name) => {
      if (name !== undefined) return ENTITIES[name as string] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The text of a cell or of a shared string, its runs put together; how it is pronounced is none of it. */
export function textsOf(xml: string): string {
  const spoken = xml.includes('<rPh') ? xml.replace(/<rPh[\s\S]*?<\/rPh>/g, '') : xml;
  let text = '';
  for (const [, run = ''] of spoken.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)) text += plainText(run);
  return text;
}

/** They are needed by number, all of them: the only thing of a file that is held. */
const MOST_SHARED_CHARACTERS = 100_000_000;

export async function readSharedStrings(chunks: AsyncIterable<string>): Promise<readonly string[]> {
  const texts: string[] = [];
  let characters = 0;
  for await (const found of elements(chunks, 'si')) {
    for (const xml of found) {
      const text = textsOf(xml);
      characters += text.length;
      if (characters > MOST_SHARED_CHARACTERS) throw new RefusedFileError('too-large');
      texts.push(text);
    }
  }
  return texts;
}

/** Attributes of the elements of a name, of a part that is short. */
export function attributesOf(xml: string, name: string): readonly ReadonlyMap<string, string>[] {
  return [...xml.matchAll(new RegExp(`<${name}(?=[\\s/>])([^>]*)>`, 'g'))].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
          key,
          plainText(value),
        ]),
      ),
  );
}
