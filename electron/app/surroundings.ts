import { existsSync } from 'node:fs';
import { release } from 'node:os';
import type { AppCalls } from '#shared/contract/app.ts';
import type { SystemInfo } from '#shared/contract/opened.ts';
import type { PageError } from '#shared/contract/page-errors.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { NO_OPENINGS, type Openings } from './openings.ts';
import { type RuntimeFiles, showRuntimeLicence } from './runtime-licences.ts';

/** Facts that a host knows of its system. */
export type Surroundings = {
  readonly openings: Openings;
  /** The file of errors; "": this host has none. */
  readonly errorLog: string;
  /** Writes down what nobody caught in a page. */
  readonly recordPage: (error: PageError) => void;
  /** Shows a file in the system's own window; null: this host has no such window. */
  readonly show: ((path: string) => void) | null;
  /** Absent: this host runs on nothing that came with it. */
  readonly runtime?: RuntimeFiles;
};

export const NO_SURROUNDINGS: Surroundings = {
  openings: NO_OPENINGS,
  errorLog: '',
  recordPage: () => undefined,
  show: null,
};

/** The system of this process. */
export function readSystem(): SystemInfo {
  return {
    platform: process.platform,
    arch: process.arch,
    release: release(),
    electron: process.versions.electron ?? null,
    chromium: process.versions.chrome ?? null,
    node: process.versions.node,
  };
}

/** Calls about openings by the system, and about facts for whoever helps the user. */
export function surroundingsHandlers({ openings, errorLog, recordPage, show, runtime }: Surroundings) {
  return {
    reportError: (error) => {
      recordPage(error);
      return null;
    },
    takeOpened: openings.take,
    readSystem,
    showErrorLog: () => {
      const isThere = existsSync(errorLog);
      const isShown = show !== null && isThere;
      // Without one, its folder is not there either.
      if (isShown) show(errorLog);
      return { path: errorLog, isThere, isShown };
    },
    showRuntimeLicence: ({ of }) =>
      runtime === undefined ? { path: null, isShown: false } : showRuntimeLicence(of, runtime),
  } satisfies Partial<Handlers<AppCalls>>;
}
