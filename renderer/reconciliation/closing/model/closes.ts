import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { DriftCause } from '#renderer/data/model/drift-causes.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import type { AdjustmentLine } from './adjustment.ts';
import type { Drift, DriftedOrder } from './drift.ts';
import type { CountedOwnCosts } from './month-orders.ts';

/** Closed months, and what moved them since. */

/** A month that was closed, and whether it still is what it was. */
export type CloseOfMonth = {
  readonly month: Month;
  readonly close: Annotation<'month-close'>;
  readonly state: CloseState;
  /** Its figures by now, by channel and account. */
  readonly now: Annotation<'month-close'>['figures'];
  /** Of `now`: what somebody who looked at it looked at. */
  readonly evidence: string;
};

/** `open`: it was closed and reopened. `drifted`: its figures moved, and nobody has looked at that yet. `seen`: somebody has. */
export type CloseState = 'open' | 'closed' | 'drifted' | 'seen';

export type DriftQuery = {
  readonly month: Month;
  readonly scope: AccountsScope | null;
  /** Only the orders of one cause; null: of all. */
  readonly cause: DriftCause | null;
};

/** The drift of a closed month. Sums, rows and causes are of the whole query but for its choice of a cause. */
export type DriftPage = Omit<Drift, 'orders'> & {
  /** The same by account and cause, whatever orders are told. */
  readonly byAccount: readonly AdjustmentLine[];
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  readonly orders: readonly (DriftedOrder & { readonly correlationIds: readonly string[] })[];
};

/** Who does something to a month, and why. */
export type MonthDecision = { readonly month: Month; readonly owner: string; readonly note: string };

export type CloseReason = NonNullable<Annotation<'month-close'>['log'][number]['reasons']>[number];

/** With own costs, by currency, or of the source alone (none): what becomes of the month is told the same way. */
export type CloseDecision = MonthDecision & {
  readonly ownCosts: readonly CountedOwnCosts[];
  /** Who reviewed it; "": nobody is named. */
  readonly reviewer?: string;
  /** What stood open, and why it is closed so. */
  readonly reasons?: readonly CloseReason[];
  readonly wasRunning?: boolean;
  /** Of the figures that were seen: where the month comes to others by now, it fails with OUTDATED. Absent: whatever they are. */
  readonly evidence?: string;
};

/** What a month would be closed with, by channel and account. */
export type ClosePreview = {
  readonly revision: number;
  readonly figures: Annotation<'month-close'>['figures'];
  readonly evidence: string;
};

/**
 * Takes what is proposed for a closed month to the books of an open one. `evidence`: of the lines that were seen
 * (renderer/reconciliation/closing/model/adjustment.ts); where others are proposed by now, it fails with OUTDATED.
 */
export type AdjustmentDecision = MonthDecision & {
  readonly datedIn: Month;
  readonly scope: AccountsScope | null;
  readonly evidence: string;
};
