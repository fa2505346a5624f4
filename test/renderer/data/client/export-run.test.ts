import { describe, expect, test } from 'vitest';
import { type FileSource, runExport } from '#renderer/data/client/export-run.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import { pullStreams, type Source, serveStreams } from '#shared/contract/streams.ts';

type Files = Pick<AppStreams, 'exportFile'>;
const CHOSEN = { kind: 'file', path: '/x.csv' } as const;

/** A main process that writes down what it is fed. */
function target(isChosen = true) {
  const log: string[] = [];
  const exportFile: Source<Files['exportFile']> = async function* ({ fileName }) {
    if (!isChosen) return null;
    log.push(`open ${fileName}`);
    let isWhole = false;
    try {
      for (let fed = yield null; fed.kind !== 'end'; fed = yield null)
        log.push(Buffer.from(fed.bytes).toString('utf8'));
      isWhole = true;
      return CHOSEN;
    } finally {
      log.push(isWhole ? 'close' : 'cancel');
    }
  };
  const pull = pullStreams<Files>(serveStreams<Files>({ exportFile }).calls);
  return { log, file: pull.exportFile({ fileName: 'a.csv' }) };
}

function source(chunks: readonly string[], log: string[]): FileSource {
  let index = 0;
  return {
    lines: chunks.length,
    next: async () => {
      const chunk = chunks[index];
      index += 1;
      return chunk === undefined ? null : { bytes: Buffer.from(chunk), done: index };
    },
    close: async () => {
      log.push('source closed');
    },
  };
}

const NEVER = new AbortController().signal;

describe('an export', () => {
  test('writes every chunk in order and closes both ends', async () => {
    const { file, log } = target();
    const seen: number[] = [];
    const open = async () => source(['one', 'two'], log);
    const result = await runExport(file, open, (done) => seen.push(done), NEVER);
    expect(result).toEqual({ kind: 'done', end: CHOSEN, lines: 2 });
    expect(log).toEqual(['open a.csv', 'one', 'two', 'source closed', 'close']);
    expect(seen).toEqual([0, 1, 2]);
  });

  test('makes the next chunk while one is written', async () => {
    const { file, log } = target();
    const { next, ...rest } = source(['one', 'two'], log);
    const noted = async () => {
      log.push('asked');
      return next();
    };
    await runExport(
      file,
      async () => ({ ...rest, next: noted }),
      () => {},
      NEVER,
    );
    expect(log.slice(0, 5)).toEqual(['open a.csv', 'asked', 'asked', 'one', 'asked']);
  });

  test('cancelled leaves no file', async () => {
    const { file, log } = target();
    const abort = new AbortController();
    const progress = (done: number): void => {
      if (done === 1) abort.abort();
    };
    const open = async () => source(['one', 'two', 'three'], log);
    expect(await runExport(file, open, progress, abort.signal)).toEqual({ kind: 'cancelled' });
    expect(log.slice(0, 2)).toEqual(['open a.csv', 'one']);
    expect(log.slice(2).sort()).toEqual(['cancel', 'source closed']);
  });

  test('given up while it is being finished is finished, and says so', async () => {
    const { file, log } = target();
    const abort = new AbortController();
    const { next } = file;
    const held: typeof file = {
      ...file,
      next: (fed) => {
        const pulled = next(fed);
        if (fed?.kind === 'end') abort.abort();
        return pulled;
      },
    };
    const result = await runExport(
      held,
      async () => source(['one'], log),
      () => {},
      abort.signal,
    );
    expect(result).toMatchObject({ kind: 'done' });
    expect(log.at(-1)).toBe('close');
  });

  test('cancelled before it begins asks for nothing', async () => {
    const { file, log } = target();
    const gone = AbortSignal.abort();
    expect(
      await runExport(
        file,
        async () => source([], log),
        () => {},
        gone,
      ),
    ).toEqual({ kind: 'cancelled' });
    expect(log).toEqual([]);
  });

  test('a source that fails gives the file up and says why', async () => {
    const { file, log } = target();
    const failing: FileSource = {
      lines: 1,
      next: () => Promise.reject(new Error('revision-changed')),
      close: async () => {},
    };
    const run = runExport(
      file,
      async () => failing,
      () => {},
      NEVER,
    );
    await expect(run).rejects.toThrow('revision-changed');
    expect(log).toEqual(['open a.csv', 'cancel']);
  });

  test('nothing is asked for when no file was chosen', async () => {
    const { file } = target(false);
    const never = () => Promise.reject(new Error('not to be opened'));
    expect(await runExport(file, never, () => {}, NEVER)).toEqual({ kind: 'cancelled' });
  });
});
