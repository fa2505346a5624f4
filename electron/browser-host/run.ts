import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AccountsState } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { NO_VAULT } from '../accounts/key-vault.ts';
import {
  type LockedProfile,
  lockProfile,
  type ProfileLock,
  profileInUseError,
} from '../accounts/profile-lock.ts';
import { UNCONFIRMED_ADDRESS } from '../accounts/unconfirmed-addresses.ts';
import { type App, createApp } from '../app/app.ts';
import { createAppParts } from '../app/app-parts.ts';
import { type ErrorLog, openErrorLog, recordUncaught } from '../app/error-log.ts';
import { NO_OPENINGS } from '../app/openings.ts';
import { startFailureWords } from '../app/start-failure.ts';
import { recoverDatasets } from '../export/dataset-folder.ts';
import { wordsOf } from '../i18n/words.ts';
import { PROJECT, readVersion } from '../launch/project.ts';
import { openProgramLine } from '../programs/program-line.ts';
import { createDownloadExports } from './download-exports.ts';
import { type Entrance, entranceAddress, entranceFolder, openBrowser, openEntrance } from './entrance.ts';
import { keepHeapSmall } from './heap.ts';
import { KeyFileError, readKeyFile } from './key-file.ts';
import { defaultProfileDirectory, type HostOptions, readOptions, USAGE } from './options.ts';
import { type RunningServer, startServer } from './server.ts';

/** A token that never changed, kept by versions before this one. */
const OLD_TOKEN_FILE = 'browser-token';
const ASSETS = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

function listenFailure(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return [
      `Port ${port} is already in use, perhaps by Cuadra itself with another profile: then use that one, or stop it first.`,
      'With --port N Cuadra starts on another port; the local copy of the data belongs to its port and is read anew there.',
    ].join('\n');
  }
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: choose one from 1024 on with --port N.`;
  return `Port ${port} cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
}

function untilStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

/** Powers that only a process of its own may have: signals that end it, and a collector at another pace. */
type OwnProcess = {
  /** Called before anything is served; resolves when the host is asked to stop. */
  readonly untilStopped: () => Promise<void>;
  /** Called when the program is loaded. */
  readonly begun: () => void;
};
const OWN_PROCESS: OwnProcess = { untilStopped: untilStopSignal, begun: keepHeapSmall };

/**
 * Runs the browser host until it is asked to stop; returns the exit code. Standard output gets the address, one line
 * at the start and at each Enter; everything else goes to standard error. Where a host already runs on the profile,
 * prints another address to that one. Takes the key out of the environment: no child process has it.
 * @param owned what is done because the process is the host's own
 */
export async function runBrowserHost(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
  owned: OwnProcess = OWN_PROCESS,
): Promise<number> {
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const read = readOptions(args, environment);
  delete environment.CUADRA_API_KEY;
  if (read.kind === 'help') {
    say(USAGE);
    return 0;
  }
  if (read.kind === 'wrong') {
    say(`${read.message}\n\n${USAGE}`);
    return 2;
  }
  let given: Given | null;
  try {
    given = await withKey(read.options.account);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    say(error.message);
    return 2;
  }
  const profileDirectory = read.options.profileDirectory ?? defaultProfileDirectory();
  const reportFailure = (error: unknown): number => {
    const words = startFailureWords(error, wordsOf('en'), profileDirectory);
    say(words ?? (error instanceof Error ? error.message : String(error)));
    return 1;
  };
  let taken: LockedProfile;
  try {
    taken = await lockProfile(profileDirectory);
  } catch (error) {
    return reportFailure(error);
  }
  if (taken.kind === 'held') {
    reportFailure(profileInUseError(taken));
    if (taken.holder.address === null) return 1;
    say('Another address to it:');
    await letIn(openEntrance(profileDirectory), taken.holder.address, profileDirectory, read.options.open);
    // The account that was asked for is not what the running host shows.
    return read.options.account === null ? 0 : 1;
  }
  const errors = openErrorLog({ profileDirectory, version: readVersion(), program: PROJECT });
  const stopRecording = recordUncaught(errors, 'thrown');
  try {
    return await serveProfile(
      profileDirectory,
      taken.lock,
      { ...read.options, account: given },
      say,
      errors,
      owned,
    );
  } catch (error) {
    errors.record('start', error);
    if (startFailureWords(error, wordsOf('en'), profileDirectory) === null) throw error;
    return reportFailure(error);
  } finally {
    stopRecording();
    await taken.lock.release();
  }
}

/** The account of the command line with its key. */
type Given = Omit<NonNullable<HostOptions['account']>, 'key'> & { readonly key: string };

async function withKey(account: HostOptions['account']): Promise<Given | null> {
  if (account === null) return null;
  const { key } = account;
  return { ...account, key: key.kind === 'text' ? key.key : await readKeyFile(key.path) };
}

/** Prints an address to the host at `origin`. */
async function printAddress(entrance: Entrance, origin: string): Promise<void> {
  process.stdout.write(`${entranceAddress(origin, await entrance.issue())}\n`);
}

/** Prints an address; where a browser is to be opened, it gets a code of its own. */
async function letIn(
  entrance: Entrance,
  origin: string,
  profileDirectory: string,
  open: boolean,
): Promise<void> {
  await printAddress(entrance, origin);
  if (!open) return;
  await openBrowser(entranceAddress(origin, await entrance.issue()), entranceFolder(profileDirectory));
}

async function serveProfile(
  profileDirectory: string,
  lock: ProfileLock,
  options: Omit<HostOptions, 'account'> & { readonly account: Given | null },
  say: (text: string) => void,
  errors: ErrorLog,
  owned: OwnProcess,
): Promise<number> {
  const stopped = owned.untilStopped();
  await rm(join(profileDirectory, OLD_TOKEN_FILE), { force: true });
  const entrance = openEntrance(profileDirectory);
  await entrance.close();
  const exports = createDownloadExports(profileDirectory);
  const exportDirectory = resolve(options.exportDirectory ?? join(profileDirectory, 'exports'));
  await recoverDatasets(exportDirectory).catch((error: unknown) => say(`${exportDirectory}: ${error}`));
  let server: RunningServer;
  const app = await createApp({
    profileDirectory,
    host: { host: 'browser', version: readVersion() },
    openExportTarget: exports.openTarget,
    exportFolders: { find: async () => exportDirectory, isMade: true, choose: null, show: null },
    // Typed, in the environment or in a file of the user's: this host writes none.
    keyVault: NO_VAULT,
    surroundings: { openings: NO_OPENINGS, errorLog: errors.path, recordPage: errors.recordPage, show: null },
    parts: createAppParts({
      profileDirectory,
      fetch: globalThis.fetch,
      requestsPerMinute: options.requestsPerMinute,
      demoSeed: options.seed,
    }),
  });
  try {
    server = await startServer({ app, assetsDirectory: ASSETS, exports, entrance, port: options.port });
  } catch (error) {
    say(listenFailure(error, options.port));
    await app.stop();
    return 1;
  }
  await exports.clear();

  if (options.account !== null) {
    await connectGiven(app, options.account, say);
  } else if (opensDemo(options, await app.handlers.readAccounts(null))) {
    await app.handlers.openDemo(null);
  }
  owned.begun();
  const { origin } = server;
  await lock.writeAddress(origin);
  const line = await openProgramLine({ profileDirectory, app: readVersion(), ask: app.askPage });
  await letIn(entrance, origin, profileDirectory, options.open);
  const stopListening = onEnter(() => void printAddress(entrance, origin));
  if (process.stdin.isTTY) say('The address is good once; Enter prints another one.');

  await stopped;
  stopListening();
  await line.stop();
  await server.stop();
  await app.stop();
  await exports.clear();
  await entrance.close();
  return 0;
}

/** Whether the demo company is to be opened: it was asked for, and no account is there that was open before. Pure. */
export const opensDemo = (
  { demo }: Pick<HostOptions, 'demo'>,
  { accounts }: Pick<AccountsState, 'accounts'>,
): boolean => demo && accounts.length === 0;

/** An address that a restored backup names is confirmed in the page first: without that Cuadra starts, and the key goes nowhere. */
async function connectGiven(app: App, given: Given, say: (text: string) => void): Promise<void> {
  try {
    await app.handlers.connectAccount({ ...given, name: '' });
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== UNCONFIRMED_ADDRESS) throw error;
    say(`--base-url: the key was not used. ${error.message}`);
  }
}

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Calls back at each Enter where the input is a terminal; returns the way to stop. */
export function onEnter(listener: () => void, input: Input = process.stdin): () => void {
  if (input.isTTY !== true) return () => undefined;
  const lines = createInterface({ input });
  lines.on('line', listener);
  return () => lines.close();
}
