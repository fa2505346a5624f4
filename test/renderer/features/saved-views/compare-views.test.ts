import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROWS_PART, rowsSchema } from '#renderer/features/changes/changes-state.ts';
import { daysOf, keptMeaning, meaningsOf } from '#renderer/features/period/named-period.ts';
import { type Present, presetPeriod } from '#renderer/features/period/period.ts';
import {
  BUILT_IN_VIEWS,
  builtInViewsOf,
  firstViewOf,
  isChanged,
  partsOf,
  type Shown,
  sameRows,
  showsSelection,
  VIEW_SCREENS,
} from '#renderer/features/saved-views/view.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { LocalDate, LocalDateTime } from '#shared/domain/dates.ts';
import { saved } from './arbitrary-views.ts';

const LAST: Present = { lastPurchase: '2026-11-20T18:30:00.000' as LocalDateTime, complete: null };
const shownOf = (view: Pick<Shown, 'rows' | 'parts' | 'currency'>, period: Shown['period']): Shown => ({
  period,
  rows: view.rows,
  parts: view.parts,
  currency: view.currency ?? 'CLP',
});

describe('a view in use', () => {
  test('is unchanged as it was chosen, whatever the order of conditions and keys', () => {
    fc.assert(
      fc.property(saved, (view) => {
        const days = daysOf(view.period, LAST);
        const shown = shownOf(view, days);
        expect(isChanged(view, days, shown)).toBe(false);
        const turned: Shown = {
          ...shown,
          rows: {
            ...view.rows,
            filters: view.rows.filters
              .map(({ column, values }) => ({ values: values.toReversed(), column }))
              .toReversed(),
            numberFilters: view.rows.numberFilters.toReversed(),
            dateFilters: view.rows.dateFilters.toReversed(),
          },
          parts: {
            ...Object.fromEntries(Object.entries(view.parts).toReversed()),
            [view.screen]: view.parts[view.screen],
          },
        };
        expect(isChanged(view, days, turned)).toBe(false);
      }),
    );
  });

  test('is changed by its rows, its days, its parts, and the currency it names', () => {
    fc.assert(
      fc.property(saved, (view) => {
        const days = daysOf(view.period, LAST);
        const shown = shownOf(view, days);
        const { rows } = view;
        const others: readonly Partial<Shown>[] = [
          { rows: { ...rows, dashboardPreset: !rows.dashboardPreset } },
          { rows: { ...rows, search: `${rows.search}x` } },
          {
            rows: {
              ...rows,
              filters: [...rows.filters, { column: 'another column of them all', values: ['x'] }],
            },
          },
          { period: days === null ? presetPeriod('day', LAST) : null },
          { parts: { ...view.parts, [`${view.screen}.another`]: 1 } },
        ];
        for (const other of others) expect(isChanged(view, days, { ...shown, ...other })).toBe(true);
        expect(isChanged(view, days, { ...shown, currency: 'PEN' })).toBe(view.currency !== null);
      }),
    );
  });

  test('does not change when its days move on by themselves', () => {
    const view = builtInViewsOf('panel').find(({ id }) => id === 'last-close');
    if (view?.period == null) throw new Error('The close of last month is a view of its own days.');
    const days = daysOf(view.period, LAST);
    expect(days).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(
      isChanged(view, days, { period: days, rows: view.rows, parts: { panel: 1 }, currency: null }),
    ).toBe(false);
    const later = daysOf(view.period, { ...LAST, lastPurchase: '2026-12-02T00:00:00.000' as LocalDateTime });
    expect(later).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  });
});

describe('built-in views', () => {
  test('that leave the days as they are, are no other for other days', () => {
    const view = builtInViewsOf('orders').find(({ id }) => id === 'losses');
    if (view === undefined) throw new Error('Órdenes has a view of losses.');
    const days = presetPeriod('month', LAST);
    const shown = (period: Shown['period']): Shown => ({
      period,
      rows: view.rows,
      parts: {},
      currency: null,
    });
    expect([null, days].map((at) => isChanged(view, days, shown(at)))).toEqual([false, false]);
    expect(isChanged(view, days, { ...shown(days), rows: { ...view.rows, search: 'x' } })).toBe(true);
  });

  test('leave columns and currency alone, and name columns that exist', () => {
    for (const view of BUILT_IN_VIEWS) {
      const parts = { orders: 1, 'changes.columns': 2, ...view.parts };
      const shown: Shown = { period: null, rows: view.rows, parts, currency: 'BRL' };
      expect([view.id, isChanged(view, null, shown)]).toEqual([view.id, false]);
      for (const { column } of [...view.rows.filters, ...view.rows.numberFilters])
        expect(findColumn(column)?.key).toBe(column);
    }
  });

  test('every screen of figures has the last complete month, all rows and the dashboard’s', () => {
    for (const screen of VIEW_SCREENS.filter(showsSelection))
      expect(
        builtInViewsOf(screen)
          .map(({ id }) => id)
          .slice(0, 3),
      ).toEqual(['last-close', 'all-rows', 'dashboard']);
    const ids = BUILT_IN_VIEWS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('those of Cambios say which changes, in words that the screen reads, and begin with the last sync', () => {
    const views = builtInViewsOf('changes');
    expect(views[0]).toBe(firstViewOf('changes'));
    for (const view of views) {
      const state = view.parts?.[ROWS_PART];
      if (state !== undefined) expect(rowsSchema.parse(state)).toEqual(state);
      expect(Object.keys(view.parts ?? {})).toEqual([ROWS_PART]);
      for (const other of views) {
        const shown: Shown = { period: null, rows: view.rows, parts: other.parts ?? {}, currency: null };
        expect(isChanged(view, null, shown)).toBe(view !== other);
      }
    }
  });

  test('no two of a screen are the same rows and days', () => {
    for (const screen of VIEW_SCREENS) {
      const views = builtInViewsOf(screen);
      for (const one of views)
        for (const other of views)
          if (
            one !== other &&
            showsSelection(screen) &&
            JSON.stringify(one.period) === JSON.stringify(other.period)
          )
            expect(sameRows(one.rows, other.rows)).toBe(false);
    }
  });
});

describe('how days are meant', () => {
  const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });

  test('a period of a name comes before its days', () => {
    expect(meaningsOf(presetPeriod('month-before', LAST), LAST)).toEqual([
      { kind: 'preset', preset: 'month-before' },
      { kind: 'days', from: '2026-10-01', to: '2026-10-31' },
    ]);
    expect(meaningsOf(period('2026-10-03', '2026-10-31'), LAST)).toHaveLength(1);
    expect(meaningsOf(period('2026-10-01', '2026-10-31'), null)).toHaveLength(1);
    expect(meaningsOf(null, LAST)).toEqual([{ kind: 'all' }]);
  });

  test('days that reach to the last purchase may be meant to go on with it', () => {
    const days = period('2025-06-15', '2026-11-20');
    const since = { kind: 'since', from: days.from } as const;
    expect(meaningsOf(days, LAST)).toEqual([{ kind: 'days', ...days }, since]);
    expect(daysOf(since, { ...LAST, lastPurchase: '2027-01-05T08:00:00.000' as LocalDateTime })).toEqual(
      period('2025-06-15', '2027-01-05'),
    );
    // A view of another copy may begin after all there is here.
    expect(daysOf({ ...since, from: '2030-01-01' as LocalDate }, LAST)).toEqual(
      period('2030-01-01', '2030-01-01'),
    );
    expect(keptMeaning(since, days, LAST)).toEqual(since);
  });

  test('without a purchase no name has days; what is written down has', () => {
    expect(daysOf({ kind: 'preset', preset: 'month' }, null)).toBeNull();
    expect(daysOf({ kind: 'since', from: '2026-01-01' as LocalDate }, null)).toBeNull();
    expect(daysOf({ kind: 'days', ...period('2026-01-01', '2026-01-02') }, null)).toEqual(
      period('2026-01-01', '2026-01-02'),
    );
    expect(daysOf({ kind: 'all' }, LAST)).toBeNull();
  });

  test('days are the same where both ends are', () => {
    const days = period('2026-10-03', '2026-10-04');
    const others = [null, period('2026-10-03', '2026-10-05'), period('2026-10-02', '2026-10-04')];
    fc.assert(
      fc.property(saved, (one) => {
        const view = { ...one, period: { kind: 'days', ...days } as const };
        expect(isChanged(view, days, shownOf(view, { ...days }))).toBe(false);
        expect(isChanged(view, null, shownOf(view, null))).toBe(false);
        for (const other of others) {
          expect(isChanged(view, days, shownOf(view, other))).toBe(true);
          expect(isChanged(view, other, shownOf(view, days))).toBe(true);
        }
      }),
      { seed: 13, numRuns: 10 },
    );
  });

  test('a name that reaches to the last purchase is not asked again as a day since', () => {
    const kinds = (days: ReturnType<typeof period>) => meaningsOf(days, LAST).map(({ kind }) => kind);
    expect(kinds(period('2026-11-01', '2026-11-20'))).toEqual(['preset', 'days']);
    expect(kinds(period('2026-11-02', '2026-11-20'))).toEqual(['days', 'since']);
    expect(kinds(period('2026-11-02', '2026-11-19'))).toEqual(['days']);
  });

  test('every meaning is these days now', () => {
    fc.assert(
      fc.property(saved, (view) => {
        const days = daysOf(view.period, LAST);
        for (const meaning of meaningsOf(days, LAST)) expect(daysOf(meaning, LAST)).toEqual(days);
      }),
    );
  });

  test('saved again it is meant as before, or asked where it could be meant in two ways', () => {
    const before = { kind: 'preset', preset: 'month-before' } as const;
    expect(keptMeaning(before, presetPeriod('month-before', LAST), LAST)).toEqual(before);
    expect(keptMeaning(before, period('2026-10-03', '2026-10-04'), LAST)).toEqual({
      kind: 'days',
      from: '2026-10-03',
      to: '2026-10-04',
    });
    expect(keptMeaning(before, presetPeriod('year', LAST), LAST)).toBeNull();
    expect(keptMeaning(before, null, LAST)).toEqual({ kind: 'all' });
  });
});

test('the parts of a screen are its own and no other’s', () => {
  expect(
    partsOf({ orders: 1, 'orders.columns': 2, 'orders-x': 3, panel: 4, 'orders.gone': undefined }, 'orders'),
  ).toEqual({
    orders: 1,
    'orders.columns': 2,
  });
});
