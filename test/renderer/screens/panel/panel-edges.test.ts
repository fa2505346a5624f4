import { describe, expect, test } from 'vitest';
import { monthLabels } from '#renderer/features/trend/month-labels.ts';
import { countedOf } from '#renderer/screens/panel/counted.ts';
import { type ReviewItem, reviewedToday } from '#renderer/screens/panel/review.ts';
import { listOf } from '#renderer/screens/panel/review-place.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import { shiftMonth } from '#shared/domain/dates.ts';

/** What the Panel makes of what is blank, of nothing, and of no room. */

describe('what waits', () => {
  const item = (more: Partial<ReviewItem>): ReviewItem =>
    ({
      ...{ kind: 'missing-cost', currency: '', cases: 1, groups: 1, amount: null, month: null },
      ...{ since: null, until: null, account: { Canal: 'Plaza', Cuenta: 'Sur' } },
      head: { kind: 'missing-cost', subject: {}, affects: [] },
      ...more,
    }) as ReviewItem;
  const last = '2026-10-20T10:00:00.000' as LocalDateTime;

  test('of closed months is worked where they were closed, and in the queue where it is of no single one', () => {
    const closed = { kind: 'closed-month', account: null } as const;
    expect([
      listOf(item({ ...closed, month: '2026-09' as Month }), last),
      listOf(item(closed), last),
    ]).toMatchObject([{ part: 'close', month: '2026-09' }, { part: 'exceptions' }]);
  });

  test('longest comes first where amounts are alike, an unknown age last; of one kind one is kept', () => {
    const day = (since: string | null, more: Partial<ReviewItem> = {}) =>
      item({ since: since as LocalDate | null, ...more });
    const items = [
      day(null),
      day('2026-10-10', { cases: 2 }),
      // 60 days are no more than 60.
      day('2026-08-21', { cases: 3 }),
      day('2026-08-20', { cases: 4 }),
    ];
    const kept = (of: readonly ReviewItem[], at: LocalDateTime | null = last) =>
      reviewedToday(of, at).map(({ cases }) => cases);
    expect([kept(items), kept(items.slice(0, 3)), kept(items.slice(0, 2)), kept(items, null)]).toEqual([
      ...[[4], [3], [1], [1]],
    ]);
  });
});

test('where nothing came back the rate of it is 0, and what has no rows is not chosen instead', () => {
  const group = (value: string, rows: number, Unidades: string) => ({
    value,
    totals: { rows, orders: rows, sums: { Unidades, Ventas: '7' } },
  });
  const groups = [group('Regular', 3, '4'), group('Parcial', 0, '0'), group('Cancelada', 1, '1')];
  const counted = countedOf({ groups, total: { sums: { Unidades: '5' } } } as never);
  expect(counted).toEqual({
    parts: [{ status: 'Cancelada', orders: 1, rows: 1, sales: '7' }],
    ...{ sales: '7', returnRatePercent: '0.000000', returnedUnits: '0' },
    leaveOut: { type: 'set-filter', column: 'Estado de Orden', values: ['Regular'] },
  });
});

test('of months without room for two names that in view has its own, and none leaves the plot at its left', () => {
  const labels = (count: number, inView: number, textPx: number, ofMonthPx: number) =>
    monthLabels({
      months: Array.from({ length: count }, (_, at) => shiftMonth('2020-11' as Month, at)),
      ...{ inView, ofMonthPx, widthPx: 400, textPx: () => textPx },
      nameOf: (month) => month.slice(5),
    }).map(({ month, text, x }) => `${month} ${text} ${x}`);
  expect([labels(360, 5, 390, 1), labels(3, 0, 120, 150)]).toEqual([
    ['5 04 21 195'],
    ['0 11 20 119', '2 01 21 340'],
  ]);
  expect(labels(4, 0, 30, 60)).toEqual(['0 11 20 74', '1 12 134', '2 01 21 194', '3 02 254']);
});
