import { existsSync, readFileSync } from 'node:fs';

/** Where a Chromium for the tests may be, and how one is had where there is none. */

const PLACES: { readonly [platform: string]: readonly string[] } = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

export type Machine = {
  readonly platform: string;
  readonly exists: (file: string) => boolean;
  /** Where Playwright's own would be. */
  readonly playwrightPath: () => string;
  /** Given by hand (CHROMIUM_PATH). */
  readonly given: string | undefined;
  readonly isRoot: boolean;
  readonly isDebian: boolean;
  /** Runs a command to its end; true when it succeeded. */
  readonly run: (command: readonly [string, ...string[]]) => boolean;
  readonly say: (text: string) => void;
};

/** A Chromium that is there, the one given by hand first; undefined where there is none. */
export function findChromium(machine: Machine): string | undefined {
  const { given } = machine;
  if (given !== undefined && given !== '') return machine.exists(given) ? given : undefined;
  return [...(PLACES[machine.platform] ?? []), machine.playwrightPath()].find((file) => machine.exists(file));
}

/**
 * Finds a Chromium or gets one: Debian's where this is Debian and we are root (it brings the libraries it needs),
 * else Playwright's, else whichever of the two is left. Undefined when nothing worked.
 */
export function obtainChromium(machine: Machine): string | undefined {
  const found = findChromium(machine);
  if (found !== undefined || (machine.given ?? '') !== '') return found;
  const byDebian = (): boolean => {
    if (!machine.isDebian || !machine.isRoot) return false;
    machine.say('No Chromium here: installing Debian’s…');
    return (
      machine.run(['apt-get', 'update']) &&
      machine.run(['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
    );
  };
  const byPlaywright = (): boolean => {
    machine.say('No Chromium here: fetching Playwright’s…');
    return machine.run(['npx', '--no-install', 'playwright', 'install', 'chromium']);
  };
  for (const get of [byDebian, byPlaywright]) {
    if (!get()) continue;
    const now = findChromium(machine);
    if (now !== undefined) return now;
  }
  return undefined;
}

export const HOW_TO_GET_CHROMIUM = [
  'The end-to-end tests need a Chromium, and none could be found or fetched. One of these helps:',
  '  npx playwright install chromium',
  '  sudo apt-get install chromium fonts-liberation        (Debian, Ubuntu)',
  '  CHROMIUM_PATH=/path/to/chromium npm test              (one that is already there)',
].join('\n');

export function isDebianLike(): boolean {
  return existsSync('/etc/debian_version') && /debian/i.test(readFileSync('/etc/os-release', 'utf8'));
}
