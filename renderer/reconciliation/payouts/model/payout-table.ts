import { MAX_CHANCE } from '#renderer/reconciliation/matching/model/blocks.ts';
import { pushTo, sizeOf, type Work } from '#renderer/reconciliation/matching/model/match-work.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import type { Deposit, OpenPayout } from './open-payout.ts';
import type { PayoutChance } from './payout-chance.ts';

/** What payouts and bank lines are held against each other with: which may be which by day, sign and currency. */

export type PayoutTable = {
  readonly payouts: readonly OpenPayout[];
  readonly deposits: readonly Deposit[];
  readonly work: Work;
  readonly chance: PayoutChance;
  /** By day the payouts that the bank should get then, and the bank's lines. */
  readonly payoutsOn: ReadonlyMap<number, readonly number[]>;
  readonly linesOn: ReadonlyMap<number, readonly number[]>;
  readonly lists: ReturnType<typeof keepLists>;
};

/**
 * Lists of what may be which, kept while nothing more is taken: payouts, or lines, that nothing tells apart share theirs. A file may
 * hold tens of thousands of them.
 */
function keepLists() {
  const kept = new Map<string, readonly number[]>();
  let takenThen = 0;
  return (work: Work, key: string, find: () => readonly number[]): readonly number[] => {
    // What the user dismissed is of one line and one payout.
    if (work.hasDismissed()) return find();
    if (work.cases.length !== takenThen) kept.clear();
    takenThen = work.cases.length;
    const found = kept.get(key) ?? find();
    kept.set(key, found);
    return found;
  };
}

/** What is worked out of a list, once for each key. */
export function keepOfList<K, T>(): (list: readonly number[], key: K, make: () => T) => T {
  const kept = new WeakMap<readonly number[], Map<K, T>>();
  return (list, key, make) => {
    const own = kept.get(list) ?? new Map<K, T>();
    kept.set(list, own);
    const found = own.has(key) ? (own.get(key) as T) : make();
    own.set(key, found);
    return found;
  };
}

/** Payouts and lines by the days on which they may meet. */
export function byDays(payouts: readonly OpenPayout[], deposits: readonly Deposit[]) {
  const payoutsOn = new Map<number, number[]>();
  const linesOn = new Map<number, number[]>();
  for (const [at, { window }] of payouts.entries()) {
    if (window === null) continue;
    for (let day = window.from; day <= window.to; day += 1) pushTo(payoutsOn, day, at);
  }
  for (const [line, { day }] of deposits.entries()) pushTo(linesOn, day, line);
  return { payoutsOn, linesOn, lists: keepLists() };
}

const signOf = (amount: bigint): string => (amount < 0n ? '-' : '+');

/** Payouts that a bank line may be, by its day, sign and currency. */
export function payoutsFor(table: PayoutTable, line: number): readonly number[] {
  const { day = NO_DAY, amount = 0n, currency = null } = table.deposits[line] ?? {};
  if (table.work.isLineTaken[line] === 1) return [];
  return table.lists(table.work, JSON.stringify(['payouts', day, signOf(amount), currency]), () =>
    (table.payoutsOn.get(day) ?? []).filter((at) => mayBe(table, line, at)),
  );
}

/** Lines that a payout may be, by its days, sign and currency; ascending. */
export function linesFor(table: PayoutTable, at: number): readonly number[] {
  const { window = null, amount = 0n, currency = null, isExpected = false } = table.payouts[at] ?? {};
  if (window === null || amount === 0n || !isExpected || table.work.isOrderTaken[at] === 1) return [];
  return table.lists(
    table.work,
    JSON.stringify(['lines', window.from, window.to, signOf(amount), currency]),
    () => {
      const found: number[] = [];
      for (let day = window.from; day <= window.to; day += 1) {
        for (const line of table.linesOn.get(day) ?? []) if (mayBe(table, line, at)) found.push(line);
      }
      return found.sort((one, other) => one - other);
    },
  );
}

export const agree = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** Whether a bank line may be a payout, whatever its amount. */
export function mayBe({ payouts, deposits, work }: PayoutTable, line: number, at: number): boolean {
  const [payout, deposit] = [payouts[at], deposits[line]];
  if (payout === undefined || deposit === undefined || !payout.isExpected) return false;
  if (work.isLineTaken[line] === 1 || work.isOrderTaken[at] === 1 || work.areDismissed(line, at))
    return false;
  if (payout.amount === 0n || payout.amount < 0n !== deposit.amount < 0n) return false;
  return agree(payout.currency, deposit.currency) && isWithin(payout, deposit);
}

export const isWithin = ({ window }: Pick<OpenPayout, 'window'>, { day }: Deposit): boolean =>
  window !== null && day !== NO_DAY && window.from <= day && day <= window.to;

/** So many amounts as round as this one lie up to it: a million is one of nine, a million and one of a million. */
export function amountsAsRound(amount: bigint): number {
  let left = sizeOf(amount);
  while (left !== 0n && left % 10n === 0n) left /= 10n;
  return Number(left);
}

/** The greater of two chances; where one is too great already, the other is not counted. */
export const atLeast = (roughly: number, exactly: () => number): number =>
  roughly > MAX_CHANCE ? roughly : Math.max(roughly, exactly());
