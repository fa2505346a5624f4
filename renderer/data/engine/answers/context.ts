import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  type AnswerCache,
  createAnswerCache,
  defineDerivation,
} from '#renderer/data/engine/columns/derived.ts';
import {
  comparedMembers,
  type Members,
  maskTask,
  membersOf,
  type SelectionMask,
} from '#renderer/data/engine/filter/selection-mask.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';

/** Context that every answer is computed from. Storage is unknown here. */

/** Periods beside another: the panel holds each of its selections against two. */
const KEPT_PAIRS = 4;

/** The rows that are asked about. */
export type Context = { readonly store: ColumnStore };

/**
 * Answers of one kind, of which each store keeps the last until its next commit; to be called once for each kind.
 * @param most how many of them
 */
export function keepAnswers<T>(most?: number): (context: Context) => AnswerCache<T> {
  const caches = defineDerivation<ColumnStore, AnswerCache<T>>();
  return ({ store }) => caches.of(store, () => createAnswerCache<T>(() => store.numbering, most));
}

const masks = keepAnswers<SelectionMask>();
const pairs = keepAnswers<Members>(KEPT_PAIRS);

/** The rows of a selection, as a mask over all rows. */
export function maskOf(context: Context, selection: Selection): Task<SelectionMask> {
  return masks(context).task(JSON.stringify(selection), () => maskTask(context.store, selection));
}

/** The rows of a selection and, where one is compared, those of the other period beside them. */
export function* membersWith(
  context: Context,
  selection: Selection,
  comparison: { readonly own: Period; readonly period: Period } | null,
): Task<Members> {
  const own = yield* maskOf(context, selection);
  if (comparison === null) return membersOf(own);
  const { period } = comparison;
  return yield* pairs(context).task(JSON.stringify([selection, period]), function* () {
    const other = yield* maskOf(context, { ...selection, period });
    return comparedMembers(context.store.segments, own, comparison.own, other, period);
  });
}
