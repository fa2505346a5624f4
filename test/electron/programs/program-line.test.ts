import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAppLine } from '#electron/programs/ask-app.ts';
import { type AskPage, createAskedQuestions } from '#electron/programs/asked-questions.ts';
import { createAssistantSetting } from '#electron/programs/assistant-setting.ts';
import { openProgramLine } from '#electron/programs/program-line.ts';
import {
  type AssistantAccess,
  LINE_FILE,
  type LineFile,
  PROGRAM_CONTRACT_VERSION,
  type ProgramQuestion,
} from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { isWindows } from '#test/runner/systems.ts';
import { answerOf } from './answers.ts';

const STATUS: ProgramQuestion = { ask: 'status' };

async function folder(name = ''): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), `cuadra-line-${name}`));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function start(ask: AskPage, profileDirectory?: string): Promise<string> {
  const profile = profileDirectory ?? (await folder());
  const line = await openProgramLine({ profileDirectory: profile, app: '9.9', ask });
  onTestFinished(line.stop);
  return profile;
}

const fileOf = async (profile: string): Promise<LineFile> =>
  JSON.parse(await readFile(join(profile, LINE_FILE), 'utf8')) as LineFile;

/** Writes to the socket as a stranger would; resolves with all it got once it is closed. */
function sayTo(path: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = connect(path, () => socket.write(text));
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(got));
  });
}

const call = (id: number, name: string, input: unknown): string =>
  `${JSON.stringify({ type: 'call', id, name, input })}\n`;

const answering: AskPage = async ({ ask }) => answerOf(ask);
const never: AskPage = () => Promise.reject(new Error('A stranger was answered.'));

describe('the line of programs', () => {
  it('hands a question to the page, and its answer and progress back', async () => {
    const profile = await start(async (question, { progress }) => {
      progress(1, 3);
      return answerOf(question.ask);
    });
    const heard: number[][] = [];
    const line = await openAppLine(profile, 'command', (...far) => heard.push(far));
    expect(await line?.ask(STATUS)).toEqual(answerOf('status'));
    expect(heard).toEqual([[1, 3]]);
    line?.close();
  });

  it('is waited for no longer once it is greeted: it stays open however long nothing is asked', async () => {
    const profile = await start(answering);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const line = await openAppLine(profile, 'command', () => undefined).finally(() => {
      vi.advanceTimersByTime(3_600_000);
      vi.useRealTimers();
    });
    expect([line?.isOpen(), await line?.ask(STATUS)]).toEqual([true, answerOf('status')]);
    line?.close();
  });

  it('is let go by whoever asks where the app at its other end takes connections and says nothing', async () => {
    const profile = await folder();
    // Its system takes connections for an app that hangs.
    const path = isWindows ? `\\\\.\\pipe\\cuadra-${basename(profile)}` : join(profile, 's');
    const server = createServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => server.listen(path, resolve));
    await writeFile(join(profile, LINE_FILE), JSON.stringify({ path, secret: 'x', app: '9.9' }));
    const asked = openAppLine(profile, 'command', () => undefined, 20);
    await expect(asked).rejects.toMatchObject({ code: CHANNEL_CLOSED });
    // Closed once nobody is on it any more.
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('tells how many are on it, whenever one comes or goes, and no more once it is stopped', async () => {
    const profileDirectory = await folder();
    const counts: number[] = [];
    const line = await openProgramLine({
      profileDirectory,
      app: '9.9',
      ask: answering,
      onAskers: (count) => counts.push(count),
    });
    const [one, other] = [
      await openAppLine(profileDirectory, 'command', () => undefined),
      await openAppLine(profileDirectory, 'assistant', () => undefined),
    ];
    expect([one?.isOpen(), counts]).toEqual([true, [1, 2]]);
    one?.close();
    await expect.poll(() => counts).toEqual([1, 2, 1]);
    await line.stop();
    await expect.poll(() => [one?.isOpen(), other?.isOpen()]).toEqual([false, false]);
    expect(counts).toEqual([1, 2, 1]);
  });

  it('tells a failure by its code', async () => {
    const profile = await start(() => Promise.reject(new RpcError('unknown-month', '2024-01 – 2026-10')));
    const line = await openAppLine(profile, 'command', () => undefined);
    await expect(line?.ask(STATUS)).rejects.toMatchObject({
      code: 'unknown-month',
      message: '2024-01 – 2026-10',
    });
    line?.close();
  });

  it.skipIf(isWindows)('can be opened by its own user alone, socket and secret', async () => {
    const profile = await start(answering);
    const { path } = await fileOf(profile);
    for (const file of [path, join(profile, LINE_FILE)])
      expect((await stat(file)).mode & 0o077, file).toBe(0);
  });

  it('lies in a folder of its own where the path of the profile is too long for a socket', async () => {
    const profile = await start(answering, await folder('long'.repeat(30)));
    const { path } = await fileOf(profile);
    if (!isWindows) expect(path.startsWith(join(tmpdir(), 'cuadra-'))).toBe(true);
    expect(path.startsWith(profile)).toBe(false);
    const line = await openAppLine(profile, 'command', () => undefined);
    expect(await line?.ask(STATUS)).toEqual(answerOf('status'));
    line?.close();
  });

  it('answers nobody who does not know the secret, says so, and lets them go', async () => {
    const { path, secret } = await fileOf(await start(never));
    const greeting = (given: string) => call(1, 'greet', { secret: given, version: 1, asker: 'command' });
    const refused = (id: number) =>
      `${JSON.stringify({ type: 'result', id, ok: false, error: { code: 'not-let-in', message: '' } })}\n`;
    expect(await sayTo(path, call(1, 'ask', STATUS))).toBe(refused(1));
    for (const given of ['A'.repeat(43), '', secret.slice(0, -1), `${secret}A`])
      expect(await sayTo(path, greeting(given))).toBe(refused(1));
    expect(await sayTo(path, greeting('A'.repeat(43)) + call(2, 'ask', STATUS))).toBe(
      refused(1) + refused(2),
    );
    for (const said of ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 'x'.repeat(2 ** 20 + 1)])
      expect(await sayTo(path, said)).toBe('');
  });

  it('lets in twenty at a time', async () => {
    const profile = await start(answering);
    const lines = await Promise.all(
      Array.from({ length: 20 }, () => openAppLine(profile, 'command', () => undefined)),
    );
    expect(lines.every((line) => line !== null)).toBe(true);
    for (const line of lines) line?.close();
  });

  it('shows out who says nothing for five seconds, and nobody who greeted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const profile = await folder();
    let tellBoth = (): void => undefined;
    const areBoth = new Promise<void>((resolve) => (tellBoth = resolve));
    const onAskers = (count: number): void => (count === 2 ? tellBoth() : undefined);
    const opened = await openProgramLine({ profileDirectory: profile, app: '9.9', ask: answering, onAskers });
    onTestFinished(opened.stop);
    const { path, secret } = await fileOf(profile);
    const greeted = connect(path, () =>
      greeted.write(call(1, 'greet', { secret, version: PROGRAM_CONTRACT_VERSION, asker: 'command' })),
    );
    await once(greeted, 'data');
    const silent = connect(path);
    await areBoth;
    const shownOut = once(silent, 'close');
    vi.advanceTimersByTime(4999);
    // What is asked after it is answered while both are there.
    greeted.write(call(2, 'ask', STATUS));
    await once(greeted, 'data');
    expect([greeted.readyState, silent.readyState]).toEqual(['open', 'open']);
    vi.advanceTimersByTime(1);
    silent.resume();
    await shownOut;
    greeted.write(call(3, 'ask', STATUS));
    await once(greeted, 'data');
    greeted.destroy();
  });

  it('says to a program of another version that it is one', async () => {
    const { path, secret } = await fileOf(await start(never));
    for (const version of [PROGRAM_CONTRACT_VERSION - 1, PROGRAM_CONTRACT_VERSION + 1, 999])
      expect(await sayTo(path, call(1, 'greet', { secret, version, asker: 'command' }))).toContain(
        'other-version',
      );
  });

  it('refuses what is no question of its contract, also from who is let in', async () => {
    const { path, secret } = await fileOf(await start(never));
    const greeting = call(1, 'greet', { secret, version: 1, asker: 'command' });
    for (const asked of [{ ask: 'write' }, { ask: 'orders', limit: 1e9 }, { ask: 'totals', by: '' }, null]) {
      const got = await new Promise<string>((resolve) => {
        const socket = connect(path, () => socket.write(greeting + call(2, 'ask', asked)));
        let all = '';
        socket.on('data', (chunk: Buffer) => {
          all += chunk.toString();
          if (all.split('\n').length < 3) return;
          socket.destroy();
          resolve(all);
        });
      });
      expect(got).toContain('bad-input');
    }
  });

  it('is gone with its app, and so are its files', async () => {
    const profile = await folder();
    const line = await openProgramLine({ profileDirectory: profile, app: '9.9', ask: answering });
    const { path } = await fileOf(profile);
    await line.stop();
    expect(await openAppLine(profile, 'command', () => undefined)).toBeNull();
    if (!isWindows) await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(stat(join(profile, LINE_FILE))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('of an app that has died is none, and neither is a file that is no line’s', async () => {
    const profile = await folder();
    const reach = async (content: object | string) => {
      await writeFile(
        join(profile, LINE_FILE),
        typeof content === 'string' ? content : JSON.stringify(content),
      );
      return openAppLine(profile, 'command', () => undefined);
    };
    expect(await reach({ path: join(profile, 'gone.sock'), secret: 's', app: '9.9' })).toBeNull();
    for (const content of ['{', {}, { path: '', secret: 's', app: '9.9' }])
      expect(await reach(content)).toBeNull();
  });

  it.skipIf(isWindows)('leaves nothing of its own folder behind', async () => {
    const profile = await folder('long'.repeat(30));
    const line = await openProgramLine({ profileDirectory: profile, app: '9.9', ask: answering });
    const { path } = await fileOf(profile);
    await line.stop();
    await expect(stat(dirname(path))).rejects.toMatchObject({ code: 'ENOENT' });
    // Systems clear such folders out by themselves, and that is no failure.
    const other = await openProgramLine({ profileDirectory: profile, app: '9.9', ask: answering });
    await rm(dirname((await fileOf(profile)).path), { recursive: true });
    await other.stop();
  });

  it.skipIf(isWindows)('lies in its profile as long as systems take its path, by bytes', async () => {
    const root = await folder();
    const profileOf = async (bytes: number): Promise<string> => {
      const room = bytes - Buffer.byteLength(join(root, 'x', 'programs.sock')) + 1;
      const profile = join(root, `ñ${'x'.repeat(room - 2)}`);
      await mkdir(profile);
      return profile;
    };
    const [longest, longer] = [await profileOf(100), await profileOf(101)];
    for (const profile of [longest, longer]) await start(answering, profile);
    expect((await fileOf(longest)).path).toBe(join(longest, 'programs.sock'));
    expect((await fileOf(longer)).path.startsWith(longer)).toBe(false);
  });

  it('takes the place of one whose app died', async () => {
    const profile = await folder();
    await start(never, profile);
    // Its socket and its file are left there, as by a process that was killed.
    await start(answering, profile);
    const line = await openAppLine(profile, 'command', () => undefined);
    expect(await line?.ask(STATUS)).toEqual(answerOf('status'));
    line?.close();
  });
});

describe('what assistants may ask', () => {
  it('is nothing until the user says so, and is remembered', async () => {
    const profile = await folder();
    expect(await createAssistantSetting(profile).read()).toBe('off');
    await createAssistantSetting(profile).change('figures');
    expect(await createAssistantSetting(profile).read()).toBe('figures');
    await writeFile(join(profile, 'assistants.json'), '{"version":1,"access":"all"}');
    expect(await createAssistantSetting(profile).read()).toBe('off');
  });
});

describe('questions on their way to a page', () => {
  const listening = () => ({
    asker: 'command' as const,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  const impatient = { withPageMs: 1, withoutMs: 1 };

  it('goes to one page, whose answer is the answer', async () => {
    const asked = createAskedQuestions(
      () => undefined,
      async () => 'off',
    );
    const [one, other] = [asked.connect(), asked.connect()];
    const answer = asked.ask(STATUS, listening());
    const taken = await one.calls.takeAsked(null);
    expect(taken.map(({ question }) => question)).toEqual([STATUS]);
    expect(await other.calls.takeAsked(null)).toEqual([]);
    const { id = '' } = taken[0] ?? {};
    await other.calls.answerAsked({ id, outcome: { kind: 'answer', answer: answerOf('orders') } });
    await one.calls.answerAsked({ id, outcome: { kind: 'answer', answer: answerOf('status') } });
    expect(await answer).toEqual(answerOf('status'));
  });

  it('of assistants go as far as the user lets them: not at all, without buyers, or with them; they only read', async () => {
    const page = (access: AssistantAccess) => {
      const asked = createAskedQuestions(
        () => undefined,
        async () => access,
      );
      const { calls } = asked.connect();
      onTestFinished(asked.stop);
      return { asked, take: async () => (await calls.takeAsked(null)).map(({ hidesBuyers }) => hidesBuyers) };
    };
    const assistant = { ...listening(), asker: 'assistant' as const };
    const off = page('off');
    await expect(off.asked.ask(STATUS, assistant)).rejects.toMatchObject({ code: 'assistants-off' });
    expect(await off.take()).toEqual([]);
    for (const [access, hidesBuyers] of [['figures', true] as const, ['buyers', false] as const]) {
      const { asked, take } = page(access);
      await expect(asked.ask({ ask: 'sync' }, assistant)).rejects.toMatchObject({ code: 'assistants-read' });
      const answers = [asked.ask(STATUS, assistant), asked.ask(STATUS, listening())];
      for (const answer of answers) answer.catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      expect((await take()).toSorted()).toEqual([hidesBuyers, false].toSorted());
    }
  });

  it('about a file lets the page that took it read that file alone, and tells it no path', async () => {
    const asked = createAskedQuestions(
      () => undefined,
      async () => 'figures',
    );
    onTestFinished(asked.stop);
    const page = asked.connect();
    const at = await folder();
    const path = join(at, 'libro.xlsx');
    await writeFile(path, 'x'.repeat(2 ** 20 + 5));
    const ask = (named: string) =>
      asked.ask({ ask: 'check', path: named }, listening()).catch(() => undefined);
    const take = async () => (await page.calls.takeAsked(null))[0] ?? { id: '', question: null };
    void ask(path);
    const { id, question } = await take();
    expect(question).toEqual({ ask: 'check', path: 'libro.xlsx' });
    const sizes = [];
    for (const offset of [0, 2 ** 20, 2 ** 20 + 5]) sizes.push((await asked.read(id, offset)).length);
    expect(sizes).toEqual([2 ** 20, 5, 0]);
    await expect(asked.read('another', 0)).rejects.toMatchObject({ code: 'file-gone' });
    for (const named of [at, join(at, 'none'), 'libro.xlsx']) {
      void ask(named);
      const other = await take();
      await expect(asked.read(other.id, 0)).rejects.toMatchObject({ code: 'file-gone' });
    }
    await expect(
      asked.ask({ ask: 'check', path }, { ...listening(), asker: 'assistant' }),
    ).rejects.toMatchObject({ code: 'assistants-read' });
  });

  it('about a folder lets the page that took it write there alone, whole or not at all', async () => {
    const asked = createAskedQuestions(
      () => undefined,
      async () => 'figures',
    );
    onTestFinished(asked.stop);
    const page = asked.connect();
    const at = await folder();
    const ask = (named: string) =>
      asked.ask({ ask: 'export', form: 'csv', folder: named }, listening()).catch(() => undefined);
    const take = async () => (await page.calls.takeAsked(null))[0] ?? { id: '', question: null };
    void ask(at);
    const { id, question } = await take();
    expect(question).toMatchObject({ folder: basename(at) });
    const given = await asked.open(id, '../../uno.csv');
    await given.write(new TextEncoder().encode('a'));
    await given.cancel();
    expect(await readdir(at)).toEqual([]);
    const kept = await asked.open(id, '../../uno.csv');
    await kept.write(new TextEncoder().encode('a'));
    const end = await kept.close();
    const [name = ''] = await readdir(at);
    expect(end).toEqual({ kind: 'file', path: join(at, name) });
    await expect(asked.open('another', 'a.csv')).rejects.toMatchObject({ code: 'folder-gone' });
    await expect(asked.read(id, 0)).rejects.toMatchObject({ code: 'file-gone' });
    for (const named of [join(at, name), join(at, 'none'), '.']) {
      void ask(named);
      const other = await take();
      await expect(asked.open(other.id, 'a.csv')).rejects.toMatchObject({ code: 'folder-gone' });
    }
    await expect(
      asked.ask({ ask: 'export', form: 'csv', folder: at }, { ...listening(), asker: 'assistant' }),
    ).rejects.toMatchObject({ code: 'assistants-read' });
  });

  it('about an export for engines names its folder to the host alone, and no other question gives one', async () => {
    const asked = createAskedQuestions(
      () => undefined,
      async () => 'buyers',
    );
    onTestFinished(asked.stop);
    const page = asked.connect();
    const at = await folder();
    const ask = async (question: ProgramQuestion) => {
      asked.ask(question, listening()).catch(() => undefined);
      return (await page.calls.takeAsked(null))[0] ?? { id: '', question: null };
    };
    const { id, question } = await ask({ ask: 'dataset', folder: at });
    expect(question).toEqual({ ask: 'dataset', folder: basename(at) });
    expect(await asked.folderOf(id)).toBe(at);
    await expect(asked.open(id, 'a.csv')).rejects.toMatchObject({ code: 'folder-gone' });
    const file = join(at, 'a.csv');
    await writeFile(file, '');
    const others = [file, join(at, 'none'), '.'].map((named) => ({ ask: 'dataset', folder: named }) as const);
    for (const other of [...others, { ask: 'export', form: 'csv', folder: at } as const, STATUS]) {
      const taken = await ask(other);
      await expect(asked.folderOf(taken.id)).rejects.toMatchObject({ code: 'folder-gone' });
    }
    asked.ask({ ask: 'dataset', folder: at }, listening()).catch(() => undefined);
    await expect(asked.folderOf('another')).rejects.toMatchObject({ code: 'folder-gone' });
    await expect(
      asked.ask({ ask: 'dataset', folder: at }, { ...listening(), asker: 'assistant' }),
    ).rejects.toMatchObject({ code: 'assistants-read' });
  });

  it('has no answer where no page takes it, where its page goes, and where the app ends', async () => {
    const unheard = createAskedQuestions(
      () => undefined,
      async () => 'off',
      impatient,
    );
    await expect(unheard.ask(STATUS, listening())).rejects.toMatchObject({ code: 'no-page' });
    const asked = createAskedQuestions(
      () => undefined,
      async () => 'off',
    );
    const page = asked.connect();
    const left = asked.ask(STATUS, listening());
    await page.calls.takeAsked(null);
    page.end();
    await expect(left).rejects.toMatchObject({ code: 'page-gone' });
    const stopped = asked.ask(STATUS, listening());
    asked.stop();
    await expect(stopped).rejects.toMatchObject({ code: 'no-page' });
  });

  it('is given up with its program', async () => {
    const asked = createAskedQuestions(
      () => undefined,
      async () => 'off',
    );
    const page = asked.connect();
    const program = new AbortController();
    const answer = asked.ask(STATUS, { ...listening(), signal: program.signal });
    program.abort();
    await expect(answer).rejects.toMatchObject({ code: 'failed' });
    expect(await page.calls.takeAsked(null)).toEqual([]);
  });

  it('are not more than a program can wait for', async () => {
    const asked = createAskedQuestions(
      () => undefined,
      async () => 'off',
    );
    const held = Array.from({ length: 50 }, () => asked.ask(STATUS, listening()).catch(() => 'given up'));
    await expect(asked.ask(STATUS, listening())).rejects.toMatchObject({ code: 'failed' });
    asked.stop();
    expect(new Set(await Promise.all(held))).toEqual(new Set(['given up']));
  });
});
