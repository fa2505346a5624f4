import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';

/**
 * Ends a run of Vitest that stands still. A worker's process that neither runs nor ends (it never began its file, its engine
 * is blocked) is beyond the reach of every test's own timeout, and Vitest would wait for it without an end. Where nothing has
 * ended for longer than any test may take, the files that have not are told, with what the system says of the workers, all
 * workers are killed, and the run ends with its report. CUADRA_UNFINISHED names the file that the list goes to, as JSON;
 * CUADRA_STANDSTILL_SECONDS is how long nothing may end.
 */

/** Longer than a test's own timeout (vitest.config.ts), so that what can be told by name is. */
const DEFAULT_STANDSTILL_SECONDS = 300;

// Vitest takes a reporter that is named by its file from there.
export default class Standstill implements Reporter {
  readonly #waitMs = Number(process.env.CUADRA_STANDSTILL_SECONDS ?? DEFAULT_STANDSTILL_SECONDS) * 1_000;
  readonly #unfinished = new Set<string>();
  #vitest: Vitest | undefined;
  #timer: NodeJS.Timeout | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) this.#unfinished.add(moduleId);
    this.#wait();
  }

  onTestCaseResult(): void {
    this.#wait();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#unfinished.delete(moduleId);
    this.#wait();
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), this.#waitMs);
  }

  #end(): void {
    const files = [...this.#unfinished];
    process.stderr.write(
      `\nNothing has ended for ${this.#waitMs / 1_000} s. The run is stopped; not finished:\n${files.join('\n')}\n${stateOfWorkers()}\n`,
    );
    const { CUADRA_UNFINISHED: list } = process.env;
    if (list !== undefined) writeFileSync(list, JSON.stringify(files));
    // Asked once, Vitest waits for its workers; asked again, it kills them.
    void this.#vitest?.cancelCurrentRun('keyboard-input');
    void this.#vitest?.cancelCurrentRun('keyboard-input');
  }
}

/** What the system says of this process's children: whether they run, and what they wait for. Empty where it has no `ps`. */
function stateOfWorkers(): string {
  const { stdout } = spawnSync('ps', ['-o', 'pid,stat,time,wchan:24,args', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  return (stdout ?? '').replaceAll(/(?<=.{160}).+/g, '…');
}
