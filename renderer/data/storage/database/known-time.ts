import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';

/** The present as far as it is known; null before the server's first answer. */
export function presentOf(checkpoint: Checkpoint | null): UtcInstant | null {
  return checkpoint === null ? null : latestInstant(checkpoint);
}

export function latestOf(first: UtcInstant, ...others: readonly (UtcInstant | null)[]): UtcInstant {
  return others.reduce<UtcInstant>((latest, one) => (one !== null && one > latest ? one : latest), first);
}

/** The latest time of the server's clock that a checkpoint tells; null before its first answer. */
export function latestInstant({ history, reads, changes }: Checkpoint): UtcInstant | null {
  const instants = [
    history.startedAt,
    history.finishedAt,
    changes.knownUntil,
    changes.lastReadAt,
    ...reads.map(({ readAt }) => readAt),
  ].filter((instant) => instant !== null);
  return instants.sort().at(-1) ?? null;
}
