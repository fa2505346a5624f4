/** Order numbers that are nearly the same: what a spreadsheet or a marketplace does to them. Only ever a suggestion. */

export const NEAR_REASONS = ['blanks', 'case', 'leading-zeros', 'suffix', 'scientific'] as const;
export type NearReason = (typeof NEAR_REASONS)[number];

const SUFFIX = /-[A-Z]$/;
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** A number as most are: no step changes it. */
const PLAIN = /^[1-9][0-9]*$/;

/** Steps from a number as it stands to what is left of it, each with why. */
const STEPS: readonly (readonly [NearReason, (key: string) => string])[] = [
  ['blanks', (key) => key.replace(/[\s\u200b\ufeff]+/gu, '')],
  ['case', (key) => key.toUpperCase()],
  ['suffix', (key) => key.replace(SUFFIX, '')],
  ['leading-zeros', (key) => key.replace(/^0+(?=.)/, '')],
];

/** The form of a number that stays the same in any of these ways of writing. */
export function nearForm(key: string): string {
  if (PLAIN.test(key)) return key;
  return STEPS.reduce((form, [, step]) => step(form), key);
}

/** Why two numbers of one near form are not the same text. */
export function whyNear(left: string, right: string): readonly NearReason[] {
  let [a, b] = [left, right];
  const reasons: NearReason[] = [];
  for (const [reason, step] of STEPS) {
    const [nextA, nextB] = [step(a), step(b)];
    if (a !== b && (nextA === nextB || (nextA === a) !== (nextB === b))) reasons.push(reason);
    [a, b] = [nextA, nextB];
  }
  return reasons;
}

/** A number of which only the first digits are left: 2,00001E+15. */
export type DamagedKey = {
  /** How many digits the number had. */
  readonly digits: number;
  /** The first of them, rounded. */
  readonly head: string;
};

export function damagedKey(key: string): DamagedKey | null {
  const [, first, rest = '', exponent] = SCIENTIFIC.exec(key.trim()) ?? [];
  if (first === undefined || Number(exponent) < rest.length) return null;
  return { digits: Number(exponent) + 1, head: first + rest };
}

/** The head of a number that a spreadsheet would have left, with so many digits kept; null where it is no number. */
export function headOfKey(key: string, kept: number): string | null {
  if (!/^[1-9]\d*$/.test(key) || key.length < kept) return null;
  const rest = 10n ** BigInt(key.length - kept);
  const rounded = ((BigInt(key) + rest / 2n) / rest).toString();
  return rounded.length === kept ? rounded : null;
}
