import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chosenBackup, readBackup, requireBackup, runBackup } from '#renderer/data/client/backup-run.ts';
import { runCheck } from '#renderer/data/client/check-run.ts';
import { runDataset } from '#renderer/data/client/dataset-run.ts';
import { openFile, runExport } from '#renderer/data/client/export-run.ts';
import { feedChunks } from '#renderer/data/client/feed-chunks.ts';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import type { DataStreams } from '#renderer/data/worker/questions.ts';
import { pullStreams, type Sources, serveStreams } from '#shared/contract/streams.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** Runs over streams: what each end is asked with and told, step by step, and that both are let go of. */

const NEVER = new AbortController().signal;
const worker = (sources: Partial<Sources<DataStreams>>) =>
  pullStreams<DataStreams>(serveStreams<DataStreams>(sources as Sources<DataStreams>).calls as never);

/** A worker whose stream `name` tells these pieces and comes to `end`; it goes no further than `until`. */
function telling(name: keyof DataStreams, pieces: readonly unknown[], end: unknown, until = pieces.length) {
  const log: unknown[] = [];
  const data = worker({
    [name]: async function* (input: unknown, signal: AbortSignal) {
      log.push(input);
      try {
        for (const piece of pieces.slice(0, until)) yield piece;
        if (until < pieces.length)
          await new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('given up'))),
          );
        return end;
      } finally {
        log.push('let go');
      }
    },
  });
  return { data, log };
}

const file = new File(['x'], 'x.xlsx');
describe.each([
  [
    'a workbook that is checked',
    'checkWorkbook',
    { file, anyAccount: true },
    (data: never, hear: (step: unknown) => void, signal: AbortSignal) =>
      runCheck(data, { file, anyAccount: true }, hear, signal),
  ],
  [
    'a file that is taken in',
    'intake',
    { file, ask: { kind: 'columns' } },
    (data: never, hear: (step: unknown) => void, signal: AbortSignal) =>
      runIntake(data, file, { kind: 'columns' } as never, hear, signal),
  ],
] as const)('%s', (_, name, asked, run) => {
  const steps = [{ rowsRead: 1 }, { rowsRead: 2 }];

  test('is asked about as it is, tells each step, and comes to its end', async () => {
    const { data, log } = telling(name, steps, { kind: 'its end' });
    const heard: unknown[] = [];
    const end = await run(data as never, (step) => heard.push(step), NEVER);
    expect([end, heard, log]).toEqual([{ kind: 'its end' }, steps, [asked, 'let go']]);
  });

  test('ends with the step in hand where it is given up, and comes to nothing', async () => {
    const { data, log } = telling(name, steps, 'its end', 1);
    const stop = new AbortController();
    const heard: unknown[] = [];
    const ending = run(data as never, (step) => heard.push(step), stop.signal);
    await expect.poll(() => heard.length).toBe(1);
    stop.abort();
    expect([await ending, heard]).toEqual([null, steps.slice(0, 1)]);
    await expect.poll(() => log.at(-1)).toBe('let go');
  });

  test('that fails says why', async () => {
    const data = { [name]: () => ({ next: () => Promise.reject(new Error('no')), cancel: async () => {} }) };
    await expect(run(data as never, () => {}, NEVER)).rejects.toThrow('no');
  });
});

describe('chunks', () => {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

  test('are fed in order as they are made, and said to be done once each is written', async () => {
    const log: string[] = [];
    const made = ['a', 'b'];
    await feedChunks(
      {
        next: async (fed) => {
          await soon();
          log.push(`${fed.kind} ${Buffer.from(fed.bytes)}`);
        },
      },
      async () => {
        const text = made.shift();
        log.push(`make ${text}`);
        return text === undefined ? null : { bytes: Buffer.from(text), done: 10 - made.length };
      },
      (done) => log.push(`done ${done}`),
    );
    expect(log).toEqual([
      ...['make a', 'make b', 'chunk a', 'done 9'],
      ...['make undefined', 'chunk b', 'done 10'],
    ]);
  });

  test('one that cannot be written is the failure, whatever becomes of the next', async () => {
    let made = 0;
    const unseen: unknown[] = [];
    const listen = (reason: unknown) => unseen.push(reason);
    process.on('unhandledRejection', listen);
    onTestFinished(() => void process.off('unhandledRejection', listen));
    const feeding = feedChunks(
      {
        next: async () => {
          await soon();
          throw new Error('The disk is full.');
        },
      },
      async () => {
        made += 1;
        if (made === 2) throw new Error('nobody asks');
        return { bytes: new Uint8Array(1), done: 1 };
      },
      () => expect.unreachable(),
    );
    await expect(feeding).rejects.toThrow('The disk is full.');
    await soon();
    expect([made, unseen]).toEqual([2, []]);
  });

  test('one that cannot be made is the failure once the one before is written', async () => {
    const written: number[] = [];
    let made = 0;
    const feeding = feedChunks(
      { next: async ({ bytes }) => void written.push(bytes.length) },
      async () => {
        made += 1;
        if (made === 3) throw new Error('no more');
        return { bytes: new Uint8Array(made), done: made };
      },
      () => {},
    );
    await expect(feeding).rejects.toThrow('no more');
    expect(written).toEqual([1, 2]);
  });
});

describe('a table that is exported', () => {
  test('is asked of the worker with all that it is of, comes to its end, and is let go of where that fails', async () => {
    const chunks = [1, 2].map((linesDone) => ({
      kind: 'chunk',
      bytes: new Uint8Array([linesDone]),
      linesDone,
    }));
    const { data, log } = telling(
      'exportTable',
      [{ kind: 'begun', lines: 2, revision: null }, ...chunks],
      null,
    );
    const content = { kind: 'rows', query: 'q' } as never;
    const opened = await openFile(data, content, 'xlsx' as never, true);
    expect([opened.lines, opened.revision]).toEqual([2, null]);
    expect([await opened.next(), await opened.next(), await opened.next()]).toEqual([
      { bytes: new Uint8Array([1]), done: 1 },
      { bytes: new Uint8Array([2]), done: 2 },
      null,
    ]);
    await opened.close();
    expect(log).toEqual([{ content, format: 'xlsx', isLatest: true }, 'let go']);
    // What is over before it has begun has no line; a stream that cannot be told is let go of all the same.
    const none = await openFile(
      {
        exportTable: () => ({
          next: async () => ({ done: true, value: null }),
          cancel: () => Promise.reject(new Error('gone')),
        }),
      } as never,
      content,
      'csv' as never,
    );
    expect([none.lines, none.revision, await none.next()]).toEqual([0, null, null]);
    await none.close();
  });

  test('tells its lines with each step', async () => {
    const told: (readonly number[])[] = [];
    const chunks = [3, 5].map((done) => ({ bytes: new Uint8Array(1), done }));
    const main = { next: async () => ({ done: false, value: null }), cancel: async () => {} } as never;
    const result = await runExport(
      main,
      async () => ({ lines: 5, next: async () => chunks.shift() ?? null, close: async () => {} }),
      (done, lines) => told.push([done, lines]),
      NEVER,
    );
    expect(told).toEqual([
      [0, 5],
      [3, 5],
      [5, 5],
    ]);
    // What the main process ends with nothing, was given up there.
    expect(result).toEqual({ kind: 'cancelled' });
  });
});

test('an export for engines hands on what was written of each piece, and counts its files by kind', async () => {
  const given: unknown[] = [];
  const fed: unknown[] = [];
  const told: (readonly number[])[] = [];
  const pieces = [
    { kind: 'begun', rows: 8, orders: 3, revision: 2, readUntil: null },
    { kind: 'chunk', path: 'a', bytes: new Uint8Array(1), rowsDone: 4 },
    { kind: 'complete', part: 1 },
    { kind: 'chunk', path: 'b', bytes: new Uint8Array(2), rowsDone: 8 },
    { kind: 'complete', part: 2 },
  ];
  const log: string[] = [];
  const dataset = {
    next: async (written?: unknown) => {
      given.push(written);
      const value = pieces[given.length - 1];
      return value === undefined
        ? { done: true, value: { files: [], kept: ['k1', 'k2'] } }
        : { done: false, value };
    },
    cancel: async () => void log.push('worker let go'),
  };
  const folder = {
    next: async (of?: { readonly kind: string; readonly part?: number }) => {
      if (of === undefined) return { done: false, value: { kind: 'begun', manifest: null, files: [] } };
      fed.push(of);
      if (of.kind === 'end') return { done: true, value: { path: '/p' } };
      const files = Array.from({ length: of.part ?? 0 }, (_, at) => ({ path: `f${at}` }));
      return { done: false, value: of.kind === 'complete' ? { kind: 'written', files } : { kind: 'taken' } };
    },
    cancel: async () => void log.push('folder let go'),
  };
  const order = { account: 'a', app: '9', forPostgresql: false, tables: {} as never };
  const result = await runDataset(
    folder as never,
    { exportDataset: () => dataset } as never,
    order,
    (done, all) => told.push([done, all]),
    NEVER,
  );
  const [one, two] = [[{ path: 'f0' }], [{ path: 'f0' }, { path: 'f1' }]];
  expect(given).toEqual([undefined, undefined, undefined, one, one, two]);
  expect(fed).toEqual([...pieces.slice(1), { kind: 'end', kept: ['k1', 'k2'] }]);
  expect(told).toEqual([
    [0, 8],
    [4, 8],
    [8, 8],
  ]);
  expect(result).toEqual({
    ...{ kind: 'done', path: '/p', lines: 8, files: 4 },
    of: { rows: 8, orders: 3, revision: 2, readUntil: null },
  });
  expect(new Set(log)).toEqual(new Set(['worker let go', 'folder let go']));
});

describe('a backup', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test('has the settings of its own account, and both ends are let go of, done or given up', async () => {
    const kept = Object.entries({ 'cuadra.views.a': 'of a', 'cuadra.views.b': 'of b' });
    vi.stubGlobal('localStorage', {
      length: kept.length,
      key: (at: number) => kept[at]?.[0] ?? null,
      getItem: (key: string) => kept.find(([name]) => name === key)?.[1] ?? null,
    });
    for (const isGivenUp of [false, true]) {
      const log: string[] = [];
      const orders: unknown[] = [];
      const stop = new AbortController();
      const pieces = [
        { kind: 'begun', rows: 2, isWhole: true },
        { kind: 'chunk', bytes: new Uint8Array(1), rowsDone: 2 },
      ];
      const data = {
        backUp: (order: unknown) => {
          orders.push(order);
          return {
            next: async () => ({ done: pieces.length === 0, value: pieces.shift() ?? null }),
            cancel: async () => void log.push('worker let go'),
          };
        },
      };
      const main = {
        backup: () => ({
          next: async (fed?: { readonly kind: string }) => {
            if (fed?.kind === 'chunk' && isGivenUp) stop.abort();
            return { done: fed?.kind === 'end', value: { name: 'n' } };
          },
          cancel: async () => void log.push('file let go'),
        }),
      };
      const order = { account: account({ id: 'b' }), reason: 'manual' as const, app: '1' };
      const result = await runBackup(main as never, data as never, order, () => {}, stop.signal);
      expect(result.kind).toBe(isGivenUp ? 'cancelled' : 'done');
      expect(orders).toMatchObject([{ accountId: 'b', order: { settings: { views: 'of b' } } }]);
      expect(new Set(log)).toEqual(new Set(['worker let go', 'file let go']));
    }
  });

  test('that is read ends where its file does so too early, and says why', async () => {
    let cancelled = 0;
    const asked: unknown[] = [];
    const data = {
      restore: (input: unknown) => {
        asked.push(input);
        return {
          next: async () => ({ done: false, value: null }),
          cancel: async () => {
            cancelled += 1;
            throw new Error('gone already');
          },
        };
      },
    };
    const pieces = (async function* () {
      yield new Uint8Array(1);
      throw new Error('The disk was taken away.');
    })();
    const reading = readBackup(data as never, { bytes: 5, pieces }, () => {}, NEVER);
    await expect(reading).rejects.toThrow('The disk was taken away.');
    expect([cancelled, asked]).toEqual([1, [null]]);
  });

  test('that was chosen is read in pieces that are its bytes', async () => {
    const bytes = Uint8Array.from({ length: 2 ** 20 + 300 }, (_, at) => (at * 7 + (at >> 8)) % 251);
    const piecesOf = async (length: number) => {
      const read: Uint8Array[] = [];
      for await (const piece of chosenBackup(new File([bytes.subarray(0, length)], 'x')).pieces)
        read.push(piece);
      expect(Buffer.concat(read).equals(bytes.subarray(0, length))).toBe(true);
      return read.map((piece) => piece.length);
    };
    expect([await piecesOf(bytes.length), await piecesOf(2 ** 20)]).toEqual([[2 ** 20, 300], [2 ** 20]]);
    expect(chosenBackup(new File([bytes], 'x')).bytes).toBe(bytes.length);
  });

  test('that must be there says whatever it failed with', async () => {
    await expect(requireBackup(() => Promise.reject('no words'))).rejects.toMatchObject({
      ...{ code: 'backup-failed', message: 'no words' },
    });
  });
});
