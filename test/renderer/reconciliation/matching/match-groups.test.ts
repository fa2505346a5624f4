import { describe, expect, test } from 'vitest';
import { type Basis, WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { identitiesOf } from '#renderer/reconciliation/matching/model/line-identity.ts';
import { matchGroups } from '#renderer/reconciliation/matching/worker/match-groups.ts';
import {
  type StatementOwner,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, MATCH_COLUMNS, rowOf, storeOf } from './statement-world.ts';

const ADVERTISING = 'Costos por publicidad';
const APART: Basis = { part: 'net', apart: ['advertising'] };

test('statements that are held against unlike figures are each of their own account, and no order is held twice', () => {
  const numbers = Array.from({ length: 6 }, (_, at) => `77001${at}`);
  const left = (cuenta: string, at: number) => (cuenta === 'Uno' ? 100_000 : 250_000) + 700 * at;
  const rows = ['Uno', 'Dos'].flatMap((Cuenta) =>
    numbers.map((Orden, at) =>
      rowOf({
        ...{ Orden, Cuenta, [ADVERTISING]: '12.50' },
        'Rentabilidad Marketplace': centsText(left(Cuenta, at)),
      }),
    ),
  );
  // Of nobody here, and with more digits: all amounts are told with as many.
  const fine = rowOf({ Orden: '1', Cuenta: 'Tres', [ADVERTISING]: '0.125', 'Rentabilidad Marketplace': '1' });
  const owner = (cuenta: string): StatementOwner => ({
    kind: 'falabella-transactions',
    layout: 'falabella-transactions',
    accounts: [{ canal: 'Falabella', cuenta }],
  });
  const lines = [
    // One is wrong, by what would make it the other account's.
    ...numbers.map((order, at) => lineOf(centsText(left(at === 0 ? 'Dos' : 'Uno', at)), { order })),
    // The other account is paid without its advertising.
    ...numbers.map((order, at) => lineOf(centsText(left('Dos', at) + 1250), { order })),
  ].map((line, at) => ({ ...line, line: at + 1 }));
  const match = atOnce(
    matchGroups(
      storeOf([...rows, fine], 2, [...MATCH_COLUMNS, ADVERTISING]),
      {
        statements: [owner('Uno'), owner('Dos')],
        lines,
        of: lines.map((_, at) => (at < numbers.length ? 0 : 1)),
      },
      {
        tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
        decisions: [],
        basisOf: ({ accounts: [account] }) => (account?.cuenta === 'Dos' ? APART : WHOLE),
      },
    ),
  );
  expect(match.cases.map(({ state }) => state).toSorted()).toEqual(['different', ...Array(11).fill('same')]);
  const held = match.cases.flatMap(({ orders }) => orders.map((order) => match.numbers[order]));
  expect(new Set(held).size).toBe(12);
  const amounts = match.cases.map(({ ledgerAmount }) => Number(ledgerAmount) / 10 ** (match.scale - 2));
  expect([match.scale, amounts.toSorted((a, b) => a - b)]).toEqual([
    3,
    [
      ...numbers.map((_, at) => left('Uno', at)),
      // Less its advertising the account kept so much more.
      ...numbers.map((_, at) => left('Dos', at) + 1250),
    ],
  ]);
});

describe('statements of two accounts at once', () => {
  const NUMBERS = ['1', '2', '3', '4', '5'];
  const amountOf = (cuenta: string, number: string) =>
    (cuenta === 'Uno' ? 10_000 : 50_000) + 137 * Number(number);
  const order = (cuenta: string, number: string) =>
    rowOf({
      ...{ Orden: `88001${number}`, Cuenta: cuenta },
      'Rentabilidad Marketplace': centsText(amountOf(cuenta, number)),
    });
  const movement = (cuenta: string, cents: number) =>
    rowOf({ Orden: '', Cuenta: cuenta, 'Rentabilidad Marketplace': centsText(cents) });
  const store = storeOf([
    ...['Uno', 'Dos'].flatMap((cuenta) => NUMBERS.map((number) => order(cuenta, number))),
    ...[movement('Dos', -333), movement('Uno', 41), movement('Uno', 3)],
  ]);
  const owner = (cuenta: string): StatementOwner => ({
    ...{ kind: 'falabella-transactions', layout: 'falabella-transactions' },
    ...{ accounts: [{ canal: 'Falabella', cuenta }], account: { Canal: 'Falabella', Cuenta: cuenta } },
  });
  type Written = readonly [statement: 0 | 1, net: number | null, parts: Parameters<typeof lineOf>[1]];
  const matchOf = (
    written: readonly Written[],
    decisions: Parameters<typeof matchGroups>[2]['decisions'] = [],
    owners = [owner('Uno'), owner('Dos')],
    basisOf: (of: StatementOwner) => Basis = () => WHOLE,
  ) =>
    atOnce(
      matchGroups(
        store,
        {
          statements: owners,
          lines: written.map(([, net, parts], at) => ({
            ...lineOf(net === null ? '0' : centsText(net), parts),
            line: at + 1,
          })),
          of: written.map(([statement]) => statement),
        },
        { tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal }, decisions, basisOf },
      ),
    );
  const orderOf = (number: string): number =>
    matchOf([]).numbers.find((own) => store.orders.keyOf(own)?.includes(`"Uno","88001${number}"`)) ?? -1;
  const line = (statement: 0 | 1, number: string, net?: number): Written => [
    statement,
    net ?? amountOf(statement === 0 ? 'Uno' : 'Dos', number),
    { order: `88001${number}` },
  ];
  // Lines of both in turn, but for one order of the first.
  const turns = NUMBERS.flatMap((number): readonly Written[] =>
    number === '3' ? [line(1, number)] : [line(0, number), line(1, number)],
  );
  const reserve = (statement: 0 | 1, net: number): Written => [statement, net, { movement: 'reserva' }];

  test('have each line with the order of its own account, in places of all', () => {
    const match = matchOf(turns);
    const keyOf = (at: number) => store.orders.keyOf(match.numbers[at] ?? -1);
    for (const { state, lines, orders, ledgerAmount } of match.cases) {
      if (state === 'only-here') continue;
      const [at = -1] = lines;
      const [statement, net, { order: number } = {}] = turns[at] ?? [];
      expect([state, ledgerAmount]).toEqual(['same', BigInt(net ?? 0)]);
      const row = store.rowsOfOrder(keyOf(orders[0] ?? -1) as never)[0] ?? -1;
      expect([store.cell(row, 'Cuenta'), store.cell(row, 'Orden')]).toEqual([
        ...[statement === 0 ? 'Uno' : 'Dos', number],
      ]);
    }
    expect(match.cases.filter(({ state }) => state === 'same')).toHaveLength(9);
    expect(match.cases.filter(({ state }) => state === 'only-here')).toMatchObject([
      { ledgerAmount: BigInt(amountOf('Uno', '3')) },
    ]);
    expect(match.amounts.map(Number)).toEqual(turns.map(([, net]) => (net ?? 0) / 100));
    expect(match.facts.map(({ cuenta, held, missing }) => [cuenta, held, missing])).toEqual([
      ['Uno', 4, 1],
      ['Dos', 5, 0],
    ]);
  });

  test('are each of its own account also where the user said so of one of them alone', () => {
    const { cases, facts } = matchOf(turns, [], [owner('Uno'), { ...owner('Dos'), account: null }]);
    expect(cases.filter(({ state }) => state === 'same')).toHaveLength(9);
    expect(facts.map(({ cuenta, held }) => [cuenta, held])).toEqual([
      ['Uno', 4],
      ['Dos', 5],
    ]);
  });

  test('say nothing of the movements of either account, each with its own sum', () => {
    const { ledgerMovements, orders, accounts, numbers } = matchOf(turns);
    const told = ledgerMovements.map((at) => {
      const key = store.orders.keyOf(numbers[at] ?? -1) ?? '[]';
      return [orders[at]?.isMovement, orders[at]?.amount, accounts[at], JSON.parse(key)[1]];
    });
    expect(told).toEqual([
      [true, 44n, 0, 'Uno'],
      [true, -333n, 1, 'Dos'],
    ]);
  });

  test('tell what is outside once a reason, with the lines and the sums of both', () => {
    const match = matchOf([
      ...[reserve(0, 700), ...turns, reserve(1, 25), reserve(0, -100)],
      [1, 900, { movement: 'payout' }],
    ]);
    const last = turns.length + 1;
    expect(match.outside).toEqual([
      { reason: 'reserve', lines: [0, last + 1, last], sum: 625n },
      { reason: 'payout', lines: [last + 2], sum: 900n },
    ]);
  });

  test('lack an order of one account once, however many statements of it lack it', () => {
    const both = [owner('Uno'), { ...owner('Uno'), layout: 'other' }];
    // The second holds what the first lacks; and both lack another.
    const written = (numbers: readonly string[]) => NUMBERS.filter((number) => numbers.includes(number));
    const of = (first: readonly string[], second: readonly string[]) => [
      ...written(first).map((number) => line(0, number)),
      ...written(second).map((number): Written => [1, amountOf('Uno', number), { order: `88001${number}` }]),
    ];
    const missing = (first: readonly string[], second: readonly string[]) =>
      matchOf(of(first, second), [], both)
        .cases.filter(({ state }) => state === 'only-here')
        .map(({ ledgerAmount }) => Number(ledgerAmount));
    expect(missing(['1', '2', '3', '4'], ['5'])).toEqual([]);
    expect(missing(['1', '2', '4'], ['5'])).toEqual([amountOf('Uno', '3')]);
    // Held against unlike figures, or one of them put to an account of the other's, each lacks it for itself.
    const all = ['1', '2', '4', '5'];
    const lacking = (...[owners, basisOf]: readonly [StatementOwner[], ((of: StatementOwner) => Basis)?]) =>
      matchOf(of(all, all), [], owners, basisOf)
        .cases.filter(({ state }) => state === 'only-here')
        .map(({ ledgerAmount }) => Number(ledgerAmount))
        .toSorted((one, other) => one - other);
    const once = [amountOf('Uno', '3')];
    const unlike = ({ layout }: StatementOwner) => (layout === 'other' ? APART : WHOLE);
    expect(lacking(both, unlike)).toEqual(once);
    const states = matchOf(of(['1', '2', '4'], NUMBERS), [], both, unlike).cases.map(({ state }) => state);
    expect(states).not.toContain('only-here');
    const accounts = ['Uno', 'Dos'].map((cuenta) => ({ canal: 'Falabella', cuenta }));
    const [put] = both;
    const ofDos = NUMBERS.map((number) => amountOf('Dos', number));
    expect(lacking([put ?? owner('Uno'), { ...owner('Uno'), account: null, accounts }])).toEqual([
      ...once,
      ...ofDos,
    ]);
  });

  test('have a decision of one of them hold there, and fall nowhere else', () => {
    const odd = [...turns.slice(0, 2), line(0, '3', 1), ...turns.slice(2)];
    const first = matchOf(odd);
    const differing = first.cases.find(({ state }) => state === 'different');
    expect(differing).toMatchObject({ lines: [2] });
    const identities = identitiesOf(first.lines, (at) =>
      scopeOfStatement(owner(odd[at]?.[0] === 0 ? 'Uno' : 'Dos')),
    );
    const key = store.orders.keyOf(first.numbers[differing?.orders[0] ?? -1] ?? -1) ?? '';
    const said = (amount: string) => ({
      ...{ verdict: 'explained' as const, lines: [identities[2] ?? ''], orders: [key] },
      said: {
        orders: [{ amount: amount as Decimal, settled: amount as Decimal }],
        ...{ there: '0' as Decimal, here: '0' as Decimal },
      },
    });
    const holds = matchOf(odd, [said(centsText(amountOf('Uno', '3')))]);
    expect([holds.decided.holding.length, holds.decided.fallen.length]).toEqual([1, 0]);
    expect(holds.decided.holding[0]?.placed).toMatchObject({ lines: [2], orders: differing?.orders });
    expect(holds.cases.filter(({ isExplained }) => isExplained)).toMatchObject([{ lines: [2] }]);
    const moved = matchOf(odd, [said('7.77')]);
    expect(moved.decided.holding).toEqual([]);
    expect(moved.decided.fallen).toMatchObject([{ why: 'moved', lines: [2], orders: differing?.orders }]);
  });

  test('have a decision fall once that falls in the parts of two statements of one account', () => {
    const own = ['1', '2', '4', '5'].flatMap((number): readonly Written[] =>
      ([0, 1] as const).map((of) => [of, amountOf('Uno', number), { order: `88001${number}` }]),
    );
    const key = JSON.stringify(['Falabella', 'Uno', '880013']);
    const decision = {
      ...{ verdict: 'explained' as const, lines: [], orders: [store.orders.keyOf(orderOf('3')) ?? key] },
      said: {
        orders: [{ amount: '7.77' as Decimal, settled: '7.77' as Decimal }],
        ...{ there: '0' as Decimal, here: '0' as Decimal },
      },
    };
    const { decided } = matchOf(
      own,
      [decision],
      [owner('Uno'), { ...owner('Uno'), layout: 'other' }],
      (of) => (of.layout === 'other' ? APART : WHOLE),
    );
    expect(decided.fallen.map(({ why }) => why)).toEqual(['moved']);
  });
});
