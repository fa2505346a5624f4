import { spawn } from 'node:child_process';

const OPENERS: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  // start's first quoted word is a window title; the address has no character that cmd would take for its own.
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the address in the user's browser where there is one; where there is none nothing happens. */
export function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
