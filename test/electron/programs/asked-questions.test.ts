import { execFileSync } from 'node:child_process';
import { getEventListeners, setMaxListeners } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAskedFile } from '#electron/programs/asked-file.ts';
import { createAskedQuestions } from '#electron/programs/asked-questions.ts';
import type { AssistantAccess, ProgramQuestion } from '#shared/contract/program-questions.ts';
import { answerOf } from './answers.ts';

/** Questions that wait for a page: how long, whose they are, and what comes back of them. */

const STATUS: ProgramQuestion = { ask: 'status' };

function openQuestions(access: AssistantAccess = 'off') {
  let emitted = 0;
  const asked = createAskedQuestions(
    () => {
      emitted += 1;
    },
    async () => access,
  );
  onTestFinished(asked.stop);
  const steps: (readonly number[])[] = [];
  const program = new AbortController();
  setMaxListeners(0, program.signal);
  const ask = (question: ProgramQuestion = STATUS, asker: 'command' | 'assistant' = 'command') => {
    let end: unknown = 'waiting';
    asked.ask(question, { asker, progress: (...far) => void steps.push(far), signal: program.signal }).then(
      (answer) => (end = answer),
      ({ code, message }) => (end = [code, message]),
    );
    return {
      /** What it came to by now. */
      end: async (): Promise<unknown> => {
        await new Promise((resolve) => setImmediate(resolve));
        return end;
      },
    };
  };
  return { asked, ask, steps, program, emitted: () => emitted };
}
type Page = ReturnType<ReturnType<typeof createAskedQuestions>['connect']>;
const take = async (page: Page) => await page.calls.takeAsked(null);

describe('a question', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits three seconds where there is no page, twenty for one that is being opened, and as long as it takes once taken', async () => {
    const { asked, ask } = openQuestions();
    const alone = ask();
    vi.advanceTimersByTime(2999);
    expect(await alone.end()).toBe('waiting');
    vi.advanceTimersByTime(1);
    expect(await alone.end()).toEqual(['no-page', '']);
    const page = asked.connect();
    const [untaken, taken] = [ask(), ask()];
    vi.advanceTimersByTime(19_999);
    expect(await untaken.end()).toBe('waiting');
    vi.advanceTimersByTime(1);
    expect(await untaken.end()).toEqual(['no-page', '']);
    expect(await taken.end()).toEqual(['no-page', '']);
    const later = ask();
    const [{ id } = { id: '' }] = await take(page);
    vi.advanceTimersByTime(3_600_000);
    expect(await later.end()).toBe('waiting');
    await page.calls.answerAsked({ id, outcome: { kind: 'answer', answer: answerOf('status') } });
    expect(await later.end()).toEqual(answerOf('status'));
    page.end();
    // Without a page it is as before.
    const last = ask();
    vi.advanceTimersByTime(3000);
    expect(await last.end()).toEqual(['no-page', '']);
  });

  it('is told to the pages at once; progress, failures and answers come back to who asked', async () => {
    const { asked, ask, steps, emitted } = openQuestions();
    const page = asked.connect();
    const failing = ask();
    expect(emitted()).toBe(1);
    const [{ id } = { id: '' }] = await take(page);
    await page.calls.answerAsked({ id, outcome: { kind: 'progress', done: 2, of: 9 } });
    expect([steps, await failing.end()]).toEqual([[[2, 9]], 'waiting']);
    await page.calls.answerAsked({ id, outcome: { kind: 'failure', code: 'unknown-month', detail: 'X' } });
    expect(await failing.end()).toEqual(['unknown-month', 'X']);
    // It is over: more is heard by nobody.
    expect(await page.calls.answerAsked({ id, outcome: { kind: 'progress', done: 3, of: 9 } })).toBeNull();
    expect(steps).toHaveLength(1);
    expect(await take(page)).toEqual([]);
  });

  it('ends with the page that took it, and with no other', async () => {
    const { asked, ask } = openQuestions();
    const [one, other] = [asked.connect(), asked.connect()];
    const first = ask();
    await take(one);
    const waiting = ask();
    other.end();
    expect([await first.end(), await waiting.end()]).toEqual(['waiting', 'waiting']);
    one.end();
    expect([await first.end(), await waiting.end()]).toEqual([['page-gone', ''], 'waiting']);
  });

  it('has no answer once the app ends, taken or not, and is heard of no more', async () => {
    const { asked, ask, program } = openQuestions();
    const page = asked.connect();
    const taken = ask();
    await take(page);
    const waiting = ask();
    expect(getEventListeners(program.signal, 'abort')).toHaveLength(2);
    asked.stop();
    for (const each of [taken, waiting]) expect(await each.end()).toEqual(['no-page', '']);
    expect(getEventListeners(program.signal, 'abort')).toEqual([]);
  });

  it('is given up with its program, taken or not, and asked of no page where that has gone before', async () => {
    const { asked, ask, program, emitted } = openQuestions();
    const page = asked.connect();
    const taken = ask();
    await take(page);
    const waiting = ask();
    program.abort();
    for (const each of [taken, waiting]) expect(await each.end()).toEqual(['failed', 'It was given up.']);
    expect(emitted()).toBe(2);
    expect(await ask().end()).toEqual(['failed', 'Too much is asked at a time.']);
    expect(emitted()).toBe(2);
    expect(await take(page)).toEqual([]);
  });

  it('is one of fifty at a time; the next one waits for a place', async () => {
    const { asked, ask } = openQuestions();
    const page = asked.connect();
    const all = Array.from({ length: 50 }, () => ask());
    expect(await ask().end()).toEqual(['failed', 'Too much is asked at a time.']);
    const [{ id } = { id: '' }] = await take(page);
    await page.calls.answerAsked({ id, outcome: { kind: 'answer', answer: answerOf('status') } });
    expect(await all[0]?.end()).toEqual(answerOf('status'));
    expect(await ask().end()).toBe('waiting');
  });

  it('of an assistant is one that reads figures, each by what the user lets it', async () => {
    const export_ = { ask: 'export', form: 'csv', folder: '/a/b' } as const;
    const check = { ask: 'check', path: '/a/b.xlsx' } as const;
    for (const access of ['figures', 'buyers'] as const) {
      const { asked, ask } = openQuestions(access);
      const page = asked.connect();
      for (const question of [export_, check, { ask: 'sync' } as const])
        expect(await ask(question, 'assistant').end()).toEqual(['assistants-read', '']);
      const reads = ['status', 'totals', 'orders', 'exceptions'] as const;
      for (const each of reads) expect(await ask({ ask: each }, 'assistant').end()).toBe('waiting');
      const hidden = (await take(page)).map(({ hidesBuyers }) => hidesBuyers);
      expect(hidden).toEqual(reads.map(() => access === 'figures'));
      // The person's own command is told all, and a page no folder of this machine.
      for (const question of [export_, check]) void ask(question);
      expect((await take(page)).map(({ question, hidesBuyers }) => [question, hidesBuyers])).toEqual([
        [{ ...export_, folder: 'b' }, false],
        [{ ...check, path: 'b.xlsx' }, false],
      ]);
    }
    expect(await openQuestions('off').ask(STATUS, 'assistant').end()).toEqual(['assistants-off', '']);
  });
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'cuadra-asked-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

describe('a file that a question names', () => {
  it('is read by the page that took the question, of the kind that it is for', async () => {
    const { asked, ask } = openQuestions();
    const page = asked.connect();
    const at = await folder();
    const path = join(at, 'a.xlsx');
    await writeFile(path, 'abc');
    void ask({ ask: 'check', path });
    const [{ id: check } = { id: '' }] = await take(page);
    void ask({ ask: 'export', form: 'csv', folder: at });
    const [{ id: exported } = { id: '' }] = await take(page);
    expect((await asked.read(check, 1)).toString()).toBe('bc');
    await expect(asked.read(exported, 0)).rejects.toMatchObject({ code: 'file-gone' });
    await expect(asked.open(check, 'a.csv')).rejects.toMatchObject({ code: 'folder-gone' });
    await (await asked.open(exported, 'a.csv')).cancel();
  });

  it('is of 256 MiB at most, read in parts of one, and nothing behind its end', async () => {
    const path = join(await folder(), 'large.xlsx');
    const most = 256 * 2 ** 20;
    await writeFile(path, 'a');
    // Nothing of it is written: it only ends there.
    await truncate(path, most);
    expect((await readAskedFile(path, 0)).length).toBe(2 ** 20);
    expect((await readAskedFile(path, most - 7)).length).toBe(7);
    expect((await readAskedFile(path, most)).length).toBe(0);
    expect((await readAskedFile(path, most + 100)).length).toBe(0);
    await truncate(path, most + 1);
    await expect(readAskedFile(path, 0)).rejects.toMatchObject({
      code: 'file-refused',
      message: 'too-large',
    });
    await expect(readAskedFile('large.xlsx', 0)).rejects.toMatchObject({
      code: 'file-gone',
      message: 'large.xlsx',
    });
  });

  it('is a plain one by its whole path: nothing is looked for below the folder that the app runs in', async () => {
    for (const path of [await folder(), 'package.json'])
      await expect(readAskedFile(path, 0)).rejects.toMatchObject({ code: 'file-gone', message: path });
  });

  it.skipIf(process.platform === 'win32')('is no pipe, whose other end nobody waits for', async () => {
    const path = join(await folder(), 'tubo');
    execFileSync('mkfifo', [path]);
    await expect(readAskedFile(path, 0)).rejects.toMatchObject({ code: 'file-gone', message: path });
  });
});
