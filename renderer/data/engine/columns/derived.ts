import type { Task } from '#shared/base/tasks.ts';

/**
 * The one cache of what is derived from rows. A value belongs to an owner and goes with it: a segment, one of its
 * columns or dictionaries, the store. Commits and compactions reach the cache in two ways:
 *
 * - What a segment holds never changes, so what is derived from it alone is good for as long as it is there. A
 *   compaction puts other objects in the place of the segments it retires; their values are collected with them.
 * - All else is kept with a stamp, and is stale once that is another one. `store.numbering` is raised by every commit
 *   and compaction and by a new present; where less is enough to know, the stamp is that (the rows that are alive, the
 *   number of texts). A task takes its stamp before it begins: a commit may come in between.
 *
 * A stale value stays until it is replaced: whoever makes the next one may go on from it.
 */

type Stamp = string | number | object;
type Entry = { readonly value: unknown; readonly stamp: readonly Stamp[] };

const kept = new WeakMap<object, Map<object, Entry>>();

type Derivation<Owner extends object, T> = {
  /** The value made at this stamp, if there is one. */
  readonly get: (owner: Owner, ...stamp: readonly Stamp[]) => T | undefined;
  readonly last: (owner: Owner) => T | undefined;
  /** Keeps a value in the place of the last one, and returns it. */
  readonly keep: (owner: Owner, value: T, ...stamp: readonly Stamp[]) => T;
  /** The value of this stamp, made where there is none. */
  readonly of: (owner: Owner, make: () => T, ...stamp: readonly Stamp[]) => T;
  /**
   * Answers by a task that goes on from the last value and tells the next one. It is kept unless the stamp became another
   * one meanwhile: rows that changed may have been read half before and half after.
   */
  readonly goOn: <A>(
    owner: Owner,
    stamp: () => Stamp,
    make: (last: T | undefined) => Task<{ readonly answer: A; readonly next: T }>,
  ) => Task<A>;
};

/** Defines a kind of derived value; to be called once for each, not for each owner. `T` is never undefined. */
export function defineDerivation<Owner extends object, T>(): Derivation<Owner, T> {
  const entryOf = (owner: Owner) => kept.get(owner)?.get(derivation) as (Entry & { value: T }) | undefined;
  const get: Derivation<Owner, T>['get'] = (owner, ...stamp) => {
    const entry = entryOf(owner);
    return entry?.stamp.every((part, at) => part === stamp[at]) === true ? entry.value : undefined;
  };
  const keep: Derivation<Owner, T>['keep'] = (owner, value, ...stamp) => {
    const ofOwner = kept.get(owner) ?? new Map<object, Entry>();
    kept.set(owner, ofOwner.set(derivation, { value, stamp }));
    return value;
  };
  const derivation: Derivation<Owner, T> = {
    get,
    last: (owner) => entryOf(owner)?.value,
    keep,
    of: (owner, make, ...stamp) => get(owner, ...stamp) ?? keep(owner, make(), ...stamp),
    *goOn(owner, stamp, make) {
      const begunAt = stamp();
      const { answer, next } = yield* make(derivation.last(owner));
      if (stamp() === begunAt) keep(owner, next);
      return answer;
    },
  };
  return derivation;
}

/** The last answers by key, all made at one stamp: paging through a table asks the same again and again. */
export type AnswerCache<T> = {
  /** The answer to a key, made where none is kept. `T` is never undefined. */
  readonly of: (key: string, make: () => T) => T;
  /** The same for a task; what `isKept` refuses is too large to be kept. */
  readonly task: (key: string, make: () => Task<T>, isKept?: (answer: T) => boolean) => Task<T>;
};

/** Masks and orders kept: the table, its totals and one more question of the same screen. */
const KEPT_ANSWERS = 6;

export function createAnswerCache<T>(stamp: () => number, most: number = KEPT_ANSWERS): AnswerCache<T> {
  const answers = new Map<string, T>();
  let madeAt = -1;
  const keep = (key: string, answer: T): T => {
    // Asked again: the last to go.
    answers.delete(key);
    answers.set(key, answer);
    const oldest = answers.keys().next();
    if (answers.size > most && oldest.done !== true) answers.delete(oldest.value);
    return answer;
  };
  const get = (key: string): T | undefined => {
    if (madeAt !== stamp()) answers.clear();
    madeAt = stamp();
    const known = answers.get(key);
    return known === undefined ? undefined : keep(key, known);
  };
  return {
    of: (key, make) => get(key) ?? keep(key, make()),
    *task(key, make, isKept = () => true) {
      const known = get(key);
      if (known !== undefined) return known;
      const begunAt = stamp();
      const made = yield* make();
      return stamp() === begunAt && isKept(made) ? keep(key, made) : made;
    },
  };
}
