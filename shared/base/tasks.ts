/** Long work in steps: whoever runs it may do other things between two of them, so that nobody waits. */

/**
 * Gives way between its steps; the answer at the end. Between two steps the rows may change and other tasks may run: no
 * shared scratch lives across.
 */
export type Task<T> = Generator<undefined, T, undefined>;

/** So many rows take a few milliseconds, even of the dearest that is done to them. */
export const ROWS_A_STEP = 2048;

/** So many numbers are looked at in less than a millisecond, in a loop that calls nothing. */
const NUMBERS_A_STEP = 1 << 15;

/** Places from 0 on in the parts that a loop of its own goes through between two steps: `to` is after the last. */
export function stretchesOf(count: number): readonly { readonly from: number; readonly to: number }[] {
  return Array.from({ length: Math.ceil(count / NUMBERS_A_STEP) }, (_, part) => ({
    from: part * NUMBERS_A_STEP,
    to: Math.min(count, (part + 1) * NUMBERS_A_STEP),
  }));
}

/** Acts on each item and its place. */
export function* eachInSteps<T>(items: Iterable<T>, act: (item: T, at: number) => void): Task<void> {
  let at = 0;
  if (isList(items)) {
    // By place: an iterator costs as much as most of what is done to an item.
    for (; at < items.length; ) {
      act(items[at] as T, at);
      at += 1;
      if (at % ROWS_A_STEP === 0) yield;
    }
    return;
  }
  for (const item of items) {
    act(item, at);
    at += 1;
    if (at % ROWS_A_STEP === 0) yield;
  }
}

const isList = <T>(items: Iterable<T>): items is Iterable<T> & ArrayLike<T> =>
  Array.isArray(items) || ArrayBuffer.isView(items);

/** As `items.map(make)`. */
export function* mapInSteps<T, U>(items: Iterable<T>, make: (item: T, at: number) => U): Task<U[]> {
  const made: U[] = [];
  yield* eachInSteps(items, (item, at) => void made.push(make(item, at)));
  return made;
}

/** As `items.filter(isWanted)`. */
export function* filterInSteps<T>(items: Iterable<T>, isWanted: (item: T) => boolean): Task<T[]> {
  const kept: T[] = [];
  yield* eachInSteps(items, (item) => {
    if (isWanted(item)) kept.push(item);
  });
  return kept;
}

/** Calls `make` for each place from 0 on. */
export function* makeInSteps<U>(count: number, make: (at: number) => U): Task<U[]> {
  const made: U[] = [];
  while (made.length < count) {
    if (made.push(make(made.length)) % ROWS_A_STEP === 0) yield;
  }
  return made;
}

/** Waits, where it is time to, until others had their turn. */
export type Pause = () => Promise<void>;

/** Runs a task to its end without giving way. */
export function atOnce<T>(task: Task<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}

/** Runs a task to its end, pausing between its steps. */
export async function runTask<T>(task: Task<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
