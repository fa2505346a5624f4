import { SUPERSEDED } from '#renderer/data/model/slots.ts';
import { atOnce, type Pause, type Task } from '#shared/base/tasks.ts';
import type { ThrottleClock } from '#shared/base/throttle.ts';
import { RpcError } from '#shared/contract/rpc.ts';

/**
 * When the worker does what. Questions are answered one after another as tasks; between their steps the messages that wait
 * are taken, so that a newer question of the same slot supersedes an older one. Those of what nobody sees yet come last, and
 * rest for any other. What nobody asked for (compaction, caches) is done while nothing is in hand.
 */
export type Scheduler = {
  /**
   * Answers a question. It fails with SUPERSEDED, and works no further, as soon as a newer one of its slot is asked; it
   * begins again where the rows change meanwhile. Without a slot nothing supersedes it. `isAhead`: all others go before it.
   */
  readonly answer: <T>(slot: string | undefined, start: () => Task<T>, isAhead?: boolean) => Promise<T>;
  /** Does a job once it is quiet, from now on and after each `wake`; never twice at a time. */
  readonly whenQuiet: (job: IdleJob) => IdleWork;
  /**
   * Runs a task to its end `quietMs` after the last of several wakes, in idle moments; where the rows change meanwhile, it
   * begins again. One that is to be quiet at all rests as long as it took last.
   */
  readonly runWhenQuiet: (start: () => Task<undefined>, quietMs: number) => IdleWork;
};

export type IdleWork = {
  /** There is something to do soon. */
  readonly wake: () => void;
  /** Ends it; work in hand is dropped. */
  readonly stop: () => void;
};

type IdleJob = {
  readonly quietMs: () => number;
  /** Whether each wake puts the job off anew, or the first one counts. */
  readonly isPutOff: boolean;
  /**
   * To be called between two steps: waits, where it is time to, until the messages that came are taken and nothing is in
   * hand; false once the work was stopped. What the job throws is dropped: the next wake tries again.
   */
  readonly run: (pause: () => Promise<boolean>) => Promise<void>;
};

type SchedulerOptions = {
  /** Work in hand: questions count, and whatever else says so. */
  readonly activity: Activity;
  /** Raised by every change of the rows. */
  readonly changes: () => number;
  /** Resolves when the messages that wait have been taken. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
};

/** A message waits so long at most, and what the longest single step takes. */
const STEP_MS = 8;
const IDLE_STEP_MS = 6;
/**
 * While a history is read the rows change every moment, and what takes long would be done anew for each page. No longer than
 * that is waited for quiet: a copy that changes now and then is told of soon.
 */
const MAX_REST_MS = 3_000;
/** A question that commits keep interrupting is answered in one go. */
const MAX_RESTARTS = 3;

export function createScheduler(options: SchedulerOptions): Scheduler {
  const answer = latestOnly(options);
  const whenQuiet = ({ quietMs, isPutOff, run }: IdleJob): IdleWork => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isRunning = false;
    let isStopped = false;
    const pauseWhenBusy = idlePauses(options);
    const begin = async (): Promise<void> => {
      timer = null;
      if (isRunning) return;
      isRunning = true;
      try {
        await run(async () => {
          await pauseWhenBusy();
          return !isStopped;
        });
      } catch {
        // Memory or storage refused it, or the ledger is gone: whoever asks for the result will be told.
      } finally {
        isRunning = false;
      }
    };
    const wake = (): void => {
      if (isStopped || (timer !== null && !isPutOff)) return;
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => void begin(), quietMs());
    };
    wake();
    return {
      wake,
      stop() {
        isStopped = true;
        if (timer !== null) clearTimeout(timer);
        timer = null;
      },
    };
  };
  const runWhenQuiet: Scheduler['runWhenQuiet'] = (start, quietMs) => {
    const { changes, now } = options;
    let tookMs = 0;
    const work: IdleWork = whenQuiet({
      quietMs: () => (quietMs === 0 ? 0 : Math.max(quietMs, Math.min(tookMs, MAX_REST_MS))),
      isPutOff: true,
      async run(pause) {
        const [begunAt, begunMs] = [changes(), now()];
        const task = start();
        try {
          while ((await pause()) && changes() === begunAt) if (task.next().done === true) break;
        } finally {
          const isLost = changes() !== begunAt;
          tookMs = (isLost ? tookMs : 0) + now() - begunMs;
          if (isLost) work.wake();
        }
      },
    });
    return work;
  };
  return { answer, whenQuiet, runWhenQuiet };
}

type Question = {
  isSuperseded: boolean;
  readonly isAhead: boolean;
  readonly run: () => Promise<void>;
  readonly supersede: () => void;
};

/**
 * Questions in the order they were asked, those ahead of being seen after all others; of each slot only the newest. Long, for
 * its functions share both queues.
 */
function latestOnly({ activity, changes, yieldToEventLoop, now }: SchedulerOptions): Scheduler['answer'] {
  const waiting: Question[] = [];
  const ahead: Question[] = [];
  const latest = new Map<string, Question>();
  let isWorking = false;

  const answerWaiting = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.run();
  };
  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    do {
      await answerWaiting();
      await ahead.shift()?.run();
    } while (waiting.length + ahead.length > 0);
    isWorking = false;
  };
  /** Takes the messages that wait; one that is ahead lets the questions among them go first. */
  const giveWay = async ({ isAhead }: Question): Promise<void> => {
    await yieldToEventLoop();
    if (isAhead) await answerWaiting();
  };

  /** Undefined when the question was superseded. */
  const runToEnd = async <T>(question: Question, start: () => Task<T>) => {
    // A newer question may be queued behind this one.
    await giveWay(question);
    for (let restarts = 0; !question.isSuperseded; restarts += 1) {
      if (restarts > MAX_RESTARTS) return { value: atOnce(start()) };
      const begunAt = changes();
      const task = start();
      let stepEnd = now() + STEP_MS;
      while (!question.isSuperseded && changes() === begunAt) {
        const step = task.next();
        if (step.done === true) return { value: step.value };
        if (now() < stepEnd) continue;
        await giveWay(question);
        stepEnd = now() + STEP_MS;
      }
    }
    return undefined;
  };

  const ask = <T>(slot: string | undefined, start: () => Task<T>, isAhead: boolean) =>
    new Promise<T>((resolve, reject) => {
      const question: Question = {
        isSuperseded: false,
        isAhead,
        supersede() {
          question.isSuperseded = true;
          reject(new RpcError(SUPERSEDED, 'A newer question took the place of this one.'));
        },
        async run() {
          if (question.isSuperseded) return;
          try {
            const found = await runToEnd(question, start);
            if (found !== undefined) resolve(found.value);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
          if (slot !== undefined && latest.get(slot) === question) latest.delete(slot);
        },
      };
      if (slot !== undefined) {
        latest.get(slot)?.supersede();
        latest.set(slot, question);
      }
      (isAhead ? ahead : waiting).push(question);
      void work();
    });
  return (slot, start, isAhead = false) => {
    const end = activity.begin();
    const answered = ask(slot, start, isAhead);
    answered.then(end, end);
    return answered;
  };
}

/** Makes the function that gives way to whatever is in hand, every IDLE_STEP_MS. */
function idlePauses({ activity, yieldToEventLoop, now }: SchedulerOptions): Pause {
  let stepEnd = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() < stepEnd) return;
    do {
      await yieldToEventLoop();
      await activity.idle();
    } while (!activity.isIdle());
    stepEnd = now() + IDLE_STEP_MS;
  };
}

/** Makes the function that lets the messages that wait be taken, every STEP_MS of work. */
export function createPauses(yieldToEventLoop: () => Promise<void>, now: () => number): Pause {
  let stepEnd = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() < stepEnd) return;
    await yieldToEventLoop();
    stepEnd = now() + STEP_MS;
  };
}

/** Work in hand: work that may wait looks here for a moment in which nobody asks for anything. */
export type Activity = {
  readonly isIdle: () => boolean;
  /** Says that something is in hand, until the given function is called. */
  readonly begin: () => () => void;
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly idle: () => Promise<void>;
};

export function createActivity(): Activity {
  let inHand = 0;
  let waiting: (() => void)[] = [];
  const begin = (): (() => void) => {
    inHand += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      inHand -= 1;
      if (inHand > 0) return;
      const all = waiting;
      waiting = [];
      for (const resolve of all) resolve();
    };
  };
  return {
    isIdle: () => inHand === 0,
    begin,
    async during(work) {
      const end = begin();
      try {
        return await work();
      } finally {
        end();
      }
    },
    async idle() {
      // Those that waited together may begin something at once.
      while (inHand > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

/** Makes the function that lets the messages that wait be taken: a message to oneself goes behind them. */
export function createYieldToEventLoop(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}

export const pageClock: ThrottleClock = {
  monotonicMs: () => performance.now(),
  setTimer: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
