import { z } from 'zod';
import {
  DAY_MS,
  instantToMs,
  type LocalDateTime,
  localFromMs,
  type Month,
  startOfMonth,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { covers, type LocalRange, overlaps } from '#shared/domain/purchase-ranges.ts';
import { controlRangeSchema, controlScopeSchema } from './control-total.ts';
import type { Frozen } from './rpc.ts';
import { localDate, localDateTime, utcInstant } from './wire-dates.ts';

/** How far the local copy has been read: decided by electron/sync, stored with the rows it speaks of (rule 2). */

/** [from, to) of `Fecha de compra`, with the server's time at which it was last read whole. */
const readRangeSchema = z.object({ from: localDateTime, to: localDateTime, readAt: utcInstant });
export type ReadRange = Frozen<z.infer<typeof readRangeSchema>>;

/**
 * Why a range is read again: the user's request, the blind spot's schedule (rule 11), an absence that outlasted
 * `updated_at` (rule 9), a control total that differed (rule 12), or several pages read only once (rule 3).
 */
export const REREAD_REASONS = ['requested', 'scheduled', 'absence', 'difference', 'confirmation'] as const;
export type RereadReason = (typeof REREAD_REASONS)[number];
const rereadSchema = z.object({
  from: localDateTime,
  to: localDateTime,
  reason: z.enum(REREAD_REASONS),
  askedAt: utcInstant,
});
/** [from, to) of `Fecha de compra` still to be read again. What was known of it stays known until then. */
export type Reread = Frozen<z.infer<typeof rereadSchema>>;

/** A difference between the server's count and the ledger's that is being, or was, searched for (rule 12). */
const searchSchema = z.object({
  range: controlRangeSchema,
  scope: controlScopeSchema,
  /** Rows there less rows here: when the search began, and once it is over what is left of it. */
  difference: z.int(),
  countedAt: utcInstant,
  /** Ranges of `Fecha de compra` that differ and were not yet halved or put on the list to be read again. */
  left: z.array(
    z.object({ from: localDateTime, to: localDateTime, there: z.int().min(0), here: z.int().min(0) }),
  ),
  isOver: z.boolean(),
});
export type Search = Frozen<z.infer<typeof searchSchema>>;

export const checkpointSchema = z.object({
  version: z.literal(2),
  /** The earliest purchase the server lets us ask for, and its own words when it corrected us (rule 9). */
  earliest: localDate,
  earliestNotice: z.string().nullable(),
  history: z.object({
    /** The server's clock when the load began; null until its first answer. */
    startedAt: utcInstant.nullable(),
    /** [from, to) of `Fecha de compra` that the load must cover; null until it is planned. */
    target: z.object({ from: localDateTime, to: localDateTime }).nullable(),
    finishedAt: utcInstant.nullable(),
    /** Greatest `Fecha de actualización` among the rows of the load's first window (rule 7); null where it has none. */
    greatestUpdate: utcInstant.nullable(),
  }),
  /** Ranges read by purchase date, newest reading of each instant; sorted, not overlapping. */
  reads: z.array(readRangeSchema),
  /** Sorted, not overlapping. */
  rereads: z.array(rereadSchema),
  /** Read once by the load in several pages: rows may have moved between them (rule 3). Read once more at leisure. */
  readOnce: z.array(z.object({ from: localDateTime, to: localDateTime })),
  /** At most one of each range. */
  searches: z.array(searchSchema),
  changes: z.object({
    /** The next `from` by `updated_at` (rule 7); null until the load has begun. */
    from: utcInstant.nullable(),
    /** Changes are known up to this instant of the server's clock. */
    knownUntil: utcInstant.nullable(),
    /** The server's time of the last completed reading of changes. */
    lastReadAt: utcInstant.nullable(),
  }),
  /** Purchases before this are outside the plan window and may be incomplete (rule 9). */
  partialBefore: localDateTime.nullable(),
  /** Windows that would not settle even when halved to the end (rule 3): to be tried again, and shown. */
  unsettled: z.array(
    z.object({
      field: z.enum(['purchase_date', 'updated_at']),
      from: z.string(),
      to: z.string(),
      reason: z.string(),
    }),
  ),
});

export type Checkpoint = Frozen<z.infer<typeof checkpointSchema>>;

/** The blind spot: purchases whose changes no longer come by `updated_at` (spec 4.2.7; rule 11). */

const REACH_MS = 120 * DAY_MS;
const READ_AGAIN_AFTER_MS = 30 * DAY_MS;

/** Purchases before this are blind: changes to them come by re-reading only. */
export function blindBefore(serverNowMs: number): LocalDateTime {
  return localFromMs(serverNowMs - REACH_MS);
}

/** A month is blind as soon as its first purchases are: changes to them would be missed from then on. */
export function isBlindMonth(month: Month, serverNowMs: number): boolean {
  return startOfMonth(month) < blindBefore(serverNowMs);
}

/** Whether blind purchases are to be read again; those known from changes alone were never read by purchase date. */
export function isRereadDue(lastReadAt: UtcInstant | null, serverNowMs: number): boolean {
  return lastReadAt === null || serverNowMs - instantToMs(lastReadAt) > READ_AGAIN_AFTER_MS;
}

/** The oldest reading among those that cover a range; null where some of it was never read by purchase date. */
export function lastReadOf(reads: readonly ReadRange[], range: LocalRange): UtcInstant | null {
  if (!covers(reads, range)) return null;
  const times = reads.filter((read) => overlaps(read, range)).map(({ readAt }) => readAt);
  return times.sort()[0] ?? null;
}
