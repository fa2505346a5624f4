import { codeDimension, type GroupSlots, slotsOf } from '#renderer/data/engine/aggregate/group-codes.ts';
import { type GroupedSums, sumColumn, sumGroups } from '#renderer/data/engine/aggregate/grouped-sums.ts';
import { productCaptions } from '#renderer/data/engine/aggregate/product-captions.ts';
import { productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Members } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Task } from '#shared/base/tasks.ts';
import { COLUMNS, COST_SECTIONS, type CostSection } from '#shared/domain/column-catalogue.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/**
 * The sums of two periods by product and channel, which every bridge between them is made of, whatever its scope. An item's
 * slots of both periods stand side by side.
 */
export type BridgeCells = {
  readonly slots: GroupSlots;
  readonly all: GroupedSums;
  /** Units of the rows that have a product cost, and of those that lack it, by slot; null where none lacks it. */
  readonly costUnits: { readonly loaded: GroupedSums; readonly lacking: GroupedSums } | null;
  readonly skuOf: (key: number) => string;
  readonly canalOf: (key: number) => string;
  readonly captionOf: (sku: string) => string | null;
  readonly categoryOf: (sku: string) => string | null;
};

export const UNITS = 'Unidades';
export const INCOME = 'Ingreso Total';
export const PRODUCT_COST = 'Costo de Producto';
const COST_LOADED = 1;
const COST_LACKING = 2;

/** A section's charges, or what of them was given back. */
export function columnsOf(section: CostSection, role: 'charge' | 'refund'): readonly string[] {
  return COLUMNS.filter((column) => column.section?.name === section && column.section.role === role).map(
    ({ key }) => key,
  );
}

export const MONEY: readonly string[] = [
  RATE_BASE_COLUMN,
  INCOME,
  PRODUCT_COST,
  ...COST_SECTIONS.flatMap((section) => [...columnsOf(section, 'charge'), ...columnsOf(section, 'refund')]),
  ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
];

/** Only pairs that occur have slots: there are far fewer of them than of all products and channels. */
const DIRECT_PAIRS = 0;

export function* bridgeCells(store: ColumnStore, members: Members): Task<BridgeCells> {
  const skus = yield* codeDimension(store, { column: 'SKU Producto', unit: null }, null);
  const canales = yield* codeDimension(store, { column: 'Canal', unit: null }, null);
  const slots = yield* slotsOf(store, members, [skus, canales], DIRECT_PAIRS);
  const all = yield* sumGroups(store, members, slots, [...MONEY, UNITS], null);
  const isLacking = all.rowsWithoutCost.some((rows, slot) => slot > 0 && rows > 0);
  const unitsOf = function* (flag: number): Task<GroupedSums> {
    const units = yield* sumColumn(store, members, flagged(store, slots, flag), UNITS);
    return { ...all, sums: new Map([[UNITS, units]]) };
  };
  return {
    slots,
    all,
    costUnits: isLacking
      ? { loaded: yield* unitsOf(COST_LOADED), lacking: yield* unitsOf(COST_LACKING) }
      : null,
    skuOf: skus.textOf,
    canalOf: canales.textOf,
    captionOf: yield* productCaptions(store),
    categoryOf: yield* productCaptions(store, 'Categoría'),
  };
}

/** The same slots of only the rows that are marked so in what is known of their product cost. */
function flagged(store: ColumnStore, slots: GroupSlots, flag: number): GroupSlots {
  return {
    ...slots,
    fill(index, layer, into) {
      slots.fill(index, layer, into);
      const segment = store.segments[index];
      if (segment === undefined) return;
      const flags = productCostFlags(segment);
      for (let row = 0; row < flags.length; row += 1) if (flags[row] !== flag) into[row] = 0;
    },
  };
}
