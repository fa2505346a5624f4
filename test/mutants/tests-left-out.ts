import { fileURLToPath } from 'node:url';
import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { besideOnly, QUICK_VARIABLE } from './only.ts';
import { ShortestFirst } from './shortest-first.ts';

/**
 * Tests that no round of mutants runs: those that take whole processes or live long random histories (they have mutants
 * of their own, `test/model/mutants.ts`), those that look at the project's files, which are instrumented here, and those
 * that set the zone of their process: here tests are threads, which have none of their own.
 */
const LEFT_OUT = [
  'test/{model,crash-recovery,faults,soak,bench,layers,packaging,mutants,runner,e2e}/**',
  'test/electron/build/**',
  'test/electron/shell/{security-checklist/**,built-preload.test.ts}',
  'test/renderer/screens/hostile-values.test.ts',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = mergeConfig(config, { test: { root } });

type Project = { readonly test?: { readonly exclude?: string[]; readonly isolate?: boolean } };

/** The project's tests as a round of mutants runs them, without these. */
export function testsWithout(alsoLeftOut: readonly string[]): ViteUserConfig {
  return {
    ...base,
    test: {
      ...base.test,
      sequence: { ...base.test?.sequence, sequencer: ShortestFirst },
      projects: base.test?.projects?.map((project: Project) => ({
        ...project,
        extends: './vitest.config.ts',
        test: {
          ...project.test,
          // Modules that outlive their test file would count what runs as they are loaded for the first file alone; where
          // that gets no mutants, files that share them in `npm test` do so here, and hardly a mutant waits for them to load.
          isolate: process.env[QUICK_VARIABLE] === undefined || (project.test?.isolate ?? true),
          // Threads, as which Stryker runs them, take none of a process's options.
          execArgv: [],
          exclude: [...(project.test?.exclude ?? []), ...LEFT_OUT, ...alsoLeftOut, ...besideOnly()],
        },
      })),
    },
  };
}
