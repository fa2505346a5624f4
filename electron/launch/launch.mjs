import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm start`, `npm run web` and `npm run cuadra`: brings the build up to date and runs it, `launch.mjs start|web|cuadra [options]`. Plain
 * JavaScript, so that nothing outside the project's folder has a part in what runs here.
 */
const [name, ...options] = process.argv.slice(2);
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const { CUADRA_API_KEY: _key, ...environment } = process.env;
const build = spawnSync(
  process.execPath,
  [
    '--import',
    new URL('./typescript.mjs', import.meta.url).href,
    path('../build/build.ts'),
    '--when-stale',
    'host',
    'renderer',
  ],
  // Standard output belongs to the host: its one line is the address.
  { stdio: ['ignore', 2, 2], env: environment },
);
if (build.status === 0) {
  const program = path(`../../dist/host/${name}.js`);
  process.argv.splice(1, process.argv.length, program, ...options);
  await import(new URL(`../../dist/host/${name}.js`, import.meta.url).href);
} else {
  process.exitCode = 1;
}
