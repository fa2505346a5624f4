import { type FileCell, fileCellText } from '#renderer/data/model/file-cells.ts';
import { MAPPED_FIELDS, type MappedField } from '#renderer/data/model/statement-answers.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { readAmountTexts } from './cell-columns.ts';
import { readDateTexts } from './date-columns.ts';

/** Guesses a column by its cells, whatever its heading says. */

type Cells = readonly (FileCell | undefined)[];

/** To read days by where their year does not matter. */
export const ANY_DAY = '2000-12-31' as LocalDate;
/** So much of a column may be something else: notes, a foot. */
const MAX_OTHER = 0.2;

const LETTER = /^(?:[acdh+-]|cr|db|dr|abono|cargo|cr[eé]dito|d[eé]bito|debe|haber|credit|debit)\.?$/i;
const CURRENCY = /^(?:[a-z]{3}|(?:us|r|mx)?\$|uf)$/i;
/** A number, a code: digits in it, and hardly a space. */
const ID = /^(?=.*\d)\S{1,40}(?: \S{1,20})?$/;
/** As ids of goods are called, digits or none. */
const CODE = /^\S{1,40}(?: \S{1,20}){0,2}$/;
const WITH_PLACES = /^[-$(\s]*[\d.,]*[.,]\d{1,2}\s*[)-]?$/;

/** The fields that the cells of a column may be of; of an empty one only money that went one way. */
export function fieldsWithin(cells: Cells): ReadonlySet<MappedField> {
  const texts = cells.map((cell) => fileCellText(cell).trim()).filter((text) => text !== '');
  if (texts.length === 0) return new Set(['in', 'out']);
  const areMost = (isOne: (text: string) => boolean): boolean =>
    texts.filter((text) => !isOne(text)).length <= texts.length * MAX_OTHER;
  const filled = cells.filter((cell) => fileCellText(cell).trim() !== '');
  const days = atOnce(readDateTexts(filled, { today: ANY_DAY }));
  const isDates = days.doubts.length <= texts.length * MAX_OTHER && days.convention !== 'mixed';
  const amounts = atOnce(readAmountTexts(filled));
  const isAmounts =
    amounts.doubts.length <= texts.length * MAX_OTHER && amounts.cells.some((amount) => amount !== null);
  const isDayOrSum = (text: string): boolean =>
    WITH_PLACES.test(text) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}\b/.test(text);
  const isId = areMost((text) => ID.test(text) && !isDayOrSum(text));
  const isCode = areMost((text) => CODE.test(text) && !isDayOrSum(text));
  const isWords = areMost((text) => /\p{L}/u.test(text)) && !isDates;
  const isCurrency = areMost((text) => CURRENCY.test(text));
  const holds = (field: MappedField): boolean => {
    switch (field) {
      case 'letter':
        return areMost((text) => LETTER.test(text));
      case 'date':
      case 'released':
        return isDates;
      case 'order':
      case 'suborder':
      case 'settlement':
      case 'operation':
        return isId;
      case 'sku':
        return isCode;
      case 'currency':
        return isCurrency;
      case 'movement':
      case 'description':
        return isWords;
      default:
        return isAmounts;
    }
  };
  return new Set(MAPPED_FIELDS.filter(holds));
}
