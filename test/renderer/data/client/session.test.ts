import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createDataClient,
  createStore,
  type DataClient,
  startSession,
} from '#renderer/data/client/session.ts';
import type { DataEvents } from '#renderer/data/model/copy.ts';
import type { LedgerFacts, Opening, RowsOpening } from '#renderer/data/model/ledger.ts';
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
  const opened: unknown[] = [];
  const transferred: string[] = [];
  const backedUp: unknown[] = [];
  const restored: unknown[] = [];
  const openings: (Opening | Promise<Opening>)[] = [];
  let reads = 0;
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
  const opens = (how: 'open' | 'takeOver') => async (input: DataCalls['open']['input']) => {
    opened.push([how, input]);
    const next = openings.shift();
    if (next !== undefined) return next;
    if (backups !== null && input.migrates !== true) return { kind: 'outdated' };
    asked.push(how);
    return { kind: 'open', facts: { ...whole, revision: asked.length, rowsOpening } };
  };
  const call = {
    open: opens('open'),
    takeOver: opens('takeOver'),
    forgetSettings: async ({ accountId }: { readonly accountId: string }) => {
      asked.push(`forget ${accountId}`);
      return null;
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
      backUp: (order: unknown) => {
        backedUp.push(order);
        const pieces = backups === null ? [] : [{ kind: 'begun', rows: 3, isWhole: true }];
        return {
          next: async () => ({ done: pieces.length === 0, value: pieces.shift() ?? null }),
          cancel: async () => undefined,
        };
      },
    } as unknown as DataClient['pull'],
    copy: call,
    freshnessOf: () => 'commits',
    transferWithNext: (list) => void transferred.push(...list.map(String)),
    listen: (listeners) => {
      heard = listeners;
    },
  };
  const bridge = {
    call: {
      readHostInfo: async () => ({ host: 'browser', version: '0' }),
      readAccounts: async () => {
        reads += 1;
        return { accounts: [account({ id: 'other' }), account()], activeId: 'a' };
      },
      restoreAccount: async (input: unknown) => {
        restored.push(input);
        return {
          accounts: [account(), account({ id: 'z' })],
          activeId: (input as { intoId: string }).intoId,
        };
      },
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
    transfer: [`port of ${opened.length}` as never],
  }));
  const tell = (event: string, payload: unknown) => ofMain.get(event)?.(payload as never);
  const log = { opened, transferred, backedUp, restored, openings, reads: () => reads };
  return { session, asked, told, events: () => heard, tell, ...log };
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

  test('is that account’s, its settings with it, and the one that is active afterwards', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const intoId of ['a', 'z']) {
      const stored = new Map<string, string>();
      vi.stubGlobal('localStorage', {
        length: 0,
        setItem: (...[key, text]: [string, string]) => stored.set(key, text),
      });
      const { session, asked, restored } = page();
      await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
      const own = account({ id: 'as it was' });
      const brought = { account: own, settings: { views: `of ${intoId}` } } as never;
      const fed: unknown[] = [];
      await session.restoreCopy(restore(false, fed), brought, intoId);
      expect(fed).toEqual([{ kind: 'commit', accountId: intoId }]);
      expect(restored).toEqual([{ account: own, intoId }]);
      expect([...stored]).toEqual([[`cuadra.views.${intoId}`, `of ${intoId}`]]);
      await vi.waitFor(() => expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: intoId }));
      expect(session.accounts.get()?.activeId).toBe(intoId);
      expect(asked).toEqual(
        intoId === 'a' ? ['open', 'close', 'forget a', 'open'] : ['open', 'forget z', 'close', 'open'],
      );
    }
  });

  test('into another leaves the one that is shown open where it fails', async () => {
    const { session, asked } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    await expect(session.restoreCopy(restore(true, []), summary, 'z')).rejects.toThrow('no room');
    expect(asked).toEqual(['open']);
    expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'a' });
  });
});

describe('the copy of the account that is active', () => {
  const accountsOf = (activeId: string | null) => ({ accounts: [account()], activeId });
  const open = async (...of: Parameters<typeof page>) => {
    const made = page(...of);
    await vi.waitFor(() => expect(made.session.ledger.get().kind).toBe('open'));
    return made;
  };

  test('is opened once for it, whatever else is told of accounts; another takes its place, and none', async () => {
    const { session, asked, opened, transferred, tell } = await open();
    tell('accounts', accountsOf('a'));
    expect(session.ledger.get().kind).toBe('open');
    tell('accounts', accountsOf('b'));
    expect(session.ledger.get()).toEqual({ kind: 'opening', accountId: 'b', progress: null });
    expect([session.revision.get(), session.latest.get()]).toEqual([0, 0]);
    await vi.waitFor(() => expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'b' }));
    tell('accounts', accountsOf(null));
    expect([session.ledger.get(), session.revision.get()]).toEqual([{ kind: 'none' }, 0]);
    await vi.waitFor(() => expect(asked).toEqual(['open', 'close', 'open', 'close']));
    expect(opened.map((each) => (each as [string, { accountId: string }])[1].accountId)).toEqual(['a', 'b']);
    expect(transferred).toEqual(['port of 0', 'port of 1']);
    // Nobody has anything to take over.
    await session.takeOver();
    expect(opened).toHaveLength(2);
  });

  test('is not opened for one that was passed by', async () => {
    const { session, opened, tell } = await open();
    tell('accounts', accountsOf('b'));
    tell('accounts', accountsOf('c'));
    await vi.waitFor(() => expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'c' }));
    expect(opened.map((each) => (each as [string, { accountId: string }])[1].accountId)).toEqual(['a', 'c']);
  });

  test('that is opened, or not migrated, only after another account is active is shown no more', async () => {
    const facts = { revision: 77, rows: 1 } as LedgerFacts;
    for (const [opening, backups] of [
      [{ kind: 'open', facts }, null],
      [{ kind: 'outdated' }, { fails: true }],
    ] as const) {
      const made = page(false, backups);
      let answer: (opening: Opening) => void = () => {};
      made.openings.push(
        new Promise((resolve) => {
          answer = resolve;
        }),
        { kind: 'owned-elsewhere' },
      );
      await vi.waitFor(() => expect(made.opened).toHaveLength(1));
      made.tell('accounts', accountsOf('b'));
      const shown: string[] = [];
      made.session.ledger.subscribe(() => {
        const view = made.session.ledger.get();
        shown.push(view.kind === 'none' ? 'none' : `${view.kind} ${view.accountId}`);
      });
      answer(opening);
      await vi.waitFor(() => expect(shown).toContain('elsewhere b'));
      expect([shown, made.session.revision.get()]).toEqual([['elsewhere b'], 0]);
    }
  });

  test('that cannot be opened says why; one that another page has is not taken from it', async () => {
    const failed = { kind: 'failed', reason: 'corrupt', detail: 'CorruptLedgerError' } as const;
    const made = page();
    made.openings.push(failed, { kind: 'owned-elsewhere' });
    await vi.waitFor(() => expect(made.session.ledger.get()).toEqual({ ...failed, accountId: 'a' }));
    made.tell('accounts', accountsOf('b'));
    await vi.waitFor(() =>
      expect(made.session.ledger.get()).toEqual({ kind: 'elsewhere', accountId: 'b', takenOver: false }),
    );
    expect(made.session.revision.get()).toBe(0);
    await made.session.freeze();
    await made.session.release();
    expect([made.session.frozen.get(), made.session.revision.get()]).toEqual([null, 0]);
    // What its worker says meanwhile is of no copy that is open.
    for (const event of ['ledgerLost', 'rowsLost'] as const) made.events()[event]?.(null);
    expect([made.session.ledger.get().kind, made.session.lostCopy.get()]).toEqual(['elsewhere', null]);
  });

  test('of an earlier version that another page has is taken over with what comes before its migration', async () => {
    const made = page(false, { fails: false });
    made.openings.push({ kind: 'owned-elsewhere' });
    await vi.waitFor(() => expect(made.session.ledger.get().kind).toBe('elsewhere'));
    await made.session.takeOver();
    expect(made.session.ledger.get().kind).toBe('open');
    expect(made.asked).toEqual(['backup migration', 'takeOver']);
    expect(made.opened).toMatchObject([
      ['open', { migrates: false }],
      ['takeOver', { migrates: false }],
      ['takeOver', { accountId: 'a', migrates: true }],
    ]);
    // Of the account that is meant, by the app that wrote it.
    expect(made.backedUp).toMatchObject([
      { accountId: 'a', order: { account: { id: 'a' }, app: '0', reason: 'migration' } },
    ]);
  });

  test('tells its facts anew with each commit; those of an account that was left are nobody’s', async () => {
    const { session, events, told, tell } = await open();
    told.facts = { ...told.facts, revision: 2, rows: 13 };
    events().committed?.({ revision: 2 });
    expect([session.revision.get(), session.latest.get()]).toEqual([2, 2]);
    await vi.waitFor(() => expect(factsIn(session)?.rows).toBe(13));
    let answer: (facts: LedgerFacts) => void = () => {};
    const stale = new Promise<LedgerFacts>((resolve) => {
      answer = resolve;
    });
    const { copy } = session.data as unknown as { copy: { freeze: () => Promise<LedgerFacts> } };
    copy.freeze = () => stale;
    const freezing = session.freeze();
    tell('accounts', accountsOf('b'));
    await vi.waitFor(() => expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'b' }));
    answer({ ...told.facts, rows: 99 });
    await freezing;
    expect([session.frozen.get(), factsIn(session)?.rows]).toEqual([null, 12]);
  });
});

test('all is read anew with every connection, and what is said beside the rows is told each time', async () => {
  const { session, events, reads } = page(false, null, null, ['connected', 'disconnected', 'connected']);
  await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
  expect(reads()).toBe(2);
  expect([session.host.get()?.version, session.status.get()?.accountId, session.annotations.get()]).toEqual([
    '0',
    'a',
    0,
  ]);
  for (let said = 0; said < 2; said += 1) events().annotated?.(null);
  expect([session.annotations.get(), session.notes.get()]).toEqual([2, 0]);
});

test('who listens to a value hears of another one, until they do not', () => {
  const store = createStore<object | number>(Number.NaN);
  const heard: unknown[] = [];
  const stops = [1, 2].map((who) => store.subscribe(() => heard.push([who, store.get()])));
  store.set(Number.NaN);
  store.set(7);
  stops[0]?.();
  store.set(8);
  expect(heard).toEqual([
    [1, 7],
    [2, 7],
    [2, 8],
  ]);
});

test('a run that comes to rest shows its last commit and note first', async () => {
  vi.useFakeTimers();
  try {
    const { session, events, tell } = page();
    await vi.advanceTimersByTimeAsync(1);
    for (const revision of [5, 6, 7]) events().committed?.({ revision });
    for (let noted = 0; noted < 3; noted += 1) events().noted?.(null);
    expect([session.revision.get(), session.notes.get()]).toEqual([5, 1]);
    tell('syncStatus', status({ state: 'idle', ordersToVerify: 9 }));
    expect([session.revision.get(), session.notes.get(), session.status.get()?.ordersToVerify]).toEqual([
      ...[7, 2, 0],
    ]);
    await vi.advanceTimersByTimeAsync(40);
    expect(session.status.get()?.ordersToVerify).toBe(9);
  } finally {
    vi.useRealTimers();
  }
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

  test('go with a copy that another page takes over; it is taken back by the same way', async () => {
    const { session, events, asked, opened } = await started();
    events().ownershipLost?.(null);
    expect(session.frozen.get()).toBeNull();
    expect(session.ledger.get()).toEqual({ kind: 'elsewhere', accountId: 'a', takenOver: true });
    const taken = session.takeOver();
    expect(session.ledger.get()).toEqual({ kind: 'opening', accountId: 'a', progress: null });
    await taken;
    expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'a' });
    expect(asked).toEqual(['open', 'takeOver']);
    expect(opened.at(-1)).toEqual([
      'takeOver',
      { accountId: 'a', line: { kind: 'socket', url: 'ws://x', secret: '' }, migrates: false },
    ]);
  });
});

describe('the session at its paces', () => {
  const opened = async (...of: Parameters<typeof page>) => {
    vi.useFakeTimers();
    const made = page(...of);
    await vi.advanceTimersByTimeAsync(1);
    return made;
  };
  afterEach(() => void vi.useRealTimers());
  /** The moments, in steps of 10 ms, at which what `read` says became another. */
  const changes = async (read: () => unknown, ms: number) => {
    const at: [number, unknown][] = [];
    let before = read();
    for (let passed = 0; passed <= ms; passed += 10) {
      const now = read();
      if (now !== before) at.push([passed, now]);
      before = now;
      await vi.advanceTimersByTimeAsync(10);
    }
    return at;
  };

  test('tells commits and notes once a second', async () => {
    const { session, events } = await opened();
    for (const revision of [5, 6]) events().committed?.({ revision });
    for (let noted = 0; noted < 3; noted += 1) events().noted?.(null);
    expect([session.revision.get(), session.notes.get()]).toEqual([5, 1]);
    expect(await changes(() => `${session.revision.get()} ${session.notes.get()}`, 2000)).toEqual([
      [1000, '6 2'],
    ]);
  });

  test('tells how far rows have come twice a second', async () => {
    const { session, events } = await opened(false, null, { rowsOpening: { rowsRead: 0, rows: 12 } });
    for (const rowsRead of [1, 2, 3]) events().opening?.({ rowsRead, rows: 12 });
    expect(factsIn(session)?.rowsOpening).toEqual({ rowsRead: 1, rows: 12 });
    expect(await changes(() => factsIn(session)?.rowsOpening?.rowsRead, 1500)).toEqual([[500, 3]]);
  });

  test('opens a copy that went away anew two seconds after it was opened, and at once where that is long ago', async () => {
    const { session, events } = await opened();
    const lostAtMs = Date.now();
    events().ledgerLost?.(null);
    expect(session.lostCopy.get()).toEqual({ accountId: 'a', atMs: lostAtMs });
    expect(await changes(() => session.ledger.get().kind, 3000)).toEqual([[2000, 'open']]);
    await vi.advanceTimersByTimeAsync(9000);
    events().rowsLost?.(null);
    expect(await changes(() => session.ledger.get().kind, 3000)).toEqual([[10, 'open']]);
  });

  test('opens none that went away where another account is active since', async () => {
    const { events, opened: asked, asked: log, tell } = await opened();
    events().ledgerLost?.(null);
    await vi.advanceTimersByTimeAsync(500);
    tell('accounts', { accounts: [account({ id: 'b' })], activeId: 'b' });
    await vi.advanceTimersByTimeAsync(9000);
    expect(asked.map((each) => (each as [string, { accountId: string }])[1].accountId)).toEqual(['a', 'b']);
    expect(log.filter((each) => each === 'open')).toHaveLength(2);
  });

  test('says that a load rests 30 ms after its figures are asked for, and at once where no copy is open', async () => {
    const { session, tell } = await opened();
    tell('syncStatus', status({ state: 'idle', ordersToVerify: 9 }));
    expect(await changes(() => session.status.get()?.ordersToVerify, 100)).toEqual([[30, 9]]);
    tell('syncStatus', status({ state: 'waiting', ordersToVerify: 8 }));
    expect(session.status.get()?.ordersToVerify).toBe(8);
    tell('accounts', { accounts: [], activeId: null });
    tell('syncStatus', status({ state: 'idle', ordersToVerify: 7 }));
    expect(session.status.get()?.ordersToVerify).toBe(7);
  });

  test('holds back no commit of a load that goes on, nor lets one through for it', async () => {
    const { session, events, tell } = await opened();
    for (const revision of [5, 6]) events().committed?.({ revision });
    for (const state of ['running', 'waiting'] as const) tell('syncStatus', status({ state }));
    expect(session.revision.get()).toBe(5);
  });
});

describe('what fails under the session', () => {
  const refuse = (why: unknown) => () => Promise.reject(why);
  const put = (session: ReturnType<typeof page>['session'], calls: object) =>
    Object.assign(session.data.copy, calls);

  test.each([
    [new Error('QuotaExceededError'), 'QuotaExceededError'],
    ['no words', 'no words'],
  ])('opening with %s is said as it is, and another account opens all the same', async (why, detail) => {
    const { session, openings, tell } = page();
    openings.push(Promise.reject(why));
    await vi.waitFor(() =>
      expect(session.ledger.get()).toEqual({ kind: 'failed', accountId: 'a', reason: 'storage', detail }),
    );
    // Nor does what cannot be closed keep the next one from being opened.
    put(session, { close: refuse(new Error('gone')) });
    tell('accounts', { accounts: [account({ id: 'b' })], activeId: 'b' });
    await vi.waitFor(() => expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'b' }));
    // Only a copy of an earlier version is opened so.
    const before = session.ledger.get();
    await session.openOutdated('without-backup');
    expect(session.ledger.get()).toBe(before);
  });

  test('migrating is said as a copy that cannot be opened', async () => {
    const { session, openings } = page(false, { fails: false });
    openings.push({ kind: 'outdated' }, Promise.reject(new Error('no room')));
    await vi.waitFor(() =>
      expect(session.ledger.get()).toEqual({
        ...{ kind: 'failed', accountId: 'a', reason: 'storage', detail: 'no room' },
      }),
    );
  });

  test('reading facts leaves those that are shown, with the commit’s figures', async () => {
    const { session, events, tell } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    const before = session.ledger.get();
    const unseen: unknown[] = [];
    const listen = (reason: unknown) => unseen.push(reason);
    process.on('unhandledRejection', listen);
    onTestFinished(() => void process.off('unhandledRejection', listen));
    put(session, { readFacts: refuse(new Error('busy')), freeze: refuse(new Error('no copy')) });
    events().committed?.({ revision: 9 });
    events().rowsOpened?.(null);
    tell('syncStatus', status({ state: 'idle', ordersToVerify: 5 }));
    await vi.waitFor(() => expect(session.status.get()?.ordersToVerify).toBe(5));
    expect([session.ledger.get(), session.revision.get(), session.latest.get()]).toEqual([before, 9, 9]);
    await expect(session.freeze()).rejects.toThrow('no copy');
    expect([session.frozen.get(), unseen]).toEqual([null, []]);
  });

  test('restoring the copy that is shown opens none where another account is active since', async () => {
    const { session, opened, tell } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    const restore = {
      next: async () => {
        tell('accounts', { accounts: [account({ id: 'b' })], activeId: 'b' });
        throw new Error('no room');
      },
    };
    const failing = session.restoreCopy(restore as never, { account: account(), settings: {} } as never, 'a');
    await expect(failing).rejects.toThrow('no room');
    await vi.waitFor(() => expect(session.ledger.get()).toMatchObject({ kind: 'open', accountId: 'b' }));
    expect(opened.map((each) => (each as [string, { accountId: string }])[1].accountId)).toEqual(['a', 'b']);
  });

  test('of no copy is told nothing of one', async () => {
    const { session, events, tell } = page();
    await vi.waitFor(() => expect(session.ledger.get().kind).toBe('open'));
    tell('accounts', { accounts: [], activeId: null });
    events().ownershipLost?.(null);
    events().openingFailed?.({ kind: 'failed', reason: 'memory', detail: 'full' });
    events().ledgerLost?.(null);
    expect([session.ledger.get(), session.lostCopy.get()]).toEqual([{ kind: 'none' }, null]);
  });
});

test('a worker is called, answers, tells what it hears and is pulled over its own messages', async () => {
  const sent: { readonly id: number; readonly name: string; readonly input: unknown }[] = [];
  const listeners: ((event: { readonly data: unknown }) => void)[] = [];
  const client = createDataClient({
    postMessage: (message: (typeof sent)[number]) => void sent.push(message),
    addEventListener: (type: string, listen: (typeof listeners)[number]) =>
      type === 'message' && listeners.push(listen),
  } as never);
  const say = (data: unknown) => listeners.forEach((listen) => void listen({ data }));
  const heard: unknown[] = [];
  client.listen({ committed: (event) => heard.push(event), noted: () => heard.push('noted') });
  for (const name of ['committed', 'annotated', 'noted'])
    say({ type: 'event', name, payload: { revision: 4 } });
  expect(heard).toEqual([{ revision: 4 }, 'noted']);
  const answers = [
    client.call.readTotals({ columns: [] } as never),
    client.write.writeAnnotations({ kind: 'target' } as never),
    client.copy.deleteCopy({ accountId: 'a' }),
    client.pull.checkWorkbook({ file: 'f' } as never).next(),
  ];
  expect(sent).toMatchObject([
    { name: 'readTotals', input: { columns: [] } },
    { name: 'writeAnnotations', input: { kind: 'target' } },
    { name: 'deleteCopy', input: { accountId: 'a' } },
    { name: 'openStream', input: { name: 'checkWorkbook', input: { file: 'f' } } },
  ]);
  for (let at = 0; at < 5; at += 1) {
    await Promise.resolve();
    const asked = sent[at];
    say({ type: 'result', id: asked?.id, ok: true, value: { done: false, value: `to ${asked?.name}` } });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect((await Promise.all(answers)).map((each) => (each as { value: unknown }).value)).toEqual([
    ...['to readTotals', 'to writeAnnotations', 'to deleteCopy', 'to pullStream'],
  ]);
});
