import type { Standby } from '../desktop/standby.ts';

/** An app on standby waits so long for the next program that asks. */
const IDLE_MS = 10_000;

/**
 * Ends an app on standby once no program has been on its line for some seconds, from now on at first. What is still being
 * written by then is written first: it is looked at again after as long.
 * @returns hears how many programs are on the line now
 */
export function endStandbyWhenIdle({
  standby,
  isWriting,
  end,
}: {
  readonly standby: Standby;
  readonly isWriting: () => boolean;
  readonly end: () => void;
}): (askers: number) => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    if (!standby.isOn()) return;
    timer = setTimeout(() => (isWriting() ? wait() : end()), IDLE_MS);
  };
  standby.onEnd(() => clearTimeout(timer));
  wait();
  return (askers) => (askers > 0 ? clearTimeout(timer) : wait());
}
