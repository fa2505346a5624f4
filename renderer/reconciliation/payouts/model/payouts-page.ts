import type { CurrencySum } from '#renderer/reconciliation/matching/model/line-currency.ts';
import type { CaseAmounts } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { MatchCase } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { FallenSaying } from '#renderer/reconciliation/matching/model/matches.ts';
import type { Days } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import type { PayoutReasonFound } from './match-payouts.ts';
import type { Payout } from './payouts.ts';
import type { Standing } from './why-open.ts';

/** Payouts and the bank lines they came in. */

/** Payouts of marketplaces with the bank lines that they came in. */
export type PayoutsQuery = {
  readonly scope: AccountsScope | null;
  /** Today: what can be in the bank by now. */
  readonly day: LocalDate;
} & Tolerated;

type Tolerated = {
  /** What a bank line is off by no more counts as arrived; absent: one unit of the currency. */
  readonly tolerance?: Decimal | undefined;
};

/** `identity`: cells of the columns that tell the order from all others. */
export type OrderPayoutsQuery = {
  readonly identity: { readonly [column: string]: Cell };
  readonly day: LocalDate;
} & Tolerated;

export type MonthMatchQuery = PayoutsQuery & { readonly month: Month };

export type PayoutsPage = {
  readonly revision: number;
  /** The newest first. */
  readonly payouts: readonly PayoutView[];
  /** Settlements of the rows, each with the keys of its payouts. */
  readonly ofRows: readonly {
    readonly canal: string;
    readonly cuenta: string;
    readonly settlement: string;
    readonly payouts: readonly string[];
  }[];
  /** Money that came to the bank and that no payout explains, the greatest first. */
  readonly unexplained: BankLines;
  /** Lines that the user said are no channel's: held against nothing, the newest first. */
  readonly noChannel: BankLines;
  /** The days that the bank's files reach over; null: there are none. */
  readonly bankDays: Days | null;
};

/** Bank lines with what those come to that nobody explained. */
export type BankLines = {
  readonly lines: number;
  readonly sums: readonly CurrencySum[];
  readonly listed: readonly BankDeposit[];
};

/** A bank line. */
export type BankDeposit = {
  /** Its identity for decisions. */
  readonly identity: string;
  readonly statementId: string;
  /** The file, and which bank's it is; null: not known. */
  readonly file: string;
  readonly bank: string | null;
  readonly line: number;
  readonly day: LocalDate | null;
  /** What the bank says of it in words; where it says nothing, its kind of movement. */
  readonly description: string;
  /** Its number, and others that the bank names; "": none. */
  readonly document: string;
  /** The words by which lines like it are known (`bank-words.ts`); "": none. */
  readonly words: string;
  readonly amount: Decimal;
  /** As ISO 4217 has it; "": none is named. */
  readonly currency: string;
  /** The user said what it is. */
  readonly isExplained: boolean;
};

export type PayoutView = Omit<Payout, 'numbers' | 'formerKeys' | 'currency'> &
  Standing & {
    /** As ISO 4217 has it; "": none is named. */
    readonly currency: string;
    /** In which the bank should get it. */
    readonly window: Days | null;
    /**
     * The amount that the bank got of it and of those together with it; null: nothing was found, or it came in unlike
     * money.
     */
    readonly came: Decimal | null;
    /** Null too where it came in other money than it was paid in. */
    readonly difference: Decimal | null;
    /** The amount that came less the one paid out, in each currency by itself; none where nothing was found. */
    readonly differences: readonly CurrencyAmount[];
    readonly by: MatchCase['by'];
    readonly isExplained: boolean;
    readonly deposits: readonly BankDeposit[];
    /** The payouts that came in the same bank lines. */
    readonly together: readonly { readonly key: string; readonly amount: Decimal }[];
    readonly suggestions: readonly PayoutSuggestionView[];
    /** Fallen decisions about it. */
    readonly fallen: readonly FallenSaying[];
  };

export type CurrencyAmount = { readonly currency: string; readonly amount: Decimal };

export type PayoutSuggestionView = PayoutReasonFound & {
  readonly deposits: readonly BankDeposit[];
  readonly payouts: readonly {
    readonly key: string;
    readonly name: string;
    readonly amount: Decimal;
  }[];
  readonly remains: Decimal;
};

/** From an order to its settlement, to the statement that speaks of it, to the bank. */
export type OrderPayouts = {
  readonly revision: number;
  /** Rentabilidad Marketplace of all its rows. */
  readonly amount: Decimal;
  readonly settlements: readonly {
    readonly settlement: string;
    /** Of the order's rows in it, and of all rows. */
    readonly amount: Decimal;
    readonly whole: Decimal;
  }[];
  /** Null: no statement that was imported speaks of it. */
  readonly statement: {
    readonly kind: StatementKind;
    readonly state: MatchCase['state'];
    readonly isExplained: boolean;
    /** Of all orders that are held against the same lines. */
    readonly amounts: readonly CaseAmounts[];
    readonly lines: number;
    readonly orders: number;
    readonly files: readonly string[];
  } | null;
  readonly hasStatements: boolean;
  readonly payouts: readonly PayoutView[];
};

/** How far the orders of a month, and what was paid in it, are held against statements and the bank. */
export type MonthMatch = {
  readonly revision: number;
  readonly hasStatements: boolean;
  /** Orders bought in it that come to something. */
  readonly orders: number;
  /** Of them, that no statement holds; those that differ and are not explained. */
  readonly uncovered: { readonly orders: number; readonly amount: Decimal };
  readonly differing: { readonly orders: number; readonly sums: readonly CurrencySum[] };
  /** Payouts of the month; those that the bank did not get, or got otherwise. */
  readonly payouts: number;
  readonly missing: { readonly payouts: number; readonly sums: readonly CurrencySum[] };
  readonly short: { readonly payouts: number; readonly sums: readonly CurrencySum[] };
  readonly waiting: { readonly payouts: number; readonly sums: readonly CurrencySum[] };
};
