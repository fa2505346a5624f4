import { fold } from '#shared/base/fold.ts';

/** Which currency an amount, a heading, a cell of a column of currencies or a number format names. */

/** As ISO 4217 has it, or `$`: that of whoever writes it, where that one has this sign. */
export type WrittenCurrency = string;
export const DOLLAR_SIGN: WrittenCurrency = '$';

/** Currencies whose own sign is a bare `$`. */
const WITH_DOLLAR_SIGN = new Set('ARS AUD CAD CLP COP MXN USD UYU'.split(' '));

/** Folded to capitals, without points and blanks. */
const MARKS: ReadonlyMap<string, WrittenCurrency> = new Map(
  Object.entries({
    $: DOLLAR_SIGN,
    US$: 'USD',
    U$S: 'USD',
    U$D: 'USD',
    USD$: 'USD',
    DOLAR: 'USD',
    DOLARES: 'USD',
    MX$: 'MXN',
    AR$: 'ARS',
    CL$: 'CLP',
    COL$: 'COP',
    $U: 'UYU',
    UY$: 'UYU',
    R$: 'BRL',
    REAL: 'BRL',
    REAIS: 'BRL',
    REALES: 'BRL',
    'S/': 'PEN',
    SOL: 'PEN',
    SOLES: 'PEN',
    BS: 'BOB',
    UF: 'CLF',
    PESO: DOLLAR_SIGN,
    PESOS: DOLLAR_SIGN,
    '€': 'EUR',
    EURO: 'EUR',
    EUROS: 'EUR',
    '£': 'GBP',
    '¥': 'JPY',
    '₡': 'CRC',
    '₲': 'PYG',
    GS: 'PYG',
    '₱': 'PHP',
  }),
);
const CODE = /^(?:ARS|BOB|BRL|CLF|CLP|COP|CRC|EUR|GBP|JPY|MXN|PEN|PYG|USD|UYU)$/;
const LONGEST = 12;

function readMark(text: string): WrittenCurrency | null {
  if (text === '' || text.length > LONGEST) return null;
  const plain = text
    .normalize('NFD')
    .replace(/[\p{M}\s.]/gu, '')
    .toUpperCase();
  const marked = MARKS.get(plain);
  if (marked !== undefined) return marked;
  // CLP$, $CLP, $ CLP
  const code = plain.replace(/^\$|\$$/, '');
  return CODE.test(code) ? code : null;
}

const AROUND = /^([^\d]*)\d(?:.*\d)?([^\d]*)$/su;
/** Signs of an amount, and what has no width: no part of what names a currency. */
const SIGNS = /[-+()\u2212\u2010-\u2013\u200e\u200f\u2060\ufeff\ufe63\uff0d,]/g;

/**
 * The currency written before or behind an amount's digits: `US$ 12.50`, `100 CLP`, `-R$5`. Null: no currency. Two that
 * are not one come as a name of neither.
 */
export function currencyOfAmount(text: string): WrittenCurrency | null {
  const around = AROUND.exec(text);
  if (around === null) return null;
  const before = readMark((around[1] ?? '').replace(SIGNS, '').trim());
  const after = readMark((around[2] ?? '').replace(SIGNS, '').trim());
  if (before === null || after === null) return before ?? after;
  if (isWrittenAs(before, after)) return after;
  return isWrittenAs(after, before) ? before : `${before} ${after}`;
}

/** The currency that a cell of a column of currencies names: `CLP`, `US$`, `Pesos`. Null: nothing that is known. */
export function currencyOfCell(text: string): WrittenCurrency | null {
  const plain = text.trim();
  return readMark(plain) ?? (/^[A-Z]{3}$/i.test(plain) ? plain.toUpperCase() : null);
}

/** The currency in brackets in a heading: «Costo (USD)», «Monto [US$]», «Total en CLP», «Precio US$». */
export function currencyOfHeading(text: string): WrittenCurrency | null {
  if (text.length > 200) return null;
  const named = /[([]\s*([^()[\]]{1,12}?)\s*[)\]]/.exec(text)?.[1] ?? /\s(\S{1,7})\s*$/.exec(text)?.[1] ?? '';
  // A word may be of the name itself: «Número de sol».
  return /\$|€|[/]/.test(named) || CODE.test(named.toUpperCase()) ? readMark(named) : null;
}

/** «Moneda: USD», «Cuenta corriente en dólares», «Cuenta US$»: a rate of exchange or an amount in a title names none. */
const OF_TITLE =
  /^(?:tipo de )?(?:moneda|divisa|moeda|currency)(?: (?:de la )?cuenta)?\s*[:=·-]?\s*(.+)$|\b(?:cuenta|conta|account|cartola|extracto|extrato|movimientos|saldos)\b.*?(?:\b(?:en|em|in)\s+([a-z$\u20ac/]{2,9}(?: (?:america|estadouniden|chilen|mexican|argentin)\p{L}*)?)|\s[([]?(us\$|u\$s|usd|eur)[)\]]?)\s*(?:n[°º.].*)?$/u;
const ADJECTIVE =
  /\s+(?:de los|america|estadouniden|chilen|mexican|argentin|colombian|uruguay|peruan)\p{L}*.*$/u;

/** What a title says that a whole file is in; null: nothing that is known. */
export function currencyOfTitle(title: string): WrittenCurrency | null {
  const found = OF_TITLE.exec(fold(title.trim()));
  const named = found?.[1] ?? found?.[2] ?? found?.[3];
  return named === undefined ? null : readMark(named.trim().replace(ADJECTIVE, ''));
}

/** Whether a mark may be of a currency; a bare `$` is of every one that has it as its own sign. */
export const isWrittenAs = (mark: WrittenCurrency, currency: WrittenCurrency): boolean =>
  mark === currency ||
  (mark === DOLLAR_SIGN && WITH_DOLLAR_SIGN.has(currency)) ||
  (currency === DOLLAR_SIGN && WITH_DOLLAR_SIGN.has(mark) && mark !== 'USD');

/** Twice what a spreadsheet takes. */
const LONGEST_FORMAT = 510;
/** Quoted, escaped, or in brackets with a currency, as `[$US$-409]`; a bare sign is drawn as it stands. */
const DRAWN = /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|([$€£¥₡₲₱])|\[[^\]]*\]|_.|\*./gu;

/** The currency that a number format of a workbook draws beside the number. */
export function currencyOfFormat(code: string): WrittenCurrency | null {
  if (code.length > LONGEST_FORMAT) return null;
  const [first = ''] = formatSections(code);
  let drawn = '';
  for (const [, quoted, escaped, bracketed, sign] of first.matchAll(DRAWN)) {
    drawn += quoted ?? escaped ?? bracketed ?? sign ?? '';
  }
  return readMark(drawn.replace(SIGNS, '').trim());
}

/** The sections of a format, of which a quoted or escaped `;` ends none. */
export const formatSections = (code: string): readonly string[] =>
  code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+/gu) ?? [];
