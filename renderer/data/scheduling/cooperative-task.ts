/**
 * Work in slices: a query yields wherever it may be interrupted, so that whoever runs it can look at what came in
 * the meantime. Between two slices the store may change and other queries may run: no shared scratch lives across.
 */
export type CooperativeTask<T> = Generator<undefined, T, undefined>;

/** Runs all slices at once. */
export function runSync<T>(slices: CooperativeTask<T>): T {
  for (;;) {
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}
