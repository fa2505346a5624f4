import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import { UNATTENDED_KEY_STORE } from '#test/runner/desktop.ts';
import { openRemotePage, type RemotePage } from './remote-page.ts';

/**
 * The app as `npm run package` made it around Electron's program: it starts, shows its page, reads the demo company and still
 * has it after a restart, and nobody makes a Node of it. Its fuses let no test see into its main process: the journeys are
 * walked in the same build unpacked (`npm run test:electron`). Ends with 1 where something does not hold.
 */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const LOGS = join(PROJECT, 'test-results/desktop');
const WAIT_MS = 120_000;

/** For this system and its processor. */
function packedProgram(): string {
  const name =
    process.platform === 'linux' ? 'cuadra' : process.platform === 'win32' ? 'Cuadra.exe' : 'Cuadra';
  const inside = process.platform === 'darwin' ? join('Cuadra.app/Contents/MacOS', name) : name;
  const isArm = (folder: string) => folder.includes('arm64');
  const found = readdirSync(join(PROJECT, 'release'))
    .filter((folder) => isArm(folder) === (process.arch === 'arm64'))
    .map((folder) => join(PROJECT, 'release', folder, inside))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error('There is no packed app: npm run package.');
  return found;
}

/** Waits until an expression comes to true in the page. */
async function until(page: RemotePage, expression: string): Promise<void> {
  const lastMs = Date.now() + WAIT_MS;
  while ((await page.evaluate(expression)) !== true) {
    if (Date.now() > lastMs) throw new Error(`It did not come to: ${expression}`);
    await delay(200);
  }
}

const element = (testId: string) => `document.querySelector('[data-testid="${testId}"]')`;

async function press(page: RemotePage, testId: string): Promise<void> {
  await until(page, `${element(testId)} !== null`);
  await page.evaluate(`${element(testId)}.click()`);
}

async function expectRows(page: RemotePage): Promise<void> {
  await press(page, 'nav-orders');
  await until(page, `Number(${element('row-count')}?.dataset.value ?? 0) > 0`);
}

const folder = await mkdtemp(join(tmpdir(), 'cuadra-packed-'));
const intruder = join(folder, 'intruder.cjs');
const trace = join(folder, 'intruded');

/** Started as somebody would who wants a Node out of it, with what Node would be told by. */
async function run(name: string, look: (page: RemotePage) => Promise<void>): Promise<void> {
  const child = spawn(
    packedProgram(),
    [
      ...UNATTENDED_KEY_STORE,
      '--remote-debugging-port=0',
      '--inspect=0',
      `--profile-dir=${join(folder, 'profile')}`,
    ],
    {
      cwd: folder,
      env: childEnvironment({ ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${intruder}` }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const log = createWriteStream(join(LOGS, `packed-${name}.log`));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = once(child, 'close');
  try {
    const page = await openRemotePage(child, 'app://bundle/');
    await look(page);
    page.close();
    if (said.includes('Debugger listening')) throw new Error('Its main process lets itself be inspected.');
    if (existsSync(trace)) throw new Error('Its main process takes code from its environment.');
  } finally {
    // Asked to end; Windows knows no asking.
    child.kill();
    await ended;
    log.end();
  }
}

mkdirSync(LOGS, { recursive: true });
await writeFile(intruder, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`);
try {
  await run('first', async (page) => {
    await press(page, 'open-demo');
    await expectRows(page);
  });
  await run('again', expectRows);
  process.stdout.write('packed app: started, read the demo company, and still had it after a restart\n');
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
