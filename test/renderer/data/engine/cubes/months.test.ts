import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeDimension, type NamedDimension } from '#renderer/data/engine/aggregate/group-codes.ts';
import { markRows } from '#renderer/data/engine/aggregate/row-flags.ts';
import { unitText } from '#renderer/data/engine/columns/calendar.ts';
import { freezeStore } from '#renderer/data/engine/columns/frozen-store.ts';
import { dateOfCells } from '#renderer/data/engine/cubes/answered-by-cells.ts';
import { cellsOf, condenseRows, cubeStore } from '#renderer/data/engine/cubes/cube-store.ts';
import { makeMonths, monthStore } from '#renderer/data/engine/cubes/month-store.ts';
import { monthsByDays } from '#renderer/data/engine/cubes/months-by-days.ts';
import { membersOf, selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import type { CompareWith, GroupBy, TimeUnit } from '#renderer/data/model/groups.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING, PERIOD_COLUMNS, type Period, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { expectTotals } from '../expected.ts';
import { type NaiveRow, naiveSelects } from '../naive.ts';
import { ask, type Question } from './cube-questions.ts';
import { type Commit, commit, createWorld, selection } from './cube-worlds.ts';

/** Cells of months, beside those of the days at a period's edges, tell what the rows tell. */

/** The first, the middle and the last of a month, by the hour: the worlds of cubes have hardly two days of one. */
const DAY_OF_HOUR: { readonly [hour: string]: string } = { '00': '01', '12': '14', '23': '28' };
const spread = (text: string | null | undefined): string | null =>
  (text ?? null) === null
    ? null
    : String(text).replace(
        /^(202\d-\d\d)-\d\d(T(\d\d).*)$/,
        (_, month: string, time: string, hour: string) => `${month}-${DAY_OF_HOUR[hour] ?? '14'}${time}`,
      );
const overMonths = (change: Commit): Commit => ({
  ...change,
  orders: change.orders.map((rows) =>
    rows.map(
      (row): NaiveRow => ({
        ...row,
        ...Object.fromEntries(PERIOD_COLUMNS.map((date) => [date, spread(row[date])])),
      }),
    ),
  ),
});

const day = fc.constantFrom(
  ...['2025-02-10', '2026-02-01', '2026-02-10', '2026-02-14', '2026-02-28', '2026-03-01', '2026-03-20'],
);
const period = fc.tuple(day, day).map((days): Period => {
  const [from = '', to = ''] = days.sort();
  return { from: from as LocalDate, to: to as LocalDate };
});
const dimension = fc.constantFrom<GroupBy[]>(
  'month',
  'Canal',
  { column: 'Estado de Pago', unit: null },
  { column: 'Fecha de compra', unit: 'quarter' },
  { column: 'Fecha de Pago', unit: 'month' },
  { column: 'Fecha de compra', unit: 'week' },
  { column: 'Fecha de compra', unit: 'day' },
);
const question: fc.Arbitrary<Question> = fc.record({
  selection: fc
    .record({ chosen: selection, period: fc.option(period, { nil: null, freq: 4 }) })
    .map(({ chosen, period: own }): Selection => ({ ...chosen, period: own, search: '', numberFilters: [] })),
  dimension,
  within: fc.option(dimension, { nil: null, freq: 1 }),
  column: fc.constantFrom('Canal', 'Estado de Pago'),
  compareWith: fc.option(fc.constantFrom<CompareWith[]>('previous-period', 'previous-year')),
});

test('cells of months tell what rows tell, from commit to commit, latest and frozen', () => {
  let told = 0;
  let mixed = 0;
  const scene = fc.record({
    rounds: fc.array(fc.record({ change: commit, isMerged: fc.integer({ min: 0, max: 4 }) }), {
      minLength: 1,
      maxLength: 3,
      size: 'max',
    }),
    isFrozen: fc.boolean(),
    questions: fc.array(question, { minLength: 3, maxLength: 4, size: 'max' }),
  });
  fc.assert(
    fc.property(scene, ({ rounds, isFrozen, questions }) => {
      const world = createWorld();
      const plain = createWorld();
      for (const { change, isMerged } of rounds) {
        for (const each of [world, plain]) {
          each.add(overMonths(change));
          if (isMerged === 0) each.merge();
        }
        const store = isFrozen ? atOnce(freezeStore(world.store)) : world.store;
        for (const date of PERIOD_COLUMNS) atOnce(cubeStore(store, date));
        atOnce(condenseRows(store, 1));
        const queries = createQueries(store);
        const ofRows = createQueries(plain.store);
        for (const each of questions) {
          const { selection: chosen } = each;
          const date = dateOfCells(store.segments, chosen, []);
          if (date !== null) {
            const byDays = monthsByDays({ selection: chosen, dimensions: [] }, null);
            const days = atOnce(cubeStore(store, date));
            const { months } = atOnce(makeMonths(days, date));
            told += months.length === 0 ? 0 : 1;
            mixed += months.length === 0 || byDays?.size === 0 ? 0 : 1;
          }
          const answer = ask(queries, each);
          expect(answer).toEqual(ask(ofRows, each));
          expectTotals(
            answer.totals,
            world.rows().filter((row) => naiveSelects(chosen, row)),
          );
        }
      }
    }),
    { numRuns: randomCases(12) },
  );
  expect([told > 20, mixed > 10]).toEqual([true, true]);
});

const ROW: NaiveRow = {
  Canal: 'Uno',
  Cuenta: 'Principal',
  'Estado de Pago': 'Pagado',
  'Fecha de compra': '2026-02-01T00:00:00.000',
  'Fecha de Pago': '2026-02-03T00:00:00.000',
  Ventas: '100.00',
  'Costo de Producto': '10.00',
};
const NOTHING_ELSE = { replaced: [], deleted: [], restored: [], large: null, without: null };
const boughtOn = (date: string) => ({ 'Fecha de compra': `${date}T10:00:00.000` });

test('cells of several segments are one of their month, however many days, segments and unreadable values', () => {
  const world = createWorld();
  for (const [place, without] of ([null, 'Costo de Producto', null] as const).entries()) {
    const orders = ['2026-02-01', '2026-02-14', '2026-03-05'].map((date) => [
      { ...ROW, ...boughtOn(date), Orden: `${place}-${date}`, Ventas: date < '2026-03' ? 'N/D' : '100.00' },
      { ...ROW, ...boughtOn(date), Orden: `${place}-${date}`, Ventas: null },
    ]);
    world.add({ orders, ...NOTHING_ELSE, without });
  }
  const { store } = world;
  atOnce(condenseRows(store, 1));
  const days = atOnce(cubeStore(store, 'Fecha de compra'));
  const sizes = (months: readonly number[]) =>
    monthStore(days, 'Fecha de compra', new Set(months)).segments.map(({ rowCount }) => rowCount);
  // Those without a column of the others stand for themselves.
  expect(sizes([])).toEqual([2, 2]);
  const february = 2026 * 12 + 1;
  expect(unitText('month', february)).toBe('2026-02');
  expect(sizes([february])).toEqual([2, 2, 2, 2]);
  expect(monthStore(days, 'Fecha de compra', new Set([]))).toBe(
    monthStore(days, 'Fecha de compra', new Set([])),
  );
  // A commit later the days answer, until months are made of what they are then.
  store.raiseRevision();
  const later = atOnce(cubeStore(store, 'Fecha de compra'));
  expect(monthStore(later, 'Fecha de compra', new Set())).toBe(later);
  atOnce(condenseRows(store, 1));
  expect(monthStore(later, 'Fecha de compra', new Set()).segments).toHaveLength(2);
  expect(createQueries(store).totals(EVERYTHING, ['Ventas', 'Costo de Producto'])).toMatchObject({
    rows: 18,
    orders: 9,
    sums: { Ventas: '300.00', 'Costo de Producto': '120.00' },
    unreadable: { Ventas: 6 },
  });
});

test('cells of segments whose figures have other places are months of their own', () => {
  const world = createWorld();
  for (const [at, Ventas] of ['1.25', '1.125', '2.50'].entries()) {
    const orders = [`2026-02-0${at + 1}`, `2026-02-1${at}`].map((date) => [
      { ...ROW, ...boughtOn(date), Orden: `${at}-${date}`, Ventas },
    ]);
    world.add({ orders, ...NOTHING_ELSE });
  }
  atOnce(condenseRows(world.store, 1));
  const { months } = atOnce(makeMonths(atOnce(cubeStore(world.store, 'Fecha de compra')), 'Fecha de compra'));
  expect(
    months.map(({ rowCount, firstPurchase, lastPurchase }) => [
      rowCount,
      ...[firstPurchase, lastPurchase].map((ms) => new Date(ms).toISOString().slice(0, 10)),
    ]),
  ).toEqual([
    [1, '2026-02-01', '2026-02-12'],
    [1, '2026-02-02', '2026-02-11'],
  ]);
  expect(createQueries(world.store).totals(EVERYTHING, ['Ventas'])).toMatchObject({
    rows: 6,
    sums: { Ventas: '9.750' },
  });
});

test('a commit leaves the days of months as they are that it does not touch', () => {
  const world = createWorld();
  const { store } = world;
  const february = 2026 * 12 + 1;
  const add = (Orden: string, ...dates: readonly string[]) =>
    world.add({ orders: dates.map((date) => [{ ...ROW, ...boughtOn(date), Orden }]), ...NOTHING_ELSE });
  const made = () => {
    atOnce(condenseRows(store, 1));
    const { days } = atOnce(makeMonths(atOnce(cubeStore(store, 'Fecha de compra')), 'Fecha de compra'));
    return [february, february + 1].map((month) => days.get(month)?.map(({ columns }) => columns));
  };
  add('A', '2026-02-01', '2026-02-14', '2026-02-14');
  add('B', '2026-03-05');
  const before = made();
  expect(before.map((each) => each?.length)).toEqual([1, 1]);
  add('C', '2026-03-05', '2026-03-07');
  const after = made();
  expect(after[0]?.[0]).toBe(before[0]?.[0]);
  expect(after[1]?.[0]).not.toBe(before[1]?.[0]);
  expect(createQueries(store).totals(EVERYTHING, ['Ventas'])).toMatchObject({
    rows: 6,
    orders: 3,
    sums: { Ventas: '600.00' },
  });
});

test('cells whose sums might not be exact together stand for themselves, beside the months of all others', () => {
  const world = createWorld();
  const add = (place: number, date: string, sale: string) => {
    const orders = Array.from({ length: 5 }, (_, at) => [
      { ...ROW, ...boughtOn(date), Orden: `${place}-${at}`, Ventas: sale },
    ]);
    world.add({ orders, ...NOTHING_ELSE });
  };
  add(0, '2026-02-01', '9999999999999.99');
  add(1, '2026-02-14', '9999999999999.97');
  add(2, '2026-03-05', '100.00');
  add(3, '2026-03-06', '100.00');
  atOnce(condenseRows(world.store, 1));
  const { months, days, others } = atOnce(
    makeMonths(atOnce(cubeStore(world.store, 'Fecha de compra')), 'Fecha de compra'),
  );
  const march = 2026 * 12 + 2;
  expect([months.length, [...days.keys()], others.length]).toEqual([1, [march], 2]);
  const queries = createQueries(world.store);
  expect(queries.totals(EVERYTHING, ['Ventas']).sums.Ventas).toBe('100000000000999.80');
  const byDay = queries.groups(EVERYTHING, { column: 'Fecha de compra', unit: 'day' }, ['Ventas']);
  expect(byDay.groups.map(({ value, totals }) => [value, totals.sums.Ventas, totals.orders])).toEqual([
    ['2026-02-01', '49999999999999.95', 5],
    ['2026-02-14', '49999999999999.85', 5],
    ['2026-03-05', '500.00', 5],
    ['2026-03-06', '500.00', 5],
  ]);
});

test('groups by time have places for what is selected alone, however many years there are', () => {
  const world = createWorld();
  for (const date of ['2024-05-01', '2025-06-02', '2026-02-03']) {
    world.add({ orders: [[{ ...ROW, ...boughtOn(date), Orden: date }]], ...NOTHING_ELSE });
  }
  const { store } = world;
  const period: Period = { from: '2025-06-01' as LocalDate, to: '2025-06-30' as LocalDate };
  const by: NamedDimension = { column: 'Fecha de compra', unit: 'day' };
  const members = membersOf(selectRows(store, { ...EVERYTHING, period }));
  // One of them is that of rows without a day.
  expect(atOnce(codeDimension(store, by, null)).keyCount).toBe(4);
  expect(atOnce(codeDimension(store, by, null, members)).keyCount).toBe(2);
});

test('an order of several months is one, whichever of them is told by days', () => {
  const world = createWorld();
  const dates = ['2026-01-31', '2026-02-01', '2026-02-14', '2026-03-05'];
  const apart = { ...ROW, ...boughtOn('2026-02-14'), Orden: 'B' };
  world.add({
    orders: [dates.map((date) => ({ ...ROW, ...boughtOn(date), Orden: 'A' })), [apart], [ROW], [apart]],
    ...NOTHING_ELSE,
  });
  atOnce(condenseRows(world.store, 1));
  const queries = createQueries(world.store);
  for (const [from, to, rows, orders] of [
    ['2026-01-01', '2026-03-31', 7, 3],
    ['2026-01-31', '2026-03-04', 6, 3],
    ['2026-02-02', '2026-03-31', 4, 2],
    ['2026-02-28', '2026-03-31', 1, 1],
  ] as const) {
    const period: Period = { from: from as LocalDate, to: to as LocalDate };
    expect(queries.totals({ ...EVERYTHING, period }, [])).toMatchObject({ rows, orders });
  }
});

test('an order in two places of a segment is one with what comes elsewhere, though the first of them is deleted', () => {
  const world = createWorld();
  const orders = ['A', 'B', 'A'].map((Orden) => [{ ...ROW, Orden }]);
  world.add({ orders, ...NOTHING_ELSE });
  atOnce(condenseRows(world.store, 1));
  const queries = createQueries(world.store);
  expect(queries.totals(EVERYTHING, [])).toMatchObject({ rows: 3, orders: 2 });
  world.store.markDeleted([0]);
  world.add({ orders: [[{ ...ROW, Orden: 'A' }]], ...NOTHING_ELSE });
  for (const times of ['by rows', 'by cells']) {
    expect([times, queries.totals(EVERYTHING, [])]).toMatchObject([times, { rows: 3, orders: 2 }]);
    atOnce(condenseRows(world.store, 1));
    world.store.raiseRevision();
  }
});

test('cells stay good where an order comes again that had rows in several places before', () => {
  const world = createWorld();
  const { store } = world;
  const add = (...orders: readonly string[]) =>
    world.add({ orders: orders.map((Orden) => [{ ...ROW, Orden }]), ...NOTHING_ELSE });
  const areGood = () => {
    atOnce(markRows(store));
    return store.segments.map((segment) => cellsOf(segment, 'Fecha de compra') !== null);
  };
  add('A', 'B');
  add('C', 'C', 'D', 'C');
  atOnce(condenseRows(store, 1));
  expect(areGood()).toEqual([true, true]);
  add('A');
  expect(areGood()).toEqual([false, true, false]);
  add('C');
  expect(areGood()).toEqual([false, false, false, false]);
  atOnce(condenseRows(store, 1));
  add('A', 'C');
  expect(areGood()).toEqual([true, true, true, true, false]);
  expect(createQueries(store).totals(EVERYTHING, [])).toMatchObject({ rows: 10, orders: 4 });
});

describe('months of which a question needs the days', () => {
  const on = (unit: TimeUnit | null): NamedDimension => ({ column: 'Fecha de compra', unit });
  const within = (from: string, to: string): Partial<Selection> => ({
    period: { from: from as LocalDate, to: to as LocalDate },
  });
  const beyond = (side: '<' | '>', date: string): Partial<Selection> => ({
    dateFilters: [{ column: 'Fecha de compra', beyond: { side, day: date as LocalDate } }],
  });
  const other = { from: '2026-01-05' as LocalDate, to: '2026-01-31' as LocalDate };
  test.each<[string, Partial<Selection>, (TimeUnit | null)[], boolean | null, readonly string[] | null]>([
    ['none of all', {}, ['month', null], null, []],
    ['none of whole ones', within('2026-02-01', '2026-03-31'), ['quarter'], null, []],
    ['those at the edges', within('2026-02-02', '2026-04-29'), ['year'], null, ['2026-02', '2026-04']],
    ['one for both edges', within('2026-02-01', '2026-02-27'), [], null, ['2026-02']],
    ['one of a leap year', within('2024-02-01', '2024-02-28'), [], null, ['2024-02']],
    ['all, for groups by day', {}, ['day'], null, null],
    ['all, for groups by week', {}, [null, 'week'], null, null],
    ['the other period’s too', within('2026-02-02', '2026-02-28'), ['month'], true, ['2026-02', '2026-01']],
    ['all where its days go into other months', within('2026-02-01', '2026-02-28'), ['month'], false, null],
    ['but not where nobody asks by time', within('2026-02-01', '2026-02-28'), [null], false, ['2026-01']],
    ['before a day', beyond('<', '2026-02-02'), [], null, ['2026-02']],
    ['before a month', beyond('<', '2026-02-01'), [], null, []],
    ['after a day', beyond('>', '2026-02-27'), [], null, ['2026-02']],
    ['after a month', beyond('>', '2026-02-28'), [], null, []],
    ['the last day there is', within('0000-01-01', '9999-12-31'), [], null, []],
  ])('%s', (_, selected, units, keepsMonths, expected) => {
    const asked = { selection: { ...EVERYTHING, ...selected }, dimensions: units.map(on) };
    const found = monthsByDays(asked, keepsMonths === null ? null : { period: other, keepsMonths });
    expect(found === null ? null : [...found].map((month) => unitText('month', month)).sort()).toEqual(
      expected === null ? null : [...expected].sort(),
    );
  });
});
