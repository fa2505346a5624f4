import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActiveAccount } from '#electron/app/active-account.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { CHANNEL_CLOSED } from '#shared/contract/rpc.ts';
import { createFakeParts, statusOf } from './fake-parts.ts';

/** The one account that is open, its engine, and what of it outlives the engine. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened() {
  const parts = createFakeParts();
  let active: string | null = null;
  const told: SyncStatus[] = [];
  const proven = new Set<string>();
  const noted: string[] = [];
  const accountOf = (id: string) => ({ id, plan: 'pro' });
  const book = {
    find: (id: string) => (id === 'gone' ? undefined : accountOf(id)),
    active: () => (active === null ? null : accountOf(active)),
    key: (id: string) => (id === 'keyless' ? null : `key of ${id}`),
    isKeyProven: (id: string) => proven.has(id),
    verifyKeyOwner: async (id: string, key: string) => void proven.add(`${id} ${key}`),
    noteCopy: (id: string, ledgerId: string) => {
      noted.push(`${id} ${ledgerId}`);
      return 'known';
    },
  };
  const account = createActiveAccount({
    book: book as never,
    createEngine: parts.createEngine,
    idleStatus: parts.idleStatus,
    onStatus: (status) => void told.push(status),
  });
  const open = async (id: string | null) => {
    active = id;
    await account.reopen();
    return parts.engines.at(-1);
  };
  return { account, parts, told, proven, noted, open };
}

describe('an account', () => {
  it('that is not open has no engine, takes no command and is idle', async () => {
    const { account, open, parts } = opened();
    await open(null);
    expect(() => account.needEngine()).toThrow(expect.objectContaining({ code: CHANNEL_CLOSED }));
    let acted = 0;
    const act = (): void => {
      acted += 1;
    };
    expect([account.command(act), account.pause(), account.engine()]).toEqual([null, null, null]);
    expect([acted, parts.engines.length, account.status()]).toEqual([0, 0, statusOf(null)]);
    account.suspend();
    account.resume();
    await account.stop();
  });

  it('is opened after the one before has stopped, whose words count no more', async () => {
    const { account, open, told } = opened();
    const first = await open('a');
    expect([account.isOpen('a'), account.isOpen('b'), account.engine()]).toEqual([true, false, first]);
    first?.report('running');
    const second = await open('b');
    first?.report('idle');
    second?.report('running');
    expect(told).toEqual([statusOf('a', 'running'), statusOf('b', 'running')]);
    expect([first?.notes, account.needEngine(), account.status()]).toEqual([
      ...[['stop'], second, statusOf('b', 'running')],
    ]);
    await account.stop();
    expect([second?.notes, account.isOpen('b')]).toEqual([['stop'], false]);
    second?.report('idle');
    expect(told).toHaveLength(2);
  });

  it('stays paused where the user paused it, until they want something of it or it is forgotten', async () => {
    const { account, open } = opened();
    await open('a');
    account.pause();
    expect((await open('b'))?.notes).toEqual([]);
    expect((await open('a'))?.notes).toEqual(['pause user']);
    account.command((engine) => engine.syncNow());
    expect((await open('a'))?.notes).toEqual([]);
    account.pause();
    account.forgetPause('a');
    expect((await open('a'))?.notes).toEqual([]);
    account.pause();
    account.forget('a');
    expect((await open('a'))?.notes).toEqual([]);
  });

  it('hands the commands that were not applied to its next engine, unless it is gone', async () => {
    const { account, open } = opened();
    const first = await open('a');
    const other = await open('b');
    const second = await open('a');
    expect(second?.commands).toBe(first?.commands);
    expect(other?.commands).not.toBe(first?.commands);
    account.forget('a');
    expect((await open('a'))?.commands).not.toBe(first?.commands);
  });

  it('has its key read once, and told as proven when it is', async () => {
    const { open, proven } = opened();
    proven.add('b');
    const [first, second, third] = [await open('a'), await open('b'), await open('keyless')];
    expect([first, second, third].map((engine) => [engine?.key(), engine?.isKeyProven()])).toEqual([
      ...[
        ['key of a', false],
        ['key of b', true],
        [null, false],
      ],
    ]);
    first?.verifyKeyOwner();
    third?.verifyKeyOwner();
    expect([first?.isKeyProven(), [...proven]]).toEqual([true, ['b', 'a key of a']]);
  });

  it('loses its ledger with the line it called on, of which one that is not open hears nothing', async () => {
    const { account, open } = opened();
    const engine = await open('a');
    /** Calls in on a line of its own. */
    const greet = (ownerEpoch: number) => {
      const messages: ((message: unknown) => void)[] = [];
      const closes: (() => void)[] = [];
      account.attachLedgerChannel({
        send: () => undefined,
        onMessage: (listener) => void messages.push(listener),
        onClose: (listener) => void closes.push(listener),
        close: () => {
          for (const close of closes.splice(0)) close();
        },
      });
      messages[0]?.({ type: 'ledger-hello', accountId: 'a', ownerEpoch, ledgerId: 'copy' });
    };
    greet(1);
    expect(engine?.notes).toEqual(['attach 1 known']);
    expect((await open('b'))?.notes).toEqual([]);
    const again = await open('a');
    expect(again?.notes).toEqual(['attach 1 known']);
    await open(null);
    greet(2);
    await account.stop();
    expect(again?.notes).toEqual(['attach 1 known', 'stop']);
  });

  it('is told of a copy as when that first called in, and hears only of the end of its own line', async () => {
    const { account, open, noted } = opened();
    /** Calls in on a line of its own, which the function that comes back ends. */
    const greet = (accountId: string, ledgerId: string, ownerEpoch: number) => {
      const messages: ((message: unknown) => void)[] = [];
      const closes: (() => void)[] = [];
      const close = (): void => {
        for (const each of closes.splice(0)) each();
      };
      account.attachLedgerChannel({
        ...{ send: () => undefined, close },
        onMessage: (listener) => void messages.push(listener),
        onClose: (listener) => void closes.push(listener),
      });
      messages[0]?.({ type: 'ledger-hello', accountId, ownerEpoch, ledgerId });
      return close;
    };
    const first = await open('a');
    greet('a', 'copy', 1);
    greet('a', 'copy', 2);
    const endOfA = greet('a', 'other copy', 3);
    expect(first?.notes.filter((note) => note.startsWith('attach'))).toEqual([
      ...['attach 1 known', 'attach 2 known', 'attach 3 known'],
    ]);
    // The book is asked once for each copy: what it says next is of another start.
    expect(noted).toEqual(['a copy', 'a other copy']);
    const second = await open('b');
    greet('b', 'copy of b', 1);
    endOfA();
    expect(second?.notes).toEqual(['attach 1 known']);
    expect(account.isOpen('b')).toBe(true);
  });

  it('sleeps with the machine, and wakes with it or a minute after it did not', async () => {
    const { account, open } = opened();
    const engine = await open('a');
    account.suspend();
    account.resume();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(engine?.notes).toEqual(['pause sleep', 'wake']);
    account.suspend();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(engine?.notes.slice(2)).toEqual(['pause sleep']);
    account.suspend();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(engine?.notes.slice(3)).toEqual(['pause sleep']);
    await vi.advanceTimersByTimeAsync(1);
    expect(engine?.notes.slice(4)).toEqual(['wake']);
    account.suspend();
    await account.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(engine?.notes.slice(5)).toEqual(['pause sleep', 'stop']);
  });
});
