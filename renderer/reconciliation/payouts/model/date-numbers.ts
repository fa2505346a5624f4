/** Numbers that may as well be a date: `20261014` is a settlement, or the day on which a bank writes. */

/** The orders in which dates are written. */
const ORDERS: readonly (readonly ('year' | 'month' | 'day')[])[] = [
  ['year', 'month', 'day'],
  ['day', 'month', 'year'],
  ['month', 'day', 'year'],
  ['year', 'month'],
  ['month', 'year'],
];

/** Digits of an hour, a counter or a branch that may follow a date or stand before it. */
const MAX_BESIDE = 6;
/** Year, month and day in full. */
const FULL = 8;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
/** Shorter ones are told by their length alone to be sure of nothing. */
const MIN = 5;

/** Whether a number, written without zeros before it, is a date as people write them, with a counter or an hour or without. */
export function readsAsDate(number: string): boolean {
  if (!/^\d+$/.test(number) || number.length < MIN) return false;
  return [number, `0${number}`].some(
    (digits) =>
      isDate(digits) ||
      (digits.length > FULL &&
        digits.length <= FULL + MAX_BESIDE &&
        (isDate(digits.slice(0, FULL)) || isDate(digits.slice(-FULL)))),
  );
}

const isDate = (digits: string): boolean => ORDERS.some((order) => isInOrder(digits, order));

/** Whether some digits are just the parts that are left, each with or without its zero or its century. */
function isInOrder(digits: string, [part, ...others]: readonly ('year' | 'month' | 'day')[]): boolean {
  if (part === undefined) return digits === '';
  return (part === 'year' ? [4, 2] : [2, 1]).some((length) => {
    const own = digits.slice(0, length);
    return own.length === length && isPart(part, own) && isInOrder(digits.slice(length), others);
  });
}

function isPart(part: 'year' | 'month' | 'day', digits: string): boolean {
  const value = Number(digits);
  if (part === 'year') return digits.length === 2 || (value >= FIRST_YEAR && value <= LAST_YEAR);
  return value >= 1 && value <= (part === 'month' ? 12 : 31);
}
