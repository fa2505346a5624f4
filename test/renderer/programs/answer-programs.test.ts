import { describe, expect, test } from 'vitest';
import { createStore, type LedgerView, type Session } from '#renderer/data/client/session.ts';
import { answerPrograms } from '#renderer/programs/answer-programs.ts';
import type { AccountsState, Connection } from '#shared/contract/app.ts';
import type { AskedOutcome, AskedQuestion } from '#shared/contract/program-questions.ts';

const question = (id: string): AskedQuestion => ({
  id,
  question: { ask: 'status' },
  hidesBuyers: false,
});
const NOBODY = { accounts: [], activeId: null, keyStorage: 'memory' } satisfies AccountsState;

/** A page whose host hands out what waits, each time it is let go on. */
function openPage(view: LedgerView, state: AccountsState | null) {
  let waiting: AskedQuestion[] = [];
  const held: (() => void)[] = [];
  let hear = (): void => {};
  const answered: [string, AskedOutcome][] = [];
  const [ledger, accounts] = [createStore(view), createStore(state)];
  const session = {
    bridge: {
      call: {
        takeAsked: () => {
          const taken = waiting;
          waiting = [];
          return new Promise((resolve) => held.push(() => resolve(taken)));
        },
        answerAsked: async ({ id, outcome }: { id: string; outcome: AskedOutcome }) => {
          answered.push([id, outcome]);
          return null;
        },
      },
      on: (_: string, listener: () => void) => {
        hear = listener;
        return () => {};
      },
      onConnection: (listener: (connection: Connection) => void) => {
        listener('connected');
        return () => {};
      },
    },
    data: {},
    ledger,
    accounts,
  } as unknown as Session;
  return {
    session,
    ledger,
    answered,
    ask: (id: string): void => {
      waiting.push(question(id));
      hear();
    },
    asks: () => held.length,
    /** Answers the oldest call that takes; what follows from it has happened. */
    goOn: async (): Promise<void> => {
      held.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
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
});
