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

/** The CPU clock is looked at this seldom: a look costs more than many a step. */
const MS_A_LOOK = 4;

/**
 * Runs a task to its end and says what it took: TAKEN by the clock, CPU what the process itself used (other programs share
 * this machine), STEP the most of it between two looks at that, each after a step and at least 4 ms after the one before.
 */
export function timeTask<T>(name: string, task: Generator<undefined, T, undefined>): T {
  const [from, used] = [performance.now(), process.cpuUsage()];
  let [look, user, longest] = [from, used.user, 0];
  for (;;) {
    const step = task.next();
    if (step.done !== true && performance.now() - look < MS_A_LOOK) continue;
    const now = process.cpuUsage();
    longest = Math.max(longest, (now.user - user) / 1000);
    [look, user] = [performance.now(), now.user];
    if (step.done !== true) continue;
    const cpu = (now.user - used.user + now.system - used.system) / 1000;
    process.stdout.write(
      `  ${name.padEnd(12)} TAKEN ${(look - from).toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms, STEP ${longest.toFixed(1)} ms\n`,
    );
    return step.value;
  }
}
