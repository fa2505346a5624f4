import type { BenchMessage } from './browser-bench.ts';

/** What the page does for a worker. */
export type BenchPage = {
  /** A line for whoever waits for the bench. */
  readonly say: (line: string) => void;
  /** Bytes that the page and its workers hold after a garbage collection: script heaps, buffers, WebAssembly memory. */
  readonly memoryBytes: () => Promise<number>;
};

/** The worker's side of a bench in the browser: waits for its input, runs, answers. */
export function startBench<I, R>(run: (input: I, page: BenchPage) => Promise<R>): void {
  const post = (message: BenchMessage<R>) => self.postMessage(message);
  let measured: (bytes: number) => void = () => {};
  const page: BenchPage = {
    say: (text) => post({ kind: 'line', text }),
    memoryBytes: () =>
      new Promise((resolve) => {
        measured = resolve;
        post({ kind: 'memory' });
      }),
  };
  self.addEventListener(
    'message',
    ({ data: input }: MessageEvent<I>) => {
      self.addEventListener('message', ({ data }) => measured(data.bytes));
      run(input, page).then(
        (result) => post({ kind: 'result', result }),
        (error: unknown) =>
          post({
            kind: 'failed',
            message: error instanceof Error ? (error.stack ?? error.message) : String(error),
          }),
      );
    },
    { once: true },
  );
}

/** The middle of some times. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
