import { createStore, type Store } from './store.ts';

/**
 * One question to the data worker, asked again when its input changes or a commit makes the answer old. The last
 * whole answer stays until the next one is whole; answers to inputs that were given up are dropped.
 */

export type LiveAnswer<I, O> = {
  /** The last whole answer, with the input it answers; null before the first. */
  readonly output: O | null;
  readonly input: I | null;
  /** True while `output` is not the answer to what is asked now. */
  readonly stale: boolean;
  readonly error: unknown;
};

export type LiveQuery<I, O> = {
  readonly store: Store<LiveAnswer<I, O>>;
  /** Asks for `input`; null asks nothing and forgets the answer. Equal inputs (as JSON) are one. */
  readonly ask: (input: I | null) => void;
  /** The answer has become old: asks again, once, when the running question is done. */
  readonly refresh: () => void;
};

/** Several commits in a row cost one question at a time, and none of the answers is thrown away. */
export function createLiveQuery<I, O>(fetch: (input: I) => Promise<O>): LiveQuery<I, O> {
  const empty: LiveAnswer<I, O> = { output: null, input: null, stale: false, error: null };
  const store = createStore(empty);
  let wanted: I | null = null;
  let wantedKey = '';
  let running: symbol | null = null;
  let again = false;

  async function run(input: I): Promise<void> {
    const ticket = Symbol('question');
    running = ticket;
    again = false;
    let answer: LiveAnswer<I, O>;
    try {
      const output = await fetch(input);
      answer = { output, input, stale: false, error: null };
    } catch (error) {
      answer = { ...store.get(), stale: true, error };
    }
    if (running !== ticket) return;
    running = null;
    store.set(again ? { ...answer, stale: true } : answer);
    if (again) await run(input);
  }

  return {
    store,
    ask: (input) => {
      const key = input === null ? '' : JSON.stringify(input);
      if (key === wantedKey) return;
      wanted = input;
      wantedKey = key;
      if (input === null) {
        running = null;
        store.set(empty);
        return;
      }
      store.set({ ...store.get(), stale: true });
      void run(input);
    },
    refresh: () => {
      if (wanted === null) return;
      if (running !== null) {
        again = true;
        return;
      }
      store.set({ ...store.get(), stale: true });
      void run(wanted);
    },
  };
}

type Revised = { readonly revision: number };
const MAX_TRIES = 6;

/**
 * Answers that must speak of the same revision: asked together, and again while a commit fell between them. After
 * a few tries the newest set is given even so, rather than nothing.
 */
export async function readTogether<T extends readonly Revised[]>(ask: () => Promise<T>): Promise<T> {
  let answers = await ask();
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    const revision = answers[0]?.revision;
    if (answers.every((answer) => answer.revision === revision)) break;
    answers = await ask();
  }
  return answers;
}
