import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompareWith, Group, GroupBy, Groups } from '#renderer/data/model/groups.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal, subtract } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { expectTotals, groupBy, SUMMED } from './expected.ts';
import {
  isOutOfRange,
  type NaiveRow,
  naiveDay,
  naiveDaysLater,
  naiveMonthsLater,
  naiveSelects,
  naiveUnit,
} from './naive.ts';
import { asked, period, WORLD_COLUMNS, world } from './worlds.ts';

const DATES = ['Fecha de compra', 'Fecha de Pago'];
const TEXTS = WORLD_COLUMNS.slice(0, 10);

const dimension: fc.Arbitrary<GroupBy> = fc.oneof(
  fc.constantFrom('month' as const, 'Canal' as const, 'SKU Producto' as const),
  fc.record({ column: fc.constantFrom(...TEXTS, 'Nueva', 'No existe'), unit: fc.constant(null) }),
  fc.record({
    column: fc.constantFrom(...DATES),
    unit: fc.constantFrom(
      'year' as const,
      'quarter' as const,
      'month' as const,
      'week' as const,
      'day' as const,
    ),
  }),
);

const limits = fc.record(
  {
    limit: fc.integer({ min: 0, max: 4 }),
    withinLimit: fc.option(fc.integer({ min: 0, max: 2 })),
  },
  { requiredKeys: [] },
);
const within: fc.Arbitrary<GroupBy> = fc.constantFrom<GroupBy[]>('Canal', {
  column: 'Fecha de Pago',
  unit: 'month',
});

/** 'month' is that of the selection's own date. */
function named(by: GroupBy, { periodColumn }: Selection): Named {
  if (typeof by !== 'string') return by;
  return by === 'month' ? { column: periodColumn, unit: 'month' } : { column: by, unit: null };
}

type Named = Exclude<GroupBy, string>;

/** The value that a row has in a dimension; `bring` moves its days. */
function valueIn({ column, unit }: Named, row: NaiveRow, bring: (day: string) => string): string {
  if (unit === null) return row[column] ?? '';
  const day = naiveDay(row[column] ?? null);
  // A day out of range has no counterpart in another period.
  return naiveUnit(unit, day === null || isOutOfRange(day) ? day : bring(day));
}

const asIs = (day: string) => day;

/** Checks groups, and those within them, against the rows of one period. */
function expectGroups(
  groups: readonly Group[],
  rows: readonly NaiveRow[],
  by: readonly Named[],
  bring: (day: string) => string,
  totalsOf: (group: Group) => Group['totals'] | undefined,
): void {
  const [first, ...rest] = by;
  if (first === undefined) return;
  const expected = groupBy(rows, (row) => valueIn(first, row, bring));
  const shown = groups.filter((group) => (totalsOf(group)?.rows ?? 0) > 0);
  expect(shown.map(({ value }) => value).sort()).toEqual([...expected.keys()].sort());
  expect(new Set(groups.map(({ value }) => value)).size).toBe(groups.length);
  for (const group of groups) {
    const own = expected.get(group.value) ?? [];
    const totals = totalsOf(group);
    if (totals === undefined) throw new Error('No totals.');
    expectTotals(totals, own);
    if (rest.length > 0) expectGroups(group.groups ?? [], own, rest, bring, totalsOf);
    else expect(group.groups).toBeUndefined();
  }
}

describe('groups', () => {
  test('by any two dimensions are exact, and so are their subtotals and the total', () => {
    fc.assert(
      fc.property(asked, dimension, fc.option(dimension), ([{ store, rows }, chosen], first, second) => {
        const answer = createQueries(store).groups(chosen, first, SUMMED, { within: second });
        const selected = rows.filter((row) => naiveSelects(chosen, row));
        const by = (second === null ? [first] : [first, second]).map((each) => named(each, chosen));
        expectGroups(answer.groups, selected, by, asIs, ({ totals }) => totals);
        expectTotals(answer.total, selected);
        expect(answer.compared).toBeUndefined();
      }),
      { numRuns: randomCases(36) },
    );
  });

  test('are the first of all where only some are asked, and the others are counted', () => {
    fc.assert(
      fc.property(asked, limits, within, ([{ store }, chosen], given, second) => {
        const queries = createQueries(store);
        const all = queries.groups(chosen, 'SKU Producto', SUMMED, { within: second });
        const some = queries.groups(chosen, 'SKU Producto', SUMMED, { within: second, ...given });
        const { limit = Number.POSITIVE_INFINITY, withinLimit } = given;
        const innerLimit = withinLimit === undefined ? limit : (withinLimit ?? Number.POSITIVE_INFINITY);
        // Those of the calendar come all.
        const shownWithin = typeof second === 'string' ? innerLimit : Number.POSITIVE_INFINITY;
        const expected = all.groups.slice(0, limit).map((group) => ({
          ...group,
          groups: group.groups?.slice(0, shownWithin),
          groupsLeftOut: Math.max(0, (group.groups?.length ?? 0) - shownWithin),
        }));
        expect(some.groups).toEqual(expected);
        expect(some.groupsLeftOut).toBe(Math.max(0, all.groups.length - limit));
        expect(some.total).toEqual(all.total);
      }),
      { numRuns: randomCases(48) },
    );
  });

  test('that lose, where only these are asked: how many, what they come to, and the others left out', () => {
    fc.assert(
      fc.property(
        asked,
        fc.constantFrom(...SUMMED),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        ([{ store }, chosen], column, limit) => {
          const queries = createQueries(store);
          const all = queries.groups(chosen, 'SKU Producto', SUMMED, {});
          const unitsOf = (sum: string | undefined) => fromDecimal((sum ?? '0') as Decimal);
          const losing = all.groups.filter(
            ({ value, totals }) => value !== '' && unitsOf(totals.sums[column]).units < 0n,
          );
          const below = { column, except: [''] };
          const some = queries.groups(chosen, 'SKU Producto', SUMMED, {
            below,
            ...(limit === undefined ? {} : { limit }),
          });
          expect(some.groups).toEqual(losing.slice(0, limit));
          expect(some.groupsLeftOut).toBe(all.groups.length - some.groups.length);
          const { count, sum: whole } = some.losers ?? { count: -1, sum: '0' };
          expect(count).toBe(losing.length);
          const left = losing.reduce(
            (rest, { totals }) => subtract(rest, unitsOf(totals.sums[column])),
            unitsOf(whole),
          );
          expect(left.units).toBe(0n);
          expect(some.total).toEqual(all.total);
        },
      ),
      { numRuns: randomCases(36) },
    );
  });

  test('of some texts, where only these are asked: in the order of all, and the others left out', () => {
    fc.assert(
      fc.property(
        asked,
        fc.array(fc.nat(9), { maxLength: 4 }),
        fc.boolean(),
        ([{ store }, chosen], places, isLosing) => {
          const queries = createQueries(store);
          const below = isLosing ? { column: SUMMED[0] ?? '', except: [] } : null;
          const all = queries.groups(chosen, 'SKU Producto', SUMMED, {});
          const listed = queries.groups(chosen, 'SKU Producto', SUMMED, { below });
          const only = [...places.flatMap((at) => all.groups[at]?.value ?? []), 'of no row'];
          const some = queries.groups(chosen, 'SKU Producto', SUMMED, { only, below });
          expect(some.groups).toEqual(listed.groups.filter(({ value }) => only.includes(value)));
          expect(some.groupsLeftOut).toBe(all.groups.length - some.groups.length);
          expect(some.total).toEqual(all.total);
          // Months come all.
          expect(queries.groups(chosen, 'month', SUMMED, { only }).groups).toEqual(
            queries.groups(chosen, 'month', SUMMED, {}).groups,
          );
        },
      ),
      { numRuns: randomCases(36) },
    );
  });

  test('come in the order of any sum, either way, those without it last', () => {
    fc.assert(
      fc.property(
        asked,
        fc.constantFrom(...SUMMED),
        fc.constantFrom('ascending' as const, 'descending' as const),
        ([{ store }, chosen], column, direction) => {
          const order = { column, direction };
          const { groups } = createQueries(store).groups(chosen, 'SKU Producto', SUMMED, { order });
          const sums = groups.map(({ totals }) => totals.sums[column]);
          const first = sums.indexOf(undefined);
          if (first >= 0) expect(sums.slice(first).every((sum) => sum === undefined)).toBe(true);
          for (const [at, sum] of sums.entries()) {
            const next = sums[at + 1];
            if (sum === undefined || next === undefined) continue;
            const compared = compare(fromDecimal(sum), fromDecimal(next));
            expect(direction === 'ascending' ? compared <= 0 : compared >= 0).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of parts of the calendar come in order of time', () => {
    fc.assert(
      fc.property(
        world,
        fc.constantFrom(
          'year' as const,
          'quarter' as const,
          'month' as const,
          'week' as const,
          'day' as const,
        ),
        fc.constantFrom(...DATES),
        ({ store }, unit, column) => {
          const values = createQueries(store)
            .groups({ ...NO_SELECTION }, { column, unit }, [])
            .groups.map(({ value }) => value);
          expect(values).toEqual([...values].sort());
        },
      ),
      { numRuns: 40 },
    );
  });

  test('beside those of another period are exact in both, days brought together', () => {
    fc.assert(
      fc.property(
        asked,
        fc.oneof(period, firstDays),
        dimension,
        fc.option(dimension),
        fc.constantFrom('previous-period' as const, 'previous-year' as const),
        ([{ store, rows }, chosen], days, first, second, compareWith) => {
          const own: Selection = { ...chosen, period: days };
          const answer = createQueries(store).groups(own, first, SUMMED, { within: second, compareWith });
          const { other, bring } = naiveComparison(days, compareWith);
          expect(answer.compared?.period).toEqual(other);
          const by = (second === null ? [first] : [first, second]).map((each) => named(each, chosen));
          const ownRows = rows.filter((row) => naiveSelects(own, row));
          const otherRows = rows.filter((row) => naiveSelects({ ...own, period: other }, row));
          expectGroups(answer.groups, ownRows, by, asIs, ({ totals }) => totals);
          expectGroups(answer.groups, otherRows, by, bring, ({ compared }) => compared);
          expectTotals(answer.total, ownRows);
          expectTotals(comparedTotal(answer), otherRows);
        },
      ),
      { numRuns: randomCases(36) },
    );
  });

  test('are those of the rows there are after every commit', () => {
    fc.assert(
      fc.property(asked, dimension, fc.array(fc.nat(), { maxLength: 5 }), ([made, chosen], by, kills) => {
        const queries = createQueries(made.store);
        queries.groups(chosen, by, SUMMED);
        const lines = queries.lines(
          { selection: NO_SELECTION, grouping: 'rows', sort: null, columns: WORLD_COLUMNS },
          0,
          1000,
        ).lines;
        if (lines.length === 0) return;
        const dead = new Set(kills.map((markDeleted) => lines[markDeleted % lines.length]?.id ?? ''));
        made.store.markDeleted([...dead].map((id) => Number(id.slice(1))));
        made.store.raiseRevision();
        const left = lines
          .filter(({ id }) => !dead.has(id))
          .map(({ cells }) =>
            Object.fromEntries(WORLD_COLUMNS.map((column, at) => [column, cells[at] ?? null])),
          );
        const answer = queries.groups(chosen, by, SUMMED);
        const selected = left.filter((row) => naiveSelects(chosen, row));
        expectGroups(answer.groups, selected, [named(by, chosen)], asIs, ({ totals }) => totals);
      }),
      { numRuns: randomCases(24) },
    );
  });
});

const NO_SELECTION: Selection = EVERYTHING;

/** The first days of a month, as those of one that goes on. */
const firstDays = fc
  .tuple(fc.constantFrom(2024, 2025, 2026), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, last]): Period => {
    const begin = `${year}-${String(month).padStart(2, '0')}`;
    return { from: `${begin}-01` as LocalDate, to: `${begin}-${String(last).padStart(2, '0')}` as LocalDate };
  });

function comparedTotal({ compared }: Groups): Group['totals'] {
  if (compared === undefined) throw new Error('Nothing compared.');
  return compared.total;
}

function naiveComparison({ from, to }: Period, how: CompareWith) {
  const isMonthEnd = (day: string) => naiveDaysLater(day, 1).endsWith('-01');
  if (how === 'previous-year' || from.endsWith('-01')) {
    let months = 12;
    if (how === 'previous-period') {
      months = 0;
      while (naiveMonthsLater(from, months) <= to) months += 1;
    }
    const otherTo = isMonthEnd(to)
      ? naiveDaysLater(naiveMonthsLater(`${naiveDaysLater(to, 1)}`, -months), -1)
      : naiveMonthsLater(to, -months);
    return {
      other: { from: naiveMonthsLater(from, -months), to: otherTo } as Period,
      bring: (day: string) => naiveMonthsLater(day, months),
    };
  }
  let days = 0;
  while (naiveDaysLater(from, days) <= to) days += 1;
  return {
    other: { from: naiveDaysLater(from, -days), to: naiveDaysLater(to, -days) } as Period,
    bring: (day: string) => naiveDaysLater(day, days),
  };
}
