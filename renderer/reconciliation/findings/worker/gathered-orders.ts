import type { FindingCase } from '#renderer/data/model/finding.ts';
import { nearPartitionPoint } from '#shared/base/sorted-search.ts';
import { stretchesOf, type Task } from '#shared/base/tasks.ts';
import { add, type Scaled, subtract, ZERO } from '#shared/domain/decimal.ts';
import { createEvidence, type EvidenceSum } from './evidence.ts';
import { byId } from './order-case.ts';

/** Orders that something is wrong with, in the order of their cases, and what they come to: gone on from as some of them change. */

/** An order with the rows of it that something is wrong with. */
export type GatheredOrder = {
  /** Its number in the store. */
  readonly order: number;
  readonly evidence: EvidenceSum;
  readonly amount: Scaled | null;
  /** Purchases that can be; infinite: none. */
  readonly first: number;
  readonly last: number;
  readonly found: FindingCase;
};

/** The orders of one account. */
export type GatheredOrders = {
  readonly orders: readonly GatheredOrder[];
  readonly evidence: EvidenceSum;
  readonly rows: number;
  /** Of those that have one. */
  readonly amount: Scaled;
  readonly amounts: number;
  readonly first: number;
  readonly last: number;
};

export const NO_ORDERS: GatheredOrders = {
  ...{ orders: [], evidence: createEvidence().sum(), rows: 0, amount: ZERO, amounts: 0 },
  ...{ first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
};

/**
 * The orders that stay and those that came, with their sums.
 * @param isChanged by the number of an order: 1 where it goes, or comes as another one
 */
export function* withChanged(
  before: GatheredOrders,
  isChanged: Uint8Array,
  come: readonly GatheredOrder[],
): Task<GatheredOrders> {
  const stay: GatheredOrder[] = [];
  const go: GatheredOrder[] = [];
  for (const { from, to } of stretchesOf(before.orders.length)) {
    for (const each of before.orders.slice(from, to)) (isChanged[each.order] === 1 ? go : stay).push(each);
    yield;
  }
  if (go.length + come.length === 0) return before;
  const orders = yield* merged(stay, yield* inOrderOfCases(come));
  const evidence = createEvidence(before.evidence);
  let { rows, amount, amounts, first, last } = before;
  const isOfEnds = go.some((each) => each.first === first || each.last === last);
  if (isOfEnds) [first, last] = yield* purchasesOf(stay);
  for (const each of go) {
    evidence.takeSum(each.evidence);
    rows -= each.found.rows;
    if (each.amount === null) continue;
    amount = subtract(amount, each.amount);
    amounts -= 1;
  }
  for (const { from, to } of stretchesOf(come.length)) {
    for (const each of come.slice(from, to)) {
      evidence.addSum(each.evidence);
      rows += each.found.rows;
      first = Math.min(first, each.first);
      last = Math.max(last, each.last);
      if (each.amount === null) continue;
      amount = add(amount, each.amount);
      amounts += 1;
    }
    yield;
  }
  return { orders, evidence: evidence.sum(), rows, amount, amounts, first, last };
}

function* purchasesOf(orders: readonly GatheredOrder[]): Task<readonly [number, number]> {
  let { first, last } = NO_ORDERS;
  for (const { from, to } of stretchesOf(orders.length)) {
    for (let at = from; at < to; at += 1) {
      first = Math.min(first, orders[at]?.first ?? first);
      last = Math.max(last, orders[at]?.last ?? last);
    }
    yield;
  }
  return [first, last];
}

const SORTED_AT_ONCE = 2048;

/** As a sort by `byId`, in steps. */
function* inOrderOfCases(orders: readonly GatheredOrder[]): Task<readonly GatheredOrder[]> {
  let runs: (readonly GatheredOrder[])[] = [];
  for (let from = 0; from < orders.length; from += SORTED_AT_ONCE) {
    runs.push(orders.slice(from, from + SORTED_AT_ONCE).sort((a, b) => byId(a.found, b.found)));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly GatheredOrder[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? []));
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Two lists as one. */
function* merged(
  many: readonly GatheredOrder[],
  few: readonly GatheredOrder[],
): Task<readonly GatheredOrder[]> {
  if (few.length === 0) return many;
  const all: GatheredOrder[] = [];
  let from = 0;
  let pause = SORTED_AT_ONCE;
  for (const each of few) {
    const to = placeOf(many, from, each);
    for (; from < to; from += 1) all.push(many[from] as GatheredOrder);
    all.push(each);
    if (all.length < pause) continue;
    pause = all.length + SORTED_AT_ONCE;
    yield;
  }
  for (; from < many.length; from += 1) all.push(many[from] as GatheredOrder);
  return all;
}

/** The first from a place on that comes after: mostly near. */
function placeOf(many: readonly GatheredOrder[], from: number, each: GatheredOrder): number {
  const isBefore = (at: number): boolean => {
    const other = many[at];
    return other !== undefined && byId(other.found, each.found) < 0;
  };
  return nearPartitionPoint(from, many.length, isBefore);
}
