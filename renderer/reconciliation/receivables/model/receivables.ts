import type { LocalDate, Month } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import { AGES, type Age, ageOf, type Term, termsOf, USUAL_TERM } from './ageing.ts';
import { amountIn, daysOf, RECEIVABLE_FIGURES, type ReceivableFigure } from './month-account.ts';
import type { ReceivableBook, ReceivablePart } from './receivable-parts.ts';

/** Receivables of the accounts of a scope over a month, as far as it is over. */
export type ReceivablesQuery = {
  readonly scope: AccountsScope | null;
  readonly month: Month;
  readonly today: LocalDate;
};

export type ReceivableLine = {
  readonly canal: string;
  readonly cuenta: string;
  readonly figures: { readonly [figure in ReceivableFigure]: Decimal };
  /** The closing by how long ago it was due. */
  readonly ages: { readonly [age in Age]: Decimal };
  readonly term: Term;
  /** Released rows whose day a statement names, and those whose day is the source's. */
  readonly byStatement: number;
  readonly byColumns: number;
};

export type ReceivablesPage = {
  readonly revision: number;
  readonly month: Month;
  /** Lines of the accounts that had anything to receive by then, in the order of their names. */
  readonly lines: readonly ReceivableLine[];
};

/** The figure in question: one of the month, or an age within the closing. */
export type ReceivablePlace = ReceivableFigure | Age;

/** The orders behind an amount of one account. */
export type ReceivableOrdersQuery = {
  readonly canal: string;
  readonly cuenta: string;
  readonly month: Month;
  readonly today: LocalDate;
  readonly place: ReceivablePlace;
};

export type ReceivableOrder = {
  readonly key: OrderKey;
  readonly amount: Decimal;
  /**
   * The first of its purchases behind the amount, and the last day that they were or will be released; null: none is
   * known.
   */
  readonly bought: LocalDate | null;
  readonly released: LocalDate | null;
};

export type ReceivableOrdersPage = {
  readonly revision: number;
  readonly total: number;
  /** The sum of all of them. */
  readonly amount: Decimal;
  /** The largest amounts first. */
  readonly orders: readonly ReceivableOrder[];
};

/** A month of each account, in the order of the book. Pure. */
export function accountLines(
  book: ReceivableBook,
  { month, today }: Pick<ReceivablesQuery, 'month' | 'today'>,
): readonly (ReceivableLine | null)[] {
  const { scale, accounts, parts } = book;
  const days = daysOf(month, today);
  const sums = accounts.map(() => ({
    amounts: RECEIVABLE_FIGURES.map(() => 0n),
    ages: AGES.map(() => 0n),
    by: { statement: 0, columns: 0 },
    parts: 0,
  }));
  const terms = termsOf(book, days.to);
  for (const part of parts) {
    const own = sums[part.account];
    if (own === undefined || part.bought > days.to) continue;
    for (const [at, figure] of RECEIVABLE_FIGURES.entries()) {
      const amount = amountIn(figure, part, days);
      if (amount === null) continue;
      own.parts += 1;
      own.amounts[at] = (own.amounts[at] ?? 0n) + amount;
      if (figure === 'released') own.by[part.by] += part.rows;
    }
    const age = ageOf(part, days, terms[part.account] ?? NO_TERM);
    if (age !== null) own.ages[AGES.indexOf(age)] = (own.ages[AGES.indexOf(age)] ?? 0n) + part.left;
  }
  return accounts.map(({ canal, cuenta }, at) => {
    const own = sums[at];
    if (own === undefined || own.parts === 0) return null;
    const named = <Name extends string>(names: readonly Name[], amounts: readonly bigint[]) =>
      Object.fromEntries(
        names.map((name, place) => [name, toDecimal({ units: amounts[place] ?? 0n, scale })]),
      ) as { readonly [name in Name]: Decimal };
    return {
      canal,
      cuenta,
      figures: named(RECEIVABLE_FIGURES, own.amounts),
      ages: named(AGES, own.ages),
      term: terms[at] ?? NO_TERM,
      byStatement: own.by.statement,
      byColumns: own.by.columns,
    };
  });
}

const NO_TERM: Term = { days: USUAL_TERM, rows: 0, isLearnt: false };

const isFigure = (place: ReceivablePlace): place is ReceivableFigure =>
  (RECEIVABLE_FIGURES as readonly string[]).includes(place);

/** Makes the function that says whether a part is behind an amount of its account. Pure. */
export function partsBehind(
  book: ReceivableBook,
  { canal, cuenta, month, today, place }: ReceivableOrdersQuery,
): (part: ReceivablePart) => boolean {
  const days = daysOf(month, today);
  const account = book.accounts.findIndex((each) => each.canal === canal && each.cuenta === cuenta);
  if (isFigure(place)) {
    return (part) => part.account === account && amountIn(place, part, days) !== null;
  }
  const term = termsOf(book, days.to)[account] ?? NO_TERM;
  return (part) => part.account === account && ageOf(part, days, term) === place;
}

/** The sum of the rows behind an amount. */
export function amountAt(
  place: ReceivablePlace,
  { sales, refunds, left }: Pick<ReceivablePart, 'sales' | 'refunds' | 'left'>,
): bigint {
  switch (place) {
    case 'sales':
      return sales;
    case 'refunds':
      return refunds;
    case 'charges':
      return sales - refunds - left;
    default:
      return left;
  }
}
