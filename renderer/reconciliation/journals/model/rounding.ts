import {
  compare,
  fromDecimal,
  round,
  subtract,
  sum,
  toShortestDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { JournalEntry } from './entries.ts';
import { bookingOf, type RuleBook } from './rules.ts';

/**
 * The entry with every line rounded for a file that takes no more decimal places. What the rounding leaves between both sides
 * is a line of its own, so that it still balances and nobody has to look for it. An entry that needs none is as it was.
 */
export function roundedEntry<Entry extends JournalEntry>(
  entry: Entry,
  places: number,
  book: RuleBook,
): Entry {
  const lines = entry.lines.map((line) => {
    const exact = fromDecimal(line.amount);
    const rounded = round(exact, places);
    return compare(exact, rounded) === 0 ? line : { ...line, amount: toShortestDecimal(rounded) };
  });
  const left = subtract(ZERO, sum(lines.map(({ amount }) => fromDecimal(amount))));
  const told = lines.filter(({ amount }) => fromDecimal(amount).units !== 0n);
  if (left.units === 0n) return { ...entry, lines: told };
  const booking = bookingOf(book, 'rounding', entry);
  return {
    ...entry,
    lines: [...told, { line: 'rounding', ...booking, amount: toShortestDecimal(left) }],
  };
}
