/** What is in hand: work that may wait looks here for a moment in which nobody asks for anything. */
export type Activity = {
  readonly isIdle: () => boolean;
  /** Says that something is in hand, until the given function is called. */
  readonly begin: () => () => void;
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when nothing is in hand. */
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
      // What waited together may begin something at once.
      while (inHand > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
