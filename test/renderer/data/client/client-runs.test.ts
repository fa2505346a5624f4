import { describe, expect, test } from 'vitest';
import { type BackupSource, readBackup, storedBackup } from '#renderer/data/client/backup-run.ts';
import { createChangesSource } from '#renderer/data/client/change-rows.ts';
import { runDataset } from '#renderer/data/client/dataset-run.ts';
import { openFile, wholeFile } from '#renderer/data/client/export-run.ts';
import { openedPieces, readOpenedFile } from '#renderer/data/client/opened-files.ts';
import type { DataStreams } from '#renderer/data/worker/questions.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import { pullStreams, type Sources, serveStreams } from '#shared/contract/streams.ts';
import { NOTHING_CHOSEN } from '#test/renderer/dom/main-streams.ts';

/** What a page fetches of its worker and feeds to the main process: each piece, and how far it says it is. */

const main = (sources: Partial<Sources<AppStreams>>) =>
  pullStreams<AppStreams>(serveStreams<AppStreams>({ ...NOTHING_CHOSEN, ...sources }).calls as never);
const worker = (sources: Partial<Sources<DataStreams>>) =>
  pullStreams<DataStreams>(serveStreams<DataStreams>(sources as Sources<DataStreams>).calls as never);
const goesOn = () => new AbortController().signal;

test('an export for engines begins with what lies there, and says how many files it has by the end', async () => {
  const fed: unknown[] = [];
  const asked: unknown[] = [];
  const progress: (readonly number[])[] = [];
  const lying = [{ path: 'old.parquet', bytes: 3 }];
  const written = [
    { path: 'm1.parquet', bytes: 5 },
    { path: 'm2.parquet', bytes: 6 },
  ];
  const rows = { rows: 10, orders: 4, revision: 7, readUntil: 'then' };
  const result = await runDataset(
    main({
      dataset: async function* () {
        let next = yield { kind: 'begun', manifest: '{"m":1}', files: lying };
        for (;;) {
          fed.push(next);
          if (next.kind === 'end') return { path: '/set' };
          next =
            next.kind === 'chunk'
              ? yield { kind: 'taken' }
              : yield { kind: 'written', files: written as never };
        }
      },
    }).dataset({ accountId: 'a' } as never),
    worker({
      exportDataset: async function* (input: unknown) {
        asked.push(input);
        yield { kind: 'begun', ...rows };
        yield { kind: 'chunk', path: 'm1.parquet', bytes: new Uint8Array([1]), rowsDone: 6 };
        yield { kind: 'complete' };
        return { files: [{ path: 'manifest.json', text: 'ñ' }], kept: ['old.parquet'] };
      } as never,
    }),
    { account: 'a', app: '9', forPostgresql: true, tables: { today: 't' } as never },
    (done, all) => progress.push([done, all]),
    goesOn(),
  );
  expect(asked).toEqual([
    {
      manifest: '{"m":1}',
      files: lying,
      account: 'a',
      app: '9',
      forPostgresql: true,
      tables: { today: 't' },
    },
  ]);
  expect(progress).toEqual([
    [0, 10],
    [6, 10],
  ]);
  expect(fed).toEqual([
    { kind: 'chunk', path: 'm1.parquet', bytes: new Uint8Array([1]), rowsDone: 6 },
    { kind: 'complete' },
    { kind: 'chunk', path: 'manifest.json', bytes: new TextEncoder().encode('ñ') },
    { kind: 'end', kept: ['old.parquet'] },
  ]);
  // Those that were written, those that tell of them, and those that stay.
  expect(result).toEqual({ kind: 'done', path: '/set', lines: 10, files: 4, of: rows });
});

test('a backup is read with its size, or with what was read of it where nobody knows that', async () => {
  const told = async (bytes: number | null) => {
    const progress: (readonly number[])[] = [];
    const source: BackupSource = {
      bytes,
      pieces: (async function* () {
        yield new Uint8Array(3);
        yield new Uint8Array(4);
      })(),
    };
    const data = worker({
      restore: async function* () {
        let fed: { readonly kind: string } | undefined = yield { kind: 'more' };
        while (fed?.kind === 'bytes') fed = yield { kind: 'more' };
        yield { kind: 'read', end: { kind: 'refused', reason: 'not-a-backup' } };
        return null;
      } as never,
    });
    const read = await readBackup(data, source, (done, all) => progress.push([done, all]), goesOn());
    expect(read?.end).toEqual({ kind: 'refused', reason: 'not-a-backup' });
    return progress;
  };
  expect([await told(9), await told(null)]).toEqual([
    [
      [3, 9],
      [7, 9],
    ],
    [
      [3, 3],
      [7, 7],
    ],
  ]);
});

test('changes are asked for by the page of a hundred, with their question as it is', async () => {
  const asked: (readonly [offset: number, limit: number, query: object])[] = [];
  const source = createChangesSource({
    readChanges: async ({ offset, limit, ...query }) => {
      asked.push([offset, limit, query]);
      return { revision: 1, total: 250, offset, lines: [] } as never;
    },
  });
  const query = { search: 'x', month: '2026-10' } as never;
  source.ask(query);
  await source.readRange(0, 0);
  await expect.poll(() => source.store.get().total).toBe(250);
  source.show(220, 240);
  await source.readRange(120, 130);
  expect(asked).toEqual(expect.arrayContaining([0, 100, 200].map((offset) => [offset, 100, query])));
  expect(asked.filter(([offset]) => offset % 100 !== 0)).toEqual([]);
});

test('a file is of the rows that are shown, unless it is said to be of the newest; one that was opened keeps its name', async () => {
  const asked: unknown[] = [];
  const data = worker({
    exportTable: async function* (order: { readonly isLatest?: boolean }) {
      asked.push(order.isLatest);
      yield { kind: 'begun', lines: 3, revision: 5 };
      return null;
    } as never,
  });
  const { lines, revision } = await openFile(data, {} as never, {} as never);
  await openFile(data, {} as never, {} as never, true);
  expect([lines, revision, asked]).toEqual([3, 5, [false, true]]);
  const file = await readOpenedFile(
    main({
      openedFile: async function* () {
        yield btoa('Ma');
        yield btoa('r;1');
        return null;
      } as never,
    }),
    { id: 'o1', name: 'extracto.csv' } as never,
  );
  expect([file.name, await file.text()]).toEqual(['extracto.csv', 'Mar;1']);
});

test('an export for engines that is given up while it is looked at leaves the one before as it was', async () => {
  const log: unknown[] = [];
  const stop = new AbortController();
  const result = await runDataset(
    main({
      dataset: async function* () {
        try {
          for (;;) log.push(yield { kind: 'begun', manifest: null, files: [] });
        } finally {
          log.push('folder let go');
        }
      },
    }).dataset({ accountId: 'a' } as never),
    worker({
      exportDataset: async function* (_: unknown, signal: AbortSignal) {
        const ended = new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            log.push('worker ends');
            reject(new Error('ended'));
          }),
        );
        stop.abort();
        return ended;
      } as never,
    }),
    { account: 'a', app: '9', forPostgresql: false, tables: {} as never },
    () => log.push('progress'),
    stop.signal,
  );
  expect(result).toEqual({ kind: 'cancelled' });
  expect(log.toSorted()).toEqual(['folder let go', 'worker ends']);
});

describe('a backup that is being read', () => {
  /** A restore whose `at`-th step never ends by itself. */
  const restoring = (at: number) => {
    const log: string[] = [];
    let give = (_: Error): void => {};
    const data = {
      restore: () => ({
        next: async (fed?: { readonly kind: string }) => {
          log.push(fed?.kind ?? 'begin');
          if (log.length === at)
            return new Promise((_, reject) => {
              give = reject;
            });
          return { done: false, value: fed?.kind === 'all' ? { kind: 'read', end: 'its end' } : null };
        },
        cancel: async () => {
          log.push('cancelled');
          give(new Error('gone'));
        },
      }),
    };
    return { log, data: data as never };
  };
  const source = (): BackupSource => ({
    bytes: 3,
    pieces: (async function* () {
      yield new Uint8Array(3);
    })(),
  });

  test.each([1, 2, 3])('ends with the step in hand where it is given up at step %d', async (at) => {
    const { log, data } = restoring(at);
    const stop = new AbortController();
    const read = readBackup(data, source(), () => {}, stop.signal);
    await expect.poll(() => log.length).toBe(at);
    stop.abort();
    expect(await read).toBeNull();
    expect(log.slice(at)).toContain('cancelled');
  });

  test('is nobody’s to give up once it was read', async () => {
    const { log, data } = restoring(9);
    const stop = new AbortController();
    expect(await readBackup(data, source(), () => {}, stop.signal)).toMatchObject({ end: 'its end' });
    stop.abort();
    expect(log).toEqual(['begin', 'bytes', 'all']);
  });
});

test('every byte of a file of the main process comes as it is, and whoever wants no more of it lets go', async () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, at) => at);
  const asked: unknown[] = [];
  let isOver = 0;
  const parts = async function* (of: unknown) {
    asked.push(of);
    try {
      for (const at of [0, 256]) yield Buffer.from(bytes.subarray(at, at + 256)).toString('base64');
      return null;
    } finally {
      isOver += 1;
    }
  };
  const files = main({ openedFile: parts, storedBackup: parts });
  const stored = storedBackup(files, 'a', { name: 'n.cuadra-respaldo', bytes: 512 } as never);
  const read: number[] = [];
  for await (const piece of stored.pieces) read.push(...piece);
  expect([read, stored.bytes]).toEqual([[...bytes], 512]);
  for await (const _ of openedPieces(files, { id: 'o', name: 'x' } as never)) break;
  expect([asked, isOver]).toEqual([[{ accountId: 'a', name: 'n.cuadra-respaldo' }, { id: 'o' }], 2]);
});

test('a file of the worker comes chunk by chunk, whatever else it tells, and is let go of; one that is here is one chunk', async () => {
  let isOver = false;
  const data = worker({
    exportTable: async function* () {
      try {
        yield { kind: 'begun', lines: 3, revision: 5 };
        yield { kind: 'other' };
        yield { kind: 'chunk', bytes: new Uint8Array([1]), linesDone: 2 };
        yield { kind: 'chunk', bytes: new Uint8Array([2]), linesDone: 3 };
        return null;
      } finally {
        isOver = true;
      }
    } as never,
  });
  const file = await openFile(data, {} as never, {} as never);
  expect(await file.next()).toEqual({ bytes: new Uint8Array([1]), done: 2 });
  await file.close();
  expect(isOver).toBe(true);
  for (const content of ['ñ', new Uint8Array([195, 177])]) {
    const whole = wholeFile(content, 7);
    expect([whole.lines, await whole.next(), await whole.next()]).toEqual([
      7,
      { bytes: new Uint8Array([195, 177]), done: 7 },
      null,
    ]);
  }
});

test('pages of changes are of one revision with what is said of them all', async () => {
  let asks = 0;
  const source = createChangesSource({
    readChanges: async ({ offset }) => {
      asks += 1;
      // A commit falls between the first two.
      return { revision: asks === 1 ? 1 : 2, total: 250, offset, lines: [], kinds: `of ${asks}` } as never;
    },
  });
  source.show(50, 150);
  source.ask({ search: '' } as never);
  await expect.poll(() => source.store.get().revision).toBe(2);
  expect(source.store.get().head).toMatchObject({ revision: 2, kinds: 'of 3' });
});
