import { describe, expect, test } from 'vitest';
import { type FileSource, runExport } from '#renderer/data/client/export-run.ts';

function target() {
  const log: string[] = [];
  return {
    log,
    calls: {
      openExport: async ({ fileName }: { fileName: string }) => {
        log.push(`open ${fileName}`);
        return { exportId: 'e1' };
      },
      writeExport: async (input: { readonly text: string } | { readonly bytes: Uint8Array }) => {
        log.push('text' in input ? input.text : `bytes ${Buffer.from(input.bytes).toString('hex')}`);
        return null;
      },
      closeExport: async () => {
        log.push('close');
        return { kind: 'file', path: '/x.csv' } as const;
      },
      cancelExport: async () => {
        log.push('cancel');
        return null;
      },
    },
  };
}

function source(chunks: readonly (string | Uint8Array)[], log: string[]): FileSource {
  let index = 0;
  return {
    lines: chunks.length,
    next: async () => {
      const chunk = chunks[index];
      index += 1;
      return chunk === undefined ? null : { chunk, linesDone: index };
    },
    close: async () => {
      log.push('source closed');
    },
  };
}

describe('an export', () => {
  test('writes every chunk in order and closes both ends', async () => {
    const { calls, log } = target();
    const seen: number[] = [];
    const result = await runExport(
      calls,
      'a.csv',
      async () => source(['one', 'two'], log),
      (done) => seen.push(done),
      new AbortController().signal,
    );
    expect(result).toEqual({ kind: 'done', end: { kind: 'file', path: '/x.csv' }, lines: 2 });
    expect(log).toEqual(['open a.csv', 'one', 'two', 'close', 'source closed']);
    expect(seen).toEqual([0, 1, 2]);
  });

  test('writes bytes as they are, of whatever length', async () => {
    for (const length of [0, 1, 2, 3, 8_189, 8_190, 8_191, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) & 255);
      const { calls, log } = target();
      await runExport(
        calls,
        'a.xlsx',
        async () => source([bytes], log),
        () => {},
        new AbortController().signal,
      );
      expect(log[1]).toBe(`bytes ${Buffer.from(bytes).toString('hex')}`);
    }
  });

  test('cancelled leaves no file', async () => {
    const { calls, log } = target();
    const abort = new AbortController();
    const result = await runExport(
      calls,
      'a.csv',
      async () => source(['one', 'two', 'three'], log),
      (done) => {
        if (done === 1) abort.abort();
      },
      abort.signal,
    );
    expect(result).toEqual({ kind: 'cancelled' });
    expect(log).toEqual(['open a.csv', 'one', 'cancel', 'source closed']);
  });

  test('a source that fails gives the file up and says why', async () => {
    const { calls, log } = target();
    const failing: FileSource = {
      lines: 1,
      next: () => Promise.reject(new Error('revision-changed')),
      close: async () => {},
    };
    const run = runExport(
      calls,
      'a.csv',
      async () => failing,
      () => {},
      new AbortController().signal,
    );
    await expect(run).rejects.toThrow('revision-changed');
    expect(log).toEqual(['open a.csv', 'cancel']);
  });

  test('nothing is asked for when no file was chosen', async () => {
    const { calls } = target();
    const result = await runExport(
      { ...calls, openExport: async () => null },
      'a.csv',
      () => Promise.reject(new Error('not to be opened')),
      () => {},
      new AbortController().signal,
    );
    expect(result).toEqual({ kind: 'cancelled' });
  });
});
