import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PORT, defaultProfileDirectory, readOptions } from '#electron/browser-host/options.ts';

const KEY = { CUADRA_API_KEY: 'k-1' };

function wrong(args: readonly string[], environment = {}): string {
  const read = readOptions(args, environment);
  return read.kind === 'wrong' ? read.message : `(${read.kind})`;
}

describe('readOptions', () => {
  it('needs nothing', () => {
    expect(readOptions([], KEY)).toEqual({
      kind: 'options',
      options: {
        port: DEFAULT_PORT,
        account: null,
        profileDirectory: null,
        exportDirectory: null,
        requestsPerMinute: null,
        demo: false,
        seed: null,
        open: true,
      },
    });
  });

  it('reads an account from the address, the plan and the environment', () => {
    const args = ['--base-url', 'https://api.example/v1/', '--plan', 'pro', '--no-open', '--port=0'];
    expect(
      readOptions([...args, '--requests-per-minute', '600', '--profile-dir', 'p', '--export-dir', 'e'], KEY),
    ).toEqual({
      kind: 'options',
      options: {
        port: 0,
        account: { baseUrl: 'https://api.example/v1', plan: 'pro', key: { kind: 'text', key: 'k-1' } },
        profileDirectory: 'p',
        exportDirectory: 'e',
        requestsPerMinute: 600,
        demo: false,
        seed: null,
        open: false,
      },
    });
  });

  it('takes each option for what it is alone', () => {
    const none = readOptions([], {});
    const changed = (...args: readonly string[]) => {
      const read = readOptions(args, {});
      if (read.kind !== 'options' || none.kind !== 'options') throw new Error(read.kind);
      const before = new Map(Object.entries(none.options));
      return Object.entries(read.options).filter(([name, value]) => before.get(name) !== value);
    };
    expect(changed('--profile-dir', 'p')).toEqual([['profileDirectory', 'p']]);
    expect(changed('--export-dir', 'e')).toEqual([['exportDirectory', 'e']]);
    expect(changed('--port', '1')).toEqual([['port', 1]]);
    expect(changed('--requests-per-minute', '7')).toEqual([['requestsPerMinute', 7]]);
    expect(changed('--seed', '0')).toEqual([['seed', 0]]);
    expect(changed('--demo')).toEqual([['demo', true]]);
    expect(changed('--no-open')).toEqual([['open', false]]);
  });

  it('says what is wrong, and never the key', () => {
    expect(wrong(['--port', '99999'])).toContain('--port');
    expect(wrong(['--port', '1e3'])).toContain('--port');
    expect(wrong(['--seed', '1.5'])).toContain('--seed');
    expect(readOptions(['--demo', '--seed', '42'], {})).toMatchObject({ options: { demo: true, seed: 42 } });
    expect(wrong(['--requests-per-minute', '0'])).toContain('--requests-per-minute');
    expect(wrong(['--plan', 'pro'], KEY)).toContain('--base-url');
    expect(wrong(['--base-url', 'https://x', '--plan', 'gold'], KEY)).toContain('free');
    expect(wrong(['--base-url', 'https://x'], KEY)).toContain('--plan');
    expect(wrong(['--base-url', 'http://api.example', '--plan', 'pro'], KEY)).toContain('https');
    expect(wrong(['--base-url', 'https://u:p@api.example', '--plan', 'pro'], KEY)).toContain('password');
    expect(wrong(['--base-url', 'https://x', '--plan', 'pro'], { CUADRA_API_KEY: '  ' })).toContain(
      'CUADRA_API_KEY',
    );
    const file = ['--key-file', 'key.txt'];
    expect(wrong(['--base-url', 'https://x', '--plan', 'pro', ...file], KEY)).toContain('not both');
    expect(wrong(file)).toContain('--base-url');
    expect(wrong(['--nonsense'])).toContain('--nonsense');
    expect(wrong(['--key', 'k-1'], KEY)).not.toContain('k-1');
  });

  it('takes numbers up to their ends, and none beyond', () => {
    const taken = (name: string) => (value: string) =>
      readOptions([`--${name}=${value}`], {}).kind === 'options';
    expect(['0', '65535', '65536', '-1', '1.5', ''].map(taken('port'))).toEqual([
      ...[true, true, false, false, false, false],
    ]);
    expect(['0', '999999999', '1000000000'].map(taken('seed'))).toEqual([true, true, false]);
    expect(['0', '1', '1000000', '1000001'].map(taken('requests-per-minute'))).toEqual([
      ...[false, true, true, false],
    ]);
    expect(readOptions(['--help', '--port', 'x'], {})).toEqual({ kind: 'help' });
  });

  it('takes the key from a file where one is named', () => {
    const read = readOptions(['--base-url', 'https://x', '--plan', 'pro', '--key-file', 'key.txt'], {});
    expect(read.kind === 'options' && read.options.account?.key).toEqual({ kind: 'file', path: 'key.txt' });
  });

  it('lets a key in the environment alone open nothing', () => {
    const read = readOptions([], KEY);
    expect(read.kind === 'options' && read.options.account).toBeNull();
  });
});

describe('defaultProfileDirectory', () => {
  it('follows the system, in a folder of its own', () => {
    const home = join('/', 'home', 'ana');
    expect(defaultProfileDirectory('linux', {}, home)).toBe(join(home, '.local/share/cuadra/browser'));
    expect(defaultProfileDirectory('linux', { XDG_DATA_HOME: '/data' }, home)).toBe(
      join('/data/cuadra/browser'),
    );
    expect(defaultProfileDirectory('linux', { XDG_DATA_HOME: 'data' }, home)).toBe(
      join(home, '.local/share/cuadra/browser'),
    );
    expect(defaultProfileDirectory('darwin', {}, home)).toContain('Application Support');
    expect(defaultProfileDirectory('win32', { LOCALAPPDATA: '/local' }, home)).toBe(
      join('/local/cuadra/browser'),
    );
  });
});
