import { beforeEach, describe, expect, test } from 'vitest';
import { AMOUNT_PARTS, DATE_FIELDS, TEXT_FIELDS } from '#renderer/data/model/statement-fields.ts';
import { identitiesInSteps } from '#renderer/reconciliation/matching/model/line-identity.ts';
import { keyOfOrder } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { createPayouts } from '#renderer/reconciliation/payouts/worker/payouts.ts';
import { createSettlements } from '#renderer/reconciliation/payouts/worker/settlements.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { scopeOfStatement } from '#renderer/reconciliation/statements/model/statement-account.ts';
import {
  isBalance,
  isPaidAsItIs,
  SPEAKS_OF_ORDERS,
} from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import { type Row, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Answers are of the day, the rows, the files and the sayings of now, whatever was asked before. */

const [SETTLED = 'unknown'] = SPEAKS_OF_ORDERS.filter(isPaidAsItIs);
const [BALANCE = 'unknown'] = SPEAKS_OF_ORDERS.filter(isBalance);
const NOTHING = Object.fromEntries(
  [...TEXT_FIELDS, ...DATE_FIELDS, ...AMOUNT_PARTS].map((field) => [field, null]),
);
const line = (net: string, day: string, texts: object = {}) =>
  ({
    ...{ ...NOTHING, line: 2, cells: [], net, date: { day, time: null, instant: null } },
    ...texts,
  }) as unknown as StatementLine;
type File = ReturnType<typeof file>;
const file = (id: string, kind: string, cuenta: string, lines: readonly StatementLine[]) => ({
  ...{ id, name: `${id}.csv`, kind, layout: null, account: null, lines },
  accounts: cuenta === '' ? [] : [{ canal: 'Falabella', cuenta }],
  days: { from: '2026-10-01', to: '2026-12-31' },
});
const sold = (Orden: string, settlement: string, net: string, cells: Row = {}) =>
  rowOf({ Orden, 'N° de Liquidación': settlement, 'Rentabilidad Marketplace': net, ...cells });
const on = (day: string) => `${day}T10:00:00.000`;

const world: {
  files: readonly File[];
  said: { readonly [kind: string]: readonly (readonly [string, object])[] };
  revisions: number;
  store: ReturnType<typeof storeOf>;
} = { files: [], said: {}, revisions: 0, store: storeOf([rowOf({})]) };

beforeEach(() => {
  Object.assign(world, { files: [], said: {}, revisions: 0 });
});

function open(rows: readonly Row[]) {
  world.store = storeOf(rows);
  return createPayouts({
    ledger: {
      statements: {
        revision: () => world.files.length,
        list: () => world.files,
        lines: async (id: string) => world.files.find((each) => each.id === id)?.lines ?? [],
      },
      annotations: { revision: () => world.revisions, of: (kind: string) => new Map(world.said[kind] ?? []) },
    } as unknown as LedgerWithStatements,
    store: () => world.store,
    answer: async (_, start) => atOnce(start(world.store as never)),
    pause: async () => undefined,
  });
}
const say = (said: typeof world.said) => Object.assign(world, { said, revisions: world.revisions + 1 });

const DAY = '2026-11-27' as LocalDate;
const ASKED = { scope: null, day: DAY };
const of = (cuenta: string) => ({ Canal: 'Falabella', Cuenta: cuenta });
const only = (cuenta: string) => ({ accounts: [of(cuenta)], isExcluded: false });

test('settlements of the rows are those of the day that is asked, and of the rows that are there', async () => {
  const chain = open([
    sold('A', 'L1', '10.00', { 'Fecha de compra': on('2026-10-05') }),
    sold('B', 'L1', '5.00', { 'Fecha de compra': on('2026-10-20') }),
    sold('C', 'L2', '7.00', { 'Fecha de compra': on('2026-10-21') }),
  ]);
  const told = async (day: string) =>
    (await chain.readPayouts({ scope: null, day: day as LocalDate })).payouts
      .map(({ settlement, amount, lines }) => `${settlement} ${amount} ${lines}`)
      .toSorted();
  expect(await told('2026-10-20')).toEqual(['L1 15.00 2']);
  expect(await told('2026-10-21')).toEqual(['L1 15.00 2', 'L2 7.00 1']);
  expect(await told('2026-10-05')).toEqual(['L1 10.00 1']);
  world.store.markDeleted([0]);
  world.store.raiseRevision();
  expect(await told('2026-10-21')).toEqual(['L1 5.00 1', 'L2 7.00 1']);
});

test('the case of an order is of the files, the rows and the sayings of now', async () => {
  const rows = [sold('A', '', '10.00'), sold('B', '', '10.00'), sold('C', '', '4.00')];
  const chain = open(rows);
  const identity = { ...of('Uno'), Orden: 'A' };
  const told = async () => {
    const { statement, amount } = await chain.readOrderPayouts({ identity, day: DAY });
    const { state, isExplained, lines, orders, files } = statement ?? {};
    return [amount, state, isExplained, lines, orders, files?.join()];
  };
  expect(await told()).toEqual(['10.00', undefined, undefined, undefined, undefined, undefined]);
  const own = line('9.00', '2026-10-06', { order: 'A', settlement: 'L1' });
  world.files = [file('u', SETTLED, 'Uno', [own])];
  expect(await told()).toEqual(['10.00', 'different', false, 1, 1, 'u.csv']);
  const [one = ''] = atOnce(identitiesInSteps([own], () => scopeOfStatement(world.files[0] as never)));
  const decision = {
    ...{ verdict: 'explained', lines: [one], orders: [keyOfOrder(world.store, 0)], atMs: 1, earlier: [] },
    said: { orders: [{ amount: '10', settled: '10' }], there: '9', here: '10' },
  };
  say({ 'match-decision': [['k', decision]] });
  expect(await told()).toEqual(['10.00', 'different', true, 1, 1, 'u.csv']);
  say({});
  world.files = [...world.files, file('v', SETTLED, 'Uno', [line('1.00', '2026-10-07', { order: 'A' })])];
  expect(await told()).toEqual(['10.00', 'same', false, 2, 1, 'v.csv,u.csv']);
  world.store.markDeleted([0]);
  world.store.raiseRevision();
  expect((await told()).slice(0, 2)).toEqual(['0', undefined]);
});

test('a settlement that a file of nobody known tells as well is that of its account', async () => {
  const held = (order: string, settlement: string) => line('5.00', '2026-10-06', { order, settlement });
  world.files = [
    file('u', SETTLED, 'Uno', [held('B', 'L1'), held('C', 'L2')]),
    file('n', SETTLED, '', [held('A', 'L1')]),
  ];
  const chain = open([sold('A', '', '5.00'), sold('B', '', '5.00'), sold('C', '', '5.00')]);
  const { payouts } = await chain.readOrderPayouts({ identity: { ...of('Uno'), Orden: 'A' }, day: DAY });
  expect(payouts.map(({ settlement, amount, statementIds }) => [settlement, amount, statementIds])).toEqual([
    ['L1', '10.00', ['u', 'n']],
  ]);
});

test('files of two kinds are each read as what they are; settlements of rows go to the balance of its account alone', async () => {
  const cells = (Cuenta: string) => ({ Cuenta, 'Fecha de Pago': on('2026-10-09') });
  const chain = open([sold('A', 'R1', '5.00', cells('Uno')), sold('B', 'R2', '6.00', cells('Dos'))]);
  world.files = [
    file('u', SETTLED, 'Uno', [line('5.00', '2026-10-06', { order: 'A', settlement: 'L1' })]),
    file('d', BALANCE, 'Dos', [
      line('-1234567.00', '2026-10-08', { movement: 'payout', operation: '77' }),
      line('6.00', '2026-10-06', { order: 'B' }),
    ]),
    file('b', 'bank', '', [line('1234567.00', '2026-10-09', { description: 'ABONO' })]),
  ];
  const { payouts } = await chain.readPayouts(ASKED);
  const told = payouts.map(({ source, settlement, amount, state, why }) =>
    [source, settlement, amount, state, why].join(' '),
  );
  expect(told.toSorted()).toEqual([
    ...['line  1234567.00 missing ', 'rows R1 5.00 missing ', 'rows R2 6.00 beside balance'],
    'statement L1 5.00 missing ',
  ]);
});

describe('a month', () => {
  test('has the orders of the accounts in view, and counts no payout that somebody explained', async () => {
    const paid = (settlement: string) => line('100.00', '2026-10-06', { settlement });
    world.files = [
      file('u', SETTLED, 'Uno', [paid('L1'), paid('L2')]),
      file('b', 'bank', '', [line('1.00', '2026-10-09', { description: 'ABONO' })]),
    ];
    const chain = open([sold('A', '', '5.00'), sold('B', '', '6.00', { Cuenta: 'Dos' })]);
    const told = async (cuenta: string | null) => {
      const scope = cuenta === null ? null : only(cuenta);
      const { orders, uncovered, payouts, missing } = await chain.readMonthMatch({
        ...{ scope, day: '2027-01-31' as LocalDate, month: '2026-10' as Month },
      });
      return [orders, uncovered.amount, payouts, missing.payouts, missing.sums[0]?.sum];
    };
    expect(await told(null)).toEqual([2, '11.00', 2, 2, '200.00']);
    expect(await told('Dos')).toEqual([1, '6.00', 0, 0, '0']);
    const [first] = (await chain.readPayouts(ASKED)).payouts;
    const said = { orders: [{ amount: '100', settled: '100' }], there: '0', here: '100' };
    const decision = { verdict: 'explained', lines: [], orders: [first?.key], said, atMs: 1, earlier: [] };
    say({ 'payout-decision': [['k', decision]] });
    expect(await told(null)).toEqual([2, '11.00', 2, 1, '100.00']);
    expect((await chain.readPayouts(ASKED)).payouts.map(({ isExplained }) => isExplained)).toEqual([
      true,
      false,
    ]);
  });
});

test('a page of settlements is of its day and of the rows that are there; what is owed is since its oldest sale', async () => {
  const bought = (Orden: string, settlement: string, day: string, paid = '') =>
    sold(Orden, settlement, '1.00', {
      ...{ 'Fecha de compra': on(day), 'Fecha de Pago': paid === '' ? '' : on(paid), 'Estado de Pago': '' },
    });
  world.store = storeOf([
    bought('A', 'L1', '2026-03-05'),
    bought('B', 'L1', '2026-03-03'),
    bought('C', 'L1', '2026-03-04'),
    bought('D', 'L2', '2026-03-01'),
    bought('E', 'L2', '2026-03-06', '2026-03-08'),
    sold('F', 'L3', '9.00', { Cuenta: 'Dos', 'Fecha de compra': on('2026-03-02') }),
  ]);
  const ask = createSettlements({
    store: () => world.store,
    answer: async (_: unknown, start: (rows: never) => never) => atOnce(start(world.store as never)),
  } as never);
  const told = async (day: string, scope: object | null = null) => {
    const page = await ask({ ...{ scope, day, offset: 0, limit: 9, slot: undefined } } as never);
    return [
      page.total,
      ...page.settlements.map((each) =>
        [each.settlement, each.rows, each.orders, each.owed, each.oldestPendingDays].join(' '),
      ),
    ];
  };
  // The one with the latest purchase first, whichever begins earlier.
  expect(await told('2026-03-07')).toEqual([3, 'L2 2 2 2.00 6', 'L1 3 3 3.00 4', 'L3 1 1 0.00 ']);
  expect(await told('2026-03-08')).toEqual([3, 'L2 2 2 1.00 7', 'L1 3 3 3.00 5', 'L3 1 1 0.00 ']);
  expect(await told('2026-03-08', only('Uno'))).toEqual([2, 'L2 2 2 1.00 7', 'L1 3 3 3.00 5']);
  world.store.markDeleted([1]);
  world.store.raiseRevision();
  expect(await told('2026-03-08', only('Uno'))).toEqual([2, 'L2 2 2 1.00 7', 'L1 2 2 2.00 4']);
});
