import { spawn } from 'node:child_process';
import { runBrowserHost } from './browser-host/run.ts';
import { buildWhenStale, PARTS } from './build/build-parts.ts';
import { childEnvironment } from './launch/child-environment.ts';
import { fetchElectron, findElectronBinary, findElectronPackage } from './launch/electron.ts';
import { PROJECT } from './launch/project.ts';

// No process that is started from here gets the key; the browser host does, should it come to that.
const environment = { ...process.env };
delete process.env.CUADRA_API_KEY;

/** `npm start`: the desktop app, or else the same app in the browser; the demo company where there is no account yet. */

const say = (text: string) => process.stderr.write(`${text}\n`);

async function electronBinary(): Promise<string | undefined> {
  const packageFolder = findElectronPackage();
  if (packageFolder === undefined) return undefined;
  const found = findElectronBinary(packageFolder, process.env);
  if (found !== undefined) return found;
  say('Fetching Electron, once…');
  return (await fetchElectron(packageFolder)) ? findElectronBinary(packageFolder, process.env) : undefined;
}

/** Starts the desktop app and waits for its end. Undefined when the program does not even start. */
function runDesktop(binary: string): Promise<number | undefined> {
  const child = spawn(binary, [PROJECT, '--demo'], { stdio: 'inherit', env: childEnvironment() });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

async function start(): Promise<number> {
  const binary = await electronBinary();
  if (binary !== undefined) {
    await buildWhenStale(PARTS, say);
    const code = await runDesktop(binary);
    if (code !== undefined) return code;
  }
  say('Electron cannot be had on this machine: Cuadra opens in the browser instead, at this address:');
  return runBrowserHost(['--demo', ...process.argv.slice(2)], environment);
}

try {
  process.exitCode = await start();
} catch (error) {
  say(`Cuadra could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
