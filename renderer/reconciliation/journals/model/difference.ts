import { groupBy } from 'es-toolkit/array';
import type { LocalDate } from '#shared/domain/dates.ts';
import { add, fromDecimal, type Scaled, toShortestDecimal, ZERO } from '#shared/domain/decimal.ts';
import type { JournalEntry, JournalLine } from './entries.ts';

/**
 * What is to be written beside what stands in the books already. Nothing that was exported is written over: what moved since,
 * and what a changed rule books elsewhere, is an entry of the difference. All that was written and is proposed adds up to
 * what it comes to now, line by line.
 */

export type ProposedEntry = JournalEntry & {
  /** It corrects an entry that was written before it, or stands before it. */
  readonly isDifference: boolean;
};

type Asked = {
  /** What was exported of the month, whenever. */
  readonly posted: readonly JournalEntry[];
  /** What the month came to when it was closed, as far as that was kept. */
  readonly closed: readonly JournalEntry[];
  readonly now: readonly JournalEntry[];
  /** The day of differences. */
  readonly day: LocalDate;
};

/** Entries that were not written yet: first those that never were, as of the close where that is known, then the differences. */
export function proposedEntries({ posted, closed, now, day }: Asked): readonly ProposedEntry[] {
  const written = new Set(posted.map(({ key }) => key));
  const ofClose = new Map(closed.map((entry) => [entry.key, entry]));
  const first = [
    ...closed.filter(({ key }) => !written.has(key)),
    ...now.filter(({ key }) => !written.has(key) && !ofClose.has(key)),
  ];
  const before = groupBy([...posted, ...first], ({ key }) => key);
  const current = new Map(now.map((entry) => [entry.key, entry]));
  const differences = Object.entries(before).flatMap(([key, own]): readonly ProposedEntry[] => {
    const [entry] = own;
    if (entry === undefined) return [];
    const former = own.flatMap((each) => each.lines);
    const lines = differenceOfLines(former, current.get(key)?.lines ?? []);
    return lines.length === 0 ? [] : [{ ...entry, date: day, lines, isDifference: true }];
  });
  return [
    ...first.filter(({ lines }) => lines.length > 0).map((entry) => ({ ...entry, isDifference: false })),
    ...differences,
  ];
}

const placeOf = ({ line, account, costCentre, taxCode }: JournalLine): string =>
  JSON.stringify([line, account, costCentre, taxCode]);

/** Now less before, by line and by where it is booked; what is the same is not there. */
function differenceOfLines(
  before: readonly JournalLine[],
  now: readonly JournalLine[],
): readonly JournalLine[] {
  const sums = new Map<string, { readonly line: JournalLine; readonly sum: Scaled }>();
  const count = (line: JournalLine, sign: 1n | -1n): void => {
    const { units, scale } = fromDecimal(line.amount);
    const key = placeOf(line);
    const sum = add(sums.get(key)?.sum ?? ZERO, { units: sign * units, scale });
    sums.set(key, { line, sum });
  };
  for (const line of before) count(line, -1n);
  for (const line of now) count(line, 1n);
  return [...sums.values()]
    .filter(({ sum }) => sum.units !== 0n)
    .map(({ line, sum }) => ({ ...line, amount: toShortestDecimal(sum) }));
}
