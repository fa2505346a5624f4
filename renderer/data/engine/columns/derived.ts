/**
 * The one cache of what is derived from rows. A value belongs to an owner and goes with it: a segment, one of its
 * columns or dictionaries, the store. Commits and compactions reach the cache in two ways:
 *
 * - What a segment holds never changes, so what is derived from it alone is good for as long as it is there. A
 *   compaction puts other objects in the place of the segments it retires; their values are collected with them.
 * - All else is kept with a stamp, and is stale once that is another one. `store.numbering` is raised by every commit
 *   and compaction and by a new present; where less is enough to know, the stamp is that (the rows that are alive, the
 *   number of texts). Work in slices takes its stamp before it begins: a commit may come in between.
 *
 * A stale value stays until it is replaced: whoever makes the next one may go on from it.
 */

type Stamp = string | number | object;
type Entry = { readonly value: unknown; readonly stamp: readonly Stamp[] };

const kept = new WeakMap<object, Map<object, Entry>>();

/** One kind of value that owners of one kind have. */
type Derivation<Owner extends object, T> = {
  /** The value made at this stamp, if there is one. */
  readonly get: (owner: Owner, ...stamp: readonly Stamp[]) => T | undefined;
  /** The last value, stale or not. */
  readonly last: (owner: Owner) => T | undefined;
  /** Keeps a value in the place of the last one, and returns it. */
  readonly keep: (owner: Owner, value: T, ...stamp: readonly Stamp[]) => T;
  /** The value of this stamp, made where there is none. */
  readonly of: (owner: Owner, make: () => T, ...stamp: readonly Stamp[]) => T;
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
  };
  return derivation;
}

/** The last answers by key, all of one revision: paging through a table asks the same again and again. */
type AnswerCache<T> = {
  readonly get: (key: string) => T | undefined;
  readonly keep: (key: string, answer: T) => void;
};

/** Masks and orders kept: the table, its totals and one more question of the same screen. */
const KEPT_ANSWERS = 6;

export function createAnswerCache<T>(revision: () => number, most: number = KEPT_ANSWERS): AnswerCache<T> {
  const kept = new Map<string, T>();
  let madeAt = -1;
  const forgetOlder = (): void => {
    if (madeAt === revision()) return;
    kept.clear();
    madeAt = revision();
  };
  const keep = (key: string, answer: T): void => {
    forgetOlder();
    kept.delete(key);
    kept.set(key, answer);
    const oldest = kept.keys().next();
    if (kept.size > most && oldest.done !== true) kept.delete(oldest.value);
  };
  return {
    keep,
    get(key) {
      forgetOlder();
      const known = kept.get(key);
      // Asked again: the last to go.
      if (known !== undefined) keep(key, known);
      return known;
    },
  };
}
