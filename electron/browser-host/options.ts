import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLANS, type Plan } from '#shared/contract/app.ts';
import { type BaseUrlProblem, readBaseUrl } from '#shared/domain/base-url.ts';

/** A fixed port: the origin of the local copy includes it, so that another port starts with an empty copy. */
export const DEFAULT_PORT = 4610;

export const USAGE = `Cuadra in the browser.

  npm run web -- [options]

  --port N                 port on 127.0.0.1 (default ${DEFAULT_PORT}); each port has its own local copy
  --base-url URL           data API, https (http only on this machine); with --plan, and the key in CUADRA_API_KEY
                           or --key-file
  --key-file FILE          file with the key alone, readable by its owner only (0600)
  --plan free|pro          plan of that account
  --profile-dir DIR        where the list of accounts is kept
  --export-dir DIR         where Parquet, backups and scheduled files go (default: exports in the profile)
  --requests-per-minute N  pace of the requests (default 5, the API's own limit)
  --demo                   open the demo company when there is no account yet
  --seed N                 another demo company than the usual one; its profile needs it at every start
  --no-open                do not open the browser
  --help                   this text`;

/** Where the key of the command line is. */
type KeySource =
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'file'; readonly path: string };
type GivenAccount = { readonly baseUrl: string; readonly plan: Plan; readonly key: KeySource };

export type HostOptions = {
  readonly port: number;
  readonly account: GivenAccount | null;
  readonly profileDirectory: string | null;
  /** Null: in the profile. */
  readonly exportDirectory: string | null;
  readonly requestsPerMinute: number | null;
  readonly demo: boolean;
  /** Of the demo company; null: the usual one. */
  readonly seed: number | null;
  readonly open: boolean;
};

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: HostOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const BASE_URL_PROBLEMS: { readonly [P in BaseUrlProblem]: string } = {
  'not-a-url': 'this is no address; it looks like https://host/path.',
  insecure: 'an https address is needed; http only for an address of this machine.',
  credentials: 'no user name or password in the address: the key goes into CUADRA_API_KEY.',
  query: 'the address ends before any ? or #.',
};

/** A number of up to nine digits between two; undefined: it is none. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

function isPlan(text: string): text is Plan {
  return PLANS.some((plan) => plan === text);
}

/** Reads the command line and the key's environment variable. Messages are for the person who typed it. */
export function readOptions(
  args: readonly string[],
  environment: { readonly [name: string]: string | undefined },
): ReadOptions {
  const wrong = (message: string): ReadOptions => ({ kind: 'wrong', message });
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true) return { kind: 'help' };

  const port = values.port === undefined ? DEFAULT_PORT : wholeNumber(values.port, 0, 65535);
  if (port === undefined) return wrong(`--port: «${values.port}» is not a port.`);
  const pace = values['requests-per-minute'];
  const requestsPerMinute = pace === undefined ? null : wholeNumber(pace, 1, 1_000_000);
  if (requestsPerMinute === undefined) {
    return wrong(`--requests-per-minute: «${pace}» is not a whole number of at least 1.`);
  }

  const seed = values.seed === undefined ? null : wholeNumber(values.seed, 0, 999_999_999);
  if (seed === undefined)
    return wrong(`--seed: «${values.seed}» is not a whole number of up to nine digits.`);

  const key = environment.CUADRA_API_KEY?.trim() ?? '';
  const given = values['base-url'];
  const keyFile = values['key-file'];
  let account: GivenAccount | null = null;
  if (given !== undefined) {
    const reading = readBaseUrl(given);
    if (!reading.ok) return wrong(`--base-url: ${BASE_URL_PROBLEMS[reading.problem]}`);
    const plan = values.plan ?? '';
    if (!isPlan(plan)) return wrong('--plan: say «free» or «pro» with --base-url.');
    if (key !== '' && keyFile !== undefined) return wrong('One key: CUADRA_API_KEY or --key-file, not both.');
    if (key === '' && keyFile === undefined) {
      return wrong(
        '--base-url needs the API key: in the environment variable CUADRA_API_KEY, or in a --key-file.',
      );
    }
    const source: KeySource = keyFile === undefined ? { kind: 'text', key } : { kind: 'file', path: keyFile };
    account = { baseUrl: reading.baseUrl, plan, key: source };
  } else if (values.plan !== undefined || keyFile !== undefined) {
    return wrong(`${values.plan === undefined ? '--key-file' : '--plan'} goes with --base-url.`);
  }
  return {
    kind: 'options',
    options: {
      port,
      account,
      profileDirectory: values['profile-dir'] ?? null,
      exportDirectory: values['export-dir'] ?? null,
      requestsPerMinute,
      demo: values.demo === true,
      seed,
      open: values['no-open'] !== true,
    },
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      port: { type: 'string' },
      'base-url': { type: 'string' },
      plan: { type: 'string' },
      'key-file': { type: 'string' },
      'profile-dir': { type: 'string' },
      'export-dir': { type: 'string' },
      'requests-per-minute': { type: 'string' },
      demo: { type: 'boolean' },
      seed: { type: 'string' },
      'no-open': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  }).values;
}

/** Where this system keeps a user's data, with a folder of the browser host's own (the desktop app has another). */
export function defaultProfileDirectory(
  platform: NodeJS.Platform = process.platform,
  environment: { readonly [name: string]: string | undefined } = process.env,
  home: string = homedir(),
): string {
  const leaf = ['cuadra', 'browser'] as const;
  if (platform === 'win32') return join(environment.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), ...leaf);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', ...leaf);
  const dataHome = environment.XDG_DATA_HOME;
  // The XDG specification: a relative path is to be ignored.
  return join(dataHome?.startsWith('/') === true ? dataHome : join(home, '.local', 'share'), ...leaf);
}
