import { describe, expect, test } from 'vitest';
import { targetKey } from '#renderer/data/model/targets.ts';
import { targetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { monthLabels } from '#renderer/features/trend/month-labels.ts';
import { monthPoints } from '#renderer/features/trend/month-points.ts';
import { stripsOf } from '#renderer/features/trend/trend-geometry.ts';
import { countedOf } from '#renderer/screens/panel/counted.ts';
import { lossCauses } from '#renderer/screens/panel/loss-causes.ts';
import { nextPanel } from '#renderer/screens/panel/panel-data.ts';
import { type ReviewItem, reviewedToday, targetsInDanger } from '#renderer/screens/panel/review.ts';
import { listOf } from '#renderer/screens/panel/review-place.ts';
import { tilesOf } from '#renderer/screens/panel/tile-figures.ts';
import { comparedSteps, waterfallOf } from '#renderer/screens/panel/waterfall.tsx';
import { whyChanged } from '#renderer/screens/panel/why-changed.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import { shiftMonth } from '#shared/domain/dates.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

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

describe('two periods', () => {
  const sums = (of: { readonly [column: string]: string }) => of as Sums;
  const way = (of: { readonly [column: string]: string }) => {
    const found = waterfallOf(sums({ Ventas: '100', 'Ingreso Total': '100', ...of }), {});
    if (found === null) throw new Error('There is a way.');
    return found;
  };

  test('of which both have what nothing explains have it once; a result that one lacks is compared with nothing', () => {
    const now = way({ 'Rentabilidad Marketplace': '90', 'Rentabilidad Total': '80' });
    const before = way({ 'Rentabilidad Total': '70' });
    const told = comparedSteps(now, before).flatMap(({ step, before: other, points }) =>
      step.kind === 'rest' || step.kind === 'result' ? [[step.id, step.amount, other?.amount, points]] : [],
    );
    expect(told).toEqual([
      ['rest-marketplace', '10', '0', '10.000000'],
      ['marketplace', '90', undefined, null],
      ['rest-total', '10', '30', '-20.000000'],
      ['total', '80', '70', '10.000000'],
    ]);
  });

  test('differ by what was sold to the last place of what was sold', () => {
    const why = whyChanged(
      sums({ Ventas: '1100.55', 'Rentabilidad Total': '450' }),
      sums({ Ventas: '1000', 'Rentabilidad Total': '400' }),
    );
    expect([why?.difference, why?.bySales, why?.byMargin]).toEqual(['50', '40.22', '9.78']);
  });

  test('are shown by halves where nothing whole was shown', () => {
    const answer = (output: object | null) => ({ input: INPUT, output }) as never;
    const shown = { input: INPUT, figures: { revision: 1 }, details: null } as never;
    expect(nextPanel(shown, answer({ revision: 2 }), answer(null))).toEqual({
      ...{ input: INPUT, figures: { revision: 2 }, details: null },
    });
    const whole = { input: INPUT, figures: { revision: 1 }, details: { revision: 1 } } as never;
    expect(nextPanel(whole, answer({ revision: 2 }), answer(null))).toBe(whole);
  });
  const INPUT = { selection: EVERYTHING, scope: 'total', trend: null };
});

describe('what is not there', () => {
  test('is no figure of a tile, and takes nothing off what was undone', () => {
    const figures = { all: { rows: 1, orders: 1, sums: { Ventas: '5' } }, selling: { orders: 1, sums: {} } };
    const tiles = tilesOf({ own: figures as never, others: [] });
    expect(tiles.map(({ id, value }) => [id, value])).toEqual([
      ...[
        ['ventas', '5'],
        ['unidades', null],
        ['ordenes', '1'],
        ['ticket', null],
      ],
      ...[
        ['marketplace', null],
        ['comercial', null],
        ['total', null],
      ],
    ]);
    const group = (value: string, of: object) => ({ value, totals: { rows: 1, orders: 1, sums: of } });
    const groups = [group('Cancelada', { Ventas: '20' }), group('Devuelta', {})];
    expect(countedOf({ groups, total: { sums: {} } } as never)).toMatchObject({
      sales: '20',
      leaveOut: null,
    });
  });

  test('is no cause of a loss: what costs as it usually does', () => {
    const product = { Ventas: '10', 'Cobro de Comisiones': '1', 'Costo de Producto': '12' };
    const causes = lossCauses(
      'total',
      product as never,
      { ...product, Ventas: '10', 'Costo de Producto': '5' } as never,
    );
    expect(causes.map(({ line, isMore }) => [line.id, isMore])).toEqual([
      ['Costo de Producto', true],
      ['commissions', false],
    ]);
  });

  test('is no cost of a month’s sales, nor a target of days that end beyond the last purchase', () => {
    const totals = {
      ...{ rows: 1, orders: 1, unreadable: {}, rowsWithoutProductCost: 1, ventasWithProductCost: '4' },
      sums: { Ventas: '10', 'Rentabilidad Total': '500' },
    };
    const month = (value: string, total: string) => ({
      ...{ value, caption: null },
      totals: { ...totals, sums: { ...totals.sums, 'Rentabilidad Total': total } },
    });
    const points = monthPoints([month('2026-09', '500'), month('2026-10', '-100')] as never, null);
    expect(points.map(({ ventasWithProductCost }) => ventasWithProductCost)).toEqual(['4', '4']);
    const strip = stripsOf(
      points.map((point) => ({ ...point, likely: {} })),
      'sum',
    ).find(({ scope }) => scope === 'total');
    expect(strip?.ticks.map(({ value, isNamed }) => [value, isNamed])).toEqual([
      [-100, true],
      [0, true],
      [500, true],
    ]);
    const period = { from: '2026-10-01', to: '2026-10-25' } as never;
    const inView = (last: string) =>
      targetsInView({ ...EVERYTHING, period }, new Map(), null, last as LocalDate);
    expect([inView('2026-10-20'), inView('2026-10-25')?.months]).toEqual([null, ['2026-10']]);
  });

  test('is no target of a channel: that of all of them', () => {
    const figure = { estimate: { low: '1', likely: '2', high: '3' } };
    const outlook = {
      month: '2026-10',
      figures: {
        ...{ Ventas: figure, 'Rentabilidad Marketplace': figure },
        ...{ 'Rentabilidad Comercial': figure, 'Rentabilidad Total': figure },
      },
    } as never;
    const of = { column: 'Canal', value: 'Uno' } as const;
    const said = (part: typeof of | null, value: string) => {
      const place = { measure: 'total', month: '2026-10' as Month, of: part, currency: null } as const;
      return [targetKey(place), { ...place, value, owner: '', atMs: 0 }] as never;
    };
    const danger = (...targets: readonly never[]) =>
      targetsInDanger(outlook, new Map(targets), of, null).map(({ target, missing }) => [target, missing]);
    expect([danger(said(of, '9')), danger(said(null, '9'))]).toEqual([[['9', '-7']], []]);
  });
});
