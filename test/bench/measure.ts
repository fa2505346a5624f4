/** Median milliseconds of several runs after some that do not count; garbage is collected before each. */
export function medianMs(runs: number, step: () => unknown): number {
  const collect = (globalThis as { readonly gc?: () => void }).gc;
  for (let warm = 0; warm < 3; warm += 1) step();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    collect?.();
    const from = performance.now();
    step();
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** One line of a report; `peer` is the same work done the plain way in the same run. */
export function report(
  name: string,
  ms: number,
  peer?: { readonly name: string; readonly ms: number },
): void {
  const own = `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
  const ratio =
    peer === undefined ? '' : `   ${(peer.ms / ms).toFixed(2)}x ${peer.name} (${peer.ms.toFixed(1)} ms)`;
  process.stdout.write(`  ${name.padEnd(52)} ${own.padStart(10)}${ratio}\n`);
}
