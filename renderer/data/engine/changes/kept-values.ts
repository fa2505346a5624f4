import type { Cell } from '#shared/domain/row-table.ts';

/** Values of the other columns of changed orders before and after, as the log stores them: at a bounded cost. */

/** An order's values in a column that differs: the distinct ones, or the exact sum of a figure's. */
export type ColumnChange = {
  readonly column: string;
  readonly before: readonly Cell[];
  readonly after: readonly Cell[];
};

/** The values of the orders of one record. */
export type PackedValues = {
  /** Names of columns and values, once each. */
  readonly texts: readonly Cell[];
  /**
   * Codes of each order in turn: how many columns; of each column its name, how many values before, how many after, and
   * these. Names and values are places in `texts`.
   */
  readonly codes: Uint16Array;
};

/** Most that an order's values may take; what does not fit is left out, column by column. */
export const MAX_ORDER_BYTES = 2_048;
/** Most that the values of the whole log may take, in storage and in memory: beyond, the oldest are forgotten. */
export const MAX_LOG_BYTES = 16 * 2 ** 20;

const CODE_BYTES = Uint16Array.BYTES_PER_ELEMENT;

/** In UTF-8, where no character of one unit takes more than three bytes, and one of two takes four. */
function textBytes(text: Cell): number {
  if (text === null) return 0;
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    bytes += code < 0x800 ? 1 : 2;
    // The second unit is counted already.
    if (isPair) at += 1;
  }
  return bytes;
}

/** Bytes that a column takes of its order's share, whatever of it other orders have in common with it. */
function columnBytes({ before, after }: ColumnChange): number {
  let bytes = (3 + before.length + after.length) * CODE_BYTES;
  for (const value of before) bytes += textBytes(value);
  for (const value of after) bytes += textBytes(value);
  return bytes;
}

/** The columns that an order's share has room for, taken in their order: a long one does not keep out those behind it. */
export function withinOrder(changes: readonly ColumnChange[]): readonly ColumnChange[] {
  let room = MAX_ORDER_BYTES;
  return changes.filter((change) => {
    const bytes = columnBytes(change);
    if (bytes > room) return false;
    room -= bytes;
    return true;
  });
}

/** `orders`: each within its share (`withinOrder`), so that codes of 16 bits reach every text of a record. */
export function packValues(orders: readonly (readonly ColumnChange[])[]): PackedValues {
  const places = new Map<Cell, number>();
  const codes: number[] = [];
  const put = (text: Cell): void => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    codes.push(place);
  };
  for (const columns of orders) {
    codes.push(columns.length);
    for (const { column, before, after } of columns) {
      put(column);
      codes.push(before.length, after.length);
      for (const value of before) put(value);
      for (const value of after) put(value);
    }
  }
  return { texts: [...places.keys()], codes: Uint16Array.from(codes) };
}

/** Bytes that they take of the log's share. */
export function packedBytes({ texts, codes }: PackedValues): number {
  return texts.reduce((sum, text) => sum + textBytes(text), codes.byteLength);
}

/** Where each order's values begin in `codes`. */
export function valuePlaces({ codes }: PackedValues, orders: number): readonly number[] {
  const places: number[] = [];
  let at = 0;
  for (let order = 0; order < orders; order += 1) {
    places.push(at);
    const columns = codes[at] ?? 0;
    at += 1;
    for (let column = 0; column < columns; column += 1) at += 3 + (codes[at + 1] ?? 0) + (codes[at + 2] ?? 0);
  }
  return places;
}

/** The values of the order whose own begin at `place`. */
export function valuesAt({ texts, codes }: PackedValues, place: number): readonly ColumnChange[] {
  let at = place + 1;
  const take = (count: number): readonly Cell[] => {
    const values = Array.from(codes.subarray(at, at + count), (code) => texts[code] ?? null);
    at += count;
    return values;
  };
  return Array.from({ length: codes[place] ?? 0 }, () => {
    const column = texts[codes[at] ?? 0] ?? '';
    const [before = 0, after = 0] = codes.subarray(at + 1, at + 3);
    at += 3;
    return { column, before: take(before), after: take(after) };
  });
}
