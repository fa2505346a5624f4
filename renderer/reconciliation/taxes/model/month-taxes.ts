import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { compareTexts } from '#shared/base/fold.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toShortestDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { amountIn, type Sums } from '#shared/domain/profitability.ts';
import type { AccountsScope, SellerAccount } from '#shared/domain/selection.ts';
import { TAX_ACTS } from './tax-terms.ts';
import type { NamedTax } from './tax-words.ts';

/** What the statements and the rows of a month know of taxes, by account, currency and tax. Pure. */

export type TaxesQuery = {
  readonly month: Month;
  /** Null: all accounts. */
  readonly scope: AccountsScope | null;
  /** The currency in view, in which the rows are; null: it has no name. */
  readonly currency: string | null;
  readonly today: LocalDate;
};

/** An account of a bank, as its extracts are told apart. */
export type TaxBank = { readonly layout: string | null; readonly account: number };

/** Reports of several kinds may tell the same tax, and so may the rows and banks: they are never added to each other. */
type TaxPlace = {
  /** `rows`: a column of the API. */
  readonly source: StatementKind | 'rows';
  readonly column: string | null;
  /** Null: it is no extract of a bank. */
  readonly bank: TaxBank | null;
  /** None: nobody knows whose the statement is; several: it is of them together. */
  readonly accounts: readonly SellerAccount[];
  /** "": it has no name. */
  readonly currency: string;
};

export type TaxFigure = TaxPlace &
  NamedTax & {
    readonly key: string;
    /** Money to the seller is positive. */
    readonly amount: Decimal;
    /** Lines of statements; null: of rows, which their orders tell. */
    readonly lines: number | null;
  };

/** Charges that hold VAT which nothing tells apart. */
export type UntoldVat = TaxPlace & { readonly amount: Decimal; readonly lines: number };

export type TaxesPage = {
  readonly revision: number;
  readonly month: Month;
  /** Those of a named tax first. */
  readonly figures: readonly TaxFigure[];
  readonly untold: readonly UntoldVat[];
  /** Accounts in view with rows in the month. */
  readonly accounts: readonly SellerAccount[];
  /** Accounts that sold in the month, and of which statements of it are not there. */
  readonly withoutStatements: readonly SellerAccount[];
  /** Lines with a tax and no day: they are in no month. */
  readonly undated: number;
};

/** A line of a statement behind a figure. */
export type TaxLine = {
  /** The name of the file, and where in it the line stands. */
  readonly statement: string;
  readonly line: number;
  readonly day: LocalDate | null;
  readonly order: string | null;
  readonly settlement: string | null;
  readonly movement: string | null;
  readonly detail: string | null;
  readonly amount: Decimal;
};

export type TaxLinesQuery = TaxesQuery & { readonly key: string };
export type TaxLinesPage = {
  readonly revision: number;
  readonly total: number;
  readonly lines: readonly TaxLine[];
};

/** A line with one of its taxes. */
export type PlacedTax = { readonly place: TaxPlace; readonly tax: NamedTax; readonly line: TaxLine };

const bankParts = (bank: TaxBank | null): readonly string[] =>
  bank === null ? [] : [bank.layout ?? '', String(bank.account)];

export const taxKey = (
  { source, column, bank, accounts, currency }: TaxPlace,
  { term, act, authority, period }: NamedTax,
): string =>
  JSON.stringify([
    ...[source, column, ...bankParts(bank), currency, term, act, authority, period],
    ...accounts.map(({ Canal, Cuenta }) => [Canal, Cuenta]),
  ]);

/** Sums of amounts by key, each with how many there are and the first of them. */
function sumsBy<T>(
  all: readonly T[],
  keyOf: (each: T) => string,
  amountOf: (each: T) => Decimal,
): readonly { readonly key: string; readonly first: T; readonly amount: Decimal; readonly lines: number }[] {
  const sums = new Map<string, { readonly first: T; amount: Scaled; lines: number }>();
  for (const each of all) {
    const key = keyOf(each);
    const own = sums.get(key) ?? { first: each, amount: ZERO, lines: 0 };
    own.amount = add(own.amount, fromDecimal(amountOf(each)));
    own.lines += 1;
    sums.set(key, own);
  }
  return [...sums].map(([key, { first, amount, lines }]) => ({
    key,
    first,
    amount: toShortestDecimal(amount),
    lines,
  }));
}

/** The figures that lines come to, each the exact sum of its own. */
export const figuresOfLines = (all: readonly PlacedTax[]): readonly TaxFigure[] =>
  sumsBy(
    all,
    ({ place, tax }) => taxKey(place, tax),
    ({ line }) => line.amount,
  ).map(({ first, ...summed }) => ({ ...summed, ...first.place, ...namedOf(first.tax) }));

const namedOf = ({ term, act, authority, period }: NamedTax): NamedTax => ({ term, act, authority, period });

/** The columns of rows that speak of taxes: what was charged takes money from the seller, what came back gives it. */
export const TAX_COLUMNS = [
  { column: 'Cobro de Impuestos', sign: -1 },
  { column: 'Reembolso de Impuestos', sign: 1 },
] as const;

const UNNAMED: NamedTax = { term: null, act: 'untold', authority: null, period: null };

/** The figures of an account's rows; those of nothing are left out. */
export function figuresOfRows(account: SellerAccount, sums: Sums, currency: string): readonly TaxFigure[] {
  return TAX_COLUMNS.flatMap(({ column, sign }) => {
    const charged = amountIn(sums, column);
    if (charged.units === 0n) return [];
    const { Canal, Cuenta } = account;
    const place: TaxPlace = { source: 'rows', column, bank: null, accounts: [{ Canal, Cuenta }], currency };
    const amount = toShortestDecimal(sign === 1 ? charged : subtract(ZERO, charged));
    return [{ key: taxKey(place, UNNAMED), ...place, ...UNNAMED, amount, lines: null }];
  });
}

/** By account and currency, what names a tax first. */
export function inOrder(figures: readonly TaxFigure[]): readonly TaxFigure[] {
  const whose = ({ accounts: [first] }: TaxFigure): readonly string[] => [
    first?.Canal ?? '',
    first?.Cuenta ?? '',
  ];
  const texts = (each: TaxFigure): readonly string[] => [
    ...whose(each),
    ...[
      each.currency,
      each.source,
      each.term ?? '',
      each.authority ?? '',
      each.period ?? '',
      each.column ?? '',
      ...bankParts(each.bank),
    ],
  ];
  const order = (one: TaxFigure, other: TaxFigure): number => {
    if ((one.term === null) !== (other.term === null)) return one.term === null ? 1 : -1;
    const others = texts(other);
    const differs = texts(one)
      .map((text, at) => compareTexts(text, others[at] ?? ''))
      .find((compared) => compared !== 0);
    return differs ?? TAX_ACTS.indexOf(one.act) - TAX_ACTS.indexOf(other.act);
  };
  return figures.toSorted(order);
}

export type PlacedCharge = { readonly place: TaxPlace; readonly amount: Decimal };

/** Charges with VAT that nothing tells apart, by account, currency and kind of statement. */
export const untoldOfLines = (all: readonly PlacedCharge[]): readonly UntoldVat[] =>
  sumsBy(
    all,
    ({ place }) => taxKey(place, UNNAMED),
    ({ amount }) => amount,
  ).map(({ first, amount, lines }) => ({ ...first.place, amount, lines }));
