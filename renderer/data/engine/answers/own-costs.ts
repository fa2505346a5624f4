import { costLines, costTrial, usedCosts } from '#renderer/data/engine/own-costs/cost-lines.ts';
import { costsIn } from '#renderer/data/engine/own-costs/overlays.ts';
import { type OrderMoves, ownMovesByOrder } from '#renderer/data/engine/own-costs/own-cost-sums.ts';
import type { OwnCostsQuery, OwnCostTrialQuery } from '#renderer/data/model/own-costs.ts';
import type { Task } from '#shared/base/tasks.ts';
import { maskOf } from './context.ts';
import { type QueriedRows, rowsQuestion } from './queried-rows.ts';

/** Own costs entered by the user, and their effect. */

export const readOwnCosts = rowsQuestion('readOwnCosts', {
  freshness: 'commits',
  task: (rows, query: OwnCostsQuery) =>
    costLines(rows.store, rows.ownCosts(), query, (selection) => maskOf(rows, selection)),
});

export const readUsedOwnCosts = rowsQuestion('readUsedOwnCosts', {
  freshness: 'commits',
  task: (rows, query: OwnCostsQuery) =>
    usedCosts(rows.store, rows.ownCosts(), query, (selection) => maskOf(rows, selection)),
});

export const readOwnCostTrial = rowsQuestion('readOwnCostTrial', {
  freshness: 'commits',
  task: (rows, query: OwnCostTrialQuery) =>
    costTrial(rows.store, rows.ownCosts(), query, (selection) => maskOf(rows, selection)),
});

/** By number of an order, the amount that own costs take off each order of a selection. */
export function* ownMoves(
  rows: QueriedRows,
  { selection, currency }: OwnCostsQuery,
): Task<ReadonlyMap<number, OrderMoves>> {
  const costs = costsIn(rows.ownCosts(), selection, currency);
  if (costs.size === 0) return new Map();
  const mask = yield* maskOf(rows, { ...selection, ownCosts: null });
  return yield* ownMovesByOrder(rows.store, mask, costs);
}
