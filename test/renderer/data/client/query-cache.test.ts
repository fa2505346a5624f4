import { expect, test } from 'vitest';
import type { LedgerFacts } from '#renderer/data/api.ts';
import { createLastAnswers } from '#renderer/data/client/query-cache.ts';
import type { LedgerView } from '#renderer/data/client/session.ts';
import { createStore } from '#renderer/data/client/store.ts';

const OPEN: LedgerView = { kind: 'open', accountId: 'one', facts: {} as LedgerFacts };

function start() {
  const ledger = createStore<LedgerView>(OPEN);
  const revision = createStore(1);
  return { ledger, revision, last: createLastAnswers({ ledger, revision }) };
}

test('the same question of the same rows finds its answer, and no other does', () => {
  const { last, revision } = start();
  const answer = { ventas: '1' };
  expect(last.recall('panel', { month: 1 })).toBeNull();
  last.keep('panel', { month: 1 }, 1, answer);
  expect(last.recall('panel', { month: 1 })).toBe(answer);
  expect(last.recall('panel', { month: 2 })).toBeNull();
  expect(last.recall('statement', { month: 1 })).toBeNull();
  revision.set(2);
  expect(last.recall('panel', { month: 1 })).toBeNull();
});

test('an answer of rows that are not the newest any more is not kept as if it were', () => {
  const { last, revision } = start();
  revision.set(2);
  last.keep('panel', 'all', 1, 'old');
  expect(last.recall('panel', 'all')).toBeNull();
});

test('what was kept of one copy is not found in the next, whose revisions begin anew', () => {
  const { last, ledger } = start();
  last.keep('panel', 'all', 1, 'of the first');
  ledger.set({ kind: 'opening', accountId: 'two', progress: null });
  ledger.set({ ...OPEN, accountId: 'two' });
  expect(last.recall('panel', 'all')).toBeNull();
});

test('facts that are read anew leave it', () => {
  const { last, ledger } = start();
  last.keep('panel', 'all', 1, 'kept');
  ledger.set({ ...OPEN });
  expect(last.recall('panel', 'all')).toBe('kept');
});
