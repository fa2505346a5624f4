import { z } from 'zod';
import type { Frozen } from './rpc.ts';
import { localDateTime, monthSchema, utcInstant } from './wire-dates.ts';

/** The source's own count of a range beside ours (rule 12). */

/** Every row, or those of the dashboard-equivalent selection (spec 4.2.14). */
export const CONTROL_SCOPES = ['everything', 'dashboard'] as const;
export const controlScopeSchema = z.enum(CONTROL_SCOPES);
export type ControlScope = (typeof CONTROL_SCOPES)[number];

/** A month of `Fecha de compra`, or everything from the plan's start on. */
export const controlRangeSchema = z.union([monthSchema, z.literal('all')]);

export const controlTotalSchema = z.object({
  range: controlRangeSchema,
  scope: controlScopeSchema,
  /** The purchases compared. No row is stored in the bounds' own seconds, so that every server counts the same. */
  from: localDateTime,
  to: localDateTime,
  /** Rows the server counted (`meta.totalRows`), and the rows stored over the same bounds at that moment. */
  there: z.int().min(0),
  here: z.int().min(0),
  /** `here` equals `there`: the same number of rows, which need not be the same rows. */
  agrees: z.boolean(),
  /** By the server's clock. */
  checkedAt: utcInstant,
  correlationId: z.string(),
});
export type ControlTotal = Frozen<z.infer<typeof controlTotalSchema>>;
