import type { Annotations } from '#renderer/data/model/annotations.ts';
import { areOfSeveral } from '#renderer/reconciliation/matching/model/line-currency.ts';
import type { Month } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal, sumOf } from '#shared/domain/decimal.ts';
import type { FoundPart } from './found-part.ts';
import {
  MONTH_STEPS,
  type MonthStep,
  type MonthStepId,
  type MonthWalk,
  type ReasonOf,
  reasonsOf,
  type SignOff,
  type StepPart,
  type StepParts,
  WAIVABLE_STEPS,
  type WaivableStep,
} from './month-steps.ts';
import { isSignedOf, signersOf, signOffOf, signOfStep } from './sign-offs.ts';
import { isOfThis, waiverOf } from './waivers.ts';

/** A month put together of what its steps come to in each account. Pure. */

/** The same with what was said of it: a saying holds of the figure that it was said of. */
export function saidPart<Id extends WaivableStep>(
  month: Month,
  step: Id,
  { isBySaying, ...found }: FoundPart<Id>,
  said: Annotations<'month-waiver'>,
  signed: Annotations<'month-sign-off'> = NOTHING_SIGNED,
): StepPart<Id> {
  const { state } = reasonsOf(step).get(found.reason) ?? { state: 'open' };
  const waiver = waiverOf(said, [month, step, found.account]);
  const holds = waiver !== null && state !== 'done' && isOfThis(waiver, found);
  const stands = holds ? 'waived' : state;
  const signOff = signOffOf(signed, [month, step, found.account]);
  const isSigned = signOff !== null && isSignedOf(signOff, { ...found, state: stands });
  return {
    ...found,
    state: stands,
    isByItself: state === 'done' && !isBySaying,
    waiver: holds ? waiver : null,
    fallen: holds ? null : waiver,
    signOff: isSigned ? signOff : null,
    fallenSignOff: isSigned ? null : signOff,
  };
}

const NOTHING_SIGNED: Annotations<'month-sign-off'> = new Map();

/** Sums that somebody makes of all parts where theirs do not add up: a SKU is sold in several accounts. */
export type StepTotals = { readonly count?: number; readonly of?: number; readonly rows?: number };

/** A step of what it comes to in each account. Its reason is the gravest of those that stand open, else of all. */
export function stepOf<Id extends WaivableStep>(
  id: Id,
  parts: readonly StepPart<Id>[],
  { of, rows = 0, ...totals }: StepTotals = {},
  gone: readonly SignOff[] = [],
): MonthStep<Id> {
  const open = parts.filter(({ state }) => state === 'open');
  const blocked = parts.filter(({ state }) => state === 'blocked');
  const waived = parts.filter(({ state }) => state === 'waived');
  const done = parts.filter(({ state }) => state === 'done');
  // An account that needs no statement counts as one that has it.
  const isDone = waived.length === 0 || (id === 'statements' && done.length > 0);
  const [state, informative] =
    open.length > 0
      ? (['open', open] as const)
      : blocked.length > 0
        ? (['blocked', blocked] as const)
        : isDone
          ? (['done', done] as const)
          : (['waived', waived] as const);
  const gravest = [...reasonsOf(id).keys()].find((reason) =>
    informative.some((part) => part.reason === reason),
  );
  const standing = open.length > 0 ? open : blocked;
  const isByItself = state === 'done' && parts.every((part) => part.isByItself);
  return {
    id,
    state,
    reason: (gravest ?? [...reasonsOf(id).keys()].at(-1)) as ReasonOf<Id>,
    isByItself,
    count: totals.count ?? standing.reduce((sum, part) => sum + part.count, 0),
    of: of ?? parts.reduce((sum, part) => sum + part.of, 0),
    amount: amountOf(open),
    explained: {
      count: parts.reduce((sum, part) => sum + part.explained.count, 0),
      amount: amountOf(parts.map(({ explained, currency }) => ({ ...explained, currency }))),
    },
    rows,
    accounts: standing.length,
    waived: waived.length,
    fallen: parts.filter((part) => part.fallen !== null && part.state !== 'done').length,
    sign: signOfStep(parts, gone, isByItself),
  };
}

type Amounted = { readonly amount: Decimal | null; readonly count: number; readonly currency: string };

/** Of several amounts; null where none is there, or where unlike currencies would be added: the parts tell theirs. */
function amountOf(parts: readonly Amounted[]): Decimal | null {
  const views = parts.filter(({ count, amount }) => count > 0 || amount !== null);
  const amounts = views.flatMap(({ amount }) => amount ?? []);
  const isWhole = amounts.length === views.length && !areOfSeveral(views.map(({ currency }) => currency));
  return amounts.length === 0 || !isWhole ? null : sumOf(amounts);
}

const holds = ({ state }: Pick<MonthStep, 'state'>): boolean => state === 'done' || state === 'waived';

/** The last step, of those before it. */
export function closeStep(
  before: readonly MonthStep[],
  close: Pick<MonthWalk['close'], 'state'>,
): MonthStep<'close'> {
  const inTheWay = before.filter((step) => !holds(step)).length;
  const reason =
    close.state === 'drifted'
      ? 'drifted'
      : close.state === 'closed'
        ? 'closed'
        : inTheWay > 0
          ? 'steps-open'
          : 'ready';
  const state = reasonsOf('close').get(reason)?.state ?? 'open';
  return {
    id: 'close',
    state,
    reason,
    isByItself: false,
    count: inTheWay,
    of: before.length,
    amount: null,
    explained: { count: 0, amount: null },
    rows: 0,
    accounts: 0,
    waived: 0,
    fallen: 0,
    sign: { state: 'none', last: null },
  };
}

/**
 * The step to work on: the first that is open or whose sign-off has fallen, the close last, else the first that is blocked and does not wait for time alone. A closed
 * month whose figures stand needs none.
 */
export function nextStep(steps: readonly MonthStep[]): MonthStepId | null {
  const close = steps.find(({ id }) => id === 'close');
  if (close?.state === 'done') return null;
  const open = steps.find(({ state, sign }) => state === 'open' || sign.state === 'fallen');
  const workable = steps.find(
    ({ id, state, reason }) =>
      id !== 'close' && state === 'blocked' && reasonsOf(id).get(reason)?.waits !== true,
  );
  return (open ?? workable)?.id ?? null;
}

/** Steps with their parts, and what was signed of them. */
export const signersOfParts = (parts: readonly StepPart[]): readonly string[] =>
  signersOf(parts.flatMap(({ signOff }) => signOff ?? []));

type WalkFacts = Pick<MonthWalk, 'month' | 'rows' | 'close' | 'isRunning' | 'knownUntil'> & {
  readonly signers?: readonly string[];
};

export function walkOf({ signers = [], ...facts }: WalkFacts, before: readonly MonthStep[]): MonthWalk {
  const steps = [...before, closeStep(before, facts.close)];
  const done = steps.filter(holds).length;
  return {
    ...facts,
    signers,
    steps,
    done,
    of: MONTH_STEPS.length,
    amount: steps.find(({ id }) => id === 'differences')?.amount ?? null,
    squares: done === steps.length,
    next: nextStep(steps),
    inTheWay: WAIVABLE_STEPS.filter((id) => before.some((step) => step.id === id && !holds(step))),
  };
}

const RANK = { open: 0, blocked: 1, waived: 2, done: 3 } as const;
const sizeOf = (amount: Decimal | null) => {
  const { units, scale } = fromDecimal(amount ?? ('0' as Decimal));
  return { units: units < 0n ? -units : units, scale };
};

/** Those that something stands open in first, the greatest amounts first, then by name. */
export function sortedParts<Id extends WaivableStep>(
  parts: readonly StepPart<Id>[],
): readonly StepPart<Id>[] {
  const nameOf = ({ account }: StepPart<Id>) =>
    account === null ? '' : JSON.stringify([account.canal, account.cuenta]);
  return parts.toSorted(
    (one, other) =>
      RANK[one.state] - RANK[other.state] ||
      compare(sizeOf(other.amount), sizeOf(one.amount)) ||
      (nameOf(one) < nameOf(other) ? -1 : 1),
  );
}

export const NO_PARTS: StepParts = {
  data: [],
  rows: [],
  costs: [],
  statements: [],
  differences: [],
  bank: [],
};
