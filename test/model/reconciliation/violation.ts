/** What holds after every step of a history of reconciliation. */
export const INVARIANTS = {
  rows: 'the rows are those that the source gave last',
  totals: 'sums by account, month and in all are those of the rows, to the last digit',
  'own-costs': 'own costs count where the source has none, and nowhere else',
  settlements: 'settlements, and what is owed in them, are those of the rows',
  receivables:
    'receivables of a month open as the one before closed, add up, and close with what rows and files leave owed',
  imports: 'an import stays until it is taken out or the very same is imported again',
  'lines-once': 'every line of the imports counts exactly once',
  'case-sums': 'both sides of every case, and the totals of cases, add up',
  parts:
    'an order over several settlements is held by those that are told, and no other settlement’s order is lacked',
  'decisions-kept': 'nothing that the user said is lost or changed',
  'decisions-dead': 'no decision holds of a figure that moved, and where it fell that is told',
  'decisions-alive': 'a decision holds as long as its figures are what they were',
  queue: 'the queue tells what the matches leave open',
  acceptances: 'what was accepted stays so exactly as long as its cases are what they were',
  payouts: 'payouts are the sums of their lines or rows, and two accounts’ are two',
  'bank-lines': 'every bank line is of one payout, of nobody or of no channel, once',
  'no-channel':
    'a line said to be no channel’s is in no payout and no difference, and every other one may be',
  basis: 'a statement is held against what was said of its layout and account, and else against the whole',
  checklist: 'the checklist of a close, and what is told beside an order, tell what matches and payouts tell',
  months: 'the steps of a month are what rows, statements, payouts and closes come to, in every account',
  waivers: 'what is not needed by the user’s word is so exactly as long as its figure is what it was',
  'sign-offs':
    'a step that was signed off stays so exactly as long as nothing of it moved, and keeps who, when and of what',
  closes: 'a closed month keeps its figures, and all that was done to it is logged',
  drift: 'what became of a closed month is what its orders differ by, order by order',
  restore: 'a restored backup is what was there when it was made',
  files: 'files hold what is shown',
  'all-or-nothing': 'what was cut off is whole or was never there',
  answers: 'every question is answered',
} as const;
export type Invariant = keyof typeof INVARIANTS;

export class Violation extends Error {
  readonly invariant: Invariant;

  constructor(invariant: Invariant, detail: string) {
    super(`${invariant} (${INVARIANTS[invariant]}): ${detail}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}

export function hold(invariant: Invariant, isTrue: boolean, detail: () => string): void {
  if (!isTrue) throw new Violation(invariant, detail());
}

export const shown = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint'
      ? `${each}n`
      : each instanceof Map
        ? [...each]
        : each instanceof Set
          ? [...each]
          : each,
  );

export function equal(invariant: Invariant, found: unknown, expected: unknown, what: string): void {
  const [one, other] = [shown(found), shown(expected)];
  if (one !== other) throw new Violation(invariant, `${what}: ${one} where it should be ${other}`);
}
