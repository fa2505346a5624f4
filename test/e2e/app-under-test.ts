import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '#test/runner/chromium.ts';
import { isWindows } from '#test/runner/systems.ts';
import { thisMachine } from '#test/runner/this-machine.ts';
import { runWeb, type WebOptions, waitForExit } from '#test/runner/web-command.ts';

/** The browser host as a person starts it, and a real Chromium on a real profile: both can be killed and come back. */

/** What Playwright turns off: of two such flags the last one counts. */
const OFF_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];
/** Suggestions below an address bar that nobody sees: a page of their own, half of what it takes to start a Chromium. */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...SUGGESTIONS].join(',')}`,
];

/** The window, unless said. */
export const VIEW = { width: 1280, height: 800 };

export type HostOptions = WebOptions;

export type Host = {
  /** The address to open: its code lets one browser in. */
  readonly address: string;
  readonly profileDirectory: string;
  /** Another one for the same host, as a person gets it: by the same command once more. */
  readonly anotherAddress: () => Promise<string>;
  readonly output: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts the browser host in a process of its own. */
export async function startHost(options: HostOptions): Promise<Host> {
  const { address, output, stop } = await runWeb(options);
  return {
    address,
    profileDirectory: options.profileDirectory,
    anotherAddress: async () => {
      const { profileDirectory, isBuilt } = options;
      const second = await runWeb({ profileDirectory, ...(isBuilt === undefined ? {} : { isBuilt }) });
      await second.ended;
      return second.address;
    },
    output,
    stop,
  };
}

export type Browser = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly kill: () => Promise<void>;
};

/** A line for every process of the machine: its id, then its arguments. */
const PROCESS_LIST = isWindows
  ? ([
      'powershell',
      '-NoProfile',
      '-Command',
      'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }',
    ] as const)
  : (['ps', '-eo', 'pid=,args='] as const);

/** Ids of the processes that were started on a folder nobody else knows of. */
async function processesOf(folder: string): Promise<readonly number[]> {
  const [program, ...args] = PROCESS_LIST;
  const list = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
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
  view: { readonly width: number; readonly height: number } = VIEW,
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

/** Presses what ends in a download, and waits for it whole. */
export async function downloaded(
  page: Page,
  press: () => Promise<unknown>,
): Promise<{ readonly name: string; readonly path: string }> {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}

/** A folder that is gone when the test is over. */
export async function temporaryDirectory(): Promise<{
  readonly path: string;
  readonly remove: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'cuadra-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
