import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { FallenDecision } from '#renderer/reconciliation/matching/model/decisions.ts';
import { areOfSeveral, namedCurrency } from '#renderer/reconciliation/matching/model/line-currency.ts';
import { identityReader, type ScopeOf } from '#renderer/reconciliation/matching/model/line-identity.ts';
import {
  type MatchCase,
  pushTo,
  type Suggestion,
} from '#renderer/reconciliation/matching/model/match-work.ts';
import type {
  FallenSaying,
  MatchedCase,
  MatchedLine,
  MatchedOrder,
  MatchesPage,
} from '#renderer/reconciliation/matching/model/matches.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { MAX_LISTED } from '#renderer/reconciliation/statements/model/imported.ts';
import { dayOfNumber, type LocalDate, type Month, monthOf } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, sum, toDecimal } from '#shared/domain/decimal.ts';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import { keyOfOrder, type StatementMatch } from './match-statement.ts';
import { amountsOf } from './match-totals.ts';

/** Views of what was matched: numbers of lines and orders become what they are of. */

export type CaseDescriber = ReturnType<typeof createCaseDescriber>;

type OfLines = {
  /** Of each line the statement that it is of, and whose. */
  readonly statementOf: (line: number) => string;
  readonly scopeOf: ScopeOf;
};

/** Long, for its answers share what was matched. */
export function createCaseDescriber(match: StatementMatch, { statementOf, scopeOf }: OfLines) {
  const { lines, amounts: lineAmounts, orders, numbers, scale, suggestions } = match;
  const identityAt = identityReader(lines, scopeOf);
  const fallenOf = { line: new Map<number, FallenDecision[]>(), order: new Map<number, FallenDecision[]>() };
  for (const each of match.decided.fallen) {
    for (const line of each.lines) pushTo(fallenOf.line, line, each);
    for (const order of each.orders) pushTo(fallenOf.order, order, each);
  }
  // Of a line or an order that several are for, each; of several lines, once.
  const suggestionsOf = { line: new Map<number, Suggestion[]>(), order: new Map<number, Suggestion[]>() };
  for (const each of suggestions) {
    for (const line of each.lines) pushTo(suggestionsOf.line, line, each);
    for (const order of each.orders) pushTo(suggestionsOf.order, order, each);
  }
  const decimal = (units: bigint): Decimal => toDecimal({ units, scale });
  const textsOf = (each: MatchCase): readonly (string | null)[] =>
    each.lines.flatMap((at) => {
      const line = lines[at];
      return line === undefined
        ? []
        : [
            line.order,
            line.suborder,
            line.reference ?? null,
            line.operation,
            line.settlement,
            line.sku,
            line.movement,
            line.description,
          ];
    });
  const fallenView = ({ decision, why, lines: own, orders: others }: FallenDecision): FallenSaying => {
    const isWhole = own.length === decision.lines.length && others.length === decision.orders.length;
    const amounts = others.map((at) => {
      const { amount = 0n, settled = null } = orders[at] ?? {};
      return { amount: decimal(amount), settled: decimal(settled ?? amount) };
    });
    const isUnlike = areOfSeveral(own.flatMap((at) => lines[at] ?? []).map(namedCurrency));
    const ledgerAmount = sum(amounts.map(({ settled }) => fromDecimal(settled)));
    const statementAmount = sum(own.flatMap((at) => lineAmounts[at] ?? []).map(fromDecimal));
    return {
      key: decision.key ?? '',
      why,
      now:
        isWhole && !isUnlike
          ? { orders: amounts, there: toDecimal(statementAmount), here: toDecimal(ledgerAmount) }
          : null,
    };
  };
  return {
    decimal,
    /** Whether a line of a case, or one of its orders, holds a text (in small letters). */
    holds(each: MatchCase, search: string, store: ColumnStore): boolean {
      if (textsOf(each).some((text) => text?.toLowerCase().includes(search))) return true;
      return each.orders.some((order) => {
        const { Orden } = cellsOfKey(keyOfOrder(store, numbers[order] ?? 0));
        return Orden?.toLowerCase().includes(search) === true;
      });
    },
    /** Whether one of its orders was bought in a month; of lines without an order, whether the first is of its days. */
    isOfMonth({ orders: own, lines: [first = -1] }: MatchCase, month: Month): boolean {
      const line = lines[first];
      const days =
        own.length === 0
          ? [(line?.date ?? line?.released)?.day ?? null]
          : own.map((order) => dayText(orders[order]?.purchased ?? NO_DAY));
      return days.some((day) => day !== null && monthOf(day) === month);
    },
    fallen: (): MatchesPage['fallen'] =>
      match.decided.fallen.map(({ decision, why }) => ({ key: decision.key ?? '', why })),
    /** @param correlationIdsOf the answers that brought an order */
    describe(
      each: MatchCase,
      store: ColumnStore,
      correlationIdsOf: (identity: ReturnType<typeof cellsOfKey>) => readonly string[],
    ): MatchedCase {
      const lineViews = (at: number): MatchedLine[] => {
        const line = lines[at];
        if (line === undefined) return [];
        const net = lineAmounts[at] ?? null;
        return [{ ...line, net, identity: identityAt(at), statementId: statementOf(at) }];
      };
      const orderViews = (at: number): MatchedOrder[] => {
        const order = orders[at];
        if (order === undefined) return [];
        const key = keyOfOrder(store, numbers[at] ?? 0);
        const cells = cellsOfKey(key);
        return [
          {
            key,
            Canal: cells.Canal ?? '',
            Cuenta: cells.Cuenta ?? '',
            Orden: cells.Orden ?? '',
            amount: decimal(order.amount),
            settled: order.settled === null ? null : decimal(order.settled),
            settlements: order.settlements,
            purchased: dayText(order.purchased),
            paid: dayText(order.paid),
            correlationIds: correlationIdsOf(cells),
          },
        ];
      };
      const own = new Set([
        ...each.lines.flatMap((line) => suggestionsOf.line.get(line) ?? []),
        ...(each.state === 'only-here'
          ? each.orders.flatMap((order) => suggestionsOf.order.get(order) ?? [])
          : []),
      ]);
      const fell = new Set([
        ...each.lines.flatMap((line) => fallenOf.line.get(line) ?? []),
        ...each.orders.flatMap((order) => fallenOf.order.get(order) ?? []),
      ]);
      const { state, by, isBySettlement, isOfAnotherPeriod, isExplained } = each;
      return {
        state,
        by,
        isBySettlement,
        isOfAnotherPeriod,
        isExplained,
        ledgerAmount: decimal(each.ledgerAmount),
        statementAmount: decimal(each.statementAmount),
        difference: decimal(each.difference),
        amounts: amountsOf(match, each),
        lineCount: each.lines.length,
        orderCount: each.orders.length,
        lines: each.lines.slice(0, MAX_LISTED).flatMap(lineViews),
        orders: each.orders.slice(0, MAX_LISTED).flatMap(orderViews),
        suggestions: [...own].slice(0, MAX_LISTED).map(({ lines: of, orders: to, remains, ...reason }) => ({
          ...reason,
          lines: of.slice(0, MAX_LISTED).flatMap(lineViews),
          orders: to.slice(0, MAX_LISTED).flatMap(orderViews),
          remains: decimal(remains),
        })),
        fallen: [...fell].slice(0, MAX_LISTED).map(fallenView),
      };
    },
  };
}

const dayText = (day: number): LocalDate | null => (day === NO_DAY ? null : dayOfNumber(day));
