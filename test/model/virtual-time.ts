import type { Clock } from '#electron/api/clock.ts';
import { watchCrashes } from './crashes.ts';

/**
 * Time that passes only when everything else has come to rest: timers fire in their order as soon as nothing is
 * left to do before them, so that a year takes no time.
 */
export type VirtualTime = {
  /** True time: the source's clock. Epoch milliseconds. */
  readonly nowMs: () => number;
  /** Time passes with nobody looking; timers that fall due fire when something waits again. */
  readonly advance: (ms: number) => void;
  /** The machine sleeps: true time passes, its monotonic clock and its timers stand still. */
  readonly sleep: (ms: number) => void;
  /** What this machine's wall clock is wrong by from now on. */
  readonly setWallError: (ms: number) => void;
  /** The clocks of one process. Its timers go with it. */
  readonly startProcess: () => { readonly clock: Clock; readonly end: () => void };
  /** Lets everything happen, timers included, until the condition holds. Throws StuckError when nothing is left. */
  readonly until: (isDone: () => boolean, what: string) => Promise<void>;
  /** Lets everything happen that needs no time. */
  readonly rest: () => Promise<void>;
};

export class StuckError extends Error {
  constructor(what: string) {
    super(`Nothing is left to happen, and still no ${what}.`);
    this.name = 'StuckError';
  }
}

type Timer = {
  readonly at: number;
  readonly serial: number;
  readonly process: object;
  readonly callback: () => void;
};

/** One scheduler a process, whatever fresh copies of this module a test of mutants makes. */
type Scheduler = { readonly real: typeof setImmediate; pending: number };

function watchedScheduler(): Scheduler {
  const place = globalThis as { [WATCHED]?: Scheduler };
  const known = place[WATCHED];
  if (known !== undefined) return known;
  const made: Scheduler = { real: globalThis.setImmediate, pending: 0 };
  place[WATCHED] = made;
  const counting = (callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    made.pending += 1;
    return made.real(() => {
      made.pending -= 1;
      crashes.onStep();
      callback(...args);
    });
  };
  globalThis.setImmediate = counting as unknown as typeof setImmediate;
  return made;
}

const WATCHED = Symbol.for('cuadra.model.scheduler');
const crashes = watchCrashes();
/** fake-indexeddb schedules its every step with `setImmediate`: what is pending there is not at rest. */
const scheduler = watchedScheduler();

const turn = () => new Promise<void>((resolve) => scheduler.real(resolve));

async function rest(): Promise<void> {
  do await turn();
  while (scheduler.pending > 0);
}

/** So many turns with nothing to do, no timer and no end: then it is stuck. */
const PATIENCE_TURNS = 100;
/** So many timers without an end: then it runs in a circle. */
const PATIENCE_TIMERS = 60_000;

export function createVirtualTime(startMs: number): VirtualTime {
  let nowMs = startMs;
  let sleptMs = 0;
  let wallErrorMs = 0;
  let serial = 0;
  let timers: Timer[] = [];
  const monotonicMs = () => nowMs - startMs - sleptMs;

  const takeNext = (): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.serial < next.serial)) {
        next = timer;
      }
    }
    if (next !== undefined) timers = timers.filter((timer) => timer !== next);
    return next;
  };

  return {
    nowMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    sleep: (ms) => {
      nowMs += ms;
      sleptMs += ms;
    },
    setWallError: (ms) => {
      wallErrorMs = ms;
    },
    startProcess: () => {
      const process = {};
      let isOver = false;
      const clock: Clock = {
        monotonicMs,
        wallMs: () => nowMs + wallErrorMs,
        setTimer: (callback, ms) => {
          if (isOver) return () => undefined;
          serial += 1;
          const timer = { at: monotonicMs() + Math.max(0, ms), serial, process, callback };
          timers.push(timer);
          return () => {
            timers = timers.filter((other) => other !== timer);
          };
        },
      };
      const end = () => {
        isOver = true;
        timers = timers.filter((timer) => timer.process !== process);
      };
      return { clock, end };
    },
    until: async (isDone, what) => {
      let idle = 0;
      let fired = 0;
      for (;;) {
        await rest();
        if (isDone()) return;
        const next = takeNext();
        if (next === undefined) {
          idle += 1;
          if (idle > PATIENCE_TURNS) throw new StuckError(what);
          continue;
        }
        idle = 0;
        fired += 1;
        if (fired > PATIENCE_TIMERS) throw new StuckError(what);
        nowMs = Math.max(nowMs, next.at + startMs + sleptMs);
        next.callback();
      }
    },
    rest,
  };
}
