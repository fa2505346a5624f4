import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the round and the process that runs its tests tell each other, in the files of one folder. */

/** Where that folder is, told to Vitest and its process. */
export const TRIAL_VARIABLE = 'CUADRA_MUTANTS_TRIAL';
/** The Vitest configuration that says which tests there are. */
export const TESTS_VARIABLE = 'CUADRA_MUTANTS_TESTS';

/** A test without any mutant, run twice. */
export type DryRun = {
  readonly key: string;
  readonly file: string;
  readonly ms: number;
  /** How often it ran the place of each mutant, by its id. */
  readonly hits: Readonly<Record<string, number>>;
  /** Why it cannot be run twice in one process; null: it can. */
  readonly failure: string | null;
};

/** The mutants that each test meets, by its key, with how often it runs their place. */
export type Plan = Readonly<Record<string, readonly (readonly [id: string, hits: number])[]>>;

/** What a test made of a mutant. `unsure`: it failed before there was any. */
export type Met = {
  readonly id: string;
  readonly key: string;
  readonly outcome: 'killed' | 'lived' | 'unsure';
};

/** What is running since when; `id` null: no mutant. */
export type Beat = { readonly id: string | null; readonly key: string; readonly at: number };

export type TrialFiles = ReturnType<typeof trialFiles>;

export function trialFiles(folder: string) {
  const path = (name: string) => join(folder, name);
  const lines = <T>(name: string): readonly T[] =>
    existsSync(path(name))
      ? readFileSync(path(name), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as T)
      : [];
  const append = (name: string, value: unknown) => appendFileSync(path(name), `${JSON.stringify(value)}\n`);
  const read = <T>(name: string, none: T): T =>
    existsSync(path(name)) ? (JSON.parse(readFileSync(path(name), 'utf8')) as T) : none;
  /** Whole at once: the other process may read it at any moment. */
  const write = (name: string, value: unknown) => {
    writeFileSync(path(`${name}.new`), JSON.stringify(value));
    renameSync(path(`${name}.new`), path(name));
  };
  return {
    /** Each changed source with all of its mutants behind switches, by its path. */
    readSources: () => read<Readonly<Record<string, string>>>('sources.json', {}),
    writeSources: (sources: Readonly<Record<string, string>>) => write('sources.json', sources),
    readDryRuns: () => lines<DryRun>('dry-runs.jsonl'),
    addDryRun: (run: DryRun) => append('dry-runs.jsonl', run),
    /** Ids of mutants whose place ran while no test did: as a module was loaded, say. */
    readRunOutside: () => new Set(lines<readonly string[]>('run-outside.jsonl').flat()),
    addRunOutside: (ids: readonly string[]) => append('run-outside.jsonl', ids),
    /** Null: the tests are run without mutants first. */
    readPlan: () => read<Plan | null>('plan.json', null),
    writePlan: (plan: Plan) => write('plan.json', plan),
    /** What the tests of each file took together, by its path. */
    readTimesMs: () => read<Readonly<Record<string, number>>>('times.json', {}),
    writeTimesMs: (times: Readonly<Record<string, number>>) => write('times.json', times),
    readMet: () => lines<Met>('met.jsonl'),
    addMet: (met: Met) => append('met.jsonl', met),
    readBeat: () => read<Beat | null>('beat.json', null),
    writeBeat: (beat: Beat) => write('beat.json', beat),
  };
}
