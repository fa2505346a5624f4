import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries, type Queries } from '#test/renderer/data/engine/queries.ts';
import {
  type NaiveRow,
  naiveDay,
  naiveLacksCost,
  naiveSum,
  naiveUnits,
  naiveValue,
  PLACES,
} from '../naive.ts';

import {
  COLUMNS,
  COMERCIAL,
  COST,
  commit,
  emptyWorld,
  LESS,
  MORE,
  ownCost,
  placedAll,
  UNMOVED,
} from './own-cost-worlds.ts';

/** Own costs counted, against the slow way: rows changed one by one as the text of spec 2.5 says, then summed. */

/** The own cost of a row, the slow way. Costs of the currency come before those of none. */
function naiveOwn(costs: readonly OwnCost[], currency: string | null, each: NaiveRow): OwnCost | null {
  const bought = naiveDay(each['Fecha de compra'] ?? null);
  const fitting = costs.filter((own) => {
    if (own.sku !== each['SKU Producto'] || (own.currency !== currency && own.currency !== null))
      return false;
    if (bought === null) return own.from === null && own.to === null;
    return (own.from === null || own.from <= bought) && (own.to === null || bought <= own.to);
  });
  return fitting.find((own) => own.currency === currency) ?? fitting[0] ?? null;
}

const unit = 10n ** BigInt(PLACES);

/** A unit's cost less the VAT in it, to six places, times 10^PLACES. */
function naiveCost({ cost, vat }: OwnCost): bigint {
  const units = naiveUnits(cost) ?? 0n;
  if (vat === undefined) return units;
  const place = 10n ** BigInt(PLACES - 6);
  const divisor = (1000n + BigInt(Number(vat) * 10)) * place;
  return ((units * 1000n * 2n + divisor) / (divisor * 2n)) * place;
}

/** What the row's cost comes to, times 10^PLACES; null where it is not filled. */
function naiveFill(costs: readonly OwnCost[], currency: string | null, each: NaiveRow): bigint | null {
  const own = naiveOwn(costs, currency, each);
  const count = naiveValue(each.Unidades ?? null);
  const source = each[COST] ?? null;
  const isUnreadable = source !== null && source !== '' && naiveValue(source) === null;
  if (own === null || !naiveLacksCost(each) || isUnreadable || count === null || count === 0n) return null;
  return (naiveCost(own) * count) / unit;
}

/** What each cell means with own costs, by column, times 10^PLACES. */
function naiveCells(each: NaiveRow, fill: bigint | null): { readonly [column: string]: bigint | null } {
  const cells: { [column: string]: bigint | null } = {};
  for (const column of [...MORE, ...LESS, ...UNMOVED]) {
    const source = naiveValue(each[column] ?? null);
    const sign = LESS.includes(column) ? -1n : MORE.includes(column) ? 1n : 0n;
    if (fill === null || sign === 0n) cells[column] = source;
    else if (source === null) cells[column] = column === COST ? fill : null;
    else cells[column] = source + sign * fill;
  }
  for (const [column, part] of [
    ['% Rentabilidad Comercial', COMERCIAL],
    ['% Costo Producto', COST],
  ] as const) {
    const source = naiveValue(each[column] ?? null);
    cells[column] =
      fill === null || source === null ? source : naiveRate(cells[part] ?? null, cells.Ventas ?? null);
  }
  return cells;
}

/** part / ventas × 100 to two places, half away from zero; null over 0 or less. */
function naiveRate(part: bigint | null, ventas: bigint | null): bigint | null {
  if (part === null || ventas === null || ventas <= 0n) return null;
  const size = part < 0n ? -part : part;
  const rounded = (2n * size * 10_000n + ventas) / (2n * ventas);
  return ((part < 0n ? -rounded : rounded) * unit) / 100n;
}

const MOVED = [...MORE, ...LESS, '% Rentabilidad Comercial', '% Costo Producto'];
const ALL = [...MORE, ...LESS, ...UNMOVED, '% Rentabilidad Comercial', '% Costo Producto'];
const SUMMED = [...MORE, ...LESS, ...UNMOVED.slice(0, 4)];

function withCosts(currency: string | null, more: Partial<Selection> = {}): Selection {
  return { ...EVERYTHING, ...more, ownCosts: { currency } };
}

function sumsOf(
  cells: readonly { readonly [column: string]: bigint | null }[],
  column: string,
): bigint | null {
  const values = cells.map((each) => each[column] ?? null).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0n);
}

function expectAgreement(
  queries: Queries,
  rows: readonly NaiveRow[],
  costs: readonly OwnCost[],
  currency: string | null,
): void {
  const selection = withCosts(currency);
  const cells = rows.map((each) => ({ row: each, own: naiveCells(each, naiveFill(costs, currency, each)) }));
  const totals = queries.totals(selection, SUMMED);
  for (const column of SUMMED) {
    const sum = totals.sums[column];
    expect([column, sum === undefined ? null : naiveUnits(sum)]).toEqual([
      column,
      sumsOf(
        cells.map(({ own }) => own),
        column,
      ),
    ]);
  }
  const { groups } = queries.groups(selection, { column: 'SKU Producto', unit: null }, SUMMED);
  for (const { value, totals: of } of groups) {
    const ofSku = cells
      .filter(({ row: each }) => (each['SKU Producto'] ?? '') === value)
      .map(({ own }) => own);
    for (const column of SUMMED) {
      expect(of.sums[column] === undefined ? null : naiveUnits(of.sums[column])).toBe(sumsOf(ofSku, column));
    }
  }
  // Every cell, in the order of one that moves.
  const asked = {
    selection,
    grouping: 'rows',
    sort: { column: COMERCIAL, direction: 'ascending' },
    columns: ALL,
  } as const;
  const { lines } = queries.lines(asked, 0, 1000);
  const seen = lines.map((line) => line.cells.map((cell) => naiveValue(cell)));
  const text = (all: readonly (readonly (bigint | null)[])[]) =>
    all.map((each) => each.map(String).join()).sort();
  expect(text(seen)).toEqual(text(cells.map(({ own }) => ALL.map((column) => own[column] ?? null))));
  const sorted = seen.map((each) => each[ALL.indexOf(COMERCIAL)] ?? null).filter((value) => value !== null);
  expect(sorted.every((value, at) => at === 0 || (sorted[at - 1] ?? 0n) <= value)).toBe(true);
  // Rows chosen by what moved.
  const bound = '50.5' as Decimal;
  const few = withCosts(currency, { numberFilters: [{ column: COMERCIAL, from: null, to: bound }] });
  const least = naiveUnits(bound) ?? 0n;
  expect(queries.totals(few, []).rows).toBe(
    cells.filter(({ own }) => own[COMERCIAL] !== null && (own[COMERCIAL] ?? 0n) <= least).length,
  );
  const lacking = cells.filter(({ row: each, own }) => naiveLacksCost(each) && (own[COST] ?? 0n) === 0n);
  const { rows: missing } = atOnce(queries.tasks.missingCosts({ selection, order: 'ventas', limit: null }));
  expect(missing).toBe(lacking.length);
}

const scene = fc.record({
  commits: fc.array(commit, { minLength: 1, maxLength: 3, size: 'max' }),
  costs: fc.array(ownCost, { maxLength: 6, size: 'max' }).map(placedAll),
  currency: fc.constantFrom(null, 'ARS'),
});

describe('own costs', () => {
  test('move what contains the product cost, and nothing else, as the slow way has it, from commit to commit', () => {
    fc.assert(
      fc.property(scene, ({ commits, costs, currency }) => {
        const world = emptyWorld();
        const queries = createQueries(world.store, () => costs);
        for (const each of commits) {
          world.add(each);
          expectAgreement(queries, world.rows(), [...costs.values()], currency);
        }
      }),
      { numRuns: randomCases(32) },
    );
  });

  test('leave every answer as it was where they are not counted, and all of Marketplace where they are', () => {
    fc.assert(
      fc.property(scene, ({ commits, costs, currency }) => {
        const world = emptyWorld();
        for (const each of commits) world.add(each);
        const plain = createQueries(world.store);
        const queries = createQueries(world.store, () => costs);
        const sku = { column: 'SKU Producto', unit: null } as const;
        const rows = { selection: EVERYTHING, grouping: 'rows', sort: null, columns: COLUMNS } as const;
        const orders = { ...rows, grouping: 'orders' } as const;
        // The other is asked first: what it makes is its own.
        queries.groups(withCosts(currency), sku, SUMMED);
        queries.lines({ ...orders, selection: withCosts(currency) }, 0, 100);
        expect(queries.totals(EVERYTHING, SUMMED)).toEqual(plain.totals(EVERYTHING, SUMMED));
        expect(queries.groups(EVERYTHING, sku, SUMMED)).toEqual(plain.groups(EVERYTHING, sku, SUMMED));
        expect(queries.lines(rows, 0, 100)).toEqual(plain.lines(rows, 0, 100));
        expect(queries.lines(orders, 0, 100)).toEqual(plain.lines(orders, 0, 100));
        const counted = withCosts(currency);
        const { sums, orders: count } = queries.totals(counted, UNMOVED.slice(0, 4));
        const before = plain.totals(EVERYTHING, UNMOVED.slice(0, 4));
        expect([sums, count]).toEqual([before.sums, before.orders]);
        const unmoved = COLUMNS.filter((column) => !MOVED.includes(column));
        const cellsOf = (of: Queries, selection: Selection) =>
          of.lines({ ...rows, selection, columns: unmoved }, 0, 100).lines.map(({ cells }) => cells);
        expect(cellsOf(queries, counted)).toEqual(cellsOf(plain, EVERYTHING));
        expect(atOnce(queries.tasks.rowProof(counted))).toEqual(atOnce(plain.tasks.rowProof(EVERYTHING)));
      }),
      { numRuns: randomCases(16) },
    );
  });

  test('are listed with what they come to, where the source has a cost, and by whose cost Ventas are covered', () => {
    fc.assert(
      fc.property(scene, ({ commits, costs, currency }) => {
        const world = emptyWorld();
        for (const each of commits) world.add(each);
        const queries = createQueries(world.store, () => costs);
        const all = [...costs.values()];
        const found = atOnce(queries.tasks.ownCosts({ selection: EVERYTHING, currency }));
        const listed = all.filter((own) => own.currency === currency || own.currency === null);
        expect(found.lines.map(({ key }) => key).sort()).toEqual(listed.map(ownCostKey).sort());
        const rows = world.rows();
        for (const line of found.lines) {
          const own = rows.filter((each) => naiveOwn(all, currency, each) === line.cost);
          const fills = own.map((each) => naiveFill(all, currency, each)).filter((fill) => fill !== null);
          expect([line.rows, naiveUnits(line.amount)]).toEqual([
            fills.length,
            fills.reduce((a, b) => a + b, 0n),
          ]);
          const source = own.filter((each) => (naiveValue(each[COST] ?? null) ?? 0n) !== 0n);
          const hasUnits = rows.some((each) => each.Unidades !== null);
          if (!hasUnits || source.some((each) => each.Unidades === null)) continue;
          expect(line.sourceRows).toBe(source.length);
          expect(naiveUnits(line.sourceAmount)).toBe(naiveSum(source, COST) ?? 0n);
        }
        const filled = rows.filter((each) => naiveFill(all, currency, each) !== null);
        const used = atOnce(queries.tasks.usedOwnCosts({ selection: EVERYTHING, currency }));
        expect(used.rows).toBe(filled.length);
        expect(naiveUnits(found.coverage.own)).toBe(naiveSum(filled, 'Ventas') ?? 0n);
        const covered = queries.totals(withCosts(currency), ['Ventas']).ventasWithProductCost;
        const parts = [found.coverage.source, found.coverage.own].map((part) => naiveUnits(part) ?? 0n);
        expect(parts.reduce((a, b) => a + b, 0n)).toBe(naiveUnits(covered));
        const whole = [...parts, naiveUnits(found.coverage.none) ?? 0n].reduce((a, b) => a + b, 0n);
        expect(whole).toBe(naiveSum(rows, 'Ventas') ?? 0n);
      }),
      { numRuns: 40 },
    );
  });

  test('a trial says what writing it does', () => {
    fc.assert(
      fc.property(scene, ownCost, ({ commits, costs, currency }, cost) => {
        const world = emptyWorld();
        for (const each of commits) world.add(each);
        let all = costs;
        const queries = createQueries(world.store, () => all);
        const own = { ...cost, currency };
        const asked = { selection: EVERYTHING, currency, cost: own, replaced: null };
        const trial = atOnce(queries.tasks.ownCostTrial(asked));
        const ofSku = { filters: [{ column: 'SKU Producto', values: [own.sku] }] };
        const comercial = () => queries.totals(withCosts(currency, ofSku), [COMERCIAL]).sums[COMERCIAL];
        const units = (text: string | null | undefined) => (text === undefined ? null : naiveUnits(text));
        const isWhole = world.rows().every((each) => naiveValue(each[COMERCIAL] ?? null) !== null);
        if (isWhole) expect(units(trial.before)).toBe(units(comercial()));
        all = placedAll([...costs.values(), own]);
        if (isWhole) expect(units(trial.after)).toBe(units(comercial()));
        const line = atOnce(queries.tasks.ownCosts({ selection: EVERYTHING, currency })).lines.find(
          ({ key }) => key === ownCostKey(own),
        );
        expect([trial.rows, units(trial.amount)]).toEqual([line?.rows, units(line?.amount)]);
      }),
      { numRuns: 40 },
    );
  });

  test('a cost that the source brings later wins', () => {
    const world = emptyWorld();
    const own = { sku: 'S1', currency: null, from: null, to: null, cost: '40' as Decimal };
    const costs = placedAll([{ ...own, note: '', owner: '', atMs: 0 }]);
    const queries = createQueries(world.store, () => costs);
    const sold: NaiveRow = {
      Canal: 'Uno',
      Cuenta: 'Principal',
      Orden: 'A-1',
      'SKU Producto': 'S1',
      'Fecha de compra': '2026-02-03T10:00:00.000',
      Unidades: '2',
      Ventas: '200.00',
      [COST]: '0.00',
      [COMERCIAL]: '150.00',
      '% Rentabilidad Comercial': '75.00',
    };
    world.add({ rows: [sold], kills: [], without: null });
    const cells = () =>
      queries.lines(
        {
          selection: withCosts(null),
          grouping: 'rows',
          sort: null,
          columns: [COST, COMERCIAL, '% Rentabilidad Comercial'],
        },
        0,
        1,
      ).lines[0]?.cells;
    expect(cells()).toEqual(['80.00', '70.00', '35.00']);
    const loaded = { ...sold, [COST]: '90.00', [COMERCIAL]: '60.00', '% Rentabilidad Comercial': '30.00' };
    world.add({ rows: [loaded], kills: [0], without: null });
    expect(cells()).toEqual(['90.00', '60.00', '30.00']);
    const { lines } = atOnce(queries.tasks.ownCosts({ selection: EVERYTHING, currency: null }));
    expect(lines).toMatchObject([
      { rows: 0, amount: '0', sourceRows: 1, sourceAmount: '90.00', ownAmount: '80' },
    ]);
  });
});
