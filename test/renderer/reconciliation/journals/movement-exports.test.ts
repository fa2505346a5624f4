import { describe, expect, test } from 'vitest';
import { createQueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { JournalQuery } from '#renderer/reconciliation/journals/model/journal-page.ts';
import { settingKey } from '#renderer/reconciliation/journals/model/rules.ts';
import { createJournals } from '#renderer/reconciliation/journals/worker/journals.ts';
import type {
  BankDeposit,
  PayoutsPage,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What was paid out and came to the bank is exported once, whichever currency and accounts are in view. */

const OCTOBER = '2026-10' as Month;
const ACCOUNTS = { accounts: [{ Canal: 'Otro', Cuenta: 'B' }] };
const PESOS: JournalQuery = {
  ...{ month: OCTOBER, scope: { ...ACCOUNTS, isExcluded: true }, currency: 'CLP', ownCosts: [] },
  day: '2026-11-05' as LocalDate,
};
const DOLLARS: JournalQuery = { ...PESOS, scope: { ...ACCOUNTS, isExcluded: false }, currency: 'USD' };

const deposit = (identity: string, currency: string): BankDeposit =>
  ({
    ...{ identity, day: '2026-10-09' as LocalDate, amount: '55' as Decimal, currency, document: identity },
    ...{ description: 'TEF', isExplained: false },
  }) as BankDeposit;

/** The journals of a closed month without rows, over payouts and bank lines that are given here. */
function openJournals(payouts: readonly PayoutView[], listed: readonly BankDeposit[]) {
  const postings = new Map<string, Annotation<'journal-posting'>>();
  const close = { state: 'closed', ownCosts: [], results: [], snapshot: 'c-1' };
  // Whatever the currency is called, the same accounts are proposed.
  const setting = { country: 'CL', by: 'account' };
  const kept: { readonly [kind: string]: ReadonlyMap<string, unknown> } = {
    'journal-posting': postings,
    'month-close': new Map([[OCTOBER, close]]),
    'journal-setting': new Map(['CLP', 'USD', 'PEN', settingKey(null)].map((key) => [key, setting])),
  };
  const annotations = { of: (kind: string) => kept[kind] ?? new Map() };
  const page = { payouts, unexplained: { lines: 0, sums: [], listed } } as unknown as PayoutsPage;
  const asked: unknown[] = [];
  const journals = createJournals({
    ledger: {
      ...{ annotations, store: { revision: 1 } },
      annotate: async ({
        puts,
      }: {
        puts: readonly { key: string; value: Annotation<'journal-posting'> }[];
      }) => {
        for (const { key, value } of puts) postings.set(key, value);
      },
    } as never,
    rows: createQueriedRows(storeOf([])),
    chain: {
      readPayouts: async (query) => {
        asked.push(query);
        return page;
      },
    },
    answer: async (start) => atOnce(start()),
    nowMs: () => 1,
  });
  return {
    propose: async (query: JournalQuery) =>
      (await journals.readJournal(query)).proposed.map(({ reference, isDifference }) => [
        reference,
        isDifference,
      ]),
    exportAll: async (query: JournalQuery) => {
      const { evidence } = await journals.readJournal(query);
      return journals.exportJournal({ ...query, form: 'csv', owner: 'Ana', evidence, posting: null });
    },
    postings,
    /** What was asked of payouts. */
    asked,
    /** Numbers of the exports that are of a view. */
    shown: async (query: JournalQuery) =>
      (await journals.readJournal(query)).postings.map(({ posting }) => posting),
  };
}

describe('bank lines of no known account', () => {
  test('are exported once in the currency that they are of, and taken back in no other', async () => {
    const { propose, exportAll } = openJournals(
      [],
      [deposit('in-pesos', 'CLP'), deposit('in-dollars', 'USD')],
    );
    expect(await propose(PESOS)).toEqual([['in-pesos', false]]);
    expect(await propose(DOLLARS)).toEqual([['in-dollars', false]]);
    await exportAll(DOLLARS);
    expect(await propose(DOLLARS)).toEqual([]);
    expect(await propose(PESOS)).toEqual([['in-pesos', false]]);
    await exportAll(PESOS);
    for (const query of [PESOS, DOLLARS]) expect(await propose(query)).toEqual([]);
  });

  test('that were exported before the currency had a name are the main one’s', async () => {
    const { propose, exportAll, postings, shown } = openJournals([], [deposit('x', '')]);
    await exportAll({ ...PESOS, scope: null, currency: null });
    expect([...postings.values()].map(({ currency }) => currency)).toEqual([null]);
    expect(await propose(PESOS)).toEqual([]);
    expect([await shown(PESOS), await shown(DOLLARS)]).toEqual([[1], []]);
  });

  test('that were exported are shown where they are of: in their currency, or with their account', async () => {
    const { exportAll, postings, shown } = openJournals([], [deposit('x', 'CLP')]);
    await exportAll(PESOS);
    expect([await shown(PESOS), await shown(DOLLARS)]).toEqual([[1], []]);
    // One blank name is an account’s still, whatever currency it was exported in.
    for (const blank of [
      { Canal: 'Otro', Cuenta: '' },
      { Canal: '', Cuenta: 'B' },
    ]) {
      const scope = { accounts: [blank], isExcluded: false };
      for (const [key, posting] of postings)
        postings.set(key, { ...posting, entries: posting.entries.map((entry) => ({ ...entry, ...blank })) });
      expect(await shown({ ...DOLLARS, scope })).toEqual([1]);
      expect(await shown({ ...PESOS, scope: { ...scope, isExcluded: true } })).toEqual([]);
    }
  });

  test('whose file names no currency are exported once, whatever the currency in view is called by then', async () => {
    const { propose, exportAll } = openJournals([], [deposit('x', ''), deposit('in-pesos', 'CLP')]);
    expect(await propose(DOLLARS)).toEqual([['x', false]]);
    await exportAll(PESOS);
    for (const query of [PESOS, DOLLARS, { ...PESOS, currency: 'PEN' }])
      expect(await propose(query)).toEqual([]);
  });

  test('that are of another month by now are proposed there', async () => {
    const listed = [deposit('x', '')];
    const { propose, exportAll } = openJournals([], listed);
    await exportAll(PESOS);
    listed[0] = { ...deposit('x', ''), day: '2026-11-01' as LocalDate };
    expect(await propose({ ...DOLLARS, month: '2026-11' as Month })).toEqual([['x', false]]);
    expect(await propose(PESOS)).toEqual([['x', true]]);
  });

  test('are proposed elsewhere again once they were taken back', async () => {
    const listed = [deposit('x', '')];
    const { propose, exportAll } = openJournals([], listed);
    await exportAll(PESOS);
    // Another file says which currency it is of.
    listed[0] = deposit('x', 'USD');
    expect(await propose(DOLLARS)).toEqual([]);
    expect(await propose(PESOS)).toEqual([['x', true]]);
    await exportAll(PESOS);
    expect(await propose(DOLLARS)).toEqual([['x', false]]);
    expect(await propose(PESOS)).toEqual([]);
  });
});

test('an export keeps what it was of; payouts are held against the bank as it is asked', async () => {
  const { exportAll, asked } = openJournals([], [deposit('x', 'CLP')]);
  const tolerance = '2.5' as Decimal;
  const { entries, ...kept } = await exportAll({ ...PESOS, tolerance });
  expect(asked[0]).toEqual({ scope: PESOS.scope, day: PESOS.day, tolerance });
  expect(kept).toEqual({
    ...{ month: OCTOBER, posting: 1, by: 'account', currency: 'CLP', country: 'CL', snapshot: 'c-1' },
    exports: [{ form: 'csv', owner: 'Ana', atMs: 1 }],
  });
  expect(entries).toMatchObject([{ number: '2026-10-1-001', isDifference: false, reference: 'x' }]);
});
