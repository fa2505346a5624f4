import { describe, expect, test } from 'vitest';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { createCaseDescriber } from '#renderer/reconciliation/matching/worker/describe-cases.ts';
import { keyOfOrder, matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { lineOf, type Row, rowOf, storeOf } from './statement-world.ts';

/** What a page is told of the cases of a statement: whose lines and orders, what is searched, and of which month. */

const order = (number: string, amount: string, day: string, more: Row = {}): Row =>
  rowOf({
    Orden: number,
    'Rentabilidad Marketplace': amount,
    'Fecha de compra': `${day}T10:00:00.000`,
    ...more,
  });

/** Enough of a day that the statement speaks for it. */
const FILLER = ['8001', '8002', '8003', '8004'];

function described(some: readonly Row[], others: readonly MatchLine[]) {
  const rows = [...some, ...FILLER.map((number) => order(number, '1.00', '2026-10-05'))];
  const lines = [...others, ...FILLER.map((number) => lineOf('1.00', { order: number }))];
  const store = storeOf(rows);
  const match = atOnce(
    matchStatement(
      store,
      lines.map((line, at) => ({ ...line, line: at + 2 })),
      { accounts: null, tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal }, decisions: [] },
    ),
  );
  const describer = createCaseDescriber(match, {
    statementOf: (line) => `s${line}`,
    scopeOf: () => 'scope',
  });
  const isFiller = ({ statementAmount }: (typeof match.cases)[number]) => statementAmount === 100n;
  const cases = match.cases.filter((each) => !isFiller(each));
  const views = cases.map((each) => describer.describe(each, store, ({ Orden }) => [`answer of ${Orden}`]));
  const viewOf = (state: string) => views.find((view) => view.state === state);
  const caseOf = (state: string) => {
    const found = cases.find((each) => each.state === state);
    if (found === undefined) throw new Error(`No case is ${state}.`);
    return found;
  };
  return { store, match, cases, describer, views, viewOf, caseOf };
}

const ROWS = [
  order('1001', '100.00', '2026-10-05'),
  order('1002', '200.00', '2026-09-30'),
  order('1003', '300.00', '2026-10-05'),
];
const LINES = [
  lineOf('100.00', { order: '1001', operation: 'OP-7', description: 'Polera Azul', day: '2026-10-06' }),
  lineOf('150.00', { order: '1002', settlement: 'LQ-1', sku: 'SKU-A', movement: 'Venta', day: '2026-10-06' }),
  {
    ...lineOf('40.00', { order: '9009', suborder: 'S-1', reference: 'Ref-8', day: '2026-11-01' }),
    released: { day: '2026-12-03' as LocalDate },
  },
];

describe('a case', () => {
  const { views, viewOf, store, match } = described(ROWS, LINES);

  test('is told with its lines, its orders and their amounts, each as it is', () => {
    expect(views.map(({ state }) => state).toSorted()).toEqual([
      'different',
      'only-here',
      'only-there',
      'same',
    ]);
    expect(viewOf('different')).toMatchObject({
      ...{ by: 'order', ledgerAmount: '200.00', statementAmount: '150.00', difference: '-50.00' },
      ...{ lineCount: 1, orderCount: 1, isBySettlement: false, isExplained: false, fallen: [] },
      amounts: [{ ledgerAmount: '200.00', statementAmount: '150.00', difference: '-50.00' }],
      lines: [{ order: '1002', settlement: 'LQ-1', net: '150.00', line: 3, statementId: 's1' }],
      orders: [
        {
          ...{ Orden: '1002', amount: '200.00', settled: null, purchased: '2026-09-30', paid: null },
          correlationIds: ['answer of 1002'],
        },
      ],
    });
    const [shown] = viewOf('different')?.orders ?? [];
    const at = match.orders.findIndex(({ amount }) => amount === 20_000n);
    expect(shown?.key).toBe(keyOfOrder(store, match.numbers[at] ?? -1));
    expect(viewOf('only-here')).toMatchObject({ by: null, lines: [], lineCount: 0, difference: '-300.00' });
    expect(viewOf('only-there')).toMatchObject({ orders: [], orderCount: 0, ledgerAmount: '0.00' });
  });

  test('of one line is known by what the line says, whoever asks', () => {
    const identities = views.flatMap(({ lines }) => lines.map(({ identity }) => identity));
    expect(new Set(identities).size).toBe(3);
    const again = described(ROWS, LINES).views.flatMap(({ lines }) => lines.map(({ identity }) => identity));
    expect(again).toEqual(identities);
  });
});

describe('a search', () => {
  const { describer, store, cases, caseOf } = described(ROWS, LINES);
  const found = (search: string) =>
    cases.filter((each) => describer.holds(each, search, store)).map(({ state }) => state);

  test.each([
    ['op-7', ['same']],
    ['polera', ['same']],
    ['lq-1', ['different']],
    ['sku-a', ['different']],
    ['venta', ['different']],
    ['9009', ['only-there']],
    ['s-1', ['only-there']],
    ['ref-8', ['only-there']],
    ['1003', ['only-here']],
    ['nothing of it', []],
  ])('for «%s» finds what holds it, in lines and orders', (search, states) =>
    expect(found(search)).toEqual(states),
  );

  test('finds a number in lines and orders alike', () => {
    expect(found('100').toSorted()).toEqual(['different', 'only-here', 'same']);
  });

  test('is of the month in which an order was bought, of lines alone of their day', () => {
    const monthsOf = (state: string) =>
      ['2026-09', '2026-10', '2026-11', '2026-12'].filter((month) =>
        describer.isOfMonth(caseOf(state), month as Month),
      );
    expect(['same', 'different', 'only-here', 'only-there'].map(monthsOf)).toEqual([
      ...[['2026-10'], ['2026-09'], ['2026-10'], ['2026-11']],
    ]);
    const undated = described([], [lineOf('40.00', { order: '9009' })]);
    expect(undated.describer.isOfMonth(undated.caseOf('only-there'), '2026-10' as Month)).toBe(false);
  });
});

test('what is suggested of a line is told once, with what it is of', () => {
  const rows = [order('1001', '100.00', '2026-10-05'), order('1002', '777.00', '2026-10-05')];
  const { views } = described(rows, [
    lineOf('100.00', { order: '1001', day: '2026-10-06' }),
    lineOf('777.00', { order: '5555', day: '2026-10-06' }),
  ]);
  const suggested = views.filter(({ suggestions }) => suggestions.length > 0);
  expect(suggested.map(({ state }) => state).toSorted()).toEqual(['only-here', 'only-there']);
  for (const { suggestions } of suggested)
    expect(suggestions).toMatchObject([
      {
        ...{ why: 'same-amount', remains: '0.00', candidates: 1 },
        lines: [{ order: '5555', statementId: 's1' }],
        orders: [{ Orden: '1002', amount: '777.00' }],
      },
    ]);
});

const OF_NOBODY = { statementOf: () => 's', scopeOf: () => '' };

test('of many lines, orders and suggestions the first two hundred are listed, and all counted', () => {
  const number = (at: number) => `31${String(at).padStart(3, '0')}`;
  const places = Array.from({ length: 203 }, (_, at) => at);
  const { match, describer, store } = described(
    places.map((at) => order(number(at), '2.00', '2026-10-05')),
    places.map((at) => lineOf('3.00', { order: number(at) })),
  );
  const few = { lines: [0], orders: [0], remains: 0n, why: 'several-orders' } as const;
  const fell = { decision: { lines: [], orders: [] }, why: 'moved', lines: [0], orders: [] };
  const crowded = createCaseDescriber(
    {
      ...match,
      suggestions: [{ ...few, lines: places, orders: places }, ...places.map(() => ({ ...few }))],
      decided: { holding: [], fallen: places.map(() => ({ ...fell })) } as never,
    },
    OF_NOBODY,
  );
  const [first] = match.cases;
  if (first === undefined) throw new Error('There is no case.');
  const view = crowded.describe({ ...first, lines: places, orders: places }, store, () => []);
  const { suggestions } = view;
  expect([view.lineCount, view.orderCount]).toEqual([203, 203]);
  expect([view.lines, view.orders, suggestions, view.fallen].map(({ length }) => length)).toEqual([
    ...[200, 200, 200, 200],
  ]);
  expect([suggestions[0]?.lines.length, suggestions[0]?.orders.length]).toEqual([200, 200]);
  // One that is of several months is of each of them.
  const two = described(
    [order('1', '2.00', '2026-09-05'), order('2', '2.00', '2026-10-05')],
    [lineOf('5.00', { order: '1' }), lineOf('6.00', { order: '2' })],
  );
  const [one, other] = two.cases;
  const both = { ...one, orders: [...(one?.orders ?? []), ...(other?.orders ?? [])] } as never;
  expect(
    ['2026-09', '2026-10', '2026-11'].map((month) => two.describer.isOfMonth(both, month as Month)),
  ).toEqual([true, true, false]);
  expect(describer.fallen()).toEqual([]);
  // What a fallen decision comes to by now is told where all of its lines and orders are here.
  const nowOf = (lines: readonly string[], orders: readonly string[]) => {
    const fallen = [{ decision: { lines, orders }, why: 'moved', lines: [0], orders: [0] }];
    const one = createCaseDescriber({ ...match, decided: { holding: [], fallen } as never }, OF_NOBODY);
    return one.describe(first, store, () => []).fallen[0]?.now;
  };
  expect(nowOf(['a'], ['o'])).toMatchObject({ there: '3.00', here: '2.00' });
  expect([nowOf(['a', 'b'], ['o']), nowOf(['a'], ['o', 'p']), nowOf(['a', 'b'], ['o', 'p'])]).toEqual([
    ...[null, null, null],
  ]);
  expect(crowded.fallen()).toHaveLength(203);
});

test('a fallen decision about lines in several currencies comes to no one sum; in one, however it is written, to that', () => {
  const currencies = ['CLP', 'USD', 'US$', null] as const;
  const { match, store } = described(
    [order('1', '2.00', '2026-10-05')],
    currencies.map((currency, at) => lineOf(`${10 ** at}.00`, { order: `9${at}`, currency })),
  );
  const [first] = match.cases;
  if (first === undefined) throw new Error('There is no case.');
  const thereOf = (...lines: readonly number[]) => {
    const fallen = [{ decision: { lines: lines.map(String), orders: [] }, why: 'moved', lines, orders: [] }];
    const fell = createCaseDescriber({ ...match, decided: { holding: [], fallen } as never }, OF_NOBODY);
    const crowd = { ...first, lines, orders: [] };
    return fell.describe(crowd, store, () => []).fallen[0]?.now?.there ?? null;
  };
  expect([thereOf(0, 1), thereOf(0, 2, 3), thereOf(0, 3), thereOf(1, 2), thereOf(1, 2, 3)]).toEqual([
    ...[null, null, '1001.00', '110.00', '1110.00'],
  ]);
});

test('what is suggested of a line is not told beside a case that its order is matched in', () => {
  const { views } = described(
    [order('1001-A', '100.00', '2026-10-05')],
    [lineOf('99.00', { order: '1001-A' }), lineOf('5.00', { order: '1001' })],
  );
  expect(views.map(({ state, suggestions }) => [state, suggestions.map(({ why }) => why)])).toEqual([
    ['different', []],
    ['only-there', ['near-key']],
  ]);
});
