import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockProfile, profileInUseError } from '#electron/accounts/profile-lock.ts';
import { openEntrance } from '#electron/browser-host/entrance.ts';
import { runBrowserHost } from '#electron/browser-host/run.ts';
import { modeShown } from '#test/runner/systems.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

let profile: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'cuadra-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(profile, { recursive: true, force: true });
});

const file = () => join(profile, 'running.json');

const SCRIPT = `
import { lockProfile } from '#electron/accounts/profile-lock.ts';
const taken = await lockProfile(process.argv[1] ?? '');
if (taken.kind === 'locked') await taken.lock.writeAddress('http://127.0.0.1:1');
process.stdout.write(taken.kind + '\\n');
setInterval(() => undefined, 1000);
`;

/** Another process that tries to take the profile, and stays. */
async function otherProcess(): Promise<{
  readonly kind: string;
  readonly pid: number;
  readonly kill: () => Promise<void>;
}> {
  const child = spawn(
    process.execPath,
    ['--import', TYPESCRIPT_LOADER, '--input-type=module', '-e', SCRIPT, profile],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const kind = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (data) => resolve(String(data).trim())),
  );
  return {
    kind,
    pid: child.pid ?? 0,
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

describe('the lock of a profile', () => {
  it('is a file of the user alone, and goes when it is released', async () => {
    const taken = await lockProfile(profile);
    if (taken.kind !== 'locked') throw new Error('It should have been free.');
    expect((await stat(file())).mode & 0o777).toBe(modeShown(0o600));
    await taken.lock.writeAddress('http://127.0.0.1:4610/');
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({
      pid: process.pid,
      address: 'http://127.0.0.1:4610/',
    });
    await taken.lock.release();
    expect(await readdir(profile)).toEqual([]);
  });

  it('keeps a second process away, and says which one is the first', async () => {
    const other = await otherProcess();
    expect(other.kind).toBe('locked');
    const taken = await lockProfile(profile);
    if (taken.kind !== 'held') throw new Error('It should have been held.');
    expect(taken.holder.pid).toBe(other.pid);
    expect(profileInUseError(taken).problem).toEqual({ kind: 'held', pid: other.pid, file: file() });
  });

  it('of a process that was killed is taken over', async () => {
    const other = await otherProcess();
    await other.kill();
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: other.pid });
    const taken = await lockProfile(profile);
    if (taken.kind !== 'locked') throw new Error('It should have been free.');
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: process.pid });
    await taken.lock.release();
    expect(await readdir(profile)).toEqual([]);
  });

  it('goes to one alone of many that come at once', async () => {
    await writeFile(
      file(),
      JSON.stringify({ pid: 2 ** 22 + 1, mark: 'gone', sinceStartMs: 1, address: null }),
    );
    const all = await Promise.all([otherProcess(), otherProcess(), otherProcess(), otherProcess()]);
    expect(all.map(({ kind }) => kind).sort()).toEqual(['held', 'held', 'held', 'locked']);
  });

  it.each([
    ['no lock at all', 'hello'],
    ['half a lock', '{"pid":1,'],
    [
      'of another process of the same number',
      { pid: process.pid, mark: '1', sinceStartMs: 0, address: null },
    ],
    [
      'of our number, where nothing tells processes apart',
      { pid: process.pid, mark: null, sinceStartMs: 0, address: null },
    ],
    [
      'from before the machine was started',
      { pid: process.ppid, mark: null, sinceStartMs: 1e15, address: null },
    ],
    ['of nobody', { pid: 2 ** 22 + 1, mark: null, sinceStartMs: 0, address: null }],
  ])('that is %s holds nothing', async (_, content) => {
    await writeFile(file(), typeof content === 'string' ? content : JSON.stringify(content));
    expect((await lockProfile(profile)).kind).toBe('locked');
  });

  it('holds where the system does not tell processes apart and the process is there', async () => {
    const holder = { pid: process.ppid, mark: null, sinceStartMs: 0, address: null };
    await writeFile(file(), JSON.stringify(holder));
    const taken = await lockProfile(profile);
    expect(taken).toMatchObject({ kind: 'held', holder });
  });

  it('holds where the process is another user’s, which a signal may not reach', async () => {
    const holder = { pid: 2 ** 22 + 1, mark: null, sinceStartMs: 0, address: null };
    await writeFile(file(), JSON.stringify(holder));
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    try {
      expect(await lockProfile(profile)).toMatchObject({ kind: 'held', holder });
      expect(kill).toHaveBeenCalledWith(holder.pid, 0);
    } finally {
      kill.mockRestore();
    }
  });

  it('is not taken away by who no longer has it', async () => {
    const taken = await lockProfile(profile);
    if (taken.kind !== 'locked') throw new Error('It should have been free.');
    await rm(file());
    const other = await otherProcess();
    await taken.lock.release();
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ pid: other.pid });
  });
});

describe('a second browser host on a profile', () => {
  async function runSecond(...options: string[]) {
    const said = { out: '', err: '' };
    const hear = (to: 'out' | 'err') => (text: string | Uint8Array) => {
      said[to] += String(text);
      return true;
    };
    const spies = [
      vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
      vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    ];
    try {
      const args = ['--profile-dir', profile, '--no-open', '--port', '0', ...options];
      return { code: await runBrowserHost(args, { CUADRA_API_KEY: 'k' }), ...said };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  it('does not run: it prints an address to the first one, good once', async () => {
    const other = await otherProcess();
    const { code, out, err } = await runSecond();
    expect(code).toBe(0);
    expect(err).toContain(`as process ${other.pid}`);
    const [, given = ''] = /^http:\/\/127\.0\.0\.1:1\/\?code=([\w-]{43})\n$/.exec(out) ?? [];
    expect(err).not.toContain('code=');
    expect((await readdir(profile)).sort()).toEqual(['entrance', 'running.json']);
    const first = openEntrance(profile);
    expect([await first.spend(given), await first.spend(given)]).toEqual([true, false]);
  });

  it('fails where it was asked for an account: the first one does not open it', async () => {
    await otherProcess();
    expect((await runSecond('--base-url', 'https://api.example', '--plan', 'pro')).code).toBe(1);
  });

  it('has no address to print where the first one is the desktop app', async () => {
    const taken = await lockProfile(profile);
    if (taken.kind !== 'locked') throw new Error('It should have been free.');
    expect(await runSecond()).toMatchObject({ code: 1, out: '' });
    await taken.lock.release();
  });
});
