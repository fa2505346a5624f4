import { parseArgs } from 'node:util';
import { parseLocalDate, parseLocalDateTime, parseUtcInstant, SECOND_MS } from '#shared/domain/dates.ts';
import { lumbre } from './lumbre/lumbre.ts';
import type { StartOptions } from './service/start-service.ts';
import { createStory, type Story } from './story/story.ts';
import type { FilesRequest } from './story/write-files.ts';
import { anyCompany } from './world/any-company.ts';
import type { CompanyMaker } from './world/company.ts';

/** Options of `npm run api`. */
export type ApiOptions = {
  readonly options: StartOptions;
  /** Null: the company has none. */
  readonly story: Story | null;
  readonly files: FilesRequest | null;
};

export type CommandLine =
  | ({ readonly ok: true } & ApiOptions)
  | { readonly ok: false; readonly message: string };

const DEFAULTS = {
  port: '4010',
  key: ['demo-key'],
  plan: 'pro',
  orders: '20000',
  seed: '1',
  months: '3',
  'requests-per-minute': '5',
  'requests-per-day': '7200',
  'pulse-seconds': '20',
};

class UsageError extends Error {}

/** Reads the arguments after the script's name. `machineClock` is what the world follows without --now. */
export function readCommandLine(args: readonly string[], machineClock: () => number): CommandLine {
  try {
    return { ok: true, ...read(args, machineClock) };
  } catch (error) {
    // parseArgs throws a TypeError with a plain sentence for an unknown flag or a missing value.
    if (error instanceof UsageError || error instanceof TypeError)
      return { ok: false, message: error.message };
    throw error;
  }
}

function read(args: readonly string[], machineClock: () => number): ApiOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: DEFAULTS.port },
      key: { type: 'string', multiple: true, default: DEFAULTS.key },
      'disabled-key': { type: 'string', multiple: true, default: [] },
      plan: { type: 'string', default: DEFAULTS.plan },
      orders: { type: 'string', default: DEFAULTS.orders },
      seed: { type: 'string', default: DEFAULTS.seed },
      company: { type: 'string' },
      now: { type: 'string' },
      statements: { type: 'string' },
      months: { type: 'string', default: DEFAULTS.months },
      'requests-per-minute': { type: 'string', default: DEFAULTS['requests-per-minute'] },
      'requests-per-day': { type: 'string', default: DEFAULTS['requests-per-day'] },
      'pulse-seconds': { type: 'string', default: DEFAULTS['pulse-seconds'] },
    },
  });
  if (values.plan !== 'free' && values.plan !== 'pro') {
    throw new UsageError(`--plan "${values.plan}" is not a plan: free or pro.`);
  }
  // Worlds that are asked for by their seed alone stay as they always were; only lumbre has files.
  const company = values.company ?? (values.statements === undefined ? 'any' : 'lumbre');
  const story = company === 'lumbre' ? createStory() : null;
  const files = values.statements === undefined ? null : { directory: values.statements };
  if (files !== null && story === null) {
    throw new UsageError('--statements writes the files of the company lumbre alone.');
  }
  const fixed = values.now === undefined ? undefined : readInstant(values.now);
  const pulse = readNumber('pulse-seconds', values['pulse-seconds'], 0, 86_400);
  const options: StartOptions = {
    port: readNumber('port', values.port, 0, 65_535),
    keys: values.key.map((key) => readKey('key', key)),
    disabledKeys: values['disabled-key'].map((key) => readKey('disabled-key', key)),
    plan: values.plan,
    orders: readNumber('orders', values.orders, 0, 3_000_000),
    seed: readNumber('seed', values.seed, 0, 0xffffffff),
    company: story?.company ?? readCompany(company),
    clock: fixed === undefined ? machineClock : () => fixed,
    ...(pulse === 0 ? {} : { pulseMs: pulse * SECOND_MS }),
    limits: {
      perMinute: readNumber('requests-per-minute', values['requests-per-minute'], 1, 1_000_000),
      perDay: readNumber('requests-per-day', values['requests-per-day'], 1, 1_000_000_000),
    },
  };
  const months = readNumber('months', values.months, 1, 60);
  return { options, story, files: files === null ? null : { ...files, months } };
}

/** One without a story. */
function readCompany(name: string): CompanyMaker {
  if (name === 'honest') return lumbre;
  if (name === 'any') return anyCompany;
  throw new UsageError(`--company "${name}" is not a company: lumbre, honest or any.`);
}

function readNumber(flag: string, text: string, low: number, high: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new UsageError(`--${flag} "${text}" is not an integer from ${low} to ${high}.`);
}

function readKey(flag: string, text: string): string {
  // Characters that a header can carry.
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new UsageError(`--${flag} must be printable characters without spaces.`);
}

/** An instant as ISO 8601; without `Z` it is UTC all the same, a day is its midnight. */
function readInstant(text: string): number {
  const day = parseLocalDate(text);
  const local = parseLocalDateTime(text);
  const instant = parseUtcInstant(text) ?? (local === undefined ? undefined : `${local}Z`);
  if (instant !== undefined) return Date.parse(instant);
  if (day !== undefined) return Date.parse(`${day}T00:00:00Z`);
  throw new UsageError(`--now "${text}" is not an instant such as 2026-10-31T12:00:00Z.`);
}
