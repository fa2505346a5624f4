import { expect, test } from 'vitest';
import { movementEntries } from '#renderer/reconciliation/journals/model/movements.ts';
import { ruleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import type { BankDeposit, PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What was paid out in a month and what came to the bank in it, each once. */

const OCTOBER = '2026-10' as Month;
const BOOK = ruleBook([], 'CL');
const deposit = (identity: string, day: string | null, amount: string, more: Partial<BankDeposit> = {}) =>
  ({
    ...{ identity, day: day as LocalDate | null, amount: amount as Decimal, currency: 'CLP' },
    ...{ document: `D-${identity}`, description: 'TEF', isExplained: false },
    ...more,
  }) as BankDeposit;
const payout = (key: string, day: string | null, amount: string, more: Partial<PayoutView> = {}) =>
  ({
    ...{
      key,
      day: day as LocalDate | null,
      amount: amount as Decimal,
      currency: 'CLP',
      settlement: `L-${key}`,
    },
    ...{ source: 'statement', state: 'arrived', deposits: [], accounts: [{ canal: 'Uno', cuenta: 'A' }] },
    ...more,
  }) as unknown as PayoutView;
const entriesOf = (
  payouts: readonly PayoutView[],
  listed: readonly BankDeposit[] = [],
  currency: string | null = 'CLP',
) =>
  movementEntries(
    { payouts, unexplained: { lines: 0, sums: [], listed } },
    { month: OCTOBER, currency, book: BOOK },
  );
const told = (made: ReturnType<typeof entriesOf>) =>
  made.entries.map(({ kind, date, reference, Canal, lines }) => [
    ...[kind, date, reference, Canal],
    lines.map(({ line, amount }) => `${line} ${amount}`).join(', '),
  ]);

test('a payout is of its own day, and its bank line of the bank’s, in whatever month that is', () => {
  const late = payout('1', '2026-10-30', '100.5', { deposits: [deposit('a', '2026-11-02', '100.5')] });
  const early = payout('2', '2026-09-29', '7', { deposits: [deposit('b', '2026-10-01', '6')] });
  expect(told(entriesOf([late, early]))).toEqual([
    ['payout', '2026-10-30', 'L-1', 'Uno', 'transit 100.5, receivable -100.5'],
    // One less than was paid out came: the rest stays in transit.
    ['bank', '2026-10-01', 'D-b', 'Uno', 'bank 6, transit -6'],
  ]);
});

test('a bank line of a payout is one, also where it is listed as open', () => {
  const line = deposit('a', '2026-10-02', '30');
  expect(told(entriesOf([payout('1', '2026-10-01', '30', { deposits: [line] })], [line]))).toEqual([
    ['payout', '2026-10-01', 'L-1', 'Uno', 'transit 30, receivable -30'],
    ['bank', '2026-10-02', 'D-a', 'Uno', 'bank 30, transit -30'],
  ]);
});

test('several payouts that came in one bank line are one line of the bank', () => {
  const together = [deposit('a', '2026-10-02', '30')];
  const made = entriesOf([
    payout('1', '2026-10-01', '10', { deposits: together }),
    payout('2', '2026-10-01', '20', { deposits: together }),
  ]);
  expect(told(made).map(([kind, , reference]) => [kind, reference])).toEqual([
    ['payout', 'L-1'],
    ['payout', 'L-2'],
    ['bank', 'D-a'],
  ]);
});

test('a bank line is of the account whose payouts came in it; of several accounts it is none’s alone', () => {
  const other = [{ canal: 'Dos', cuenta: 'B' }] as unknown as PayoutView['accounts'];
  const ownersOf = (...accounts: readonly (PayoutView['accounts'] | undefined)[]) =>
    entriesOf(
      accounts.map((own, at) =>
        payout(`${at}`, '2026-10-01', '10', {
          ...{ settlement: null, deposits: [deposit('a', '2026-10-02', '30')] },
          ...(own && { accounts: own }),
        }),
      ),
    ).entries.map(({ kind, Canal, Cuenta, reference }) => [kind, Canal, Cuenta, reference]);
  expect(ownersOf(undefined, undefined)).toEqual([
    ['payout', 'Uno', 'A', ''],
    ['payout', 'Uno', 'A', ''],
    ['bank', 'Uno', 'A', 'D-a'],
  ]);
  expect(ownersOf(other, undefined)).toEqual([
    ['payout', 'Dos', 'B', ''],
    ['payout', 'Uno', 'A', ''],
    ['bank', '', '', 'D-a'],
  ]);
  expect(ownersOf([])).toEqual([
    ['payout', '', '', ''],
    ['bank', '', '', 'D-a'],
  ]);
});

test('what nobody paid is no payout: rows alone, or a balance, until the bank has it', () => {
  const rows = { source: 'rows', state: 'waiting' } as const;
  expect(
    told(
      entriesOf([
        payout('1', '2026-10-01', '10', rows),
        payout('2', '2026-10-01', '10', { state: 'beside' }),
        payout('3', '2026-10-01', '10', {
          ...rows,
          state: 'arrived',
          deposits: [deposit('c', '2026-10-03', '10')],
        }),
        payout('4', '2026-10-01', '10', { state: 'missing' }),
      ]),
    ).map(([kind, , reference]) => [kind, reference]),
  ).toEqual([
    ['payout', 'L-3'],
    ['payout', 'L-4'],
    ['bank', 'D-c'],
  ]);
});

test('a bank line that no payout explains stands in suspense; one that was said what it is, nowhere', () => {
  const made = entriesOf(
    [],
    [
      deposit('x', '2026-10-09', '55', { document: '' }),
      deposit('y', '2026-10-09', '1', { isExplained: true }),
      deposit('z', '2026-11-09', '2'),
    ],
  );
  expect(told(made)).toEqual([['bank', '2026-10-09', 'TEF', '', 'bank 55, bank/unexplained -55']]);
  expect(made.entries[0]?.lines.map(({ level }) => level)).toEqual(['proposal', 'none']);
});

test('what has no day, or is in another currency, is in no entry, and counted', () => {
  const payouts = [
    payout('1', null, '10'),
    payout('2', '2026-10-01', '10', { currency: 'USD', accounts: [] }),
    payout('3', '2026-10-01', '10', { currency: '', accounts: [] }),
  ];
  const made = entriesOf(payouts);
  expect(told(made)).toEqual([['payout', '2026-10-01', 'L-3', '', 'transit 10, receivable -10']]);
  expect([made.undated, made.otherCurrency]).toEqual([1, 1]);
  expect(entriesOf(payouts, [], null).entries).toHaveLength(2);
  // Of the month alone; bank lines as well, each once, those that were said what they are not.
  const line = deposit('a', '2026-10-02', '30', { currency: 'USD' });
  const more = entriesOf(
    [
      payout('4', '2026-11-01', '10', { currency: 'USD' }),
      payout('5', '2026-10-31', '10', { currency: 'USD', deposits: [line] }),
      payout('6', '2026-10-30', '20', { currency: 'USD', deposits: [line] }),
    ],
    [
      line,
      deposit('b', '2026-10-09', '1', { currency: 'EUR' }),
      deposit('c', '2026-09-30', '1', { currency: 'EUR' }),
      deposit('d', '2026-10-09', '1', { currency: 'EUR', isExplained: true }),
      deposit('e', null, '1'),
      deposit('f', null, '1', { isExplained: true }),
    ],
  );
  expect([told(more), more.undated, more.otherCurrency]).toEqual([[], 1, 4]);
});
