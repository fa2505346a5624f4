import type { Question } from './questions.ts';

/** Under these names figures are kept. */
export const OURS = 'cuadra';
export const DUCKDB_ON_CODES = 'duckdb on codes';
export const DUCKDB_ON_TEXTS = 'duckdb on texts';
export const ARQUERO = 'arquero';
export const PEERS = [DUCKDB_ON_CODES, DUCKDB_ON_TEXTS, ARQUERO] as const;

/** Whoever answers the questions: the product, and its peers. */
export type Contestant = {
  readonly name: string;
  /** What can be done before the question is asked (writing its SQL) is done here, and not timed. */
  readonly prepare: (question: Question) => Ask;
};

/** Asks. What it takes is timed; making the answer comparable, afterwards, is not. */
export type Ask = () => Reader | Promise<Reader>;
export type Reader = () => Answer | Promise<Answer>;

/**
 * For sums, a line a group: its values, its rows, its exact sums in the order asked; sorted. For an order, the values
 * at COMPARED_RANKS. Equal answers are equal texts.
 */
export type Answer = readonly string[];

/** A group as a line of an answer. */
export function groupLine(values: readonly string[], rows: number | bigint, sums: readonly string[]): string {
  return JSON.stringify([values, String(rows), sums]);
}

/** The one way to write an integer of 10^-scale: no zeros that say nothing. */
export function exactText(units: bigint, scale: number): string {
  let left = units;
  let places = scale;
  while (places > 0 && left % 10n === 0n) {
    left /= 10n;
    places -= 1;
  }
  return places === 0 ? String(left) : `${left}e-${places}`;
}

/** Throws where an answer is not the first one's, and says at which line. */
export function demandEqual(
  id: string,
  answers: readonly { readonly name: string; readonly answer: Answer }[],
) {
  const [first, ...others] = answers;
  if (first === undefined || first.answer.length === 0) throw new Error(`${id}: nobody answered.`);
  for (const { name, answer } of others) {
    const at = first.answer.findIndex((line, index) => line !== answer[index]);
    if (at < 0 && answer.length === first.answer.length) continue;
    throw new Error(
      `${id}: ${first.name} and ${name} disagree (${first.answer.length} and ${answer.length} lines):\n` +
        `${first.answer[at]}\n${answer[at]}`,
    );
  }
}
