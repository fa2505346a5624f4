import type { ThrottleClock } from '#shared/base/throttle.ts';

/** How long a file may be read: without telling anything, and in all. Counted in looks, so that a machine asleep counts little. */

const LOOK_EVERY_MS = 1000;
/** Many times what any honest file of the largest size needs between two steps, or in all. */
const MAX_SILENT_LOOKS = 30;
const MAX_LOOKS = 600;

export type ReadingWatch = {
  /** The reader has something to do, and is watched until the given function is called. */
  readonly begin: () => () => void;
  /** The same with a piece of a file that comes in pieces, which has time of its own. */
  readonly beginPiece: () => () => void;
  /** It waits for somebody else, whose time is not its own, until the given function is called. */
  readonly wait: () => () => void;
  readonly stop: () => void;
};

/** @param giveUp called once, where it took too long */
export function createReadingWatch(
  { setTimer }: Pick<ThrottleClock, 'setTimer'>,
  giveUp: () => void,
): ReadingWatch {
  let [working, waiting, silent, all] = [0, 0, 0, 0];
  let cancel: (() => void) | null = null;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    cancel?.();
    cancel = null;
  };
  const isCounting = (): boolean => working > 0 && waiting === 0;
  const look = (): void => {
    cancel = null;
    if (isStopped || !isCounting()) return;
    silent += 1;
    all += 1;
    if (silent < MAX_SILENT_LOOKS && all < MAX_LOOKS) arm();
    else {
      stop();
      giveUp();
    }
  };
  const arm = (): void => {
    if (!isStopped && cancel === null && isCounting()) cancel = setTimer(look, LOOK_EVERY_MS);
  };
  const counted = (change: (by: 1 | -1) => void) => (): (() => void) => {
    silent = 0;
    change(1);
    arm();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      silent = 0;
      change(-1);
      arm();
    };
  };
  const begin = counted((by) => {
    working += by;
  });
  return {
    begin,
    beginPiece: () => {
      all = 0;
      return begin();
    },
    wait: counted((by) => {
      waiting += by;
    }),
    stop,
  };
}
