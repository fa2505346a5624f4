import type { Standby } from '../desktop/standby.ts';

/** An app on standby waits so long for the next program that asks. */
const IDLE_MS = 10_000;

/** Returns the way to call it off. */
type SetTimer = (callback: () => void, ms: number) => () => void;
const setTimer: SetTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/**
 * Ends an app on standby once no program has been on its line for some seconds, from now on at first. What is still being
 * written by then is written first: it is looked at again after as long.
 * @returns hears how many programs are on the line now
 */
export function endStandbyWhenIdle({
  standby,
  isWriting,
  end,
  timer = setTimer,
}: {
  readonly standby: Standby;
  readonly isWriting: () => boolean;
  readonly end: () => void;
  readonly timer?: SetTimer;
}): (askers: number) => void {
  let cancel = (): void => undefined;
  const wait = (): void => {
    cancel();
    if (standby.isOn()) cancel = timer(() => (isWriting() ? wait() : end()), IDLE_MS);
  };
  standby.onEnd(() => cancel());
  wait();
  return (askers) => (askers > 0 ? cancel() : wait());
}
