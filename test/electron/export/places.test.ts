import { describe, expect, it } from 'vitest';
import type { DatasetTarget } from '#electron/export/dataset-folder.ts';
import type { ExportTarget } from '#electron/export/export-target.ts';
import { createPageStreams, type Opens } from '#electron/export/page-streams.ts';
import { begun, chunk, END, opens, pullFrom } from './feeds.ts';

/** Of the streams that may be open at a time each takes a place, and gives it back however it ends. */

const MAX = 16;
const ID = 'a0000000-0000-4000-8000-000000000000';
const PATH = 'manifest.json';

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
