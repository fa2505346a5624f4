import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { NO_VAULT } from '#electron/accounts/key-vault.ts';
import { type AppOptions, createApp } from '#electron/app/app.ts';
import type { ProgramQuestion } from '#shared/contract/program-questions.ts';
import { begun, chunk, pullFrom } from '../export/feeds.ts';
import { answerOf } from '../programs/answers.ts';
import { createFakeParts, NO_FOLDERS } from './fake-parts.ts';

/** What programs ask of the app as it is put together, and the folders that its files go to. */

const STATUS: ProgramQuestion = { ask: 'status' };
const CONNECT = {
  baseUrl: 'https://api.example/',
  plan: 'pro',
  key: 'of-the-tests',
  name: 'Tienda',
} as const;
const PATH = 'Mes=2026-03/filas.parquet';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-asked-of-app-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function open(more: Partial<AppOptions> = {}) {
  const app = await createApp({
    profileDirectory: join(folder, 'profile'),
    host: { host: 'browser', version: '0' },
    openExportTarget: async () => null,
    keyVault: NO_VAULT,
    exportFolders: NO_FOLDERS,
    parts: createFakeParts(),
    ...more,
  });
  onTestFinished(app.stop);
  const ask = (question = STATUS, asker: 'command' | 'assistant' = 'command') => {
    let end: unknown = 'waiting';
    const { signal } = new AbortController();
    app.askPage(question, { asker, progress: () => undefined, signal }).then(
      (answer) => (end = answer),
      ({ code }) => (end = code),
    );
    return { end: () => end };
  };
  const page = () => {
    const { handlers, end } = app.connect();
    return { handlers, end, take: async () => await handlers.takeAsked(null), pull: pullFrom(handlers) };
  };
  return { app, ask, page };
}
const connected = async ({ app }: Awaited<ReturnType<typeof open>>): Promise<string> => {
  await app.handlers.connectAccount(CONNECT);
  return (await app.handlers.readAccounts(null)).activeId ?? '';
};

it.each([
  ['browser', 3000, 20_000],
  ['desktop', 60_000, 60_000],
] as const)(
  'of a %s’s host a question waits %i ms without a page, and %i with one',
  async (host, without, withPage) => {
    const { app, ask, page } = await open({ host: { host, version: '0' } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const waitsFor = async (ms: number) => {
      const asked = ask();
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(asked.end()).toBe('waiting');
      await vi.advanceTimersByTimeAsync(1);
      expect(asked.end()).toBe('no-page');
    };
    await waitsFor(without);
    const { end } = page();
    await waitsFor(withPage);
    await end();
    await waitsFor(without);
    await app.stop();
  },
);

it('a question that waits is told to every page, of which the one that takes it answers', async () => {
  const { app, ask, page } = await open();
  const told: unknown[] = [];
  app.onEvent((name, payload) => void told.push([name, payload]));
  const [one, other] = [page(), page()];
  const asked = ask();
  expect(told).toEqual([['asked', null]]);
  expect(await app.handlers.takeAsked(null)).toEqual([]);
  const [taken] = await one.take();
  expect([taken?.question, await other.take()]).toEqual([STATUS, []]);
  const id = taken?.id ?? '';
  const answer = answerOf('status');
  await app.handlers.answerAsked({ id, outcome: { kind: 'answer', answer } });
  await other.handlers.answerAsked({ id, outcome: { kind: 'answer', answer } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.end()).toBe('waiting');
  await one.handlers.answerAsked({ id, outcome: { kind: 'answer', answer } });
  await vi.waitFor(() => expect(asked.end()).toEqual(answer));

  const [left, waiting] = [ask(), ask()];
  expect(await one.take()).toHaveLength(2);
  await one.end();
  await vi.waitFor(() => expect([left.end(), waiting.end()]).toEqual(['page-gone', 'page-gone']));
  const last = ask();
  await app.stop();
  await vi.waitFor(() => expect(last.end()).toBe('no-page'));
});

it('an assistant asks what its user lets it ask, and that is kept', async () => {
  const { app, ask, page } = await open();
  const { take } = page();
  const hides = async () => (await take()).map(({ hidesBuyers }) => hidesBuyers);
  const off = ask(STATUS, 'assistant');
  await vi.waitFor(() => expect(off.end()).toBe('assistants-off'));
  expect(await app.handlers.readAssistantAccess(null)).toBe('off');
  for (const access of ['figures', 'buyers'] as const) {
    expect(await app.handlers.changeAssistantAccess({ access })).toBe(access);
    ask(STATUS, 'assistant');
    await vi.waitFor(async () => expect(await hides()).toEqual([access === 'figures']));
  }
  await app.stop();
  expect(await (await open()).app.handlers.readAssistantAccess(null)).toBe('buyers');
});

it('what a program names is read and written where it says, an export for engines beside no other of its account', async () => {
  const [own, named] = [join(folder, 'own'), join(folder, 'named')];
  await mkdir(own);
  await mkdir(named);
  const opened = await open({ exportFolders: { ...NO_FOLDERS, find: async () => own } });
  const accountId = await connected(opened);
  const { take, pull, end } = opened.page();
  const idOf = async (question: ProgramQuestion) => {
    opened.ask(question);
    return (await take())[0]?.id ?? '';
  };
  const book = join(folder, 'libro.csv');
  await writeFile(book, 'a;b');
  const read = pull.askedFile({ id: await idOf({ ask: 'check', path: book }) });
  expect(Buffer.from(String((await read.next()).value), 'base64').toString()).toBe('a;b');
  expect((await read.next()).done).toBe(true);

  const file = await begun(
    pull.askedExport({ id: await idOf({ ask: 'export', form: 'csv', folder: named }), fileName: 'a.csv' }),
  );
  await file.next(chunk('1'));
  expect(opened.app.hasOpenFiles()).toBe(true);
  await file.next({ kind: 'end' });
  expect([opened.app.hasOpenFiles(), await readdir(named)]).toEqual([false, ['a.csv']]);

  const dataset = await begun(
    pull.askedDataset({ id: await idOf({ ask: 'dataset', folder: named }), accountId }),
  );
  await expect(pull.dataset({ accountId }).next()).rejects.toMatchObject({ code: 'dataset-busy' });
  await dataset.next({ ...chunk('1'), path: PATH });
  await dataset.next({ kind: 'complete' });
  expect(await dataset.next({ kind: 'end', kept: [] })).toMatchObject({
    value: { path: join(named, accountId, 'parquet') },
  });
  expect([await readdir(own), (await readdir(named)).toSorted()]).toEqual([
    [],
    [accountId, 'a.csv'].toSorted(),
  ]);
  await end();
});

it('backups go into the folder that was chosen, and into the profile where it is gone; others are asked for unless they are quiet', async () => {
  const chosen = join(folder, 'chosen');
  let known: string | null = null;
  const asked: string[] = [];
  const opened = await open({
    exportFolders: {
      ...NO_FOLDERS,
      find: async () => known,
      choose: async (id) => {
        asked.push(id);
        return null;
      },
    },
  });
  const accountId = await connected(opened);
  const backups = async () => (await opened.app.handlers.listBackups({ accountId })).folder;
  const inProfile = join(folder, 'profile', 'exports', accountId, 'backups');
  const { pull } = opened.page();
  const quiet = () => pull.dataset({ accountId, isQuiet: true }).next();
  expect(await backups()).toBe(inProfile);
  await expect(quiet()).rejects.toMatchObject({ code: 'no-export-folder' });
  known = chosen;
  expect(await backups()).toBe(inProfile);
  await expect(quiet()).rejects.toMatchObject({ code: 'export-folder-gone' });
  expect(asked).toEqual([]);
  expect(await pull.dataset({ accountId }).next()).toMatchObject({ done: true, value: null });
  expect(asked).toEqual([accountId]);
  await mkdir(chosen);
  expect(await backups()).toBe(join(chosen, accountId, 'backups'));
});
