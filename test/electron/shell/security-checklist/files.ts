import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './changed-sources.ts';

/** The files that several themes speak of. */

export const WINDOW = 'electron/shell/window.ts';
export const PROTOCOL = 'electron/shell/app-protocol.ts';
export const MAIN = 'electron/main.ts';

/** What may know Electron. */
export function sourcesOfShell(): readonly string[] {
  return sourcesOfElectron().filter((file) => /^electron\/(shell\/|main\.|preload\.)/.test(file));
}

export function sourcesOfElectron(): readonly string[] {
  return readdirSync(join(PROJECT, 'electron'), { recursive: true })
    .map((file) => `electron/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'));
}
