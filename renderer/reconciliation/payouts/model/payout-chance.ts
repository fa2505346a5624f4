import { chanceOfSum } from '#renderer/reconciliation/matching/model/chance-of-sum.ts';
import { rarityOf } from '#renderer/reconciliation/matching/model/rarity.ts';
import type { Deposit, OpenPayout } from './open-payout.ts';
import { isNamedIn } from './payers.ts';

/**
 * How many payouts and bank lines would fit by chance, over all that is held against each other: amounts as common as those
 * that are known here. Bank lines that name who pays are held against fewer others.
 */
export type PayoutChance = {
  /** One bank line and one of the payouts of its days. */
  readonly ofOne: (line: number, at: number, around: number) => number;
  /** One bank line, and any of so many amounts that payouts of its days would be taken for. */
  readonly ofNear: (line: number, at: number, amounts: number) => number;
  /** One bank line that has nothing to do with a payout, and its amount. */
  readonly ofAmount: (at: number) => number;
  /** Several payouts in one bank line. */
  readonly ofPayouts: (line: number, among: readonly number[], members: readonly number[]) => number;
  /** Several bank lines of one payout. */
  readonly ofLines: (at: number, among: readonly number[], members: readonly number[]) => number;
};

/** @param isSought whether a payout may have come on a day */
export function payoutChance(
  payouts: readonly OpenPayout[],
  deposits: readonly Deposit[],
  isSought: (day: number) => boolean,
): PayoutChance {
  const paid = (at: number): bigint => payouts[at]?.amount ?? 0n;
  const came = (line: number): bigint => deposits[line]?.amount ?? 0n;
  // Payouts end otherwise than what else comes to a bank: each side is drawn from by itself.
  const sides = [payouts, deposits].map((side) => chanceOfSum(side.map(({ amount }) => amount)));
  const ofOne = (amount: bigint): number => Math.max(...sides.map((side) => side.ofOne(amount)));
  const ofSome = (target: bigint, among: readonly bigint[], members: readonly bigint[]): number =>
    Math.max(...sides.map((side) => side.ofSome(target, among, members)));
  const open = deposits.filter(({ day }) => isSought(day));
  /** How often two payouts are equal, and two lines that may be parts of one: no sum comes to any amount more often. */
  const equalPayouts = rarityOf(payouts.map(({ amount }) => amount)).ofAnyTwo();
  const equalParts = rarityOf(open.flatMap(({ amount }) => (amount > 0n ? [amount] : []))).ofAnyTwo();
  const named = new Map<string, number>();
  const namedOf = (payer: string): number => {
    const known = named.get(payer) ?? open.filter(({ words }) => isNamedIn(payer, words)).length;
    named.set(payer, known);
    return known;
  };
  /** So many bank lines could as well have been the one. */
  const linesLike = (line: number, at: number): number => {
    const payer = payouts[at]?.payer ?? '';
    return isNamedIn(payer, deposits[line]?.words ?? '') ? namedOf(payer) : open.length;
  };
  /** Each line is looked for among payouts, and each payout among lines. */
  const expected = payouts.filter(({ isExpected }) => isExpected).length;
  return {
    ofOne: (line, at, around) => Math.max(equalPayouts, around * ofOne(paid(at)) * linesLike(line, at)),
    // By the line's own amount: a payout's cents, which no bank has, would look rare.
    ofNear: (line, at, amounts) => Math.max(equalPayouts, amounts * ofOne(came(line)) * linesLike(line, at)),
    ofAmount: (at) => ofOne(paid(at)),
    ofPayouts: (line, among, members) => {
      const [first = -1] = members;
      const chance = ofSome(came(line), among.map(paid), members.map(paid));
      return Math.max(equalPayouts, chance * (linesLike(line, first) + expected));
    },
    ofLines: (at, among, members) => {
      const chance = Math.max(
        // They may be parts of another payout of that amount, which need not be here.
        ofOne(paid(at)),
        ofSome(paid(at), among.map(came), members.map(came)),
      );
      return Math.max(equalPayouts, equalParts, chance * (open.length + expected));
    },
  };
}
