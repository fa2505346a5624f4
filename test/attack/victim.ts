import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runWeb, type WebOptions, type WebProcess } from '#test/runner/web-command.ts';

/** What the attacks on the machine are tried on: `npm run web` with a key, every process that it starts written down. */

export const API_KEY = 'the-key-that-nobody-else-may-see';

/** A process as it found itself: what all others can read of it (arguments) and what it could tell (environment). */
export type SeenProcess = {
  readonly args: readonly string[];
  readonly environment: { readonly [name: string]: string };
};

export type Machine = {
  readonly folder: string;
  readonly profile: string;
  /** Starts the host, with an opener of browsers that does nothing, or with `open: false`. */
  readonly start: (options?: Partial<WebOptions>) => Promise<WebProcess>;
  /** Every Node process so far, openers of browsers among them. */
  readonly seen: () => Promise<readonly SeenProcess[]>;
  /** The file that the first opener was given, once there is one. */
  readonly openedFile: () => Promise<string>;
  readonly remove: () => Promise<void>;
};

const RECORDER = `require('node:fs').appendFileSync(
  process.env.ATTACK_SEEN,
  JSON.stringify({ args: process.argv.slice(1), environment: process.env }) + '\\n',
);`;

export async function makeMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-attack-'));
  const profile = join(folder, 'profile');
  const bin = join(folder, 'bin');
  const seen = join(folder, 'seen.jsonl');
  const recorder = join(folder, 'recorder.cjs');
  await writeFile(recorder, RECORDER);
  await writeFile(seen, '');
  await mkdir(bin);
  for (const name of ['xdg-open', 'open', 'xdg-settings']) {
    await writeFile(join(bin, name), '#!/usr/bin/env node\n');
    await chmod(join(bin, name), 0o755);
  }
  const started: WebProcess[] = [];
  const processesSeen = async () =>
    (await readFile(seen, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as SeenProcess);
  return {
    folder,
    profile,
    start: async (options = {}) => {
      const web = await runWeb({
        profileDirectory: profile,
        baseUrl: 'http://127.0.0.1:9/nothing-here',
        plan: 'pro',
        key: API_KEY,
        open: true,
        ...options,
        environment: {
          PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
          NODE_OPTIONS: `--require ${recorder}`,
          ATTACK_SEEN: seen,
          ...options.environment,
        },
      });
      started.push(web);
      return web;
    },
    seen: processesSeen,
    openedFile: async () => {
      for (let tries = 0; tries < 200; tries += 1) {
        const opener = (await processesSeen()).find(({ args }) => /[/\\](xdg-)?open$/.test(args[0] ?? ''));
        if (opener?.args[1] !== undefined) return opener.args[1];
        await delay(100);
      }
      throw new Error('No browser was opened.');
    },
    remove: async () => {
      await Promise.all(started.map((web) => web.stop('SIGKILL')));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The code in an address. */
export const codeIn = (address: string) => new URL(address).searchParams.get('code') ?? '';

export type Entered = { readonly status: number; readonly cookie: string; readonly session: string };

/** The address that a file for the browser leads to. */
export const addressIn = async (file: string) => /url=([^"]+)"/.exec(await readFile(file, 'utf8'))?.[1] ?? '';

/** Opens an address as a browser would, and takes what it is given. */
export async function enter(address: string): Promise<Entered> {
  const answer = await fetch(address, { redirect: 'manual' });
  const body = await answer.text();
  return {
    status: answer.status,
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    session: /data-session="([^"]*)"/.exec(body)?.[1] ?? '',
  };
}
