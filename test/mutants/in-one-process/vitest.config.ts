import { fileURLToPath } from 'node:url';
import { loadConfigFromFile, type Plugin } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TESTS_VARIABLE, TRIAL_VARIABLE, trialFiles } from './trial-files.ts';

/** The tests of another configuration with mutants behind switches, one file after another in one process. */

const files = trialFiles(process.env[TRIAL_VARIABLE] ?? '');
const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const loaded = await loadConfigFromFile(
  { command: 'serve', mode: 'test' },
  `${root}${process.env[TESTS_VARIABLE]}`,
);
const tests: ViteUserConfig = loaded?.config ?? {};

const sources = files.readSources();
const switched: Plugin = {
  name: 'sources with mutants behind switches',
  enforce: 'pre',
  load: (id) => sources[id.replace(/\?.*/, '')],
};

const timesMs = files.readTimesMs();
/** The quickest tests look first. */
class QuickestFirst extends BaseSequencer {
  override async sort(all: TestSpecification[]): Promise<TestSpecification[]> {
    return all.toSorted((a, b) => (timesMs[a.moduleId] ?? 0) - (timesMs[b.moduleId] ?? 0));
  }
}

type Project = { readonly plugins?: readonly Plugin[]; readonly test?: object };

const withTrial = (project: Project) => ({
  ...project,
  plugins: [...(project.plugins ?? []), switched],
  test: { ...project.test, ...trial },
});
const trial = {
  root,
  runner: here('trial-runner.ts'),
  pool: 'forks' as const,
  maxWorkers: 1,
  fileParallelism: false,
  experimental: { fsModuleCache: false },
  // What a mutant keeps from coming is not waited for as long as on a busy machine.
  expect: { poll: { timeout: 2000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const projects = tests.test?.projects as readonly Project[] | undefined;
const config: ViteUserConfig = {
  ...tests,
  root,
  ...(projects === undefined ? { plugins: [switched] } : {}),
  test: {
    ...tests.test,
    ...trial,
    reporters: [],
    silent: true,
    sequence: { sequencer: QuickestFirst },
    setupFiles: [...[tests.test?.setupFiles ?? []].flat(), here('first-failure.ts')],
    ...(projects === undefined ? {} : { projects: projects.map(withTrial) }),
  },
};
export default config;
