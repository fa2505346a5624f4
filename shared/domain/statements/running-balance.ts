import { mapInSteps, ROWS_A_STEP, type Steps } from '#shared/base/steps.ts';
import type { FaultKind } from './statement.ts';

/**
 * Whether balances go on from line to line. The file may be in either order of time, show a balance with each line, with
 * the last of a day, or the day's last with every line of it.
 */

export type BalanceStep = {
  /** Line of the file. */
  readonly line: number;
  readonly amount: bigint;
  /** Null where none is shown. */
  readonly balance: bigint | null;
  readonly day: string | null;
};

export type BalanceFault = {
  readonly kind: FaultKind;
  readonly after: number | null;
  readonly before: number | null;
  readonly gap: bigint;
};

export type BalanceProof = {
  readonly checked: number;
  readonly failures: number;
  readonly gap: bigint;
  readonly faults: readonly BalanceFault[];
  readonly isNewestFirst: boolean;
};

/** Lines whose balance is shown once, at the end. */
type Run = {
  readonly firstLine: number;
  readonly line: number;
  readonly amount: bigint;
  readonly balance: bigint;
};

export type BalanceEnds = { readonly opening: bigint | null; readonly closing: bigint | null };

/** Steps in order of the file; the order of time, and the way balances are shown, are those with the fewest breaks. */
export function* proveBalance(steps: readonly BalanceStep[], ends: BalanceEnds): Steps<BalanceProof> {
  let best: { readonly runs: readonly Run[]; readonly breaks: number; readonly newest: boolean } | null =
    null;
  for (const newest of [false, true]) {
    const inTime = newest ? steps.toReversed() : steps;
    for (const runs of [yield* runsOf(inTime), yield* dailyRuns(inTime)]) {
      if (runs === null) continue;
      const breaks = yield* countBreaks(runs, ends);
      if (best === null || breaks < best.breaks) best = { runs, breaks, newest };
    }
  }
  if (best === null) return { checked: 0, failures: 0, gap: 0n, faults: [], isNewestFirst: false };
  const faults = yield* explainBreaks(best.runs, ends, best.newest);
  return {
    checked:
      Math.max(0, best.runs.length - (ends.opening === null ? 1 : 0)) + (ends.closing === null ? 0 : 1),
    failures: faults.length,
    gap: faults.reduce((total, { kind, gap }) => (kind === 'balance-altered' ? total : total + gap), 0n),
    faults,
    isNewestFirst: best.newest,
  };
}

function* runsOf(steps: readonly BalanceStep[]): Steps<readonly Run[]> {
  const runs: Run[] = [];
  let [amount, firstLine] = [0n, -1];
  for (const [at, { line, amount: each, balance }] of steps.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    if (firstLine < 0) firstLine = line;
    amount += each;
    if (balance === null) continue;
    runs.push({ firstLine, line, amount, balance });
    [amount, firstLine] = [0n, -1];
  }
  return runs;
}

type OpenDay = Run & { readonly day: string };

/** All lines of a day show the balance of its end. Null where that is not so. */
function* dailyRuns(steps: readonly BalanceStep[]): Steps<readonly Run[] | null> {
  const runs: Run[] = [];
  let open: OpenDay | null = null as OpenDay | null;
  let isRepeated = false;
  for (const [at, { line, amount, balance, day }] of steps.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    if (balance === null || day === null) return null;
    if (open !== null && open.day === day) {
      if (open.balance !== balance) return null;
      isRepeated = true;
      open = { ...open, line, amount: open.amount + amount };
    } else {
      if (open !== null) runs.push(open);
      open = { firstLine: line, line, amount, balance, day };
    }
  }
  if (open !== null) runs.push(open);
  return isRepeated ? runs : null;
}

/** What a run's balance is off by from where the one before left it. */
function* gapsOf(runs: readonly Run[], { opening, closing }: BalanceEnds): Steps<bigint[]> {
  let before = opening;
  const gaps = yield* mapInSteps(runs, ({ amount, balance }) => {
    const gap = before === null ? 0n : balance - amount - before;
    before = balance;
    return gap;
  });
  gaps.push(closing === null || before === null ? 0n : closing - before);
  return gaps;
}

function* countBreaks(runs: readonly Run[], ends: BalanceEnds): Steps<number> {
  return (yield* gapsOf(runs, ends)).reduce((count, gap) => (gap === 0n ? count : count + 1), 0);
}

/** More breaks than these are not told apart. */
const MOST_EXPLAINED = 2_000;

function* explainBreaks(
  runs: readonly Run[],
  ends: BalanceEnds,
  newest: boolean,
): Steps<readonly BalanceFault[]> {
  const gaps = yield* gapsOf(runs, ends);
  const broken = gaps.flatMap((gap, at) => (gap === 0n ? [] : [at]));
  const place = (from: number | null, to: number | null) =>
    newest ? { after: to, before: from } : { after: from, before: to };
  const between = (at: number) => place(runs[at - 1]?.line ?? null, runs[at]?.firstLine ?? null);
  const moved = broken.length <= MOST_EXPLAINED && (yield* isSameSetOfSteps(runs, ends));
  const faults: BalanceFault[] = [];
  for (let index = 0; index < broken.length; index += 1) {
    if (index % ROWS_A_STEP === 0) yield;
    const at = broken[index] ?? 0;
    const gap = gaps[at] ?? 0n;
    const [run, previous] = [runs[at], runs[at - 1]];
    const isPaired = broken[index + 1] === at + 1 && gaps[at + 1] === -gap;
    if (moved) faults.push({ kind: 'moved', ...between(at), gap });
    else if (isPaired && run !== undefined) {
      faults.push({ kind: 'balance-altered', ...place(run.line, run.line), gap });
      index += 1;
    } else if (run !== undefined && run.balance === previous?.balance && gap === -run.amount) {
      faults.push({ kind: 'repeated', ...place(previous.line, run.line), gap });
    } else faults.push({ kind: 'missing-or-altered', ...between(at), gap });
  }
  return faults.sort((left, right) => (left.after ?? 0) - (right.after ?? 0));
}

/** In some order the same steps lead on without a break: each balance left is one that another line begins with. */
function* isSameSetOfSteps(runs: readonly Run[], { opening, closing }: BalanceEnds): Steps<boolean> {
  const open = new Map<bigint, number>();
  const count = (balance: bigint, by: number): void => {
    const now = (open.get(balance) ?? 0) + by;
    if (now === 0) open.delete(balance);
    else open.set(balance, now);
  };
  for (const [at, { amount, balance }] of runs.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    count(balance - amount, -1);
    count(balance, 1);
  }
  if (opening !== null) count(opening, 1);
  if (closing !== null) count(closing, -1);
  // Where the ends are not known, one balance begins and one ends.
  const free = (opening === null ? 1 : 0) + (closing === null ? 1 : 0);
  const left = [...open.values()];
  return left.length <= free && left.every((each) => Math.abs(each) === 1);
}
