import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

/** The command of a round as a process, by the configuration of the fixture's own tests. */
export function runWith(...args: readonly string[]) {
  // The runner of these very tests tells its processes who they are: a round is none of them.
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, NODE_ENV: ____, ...env } = process.env;
  const config = ['--tests', 'test/mutants/fixture/vitest.config.ts'];
  return spawnSync(
    process.execPath,
    ['--import', TYPESCRIPT_LOADER, 'test/mutants/run.ts', ...args, ...config],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8', env },
  );
}
