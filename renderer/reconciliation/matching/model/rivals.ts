import { MAX_CHANCE } from './blocks.ts';

/**
 * Who else has a claim to the members of a sum. That chance would hardly make a sum says little where it would hardly make
 * another one either that one of its members is part of.
 */

/** Some places that come to one of the other side. */
export type Claim = {
  /** The place that they come to. */
  readonly of: number;
  /** The first ways in which they do. */
  readonly ways: readonly (readonly number[])[];
  /** How many ways would be expected by chance. */
  readonly chance: () => number;
};

/** Whether a claim is the only one to its members that counts: others that chance explains a hundred times sooner do not. */
export function createRivals(claims: readonly Claim[]): (claim: Claim) => boolean {
  const byMember = new Map<number, Claim[]>();
  for (const claim of claims) {
    for (const member of new Set(claim.ways.flat())) {
      const own = byMember.get(member);
      if (own === undefined) byMember.set(member, [claim]);
      else own.push(claim);
    }
  }
  return (claim) =>
    claim.ways
      .flat()
      .every((member) =>
        (byMember.get(member) ?? []).every(
          (other) => other.of === claim.of || claim.chance() <= MAX_CHANCE * other.chance(),
        ),
      );
}

/** Among more some two come to nearly anything. */
const MAX_PAIRED = 100;

/** Whether one of some amounts, or two of them, come to another. */
export function isOneOrTwo(target: bigint, amounts: readonly bigint[]): boolean {
  const seen = new Set<bigint>();
  for (const amount of amounts) {
    if (amount === target) return true;
    if (amounts.length <= MAX_PAIRED && seen.has(target - amount)) return true;
    seen.add(amount);
  }
  return false;
}
