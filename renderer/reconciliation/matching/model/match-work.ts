import type { Scaled } from '#shared/domain/decimal.ts';
import { areOfSeveral, UNNAMED_CURRENCY } from './line-currency.ts';
import type { MatchLine, OutsideReason } from './match-line.ts';
import type { NearReason } from './near-keys.ts';
import type { PlacedDecision } from './placed-decision.ts';

/** Input and output of matching, and its state while it goes on. */

/** An order for matching; amounts are whole units of one scale, days count from 1970-01-01 (NO_DAY: none). */
export type MatchOrder = {
  /** The amount of its basis (`basis.ts`), over all its rows. */
  readonly amount: bigint;
  /** Over those of its rows that are in a settlement that the statement names; null where that is all of them, or none. */
  readonly settled: bigint | null;
  /** Of the settlements that the statement names, those that the order is in. */
  readonly settlements: readonly string[];
  readonly purchased: number;
  readonly paid: number;
  /** Rows without an order number: a movement of the account. */
  readonly isMovement: boolean;
  /** The statement speaks for it, and should hold it. */
  readonly isExpected: boolean;
};

export type Tolerance = {
  readonly absolute: bigint;
  /** Of what is here. */
  readonly percent: Scaled;
};

/** Whether a difference is one that is written off; all in whole units of one scale. */
export function isWithin(
  difference: bigint,
  ledgerAmount: bigint,
  { absolute, percent }: Tolerance,
): boolean {
  const size = sizeOf(difference);
  return (
    size <= absolute || size * 100n * 10n ** BigInt(percent.scale) <= sizeOf(ledgerAmount) * percent.units
  );
}

export const MATCH_STATES = ['same', 'within', 'different', 'only-here', 'only-there'] as const;
export type MatchState = (typeof MATCH_STATES)[number];

/** The way it was matched. */
export type MatchedBy = 'decision' | 'settlement' | 'order' | 'group' | 'amount' | 'subset';

/** Lines and orders that are held against each other: places in the lines and orders of the input. */
export type MatchCase = {
  readonly state: MatchState;
  /** Null: one side is empty. */
  readonly by: MatchedBy | null;
  readonly lines: readonly number[];
  readonly orders: readonly number[];
  readonly ledgerAmount: bigint;
  readonly statementAmount: bigint;
  /** There less here. */
  readonly difference: bigint;
  /** Held against the rows of the settlements that the statement names, which fit better than all rows. */
  readonly isBySettlement: boolean;
  /** None of its orders is one that the statement speaks for: they are of another period. */
  readonly isOfAnotherPeriod: boolean;
  readonly isExplained: boolean;
};

export type SuggestionReason =
  | { readonly why: 'near-key'; readonly how: readonly NearReason[] }
  /** Several orders have this number. */
  | { readonly why: 'several-orders' }
  /** The order of this number is of an account that the statement is not of. */
  | { readonly why: 'other-account' }
  /** One order of that amount, at a likely date: chance, or another line, could do it too. */
  | { readonly why: 'same-amount'; readonly candidates: number; readonly byChance: number }
  | { readonly why: 'adds-up'; readonly found: number; readonly byChance: number }
  /** The difference is what these orders come to: one payment for several of them. */
  | { readonly why: 'difference-adds-up'; readonly found: number; readonly byChance: number }
  /** One order of nearly that amount, at a likely date. */
  | { readonly why: 'near-amount'; readonly candidates: number }
  /** The difference is a line that is there twice, or more often. The operation that all of them name; null: they name none. */
  | { readonly why: 'line-twice'; readonly operation: string | null }
  /** Of nobody's, and says the same as a line that is matched with these orders. */
  | { readonly why: 'repeats-line'; readonly operation: string | null }
  /** It comes to the lines above it, or to all others: a total that stands among the lines. */
  | { readonly why: 'total-row' };

export type Suggestion = {
  readonly lines: readonly number[];
  readonly orders: readonly number[];
  readonly remains: bigint;
} & SuggestionReason;

export type NearPair = { readonly line: number; readonly order: number } & (
  | { readonly why: 'near-key'; readonly how: readonly NearReason[] }
  | { readonly why: 'other-account' }
);

export type MatchInput = {
  readonly lines: readonly MatchLine[];
  /** Of each line in whole units; 0 where it has none. */
  readonly nets: readonly bigint[];
  /** Of each line: days since 1970-01-01 of its payout or, where it has none, of itself. */
  readonly days: Int32Array;
  readonly orders: readonly MatchOrder[];
  /** Of each line the orders that its number is of; undefined or empty: none. */
  readonly links: readonly (readonly number[] | undefined)[];
  /** Of each line whether it has an order number at all. */
  readonly hasNumber: (line: number) => boolean;
  /** The number is a package's: all orders of it belong together. */
  readonly isPackage: boolean;
  readonly near: readonly NearPair[];
  readonly tolerance: Tolerance;
  readonly decisions: readonly PlacedDecision[];
};

export type OutsideLines = {
  readonly reason: OutsideReason;
  readonly lines: readonly number[];
  readonly sum: bigint;
};

export type MatchedCases = {
  readonly cases: readonly MatchCase[];
  readonly suggestions: readonly Suggestion[];
  /** Lines that are no part of the result, told apart. */
  readonly outside: readonly OutsideLines[];
  /** Movements of the account that the statement speaks for and no line was matched with. */
  readonly ledgerMovements: readonly number[];
};

export type Work = ReturnType<typeof createWork>;

/** The matches so far. Long, for all steps of a matching take from one state. */
export function createWork({
  lines,
  nets,
  orders,
  tolerance,
  decisions,
  currencyOf = () => UNNAMED_CURRENCY,
}: Pick<MatchInput, 'nets' | 'orders' | 'tolerance' | 'decisions'> & {
  readonly lines: readonly unknown[];
  /** Of a line; absent: all are of one. */
  readonly currencyOf?: (line: number) => string;
}) {
  const cases: MatchCase[] = [];
  const suggestions: Suggestion[] = [];
  const isLineTaken = new Uint8Array(lines.length);
  const isOrderTaken = new Uint8Array(orders.length);
  const isMatched = new Uint8Array(lines.length);
  const dismissed = new Set<string>();
  const explained = new Set<string>();
  /** Where it is not known of which orders a statement is, none is of another period. */
  const speaksForSome = orders.some(({ isExpected }) => isExpected);
  const sumOf = (places: readonly number[], amount: (place: number) => bigint): bigint => {
    const [first] = places;
    if (places.length === 1 && first !== undefined) return amount(first);
    return places.reduce((sum, place) => sum + amount(place), 0n);
  };
  const amountOf = (order: number) => orders[order]?.amount ?? 0n;
  const netOf = (line: number) => nets[line] ?? 0n;
  const settledOf = (order: number) => orders[order]?.settled ?? amountOf(order);
  const statementAmountOf = (own: readonly number[]) => sumOf(own, netOf);

  const add = (own: readonly number[], others: readonly number[], by: MatchedBy | null): void => {
    for (const line of own) {
      isLineTaken[line] = 1;
      if (others.length > 0) isMatched[line] = 1;
    }
    for (const order of others) isOrderTaken[order] = 1;
    const statementAmount = statementAmountOf(own);
    const whole = sumOf(others, amountOf);
    // Some of its rows may be in a settlement that this statement does not speak of.
    const part = own.length === 0 ? whole : sumOf(others, settledOf);
    const isBySettlement = sizeOf(statementAmount - part) < sizeOf(statementAmount - whole);
    const ledgerAmount = isBySettlement ? part : whole;
    const difference = statementAmount - ledgerAmount;
    cases.push({
      state:
        own.length > 1 && others.length > 0 && areOfSeveral(own.map(currencyOf))
          ? // Whatever their sum is, it is no amount: nothing is the same as it.
            'different'
          : stateOf(own.length, others.length, ledgerAmount, difference),
      by: isBySettlement && by === 'order' ? 'settlement' : by,
      lines: own,
      orders: others,
      ledgerAmount,
      statementAmount,
      difference,
      isBySettlement,
      isOfAnotherPeriod:
        speaksForSome && others.length > 0 && !others.some((order) => orders[order]?.isExpected === true),
      isExplained: explained.size > 0 && explained.has(caseKey(own, others)),
    });
  };
  const stateOf = (own: number, others: number, ledgerAmount: bigint, difference: bigint): MatchState => {
    if (own === 0) return 'only-here';
    if (others === 0) return 'only-there';
    if (difference === 0n) return 'same';
    return isWithin(difference, ledgerAmount, tolerance) ? 'within' : 'different';
  };
  return {
    cases,
    suggestions,
    isLineTaken,
    isOrderTaken,
    add,
    statementAmountOf,
    amountOf,
    /** Nothing here was found for the line. */
    isOpen: (line: number): boolean => isMatched[line] !== 1,
    hasDismissed: (): boolean => dismissed.size > 0,
    areDismissed: (line: number, order: number): boolean =>
      dismissed.size > 0 && dismissed.has(`${line} ${order}`),
    applyDecisions(): void {
      for (const { verdict, ...said } of decisions) {
        if (verdict === 'explained') explained.add(caseKey(said.lines, said.orders));
        if (verdict !== 'no-match') continue;
        for (const line of said.lines) for (const order of said.orders) dismissed.add(`${line} ${order}`);
      }
      for (const { verdict, ...said } of decisions) {
        const isFree =
          said.lines.every((line) => isLineTaken[line] === 0) &&
          said.orders.every((order) => isOrderTaken[order] === 0);
        if (verdict === 'match' && isFree) add(said.lines, said.orders, 'decision');
      }
    },
  };
}

const ascending = (places: readonly number[]) => places.toSorted((a, b) => a - b).join();
const caseKey = (lines: readonly number[], orders: readonly number[]) =>
  `${ascending(lines)}|${ascending(orders)}`;

export const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

/** Adds to the list that a map has under a key. */
export function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
