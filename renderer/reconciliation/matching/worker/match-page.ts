import type { MatchSort } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { MatchCase, MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { StatementMatch } from './match-statement.ts';
import { ownAmounts } from './match-totals.ts';

export type MatchPageQuery = {
  /** None: all. */
  readonly states: readonly MatchState[];
  readonly sort: MatchSort | null;
  readonly offset: number;
  readonly limit: number;
};

/**
 * Cases of some states in an order; differences and amounts by their size, those of one currency after those of another, in the
 * order of the totals. Equal ones stay as they were found.
 * @param cases of the match, those that are looked for
 */
export function casesOf(
  match: StatementMatch,
  { states, sort, offset, limit }: MatchPageQuery,
  cases: readonly MatchCase[] = match.cases,
): { readonly total: number; readonly cases: readonly MatchCase[] } {
  const shown = states.length === 0 ? [...cases] : cases.filter(({ state }) => states.includes(state));
  if (sort !== null) {
    const { by } = sort;
    const sign = sort.direction === 'ascending' ? 1 : -1;
    const keyOf = (each: MatchCase): { readonly currency: number; readonly amount: bigint } => {
      if (by === 'line') return { currency: 0, amount: BigInt(each.lines[0] ?? Number.MAX_SAFE_INTEGER) };
      const { currency, statementAmount, ledgerAmount, difference } = ownAmounts(match, each);
      const amount = by === 'there' ? statementAmount : by === 'here' ? ledgerAmount : difference;
      return { currency, amount: amount < 0n ? -amount : amount };
    };
    const keyed = shown.map((each) => ({ each, key: keyOf(each) }));
    keyed.sort(
      ({ key: a }, { key: b }) =>
        a.currency - b.currency || (a.amount === b.amount ? 0 : a.amount < b.amount ? -sign : sign),
    );
    return { total: shown.length, cases: keyed.slice(offset, offset + limit).map(({ each }) => each) };
  }
  return { total: shown.length, cases: shown.slice(offset, offset + limit) };
}
