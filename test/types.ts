import { spawnSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#electron/launch/child-environment.ts';

/**
 * `npm run check`, the types. The compiler is a short program in Go: a third of its time it looks for memory to free, which it
 * need not while there is enough. It begins to where it holds a third of the machine's memory.
 */

const MAX_MIB = Math.floor(totalmem() / 3 / 2 ** 20);

const { status, error } = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json'))),
    '-b',
    '--checkers',
    '1',
  ],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: childEnvironment({ GOGC: 'off', GOMEMLIMIT: `${MAX_MIB}MiB` }),
  },
);
if (error !== undefined) throw error;
process.exitCode = status ?? 1;
