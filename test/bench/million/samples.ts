/** Times, taken so that noise can be told from work. */

export type Sample = {
  readonly medianMs: number;
  readonly leastMs: number;
  readonly greatestMs: number;
  /** The second and the last but one quarter: half of the runs lie between them. */
  readonly quartilesMs: readonly [number, number];
  readonly runs: number;
  /** The very first run, before anything is warm or kept; null where it was not seen. */
  readonly firstMs: number | null;
  /** What a copy of 64 MB took beside it (median): the machine's pace at that moment; null where none was taken. */
  readonly paceMs: number | null;
};

export function sampleOf(
  times: readonly number[],
  extra: { readonly firstMs?: number; readonly paces?: readonly number[] } = {},
): Sample {
  const { firstMs = null, paces = [] } = extra;
  return {
    medianMs: quantile(times, 0.5),
    leastMs: quantile(times, 0),
    greatestMs: quantile(times, 1),
    quartilesMs: [quantile(times, 0.25), quantile(times, 0.75)],
    runs: times.length,
    firstMs,
    paceMs: paces.length === 0 ? null : quantile(paces, 0.5),
  };
}

/** The value below which a share of the values lies, between neighbours in proportion; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

const PACE_BYTES = 64_000_000;
/** What a pace keeps in memory. */
export const PACE_HELD_BYTES = 2 * PACE_BYTES;

/** A clock of the machine's pace: milliseconds for a copy of 64 MB. */
export function createThrottle(): () => number {
  const from = new Uint8Array(PACE_BYTES).fill(1);
  const to = new Uint8Array(PACE_BYTES);
  return () => {
    const begin = performance.now();
    to.set(from);
    return performance.now() - begin;
  };
}

export type Turn = { readonly name: string; readonly run: () => unknown };

/**
 * Runs each in turns, so that what else the machine does strikes all of them alike: once to see the first time, once
 * to warm up, then `rounds` that count, beginning with another one each round.
 */
export async function takeTurns(
  turns: readonly Turn[],
  rounds: number,
  pace: () => number,
): Promise<ReadonlyMap<string, Sample>> {
  const times = turns.map((turn) => ({
    turn,
    first: Number.NaN,
    taken: [] as number[],
    paces: [] as number[],
  }));
  for (const each of times) {
    each.first = await timed(each.turn.run);
    await each.turn.run();
  }
  for (let round = 0; round < rounds; round += 1) {
    for (let place = 0; place < times.length; place += 1) {
      const each = times[(round + place) % times.length];
      if (each === undefined) continue;
      each.paces.push(pace());
      each.taken.push(await timed(each.turn.run));
    }
  }
  return new Map(
    times.map(({ turn, first, taken, paces }) => [turn.name, sampleOf(taken, { firstMs: first, paces })]),
  );
}

/** Milliseconds until `work` is done. */
export async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  const result = work();
  // A promise is waited for; anything else is done, and a turn of the loop would be counted.
  if (result instanceof Promise) await result;
  return performance.now() - begin;
}
