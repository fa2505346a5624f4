import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';
import { type Machine, makeMachine } from './victim.ts';

/**
 * The temporary folder may be everybody's: code that is looked for there can be another user's. Nothing that is run
 * keeps anything in it, so that nothing comes from it either; what another user planted is tried in other-user.ts.
 */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

let machine: Machine;
let shared: string;
beforeAll(async () => {
  machine = await makeMachine();
  shared = join(machine.folder, 'shared');
  await mkdir(shared);
});
afterAll(() => machine.remove());

const temporary = () => ({ TMPDIR: shared, TEMP: shared, TMP: shared });
/** What is in it, and when that last changed. */
const state = async () => [await readdir(shared, { recursive: true }), (await stat(shared)).mtimeMs];

it('is not touched by the app in the browser', async () => {
  const before = await state();
  const web = await machine.start({ environment: temporary() });
  await web.stop();
  expect(await state()).toEqual(before);
});

it('is not touched by commands that run TypeScript', async () => {
  const before = await state();
  const run = (script: string, ...args: string[]) =>
    spawn(process.execPath, ['--import', TYPESCRIPT_LOADER, join(PROJECT, script), ...args], {
      cwd: PROJECT,
      env: { ...process.env, ...temporary() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const api = run('electron/demo/serve.ts', '--port', '0', '--orders', '5');
  await once(createInterface({ input: api.stdout }), 'line');
  api.kill('SIGTERM');
  await once(api, 'exit');
  const build = run('electron/build/build.ts', '--when-stale');
  expect(await once(build, 'exit')).toEqual([0, null]);
  expect(await state()).toEqual(before);
});

it('holds no compiler for any command of package.json', async () => {
  const { scripts } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly [name: string]: string };
  };
  const plain = /^node electron\/launch\/launch\.mjs (start|web|cuadra)$/;
  const uncached = /^node --import \.\/electron\/launch\/typescript\.mjs \S+\.ts$/;
  const checks =
    /^biome (ci|check)( --?\S+)* \.( && node --import \.\/electron\/launch\/typescript\.mjs \S+\.ts)*$/;
  for (const [name, script] of Object.entries(scripts)) {
    const isOne = [plain, uncached, checks].some((kind) => kind.test(script));
    expect([name, script, isOne]).toEqual([name, script, true]);
  }
  expect(scripts.start).toMatch(plain);
  expect(scripts.web).toMatch(plain);
});
