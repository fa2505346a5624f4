import { spawnSync } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { factsOf, openErrorLog, recordUncaught } from '#electron/app/error-log.ts';
import { modeShown } from '#test/runner/systems.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const KEY = 'k-7f3a9c1e5b2d8046';
const ROW = '20099887766;Polera;15990';

let profile: string;
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'cuadra-errors-'));
});
afterEach(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

const open = () =>
  openErrorLog({ profileDirectory: profile, version: '0.1.0', program: PROJECT, now: () => 0 });
const written = () => readFile(open().path, 'utf8');

/** An error thrown by a file of the program. */
function thrownWithin(message: string): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at readRow (${PROJECT}electron/main.ts:12:34)\n    at process (node:internal/process:1:2)\n    at ${PROJECT}node_modules/zod/index.js:1:1\n    at /home/ana/clientes.ts:3:4`;
  return error;
}

describe('the log of errors', () => {
  it('says when, what kind of error and where in the program, in a private file', async () => {
    const cause = Object.assign(new Error(KEY), { code: 'ENOSPC' });
    const error = Object.assign(thrownWithin(`cannot read ${ROW}`), { cause });
    open().record('uncaught-exception', error);
    expect(await written()).toMatch(
      /^1970-01-01T00:00:00\.000Z Cuadra 0\.1\.0 uncaught-exception\n {2}TypeError\n {4}at electron\/main\.ts:12:34\n {2}because of Error ENOSPC\n/,
    );
    expect((await stat(open().path)).mode & 0o777).toBe(modeShown(0o600));
  });

  it('names a version that is one, whatever its digits, and no other text', async () => {
    const versionOf = async (version: string) => {
      const log = openErrorLog({ profileDirectory: profile, version, program: PROJECT, now: () => 0 });
      log.record('start', null);
      return (await readFile(log.path, 'utf8')).trim().split('\n').at(-2)?.split(' ')[2];
    };
    for (const version of ['0.1.0', '12.34.567']) expect(await versionOf(version)).toBe(version);
    for (const version of [KEY, `1.2.3 ${KEY}`, `${KEY} 1.2.3`, '1.2', '1.2.3-b', 'v1.2.3', ''])
      expect(await versionOf(version), version).toBe('?');
  });

  it('takes the place of a link, and leaves what that leads to', async () => {
    const log = open();
    const elsewhere = join(profile, 'elsewhere');
    await writeFile(elsewhere, 'mine');
    await mkdir(join(profile, 'logs'));
    await symlink(elsewhere, log.path);
    log.record('start', new Error('x'));
    expect([await readFile(elsewhere, 'utf8'), (await lstat(log.path)).isFile()]).toEqual(['mine', true]);
    expect(await written()).toContain('start');
  });

  it('tells of processes that went in Electron’s words alone', async () => {
    const log = open();
    log.recordGone({ reason: 'crashed', exitCode: 139, type: null });
    log.recordGone({ reason: KEY, exitCode: Number.NaN, type: ROW });
    expect((await written()).split('\n').filter((line) => line.startsWith('  '))).toEqual([
      '  crashed, exit code 139',
      '  Unknown: other, exit code ?',
    ]);
    expect((await written()).match(/(page|child)-gone/g)).toEqual(['page-gone', 'child-gone']);
  });

  it('knows each of Electron’s reasons and kinds of processes, and no other', async () => {
    const log = open();
    const reasons = [
      ...['clean-exit', 'abnormal-exit', 'killed', 'crashed', 'oom', 'launch-failed', 'integrity-failure'],
      ...['memory-eviction', 'other', 'crash', ''],
    ];
    for (const reason of reasons) log.recordGone({ reason, exitCode: 1, type: null });
    const types = [
      'Utility',
      'Zygote',
      'Sandbox helper',
      'GPU',
      'Pepper Plugin',
      'Pepper Plugin Broker',
      'gpu',
      '',
    ];
    for (const type of types) log.recordGone({ reason: 'oom', exitCode: 1, type });
    const facts = (await written()).split('\n').filter((line) => line.startsWith('  '));
    expect(facts).toEqual([
      ...reasons.slice(0, 8).map((reason) => `  ${reason}, exit code 1`),
      ...Array.from({ length: 3 }, () => '  other, exit code 1'),
      ...types.slice(0, 6).map((type) => `  ${type}: oom, exit code 1`),
      ...Array.from({ length: 2 }, () => '  Unknown: oom, exit code 1'),
    ]);
  });

  it('has a code of an error where it is one of the system or of Node', () => {
    const named = (code: unknown) => factsOf(Object.assign(new Error('x'), { code, stack: '' }), PROJECT)[0];
    expect(['ENOSPC', 'ERR_INVALID_ARG_TYPE', 'ERR_invalid', 'ESECRET', 5, null].map(named)).toEqual([
      ...['Error ENOSPC', 'Error ERR_INVALID_ARG_TYPE', 'Error', 'Error', 'Error', 'Error'],
    ]);
  });

  it('has no place in a file that is another machine’s or cannot be named', () => {
    const placed = (file: string) =>
      factsOf(Object.assign(new Error('x'), { stack: `Error: x\n    at read (${file}:1:2)` }), PROJECT);
    for (const file of [
      'file://server/electron/main.ts',
      'file:///%2F',
      'electron/main.ts',
      '/electron/main.ts',
    ])
      expect(placed(file), file).toEqual(['Error']);
    expect(placed(`file://${PROJECT}electron/main.ts`)).toEqual(['Error', '  at electron/main.ts:1:2']);
  });

  it('has no place in a file of the program whose name is not like those of its own', async () => {
    await mkdir(join(profile, 'dist'));
    const placed = async (name: string) => {
      await writeFile(join(profile, 'dist', name), '');
      const stack = `Error: x\n    at read (${join(profile, 'dist', name)}:1:2)`;
      return factsOf(Object.assign(new Error('x'), { stack }), profile).slice(1);
    };
    expect(await placed('main.js')).toEqual(['  at dist/main.js:1:2']);
    expect(await placed('main.js+clientes')).toEqual([]);
    expect(await placed('a'.repeat(200))).toHaveLength(1);
    expect(await placed('a'.repeat(201))).toEqual([]);
  });

  it('takes of a page’s errors the places in files that there are, and a few a minute', async () => {
    await mkdir(join(profile, 'dist/renderer/assets'), { recursive: true });
    await writeFile(join(profile, 'dist/renderer/assets/app.js'), '');
    let nowMs = 0;
    const log = openErrorLog({
      profileDirectory: profile,
      version: '0.1.0',
      program: profile,
      now: () => nowMs,
    });
    const place = (file: string) => ({ file, row: 3, column: 4 });
    const places = [place('assets/app.js'), place(`assets/${KEY}.js`), place('../../accounts.json')];
    log.recordPage({ kind: 'page-screen', errors: [{ name: 'TypeError', places }, null] });
    const text = await readFile(log.path, 'utf8');
    expect(text.split('\n').slice(0, -1)).toEqual([
      '1970-01-01T00:00:00.000Z Cuadra 0.1.0 page-screen',
      '  TypeError',
      '    at dist/renderer/assets/app.js:3:4',
      '  no error, but a value',
    ]);
    const heads = async () => (await readFile(log.path, 'utf8')).match(/page-/g)?.length;
    for (let time = 0; time < 50; time += 1) log.recordPage({ kind: 'page-exception', errors: [null] });
    expect(await heads()).toBe(20);
    nowMs += 60_000;
    log.recordPage({ kind: 'page-exception', errors: [null] });
    expect(await heads()).toBe(21);
  });

  it('holds nothing of what an error says, however it says it', () => {
    const secret = fc.constantFrom(
      KEY,
      ROW,
      `\n    at ${KEY} (${PROJECT}electron/main.ts:1:1)`,
      `\n    at ${PROJECT}${KEY}.ts:1:1`,
    );
    const text = fc.tuple(fc.string(), secret, fc.string()).map((parts) => parts.join(''));
    const hostile = fc.record({
      name: text,
      message: text,
      code: text,
      stack: fc.option(text, { nil: undefined }),
      cause: fc.option(text, { nil: undefined }),
    });
    fc.assert(
      fc.property(hostile, fc.boolean(), ({ name, message, code, stack, cause }, isLate) => {
        const error = new Error(isLate ? 'before' : message, {
          cause: cause === undefined ? null : new Error(cause),
        });
        Object.assign(error, {
          name,
          code,
          ...(isLate ? { message } : {}),
          ...(stack === undefined ? {} : { stack }),
        });
        const facts = factsOf(error, PROJECT).join('\n');
        expect(facts).not.toContain(KEY);
        expect(facts).not.toContain('Polera');
        expect(facts).not.toContain('20099887766');
        for (const line of facts.split('\n'))
          expect(line).toMatch(
            /^(?:because of )?(?:Error|no error, but a value)$|^ {2}at (?:test|electron)\/[\w./-]+:\d+:\d+$/,
          );
      }),
      { numRuns: 250 },
    );
  });

  it('takes what is no error, and errors whose members throw', () => {
    const trap = new Proxy(new Error(KEY), {
      get: () => {
        throw new Error(KEY);
      },
    });
    for (const value of [KEY, { message: KEY }, null, undefined, trap, Symbol(KEY)])
      expect(factsOf(value, PROJECT)).toEqual(['no error, but a value']);
    const circle = new Error('round');
    circle.cause = circle;
    expect(factsOf(circle, PROJECT).length).toBeLessThan(200);
  });

  it('begins anew when it is full, keeps the one before, and changes nothing where it cannot be written', async () => {
    const log = open();
    log.record('start', new Error('x'));
    await writeFile(log.path, 'x'.repeat(2 ** 20));
    log.record('start', new Error('x'));
    expect((await stat(log.path)).size).toBeLessThan(5000);
    expect((await readdir(join(profile, 'logs'))).toSorted()).toEqual(['errors-before.log', 'errors.log']);
    const file = join(profile, 'file');
    await writeFile(file, '');
    await chmod(file, 0o400);
    const unable = openErrorLog({ profileDirectory: file, version: '0.1.0', program: PROJECT });
    expect(() => unable.record('start', new Error('x'))).not.toThrow();
  });

  it('gets what nobody catches, and the process ends as it did', async () => {
    const program = `
      import { openErrorLog, recordUncaught } from '#electron/app/error-log.ts';
      const log = openErrorLog({ profileDirectory: ${JSON.stringify(profile)}, version: '0.1.0', program: ${JSON.stringify(PROJECT)} });
      recordUncaught(log, 'thrown');
      void Promise.reject(new RangeError('${KEY}'));`;
    const args = ['--import', TYPESCRIPT_LOADER, '--input-type=module', '-e', program];
    expect(spawnSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' }).status).toBe(1);
    const listening = () =>
      ['uncaughtExceptionMonitor', 'unhandledRejection'].map((event) => process.listenerCount(event));
    const [exceptions = 0, rejections = 0] = listening();
    const stop = recordUncaught(open(), 'recorded');
    expect(listening()).toEqual([exceptions + 1, rejections + 1]);
    const told = process as EventEmitter;
    told.emit('uncaughtExceptionMonitor', thrownWithin(ROW), 'uncaughtException');
    told.emit('uncaughtExceptionMonitor', new SyntaxError(ROW), 'unhandledRejection');
    // To ours alone: whoever runs the tests listens too.
    told.listeners('unhandledRejection').at(-1)?.(new EvalError(ROW));
    stop();
    const stopThrown = recordUncaught(open(), 'thrown');
    expect(listening()).toEqual([exceptions + 1, rejections]);
    stopThrown();
    expect(listening()).toEqual([exceptions, rejections]);
    const log = await written();
    expect(log).toContain('unhandled-rejection\n  RangeError');
    expect(log).toContain('uncaught-exception\n  TypeError\n    at electron/main.ts:12:34');
    expect(log).toContain('unhandled-rejection\n  SyntaxError');
    expect(log).toContain('unhandled-rejection\n  EvalError');
    expect(log).not.toContain(KEY);
    expect(log).not.toContain('Polera');
  });
});
