import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** `npm run web` as a person runs it, without npm in between, so that a signal reaches it. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export type WebOptions = {
  /** `npm run web`, unless said; `npm start` takes the same options. */
  readonly command?: 'web' | 'start';
  /** Runs what is built, without a look at whether that is up to date; not unless said. */
  readonly isBuilt?: boolean;
  readonly profileDirectory: string;
  readonly exportDirectory?: string;
  readonly baseUrl?: string;
  readonly plan?: 'free' | 'pro';
  readonly key?: string;
  readonly keyFile?: string;
  readonly requestsPerMinute?: number;
  readonly port?: number;
  /** The demo company of a seed. */
  readonly demoSeed?: number;
  /** Whether it opens the browser; not unless said. */
  readonly open?: boolean;
  /** Beside this process's own. */
  readonly environment?: NodeJS.ProcessEnv;
};

export type WebProcess = {
  readonly pid: number;
  /** Its one line: the address to open. */
  readonly address: string;
  /** All that it has written so far, to standard output and to standard error. */
  readonly output: () => string;
  /** Resolves with its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

function argumentsOf(options: WebOptions): readonly string[] {
  const named: [string, string | number | undefined][] = [
    ['--port', options.port ?? 0],
    ['--profile-dir', options.profileDirectory],
    ['--export-dir', options.exportDirectory],
    ['--base-url', options.baseUrl],
    ['--plan', options.plan],
    ['--key-file', options.keyFile],
    ['--requests-per-minute', options.requestsPerMinute],
    ['--seed', options.demoSeed],
  ];
  return [
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    ...(options.demoSeed === undefined ? [] : ['--demo']),
    ...(options.open === true ? [] : ['--no-open']),
  ];
}

/** Resolves once a process has ended and all it wrote has been read. */
export async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise<void>((resolve) => child.once('close', () => resolve()));
  return child.exitCode;
}

/** Starts it and waits for its line. Rejects, with what it said, when it ends before. */
export async function runWeb(options: WebOptions): Promise<WebProcess> {
  const command = options.command ?? 'web';
  const program =
    options.isBuilt === true ? [`dist/host/${command}.js`] : ['electron/launch/launch.mjs', command];
  const child = spawn(process.execPath, [...program, ...argumentsOf(options)], {
    cwd: PROJECT,
    env: {
      ...process.env,
      ...(options.key === undefined ? {} : { CUADRA_API_KEY: options.key }),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = waitForExit(child);
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      const found = /https?:\/\/\S+/.exec(line);
      if (found !== null) resolve(found[0]);
    });
    void ended.then((code) => reject(new Error(`The host ended with ${code}:\n${printed}`)));
  });
  return {
    pid: child.pid ?? 0,
    address,
    output: () => printed,
    ended,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
}
