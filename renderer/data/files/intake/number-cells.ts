import { numberOf } from '#renderer/data/files/check/cell-numbers.ts';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { type DateSystem, serialDate } from '#renderer/data/model/written-dates.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
import type { NumberStyle } from './workbook-styles.ts';

/** Whole numbers are read digit by digit, however long: no double stands between. */
const PLAIN = /^(?:0|-?[1-9]\d{0,29})$/;

/** A workbook's number as a program wrote it, with how it is shown: beside a currency, as percent; or the day that it is shown as. */
export function workbookNumber(
  written: string,
  { isDate, currency, isNegative, isPercent }: NumberStyle,
  system: DateSystem,
): FileCell {
  if (isDate) {
    const date = serialDate(Number(written), system);
    if (date !== undefined)
      return { kind: 'date', text: date.time === null ? date.day : `${date.day}T${date.time}` };
  }
  const text = PLAIN.test(written) ? written : toDecimal(numberOf(written));
  return {
    kind: 'number',
    text,
    ...(currency === null ? {} : { currency }),
    ...(isNegative === true && /^\d.*[1-9]|^[1-9]/.test(text) ? { isShownNegative: true as const } : {}),
    ...(isPercent === true ? { isPercent } : {}),
    ...(system === 1904 ? { system } : {}),
  };
}
