import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#renderer/data/client/session.ts';
import { answerQuestion } from '#renderer/programs/answer-programs.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { copyAnswering, linesOf } from './asked-copy.ts';

/** «Leer ahora», asked by a program: it hears of the run that it began, and of no other. */

const ASKED_AT = Date.UTC(2026, 2, 5, 12);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: ASKED_AT });
});
afterEach(() => void vi.useRealTimers());

const RUN = {
  ...{ endedAtMs: ASKED_AT, outcome: 'done', requests: 3, rowsRead: 40, ordersNew: 5, ordersChanged: 2 },
  notices: 1,
};
const status = (more: object): SyncStatus =>
  ({
    ...{ accountId: 'a-1', state: 'idle', run: null, failure: null, progress: null },
    ...{ knownUntil: '2026-03-05T11:59:00.000Z', ...more },
  }) as unknown as SyncStatus;

/** Asks, and gives the statuses that follow by hand. */
function askSync(first: SyncStatus | null, account?: string) {
  const store = createStore(first);
  const steps: (readonly [done: number, of: number])[] = [];
  let asked = 0;
  const copy = copyAnswering({});
  const facts = { ...copy.facts, revision: 8, rows: 44, orders: 25, readUntil: '2026-04-02T08:00:00.000Z' };
  const sync = {
    call: {
      syncNow: async () => {
        asked += 1;
        return null;
      },
    },
    status: store,
    readFacts: async () => facts,
    progress: (done: number, of: number): void => void steps.push([done, of]),
  };
  const answer = answerQuestion(
    { ask: 'sync', ...(account && { account }) },
    copy,
    sync as never,
    null as never,
  );
  let isOver = false;
  answer.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  /** What follows from it has happened. */
  const settled = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve));
    return isOver;
  };
  return { answer, store, steps, settled, asked: () => asked };
}

test('an answer tells what the run read, and what the copy is since', async () => {
  const { answer, store, asked, settled } = askSync(status({}));
  expect([await settled(), asked()]).toEqual([false, 1]);
  store.set(status({ run: RUN }));
  const told = await answer;
  expect(linesOf(told)).toEqual([
    {
      ...{ outcome: 'done', knownUntil: '2026-03-05T11:59:00.000Z', requests: '3', rowsRead: '40' },
      ...{ ordersNew: '5', ordersChanged: '2', notices: '1' },
    },
  ]);
  expect(told.table.columns.map(({ kind }) => kind)).toEqual(['text', 'text', ...Array(5).fill('count')]);
  expect(told.evidence).toMatchObject({
    ...{ selection: EVERYTHING, currency: 'CLP', revision: 8, rows: 44, orders: 25 },
    ...{ account: { id: 'a-1' }, readUntil: '2026-04-02T08:00:00.000Z' },
  });
});

test('runs that ended before it was asked are none of it, and one that goes on is waited for', async () => {
  const earlier = { ...RUN, endedAtMs: ASKED_AT - 1, rowsRead: 1 };
  const { answer, store, settled, steps } = askSync(status({ run: earlier }));
  const going = { state: 'running', run: { ...RUN, endedAtMs: null } };
  const heard = [
    status({ run: earlier, failure: { atMs: ASKED_AT - 1, code: 'offline' } }),
    status({ ...going, progress: { pagesRead: 2, pagesLeft: 5 } }),
    status({ ...going, progress: { pagesRead: 3, pagesLeft: null } }),
    status({ ...going, progress: null }),
    // Its end is noted before it has come to rest.
    status({ run: RUN, state: 'running' }),
    status({ run: RUN, state: 'waiting', progress: { pagesRead: 7, pagesLeft: 0 } }),
    null,
  ];
  for (const each of heard) {
    store.set(each);
    expect(await settled()).toBe(false);
  }
  expect(steps).toEqual([
    [2, 7],
    [7, 7],
  ]);
  store.set(status({ run: RUN }));
  expect(linesOf(await answer)).toMatchObject([{ rowsRead: '40' }]);
  // Nobody listens any more.
  store.set(status({ run: RUN, progress: { pagesRead: 9, pagesLeft: 9 } }));
  expect(steps).toHaveLength(2);
});

test('a run that did not end well is a refusal with its failure and the server’s words', async () => {
  const failed = { run: { ...RUN, outcome: 'failed' }, state: 'error' };
  const refused = async (more: object, message: string): Promise<void> => {
    const { answer } = askSync(status(more));
    await expect(answer).rejects.toMatchObject({ code: 'sync-failed', message });
  };
  await refused(
    { ...failed, failure: { atMs: ASKED_AT, code: 'bad-key', words: 'No entra.' } },
    'bad-key: No entra.',
  );
  await refused({ state: 'error', failure: { atMs: ASKED_AT, code: 'offline' } }, 'offline');
  await refused({ run: { ...RUN, outcome: 'failed' } }, 'failed');
  // It ended, and something has failed since.
  await refused({ run: RUN, failure: { atMs: ASKED_AT, code: 'offline' } }, 'offline');
});

test('another account than is open is none that is read, before and while it runs', async () => {
  const other = askSync(status({}), 'Otra');
  await expect(other.answer).rejects.toMatchObject({ code: 'other-account-open' });
  expect(other.asked()).toBe(0);
  const changed = askSync(status({}));
  await changed.settled();
  changed.store.set(status({ accountId: 'a-2', run: RUN }));
  await expect(changed.answer).rejects.toMatchObject({ code: 'other-account-open', message: 'Café Ñandú' });
  changed.store.set(status({ run: RUN }));
  await expect(askSync(status({ accountId: null })).answer).rejects.toMatchObject({
    code: 'other-account-open',
  });
});
