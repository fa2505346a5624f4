import type { Judgement } from '#shared/contract/ledger.ts';
import type { Disagreement } from '#shared/contract/readings.ts';
import type { WindowEffort, WindowPurpose } from '#shared/contract/run-log.ts';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { SyncWindow } from '#shared/domain/window.ts';

/** The record of a window that was read, whatever became of it. */
export type WindowReport = {
  readonly windowId: string;
  readonly window: SyncWindow;
  readonly purpose: WindowPurpose;
  readonly effort: WindowEffort;
  readonly pages: number;
  readonly rows: number;
  readonly correlationIds: readonly string[];
};

export type Settled = {
  readonly kind: 'settled';
  readonly windowId: string;
  readonly judgement: Extract<Judgement, { kind: 'settled' }>;
  /** The server's clock at the first page of the reading that settled it. */
  readonly firstPageDate: UtcInstant;
  /** The greatest update, less the span of its pages: a later page may hold an update younger than the first shows. */
  readonly greatestUpdate: UtcInstant | null;
  /** `meta.to` of that page: up to where its answer is authoritative. */
  readonly effectiveTo: LocalDateTime | null;
  readonly totalRows: number;
  readonly report: WindowReport;
};

export type WindowReading =
  | Settled
  /** More pages than a window may have; nothing is staged. */
  | { readonly kind: 'too-many'; readonly totalRows: number }
  /**
   * Pages held equal rows: twins, or one row twice and another lost. An equal second reading proves nothing where the
   * server orders rows by the page asked for (a sort with ties, cut by offset). Windows of one page have no such
   * doubt. Nothing is staged any more.
   */
  | { readonly kind: 'suspect'; readonly totalRows: number }
  /** A window of purchases that reaches beyond the server's today; nothing is staged. */
  | { readonly kind: 'clipped'; readonly until: LocalDateTime }
  /** Its pages kept disagreeing; nothing is staged any more. */
  | { readonly kind: 'unsettled'; readonly doubt: Disagreement; readonly report: WindowReport }
  /** It stayed open too long; nothing is staged any more. */
  | { readonly kind: 'too-old' }
  /** No request is left in the budget; nothing is staged any more. */
  | { readonly kind: 'out-of-budget' };
