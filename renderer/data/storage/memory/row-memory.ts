import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import type { RowMemoryBound, RowMemoryState } from '#renderer/data/model/row-memory.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import { LEDGER_LOST, NOT_OPEN } from '#renderer/data/storage/database/failures.ts';
import { byteLengthOf } from '#renderer/data/storage/segment/arrays.ts';
import {
  openBody,
  type PurchaseBounds,
  purchaseBounds,
  segmentIn,
} from '#renderer/data/storage/segment/layout.ts';
import type { LentArray } from '#renderer/data/storage/segment/lent-columns.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { createFileSpace, type FileRange } from './file-space.ts';
import { agesOf, bytesOf, createHome, drop, type Home, monthsOutOf } from './segment-home.ts';
import type { SpillFile } from './spill-file.ts';

/**
 * How much memory the rows take. Beyond the bound, arrays of columns leave memory for a file: those that were not asked for
 * the longest first, of these the oldest purchases. Whoever asks for one again reads it back at once, so that nobody above
 * has to know, and no figure can be another.
 */
export type RowMemory = {
  /** Opens a segment over its own bytes, as decodeSegment does. `purchases` of its rows, where they are known; null: nobody can. */
  readonly open: OpenSegment;
  /** To be called where the bound has come down. */
  readonly fit: () => void;
  readonly state: () => RowMemoryState;
  /** Nothing is read back from here on. */
  readonly close: () => void;
};

export type OpenSegment = (
  bytes: Uint8Array<ArrayBuffer>,
  headerLength: number,
  purchases?: PurchaseBounds | null,
) => Segment;

export type RowMemoryOptions = {
  /** It may become another one at any time. */
  readonly bound: () => RowMemoryBound;
  /** Opens the file once it is needed; where it rejects all rows stay in memory. */
  readonly openFile: () => Promise<SpillFile>;
  /** Smaller arrays stay. */
  readonly leastBytes?: number;
  /** Instead of BYTES_BESIDE_A_ROW. */
  readonly besideARow?: number;
};

/** All rows stay in memory. */
export const NO_BOUND: RowMemoryOptions = {
  bound: () => null,
  openFile: () => Promise.reject(new Error('Rows have no bound.')),
};

/** Reading a smaller array costs more than it frees. */
const LEAST_BYTES = 1024;

/**
 * Bytes of a row that always stay: its number, order, date and marks and the index of orders, and what the caches of questions
 * take beside (measured at 1, 3 and 10 million rows: 35 when they are opened, 90 to 100 once all kinds of questions were asked).
 */
const BYTES_BESIDE_A_ROW = 96;

/** Columns get at least so much of what stands beside them: with less, every question would read them all anew. */
const LEAST_BESIDE = 1.5;

/** So much of the bound is made free at once: finding what goes costs more than letting it go. */
const ROOM_MADE = 1 / 32;

/** A disk that was full is tried again after this: writing a segment in vain takes longer than keeping it. */
export const TRIED_AGAIN_MS = 60_000;

/** A segment is gone once nobody has it any more: it was merged, or figures were frozen that are released. */
type Known = { readonly home: WeakRef<Home>; range: FileRange | null };

/**
 * `onLost`: what was put into the file cannot be read back, the rows have to be read from the database again. Long, for its
 * functions share what is in memory and what is in the file.
 */
export function createRowMemory(
  { bound, openFile, leastBytes = LEAST_BYTES, besideARow = BYTES_BESIDE_A_ROW }: RowMemoryOptions,
  onLost: () => void,
): RowMemory {
  const clock = { now: 0 };
  const known = new Set<Known>();
  const space = createFileSpace();
  /** At least what is held: what nobody has any more counts until it is counted anew. */
  let held = 0;
  let rows = 0;
  let file: SpillFile | 'opening' | 'none' | null = null;
  /** When the disk was last found full; null: it has room, as far as is known. */
  let fullAtMs: number | null = null;
  let isClosed = false;

  const living = (): { readonly each: Known; readonly home: Home }[] => {
    const found: { readonly each: Known; readonly home: Home }[] = [];
    for (const each of known) {
      const home = each.home.deref();
      if (home !== undefined) found.push({ each, home });
      else {
        known.delete(each);
        if (each.range !== null) space.free(each.range);
      }
    }
    return found;
  };
  const count = (all: readonly { readonly home: Home }[]): void => {
    rows = all.reduce((sum, { home }) => sum + home.rows, 0);
    held = all.reduce((sum, { home }) => sum + home.held, rows * besideARow);
  };
  const most = (): number => Math.max(bound() ?? Number.POSITIVE_INFINITY, rows * besideARow * LEAST_BESIDE);

  const makeRoom = (): void => {
    if (held <= most() || file === 'opening' || file === 'none' || isClosed) return;
    const all = living();
    count(all);
    if (held <= most()) return;
    if (file === null) {
      void begin();
      return;
    }
    let over = held - most() * (1 - ROOM_MADE);
    const going = new Map<Known, Set<LentArray>>();
    if (fullAtMs !== null && performance.now() - fullAtMs >= TRIED_AGAIN_MS) fullAtMs = null;
    const able = fullAtMs !== null ? all.filter(({ home }) => home.places !== null) : all;
    const aged = able.flatMap(({ each, home }) => agesOf(home, leastBytes).map((age) => ({ each, ...age })));
    aged.sort((a, b) => a.lent.askedAt - b.lent.askedAt || a.newestMs - b.newestMs);
    for (const { each, lent } of aged) {
      if (over <= 0) break;
      going.set(each, (going.get(each) ?? new Set()).add(lent));
      over -= byteLengthOf(lent.ref);
    }
    for (const { each, home } of able) {
      const arrays = going.get(each);
      if (arrays !== undefined && isIn(each, home, file)) drop(home, arrays);
    }
    count(all);
  };
  const begin = async (): Promise<void> => {
    file = 'opening';
    const opened = await openFile().catch(() => null);
    if (isClosed) opened?.close();
    file = opened ?? 'none';
    makeRoom();
  };
  /** Puts a segment into the file, once; false where there is no room: then its rows stay where they are. */
  const isIn = (each: Known, home: Home, file: SpillFile): boolean => {
    const { whole } = home;
    if (whole === null) return true;
    if (fullAtMs !== null) return false;
    const range = space.take(whole.length);
    if (!file.write(whole, range.at)) {
      space.free(range);
      fullAtMs = performance.now();
      return false;
    }
    each.range = range;
    const large = home.lent.filter(({ ref }) => byteLengthOf(ref) >= leastBytes);
    home.places = new Map(
      large.map((lent) => {
        const bytes = bytesOf(lent);
        const at = range.at + bytes.byteOffset - whole.byteOffset;
        return [lent, { file, at, checksum: checksum(bytes) }];
      }),
    );
    return true;
  };

  const bring = (home: Home, lent: LentArray): Uint8Array<ArrayBuffer> => {
    if (isClosed) throw new RpcError(NOT_OPEN, 'The copy of these rows is closed.');
    const place = home.places?.get(lent);
    const bytes = new Uint8Array(byteLengthOf(lent.ref));
    if (place?.file.read(bytes, place.at) !== true || checksum(bytes) !== place.checksum) {
      onLost();
      throw new RpcError(LEDGER_LOST, 'Rows that had left memory cannot be read back.');
    }
    return bytes;
  };
  const brought = (bytes: number): void => {
    held += bytes;
    makeRoom();
  };

  return {
    open(bytes, headerLength, purchases) {
      const home = createHome(bytes, clock, { bring, brought });
      const segment = segmentIn(openBody(bytes, headerLength, home.keeper, (lent) => home.lent.push(lent)));
      home.rows = segment.rowCount;
      home.purchases = purchases === undefined ? purchaseBounds(segment, null) : purchases;
      known.add({ home: new WeakRef(home), range: null });
      rows += home.rows;
      held += bytes.length + home.rows * besideARow;
      makeRoom();
      return segment;
    },
    fit: makeRoom,
    state() {
      const all = living();
      count(all);
      const out = monthsOutOf(all.map(({ home }) => home));
      return { bound: bound(), heldBytes: held, ...out, isKept: file !== 'none' && fullAtMs === null };
    },
    close() {
      isClosed = true;
      if (typeof file === 'object') file?.close();
    },
  };
}
