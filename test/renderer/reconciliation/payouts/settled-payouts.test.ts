import { describe, expect, it } from 'vitest';
import type { Settlement } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { Payout } from '#renderer/reconciliation/payouts/model/payouts.ts';
import { settlePayouts } from '#renderer/reconciliation/payouts/worker/settled-payouts.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';

/** Payouts and bank lines of several currencies: what came in other money than it was paid in is no difference. */

const DAY = '2026-03-10' as LocalDate;

const payout = (key: string, amount: string, currency: string | null): Payout => ({
  ...{ key, formerKeys: [], source: 'statement', kind: 'ripley', settlement: key, numbers: [], currency },
  ...{ amount: amount as Decimal, retained: '0' as Decimal, day: DAY, isDated: true, lines: 1, unread: 0 },
  ...{ statementIds: ['s'], accounts: [{ canal: 'Ripley', cuenta: 'Uno' }] },
});
const line = (net: string, currency: string | null, at: number): StatementLine =>
  ({
    line: at + 2,
    net: net as Decimal,
    currency,
    date: { day: DAY },
    description: `ABONO ${at}`,
    ...{ movement: null, operation: null, settlement: null, order: null },
  }) as unknown as StatementLine;

type Held = {
  readonly otherBusiness?: readonly string[];
  readonly tolerance?: string;
  readonly settlements?: readonly Settlement[];
  readonly balances?: readonly string[];
  /** What the payouts of a decision came to beyond what they come to now. */
  readonly saidMore?: string;
};

function held(
  payouts: readonly Payout[],
  lines: readonly StatementLine[],
  matched: readonly (readonly [orders: readonly string[], lines: readonly number[]])[] = [],
  { otherBusiness = [], tolerance = '0', settlements = [], balances = [], saidMore = '0' }: Held = {},
) {
  return atOnce(
    settlePayouts({
      payouts,
      bank: {
        statements: [{ id: 'b', name: 'banco.csv', layout: null } as unknown as ImportedStatement],
        lines,
        of: new Uint16Array(lines.length),
        identities: lines.map((_, at) => `l${at}`),
      },
      bankDays: [{ from: '2026-01-01' as LocalDate, to: '2026-12-31' as LocalDate }],
      settlements,
      balances: new Set(balances),
      today: dayNumber(DAY),
      otherBusiness: new Set(otherBusiness),
      tolerance: tolerance as Decimal,
      decisions: matched.map(([orders, own]) => ({
        verdict: 'match',
        orders,
        lines: own.map((at) => `l${at}`),
        said: {
          orders: payouts
            .filter(({ key }) => orders.includes(key))
            .map(({ amount }) => sumOf([amount, saidMore as Decimal]))
            .map((amount) => ({ amount, settled: amount })),
          there: sumOf(own.flatMap((at) => lines[at]?.net ?? [])),
          here: sumOf([
            ...payouts.filter(({ key }) => orders.includes(key)).map(({ amount }) => amount),
            saidMore as Decimal,
          ]),
        },
      })),
    }),
  );
}

describe('a payout', () => {
  it('that came in other money by the user’s word differs in each by itself', () => {
    const { payouts } = held(
      [payout('A', '100.50', 'USD'), payout('B', '7', 'CLP')],
      [line('90000', 'CLP', 0)],
      [[['A'], [0]]],
    );
    expect(payouts[0]).toMatchObject({
      state: 'different',
      why: 'currency',
      currency: 'USD',
      came: '90000.00',
      difference: null,
    });
    expect(payouts[0]?.differences).toEqual([
      { currency: 'CLP', amount: '90000' },
      { currency: 'USD', amount: '-100.50' },
    ]);
    expect(payouts[0]?.deposits.map(({ currency }) => currency)).toEqual(['CLP']);
  });

  it('whose bank lines are of unlike money came to no sum', () => {
    const [found] = held(
      [payout('A', '300', null)],
      [line('100', 'CLP', 0), line('200', 'USD', 1)],
      [[['A'], [0, 1]]],
    ).payouts;
    expect(found).toMatchObject({ came: null, difference: null, state: 'different', why: 'currency' });
  });

  it('is in the only currency that is named, and differs in that', () => {
    const [found] = held([payout('A', '300', null)], [line('290', 'US$', 0)], [[['A'], [0]]]).payouts;
    expect(found).toMatchObject({ currency: 'USD', came: '290', difference: '-10', why: 'fee' });
    expect(found?.differences).toEqual([{ currency: 'USD', amount: '-10' }]);
  });

  it('is found whichever way its currency is written', () => {
    const amount = '1234567.89';
    const [found] = held([payout('A', amount, 'USD')], [line(amount, 'US$', 0)]).payouts;
    expect(found).toMatchObject({ state: 'arrived', came: amount, difference: '0.00' });
    expect(held([payout('A', amount, 'USD')], [line(amount, 'CLP', 0)]).payouts[0]?.state).toBe('missing');
  });
});

it('an extract that names no currency is not of that which another one names', () => {
  const { payouts, unexplained } = held([payout('A', '1', null)], [line('5', null, 0), line('7', 'USD', 1)]);
  expect(unexplained.map(({ amount, currency }) => [amount, currency])).toEqual([
    ['7', 'USD'],
    ['5', ''],
  ]);
  expect(payouts[0]?.currency).toBe('');
});

it('money of nobody comes the greatest first, equal amounts as in their file', () => {
  const { unexplained } = held(
    [],
    ['5', '7', '-9', '5', '7.5', '5', '0'].map((amount, at) => line(amount, null, at)),
  );
  expect(unexplained.map(({ amount, line: row }) => [amount, row])).toEqual([
    ['7.5', 6],
    ['7', 3],
    ['5', 2],
    ['5', 5],
    ['5', 7],
  ]);
});

it('money of nobody tells its currency', () => {
  const { unexplained } = held([], [line('5', 'CLP', 0), line('7', 'US$', 1), line('6', null, 2)]);
  expect(unexplained.map(({ amount, currency }) => [amount, currency])).toEqual([
    ['7', 'USD'],
    ['6', ''],
    ['5', 'CLP'],
  ]);
});

describe('a line that is no channel’s', () => {
  const amount = '1234567.89';

  it('is held against no payout, is no money of nobody, and is told apart with what its words are', () => {
    const lines = [line(amount, null, 4), line('500', null, 7)];
    const [before, after] = [[], ['abono']].map((otherBusiness) =>
      held([payout('A', amount, null)], lines, [], { otherBusiness }),
    );
    expect(before?.payouts[0]).toMatchObject({ state: 'arrived', came: amount });
    expect(before?.noChannel).toEqual([]);
    expect(before?.unexplained.map(({ words }) => words)).toEqual(['abono']);
    expect(after?.payouts[0]).toMatchObject({ state: 'missing', deposits: [], suggestions: [] });
    expect(after?.unexplained).toEqual([]);
    expect(after?.noChannel.map((each) => [each.line, each.amount, each.words, each.isExplained])).toEqual([
      [6, amount, 'abono', false],
      [9, '500', 'abono', false],
    ]);
  });

  it('is known by the words of its own description alone, whole', () => {
    const found = held([], [line('500', null, 7)], [], { otherBusiness: ['abono tef', 'abon', ''] });
    expect(found.unexplained).toHaveLength(1);
    expect(found.noChannel).toEqual([]);
  });

  it('takes what was decided of it with it, and gives it back', () => {
    const matched = [[['A'], [0]]] as const;
    const found = (otherBusiness: readonly string[]) =>
      held([payout('A', '300', null)], [line('290', null, 0)], matched, { otherBusiness }).payouts[0];
    expect(found(['abono'])).toMatchObject({ state: 'missing', fallen: [] });
    expect(found([])).toMatchObject({ by: 'decision', difference: '-10' });
  });
});

describe('the tolerance', () => {
  it('makes a line that is off by no more the payout’s, with the difference that there is', () => {
    const found = (tolerance: string) =>
      held([payout('A', '1234567.40', null)], [line('1234567', null, 0)], [], { tolerance }).payouts[0];
    expect(found('1')).toMatchObject({ state: 'arrived', why: 'within', difference: '-0.40', by: 'amount' });
    expect(found('0.39')).toMatchObject({ state: 'missing', difference: null });
  });
});

it('what a bank says in words and its numbers stand apart', () => {
  const own = { ...line('5', null, 0), operation: '00123', movement: 'C' } as StatementLine;
  const [found, other] = held(
    [],
    [own, { ...line('4', null, 1), description: null, movement: 'TEF' } as StatementLine],
  ).unexplained;
  expect(found).toMatchObject({ description: 'ABONO 0', document: '00123' });
  expect(other).toMatchObject({ description: 'TEF', document: '' });
});

describe('a settlement of the rows that no statement tells', () => {
  const ofRows = (cuenta: string, paidRows: number, pendingRows: number) =>
    ({
      ...{ canal: 'Ripley', cuenta, settlement: `L-${cuenta}`, rows: 3, paidRows, pendingRows },
      ...{ rentabilidad: '10', lastPayment: DAY },
    }) as unknown as Settlement;

  it('is beside where it is not paid at all, or goes to a balance, each account by itself', () => {
    const settlements = [
      ofRows('Uno', 0, 3),
      ofRows('Dos', 1, 2),
      ofRows('Tres', 0, 0),
      ofRows('Cuatro', 3, 0),
    ];
    const { payouts } = held([], [], [], { settlements, balances: [accountKey('Ripley', 'Cuatro')] });
    const standing = new Map(payouts.map(({ accounts, state, why }) => [accounts[0]?.cuenta, [state, why]]));
    expect(standing.get('Uno')).toEqual(['beside', 'not-paid']);
    expect(standing.get('Cuatro')).toEqual(['beside', 'balance']);
    expect([standing.get('Dos'), standing.get('Tres')]).toEqual([
      ['missing', null],
      ['missing', null],
    ]);
    expect(payouts.map(({ statementIds }) => statementIds)).toEqual([[], [], [], []]);
  });
});

it('what was decided of other amounts has fallen, and tells what both sides come to now', () => {
  const [found] = held([payout('A', '300', null)], [line('290', null, 0)], [[['A'], [0]]], {
    saidMore: '5',
  }).payouts;
  expect(found?.by).toBeNull();
  expect(found?.fallen).toMatchObject([
    { now: { orders: [{ amount: '300', settled: '300' }], here: '300', there: '290' } },
  ]);
  // Of unlike money there is no sum to show.
  const unlike = held([payout('A', '300', 'USD')], [line('290', 'CLP', 0)], [[['A'], [0]]], {
    saidMore: '5',
  });
  expect(unlike.payouts[0]?.fallen).toMatchObject([{ now: null }]);
});
