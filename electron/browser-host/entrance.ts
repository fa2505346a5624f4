import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SESSION_ITEM } from '#shared/contract/ipc.ts';
import { LANGUAGE_FACTS, LANGUAGES } from '#shared/contract/languages.ts';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';
import { SECURITY_HEADERS } from '../assets/assets.ts';
import { wordsOf } from '../i18n/words.ts';
import { childEnvironment } from '../launch/child-environment.ts';

/** 256 random bits as 43 characters that need no escape in an address, a header or a file's name. */
export const randomSecret = () => randomBytes(32).toString('base64url');

/**
 * One-time codes that let a browser in. An unspent code is an empty file of the profile folder, named by its hash: a
 * second process of this user can issue one, and as removing a file succeeds once, a code serves once.
 */
export type Entrance = ReturnType<typeof openEntrance>;

/** The folder of what lets browsers in: 0700, emptied when a host starts and stops. */
export const entranceFolder = (profileDirectory: string) => join(profileDirectory, 'entrance');

export function openEntrance(profileDirectory: string) {
  const folder = entranceFolder(profileDirectory);
  const fileOf = (code: string) => join(folder, createHash('sha256').update(code).digest('hex'));
  return {
    issue: async (): Promise<string> => {
      const code = randomSecret();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(code), '', { flag: 'wx', mode: 0o600 });
      return code;
    },
    /** True the first time for a code that was issued. */
    spend: (code: string) =>
      unlink(fileOf(code)).then(
        () => true,
        () => false,
      ),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export function entranceAddress(origin: string, code: string): string {
  return `${origin}/?code=${code}`;
}

const HEAD = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cuadra</title>`;

/** The page for a browser that is not let in: in every language, because no setting is known yet. */
export const HOW_TO_ENTER_PAGE = `${HEAD}
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.4rem; }
section + section { margin-top: 1.5rem; opacity: .75; }
</style>
</head>
<body>
<h1>Cuadra</h1>
${LANGUAGES.map((language) => `<section lang="${LANGUAGE_FACTS[language].locale}"><p>${wordsOf(language)('enter.how')}</p></section>`).join('\n')}
</body>
</html>
`;

/** Keeps the session secret in the origin and goes on to the app, in the place of the address with the code. */
const ENTER_SCRIPT = `localStorage.setItem('${SESSION_ITEM}', document.documentElement.dataset.session);
location.replace('/' + location.hash);`;

/** The answer to a code: `secret` is base64url and needs no escape. */
export function enterPage(secret: string): string {
  return `${HEAD.replace('<html ', `<html data-session="${secret}" `)}
</head>
<body><script>${ENTER_SCRIPT}</script></body>
</html>
`;
}

/** That page's policy: its one script and nothing else. */
export const ENTER_HEADERS: { readonly [name: string]: string } = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(ENTER_SCRIPT).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** A local file that leads a browser to the address: no argument of a process, which others can read, holds it. */
export function redirectFile(address: string): string {
  return `${HEAD}
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
</head>
<body><a href="${address}">Cuadra</a></body>
</html>
`;
}

const OPENERS: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  // Not cmd's start, which reads some characters of a path as its own.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Where the user's browser can read a file of ours. A snap's browser sees neither hidden folders nor /tmp, but has a
 * folder of its own; others read what the user can.
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
 * Opens the address in the user's browser, if there is one. Anybody can read a process's arguments, so the opener
 * gets the path of a file that only this user can read.
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
