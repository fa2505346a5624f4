/** Text as people look for it: without regard to case or accents. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const IS_ASCII = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}+/gu;

/** Order of texts in every table: by folded text, then by code units. The same on every machine and language. */
export function compareTexts(left: string, right: string): number {
  const foldedLeft = fold(left);
  const foldedRight = fold(right);
  if (foldedLeft !== foldedRight) return foldedLeft < foldedRight ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A text as part of a file name that every system takes: a-z, 0-9 and single dashes between them; "" may be left. */
export function slug(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
