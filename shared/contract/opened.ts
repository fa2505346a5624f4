import { z } from 'zod';
import { BACKUP_ENDING, backupNameSchema } from './backups.ts';
import type { HostInfo } from './host-info.ts';

/** Openings by the system: a link that was followed, a file that was opened with Cuadra. */

/** Saved views have an ending of their own; `.json` is what they had before, and what other programs write. */
export const VIEW_FILE_ENDING = '.cuadra-vista';

/** The kind of a file by its name alone: whoever reads it decides. */
export type OpenedFileKind = 'view' | 'statement' | 'backup';

/** The formats that statements come in. */
export const STATEMENT_ENDINGS = [
  '.csv',
  '.tsv',
  '.txt',
  '.tab',
  '.xlsx',
  '.xlsm',
  '.xls',
  '.htm',
  '.html',
  '.xml',
  '.ofx',
  '.qfx',
] as const;

/** Null: nothing that Cuadra opens. */
export function openedFileKind(name: string): OpenedFileKind | null {
  const lower = name.toLowerCase();
  if (lower.endsWith(VIEW_FILE_ENDING)) return 'view';
  if (lower.endsWith(BACKUP_ENDING)) return 'backup';
  if (STATEMENT_ENDINGS.some((ending) => lower.endsWith(ending))) return 'statement';
  // As they were named before: any other of that ending is somebody else's.
  return backupNameSchema.safeParse(name).success ? 'backup' : null;
}

export type OpenedFile = {
  readonly kind: OpenedFileKind;
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
};
export type Opened =
  /** One that `readViewLink` reads: nothing else is handed on. */
  | { readonly kind: 'link'; readonly link: string }
  | OpenedFile
  /** A file of the right name that cannot be had: none there, no file, or too large. */
  | { readonly kind: 'refused'; readonly name: string; readonly why: 'gone' | 'no-file' | 'too-large' };

/** The system that Cuadra runs on, for whoever helps: nothing of the user's. Null: this host has none. */
export type SystemInfo = {
  readonly platform: string;
  readonly arch: string;
  readonly release: string;
  readonly electron: string | null;
  readonly chromium: string | null;
  readonly node: string;
};

/** «Cuadra 0.1.0 (desktop)», and below what it runs on, a line each: nothing of the user's, in words that whoever helps reads. */
export function systemText(host: HostInfo, system: SystemInfo, language: string, browser: string): string {
  const { platform, arch, release, electron, chromium, node } = system;
  return [
    `Cuadra ${host.version} (${host.host})`,
    `System: ${platform} ${arch} ${release}`,
    ...(electron === null
      ? [`Browser: ${browser}`]
      : [`Electron: ${electron}`, `Chromium: ${chromium ?? '?'}`]),
    `Node: ${node}`,
    `Language: ${language}`,
  ].join('\n');
}

export const openedInputs = {
  /** The openings since the last call, oldest first; the page then has them. */
  takeOpened: z.null(),
  readSystem: z.null(),
  /** Shows the log of errors in the system's own window, where there is one. */
  showErrorLog: z.null(),
  /** Opens the licences of what the desktop app runs on, in the system's own program. */
  showRuntimeLicence: z.object({ of: z.enum(['electron', 'chromium']) }),
};
export type OpenedInputs = { readonly [K in keyof typeof openedInputs]: z.infer<(typeof openedInputs)[K]> };

export type OpenedOutputs = {
  takeOpened: readonly Opened[];
  readSystem: SystemInfo;
  /** Where the log is; `isThere`: something has gone wrong. */
  showErrorLog: { readonly path: string; readonly isThere: boolean; readonly isShown: boolean };
  /** `path` null: they did not come with the program. */
  showRuntimeLicence: { readonly path: string | null; readonly isShown: boolean };
};
