import { localToMs, parseLocalDateTime } from '#shared/domain/dates.ts';
import { IDENTITY_COLUMNS, type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { createHashTable, grown } from './hash-table.ts';
import { cellAt, codeAt, findRow, type Segment, segmentIndexOf, type TextColumn } from './segment.ts';
import {
  hashOfEntry,
  hashOfText,
  isTextAt,
  sameText,
  scramble,
  type TextDictionary,
  textAt,
} from './text-dictionary.ts';

/** Which rows are of one order, in typed arrays: from the key's hash to a number, from it a chain through the rows. */
export type OrderIndex = ReturnType<typeof createOrderIndex>;
type OldRows = readonly { readonly base: number; readonly orderOf: Uint32Array }[];

/** The empty rest of a segment whose rows live on in another one. */
const NO_ROWS: Segment = { rowCount: 0, columns: new Map() };

/** Columns of the key of a row with an order number, and of one without, in the order of the key's JSON. */
const KEY_COLUMNS = ['Canal', 'Cuenta', 'Orden'] as const;
const BLANK_KEY_COLUMNS = IDENTITY_COLUMNS.filter((column) => column !== 'Orden');

/** Long, for its functions share the table, the chains and the codes of channels and accounts. */
export function createOrderIndex() {
  const channelCodes = createCellCodes();
  const accountCodes = createCellCodes();
  const table = createHashTable();
  const chains = createChains();

  const keyOf = (row: number): OrderKey => {
    const { segment, base } = chains.locate(row);
    const cellOf = (column: string): Cell => cellAt(segment.columns.get(column), row - base);
    // The key of an order with a number is of no other columns, which stand behind these.
    const isNumbered = (cellOf('Orden') ?? '').trim() !== '';
    return readKey((isNumbered ? KEY_COLUMNS : IDENTITY_COLUMNS).map(cellOf));
  };
  /** An order whose rows were all merged away is of no key: should it come again, it is a new one. */
  const isOfKey = (order: number, key: OrderKey): boolean => {
    const head = chains.headOf(order);
    return head >= 0 && keyOf(head) === key;
  };
  const insert = (hash: number): number => {
    const order = table.insert(hash);
    chains.begin(order);
    return order;
  };
  const hashOfParts = (parts: readonly Cell[]): number => {
    if (parts.length !== KEY_COLUMNS.length) {
      const isDate = (at: number) => BLANK_KEY_COLUMNS[at] === 'Fecha de compra';
      return mixHashes(parts.map((part, at) => (isDate(at) ? hashOfDate(part) : hashOfCell(part))));
    }
    const [channel = null, account = null, orden = null] = parts;
    return mixCodes(hashOfText(orden ?? ''), channelCodes.find(channel), accountCodes.find(account));
  };

  const blankOrder = (segment: Segment, row: number, at: number): number => {
    const hash = mixHashes(BLANK_KEY_COLUMNS.map((column) => hashOfCellAt(segment, column, at)));
    let key: OrderKey | null = null;
    const known = table.search(hash, (order) => {
      key ??= keyOf(row);
      return isOfKey(order, key);
    });
    return known >= 0 ? known : insert(hash);
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
        const head = chains.headOf(candidate);
        return head >= 0 && isSameOrder(segment, orden, at, chains.locate(head), head);
      });
      if (order < 0) order = insert(hash);
      lastOrder[entry] = order;
      lastChannel[entry] = channel;
      lastAccount[entry] = account;
      return order;
    };
  };

  return {
    get orderCount(): number {
      return table.size;
    },
    /** Adds a segment's rows; `base` is the number of its first row. Returns the order of each row. */
    addSegment(segment: Segment, base: number): Uint32Array {
      const orderOf = new Uint32Array(segment.rowCount);
      const place = chains.add(segment, base);
      const column = segment.columns.get('Orden');
      const orden = column?.kind === 'text' ? column : null;
      const numbered = orden === null ? null : numberedOrders(segment, orden);
      const blanks = orden === null ? null : blankEntries(orden.dictionary);
      for (let at = 0; at < segment.rowCount; at += 1) {
        const entry = orden === null ? 0 : codeAt(orden, at);
        const isBlank = numbered === null || blanks?.[entry] === 1;
        const order = isBlank ? blankOrder(segment, base + at, at) : numbered(entry, at);
        chains.link(place, at, order);
        orderOf[at] = order;
      }
      return orderOf;
    },
    /** Forgets all rows of some segments, and adds one whose rows' orders are known. */
    replaceSegments(old: OldRows, segment: Segment, base: number, orderOf: Uint32Array): void {
      chains.forget(old, table.size);
      if (segment.rowCount === 0) return;
      const place = chains.add(segment, base);
      for (let at = 0; at < orderOf.length; at += 1) chains.link(place, at, orderOf[at] ?? 0);
    },
    /** Number of an order, or -1 when no row (alive, or dead and not yet merged away) is of it. */
    find(key: OrderKey): number {
      const parts = JSON.parse(key) as readonly Cell[];
      // No row without a number has a key of these columns.
      const isNumbered = parts.length === KEY_COLUMNS.length && (parts[2] ?? '').trim() !== '';
      return table.search(hashOfParts(parts), (order) =>
        isNumbered ? isNumberedOrder(chains, order, parts) : isOfKey(order, key),
      );
    },
    /** The key of an order; null where none of its rows is there any more. */
    keyOf: (order: number): OrderKey | null => {
      const head = chains.headOf(order);
      return head < 0 ? null : keyOf(head);
    },
    /** Numbers of the rows of an order, newest segment first, dead ones included. */
    rowsOf: chains.rowsOf,
  };
}

/** The rows of a segment; `next` leads from each to the next older one of its order, or to -1. */
type Located = { readonly segment: Segment; readonly base: number; readonly next: Int32Array };

/** Chains through the rows of each order, the newest first. */
function createChains() {
  const located: Located[] = [];
  let heads = new Int32Array(1024);

  const locate = (row: number): Located => {
    const found = located[segmentIndexOf(located, row)];
    if (found === undefined) throw new RangeError('No such row.');
    return found;
  };
  const unlink = (order: number, forgotten: ReadonlySet<number>): void => {
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
  return {
    locate,
    headOf: (order: number): number => heads[order] ?? -1,
    begin(order: number): void {
      if (order >= heads.length) heads = grown(heads, Math.ceil(order * 1.5));
      heads[order] = -1;
    },
    add(segment: Segment, base: number): Located {
      const place = { segment, base, next: new Int32Array(segment.rowCount) };
      located.push(place);
      return place;
    },
    link({ base, next }: Located, at: number, order: number): void {
      next[at] = heads[order] ?? -1;
      heads[order] = base + at;
    },
    forget(old: OldRows, orderCount: number): void {
      const forgotten = new Set(old.map(({ base }) => base));
      const isDone = new Uint8Array(orderCount);
      for (const { orderOf } of old) {
        for (const order of orderOf) {
          if (isDone[order] !== 1) unlink(order, forgotten);
          isDone[order] = 1;
        }
      }
      for (const [index, { base }] of located.entries()) {
        if (forgotten.has(base)) located[index] = { segment: NO_ROWS, base, next: new Int32Array(0) };
      }
    },
    rowsOf(order: number): readonly number[] {
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

function isSameOrder(segment: Segment, orden: TextColumn, at: number, other: Located, row: number): boolean {
  const otherAt = row - other.base;
  const otherOrden = other.segment.columns.get('Orden');
  const sameCell = (column: string) =>
    cellAt(other.segment.columns.get(column), otherAt) === cellAt(segment.columns.get(column), at);
  return (
    otherOrden?.kind === 'text' &&
    sameText(orden.dictionary, codeAt(orden, at), otherOrden.dictionary, codeAt(otherOrden, otherAt)) &&
    sameCell('Canal') &&
    sameCell('Cuenta')
  );
}

/** Whether an order's rows have these cells in KEY_COLUMNS: as they lie in memory, without making a key. */
function isNumberedOrder(
  { headOf, locate }: ReturnType<typeof createChains>,
  order: number,
  parts: readonly Cell[],
): boolean {
  const head = headOf(order);
  if (head < 0) return false;
  const { segment, base } = locate(head);
  return KEY_COLUMNS.every((key, at) => {
    const column = segment.columns.get(key);
    const part = parts[at] ?? null;
    return column?.kind === 'text'
      ? isTextAt(column.dictionary, codeAt(column, head - base), part)
      : cellAt(column, head - base) === part;
  });
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
export function blankEntries(dictionary: TextDictionary): Uint8Array {
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
