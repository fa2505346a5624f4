import { RefusedFileError } from './archive.ts';
import { createSharedFormulas, type SharedFormulas } from './shared-formulas.ts';

/** Worksheets as the programs write them that people use (ECMA-376, part 1, 18.3 and 18.4), row by row. */

export type FileValue =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** `style`: its place among the workbook's cell formats. */
export type FileCell = (
  | FileValue
  /** What is computed, and the value that the program which saved it left beside it. */
  | { readonly kind: 'formula'; readonly formula: string; readonly value: FileValue | null }
) & { readonly style: number };

/** `number`: its place on the sheet, from 1. Cells by column, from 0; the empty ones are not there. */
export type FileRow = {
  readonly number: number;
  readonly cells: ReadonlyMap<number, FileCell>;
  readonly isHidden: boolean;
};

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
  const formulas = createSharedFormulas();
  for await (const rows of elements(chunks, 'row')) {
    yield rows.map((xml) => {
      const tag = xml.slice(0, xml.indexOf('>') + 1);
      const number = Number(/\sr=["'](\d+)["']/.exec(tag)?.[1] ?? before + 1);
      if (number <= before || number > LAST_ROW) throw new RefusedFileError('unreadable');
      before = number;
      const cells = cellsOf(xml, number, { shared, formulas });
      return { number, cells, isHidden: /\s(?:hidden=["'](?:1|true)|ht=["']0*\.?0*["'])/.test(tag) };
    });
  }
}

const CELL = /<c(?=[\s/>])([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g;
const VALUE = /<v(?:\s[^>]*)?>([^<]*)<\/v>/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** What cells refer to: texts, and formulas that are written once for many cells. */
type Sharing = { readonly shared: readonly string[]; readonly formulas: SharedFormulas };

function cellsOf(xml: string, row: number, sharing: Sharing): ReadonlyMap<number, FileCell> {
  const cells = new Map<number, FileCell>();
  let before = -1;
  for (const [, attributes = '', content = ''] of xml.matchAll(CELL)) {
    const letters = /(?:^|\s)r="([A-Z]{1,3})\d+"/.exec(attributes)?.[1];
    const index = letters === undefined ? before + 1 : columnIndex(letters);
    if (index <= before || index >= LAST_COLUMN) throw new RefusedFileError('unreadable');
    before = index;
    const value = readValue(/(?:^|\s)t="(\w+)"/.exec(attributes)?.[1] ?? 'n', content, sharing.shared);
    const style = Number(/(?:^|\s)s="(\d{1,6})"/.exec(attributes)?.[1] ?? 0);
    const formula = formulaOf(content, { column: index, row }, sharing.formulas);
    if (formula !== null) cells.set(index, { kind: 'formula', formula, value, style });
    else if (value !== null) cells.set(index, { ...value, style });
  }
  return cells;
}

/** Null where the cell computes nothing. */
function formulaOf(
  content: string,
  place: { readonly column: number; readonly row: number },
  formulas: SharedFormulas,
): string | null {
  const begin = content.search(/<f[\s/>]/);
  if (begin < 0) return null;
  const end = content.indexOf('>', begin);
  if (end < 0) throw new RefusedFileError('unreadable');
  const tag = content.slice(begin, end + 1);
  const close = tag.endsWith('/>') ? -1 : content.indexOf('</f>', end);
  const text = close < 0 ? '' : plainText(content.slice(end + 1, close));
  const attribute = (name: string) => new RegExp(`\\s${name}=["'](\\w+)["']`).exec(tag)?.[1];
  switch (attribute('t')) {
    case 'shared':
      return formulas.textOf(attribute('si') ?? '', text, place);
    case undefined:
    case 'normal':
      return text;
    // Of a range, or a table of what would be: none that this program writes.
    default:
      return `{${text}}`;
  }
}

function readValue(type: string, content: string, shared: readonly string[]): FileValue | null {
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
function textCell(text: string): FileValue | null {
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
        [...attributes.matchAll(/([\w:]+)=(?:"([^"]*)"|'([^']*)')/g)].map(
          ([, key = '', double, single = '']) => [key, plainText(double ?? single)],
        ),
      ),
  );
}
