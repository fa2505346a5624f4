import type { CheckedMonth } from '#renderer/reconciliation/closing/model/month-checks.ts';
import type { DataChecks } from './data-step.ts';
import type { MonthStep, WaivableStep } from './month-steps.ts';

/** The checklist of a close, as the steps have it: the two never disagree. Pure. */

/** Which steps have to hold for a check; those of the data are checks of its own. */
const STEPS_OF = {
  proven: ['rows'],
  costs: ['costs'],
  statements: ['statements'],
  matched: ['differences', 'bank'],
} as const satisfies {
  readonly [check in Exclude<keyof CheckedMonth, keyof DataChecks>]: readonly WaivableStep[];
};

/** A step that is not needed by the user's word holds. */
export function closeChecks(steps: readonly MonthStep[], data: DataChecks): CheckedMonth {
  const isNotNeeded = steps.some(({ id, state }) => id === 'data' && state === 'waived');
  const holds = (ids: readonly string[]): boolean | null => {
    const states = steps.filter(({ id }) => ids.includes(id)).map(({ state }) => state);
    return states.includes('open') ? false : states.includes('blocked') ? null : true;
  };
  return {
    ...(isNotNeeded ? { complete: true, unchanged: true, counted: true } : data),
    proven: holds(STEPS_OF.proven),
    costs: holds(STEPS_OF.costs),
    statements: holds(STEPS_OF.statements),
    matched: holds(STEPS_OF.matched),
  };
}
