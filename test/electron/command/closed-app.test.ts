import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BeginApp, lineToClosedApp, nextStep } from '#electron/command/closed-app.ts';
import { EXIT } from '#electron/command/failures.ts';
import { runCommand } from '#electron/command/run.ts';
import { type AppEnd, type StandbyApp, startStandby } from '#electron/command/standby-app.ts';
import { OPENED_LINE, startFailureLine } from '#electron/desktop/standby-lines.ts';
import type { AppLine } from '#electron/programs/ask-app.ts';
import { openProgramLine, type ProgramLine } from '#electron/programs/program-line.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { LINE_FILE } from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { answerOf } from '#test/electron/programs/answers.ts';

/** Asking while the app is closed: it is begun out of sight, waited for, asked. */

const running: StandbyApp = { ended: () => null, isOpened: () => false, kill: () => undefined };
const ended = (how: string, why: string | null = null): StandbyApp => ({
  ended: () => ({ how, why }),
  isOpened: () => false,
  kill: () => undefined,
});

/** A profile that the desktop app has had, or a browser host. */
async function closedProfile(file: 'chromium.json' | 'accounts.json' | null): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'cuadra-closed-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  if (file !== null) await writeFile(join(profile, file), '{}');
  return profile;
}

const HERE = { LANG: 'en_US.UTF-8', DISPLAY: ':0' };

function run(begin: BeginApp | null, profile: string, ...args: readonly string[]) {
  return runIn(HERE, begin, profile, ...args);
}

async function runIn(
  environment: NodeJS.ProcessEnv,
  begin: BeginApp | null,
  profile: string,
  ...args: readonly string[]
) {
  const written = { out: '', said: '' };
  const exit = await runCommand(['totals', ...args, '--profile-dir', profile], environment, '9.9', {
    out: (text) => {
      written.out += text;
    },
    say: (text) => {
      written.said += text;
    },
    isTerminal: false,
    input: Readable.from([]),
    begin,
    directory: '/',
  });
  return { exit, ...written };
}

/** Begins an app that answers. */
const answering: BeginApp = async (profileDirectory) => {
  const line = await openProgramLine({ profileDirectory, app: '9.9', ask: async ({ ask }) => answerOf(ask) });
  onTestFinished(line.stop);
  return running;
};

describe('a command that finds the app closed', () => {
  it('begins it on the profile that the desktop app has had, says so, and asks', async () => {
    const profile = await closedProfile('chromium.json');
    const begun: string[] = [];
    const { exit, out, said } = await run((directory) => {
      begun.push(directory);
      return answering(directory);
    }, profile);
    expect([exit, begun, said]).toEqual([
      EXIT.answered,
      [profile],
      'Cuadra is closed: it opens without a window to answer…\n',
    ]);
    expect(JSON.parse(out)).toMatchObject({ version: 1, ask: 'totals' });
  });

  it('begins nothing where one answers, where the copy is in a browser, or where nothing is', async () => {
    const never: BeginApp = () => Promise.reject(new Error('It was begun.'));
    const open = await closedProfile('chromium.json');
    await answering(open);
    expect((await run(never, open)).exit).toBe(EXIT.answered);
    const browser = await run(never, await closedProfile('accounts.json'));
    expect([browser.exit, browser.out]).toEqual([EXIT.unreachable, '']);
    expect(browser.said).toContain('lives in your browser');
    const none = await run(never, await closedProfile(null));
    expect([none.exit, none.said]).toEqual([EXIT.unreachable, expect.stringContaining('not running')]);
  });

  it('says that it is closed where the app’s program is not at hand', async () => {
    const profile = await closedProfile('chromium.json');
    for (const begin of [null, async () => null]) {
      const { exit, said } = await run(begin, profile);
      expect([exit, said]).toEqual([EXIT.unreachable, expect.stringMatching(/^Cuadra is not running\. /)]);
    }
  });

  it.runIf(process.platform === 'linux')(
    'begins nothing where there is no display, and says so',
    async () => {
      const profile = await closedProfile('chromium.json');
      const never: BeginApp = () => Promise.reject(new Error('It was begun.'));
      const { exit, out, said } = await runIn({ LANG: 'en_US.UTF-8', DISPLAY: '' }, never, profile);
      expect([exit, out, said]).toEqual([EXIT.unreachable, '', expect.stringContaining('WAYLAND_DISPLAY')]);
    },
  );

  it('says in the app’s own words why it could not start, or how it ended', async () => {
    const profile = await closedProfile('chromium.json');
    const held = await run(async () => ended('1', 'Another Cuadra uses this folder.'), profile);
    expect(held.exit).toBe(EXIT.unreachable);
    expect(held.said).toMatch(/\nAnother Cuadra uses this folder\.\n$/);
    const crashed = await run(async () => ended('SIGTRAP'), profile);
    expect([crashed.exit, crashed.out]).toEqual([EXIT.unreachable, '']);
    expect(crashed.said).toContain('could not open to answer (SIGTRAP)');
  });

  it('takes no file of an app that died for one that answers, and waits for the new one', async () => {
    const profile = await closedProfile('chromium.json');
    const dead = { path: join(profile, 'programs.sock'), secret: 'of before', app: '9.8' };
    await writeFile(join(profile, LINE_FILE), JSON.stringify(dead));
    const { exit } = await run(answering, profile);
    expect(exit).toBe(EXIT.answered);
  });

  it.each(LANGUAGES)('tells in %s what its help promises of a closed app', async (language) => {
    const profile = await closedProfile(null);
    const help = await run(null, profile, '--help', '--language', language);
    const { said } = await run(answering, await closedProfile('chromium.json'), '--language', language);
    expect(said.split('\n')).toHaveLength(2);
    expect(help.out.split('\n').length).toBeGreaterThan(40);
  });
});

describe('an app that is begun for an assistant', () => {
  it('is not begun where the user lets none ask', async () => {
    const profile = await closedProfile('chromium.json');
    const { serveMcp } = await import('#electron/command/serve-mcp.ts');
    const { commandWordsOf } = await import('#electron/i18n/command/command-words.ts');
    const begun: string[] = [];
    const serve = async () => {
      const out: string[] = [];
      const said: string[] = [];
      const question = { name: 'cuadra_status', arguments: {} };
      const calls = [1, 2].map((id) =>
        JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: question }),
      );
      await serveMcp(
        { profileDirectory: profile, environment: HERE, words: commandWordsOf('en'), version: '9.9' },
        {
          input: Readable.from([`${calls.join('\n')}\n`]),
          out: (text) => void out.push(text),
          say: (text) => void said.push(text),
          begin: (directory) => {
            begun.push(directory);
            return answering(directory);
          },
        },
      );
      return { answers: out.map((text) => JSON.parse(text).result), said: said.join('') };
    };
    const off = await serve();
    expect(begun).toEqual([]);
    expect(off.answers).toEqual([
      expect.objectContaining({ isError: true }),
      expect.objectContaining({ isError: true }),
    ]);
    expect(off.said).toContain('Assistants may not ask');
    await writeFile(join(profile, 'assistants.json'), JSON.stringify({ version: 1, access: 'figures' }));
    const on = await serve();
    // Once for both, on one line.
    expect(begun).toEqual([profile]);
    expect(on.answers.map(({ isError }) => isError)).toEqual([undefined, undefined]);
    expect(on.said).toBe('Cuadra is closed: it opens without a window to answer…\n');
  });
});

describe('an assistant’s line', () => {
  it('is said at once not to be had where the copy is a browser’s: that is not begun', async () => {
    const profile = await closedProfile('accounts.json');
    const { serveMcp } = await import('#electron/command/serve-mcp.ts');
    const { commandWordsOf } = await import('#electron/i18n/command/command-words.ts');
    const words = commandWordsOf('en');
    const said: string[] = [];
    const input = new PassThrough();
    const served = serveMcp(
      { profileDirectory: profile, environment: HERE, words, version: '9.9' },
      {
        ...{ input, out: () => undefined, say: (text) => void said.push(text) },
        begin: () => Promise.reject(new Error('It is begun.')),
      },
    );
    await expect.poll(() => said, { interval: 5 }).toEqual([`${words('command.copy-in-browser')}\n`]);
    input.end();
    await served;
  });

  it('is taken anew where the app was closed since, and kept while it is open', async () => {
    const profile = await closedProfile('chromium.json');
    await writeFile(join(profile, 'assistants.json'), JSON.stringify({ version: 1, access: 'figures' }));
    const { serveMcp } = await import('#electron/command/serve-mcp.ts');
    const { commandWordsOf } = await import('#electron/i18n/command/command-words.ts');
    const apps: ProgramLine[] = [];
    const askers: number[] = [];
    const begin: BeginApp = async (profileDirectory) => {
      const app = await openProgramLine({
        ...{ profileDirectory, app: '9.9', ask: async ({ ask }) => answerOf(ask) },
        onAskers: (count) => void askers.push(count),
      });
      onTestFinished(app.stop);
      apps.push(app);
      return running;
    };
    const input = new PassThrough();
    const answers: { result?: { isError?: boolean } }[] = [];
    const served = serveMcp(
      { profileDirectory: profile, environment: HERE, words: commandWordsOf('en'), version: '9.9' },
      { input, out: (text) => void answers.push(JSON.parse(text)), say: () => undefined, begin },
    );
    const ask = async () => {
      const [id, params] = [answers.length, { name: 'cuadra_status', arguments: {} }];
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
      await expect.poll(() => answers.length, { interval: 5 }).toBe(id + 1);
      return answers.at(-1)?.result?.isError === true ? 'failed' : 'answered';
    };
    expect([await ask(), await ask(), apps.length, askers]).toEqual(['answered', 'answered', 1, [1]]);
    await apps[0]?.stop();
    // Its end may not have been heard yet.
    await expect.poll(ask, { interval: 5 }).toBe('answered');
    expect(apps.length).toBe(2);
    input.end();
    await served;
  });
});

describe('waiting for a closed app', () => {
  const end = (how: string): AppEnd => ({ how, why: null });

  it('goes on until it answers, ends or a minute has passed', () => {
    const step = (of: AppEnd | null, sinceBegunMs: number, waitedMs = sinceBegunMs, begun = 1) =>
      nextStep({ end: of, begun, sinceBegunMs, waitedMs });
    expect([step(null, 0), step(null, 59_999), step(null, 60_000)]).toEqual(['wait', 'wait', 'late']);
    expect([step(end('1'), 0), step(end('SIGSEGV'), 60_000)]).toEqual(['failed', 'failed']);
    // It gave way to another one, which may be ending.
    expect([step(end('0'), 0), step(end('0'), 1999), step(end('0'), 2000)]).toEqual([
      'wait',
      'wait',
      'begin',
    ]);
    expect([step(end('0'), 7999, 20_000, 3), step(end('0'), 8000, 20_000, 3)]).toEqual(['wait', 'begin']);
    expect(step(end('0'), 100, 60_000)).toBe('late');
  });

  it('begins again where the one it gave way to was ending, and tells that it takes long', async () => {
    let nowMs = 0;
    const told: number[] = [];
    const line: AppLine = { ask: async () => answerOf('totals'), close: () => undefined, isOpen: () => true };
    const begunAt: number[] = [];
    const found = await lineToClosedApp({
      begin: async () => {
        begunAt.push(nowMs);
        return begunAt.length === 3 ? running : ended('0');
      },
      open: async () => {
        nowMs += 1500;
        if (nowMs === 1500) throw new RpcError(CHANNEL_CLOSED, 'It is ending.');
        if (nowMs === 3000) throw new RpcError('not-let-in', 'Of the one before.');
        return begunAt.length === 3 ? line : null;
      },
      waiting: (seconds) => void told.push(seconds),
      nowMs: () => nowMs,
    });
    // Later each time.
    expect([found, begunAt, told]).toEqual([line, [0, 3000, 7500], [0, 6]]);
  });

  it.each([
    ['what never answered is ended', false, ['kill']],
    ['what its user has opened goes on', true, []],
  ])('is given up after a minute, and %s', async (_, isOpened, killed) => {
    let nowMs = 0;
    const kills: string[] = [];
    const given = lineToClosedApp({
      begin: async () => ({ ...running, isOpened: () => isOpened, kill: () => void kills.push('kill') }),
      open: async () => {
        nowMs += 30_000;
        return null;
      },
      waiting: () => undefined,
      nowMs: () => nowMs,
    });
    await expect(given).rejects.toThrow('There is no app to ask.');
    expect([kills, nowMs]).toEqual([killed, 60_000]);
  });

  it('ends at once with what an app of another version says', async () => {
    const other = lineToClosedApp({
      begin: async () => running,
      open: () => Promise.reject(new RpcError('other-version', '')),
      waiting: () => undefined,
    });
    await expect(other).rejects.toMatchObject({ code: 'other-version' });
  });
});

describe('the app’s process', () => {
  /** A program that does what is written, with the arguments it is given. */
  async function playing(script: string) {
    const profile = await closedProfile(null);
    await mkdir(join(profile, 'p'));
    const file = join(profile, 'app.mjs');
    await writeFile(file, script);
    return startStandby({ file: process.execPath, args: [file] }, join(profile, 'p'));
  }
  const untilEnded = async (app: StandbyApp): Promise<AppEnd> => {
    await expect.poll(app.ended, { timeout: 20_000, interval: 10 }).not.toBeNull();
    const end = app.ended();
    if (end === null) throw new Error('It runs.');
    return end;
  };

  it('is begun on standby on its profile, and heard where it could not start', async () => {
    const line = JSON.stringify(startFailureLine('No room.'));
    const app = await playing(`
      console.error('[1:ERROR:gpu] noise');
      process.stderr.write(${line});
      const args = process.argv.slice(2).map((word) => word.replace(/=.*/, ''));
      process.exitCode = args.join() === '--standby,--profile-dir' && !process.env.CUADRA_API_KEY ? 7 : 8;
    `);
    expect(await untilEnded(app)).toEqual({ how: '7', why: 'No room.' });
  });

  it('that cannot be begun says what the system says', async () => {
    const app = startStandby({ file: join(tmpdir(), 'no-such-program'), args: [] }, tmpdir());
    expect(await untilEnded(app)).toEqual({ how: expect.stringContaining('ENOENT'), why: null });
  });

  it('is ended where it never answers', async () => {
    const app = await playing('setInterval(() => undefined, 1000);');
    expect(app.ended()).toBeNull();
    app.kill();
    expect((await untilEnded(app)).how).not.toBe('0');
  });

  it('says that its user has opened it, among other lines', async () => {
    const app = await playing(`
      process.stderr.write('[1:WARNING] noise\\n' + ${JSON.stringify(OPENED_LINE)});
      setInterval(() => undefined, 1000);
    `);
    await expect.poll(app.isOpened, { timeout: 20_000, interval: 10 }).toBe(true);
    expect(app.ended()).toBeNull();
    app.kill();
    await untilEnded(app);
  });

  it('is heard however much Chromium says in between', async () => {
    const app = await playing(`
      process.stderr.write(${JSON.stringify(OPENED_LINE)} + 'noise\\n'.repeat(20_000));
      process.stderr.write(${JSON.stringify(startFailureLine('No room.'))});
    `);
    expect([(await untilEnded(app)).why, app.isOpened()]).toEqual(['No room.', true]);
  });
});
