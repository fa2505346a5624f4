import { IDENTITY_COLUMNS, type OrderKey, orderKeyReader } from '#shared/orders/identity.ts';
import type { Cell } from '#shared/wire/row-table.ts';
import { cellAt, codeAt, type Segment } from './segment.ts';
import { entryBytes, sameText, type TextDictionary, textAt } from './text-dictionary.ts';

/**
 * Which rows are of one order (shared/orders/identity.ts), in typed arrays: a number per order, a table from the
 * key's hash to that number, and a chain through the order's rows. Equal hashes are compared by their texts.
 */
export type OrderIndex = {
  readonly orderCount: number;
  /** Adds a segment's rows; `base` is the number of its first row. Returns the order of each row. */
  readonly addSegment: (segment: Segment, base: number) => Uint32Array;
  /** Number of an order, or -1 when no row (alive or dead) was ever of it. */
  readonly find: (key: OrderKey) => number;
  /** Numbers of the rows of an order, newest segment first, dead ones included. */
  readonly rowsOf: (order: number) => readonly number[];
};

type Located = { readonly segment: Segment; readonly base: number; readonly next: Int32Array };

/** Columns of the key of a row with an order number, and of one without (in the order of the key's JSON). */
const KEY_COLUMNS = ['Canal', 'Cuenta', 'Orden'] as const;

export function createOrderIndex(): OrderIndex {
  const located: Located[] = [];
  const channelCodes = new Map<Cell, number>();
  const accountCodes = new Map<Cell, number>();
  let orderCount = 0;
  /** Newest row of each order. */
  let heads = new Int32Array(1024);
  let hashes = new Int32Array(1024);
  /** Open addressing: order + 1, or 0 for a free slot. */
  let slots = new Int32Array(4096);

  const locate = (row: number): Located => {
    let low = 0;
    let high = located.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((located[middle]?.base ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const found = located[low];
    if (found === undefined) throw new RangeError('No such row.');
    return found;
  };

  const insert = (hash: number): number => {
    if ((orderCount + 1) * 2 > slots.length) {
      slots = new Int32Array(slots.length * 2);
      for (let order = 0; order < orderCount; order += 1) slots[freeSlot(hashes[order] ?? 0)] = order + 1;
    }
    if (orderCount === heads.length) {
      heads = grown(heads);
      hashes = grown(hashes);
    }
    const order = orderCount;
    orderCount += 1;
    hashes[order] = hash;
    heads[order] = -1;
    slots[freeSlot(hash)] = order + 1;
    return order;
  };
  const freeSlot = (hash: number): number => {
    const mask = slots.length - 1;
    let at = hash & mask;
    while (slots[at] !== 0) at = (at + 1) & mask;
    return at;
  };
  const search = (hash: number, matches: (order: number) => boolean): number => {
    const mask = slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const order = (slots[at] ?? 0) - 1;
      if (order < 0) return -1;
      if (hashes[order] === hash && matches(order)) return order;
    }
  };

  const cellsOf = (row: number, columns: readonly string[]): Cell[] => {
    const { segment, base } = locate(row);
    return columns.map((column) => cellAt(segment.columns.get(column), row - base));
  };
  const keyOf = (row: number): OrderKey => readKey(cellsOf(row, IDENTITY_COLUMNS));

  return {
    get orderCount() {
      return orderCount;
    },
    addSegment(segment, base) {
      const next = new Int32Array(segment.rowCount);
      const orderOf = new Uint32Array(segment.rowCount);
      located.push({ segment, base, next });
      const orden = segment.columns.get('Orden');
      const channel = rowCodes(segment, 'Canal', channelCodes);
      const account = rowCodes(segment, 'Cuenta', accountCodes);
      const isPlain = orden?.kind === 'text' && channel !== null && account !== null;
      const hashOfEntry = isPlain ? entryHashes(orden.dictionary) : null;
      const blankEntry = isPlain ? blankEntries(orden.dictionary) : null;
      // Rows of one order mostly stand together in a segment: the last order met under an entry is tried first.
      const lastOrder = isPlain ? new Int32Array(orden.dictionary.size).fill(-1) : null;
      const lastRow = isPlain ? new Int32Array(orden.dictionary.size) : null;
      for (let row = 0; row < segment.rowCount; row += 1) {
        let order = -1;
        const entry = isPlain ? codeAt(orden, row) : 0;
        if (isPlain && blankEntry?.[entry] === 0) {
          const channelCode = channel[row] ?? 0;
          const accountCode = account[row] ?? 0;
          const previous = lastRow?.[entry] ?? 0;
          if (
            (lastOrder?.[entry] ?? -1) >= 0 &&
            channel[previous] === channelCode &&
            account[previous] === accountCode
          ) {
            order = lastOrder?.[entry] ?? -1;
          } else {
            const hash = mixCodes(hashOfEntry?.[entry] ?? 0, channelCode, accountCode);
            order = search(hash, (candidate) => {
              const head = heads[candidate] ?? 0;
              const other = locate(head);
              const otherOrden = other.segment.columns.get('Orden');
              if (otherOrden?.kind !== 'text') return keyOf(head) === keyOf(base + row);
              const at = head - other.base;
              return (
                sameText(orden.dictionary, entry, otherOrden.dictionary, codeAt(otherOrden, at)) &&
                keyOf(head) === keyOf(base + row)
              );
            });
            if (order < 0) order = insert(hash);
            if (lastOrder !== null) lastOrder[entry] = order;
            if (lastRow !== null) lastRow[entry] = row;
          }
        } else {
          const key = keyOf(base + row);
          const hash = hashOfKey(key, channelCodes, accountCodes);
          order = search(hash, (candidate) => keyOf(heads[candidate] ?? 0) === key);
          if (order < 0) order = insert(hash);
        }
        next[row] = heads[order] ?? -1;
        heads[order] = base + row;
        orderOf[row] = order;
      }
      return orderOf;
    },
    find(key) {
      const hash = hashOfKey(key, channelCodes, accountCodes);
      return search(hash, (order) => keyOf(heads[order] ?? 0) === key);
    },
    rowsOf(order) {
      const rows: number[] = [];
      for (let row = heads[order] ?? -1; row >= 0; ) {
        rows.push(row);
        const { base, next } = locate(row);
        row = next[row - base] ?? -1;
      }
      return rows;
    },
  };
}

const readKey = orderKeyReader({ columns: IDENTITY_COLUMNS });

/** Codes over all segments for a column of few values, one a row; null where the segment has it in another form. */
function rowCodes(segment: Segment, column: string, codes: Map<Cell, number>): Uint32Array | null {
  const codeOf = (cell: Cell): number => {
    const known = codes.get(cell);
    if (known !== undefined) return known;
    codes.set(cell, codes.size);
    return codes.size - 1;
  };
  const found = segment.columns.get(column);
  if (found === undefined) return new Uint32Array(segment.rowCount).fill(codeOf(null));
  if (found.kind !== 'text') return null;
  const map = Uint32Array.from({ length: found.dictionary.size }, (_, code) =>
    codeOf(textAt(found.dictionary, code)),
  );
  return Uint32Array.from({ length: segment.rowCount }, (_, row) => map[codeAt(found, row)] ?? 0);
}

const encoder = new TextEncoder();

function entryHashes(dictionary: TextDictionary): Int32Array {
  return Int32Array.from({ length: dictionary.size }, (_, code) => {
    const odd = dictionary.odd.get(code);
    return hashBytes(odd === undefined ? entryBytes(dictionary, code) : encoder.encode(odd));
  });
}

/** 1 for entries that are no order number: null, or nothing but white space. */
function blankEntries(dictionary: TextDictionary): Uint8Array {
  return Uint8Array.from({ length: dictionary.size }, (_, code) => {
    if (code === dictionary.nullCode) return 1;
    // Only an entry whose first byte is white space or not ASCII can be blank.
    const first = dictionary.bytes[dictionary.offsets[code] ?? 0] ?? 0;
    const isEmpty = dictionary.offsets[code] === dictionary.offsets[code + 1];
    if (!isEmpty && first > 0x20 && first < 0x80) return 0;
    return (textAt(dictionary, code) ?? '').trim() === '' ? 1 : 0;
  });
}

/** The same hash for a key's text as for a stored row of the order. */
function hashOfKey(
  key: OrderKey,
  channelCodes: ReadonlyMap<Cell, number>,
  accountCodes: ReadonlyMap<Cell, number>,
): number {
  const parts = JSON.parse(key) as readonly Cell[];
  if (parts.length !== KEY_COLUMNS.length) return hashBytes(encoder.encode(key));
  const [channel = null, account = null, orden = null] = parts;
  const hash = hashBytes(encoder.encode(orden ?? ''));
  return mixCodes(hash, channelCodes.get(channel) ?? -1, accountCodes.get(account) ?? -1);
}

function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < bytes.length; index += 1) {
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  }
  return scramble(hash);
}

function mixCodes(hash: number, channel: number, account: number): number {
  return scramble(hash ^ Math.imul(channel + 1, 0x9e3779b1) ^ Math.imul(account + 1, 0x85ebca77));
}

function scramble(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
