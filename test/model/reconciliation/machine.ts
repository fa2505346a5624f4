import { createHash } from 'node:crypto';
import { random } from '#test/statements/truth.ts';

/**
 * The machine that a history is lived on: its clock passes only when everything else has come to rest, its random numbers
 * come from a seed, and what a platform does beside (digests, messages; compression in `platform.ts`) is done at once and in
 * turn. The same history is so the same life, however busy the real machine is.
 */
export type Machine = {
  /** Waits for something, letting tasks and timers happen. `isOver`: it is waited for no longer, and never will be. */
  readonly until: <T>(work: Promise<T>, isOver?: () => boolean) => Promise<Ended<T>>;
  /** Whatever a process left undone will never happen. */
  readonly forget: () => void;
  readonly advance: (ms: number) => void;
  readonly nowMs: () => number;
  /** The platform is the real one again. */
  readonly leave: () => void;
};
export type Ended<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'over' };

export class StuckError extends Error {}

type Task = () => void;
type Timer = { readonly at: number; readonly serial: number; readonly run: Task };

const realImmediate = globalThis.setImmediate;
/** A stage further in the real event loop: files and streams of the platform come on in it. */
const turn = (): Promise<void> => new Promise((resolve) => realImmediate(resolve));
/** So many turns nothing happened: only time is left to pass. */
const QUIET_TURNS = 12;
/** So many turns with no timer left either. */
const PATIENCE_TURNS = 4_000;
/** So many timers in one wait: then it runs in a circle. */
const PATIENCE_TIMERS = 20_000;

/** Tasks and timers by hand. */
function createTurns(startMs: number) {
  let nowMs = startMs;
  let serial = 0;
  let tasks: Task[] = [];
  let timers: Timer[] = [];
  const timerOf = (run: Task, ms: number): number => {
    serial += 1;
    timers.push({ at: nowMs + Math.max(0, ms), serial, run });
    return serial;
  };
  const nextTimer = (): Timer | undefined => {
    const [next] = timers.toSorted((a, b) => a.at - b.at || a.serial - b.serial);
    timers = timers.filter((each) => each !== next);
    return next;
  };
  return {
    nowMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms;
    },
    add: (task: Task) => void tasks.push(task),
    timerOf,
    drop: (id: unknown) => {
      timers = timers.filter((each) => each.serial !== id);
    },
    forget: () => {
      tasks = [];
      timers = [];
    },
    /** Runs what is next; false: there is nothing but time. */
    runTask: (): boolean => {
      const task = tasks.shift();
      task?.();
      return task !== undefined;
    },
    /** Lets time pass to the next timer; false: there is none. */
    passTime: (): boolean => {
      const next = nextTimer();
      if (next === undefined) return false;
      nowMs = Math.max(nowMs, next.at);
      next.run();
      return true;
    },
  };
}

/** The platform's names that are other ones while a history is lived. */
function platformOf(turns: ReturnType<typeof createTurns>, seed: number) {
  const next = random(seed);
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  class Ports {
    readonly port1: { onmessage: ((event: { readonly data: unknown }) => void) | null } = { onmessage: null };
    readonly port2 = {
      postMessage: (data: unknown) => turns.add(() => this.port1.onmessage?.({ data })),
    };
  }
  const subtle = {
    digest: async (_: string, bytes: Uint8Array) =>
      new Uint8Array(createHash('sha256').update(bytes).digest()).buffer,
  };
  return {
    setTimeout: (run: Task, ms = 0) => turns.timerOf(run, ms),
    clearTimeout: turns.drop,
    setImmediate: (run: Task) => turns.add(run),
    MessageChannel: Ports,
    crypto: { randomUUID: uuid, subtle },
  };
}

export function enterMachine(startMs: number, seed: number): Machine {
  const turns = createTurns(startMs);
  const names = platformOf(turns, seed);
  const place = globalThis as unknown as Record<string, unknown>;
  const former = new Map(
    Object.keys(names).map((name) => [name, Object.getOwnPropertyDescriptor(place, name)]),
  );
  for (const [name, value] of Object.entries(names))
    Object.defineProperty(place, name, { value, configurable: true, writable: true });
  const [realNow, realPerformance] = [Date.now, performance.now];
  Date.now = turns.nowMs;
  performance.now = () => turns.nowMs() - startMs;

  async function until<T>(work: Promise<T>, isOver: () => boolean = () => false): Promise<Ended<T>> {
    let ended: Ended<T> | null = null;
    work.then(
      (value) => {
        ended = { kind: 'done', value };
      },
      (error: unknown) => {
        ended = { kind: 'failed', error };
      },
    );
    let quiet = 0;
    let passed = 0;
    for (;;) {
      await turn();
      if (isOver()) return { kind: 'over' };
      if (ended !== null) return ended;
      if (turns.runTask()) {
        quiet = 0;
        continue;
      }
      quiet += 1;
      if (quiet < QUIET_TURNS) continue;
      if (turns.passTime()) {
        quiet = 0;
        passed += 1;
        if (passed > PATIENCE_TIMERS) throw new StuckError('Timers run in a circle.');
      } else if (quiet > PATIENCE_TURNS) throw new StuckError('Nothing is left to happen.');
    }
  }

  return {
    until,
    forget: turns.forget,
    advance: turns.advance,
    nowMs: turns.nowMs,
    leave: () => {
      Date.now = realNow;
      performance.now = realPerformance;
      for (const [name, descriptor] of former) {
        if (descriptor === undefined) delete place[name];
        else Object.defineProperty(place, name, descriptor);
      }
    },
  };
}
