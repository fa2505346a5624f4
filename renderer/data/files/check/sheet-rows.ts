import { RefusedFileError } from './archive.ts';
import { createSharedFormulas, type SharedFormulas } from './shared-formulas.ts';
import {
  attributeOf,
  createPieceTest,
  eachAttribute,
  elementsIn,
  endOfTag,
  findTag,
  nextElement,
  tagsIn,
} from './xml-scan.ts';

/** Worksheets as the programs write them that people use (ECMA-376, part 1, 18.3 and 18.4), row by row. */

export type FileValue =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** `style`: its place among the workbook's cell formats. */
export type FileCell = (
  | FileValue
  /** A formula, and the value that the program which saved the file left beside it. */
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

/** Neither stands in what a spreadsheet writes, and both change what the rest means. */
const DECLARATION = /<!(?:DOCTYPE|\[CDATA)/;
const LONGEST_DECLARATION = 9;

/**
 * The elements of one name, in order, without nesting, as texts: of an unending part as little is held as can be, and no
 * character of it is looked at again. Long: one state, over the chunks once.
 */
export async function* elements(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncGenerator<readonly string[]> {
  const close = `</${name}>`;
  /** Outside of elements: what may be the beginning of one. */
  let rest = '';
  /** Within one: what of it is here, and the last characters of that, among which its end may begin. */
  let held: string[] = [];
  let heldLength = 0;
  let tail = '';
  const hold = (text: string, content: string): void => {
    held.push(text);
    heldLength += text.length;
    tail = (tail + content).slice(1 - close.length);
    if (heldLength > LONGEST_ROW) throw new RefusedFileError('too-large');
  };
  const declares = createPieceTest(DECLARATION, LONGEST_DECLARATION);
  for await (const chunk of chunks) {
    if (declares(chunk)) throw new RefusedFileError('unreadable');
    const found: string[] = [];
    let text = chunk;
    if (heldLength > 0) {
      const at = (tail + text).indexOf(close);
      if (at < 0) {
        hold(text, text);
        continue;
      }
      const end = at + close.length - tail.length;
      found.push(held.join('') + text.slice(0, end));
      [held, heldLength, tail, text] = [[], 0, '', text.slice(end)];
    }
    const all = rest + text;
    rest = '';
    for (let done = 0; ; ) {
      const begin = findTag(all, name, done);
      const endOfOpen = begin < 0 ? -1 : endOfTag(all, begin);
      if (begin < 0 || endOfOpen < 0) {
        // A possible beginning of another tag stays.
        rest = all.slice(begin < 0 ? Math.max(done, all.length - name.length - 1) : begin);
        break;
      }
      if (all.charAt(endOfOpen - 1) === '/') {
        done = endOfOpen + 1;
        found.push(all.slice(begin, done));
        continue;
      }
      const at = all.indexOf(close, endOfOpen + 1);
      if (at < 0) {
        hold(all.slice(begin), all.slice(endOfOpen + 1));
        break;
      }
      done = at + close.length;
      found.push(all.slice(begin, done));
    }
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
      const number = rowNumber(xml) ?? before + 1;
      if (!(number > before && number <= LAST_ROW)) throw new RefusedFileError('unreadable');
      before = number;
      const cells = cellsOf(xml, number, { shared, formulas });
      return { number, cells, isHidden: isHiddenRow(xml) };
    });
  }
}

/** By its tag: hidden, or of no height. */
function isHiddenRow(xml: string): boolean {
  const attributes = xml.slice('<row'.length, endOfTag(xml, 0));
  const hidden = attributeOf(attributes, 'hidden');
  return hidden === '1' || hidden === 'true' || isUnreadHeight(attributeOf(attributes, 'ht'));
}

/** In points: of a row so low nothing is read. */
const LOWEST_READ = 3;
export const isUnreadHeight = (height: string | undefined): boolean =>
  height !== undefined && Number(height) < LOWEST_READ;

/** As the tag of a row says it; null: it says none. Not a number where it says anything else. */
export function rowNumber(xml: string): number | null {
  const written = attributeOf(xml.slice('<row'.length, endOfTag(xml, 0)), 'r');
  return written === undefined ? null : /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Shared parts that cells refer to: texts, and formulas that are written once for many cells. */
type Sharing = { readonly shared: readonly string[]; readonly formulas: SharedFormulas };

function cellsOf(xml: string, row: number, sharing: Sharing): ReadonlyMap<number, FileCell> {
  const cells = new Map<number, FileCell>();
  let before = -1;
  for (const { attributes, content } of elementsIn(xml, 'c')) {
    const letters = /^([A-Z]{1,3})\d+$/.exec(attributeOf(attributes, 'r') ?? '')?.[1];
    const index = letters === undefined ? before + 1 : columnIndex(letters);
    if (index <= before || index >= LAST_COLUMN) throw new RefusedFileError('unreadable');
    before = index;
    const value = readValue(attributeOf(attributes, 't') ?? 'n', content, sharing.shared);
    const style = Number(/^\d{1,6}$/.exec(attributeOf(attributes, 's') ?? '')?.[0] ?? 0);
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
    // A formula of a range, or a table of what would be: none that this program writes.
    default:
      return `{${text}}`;
  }
}

function readValue(type: string, content: string, shared: readonly string[]): FileValue | null {
  if (type === 'inlineStr') return textCell(textsOf(content));
  const value = nextElement(content, 'v')?.content;
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

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Characters of an element: of XML, and then of this format's own escapes. */
export function plainText(xml: string): string {
  // Most have none of what is replaced here.
  if (!/[\r&_]/.test(xml)) return xml;
  return xml
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{2,4}));/g, (whole, hex, decimal, name) => {
      if (name !== undefined) return ENTITIES.get(name as string) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The text of a cell or of a shared string, its runs put together; how it is pronounced is none of it. */
export function textsOf(xml: string): string {
  let text = '';
  for (const { content } of elementsIn(xml.includes('<rPh') ? withoutReadings(xml) : xml, 't')) {
    if (!content.includes('<')) text += plainText(content);
  }
  return text;
}

function withoutReadings(xml: string): string {
  let rest = '';
  let done = 0;
  for (const { from, to } of elementsIn(xml, 'rPh')) {
    rest += xml.slice(done, from);
    done = to;
  }
  return rest + xml.slice(done);
}

/** They are needed by number, all of them: the only thing of a file that is held. */
const MAX_SHARED_CHARACTERS = 100_000_000;

export async function readSharedStrings(chunks: AsyncIterable<string>): Promise<readonly string[]> {
  const texts: string[] = [];
  let characters = 0;
  for await (const found of elements(chunks, 'si')) {
    for (const xml of found) {
      const text = textsOf(xml);
      characters += text.length;
      if (characters > MAX_SHARED_CHARACTERS) throw new RefusedFileError('too-large');
      texts.push(text);
    }
  }
  return texts;
}

/** Attributes of the elements of a name, of a part that is short. */
export function attributesOf(xml: string, name: string): readonly ReadonlyMap<string, string>[] {
  return Array.from(tagsIn(xml, name), (attributes) => {
    const found = new Map<string, string>();
    eachAttribute(attributes, (key, value) => found.set(key, plainText(value)));
    return found;
  });
}
