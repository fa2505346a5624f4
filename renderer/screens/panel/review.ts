import { groupBy } from 'es-toolkit/array';
import { gravityOf, rankOf } from '#renderer/data/model/exception-kinds.ts';
import type { MonthOutlook, OutlookColumn } from '#renderer/data/model/month-outlook.ts';
import { OUTLOOK_COLUMNS } from '#renderer/data/model/month-outlook.ts';
import { measureOf, type TargetPart, type TargetRecord, targetOf } from '#renderer/data/model/targets.ts';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import { countInSight, type ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { dayNumber, dayOf, type LocalDate, type LocalDateTime } from '#shared/domain/dates.ts';
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

/** What waits to be looked into, and what of it is for today. Pure. */

/** A line of the review: the exceptions that wait, by kind and currency. */
export type ReviewItem = {
  readonly kind: string;
  /** The currency of the amount; "": that of the accounts in view. */
  readonly currency: string;
  readonly cases: number;
  /** The amount at stake, where that can be said. */
  readonly amount: Decimal | null;
  /** The group with most of them: the one that the line leads to. */
  readonly first: ExceptionGroup;
  readonly groups: number;
  /** The oldest of their days; null where none is known. */
  readonly since: LocalDate | null;
};

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
  const kinds = groupBy(open, ({ head }) => JSON.stringify([head.kind, currencyOf(head)]));
  return Object.entries(kinds)
    .map(([key, all]): ReviewItem => {
      const [kind, currency] = JSON.parse(key) as [string, string];
      const ranked = all.toSorted((a, b) => b.tallies.open.count - a.tallies.open.count);
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
        first: ranked[0] as ExceptionGroup,
        since: all.flatMap(({ first }) => (first === null ? [] : [first])).toSorted()[0] ?? null,
      };
    })
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind) || compareTexts(a.currency, b.currency));
}

/** A target that the month will miss even at the best that is foretold. */
export type TargetInDanger = {
  readonly column: OutlookColumn;
  readonly target: Decimal;
  /** What is expected, less the target: below zero. */
  readonly missing: Decimal;
};

export function targetsInDanger(
  { figures, month }: MonthOutlook,
  targets: ReadonlyMap<string, TargetRecord>,
  of: TargetPart,
  currency: string | null,
): readonly TargetInDanger[] {
  return OUTLOOK_COLUMNS.flatMap((column) => {
    const measure = measureOf(column);
    const { estimate } = figures[column];
    const target = measure === null ? null : targetOf(targets, { measure, month, of, currency });
    if (target === null || estimate === null) return [];
    if (compare(fromDecimal(estimate.high), fromDecimal(target)) >= 0) return [];
    const missing = toDecimal(subtract(fromDecimal(estimate.likely), fromDecimal(target)));
    return [{ column, target, missing }];
  });
}

export type TodayLine =
  | { readonly kind: 'target'; readonly danger: TargetInDanger }
  | { readonly kind: 'review'; readonly item: ReviewItem };

/** As many as one can do in a day. */
const TODAY_LINES = 3;
/** Older than so many days before other things, older than the first before both. */
const AGES = [60, 30] as const;
const GRAVITIES = ['bad', 'caution', 'info'] as const;

/**
 * Three lines at most: the gravest first, of these what has waited longest (over 60 days, over 30), of these the greatest
 * amount; then in the order of the queue. A target in danger is a caution of this month.
 * @param last the last purchase there is, which ages are counted from
 */
export function todayOf(
  items: readonly ReviewItem[],
  dangers: readonly TargetInDanger[],
  last: LocalDateTime | null,
): readonly TodayLine[] {
  const ageOf = (since: LocalDate | null): number => {
    if (since === null || last === null) return AGES.length;
    const days = dayNumber(dayOf(last)) - dayNumber(since);
    const at = AGES.findIndex((least) => days > least);
    return at < 0 ? AGES.length : at;
  };
  const size = (amount: Decimal | null): Scaled => {
    const value = amount === null ? ZERO : fromDecimal(amount);
    return { ...value, units: value.units < 0n ? -value.units : value.units };
  };
  const ranked = [
    ...dangers.map((danger) => ({
      line: { kind: 'target', danger } as const,
      ...{ gravity: GRAVITIES.indexOf('caution'), age: AGES.length, size: size(danger.missing) },
    })),
    ...items.map((item) => ({
      line: { kind: 'review', item } as const,
      gravity: GRAVITIES.indexOf(gravityOf(item.kind)),
      ...{ age: ageOf(item.since), size: size(item.amount) },
    })),
  ];
  return ranked
    .toSorted(
      (one, other) => one.gravity - other.gravity || one.age - other.age || compare(other.size, one.size),
    )
    .slice(0, TODAY_LINES)
    .map(({ line }) => line);
}
