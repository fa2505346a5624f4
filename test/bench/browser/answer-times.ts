import type { Page } from '@playwright/test';

/** From an input to the figures it asks for, told by the page itself: its questions, its changes, its frames. */

export type AnswerTimes = {
  /** Milliseconds from the input's own time stamp until the first frame that showed anything new was painted. */
  readonly firstMs: number;
  /** And until the last one was, with no question open and nothing more changing. */
  readonly settledMs: number;
  /** Questions to the data worker: when each was asked after the input, and how long until its answer was there. */
  readonly calls: readonly { readonly name: string; readonly askedMs: number; readonly tookMs: number }[];
  /** Tasks of the page's main thread over 50 ms meanwhile. */
  readonly longTasks: readonly number[];
};

type Watched = {
  readonly calls: { readonly name: string; readonly at: number; end: number | null }[];
  readonly tasks: { readonly at: number; readonly ms: number }[];
};
type WatchedWindow = { watched: Watched };

/** So long must nothing happen before an answer counts as whole. */
const QUIET_MS = 250;
const GIVE_UP_MS = 15_000;

/** Listens to the page's data worker and its long tasks. To be called before `goto`. */
export async function watchAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { calls: [], tasks: [] };
    (globalThis as unknown as WatchedWindow).watched = watched;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        watched.tasks.push({ at: startTime, ms: duration });
      }
    }).observe({ type: 'longtask' });
    const Plain = Worker;
    globalThis.Worker = class extends Plain {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        const open = new Map<number, Watched['calls'][number]>();
        const send = this.postMessage.bind(this);
        this.postMessage = (message: { type?: string; id?: number; name?: string }, ...rest: never[]) => {
          if (message.type === 'call' && message.id !== undefined) {
            const call = { name: message.name ?? '', at: performance.now(), end: null };
            open.set(message.id, call);
            watched.calls.push(call);
          }
          send(message, ...rest);
        };
        this.addEventListener('message', ({ data }: MessageEvent<{ type?: string; id?: number }>) => {
          const call = data.type === 'result' ? open.get(data.id ?? -1) : undefined;
          if (call !== undefined) call.end = performance.now();
        });
      }
    };
  });
}

/** Does `act`, whose last press of a button or key is the input, and says when its answer stood on the screen. */
export async function measureAnswer(page: Page, act: () => Promise<void>): Promise<AnswerTimes> {
  const answer = await page.evaluateHandle(
    ({ quietMs, giveUpMs }) => {
      const { watched } = globalThis as unknown as WatchedWindow;
      const [firstCall, firstTask] = [watched.calls.length, watched.tasks.length];
      let inputAt = Number.POSITIVE_INFINITY;
      const paints: number[] = [];
      let changedAt = 0;
      let isPainting = false;
      const onInput = (event: Event): void => {
        inputAt = event.timeStamp;
        paints.length = 0;
      };
      for (const kind of ['pointerdown', 'keydown', 'wheel'])
        addEventListener(kind, onInput, { capture: true });
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = () => {
        isPainting = false;
        paints.push(performance.now());
      };
      const isOther = (node: Node): boolean => {
        const element = node instanceof Element ? node : node.parentElement;
        // What tells the time or the sync's progress is no answer.
        return element?.closest('nav, .rail, [role=tooltip], [role=status]') != null;
      };
      const observer = new MutationObserver((changes) => {
        if (changes.every(({ target }) => isOther(target))) return;
        changedAt = performance.now();
        if (isPainting) return;
        isPainting = true;
        requestAnimationFrame(() => afterPaint.port2.postMessage(null));
      });
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      const begun = performance.now();
      const result = new Promise<AnswerTimes>((resolve, reject) => {
        const look = setInterval(() => {
          const now = performance.now();
          const calls = watched.calls.slice(firstCall);
          const lastAnswer = Math.max(0, ...calls.map(({ end }) => end ?? now));
          const quietSince = Math.max(changedAt, lastAnswer, inputAt);
          const isOver = paints.length > 0 && !isPainting && now - quietSince >= quietMs;
          if (!isOver && now - begun < giveUpMs) return;
          clearInterval(look);
          observer.disconnect();
          for (const kind of ['pointerdown', 'keydown', 'wheel']) {
            removeEventListener(kind, onInput, { capture: true });
          }
          if (!isOver) {
            reject(new Error('Nothing new stood on the screen, or it never came to rest.'));
            return;
          }
          resolve({
            firstMs: (paints[0] ?? now) - inputAt,
            settledMs: (paints.at(-1) ?? now) - inputAt,
            calls: calls.map(({ name, at, end }) => ({
              name,
              askedMs: at - inputAt,
              tookMs: (end ?? now) - at,
            })),
            longTasks: watched.tasks
              .slice(firstTask)
              .filter(({ at, ms }) => at + ms > inputAt)
              .map(({ ms }) => ms),
          });
        }, 20);
      });
      result.catch(() => undefined);
      return { result };
    },
    { quietMs: QUIET_MS, giveUpMs: GIVE_UP_MS },
  );
  try {
    await act();
    return await answer.evaluate(({ result }) => result);
  } finally {
    await answer.dispose();
  }
}
