import { expect, test } from 'vitest';
import type { MonthsQuery } from '#renderer/reconciliation/month/model/months-page.ts';
import { createMonths } from '#renderer/reconciliation/month/worker/months.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { month as coverageOf } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { storeOf } from '#test/renderer/reconciliation/explain/planted.ts';

/** Which months there are, and what is asked for them of payouts and of the files that lines are of. */

const SCOPE = { accounts: [{ Canal: 'Uno', Cuenta: 'Norte' }], isExcluded: false };
const QUERY: MonthsQuery = {
  ...{ scope: SCOPE, currency: 'CLP', countsOwnCosts: false, today: '2026-05-20' as LocalDate },
  ...{ tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal }, payoutTolerance: '3.5' as Decimal },
};
const [JANUARY, FEBRUARY, MARCH] = ['2026-01', '2026-02', '2026-03'] as [Month, Month, Month];

/** Lines without an order, each of a file of its own. */
const FILES = [
  [{ canal: 'Uno', cuenta: 'Norte' }],
  [
    { canal: 'Uno', cuenta: 'Norte' },
    { canal: 'Uno', cuenta: 'Sur' },
  ],
  [],
].map((accounts) => ({ accounts: accounts.map((each) => ({ ...each, orders: 1 })) }));
const alone = FILES.map((_, at) => {
  const own = {
    ...{ state: 'only-statement', by: null, lines: [at], orders: [], isExplained: false },
    ...{ ledgerAmount: 0n, statementAmount: 500n, difference: 500n },
  };
  const lines = FILES.map(() => ({ order: null, currency: '', date: { day: '2026-03-05' }, released: null }));
  const match = { scale: 2, lines, amounts: FILES.map(() => '5.00'), cases: [own], outside: [] };
  return {
    kind: 'mercado-pago-settlement',
    match: { ...match, orders: [], numbers: [], accounts: [] },
    case: own,
  };
});

function months() {
  const { rows } = createQueries(
    storeOf([
      {
        ...{ Canal: 'Uno', Cuenta: 'Norte', Orden: 'O-1', 'Tipo de Dato': 'Orden', Ventas: '1' },
        'Fecha de compra': '2026-03-05T10:00:00.000',
      },
    ]),
  );
  const asked: unknown[] = [];
  const close = {
    ...{ month: JANUARY, state: 'closed', now: [], evidence: '' },
    close: { figures: [], log: [] },
  };
  const made = createMonths({
    ledger: {
      statements: { revision: () => 1, list: () => [] },
      annotations: { revision: () => 1, of: () => new Map() },
      reads: {
        coverage: async () => ({
          knownUntil: '2026-05-20T10:00:00.000Z',
          months: [
            ...[coverageOf({ month: JANUARY, rows: 0 }), coverageOf({ month: FEBRUARY, rows: 0 })],
            coverageOf({ month: MARCH, rows: 1 }),
          ],
        }),
      },
      damage: () => null,
    },
    rows: () => rows,
    answer: async (_: unknown, start: (of: typeof rows) => never) => atOnce(start(rows)),
    chain: {
      casesOfOrders: async () => ({
        ...{ found: new Map(), alone, numbering: rows.store.numbering },
        filesOf: (_: unknown, line: number) => FILES[line],
      }),
      readPayouts: async (query: unknown) => {
        asked.push(query);
        return { payouts: [] };
      },
    },
    closings: { readCloses: async () => ({ revision: 1, months: [close] }) },
  } as never);
  return { asked, ...made };
}

test('months are those with rows and those that were closed, with the payouts of the accounts in view', async () => {
  const { asked, readMonths, readMonth } = months();
  const { months: found } = await readMonths(QUERY);
  expect(found.map(({ month, close }) => [month, close.state])).toEqual([
    [JANUARY, 'closed'],
    [MARCH, 'open'],
  ]);
  expect(found.map(({ knownUntil }) => knownUntil)).toEqual(['2026-05-19', '2026-05-19']);
  expect(asked).toEqual([{ scope: SCOPE, day: '2026-05-20', tolerance: '3.5' }]);
  expect((await readMonth({ ...QUERY, month: FEBRUARY })).walk).toBeNull();
});

test('lines without an order are of the account of their file, and of none where that is of several', async () => {
  const { differences } = await months().readMonth({ ...QUERY, scope: null, month: MARCH });
  const told = differences.map(({ account, cases, open }) => [
    account?.cuenta ?? null,
    cases,
    open.difference,
  ]);
  expect(told.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['Norte', 1, '5.00'],
    [null, 2, '10.00'],
  ]);
});
