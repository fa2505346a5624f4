/** Stands for the day of money that has not come. */
export const NOT_YET = 0x7fffffff;

/** Money of sales, and of movements of the account: charges and refunds that are of no sale keep time of their own. */
export const MONEY_KINDS = ['sale', 'movement'] as const;

/** The money of one channel and account, added up by kind, by the day it was bought on and by the day it came. */
export type AccountMoney = {
  readonly canal: string;
  readonly cuenta: string;
  /** Of each part its place among MONEY_KINDS. */
  readonly kind: Uint8Array;
  /** Days since 1970-01-01; NO_DAY: bought on no readable day. */
  readonly bought: Int32Array;
  /** Never before it was bought. */
  readonly came: Int32Array;
  readonly rows: Uint32Array;
  readonly units: readonly bigint[];
  /** The sizes of its rows' amounts added up, as whole numbers of which doubles hold every sum. */
  readonly weight: Float64Array;
  /** Rows whose day a statement tells. */
  readonly stated: number;
  /** Rows that were paid on a day that nobody tells. */
  readonly undated: number;
};

/** Amounts are whole units of 10^-scale. */
export type ForecastMoney = { readonly scale: number; readonly accounts: readonly AccountMoney[] };
