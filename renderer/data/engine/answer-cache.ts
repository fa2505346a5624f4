/** The last answers by key, all of one revision: paging through a table asks the same again and again. */
export type AnswerCache<T> = {
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
