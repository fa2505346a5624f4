import type { Decimal } from '#shared/domain/decimal.ts';
import { openBooks } from './books.ts';
import { checkBooks } from './check-books.ts';
import { checkChain } from './check-chain.ts';
import { checkCloses } from './check-closes.ts';
import { checkFiles } from './check-files.ts';
import { checkKept } from './check-kept.ts';
import { checkMatches } from './check-matches.ts';
import { checkMonths } from './check-months.ts';
import { checkQueue } from './check-queue.ts';
import { checkReceivables } from './check-receivables.ts';
import { checkSigns } from './check-signs.ts';
import { type Attempt, createDesk, type Desk } from './desk.ts';
import type { History, Step } from './history.ts';
import { enterMachine, type Machine } from './machine.ts';
import { createPlan, type Try } from './plan.ts';
import { comparable, differenceOf, readView, type Tolerance, type View } from './view.ts';
import { shown, Violation } from './violation.ts';

/** Lives a history with the real data worker, and holds after each step what everything has to come to. */

export type Lived = {
  readonly steps: number;
  readonly imports: number;
  readonly decisions: number;
  readonly restores: number;
  readonly deaths: number;
  readonly faults: number;
  /** Of everything that was said, in order: the same history gives the same. */
  readonly trace: readonly string[];
};

const START = Date.UTC(2026, 3, 10, 12);

export async function play(history: History): Promise<Lived> {
  const machine = enterMachine(START, history.seed);
  let desk: Desk | null = null;
  try {
    // Every second history lives with rows that leave memory at once.
    desk = createDesk(machine, history.seed % 2 === 0 ? 0 : null);
    return await live(history, machine, desk);
  } finally {
    desk?.end();
    machine.leave();
  }
}

async function live(history: History, machine: Machine, desk: Desk): Promise<Lived> {
  const tolerance: Tolerance = {
    absolute: (history.tolerance / 100).toFixed(2) as Decimal,
    percent: '0' as Decimal,
  };
  const books = openBooks(history);
  const plan = createPlan(books, { desk, machine, tolerance, look: () => look(desk, tolerance) });
  const trace: string[] = [];
  const counts = { imports: 0, decisions: 0, restores: 0 };
  await desk.start();
  let view = await look(desk, tolerance);
  for (const [at, step] of history.steps.entries()) {
    machine.advance(60_000);
    const tried = plan.of(step, view);
    if (tried === null) continue;
    const attempt = await desk.attempt(tried.work, step.mishap);
    try {
      await settle(tried, attempt, { desk, step });
      view = await look(desk, tolerance);
      checkAll(view, plan, tolerance);
      if (step.kind === 'sync' || step.kind === 'restore' || at === history.steps.length - 1)
        await checkFiles(desk, plan.expected());
      if (at === history.steps.length - 1) {
        const before = comparable(view);
        await desk.restart();
        view = await look(desk, tolerance);
        checkAll(view, plan, tolerance);
        if (comparable(view) !== before)
          throw new Violation('restore', differenceOf(before, comparable(view)));
      }
    } catch (error) {
      throw located(error, at, step);
    }
    trace.push(`${step.kind} ${attempt.kind} ${comparable(view).length}`);
    counts.imports += Number(step.kind.startsWith('import'));
    counts.decisions += Number(tried.isDecision === true);
    counts.restores += Number(tried.isRestore === true);
  }
  return { steps: trace.length, ...counts, ...desk.counts, trace };
}

function located(error: unknown, at: number, step: Step): unknown {
  const where = `after step ${at + 1}, ${JSON.stringify(step)}`;
  if (error instanceof Error) {
    error.message = `${where}: ${error.message}`;
    return error;
  }
  return new Error(`${where}: ${String(error)}`);
}

/** What was tried is now done, or was never begun. */
async function settle(
  tried: Try,
  attempt: Attempt<unknown>,
  { desk, step }: { desk: Desk; step: Step },
): Promise<void> {
  switch (attempt.kind) {
    case 'done':
      await tried.done(attempt.value);
      return;
    case 'dead':
      await desk.start();
      await tried.cutOff();
      return;
    case 'failed': {
      // What was seen in the midst of a step.
      if (attempt.error instanceof Violation) throw attempt.error;
      if (step.mishap === null || step.mishap.kind === 'death') {
        throw new Violation('answers', `${step.kind} failed: ${String(attempt.error)}`);
      }
      // Its storage may be gone for it: then the page opens it again.
      const isThere = await desk.ask('readFacts', null).then(
        () => true,
        () => false,
      );
      if (!isThere) await desk.start();
      await tried.cutOff();
    }
  }
}

async function look(desk: Desk, tolerance: Tolerance): Promise<View> {
  try {
    return await readView(desk, tolerance);
  } catch (error) {
    throw new Violation('answers', error instanceof Error ? (error.stack ?? error.message) : shown(error));
  }
}

function checkAll(view: View, plan: ReturnType<typeof createPlan>, tolerance: Tolerance): void {
  const expected = plan.expected();
  checkBooks(view, expected);
  checkKept(view, expected);
  checkMatches(view, expected, tolerance);
  checkReceivables(view, expected);
  checkChain(view, expected);
  checkCloses(view, expected);
  checkQueue(view, expected);
  checkMonths(view, expected, tolerance);
  checkSigns(view, expected, tolerance);
}
