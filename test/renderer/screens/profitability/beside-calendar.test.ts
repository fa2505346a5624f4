import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterSpan, beforeSpan, dateSpanAt } from '#renderer/data/model/date-span.ts';
import {
  byTime,
  drillDownSteps,
  isBesideCalendar,
  TIME_UNITS,
  trendSteps,
  valueName,
} from '#renderer/features/dimensions/dimensions.ts';
import { figureOf, wholeColumn } from '#renderer/features/income-statement/income-statement-columns.ts';
import { fileWords, statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import { STATEMENT_LINES } from '#renderer/features/income-statement/income-statement-lines.ts';
import { stepPeriod } from '#renderer/features/period/period.ts';
import { changeSelection } from '#renderer/features/selection/selection-state.ts';
import {
  besidePoints,
  monthPoints,
  TREND_COLUMNS,
  trendPeriod,
  trendQuery,
} from '#renderer/features/trend/month-points.ts';
import { columnsOf } from '#renderer/screens/profitability/income-statement/statement-data.ts';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { naiveDayIn, naiveSum, naiveUnit, naiveUnits } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { asked, selectedRows } from '#test/renderer/data/engine/worlds.ts';
import { csvText } from '#test/renderer/data/model/csv-text.ts';
import { text as spanish } from '#test/renderer/i18n/spanish.ts';

/** Rows without a date, or with one no calendar reaches, are in no month: wherever months add up, they are beside them. */

const COLUMNS = [
  'Ventas',
  'Costo de Marketplace',
  'Rentabilidad Marketplace',
  'Costo de Producto',
  'Otros costos',
];
const unit = fc.constantFrom(...TIME_UNITS);
const date = fc.constantFrom('Fecha de Pago', 'Fecha de compra', 'Fecha de actualización');
const add = (texts: readonly (string | null | undefined)[]) =>
  texts.reduce((sum, text) => sum + (naiveUnits(text ?? null) ?? 0n), 0n);

describe('what a dimension of time leaves out', () => {
  test('has a column of the result: columns add up to the total, on the screen and in the file', () => {
    let withBeside = 0;
    fc.assert(
      fc.property(asked, date, unit, ([{ store }, chosen], column, by) => {
        const answer = createQueries(store).groups(chosen, { column, unit: by }, COLUMNS);
        const columns = columnsOf(answer, true);
        withBeside += columns.some(({ kind }) => kind === 'beside') ? 1 : 0;
        for (const key of COLUMNS) {
          expect(add(columns.map(({ totals }) => totals.sums[key]))).toBe(add([answer.total.sums[key]]));
        }
        const whole = wholeColumn(answer);
        for (const line of STATEMENT_LINES) {
          const amounts = columns.map((each) => figureOf(line, each).amount);
          expect(add(amounts)).toBe(add([figureOf(line, whole).amount]));
        }
        const named = [...columns, whole].map((each) => ({
          ...each,
          name: valueName(byTime(by), each.value, spanish),
        }));
        const file = csvText(statementTable('x', fileWords(spanish), named, []), {
          separator: ';',
          decimalSign: '.',
        });
        for (const record of file.trimEnd().split('\r\n').slice(1)) {
          // Amounts; the shares beside them add up to nothing.
          const figures = record
            .split(';')
            .slice(4)
            .filter((_, at) => at % 2 === 0);
          expect(add(figures.slice(0, -1))).toBe(add(figures.slice(-1)));
        }
      }),
      { numRuns: 80 },
    );
    expect(withBeside).toBeGreaterThan(12);
  });

  test('has lines of the trend’s table, and no place on its axis', () => {
    fc.assert(
      fc.property(asked, date, ([{ store }, chosen], column) => {
        const { groups, total } = createQueries(store).groups(chosen, { column, unit: 'month' }, COLUMNS);
        const points = monthPoints(groups, '2026-04-20T12:00:00.000');
        expect(points.length).toBeLessThanOrEqual(28 * 12);
        const beside = besidePoints(groups);
        for (const key of COLUMNS) {
          expect(add([...points, ...beside].map(({ sums }) => sums[key]))).toBe(add([total.sums[key]]));
        }
        if (chosen.periodColumn !== column) return;
        for (const { value, sums } of beside) {
          const led = trendSteps(chosen, value)?.reduce(changeSelection, chosen);
          expect(led && createQueries(store).totals(led, COLUMNS).sums).toEqual(sums);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('all months at once tell of a period, and of its year before, what its own answer tells', () => {
    const day = fc
      .tuple(fc.constantFrom(1998, 2024, 2025, 2026), fc.integer({ min: 1, max: 12 }))
      .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}-01` as LocalDate);
    const last = '2026-04-20T12:00:00.000';
    let [drawn, withYearBefore, beside] = [0, 0, 0];
    fc.assert(
      fc.property(asked, day, day, ([{ store }, chosen], one, other) => {
        const period = trendPeriod({ from: one < other ? one : other, to: one < other ? other : one }, last);
        const wide = { ...chosen, period };
        const queries = createQueries(store);
        const own = queries.groups(wide, 'month', TREND_COLUMNS, { compareWith: 'previous-year' });
        const { selection, dimension, columns } = trendQuery(wide);
        const { groups } = queries.groups(selection, dimension, columns);
        const points = monthPoints(groups, last, period);
        const held = new Map(own.groups.map((group) => [group.value, group]));
        for (const { month, rows, sums, yearBefore } of points) {
          const group = held.get(month);
          expect([rows, sums]).toEqual([group?.totals.rows ?? 0, group?.totals.sums ?? {}]);
          const compared = group?.compared;
          const before = compared === undefined || compared.rows === 0 ? undefined : compared.sums;
          expect(yearBefore?.at(-1)?.profit ?? null).toBe(before?.['Rentabilidad Total'] ?? null);
          expect(yearBefore === null).toBe(before === undefined);
          drawn += 1;
          withYearBefore += before === undefined ? 0 : 1;
        }
        const named = besidePoints(groups, period);
        expect(named).toEqual(besidePoints(own.groups));
        beside += named.length;
        const all = [...points, ...named].reduce((sum, each) => sum + add([each.sums.Ventas]), 0n);
        expect(all).toBe(add([own.total.sums.Ventas]));
      }),
      { numRuns: 60 },
    );
    expect(drawn).toBeGreaterThan(10);
    expect(withYearBefore).toBeGreaterThan(0);
    expect(beside).toBeGreaterThan(0);
  });

  test('leads to its rows, and no others, whatever date the period is of', () => {
    let [undated, far, inPeriod] = [0, 0, 0];
    fc.assert(
      fc.property(asked, date, unit, ([made, chosen], column, by) => {
        const queries = createQueries(made.store);
        const dimension = { column, unit: by };
        for (const { value, totals } of queries.groups(chosen, dimension, COLUMNS).groups) {
          const steps = drillDownSteps(chosen, [{ dimension, value }]);
          const isFree = chosen.dateFilters.every((filter) => filter.column !== column);
          if (isBesideCalendar(value) && isFree) expect(steps).not.toBeNull();
          if (steps === null) continue;
          const led = steps.reduce(changeSelection, chosen);
          const rows = selectedRows([made, chosen]).filter(
            (row) => naiveUnit(by, naiveDayIn(row, column)) === value,
          );
          expect(selectedRows([made, led])).toEqual(rows);
          const { revision: _revision, ...found } = queries.totals(led, COLUMNS);
          expect(found).toEqual(totals);
          expect(found.rows).toBe(rows.length);
          for (const key of COLUMNS) expect(add([found.sums[key]])).toBe(naiveSum(rows, key) ?? 0n);
          if (!isBesideCalendar(value)) continue;
          undated += value === '' ? 1 : 0;
          far += value === '' ? 0 : 1;
          inPeriod += chosen.period === null ? 0 : 1;
        }
      }),
      { numRuns: 150 },
    );
    expect(undated).toBeGreaterThan(15);
    expect(far).toBeGreaterThan(3);
    expect(inPeriod).toBeGreaterThan(3);
  });

  test('is named, in words', () => {
    const dates = dateSpanAt('2026-11-20T10:00:00.000Z' as UtcInstant);
    expect(dates).toEqual({ from: '2000-01-01', to: '2027-12-31', purchasedUntil: '2026-11-22' });
    const name = (value: string) => valueName(byTime('month'), value, spanish);
    expect([name(beforeSpan(dates)), name(afterSpan(dates)), name(''), name('2026-11')]).toEqual([
      'Fecha fuera de rango (< 2000)',
      'Fecha fuera de rango (> 2027)',
      'Sin fecha',
      'nov 2026',
    ]);
    // A present that is far off itself makes no longer an axis.
    expect(dateSpanAt('9999-12-31T23:59:59.999Z' as UtcInstant).to).toBe('2199-12-31');
  });
});

describe('a period out of range', () => {
  const far = { from: '2028-01-01' as LocalDate, to: '9999-12-31' as LocalDate };
  const early = { from: '0000-01-01' as LocalDate, to: '1999-12-31' as LocalDate };
  const last = '2026-04-20T12:00:00.000' as LocalDateTime;

  test('has no period after the last day, nor one before the first', () => {
    expect(stepPeriod(far, 1, last)).toEqual(far);
    expect(stepPeriod(early, -1, last)).toEqual(early);
    const months = { from: '9999-12-01' as LocalDate, to: '9999-12-31' as LocalDate };
    expect(stepPeriod(months, 1, last)).toEqual(months);
    expect(stepPeriod(months, -1, last)).toEqual({ from: '9999-11-01', to: '9999-11-30' });
  });

  test('has the trend of the present, and is held against days that there are', () => {
    expect(trendPeriod(far, last)).toEqual({ from: '2025-04-01', to: '2026-04-30' });
    fc.assert(
      fc.property(asked, fc.constantFrom(far, early), ([made], period) => {
        const queries = createQueries(made.store);
        for (const compareWith of ['previous-period', 'previous-year'] as const) {
          const own = { ...EVERYTHING, period };
          const { compared } = queries.groups(own, 'month', ['Ventas'], { compareWith });
          if (compared === undefined) throw new Error('Nothing compared.');
          expect(compared.period.from <= compared.period.to).toBe(true);
          expect(compared.period.from).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          expect(compared.total).toEqual(queries.totals({ ...own, period: compared.period }, ['Ventas']));
        }
      }),
      { numRuns: 20 },
    );
  });
});
