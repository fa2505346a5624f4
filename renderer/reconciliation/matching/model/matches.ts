import type { BasisPart } from '#renderer/data/model/statement-answers.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { CostSection } from '#shared/domain/column-catalogue.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Basis } from './basis.ts';
import type { DecidedFigures, FallenReason } from './decisions.ts';
import type { MatchLine } from './match-line.ts';
import type { CaseAmounts, MatchSort, MatchTotals, SpokenFor } from './match-results.ts';
import type { MatchCase, OutsideLines, SuggestionReason } from './match-work.ts';

/** Lines of statements held against orders. */

/** Up to which difference two sides count as settled: what either of the limits allows is within. */
export type Tolerance = { readonly absolute: Decimal; readonly percent: Decimal };

/** Which statements are held against the rows, and by what. A line that several of them have counts once. */
export type MatchesQuery = {
  /** Null: the one confirmed last that is no bank's. */
  readonly statementIds: readonly string[] | null;
  readonly tolerance: Tolerance;
  /** None: all. */
  readonly states: readonly MatchCase['state'][];
  /** Null: as they were found. */
  readonly sort: MatchSort | null;
  /** Part of a number or text of a line, or of an order's number. "" finds all. */
  readonly search: string;
  /** Only cases of an order that was bought in it, and lines without an order of its days. */
  readonly month?: Month | undefined;
};

export type MatchesPage = {
  readonly revision: number;
  /** Those that were asked for; none where nothing was imported yet. */
  readonly statements: readonly ImportedStatement[];
  /** Others that tell of the same orders: what they tell of them stands in the cases, as a part. */
  readonly others: readonly ImportedStatement[];
  readonly basis: ShownBasis;
  /** Of all lines, whatever the states and the search: one for each currency, and at least one. */
  readonly totals: readonly MatchTotals[];
  /** The periods that the statement speaks for, by account. */
  readonly facts: readonly SpokenFor[];
  /** Lines beside the result, by reason and currency. */
  readonly outside: readonly {
    readonly reason: OutsideLines['reason'];
    readonly currency: string;
    readonly lines: number;
    readonly sum: Decimal;
  }[];
  /** Movements without an order number that the statement says nothing of, by currency. */
  readonly ledgerMovements: readonly {
    readonly currency: string;
    readonly orders: number;
    readonly sum: Decimal;
  }[];
  /** Decisions about these lines and orders that fell, each once, whatever the states and the search. */
  readonly fallen: readonly { readonly key: string; readonly why: FallenReason }[];
  /** Cases of the states that the search finds. */
  readonly total: number;
  readonly offset: number;
  readonly cases: readonly MatchedCase[];
};

/** The basis of the statements, and the others it might be. */
export type ShownBasis = {
  /** Null: not all of them against the same. */
  readonly chosen: Basis | null;
  /** The keys of a choice (`basis.ts`). */
  readonly keys: readonly string[];
  /** Parts that some of their lines tell. */
  readonly parts: readonly BasisPart[];
  /** The basis that the differences propose; null: none. */
  readonly proposal: ApartProposal | null;
};

/** Sections that this marketplace seems to bill apart, and how many of the cases that differ they explain. */
export type ApartProposal = {
  readonly sections: readonly CostSection[];
  readonly explained: number;
  readonly differing: number;
};

/** A case with its two sides; of each at most MAX_LISTED are told. */
export type MatchedCase = Pick<
  MatchCase,
  'state' | 'by' | 'isBySettlement' | 'isOfAnotherPeriod' | 'isExplained'
> & {
  readonly ledgerAmount: Decimal;
  readonly statementAmount: Decimal;
  readonly difference: Decimal;
  /** In each of its currencies; where there are several, the three above are sums of unlike ones, and mean nothing. */
  readonly amounts: readonly CaseAmounts[];
  readonly lineCount: number;
  readonly orderCount: number;
  readonly lines: readonly MatchedLine[];
  readonly orders: readonly MatchedOrder[];
  readonly suggestions: readonly MatchSuggestion[];
  /** Fallen decisions about some of its lines and orders. */
  readonly fallen: readonly FallenSaying[];
};

/** A decision that holds no more, to be shown as it was said, and asked again. */
export type FallenSaying = {
  /** Of the annotation. */
  readonly key: string;
  readonly why: FallenReason;
  /** The figures of its lines and orders by now; null: some are not here. */
  readonly now: DecidedFigures | null;
};

/** `net`: what of it is held against the orders. */
export type MatchedLine = MatchLine & {
  /** Its identity for decisions. */
  readonly identity: string;
  readonly statementId: string;
};

export type MatchedOrder = {
  /** Its key for decisions (shared/domain/order-identity.ts). */
  readonly key: string;
  readonly Canal: string;
  readonly Cuenta: string;
  /** "" of rows without an order number. */
  readonly Orden: string;
  readonly amount: Decimal;
  /** In the settlements that the statement names; null where that is all of it, or none. */
  readonly settled: Decimal | null;
  readonly settlements: readonly string[];
  readonly purchased: LocalDate | null;
  readonly paid: LocalDate | null;
  readonly correlationIds: readonly string[];
};

export type MatchSuggestion = {
  readonly lines: readonly MatchedLine[];
  readonly orders: readonly MatchedOrder[];
  readonly remains: Decimal;
} & SuggestionReason;
