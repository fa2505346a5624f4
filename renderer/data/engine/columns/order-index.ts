import { localToMs, parseLocalDateTime } from '#shared/domain/dates.ts';
import { IDENTITY_COLUMNS, type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { cellAt, codeAt, findRow, type Segment, segmentIndexOf, type TextColumn } from './segment.ts';
import {
  hashOfEntry,
  hashOfText,
  sameText,
  scramble,
  type TextDictionary,
  textAt,
} from './text-dictionary.ts';

/**
 * Which rows are of one order (shared/domain/order-identity.ts), in typed arrays: a number per order, a table from the
 * key's hash to that number, and a chain through the order's rows. Equal hashes are compared by their texts.
 */
export type OrderIndex = {
  readonly orderCount: number;
  /** Adds a segment's rows; `base` is the number of its first row. Returns the order of each row. */
  readonly addSegment: (segment: Segment, base: number) => Uint32Array;
  /** Forgets all rows of some segments, and adds one whose rows' orders are known. */
  readonly replaceSegments: (
    old: readonly { readonly base: number; readonly orderOf: Uint32Array }[],
    segment: Segment,
    base: number,
    orderOf: Uint32Array,
  ) => void;
  /** Number of an order, or -1 when no row (alive, or dead and not yet merged away) is of it. */
  readonly find: (key: OrderKey) => number;
  /** Numbers of the rows of an order, newest segment first, dead ones included. */
  readonly rowsOf: (order: number) => readonly number[];
};

type Located = { readonly segment: Segment; readonly base: number; readonly next: Int32Array };

/** What is left of a segment whose rows live on in another one. */
const NO_ROWS: Segment = { rowCount: 0, columns: new Map() };
const NO_CHAIN = new Int32Array(0);

/** Columns of the key of a row with an order number, and of one without, in the order of the key's JSON. */
const KEY_COLUMNS = ['Canal', 'Cuenta', 'Orden'] as const;
const BLANK_KEY_COLUMNS = IDENTITY_COLUMNS.filter((column) => column !== 'Orden');

export function createOrderIndex(): OrderIndex {
  const located: Located[] = [];
  const channelCodes = createCellCodes();
  const accountCodes = createCellCodes();
  const table = createOrderTable();

  const locate = (row: number): Located => {
    const found = located[segmentIndexOf(located, row)];
    if (found === undefined) throw new RangeError('No such row.');
    return found;
  };
  const headOf = (order: number): number => table.heads()[order] ?? -1;
  const keyOf = (row: number): OrderKey => {
    const { segment, base } = locate(row);
    return readKey(IDENTITY_COLUMNS.map((column) => cellAt(segment.columns.get(column), row - base)));
  };
  /** An order whose rows were all merged away is of no key: should it come again, it is a new one. */
  const isOfKey = (order: number, key: OrderKey): boolean => {
    const head = headOf(order);
    return head >= 0 && keyOf(head) === key;
  };
  const hashOfKey = (key: OrderKey): number => {
    const parts = JSON.parse(key) as readonly Cell[];
    if (parts.length !== KEY_COLUMNS.length) {
      return mixHashes(
        parts.map((part, at) =>
          BLANK_KEY_COLUMNS[at] === 'Fecha de compra' ? hashOfDate(part) : hashOfCell(part),
        ),
      );
    }
    const [channel = null, account = null, orden = null] = parts;
    return mixCodes(hashOfText(orden ?? ''), channelCodes.find(channel), accountCodes.find(account));
  };

  /** Puts rows before those that their orders have. */
  const link = (orderOf: Uint32Array, base: number, next: Int32Array): void => {
    const heads = table.heads();
    for (let at = 0; at < orderOf.length; at += 1) {
      const order = orderOf[at] ?? 0;
      next[at] = heads[order] ?? -1;
      heads[order] = base + at;
    }
  };
  /** Takes the rows of some segments out of an order. */
  const unlink = (order: number, forgotten: ReadonlySet<number>): void => {
    const heads = table.heads();
    let kept: { readonly next: Int32Array; readonly at: number } | null = null;
    let row = heads[order] ?? -1;
    heads[order] = -1;
    while (row >= 0) {
      const { base, next } = locate(row);
      const at = row - base;
      const following = next[at] ?? -1;
      if (!forgotten.has(base)) {
        if (kept === null) heads[order] = row;
        else kept.next[kept.at] = row;
        next[at] = -1;
        kept = { next, at };
      }
      row = following;
    }
  };

  /** The order of a row without order number. */
  const blankOrder = (segment: Segment, row: number, at: number): number => {
    const hash = mixHashes(BLANK_KEY_COLUMNS.map((column) => hashOfCellAt(segment, column, at)));
    let key: OrderKey | null = null;
    const known = table.search(hash, (order) => {
      key ??= keyOf(row);
      return isOfKey(order, key);
    });
    return known >= 0 ? known : table.insert(hash);
  };

  /** Makes the function that gives the order of a row with an order number. */
  const numberedOrders = (segment: Segment, orden: TextColumn) => {
    const { dictionary } = orden;
    const channels = codesOf(segment, 'Canal', channelCodes);
    const accounts = codesOf(segment, 'Cuenta', accountCodes);
    const hashes = new Int32Array(dictionary.size);
    for (let entry = 0; entry < hashes.length; entry += 1) hashes[entry] = hashOfEntry(dictionary, entry);
    // Rows of one order mostly stand together in a segment: the last order met under an entry is tried first.
    const lastOrder = new Int32Array(dictionary.size).fill(-1);
    const lastChannel = new Int32Array(dictionary.size);
    const lastAccount = new Int32Array(dictionary.size);
    table.reserve(dictionary.size);
    return (entry: number, at: number): number => {
      const channel = channels(at);
      const account = accounts(at);
      const last = lastOrder[entry] ?? -1;
      if (last >= 0 && lastChannel[entry] === channel && lastAccount[entry] === account) return last;
      const hash = mixCodes(hashes[entry] ?? 0, channel, account);
      let order = table.search(hash, (candidate) => {
        const head = headOf(candidate);
        if (head < 0) return false;
        const other = locate(head);
        const otherOrden = other.segment.columns.get('Orden');
        const otherAt = head - other.base;
        const sameCell = (column: string) =>
          cellAt(other.segment.columns.get(column), otherAt) === cellAt(segment.columns.get(column), at);
        return (
          otherOrden?.kind === 'text' &&
          sameText(dictionary, entry, otherOrden.dictionary, codeAt(otherOrden, otherAt)) &&
          sameCell('Canal') &&
          sameCell('Cuenta')
        );
      });
      if (order < 0) order = table.insert(hash);
      lastOrder[entry] = order;
      lastChannel[entry] = channel;
      lastAccount[entry] = account;
      return order;
    };
  };

  return {
    get orderCount() {
      return table.count;
    },
    addSegment(segment, base) {
      const next = new Int32Array(segment.rowCount);
      const orderOf = new Uint32Array(segment.rowCount);
      located.push({ segment, base, next });
      const orden = segment.columns.get('Orden');
      const numbered = orden?.kind === 'text' ? numberedOrders(segment, orden) : null;
      const blanks = orden?.kind === 'text' ? blankEntries(orden.dictionary) : null;
      for (let at = 0; at < segment.rowCount; at += 1) {
        const entry = orden?.kind === 'text' ? codeAt(orden, at) : 0;
        const order =
          numbered === null || blanks === null || blanks[entry] === 1
            ? blankOrder(segment, base + at, at)
            : numbered(entry, at);
        const heads = table.heads();
        next[at] = heads[order] ?? -1;
        heads[order] = base + at;
        orderOf[at] = order;
      }
      return orderOf;
    },
    replaceSegments(old, segment, base, orderOf) {
      const forgotten = new Set(old.map((each) => each.base));
      const isDone = new Uint8Array(table.count);
      for (const each of old) {
        for (const order of each.orderOf) {
          if (isDone[order] === 1) continue;
          isDone[order] = 1;
          unlink(order, forgotten);
        }
      }
      for (const [index, { base: first }] of located.entries()) {
        if (forgotten.has(first)) located[index] = { segment: NO_ROWS, base: first, next: NO_CHAIN };
      }
      if (segment.rowCount === 0) return;
      const next = new Int32Array(segment.rowCount);
      located.push({ segment, base, next });
      link(orderOf, base, next);
    },
    find: (key) => table.search(hashOfKey(key), (order) => isOfKey(order, key)),
    rowsOf(order) {
      const rows: number[] = [];
      for (let row = headOf(order); row >= 0; ) {
        rows.push(row);
        const { base, next } = locate(row);
        row = next[row - base] ?? -1;
      }
      return rows;
    },
  };
}

const readKey = orderKeyReader({ columns: IDENTITY_COLUMNS });

/** Codes over all segments for the cells of a column of few values. */
function createCellCodes() {
  const codes = new Map<Cell, number>();
  return {
    codeOf(cell: Cell): number {
      const code = codes.get(cell) ?? codes.size;
      codes.set(cell, code);
      return code;
    },
    find: (cell: Cell): number => codes.get(cell) ?? -1,
  };
}
type CellCodes = ReturnType<typeof createCellCodes>;

function codesOf(segment: Segment, column: string, codes: CellCodes): (at: number) => number {
  const found = segment.columns.get(column);
  if (found?.kind !== 'text') return (at) => codes.codeOf(cellAt(found, at));
  const map = Uint32Array.from({ length: found.dictionary.size }, (_, code) =>
    codes.codeOf(textAt(found.dictionary, code)),
  );
  return (at) => map[codeAt(found, at)] ?? 0;
}

/** 1 for entries that are no order number: null, or nothing but white space. */
function blankEntries(dictionary: TextDictionary): Uint8Array {
  const { bytes, offsets, nullCode, odd, size } = dictionary;
  const blanks = new Uint8Array(size);
  for (let code = 0; code < size; code += 1) {
    // Only an entry whose first byte is white space or not ASCII can be blank.
    const first = bytes[offsets[code] ?? 0] ?? 0;
    const isEmpty = offsets[code] === offsets[code + 1] && !odd.has(code);
    if (code === nullCode || isEmpty) blanks[code] = 1;
    else if (first <= 0x20 || first >= 0x80) {
      blanks[code] = (textAt(dictionary, code) ?? '').trim() === '' ? 1 : 0;
    }
  }
  return blanks;
}

const NULL_HASH = 0x2545f491;

function hashOfCell(cell: Cell): number {
  return cell === null ? NULL_HASH : hashOfText(cell);
}

/** A date by its milliseconds where its text says no more than they do. */
function hashOfDate(cell: Cell): number {
  const date = cell === null ? undefined : parseLocalDateTime(cell);
  return date !== undefined && date === cell ? hashOfMs(localToMs(date)) : hashOfCell(cell);
}

function hashOfMs(ms: number): number {
  return scramble((ms | 0) ^ Math.imul(Math.floor(ms / 2 ** 32), 0x85ebca77));
}

function hashOfCellAt(segment: Segment, column: string, at: number): number {
  const found = segment.columns.get(column);
  if (found?.kind === 'date' && findRow(found.exceptions.rows, at) < 0) {
    return hashOfMs(found.base + (found.offsets[at] ?? 0));
  }
  if (found?.kind !== 'text') return hashOfDate(cellAt(found, at));
  const code = codeAt(found, at);
  return code === found.dictionary.nullCode ? NULL_HASH : hashOfEntry(found.dictionary, code);
}

function mixHashes(hashes: readonly number[]): number {
  let mixed = 0;
  for (const hash of hashes) mixed = scramble(Math.imul(mixed, 31) ^ hash);
  return mixed;
}

function mixCodes(hash: number, channel: number, account: number): number {
  return scramble(hash ^ Math.imul(channel + 1, 0x9e3779b1) ^ Math.imul(account + 1, 0x85ebca77));
}

/** From the hash of an order's key to its number: open addressing in typed arrays. Orders are numbered from 0. */
type OrderTable = {
  readonly count: number;
  /** Newest row of each order, -1 where it has none yet. */
  readonly heads: () => Int32Array;
  /** Makes room for so many orders more. */
  readonly reserve: (orders: number) => void;
  /** The order of a hash that `isSame` accepts, or -1. */
  readonly search: (hash: number, isSame: (order: number) => boolean) => number;
  readonly insert: (hash: number) => number;
};

function createOrderTable(): OrderTable {
  let count = 0;
  let heads = new Int32Array(1024);
  let hashes = new Int32Array(1024);
  /** Order + 1, or 0 for a free place. */
  let places = new Int32Array(4096);

  const put = (order: number, hash: number): void => {
    const mask = places.length - 1;
    let at = hash & mask;
    while (places[at] !== 0) at = (at + 1) & mask;
    places[at] = order + 1;
  };
  const reserve = (orders: number): void => {
    const needed = count + orders;
    if (needed > heads.length) {
      const length = Math.max(needed, Math.ceil(heads.length * 1.5));
      heads = longer(heads, length);
      hashes = longer(hashes, length);
    }
    if (needed * 2 <= places.length) return;
    let length = places.length;
    while (needed * 2 > length) length *= 2;
    places = new Int32Array(length);
    for (let order = 0; order < count; order += 1) put(order, hashes[order] ?? 0);
  };
  return {
    get count() {
      return count;
    },
    heads: () => heads,
    reserve,
    search(hash, isSame) {
      const mask = places.length - 1;
      for (let at = hash & mask; ; at = (at + 1) & mask) {
        const order = (places[at] ?? 0) - 1;
        if (order < 0 || (hashes[order] === hash && isSame(order))) return order;
      }
    },
    insert(hash) {
      reserve(1);
      const order = count;
      count += 1;
      hashes[order] = hash;
      heads[order] = -1;
      put(order, hash);
      return order;
    },
  };
}

function longer(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
