import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NamedDimension } from '#renderer/data/engine/aggregate/group-codes.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { freezeStore } from '#renderer/data/engine/columns/frozen-store.ts';
import { dateOfCells } from '#renderer/data/engine/cubes/answered-by-cells.ts';
import { condenseRows, cubeStore } from '#renderer/data/engine/cubes/cube-store.ts';
import { CUBE_TEXTS } from '#renderer/data/engine/cubes/number-cells.ts';
import type { Group, GroupBy, TimeUnit } from '#renderer/data/model/groups.ts';
import type { OwnCost } from '#renderer/data/model/own-costs.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  EVERYTHING,
  PERIOD_COLUMNS,
  type Period,
  type PeriodColumn,
  type Selection,
} from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { expectTotals, groupBy, SUMMED } from '../expected.ts';
import { type NaiveRow, naiveDay, naiveSelects, naiveUnit } from '../naive.ts';
import { commit as costCommit, emptyWorld, ownCost, placedAll } from '../own-costs/own-cost-worlds.ts';
import { ask, question } from './cube-questions.ts';
import { commit, createWorld } from './cube-worlds.ts';

/** What cells tell of a selection is what its rows tell, and what the slow way tells: whatever was committed, in part or whole. */

/** Everything that can be condensed is: of few rows nothing would be worth it. */
const condense = (store: ColumnStore) => condenseRows(store, 1);
const MONEY = ['Ventas', 'Costo de Producto', 'Rentabilidad Comercial', 'Costo Total', '% Costo Producto'];

/** What was made of the cells before the questions are asked: some steps of the task, or all of it. */
const prepared = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(16) });
const round = fc.record({
  commit: fc.option(commit, { freq: 6 }),
  isMerged: fc.integer({ min: 0, max: 3 }).map((pick) => pick === 0),
  prepared,
  questions: fc.array(question, { minLength: 2, maxLength: 4, size: 'max' }),
});

function keyOf(of: GroupBy, chosen: Selection): (row: NaiveRow) => string {
  const { column, unit } =
    of === 'month'
      ? { column: chosen.periodColumn, unit: of }
      : typeof of === 'string'
        ? { column: of, unit: null }
        : of;
  return unit === null ? (row) => row[column] ?? '' : (row) => naiveUnit(unit, naiveDay(row[column] ?? null));
}

function expectGroups(
  groups: readonly Group[],
  rows: readonly NaiveRow[],
  keys: readonly ReturnType<typeof keyOf>[],
) {
  const [first, ...others] = keys;
  if (first === undefined) return;
  const expected = groupBy(rows, first);
  const shown = groups.filter(({ totals }) => totals.rows > 0);
  expect(shown.map(({ value }) => value).sort()).toEqual([...expected.keys()].sort());
  for (const { value, totals, groups: within = [] } of shown) {
    const own = expected.get(value) ?? [];
    expectTotals(totals, own);
    expectGroups(within, own, others);
  }
}

describe('cells', () => {
  test('tell what rows tell, from commit to commit, whatever of them is made', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 4, size: 'max' }), (rounds) => {
        const world = createWorld();
        const plain = createWorld();
        const queries = createQueries(world.store);
        for (const { commit: change, isMerged, prepared: steps, questions } of rounds) {
          for (const each of [world, plain]) {
            if (change !== null) each.add(change);
            if (isMerged) each.merge();
          }
          for (const date of PERIOD_COLUMNS) atOnce(cubeStore(world.store, date));
          const task = condense(world.store);
          for (let step = 0; step < (steps ?? Number.POSITIVE_INFINITY); step += 1) {
            if (task.next().done === true) break;
          }
          const ofRows = createQueries(plain.store);
          for (const each of questions) {
            const answer = ask(queries, each);
            expect(answer).toEqual(ask(ofRows, each));
            const rows = world.rows().filter((row) => naiveSelects(each.selection, row));
            expectTotals(answer.totals, rows);
            const { column, selection: chosen } = each;
            const filters = chosen.filters.filter((filter) => filter.column !== column);
            const open = world.rows().filter((row) => naiveSelects({ ...chosen, filters }, row));
            const counted = groupBy(open, (row) => row[column] ?? '');
            expect(new Map(answer.values.values.map(({ value, rows: count }) => [value, count]))).toEqual(
              new Map([...counted].map(([value, { length }]) => [value, length])),
            );
            const by = [each.dimension, ...(each.within === null ? [] : [each.within])];
            expectGroups(
              answer.groups.groups,
              rows,
              by.map((of) => keyOf(of, each.selection)),
            );
          }
        }
      }),
      { numRuns: randomCases(16) },
    );
  });

  test('of rows with own costs tell what these rows tell, from commit to commit', () => {
    const scene = fc.record({
      commits: fc.array(costCommit, { minLength: 1, maxLength: 3, size: 'max' }),
      costs: fc.array(ownCost, { minLength: 1, maxLength: 6, size: 'max' }).map(placedAll),
      period: fc.option(fc.constant({ from: '2026-02-05', to: '2026-02-20' } as Period), { nil: null }),
    });
    fc.assert(
      fc.property(scene, ({ commits, costs, period }) => {
        const world = emptyWorld();
        const queries = createQueries(world.store, () => costs);
        const chosen: Selection = { ...EVERYTHING, period, ownCosts: { currency: null } };
        const answers = (of: typeof queries) => [
          of.totals(chosen, MONEY),
          of.groups(chosen, { column: 'Fecha de compra', unit: 'week' }, MONEY, { within: 'Cuenta' }),
          of.groups(chosen, 'month', MONEY, { within: 'Cuenta', compareWith: 'previous-year' }),
        ];
        for (const each of commits) {
          world.add(each);
          const overlaid = queries.rows.overlaid(chosen);
          if (overlaid !== null) {
            atOnce(overlaid.prepare());
            atOnce(condense(overlaid.context.store));
          }
          expect(answers(queries)).toEqual(answers(createQueries(world.store, () => costs)));
        }
      }),
      { numRuns: randomCases(16) },
    );
  });

  test('answer in the place of the rows what they know, and nothing else', () => {
    const { store, sales } = manyRows();
    const queries = createQueries(store);
    const by = (selection: Selection) => queries.groups(selection, 'Canal', ['Ventas']).total.sums.Ventas;
    const outside = { ...EVERYTHING, filters: [{ column: 'Marca', values: ['Ñ'] }] };
    expect([by(EVERYTHING), by(outside)]).toEqual(['1000.00', '1000.00']);
    atOnce(condenseRows(store));
    store.raiseRevision();
    // Segments never change; this one does, to show who reads it.
    sales().fill(0);
    expect([by(EVERYTHING), by(outside)]).toEqual(['1000.00', '0.00']);
    expect(queries.totals(EVERYTHING, ['Ventas']).sums.Ventas).toBe('1000.00');
    store.markDeleted([0]);
    store.raiseRevision();
    expect(by(EVERYTHING)).toBe('0.00');
  });

  test('of few rows, or of rows that are all unlike, are not made', () => {
    const few = createWorld();
    few.add({ orders: [[UNLIKE], [{ ...UNLIKE, Canal: 'Dos' }]], ...NOTHING_ELSE });
    atOnce(condenseRows(few.store));
    expect(atOnce(cubeStore(few.store, 'Fecha de compra'))).toBe(few.store);
    const { store } = manyRows();
    atOnce(condenseRows(store));
    expect(atOnce(cubeStore(store, 'Fecha de compra')).rowSpan).toBe(2);
  });

  test('of rows with own costs are made once these were asked for, and share what does not move', () => {
    const { store } = manyRows();
    const own: OwnCost = {
      sku: 'S1',
      currency: null,
      from: null,
      to: null,
      cost: '7' as Decimal,
      ...UNSIGNED,
    };
    let costs = placedAll([own]);
    const { rows, totals } = createQueries(store, () => costs);
    const chosen: Selection = { ...EVERYTHING, ownCosts: { currency: null } };
    atOnce(rows.warm());
    const before = totals(chosen, MONEY);
    expect(before.sums['Costo de Producto']).toBe('70');
    expect(rows.isWarmingDue()).toBe(true);
    atOnce(rows.warm());
    expect(rows.isWarmingDue()).toBe(false);
    const cellsOf = (of: ColumnStore) => atOnce(cubeStore(of, 'Fecha de compra')).segments[0];
    const overlaid = cellsOf(rows.overlaid(chosen)?.context.store ?? store);
    expect(overlaid?.rowCount).toBe(2);
    for (const [column, isShared] of [
      ['Ventas', true],
      ['Costo de Producto', false],
    ] as const) {
      expect(overlaid?.columns.get(column) === cellsOf(store)?.columns.get(column)).toBe(isShared);
    }
    store.raiseRevision();
    expect(totals(chosen, MONEY)).toEqual({ ...before, revision: store.revision });
    costs = placedAll([{ ...own, cost: '8' as Decimal }]);
    expect(totals(chosen, MONEY).sums['Costo de Producto']).toBe('80');
    expect(rows.isWarmingDue()).toBe(true);
    costs = new Map();
    expect(totals(chosen, MONEY).sums['Costo de Producto']).toBeUndefined();
    expect(rows.isWarmingDue()).toBe(false);
  });

  test('of frozen rows are made of the sums that are there, and stay when the others go on', () => {
    const { store } = manyRows({ ...OTHER_DAY, 'Estado de Pago': 'Informado' });
    atOnce(condenseRows(store));
    const frozen = atOnce(freezeStore(store));
    const answers = () => {
      // Kept answers would be those of before.
      const { total, groups } = createQueries(frozen).groups(EVERYTHING, 'month', MONEY, {
        within: { column: 'Estado de Pago', unit: null },
      });
      return { groups, total: { ...total, revision: 0 } };
    };
    const cellsOf = (of: ColumnStore) => atOnce(cubeStore(of, 'Fecha de compra')).segments[0];
    expect(cellsOf(frozen)).toBe(frozen.segments[0]);
    const before = answers();
    atOnce(createQueries(frozen).rows.condense());
    frozen.raiseRevision();
    expect(cellsOf(frozen)?.columns.get('Ventas')).toBe(cellsOf(store)?.columns.get('Ventas'));
    expect(answers()).toEqual(before);
    store.markDeleted([0, 1, 2]);
    store.raiseRevision();
    for (const each of [store, frozen]) atOnce(condenseRows(each));
    expect(cellsOf(store)?.columns.get('Ventas')).not.toBe(cellsOf(frozen)?.columns.get('Ventas'));
    expect(createQueries(store).totals(EVERYTHING, MONEY).rows).toBe(7);
    expect(answers()).toEqual(before);
  });

  test('that are good are kept, with what was made of them', () => {
    const { store } = manyRows();
    atOnce(condenseRows(store));
    const cells = atOnce(cubeStore(store, 'Fecha de compra'));
    atOnce(condenseRows(store));
    expect(atOnce(cubeStore(store, 'Fecha de compra'))).toBe(cells);
    store.markDeleted([0]);
    expect(atOnce(cubeStore(store, 'Fecha de compra'))).not.toBe(cells);
    const ofRows = atOnce(cubeStore(store, 'Fecha de compra'));
    atOnce(condenseRows(store));
    expect(atOnce(cubeStore(store, 'Fecha de compra'))).not.toBe(ofRows);
  });

  test('are those of the rows that are alive, and of the present day', () => {
    const { store } = manyRows({ 'Fecha de compra': '2030-05-01T00:00:00.000' });
    const queries = createQueries(store);
    const months = () => queries.groups(EVERYTHING, 'month', []).groups.map(({ value }) => value);
    atOnce(condenseRows(store));
    expect(months()).toEqual(['2026-02', '>2027-12-31']);
    store.setPresent('2031-01-01T00:00:00.000Z' as UtcInstant);
    expect(months()).toEqual(['2026-02', '2030-05']);
    store.markDeleted([1, 3, 5, 7, 9]);
    store.raiseRevision();
    expect(months()).toEqual(['2026-02']);
    atOnce(condenseRows(store));
    expect(months()).toEqual(['2026-02']);
    expect(atOnce(cubeStore(store, 'Fecha de compra')).rowSpan).toBe(1);
  });

  test('stand beside the rows of a commit that came after them, also of the same orders', () => {
    const [world, plain] = [createWorld(), createWorld()];
    const orders = ['Uno', 'Dos', 'Tres'].map((canal) => [{ ...UNLIKE, Canal: canal }]);
    const others = [
      [
        { ...UNLIKE, Orden: 'C-1' },
        { ...UNLIKE, Orden: 'C-1' },
      ],
    ];
    for (const each of [world, plain]) {
      each.add({ orders, ...NOTHING_ELSE });
      each.add({ orders: others, ...NOTHING_ELSE });
    }
    atOnce(condense(world.store));
    // The cells of the first are stale by it, for an order of theirs has rows elsewhere now.
    const later = [
      [{ ...UNLIKE, 'Estado de Pago': 'Informado' }],
      [{ ...UNLIKE, Canal: 'Dos', Orden: 'B-1' }],
    ];
    for (const each of [world, plain]) each.add({ orders: later, ...NOTHING_ELSE });
    const answers = ({ store }: typeof world) => {
      const queries = createQueries(store);
      return [queries.groups(EVERYTHING, 'Canal', SUMMED), queries.values(EVERYTHING, 'Estado de Pago')];
    };
    expect(answers(world)).toEqual(answers(plain));
    expect(createQueries(world.store).totals(EVERYTHING, [])).toMatchObject({ rows: 7, orders: 5 });
    expect(atOnce(cubeStore(world.store, 'Fecha de compra')).rowSpan).toBe(world.store.rowSpan + 1);
  });

  test('count each of several orders that stand in the same cells', () => {
    const world = createWorld();
    const states = ['Pagado', 'Informado'];
    const orders = ['A-1', 'A-2', 'A-3'].map((Orden) =>
      states.map((state) => ({ ...UNLIKE, Orden, 'Estado de Pago': state })),
    );
    const alone = [['Pagado'], ['Informado', 'No Pagado']].map((own, at) =>
      own.map((state) => ({ ...UNLIKE, Orden: `B-${at}`, 'Estado de Pago': state })),
    );
    world.add({ orders: [...orders, ...alone], ...NOTHING_ELSE });
    atOnce(condense(world.store));
    const queries = createQueries(world.store);
    expect(queries.totals(EVERYTHING, [])).toMatchObject({ rows: 9, orders: 5 });
    const { groups } = queries.groups(EVERYTHING, { column: 'Estado de Pago', unit: null }, []);
    expect(new Map(groups.map(({ value, totals }) => [value, totals.orders]))).toEqual(
      new Map([
        ['Pagado', 4],
        ['Informado', 4],
        ['No Pagado', 1],
      ]),
    );
    const paid = { ...EVERYTHING, filters: [{ column: 'Estado de Pago', values: ['Pagado', 'No Pagado'] }] };
    expect(queries.totals(paid, []).orders).toBe(5);
    expect(atOnce(cubeStore(world.store, 'Fecha de compra'))).not.toBe(world.store);
  });

  test('of orders with deleted rows tell what is left of them', () => {
    const [world, plain] = [createWorld(), createWorld()];
    for (const each of [world, plain]) {
      const days = [1, 2, 3, 4].map((day) => [
        { ...UNLIKE, Orden: `B-${day}`, 'Fecha de compra': `2026-03-0${day}T10:00:00.000` },
      ]);
      each.add({ orders: days, ...NOTHING_ELSE });
      const states = ['Pagado', 'Informado', 'No Pagado'];
      const rows = states.map((state) => ({ ...UNLIKE, 'Estado de Pago': state }));
      each.add({ orders: [[...rows, { ...UNLIKE, Ventas: 'N/D' }]], ...NOTHING_ELSE });
      each.store.markDeleted([6, 7]);
      each.store.raiseRevision();
    }
    atOnce(condense(world.store));
    for (const by of ['month', 'Canal', { column: 'Fecha de compra', unit: 'day' }] as const) {
      expect(createQueries(world.store).groups(EVERYTHING, by, SUMMED)).toEqual(
        createQueries(plain.store).groups(EVERYTHING, by, SUMMED),
      );
    }
  });

  test('whose sums doubles might not hold exactly are not made', () => {
    const world = createWorld();
    const orders = Array.from({ length: 11 }, () => [{ ...UNLIKE, Ventas: '9999999999999.99' }]);
    world.add({ orders, ...NOTHING_ELSE });
    atOnce(condense(world.store));
    expect(createQueries(world.store).totals(EVERYTHING, ['Ventas']).sums.Ventas).toBe('109999999999999.89');
    expect(atOnce(cubeStore(world.store, 'Fecha de compra'))).toBe(world.store);
  });

  test('whose sums are the greatest that doubles hold exactly are made, and not beyond', () => {
    for (const [rest, isMade] of [
      ['71992547410.00', true],
      ['71992547410.01', false],
    ] as const) {
      const world = createWorld();
      const orders = [...Array.from({ length: 9 }, () => '9999999999999.99'), rest].map((Ventas) => [
        { ...UNLIKE, Ventas },
      ]);
      world.add({ orders, ...NOTHING_ELSE });
      atOnce(condense(world.store));
      expect(atOnce(cubeStore(world.store, 'Fecha de compra')) !== world.store).toBe(isMade);
    }
  });

  test('have the texts that many share, the day and what can be added up, and no other column', () => {
    const world = createWorld();
    const row = { ...UNLIKE, Unidades: 'muchas', Nueva: '1.5', '% Rentabilidad Marketplace': '0.25' };
    world.add({ orders: Array.from({ length: 4 }, () => [row]), ...NOTHING_ELSE });
    atOnce(condense(world.store));
    const [cells] = atOnce(cubeStore(world.store, 'Fecha de compra')).segments;
    const figures = COLUMNS.filter(isSummable).map(({ key }) => key);
    const carried = new Set(world.store.segments[0]?.columns.keys());
    const known = new Set([...CUBE_TEXTS, 'Fecha de compra', ...figures]);
    expect([...carried].some((key) => !known.has(key))).toBe(true);
    expect(new Set(cells?.columns.keys())).toEqual(new Set([...known].filter((key) => carried.has(key))));
  });

  test('of the date of payment are made once they were asked for', () => {
    const { store } = manyRows();
    const queries = createQueries(store);
    const paid: Selection = { ...EVERYTHING, periodColumn: 'Fecha de Pago' };
    const spanOf = (date: (typeof PERIOD_COLUMNS)[number]) => atOnce(cubeStore(store, date)).rowSpan;
    const { warm, isWarmingDue } = queries.rows;
    queries.totals(EVERYTHING, []);
    expect(isWarmingDue()).toBe(false);
    atOnce(warm());
    expect(isWarmingDue()).toBe(false);
    const before = queries.groups(paid, 'month', ['Ventas']);
    expect([isWarmingDue(), spanOf('Fecha de Pago')]).toEqual([true, store.rowSpan]);
    atOnce(warm());
    expect([isWarmingDue(), spanOf('Fecha de Pago')]).toEqual([false, 1]);
    expect(createQueries(store).groups(paid, 'month', ['Ventas'])).toEqual(before);
  });
});

describe('cells of which date tell what is asked', () => {
  const { store } = manyRows();
  const day = '2026-02-01' as LocalDate;
  const period = { from: day, to: day };
  const on = (column: string, unit: TimeUnit | null = null) => ({ column, unit });
  test.each<[string, Partial<Selection>, readonly NamedDimension[], PeriodColumn | null]>([
    ['everything', {}, [], 'Fecha de compra'],
    ['days of purchase', { period }, [on('Fecha de compra', 'day')], 'Fecha de compra'],
    ['a period of payment', { period, periodColumn: 'Fecha de Pago' }, [on('Canal')], 'Fecha de Pago'],
    [
      'payments by month, no period',
      { periodColumn: 'Fecha de compra' },
      [on('Fecha de Pago', 'month')],
      'Fecha de Pago',
    ],
    ['two dates', { period }, [on('Fecha de Pago', 'month')], null],
    [
      'two dates, one as a filter',
      { period, dateFilters: [{ column: 'Fecha de Pago', beyond: null }] },
      [],
      null,
    ],
    ['the date of a third', { dateFilters: [{ column: 'Fecha de actualización', beyond: null }] }, [], null],
    ['a date by its texts', {}, [on('Fecha de compra')], null],
    ['a date by one of its texts', { filters: [{ column: 'Fecha de compra', values: [''] }] }, [], null],
    [
      'texts that cells have',
      { filters: [{ column: 'Estado de Pago', values: ['Pagado'] }] },
      [on('Cuenta')],
      'Fecha de compra',
    ],
    ['texts that they have not', { filters: [{ column: 'Marca', values: ['Ñ'] }] }, [], null],
    ['groups that they have not', {}, [on('Canal'), on('SKU Producto')], null],
    [
      'what no row carries',
      { filters: [{ column: 'No existe', values: [''] }] },
      [on('Tampoco', 'day')],
      'Fecha de compra',
    ],
    ['numbers', { numberFilters: [{ column: 'Ventas', from: null, to: null }] }, [], null],
    ['a search', { search: 'x' }, [], null],
    ['a search for nothing', { search: ' ' }, [], 'Fecha de compra'],
    [
      'accounts, preset, own costs',
      { scope: { accounts: [], isExcluded: true }, dashboardPreset: true, ownCosts: { currency: null } },
      [],
      'Fecha de compra',
    ],
  ])('%s', (_, selection, dimensions, date) => {
    expect(dateOfCells(store.segments, { ...EVERYTHING, ...selection }, dimensions)).toBe(date);
  });
});

const OTHER_DAY: NaiveRow = { 'Fecha de compra': '2026-02-28T23:59:59.999' };
const UNLIKE: NaiveRow = {
  Canal: 'Uno',
  Cuenta: 'Principal',
  Orden: 'A-1',
  'SKU Producto': 'S1',
  Marca: 'Ñ',
  'Estado de Pago': 'Pagado',
  'Fecha de compra': '2026-02-01T00:00:00.000',
  'Fecha de Pago': '2026-02-03T00:00:00.000',
  'Fecha de actualización': '2026-02-03T00:00:00.000Z',
  Ventas: '100.00',
  Unidades: '1',
};
const UNSIGNED = { note: '', owner: '', atMs: 0 };
const NOTHING_ELSE = { replaced: [], deleted: [], restored: [], large: null, without: null };

/** Ten orders, every other one of which has `second`; `sales` are the numbers of Ventas. */
function manyRows(second: NaiveRow = OTHER_DAY) {
  // `sales` are written to: they are those in memory.
  const world = createWorld(decodeSegment);
  const orders = Array.from({ length: 10 }, (_, at) => [
    { ...UNLIKE, Orden: `A-${at}`, ...(at % 2 === 0 ? {} : second) },
  ]);
  world.add({ orders, ...NOTHING_ELSE });
  return {
    store: world.store,
    sales: () => {
      const found = world.store.segments[0]?.columns.get('Ventas');
      if (found?.kind !== 'decimal') throw new Error('It holds decimals.');
      return found.values;
    },
  };
}
