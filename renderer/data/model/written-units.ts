import { fold } from '#shared/base/fold.ts';

/** Whether a title or a heading says that figures are of others than they show. */

const UNIT =
  /\b(?:en|em|in) (?:miles|milhares|thousands|millones|milhoes|millions)(?! de (?!pesos|dolares|euros|reais|soles|guaranies|bolivianos))\b|(?:^|[\s(/])mm?(?:us)?\$(?=[\s)]|$)/;
const LONGEST = 300;

/** «Expresado en miles de pesos», «(M$)», «In thousands». */
export const tellsUnit = (text: string): boolean => UNIT.test(fold(text.slice(0, LONGEST)));
