import type { Page } from '@playwright/test';

/** What the page itself can tell of its frames: long tasks, intervals, and how long the main thread works for each. */

export type FrameTimes = {
  readonly frames: number;
  /** Milliseconds from one animation frame to the next. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly longestMs: number;
  /** From a frame's beginning until its script, layout and painting were done. */
  readonly workMedianMs: number;
  readonly workP95Ms: number;
  readonly workLongestMs: number;
  /** Tasks over 50 ms of the main thread meanwhile. */
  readonly longTasks: readonly number[];
  /** Lines on the screen that had not been read, summed over the frames, and at the end. */
  readonly waitingLines: number;
  readonly waitingAtEnd: number;
};

/** What is done to the table in each frame: its scroll bar pulled from top to bottom, or nothing by the page itself. */
export type Motion = 'pull' | 'none';

/** Turns the wheel over the table with the browser's own input, so many px a second. */
export async function turnWheel(page: Page, pxPerSecond: number, seconds: number): Promise<void> {
  const box = await page.locator('[role=grid][data-whole]').boundingBox();
  if (box === null) throw new Error('There is no table.');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -pxPerSecond * seconds,
    speed: pxPerSecond,
    gestureSourceType: 'mouse',
  });
  await session.detach();
}

/** Listens to long tasks from the page's first script on. To be called before `goto`. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: { startMs: number; ms: number }[] = [];
    (globalThis as unknown as { longTasks: typeof seen }).longTasks = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push({ startMs: entry.startTime, ms: entry.duration });
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** The long tasks so far, milliseconds each, in their order. */
export async function readLongTasks(page: Page): Promise<readonly { startMs: number; ms: number }[]> {
  return page.evaluate(
    () => (globalThis as unknown as { longTasks?: { startMs: number; ms: number }[] }).longTasks ?? [],
  );
}

/** Moves the table for so many frames and says how they went. */
export async function measureFrames(page: Page, motion: Motion, frames: number): Promise<FrameTimes> {
  return page.evaluate(
    async ({ how, count }) => {
      const table = document.querySelector<HTMLElement>('[role=grid][data-whole]');
      if (table === null) throw new Error('There is no table.');
      const starts: number[] = [];
      const works: number[] = [];
      let waiting = 0;
      const end = table.scrollHeight - table.clientHeight;
      const from = performance.now();
      const waitingNow = (): number => table.querySelectorAll('[data-read=false]').length;
      await new Promise<void>((resolve) => {
        let frame = 0;
        const channel = new MessageChannel();
        channel.port1.onmessage = (event: MessageEvent<number>) => {
          works.push(performance.now() - event.data);
        };
        const step = (): void => {
          const now = performance.now();
          starts.push(now);
          if (frame >= count) {
            resolve();
            return;
          }
          frame += 1;
          if (how === 'pull') table.scrollTop = (end * frame) / count;
          waiting += waitingNow();
          channel.port2.postMessage(now);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const at = (sorted: number[], share: number): number =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      const intervals = starts
        .slice(1)
        .map((start, index) => start - (starts[index] ?? 0))
        .sort((a, b) => a - b);
      const work = works.toSorted((a, b) => a - b);
      const tasks = (globalThis as unknown as { longTasks?: { startMs: number; ms: number }[] }).longTasks;
      return {
        frames: intervals.length,
        medianMs: at(intervals, 0.5),
        p95Ms: at(intervals, 0.95),
        longestMs: intervals.at(-1) ?? 0,
        workMedianMs: at(work, 0.5),
        workP95Ms: at(work, 0.95),
        workLongestMs: work.at(-1) ?? 0,
        longTasks: (tasks ?? []).filter(({ startMs }) => startMs >= from).map(({ ms }) => ms),
        waitingLines: waiting,
        waitingAtEnd: waitingNow(),
      };
    },
    { how: motion, count: frames },
  );
}
