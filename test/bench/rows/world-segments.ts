import type { WorldOptions } from '#electron/demo/world/world.ts';
import { createWorld } from '#electron/demo/world/world.ts';
import { type EncodedSegment, encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/**
 * A large local copy to measure with: rows of the demo world through the product's own encoder, newest segment first
 * and an order's rows together, as commits and merges leave them. Any segment can be made without those before it.
 */

/** UTC epoch milliseconds of the world's clock: its newest purchases are of this day. */
export const ROWS_NOW_MS = Date.UTC(2026, 10, 15, 15);
/** What merging makes (the "about 50,000 rows"). */
export const ROWS_PER_SEGMENT = 50_000;

const DAYS_BACK = 1000;
const ROWS_PER_ORDER = 1.5;
const COLUMN_KEYS = COLUMNS.map(({ key }) => key);
const ORDER_POSITIONS = ['Canal', 'Cuenta', 'Orden'].map((key) => COLUMN_KEYS.indexOf(key));
const NO_FILTER = { itemTypes: null, paymentStatuses: null, itemStatuses: null };

export type SegmentMaker = {
  readonly segments: number;
  /** The segment at a place, 0 the newest. */
  readonly make: (place: number) => EncodedSegment;
};

/** The world that holds so many rows: the demo's own, so that a service on it answers with the very same rows. */
export function worldOf(rows: number): WorldOptions {
  return { seed: 7, orders: Math.ceil(rows / ROWS_PER_ORDER), clock: () => ROWS_NOW_MS };
}

/** Throws RangeError when the world has fewer rows. Planning takes some 8 s at a million. */
export function createSegmentMaker(rows: number, rowsPerSegment: number): SegmentMaker {
  const world = createWorld(worldOf(rows));
  const dayAt = (day: number) => {
    const to = ROWS_NOW_MS + DAY_MS - day * DAY_MS;
    return world.find({ date: 'purchase_date', from: to - DAY_MS, to }, NO_FILTER);
  };
  /** Rows newer than each day. */
  const before: number[] = [];
  let planned = 0;
  for (let day = 0; planned < rows && day < DAYS_BACK; day += 1) {
    before.push(planned);
    planned += dayAt(day).size;
  }
  if (planned < rows) throw new RangeError(`The world holds ${planned} rows only.`);

  /** A day's rows, those of an order together. */
  const rowsOfDay = (day: number): readonly Cell[][] => {
    const found = dayAt(day);
    const orders = new Map<string, Cell[][]>();
    for (let at = 0; at < found.size; at += 1) {
      const cells = [...found.cells(at)];
      const key = JSON.stringify(ORDER_POSITIONS.map((position) => cells[position]));
      const known = orders.get(key);
      if (known === undefined) orders.set(key, [cells]);
      else known.push(cells);
    }
    return [...orders.values()].flat();
  };

  return {
    segments: Math.ceil(rows / rowsPerSegment),
    make(place) {
      const from = place * rowsPerSegment;
      const to = Math.min(from + rowsPerSegment, rows);
      const taken: Cell[][] = [];
      for (let day = dayHolding(before, from); taken.length < to - from; day += 1) {
        const first = before[day] ?? 0;
        taken.push(...rowsOfDay(day).slice(Math.max(0, from - first), to - first));
      }
      return encodeSegment({ columns: COLUMN_KEYS, rows: taken });
    },
  };
}

function dayHolding(before: readonly number[], row: number): number {
  let day = before.length - 1;
  while (day > 0 && (before[day] ?? 0) > row) day -= 1;
  return day;
}
