import type { Handlers } from '#shared/contract/rpc.ts';

/**
 * Questions of the data worker: each is one record beside its answer, and all else follows from it. The worker's root
 * lists the records (worker/questions.ts); names and types of the calls, and what makes an answer old, are taken from
 * there, so that a question which is not in the list cannot be asked by a page that compiles.
 */

/**
 * The writes that make an answer old: a commit, where figures are not frozen; or a commit, frozen or not, and whatever
 * else is written (runs, control totals, checkpoints). What the user says beside the rows makes all of them old.
 */
export type Freshness = 'commits' | 'commits-and-metadata';

/** @template Of what of the open copy the answer needs */
export type Question<Name extends string, Of, Input, Output> = {
  readonly name: Name;
  readonly freshness: Freshness;
  readonly answer: (of: Of, input: Input) => Output;
};

/** Writes what the user says or does. No screen writes by looking: commands are no questions. */
export type Command<Name extends string, Of, Input, Output> = {
  readonly name: Name;
  readonly answer: (of: Of, input: Input) => Output;
};

/** A question, answered of the open copy. Every answer carries the revision it was computed at, if it is of rows. */
export function question<const Name extends string, Of, Output, Input = null>(
  name: Name,
  record: Omit<Question<Name, Of, Input, Output>, 'name'>,
): Question<Name, Of, Input, Output> {
  return { name, ...record };
}

/** A command, carried out on the open copy. All answers that rest on what the user said are old afterwards. */
export function command<const Name extends string, Of, Output, Input = null>(
  name: Name,
  answer: (of: Of, input: Input) => Output,
): Command<Name, Of, Input, Output> {
  return { name, answer };
}

/** Questions or commands, as a list of them is typed. */
export type Records<Of = never> = readonly {
  readonly name: string;
  readonly answer: (of: Of, input: never) => unknown;
}[];

/** The calls of a list of records, by name. */
export type CallsOf<R extends Records> = {
  readonly [Each in R[number] as Each['name']]: {
    readonly input: Parameters<Each['answer']>[1];
    readonly output: Awaited<ReturnType<Each['answer']>>;
  };
};

/**
 * The handlers of the calls of some records. `run` does an answer's work over the copy, or throws where none is open; it is
 * told whose work it is.
 * Throws where two records share a name.
 */
export function handlersOf<Of, const R extends Records<Of>>(
  records: R,
  run: (work: (of: Of) => unknown, record: R[number], input: never) => unknown,
): Handlers<CallsOf<R>> {
  const handlers = new Map<string, (input: never) => unknown>();
  for (const record of records) {
    const { name, answer } = record;
    if (handlers.has(name)) throw new Error(`Two records are called «${name}».`);
    handlers.set(name, (input) => run((of) => answer(of, input), record, input));
  }
  return Object.fromEntries(handlers) as Handlers<CallsOf<R>>;
}

/** Freshness of some questions, by their names. */
export const freshnessOf = (
  questions: readonly Pick<Question<string, never, never, unknown>, 'name' | 'freshness'>[],
): { readonly [name: string]: Freshness } =>
  Object.fromEntries(questions.map(({ name, freshness }) => [name, freshness]));
