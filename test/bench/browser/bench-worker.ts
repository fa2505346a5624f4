import type { BenchMessage } from './browser-bench.ts';

/** The worker's side of a bench in the browser: waits for its input, runs, answers. */
export function startBench<I, R>(run: (input: I, say: (line: string) => void) => Promise<R>): void {
  const post = (message: BenchMessage<R>) => self.postMessage(message);
  self.addEventListener('message', ({ data }: MessageEvent<I>) => {
    run(data, (text) => post({ kind: 'line', text })).then(
      (result) => post({ kind: 'result', result }),
      (error: unknown) =>
        post({
          kind: 'failed',
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    );
  });
}

/** The middle of some times. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
