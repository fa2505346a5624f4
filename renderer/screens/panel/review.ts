import { groupBy, uniqBy } from 'es-toolkit/array';
import { gravityOf, rankOf } from '#renderer/data/model/exception-kinds.ts';
import { type MonthOutlook, OUTLOOK_COLUMNS } from '#renderer/data/model/month-outlook.ts';
import { TARGET_MEASURES, type TargetMeasure } from '#renderer/data/model/target-measures.ts';
import {
  columnOfMeasure,
  isRate,
  type TargetPart,
  type TargetRecord,
  targetOf,
} from '#renderer/data/model/targets.ts';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import { countInSight, type ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import type { FindingHead } from '#renderer/reconciliation/findings/model/sayings.ts';
import type { MissingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import { compareTexts } from '#shared/base/fold.ts';
import {
  dayNumber,
  dayOf,
  type LocalDate,
  type LocalDateTime,
  lastDay,
  type Month,
} from '#shared/domain/dates.ts';
import {
  compare,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  sum,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { rateOf } from '#shared/domain/profitability.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** What waits to be looked into, and what of it is for today. Pure. */

/** A line of the review: the exceptions that wait, by kind, currency and account; of closed months that changed, by month. */
export type ReviewItem = {
  readonly kind: string;
  /** The currency of the amount; "": that of the accounts in view. */
  readonly currency: string;
  readonly cases: number;
  /** The amount at stake, where that can be said. */
  readonly amount: Decimal | null;
  /** What the group with most of them is of. */
  readonly head: FindingHead;
  readonly groups: number;
  /** Null: they are of no account. */
  readonly account: SellerAccount | null;
  /** The month that all are of; null: of several, or of none. */
  readonly month: Month | null;
  /** The oldest of their days, and the newest; null where that is not known. */
  readonly since: LocalDate | null;
  readonly until: LocalDate | null;
};

/** Kinds that are of a month as a whole. */
const BY_MONTH: readonly string[] = ['closed-month', 'control-differs', 'held'];

/**
 * The gravest first; nothing of what is fine. Pure.
 * @param code of the accounts in view; null: it has no name
 */
export function reviewOf(
  groups: readonly ExceptionGroup[],
  code: string | null = null,
): readonly ReviewItem[] {
  const open = groups.filter(({ tallies, due }) => tallies.open.count + due > 0);
  const currencyOf = amountCurrencies(
    open.map(({ head }) => head),
    code,
  );
  const places = groupBy(open, (group) => {
    const { head, account } = group;
    const month = BY_MONTH.includes(head.kind) ? monthOfGroup(group) : null;
    return JSON.stringify([head.kind, currencyOf(head), account?.Canal, account?.Cuenta, month]);
  });
  return Object.entries(places)
    .map(([key, all]): ReviewItem & { readonly key: string } => {
      const [kind, currency] = JSON.parse(key) as [string, string];
      const first = all.toSorted((a, b) => b.tallies.open.count - a.tallies.open.count)[0] as ExceptionGroup;
      const amounts = all.flatMap(
        ({
          tallies: {
            open: { amount },
          },
        }) => (amount === null ? [] : [fromDecimal(amount)]),
      );
      return {
        ...{ kind, currency, cases: countInSight(all), groups: all.length },
        amount: amounts.length === 0 ? null : toDecimal(sum(amounts)),
        ...{ head: first.head, key: first.key },
        account: all[0]?.account ?? null,
        month: onlyOf(all.map(monthOfGroup)),
        since: all.flatMap(({ first }) => (first === null ? [] : [first])).toSorted()[0] ?? null,
        until: all.some(({ last }) => last == null)
          ? null
          : (all
              .flatMap(({ last }) => last ?? [])
              .toSorted()
              .at(-1) ?? null),
      };
    })
    .toSorted(
      (a, b) =>
        rankOf(a.kind) - rankOf(b.kind) ||
        compareTexts(a.currency, b.currency) ||
        compare(sizeOf(b.amount), sizeOf(a.amount)) ||
        compareTexts(a.key, b.key),
    )
    .map(({ key: _, ...item }) => item);
}

const MONTH = /^\d{4}-\d{2}$/;

/** The month of its cases, or that its finding is of. */
function monthOfGroup({ month, head }: ExceptionGroup): Month | null {
  if (month !== null) return month;
  const { month: own = '' } = head.subject;
  return MONTH.test(own) ? (own as Month) : null;
}

const onlyOf = (months: readonly (Month | null)[]): Month | null =>
  new Set(months).size === 1 ? (months[0] ?? null) : null;

const sizeOf = (amount: Decimal | null): Scaled => {
  const value = amount === null ? ZERO : fromDecimal(amount);
  return { ...value, units: value.units < 0n ? -value.units : value.units };
};

/** Statements that a month lacks, by the rhythm of the accounts. */
export type MissedStatements = { readonly month: Month; readonly count: number };

/** The months that lack statements of the accounts in view, the newest first. */
export function missedByMonth(missing: readonly MissingStatements[]): readonly MissedStatements[] {
  const counts = new Map<Month, number>();
  for (const { month, count } of missing.flatMap(({ months }) => months))
    counts.set(month, (counts.get(month) ?? 0) + count);
  return [...counts]
    .map(([month, count]) => ({ month, count }))
    .toSorted((one, other) => compareTexts(other.month, one.month));
}

/** A target that the month will miss even at the best that is foretold. */
export type TargetInDanger = {
  readonly measure: TargetMeasure;
  readonly target: Decimal;
  /** What is expected, less the target: below zero; of a rate in points. */
  readonly missing: Decimal;
};

/** What is foretold of a measure: of a rate by the results and the Ventas that it is of. */
function foretold(
  { figures }: MonthOutlook,
  measure: TargetMeasure,
): { readonly likely: Decimal; readonly best: Decimal } | null {
  const column = OUTLOOK_COLUMNS.find((each) => each === columnOfMeasure(measure));
  const estimate = column === undefined ? null : figures[column].estimate;
  if (estimate === null) return null;
  if (!isRate(measure)) return { likely: estimate.likely, best: estimate.high };
  const sales = figures.Ventas.estimate;
  // The best rate that is foretold: the most that is left, of the least that is sold.
  const likely = rateOf(estimate.likely, sales?.likely, 6);
  const best = rateOf(estimate.high, estimate.high.startsWith('-') ? sales?.high : sales?.low, 6);
  return likely === null || best === null ? null : { likely, best };
}

export function targetsInDanger(
  outlook: MonthOutlook,
  targets: ReadonlyMap<string, TargetRecord>,
  of: TargetPart,
  currency: string | null,
): readonly TargetInDanger[] {
  const { month } = outlook;
  return TARGET_MEASURES.flatMap((measure) => {
    const target = targetOf(targets, { measure, month, of, currency });
    const ending = target === null ? null : foretold(outlook, measure);
    if (target === null || ending === null || compare(fromDecimal(ending.best), fromDecimal(target)) >= 0)
      return [];
    const missing = toDecimal(subtract(fromDecimal(ending.likely), fromDecimal(target)));
    return [{ measure, target, missing }];
  });
}

export type TodayLine =
  | { readonly kind: 'target'; readonly danger: TargetInDanger }
  | { readonly kind: 'statements'; readonly missed: MissedStatements }
  | { readonly kind: 'review'; readonly item: ReviewItem };

/** As many as one can do in a day. */
const TODAY_LINES = 3;
/** Older than so many days before other things, older than the first before both. */
const AGES = [60, 30] as const;
const GRAVITIES = ['bad', 'caution', 'info'] as const;

/**
 * Three lines at most, one of a kind: the gravest first, of these the greatest amount in the currency in view, of these what
 * has waited longest (over 60 days, over 30); then in the order of the queue. Gravity stands before money, for what is wrong
 * makes other amounts wrong too; amounts of other currencies are no more and no less than these, and come after them. A
 * target in danger is a caution of this month, statements that are missing are one since their month ended.
 * @param last the last purchase there is, which ages are counted from
 */
export function todayOf(
  items: readonly ReviewItem[],
  dangers: readonly TargetInDanger[],
  last: LocalDateTime | null,
  missed: readonly MissedStatements[] = [],
): readonly TodayLine[] {
  const ageOf = (since: LocalDate | null): number => {
    if (since === null || last === null) return AGES.length;
    const days = dayNumber(dayOf(last)) - dayNumber(since);
    const at = AGES.findIndex((least) => days > least);
    return at < 0 ? AGES.length : at;
  };
  const ranked = [
    ...dangers.map((danger) => ({
      line: { kind: 'target', danger } as const,
      kind: 'target',
      ...{ gravity: GRAVITIES.indexOf('caution'), age: AGES.length },
      // Points of a rate are no amount.
      size: isRate(danger.measure) ? ZERO : sizeOf(danger.missing),
    })),
    ...missed.map((each) => ({
      line: { kind: 'statements', missed: each } as const,
      kind: 'statements',
      ...{ gravity: GRAVITIES.indexOf('caution'), age: ageOf(lastDay(each.month)), size: ZERO },
    })),
    ...items.map((item) => ({
      line: { kind: 'review', item } as const,
      kind: item.kind,
      gravity: GRAVITIES.indexOf(gravityOf(item.kind)),
      ...{ age: ageOf(item.since), size: item.currency === '' ? sizeOf(item.amount) : ZERO },
    })),
  ];
  const sorted = ranked.toSorted(
    (one, other) => one.gravity - other.gravity || compare(other.size, one.size) || one.age - other.age,
  );
  return uniqBy(sorted, ({ kind }) => kind)
    .slice(0, TODAY_LINES)
    .map(({ line }) => line);
}

/** What of it can be a line of today, whatever else is for today. */
export const reviewedToday = (
  items: readonly ReviewItem[],
  last: LocalDateTime | null,
): readonly ReviewItem[] =>
  todayOf(items, [], last).flatMap((line) => (line.kind === 'review' ? [line.item] : []));
