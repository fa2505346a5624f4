import type { Annotation } from '#renderer/data/model/annotations.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import type { Country, JournalForm, JournalGrouping } from '#renderer/data/model/journal-terms.ts';
import type { CountedOwnCosts } from '#renderer/reconciliation/closing/model/month-orders.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import type { ProposedEntry } from './difference.ts';

/** What is asked about the journals of a month, and what is told. */

export type JournalQuery = {
  readonly month: Month;
  /** The accounts of one currency. */
  readonly scope: AccountsScope | null;
  /** ISO 4217; null: it has no name. */
  readonly currency: string | null;
  /** Today: differences are of this day, and payouts are held against the bank as of it. */
  readonly day: LocalDate;
  readonly tolerance?: Decimal | undefined;
  /** Of a month that is not closed: the own costs that count. A close has its own. */
  readonly ownCosts: readonly CountedOwnCosts[];
};

export type JournalPosting = Annotation<'journal-posting'>;

export type JournalPage = {
  readonly revision: number;
  /** Whether entries can be given numbers. */
  readonly isClosed: boolean;
  /** Whether what it came to when it was closed is known: then entries are of that, and what moved since stands beside. */
  readonly isOfClose: boolean;
  readonly by: JournalGrouping;
  readonly country: Country | null;
  /** What was not exported yet. */
  readonly proposed: readonly ProposedEntry[];
  /** Of `proposed`: who exports takes what was seen. */
  readonly evidence: string;
  /** What was exported, the first first. */
  readonly postings: readonly JournalPosting[];
  /** Rentabilidad Total of the month less what its entries come to: not to be booked, only to be known. */
  readonly beyond: Decimal;
  /** Payouts and bank lines that are in no entry. */
  readonly leftOut: { readonly undated: number; readonly otherCurrency: number };
};

/** Tells proposals apart. */
export const evidenceOfProposal = (entries: readonly ProposedEntry[]): string =>
  evidenceOf(entries.map((entry) => JSON.stringify(entry)));

/** An export: of what is proposed, or (`posting`) once more of what was exported. */
export type JournalExport = JournalQuery & {
  readonly form: JournalForm;
  readonly owner: string;
  readonly evidence: string;
  readonly posting: number | null;
};
