import { MAX_CHANCE } from '#renderer/reconciliation/matching/model/blocks.ts';
import { sizeOf } from '#renderer/reconciliation/matching/model/match-work.ts';
import { stepOf } from '#renderer/reconciliation/matching/model/subset-sums.ts';
import type { Task } from '#shared/base/tasks.ts';
import { keepOfList, linesFor, type PayoutTable, payoutsFor } from './payout-table.ts';

export type NearlyEqual = {
  readonly line: number;
  readonly at: number;
  readonly remains: bigint;
  readonly byChance: number;
};

const PAYOUTS_A_STEP = 64;

/** The only one that fits; null: none does, or several. */
function onlyOf(all: readonly number[], fits: (each: number) => boolean): number | null {
  const found = all.findIndex(fits);
  return found < 0 || all.some((each, at) => at > found && fits(each)) ? null : (all[found] ?? null);
}

/**
 * Takes a payout with the one bank line of its days that is off by no more than the tolerance, where no other of either side is
 * as near and chance would not bring any amount so near. Returns those that chance could bring.
 * @param tolerance whole units of the table's scale
 */
export function* takeWithin(table: PayoutTable, tolerance: bigint): Task<readonly NearlyEqual[]> {
  const { payouts, deposits, work, chance } = table;
  if (tolerance === 0n) return [];
  const isNear = (line: number, at: number): boolean =>
    sizeOf((deposits[line]?.amount ?? 0n) - (payouts[at]?.amount ?? 0n)) <= tolerance;
  // A bank of whole pesos has no cents: so many of its amounts lie within.
  const fits = Number((2n * tolerance) / stepOf(deposits.map(({ amount }) => amount))) + 1;
  const onlyNear = keepOfList<bigint, number | null>();
  const doubtful: NearlyEqual[] = [];
  for (const at of payouts.keys()) {
    if (at % PAYOUTS_A_STEP === 0) yield;
    const lines = linesFor(table, at);
    const line = onlyNear(lines, payouts[at]?.amount ?? 0n, () => onlyOf(lines, (each) => isNear(each, at)));
    if (line === null) continue;
    const around = payoutsFor(table, line);
    if (around.filter((each) => isNear(line, each)).length > 1) continue;
    const byChance = chance.ofNear(line, at, around.length * fits);
    if (byChance <= MAX_CHANCE) work.add([line], [at], 'amount');
    else {
      const remains = (deposits[line]?.amount ?? 0n) - (payouts[at]?.amount ?? 0n);
      doubtful.push({ line, at, remains, byChance });
    }
  }
  return doubtful;
}
