import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { MatchState } from './match-work.ts';
import type { DayRun } from './universe.ts';

/** Results of matching a statement with the rows, and settlements of the rows. */

/** Sums of the cases of one state. */
export type StateTotals = {
  readonly cases: number;
  readonly lines: number;
  readonly orders: number;
  readonly ledgerAmount: Decimal;
  readonly statementAmount: Decimal;
  readonly difference: Decimal;
};

/** The amounts of a case in one currency: its orders are in that of their account, its lines in theirs. */
export type CaseAmounts = {
  /** As ISO 4217 has it; "": none is named. */
  readonly currency: string;
  readonly ledgerAmount: Decimal;
  readonly statementAmount: Decimal;
  readonly difference: Decimal;
};

/** In one currency: unlike ones are never added. */
export type MatchTotals = {
  /** As ISO 4217 has it; "": none is named. */
  readonly currency: string;
  readonly byState: { readonly [state in MatchState]: StateTotals };
  /** The sum of the differences of what is on both sides: what is within tolerance, and so written off, among it. */
  readonly remains: Decimal;
  /** The statement's sum less the ledger's: with what is on one side alone. */
  readonly gap: Decimal;
};

export type MatchSort = {
  readonly by: 'line' | 'here' | 'there' | 'difference';
  readonly direction: 'ascending' | 'descending';
};

/** The period that a statement speaks for in one account. */
export type SpokenFor = {
  readonly canal: string;
  readonly cuenta: string;
  /** Null: it holds too few of any settlement or days, so that no order is reported as missing. */
  readonly by: 'settlement' | 'payment' | 'purchase' | null;
  readonly settlements: readonly string[];
  /** Days since 1970-01-01. */
  readonly days: DayRun | null;
  /** Orders of the account that the statement holds. */
  readonly held: number;
  /** Orders that it should hold and does not: those that are reported as missing. */
  readonly missing: number;
  /** Orders between the first and the last purchase of those it holds that it is not taken to speak of. */
  readonly beyond: number;
};

/** The rows of one settlement number in one account; "": those of no settlement yet. */
export type Settlement = {
  readonly settlement: string;
  readonly canal: string;
  readonly cuenta: string;
  readonly rows: number;
  readonly orders: number;
  readonly ventas: Decimal;
  readonly rentabilidad: Decimal;
  /** Of the purchases; null: no readable one. */
  readonly firstPurchase: LocalDate | null;
  readonly lastPurchase: LocalDate | null;
  readonly firstPayment: LocalDate | null;
  readonly lastPayment: LocalDate | null;
  /** Of the purchases, ascending. */
  readonly months: readonly Month[];
  /** Rows paid by the day that was asked for: `Estado de Pago` says so, and no later payment date contradicts it. */
  readonly paidRows: number;
  readonly pendingRows: number;
  /** Rentabilidad Marketplace of what was bought by that day and not paid: what the marketplace owes. */
  readonly owed: Decimal;
  /** Days from the oldest pending purchase to that day; null where nothing is pending. */
  readonly oldestPendingDays: number | null;
};
