import { namedCurrency, UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';
import type {
  CaseAmounts,
  MatchTotals,
  StateTotals,
} from '#renderer/reconciliation/matching/model/match-results.ts';
import {
  MATCH_STATES,
  type MatchCase,
  type MatchState,
} from '#renderer/reconciliation/matching/model/match-work.ts';
import type { MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import { type Decimal, fromDecimal, rescale, toDecimal } from '#shared/domain/decimal.ts';
import type { StatementMatch } from './match-statement.ts';

/** Totals of a matching's cases, in each currency by itself. */

export type CurrencyTotals = {
  /** One for each currency, the one with the most lines first; one where nothing was matched. */
  readonly totals: readonly MatchTotals[];
  readonly outside: MatchesPage['outside'];
  readonly ledgerMovements: MatchesPage['ledgerMovements'];
};

type Sums = { cases: number; lines: number; orders: number; ledgerAmount: bigint; statementAmount: bigint };
const noSums = (): Sums => ({ cases: 0, lines: 0, orders: 0, ledgerAmount: 0n, statementAmount: 0n });

export function totalsOf(match: StatementMatch): CurrencyTotals {
  const { amounts, orders, scale, cases, outside, ledgerMovements } = match;
  const currencies = knownCurrencies(match);
  const byCurrency = new Map<string, Map<MatchState, Sums>>();
  const sumsOf = (currency: string, state: MatchState): Sums => {
    const states = byCurrency.get(currency) ?? new Map<MatchState, Sums>();
    byCurrency.set(currency, states);
    const sums = states.get(state) ?? noSums();
    states.set(state, sums);
    return sums;
  };
  const unitsOf = (line: number): bigint => {
    const net = amounts[line] ?? null;
    return net === null ? 0n : rescale(fromDecimal(net), scale).units;
  };
  for (const each of cases) {
    const { state } = each;
    const own = currencies.ofCase(each);
    const sums = sumsOf(own, state);
    sums.cases += 1;
    sums.orders += each.orders.length;
    sums.ledgerAmount += each.ledgerAmount;
    for (const line of each.lines) {
      const there = sumsOf(currencies.ofLine(line), state);
      there.lines += 1;
      there.statementAmount += unitsOf(line);
    }
  }
  const decimal = (units: bigint): Decimal => toDecimal({ units, scale });
  const found = currencies.all.map((currency) => totalsIn(currency, byCurrency.get(currency), decimal));
  return {
    totals: found,
    outside: outside.flatMap(({ reason, lines: own }) =>
      currencies.all.flatMap((currency) => {
        const mine = own.filter((line) => currencies.ofLine(line) === currency);
        const sum = mine.reduce((total, line) => total + unitsOf(line), 0n);
        return mine.length === 0 ? [] : [{ reason, currency, lines: mine.length, sum: decimal(sum) }];
      }),
    ),
    ledgerMovements: currencies.all.flatMap((currency) => {
      const mine = ledgerMovements.filter((order) => currencies.ofOrder(order) === currency);
      const sum = mine.reduce((total, order) => total + (orders[order]?.amount ?? 0n), 0n);
      return mine.length === 0 ? [] : [{ currency, orders: mine.length, sum: decimal(sum) }];
    }),
  };
}

function totalsIn(
  currency: string,
  states: ReadonlyMap<MatchState, Sums> | undefined,
  decimal: (units: bigint) => Decimal,
): MatchTotals {
  const sums = MATCH_STATES.map((state) => [state, states?.get(state) ?? noSums()] as const);
  const byState = sums.map(
    ([state, { cases, lines, orders, ledgerAmount, statementAmount }]): [MatchState, StateTotals] => [
      state,
      {
        cases,
        lines,
        orders,
        ledgerAmount: decimal(ledgerAmount),
        statementAmount: decimal(statementAmount),
        difference: decimal(statementAmount - ledgerAmount),
      },
    ],
  );
  const differenceOf = (wanted: readonly MatchState[]): Decimal =>
    decimal(
      sums.reduce(
        (sum, [state, { ledgerAmount, statementAmount }]) =>
          wanted.includes(state) ? sum + statementAmount - ledgerAmount : sum,
        0n,
      ),
    );
  return {
    currency,
    byState: Object.fromEntries(byState) as MatchTotals['byState'],
    remains: differenceOf(['same', 'within', 'different']),
    gap: differenceOf(MATCH_STATES),
  };
}

/** The amounts of a case in each of its currencies, that of its orders first. */
export function amountsOf(match: StatementMatch, each: MatchCase): readonly CaseAmounts[] {
  const { amounts, scale } = match;
  const currencies = knownCurrencies(match);
  const there = new Map<string, bigint>();
  const own = each.orders[0] === undefined ? null : currencies.ofCase(each);
  if (own !== null) there.set(own, 0n);
  for (const line of each.lines) {
    const net = amounts[line] ?? null;
    const units = net === null ? 0n : rescale(fromDecimal(net), scale).units;
    const currency = currencies.ofLine(line);
    there.set(currency, (there.get(currency) ?? 0n) + units);
  }
  const decimal = (units: bigint): Decimal => toDecimal({ units, scale });
  return [...there].map(([currency, units]) => {
    const ledgerAmount = currency === own ? each.ledgerAmount : 0n;
    return {
      currency,
      ledgerAmount: decimal(ledgerAmount),
      statementAmount: decimal(units),
      difference: decimal(units - ledgerAmount),
    };
  });
}

/** The differences of a case, in each of its currencies by itself. */
export function differencesOf(
  match: StatementMatch,
  each: MatchCase,
): readonly { readonly currency: string; readonly amount: Decimal }[] {
  return amountsOf(match, each).map(({ currency, difference }) => ({ currency, amount: difference }));
}

export type OwnAmounts = Pick<MatchCase, 'ledgerAmount' | 'statementAmount' | 'difference'> & {
  /** The place of its currency among those of the totals. */
  readonly currency: number;
};

/** The amounts of a case in the currency of its orders, in units of the matching; amounts in others are no part of them. */
export function ownAmounts(match: StatementMatch, each: MatchCase): OwnAmounts {
  const currencies = knownCurrencies(match);
  const [own] = currencies.all.length < 2 ? [] : amountsOf(match, each);
  if (own === undefined) {
    const { ledgerAmount, statementAmount, difference } = each;
    return { currency: 0, ledgerAmount, statementAmount, difference };
  }
  const unitsOf = (text: Decimal): bigint => rescale(fromDecimal(text), match.scale).units;
  return {
    currency: currencies.all.indexOf(own.currency),
    ledgerAmount: unitsOf(own.ledgerAmount),
    statementAmount: unitsOf(own.statementAmount),
    difference: unitsOf(own.difference),
  };
}

/** As ISO 4217 has them, that of most lines first; "": none is named. */
export const currenciesOf = (match: StatementMatch): readonly string[] => knownCurrencies(match).all;

const known = new WeakMap<StatementMatch, ReturnType<typeof readCurrencies>>();

function knownCurrencies(match: StatementMatch): ReturnType<typeof readCurrencies> {
  const found = known.get(match) ?? readCurrencies(match);
  known.set(match, found);
  return found;
}

const UNNAMED = UNNAMED_CURRENCY;

/**
 * In which currency each line and order counts. Lines tell theirs; orders are in that of the lines they are matched with, and
 * those without any in that of most lines of their account. Where one currency at most is named all is in that.
 */
function readCurrencies({ lines, cases, outside, accounts }: StatementMatch) {
  const namedCurrencies = lines.map(namedCurrency);
  const counts = new Map<string, number>();
  for (const line of [...cases, ...outside].flatMap((each) => each.lines)) {
    const currency = namedCurrencies[line] ?? UNNAMED;
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const all = [...counts].sort((one, other) => other[1] - one[1]).map(([currency]) => currency);
  const named = all.filter((currency) => currency !== UNNAMED);
  const [only = UNNAMED] = named;
  const isOne = named.length < 2;
  const ofLine = (line: number): string => (isOne ? only : (namedCurrencies[line] ?? UNNAMED));
  const soleOf = (each: Pick<MatchCase, 'lines'>): string | null => {
    const [first, ...others] = new Set(each.lines.map(ofLine));
    return first === undefined || others.length > 0 ? null : first;
  };
  const ofAccounts = isOne ? new Map<number, string>() : accountCurrencies(cases, accounts, soleOf);
  const ofOrder = (order: number): string =>
    isOne ? only : (ofAccounts.get(accounts[order] ?? -1) ?? UNNAMED);
  const ofCase = (each: MatchCase): string => soleOf(each) ?? ofOrder(each.orders[0] ?? -1);
  // An order of an account that no line is of.
  const isUnnamed = !isOne && !all.includes(UNNAMED) && cases.some((each) => ofCase(each) === UNNAMED);
  return { all: isOne ? [only] : isUnnamed ? [...all, UNNAMED] : all, ofLine, ofOrder, ofCase };
}

/** The currency of most cases of each account. */
function accountCurrencies(
  cases: readonly MatchCase[],
  accounts: readonly number[],
  soleOf: (each: MatchCase) => string | null,
): ReadonlyMap<number, string> {
  const counts = new Map<number, Map<string, number>>();
  for (const each of cases) {
    const currency = soleOf(each);
    if (currency === null || currency === UNNAMED) continue;
    for (const account of new Set(each.orders.map((order) => accounts[order] ?? -1))) {
      const own = counts.get(account) ?? new Map<string, number>();
      counts.set(account, own.set(currency, (own.get(currency) ?? 0) + 1));
    }
  }
  return new Map(
    [...counts].map(([account, own]) => {
      const [[most] = [UNNAMED]] = [...own].sort((one, other) => other[1] - one[1]);
      return [account, most];
    }),
  );
}
