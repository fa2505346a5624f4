import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gravityOf } from '#renderer/data/model/exception-kinds.ts';
import type { MonthOutlook, OutlookFigure } from '#renderer/data/model/month-outlook.ts';
import { targetKey } from '#renderer/data/model/targets.ts';
import { type ReviewItem, targetsInDanger, todayOf } from '#renderer/screens/panel/review.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const LAST = '2026-11-23T10:00:00.000' as LocalDateTime;
const KINDS = ['held', 'closed-month', 'statement-difference', 'missing-cost', 'to-verify', 'unknown-column'];

const item = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    amount: fc.option(fc.integer({ min: -9999, max: 9999 })),
    ageDays: fc.option(fc.integer({ min: 0, max: 200 })),
  })
  .map(({ kind, amount, ageDays }) => ({
    kind,
    ageDays,
    size: Math.abs(amount ?? 0),
    item: {
      ...{ kind, currency: '', cases: 1, groups: 1 },
      amount: amount === null ? null : (String(amount) as Decimal),
      since:
        ageDays === null
          ? null
          : (new Date(Date.parse(`${LAST}Z`) - ageDays * 86_400_000).toISOString().slice(0, 10) as LocalDate),
    } as unknown as ReviewItem,
  }));

describe('what is for today', () => {
  test('is three lines at most, none of which anything graver, older or greater was left out for', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (made) => {
        const lines = todayOf(
          made.map((each) => each.item),
          [],
          LAST,
        );
        expect(lines).toHaveLength(Math.min(3, made.length));
        const orderOf = ({ kind, ageDays, size }: (typeof made)[number]) => {
          const age = ageDays === null || ageDays <= 30 ? 2 : ageDays <= 60 ? 1 : 0;
          return [['bad', 'caution', 'info'].indexOf(gravityOf(kind)), age, -size] as const;
        };
        const shown = lines.map((line) =>
          made.find(({ item: own }) => line.kind === 'review' && line.item === own),
        );
        const left = made.filter((each) => !shown.includes(each));
        const isBefore = (one: readonly number[], other: readonly number[]) => {
          const at = one.findIndex((value, index) => value !== other[index]);
          return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
        };
        for (const each of shown) {
          if (each === undefined) throw new Error('A line of nothing.');
          for (const other of left) expect(isBefore(orderOf(other), orderOf(each))).toBe(false);
        }
      }),
    );
  });

  test('has a target that even the best end would miss, with what is missing', () => {
    const figure = (high: string): OutlookFigure => ({
      ...{ soFar: null, sameDays: null, sameDaysOfYearBefore: null, monthOfYearBefore: null },
      estimate: {
        low: '30' as Decimal,
        likely: '35' as Decimal,
        high: high as Decimal,
        way: 'weekday',
        scored: 3,
        hits: 3,
      },
    });
    const month = '2026-11' as Month;
    const outlook = {
      month,
      figures: {
        Ventas: figure('40'),
        'Rentabilidad Marketplace': { ...figure('40'), estimate: null },
        'Rentabilidad Comercial': figure('40.00'),
        'Rentabilidad Total': figure('39.99'),
      },
    } as unknown as MonthOutlook;
    const place = (measure: 'ventas' | 'marketplace' | 'comercial' | 'total') =>
      ({ measure, month, of: null, currency: 'CLP' }) as const;
    const said = (['marketplace', 'comercial', 'total'] as const).map((measure) => ({
      ...place(measure),
      ...{ value: '40' as Decimal, owner: '', atMs: 0 },
    }));
    const targets = new Map(said.map((target) => [targetKey(target), target]));
    const dangers = targetsInDanger(outlook, targets, null, 'CLP');
    expect(dangers).toEqual([{ column: 'Rentabilidad Total', target: '40', missing: '-5' }]);
    expect(targetsInDanger(outlook, targets, null, 'USD')).toEqual([]);
    expect(todayOf([], dangers, LAST)).toEqual([{ kind: 'target', danger: dangers[0] }]);
  });
});
