import {
  type MonthStep,
  type MonthStepId,
  type MonthWalk,
  STEP_IDS,
  type StepState,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Months as they are walked, made by hand. */

const REASONS: { readonly [step in MonthStepId]: { readonly [state in StepState]: MonthStep['reason'] } } = {
  data: { done: 'agrees', open: 'differs', blocked: 'running', waived: 'differs' },
  rows: { done: 'hold', open: 'fail', blocked: 'fail', waived: 'fail' },
  costs: { done: 'known', open: 'missing', blocked: 'missing', waived: 'missing' },
  statements: { done: 'covered', open: 'gaps', blocked: 'running', waived: 'gaps' },
  differences: { done: 'same', open: 'differ', blocked: 'no-statement', waived: 'differ' },
  bank: { done: 'arrived', open: 'missing', blocked: 'no-bank', waived: 'missing' },
  close: { done: 'closed', open: 'ready', blocked: 'steps-open', waived: 'ready' },
};

/** A step in a state, with 3 of 10 open where it is not done. */
export const step = (id: MonthStepId, state: StepState, more: Partial<MonthStep> = {}): MonthStep => ({
  id,
  state,
  reason: REASONS[id][state],
  isByItself: false,
  count: state === 'open' || state === 'blocked' ? 3 : 0,
  of: 10,
  amount: null,
  explained: { count: 0, amount: null },
  rows: 0,
  accounts: 1,
  waived: 0,
  fallen: 0,
  sign: { state: 'none', last: null },
  ...more,
});

/** A month whose steps are in these states, in their order. */
export function walked(
  month: string,
  states: readonly StepState[],
  more: Partial<MonthWalk> = {},
): MonthWalk {
  const steps = STEP_IDS.map((id, at) => step(id, states[at] ?? 'open'));
  const holds = ({ state }: MonthStep) => state === 'done' || state === 'waived';
  return {
    month: month as Month,
    rows: 5,
    steps,
    done: steps.filter(holds).length,
    of: steps.length,
    amount: null as Decimal | null,
    squares: steps.every(holds),
    close: { state: 'open', drift: null, by: null },
    isRunning: false,
    knownUntil: null,
    next: steps.find(({ state }) => state === 'open')?.id ?? null,
    inTheWay: [],
    signers: [],
    ...more,
  };
}
