import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  type CurrencySum,
  currencyNames,
  sumsByCurrency,
} from '#renderer/reconciliation/matching/model/line-currency.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { differencesOf } from '#renderer/reconciliation/matching/worker/match-totals.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import type { Task } from '#shared/base/tasks.ts';
import { dayNumber, firstDay, lastDay, type Month } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';
import type { OrderCase } from './order-cases.ts';

export type MonthOrders = {
  readonly orders: number;
  readonly uncovered: { readonly orders: number; readonly amount: Decimal };
  readonly differing: { readonly orders: number; readonly sums: readonly CurrencySum[] };
};

/** The orders bought in a month that come to something, and what statements say of them. */
export function* monthOrders(
  store: ColumnStore,
  cases: ReadonlyMap<number, OrderCase>,
  { month, scope }: { readonly month: Month; readonly scope: AccountsScope | null },
): Task<MonthOrders> {
  const figures = yield* orderFigures(store, [], 0);
  const { account, accounts, purchased, whole, isMovement, scale } = figures;
  const isWanted = accounts.map(({ canal, cuenta }) => inScope(scope, { Canal: canal, Cuenta: cuenta }));
  const [from, to] = [dayNumber(firstDay(month)), dayNumber(lastDay(month))];
  let orders = 0;
  const uncovered = { orders: 0, units: 0n };
  const differing = new Map<OrderCase['case'], { readonly orders: number[]; readonly of: OrderCase }>();
  for (let order = 0; order < account.length; order += 1) {
    const day = purchased[order] ?? NO_DAY;
    if (day < from || day > to || isMovement[order] === 1 || isWanted[account[order] ?? -1] !== true)
      continue;
    const amount = whole.of(order);
    const found = cases.get(order);
    const isHeld = found !== undefined && found.case.lines.length > 0;
    if (amount === 0n && !isHeld) continue;
    orders += 1;
    if (found?.case.isExplained === true) continue;
    if (!isHeld) {
      uncovered.orders += 1;
      uncovered.units += amount;
    } else if (found.case.state === 'different') {
      const same = differing.get(found.case) ?? { orders: [], of: found };
      differing.set(found.case, same);
      same.orders.push(order);
    }
  }
  return {
    orders,
    uncovered: { orders: uncovered.orders, amount: toDecimal({ units: uncovered.units, scale }) },
    differing: differingOf([...differing.values()]),
  };
}

/** A case of several orders counts once in the sums. */
function differingOf(cases: readonly { readonly orders: readonly number[]; readonly of: OrderCase }[]) {
  const amounts = cases.flatMap(({ of }) => differencesOf(of.match, of.case));
  const nameOf = currencyNames(amounts.map(({ currency }) => currency));
  return {
    orders: cases.reduce((count, { orders }) => count + orders.length, 0),
    sums: sumsByCurrency(amounts.map(({ currency, amount }) => ({ currency: nameOf(currency), amount }))),
  };
}
