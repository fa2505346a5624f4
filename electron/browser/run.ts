import { fileURLToPath } from 'node:url';
import { heldSentence, lockProfile, type ProfileLock } from '../accounts/profile-lock.ts';
import { createApp } from '../app.ts';
import { createAppParts } from '../app-parts.ts';
import { buildWhenStale } from '../build/build-parts.ts';
import { readVersion } from '../build/project.ts';
import { keepHeapSmall } from '../launch/small-heap.ts';
import { createDownloadExports } from './download-exports.ts';
import { openBrowser } from './open-browser.ts';
import { type HostOptions, readOptions, USAGE } from './options.ts';
import { defaultProfileDirectory } from './profile-directory.ts';
import { type RunningServer, startServer } from './server.ts';
import { readOrMakeToken } from './token-file.ts';

const ASSETS = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

function listenFailure(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return [
      `Port ${port} is already in use, perhaps by Cuadra itself: then open the address it printed, or stop it first.`,
      'With --port N Cuadra starts on another port; the local copy of the data belongs to its port and is read anew there.',
    ].join('\n');
  }
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: choose one from 1024 on with --port N.`;
  return `Port ${port} cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
}

/** Resolves at the first Ctrl+C or request to end. */
function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

/**
 * Runs the browser host until it is asked to stop. Standard output gets one line, the address to open; everything
 * else goes to standard error. Returns the exit code.
 */
export async function runBrowserHost(args: readonly string[]): Promise<number> {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const read = readOptions(args, process.env);
  if (read.kind === 'help') {
    say(USAGE);
    return 0;
  }
  if (read.kind === 'wrong') {
    say(`${read.message}\n\n${USAGE}`);
    return 2;
  }
  const profileDirectory = read.options.profileDirectory ?? defaultProfileDirectory();
  const taken = await lockProfile(profileDirectory);
  if (taken.kind === 'held') {
    say(heldSentence(taken));
    return 1;
  }
  try {
    return await serveProfile(profileDirectory, taken.lock, read.options, say);
  } finally {
    await taken.lock.release();
  }
}

/** Runs on a profile that is ours. */
async function serveProfile(
  profileDirectory: string,
  lock: ProfileLock,
  options: HostOptions,
  say: (text: string) => void,
): Promise<number> {
  const stopped = untilAskedToStop();
  try {
    await buildWhenStale(['renderer'], say);
  } catch (error) {
    say(`The interface could not be built: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }

  const exports = createDownloadExports(profileDirectory);
  let server: RunningServer;
  const app = await createApp({
    profileDirectory,
    host: { host: 'browser', version: readVersion() },
    openExportTarget: exports.openTarget,
    parts: createAppParts({
      profileDirectory,
      fetch: globalThis.fetch,
      requestsPerMinute: options.requestsPerMinute,
    }),
  });
  try {
    const token = await readOrMakeToken(profileDirectory);
    server = await startServer({ app, assetsDirectory: ASSETS, exports, token, port: options.port });
  } catch (error) {
    say(listenFailure(error, options.port));
    await app.stop();
    return 1;
  }
  await exports.clear();

  if (options.account !== null) {
    await app.handlers.connectAccount({ ...options.account, name: '' });
  } else if (options.demo && (await app.handlers.readAccounts(null)).accounts.length === 0) {
    await app.handlers.openDemo(null);
  }
  keepHeapSmall();
  await lock.tellAddress(server.address);
  process.stdout.write(`${server.address}\n`);
  if (options.open) openBrowser(server.address);

  await stopped;
  await server.stop();
  await app.stop();
  await exports.clear();
  return 0;
}
