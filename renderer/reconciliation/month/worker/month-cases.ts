import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { createEvidence } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { isWithin } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { decimalPlaces, keyOfOrder } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { amountsOf } from '#renderer/reconciliation/matching/worker/match-totals.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import type { AccountName } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { OrderCase, OrderCases } from '#renderer/reconciliation/payouts/worker/order-cases.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { dayNumber, type LocalDate, type Month } from '#shared/domain/dates.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  rescale,
  type Scaled,
  toShortestDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { type ByMonth, createByMonth, createMonthOfDay } from './by-month.ts';

/** Orders of each month and account beside what statements say of them, and lines of statements that are of no order. */

export type CasesOfMonth = {
  /** Orders bought in it that come to something, and what they come to. */
  orders: number;
  amount: Scaled;
  /** Of them, that statements hold. */
  count: number;
  /** Of them, that the rows say are paid on days that statements of the account reach, and none speaks of. */
  untold: { orders: number; amount: Scaled };
  /** Cases of its orders, and lines without an order of its days. */
  cases: number;
  /** What statements say of all of them, whatever their currencies: it tells one figure from another, and is no amount. */
  told: Scaled;
  /** Those that differ: what their orders and statements come to, by currency. */
  readonly open: Gathered;
  readonly explained: Gathered;
};

type Gathered = {
  cases: number;
  readonly sums: Map<string, { readonly ledgerAmount: Scaled; readonly statementAmount: Scaled }>;
  readonly evidence: ReturnType<typeof createEvidence>;
};

const NOTHING = { ledgerAmount: ZERO, statementAmount: ZERO };

const gathered = (): Gathered => ({ cases: 0, sums: new Map(), evidence: createEvidence() });

export type CasesOfStatements = OrderCases & {
  /** Whose a line without an order is; null: nobody knows. */
  readonly accountOf: (each: OrderCase) => AccountName | null;
  /** The last day that statements of an account reach; null: there is none. */
  readonly lastDayOf: (account: AccountName) => LocalDate | null;
};

/**
 * Orders and their cases by month and account, lines without an order by their day. Long, for one pass over the orders
 * fills all of it.
 */
export function* casesByMonth(
  store: ColumnStore,
  { found, alone, accountOf, lastDayOf }: CasesOfStatements,
  tolerance: Tolerance,
): Task<ByMonth<CasesOfMonth>> {
  const byMonth = createByMonth<CasesOfMonth>(() => ({
    orders: 0,
    amount: ZERO,
    count: 0,
    untold: { orders: 0, amount: ZERO },
    cases: 0,
    told: ZERO,
    open: gathered(),
    explained: gathered(),
  }));
  const monthOfDay = createMonthOfDay();
  const differs = differing(tolerance);
  const take = (own: CasesOfMonth, each: OrderCase): void => {
    own.cases += 1;
    own.told = add(own.told, { units: each.case.statementAmount, scale: each.match.scale });
    if (!differs(each)) return;
    const into = isSettled(each) ? own.explained : own.open;
    into.cases += 1;
    for (const { currency, ledgerAmount, statementAmount } of amountsOf(each.match, each.case)) {
      const own = into.sums.get(currency) ?? NOTHING;
      into.sums.set(currency, {
        ledgerAmount: add(own.ledgerAmount, fromDecimal(ledgerAmount)),
        statementAmount: add(own.statementAmount, fromDecimal(statementAmount)),
      });
    }
    into.evidence.add(tellOf(store, each));
  };
  const { account, accounts, purchased, paid, whole, isMovement, scale } = yield* orderFigures(store, [], 0);
  const reached = accounts.map((each) => {
    const day = lastDayOf(each);
    return day === null ? NO_DAY : dayNumber(day);
  });
  const taken = new Map<Month, Set<OrderCase['case']>>();
  for (let order = 0; order < account.length; order += 1) {
    if (order % ORDERS_AT_ONCE === ORDERS_AT_ONCE - 1) yield;
    const day = purchased[order] ?? NO_DAY;
    const name = accounts[account[order] ?? -1];
    if (day === NO_DAY || isMovement[order] === 1 || name === undefined) continue;
    const units = whole.of(order);
    const each = found.get(order);
    if (units === 0n && (each === undefined || each.case.lines.length === 0)) continue;
    const month = monthOfDay(day);
    const own = byMonth.of(month, name);
    own.orders += 1;
    own.amount = add(own.amount, { units, scale });
    if (each !== undefined && each.case.lines.length > 0) own.count += 1;
    if (each === undefined) {
      const paidOn = paid[order] ?? NO_DAY;
      if (paidOn === NO_DAY || paidOn > (reached[account[order] ?? -1] ?? NO_DAY)) continue;
      own.untold.orders += 1;
      own.untold.amount = add(own.untold.amount, { units, scale });
      continue;
    }
    // Several orders may be of one case: it counts once in a month.
    const seen = taken.get(month) ?? new Set();
    taken.set(month, seen);
    if (!seen.has(each.case)) take(own, each);
    seen.add(each.case);
  }
  yield;
  const isRepeated = createRepeats();
  yield* eachInSteps(alone, (each) => {
    if (isRepeated(each)) return;
    const line = each.match.lines[each.case.lines[0] ?? -1];
    const day = (line?.date ?? line?.released)?.day;
    if (day !== undefined) take(byMonth.of(monthOfDay(dayNumber(day)), accountOf(each)), each);
  });
  return byMonth.all();
}

const ORDERS_AT_ONCE = 8192;

/** By somebody's word, with the reason that he gave. */
const isSettled = ({ case: { isExplained, by } }: OrderCase): boolean => isExplained || by === 'decision';

/** Makes the function that tells whether an earlier kind of statements tells the same order, which is not here either. */
function createRepeats() {
  const kindOf = new Map<string, OrderCase['kind']>();
  return ({ kind, match, case: each }: OrderCase): boolean => {
    const order = match.lines[each.lines[0] ?? -1]?.order ?? null;
    if (order === null) return false;
    const first = kindOf.get(order) ?? kind;
    kindOf.set(order, first);
    return first !== kind;
  };
}

/** Makes the function that tells whether a case, matched to the last digit, differs by more than is written off. */
function differing({ absolute, percent }: Tolerance) {
  const least = decimalPlaces(absolute);
  return ({ match, case: each }: OrderCase): boolean => {
    const { state, ledgerAmount, difference } = each;
    if (state === 'same') return false;
    if (state !== 'different' || amountsOf(match, each).length > 1) return true;
    const scale = Math.max(least, match.scale);
    const units = (value: bigint) => rescale({ units: value, scale: match.scale }, scale).units;
    return !isWithin(units(difference), units(ledgerAmount), {
      absolute: rescale(fromDecimal(absolute), scale).units,
      percent: fromDecimal(percent),
    });
  };
}

/** What tells a case from another: its orders and lines, and what both come to. */
function tellOf(store: ColumnStore, { match, case: each }: OrderCase): string {
  // However many digits the others have.
  const decimal = (units: bigint): Decimal => toShortestDecimal({ units, scale: match.scale });
  return JSON.stringify([
    each.orders.map((order) => keyOfOrder(store, match.numbers[order] ?? -1)),
    each.lines.map((at) => {
      const { date, operation, order, description, net } = match.lines[at] ?? {};
      return [date?.day ?? null, operation ?? null, order ?? null, description ?? null, net ?? null];
    }),
    decimal(each.ledgerAmount),
    decimal(each.statementAmount),
  ]);
}
