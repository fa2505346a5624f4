import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';
import { childEnvironment } from '../launch/child-environment.ts';
import { redirectFile } from './entrance-pages.ts';

const OPENERS: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  // Not cmd's start, which reads some characters of a path as its own.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Where the user's browser can read a file of ours. A browser from Ubuntu's snap store sees neither hidden folders of
 * the home folder nor /tmp, but has a folder of its own there; every other one reads what the user can.
 * @param browser what `xdg-settings get default-web-browser` says: a snap's is `<snap>_<program>.desktop`
 */
export function redirectPlace(
  folder: string,
  browser: string,
  home: string = homedir(),
  exists: (path: string) => boolean = existsSync,
): string {
  const snap = /^([a-z0-9-]+)_[a-z0-9-]+\.desktop$/.exec(browser.trim())?.[1];
  const snapFolder = join(home, 'snap', snap ?? '', 'common');
  return snap !== undefined && exists(snapFolder)
    ? join(snapFolder, 'cuadra-open.html')
    : join(folder, 'open.html');
}

async function defaultBrowser(): Promise<string> {
  if (process.platform !== 'linux') return '';
  const ask = promisify(execFile)('xdg-settings', ['get', 'default-web-browser'], {
    env: childEnvironment(),
    timeout: 2000,
  });
  return ask.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/**
 * Opens the address in the user's browser where there is one; where there is none nothing happens. Everybody on the
 * machine can read the arguments of a process, so the opener gets the path of a file that only this user can read.
 * @param folder where that file may be, 0700
 */
export async function openBrowser(address: string, folder: string): Promise<void> {
  const file = redirectPlace(folder, await defaultBrowser());
  await writeFileAtomically(file, redirectFile(address));
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, file], {
    detached: true,
    stdio: 'ignore',
    env: childEnvironment(),
  });
  child.on('error', () => undefined);
  child.unref();
}
