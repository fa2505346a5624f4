import { z } from 'zod';
import { rankOf } from '#renderer/data/model/exception-kinds.ts';
import { whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import { UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { compareTexts, fold } from '#shared/base/fold.ts';
import { DAY_MS, dayOf, type LocalDateTime, localToMs, startOfDay } from '#shared/domain/dates.ts';
import { compare, fromDecimal, type Scaled, ZERO } from '#shared/domain/decimal.ts';

/** Which exceptions the queue shows, and in which order. Pure. */

export const AGES = [
  { id: 'week', from: 0, to: 7 },
  { id: 'month', from: 8, to: 30 },
  { id: 'bimester', from: 31, to: 60 },
  { id: 'older', from: 61, to: Number.POSITIVE_INFINITY },
] as const;
export type AgeId = (typeof AGES)[number]['id'];

export const SHOWN = ['open', 'explained', 'accepted', 'resolved'] as const;
export type ShownState = (typeof SHOWN)[number];

const SORTS = ['kind', 'where', 'amount', 'age', 'state'] as const;
export type SortColumn = (typeof SORTS)[number];

/** The remembered settings of the queue. */
export const queueSchema = z.object({
  state: z.enum(SHOWN),
  age: z.enum(['all', 'week', 'month', 'bimester', 'older']),
  search: z.string(),
  sort: z.enum(SORTS),
  isDescending: z.boolean(),
  /** The key of the chosen exception. */
  chosen: z.string().nullable(),
});
export type QueueState = z.infer<typeof queueSchema>;
export const INITIAL_QUEUE: QueueState = {
  state: 'open',
  age: 'all',
  search: '',
  sort: 'age',
  isDescending: true,
  chosen: null,
};

/** A line of the queue; `days`: since the first of its purchases, null where that is not known. */
export type QueueLine = Exception & {
  readonly days: number | null;
  readonly shownState: ShownState;
  /** The currency of its amount; "": that of the accounts in view. */
  readonly currency: string;
};

export function queueLine(
  exception: Exception,
  present: LocalDateTime | null,
  currency = UNNAMED_CURRENCY,
): QueueLine {
  const { firstPurchase } = exception.finding;
  const dayMs = (date: LocalDateTime) => localToMs(startOfDay(dayOf(date)));
  const days =
    present === null || firstPurchase === null
      ? null
      : Math.max(0, Math.round((dayMs(present) - dayMs(firstPurchase)) / DAY_MS));
  return { ...exception, days, currency, shownState: exception.isFound ? exception.state : 'resolved' };
}

export function ageOf(days: number | null): AgeId | null {
  return days === null ? null : (AGES.find(({ from, to }) => days >= from && days <= to)?.id ?? null);
}

const sizeOf = ({ finding: { amount } }: QueueLine): Scaled => {
  const { units, scale } = amount === null ? ZERO : fromDecimal(amount);
  return { units: units < 0n ? -units : units, scale };
};

/** Amounts of unlike money are not compared: those of the accounts in view come first, then each currency by itself. */
const byCurrency = (a: QueueLine, b: QueueLine): number => compareTexts(a.currency, b.currency);

function compareBy(sort: SortColumn, text: Text): (a: QueueLine, b: QueueLine) => number {
  switch (sort) {
    case 'kind':
      return (a, b) => rankOf(b.finding.kind) - rankOf(a.finding.kind);
    case 'where':
      return (a, b) => whereOf(a.finding, text).localeCompare(whereOf(b.finding, text), text.locale);
    case 'amount':
      return (a, b) => compare(sizeOf(a), sizeOf(b));
    case 'age':
      return (a, b) => (a.days ?? -1) - (b.days ?? -1);
    case 'state':
      return (a, b) => SHOWN.indexOf(b.shownState) - SHOWN.indexOf(a.shownState);
  }
}

/**
 * The lines of the queue as filtered and sorted; equal ones by gravity, then the greatest amount first, then by key. Amounts of
 * one currency stand behind those of another, whichever way they are sorted.
 */
export function shownLines(
  lines: readonly QueueLine[],
  { state, age, search, sort, isDescending }: Omit<QueueState, 'chosen'>,
  namesOf: (line: QueueLine) => string,
  text: Text,
): readonly QueueLine[] {
  const needle = fold(search.trim());
  const by = compareBy(sort, text);
  return lines
    .filter(
      (line) =>
        line.shownState === state &&
        (age === 'all' || ageOf(line.days) === age) &&
        (needle === '' || fold(namesOf(line)).includes(needle)),
    )
    .toSorted(
      (a, b) =>
        (sort === 'amount' ? byCurrency(a, b) : 0) ||
        (isDescending ? by(b, a) : by(a, b)) ||
        rankOf(a.finding.kind) - rankOf(b.finding.kind) ||
        byCurrency(a, b) ||
        compare(sizeOf(b), sizeOf(a)) ||
        (a.key < b.key ? -1 : 1),
    );
}
