import { z } from 'zod';
import { rankOf } from '#renderer/data/model/exception-kinds.ts';
import { whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import { LIST_ITEM } from '#renderer/features/navigation/reconciliation-place.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import {
  type ExceptionCase,
  type ExceptionGroup,
  isInSight,
  SHOWN_STATES,
} from '#renderer/reconciliation/findings/model/groups.ts';
import { WHOLE } from '#renderer/reconciliation/findings/model/sayings.ts';
import { compareTexts, fold } from '#shared/base/fold.ts';
import {
  DAY_MS,
  dayOf,
  type LocalDate,
  type LocalDateTime,
  localToMs,
  type Month,
  startOfDay,
} from '#shared/domain/dates.ts';
import {
  add,
  compare,
  type Decimal,
  fromDecimal,
  type Scaled,
  sum,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';

/** Which exceptions the queue shows, in which groups and in which order. Pure. */

export const AGES = [
  { id: 'week', from: 0, to: 7 },
  { id: 'month', from: 8, to: 30 },
  { id: 'bimester', from: 31, to: 60 },
  { id: 'older', from: 61, to: Number.POSITIVE_INFINITY },
] as const;
export type AgeId = (typeof AGES)[number]['id'];

export const WHENS = ['all', 'month', 'earlier'] as const;
/** Of the month in view, of those before it and of none, or of any. */
export type When = (typeof WHENS)[number];

const SORTS = ['kind', 'where', 'amount', 'age', 'state'] as const;
export type SortColumn = (typeof SORTS)[number];

/** The remembered settings of the queue. */
export const queueSchema = z.object({
  state: z.enum(SHOWN_STATES),
  age: z.enum(['all', 'week', 'month', 'bimester', 'older']),
  search: z.string(),
  sort: z.enum(SORTS),
  isDescending: z.boolean(),
  /** The key of the chosen exception, or of the chosen group. */
  chosen: z.string().nullable(),
  when: z.enum(WHENS).default('all'),
  /** Only those of a kind, and of one account where it names one. */
  only: z
    .object({ kind: z.string(), canal: z.string().nullable(), cuenta: z.string().nullable() })
    .nullable()
    .default(null),
  /** Groups that were opened, and closed, by hand. */
  opened: z.array(z.string()).default([]),
  closed: z.array(z.string()).default([]),
});
export type QueueState = z.infer<typeof queueSchema>;
export const INITIAL_QUEUE: QueueState = {
  state: 'open',
  age: 'all',
  search: '',
  sort: 'age',
  isDescending: true,
  chosen: null,
  when: 'all',
  only: null,
  opened: [],
  closed: [],
};

/** An exception; `days`: since its own day, null where that is not known. */
export type QueueLine = ExceptionCase & {
  readonly group: ExceptionGroup;
  readonly days: number | null;
  /** The currency of its amount; "": that of the accounts in view. */
  readonly currency: string;
  /** Its amount, read once: there are thousands to sort and to add at every letter. */
  readonly scaled: Scaled | null;
  /** What words are looked for in. */
  readonly words: string;
};

/** Exceptions of one kind, account and month, as many of them as are shown. */
export type QueueGroup = {
  readonly key: string;
  readonly group: ExceptionGroup;
  readonly currency: string;
  readonly lines: readonly QueueLine[];
  readonly amount: Decimal | null;
  /** Of the oldest. */
  readonly days: number | null;
};

/** A line of the table. */
export type QueueRow =
  | { readonly is: 'group'; readonly key: string; readonly of: QueueGroup; readonly isOpen: boolean }
  | { readonly is: 'line'; readonly key: string; readonly of: QueueLine };

export function daysSince(day: LocalDate | null, present: LocalDateTime | null): number | null {
  if (present === null || day === null) return null;
  const msOf = (date: LocalDate) => localToMs(startOfDay(date));
  return Math.max(0, Math.round((msOf(dayOf(present)) - msOf(day)) / DAY_MS));
}

/** The exceptions of all groups, one by one. */
export function queueLines(
  groups: readonly ExceptionGroup[],
  present: LocalDateTime | null,
  currencyOf: (head: ExceptionGroup['head']) => string,
  namesOf: (group: ExceptionGroup) => string,
): readonly QueueLine[] {
  return groups.flatMap((group) => {
    const currency = currencyOf(group.head);
    const names = namesOf(group);
    return group.cases.map(
      (each): QueueLine => ({
        ...each,
        group,
        currency,
        scaled: each.amount === null ? null : fromDecimal(each.amount),
        days: daysSince(each.day, present),
        words: fold([names, each.name, each.said?.note, each.said?.owner, each.claim].join(' ')),
      }),
    );
  });
}

export function ageOf(days: number | null): AgeId | null {
  return days === null ? null : (AGES.find(({ from, to }) => days >= from && days <= to)?.id ?? null);
}

/** Whether an exception is shown under a state: what is open, and what was left to a day that has come, wait together. */
export const isShownAs = (
  line: Pick<ExceptionCase, 'state' | 'isDue'>,
  state: QueueState['state'],
): boolean => (state === 'open' ? isInSight(line) : line.state === state);

/** The month that the queue is of: that of the place or, of none, the newest that anything is found of. */
export function monthInView(lines: readonly QueueLine[], ofPlace: Month | null): Month | null {
  if (ofPlace !== null) return ofPlace;
  const months = lines.flatMap(({ month, state }) => (state === 'resolved' ? [] : (month ?? [])));
  return months.reduce<Month | null>((last, month) => (last === null || month > last ? month : last), null);
}

/** Whether a line is of the month in view, or of before it: what is of no month is of before. */
export function whenOf({ month }: Pick<QueueLine, 'month'>, inView: Month | null): When | null {
  if (inView === null || month === null || month < inView) return 'earlier';
  return month === inView ? 'month' : null;
}

/** Whether a line is of the kind, and of the account, that the queue is narrowed to. */
export function isOnly({ group }: QueueLine, only: QueueState['only']): boolean {
  if (only === null) return true;
  const { head, account } = group;
  return (
    head.kind === only.kind &&
    (only.canal === null || (account?.Canal === only.canal && account.Cuenta === only.cuenta))
  );
}

/** What an address asks of the queue: «list?kind=overdue&canal=…&cuenta=…&age=older»; null: it is the key of one. */
export function queueAsked(asked: string | null): Pick<QueueState, 'only' | 'age'> | null {
  if (asked?.startsWith(LIST_ITEM) !== true) return null;
  const asks = new URLSearchParams(asked.slice(LIST_ITEM.length));
  const kind = asks.get('kind');
  const age = AGES.find(({ id }) => id === asks.get('age'))?.id ?? 'all';
  const [canal, cuenta] = [asks.get('canal'), asks.get('cuenta')];
  return { only: kind === null ? null : { kind, canal, cuenta }, age };
}

/** How many lines are of each state among those of the months that are shown, and of each age and month among those of the state. */
export function countLines(
  lines: readonly QueueLine[],
  { state, when }: Pick<QueueState, 'state' | 'when'>,
  inView: Month | null,
) {
  const states = new Map<QueueState['state'], number>();
  const ages = new Map<AgeId | 'all', number>();
  const whens = new Map<When | null, number>();
  const count = <T>(counts: Map<T, number>, key: T): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const line of lines) {
    const own = whenOf(line, inView);
    const isOfState = isShownAs(line, state);
    if (isOfState) count(whens, own);
    if (when !== 'all' && own !== when) continue;
    for (const each of SHOWN_STATES) if (isShownAs(line, each)) count(states, each);
    if (!isOfState) continue;
    count(ages, 'all');
    const age = ageOf(line.days);
    if (age !== null) count(ages, age);
  }
  return { states, ages, whens };
}

/** The lines that are shown. */
export function filterLines(
  lines: readonly QueueLine[],
  { state, age, search, when }: Pick<QueueState, 'state' | 'age' | 'search' | 'when'>,
  inView: Month | null,
): readonly QueueLine[] {
  const needle = fold(search.trim());
  return lines.filter(
    (line) =>
      isShownAs(line, state) &&
      (when === 'all' || whenOf(line, inView) === when) &&
      (age === 'all' || ageOf(line.days) === age) &&
      (needle === '' || line.words.includes(needle)),
  );
}

const sizeOf = (scaled: Scaled | null): Scaled => {
  const { units, scale } = scaled ?? ZERO;
  return { units: units < 0n ? -units : units, scale };
};
const sizeOfGroup = ({ amount }: QueueGroup): Scaled => sizeOf(amount === null ? null : fromDecimal(amount));

/** Amounts of unlike money are not compared: those of the accounts in view come first, then each currency by itself. */
const byCurrency = (a: { readonly currency: string }, b: { readonly currency: string }): number =>
  compareTexts(a.currency, b.currency);

const byAge = (a: { readonly days: number | null }, b: { readonly days: number | null }): number =>
  (a.days ?? -1) - (b.days ?? -1);

function compareGroups(sort: SortColumn, text: Text): (a: QueueGroup, b: QueueGroup) => number {
  switch (sort) {
    case 'kind':
      return (a, b) => rankOf(b.group.head.kind) - rankOf(a.group.head.kind);
    case 'where':
      return (a, b) => whereOf(a.group.head, text).localeCompare(whereOf(b.group.head, text), text.locale);
    case 'amount':
      return (a, b) => compare(sizeOfGroup(a), sizeOfGroup(b));
    case 'age':
      return byAge;
    case 'state':
      return (a, b) => stateRank(b) - stateRank(a);
  }
}

const stateRank = ({ lines }: QueueGroup): number =>
  Math.min(...lines.map(({ state }) => SHOWN_STATES.indexOf(state)));

/**
 * The groups of some lines, sorted; equal ones by gravity, then the greatest amount first, then by key. Amounts of one currency
 * stand behind those of another, whichever way they are sorted. Within a group lines stand by age or by amount.
 */
export function queueGroups(
  lines: readonly QueueLine[],
  { sort, isDescending }: Pick<QueueState, 'sort' | 'isDescending'>,
  text: Text,
): readonly QueueGroup[] {
  const ofGroup = new Map<ExceptionGroup, [QueueLine, ...QueueLine[]]>();
  for (const line of lines) {
    const own = ofGroup.get(line.group);
    if (own === undefined) ofGroup.set(line.group, [line]);
    else own.push(line);
  }
  const by = compareGroups(sort, text);
  type SizedLine = { readonly line: QueueLine; readonly size: Scaled };
  const byLine = (a: SizedLine, b: SizedLine): number =>
    sort === 'age' ? byAge(a.line, b.line) : compare(a.size, b.size);
  return [...ofGroup]
    .map(([group, own]): QueueGroup => {
      const sized = own.map((line) => ({ line, size: sizeOf(line.scaled) }));
      const sorted = sized.toSorted(
        (a, b) =>
          (isDescending ? byLine(b, a) : byLine(a, b)) ||
          compare(b.size, a.size) ||
          (a.line.key < b.line.key ? -1 : 1),
      );
      return {
        key: group.key,
        group,
        currency: own[0].currency,
        lines: sorted.map(({ line }) => line),
        amount: sumOfLines(own),
        days: oldestOf(own),
      };
    })
    .toSorted(
      (a, b) =>
        (sort === 'amount' ? byCurrency(a, b) : 0) ||
        (isDescending ? by(b, a) : by(a, b)) ||
        rankOf(a.group.head.kind) - rankOf(b.group.head.kind) ||
        byCurrency(a, b) ||
        compare(sizeOfGroup(b), sizeOfGroup(a)) ||
        (a.key < b.key ? -1 : 1),
    );
}

/** For how many days the oldest of some lines is there; null: of none that is known. */
export function oldestOf(lines: readonly Pick<QueueLine, 'days'>[]): number | null {
  const known = lines.flatMap(({ days }) => days ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

/** What lines of one currency come to; null: none of them is money. */
export function sumOfLines(lines: readonly Pick<QueueLine, 'scaled'>[]): Decimal | null {
  const amounts = lines.flatMap(({ scaled }) => scaled ?? []);
  return amounts.length === 0 ? null : toDecimal(sum(amounts));
}

/** What lines come to, in each currency by itself. */
export function totalsOf(
  lines: readonly Pick<QueueLine, 'scaled' | 'currency'>[],
): readonly { readonly currency: string; readonly amount: Decimal }[] {
  const totals = new Map<string, Scaled>();
  for (const { scaled, currency } of lines)
    if (scaled !== null) totals.set(currency, add(totals.get(currency) ?? ZERO, scaled));
  return [...totals]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([currency, total]) => ({ currency, amount: toDecimal(total) }));
}

/** So many exceptions stand open in their groups without a press. */
const FEW = 25;

const isOneMatter = (lines: readonly QueueLine[]): boolean => lines.some(({ id }) => id === WHOLE);

/** The lines of the table: groups, and below those that are open their exceptions. */
export function queueRows(
  groups: readonly QueueGroup[],
  { opened, closed }: Pick<QueueState, 'opened' | 'closed'>,
): readonly QueueRow[] {
  const areFew = groups.reduce((count, { lines }) => count + lines.length, 0) <= FEW;
  const isOpen = ({ key, lines }: QueueGroup): boolean =>
    opened.includes(key) || ((areFew || isOneMatter(lines)) && !closed.includes(key));
  return groups.flatMap((of): readonly QueueRow[] => {
    const head: QueueRow = { is: 'group', key: of.key, of, isOpen: isOpen(of) };
    if (!head.isOpen) return [head];
    return [head, ...of.lines.map((line): QueueRow => ({ is: 'line', key: line.key, of: line }))];
  });
}

/** The settings after a group is opened or closed. */
export function turned(
  { opened, closed }: Pick<QueueState, 'opened' | 'closed'>,
  key: string,
  isOpen: boolean,
): Pick<QueueState, 'opened' | 'closed'> {
  const without = (keys: readonly string[]) => keys.filter((each) => each !== key);
  return isOpen
    ? { opened: [...without(opened), key].slice(-MAX_TURNED), closed: without(closed) }
    : { opened: without(opened), closed: [...without(closed), key].slice(-MAX_TURNED) };
}

/** So many groups are remembered as they were left. */
const MAX_TURNED = 200;
