import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { driftOf } from '#renderer/reconciliation/closing/model/drift.ts';
import {
  CLOSE_COLUMNS,
  countedSum,
  type MonthOrder,
} from '#renderer/reconciliation/closing/model/month-orders.ts';
import { readMonth } from '#renderer/reconciliation/closing/worker/month-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { type Selection, selectionOfMonth } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries, type Queries } from '#test/renderer/data/engine/queries.ts';
import { naiveUnits } from '../naive.ts';
import { COMERCIAL, commit, emptyWorld, ownCost, placedAll } from './own-cost-worlds.ts';

/** What own costs change is one thing, wherever it is said: in the totals, the trial of a cost, the close and its drift. */

const MONTH = '2026-02' as Month;
const OF_MONTH = selectionOfMonth(MONTH);

const scene = fc.record({
  commits: fc.array(commit, { minLength: 1, maxLength: 3, size: 'max' }),
  later: commit,
  costs: fc.array(ownCost, { minLength: 1, maxLength: 6, size: 'max' }).map(placedAll),
  others: fc.array(ownCost, { maxLength: 6, size: 'max' }).map(placedAll),
  currency: fc.constantFrom(null, 'ARS'),
});

const units = (text: string | null | undefined): bigint =>
  text === null || text === undefined ? 0n : (naiveUnits(text) ?? 0n);
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

/** What the screens say of a month with own costs counted. */
function shown(queries: Queries, currency: string | null, more: Partial<Selection> = {}) {
  const { sums } = queries.totals({ ...OF_MONTH, ...more, ownCosts: { currency } }, CLOSE_COLUMNS);
  return (column: string) => units(sums[column]);
}

const counted = (currency: string | null) => [{ currency, isMain: true, scope: null }];

function expectSums(orders: readonly MonthOrder[], of: (column: string) => bigint): void {
  for (const column of CLOSE_COLUMNS)
    expect([column, sum(orders.map((order) => units(countedSum(order, column))))]).toEqual([
      column,
      of(column),
    ]);
}

describe('what own costs change', () => {
  test('is in a close what the screens show, and its drift adds up to what they show then', () => {
    fc.assert(
      fc.property(scene, ({ commits, later, costs, others, currency }) => {
        const world = emptyWorld();
        for (const each of commits) world.add(each);
        let said = costs;
        const queries = createQueries(world.store, () => said);
        const read = () => atOnce(readMonth(queries.rows, MONTH, counted(currency)));
        const was = shown(queries, currency);
        const closed = read();
        expectSums(closed, was);
        world.add(later);
        said = others;
        const is = shown(queries, currency);
        const now = read();
        expectSums(now, is);
        const drift = atOnce(driftOf(closed, now, () => 'source'));
        for (const scope of SCOPES) {
          const column = SCOPE_COLUMNS[scope].profitability;
          const moved = is(column) - was(column);
          const ofScope = ({ sums }: { readonly sums: { readonly [scope: string]: string } }) =>
            units(sums[scope]);
          expect([scope, ofScope(drift)]).toEqual([scope, moved]);
          expect(sum(drift.causes.map(ofScope))).toBe(moved);
          for (const { parts, differences } of drift.orders)
            expect(sum(parts.map(ofScope))).toBe(units(differences[column as 'Rentabilidad Total']));
        }
        for (const column of CLOSE_COLUMNS)
          expect(sum(drift.orders.map(({ differences }) => units(differences[column])))).toBe(
            is(column) - was(column),
          );
      }),
      { numRuns: randomCases(16) },
    );
  });

  test('is in the trial of a cost what the screens show without and with it', () => {
    fc.assert(
      fc.property(scene, ({ commits, costs, currency }) => {
        const world = emptyWorld();
        for (const each of commits) world.add(each);
        for (const [key, cost] of costs) {
          const without = new Map([...costs].filter(([other]) => other !== key));
          const query = { selection: OF_MONTH, currency, cost, replaced: null } as const;
          const trial = atOnce(createQueries(world.store, () => without).tasks.ownCostTrial(query));
          const ofSku = { filters: [{ column: 'SKU Producto', values: [cost.sku] }] };
          const at = (of: typeof costs) =>
            shown(
              createQueries(world.store, () => of),
              currency,
              ofSku,
            )(COMERCIAL);
          expect([ownCostKey(cost), units(trial.before), units(trial.after)]).toEqual([
            key,
            at(without),
            at(costs),
          ]);
        }
      }),
      { numRuns: randomCases(24) },
    );
  });
});
