import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { constants } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Place, placesOf, type ReadError, readError } from '#shared/base/read-error.ts';
import { errorName, type PageError, type PageErrorKind } from '#shared/contract/page-errors.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';

/**
 * Errors in `logs/errors.log` of the profile, for the user to send to whom they like: nothing sends them. A line holds
 * what our own program is made of and nothing that passed through it: no message, no name of a function, no path
 * outside the program, no text of a closed set that is longer than the set.
 */

/** Kinds of errors that are logged. */
type ErrorKind =
  | 'start'
  | 'uncaught-exception'
  | 'unhandled-rejection'
  | 'page-gone'
  | 'child-gone'
  | 'update'
  | PageErrorKind;

/** Why a process of Chromium's went, and which: Electron's own words. */
const GONE_REASONS: ReadonlySet<string> = new Set([
  'clean-exit',
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
]);
const CHILD_TYPES: ReadonlySet<string> = new Set([
  'Utility',
  'Zygote',
  'Sandbox helper',
  'GPU',
  'Pepper Plugin',
  'Pepper Plugin Broker',
  'Unknown',
]);
/** Codes of the system, and those of Node that say which of its own rules was broken. */
const SYSTEM_CODES: ReadonlySet<string> = new Set(Object.keys(constants.errno));
const NODE_CODE = /^ERR_(?:[A-Z]{2,20}_?){1,6}$/;

const MAX_BYTES = 2 ** 20;
const MAX_PAGE_ERRORS = 20;
/** Where the files of the page lie in the program. */
const PAGE_FILES = 'dist/renderer';
const OWN_FILE = /^(?:dist|electron|shared|renderer)\/[\w./-]{1,200}$/;

export type ErrorLog = {
  readonly path: string;
  /** Writes an error down at once: the process may be about to end. Never throws. */
  readonly record: (kind: ErrorKind, error: unknown) => void;
  /** Logs an error that nobody caught in a page: of its files only those that there are, and a few a minute. */
  readonly recordPage: (error: PageError) => void;
  /** The same for a process of Chromium's that went; `type` is its kind, null: a page. */
  readonly recordGone: (gone: {
    readonly reason: string;
    readonly exitCode: number;
    readonly type: string | null;
  }) => void;
};

type LogOptions = {
  readonly profileDirectory: string;
  readonly version: string;
  /** The folder that the program lies in: of what else a stack names, nothing is written. */
  readonly program: string;
  readonly now?: () => number;
};

/** The log of a profile; its file is there from the first error on. */
export function openErrorLog(options: LogOptions): ErrorLog {
  const { profileDirectory, program, now = Date.now } = options;
  const version = /^\d+\.\d+\.\d+$/.test(options.version) ? options.version : '?';
  const folder = join(profileDirectory, 'logs');
  const path = join(folder, 'errors.log');
  const write = (kind: ErrorKind, facts: readonly string[]): void => {
    const head = `${new Date(now()).toISOString()} Cuadra ${version} ${kind}`;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      makeRoom(path);
      appendFileSync(path, `${[head, ...facts.map((fact) => `  ${fact}`)].join('\n')}\n`, { mode: 0o600 });
      chmodSync(path, 0o600);
    } catch {
      // A log that cannot be written changes nothing of what it would have said.
    }
  };
  const mayPageWrite = atMost(MAX_PAGE_ERRORS, MINUTE_MS, now);
  return {
    path,
    record: (kind, error) => write(kind, factsOf(error, program)),
    recordPage: ({ kind, errors }) => {
      if (!mayPageWrite()) return;
      const own = (place: Place): readonly Place[] => {
        const file = ownFile(join(program, PAGE_FILES, place.file), program);
        return file === null ? [] : [{ ...place, file }];
      };
      const views = errors.map((each) => each && { name: each.name, places: each.places.flatMap(own) });
      write(kind, linesOf(views));
    },
    recordGone: ({ reason, exitCode, type }) => {
      const code = Number.isSafeInteger(exitCode) ? exitCode : '?';
      const why = `${GONE_REASONS.has(reason) ? reason : 'other'}, exit code ${code}`;
      if (type === null) write('page-gone', [why]);
      else write('child-gone', [`${CHILD_TYPES.has(type) ? type : 'Unknown'}: ${why}`]);
    },
  };
}

/** Says yes so many times in a span of time. */
function atMost(times: number, spanMs: number, now: () => number): () => boolean {
  let saidAt: readonly number[] = [];
  return () => {
    saidAt = saidAt.filter((at) => now() - at < spanMs);
    if (saidAt.length >= times) return false;
    saidAt = [...saidAt, now()];
    return true;
  };
}

/** A full one becomes the one before; what is no file of ours there is no log. */
function makeRoom(path: string): void {
  let there: Stats;
  try {
    there = lstatSync(path);
  } catch {
    return;
  }
  if (!there.isFile()) rmSync(path, { force: true });
  else if (there.size >= MAX_BYTES) renameSync(path, `${path.slice(0, -'.log'.length)}-before.log`);
}

/** Facts of an error that may be logged: its name, its code, its places in our own files; of its causes the same. */
export function factsOf(error: unknown, program: string): readonly string[] {
  return linesOf(
    readError(error).map((read) =>
      read === null ? null : { name: named(read), places: placesOf(read, (file) => ownFile(file, program)) },
    ),
  );
}

type ErrorView = { readonly name: string; readonly places: readonly Place[] } | null;

function linesOf(errors: readonly ErrorView[]): readonly string[] {
  return errors.flatMap((each, depth) =>
    each === null
      ? ['no error, but a value']
      : [
          `${depth === 0 ? '' : 'because of '}${each.name}`,
          ...each.places.map(({ file, row, column }) => `  at ${file}:${row}:${column}`),
        ],
  );
}

function named({ name, code }: ReadError): string {
  const isCode = typeof code === 'string' && (SYSTEM_CODES.has(code) || NODE_CODE.test(code));
  return isCode ? `${errorName(name)} ${code}` : errorName(name);
}

/** A file of the program, from its folder on; null: it is another's, or none. */
function ownFile(file: string, program: string): string | null {
  try {
    const path = file.startsWith('file://') ? fileURLToPath(file) : file;
    if (!isAbsolute(path)) return null;
    const own = relative(program, path).split(sep).join('/');
    return OWN_FILE.test(own) && !own.includes('..') && existsSync(path) ? own : null;
  } catch {
    return null;
  }
}

/**
 * Writes down what nobody catches, and changes nothing of what becomes of it. In Electron rejections that nobody handles only
 * warn, with their message: `rejections` takes the place of that; in Node they end the process as exceptions do.
 */
export function recordUncaught(log: ErrorLog, rejections: 'recorded' | 'thrown'): () => void {
  const onException = (error: unknown, origin: string): void =>
    log.record(origin === 'unhandledRejection' ? 'unhandled-rejection' : 'uncaught-exception', error);
  const onRejection = (reason: unknown): void => log.record('unhandled-rejection', reason);
  process.on('uncaughtExceptionMonitor', onException);
  if (rejections === 'recorded') process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtExceptionMonitor', onException);
    process.off('unhandledRejection', onRejection);
  };
}
