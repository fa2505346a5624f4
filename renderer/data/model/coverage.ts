import type { RereadReason, Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { PendingRemoval } from '#shared/contract/ledger.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';

/** Coverage: what is known of each month, and since when. */

/** Coverage of a month of `Fecha de compra`. */
export type MonthCoverage = {
  readonly month: Month;
  readonly rows: number;
  readonly orders: number;
  /** The oldest reading among those that cover it, by the server's clock; null while some of it was never read. */
  readonly lastReadAt: UtcInstant | null;
  /**
   * queued: not wholly read yet. live: changes come by themselves. blind: bought over 120 days ago, changes come by
   * re-reading only. outside: before the plan window; `partial` says if it is incomplete.
   */
  readonly reach: 'queued' | 'live' | 'blind' | 'outside';
  readonly partial: boolean;
  /** Blind, and last read over 30 days ago. */
  readonly rereadDue: boolean;
  /** Why it is to be read again. */
  readonly reread: RereadReason | null;
  readonly ordersToVerify: number;
  /** A part of it would not settle and is tried again (rule 3). */
  readonly unsettled: boolean;
  readonly held: PendingRemoval | null;
  /** Latest control totals, by scope; null where none was taken. */
  readonly controls: { readonly everything: ControlTotal | null; readonly dashboard: ControlTotal | null };
  /** The search for what its controls show; null where there was none. */
  readonly search: Search | null;
};

export type Coverage = {
  readonly revision: number;
  /**
   * The content of months is known up to this instant of the server's clock: the last changes, or the beginning of the
   * load.
   */
  readonly knownUntil: UtcInstant | null;
  /** Every month from the plan's start (or the first stored row) to the present, ascending, gaps included. */
  readonly months: readonly MonthCoverage[];
  /** The controls of everything the plan reaches, and the search for what they show. */
  readonly controls: MonthCoverage['controls'];
  readonly search: Search | null;
  /** Rows without a readable purchase date: in no month. */
  readonly undatedRows: number;
  /** Rows bought before 2000 or after the present. */
  readonly outOfRangeRows: number;
};
