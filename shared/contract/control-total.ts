import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';

/** The source's own count of a range beside ours (rule 12). */

/** Every row, or those of the dashboard-equivalent selection (spec 4.2.14). */
export const CONTROL_SCOPES = ['everything', 'dashboard'] as const;
export type ControlScope = (typeof CONTROL_SCOPES)[number];

export type ControlTotal = {
  /** A month of `Fecha de compra`, or everything from the plan's start on. */
  readonly range: Month | 'all';
  readonly scope: ControlScope;
  /** The purchases compared. No row is stored in the bounds' own seconds, so that every server counts the same. */
  readonly from: LocalDateTime;
  readonly to: LocalDateTime;
  /** Rows the server counted (`meta.totalRows`), and the rows stored over the same bounds at that moment. */
  readonly there: number;
  readonly here: number;
  /** `here` equals `there`: the same number of rows, which need not be the same rows. */
  readonly agrees: boolean;
  /** By the server's clock. */
  readonly checkedAt: UtcInstant;
  readonly correlationId: string;
};
