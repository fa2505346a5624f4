import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { childEnvironment } from '../launch/child-environment.ts';
import { PROJECT } from '../launch/project.ts';
import { readPackages } from './vite/licences.ts';
import { weaknessesIn } from './weaknesses.ts';

/** `npm run audit [-- --required]`: what is known against what is shipped. `--required`: no answer is a failure, too. */
const { values } = parseArgs({ options: { required: { type: 'boolean' } } });
const asked = spawnSync('npm', ['audit', '--json'], {
  cwd: PROJECT,
  encoding: 'utf8',
  env: childEnvironment(),
  // On Windows npm is a script.
  shell: process.platform === 'win32',
  timeout: 60_000,
});
const found = weaknessesIn(asked.stdout ?? '', readPackages());
if (found === null) {
  process.stdout.write('Not known: the registry that npm is set to answers no such question.\n');
  if (values.required === true) process.exitCode = 1;
} else {
  for (const line of found) process.stdout.write(`${line}\n`);
  process.stdout.write(`${found.length} weaknesses of high severity or worse in what is shipped\n`);
  if (found.length > 0) process.exitCode = 1;
}
