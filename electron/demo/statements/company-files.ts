import { type BankFile, bankFile } from './bank-files.ts';
import { type BankLine, bankLinesOf, depositsOf } from './bank-lines.ts';
import type { AccountLedger } from './ledger.ts';
import { type StatementFile, statementFiles } from './statement-files.ts';
import { monthOfDay } from './text.ts';

/** All files of a company: the statements of its accounts and the extracts of its banks, for any month. */

export type CompanyBooks = {
  /** The channels' ledgers, by account. */
  readonly ledgers: readonly AccountLedger[];
  /** The bank's deposits, of channels and of others. */
  readonly deposits: (ledgers: readonly AccountLedger[], until: number) => readonly BankLine[];
  /** Cents that somebody added to the line of an order. */
  readonly altered: ReadonlyMap<string, number>;
};

/** Books in which nothing is wrong. */
export const honestBooks = (ledgers: readonly AccountLedger[]): CompanyBooks => {
  return { ledgers, deposits: depositsOf, altered: new Map() };
};

/**
 * The files of a month, until the end of a day.
 * @param month YYYY-MM
 * @param until counted from 1970-01-01
 */
export function filesOfMonth(
  { ledgers, deposits, altered }: CompanyBooks,
  month: string,
  until: number,
): { readonly statements: readonly StatementFile[]; readonly banks: readonly BankFile[] } {
  const byCurrency = new Map<string, AccountLedger[]>();
  for (const ledger of ledgers) {
    const { currency } = ledger.terms;
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), ledger]);
  }
  return {
    statements: ledgers.flatMap((ledger) => statementFiles(ledger, { month, until }, altered)),
    banks: [...byCurrency].flatMap(([currency, own]) => {
      const lines = bankLinesOf(deposits(own, until), own[0]?.terms.unit ?? 1, until);
      return bankFile(currency, lines, month) ?? [];
    }),
  };
}

/** The months in which something was paid, the first first. */
export function monthsOf({ ledgers }: CompanyBooks): readonly string[] {
  const months = new Set(ledgers.flatMap(({ entries }) => entries.map(({ paid }) => monthOfDay(paid))));
  return [...months].toSorted();
}
