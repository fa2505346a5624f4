import { attributesOf } from '#renderer/data/files/check/sheet-rows.ts';
import { nextElement } from '#renderer/data/files/check/xml-scan.ts';
import {
  currencyOfFormat,
  formatSections,
  type WrittenCurrency,
} from '#renderer/data/model/written-currencies.ts';

/** Which of a workbook's cell styles show a number as a date (ECMA-376, part 1, 18.8.30), and which with a currency. */

const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The literal parts of a format: quoted, escaped, of a colour, condition or language. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;
/** Twice what a spreadsheet takes: of what is longer nothing is a date. */
const LONGEST_CODE = 510;

export function isDateFormat(code: string): boolean {
  if (code.length > LONGEST_CODE) return false;
  const [first = ''] = code.replace(LITERAL, '').split(';');
  return /[ymdhs]/i.test(first) && !/general|[0#?](?=.*[0#?])/i.test(first.replace(/s[.,]0+/gi, 's'));
}

/** Blanks, colours and conditions; texts as they stand; places of digits, with an exponent. */
const PIECES = /(_.|\*.|\[[^\]]*\])|"([^"]*)"|\\(.)|([0#?.,]+(?:E[-+])?)|(.)/giu;

/** Whether a number that is not negative is shown as one: with a minus or a parenthesis around it, or in red without a condition. */
export function isNegativeFormat(code: string): boolean {
  if (code.length > LONGEST_CODE) return false;
  const [first = ''] = formatSections(code);
  if (/^\[(?:red|rojo|vermelho)\](?!.*\[[<>=])/i.test(first.trim())) return true;
  let shown = '';
  for (const [, , quoted, escaped, digits, other] of first.matchAll(PIECES)) {
    const text = (quoted ?? escaped ?? other ?? '').replace(/\d/g, '');
    if (digits !== undefined) shown += '0';
    // A word's own hyphen or parentheses are no sign of the number.
    else if (!/\p{L}/u.test(text)) shown += text;
  }
  return /^[^0]*[-(\u2212][^0]*0|0[^0]*[-\u2212][^0]*$/.test(shown);
}

const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10;

/** Whether a number is shown as so many hundredths: 0.315 as 31.5 %. */
export function isPercentFormat(code: string): boolean {
  if (code.length > LONGEST_CODE) return false;
  const [first = ''] = formatSections(code);
  return first.replace(LITERAL, '').split('%').length === 2;
}

/** How a cell style shows numbers: as days, percent, beside a currency that it names, or negative though they are not. */
export type NumberStyle = {
  readonly isDate: boolean;
  readonly currency: WrittenCurrency | null;
  readonly isNegative?: true;
  readonly isPercent?: true;
};
export const PLAIN_STYLE: NumberStyle = { isDate: false, currency: null };

/** @param code the format's own; undefined: it is one that every program knows */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined)
    return {
      ...{ isDate: isBuiltInDate(id), currency: null },
      ...(isBuiltInPercent(id) ? { isPercent: true as const } : {}),
    };
  if (isDateFormat(code)) return { isDate: true, currency: null };
  const currency = currencyOfFormat(code);
  return {
    ...{ isDate: false, currency },
    ...(isNegativeFormat(code) ? { isNegative: true as const } : {}),
    ...(isPercentFormat(code) ? { isPercent: true as const } : {}),
  };
}

/** By a cell's style number. */
export function numberStyles(xml: string): readonly NumberStyle[] {
  const codes = new Map(
    attributesOf(xml, 'numFmt').map((each) => [Number(each.get('numFmtId')), each.get('formatCode') ?? '']),
  );
  const known = new Map<number, NumberStyle>();
  return attributesOf(nextElement(xml, 'cellXfs')?.content ?? '', 'xf').map((each) => {
    const id = Number(each.get('numFmtId') ?? '0');
    const style = known.get(id) ?? numberStyle(id, codes.get(id));
    known.set(id, style);
    return style;
  });
}
