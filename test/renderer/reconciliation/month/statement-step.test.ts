import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Sold,
  statementBook,
  statementPart,
} from '#renderer/reconciliation/month/model/statement-step.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';

/** Which statements cover a month of an account, beside every day of both. */

const TODAY = '2026-06-30' as LocalDate;
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
const ACCOUNTS = ['Norte', 'Sur'].map((cuenta) => ({ canal: 'Mercado', cuenta }));

const dayAt = (days: number): LocalDate =>
  new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10) as LocalDate;
const monthOfDay = (day: string): string => day.slice(0, 7);

type File = { readonly at: number; readonly first: number; readonly days: number; readonly isBank: boolean };
const file: fc.Arbitrary<File> = fc.record({
  at: fc.nat(1),
  // Ends of months are met more often than others.
  first: fc.oneof(fc.nat(120), fc.constantFrom(0, 30, 31, 58, 59, 89, 90)),
  days: fc.oneof(fc.nat(40), fc.constantFrom(0, 1)),
  isBank: fc.boolean(),
});

const statementOf = ({ at, first, days, isBank }: File, index: number) => {
  const account = ACCOUNTS[at] ?? { canal: '', cuenta: '' };
  return {
    id: String(index),
    kind: isBank ? ('bank' as const) : ('mercado-pago-settlement' as const),
    layout: null,
    days: { from: dayAt(first), to: dayAt(first + days) },
    accounts: [],
    account: { Canal: account.canal, Cuenta: account.cuenta },
    importedAtMs: index,
  };
};

const bookOf = (files: readonly File[]) =>
  statementBook(files.map(statementOf) as unknown as Parameters<typeof statementBook>[0], TODAY);

describe('statements of a month', () => {
  test('cover it where any of its days is of one that speaks of orders', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 6 }), (files) => {
        const book = bookOf(files);
        for (const [at, account] of ACCOUNTS.entries()) {
          const days = files
            .filter((each) => each.at === at && !each.isBank)
            .flatMap((each) =>
              Array.from({ length: each.days + 1 }, (_, index) => dayAt(each.first + index)),
            );
          for (const month of MONTHS)
            expect(book.covers(account, month as Month)).toBe(days.some((day) => monthOfDay(day) === month));
          expect(book.lastDay(account)).toBe(days.toSorted().at(-1) ?? null);
        }
      }),
    );
  });

  test('miss none of an account that nothing is known of', () => {
    for (const month of MONTHS)
      expect(bookOf([]).missed({ canal: 'Mercado', cuenta: 'Norte' }, month as Month)).toBe(0);
  });

  const sold = (over: Partial<Sold> = {}): Sold => ({
    account: { canal: 'Mercado', cuenta: 'Norte' },
    orders: 3,
    amount: { units: 900n, scale: 2 },
    count: 0,
    untold: { orders: 0, amount: { units: 0n, scale: 2 } },
    ...over,
  });
  const january = '2026-01' as Month;
  const covering = bookOf([{ at: 0, first: 0, days: 30, isBank: false }]);

  test('come to what was sold where none is there, and to what none speaks of where some are', () => {
    expect(statementPart(january, sold(), bookOf([]), false)).toMatchObject({
      reason: 'none',
      count: 1,
      of: 1,
      amount: '9.00',
    });
    const untold = { orders: 1, amount: { units: 250n, scale: 2 } };
    expect(statementPart(january, sold({ untold }), covering, false)).toMatchObject({
      reason: 'gaps',
      count: 1,
      amount: '2.50',
    });
    expect(statementPart(january, sold(), covering, false)).toMatchObject({
      reason: 'covered',
      count: 0,
      amount: null,
    });
  });

  test('of another kind than speaks of orders cover none', () => {
    const files = [
      { ...statementOf({ at: 0, first: 0, days: 30, isBank: false }, 0), kind: 'mercado-libre-charges' },
      // What the user described, and that names no order, may be a bank's.
      { ...statementOf({ at: 0, first: 0, days: 30, isBank: false }, 1), kind: 'unknown' },
    ];
    const other = statementBook(files as unknown as Parameters<typeof statementBook>[0], TODAY);
    const norte = { canal: 'Mercado', cuenta: 'Norte' };
    expect([other.covers(norte, january), other.lastDay(norte)]).toEqual([false, null]);
  });

  test('come to another evidence with every other count and amount, however they are written', () => {
    const evidence = (over: Partial<Sold>) => statementPart(january, sold(over), covering, false).evidence;
    const untold = (orders: number, units: bigint) => ({ untold: { orders, amount: { units, scale: 2 } } });
    const all = [
      ...[{}, { orders: 4 }, { amount: { units: 901n, scale: 2 } }, untold(1, 0n), untold(1, 250n)],
      untold(0, 250n),
    ].map(evidence);
    expect(new Set(all).size).toBe(all.length);
    expect(evidence({ amount: { units: 9n, scale: 0 } })).toBe(all[0]);
  });

  test('miss one where the account’s rhythm or an order that none speaks of says so, and are not needed to run', () => {
    const missing = { ...covering, missed: () => 1 };
    expect(statementPart(january, sold(), missing, false)).toMatchObject({
      ...{ account: { canal: 'Mercado', cuenta: 'Norte' }, reason: 'gaps', count: 1, of: 1, amount: '0.00' },
    });
    expect(statementPart(january, sold(), missing, true)).toMatchObject({ reason: 'gaps' });
    expect(statementPart(january, sold(), { ...bookOf([]), missed: () => 1 }, false)).toMatchObject({
      ...{ reason: 'none', amount: '9.00' },
    });
    const waits = statementPart(january, sold(), bookOf([]), true);
    expect(waits).toMatchObject({ reason: 'running', count: 1, amount: '9.00' });
  });

  test('that hold an order of it cover it, whatever their days; a running month waits for its own', () => {
    expect(statementPart(january, sold({ count: 1 }), bookOf([]), false)).toMatchObject({
      reason: 'covered',
    });
    expect(statementPart(january, sold(), bookOf([]), true)).toMatchObject({ reason: 'running' });
    expect(statementPart(january, sold(), covering, true)).toMatchObject({ reason: 'covered' });
  });
});
