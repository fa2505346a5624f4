import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import config from '../../vitest.config.ts';

/**
 * The tests that a round of mutants runs: all but those that take whole processes or live long random histories (they
 * have mutants of their own, `test/model/mutants.ts`), and those that look at the project's files, which are
 * instrumented here.
 */
const LEFT_OUT = [
  'test/{model,kills,faults,soak,bench,layers,packaging,mutants,runner,e2e}/**',
  'test/electron/build/**',
];

const base = mergeConfig(config, { test: { root: fileURLToPath(new URL('../..', import.meta.url)) } });

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: base.test?.projects?.map((project: { readonly test?: { readonly exclude?: string[] } }) => ({
      ...project,
      extends: './vitest.config.ts',
      // Modules that outlive their test file would count what runs them for the first file alone.
      test: { ...project.test, isolate: true, exclude: [...(project.test?.exclude ?? []), ...LEFT_OUT] },
    })),
  },
});
