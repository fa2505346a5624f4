import { type Layout, layoutOf } from './layout.ts';

/** A layout of marketplaces and payment services is a kind of its own: it says what its money means beside how it is written. */

/** The figure of an order that a statement's lines are held against: what the sale left, or what it cost. */
export type MatchedFigure = 'Rentabilidad Marketplace' | 'Costo de Marketplace';

/** How the money of its lines comes to the bank; for the orders, from the one that says most of it to the one that says least. */
export const PAYOUT_WAYS = [
  /** Each settlement is paid as it is. */
  'settlement',
  /** It is paid, by no number and no date that the statement tells. */
  'untold',
  /** It stays in a balance until it is withdrawn: no payout says which orders it is of. */
  'balance',
  /** It goes to a balance that statements of another kind tell. */
  'other-balance',
  /** It is no money that comes: a bill of what was charged. */
  'bill',
] as const;
export type PayoutWay = (typeof PAYOUT_WAYS)[number];

/** Who pays. Both are matched with folded text. */
export type Payer = {
  /** Its channels, as accounts name them. */
  readonly channels: RegExp;
  /** How banks write it. */
  readonly inBanks: RegExp;
};

/** The relation of a kind of statements to orders and to the bank. */
export type KindFacts = {
  readonly payout: PayoutWay;
  readonly matchedFigure: MatchedFigure;
  /** Null: nobody known. */
  readonly payer: Payer | null;
};

export type MarketplaceLayout<Kind extends string = string> = Layout<Kind> &
  KindFacts & { readonly payer: Payer };

type Given<Kind extends string> = Pick<
  MarketplaceLayout<Kind>,
  'kind' | 'columns' | 'net' | keyof KindFacts
> &
  Partial<Omit<Layout, 'id' | 'kind'>>;

/** A layout of which all is said that only its marketplace knows, and of the rest what is special. */
export function marketplaceLayout<const Kind extends string>(given: Given<Kind>): MarketplaceLayout<Kind> {
  const { payout, matchedFigure, payer, ...layout } = given;
  return { ...layoutOf({ ...layout, id: given.kind }), payout, matchedFigure, payer };
}
