export type OpenPayout = {
  readonly amount: bigint;
  /** As ISO 4217 has it; null: none is named. */
  readonly currency: string | null;
  /** Days since 1970-01-01 in which the bank should get it. Null: no date is known. */
  readonly window: { readonly from: number; readonly to: number } | null;
  readonly numbers: readonly string[];
  /** Who pays: a kind of statement, or a channel's name. */
  readonly payer: string;
  /** It comes to the bank as it is: it is not a settlement whose money goes to a balance, or is not paid yet. */
  readonly isExpected: boolean;
};

export type Deposit = {
  readonly amount: bigint;
  readonly day: number;
  readonly currency: string | null;
  /** All that the bank says of it. */
  readonly words: string;
};
