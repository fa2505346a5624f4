import {
  type CurrencySum,
  namedCurrency,
  sumsByCurrency,
  UNNAMED_CURRENCY,
} from '#renderer/reconciliation/matching/model/line-currency.ts';
import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import { type Sides, sidesFrom } from '#renderer/reconciliation/parts/sides.ts';

export const sidesOf = ({ lines, orders }: Pick<MatchedCase, 'lines' | 'orders'>): Sides =>
  sidesFrom(
    lines.map(({ identity, net }) => ({ identity, amount: net })),
    orders,
  );

/** Only some of its lines or orders are told: nothing can be said of all of it. */
export const isCut = ({ lines, orders, lineCount, orderCount }: MatchedCase): boolean =>
  lines.length < lineCount || orders.length < orderCount;

/** Cases chosen on both sides, as one: every line and order once, and what they come to in each currency. Pure. */
export function taken(cases: readonly MatchedCase[]): Sides & {
  readonly statementAmount: readonly CurrencySum[];
  readonly ledgerAmount: readonly CurrencySum[];
} {
  const lines = new Map(
    cases.flatMap((each) =>
      each.lines.map((line) => [line.identity, { line, currency: currencyIn(each, line) }]),
    ),
  );
  const orders = new Map(
    cases.flatMap((each) => each.orders.map((order) => [order.key, { order, currency: currencyIn(each) }])),
  );
  const both = {
    lines: [...lines.values()].map(({ line }) => line),
    orders: [...orders.values()].map(({ order }) => order),
  };
  return {
    ...sidesOf(both),
    statementAmount: sumsByCurrency(
      [...lines.values()].flatMap(({ line, currency }) =>
        line.net === null ? [] : [{ currency, amount: line.net }],
      ),
    ),
    ledgerAmount: sumsByCurrency(
      [...orders.values()].map(({ order, currency }) => ({
        currency,
        // As in its case: of what several settlements pay, the part that is settled here.
        amount: order.settled ?? order.amount,
      })),
    ),
  };
}

/** That of the case; of a line of a case of several its own, and of an order the first, which is its account's. */
function currencyIn({ amounts }: MatchedCase, line?: MatchedCase['lines'][number]): string {
  const own = amounts[0]?.currency ?? UNNAMED_CURRENCY;
  return line === undefined || amounts.length < 2 ? own : namedCurrency(line);
}
