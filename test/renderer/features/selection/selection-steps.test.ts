import { describe, expect, test } from 'vitest';
import { freshMsOf } from '#renderer/features/coverage/coverage-section.tsx';
import type { NamedPeriod } from '#renderer/features/period/named-period.ts';
import type { SavedView } from '#renderer/features/saved-views/view.ts';
import { isNameTaken, namedOn } from '#renderer/features/saved-views/view-dialogs.tsx';
import { stretchedTo } from '#renderer/features/selection/period/month-grid.tsx';
import { besideChoices } from '#renderer/features/selection/period/period-control.tsx';
import { endsOfDays, periodRowsOf } from '#renderer/features/selection/period/use-period-facts.ts';
import {
  afterSteps,
  changeSelection,
  type SelectionAction,
} from '#renderer/features/selection/selection-state.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** What one step after another makes of a selection, and what its period is chosen from. */

const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });
const OCTOBER = period('2026-10-01', '2026-10-31');
const LAST_MONTH: NamedPeriod = { kind: 'preset', preset: 'month-before' };

describe('several steps', () => {
  test('are taken one from another: a filter after other days leaves these without the name of those before', () => {
    const before = { selection: { ...EVERYTHING, period: OCTOBER }, meaning: LAST_MONTH };
    const november = period('2026-11-01', '2026-11-30');
    const filter: SelectionAction = { type: 'set-filter', column: 'Canal', values: ['Uno'] };
    const days: SelectionAction = { type: 'set-period', period: november };
    const fixed = { kind: 'days', ...november };
    expect(afterSteps(before, [days, filter])).toEqual({
      selection: { ...before.selection, period: november, filters: [{ column: 'Canal', values: ['Uno'] }] },
      meaning: fixed,
    });
    expect(afterSteps(before, [filter, days]).meaning).toEqual(fixed);
    expect(afterSteps(before, [filter]).meaning).toBe(LAST_MONTH);
    expect(afterSteps(before, [])).toEqual(before);
    expect(
      afterSteps(before, [
        days,
        { type: 'set-filter', column: 'Canal', values: [] },
        { ...days, meaning: LAST_MONTH },
      ]).meaning,
    ).toBe(LAST_MONTH);
  });

  test('each touch their own part and nothing else', () => {
    const full: Selection = {
      ...EVERYTHING,
      ...{ period: OCTOBER, search: 'x', dashboardPreset: true, ownCosts: { currency: 'CLP' } },
      filters: [
        { column: 'Canal', values: ['Uno'] },
        { column: 'Cuenta', values: ['A'] },
      ],
      numberFilters: [
        { column: 'Ventas', from: '1' as Decimal, to: null },
        { column: 'Ventas', from: null, to: '9' as Decimal },
        { column: 'Unidades', from: '2' as Decimal, to: null },
      ],
      dateFilters: [{ column: 'Fecha de Pago', beyond: null }],
    };
    const changed = (action: SelectionAction) => {
      const next = changeSelection(full, action);
      return Object.fromEntries(
        Object.entries(next).filter(
          ([part, value]) =>
            value !== full[part as keyof Selection] &&
            JSON.stringify(value) !== JSON.stringify(full[part as keyof Selection]),
        ),
      );
    };
    expect(changed({ type: 'set-filter', column: 'Canal', values: ['Dos', 'Tres'] })).toEqual({
      filters: [{ column: 'Canal', values: ['Dos', 'Tres'] }, full.filters[1]],
    });
    expect(changed({ type: 'set-filter', column: 'Marca', values: ['M'] })).toEqual({
      filters: [...full.filters, { column: 'Marca', values: ['M'] }],
    });
    expect(changed({ type: 'set-filter', column: 'Canal', values: [] })).toEqual({
      filters: [full.filters[1]],
    });
    expect(changed({ type: 'set-numbers', column: 'Ventas', filters: [] })).toEqual({
      numberFilters: [full.numberFilters[2]],
    });
    // Of the other date the days stay; of the period's own they are one answer to one question.
    expect(changed({ type: 'set-dates', column: 'Fecha de Pago', filter: null })).toEqual({
      dateFilters: [],
    });
    expect(changed({ type: 'set-dates', column: 'Fecha de compra', filter: null })).toEqual({});
    expect(
      changed({
        type: 'set-dates',
        column: 'Fecha de compra',
        filter: { column: 'Fecha de compra', beyond: null },
      }),
    ).toEqual({
      ...{ period: null, dateFilters: [full.dateFilters[0], { column: 'Fecha de compra', beyond: null }] },
    });
    expect(changed({ type: 'set-period-column', column: 'Fecha de Pago' })).toEqual({
      periodColumn: 'Fecha de Pago',
      dateFilters: [],
    });
    expect(changed({ type: 'set-period', period: null })).toEqual({ period: null });
    expect(changed({ type: 'search', text: '' })).toEqual({ search: '' });
    expect(changed({ type: 'set-preset', on: false })).toEqual({ dashboardPreset: false });
    expect(changed({ type: 'set-own-costs', on: false })).toEqual({ ownCosts: null });
    const cleared = { filters: [], numberFilters: [], dateFilters: [], search: '', dashboardPreset: false };
    expect(changed({ type: 'clear' })).toEqual({ ...cleared, period: null });
    expect(changed({ type: 'clear', keepsPeriod: true })).toEqual(cleared);
  });
});

describe('a period is chosen from', () => {
  const rows = (value: string, count: number) => ({ value, totals: { rows: count } }) as never;

  test('months with their rows, and what lies in none: after the calendar, before it, without a date', () => {
    const { byMonth, beside } = periodRowsOf([
      rows('', 7),
      rows('2026-10', 3),
      rows('<2000-01-01', 1),
      rows('2026-09', 2),
      rows('>2027-12-31', 4),
    ]);
    expect([...byMonth]).toEqual([
      ['2026-10', 3],
      ['2026-09', 2],
    ]);
    const [after, before, none] = [
      { beyond: { side: '>', day: '2027-12-31' }, rows: 4 },
      { beyond: { side: '<', day: '2000-01-01' }, rows: 1 },
      { beyond: null, rows: 7 },
    ] as const;
    expect(beside).toEqual([after, before, none]);
    // The one in force stays, also where no row is left of it.
    const held = (beyond: typeof after.beyond | null) =>
      besideChoices([before as never], { column: 'Fecha de compra', beyond } as never);
    expect(besideChoices(beside, null)).toEqual(beside);
    expect([held(after.beyond as never), held(before.beyond as never), held(null)]).toEqual([
      [before, { ...after, rows: 0 }],
      [before],
      [before, { ...none, rows: 0 }],
    ]);
  });

  test('days from the first to the last that are there, those out of range and without a date set aside', () => {
    const ends = (...days: readonly string[]) => endsOfDays(days.map((value) => ({ value })));
    expect(ends('2026-10-02', '', '>2027-12-31', '2026-01-31', '<2000-01-01', '2026-03-01')).toEqual({
      ...{ first: '2026-01-31T00:00:00.000', last: '2026-10-02T00:00:00.000' },
    });
    expect(ends('', '>2027-12-31')).toEqual({ first: null, last: null });
  });

  test('months stretched key by key, from where one began', () => {
    const month = (name: string) => name as Month;
    const one = stretchedTo(null, month('2026-05'), month('2026-06'));
    const two = stretchedTo(one, month('2026-06'), month('2026-07'));
    expect([one, two, stretchedTo(two, month('2026-07'), month('2026-04'))]).toEqual([
      { from: '2026-05', to: '2026-06' },
      { from: '2026-05', to: '2026-07' },
      { from: '2026-05', to: '2026-04' },
    ]);
  });
});

test('the name of a view is taken on its own screen alone, by another view, whatever its capitals', () => {
  const view = (id: string, screen: string, name: string) => ({ id, screen, name }) as SavedView;
  const [norte, sur, elsewhere] = [
    view('1', 'orders', 'Norte'),
    view('2', 'orders', 'Sur'),
    view('3', 'panel', 'Este'),
  ];
  const own = [norte, sur, elsewhere];
  expect(['norte', 'SUR', 'Este', 'Otro', null].map((name) => isNameTaken(own, norte, name))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
  expect([
    namedOn(own, 'orders', 'sur'),
    namedOn(own, 'panel', 'Sur'),
    namedOn(own, 'panel', 'ESTE'),
    namedOn(own, 'orders', null),
  ]).toEqual([sur, null, elsewhere, null]);
});

test('changes are fresh for half as long again as the schedule promises', () => {
  expect([freshMsOf(60), freshMsOf(15)]).toEqual([5_400_000, 1_350_000]);
});
