import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gravityOf } from '#renderer/data/model/exception-kinds.ts';
import type { MonthOutlook, OutlookFigure } from '#renderer/data/model/month-outlook.ts';
import { targetKey } from '#renderer/data/model/targets.ts';
import { addressOf, hashOf } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, placeOf } from '#renderer/features/navigation/reconciliation-place.ts';
import { queueAsked } from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import {
  missedByMonth,
  type ReviewItem,
  type TargetInDanger,
  targetsInDanger,
  todayOf,
} from '#renderer/screens/panel/review.ts';
import { listOf } from '#renderer/screens/panel/review-place.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const MISSING = {
  ...{ canal: 'Vitrina', cuenta: 'A', every: 7, lastDay: '2026-07-31' as LocalDate },
};
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
  test('is three lines at most, none of which anything graver, greater or older was left out for', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (made) => {
        const lines = todayOf(
          made.map((each) => each.item),
          [],
          LAST,
        );
        const kinds = new Set(made.map(({ kind }) => kind));
        expect(lines).toHaveLength(Math.min(3, kinds.size));
        const orderOf = ({ kind, ageDays, size }: (typeof made)[number]) => {
          const age = ageDays === null || ageDays <= 30 ? 2 : ageDays <= 60 ? 1 : 0;
          return [['bad', 'caution', 'info'].indexOf(gravityOf(kind)), -size, age] as const;
        };
        const shown = lines.map((line) =>
          made.find(({ item: own }) => line.kind === 'review' && line.item === own),
        );
        const left = made.filter((each) => !shown.includes(each));
        const isBefore = (one: readonly number[], other: readonly number[]) => {
          const at = one.findIndex((value, index) => value !== other[index]);
          return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
        };
        const shownKinds = shown.map((each) => each?.kind);
        expect(new Set(shownKinds).size).toBe(shown.length);
        for (const each of shown) {
          if (each === undefined) throw new Error('A line of nothing.');
          // Another of a kind that is shown gives way to others.
          const rivals = left.filter(({ kind }) => kind === each.kind || !shownKinds.includes(kind));
          for (const other of rivals) expect(isBefore(orderOf(other), orderOf(each))).toBe(false);
        }
      }),
    );
  });

  test('has the most money first within a gravity, in the currency in view: others are no more and no less', () => {
    const of = (kind: string, amount: string, currency = '') =>
      ({ kind, currency, cases: 1, groups: 1, amount: amount as Decimal, since: null }) as ReviewItem;
    const old = { ...of('missing-cost', '9'), since: '2026-08-01' as LocalDate };
    const items = [old, of('no-payment', '500000', 'BRL'), of('rate', '-20'), of('held', '1')];
    expect(todayOf(items, [], LAST)).toEqual(
      [items[3], items[2], old].map((item) => ({ kind: 'review', item })),
    );
    // Points of a rate are no amount.
    const danger = { measure: 'rate-total', target: '40', missing: '-30' } as unknown as TargetInDanger;
    expect(todayOf([old, of('rate', '-20')], [danger], LAST).at(-1)).toEqual({ kind: 'target', danger });
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
    expect(dangers).toEqual([{ measure: 'total', target: '40', missing: '-5' }]);
    expect(targetsInDanger(outlook, targets, null, 'USD')).toEqual([]);
    expect(todayOf([], dangers, LAST)).toEqual([{ kind: 'target', danger: dangers[0] }]);
    // 39.99 of the 30 that are sold at least is the best rate; 35 of 35 the likely one.
    const rate = { measure: 'rate-total', month, of: null, currency: 'CLP' } as const;
    const ofRate = (value: string) =>
      targetsInDanger(
        outlook,
        new Map([[targetKey(rate), { ...rate, value: value as Decimal, owner: '', atMs: 0 }]]),
        null,
        'CLP',
      );
    expect(ofRate('133.3')).toEqual([]);
    expect(ofRate('133.31')).toEqual([{ measure: 'rate-total', target: '133.31', missing: '-33.310000' }]);
  });

  test('of a loss the best rate is of the most that is sold, of a gain of the least', () => {
    const figure = (low: string, likely: string, high: string) => ({ estimate: { low, likely, high } });
    const month = '2026-11' as Month;
    const outlook = (high: string) =>
      ({
        month,
        figures: { Ventas: figure('50', '80', '100'), 'Rentabilidad Total': figure('-40', '-30', high) },
      }) as unknown as MonthOutlook;
    const place = { measure: 'rate-total', month, of: null, currency: 'CLP' } as const;
    const isMissed = (high: string, target: string) => {
      const said = { ...place, value: target as Decimal, owner: '', atMs: 0 };
      return targetsInDanger(outlook(high), new Map([[targetKey(place), said]]), null, 'CLP').length > 0;
    };
    // At best −20 of 100 are −20 %, and 10 of 50 are 20 %.
    expect([isMissed('-20', '-20'), isMissed('-20', '-19.9')]).toEqual([false, true]);
    expect([isMissed('10', '20'), isMissed('10', '20.1')]).toEqual([false, true]);
  });

  test('has the statements that a month lacks, a line for the one that waits longest', () => {
    const missed = missedByMonth([
      { ...MISSING, months: [{ month: '2026-08' as Month, count: 1 }] },
      {
        ...MISSING,
        months: [
          { month: '2026-08' as Month, count: 2 },
          { month: '2026-10' as Month, count: 1 },
        ],
      },
    ]);
    expect(missed).toEqual([
      { month: '2026-10', count: 1 },
      { month: '2026-08', count: 3 },
    ]);
    expect(todayOf([], [], LAST, missed)).toEqual([{ kind: 'statements', missed: missed[1] }]);
  });

  test('leads to its list: a kind, an account, an age where all are of one, a month that moved', () => {
    const day = (date: string) => date as LocalDate;
    const of = (more: Partial<ReviewItem>): ReviewItem => ({
      ...{ kind: 'overdue', currency: '', cases: 2, amount: null, groups: 1 },
      ...{ head: {} as ReviewItem['head'], month: null, since: null, until: null },
      account: { Canal: 'Vitrina', Cuenta: 'A & B' },
      ...more,
    });
    const asked = (item: ReviewItem) => {
      const place = listOf(item, LAST);
      return place.at === 'months' ? null : queueAsked(place.item);
    };
    const only = { kind: 'overdue', canal: 'Vitrina', cuenta: 'A & B' };
    expect(asked(of({}))).toEqual({ only, age: 'all' });
    expect(asked(of({ since: day('2026-08-01'), until: day('2026-09-23') }))).toEqual({ only, age: 'older' });
    expect(asked(of({ since: day('2026-08-01'), until: day('2026-11-20') }))).toEqual({ only, age: 'all' });
    expect(asked(of({ account: null }))?.only).toEqual({ kind: 'overdue', canal: null, cuenta: null });
    const month = '2026-09' as Month;
    expect(listOf(of({ month }), LAST)).toMatchObject({ at: 'month', month, part: 'exceptions' });
    expect(listOf(of({ kind: 'closed-month', account: null, month }), LAST)).toEqual({
      ...{ at: 'month', month, part: 'close', item: null },
    });
    expect(queueAsked('overdue-1@2026-09')).toBeNull();
    // The address carries it there and back.
    const detail = detailOf(listOf(of({ month }), LAST));
    expect(placeOf(addressOf(hashOf({ screen: 'reconciliation', detail })).detail, { at: 'months' })).toEqual(
      listOf(of({ month }), LAST),
    );
  });
});
