import { toDecimal } from '#shared/domain/decimal.ts';
import type { MatchSort, MatchTotals, StateTotals } from '#shared/domain/matching/match-results.ts';
import { MATCH_STATES, type MatchCase, type MatchState } from '#shared/domain/matching/match-work.ts';
import type { StatementMatch } from './match-statement.ts';

export function totalsOf({ cases, scale }: StatementMatch): MatchTotals {
  const totals = MATCH_STATES.map((state) => {
    const own = cases.filter((each) => each.state === state);
    const sum = (amount: (each: MatchCase) => bigint) =>
      own.reduce((total, each) => total + amount(each), 0n);
    return {
      state,
      difference: sum(({ difference }) => difference),
      told: {
        cases: own.length,
        lines: sum(({ lines }) => BigInt(lines.length)),
        orders: sum(({ orders }) => BigInt(orders.length)),
        here: sum(({ here }) => here),
        there: sum(({ there }) => there),
      },
    };
  });
  const decimal = (units: bigint) => toDecimal({ units, scale });
  const differenceOf = (states: readonly MatchState[]) =>
    decimal(
      totals.reduce((sum, { state, difference }) => (states.includes(state) ? sum + difference : sum), 0n),
    );
  const byState = totals.map(({ state, difference, told }): [MatchState, StateTotals] => [
    state,
    {
      cases: told.cases,
      lines: Number(told.lines),
      orders: Number(told.orders),
      here: decimal(told.here),
      there: decimal(told.there),
      difference: decimal(difference),
    },
  ]);
  return {
    byState: Object.fromEntries(byState) as MatchTotals['byState'],
    remains: differenceOf(['same', 'within', 'different']),
    gap: differenceOf(MATCH_STATES),
  };
}

export type MatchPageQuery = {
  /** None: all. */
  readonly states: readonly MatchState[];
  readonly sort: MatchSort | null;
  readonly offset: number;
  readonly limit: number;
};

/** Cases of some states in an order; differences and amounts by their size. Equal ones stay as they were found. */
export function casesOf(
  { cases }: StatementMatch,
  { states, sort, offset, limit }: MatchPageQuery,
): { readonly total: number; readonly cases: readonly MatchCase[] } {
  const shown = states.length === 0 ? [...cases] : cases.filter(({ state }) => states.includes(state));
  if (sort !== null) {
    const { by } = sort;
    const sign = sort.direction === 'ascending' ? 1 : -1;
    const keyOf = (each: MatchCase): bigint => {
      if (by === 'line') return BigInt(each.lines[0] ?? Number.MAX_SAFE_INTEGER);
      return each[by] < 0n ? -each[by] : each[by];
    };
    const keyed = shown.map((each) => ({ each, key: keyOf(each) }));
    keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign));
    return { total: shown.length, cases: keyed.slice(offset, offset + limit).map(({ each }) => each) };
  }
  return { total: shown.length, cases: shown.slice(offset, offset + limit) };
}
