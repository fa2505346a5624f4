import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import type { WebProcess } from '#test/runner/web-command.ts';
import { API_KEY, addressIn, codeIn, enter, type Machine, makeMachine } from './victim.ts';

/** Everybody on a machine can read the arguments of every process; whoever a process starts gets its environment. */

let machine: Machine;
let web: WebProcess;
/** The file that was opened in the browser. */
let redirect: string;
// For each test a machine of its own: what one starts and enters, another would see.
beforeEach(async () => {
  machine = await makeMachine();
  web = await machine.start();
  redirect = await machine.openedFile();
});
afterEach(() => machine.remove());

/** All that lies in the profile; a file that is just being written is there under another name in a moment. */
const entriesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    ({ name }) => !name.endsWith('.tmp'),
  );

describe('what other users of the machine read', () => {
  it('are arguments without a code, a secret or the key', async () => {
    const codes = [codeIn(web.address), codeIn(await addressIn(redirect))];
    const processes = await machine.seen();
    // The launcher, the check of the build and the opener at least.
    expect(processes.length).toBeGreaterThanOrEqual(3);
    for (const { args } of processes) {
      for (const secret of [...codes, API_KEY]) expect(args.join(' ')).not.toContain(secret);
      expect(args.join(' ')).not.toMatch(/code=|token=/);
    }
  });

  it('is nothing of the profile: every folder is 0700 and every file 0600', async () => {
    expect(redirect.startsWith(machine.profile)).toBe(true);
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(machine.profile)).toBe('700');
    const entries = await entriesOf(machine.profile);
    const files = entries.filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      expect([path, await modeOf(path)]).toEqual([path, entry.isDirectory() ? '700' : '600']);
    }
    expect(dirname(redirect)).toBe(join(machine.profile, 'entrance'));
  });
});

describe('what is kept on the disk', () => {
  it('has no code that could be read back from a file’s name, and no session', async () => {
    const [code, entered] = [codeIn(web.address), await enter(await addressIn(redirect))];
    expect(entered.status).toBe(200);
    const entries = await entriesOf(machine.profile);
    for (const entry of entries) {
      expect(entry.name).not.toContain(code);
      if (!entry.isFile()) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      for (const secret of [code, entered.session, entered.cookie.split('=')[1] ?? '', API_KEY]) {
        expect(secret.length).toBeGreaterThan(20);
        expect(text, entry.name).not.toContain(secret);
      }
    }
    // The file that led the browser in is worth nothing now, and the printed address still is.
    expect((await enter(await addressIn(redirect))).status).toBe(401);
    expect((await enter(web.address)).status).toBe(200);
  });
});

describe('what a process that was started is told', () => {
  it('is no key', async () => {
    const [launcher, ...others] = await machine.seen();
    expect(launcher?.environment.CUADRA_API_KEY).toBe(API_KEY);
    expect(others.length).toBeGreaterThanOrEqual(2);
    for (const { args, environment } of others) {
      expect([args, JSON.stringify(environment).includes(API_KEY)]).toEqual([args, false]);
    }
  });
});

describe('who comes second', () => {
  it('is told of no way in that another one could use: the address is its own, and good once', async () => {
    const second = await machine.start({ open: false });
    await second.ended;
    const [line, ...rest] = second
      .output()
      .split('\n')
      .filter((one) => one.includes('code='));
    expect([line, rest]).toEqual([second.address, []]);
    expect(codeIn(second.address)).not.toBe(codeIn(web.address));
    expect(await readFile(join(machine.profile, 'running.json'), 'utf8')).not.toContain('code');
    expect((await enter(second.address)).status).toBe(200);
    expect((await enter(second.address)).status).toBe(401);
  });
});

describe('npm start', () => {
  it('starts the desktop app without the key', async () => {
    const desktop = await makeMachine();
    try {
      await mkdir(join(desktop.folder, 'electron'));
      const program = join(desktop.folder, 'electron', 'electron');
      await writeFile(program, '#!/usr/bin/env node\n', { mode: 0o755 });
      const environment = { ELECTRON_OVERRIDE_DIST_PATH: join(desktop.folder, 'electron') };
      // It ends when the desktop app does, and never prints an address.
      await expect(desktop.start({ command: 'start', environment })).rejects.toThrow('ended with 0');
      const [launcher, ...others] = await desktop.seen();
      expect(launcher?.environment.CUADRA_API_KEY).toBe(API_KEY);
      const app = others.find(({ args }) => args[0] === program);
      expect(app?.args.slice(2)).toEqual(['--demo']);
      for (const { args, environment } of others) {
        expect([args, JSON.stringify(environment).includes(API_KEY)]).toEqual([args, false]);
      }
    } finally {
      await desktop.remove();
    }
  });
});

describe('every process that the program can start', () => {
  it('gets an environment without the key, and no compiled code from a shared folder', () => {
    vi.stubEnv('CUADRA_API_KEY', API_KEY);
    const { CUADRA_API_KEY, NODE_DISABLE_COMPILE_CACHE, OTHER } = childEnvironment({ OTHER: 'x' });
    vi.unstubAllEnvs();
    expect([CUADRA_API_KEY, NODE_DISABLE_COMPILE_CACHE, OTHER]).toEqual([undefined, '1', 'x']);
  });

  it('is started with that environment', async () => {
    const folder = fileURLToPath(new URL('../../electron', import.meta.url));
    const starting: string[] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      if (!text.includes("'node:child_process'")) continue;
      starting.push(entry.name);
      const imported = /import \{([^}]+)\} from 'node:child_process'/.exec(text)?.[1]?.split(',') ?? [];
      const calls = imported
        .map((name) => name.trim())
        .flatMap((name) => [...text.matchAll(new RegExp(`\\b${name}\\)?\\(`, 'g'))]);
      const given = [...text.matchAll(/env: childEnvironment\(/g)];
      expect([entry.name, given.length]).toEqual([entry.name, calls.length]);
    }
    expect(starting.length).toBeGreaterThanOrEqual(5);
  });
});
