import { describe, expect, it } from 'vitest';
import type { DatasetTarget } from '#electron/export/dataset-folder.ts';
import type { ExportTarget } from '#electron/export/export-target.ts';
import { createExports, type Opens } from '#electron/export/exports.ts';
import { opens } from './opens.ts';

/** Of the exports that may be open at a time each takes a place, and gives it back however it ends. */

const MAX = 16;
const ID = 'a0000000-0000-4000-8000-000000000000';
const PATH = 'lines.parquet';

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

type Handlers = ReturnType<ReturnType<typeof createExports>['connect']>['handlers'];

async function openFile({ openExport }: Handlers) {
  const opened = await openExport({ fileName: 'x' });
  if (opened === null) throw new Error('not opened');
  return opened;
}
async function openFolder({ openDataset }: Handlers) {
  const opened = await openDataset({ accountId: ID });
  if (opened === null) throw new Error('not opened');
  return { exportId: opened.exportId };
}

type End = {
  readonly name: string;
  readonly opens: Partial<Opens>;
  /** Opens one and ends it. */
  readonly live: (handlers: Handlers) => unknown;
};
const file = { openTarget: async () => target() };
const folder = { openDataset: async () => dataset() };
/** Refused for this reason, and not for want of a place. */
const rejected = (call: unknown, why = 'disk full') => expect(Promise.resolve(call)).rejects.toThrow(why);

const ENDS: readonly End[] = [
  { name: 'a file that is finished', opens: file, live: async (on) => on.closeExport(await openFile(on)) },
  { name: 'a file that is given up', opens: file, live: async (on) => on.cancelExport(await openFile(on)) },
  {
    name: 'a file that cannot be written',
    opens: { openTarget: async () => target({ write: full }) },
    live: async (on) => rejected(on.writeExport({ ...(await openFile(on)), text: 'x' })),
  },
  {
    name: 'a file that cannot be finished, given up twice',
    opens: { openTarget: async () => target({ close: full }) },
    live: async (on) => {
      const opened = await openFile(on);
      await rejected(on.closeExport(opened));
      await rejected(on.cancelExport(opened), 'not open');
    },
  },
  {
    name: 'a file whose giving up fails',
    opens: { openTarget: async () => target({ cancel: full }) },
    live: async (on) => rejected(on.cancelExport(await openFile(on))),
  },
  {
    name: 'a file that nobody chose a place for',
    opens: { openTarget: async () => null },
    live: (on) => on.openExport({ fileName: 'x' }),
  },
  {
    name: 'a file that cannot be opened',
    opens: { openTarget: full },
    live: (on) => rejected(on.openExport({ fileName: 'x' })),
  },
  {
    name: 'a scheduled file',
    opens: { openScheduled: async () => target() },
    live: async (on) => on.closeExport(await on.openScheduled({ accountId: ID, fileName: 'x' })),
  },
  {
    name: 'a folder that is finished',
    opens: folder,
    live: async (on) => on.closeDataset({ ...(await openFolder(on)), kept: [] }),
  },
  {
    name: 'a folder that is given up',
    opens: folder,
    live: async (on) => on.cancelDataset(await openFolder(on)),
  },
  {
    name: 'a folder that cannot be written',
    opens: { openDataset: async () => dataset({ write: full }) },
    live: async (on) => rejected(on.writeDataset({ ...(await openFolder(on)), path: PATH, text: 'x' })),
  },
  {
    name: 'a folder that nobody chose',
    opens: { openDataset: async () => null },
    live: (on) => on.openDataset({ accountId: ID }),
  },
];

describe('the exports that may be open at a time', () => {
  it.each(ENDS)('have a place again after $name, however often', async ({ opens: parts, live }) => {
    const { handlers } = createExports(opens(parts)).connect();
    for (let turn = 0; turn <= MAX; turn += 1) await live(handlers);
  });

  it('are no more after an end that came twice: a page that went while its file was being finished', async () => {
    let begin = (): void => undefined;
    let finish = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const close = async () => {
      begin();
      await finished;
      return { kind: 'file', path: 'x' } as const;
    };
    const held = target({ close });
    const all = createExports(opens({ ...file, openScheduled: async () => held }));
    const page = all.connect();
    const closing = page.handlers.closeExport(
      await page.handlers.openScheduled({ accountId: ID, fileName: 'x' }),
    );
    await begun;
    const ending = page.end();
    finish();
    await Promise.all([closing, ending]);
    const { handlers } = all.connect();
    for (let turn = 0; turn < MAX; turn += 1) await openFile(handlers);
    await expect(openFile(handlers)).rejects.toMatchObject({ code: 'too-many-exports' });
  });

  it('are those of all pages and both kinds: one more is refused until one of them ends, and one that goes frees its own', async () => {
    const all = createExports(opens({ ...file, ...folder }));
    const [one, other] = [all.connect(), all.connect()];
    const first = await openFile(one.handlers);
    for (let turn = 1; turn < MAX / 2; turn += 1) await openFile(one.handlers);
    for (let turn = 0; turn < MAX / 2; turn += 1) await openFolder(other.handlers);
    const isFull = async () => {
      await expect(openFile(other.handlers)).rejects.toMatchObject({ code: 'too-many-exports' });
      await expect(openFolder(one.handlers)).rejects.toMatchObject({ code: 'too-many-exports' });
    };
    await isFull();
    await one.handlers.closeExport(first);
    await openFile(other.handlers);
    await isFull();
    await one.end();
    for (let turn = 1; turn < MAX / 2; turn += 1) await openFolder(other.handlers);
    await isFull();
  });
});
