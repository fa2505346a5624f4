import { eachAttribute } from '#renderer/data/files/check/xml-scan.ts';
import { refuse } from './refusals.ts';

/** HTML and XML as tags and texts: what stands in files called .xls that are none. Nothing is fetched, nothing is run. */

export type MarkupToken =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly isEmpty: boolean;
    }
  | { readonly kind: 'close'; readonly name: string }
  /** As it stands there, entities read. */
  | { readonly kind: 'text'; readonly text: string };

const LONGEST_TAG = 1 << 16;
/** Comments, and what stands between two tags. */
const LONGEST_TEXT = 1 << 20;
/** Tags whose content is no text. */
const SILENT = /^(?:script|style|title|head)$/;

/** Names in lower case. No character is looked at more often than its piece and those beside it are put together. */
export async function* markupTokens(pieces: AsyncIterable<string>): AsyncGenerator<readonly MarkupToken[]> {
  let rest = '';
  const state: State = { silent: null };
  for await (const piece of pieces) {
    const all = rest + piece;
    const tokens: MarkupToken[] = [];
    const at = takeTokens(all, state, tokens);
    rest = all.slice(at);
    if (rest.length > LONGEST_TEXT) throw refuse('unreadable');
    if (tokens.length > 0) yield tokens;
  }
}

/** `silent`: the element that is passed over. */
type State = { silent: string | null };

/** The tokens that are here whole, and where what is not begins. */
function takeTokens(all: string, state: State, tokens: MarkupToken[]): number {
  let at = 0;
  for (;;) {
    if (state.silent !== null) {
      const end = endOfSilent(all, at, state.silent);
      if (end.isFound) state.silent = null;
      at = end.at;
      if (!end.isFound) return at;
    }
    const markup = nextMarkup(all, at);
    if (markup === null) return at;
    if (markup.from > at) tokens.push(textToken(all.slice(at, markup.from)));
    at = markup.to;
    if (markup.kind === 'literal') tokens.push({ kind: 'text', text: markup.text });
    if (markup.kind !== 'tag') continue;
    const { name, attributes, isEnd } = markup;
    const isEmpty = attributes.endsWith('/');
    if (isEnd) tokens.push({ kind: 'close', name });
    else if (!SILENT.test(name)) {
      tokens.push({ kind: 'open', name, attributes: attributesOf(attributes), isEmpty });
    } else if (!isEmpty) state.silent = name;
  }
}

/** Behind the tag that ends it; where that is not here, as far as it cannot begin before. */
function endOfSilent(
  all: string,
  from: number,
  name: string,
): { readonly isFound: boolean; readonly at: number } {
  const close = new RegExp(`</${name}\\s*>`, 'gi');
  close.lastIndex = from;
  if (close.test(all)) return { isFound: true, at: close.lastIndex };
  return { isFound: false, at: Math.max(from, all.length - LONGEST_SILENT_END) };
}

const LONGEST_SILENT_END = 64;

type Markup = { readonly from: number; readonly to: number } & (
  | { readonly kind: 'passed-over' }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'tag'; readonly name: string; readonly attributes: string; readonly isEnd: boolean }
);

const COMMENT = { open: '<!--', close: '-->' };
const LITERAL = { open: '<![CDATA[', close: ']]>' };

/** A tag, a comment, a declaration; null where the next one is not here whole. A `<` that begins none is a character. */
function nextMarkup(all: string, at: number): Markup | null {
  for (let from = all.indexOf('<', at); from >= 0; from = all.indexOf('<', from + 1)) {
    const first = all.charAt(from + 1);
    // A tag that is not complete yet cannot be told.
    if (all.length - from < LITERAL.open.length && !all.includes('>', from)) return null;
    if (first === '!' || first === '?') return declaration(all, from);
    const begin = first === '/' ? from + 2 : from + 1;
    if (!/[a-zA-Z]/.test(all.charAt(begin))) continue;
    return tag(all, from, begin);
  }
  return null;
}

function declaration(all: string, from: number): Markup | null {
  if (all.startsWith(COMMENT.open, from)) {
    const end = all.indexOf(COMMENT.close, from + COMMENT.open.length);
    return end < 0 ? null : { kind: 'passed-over', from, to: end + COMMENT.close.length };
  }
  if (all.startsWith(LITERAL.open, from)) {
    const begin = from + LITERAL.open.length;
    const end = all.indexOf(LITERAL.close, begin);
    if (end < 0) return null;
    return { kind: 'literal', text: all.slice(begin, end), from, to: end + LITERAL.close.length };
  }
  const end = all.indexOf('>', from);
  const text = all.slice(from, end < 0 ? from + LONGEST_TAG : end);
  // An entity may stand for anything, of any length: no spreadsheet declares any.
  if (/^<!(?:ENTITY|DOCTYPE[^[]*\[)/i.test(text)) throw refuse('entities');
  if (end >= 0) return { kind: 'passed-over', from, to: end + 1 };
  if (all.length - from > LONGEST_TAG) throw refuse('unreadable');
  return null;
}

const NAME = /[\w:.-]*/y;
const LONGEST_NAME = 256;

function tag(all: string, from: number, begin: number): Markup | null {
  NAME.lastIndex = begin;
  NAME.test(all);
  const afterName = NAME.lastIndex;
  const end = endOfTag(all, afterName, from + LONGEST_TAG);
  if (end < 0) {
    if (all.length - from > LONGEST_TAG) throw refuse('unreadable');
    return null;
  }
  const name = all.slice(begin, Math.min(afterName, begin + LONGEST_NAME)).toLowerCase();
  return {
    kind: 'tag',
    name,
    attributes: all.slice(afterName, end),
    isEnd: begin > from + 1,
    from,
    to: end + 1,
  };
}

/** Its `>`, those within the quotes of a value passed over; -1: it is not here, or too far away. */
function endOfTag(all: string, from: number, most: number): number {
  let [quote, before] = ['', ''];
  for (let at = from; at < all.length && at <= most; at += 1) {
    const character = all.charAt(at);
    if (quote !== '') {
      if (character === quote) [quote, before] = ['', ''];
      continue;
    }
    if (character === '>') return at;
    if ((character === '"' || character === "'") && before === '=') quote = character;
    else if (character.trim() !== '') before = character;
  }
  return -1;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  if (!text.includes('=')) return NONE;
  const found = new Map<string, string>();
  eachAttribute(text, (name, value) => found.set(name.toLowerCase(), readEntities(value)), 'bare-too');
  return found;
}

const NONE: ReadonlyMap<string, string> = new Map();

const textToken = (text: string): MarkupToken => ({ kind: 'text', text: readEntities(text) });

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      amp: '&',
      lt: '<',
      gt: '>',
      quot: '"',
      apos: "'",
      nbsp: '\u00a0',
      euro: '€',
      ordm: 'º',
      ordf: 'ª',
      deg: '°',
    },
    ...{
      aacute: 'á',
      eacute: 'é',
      iacute: 'í',
      oacute: 'ó',
      uacute: 'ú',
      ntilde: 'ñ',
      uuml: 'ü',
      ccedil: 'ç',
    },
    ...{
      Aacute: 'Á',
      Eacute: 'É',
      Iacute: 'Í',
      Oacute: 'Ó',
      Uacute: 'Ú',
      Ntilde: 'Ñ',
      Uuml: 'Ü',
      Ccedil: 'Ç',
    },
    ...{
      atilde: 'ã',
      otilde: 'õ',
      acirc: 'â',
      ecirc: 'ê',
      ocirc: 'ô',
      agrave: 'à',
      Atilde: 'Ã',
      Otilde: 'Õ',
    },
    ...{ ndash: '–', mdash: '—', minus: '−', middot: '·', iexcl: '¡', iquest: '¿' },
  }),
);

function readEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES.get(name as string) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
