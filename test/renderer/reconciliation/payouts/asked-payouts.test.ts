import { describe, expect, test } from 'vitest';
import { AMOUNT_PARTS, DATE_FIELDS, TEXT_FIELDS } from '#renderer/data/model/statement-fields.ts';
import { createPayouts } from '#renderer/reconciliation/payouts/worker/payouts.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { isPaidAsItIs, SPEAKS_OF_ORDERS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type Row, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What is asked of payouts whose statements are at hand, and while files come in, one after another. */

const DAY = '2026-11-27' as LocalDate;
const ASKED = { scope: null, day: DAY };
const [SETTLED = 'unknown'] = SPEAKS_OF_ORDERS.filter(isPaidAsItIs);

type Statement = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly lines: readonly StatementLine[];
};
const extract = (id: string, lines: readonly StatementLine[] = [], from = DAY, to = from) => ({
  ...{ id, name: `${id}.csv`, kind: 'bank', layout: null, account: null, accounts: [] },
  ...{ days: { from, to }, lines },
});
const statement = (id: string, cuenta: string, lines: readonly StatementLine[]) => ({
  ...extract(id, lines),
  ...{ kind: SETTLED, accounts: [{ canal: 'Falabella', cuenta }] },
});
const NOTHING = Object.fromEntries(
  [...TEXT_FIELDS, ...DATE_FIELDS, ...AMOUNT_PARTS].map((field) => [field, null]),
);
const line = (net: string, day: string, texts: Partial<StatementLine> = {}) =>
  ({
    ...{ ...NOTHING, line: 2, cells: [], net },
    date: { day, time: null, instant: null },
    ...texts,
  }) as unknown as StatementLine;
const deposit = (id: string) => line('1000', DAY, { description: `ABONO ${id}` });

type Said = { readonly lines: readonly string[]; readonly orders: readonly string[]; readonly said: object };
let decided: readonly Said[] = [];

function openPayouts(statements: object, rows: readonly Row[], noChannel: readonly string[] = []) {
  const store = storeOf(rows);
  const payoutDecisions = () =>
    decided.map((each, at) => [`k${at}`, { verdict: 'explained', earlier: [], atMs: at, ...each }] as const);
  return createPayouts({
    ledger: {
      statements,
      annotations: {
        revision: () => decided.length,
        of: (kind: string) =>
          kind === 'no-channel'
            ? new Map(noChannel.map((words) => [words, {}]))
            : new Map(kind === 'payout-decision' ? payoutDecisions() : []),
      },
    } as unknown as LedgerWithStatements,
    store: () => store,
    answer: async (_, start) => atOnce(start(Object.assign(store, {}) as never)),
    pause: async () => undefined,
  });
}

const payoutsOf = (
  imported: readonly Statement[],
  rows: readonly Row[] = [rowOf({})],
  noChannel: readonly string[] = [],
) =>
  openPayouts(
    {
      revision: () => 1,
      list: () => imported,
      lines: async (id: string) => imported.find((each) => each.id === id)?.lines ?? [],
    },
    rows,
    noChannel,
  );

test('an extract that comes in while the others are read is in the next answer', async () => {
  const imported = [extract('enero')];
  const { readPayouts } = openPayouts(
    {
      revision: () => imported.length,
      list: () => [...imported],
      lines: async (id: string) => {
        await Promise.resolve();
        if (imported.length === 1) imported.push(extract('febrero'));
        return [deposit(id)];
      },
    },
    [rowOf({})],
  );
  const linesNow = async () => (await readPayouts(ASKED)).unexplained.listed;
  const first = await linesNow();
  expect(first.map(({ file }) => file)).toEqual(['enero.csv']);
  expect((await linesNow()).map(({ file }) => file).toSorted()).toEqual(['enero.csv', 'febrero.csv']);
});

test('the bank reaches from the first day of all extracts to the last, in whatever order they came in', async () => {
  const days = (from: string, to: string) => extract(from, [], from as LocalDate, to as LocalDate);
  const march = days('2026-03-05', '2026-03-09');
  const february = days('2026-02-01', '2026-02-27');
  const april = days('2026-03-01', '2026-04-02');
  const reach = async (...all: readonly Statement[]) => (await payoutsOf(all).readPayouts(ASKED)).bankDays;
  for (const all of [
    [march, february, april],
    [april, february, march],
    [february, april, march],
    [march, april, february],
  ])
    expect(await reach(...all)).toEqual({ from: '2026-02-01', to: '2026-04-02' });
  expect(await reach(march)).toEqual(march.days);
  expect(await reach()).toBeNull();
});

describe('payouts of several accounts', () => {
  const paid = (settlement: string, day: string) => line('1234567.00', day, { settlement });
  const first = ['L1', 'L0', 'L5'].map((settlement) => paid(settlement, '2026-10-02'));
  const uno = statement('u', 'Uno', [...first, paid('L2', '2026-10-30')]);
  const dos = statement('d', 'Dos', [paid('L9', '2026-10-10')]);
  const sold = (Cuenta: string, settlement: string) =>
    rowOf({ Cuenta, Orden: Cuenta, 'N° de Liquidación': settlement, 'Rentabilidad Marketplace': '5.00' });
  const rows = [sold('Uno', 'R-Uno'), sold('Dos', 'R-Dos'), sold('Dos', '')];

  test('stand the newest first, those of one day by their keys, and only those of the accounts in view', async () => {
    const nobody = { ...statement('n', '', [paid('L7', '2026-10-20')]), accounts: [] };
    const { readPayouts } = payoutsOf([uno, dos, nobody], rows);
    const told = async (cuenta: string | null, isExcluded = false) => {
      const scope =
        cuenta === null ? null : { accounts: [{ Canal: 'Falabella', Cuenta: cuenta }], isExcluded };
      const { payouts, ofRows } = await readPayouts({ ...ASKED, scope });
      return [payouts.map(({ settlement }) => settlement), ofRows.map(({ settlement }) => settlement)];
    };
    expect(await told(null)).toEqual([
      ['L2', 'L7', 'L9', 'L0', 'L1', 'L5', 'R-Dos', 'R-Uno'],
      ['R-Uno', 'R-Dos'],
    ]);
    // Whose one is, nobody knows: it is in every view.
    expect(await told('Uno')).toEqual([['L2', 'L7', 'L0', 'L1', 'L5', 'R-Uno'], ['R-Uno']]);
    expect(await told('Uno', true)).toEqual([['L7', 'L9', 'R-Dos'], ['R-Dos']]);
  });

  test('came in extracts that are in view with them, and so are their lines of nobody and of no channel', async () => {
    const alone = statement('u', 'Uno', [paid('L2', '2026-10-30')]);
    const came = [
      line('1234567.00', '2026-10-31', { description: 'ABONO' }),
      line('500', '2026-10-31', { description: 'SUELDOS' }),
      line('700', '2026-10-31', { description: 'ABONO' }),
    ];
    const { readPayouts } = payoutsOf([alone, extract('b', came)], [rowOf({})], ['sueldos']);
    const seen = async (cuenta: string) => {
      const scope = { accounts: [{ Canal: 'Falabella', Cuenta: cuenta }], isExcluded: false };
      const { unexplained, noChannel } = await readPayouts({ ...ASKED, scope });
      return [unexplained, noChannel].map(({ listed }) => listed.map(({ amount }) => amount));
    };
    expect(await seen('Uno')).toEqual([['700'], ['500']]);
    expect(await seen('Dos')).toEqual([[], []]);
  });

  test('leave lines of nobody, by currency, of which what the user explained is not added up', async () => {
    const came = (net: string, currency: string | null, description: string) =>
      line(net, '2026-10-31', { currency, description });
    const lines = [
      ...[came('700', 'CLP', 'ABONO A'), came('30', 'USD', 'ABONO B'), came('900', 'CLP', 'ABONO C')],
      ...[came('-5000', 'CLP', 'SUELDOS'), came('40', 'CLP', 'ABONO D'), came('60', 'CLP', 'ABONO E')],
    ];
    const { readPayouts } = payoutsOf([extract('b', lines)]);
    const told = async () => {
      const { unexplained } = await readPayouts(ASKED);
      const { listed, ...head } = unexplained;
      return {
        ...head,
        listed: listed.map((each) => [each.amount, each.currency, each.isExplained, each.identity]),
      };
    };
    const before = await told();
    expect(before.listed.map(([amount]) => amount)).toEqual(['900', '700', '60', '40', '30']);
    expect([before.lines, before.sums]).toEqual([
      5,
      [
        { currency: 'CLP', count: 4, sum: '1700' },
        { currency: 'USD', count: 1, sum: '30' },
      ],
    ]);
    const [, second] = before.listed;
    decided = [{ lines: [String(second?.[3])], orders: [], said: { orders: [], there: '700', here: '0' } }];
    try {
      const after = await told();
      expect(after.listed.map(([amount, , isExplained]) => [amount, isExplained])).toEqual([
        ...[
          ['900', false],
          ['700', true],
          ['60', false],
          ['40', false],
          ['30', false],
        ],
      ]);
      expect([after.lines, after.sums[0]]).toEqual([4, { currency: 'CLP', count: 3, sum: '1000' }]);
    } finally {
      decided = [];
    }
  });

  test('are of their month and of the accounts in view, and what is beside is none of it', async () => {
    const nothing = statement('z', 'Uno', [line('0.00', '2026-10-15', { settlement: 'Z' })]);
    const { readMonthMatch } = payoutsOf([uno, dos, nothing], rows);
    const asked = async (month: string, cuenta: string | null) => {
      const scope =
        cuenta === null ? null : { accounts: [{ Canal: 'Falabella', Cuenta: cuenta }], isExcluded: false };
      const { payouts, waiting, missing } = await readMonthMatch({
        ...{ ...ASKED, scope, month: month as Month },
      });
      return [payouts, waiting.payouts, missing.payouts];
    };
    expect(await asked('2026-10', null)).toEqual([5, 5, 0]);
    expect(await asked('2026-10', 'Dos')).toEqual([1, 1, 0]);
    expect(await asked('2026-09', null)).toEqual([0, 0, 0]);
  });
});

describe('two accounts in two banks', () => {
  const paid = (net: string, day: string, settlement: string, currency = 'CLP') =>
    line(net, day, { settlement, currency });
  const came = (net: string, day: string, words: string, currency = 'CLP', at = 2) => ({
    ...line(net, day, { description: words, currency }),
    line: at,
  });
  const uno = statement('u', 'Uno', [
    paid('1234567.00', '2026-10-05', 'LIQ-400111'),
    paid('765432.00', '2026-10-06', 'LIQ-400222'),
    paid('333333.00', '2026-10-07', 'LIQ-400333'),
    paid('111111.00', '2026-11-26', 'LIQ-400444'),
    paid('0.00', '2026-10-08', 'LIQ-400555'),
  ]);
  const dos = statement('d', 'Dos', [
    paid('8765.40', '2026-10-05', 'LIQ-500111', 'USD'),
    paid('222222.00', '2026-10-05', 'LIQ-500222'),
  ]);
  // The salaries, which are no channel's, lie among the others.
  const pesos = extract(
    'pesos',
    [
      came('-5000', '2026-10-07', 'SUELDOS', 'CLP', 2),
      came('1999998.40', '2026-10-08', 'ABONO LIQ-400111 LIQ-400222', 'CLP', 3),
      came('777', '2026-10-09', 'ABONO', 'CLP', 4),
      came('222000', '2026-10-09', 'TEF LIQ-500222', 'CLP', 5),
    ],
    '2026-10-01' as LocalDate,
    '2026-11-25' as LocalDate,
  );
  const dollars = {
    ...extract('dollars', [
      came('8765.40', '2026-10-09', 'WIRE', 'USD', 9),
      came('55', '2026-10-09', 'OTRO', 'USD', 8),
    ]),
    ...{ layout: 'bci', days: { from: '2026-10-01', to: '2026-11-25' } },
  };
  const files = [uno, dos, pesos, dollars] as unknown as readonly Statement[];
  const openAll = () => payoutsOf(files, [rowOf({ Orden: '' })], ['sueldos']);
  const whole = (page: Awaited<ReturnType<ReturnType<typeof openAll>['readPayouts']>>) => ({
    payouts: page.payouts.map((each) =>
      [
        `${each.settlement} ${each.accounts.map(({ cuenta }) => cuenta)} ${each.amount} ${each.currency}`,
        `${each.state} ${each.why} ${each.by} ${each.came} ${each.difference}`,
        each.deposits.map(({ file, line: at, amount }) => `${file} ${at} ${amount}`).join(' + '),
        each.together.map(({ amount }) => amount).join(),
      ].join(' | '),
    ),
    beside: [page.unexplained, page.noChannel].map(({ lines, sums, listed }) => [
      ...[lines, ...sums.map(({ currency, sum }) => `${currency} ${sum}`)],
      ...listed.map(({ file, bank, line: at, amount }) => `${file} ${bank} ${at} ${amount}`),
    ]),
  });

  test('have each payout with the lines that it came in, and what is beside them', async () => {
    const { readPayouts } = openAll();
    const both = (why: string, state = 'arrived') => [
      `LIQ-400222 Uno 765432.00 CLP | ${state} ${why} settlement 1999998.40 -0.60 | pesos.csv 3 1999998.40 | 1234567.00`,
      `LIQ-400111 Uno 1234567.00 CLP | ${state} ${why} settlement 1999998.40 -0.60 | pesos.csv 3 1999998.40 | 765432.00`,
    ];
    const later = [
      'LIQ-400444 Uno 111111.00 CLP | waiting not-yet null null null |  | ',
      'LIQ-400555 Uno 0.00 CLP | beside nothing null null null |  | ',
      'LIQ-400333 Uno 333333.00 CLP | missing null null null null |  | ',
    ];
    const ofDos = [
      'LIQ-500111 Dos 8765.40 USD | arrived null amount 8765.40 0.00 | dollars.csv 9 8765.40 | ',
      'LIQ-500222 Dos 222222.00 CLP | different fee settlement 222000.00 -222.00 | pesos.csv 5 222000 | ',
    ];
    const beside = [
      [2, 'CLP 777', 'USD 55', 'pesos.csv null 4 777', 'dollars.csv bci 8 55'],
      [1, 'CLP -5000', 'pesos.csv null 2 -5000'],
    ];
    expect(whole(await readPayouts(ASKED))).toEqual({
      payouts: [...later, ...both('within'), ...ofDos],
      beside,
    });
    // To the last digit nothing is near enough; asked again it is as it was.
    const exact = await readPayouts({ ...ASKED, tolerance: '0' as Decimal });
    expect(whole(exact).payouts).toEqual([...later, ...both('fee', 'different'), ...ofDos]);
    const scope = { accounts: [{ Canal: 'Falabella', Cuenta: 'Dos' }], isExcluded: false };
    expect(whole(await readPayouts({ ...ASKED, scope }))).toEqual({ payouts: ofDos, beside });
    // Until the last of its days it may come yet; from then on the bank's files end too soon.
    const waits = async (day: string) =>
      (await readPayouts({ ...ASKED, day: day as LocalDate })).payouts.map(({ why }) => why)[0];
    expect([await waits('2026-12-30'), await waits('2026-12-31')]).toEqual(['not-yet', 'bank-ends']);
  });

  test('of a month are counted by what became of them, those together once', async () => {
    const { readMonthMatch } = openAll();
    const asked = async (month: string, tolerance: string) => {
      const query = { ...ASKED, month: month as Month, tolerance: tolerance as Decimal };
      const { payouts, ...found } = await readMonthMatch(query);
      const told = ({ payouts: count, sums }: (typeof found)['short']) => [
        count,
        ...sums.map((each) => `${each.currency} ${each.count} ${each.sum}`),
      ];
      return [payouts, told(found.missing), told(found.short), told(found.waiting)];
    };
    const missing = [1, 'CLP 1 333333.00'];
    expect(await asked('2026-10', '1')).toEqual([5, missing, [1, 'CLP 1 -222.00'], [0, ' 0 0']]);
    expect(await asked('2026-10', '0')).toEqual([5, missing, [3, 'CLP 2 -222.60'], [0, ' 0 0']]);
    expect(await asked('2026-11', '1')).toEqual([1, [0, ' 0 0'], [0, ' 0 0'], [1, 'CLP 1 111111.00']]);
  });
});

describe('an order', () => {
  const sold = (cells: Row) => rowOf({ Orden: 'A', 'Rentabilidad Marketplace': '10.00', ...cells });
  const identity = { Canal: 'Falabella', Cuenta: 'Uno', Orden: 'A' };

  test('is of the settlements that its rows name, each with its own part and the whole', async () => {
    const rows = [
      sold({ 'N° de Liquidación': 'L1' }),
      sold({ 'N° de Liquidación': 'L2', 'Rentabilidad Marketplace': '-2.50' }),
      sold({ 'N° de Liquidación': '' }),
      sold({ 'N° de Liquidación': 'L1', 'Rentabilidad Marketplace': '0.25' }),
      sold({ Orden: 'B', 'N° de Liquidación': 'L1', 'Rentabilidad Marketplace': '7.00' }),
      sold({ Orden: 'C', Cuenta: 'Dos', 'N° de Liquidación': 'L1', 'Rentabilidad Marketplace': '9.00' }),
    ];
    const { amount, settlements, payouts } = await payoutsOf([], rows).readOrderPayouts({
      ...{ identity, day: DAY },
    });
    expect(amount).toBe('17.75');
    expect(settlements).toEqual([
      { settlement: 'L1', amount: '10.25', whole: '17.25' },
      { settlement: 'L2', amount: '-2.50', whole: '-2.50' },
    ]);
    expect(payouts.map(({ settlement, accounts }) => [settlement, accounts[0]?.cuenta])).toEqual([
      ['L1', 'Uno'],
      ['L2', 'Uno'],
    ]);
  });

  test('leads to the payouts of the lines that hold it, in the files in which they stand, each once', async () => {
    const held = (settlement: string, net = '5.00') => line(net, '2026-10-02', { order: 'A', settlement });
    const files = [
      statement('u', 'Uno', [
        held('L1'),
        held('L1', '1.00'),
        line('3.00', '2026-10-02', { settlement: 'L3' }),
      ]),
      statement('v', 'Uno', [held('L2', '4.00')]),
      statement('w', 'Uno', [line('8.00', '2026-10-02', { order: 'B', settlement: 'L4' })]),
    ];
    const rows = [sold({}), sold({ Orden: 'B', 'Rentabilidad Marketplace': '8.00' }), sold({ Orden: 'C' })];
    const { readOrderPayouts } = payoutsOf(files, rows);
    const found = await readOrderPayouts({ identity, day: DAY });
    expect(found.statement).toMatchObject({ kind: SETTLED, state: 'same', lines: 3, orders: 1 });
    expect(found.statement?.files.toSorted()).toEqual(['u.csv', 'v.csv']);
    expect(found.payouts.map(({ settlement }) => settlement).toSorted()).toEqual(['L1', 'L2']);
    expect(found.settlements).toEqual([]);
    // No line holds the third: no statement speaks of it.
    const none = await readOrderPayouts({ identity: { ...identity, Orden: 'C' }, day: DAY });
    expect(none).toMatchObject({ amount: '10.00', statement: null, hasStatements: true, payouts: [] });
  });
});
