import { afterEach, describe, expect, test, vi } from 'vitest';
import { createDataClient, type DataClient, startSession } from '#renderer/data/client/session.ts';
import type { DataEvents } from '#renderer/data/model/copy.ts';
import type { LedgerFacts, RowsOpening } from '#renderer/data/model/ledger.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { AppBridge, Connection } from '#shared/contract/app.ts';
import { type Caller, emitEvent } from '#shared/contract/rpc.ts';
import { account, status } from '#test/renderer/features/coverage/sync-fixtures.ts';

type Backups = { fails: boolean };

/** A copy whose rows come after it is opened; `areThere`: before the page has asked again. */
type Early = { readonly rowsOpening: RowsOpening; readonly areThere?: boolean };

/** A page with one account whose ledger opens at once. */
function page(
  deletionFails = false,
  backups: Backups | null = null,
  early: Early | null = null,
  reports: readonly Connection[] = ['connected'],
) {
  const asked: string[] = [];
  const whole: LedgerFacts = {
    revision: 7,
    rows: 12,
    orders: 9,
    firstPurchase: null,
    lastPurchase: null,
    lastUpdate: null,
    readUntil: null,
    columns: [],
    unknownColumns: [],
    hasSeveralAccounts: false,
    damage: null,
  };
  const { rowsOpening = null, areThere = false } = early ?? {};
  const told = { facts: whole };
  const isEarly = () => early !== null && !areThere && told.facts === whole;
  const ofMain = new Map<string, (payload: never) => void>();
  let heard: { readonly [K in keyof DataEvents]?: (payload: DataEvents[K]) => void } = {};
  const call = {
    open: async ({ migrates }: { readonly migrates?: boolean }) => {
      if (backups !== null && migrates !== true) return { kind: 'outdated' };
      asked.push('open');
      return { kind: 'open', facts: { ...whole, revision: asked.length, rowsOpening } };
    },
    close: async () => {
      asked.push('close');
      return null;
    },
    readFacts: async () => (isEarly() ? { ...whole, rowsOpening } : told.facts),
    freeze: async () => ({ ...whole, revision: 40 }),
    release: async () => ({ ...whole, revision: 43 }),
    deleteCopy: async ({ accountId }: { readonly accountId: string }) => {
      asked.push(`delete ${accountId}`);
      if (deletionFails) throw new Error('no room');
      return null;
    },
  } as unknown as Caller<DataCalls>;
  const data: DataClient = {
    call,
    write: call,
    pull: {
      backUp: () => {
        const pieces = backups === null ? [] : [{ kind: 'begun', rows: 3, isWhole: true }];
        return {
          next: async () => ({ done: pieces.length === 0, value: pieces.shift() ?? null }),
          cancel: async () => undefined,
        };
      },
    } as unknown as DataClient['pull'],
    copy: call,
    freshnessOf: () => 'commits',
    transferWithNext: () => {},
    listen: (listeners) => {
      heard = listeners;
    },
  };
  const bridge = {
    call: {
      readHostInfo: async () => ({ host: 'browser', version: '0' }),
      readAccounts: async () => ({ accounts: [account()], activeId: 'a' }),
      readSyncStatus: async () => status(),
      removeAccount: async ({ accountId }: { readonly accountId: string }) => ({
        accounts: accountId === 'a' ? [account({ id: 'b' })] : [account()],
        activeId: accountId === 'a' ? 'b' : 'a',
      }),
    },
    pull: {
      backup: ({ reason }: { readonly reason: string }) => ({
        next: async (fed?: { readonly kind: string }) => {
          if (backups?.fails === true) throw new Error('The disk is full.');
          if (fed === undefined) asked.push(`backup ${reason}`);
          return { done: fed?.kind === 'end', value: null };
        },
        cancel: async () => undefined,
      }),
    },
    on: (event: string, listener: (payload: never) => void) => {
      ofMain.set(event, listener);
      return () => {};
    },
    onConnection: (listener: (connection: Connection) => void) => {
      for (const now of reports) listener(now);
      return () => {};
    },
  } as unknown as AppBridge;
  const session = startSession(bridge, data, async () => ({
    line: { kind: 'socket', url: 'ws://x', secret: '' },
    transfer: [],
  }));
  const tell = (event: string, payload: unknown) => ofMain.get(event)?.(payload as never);
  return { session, asked, told, events: () => heard, tell };
}

describe('a copy that is opened before its rows are there', () => {
  const opening = { rowsRead: 0, rows: 12 };

  test('tells how far they have come, and that they are there; the figures stay where they are the same', async () => {
    const { session, events, told } = page(false, null, { rowsOpening: opening });
    await vi.waitFor(() => expect(factsIn(session)?.rowsOpening).toEqual(opening));
    const [revision] = [session.revision.get()];
    events().opening?.({ rowsRead: 6, rows: 12 });
    await vi.waitFor(() => expect(factsIn(session)?.rowsOpening).toEqual({ rowsRead: 6, rows: 12 }));
    told.facts = { ...told.facts, revision };
    events().rowsOpened?.(null);
    await vi.waitFor(() => expect(factsIn(session)?.rowsOpening ?? null).toBeNull());
    expect(session.revision.get()).toBe(revision);
  });

  test('asks all figures anew where the rows say something else', async () => {
    const { session, events, told } = page(false, null, { rowsOpening: opening });
    await vi.waitFor(() => expect(factsIn(session)?.rowsOpening).toEqual(opening));
    told.facts = { ...told.facts, revision: 2, rows: 3 };
    events().rowsOpened?.(null);
    await vi.waitFor(() => expect([session.revision.get(), session.latest.get()]).toEqual([2, 2]));
    expect(factsIn(session)?.rows).toBe(3);
  });

  test('that were there before the page had taken it in is open', async () => {
    const { session } = page(false, null, { rowsOpening: opening, areThere: true });
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    await vi.waitFor(() => expect(factsIn(session)?.rowsOpening ?? null).toBeNull());
  });

  test('is closed again where they cannot be read', async () => {
    const { session, events } = page(false, null, { rowsOpening: opening });
    await vi.waitFor(() => expect(factsIn(session)?.rowsOpening).toEqual(opening));
    events().openingFailed?.({ kind: 'failed', reason: 'memory', detail: 'full' });
    expect(session.ledger.get()).toMatchObject({ kind: 'failed', reason: 'memory' });
    expect(session.revision.get()).toBe(0);
  });
});

const factsIn = (session: ReturnType<typeof page>['session']) => {
  const view = session.ledger.get();
  return view.kind === 'open' ? view.facts : null;
};

describe('a copy of an earlier version', () => {
  test('is opened once a backup of it is written', async () => {
    const { session, asked } = page(false, { fails: false });
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    expect(asked).toEqual(['backup migration', 'open']);
  });

  test('that cannot be backed up stays as it is until the user says what to do', async () => {
    const backups = { fails: true };
    const { session, asked } = page(false, backups);
    const unsaved = { kind: 'outdated', accountId: 'a', failed: 'The disk is full.' };
    await vi.waitFor(() => expect(session.ledger.get()).toEqual(unsaved));
    await session.openOutdated('after-backup');
    expect(session.ledger.get()).toEqual(unsaved);
    expect(asked).toEqual([]);
    backups.fails = false;
    await session.openOutdated('after-backup');
    expect(session.ledger.get().kind).toBe('open');
    expect(asked).toEqual(['backup migration', 'open']);
  });

  test('is opened without a backup where the user says so', async () => {
    const { session, asked } = page(false, { fails: true });
    await vi.waitFor(() => expect(session.ledger.get()).toMatchObject({ failed: 'The disk is full.' }));
    await session.openOutdated('without-backup');
    expect(session.ledger.get().kind).toBe('open');
    expect(asked).toEqual(['open']);
  });
});

describe('an account whose backup fails', () => {
  test('is not removed, unless the user says to go on without one', async () => {
    const backups = { fails: false };
    const { session, asked } = page(false, backups);
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    backups.fails = true;
    await expect(session.removeAccount('a')).rejects.toMatchObject({ code: 'backup-failed' });
    expect(session.accounts.get()?.activeId).toBe('a');
    expect(asked).not.toContain('delete a');
    await session.removeAccount('a', 'without-backup');
    expect(asked).toContain('delete a');
  });
});

test('a backup that is written before an account goes says what it is of, and why', async () => {
  const { session, asked } = page(false, { fails: false });
  await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
  await session.removeAccount('a');
  expect(asked).toEqual([
    ...['backup migration', 'open', 'backup removal', 'close'],
    ...['backup migration', 'open', 'delete a'],
  ]);
});

test('a worker gets what goes with a message once, and says how fresh each question is to be', () => {
  const sent: unknown[] = [];
  const listeners: ((event: { readonly data: unknown }) => void)[] = [];
  const client = createDataClient({
    postMessage: (_: { readonly method?: string }, transfer: readonly unknown[]) => sent.push([...transfer]),
    addEventListener: (_: string, listen: (event: { readonly data: unknown }) => void) =>
      listeners.push(listen),
  } as never);
  expect(client.freshnessOf('readTotals')).toBe('commits-and-metadata');
  emitEvent<DataEvents, 'questions'>(
    { send: (data: unknown) => listeners.forEach((listen) => void listen({ data })) } as never,
    'questions',
    { readTotals: 'commits' },
  );
  expect([client.freshnessOf('readTotals'), client.freshnessOf('readRuns')]).toEqual([
    'commits',
    'commits-and-metadata',
  ]);
  client.transferWithNext(['port' as never]);
  void client.copy.readFacts(null).catch(() => null);
  void client.copy.readFacts(null).catch(() => null);
  expect(sent).toEqual([['port'], []]);
});

describe('a database that goes away while it is open', () => {
  test('is opened again by itself, is said, and shows no figure meanwhile', async () => {
    vi.useFakeTimers();
    try {
      const { session, asked, events } = page();
      await vi.advanceTimersByTimeAsync(1);
      expect(session.ledger.get().kind).toBe('open');
      expect(session.lostCopy.get()).toBeNull();

      events().ledgerLost?.(null);
      expect(session.ledger.get()).toEqual({ kind: 'opening', accountId: 'a', progress: null });
      expect(session.revision.get()).toBe(0);
      const progress = { rowsRead: 400, rows: 1000 };
      events().opening?.(progress);
      expect(session.ledger.get()).toEqual({ kind: 'opening', accountId: 'a', progress });
      await vi.advanceTimersByTimeAsync(5000);
      expect(asked).toEqual(['open', 'close', 'open']);
      // What is told late says nothing of a ledger that is open.
      events().opening?.(progress);
      await vi.advanceTimersByTimeAsync(1000);
      expect([session.ledger.get().kind, factsIn(session)?.rowsOpening ?? null]).toEqual(['open', null]);
      expect(session.lostCopy.get()).toMatchObject({ accountId: 'a' });

      session.forgetLostCopy();
      expect(session.lostCopy.get()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('whose rows are lost from disk is opened again, and nobody is told that it went away', async () => {
    vi.useFakeTimers();
    try {
      const { session, asked, events } = page();
      await vi.advanceTimersByTimeAsync(1);
      events().rowsLost?.(null);
      expect(session.ledger.get().kind).toBe('opening');
      await vi.advanceTimersByTimeAsync(5000);
      expect(asked).toEqual(['open', 'close', 'open']);
      expect(session.ledger.get().kind).toBe('open');
      expect(session.lostCopy.get()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('one that keeps going away is not opened in a hot loop', async () => {
    vi.useFakeTimers();
    try {
      const { session, asked, events } = page();
      await vi.advanceTimersByTimeAsync(1);
      for (let lost = 0; lost < 5; lost += 1) {
        events().ledgerLost?.(null);
        await vi.advanceTimersByTimeAsync(100);
      }
      expect(asked.filter((one) => one === 'open')).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(5000);
      expect(asked.filter((one) => one === 'open')).toHaveLength(2);
      expect(session.ledger.get().kind).toBe('open');
    } finally {
      vi.useRealTimers();
    }
  });
});

test.each<[Connection[], Connection]>([
  [['disconnected'], 'connected'],
  [['disconnected', 'connected'], 'connected'],
  [['connected', 'disconnected'], 'disconnected'],
  [['connected', 'disconnected', 'connected'], 'connected'],
])('of a line that says %j is told %s: only one that was there is lost', (reports, told) => {
  const { session } = page(false, null, null, reports);
  expect(session.connection.get()).toBe(told);
});

describe('an account that is removed', () => {
  test('is closed, and its copy deleted once the next one is open', async () => {
    const { session, asked } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    await session.removeAccount('a');
    expect(asked).toEqual(['open', 'close', 'open', 'delete a']);
    expect(session.accounts.get()?.activeId).toBe('b');
    expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'b' });
  });

  test('that was not open leaves the open one alone', async () => {
    const { session, asked } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    await session.removeAccount('z');
    expect(asked).toEqual(['open', 'delete z']);
  });

  test('whose copy cannot be deleted says so, and nothing else is held up', async () => {
    const { session } = page(true);
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    await expect(session.removeAccount('z')).rejects.toThrow('no room');
    await expect(session.removeAccount('a')).rejects.toThrow('no room');
    expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'b' });
  });
});

test('what is written without being a figure is told by itself, at a pace', async () => {
  vi.useFakeTimers();
  try {
    const { session, events } = page();
    await vi.advanceTimersByTimeAsync(1);
    const before = session.revision.get();
    for (let noted = 0; noted < 20; noted += 1) events().noted?.(null);
    expect(session.notes.get()).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.notes.get()).toBe(2);
    expect(session.revision.get()).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('a run that begins while the end of the one before is told goes on as it says', async () => {
  vi.useFakeTimers();
  try {
    const { session, tell } = page();
    await vi.advanceTimersByTimeAsync(1);
    tell('syncStatus', status({ state: 'running' }));
    expect(session.status.get()?.state).toBe('running');
    // At rest is told once the figures were asked for.
    tell('syncStatus', status({ state: 'idle' }));
    await vi.advanceTimersByTimeAsync(10);
    expect(session.status.get()?.state).toBe('running');
    tell('syncStatus', status({ state: 'running', run: null, ordersToVerify: 3 }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.status.get()).toMatchObject({ state: 'running', ordersToVerify: 3 });
    tell('syncStatus', status({ state: 'idle', ordersToVerify: 4 }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.status.get()).toMatchObject({ state: 'idle', ordersToVerify: 4 });
  } finally {
    vi.useRealTimers();
  }
});

describe('a copy that is restored', () => {
  const summary = { account: account(), settings: {} } as never;
  const restore = (fails: boolean, fed: unknown[]) =>
    ({
      next: async (step: unknown) => {
        fed.push(step);
        if (fails) throw new Error('no room');
      },
    }) as never;

  test('into the one that is shown closes it meanwhile and opens it again, also where it fails', async () => {
    const { session, asked } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    const fed: unknown[] = [];
    const failing = session.restoreCopy(restore(true, fed), summary, 'a');
    await expect(failing).rejects.toThrow('no room');
    expect(asked).toEqual(['open', 'close', 'open']);
    expect(fed).toEqual([{ kind: 'commit', accountId: 'a' }]);
    expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'a' });
    expect(session.revision.get()).toBeGreaterThan(0);
  });

  test('into another leaves the one that is shown open where it fails', async () => {
    const { session, asked } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    await expect(session.restoreCopy(restore(true, []), summary, 'z')).rejects.toThrow('no room');
    expect(asked).toEqual(['open']);
    expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'a' });
  });
});

describe('frozen figures', () => {
  const started = async () => {
    vi.useFakeTimers();
    const made = page();
    await vi.advanceTimersByTimeAsync(1);
    await made.session.freeze();
    return made;
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  test('keep their revision while commits are told; released they are the newest', async () => {
    const { session, events } = await started();
    expect(session.frozen.get()).toMatchObject({ revision: 40 });
    expect(session.revision.get()).toBe(40);
    for (const revision of [41, 42]) {
      events().committed?.({ revision });
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(session.revision.get()).toBe(40);
    expect(session.latest.get()).toBe(42);
    expect(session.ledger.get()).toMatchObject({ facts: { revision: 40 } });
    // Nor do rows that come then.
    events().rowsOpened?.(null);
    await vi.advanceTimersByTimeAsync(1);
    expect([session.revision.get(), session.latest.get()]).toEqual([40, 42]);

    await session.release();
    expect(session.frozen.get()).toBeNull();
    expect([session.revision.get(), session.latest.get()]).toEqual([43, 43]);
    expect(session.ledger.get()).toMatchObject({ facts: { revision: 43 } });
  });

  test('are of one copy: another account begins with its newest', async () => {
    const { session } = await started();
    await session.removeAccount('a');
    expect(session.frozen.get()).toBeNull();
    expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'b' });
    expect(session.revision.get()).not.toBe(40);
  });

  test('go with a copy that another page takes over', async () => {
    const { session, events } = await started();
    events().ownershipLost?.(null);
    expect(session.frozen.get()).toBeNull();
  });
});
