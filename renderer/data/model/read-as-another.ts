/** Texts of which a spreadsheet makes another value when it reads them, whatever quotes stand around them. Pure. */

const MONTHS = [
  'ene(?:ro)?|jan(?:uary|eiro)?|feb(?:rero|ruary)?|fev(?:ereiro)?|mar(?:zo|ch|ço)?|abr(?:il)?|apr(?:il)?|mayo?|maio?',
  'june?|juni?o?|junho|july?|juli?o?|julho|ago(?:sto)?|aug(?:ust)?|sept?(?:iembre|ember)?|setiembre|set(?:embro)?',
  'oct(?:ubre|ober)?|out(?:ubro)?|nov(?:iembre|ember|embro)?|dic(?:iembre)?|dec(?:ember)?|dez(?:embro)?',
].join('|');
const BETWEEN = '(?:[-/., ]{1,2}| de )';

/** A whole number that loses nothing: no zero before it, and few enough digits to be shown as it is. */
const SHORT_NUMBER = /^(?:0|[1-9]\d{0,10})$/;
/** Read as the day it is, by all of them. */
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Digits, what groups them, what makes a day or a time of them, a share or an amount of money. */
const FIGURES = /^(?:R?\$|€)? ?[.,]?\d[\d.,:/% -]*(?:€|[ap]\.? ?m\.?)?$/i;
const IN_BRACKETS = /^\( ?[\d.,]+ ?\)$/;
const EXPONENT = /^\d+(?:[.,]\d*)?e[+-]?\d+$/i;
const NAMED_MONTH = new RegExp(
  `^(?=.*\\d)(?:\\d{1,4}${BETWEEN})?(?:${MONTHS})\\.?(?:${BETWEEN}?\\d{1,4}){0,2}$`,
  'i',
);
const TRUTH = /^(?:true|false|verdadero|falso|verdadeiro)$/i;
/** Nothing longer is a number or a day. */
const LONGEST = 64;

/** Whether Excel, in Spanish, Portuguese or English, shows another value than the text: 2E+15, 7 for 007, a day for 3/4. */
export function isReadAsAnother(text: string): boolean {
  if (text.length > LONGEST) return false;
  const bare = text.replace(/^ +| +$/g, '');
  if (SHORT_NUMBER.test(text) || ISO_DAY.test(text)) return false;
  return [FIGURES, IN_BRACKETS, EXPONENT, NAMED_MONTH, TRUTH].some((form) => form.test(bare));
}
