import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '#test/runner/chromium.ts';
import { thisMachine } from '#test/runner/this-machine.ts';

/** The browser host as a person starts it, and a real Chromium on a real profile: both can be killed and come back. */

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type HostOptions = {
  readonly profileDirectory: string;
  readonly baseUrl?: string;
  readonly plan?: 'free' | 'pro';
  readonly key?: string;
  readonly requestsPerMinute?: number;
  readonly port?: number;
};

export type Host = {
  /** The address to open: its code lets one browser in. */
  readonly address: string;
  /** Another one for the same host, as a person gets it: by the same command once more. */
  readonly anotherAddress: () => Promise<string>;
  readonly output: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

function argumentsOf(options: HostOptions): readonly string[] {
  const named: [string, string | number | undefined][] = [
    ['--port', options.port ?? 0],
    ['--profile-dir', options.profileDirectory],
    ['--base-url', options.baseUrl],
    ['--plan', options.plan],
    ['--requests-per-minute', options.requestsPerMinute],
  ];
  return [
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    '--no-open',
  ];
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
}

type Started = {
  readonly child: ChildProcess;
  readonly address: string;
  readonly output: () => string;
};

/** Runs what `npm run web` runs and waits for its one line. */
async function runWeb(options: HostOptions): Promise<Started> {
  const child = spawn(process.execPath, ['electron/launch/launch.mjs', 'web', ...argumentsOf(options)], {
    env: { ...process.env, ...(options.key === undefined ? {} : { CUADRA_API_KEY: options.key }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      const found = /https?:\/\/\S+/.exec(line);
      if (found !== null) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`The host ended with ${code}:\n${printed}`)));
  });
  return { child, address, output: () => printed };
}

/** Starts the browser host in a process of its own. */
export async function startHost(options: HostOptions): Promise<Host> {
  const { child, address, output } = await runWeb(options);
  return {
    address,
    anotherAddress: async () => {
      const second = await runWeb({ profileDirectory: options.profileDirectory });
      await waitForExit(second.child);
      return second.address;
    },
    output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await waitForExit(child);
    },
  };
}

export type Browser = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly kill: () => Promise<void>;
};

/** Ids of the processes that were started on a folder nobody else knows of. */
async function processesOf(folder: string): Promise<readonly number[]> {
  const list = spawn('ps', ['-eo', 'pid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  list.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await waitForExit(list);
  return text.split('\n').flatMap((line) => (line.includes(folder) ? [Number.parseInt(line, 10)] : []));
}

/** Opens Chromium on a profile folder that outlives it, so that IndexedDB is what a user's browser would keep. */
export async function openBrowser(
  userDataDirectory: string,
  address: string,
  view: { readonly width: number; readonly height: number } = { width: 1280, height: 800 },
): Promise<Browser> {
  // Found anew, so that one file of tests, or a picture, needs no runner before it.
  const executablePath = findChromium(thisMachine());
  if (executablePath === undefined) throw new Error('There is no Chromium: see CHROMIUM_PATH.');
  const context = await chromium.launchPersistentContext(userDataDirectory, {
    executablePath,
    args: CHROMIUM_FLAGS,
    viewport: view,
    locale: 'es-CL',
    acceptDownloads: true,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(address);
  return {
    context,
    page,
    // SIGKILL of every process of this profile: no handler of the page or the browser runs.
    kill: async () => {
      for (const pid of await processesOf(userDataDirectory)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has just ended with another one of them.
        }
      }
      await context.close().catch(() => undefined);
    },
  };
}

/** A folder that is gone when the test is over. */
export async function temporaryDirectory(): Promise<{
  readonly path: string;
  readonly remove: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'cuadra-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
