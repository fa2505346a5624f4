import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TARGET_MEASURES, type TargetMeasure } from '#renderer/data/model/target-measures.ts';
import { columnOfMeasure, isRate, type TargetRecord, targetKey } from '#renderer/data/model/targets.ts';
import { targetsInView } from '#renderer/features/targets/targets-in-view.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period, type Selection } from '#shared/domain/selection.ts';

/** The targets of the months in view: added up where each has one. */

const MONTHS = ['2026-08', '2026-09', '2026-10'] as const;
const period = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
const of = (days: Period | null): Selection => ({ ...EVERYTHING, period: days });
const LAST = '2026-11-23' as LocalDate;

const said = (measure: TargetMeasure, month: string, value: string): [string, TargetRecord] => {
  const place = { measure, month: month as Month, of: null, currency: null };
  return [targetKey(place), { ...place, value: value as Decimal, owner: '', atMs: 0 }];
};

describe('the targets in view', () => {
  test('of amounts are added up where each month has one, of rates told where all are the same', () => {
    const amounts = fc.record(
      Object.fromEntries(MONTHS.map((month) => [month, fc.option(fc.integer({ min: -50, max: 50 }))])),
    );
    fc.assert(
      fc.property(fc.constantFrom(...TARGET_MEASURES), amounts, (measure, given) => {
        const known = MONTHS.flatMap((month) => {
          const value = given[month];
          return value == null ? [] : [said(measure, month, String(value))];
        });
        const found = targetsInView(of(period('2026-08-01', '2026-10-31')), new Map(known), null, LAST);
        const column = columnOfMeasure(measure);
        const values = known.map(([, { value }]) => Number(value));
        const isWhole = values.length === MONTHS.length;
        expect(found?.months).toEqual(MONTHS);
        expect(found?.isPart).toBe(false);
        if (isRate(measure)) {
          const isSame = isWhole && new Set(values).size === 1;
          expect(found?.rates[column]).toBe(isSame ? String(values[0]) : undefined);
          expect(found?.sums).toEqual({});
        } else {
          const sum = values.reduce((all, value) => all + value, 0);
          expect(found?.sums[column]).toBe(isWhole ? String(sum) : undefined);
          expect(found?.partial[column]).toBe(isWhole || values.length === 0 ? undefined : values.length);
        }
      }),
    );
  });

  test('are of whole months, the last up to the last day there is; of no other days, and of no narrower rows', () => {
    const targets = new Map([said('total', '2026-11', '38')]);
    const at = (selection: Selection) => targetsInView(selection, targets, null, LAST);
    for (const to of ['2026-11-23', '2026-11-30'])
      expect(at(of(period('2026-11-01', to)))).toMatchObject({
        isPart: true,
        sums: { 'Rentabilidad Total': '38' },
      });
    expect(at(of(period('2026-10-01', '2026-11-23')))?.partial).toEqual({ 'Rentabilidad Total': 1 });
    expect(at(of(period('2026-11-02', '2026-11-23')))).toBeNull();
    expect(at(of(period('2026-11-01', '2026-11-20')))).toBeNull();
    expect(at(of(null))).toBeNull();
    expect(at({ ...of(period('2026-11-01', '2026-11-30')), periodColumn: 'Fecha de Pago' })).toBeNull();
    expect(at({ ...of(period('2026-11-01', '2026-11-30')), search: 'silla' })).toBeNull();
    const narrowed = {
      ...of(period('2026-11-01', '2026-11-30')),
      filters: [{ column: 'Canal', values: ['A'] }],
    };
    // Of a channel there is none: all of the company's is not its.
    expect(at(narrowed)).toMatchObject({ of: { column: 'Canal', value: 'A' }, sums: {} });
  });

  test('are of the months of two years, of one currency, and go on while the last month does', () => {
    const given = new Map([said('ventas', '2025-12', '1.50'), said('ventas', '2026-01', '-0.25')]);
    const at = (from: string, to: string, last: LocalDate | null, currency: string | null = null) =>
      targetsInView(of(period(from, to)), given, currency, last);
    expect(at('2025-12-01', '2026-01-31', null)).toEqual({
      ...{
        months: ['2025-12', '2026-01'],
        of: null,
        isPart: false,
        sums: { Ventas: '1.25' },
        rates: {},
        partial: {},
      },
    });
    expect(at('2025-12-01', '2026-02-28', null)).toMatchObject({ sums: {}, partial: { Ventas: 2 } });
    expect(at('2025-12-01', '2026-01-31', null, 'USD')).toMatchObject({ sums: {}, partial: {} });
    // Nobody has bought anything yet: no day is the last.
    expect(at('2025-12-01', '2026-01-15', null)).toBeNull();
    const isPart = (to: string, last: string) => at('2025-12-01', to, last as LocalDate)?.isPart;
    expect(isPart('2026-01-15', '2026-01-15')).toBe(true);
    expect(isPart('2026-01-31', '2026-01-30')).toBe(true);
    expect(isPart('2026-01-31', '2026-01-31')).toBe(false);
    expect(isPart('2026-01-31', '2026-02-01')).toBe(false);
    // A month that has not begun goes on nowhere.
    expect(isPart('2026-01-31', '2025-12-31')).toBe(false);
  });
});
