import { describe, expect, test } from 'vitest';
import {
  BACKUP_FAILED,
  chosenBackup,
  readBackup,
  requireBackup,
  runBackup,
} from '#renderer/data/client/backup-run.ts';
import type { BackupReason } from '#shared/contract/backups.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** The page between the data worker, which has the copy, and the main process, which has the file. */

const FILE = { path: '/respaldos/x', name: 'x', bytes: 9 };
const NEVER = new AbortController().signal;

/** A worker that tells these pieces, and a main process that writes down what it is fed. */
function ends(pieces: readonly object[]) {
  const log: unknown[] = [];
  const left = [...pieces];
  const data = {
    backUp: (asked: { readonly accountId: string; readonly order: object }) => {
      log.push(['backUp', asked.accountId, asked.order]);
      return {
        next: async () => {
          const value = left.shift();
          return value === undefined ? { done: true, value: null } : { done: false, value };
        },
        cancel: async () => void log.push('worker cancelled'),
      };
    },
  };
  const main = {
    backup: (input: object) => ({
      next: async (fed?: { readonly kind: string; readonly bytes?: Uint8Array }) => {
        if (fed === undefined) log.push(['open', input]);
        else log.push(fed.kind === 'chunk' ? `${Buffer.from(fed.bytes ?? [])}` : fed);
        return fed?.kind === 'end' ? { done: true, value: FILE } : { done: false, value: null };
      },
      cancel: async () => void log.push('file cancelled'),
    }),
  };
  return { log, data: data as never, main: main as never };
}
const chunk = (text: string, rowsDone: number) => ({ kind: 'chunk', bytes: Buffer.from(text), rowsDone });
const begun = (rows: number, isWhole: boolean) => ({ kind: 'begun', rows, isWhole });
const made = async (reason: BackupReason, pieces: readonly object[], signal = NEVER) => {
  const { log, data, main } = ends(pieces);
  const told: (readonly [number, number])[] = [];
  const order = { account: account({ id: 'b' }), reason, app: '9.8' };
  const result = await runBackup(main, data, order, (done, all) => void told.push([done, all]), signal);
  return { log, told, result };
};

describe('a backup that is written', () => {
  test('is of the account that is meant, without its key, chunk by chunk, with its rows and whether they are all', async () => {
    const { log, told, result } = await made('removal', [
      begun(5, false),
      chunk('one', 3),
      { kind: 'rest' },
      chunk('two', 5),
    ]);
    expect(result).toEqual({ kind: 'done', file: FILE });
    const { hasKey: _, key: __, isAddressConfirmed: ___, ...known } = account({ id: 'b' });
    // Both ends are let go of afterwards, which changes nothing that is done.
    expect(log.filter((each) => !String(each).endsWith('cancelled'))).toEqual([
      ['backUp', 'b', { account: known, settings: {}, app: '9.8', reason: 'removal' }],
      ['open', { accountId: 'b', reason: 'removal' }],
      ...['one', 'two'],
      { kind: 'end', rows: 5, isWhole: false },
    ]);
    expect(told).toEqual([
      [0, 5],
      [3, 5],
      [5, 5],
    ]);
  });

  test.each([
    ['migration', 0, true, 'nothing'],
    ['removal', 0, true, 'nothing'],
    // What the user said beside the rows may still be read.
    ['migration', 0, false, 'done'],
    ['manual', 0, true, 'done'],
    ['migration', 1, true, 'done'],
  ] as const)('for %s of %d rows, whole: %s, comes to %s', async (reason, rows, isWhole, kind) => {
    const { result, log } = await made(reason, [begun(rows, isWhole)]);
    expect(result.kind).toBe(kind);
    expect(log.some((each) => Array.isArray(each) && each[0] === 'open')).toBe(kind === 'done');
  });

  test('is none where there is no copy, and none where it is given up', async () => {
    expect((await made('manual', [])).result).toEqual({ kind: 'nothing' });
    const gone = new AbortController();
    gone.abort();
    expect((await made('manual', [begun(1, true), chunk('x', 1)], gone.signal)).result).toEqual({
      kind: 'cancelled',
    });
  });

  test('is one where it is given up as it is being finished', async () => {
    const { data, main } = ends([begun(1, true), chunk('x', 1)]);
    const late = new AbortController();
    const held = {
      backup: (input: object) => {
        const file = (
          main as { backup: (of: object) => { next: (fed?: { kind: string }) => unknown } }
        ).backup(input);
        return {
          ...file,
          next: (fed?: { readonly kind: string }) => {
            if (fed?.kind === 'end') late.abort();
            return file.next(fed);
          },
        };
      },
    };
    const order = { account: account(), reason: 'manual' as const, app: '1' };
    expect(await runBackup(held as never, data, order, () => {}, late.signal)).toEqual({
      kind: 'done',
      file: FILE,
    });
  });

  test('that must be there says in a code of its own that it could not be', async () => {
    await expect(requireBackup(() => Promise.reject(new Error('The disk is full.')))).rejects.toMatchObject({
      ...{ code: BACKUP_FAILED, message: 'The disk is full.' },
    });
    await requireBackup(async () => ({ kind: 'nothing' }));
  });
});

describe('a backup that is read', () => {
  const reading = (end: object | null) => {
    const log: string[] = [];
    const restore = {
      next: async (fed?: { readonly kind: string; readonly bytes?: Uint8Array }) => {
        log.push(fed === undefined ? 'begin' : `${fed.kind} ${fed.bytes?.length ?? ''}`.trim());
        return { done: false, value: fed?.kind === 'all' ? end : null };
      },
      cancel: async () => void log.push('cancelled'),
    };
    return { log, restore, data: { restore: () => restore } as never };
  };
  const file = () => chosenBackup(new File([new Uint8Array(2 ** 20 + 5)], 'x'));

  test('is read piece by piece to its end, and waits to be told whose it is', async () => {
    const { log, restore, data } = reading({ kind: 'read', end: { rows: 7 } });
    const told: (readonly [number, number])[] = [];
    const read = await readBackup(data, file(), (done, all) => void told.push([done, all]), NEVER);
    expect(read).toEqual({ restore, end: { rows: 7 } });
    expect(log).toEqual(['begin', 'bytes 1048576', 'bytes 5', 'all']);
    expect(told).toEqual([
      [2 ** 20, 2 ** 20 + 5],
      [2 ** 20 + 5, 2 ** 20 + 5],
    ]);
  });

  test('is let go of where it is cancelled or is none', async () => {
    const stop = new AbortController();
    const cancelled = reading({ kind: 'read', end: {} });
    expect(await readBackup(cancelled.data, file(), () => stop.abort(), stop.signal)).toBeNull();
    expect(cancelled.log).toContain('cancelled');
    expect(cancelled.log).not.toContain('all');
    const broken = reading(null);
    await expect(readBackup(broken.data, file(), () => undefined, NEVER)).rejects.toThrow('not read');
    expect(broken.log.at(-1)).toBe('cancelled');
  });
});
