import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { DecimalColumn, StoredSegment } from '#renderer/data/engine/columns/segment.ts';

/** What the cells of a cube's segment stand for: they are added up as rows are, and count as many. */
export type CellWeights = {
  /** Rows of each cell, and those that have Ventas and no product cost. */
  readonly rows: Int32Array;
  readonly rowsWithoutCost: Int32Array;
  /** Ventas of the rows that have a product cost; null where the segment carries no such figures. */
  readonly salesWithCost: DecimalColumn | null;
  /** Orders all of whose rows lie in the cell. */
  readonly orders: Int32Array;
  readonly orderSets: OrderSets;
  readonly scatteredOrders: ScatteredOrders;
};

/** Orders of this segment alone that lie in several cells: set by set, the cells and how many orders have just these. */
export type OrderSets = {
  /** The cells of a set stand from `starts[set]` to `starts[set + 1]`. */
  readonly starts: Uint32Array;
  readonly cells: Uint32Array;
  readonly counts: Uint32Array;
};

/** Orders that may have rows in other segments too: the number of each, with one of its cells. */
export type ScatteredOrders = { readonly orders: Uint32Array; readonly cells: Uint32Array };

const weights = defineDerivation<StoredSegment, CellWeights>();

/** Undefined for a segment of rows. */
export const weightsOf = (segment: StoredSegment): CellWeights | undefined => weights.get(segment);

export function keepWeights(segment: StoredSegment, made: CellWeights): StoredSegment {
  weights.keep(segment, made);
  return segment;
}
