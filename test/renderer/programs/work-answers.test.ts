import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { ExceptionCase, ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';
import { MAX_PROGRAM_ROWS, type QuestionOf } from '#shared/contract/program-questions.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { answerOf, copyAnswering, linesOf, openAskedCopy, sale } from './asked-copy.ts';

/** What programs are told of the queue of exceptions and of the entries of a month. */

const MARCH = '2026-03' as Month;
const ROWS = [
  sale(['O-1', '2026-03-02', 1000, 200, 300]),
  sale(['O-2', '2026-03-10', 400, 100, null]),
  sale(['O-3', '2026-03-31', 50.5, 5.25, 10], { Canal: 'Otro' }),
];
const PESOS = { accounts: [{ Canal: 'Otro', Cuenta: 'Principal' }], isExcluded: true };
const DOLLARS = { ...PESOS, isExcluded: false };

afterEach(() => void vi.unstubAllGlobals());
/** What the screens remember of the account, where a page has it. */
const remember = (parts: object): void => {
  const stored = JSON.stringify(parts);
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'cuadra.screens.a-1' ? stored : null) });
};

describe('exceptions', () => {
  test('are those of the currency, with the rows and orders that they were looked for in', async () => {
    const { ask } = await openAskedCopy(ROWS);
    const pesos = await ask({ ask: 'exceptions' });
    expect(pesos.evidence).toMatchObject({ currency: 'CLP', rows: 2, orders: 2 });
    expect(pesos.evidence.selection).toEqual({ ...EVERYTHING, scope: PESOS });
    const missing = linesOf(pesos).filter(({ kind }) => kind === 'missing-cost');
    expect(missing).toEqual([
      {
        ...{
          kind: 'missing-cost',
          gravity: 'caution',
          state: 'open',
          Canal: 'Mercado Uno',
          Cuenta: 'Principal',
        },
        ...{ month: '2026-03', day: '2026-03-10', name: 'O-2', amount: '400', currency: 'CLP', rows: '1' },
        ...{
          reason: null,
          owner: null,
          note: null,
          claim: null,
          key: expect.stringMatching(/^missing-cost:/),
        },
      },
    ]);
    const dollars = await ask({ ask: 'exceptions', currency: 'USD', month: MARCH });
    expect(dollars.evidence).toMatchObject({ currency: 'USD', rows: 1, orders: 1 });
    expect(linesOf(dollars)).toEqual([]);
  });

  const one: ExceptionCase = {
    ...{
      id: 'c',
      key: 'k/c',
      name: 'O-9',
      month: MARCH,
      day: '2026-03-10' as LocalDate,
      rows: 3,
      evidence: 'e',
    },
    ...{ amount: '7.5' as Decimal, state: 'open', isChanged: false, isDue: false, said: null, claim: null },
  };
  const said = {
    ...{ state: 'explained', reason: 'timing', owner: 'Ana', note: 'ya viene', followUp: null, claim: null },
  } as unknown as ExceptionCase['said'];
  const group = (cases: readonly Partial<ExceptionCase>[], more: object = {}) =>
    ({
      ...{ head: { kind: 'missing-cost', subject: {} }, account: { Canal: 'Uno', Cuenta: 'A' } },
      ...{ ...more, cases: cases.map((each) => ({ ...one, ...each })) },
    }) as unknown as ExceptionGroup;
  const asked = (groups: readonly ExceptionGroup[], question: Partial<QuestionOf<'exceptions'>> = {}) => {
    const queries: unknown[] = [];
    const copy = copyAnswering({
      readExceptions: async (query: unknown) => {
        queries.push(query);
        return { revision: 7, rows: 11, exceptions: [], groups };
      },
      readTotals: async () => ({ revision: 7, rows: 11, orders: 5 }),
    });
    return answerOf({ ask: 'exceptions', ...question }, copy).then((answer) => ({ answer, queries }));
  };

  test('by month and state: what waits for somebody, what was said so, or all', async () => {
    const groups = [
      group([
        { key: 'open' },
        { key: 'due', state: 'explained', isDue: true },
        { key: 'explained', state: 'explained' },
        { key: 'accepted', state: 'accepted' },
      ]),
      group([
        { key: 'resolved', state: 'resolved' },
        { key: 'april', month: '2026-04' as Month },
      ]),
      group([{ key: 'whole', month: null }]),
    ];
    const keysOf = async (question: Partial<QuestionOf<'exceptions'>>) =>
      linesOf((await asked(groups, question)).answer).map(({ key }) => key);
    expect(await keysOf({})).toEqual(['open', 'due', 'april', 'whole']);
    expect(await keysOf({ month: MARCH })).toEqual(['open', 'due']);
    expect(await keysOf({ state: 'open', month: '2026-04' as Month })).toEqual(['april']);
    expect(await keysOf({ state: 'explained' })).toEqual(['due', 'explained']);
    expect(await keysOf({ state: 'accepted' })).toEqual(['accepted']);
    expect(await keysOf({ state: 'claimed' })).toEqual([]);
    expect(await keysOf({ state: 'resolved', month: MARCH })).toEqual(['resolved']);
    expect(await keysOf({ state: 'all', month: MARCH })).toHaveLength(5);
    expect(await keysOf({ state: 'all' })).toHaveLength(7);
  });

  test('each with whose it is, what is at stake in which money, and what was said of it', async () => {
    const own = { account: { Canal: 'Dos', Cuenta: 'B' } };
    const groups = [
      group([
        { ...own, said, state: 'explained', isDue: true, claim: 'R-1' },
        { name: '', amount: null },
      ]),
      group([{ name: '' }], {
        ...{
          account: null,
          head: { kind: 'statement-other', subject: {}, name: 'extracto.csv', currency: 'USD' },
        },
      }),
    ];
    const { answer } = await asked(groups);
    expect(answer.table.columns.filter(({ kind }) => kind !== 'text')).toEqual([
      { key: 'amount', kind: 'decimal' },
      { key: 'rows', kind: 'count' },
    ]);
    const bare = { reason: null, owner: null, note: null, claim: null, key: 'k/c', rows: '3' };
    const ofMarch = { month: '2026-03', day: '2026-03-10', kind: 'missing-cost', gravity: 'caution' };
    expect(linesOf(answer)).toMatchObject([
      {
        ...{ ...bare, ...ofMarch, state: 'explained', Canal: 'Dos', Cuenta: 'B', name: 'O-9' },
        ...{ amount: '7.5', currency: 'CLP', reason: 'timing', owner: 'Ana', note: 'ya viene', claim: 'R-1' },
      },
      {
        ...bare,
        ...ofMarch,
        state: 'open',
        Canal: 'Uno',
        Cuenta: 'A',
        name: null,
        amount: null,
        currency: null,
      },
      { ...bare, Canal: null, Cuenta: null, name: 'extracto.csv', amount: '7.5', currency: 'USD' },
    ]);
    expect(answer.evidence).toMatchObject({ revision: 7, rows: 11, orders: 5, currency: 'CLP' });
  });

  test('are found by the user’s own thresholds and tolerances, own costs as asked, and none is told beyond the limit', async () => {
    const [plain] = (await asked([])).queries;
    expect(plain).toEqual({
      ...{ scope: PESOS, currency: 'CLP', countsOwnCosts: false, thresholds: DEFAULT_THRESHOLDS },
      ...{ tolerance: { absolute: '0', percent: '0' }, today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      withCases: true,
    });
    const thresholds = { ...DEFAULT_THRESHOLDS, marginRows: 77 };
    const tolerance = { absolute: '5', percent: '1' };
    remember({ 'reconciliation.anomalies': thresholds, 'reconciliation.tolerance': tolerance });
    const many = group(Array.from({ length: MAX_PROGRAM_ROWS + 2 }, (_, at) => ({ key: `${at}` })));
    const { answer, queries } = await asked([many], { ownCosts: true, currency: 'USD' });
    expect(queries).toMatchObject([
      { thresholds, tolerance, countsOwnCosts: true, scope: DOLLARS, currency: 'USD' },
    ]);
    expect([answer.table.rows.length, answer.table.leftOut]).toEqual([10_000, 2]);
    expect(answer.table.rows.at(-1)?.at(-1)).toBe('9999');
  });
});

describe('the entries of a month', () => {
  test('are those that were exported under their numbers, and what is proposed behind them without', async () => {
    const { ask, service } = await openAskedCopy(ROWS);
    await expect(ask({ ask: 'journal', month: MARCH })).rejects.toMatchObject({
      ...{ code: 'month-open', message: '2026-03' },
    });
    await service.closeMonth({ month: MARCH, owner: 'Ana', note: '', ownCosts: [] });
    const dollars = await ask({ ask: 'journal', month: MARCH, currency: 'USD' });
    expect(linesOf(dollars).map(({ line, debit, credit }) => [line, debit, credit])).toEqual([
      ['income/Ventas', null, '50.5'],
      ['commissions/Cobro de Comisiones', '5.25', null],
      ['receivable', '45.25', null],
      ['product-cost', '10', null],
      ['inventory', null, '10'],
    ]);
    expect(dollars.evidence).toMatchObject({ currency: 'USD', rows: 1, orders: 1 });
    expect(dollars.evidence.selection).toEqual({
      ...{ ...EVERYTHING, scope: DOLLARS, period: { from: '2026-03-01', to: '2026-03-31' } },
    });
    expect(linesOf(dollars)[0]).toEqual({
      ...{ state: 'proposed', number: null, date: '2026-03-31', kind: 'result', isDifference: 'false' },
      ...{
        Canal: 'Otro',
        Cuenta: 'Principal',
        reference: '',
        line: 'income/Ventas',
        debit: null,
        credit: '50.5',
      },
      ...{ account: 'SUSPENSO', accountName: '', currency: 'USD', costCentre: '', taxCode: '' },
    });
    expect(dollars.table.columns.filter(({ kind }) => kind !== 'text')).toEqual([
      { key: 'debit', kind: 'decimal' },
      { key: 'credit', kind: 'decimal' },
    ]);
  });

  test('tell each of its lines by itself, with centre and tax, and ask by the user’s tolerance', async () => {
    const line = {
      ...{ line: 'rest', account: '1.1', name: 'Uno', costCentre: 'CC', taxCode: 'IVA', level: 'all' },
      amount: '-5.25',
    };
    const entry = {
      ...{ key: 'k', kind: 'bank', date: '2026-03-09', Canal: 'Uno', Cuenta: 'A', reference: 'R' },
      ...{ isDifference: true, lines: [line, { ...line, amount: '5.25' }] },
    };
    const queries: unknown[] = [];
    const copy = copyAnswering({
      readJournal: async (query: unknown) => {
        queries.push(query);
        const postings = [{ entries: [{ ...entry, number: '2026-03-1-001' }] }, { entries: [] }];
        return { revision: 7, isClosed: true, postings, proposed: [{ ...entry, isDifference: false }] };
      },
      readTotals: async () => ({ revision: 7, rows: 9, orders: 4 }),
    });
    const answer = await answerOf({ ask: 'journal', month: MARCH }, copy);
    expect(
      linesOf(answer).map(({ number, state, isDifference, debit, credit }) => [
        ...[number, state, isDifference, debit, credit],
      ]),
    ).toEqual([
      ['2026-03-1-001', 'exported', 'true', null, '5.25'],
      ['2026-03-1-001', 'exported', 'true', '5.25', null],
      [null, 'proposed', 'false', null, '5.25'],
      [null, 'proposed', 'false', '5.25', null],
    ]);
    expect(linesOf(answer)[0]).toMatchObject({
      ...{
        date: '2026-03-09',
        kind: 'bank',
        reference: 'R',
        costCentre: 'CC',
        taxCode: 'IVA',
        accountName: 'Uno',
      },
    });
    expect(queries).toEqual([
      {
        ...{ month: MARCH, scope: PESOS, currency: 'CLP', tolerance: DEFAULT_TOLERANCE, ownCosts: [] },
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
    remember({ 'reconciliation.payout-tolerance': '3' });
    await answerOf({ ask: 'journal', month: MARCH }, copy);
    expect(queries[1]).toMatchObject({ tolerance: '3' });
  });
});
