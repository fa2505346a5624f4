import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

/**
 * `npm run bench`: runs every *.bench.ts beside this file, or those whose names hold one of the words given. What comes
 * from the first option on is passed to them.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
const words = firstOption < 0 ? given : given.slice(0, firstOption);
const options = given.slice(words.length);
const benches = readdirSync(HERE)
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();

let failed = benches.length === 0;
if (failed) process.stderr.write('There is no such bench.\n');
for (const bench of benches) {
  process.stdout.write(`\n${bench}\n`);
  // A process each: what one leaves in memory must not slow down the next.
  const run = spawnSync(
    process.execPath,
    ['--expose-gc', '--import', TYPESCRIPT_LOADER, `${HERE}${bench}`, ...options],
    {
      stdio: 'inherit',
      env: childEnvironment(),
    },
  );
  if (run.status !== 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
