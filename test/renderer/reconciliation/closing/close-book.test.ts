import { expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { readCloseBook } from '#renderer/reconciliation/closing/screen/close-book.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What the workbook of a close holds of what the worker tells: of its month and the accounts in view, and no more. */

const MONTH = '2026-04' as Month;
const NORTE = { Canal: 'Uno', Cuenta: 'Norte' };
const SCOPE = { accounts: [NORTE], isExcluded: false };
const TOLERANCE = { absolute: '1' as Decimal, percent: '0' as Decimal };
const MONTHS = {
  ...{ scope: SCOPE, currency: 'CLP', countsOwnCosts: true, tolerance: TOLERANCE },
  ...{ payoutTolerance: '2' as Decimal, today: '2026-05-20' as LocalDate },
};
const EXCEPTIONS = {
  ...{ scope: SCOPE, currency: 'CLP', countsOwnCosts: true, tolerance: TOLERANCE },
  ...{ today: MONTHS.today, thresholds: DEFAULT_THRESHOLDS },
};

const statement = (id: string, from: string | null, to = '') => ({
  ...{ id, digest: id, kind: 'mercado-pago-settlement', accounts: [], layout: null },
  days: from === null ? null : { from: `2026-${from}`, to: `2026-${to}` },
});
/** By their days: before, over the first, within, over the last, after, over all, of none. */
const STATEMENTS = [
  statement('before', '03-01', '03-31'),
  statement('first', '03-01', '04-01'),
  statement('within', '04-10', '04-20'),
  statement('last', '04-30', '05-15'),
  statement('after', '05-01', '05-31'),
  statement('over', '01-01', '12-31'),
  statement('undated', null),
];
const order = (key: string, Cuenta = 'Norte') => ({ key, Canal: 'Uno', Cuenta, Orden: key });
const caseOf = (key: string, state: string, more: object = {}) => ({
  ...{ state, isExplained: false, orders: [order(key)], ...more },
});
const CASES = [
  caseOf('same', 'same'),
  caseOf('within', 'within'),
  caseOf('explained', 'within', { isExplained: true }),
  caseOf('different', 'different'),
  caseOf('only-here', 'only-here'),
  caseOf('elsewhere', 'different', { orders: [order('x', 'Sur')] }),
  caseOf('both', 'different', { orders: [order('x', 'Sur'), order('y')] }),
];
const said = (note: string, atMs: number, ...orders: readonly string[]) => ({
  value: { note, atMs, orders },
});
const payout = (key: string, day: string | null) => ({ key, day: day && `2026-${day}` });
const exception = (key: string, subject: object, first: string | null, last: string | null) => ({
  key,
  finding: {
    subject,
    firstPurchase: first && `2026-${first}T10:00:00.000`,
    lastPurchase: last && `2026-${last}T10:00:00.000`,
  },
});

function worker(statements: readonly object[] = STATEMENTS) {
  const asked = new Map<string, unknown>();
  const answer = (name: string, reply: unknown) => async (query: unknown) => {
    asked.set(name, query);
    return reply;
  };
  const call = {
    readStatements: answer('readStatements', statements),
    readMonth: answer('readMonth', { walk: 'walk' }),
    readMatches: answer('readMatches', { cases: CASES }),
    readAnnotations: answer('readAnnotations', [
      said('la última', 9, 'a', 'b'),
      said('antes', 5, 'a', 'c'),
      said('la primera', 1, 'a', 'b', 'c'),
      said('entre ambas', 7, 'b'),
    ]),
    readPayouts: answer('readPayouts', {
      payouts: [
        payout('march', '03-31'),
        payout('first', '04-01'),
        payout('undated', null),
        payout('last', '04-30'),
        payout('may', '05-01'),
      ],
    }),
    readReceivables: answer('readReceivables', { lines: ['line'] }),
    readExceptions: answer('readExceptions', {
      exceptions: [
        exception('of it', { month: MONTH }, '01-01', '01-02'),
        exception('of another', { month: '2026-03' }, '04-01', '04-02'),
        exception('begins in it', {}, '04-30', '05-09'),
        exception('ends in it', {}, '03-01', '04-01'),
        exception('over it', {}, '03-31', '05-01'),
        exception('before it', {}, '03-01', '03-31'),
        exception('undated', {}, null, null),
      ],
    }),
  };
  const read = () => readCloseBook(call as never, { month: MONTH, months: MONTHS, exceptions: EXCEPTIONS });
  return { asked, read };
}

test('it is of the month and of the accounts in view, and has the last that was said of each order', async () => {
  const { asked, read } = worker();
  const book = await read();
  const keysOf = (all: readonly object[]) => all.map((each) => (each as { readonly key: string }).key);
  expect({
    ...book,
    cases: book.cases.map(({ orders, state }) => [state, ...keysOf(orders)].join(' ')),
    said: [...book.said].map(([key, { note }]) => `${key}: ${note}`).toSorted(),
    payouts: keysOf(book.payouts),
    exceptions: keysOf(book.exceptions),
  }).toEqual({
    walk: 'walk',
    cases: [...['within explained', 'different different', 'only-here only-here', 'different x y']],
    said: ['a: la última', 'b: la última', 'c: antes'],
    payouts: ['first', 'last'],
    receivables: ['line'],
    exceptions: ['of it', 'begins in it', 'ends in it'],
  });
  expect(Object.fromEntries(asked)).toEqual({
    readStatements: null,
    readMonth: { ...MONTHS, month: MONTH },
    readMatches: {
      ...{ statementIds: ['first', 'within', 'last', 'over', 'undated'], tolerance: TOLERANCE },
      ...{ states: [], search: '', month: MONTH, sort: null, offset: 0, limit: Number.MAX_SAFE_INTEGER },
    },
    readAnnotations: { kind: 'match-decision' },
    readPayouts: { scope: SCOPE, day: MONTHS.today, tolerance: '2' },
    readReceivables: { scope: SCOPE, month: MONTH, today: MONTHS.today },
    readExceptions: EXCEPTIONS,
  });
});

test('without a statement of the month no case is asked about', async () => {
  const { asked, read } = worker(STATEMENTS.slice(0, 1));
  expect((await read()).cases).toEqual([]);
  expect(asked.has('readMatches')).toBe(false);
});
