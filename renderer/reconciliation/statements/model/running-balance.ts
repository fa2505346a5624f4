import { eachInSteps, mapInSteps, ROWS_A_STEP, type Task } from '#shared/base/tasks.ts';
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

export type BalanceCheck = {
  readonly checked: number;
  readonly failures: number;
  readonly gap: bigint;
  readonly faults: readonly BalanceFault[];
  readonly isNewestFirst: boolean;
  /** So many steps at the beginning of the file, and at its end, that no two balances stand around. */
  readonly beyond: { readonly first: number; readonly last: number };
};

/** Lines whose balance is shown once, at the end. */
type Run = {
  readonly steps: number;
  readonly firstLine: number;
  readonly line: number;
  readonly amount: bigint;
  readonly balance: bigint;
};

/** Steps in order of time; the last may show no balance. */
type Shown = {
  readonly runs: readonly Run[];
  readonly rest: { readonly steps: number; readonly amount: bigint };
};

export type BalanceEnds = { readonly opening: bigint | null; readonly closing: bigint | null };

/** Steps in order of the file; the order of time, and the way balances are shown, are those with the fewest breaks. */
export function* checkBalanceLines(steps: readonly BalanceStep[], ends: BalanceEnds): Task<BalanceCheck> {
  let best: { readonly shown: Shown; readonly breaks: number; readonly newest: boolean } | null = null;
  for (const newest of [false, true]) {
    const inTime = newest ? steps.toReversed() : steps;
    for (const shown of [yield* runsOf(inTime), yield* dailyRuns(inTime, ends)]) {
      if (shown === null) continue;
      const breaks = yield* countBreaks(shown, ends);
      if (best === null || breaks < best.breaks) best = { shown, breaks, newest };
    }
  }
  if (best === null) {
    const beyond = { first: 0, last: 0 };
    return { checked: 0, failures: 0, gap: 0n, faults: [], isNewestFirst: false, beyond };
  }
  const { shown, newest } = best;
  const { runs } = shown;
  const faults = yield* explainBreaks(shown, ends, newest);
  const known = runs.length + (ends.opening === null ? 0 : 1) + (ends.closing === null ? 0 : 1);
  return {
    checked: Math.max(0, known - 1),
    failures: faults.length,
    gap: faults.reduce((total, { kind, gap }) => (kind === 'balance-altered' ? total : total + gap), 0n),
    faults,
    isNewestFirst: newest,
    beyond: beyondOf(shown, ends, newest),
  };
}

/** Before the first balance that is known, its own line too, and after the last one. */
function beyondOf({ runs, rest }: Shown, { opening, closing }: BalanceEnds, newest: boolean) {
  // Without any balance among the lines it leads from the one end to the other, or nowhere.
  const isOpen = runs.length === 0 && (opening === null || closing === null);
  const before = opening === null ? (runs[0]?.steps ?? 0) : 0;
  const after = closing === null || isOpen ? rest.steps : 0;
  return newest ? { first: after, last: before } : { first: before, last: after };
}

function* runsOf(all: readonly BalanceStep[]): Task<Shown> {
  const runs: Run[] = [];
  let [steps, amount, firstLine] = [0, 0n, -1];
  yield* eachInSteps(all, ({ line, amount: each, balance }) => {
    if (firstLine < 0) firstLine = line;
    steps += 1;
    amount += each;
    if (balance === null) return;
    runs.push({ steps, firstLine, line, amount, balance });
    [steps, amount, firstLine] = [0, 0n, -1];
  });
  return { runs, rest: { steps, amount } };
}

type OpenDay = Run & { readonly day: string; readonly last: bigint };

/**
 * All lines of a day show the balance of its end. Null where that is not so, or where nothing says so but equal lines of the first
 * day, which no balance before them holds: they may be one that stands twice.
 */
function* dailyRuns(steps: readonly BalanceStep[], { opening }: BalanceEnds): Task<Shown | null> {
  const runs: Run[] = [];
  let open: OpenDay | null = null as OpenDay | null;
  let [isDaily, isRepeated] = [true, false];
  yield* eachInSteps(steps, ({ line, amount, balance, day }) => {
    isDaily &&= balance !== null && day !== null && (open?.day !== day || open.balance === balance);
    if (!isDaily || balance === null || day === null) return;
    if (open?.day === day) {
      isRepeated ||= runs.length > 0 || opening !== null || amount !== open.last;
      open = { ...open, steps: open.steps + 1, line, amount: open.amount + amount, last: amount };
    } else {
      if (open !== null) runs.push(open);
      open = { steps: 1, firstLine: line, line, amount, balance, day, last: amount };
    }
  });
  if (open !== null) runs.push(open);
  return isDaily && isRepeated ? { runs, rest: { steps: 0, amount: 0n } } : null;
}

/** The gap of a run's balance from where the one before left it. */
function* gapsOf({ runs, rest }: Shown, { opening, closing }: BalanceEnds): Task<bigint[]> {
  let before = opening;
  const gaps = yield* mapInSteps(runs, ({ amount, balance }) => {
    const gap = before === null ? 0n : balance - amount - before;
    before = balance;
    return gap;
  });
  gaps.push(closing === null || before === null ? 0n : closing - rest.amount - before);
  return gaps;
}

function* countBreaks(shown: Shown, ends: BalanceEnds): Task<number> {
  return (yield* gapsOf(shown, ends)).reduce((count, gap) => (gap === 0n ? count : count + 1), 0);
}

/** More breaks than these are not told apart. */
const MAX_EXPLAINED = 2_000;

function* explainBreaks(shown: Shown, ends: BalanceEnds, newest: boolean): Task<readonly BalanceFault[]> {
  const { runs } = shown;
  const gaps = yield* gapsOf(shown, ends);
  const broken = gaps.flatMap((gap, at) => (gap === 0n ? [] : [at]));
  const place = (from: number | null, to: number | null) =>
    newest ? { after: to, before: from } : { after: from, before: to };
  const between = (at: number) => place(runs[at - 1]?.line ?? null, runs[at]?.firstLine ?? null);
  const moved = broken.length <= MAX_EXPLAINED && (yield* isSameSetOfSteps(shown, ends));
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
    } else if (run !== undefined && run.balance === previous?.balance) {
      faults.push({ kind: 'repeated', ...place(previous.line, run.line), gap });
    } else faults.push({ kind: 'missing-or-altered', ...between(at), gap });
  }
  return faults.sort((left, right) => (left.after ?? 0) - (right.after ?? 0));
}

/** In some order the same steps lead on without a break: each balance left is one that another line begins with. */
function* isSameSetOfSteps({ runs, rest }: Shown, { opening, closing }: BalanceEnds): Task<boolean> {
  const open = new Map<bigint, number>();
  const count = (balance: bigint, by: number): void => {
    const now = (open.get(balance) ?? 0) + by;
    if (now === 0) open.delete(balance);
    else open.set(balance, now);
  };
  yield* eachInSteps(runs, ({ amount, balance }) => {
    count(balance - amount, -1);
    count(balance, 1);
  });
  if (opening !== null) count(opening, 1);
  if (closing !== null) count(closing - rest.amount, -1);
  // Where the ends are not known, one balance begins and one ends.
  const free = (opening === null ? 1 : 0) + (closing === null ? 1 : 0);
  const left = [...open.values()];
  return left.length <= free && left.every((each) => Math.abs(each) === 1);
}
