import { evidenceOf } from '../finding.ts';
import type { OrderKey } from '../order-identity.ts';

/** What the user said of some orders and lines: by content, so that it holds after every import and sync. */
export type MatchDecision = {
  readonly verdict: 'match' | 'no-match' | 'explained';
  readonly orders: readonly string[];
  /** Identities of lines (`identitiesOf`). */
  readonly lines: readonly string[];
};

/** The key of a decision: the same for the same orders and lines, in whatever order they come. */
export function decisionKey(orders: readonly OrderKey[], lines: readonly string[]): string {
  return evidenceOf([...orders, ...lines.map((line) => `line ${line}`)]);
}

/** A decision in places of this statement's lines and orders. */
export type PlacedDecision = {
  readonly verdict: MatchDecision['verdict'];
  readonly lines: readonly number[];
  readonly orders: readonly number[];
};

/**
 * Decisions of which all lines and orders are here; of a dismissal those that are. What another file's lines were decided
 * about waits for them.
 */
export function placeDecisions(
  decisions: Iterable<MatchDecision>,
  lines: ReadonlyMap<string, number>,
  orders: ReadonlyMap<string, number>,
): readonly PlacedDecision[] {
  const placed: PlacedDecision[] = [];
  for (const { verdict, ...said } of decisions) {
    const ownLines = said.lines.flatMap((line) => lines.get(line) ?? []);
    const ownOrders = said.orders.flatMap((order) => orders.get(order) ?? []);
    const isWhole = ownLines.length === said.lines.length && ownOrders.length === said.orders.length;
    if (isWhole || verdict === 'no-match') placed.push({ verdict, lines: ownLines, orders: ownOrders });
  }
  return placed;
}
