/** What the harness holds to be true whatever happens. A run that breaks one of these ends with its name. */
export const INVARIANTS = {
  equality: 'the ledger equals the source as multisets of rows, per order, within the plan window',
  misdated:
    'of rows without a purchase date, or with a far one, the ledger holds what their sub-order’s changes said last, and none twice',
  said: 'what lies in no month is counted beside the months, and no month is shown that nobody could have read',
  outside: 'rows outside the plan window are rows that once were, and their months are marked',
  controls: 'control totals agree at the end, and each tells the truth',
  changes: 'the change log explains every figure, before and after chained',
  order: 'the history is committed newest first',
  staging: 'nothing that is only staged is visible, and a commit is whole or not there',
  resumption: 'staged pages of an unsuspected window are not asked for again',
  limits: 'neither limit of the service is ever exceeded',
  requests: 'no request that the specification forbids',
  watermark: 'the watermark never goes back, but where stored times lay ahead, and never sticks',
  clock: 'no time is stored that lies after the source’s own',
  guard: 'no mass removal without the user’s word',
  mixing: 'another company’s rows are never mixed in',
  end: 'a sync whose failures pass comes to its end, and says what it did',
} as const;

export type Invariant = keyof typeof INVARIANTS;

export class Violation extends Error {
  readonly invariant: Invariant;
  /** Rows of the source that the ledger lacked, and the other way round. */
  readonly rowsLost: number;
  readonly rowsDoubled: number;
  constructor(invariant: Invariant, detail: string, rowsLost = 0, rowsDoubled = 0) {
    super(`${invariant} (${INVARIANTS[invariant]}): ${detail}`);
    this.name = 'Violation';
    this.invariant = invariant;
    this.rowsLost = rowsLost;
    this.rowsDoubled = rowsDoubled;
  }
}
