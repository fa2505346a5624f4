import type { MonthStep, MonthWalk, WaivableStep } from './month-steps.ts';

/** The checklist of a close: the steps before it, each with what stands open of it. Pure. */

/** A step that stands open when its month is closed: it takes a reason. */
export type ClosePoint = MonthStep<WaivableStep>;

/** Steps that do not hold, and those whose sign-off has fallen, in their order. */
export const openPoints = ({ steps }: Pick<MonthWalk, 'steps'>): readonly ClosePoint[] =>
  steps.filter(
    (step): step is ClosePoint =>
      step.id !== 'close' &&
      (step.state === 'open' || step.state === 'blocked' || step.sign.state === 'fallen'),
  );
