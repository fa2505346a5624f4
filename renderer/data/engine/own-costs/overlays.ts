import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type OwnCost, type OwnCostsBySku, ownCostsBySku } from '#renderer/data/model/own-costs.ts';
import { ownCostsOf, type Selection } from '#shared/domain/selection.ts';
import { createOverlayStore, type OverlayStore } from './overlay-store.ts';

/** All own costs by key: another object whenever one has changed. */
export type OwnCosts = ReadonlyMap<string, OwnCost>;

/** Those of a currency, over the rows of a selection's accounts. */
export function costsIn(costs: OwnCosts, selection: Selection, currency: string | null): OwnCostsBySku {
  const view = ownCostsOf({ ...selection, ownCosts: { currency } });
  return ownCostsBySku(costs.values(), view ?? { currency, isMain: true });
}

/**
 * Rows with own costs counted, for the selections that ask for it: of the last currency in view, until a cost changes.
 * Gives null where the rows as they are answer.
 */
export function createOverlays<T>(
  store: ColumnStore,
  costs: () => OwnCosts,
  make: (overlay: OverlayStore) => T,
): (selection: Selection) => T | null {
  let last: { readonly key: string; readonly costs: OwnCosts; readonly made: T | null } | null = null;
  return (selection) => {
    const view = ownCostsOf(selection);
    if (view === null) return null;
    const now = costs();
    const key = JSON.stringify(view);
    if (last === null || last.key !== key || last.costs !== now) {
      const bySku = ownCostsBySku(now.values(), view);
      last = { key, costs: now, made: bySku.size === 0 ? null : make(createOverlayStore(store, bySku)) };
    }
    return last.made;
  };
}
