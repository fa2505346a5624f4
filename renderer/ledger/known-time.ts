import type { UtcInstant } from '#shared/dates.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';

export function laterOf(instant: UtcInstant, other: UtcInstant | null): UtcInstant {
  return other !== null && other > instant ? other : instant;
}

/** The latest time of the server's clock that a checkpoint tells; null before its first answer. */
export function latestInstant({ history, reads, changes }: Checkpoint): UtcInstant | null {
  const told = [
    history.startedAt,
    history.finishedAt,
    changes.knownUntil,
    changes.lastReadAt,
    ...reads.map(({ readAt }) => readAt),
  ].filter((instant) => instant !== null);
  return told.sort().at(-1) ?? null;
}
