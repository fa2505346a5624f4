import { describe, expect, test } from 'vitest';
import { makeFilter } from '#renderer/features/filters/number-filter.ts';
import { fixedPeriod, type NamedPeriod } from '#renderer/features/period/named-period.ts';
import { describePeriod, monthsPeriod, stepPeriod, wholeMonths } from '#renderer/features/period/period.ts';
import {
  besideMessage,
  besideName,
  describeSelection,
  onlyWith,
  stepMessage,
  stepPart,
} from '#renderer/features/selection/selection-context.tsx';
import { rowsOf, rowsSchema } from '#renderer/features/selection/selection-rows.ts';
import {
  changeSelection,
  isEverything,
  meaningAfter,
  type SelectionAction,
} from '#renderer/features/selection/selection-state.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

const period = (from: string, to: string): Period => ({
  from: from as LocalDate,
  to: to as LocalDate,
});
describe('the selection', () => {
  test('a filter is replaced by column and disappears without values', () => {
    const one = changeSelection(EVERYTHING, { type: 'set-filter', column: 'Canal', values: ['A'] });
    const two = changeSelection(one, { type: 'set-filter', column: 'Cuenta', values: ['x'] });
    const three = changeSelection(two, { type: 'set-filter', column: 'Canal', values: ['A', ''] });
    expect(three.filters).toEqual([
      { column: 'Canal', values: ['A', ''] },
      { column: 'Cuenta', values: ['x'] },
    ]);
    expect(changeSelection(three, { type: 'set-filter', column: 'Canal', values: [] }).filters).toEqual([
      { column: 'Cuenta', values: ['x'] },
    ]);
  });

  test('rows without a date and days of it are two answers to one question; of two dates both hold', () => {
    const unpaid = { column: 'Fecha de Pago', beyond: null };
    const october = { type: 'set-period', period: period('2026-10-01', '2026-10-31') } as const;
    const set = { type: 'set-dates', column: 'Fecha de Pago', filter: unpaid } as const;
    const byPayment = { type: 'set-period-column', column: 'Fecha de Pago' } as const;
    const beside = [october, set].reduce(changeSelection, EVERYTHING);
    expect(beside).toMatchObject({ period: october.period, dateFilters: [unpaid] });
    expect(isEverything(changeSelection(beside, { type: 'set-period', period: null }))).toBe(false);
    // Days become those of the other date: the condition on it goes.
    expect(changeSelection(beside, byPayment)).toMatchObject({ period: october.period, dateFilters: [] });
    const own = [october, byPayment, set].reduce(changeSelection, EVERYTHING);
    expect(own).toMatchObject({ period: null, dateFilters: [unpaid] });
    expect(changeSelection(own, october)).toMatchObject({ period: october.period, dateFilters: [] });
    expect(changeSelection(own, { ...set, filter: null }).dateFilters).toEqual([]);
    // Without days nothing stands against it.
    expect([set, byPayment].reduce(changeSelection, EVERYTHING).dateFilters).toEqual([unpaid]);
  });

  test('clearing leaves no filter, period, search or preset', () => {
    let selection = changeSelection(EVERYTHING, { type: 'set-preset', on: true });
    selection = changeSelection(selection, {
      type: 'set-period',
      period: period('2026-10-01', '2026-10-31'),
    });
    selection = changeSelection(selection, { type: 'search', text: 'x' });
    selection = changeSelection(selection, { type: 'set-filter', column: 'Canal', values: ['A'] });
    expect(isEverything(selection)).toBe(false);
    expect(changeSelection(selection, { type: 'clear' })).toEqual(EVERYTHING);
  });

  test('clearing leaves what is counted as it is: own costs are no condition on rows', () => {
    const counted = changeSelection(EVERYTHING, { type: 'set-own-costs', on: true });
    expect(counted.ownCosts).toEqual({ currency: null });
    expect(isEverything(counted)).toBe(true);
    const some = { ...counted, ownCosts: { currency: 'ARS' }, search: 'x', dashboardPreset: true };
    expect(changeSelection(some, { type: 'clear' })).toEqual({
      ...EVERYTHING,
      ownCosts: { currency: 'ARS' },
    });
    expect(changeSelection(counted, { type: 'set-own-costs', on: false })).toEqual(EVERYTHING);
  });

  test('is of everything whichever date its days are of and whichever accounts are in view, with no condition', () => {
    const scope = { accounts: [{ Canal: 'A', Cuenta: 'x' }], isExcluded: false };
    const whole = { ...EVERYTHING, periodColumn: 'Fecha de Pago', scope } as const;
    expect(isEverything(whole)).toBe(true);
    const ventas = { column: 'Ventas', from: null, to: null };
    const conditions = [
      { period: period('2026-10-01', '2026-10-31') },
      { filters: [{ column: 'Canal', values: ['A'] }] },
      { numberFilters: [ventas] },
      { dateFilters: [{ column: 'Fecha de compra', beyond: null }] },
      { dashboardPreset: true },
      { search: 'x' },
    ];
    for (const condition of conditions) expect(isEverything({ ...whole, ...condition })).toBe(false);
  });

  test('has the figures of a column said anew, and leaves those of others', () => {
    const filter = (column: string, from: string) => ({ column, from: from as Decimal, to: null });
    const set = (column: string, ...filters: ReturnType<typeof filter>[]) =>
      ({ type: 'set-numbers', column, filters }) as const;
    const two = [
      set('Ventas', filter('Ventas', '1'), filter('Ventas', '2')),
      set('Unidades', filter('Unidades', '3')),
    ].reduce(changeSelection, EVERYTHING);
    expect(changeSelection(two, set('Ventas', filter('Ventas', '9'))).numberFilters).toEqual([
      filter('Unidades', '3'),
      filter('Ventas', '9'),
    ]);
    expect(changeSelection(two, set('Unidades')).numberFilters).toEqual([
      filter('Ventas', '1'),
      filter('Ventas', '2'),
    ]);
  });

  test('keeps the name of its days for as long as they are the same days', () => {
    const october = period('2026-10-01', '2026-10-31');
    const meaning: NamedPeriod = { kind: 'since', from: '2026-10-01' as LocalDate };
    const before = { ...EVERYTHING, period: october };
    const meant = (action: SelectionAction) => meaningAfter(meaning, before, action);
    expect(meant({ type: 'search', text: 'x' })).toBe(meaning);
    expect(meant({ type: 'set-own-costs', on: true })).toBe(meaning);
    expect(meant({ type: 'set-all', selection: { ...before, search: 'x' } })).toBe(meaning);
    expect(meant({ type: 'set-period', period: october, meaning })).toBe(meaning);
    expect(meant({ type: 'set-period', period: october })).toEqual(fixedPeriod(october));
    expect(meant({ type: 'clear' })).toEqual(fixedPeriod(null));
    const other = period('2026-10-01', '2026-10-30');
    expect(meant({ type: 'set-all', selection: { ...before, period: other } })).toEqual(fixedPeriod(other));
    const undated = { column: 'Fecha de compra', beyond: null };
    expect(meant({ type: 'set-dates', column: undated.column, filter: undated })).toEqual(fixedPeriod(null));
    const unpaid = { column: 'Fecha de Pago', beyond: null };
    expect(meant({ type: 'set-dates', column: unpaid.column, filter: unpaid })).toBe(meaning);
    // Of all days nobody chose, they are all there are once rows beside them are asked for.
    const asked = { type: 'set-dates', column: undated.column, filter: undated } as const;
    expect([
      meaningAfter(null, EVERYTHING, asked),
      meaningAfter(null, EVERYTHING, onlyWith('Canal', 'A')),
    ]).toEqual([{ kind: 'all' }, null]);
  });
});

describe('a step that can be taken back', () => {
  const saidOf = (...actions: readonly SelectionAction[]) =>
    stepMessage(actions, actions.reduce(changeSelection, EVERYTHING), text);

  test('is named by what it did', () => {
    const october = period('2026-10-01', '2026-10-31');
    const undated = { column: 'Fecha de compra', beyond: null };
    const early = { side: '<', day: '2000-01-01' as LocalDate } as const;
    const said: readonly (readonly [SelectionAction, string])[] = [
      [{ type: 'set-period', period: october }, 'período 1–31 oct 2026'],
      [{ type: 'set-period', period: null }, 'período Todo el período'],
      [{ type: 'set-period-column', column: 'Fecha de Pago' }, 'período por Fecha de Pago'],
      [{ type: 'set-dates', column: undated.column, filter: undated }, 'período Sin fecha'],
      [
        { type: 'set-dates', column: undated.column, filter: { ...undated, beyond: early } },
        'período Fecha fuera de rango (< 2000)',
      ],
      // Of another date than the period's it is a filter as any other, as is taking one off.
      [
        { type: 'set-dates', column: 'Fecha de Pago', filter: { column: 'Fecha de Pago', beyond: null } },
        'filtro de Fecha de Pago',
      ],
      [{ type: 'set-dates', column: undated.column, filter: null }, 'filtro de Fecha de compra'],
      [onlyWith('Canal', 'A'), 'filtro de Canal'],
      [{ type: 'set-numbers', column: 'Ventas', filters: [] }, 'filtro de Ventas'],
      [{ type: 'set-preset', on: true }, 'cambio de «Equivalente al dashboard»'],
      [{ type: 'search', text: 'A-1' }, 'búsqueda «A-1»'],
      [{ type: 'search', text: '' }, 'búsqueda vaciada'],
      [{ type: 'set-own-costs', on: true }, 'costos propios'],
      [{ type: 'set-own-costs', on: false }, 'costos de la fuente'],
      [{ type: 'set-all', selection: EVERYTHING }, 'cambio de filtros'],
      [{ type: 'clear' }, 'filtros quitados'],
    ];
    expect(said.map(([action]) => saidOf(action))).toEqual(said.map(([, words]) => words));
    expect(saidOf({ type: 'clear' }, onlyWith('Canal', 'A'))).toBe('cambio de filtros');
    expect(onlyWith('Canal', 'A')).toEqual({ type: 'set-filter', column: 'Canal', values: ['A'] });
  });

  test('is one with the step before only where a search goes on', () => {
    const search = { type: 'search', text: 'A' } as const;
    expect(stepPart(search, EVERYTHING)).toEqual({ of: 'search', goesOn: false });
    expect(stepPart(search, { ...EVERYTHING, search: 'B' })).toEqual({ of: 'search', goesOn: true });
    expect(stepPart({ type: 'clear' }, { ...EVERYTHING, search: 'B' })).toBeNull();
  });
});

test('days, and rows beside the calendar, are said as what they are', () => {
  const late = { side: '>', day: '2199-12-31' as LocalDate } as const;
  expect([besideName(null, text), besideName(late, text)]).toEqual([
    'Sin fecha',
    'Fecha fuera de rango (> 2199)',
  ]);
  expect([besideMessage(null, text), besideMessage(late, text)]).toEqual([
    'sin fecha',
    'fuera de rango (> 2199)',
  ]);
  const october = { ...EVERYTHING, period: period('2026-10-01', '2026-10-31') };
  const unpaid = { column: 'Fecha de Pago', beyond: null };
  const undated = { column: 'Fecha de compra', beyond: null };
  expect(describeSelection(EVERYTHING, text)).toBe('Todo el período');
  expect(describeSelection({ ...EVERYTHING, dateFilters: [unpaid] }, text)).toBe('Todo el período');
  expect(describeSelection({ ...EVERYTHING, dateFilters: [unpaid, undated] }, text)).toBe('Sin fecha');
  expect(describeSelection({ ...october, dateFilters: [unpaid] }, text)).toBe('1–31 oct 2026');
  // As a view from a file may have it: the days are what it is of.
  expect(describeSelection({ ...october, dateFilters: [undated] }, text)).toBe('1–31 oct 2026');
});

test('clearing may keep the days and their name, whatever else chose rows', () => {
  const october = period('2026-10-01', '2026-10-31');
  const before = { ...EVERYTHING, period: october, periodColumn: 'Fecha de Pago', search: 'x' } as const;
  const clear = { type: 'clear', keepsPeriod: true } as const;
  expect(changeSelection(before, clear)).toEqual({ ...before, search: '' });
  const meaning: NamedPeriod = { kind: 'preset', preset: 'month-before' };
  expect(meaningAfter(meaning, before, clear)).toBe(meaning);
  expect(meaningAfter(meaning, before, { type: 'clear' })).toEqual({ kind: 'all' });
});

describe('periods', () => {
  test('whole months step by months, over the year and short months', () => {
    expect(stepPeriod(period('2026-03-01', '2026-03-31'), -1, null)).toEqual(
      period('2026-02-01', '2026-02-28'),
    );
    expect(stepPeriod(period('2026-12-01', '2026-12-31'), 1, null)).toEqual(
      period('2027-01-01', '2027-01-31'),
    );
    expect(stepPeriod(period('2026-01-01', '2026-03-31'), -1, null)).toEqual(
      period('2025-10-01', '2025-12-31'),
    );
  });

  test('other ranges step by their own days', () => {
    expect(stepPeriod(period('2026-10-28', '2026-11-03'), 1, null)).toEqual(
      period('2026-11-04', '2026-11-10'),
    );
    expect(stepPeriod(period('2026-03-01', '2026-03-01'), -1, null)).toEqual(
      period('2026-02-28', '2026-02-28'),
    );
  });

  test('stand still at the ends of the calendar, by months as by days', () => {
    const [whole, days] = [period('9999-12-01', '9999-12-31'), period('9999-11-20', '9999-12-05')];
    expect([stepPeriod(whole, 1, null), stepPeriod(days, 1, null)]).toEqual([whole, days]);
    expect(stepPeriod(whole, -1, null)).toEqual(period('9999-11-01', '9999-11-30'));
    expect(stepPeriod(days, -1, null)).toEqual(period('9999-11-04', '9999-11-19'));
    const [first, early] = [period('0000-01-01', '0000-02-29'), period('0000-01-02', '0000-02-05')];
    expect([stepPeriod(first, -1, null), stepPeriod(early, -1, null)]).toEqual([first, early]);
    expect(stepPeriod(first, 1, null)).toEqual(period('0000-03-01', '0000-04-30'));
    const twoMonths = period('9999-11-01', '9999-12-31');
    expect(stepPeriod(period('9999-09-01', '9999-10-31'), 1, null)).toEqual(twoMonths);
    expect(stepPeriod(twoMonths, 1, null)).toEqual(twoMonths);
  });

  test('from everything to the month of the last purchase', () => {
    const last = '2026-11-20T06:53:55.786' as LocalDateTime;
    expect(stepPeriod(null, -1, last)).toEqual(period('2026-11-01', '2026-11-30'));
    expect(stepPeriod(null, -1, null)).toBeNull();
  });

  test('are told apart: whole months or not', () => {
    expect(wholeMonths(monthsPeriod('2026-11' as Month, 13))).toEqual({ first: '2025-11', last: '2026-11' });
    expect(wholeMonths(period('2026-11-01', '2026-11-29'))).toBeNull();
  });

  test('are said in few words', () => {
    expect(describePeriod(null, text)).toBe('Todo el período');
    expect(describePeriod(period('2026-10-01', '2026-10-31'), text)).toBe('1–31 oct 2026');
    expect(describePeriod(period('2025-11-01', '2026-11-30'), text)).toBe('nov 2025 – nov 2026');
    expect(describePeriod(period('2026-09-01', '2026-11-30'), text)).toBe('sep – nov 2026');
    expect(describePeriod(period('2026-10-28', '2026-11-03'), text)).toBe('28 oct – 3 nov 2026');
    expect(describePeriod(period('2026-10-28', '2026-10-28'), text)).toBe('28 oct 2026');
  });
});

test('a selection that is read again has one condition of a column, of values as of days', () => {
  const rows = rowsOf(EVERYTHING);
  const values = (...columns: readonly string[]) => columns.map((column) => ({ column, values: ['x'] }));
  const days = (...columns: readonly string[]) => columns.map((column) => ({ column, beyond: null }));
  const isRead = (part: object) => rowsSchema.safeParse({ ...rows, ...part }).success;
  expect(isRead({ filters: values('Canal', 'Cuenta'), dateFilters: days('Canal', 'Cuenta') })).toBe(true);
  expect(isRead({ filters: values('Canal', 'Canal') })).toBe(false);
  expect(isRead({ dateFilters: days('Fecha de Pago', 'Fecha de Pago') })).toBe(false);
  const { dateFilters: _, ...old } = rows;
  expect(rowsSchema.parse(old).dateFilters).toEqual([]);
});

test('a selection that is read again is of what can be: days of a calendar, decimals, years’ ends', () => {
  const rows = rowsOf(EVERYTHING);
  const isRead = (part: object) => rowsSchema.safeParse({ ...rows, ...part }).success;
  const number = (from: string | null, to: string | null) => ({
    numberFilters: [{ column: 'Ventas', from, to }],
  });
  expect([number('1.5', null), number(null, '-2'), number('0', '0')].map(isRead)).toEqual([true, true, true]);
  expect([number('1,5', null), number(null, 'x'), number('', '')].map(isRead)).toEqual([false, false, false]);
  const beyond = (side: string, day: string) => ({
    dateFilters: [{ column: 'Fecha de Pago', beyond: { side, day } }],
  });
  expect([beyond('<', '2000-01-01'), beyond('>', '2199-12-31')].map(isRead)).toEqual([true, true]);
  expect(
    [
      beyond('<', '2000-12-31'),
      beyond('>', '2000-01-01'),
      beyond('=', '2000-01-01'),
      beyond('<', '2026-13-01'),
      beyond('<', '0001-01-01'),
      beyond('>', '9999-12-31'),
    ].map(isRead),
  ).toEqual(Array(6).fill(false));
  const others = [
    { periodColumn: 'Fecha de otra cosa' },
    { filters: [{ column: '', values: ['x'] }] },
    { filters: [{ column: 'Canal', values: [] }] },
    { search: 'x'.repeat(2001) },
    { dashboardPreset: 'yes' },
  ];
  expect(others.map(isRead)).toEqual(Array(5).fill(false));
  expect([{ search: 'x'.repeat(2000) }, { periodColumn: 'Fecha de Pago' }].map(isRead)).toEqual([true, true]);
  const { ownCosts: _, ...older } = rows;
  expect(rowsSchema.parse(older).ownCosts).toBe(false);
  expect(rowsOf({ ...EVERYTHING, ownCosts: { currency: 'ARS' } }).ownCosts).toBe(true);
});

test('a number that is missing is told from one that cannot be read, and parts of thousands are of three digits', () => {
  const style = { group: '.', decimal: ',' } as const;
  const told = (from: string) => makeFilter('Ventas', 'at-least', { from, to: '' }, style as never);
  const mistake = (from: string) => {
    const made = told(from);
    return made.kind === 'mistake' ? made.mistake : made.filter.from;
  };
  expect(['', '  ', 'x', '1234.567', 'a12.345', '12.345,5'].map(mistake)).toEqual([
    ...['missing', 'missing', 'unreadable', 'unreadable', 'unreadable', '12345.5'],
  ]);
});
