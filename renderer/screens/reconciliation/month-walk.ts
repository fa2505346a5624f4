import {
  type MonthStep,
  type MonthStepId,
  type MonthWalk,
  reasonsOf,
} from '#renderer/reconciliation/month/model/month-steps.ts';

/** Where a walk through a month goes on. Pure. */

/** Whether there is something to do at a step: what only waits for time is none. */
function isWorkable({ id, state, reason }: MonthStep): boolean {
  if (state === 'open') return true;
  return id !== 'close' && state === 'blocked' && reasonsOf(id).get(reason)?.waits !== true;
}

/**
 * The step after one (null: the first) at which there is something to do, from the first on again after the last; the close
 * where nothing else is; null where the month is closed, or nothing can be done about it today.
 */
export function stepAfter({ steps }: Pick<MonthWalk, 'steps'>, at: MonthStepId | null): MonthStep | null {
  const close = steps.find(({ id }) => id === 'close');
  if (close?.state === 'done') return null;
  const here = steps.findIndex(({ id }) => id === at);
  const inOrder = [...steps.slice(here + 1), ...steps.slice(0, Math.max(0, here))];
  return inOrder.find(isWorkable) ?? (at === 'close' ? null : (close ?? null));
}

/** The step that a month is opened at. */
export function firstStep(walk: Pick<MonthWalk, 'steps'>): MonthStepId {
  return stepAfter(walk, null)?.id ?? 'close';
}
