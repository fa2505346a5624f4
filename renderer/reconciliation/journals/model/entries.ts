import type { EntryKind } from '#renderer/data/model/journal-terms.ts';
import { type LocalDate, lastDay, type Month } from '#shared/domain/dates.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  sum,
  toShortestDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { amountIn, type Sums } from '#shared/domain/profitability.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { RESULT_LINES } from './journal-lines.ts';
import { type Booking, bookingOf, type RuleBook } from './rules.ts';

/**
 * Entries of the books, in one currency, that balance to the last digit: the result of an account's rows, whole or by
 * settlement; what was paid out; what came to the bank. Nothing is rounded: what income and costs leave unexplained is a line
 * of its own.
 */

export type JournalLine = {
  /** Of which line of the result, or its other side (journal-lines.ts). */
  readonly line: string;
  /** Code in the books, and what it is called there. */
  readonly account: string;
  readonly name: string;
  readonly costCentre: string;
  readonly taxCode: string;
  readonly level: Booking['level'];
  /** Above 0: debit; below: credit. */
  readonly amount: Decimal;
};

export type JournalEntry = SellerAccount & {
  /** By content: the same entry has the same key whatever it comes to. */
  readonly key: string;
  readonly kind: EntryKind;
  readonly date: LocalDate;
  /** Settlement, payout or number of the bank; "": none. */
  readonly reference: string;
  /** Those that come to nothing are not there. */
  readonly lines: readonly JournalLine[];
};

/** Rows of one account that were bought in a month, of one settlement (null: of all). */
export type ResultOfRows = SellerAccount & {
  readonly month: Month;
  readonly settlement: string | null;
  readonly sums: Sums;
};

const negated = ({ units, scale }: Scaled): Scaled => ({ units: -units, scale });

/** The lines of an entry, by what takes each; those of nothing left out. */
const booked = (
  book: RuleBook,
  place: SellerAccount,
  amounts: readonly (readonly [line: string, amount: Scaled])[],
): readonly JournalLine[] =>
  amounts
    .filter(([, { units }]) => units !== 0n)
    .map(([line, amount]) => ({
      line,
      ...bookingOf(book, line, place),
      amount: toShortestDecimal(amount),
    }));

/**
 * The result of some rows: income in credit, each cost in debit and each refund in credit, product cost against inventory, and
 * what the marketplace owes for it. `rest` is what Rentabilidad Marketplace has beyond income less costs.
 */
export function resultEntry(
  { month, Canal, Cuenta, settlement, sums }: ResultOfRows,
  book: RuleBook,
): JournalEntry {
  const parts = RESULT_LINES.map(
    ({ id, column, sign, group }) =>
      [id, sign === 1 ? amountIn(sums, column) : negated(amountIn(sums, column)), group] as const,
  );
  const income = sum(parts.filter(([, , group]) => group === 'income').map(([, amount]) => amount));
  // Income is in credit: what the total has beyond its columns, too.
  const unnamedIncome = negated(add(amountIn(sums, 'Ingreso Total'), income));
  const receivable = amountIn(sums, 'Rentabilidad Marketplace');
  const cost = amountIn(sums, 'Costo de Producto');
  const explained = add(add(sum(parts.map(([, amount]) => amount)), unnamedIncome), receivable);
  return {
    key: resultKey({ month, Canal, Cuenta, settlement }),
    kind: 'result',
    date: lastDay(month),
    Canal,
    Cuenta,
    reference: settlement ?? '',
    lines: booked(book, { Canal, Cuenta }, [
      ...parts.map(([id, amount]) => [id, amount] as const),
      ['income/rest', unnamedIncome],
      ['rest', negated(explained)],
      ['receivable', receivable],
      ['product-cost', cost],
      ['inventory', negated(cost)],
    ]),
  };
}

export const resultKey = ({
  month,
  Canal,
  Cuenta,
  settlement,
}: Pick<ResultOfRows, 'month' | 'Canal' | 'Cuenta' | 'settlement'>): string =>
  JSON.stringify(['result', month, Canal, Cuenta, settlement]);

/** What `resultKey` made a key of. */
export function rowsOfResult(key: string): Pick<ResultOfRows, 'month' | 'settlement'> {
  const [, month, , , settlement] = JSON.parse(key) as [string, Month, string, string, string | null];
  return { month, settlement };
}

/** Money on its way: what a marketplace paid out, or a line of the bank. */
export type Movement = SellerAccount & {
  /** By content. */
  readonly key: string;
  readonly date: LocalDate;
  readonly reference: string;
  readonly amount: Decimal;
};

/** What was paid out is owed no longer, and stands in transit until the bank has it. */
export const payoutEntry = (movement: Movement, book: RuleBook): JournalEntry =>
  movementEntry('payout', movement, book, ['transit', 'receivable']);

/** What came to the bank: of a payout in transit, or of nothing that is known. */
export const bankEntry = (movement: Movement, isExplained: boolean, book: RuleBook): JournalEntry =>
  movementEntry('bank', movement, book, ['bank', isExplained ? 'transit' : 'bank/unexplained']);

function movementEntry(
  kind: 'payout' | 'bank',
  { key, date, reference, amount, Canal, Cuenta }: Movement,
  book: RuleBook,
  [debit, credit]: readonly [string, string],
): JournalEntry {
  const value = fromDecimal(amount);
  return {
    key: JSON.stringify([kind, key]),
    kind,
    date,
    Canal,
    Cuenta,
    reference,
    lines: booked(book, { Canal, Cuenta }, [
      [debit, value],
      [credit, negated(value)],
    ]),
  };
}

export type JournalTotals = {
  readonly debit: Decimal;
  readonly credit: Decimal;
  /** Debit less credit of what no rule takes. */
  readonly suspense: Decimal;
  /** Lines that no rule takes. */
  readonly suspenseLines: number;
};

/** What some entries come to: both sides are equal, always. */
export function totalsOf(entries: readonly Pick<JournalEntry, 'lines'>[]): JournalTotals {
  const lines = entries.flatMap((entry) => entry.lines);
  const sumOf = (own: readonly JournalLine[]) => sum(own.map(({ amount }) => fromDecimal(amount)));
  const debit = sumOf(lines.filter(isDebit));
  const credit = subtract(ZERO, sumOf(lines.filter((line) => !isDebit(line))));
  const suspense = lines.filter(({ level }) => level === 'none');
  return {
    debit: toShortestDecimal(debit),
    credit: toShortestDecimal(credit),
    suspense: toShortestDecimal(sumOf(suspense)),
    suspenseLines: suspense.length,
  };
}

export const isDebit = ({ amount }: Pick<JournalLine, 'amount'>): boolean => !amount.startsWith('-');

/** The amount without its sign. */
export const sizeOfLine = ({ amount }: Pick<JournalLine, 'amount'>): Decimal =>
  (amount.startsWith('-') ? amount.slice(1) : amount) as Decimal;
