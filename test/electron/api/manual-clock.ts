import type { Clock } from '#electron/api/clock.ts';

type Timer = { readonly at: number; readonly callback: () => void };

/** A clock that moves only when told. Both of its times start anywhere and may be set apart. */
export function createManualClock(startMonotonicMs = 5_000, startWallMs = Date.UTC(2026, 4, 20, 12)) {
  let monotonic = startMonotonicMs;
  let wall = startWallMs;
  const timers = new Set<Timer>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const clock: Clock = {
    monotonicMs: () => monotonic,
    wallMs: () => wall,
    setTimer: (callback, ms) => {
      const timer = { at: monotonic + Math.max(0, ms), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  return {
    clock,
    /** Moves both times on, calling every timer at its own moment and letting promises settle in between. */
    advance: async (ms: number) => {
      await settle();
      const end = monotonic + ms;
      for (;;) {
        let next: Timer | undefined;
        for (const timer of timers) if (next === undefined || timer.at < next.at) next = timer;
        if (next === undefined || next.at > end) break;
        timers.delete(next);
        wall += next.at - monotonic;
        monotonic = next.at;
        next.callback();
        await settle();
      }
      wall += end - monotonic;
      monotonic = end;
      await settle();
    },
    /** The machine's clock is set to another time. */
    jumpWall: (ms: number) => {
      wall += ms;
    },
    /** The machine is switched off and started again: every timer is gone, and the monotonic time begins anew. */
    startMachineAgain: (offMs: number, upMs = 0) => {
      timers.clear();
      monotonic = upMs;
      wall += offMs + upMs;
    },
    settle,
  };
}
