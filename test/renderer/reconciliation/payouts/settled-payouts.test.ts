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
  /** The payouts that a decision is of, where it names them by other keys. */
  readonly saidOf?: readonly string[];
};

function held(
  payouts: readonly Payout[],
  lines: readonly StatementLine[],
  matched: readonly (readonly [orders: readonly string[], lines: readonly number[]])[] = [],
  { otherBusiness = [], tolerance = '0', settlements = [], balances = [], saidMore = '0', saidOf }: Held = {},
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
            .filter(({ key }) => (saidOf ?? orders).includes(key))
            .map(({ amount }) => sumOf([amount, saidMore as Decimal]))
            .map((amount) => ({ amount, settled: amount })),
          there: sumOf(own.flatMap((at) => lines[at]?.net ?? [])),
          here: sumOf([
            ...payouts.filter(({ key }) => (saidOf ?? orders).includes(key)).map(({ amount }) => amount),
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

it('where no extract names a currency they are in that of the payouts', () => {
  const { payouts, unexplained } = held([payout('A', '1', 'CLP')], [line('5', null, 0)]);
  expect([payouts[0]?.currency, unexplained[0]?.currency]).toEqual(['CLP', 'CLP']);
});

it('what was said of a payout under any of its former keys holds', () => {
  const known = { ...payout('A', '300', null), formerKeys: ['older', 'oldest'] };
  for (const key of ['A', 'older', 'oldest'])
    expect(held([known], [line('290', null, 0)], [[[key], [0]]], { saidOf: ['A'] }).payouts[0]?.by).toBe(
      'decision',
    );
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
      ofRows('Cinco', 0, 1),
    ];
    const balances = ['Cuatro', 'Cinco'].map((cuenta) => accountKey('Ripley', cuenta));
    const { payouts } = held([], [], [], { settlements, balances });
    const standing = new Map(payouts.map(({ accounts, state, why }) => [accounts[0]?.cuenta, [state, why]]));
    expect(standing.get('Uno')).toEqual(['beside', 'not-paid']);
    expect(standing.get('Cuatro')).toEqual(['beside', 'balance']);
    // What is not paid at all has not come to the balance either.
    expect(standing.get('Cinco')).toEqual(['beside', 'not-paid']);
    expect([standing.get('Dos'), standing.get('Tres')]).toEqual([
      ['missing', null],
      ['missing', null],
    ]);
    expect(payouts.map(({ statementIds }) => statementIds)).toEqual([[], [], [], [], []]);
  });

  it('that is beside is no bank line, be it of its very amount', () => {
    const settlements = [ofRows('Uno', 3, 0)].map((each) => ({
      ...each,
      rentabilidad: '1234567' as Decimal,
    }));
    const states = (balances: readonly string[]) =>
      held([], [line('1234567', null, 0)], [], { settlements, balances }).payouts.map(
        ({ state, deposits, suggestions }) => [state, deposits.length, suggestions.length],
      );
    expect(states([])).toEqual([['arrived', 1, 0]]);
    expect(states([accountKey('Ripley', 'Uno')])).toEqual([['beside', 0, 0]]);
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

describe('payouts that came together', () => {
  const retained = { retained: '-10' as Decimal };
  const [a, b] = [payout('A', '300', null), { ...payout('B', '200', null), ...retained }];
  const came = line('490', null, 0);

  it('tell each other, have one difference, and are short by nothing that one of them held back', () => {
    const { payouts } = held([a, b, payout('C', '7', null)], [came], [[['A', 'B'], [0]]]);
    const said = payouts.map(({ key, together, difference, why }) => [key, together, difference, why]);
    expect(said).toEqual([
      ['A', [{ key: 'B', amount: '200' }], '-10', 'fee'],
      ['B', [{ key: 'A', amount: '300' }], '-10', 'fee'],
      ['C', [], null, null],
    ]);
  });

  it('but for one alone, which is short by what was held back', () => {
    const [found] = held([b], [line('190', null, 0)], [[['B'], [0]]]).payouts;
    expect(found).toMatchObject({ state: 'different', why: 'retained', difference: '-10', together: [] });
  });

  it('are short by a fee of what all of them came to', () => {
    const { payouts } = held([a, b], [line('480', null, 0)], [[['A', 'B'], [0]]]);
    expect(payouts.map(({ difference, why }) => [difference, why])).toEqual([
      ['-20', 'fee'],
      ['-20', 'fee'],
    ]);
  });

  it('of which something was said that has fallen tell so, each of them', () => {
    const said = held([a, b], [came], [[['A', 'B'], [0]]], { saidMore: '5' }).payouts;
    expect(said.map(({ fallen }) => fallen.map(({ now }) => now?.here))).toEqual([['500'], ['500']]);
  });

  it('in several lines, as it seems, are proposed with each of them', () => {
    const [one] = held([a], [line('100', null, 3), line('200', null, 4)]).payouts;
    const proposed = one?.suggestions.map(({ why, deposits }) => [why, deposits.map(({ amount }) => amount)]);
    expect(proposed).toEqual([['adds-up', ['100', '200']]]);
  });

  it('by chance, as it seems, are proposed by their names and amounts', () => {
    const unnamed = { ...b, settlement: null };
    const { payouts } = held([a, unnamed, payout('C', '7', null)], [line('500', null, 3)]);
    const [proposed, ...none] = payouts[0]?.suggestions ?? [];
    expect(none).toEqual([]);
    expect(proposed).toMatchObject({
      ...{ why: 'adds-up', found: 1, remains: '0' },
      payouts: [
        { key: 'A', name: 'A', amount: '300' },
        { key: 'B', name: DAY, amount: '200' },
      ],
      deposits: [{ identity: 'l0', line: 5, amount: '500', isExplained: false }],
    });
    expect(payouts.map(({ suggestions }) => suggestions.length)).toEqual([1, 1, 0]);
  });
});

it('a bank line whose amount was not read is money of nobody and of no payout, and spoils no other', () => {
  const unread = { ...line('0', null, 1), net: null };
  const { payouts, unexplained } = held([payout('A', '1234567.89', null)], [unread, line('5', null, 0)]);
  expect(payouts[0]).toMatchObject({ state: 'missing', deposits: [] });
  expect(unexplained.map(({ amount }) => amount)).toEqual(['5']);
});

it('what a bank says nothing of has no words, and an empty number is none', () => {
  const silent = { ...line('5', null, 0), description: null };
  const numbered = { ...line('4', null, 1), operation: '', settlement: '77', order: '77' };
  const { unexplained } = held([], [silent, numbered]);
  expect(unexplained.map(({ description, words, document }) => [description, words, document])).toEqual([
    ['', '', ''],
    ['ABONO 1', 'abono', '77'],
  ]);
});

it('beside lines that are no channel’s the others keep their own identity and file', () => {
  const lines = [{ ...line('9', null, 0), description: 'SUELDOS' }, line('5', null, 1)];
  const { unexplained, noChannel } = held([], lines, [], { otherBusiness: ['sueldos'] });
  const told = [unexplained, noChannel].map((all) =>
    all.map((each) => [each.identity, each.line, each.words]),
  );
  expect(told).toEqual([[['l1', 3, 'abono']], [['l0', 2, 'sueldos']]]);
});

it('a payout of no number and no day is proposed without a name', () => {
  const dated = { ...payout('A', '300', null), settlement: null, day: null, numbers: ['20261014'] };
  const said = { ...line('290', null, 0), description: 'LIQ 20261014' };
  const [found] = held([dated], [said]).payouts;
  expect(found?.suggestions).toMatchObject([
    { why: 'same-number', remains: '-10', payouts: [{ key: 'A', name: '', amount: '300' }] },
  ]);
});

it('a bank line is told with its file, its place and its day; what is no channel’s the newest first', () => {
  const on = (day: string | null, at: number) =>
    ({ ...line('5', null, at), date: day === null ? null : { day } }) as unknown as StatementLine;
  const lines = [on('2026-03-02', 0), on(null, 1), on('2026-03-09', 2), on('2026-02-28', 3)];
  const { noChannel, unexplained } = held([], lines, [], { otherBusiness: ['abono'] });
  expect(noChannel.map(({ day, line: row }) => [day, row])).toEqual([
    ['2026-03-09', 4],
    ['2026-03-02', 2],
    ['2026-02-28', 5],
    [null, 3],
  ]);
  expect(unexplained).toEqual([]);
  expect(held([], lines).unexplained[0]).toEqual({
    ...{ identity: 'l0', statementId: 'b', file: 'banco.csv', bank: null, line: 2, day: '2026-03-02' },
    ...{
      description: 'ABONO 0',
      document: '',
      words: 'abono',
      amount: '5',
      currency: '',
      isExplained: false,
    },
  });
});

it('days in which the bank should have a payout reach from two before it to a week after, or five behind a last line', () => {
  const windows = [true, false].map(
    (isDated) => held([{ ...payout('A', '1', null), isDated }], []).payouts[0]?.window,
  );
  expect(windows).toEqual([
    { from: '2026-03-08', to: '2026-03-17' },
    { from: '2026-03-08', to: '2026-04-14' },
  ]);
  expect(held([{ ...payout('A', '1', null), day: null }], []).payouts[0]?.window).toBeNull();
});

it('a settlement of the rows leads to all payouts of its number, and former keys to the payout that has them', () => {
  const twice = ['A', 'B'].map((key) => ({ ...payout(key, '5', null), settlement: 'L1' }));
  const own = { canal: 'Ripley', cuenta: 'Uno', rows: 1, paidRows: 1, pendingRows: 0, lastPayment: DAY };
  const settlements = ['L1', 'L2'].map((settlement) => ({ ...own, settlement, rentabilidad: '10' }));
  const { ofRows, formerKeysOf } = held(
    [{ ...twice[0], formerKeys: ['old'] } as Payout, ...twice.slice(1)],
    [],
    [],
    {
      settlements: settlements as unknown as readonly Settlement[],
    },
  );
  const of = ofRows.map(({ settlement, rentabilidad, payouts }) => [settlement, rentabilidad, payouts]);
  expect(of).toEqual([
    ['L1', '10', ['A', 'B']],
    ['L2', '10', [JSON.stringify(['rows', 'Ripley', 'Uno', 'L2'])]],
  ]);
  expect([formerKeysOf('A'), formerKeysOf('B'), formerKeysOf('nobody')]).toEqual([['old'], [], []]);
});

it('a payout’s number is found wherever the bank writes it', () => {
  const numbered = { ...payout('A', '1000', null), numbers: ['LQ-4001234'] };
  const said = (field: string) => {
    const own = { ...line('900', null, 0), [field]: 'LQ-4001234' } as unknown as StatementLine;
    return held([numbered], [own]).payouts[0]?.by;
  };
  expect(['description', 'operation', 'movement', 'settlement', 'order', 'sku'].map(said)).toEqual([
    ...['settlement', 'settlement', 'settlement', 'settlement', 'settlement', null],
  ]);
});

it('a tolerance finer than all amounts is none of them', () => {
  const off = (by: string, tolerance: string) =>
    held([payout('A', '1234567', null)], [line(by, null, 0)], [], { tolerance }).payouts[0]?.state;
  expect([off('1234566', '0.99'), off('1234566', '1.00'), off('1234567', '0.001')]).toEqual([
    ...['missing', 'arrived', 'arrived'],
  ]);
});

it('a settlement of the rows is paid by its channel, by whose name a bank calls it', () => {
  const own = { canal: 'Ripley', cuenta: 'Uno', rows: 1, paidRows: 1, pendingRows: 0, lastPayment: DAY };
  const settlements = [{ ...own, settlement: 'L1', rentabilidad: '1000000' }] as unknown as Settlement[];
  const named = { ...line('990000', null, 0), description: 'ABONO RIPLEY CHILE' } as StatementLine;
  const { payouts } = held([], [named, line('995000', null, 1)], [], { settlements });
  expect(payouts[0]?.suggestions.map(({ why, remains }) => [why, remains])).toEqual([
    ['near-amount', '-10000'],
  ]);
});

it('what was decided of two payouts has fallen with one of them, and is told of the other without a sum', () => {
  const [a, b] = [payout('A', '300', null), payout('B', '200', null)];
  const fallen = (payouts: readonly Payout[]) => {
    const all = held([a, b], [line('500', null, 0)], [[['A', 'B'], [0]]]).payouts;
    expect(all.map(({ by }) => by)).toEqual(['decision', 'decision']);
    return held(payouts, [line('500', null, 0)], [[['A', 'B'], [0]]]).payouts.map(({ fallen: told }) => told);
  };
  const [[only, ...none] = []] = fallen([a]);
  expect([only?.now, none]).toEqual([null, []]);
});
