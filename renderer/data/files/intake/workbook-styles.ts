import { attributesOf } from '#renderer/data/files/check/sheet-rows.ts';
import { nextElement } from '#renderer/data/files/check/xml-scan.ts';
import { currencyOfFormat, type WrittenCurrency } from '#renderer/data/model/written-currencies.ts';

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

/** How a cell style shows numbers: as days, or beside a currency that it names. */
export type NumberStyle = { readonly isDate: boolean; readonly currency: WrittenCurrency | null };
export const PLAIN_STYLE: NumberStyle = { isDate: false, currency: null };

/** @param code the format's own; undefined: it is one that every program knows */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return { isDate: isBuiltInDate(id), currency: null };
  return isDateFormat(code)
    ? { isDate: true, currency: null }
    : { isDate: false, currency: currencyOfFormat(code) };
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
