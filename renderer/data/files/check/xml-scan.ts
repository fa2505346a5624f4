import { RefusedFileError } from './archive.ts';

/**
 * Tags, elements and attributes in XML that anybody may have written: every character is looked at once. A tag that does not
 * end ends the search, for none behind it does either.
 */

/** No program writes longer ones. */
const LONGEST_TAG = 1 << 16;

const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const MORE = 62;

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
/** Letters, digits and what else names are made of; all that is not ASCII counts as a letter. */
const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 58) ||
  code === 95 ||
  code === 45 ||
  code === 46 ||
  code > 127;

const isBareCode = (code: number): boolean =>
  !isSpace(code) && code !== QUOTE && code !== APOSTROPHE && code !== SLASH && code !== MORE;

/** Where the next tag of that name begins; -1: there is none. */
export function findTag(xml: string, name: string, from: number): number {
  const open = `<${name}`;
  for (let at = xml.indexOf(open, from); at >= 0; at = xml.indexOf(open, at + 1)) {
    const next = xml.charCodeAt(at + open.length);
    if (next === MORE || next === SLASH || isSpace(next)) return at;
  }
  return -1;
}

/**
 * The place of the `>` that ends the tag at `from`, those within quotes passed over; -1: it is not there. Fails where it is
 * longer than any.
 */
export function endOfTag(xml: string, from: number): number {
  const most = Math.min(xml.length, from + LONGEST_TAG);
  let quote = 0;
  for (let at = from; at < most; at += 1) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === QUOTE || code === APOSTROPHE) quote = code;
    else if (code === MORE) return at;
  }
  if (most < xml.length) throw new RefusedFileError('unreadable');
  return -1;
}

export type XmlElement = {
  /** The attributes of its tag, as text. */
  readonly attributes: string;
  readonly content: string;
  /** Where it begins in the text, and where what follows it does. */
  readonly from: number;
  readonly to: number;
};

/** The first of a name from `at` on, up to the first end of that name; null: there is none. Fails where it does not end. */
export function nextElement(xml: string, name: string, at = 0): XmlElement | null {
  const from = findTag(xml, name, at);
  if (from < 0) return null;
  const end = endOfTag(xml, from);
  if (end < 0) throw new RefusedFileError('unreadable');
  const isEmpty = xml.charCodeAt(end - 1) === SLASH;
  const attributes = xml.slice(from + 1 + name.length, isEmpty ? end - 1 : end);
  if (isEmpty) return { attributes, content: '', from, to: end + 1 };
  const close = xml.indexOf(`</${name}>`, end);
  if (close < 0) throw new RefusedFileError('unreadable');
  return { attributes, content: xml.slice(end + 1, close), from, to: close + name.length + 3 };
}

/** All of a name, one after the other. */
export function* elementsIn(xml: string, name: string): Generator<XmlElement> {
  for (let found = nextElement(xml, name); found !== null; found = nextElement(xml, name, found.to)) {
    yield found;
  }
}

/** The attributes of all tags of a name, as texts, whether they end or hold others. */
export function* tagsIn(xml: string, name: string): Generator<string> {
  for (let at = findTag(xml, name, 0); at >= 0; ) {
    const end = endOfTag(xml, at);
    if (end < 0) return;
    yield xml.slice(at + 1 + name.length, end);
    at = findTag(xml, name, end);
  }
}

/** Tells each attribute of a tag with its value, as written between quotes of either kind; in pages also without. */
export function eachAttribute(
  text: string,
  report: (name: string, value: string) => unknown,
  which: 'quoted' | 'bare-too' = 'quoted',
): void {
  for (let at = 0; at < text.length; ) {
    if (!isNameCode(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const from = at;
    while (at < text.length && isNameCode(text.charCodeAt(at))) at += 1;
    const name = text.slice(from, at);
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) !== EQUALS) continue;
    at += 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    const quote = text.charCodeAt(at);
    if (quote !== QUOTE && quote !== APOSTROPHE) {
      const begin = at;
      while (which === 'bare-too' && at < text.length && isBareCode(text.charCodeAt(at))) at += 1;
      if (at > begin) report(name, text.slice(begin, at));
      continue;
    }
    const end = text.indexOf(quote === QUOTE ? '"' : "'", at + 1);
    if (end < 0) return;
    report(name, text.slice(at + 1, end));
    at = end + 1;
  }
}

/** The value of one attribute of a tag; undefined: it has none. */
export function attributeOf(text: string, wanted: string): string | undefined {
  let found: string | undefined;
  eachAttribute(text, (name, value) => {
    if (name === wanted) found ??= value;
  });
  return found;
}

/**
 * Makes the test of a text that comes in pieces for a pattern (without state) that is at most `longest` characters long: found where
 * it lies over a seam too. No piece is copied for it.
 */
export function createPieceTest(pattern: RegExp, longest: number): (piece: string) => boolean {
  let tail = '';
  return (piece) => {
    const seam = tail + piece.slice(0, longest - 1);
    const isFound = pattern.test(piece) || pattern.test(seam);
    tail = (piece.length < longest ? seam : piece).slice(1 - longest);
    return isFound;
  };
}
