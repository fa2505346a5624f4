import { describe, expect, test } from 'vitest';
import { createStore, type LedgerView, type Session } from '#renderer/data/client/session.ts';
import type { DataStreams } from '#renderer/data/worker/questions.ts';
import { answerPrograms } from '#renderer/programs/answer-programs.ts';
import type { AccountsState, Connection } from '#shared/contract/app.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import { type AskedOutcome, type AskedQuestion, ProgramRefusal } from '#shared/contract/program-questions.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { pullStreams, serveStreams } from '#shared/contract/streams.ts';
import { accountNamed, copyAnswering } from './asked-copy.ts';

const question = (id: string, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  id,
  question: { ask: 'status' },
  hidesBuyers: false,
  ...more,
});
const NOBODY = { accounts: [], activeId: null, keyStorage: 'memory' } satisfies AccountsState;

/** A page whose host hands out what waits, each time it is let go on. */
function openPage(view: LedgerView, state: AccountsState | null, data: unknown = {}) {
  let waiting: AskedQuestion[] = [];
  const held: ((failure?: Error) => void)[] = [];
  let hear = (): void => {};
  let connect = (_: Connection): void => {};
  const answered: [string, AskedOutcome][] = [];
  const [ledger, accounts] = [createStore(view), createStore(state)];
  const session = {
    bridge: {
      call: {
        takeAsked: () => {
          const taken = waiting;
          waiting = [];
          return new Promise((resolve, reject) =>
            held.push((failure) => (failure === undefined ? resolve(taken) : reject(failure))),
          );
        },
        answerAsked: async ({ id, outcome }: { id: string; outcome: AskedOutcome }) => {
          answered.push([id, outcome]);
          if (id === 'gone') throw new Error('The host has gone.');
          return null;
        },
      },
      on: (_: string, listener: () => void) => {
        hear = listener;
        return () => {};
      },
      onConnection: (listener: (connection: Connection) => void) => {
        connect = listener;
        listener('connected');
        return () => {};
      },
    },
    host: createStore({ version: '9.8.7' }),
    status: createStore(null),
    frozen: createStore(null),
    data,
    ledger,
    accounts,
  } as unknown as Session;
  const goOn = async (failure?: Error): Promise<void> => {
    held.shift()?.(failure);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    session,
    ledger,
    accounts,
    answered,
    ask: (id: string, more?: Partial<AskedQuestion>): void => {
      waiting.push(question(id, more));
      hear();
    },
    connect: (connection: Connection): void => connect(connection),
    asks: () => held.length,
    /** Answers the oldest call that takes; what follows from it has happened. */
    goOn,
    /** Answers all of them, those too that follow. */
    goOnToEnd: async (): Promise<void> => {
      while (held.length > 0) await goOn();
    },
  };
}

describe('the page’s answers to programs', () => {
  test('miss no question that comes while others are being taken', async () => {
    const page = openPage({ kind: 'none' }, NOBODY);
    answerPrograms(page.session);
    page.ask('second');
    expect(page.asks()).toBe(1);
    await page.goOn();
    await page.goOn();
    const outcome = { kind: 'failure', code: 'no-account', detail: '' };
    expect(page.answered).toEqual([['second', outcome]]);
  });

  test('are asked for again by the next word of the host, where it did not say which they are', async () => {
    const page = openPage({ kind: 'none' }, NOBODY);
    answerPrograms(page.session);
    await page.goOn(new Error('The host is busy.'));
    page.ask('next');
    await page.goOnToEnd();
    expect(page.answered).toMatchObject([['next', { code: 'no-account' }]]);
  });

  test('wait for the copy that is being opened here, and leave to another page what that one has', async () => {
    const opening = { kind: 'opening', accountId: 'a', progress: null } as const;
    const page = openPage(opening, { ...NOBODY, activeId: 'a' });
    answerPrograms(page.session);
    page.ask('first');
    expect(page.asks()).toBe(0);
    page.ledger.set({ kind: 'elsewhere', accountId: 'a', takenOver: false });
    expect(page.asks()).toBe(0);
    page.ledger.set({ kind: 'outdated', accountId: 'a', failed: null });
    await page.goOn();
    expect(page.answered).toMatchObject([['first', { kind: 'failure', code: 'no-account' }]]);
  });

  test('are asked for with every word of the host, a new connection, and a copy or account that changed', async () => {
    const page = openPage({ kind: 'none' }, null);
    answerPrograms(page.session);
    // Nobody knows yet whether there are accounts.
    expect(page.asks()).toBe(0);
    const takes = async (change: () => void): Promise<number> => {
      change();
      const asks = page.asks();
      await page.goOnToEnd();
      return asks;
    };
    expect(await takes(() => page.accounts.set(NOBODY))).toBe(1);
    expect(await takes(() => page.connect('disconnected'))).toBe(0);
    expect(await takes(() => page.connect('connected'))).toBe(1);
    // One is active, and its copy is not being opened yet.
    expect(await takes(() => page.accounts.set({ ...NOBODY, activeId: 'a-1' }))).toBe(0);
    const accountId = 'a-1';
    const views = {
      opening: { kind: 'opening', accountId, progress: null },
      elsewhere: { kind: 'elsewhere', accountId, takenOver: false },
      open: { kind: 'open', accountId },
      failed: { kind: 'failed', accountId },
      outdated: { kind: 'outdated', accountId, failed: null },
    };
    const taken = new Map<string, number>();
    for (const [kind, view] of Object.entries(views))
      taken.set(kind, await takes(() => page.ledger.set(view as unknown as LedgerView)));
    expect(Object.fromEntries(taken)).toEqual({ opening: 0, elsewhere: 0, open: 1, failed: 1, outdated: 1 });
  });

  test('come of the open copy of the account that is active, buyers hidden where the question says so', async () => {
    const open = { kind: 'open', accountId: 'a-1' } as unknown as LedgerView;
    const copy = copyAnswering({});
    const accounts = { ...NOBODY, accounts: [accountNamed('a-0', 'Otra'), copy.account], activeId: 'a-1' };
    const facts = { ...copy.facts, columns: ['Orden', 'Comprador'] };
    const page = openPage(open, accounts, { copy: { readFacts: async () => facts }, call: {} });
    answerPrograms(page.session);
    await page.goOnToEnd();
    page.ask('plain');
    page.ask('hidden', { hidesBuyers: true });
    await page.goOnToEnd();
    const columns = new Map(
      page.answered.map(([id, outcome]) => {
        if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
        expect(outcome.answer.evidence).toMatchObject({ account: { name: 'Café Ñandú' }, app: '9.8.7' });
        return [id, outcome.answer.table.rows[0]?.[7]];
      }),
    );
    expect(columns).toEqual(
      new Map([
        ['plain', 'Orden, Comprador'],
        ['hidden', 'Orden'],
      ]),
    );
    // The copy that is open is of another account, or none is.
    for (const view of [
      { kind: 'open', accountId: 'a-0' },
      { kind: 'failed', accountId: 'a-1' },
    ]) {
      page.ledger.set(view as unknown as LedgerView);
      await page.goOnToEnd();
      page.ask(view.accountId);
      await page.goOnToEnd();
      expect(page.answered.at(-1)).toEqual([
        view.accountId,
        { kind: 'failure', code: 'copy-closed', detail: '' },
      ]);
    }
  });

  test('say what failed, in words that fit a message; a host that has gone needs no answer', async () => {
    const open = { kind: 'open', accountId: 'a-1' } as unknown as LedgerView;
    const accounts = { ...NOBODY, accounts: [copyAnswering({}).account], activeId: 'a-1' };
    const failures: unknown[] = [
      new ProgramRefusal('no-rows-yet', 'Café'),
      new RpcError('outdated', 'Otra cosa.'),
      new Error('x'.repeat(3000)),
      'sólo un texto',
      new ProgramRefusal('no-account'),
    ];
    const data = { copy: { readFacts: () => Promise.reject(failures.shift()) } };
    const page = openPage(open, accounts, data);
    answerPrograms(page.session);
    await page.goOnToEnd();
    for (const id of ['refused', 'other', 'long', 'text', 'gone']) {
      page.ask(id);
      await page.goOnToEnd();
    }
    expect(page.answered).toEqual([
      ['refused', { kind: 'failure', code: 'no-rows-yet', detail: 'Café' }],
      ['other', { kind: 'failure', code: 'failed', detail: 'Otra cosa.' }],
      ['long', { kind: 'failure', code: 'failed', detail: 'x'.repeat(2000) }],
      ['text', { kind: 'failure', code: 'failed', detail: 'sólo un texto' }],
      ['gone', { kind: 'failure', code: 'no-account', detail: '' }],
    ]);
  });

  test('write up to when changes are known into a file, as the status has it by then; never while figures stand still', async () => {
    const open = { kind: 'open', accountId: 'a-1' } as unknown as LedgerView;
    const { account, facts } = copyAnswering({});
    const told: (string | undefined)[] = [];
    const totals = { revision: 7, rows: 3, orders: 2, sums: {} };
    const call = { readCloses: async () => ({ months: [] }), readTotals: async () => totals };
    const { calls } = serveStreams<Pick<DataStreams, 'exportTable'>>({
      async *exportTable({ format }) {
        const facts = 'facts' in format ? format.facts : [];
        told.push(facts.find(({ name }) => name.startsWith('Cambios conocidos'))?.value);
        yield { kind: 'begun', lines: 2, revision: 7 };
        return null;
      },
    });
    const written = serveStreams<Pick<AppStreams, 'askedExport'>>({
      async *askedExport({ id }) {
        while ((yield null).kind !== 'end');
        return { kind: 'file', path: id };
      },
    });
    const data = { copy: { readFacts: async () => facts }, call, pull: pullStreams(calls) };
    const page = openPage(open, { ...NOBODY, accounts: [account], activeId: 'a-1' }, data);
    const session = {
      ...page.session,
      bridge: { ...page.session.bridge, pull: pullStreams(written.calls) },
    } as unknown as Session;
    answerPrograms(session);
    const status = session.status as ReturnType<typeof createStore<unknown>>;
    const frozen = session.frozen as ReturnType<typeof createStore<unknown>>;
    const exported = async (id: string): Promise<void> => {
      page.ask(id, { question: { ask: 'export', form: 'xlsx', folder: '/r', columns: ['Orden'] } });
      await page.goOnToEnd();
      await expect.poll(() => page.answered.at(-1)?.[0]).toBe(id);
      expect(page.answered.at(-1)?.[1]).toMatchObject({
        kind: 'answer',
        answer: { table: { rows: [[id, '2']] } },
      });
    };
    await exported('none');
    status.set({ knownUntil: '2026-04-02T11:30:00.000Z' });
    await exported('known');
    frozen.set(facts);
    await exported('frozen');
    frozen.set(null);
    status.set({ knownUntil: '2026-04-02T11:45:09.000Z' });
    await exported('later');
    expect(told).toEqual([undefined, '02-04-2026 11:30:00 UTC', undefined, '02-04-2026 11:45:09 UTC']);
  });

  test('tell how far a sync is, and read what the copy is behind it', async () => {
    const open = { kind: 'open', accountId: 'a-1' } as unknown as LedgerView;
    const { account, facts } = copyAnswering({});
    const accounts = { ...NOBODY, accounts: [account], activeId: 'a-1' };
    const rows = [30, 31];
    const readFacts = async () => ({ ...facts, rows: rows.shift() ?? 0 });
    const page = openPage(open, accounts, { copy: { readFacts }, call: {} });
    const run = { outcome: 'done', requests: 1, rowsRead: 1, ordersNew: 1, ordersChanged: 1, notices: 0 };
    const status = { accountId: 'a-1', state: 'running', run: null, failure: null, knownUntil: null };
    const bridge = {
      ...page.session.bridge,
      call: { ...page.session.bridge.call, syncNow: async () => null },
    };
    const session = { ...page.session, bridge } as unknown as Session;
    answerPrograms(session);
    await page.goOnToEnd();
    page.ask('sync', { question: { ask: 'sync' } });
    await page.goOnToEnd();
    const store = session.status as ReturnType<typeof createStore<unknown>>;
    store.set({ ...status, progress: { pagesRead: 1, pagesLeft: 3 } });
    store.set({ ...status, state: 'idle', progress: null, run: { ...run, endedAtMs: Date.now() + 1 } });
    await page.goOn();
    expect(page.answered).toMatchObject([
      ['sync', { kind: 'progress', done: 1, of: 4 }],
      ['sync', { kind: 'answer', answer: { evidence: { rows: 31 } } }],
    ]);
  });
});
