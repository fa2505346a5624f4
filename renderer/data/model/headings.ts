import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fold } from '#shared/base/fold.ts';

/** How the headings of a file's columns are compared: as the same heading, as the same header, as the same thing. */

/**
 * A heading without what differs from file to file: accents, case, `N°`/`Nº`/`Nro.`, punctuation, «de» and «del», the currency.
 * What is kept under a fingerprint is found again by it: it stays as it is.
 */
export function normalHeader(text: string): string {
  return fold(text)
    .replace(/[\ufeff\u200b\u200e\u200f]/g, '')
    .replace(CURRENCY, ' ')
    .replace(/#|\bn[°º]/g, ' n ')
    .replace(/%/g, ' pct ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(?:numero|nro|num|no)\b/g, 'n')
    .replace(/\b(?:del?|la|las|los|el)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

const CURRENCY = /\((ars|bob|brl|clp|cop|mxn|pen|pyg|usd|uyu)\)/;

/** The same for headers that differ in order, case, accents or empty columns only. */
export function headerFingerprint(headers: readonly string[]): string {
  const names = headers.map(normalHeader).filter((name) => name !== '');
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(names.sort())))).slice(0, 32);
}

/** A unit of currency, or of how a day is written: says nothing of what the column is. */
const UNIT = String.raw`(?:us|r|mx|ar|s\/)?\$|pesos?|reales|reais|soles|ars|bob|brl|clp|cop|mxn|pen|pyg|usd|uyu|[dmayhs]{1,4}(?:[-/. :][dmayhs]{1,4})+`;
const BRACKETED_UNIT = new RegExp(String.raw`[([]\s*(?:${UNIT})\s*[)\]]`, 'gi');
const LAST_UNIT = new RegExp(String.raw`\s(?:${UNIT})\s*$`, 'i');

/** No heading is longer; a cell of a file may be. */
const MAX_HEADING = 200;

/** The key of a column by its heading: «N° de Orden», «nro_orden» and «Numero Orden», «Monto (CLP)» and «MONTO $» are one. */
export function headingKey(text: string): string {
  const words = text
    .slice(0, MAX_HEADING)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .replace(BRACKETED_UNIT, ' ')
    .replace(LAST_UNIT, ' ');
  // «De» alone is a name: of the day from which something holds.
  return normalHeader(words) || fold(words).trim();
}

/** The same where what stands in parentheses is a remark: «Costo (sin IVA)» is a cost. */
export const plainHeadingKey = (text: string): string =>
  headingKey(text.slice(0, MAX_HEADING).replace(/\([^)]*\)/g, ' '));
