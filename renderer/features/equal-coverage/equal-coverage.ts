import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import type { CompareWith, Group, GroupsQuery } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { JUST_ABOVE_ZERO, JUST_BELOW_ZERO } from '#renderer/features/filters/number-filter.ts';
import { costCoverageRate } from '#renderer/features/selection/selection-totals.tsx';
import {
  add,
  compare,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
} from '#shared/domain/decimal.ts';
import { amountIn, type Sums } from '#shared/domain/profitability.ts';
import type { Selection } from '#shared/domain/selection.ts';

/**
 * Comercial and Total of two periods are held against each other only where their costs are loaded alike. From so many
 * points of coverage on they are not: where products cost about half of their price, one point of it moves the margin by
 * half a point, as much as a month usually does.
 */
export const MAX_COVERAGE_GAP: Scaled = { units: 1n, scale: 0 };

type Covered = Pick<Totals, 'sums' | 'ventasWithProductCost'>;

export type CoverageGap = { readonly own: Decimal; readonly other: Decimal; readonly points: Decimal };

/** Null where both are covered alike, or one of them has no sales to tell by. */
export function coverageGapOf(own: Covered, other: Covered): CoverageGap | null {
  const [mine, theirs] = [costCoverageRate(own, 6), costCoverageRate(other, 6)];
  if (mine === null || theirs === null) return null;
  const points = subtract(fromDecimal(mine), fromDecimal(theirs));
  const size = points.units < 0n ? { ...points, units: -points.units } : points;
  return compare(size, MAX_COVERAGE_GAP) > 0 ? { own: mine, other: theirs, points: toDecimal(points) } : null;
}

/** Which of several sets are covered least and most, by their places; null where all of them are covered alike. */
export function coverageSpreadOf(
  sets: readonly (Covered | null)[],
): (CoverageGap & { readonly least: number; readonly most: number }) | null {
  const rates = sets.flatMap((set, at) => {
    const rate = set === null ? null : costCoverageRate(set, 6);
    return rate === null ? [] : [{ at, rate: fromDecimal(rate) }];
  });
  const [first, ...others] = rates;
  if (first === undefined) return null;
  const least = others.reduce((low, each) => (compare(each.rate, low.rate) < 0 ? each : low), first);
  const most = others.reduce((high, each) => (compare(each.rate, high.rate) > 0 ? each : high), first);
  const [low, high] = [sets[least.at], sets[most.at]];
  const gap = low == null || high == null ? null : coverageGapOf(low, high);
  return gap === null ? null : { ...gap, least: least.at, most: most.at };
}

export type EqualSums = { readonly revision: number; readonly own: Sums; readonly other: Sums };

function added(left: Sums, right: Sums): Sums {
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(
    keys.map((key) => [key, toDecimal(add(amountIn(left, key), amountIn(right, key)))]),
  );
}

export type EqualQuestion = { readonly selection: Selection; readonly against: CompareWith };

const withCost = (selection: Selection, from: Decimal | null, to: Decimal | null): Selection => ({
  ...selection,
  numberFilters: [...selection.numberFilters, { column: 'Costo de Producto', from, to }],
});

/** Both periods' sums of the rows whose product cost is loaded: above zero, and below it where sales are taken back. */
export async function readEqualSums(
  call: DataReader,
  { selection, against }: EqualQuestion,
  slot: string,
): Promise<EqualSums> {
  const ask = (from: Decimal | null, to: Decimal | null, part: string) =>
    call.readGroups({
      selection: withCost(selection, from, to),
      dimension: 'Canal',
      limit: 1,
      compareWith: against,
      columns: AMOUNT_COLUMNS,
      slot: `${slot}-${against}-${part}`,
    });
  const [above, below] = await readTogether(() =>
    Promise.all([ask(JUST_ABOVE_ZERO, null, 'above'), ask(null, JUST_BELOW_ZERO, 'below')]),
  );
  return {
    revision: above.revision,
    own: added(above.total.sums, below.total.sums),
    other: added(above.compared?.total.sums ?? {}, below.compared?.total.sums ?? {}),
  };
}

function addedTotals(one: Group['totals'], other: Group['totals']): Group['totals'] {
  return {
    ...one,
    rows: one.rows + other.rows,
    orders: one.orders + other.orders,
    sums: added(one.sums, other.sums),
    ventasWithProductCost: toDecimal(
      add(fromDecimal(one.ventasWithProductCost), fromDecimal(other.ventasWithProductCost)),
    ),
  };
}

/**
 * The groups of a query over the rows whose product cost is loaded alone. An order with rows on both sides of zero counts
 * on both; no rate or sum does.
 */
export async function readEqualGroups(
  call: DataReader,
  query: GroupsQuery,
  slot: string,
): Promise<{ readonly revision: number; readonly groups: readonly Group[] }> {
  const ask = (from: Decimal | null, to: Decimal | null, part: string) =>
    call.readGroups({ ...query, selection: withCost(query.selection, from, to), slot: `${slot}-${part}` });
  const [above, below] = await readTogether(() =>
    Promise.all([ask(JUST_ABOVE_ZERO, null, 'above'), ask(null, JUST_BELOW_ZERO, 'below')]),
  );
  const groups = new Map(above.groups.map((group) => [group.value, group]));
  for (const group of below.groups) {
    const known = groups.get(group.value);
    groups.set(
      group.value,
      known === undefined ? group : { ...known, totals: addedTotals(known.totals, group.totals) },
    );
  }
  return { revision: above.revision, groups: [...groups.values()] };
}
