/** Runs asynchronous works one at a time, in the order in which they were given. */
export type Sequencer = <T>(work: () => Promise<T>) => Promise<T>;

/** A work that fails rejects its own promise; the next one runs all the same. */
export function createSequencer(): Sequencer {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
