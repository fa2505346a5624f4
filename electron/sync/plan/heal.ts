import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import {
  DAY_MS,
  HOUR_MS,
  instantFromMs,
  instantToMs,
  localToMs,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { beginAgain, type Reach } from './reach.ts';
import { CLOCK_TOLERANCE_MS } from './server-clock.ts';

/**
 * Times of a checkpoint that lie after the server's present (rule 15). An answer with a wrong Date that an
 * earlier version believed left them there, or the server's clock was set back since. Whatever changed between the
 * moment they were stored and the one they name would never be read. Pure.
 */

/** A clock set back by less: a day of changes is read anew. By more: all that the plan reaches. */
const SMALL_STEP_MS = HOUR_MS;

/** Every time that a checkpoint holds. */
function timesOf({ history, changes, reads, rereads }: Checkpoint): readonly UtcInstant[] {
  const { from, knownUntil, lastReadAt } = changes;
  return [
    ...[history.startedAt, history.finishedAt, from, knownUntil, lastReadAt].flatMap((time) => time ?? []),
    ...reads.map(({ readAt }) => readAt),
    ...rereads.map(({ askedAt }) => askedAt),
  ];
}

/** The latest time that lies after the present; null where none does. */
export function latestAhead(checkpoint: Checkpoint, nowMs: number): UtcInstant | null {
  const latest = [...timesOf(checkpoint)].sort().at(-1);
  return latest !== undefined && instantToMs(latest) > nowMs + CLOCK_TOLERANCE_MS ? latest : null;
}

/**
 * The checkpoint without times ahead; the same object where there are none. What cannot be known any more is read
 * again: where the next changes, what is known of them, or the load's start lie ahead by much, nobody can tell what
 * changed meanwhile, as after an absence that outlasted the plan (rule 9). A reading dated ahead counts as old as it can
 * be.
 * @param reach of the plan at `nowMs`
 */
export function withoutTimesAhead(
  checkpoint: Checkpoint,
  reach: Reach,
  nowMs: number,
  marginMs: number,
): Checkpoint {
  if (latestAhead(checkpoint, nowMs) === null) return checkpoint;
  const { history, changes } = checkpoint;
  const now = instantFromMs(nowMs);
  const isAhead = (time: UtcInstant) => instantToMs(time) > nowMs + CLOCK_TOLERANCE_MS;
  const notAfter = (time: UtcInstant | null, limit: UtcInstant) =>
    time !== null && isAhead(time) ? limit : time;
  const planStartMs = localToMs(startOfDay(reach.earliest));
  const { startedAt } = history;
  const oldest = startedAt !== null && startedAt < now ? startedAt : instantFromMs(planStartMs);
  const dated: Checkpoint = {
    ...checkpoint,
    history: { ...history, finishedAt: notAfter(history.finishedAt, now) },
    reads: checkpoint.reads.map((read) => ({ ...read, readAt: notAfter(read.readAt, oldest) ?? oldest })),
    rereads: checkpoint.rereads.map((one) => ({ ...one, askedAt: notAfter(one.askedAt, now) ?? now })),
    changes: { ...changes, lastReadAt: notAfter(changes.lastReadAt, now) },
  };
  const decisive = [startedAt, changes.from, changes.knownUntil].flatMap((time) => time ?? []);
  const aheadMs = Math.max(...decisive.map(instantToMs)) - nowMs;
  if (changes.from === null || startedAt === null || aheadMs <= CLOCK_TOLERANCE_MS) return dated;
  if (aheadMs > SMALL_STEP_MS) {
    const reads = dated.reads.map((read) => (read.readAt < now ? read : { ...read, readAt: oldest }));
    const again = beginAgain({ ...dated, reads }, reach, nowMs, marginMs);
    return { ...again, changes: { ...again.changes, knownUntil: null } };
  }
  const sinceMs = Math.min(instantToMs(changes.from), nowMs) - aheadMs - DAY_MS;
  const from = instantFromMs(Math.max(planStartMs, sinceMs));
  return {
    ...dated,
    history: { ...dated.history, startedAt: notAfter(startedAt, from) },
    changes: { ...dated.changes, from, knownUntil: changes.knownUntil === null ? null : from },
  };
}
