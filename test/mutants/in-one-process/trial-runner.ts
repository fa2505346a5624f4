import { TestRunner } from 'vitest';
import { stillToMeet } from './plan.ts';
import { TRIAL_VARIABLE, trialFiles } from './trial-files.ts';

/**
 * Vitest's runner for a round in one process. First each test runs twice without mutants, which tells what it runs and that it
 * can be run again. Then it runs once for each mutant that it meets, and without any after one that it killed: what that left
 * behind may not be held against the next one.
 */

type Test = Parameters<TestRunner['onAfterRunTask']>[0];
type Go = { readonly repeats: number };

/** What Stryker's switches read and count, under the name that they have for it. */
type Switches = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
};
const global = globalThis as { __stryker__?: Switches };
global.__stryker__ ??= {};
const switches = global.__stryker__;

const files = trialFiles(process.env[TRIAL_VARIABLE] ?? '');
/** Tests put other clocks in the place of these. */
const { setTimeout: later, clearTimeout: forget } = globalThis;
const now = Date.now.bind(Date);
const end = process.exit.bind(process);

/** A test that waits for what a mutant keeps from coming. */
const PATIENCE_MS = 20_000;

/** A loop that a mutant keeps from ending: so many times as often as without it. */
const MOST_HITS_FACTOR = 100;
const MOST_HITS_AT_LEAST = 10_000;

export default class TrialRunner extends TestRunner {
  readonly #plan = files.readPlan();
  #meets: readonly (readonly [id: string, hits: number])[] = [];
  #mutant: string | null = null;
  #isSpared = false;
  #hasKilled = false;
  #isLate = false;
  #beganAt = 0;
  #dry: { ms: number; failure: string | null } = { ms: 0, failure: null };

  override async onBeforeRunTask(test: Test): Promise<void> {
    if (this.#plan === null) test.repeats = 1;
    else {
      this.#meets = stillToMeet(this.#plan, keyOf(test), files.readMet());
      this.#hasKilled = false;
      // The first without any mutant; then each, followed by one without.
      test.repeats = this.#meets.length * 2;
      if (this.#meets.length === 0) test.mode = 'skip';
    }
    await super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(test: Test, go?: Go): void {
    const at = go?.repeats ?? 0;
    if (this.#plan === null) {
      switches.currentTestId = `${keyOf(test)} ${at}`;
      this.#beganAt = performance.now();
    } else {
      const [id = null, hits = 0] = at % 2 === 1 ? (this.#meets[(at - 1) / 2] ?? []) : [];
      this.#mutant = id;
      this.#isSpared = at > 0 && id === null && !this.#hasKilled;
      switches.hitCount = id === null ? undefined : 0;
      switches.hitLimit = hits * MOST_HITS_FACTOR + MOST_HITS_AT_LEAST;
      switches.activeMutant = id ?? undefined;
      files.writeBeat({ id, key: keyOf(test), at: now() });
    }
    super.onBeforeTryTask(test);
  }

  async runTask(test: Test): Promise<void> {
    if (this.#isSpared) return;
    const run = TestRunner.getTestFn(test);
    if (this.#mutant === null) return run();
    let timer: ReturnType<typeof later> | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = later(() => {
        this.#isLate = true;
        fail(new Error('waits for what does not come'));
      }, PATIENCE_MS);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      forget(timer);
    }
  }

  onAfterRetryTask(test: Test, { repeats }: Go): void {
    const { result } = test;
    if (result === undefined) return;
    const failure = result.state === 'fail' ? String(result.errors?.[0]?.message ?? '') : null;
    if (this.#plan === null) this.#tellDryRun(test, repeats, failure);
    else this.#tellMet(test, repeats, failure !== null);
    result.state = 'pass';
    delete result.errors;
  }

  override onAfterRunFiles(): void {
    if (this.#plan === null) files.addRunOutside(Object.keys(switches.mutantCoverage?.static ?? {}));
    super.onAfterRunFiles();
  }

  #tellDryRun(test: Test, repeats: number, failure: string | null): void {
    const key = keyOf(test);
    const ms = performance.now() - this.#beganAt;
    switches.currentTestId = undefined;
    if (repeats === 0) {
      this.#dry = { ms, failure };
      return;
    }
    const { perTest = {} } = switches.mutantCoverage ?? {};
    // What is made once and kept, the first go alone runs.
    const hits = { ...perTest[`${key} 0`], ...perTest[`${key} 1`] };
    files.addDryRun({
      key,
      file: test.file.filepath,
      ms: Math.min(ms, this.#dry.ms),
      hits,
      failure: this.#dry.failure ?? failure,
    });
  }

  #tellMet(test: Test, repeats: number, hasFailed: boolean): void {
    const key = keyOf(test);
    switches.activeMutant = undefined;
    files.writeBeat({ id: null, key, at: now() });
    if (this.#mutant !== null) {
      files.addMet({ id: this.#mutant, key, outcome: hasFailed ? 'killed' : 'lived' });
      this.#hasKilled = hasFailed;
      // What it waits for may come yet, in the midst of another one.
      if (this.#isLate) end(1);
    } else if (hasFailed && repeats === 0) {
      for (const [id] of this.#meets) files.addMet({ id, key, outcome: 'unsure' });
      end(1);
    } else if (hasFailed) end(1);
  }
}

/** A name that the same test has in every process. */
function keyOf(test: Test): string {
  const names: string[] = [];
  for (let each: Test['suite'] | Test = test; each !== undefined; each = each.suite) names.unshift(each.name);
  const beside = (test.suite ?? test.file).tasks.filter(({ name }) => name === test.name);
  return `${test.file.filepath} > ${names.join(' > ')} (${beside.indexOf(test) + 1})`;
}
