import type { MatchSort } from '#shared/domain/matching/match-results.ts';
import type { MatchCase, MatchState } from '#shared/domain/matching/match-work.ts';
import type { StatementMatch } from './match-statement.ts';

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
