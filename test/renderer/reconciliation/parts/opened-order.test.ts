import { describe, expect, test } from 'vitest';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import { orderOf, stepFrom } from '#renderer/reconciliation/parts/opened-order.ts';
import { recentMonths, withMonth } from '#renderer/reconciliation/parts/recent-months.ts';
import { steppedBars } from '#renderer/reconciliation/parts/stepped-bars.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Small pieces that several tools share. */

describe('an order beside its list', () => {
  const row = (Orden: string, Canal = 'Uno') =>
    orderOf({ identity: { Canal, Orden }, cells: { Canal, Orden: ` ${Orden} ` } }, 3);

  test('is told by what tells its row from others, at its place in the list', () => {
    expect(row('O-1')).toEqual({
      ...{ row: 3, order: 'O-1', channel: 'Uno' },
      filters: [
        { column: 'Canal', values: ['Uno'] },
        { column: 'Orden', values: ['O-1'] },
      ],
    });
    expect(orderOf({ identity: { Canal: null }, cells: {} }, 0)).toEqual({
      ...{ row: 0, order: '', channel: '', filters: [{ column: 'Canal', values: [''] }] },
    });
  });

  test('is left for the next other one either way; at the ends it stays', () => {
    // Rows of one order stand together, and the same number is another order in another channel.
    const orders = [row('A'), row('A'), row('B'), row('B', 'Dos'), row('C'), row('C')];
    const walk = (at: number, direction: -1 | 1) => stepFrom({ orders, at, places: 2 }, direction).at;
    expect([0, 1, 2, 3, 4, 5].map((at) => walk(at, 1))).toEqual([2, 2, 3, 4, 4, 5]);
    expect([0, 1, 2, 3, 4, 5].map((at) => walk(at, -1))).toEqual([0, 1, 1, 2, 3, 3]);
    const two = [row('A'), row('B')];
    expect(stepFrom({ orders: two, at: 1, places: 2 }, -1).at).toBe(0);
    expect(stepFrom({ orders, at: 0, places: 2 }, 1)).toEqual({ orders, at: 2, places: 2 });
  });
});

test('steps begin where the one before ended, within the least and the most that they come to', () => {
  const bars = (...amounts: readonly string[]) => steppedBars(amounts as unknown as readonly Decimal[]);
  expect(bars('50', '-75', '100')).toEqual([
    { left: 25, width: 50 },
    { left: 0, width: 75 },
    { left: 0, width: 100 },
  ]);
  expect(bars('-40', '0', '20')).toEqual([
    { left: 0, width: 100 },
    { left: 0, width: 0 },
    { left: 0, width: 50 },
  ]);
  expect(bars('0.00', '0')).toEqual([
    { left: 0, width: 0 },
    { left: 0, width: 0 },
  ]);
});

test('months are offered from today’s back, two years of them', () => {
  const months = recentMonths('2026-03-31' as LocalDate);
  expect([months.length, months[0], months[3], months.at(-1)]).toEqual([25, '2026-03', '2025-12', '2024-03']);
  // The one that is chosen is among them, however old or new it is.
  expect(withMonth(months, '2025-12' as Month)).toBe(months);
  expect(withMonth(months, '2024-02' as Month)).toEqual([...months, '2024-02']);
  expect(withMonth(months, '2026-04' as Month)).toEqual(['2026-04', ...months]);
});

test('an account is called by its channel and its name; what is blank is said to be', () => {
  const name = (Canal: string, Cuenta: string) => accountName({ Canal, Cuenta }, text);
  expect([name('Uno', 'A'), name('', 'A'), name('Uno', '')]).toEqual([
    ...['Uno · A', '(vacío) · A', 'Uno · (vacío)'],
  ]);
});
