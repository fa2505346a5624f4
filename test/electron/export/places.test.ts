import { describe, expect, it } from 'vitest';
import type { DatasetTarget } from '#electron/export/dataset-folder.ts';
import type { ExportTarget } from '#electron/export/export-target.ts';
import { createPageStreams, type Opens } from '#electron/export/page-streams.ts';
import { begun, chunk, END, opens, pullFrom } from './feeds.ts';

/** Of the streams that may be open at a time each takes a place, and gives it back however it ends. */

const MAX = 16;
const ID = 'a0000000-0000-4000-8000-000000000000';
const PATH = 'manifest.json';
const STORED = 'cuadra-2026-11-22T170100000Z-manual-7.cuadra-respaldo';

const target = (parts: Partial<ExportTarget> = {}): ExportTarget => ({
  write: async () => undefined,
  close: async () => ({ kind: 'file', path: 'x' }),
  cancel: async () => undefined,
  ...parts,
});
const dataset = (parts: Partial<DatasetTarget> = {}): DatasetTarget => ({
  before: { manifest: null, files: [] },
  write: async () => undefined,
  written: async () => [],
  close: async () => 'x',
  cancel: async () => undefined,
  ...parts,
});
const full = (): Promise<never> => Promise.reject(new Error('disk full'));

type Pull = ReturnType<typeof pullFrom>;

const openFile = (pull: Pull) => begun(pull.exportFile({ fileName: 'x' }));
const openFolder = (pull: Pull) => begun(pull.dataset({ accountId: ID }));

type End = {
  readonly name: string;
  readonly opens: Partial<Opens>;
  /** Opens one and ends it. */
  readonly live: (pull: Pull) => unknown;
};
const file = { openTarget: async () => target() };
const folder = { openDataset: async () => dataset() };
/** Refused for this reason, and not for want of a place. */
const rejected = (call: unknown, why = 'disk full') => expect(Promise.resolve(call)).rejects.toThrow(why);

const ENDS: readonly End[] = [
  { name: 'a file that is finished', opens: file, live: async (pull) => (await openFile(pull)).next(END) },
  { name: 'a file that is given up', opens: file, live: async (pull) => (await openFile(pull)).cancel() },
  {
    name: 'a file that is given up before it is begun',
    opens: file,
    live: async (pull) => {
      const opened = pull.exportFile({ fileName: 'x' });
      const pulled = rejected(opened.next(), 'over');
      await opened.cancel();
      await pulled;
    },
  },
  {
    name: 'a file that cannot be written',
    opens: { openTarget: async () => target({ write: full }) },
    live: async (pull) => rejected((await openFile(pull)).next(chunk('x'))),
  },
  {
    name: 'a file that cannot be finished, and is given up then',
    opens: { openTarget: async () => target({ close: full }) },
    live: async (pull) => {
      const opened = await openFile(pull);
      await rejected(opened.next(END));
      await opened.cancel();
      await rejected(opened.next(END), 'over');
    },
  },
  {
    name: 'a file whose giving up fails',
    opens: { openTarget: async () => target({ cancel: full }) },
    live: async (pull) => (await openFile(pull)).cancel(),
  },
  {
    name: 'a file that nobody chose a place for',
    opens: { openTarget: async () => null },
    live: (pull) => pull.exportFile({ fileName: 'x' }).next(),
  },
  {
    name: 'a file that cannot be opened',
    opens: { openTarget: full },
    live: (pull) => rejected(pull.exportFile({ fileName: 'x' }).next()),
  },
  {
    name: 'a scheduled file',
    opens: { openScheduled: async () => target() },
    live: async (pull) => (await begun(pull.scheduledFile({ accountId: ID, fileName: 'x' }))).next(END),
  },
  {
    name: 'a folder that is finished',
    opens: folder,
    live: async (pull) => (await openFolder(pull)).next({ kind: 'end', kept: [] }),
  },
  {
    name: 'a folder that is given up',
    opens: folder,
    live: async (pull) => (await openFolder(pull)).cancel(),
  },
  {
    name: 'a folder that cannot be written',
    opens: { openDataset: async () => dataset({ write: full }) },
    live: async (pull) => rejected((await openFolder(pull)).next({ ...chunk('x'), path: PATH })),
  },
  {
    name: 'a folder that nobody chose',
    opens: { openDataset: async () => null },
    live: (pull) => pull.dataset({ accountId: ID }).next(),
  },
  {
    name: 'a file that is read to its end, or not at all',
    opens: { readOpened: async (_, offset) => new Uint8Array(offset === 0 ? 3 : 0) },
    live: async (pull) => {
      const read = await begun(pull.openedFile({ id: 'x' }));
      expect(await read.next()).toEqual({ done: true, value: null });
      await (await begun(pull.openedFile({ id: 'x' }))).cancel();
    },
  },
];

describe('a stream', () => {
  const asked: unknown[] = [];
  const takes =
    <T>(name: string, gives: T) =>
    async (...of: readonly unknown[]): Promise<T> => {
      asked.push([name, ...of]);
      return gives;
    };
  const all: Partial<Opens> = {
    openTarget: takes('target', null),
    openScheduled: takes('scheduled', target()),
    openDataset: takes('dataset', null),
    openAsked: takes('asked', target()),
    openAskedDataset: takes('asked-dataset', dataset()),
    readAsked: takes('read-asked', new Uint8Array()),
    readOpened: takes('read-opened', new Uint8Array()),
  };

  it('opens what it is asked for, and nothing else', async () => {
    asked.length = 0;
    const backups: Opens['backups'] = {
      open: (...of) => takes('backup', null)(...of).then(full),
      read: (...of) => takes('stored', new Uint8Array())(...of),
    };
    const pull = pullFrom(createPageStreams(opens({ ...all, backups })).connect().calls);
    const begin = (stream: { readonly next: () => Promise<unknown> }) => stream.next().catch(() => null);
    await begin(pull.exportFile({ fileName: 'f' }));
    await begin(pull.exportPaper({ fileName: 'p' }));
    await begin(pull.scheduledFile({ accountId: ID, fileName: 's' }));
    await begin(pull.dataset({ accountId: ID, isQuiet: true }));
    await begin(pull.backup({ accountId: ID, reason: 'manual' }));
    await begin(pull.storedBackup({ accountId: ID, name: STORED }));
    await begin(pull.openedFile({ id: 'o' }));
    await begin(pull.askedFile({ id: 'q' }));
    await begin(pull.askedExport({ id: 'q', fileName: 'a' }));
    await begin(pull.askedDataset({ id: 'q', accountId: ID }));
    expect(asked).toEqual([
      ['target', 'f'],
      ['target', 'p'],
      ['scheduled', ID, 's'],
      ['dataset', ID, true],
      ['backup', ID, 'manual'],
      ['stored', ID, STORED, 0],
      ['read-opened', 'o', 0],
      ['read-asked', 'q', 0],
      ['asked', 'q', 'a'],
      ['asked-dataset', 'q', ID],
    ]);
  });

  it('of a folder says what lies there, what was written, and where it came to', async () => {
    const steps: unknown[] = [];
    const lying = { manifest: '{}', files: [{ path: PATH, bytes: 2 }] };
    const files = [{ path: PATH, bytes: 1, sha256: 'h' }];
    const openDataset = async () =>
      dataset({
        before: lying,
        write: async (path, bytes) => void steps.push([path, Buffer.from(bytes).toString()]),
        written: async () => files,
        close: async (kept) => `closed with ${kept}`,
        cancel: async () => void steps.push('cancelled'),
      });
    const folder = pullFrom(createPageStreams(opens({ openDataset })).connect().calls).dataset({
      accountId: ID,
    });
    expect(await folder.next()).toEqual({ done: false, value: { kind: 'begun', ...lying } });
    expect(await folder.next({ ...chunk('x'), path: PATH })).toEqual({
      done: false,
      value: { kind: 'taken' },
    });
    expect(await folder.next({ kind: 'complete' })).toEqual({
      done: false,
      value: { kind: 'written', files },
    });
    expect(await folder.next({ kind: 'end', kept: [PATH] })).toEqual({
      done: true,
      value: { path: `closed with ${PATH}` },
    });
    expect(steps).toEqual([[PATH, 'x']]);
  });
});

describe('the streams that may be open at a time', () => {
  it.each(ENDS)('have a place again after $name, however often', async ({ opens: parts, live }) => {
    const pull = pullFrom(createPageStreams(opens(parts)).connect().calls);
    for (let turn = 0; turn <= MAX; turn += 1) await live(pull);
  });

  it('are no more after an end that came twice: a page that went while its file was being finished', async () => {
    let tellClosing = (): void => undefined;
    let finish = (): void => undefined;
    const isClosing = new Promise<void>((resolve) => (tellClosing = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const close = async () => {
      tellClosing();
      await finished;
      return { kind: 'file', path: 'x' } as const;
    };
    const held = target({ close });
    const all = createPageStreams(opens({ ...file, openScheduled: async () => held }));
    const page = all.connect();
    const scheduled = await begun(pullFrom(page.calls).scheduledFile({ accountId: ID, fileName: 'x' }));
    const closing = rejected(scheduled.next(END), 'over');
    await isClosing;
    const ending = page.end();
    finish();
    await Promise.all([closing, ending]);
    const pull = pullFrom(all.connect().calls);
    for (let turn = 0; turn < MAX; turn += 1) await openFile(pull);
    await expect(openFile(pull)).rejects.toMatchObject({ code: 'too-many-streams' });
  });

  it('say whether any is open', async () => {
    const all = createPageStreams(opens({ ...file, ...folder }));
    expect(all.areOpen()).toBe(false);
    const pull = pullFrom(all.connect().calls);
    const [opened, other] = [await openFile(pull), await openFolder(pull)];
    expect(all.areOpen()).toBe(true);
    await opened.next(END);
    expect(all.areOpen()).toBe(true);
    await other.cancel();
    expect(all.areOpen()).toBe(false);
  });

  it('are those of all pages and both kinds: one more is refused until one of them ends, and one that goes frees its own', async () => {
    const all = createPageStreams(opens({ ...file, ...folder }));
    const page = all.connect();
    const [one, other] = [pullFrom(page.calls), pullFrom(all.connect().calls)];
    const first = await openFile(one);
    for (let turn = 1; turn < MAX / 2; turn += 1) await openFile(one);
    for (let turn = 0; turn < MAX / 2; turn += 1) await openFolder(other);
    const isFull = async () => {
      await expect(openFile(other)).rejects.toMatchObject({ code: 'too-many-streams' });
      await expect(openFolder(one)).rejects.toMatchObject({ code: 'too-many-streams' });
    };
    await isFull();
    await first.next(END);
    await openFile(other);
    await isFull();
    await page.end();
    for (let turn = 1; turn < MAX / 2; turn += 1) await openFolder(other);
    await isFull();
  });
});
