import type { AnomalyThresholds } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import type { Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

/** The queue of exceptions. */

/** Query of exceptions: the accounts in view, and the thresholds. */
export type ExceptionsQuery = {
  readonly scope: AccountsScope | null;
  /** In which the accounts of the scope are: own costs have one. */
  readonly currency: string | null;
  /** Own costs are counted: what they give a cost to lacks none. */
  readonly countsOwnCosts?: boolean | undefined;
  readonly thresholds: AnomalyThresholds;
  readonly tolerance: Tolerance;
  /** By which it is told what should have been paid. */
  readonly today: LocalDate;
  /** With each exception of its groups, not only how many and how much they are. */
  readonly withCases?: boolean | undefined;
};

/** The queue of exceptions: of the rows of a scope as they are shown, whatever is selected, and of what months are known to be by now. */
export type Exceptions = {
  readonly revision: number;
  /** Rows looked at. */
  readonly rows: number;
  /** What finders found, each whole, without its cases. */
  readonly exceptions: readonly Exception[];
  readonly groups: readonly ExceptionGroup[];
};
