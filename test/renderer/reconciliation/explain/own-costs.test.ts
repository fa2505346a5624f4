import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import {
  applyChanges,
  type Change,
  type Explained,
  type Explanation,
  notationOf,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import type { Selection } from '#shared/domain/selection.ts';
import {
  type NaiveRow,
  naiveLacksCost,
  naiveSum,
  naiveUnits,
  PLACES,
} from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { measureUnder, plant, rowsUnder, sales, selection, storeOf } from './planted.ts';

/** Own costs as a hypothesis: a figure seen elsewhere was made with them, or without. */

const MEASURES = ['Rentabilidad Comercial', 'Rentabilidad Total'];
const SKUS = ['S1', 'S2', 'S3'];

const cost = (sku: string, figure: string): OwnCost => ({
  sku,
  currency: null,
  from: null,
  to: null,
  cost: figure as Decimal,
  note: '',
  owner: '',
  atMs: 0,
});

const sold = sales.chain((rows) =>
  fc
    .array(fc.record({ sku: fc.constantFrom(...SKUS), units: fc.integer({ min: 1, max: 9 }) }), {
      minLength: rows.length,
      maxLength: rows.length,
    })
    .map((more) =>
      rows.map((row, at): NaiveRow => {
        const { sku = '', units = 1 } = more[at] ?? {};
        return { ...row, 'SKU Producto': sku, Unidades: String(units) };
      }),
    ),
);
const figure = fc.integer({ min: 1, max: 90_000_000 }).map((units) => (units / 10_000).toFixed(4));

/** What a row's own cost comes to, by hand. */
function fillOf(row: NaiveRow, costs: readonly OwnCost[]): bigint {
  const own = costs.find(({ sku }) => sku === row['SKU Producto']);
  if (own === undefined || !naiveLacksCost(row)) return 0n;
  return (naiveUnits(own.cost) ?? 0n) * BigInt(row.Unidades ?? '0');
}

function sumWith(
  rows: readonly NaiveRow[],
  { selection: of, measure }: Explained,
  changes: readonly Change[],
  costs: readonly OwnCost[],
): bigint {
  const turned = changes.find((change) => change.kind === 'own-costs');
  const isOn = turned?.kind === 'own-costs' ? turned.isOn : of.ownCosts !== null;
  const column = measureUnder(measure, changes);
  const held = rowsUnder(rows, of, changes);
  const fills = isOn && MEASURES.includes(column) ? held.map((row) => fillOf(row, costs)) : [];
  return (naiveSum(held, column) ?? 0n) - fills.reduce((sum, each) => sum + each, 0n);
}

const planted = fc
  .record({
    rows: sold,
    base: selection,
    isOn: fc.boolean(),
    figures: fc.tuple(figure, figure),
    picks: fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 1 }),
    measure: fc.constantFrom(...MEASURES),
  })
  .map(({ rows, base, isOn, figures: [one, other], picks, measure }) => {
    const shown: Selection = { ...base, ownCosts: isOn ? { currency: null } : null };
    const turn: Change = { kind: 'own-costs', isOn: !isOn, currency: null };
    return {
      rows,
      explained: { selection: shown, measure },
      costs: [cost('S1', one), cost('S2', other)],
      changes: [turn, ...plant(base, picks, 'Ventas')],
    };
  });

const queriesOf = (rows: readonly NaiveRow[], costs: readonly OwnCost[]) => {
  const byKey = new Map(costs.map((each) => [ownCostKey(each), each]));
  return createQueries(storeOf(rows), () => byKey);
};
const textOf = (units: bigint): Decimal => toDecimal({ units, scale: PLACES });

/** The rows of a step of own costs alone are those that get one, each with what it takes off, or gives back. */
function expectMovedRows(
  queries: ReturnType<typeof queriesOf>,
  rows: readonly NaiveRow[],
  explained: Explained,
  costs: readonly OwnCost[],
  view: Explanation | undefined,
): void {
  const steps = view?.steps.map(({ changes }) => changes) ?? [];
  const at = steps.findIndex(([change, ...more]) => change?.kind === 'own-costs' && more.length === 0);
  const [turn] = steps[at] ?? [];
  if (turn?.kind !== 'own-costs') return;
  const before = steps.slice(0, at);
  const listed = atOnce(
    queries.tasks.explainedRows({
      ...explained,
      before,
      step: [turn],
      columns: ['Orden'],
      limit: Number.MAX_SAFE_INTEGER,
    }),
  );
  const column = measureUnder(explained.measure, before.flat());
  const filled = rowsUnder(rows, explained.selection, before.flat())
    .map((row) => ({ Orden: row.Orden, fill: MEASURES.includes(column) ? fillOf(row, costs) : 0n }))
    .filter(({ fill }) => fill !== 0n)
    .map(({ Orden, fill }) => `${Orden} ${turn.isOn ? -fill : fill}`);
  expect(listed.rows.map(({ moved, cells }) => `${cells[0]} ${naiveUnits(moved)}`).sort()).toEqual(
    filled.sort(),
  );
  expect(listed.total).toBe(filled.length);
}

describe('own costs as what makes a figure another', () => {
  test('are told first where they were planted, with whatever else, and every total is that of the rows', () => {
    let [asked, first] = [0, 0];
    const missed: string[] = [];
    fc.assert(
      fc.property(planted, ({ rows, explained, costs, changes }) => {
        const wanted = sumWith(rows, explained, changes, costs);
        const without = changes.slice(1);
        // Own costs that move nothing are told by nobody.
        if (wanted === sumWith(rows, explained, without, costs)) return;
        const queries = queriesOf(rows, costs);
        const query = { ...explained, amount: textOf(wanted), currency: null };
        const answer = atOnce(queries.tasks.explain(query, {}));
        expect(naiveUnits(answer.base)).toBe(sumWith(rows, explained, [], costs));
        for (const view of [...answer.results, ...answer.discarded]) {
          expect(naiveUnits(view.value), notationOf(view.changes)).toBe(
            sumWith(rows, explained, view.changes, costs),
          );
          // Applied, it is the switch: the selection's own total is the one that was told.
          const applied = applyChanges(explained, view.changes, (column) => answer.values[column] ?? []);
          if (applied === null) continue;
          const { sums } = queries.totals(applied.selection, [applied.measure]);
          expect(naiveUnits(sums[applied.measure] ?? '0')).toBe(naiveUnits(view.value));
        }
        asked += 1;
        const [found] = answer.results;
        expectMovedRows(queries, rows, explained, costs, found);
        const isMeant =
          found?.changes.some(({ kind }) => kind === 'own-costs') === true && found.fit === 'exact';
        if (isMeant) first += 1;
        else missed.push(`${notationOf(changes)} told as ${notationOf(found?.changes ?? [])}`);
      }),
      { numRuns: 40 },
    );
    expect(asked).toBeGreaterThan(25);
    expect(first / asked, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  test('and another scope are two changes, told as such', () => {
    const [rows = []] = fc.sample(sold, 1);
    const [base] = fc.sample(selection, 1);
    if (base === undefined) throw new Error('There is nothing to ask about.');
    const explained = { selection: { ...base, period: null }, measure: 'Rentabilidad Marketplace' };
    const costs = [cost('S1', '12.5')];
    const changes: readonly Change[] = [
      { kind: 'measure', column: 'Rentabilidad Total' },
      { kind: 'own-costs', isOn: true, currency: null },
    ];
    const amount = textOf(sumWith(rows, explained, changes, costs));
    const answer = atOnce(queriesOf(rows, costs).tasks.explain({ ...explained, amount, currency: null }, {}));
    expect(notationOf(answer.results[0]?.changes ?? [])).toBe('Medida: Rentabilidad Total; +Costos propios');
    expect(answer.results[0]).toMatchObject({ changeCount: 2, fit: 'exact' });
    expect(naiveUnits(answer.results[0]?.value ?? null)).toBe(naiveUnits(amount));
  });

  test('are not tried where the rows that are in depend on them, nor where there are none', () => {
    const [rows = []] = fc.sample(sold, 1);
    const [base] = fc.sample(selection, 1);
    if (base === undefined) throw new Error('There is nothing to ask about.');
    const numberFilters = [{ column: 'Rentabilidad Total', from: '0' as Decimal, to: null }];
    const asked = [
      { selection: { ...base, numberFilters }, costs: [cost('S1', '12.5')] },
      { selection: base, costs: [] },
    ];
    for (const { selection: of, costs } of asked) {
      const query = {
        selection: of,
        measure: 'Rentabilidad Total',
        amount: '1.01' as Decimal,
        currency: null,
      };
      const { results, discarded } = atOnce(queriesOf(rows, costs).tasks.explain(query, {}));
      const views = [...results, ...discarded].flatMap(({ changes }) => changes);
      expect(views.filter(({ kind }) => kind === 'own-costs')).toEqual([]);
    }
  });
});
