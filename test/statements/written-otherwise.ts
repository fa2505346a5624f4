import {
  AMOUNT,
  between,
  centsOf,
  DAY,
  dayPlaces,
  every,
  everyLine,
  headerOf,
  inStyleOf,
  type Lie,
  type LyingStatement,
  linesAt,
  oneAmount,
  pick,
  sumAsWritten,
  withCells,
  withRows,
} from './lying-rows.ts';

/** Lies of other programs and hands: numbers, days and ids in writings that a bank or a marketplace never uses. */

const ID = /^\d{12,17}$/;
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Every number that names something. */
const everyId =
  (write: (id: string) => string): Lie =>
  (lying) =>
    linesAt(lying).some((at) => lying.rows[at]?.cells.some((cell) => ID.test(cell)))
      ? everyLine(lying, (cells) => cells.map((cell) => (ID.test(cell) ? write(cell) : cell)))
      : null;

const everyDay =
  (write: (day: string, month: string, year: string, sign: string) => string): Lie =>
  (lying) =>
    linesAt(lying).some((at) => lying.rows[at]?.cells.some((cell) => DAY.test(cell)))
      ? everyLine(lying, (cells) =>
          cells.map((cell) => {
            const [, day = '', sign = '', month = '', year = ''] = DAY.exec(cell) ?? [];
            return day === '' ? cell : write(day, month, year, sign);
          }),
        )
      : null;

const isoOf = (cell: string): string => cell.replace(DAY, '$4-$3-$1').slice(0, 10);

/** The day that one line is of. */
const oneDay =
  (write: (day: string) => string | null): Lie =>
  (lying, next) => {
    const at = pick(linesAt(lying), next) ?? -1;
    const { cells = [], means = null, raw } = lying.rows[at] ?? {};
    const meant = means?.date ?? means?.released;
    const places = dayPlaces(cells).filter((place) => isoOf(cells[place] ?? '') === meant);
    const days = places.map((place) => write(cells[place] ?? ''));
    if (places.length === 0 || days.includes(null) || raw !== undefined) return null;
    const lied = cells.map((cell, place) => days[places.indexOf(place)] ?? cell);
    return { ...withCells(lying, at, lied), mustBeDoubted: true };
  };

/** The sum so far, at the foot of a page and at the head of the next. */
const carriedOver: Lie = (lying, next) => {
  const at = between(lying, next);
  const upTo: LyingStatement = { ...lying, rows: lying.rows.slice(0, at) };
  const found = sumAsWritten(upTo);
  if (found === null || sumAsWritten(lying) === null) return null;
  const words = headerOf(lying).map(() => '');
  const place = words.findIndex(
    (_, each) => each !== found.place && !AMOUNT.test(lying.rows[at]?.cells[each] ?? ''),
  );
  if (place < 0) return null;
  const [foot, head] =
    pick(
      [
        ['Suma y sigue', 'Suma anterior'],
        ['Transporte', 'Transporte'],
        ['Van', 'Vienen'],
        ['Subtotal página', 'De la página anterior'],
      ],
      next,
    ) ?? [];
  const row = (word = '') => words.with(place, word).with(found.place, inStyleOf(found.cents, found.style));
  return withRows(lying, at, [row(foot), row(head)]);
};

const negative = (write: (bare: string) => string): Lie =>
  every((cell) => (cell.startsWith('-') ? write(cell.slice(1)) : cell));
const unicodeOnly =
  (lie: Lie): Lie =>
  (lying, next, forms) =>
    forms.isUnicode ? lie(lying, next, forms) : null;
const untyped =
  (lie: Lie): Lie =>
  (lying, next, forms) =>
    forms.isTyped ? null : lie(lying, next, forms);

export const WRITTEN_OTHERWISE: { readonly [name: string]: Lie } = {
  'sums carried over': carriedOver,
  'days with years of two digits': untyped(
    everyDay((day, month, year, sign) => [day, month, year.replace(/^20/, '')].join(sign)),
  ),
  'days with the month in letters': untyped(
    everyDay((day, month, year, sign) => [day, MONTHS[Number(month) - 1], year].join(sign)),
  ),
  'days with points': untyped(everyDay((day, month, year) => `${day}.${month}.${year}`)),
  'a day that no month has': untyped(
    oneDay((day) => (DAY.test(day) ? day.replace(DAY, '31$202$2$4') : null)),
  ),
  'a day of another century': oneDay((day) =>
    /20[23]\d/.test(day) ? day.replace(/20([23]\d)/, '21$1') : null,
  ),
  'one day by the other order': untyped((lying, next) => {
    const told = linesAt(lying).filter((each) =>
      lying.rows[each]?.cells.some((cell) => DAY.test(cell) && Number(cell.slice(0, 2)) > 12),
    );
    const at = pick(told, next);
    // With the only day that tells the order turned around, the file is one of the other order.
    if (told.length < 2) return null;
    const cells = lying.rows[at ?? -1]?.cells ?? [];
    const place = cells.findIndex((cell) => DAY.test(cell) && Number(cell.slice(0, 2)) > 12);
    if (at === undefined || lying.rows[at]?.raw !== undefined) return null;
    return withCells(lying, at, cells.with(place, (cells[place] ?? '').replace(DAY, '$3$2$1$2$4')));
  }),
  exponents: untyped(
    oneAmount((cell) => {
      const cents = centsOf(cell);
      return cents === null || cents % 100_000 !== 0 ? null : `${cents / 100_000}E+03`;
    }, false),
  ),
  'a minus of typographers': unicodeOnly(untyped(negative((bare) => `\u2212${bare}`))),
  'a dash for a minus': unicodeOnly(untyped(negative((bare) => `\u2013${bare}`))),
  'a blank behind the minus': untyped(negative((bare) => `- ${bare}`)),
  'a minus within parentheses': untyped(negative((bare) => `(-${bare})`)),
  'DB behind charges': untyped(
    every((cell) => (cell.startsWith('-') ? `${cell.slice(1)} DB` : `${cell} CR`)),
  ),
  'groups by blanks': untyped(every((cell) => cell.replace(/[.,](?=\d{3}(?:\D|$))/g, ' '))),
  'blanks without width in amounts': unicodeOnly(untyped(every((cell) => `\u200b${cell}`))),
  'ids as texts of formulas': (lying, next, forms) =>
    forms.isText ? everyId((id) => `="${id}"`)(lying, next, forms) : null,
  'an apostrophe before ids': untyped(everyId((id) => `'${id}`)),
  'ids as decimals': untyped(everyId((id) => `${id}.0`)),
  'ids in groups': untyped(everyId((id) => id.replace(/\B(?=(?:\d{3})+$)/g, '.'))),
  'blanks around ids': everyId((id) => ` ${id}\u00a0`),
};
