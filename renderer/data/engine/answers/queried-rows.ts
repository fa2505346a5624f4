import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { AskedOfRows } from '#renderer/data/engine/cubes/answered-by-cells.ts';
import { awaitsCells, condenseRows } from '#renderer/data/engine/cubes/cube-store.ts';
import { createOverlays, type OwnCosts } from '#renderer/data/engine/own-costs/overlays.ts';
import { warmCaches } from '#renderer/data/engine/warm-caches.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import { type Freshness, question } from '#renderer/data/questions/question.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Selection } from '#shared/domain/selection.ts';
import type { Context } from './context.ts';

/** A context that has to be brought up to date before it is asked. */
type Overlaid = { readonly prepare: () => Task<undefined>; readonly context: Context };

/** Rows that questions are asked of, with the answers that are kept until they change. Pure of storage. */
export type QueriedRows = {
  /** The source's own figures, no own costs counted. */
  readonly store: ColumnStore;
  readonly ownCosts: () => OwnCosts;
  /** The rows with own costs counted; null where a selection asks for none, or there are none. */
  readonly overlaid: (selection: Selection) => Overlaid | null;
  /** Asks of the rows as a selection has them, with own costs or without. */
  readonly over: <T>(selection: Selection, ask: (context: Context) => Task<T>) => Task<T>;
  /** Makes ahead what questions need, of the rows and of those with own costs that were asked for last. */
  readonly warm: () => Task<undefined>;
  /** Of that the cells alone. */
  readonly condense: () => Task<undefined>;
  /** Whether questions came after it that more could be made ahead for. */
  readonly isWarmingDue: () => boolean;
};

const NO_COSTS: OwnCosts = new Map();

/** A question with own costs is answered from an overlay of the store, which keeps answers of its own. */
export function createQueriedRows(
  store: ColumnStore,
  ownCosts: () => OwnCosts = () => NO_COSTS,
): QueriedRows {
  let isWarm = false;
  let counted: Overlaid | null = null;
  const overlays = createOverlays(
    store,
    ownCosts,
    (overlay): Overlaid => ({
      prepare: overlay.prepare,
      context: { store: overlay.store },
    }),
  );
  const overlaid = (selection: Selection): Overlaid | null => {
    const found = overlays(selection);
    if (selection.ownCosts !== null) counted = found;
    return found;
  };
  function* condense(): Task<undefined> {
    yield* condenseRows(store);
    if (counted !== null) yield* preparedFor(counted, (of) => condenseRows(of.store));
    isWarm = true;
  }
  return {
    store,
    ownCosts,
    overlaid,
    over: (selection, ask) => {
      const found = overlaid(selection);
      return found === null ? ask({ store }) : preparedFor(found, ask);
    },
    *warm(): Task<undefined> {
      yield* warmCaches(store);
      yield* condense();
    },
    condense,
    isWarmingDue: () =>
      isWarm && (awaitsCells(store) || (counted !== null && awaitsCells(counted.context.store))),
  };
}

function* preparedFor<T>({ prepare, context }: Overlaid, ask: (context: Context) => Task<T>): Task<T> {
  yield* prepare();
  return yield* ask(context);
}

/** A query over the source's own figures: rules of rows, and what differs from another figure, are of them. */
export const ofSource = <Q extends { readonly selection: Selection }>(query: Q): Q => ({
  ...query,
  selection: { ...query.selection, ownCosts: null },
});

/** Answers over rows, in turn with all other questions, or after them; a newer one of its slot supersedes it. */
export type AnswerRows = <T>(
  slot: string | undefined,
  start: (rows: QueriedRows) => Task<T>,
  isAhead?: boolean,
) => Promise<T>;

/** The part of an open copy that a question of its rows needs: `answer` is over those that are shown. */
export type RowsOfCopy = { readonly answer: AnswerRows };

/** A question of the rows that are shown. Its task yields between its passes, so that others can be answered. */
export function rowsQuestion<const Name extends string, Input, Output>(
  name: Name,
  {
    freshness,
    task,
    asks,
  }: {
    readonly freshness: Freshness;
    readonly task: (rows: QueriedRows, input: Input) => Task<Output>;
    readonly asks?: Asks<Input>;
  },
) {
  const answer = (of: RowsOfCopy, { slot, isAhead, ...input }: Input & InSlot): Promise<Output> =>
    of.answer(slot, (rows) => task(rows, input as unknown as Input), isAhead);
  return { ...question(name, { freshness, answer }), task, asks };
}

/** All that a question asks of rows: cells that tell as much can answer it before the rows are there. Absent: it needs them. */
export type Asks<Input> = (input: Input) => readonly AskedOfRows[];
