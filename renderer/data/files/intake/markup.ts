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

const LONGEST_TAG = 1 << 20;
/** A tag, a comment, a declaration; where it begins the text before it ends. */
const TAG =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[([\s\S]*?)\]\]>|[!?][^>]*>|(\/?)([a-zA-Z][\w:.-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>)/g;
/** What these hold is no text. */
const SILENT = /^(?:script|style|title|head)$/;

/** Names in lower case. */
export async function* markupTokens(pieces: AsyncIterable<string>): AsyncGenerator<readonly MarkupToken[]> {
  let rest = '';
  let silent: string | null = null;
  for await (const piece of pieces) {
    rest += piece;
    // What a name stands for may be anything, of any length: no spreadsheet declares any.
    if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(rest)) throw refuse('entities');
    const tokens: MarkupToken[] = [];
    let at = 0;
    TAG.lastIndex = 0;
    for (let match = TAG.exec(rest); match !== null; match = TAG.exec(rest)) {
      const [whole, literal, slash, rawName = '', rawAttributes = ''] = match;
      if (silent === null && match.index > at) tokens.push(textToken(rest.slice(at, match.index)));
      at = match.index + whole.length;
      if (literal !== undefined && silent === null) tokens.push({ kind: 'text', text: literal });
      const name = rawName.toLowerCase();
      if (name === '') continue;
      if (silent !== null) {
        if (slash === '/' && name === silent) silent = null;
        continue;
      }
      const isEmpty = rawAttributes.endsWith('/');
      if (slash === '/') tokens.push({ kind: 'close', name });
      else if (SILENT.test(name)) silent = isEmpty ? null : name;
      else tokens.push({ kind: 'open', name, attributes: attributesOf(rawAttributes), isEmpty });
    }
    rest = rest.slice(at);
    if (rest.length > LONGEST_TAG) throw refuse('unreadable');
    if (tokens.length > 0) yield tokens;
  }
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  if (!text.includes('=')) return NONE;
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    found.set(name.toLowerCase(), readEntities(double ?? single ?? bare ?? ''));
  }
  return found;
}

const NONE: ReadonlyMap<string, string> = new Map();
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>/]+))/g;

const textToken = (text: string): MarkupToken => ({ kind: 'text', text: readEntities(text) });

const ENTITIES: { readonly [name: string]: string } = {
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
  ...{ aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', uuml: 'ü', ccedil: 'ç' },
  ...{ Aacute: 'Á', Eacute: 'É', Iacute: 'Í', Oacute: 'Ó', Uacute: 'Ú', Ntilde: 'Ñ', Uuml: 'Ü', Ccedil: 'Ç' },
  ...{ atilde: 'ã', otilde: 'õ', acirc: 'â', ecirc: 'ê', ocirc: 'ô', agrave: 'à', Atilde: 'Ã', Otilde: 'Õ' },
  ...{ ndash: '–', mdash: '—', minus: '−', middot: '·', iexcl: '¡', iquest: '¿' },
};

function readEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
