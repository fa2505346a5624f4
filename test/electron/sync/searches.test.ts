import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginSearches,
  beginsWithPlan,
  endSearch,
  filterOf,
  isReadAtOnce,
  middleOf,
  pairOf,
  reachableSearches,
  searchOn,
  withLastSecond,
  withoutSearches,
} from '#electron/sync/plan/controls.ts';
import type { Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import { instantFromMs, type LocalDate, type LocalDateTime, type Month } from '#shared/domain/dates.ts';

const local = (text: string) => text as LocalDateTime;
const total = (
  range: string,
  there: number,
  here: number,
  over: Partial<ControlTotal> = {},
): ControlTotal => ({
  range: range as ControlTotal['range'],
  scope: 'everything',
  from: local('2026-02-28T23:59:59.000'),
  to: local('2026-03-31T23:59:59.000'),
  there,
  here,
  agrees: there === here,
  checkedAt: instantFromMs(Date.parse('2026-05-20T15:30:00Z')),
  correlationId: 'c',
  ...over,
});
const over = (searches: readonly Search[]) => searches.map((one) => ({ ...one, left: [], isOver: true }));

describe('a search for a difference (rule 12)', () => {
  it('begins with what was compared, of every row before the dashboard’s', () => {
    const dashboard = total('2026-03', 9, 8, { scope: 'dashboard' });
    const [search, ...others] = beginSearches([], [dashboard, total('2026-03', 30, 28)]);
    expect(others).toEqual([]);
    expect(search).toMatchObject({ range: '2026-03', scope: 'everything', difference: 2, isOver: false });
    expect(search?.left).toEqual([
      { from: '2026-02-28T23:59:59.000', to: '2026-03-31T23:59:59.000', there: 30, here: 28 },
    ]);
    expect(beginSearches([], [dashboard, total('2026-03', 30, 30)])).toMatchObject([
      { scope: 'dashboard', difference: 1 },
    ]);
    expect(beginSearches([], [total('2026-03', 30, 30)])).toEqual([]);
  });

  it('is of everything only where no month is known to differ', () => {
    const all = total('all', 100, 99);
    expect(beginSearches([], [all]).map(({ range }) => range)).toEqual(['all']);
    expect(beginSearches([], [all, total('2026-03', 30, 29)]).map(({ range }) => range)).toEqual(['2026-03']);
  });

  it('is not begun again for the same difference, unless it is wished for or another one', () => {
    const ended = over(beginSearches([], [total('2026-03', 30, 28)]));
    expect(beginSearches(ended, [total('2026-03', 30, 28)])).toEqual(ended);
    // Rows that come every day move both counts alike.
    expect(beginSearches(ended, [total('2026-03', 35, 33)])).toEqual(ended);
    expect(beginSearches(ended, [total('2026-03', 35, 33)], true)).toMatchObject([{ isOver: false }]);
    expect(beginSearches(ended, [total('2026-03', 35, 32)])).toMatchObject([
      { isOver: false, difference: 3 },
    ]);
    expect(beginSearches(ended, [total('2026-03', 28, 30)])).toMatchObject([{ isOver: false }]);
    const going = beginSearches([], [total('2026-03', 30, 28)]);
    expect(beginSearches(going, [total('2026-03', 99, 1)], true)).toEqual(going);
  });

  it('ends with what the last counts say', () => {
    const [search] = beginSearches([], [total('2026-03', 30, 28)]);
    if (search === undefined) throw new Error('There is no search.');
    const end = (...counted: ControlTotal[]) => endSearch([search], search, counted, []);
    expect(end(total('2026-03', 31, 31))).toMatchObject([{ difference: 0, left: [], isOver: true }]);
    expect(end(total('2026-03', 31, 30))).toMatchObject([{ difference: 1, isOver: true }]);
    expect(end(total('2026-03', 3, 3), total('2026-03', 3, 5, { scope: 'dashboard' }))).toMatchObject([
      { difference: -2, scope: 'dashboard' },
    ]);
    expect(end()).toMatchObject([{ difference: 2, isOver: true }]);
  });

  it('keeps nothing of a difference that rows held for a decision make', () => {
    const [month, all] = [total('2026-03', 28, 30), total('all', 28, 30)].map(
      (one) => beginSearches([], [one])[0],
    );
    if (month === undefined || all === undefined) throw new Error('There is no search.');
    expect(endSearch([month, all], month, [total('2026-03', 28, 30)], ['2026-03' as Month])).toEqual([all]);
    expect(endSearch([month, all], all, [total('all', 28, 30)], ['2026-03' as Month])).toEqual([month]);
    expect(endSearch([month], month, [total('2026-03', 28, 30)], ['2026-02' as Month])).toHaveLength(1);
    expect(endSearch([month], month, [total('2026-03', 30, 30)], ['2026-03' as Month])).toMatchObject([
      { difference: 0, isOver: true },
    ]);
  });

  it('is forgotten with the months that the plan has left behind', () => {
    const searches = beginSearches([], [total('2026-03', 30, 28)]);
    const reach = (from: string) => ({ from: local(from), to: local('2026-05-20T00:00:00.000') });
    expect(reachableSearches(searches, reach('2026-01-01T00:00:00.000'))).toBe(searches);
    expect(reachableSearches(searches, reach('2026-04-01T00:00:00.000'))).toEqual([]);
    // Of everything only what can still be asked for is left.
    // A month that is reached in part stays, with what of it can be asked for.
    expect(reachableSearches(searches, reach('2026-03-31T00:00:00.000'))).toMatchObject([
      { range: '2026-03', left: [] },
    ]);
    const all = beginSearches([], [total('all', 30, 28)]);
    expect(reachableSearches(all, reach('2026-03-10T00:00:00.000'))).toMatchObject([{ left: [] }]);
  });

  it('goes on with what remains of the part that was dealt with, in its place, and leaves other searches', () => {
    const [march, april] = ['2026-03', '2026-04'].map((range) => beginSearches([], [total(range, 9, 7)])[0]);
    if (march === undefined || april === undefined) throw new Error('There is no search.');
    const part = (day: number) => ({
      ...{ from: local(`2026-03-0${day}T00:00:00.000`), to: local(`2026-03-0${day + 1}T00:00:00.000`) },
      ...{ there: day, here: 0 },
    });
    const [first, second, third] = [part(1), part(3), part(5)];
    const search = { ...march, left: [first, second, third] };
    const next = searchOn([april, search], search, second, [part(6), part(7)]);
    expect(next).toEqual([april, { ...search, left: [first, part(6), part(7), third] }]);
    expect(searchOn([april, search], search, first, [])[1]?.left).toEqual([second, third]);
  });

  it('of months that are cancelled is dropped, that of everything is not', () => {
    const searches = ['2026-03', 'all', '2026-04'].flatMap((range) =>
      beginSearches([], [total(range, 9, 7)]),
    );
    const left = withoutSearches(searches, ['2026-04' as Month, '2026-05' as Month]);
    expect(left.map(({ range }) => range)).toEqual(['2026-03', 'all']);
  });

  it('asks for every row and for the dashboard’s, halves a range in its middle, and reads it with its last second', () => {
    expect(pairOf('all')).toEqual([
      { range: 'all', scope: 'everything' },
      { range: 'all', scope: 'dashboard' },
    ]);
    expect([filterOf('everything'), filterOf('dashboard')]).toEqual([
      null,
      {
        item_type: ['order', 'publication'],
        payment_status: ['paid', 'unpaid'],
        item_status: ['paid'],
      },
    ]);
    const range = { from: local('2026-03-01T00:00:00.000'), to: local('2026-03-03T00:00:00.000') };
    expect(middleOf(range)).toBe('2026-03-02T00:00:00.000');
    expect(withLastSecond(range)).toEqual({ from: range.from, to: '2026-03-03T00:00:01.000' });
    expect(['2026-02-28', '2026-03-01'].map((day) => beginsWithPlan(range, day as LocalDate))).toEqual([
      false,
      true,
    ]);
  });

  it('reads at once what is small, short, or differs throughout', () => {
    const range = { from: local('2026-03-01T00:00:00.000'), to: local('2026-03-31T23:59:59.000') };
    expect(isReadAtOnce({ ...range, there: 400, here: 399 }, 100)).toBe(true);
    expect(isReadAtOnce({ ...range, there: 401, here: 400 }, 100)).toBe(false);
    expect(isReadAtOnce({ ...range, there: 4_000, here: 3_000 }, 100)).toBe(true);
    // By the greater count, and by more than a tenth of it, whichever side has more.
    expect(isReadAtOnce({ ...range, there: 400, here: 401 }, 100)).toBe(false);
    expect([899, 900, 901].map((here) => isReadAtOnce({ ...range, there: 1_000, here }, 100))).toEqual([
      ...[true, false, false],
    ]);
    expect(isReadAtOnce({ ...range, there: 3_000, here: 4_000 }, 100)).toBe(true);
    const short = { ...range, to: local('2026-03-01T00:00:03.000') };
    expect(isReadAtOnce({ ...short, there: 9_000, here: 8_999 }, 100)).toBe(true);
    const longer = { ...range, to: local('2026-03-01T00:00:04.000') };
    expect(isReadAtOnce({ ...longer, there: 9_000, here: 8_999 }, 100)).toBe(false);
  });
});

describe('counts', () => {
  it('never begin more than one search of a range', () => {
    const counted = fc.array(
      fc
        .record({
          range: fc.constantFrom('all', '2026-01', '2026-02'),
          scope: fc.constantFrom('everything' as const, 'dashboard' as const),
          there: fc.nat(5),
          here: fc.nat(5),
        })
        .map(({ range, scope, there, here }) => total(range, there, here, { scope })),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(counted, fc.boolean()), { maxLength: 6 }), (rounds) => {
        let searches: Search[] = [];
        for (const [counts, isWished] of rounds) {
          searches = beginSearches(searches, counts, isWished);
          const ranges = searches.map(({ range }) => range);
          expect(new Set(ranges).size).toBe(ranges.length);
          searches = searches.map((one, at) => (at % 2 === 0 ? { ...one, left: [], isOver: true } : one));
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});
