import { byteLengthOf, viewArray } from '#renderer/data/storage/segment/arrays.ts';
import type { PurchaseBounds } from '#renderer/data/storage/segment/layout.ts';
import type { ArrayKeeper, LentArray } from '#renderer/data/storage/segment/lent-columns.ts';
import { localFromMs, type Month, monthOf } from '#shared/domain/dates.ts';
import type { SpillFile } from './spill-file.ts';

/** The arrays of one segment, in memory or in a file. */
export type Home = {
  rows: number;
  /** Of its rows; null: nobody knows. */
  purchases: PurchaseBounds | null;
  readonly keeper: ArrayKeeper;
  readonly lent: LentArray[];
  /** Bytes in memory. */
  held: number;
  /** All bytes of the segment while they are in memory in one piece, as they came; null: arrays have bytes of their own. */
  whole: Uint8Array<ArrayBuffer> | null;
  /** Where arrays lie in the file, and what they must be when they are read back; null: they were never put there. */
  places: ReadonlyMap<LentArray, Place> | null;
};
type Place = { readonly file: SpillFile; readonly at: number; readonly checksum: string };

type Bringing = {
  /** The bytes of an array that is not in memory. Throws where they cannot be had. */
  readonly bring: (home: Home, lent: LentArray) => Uint8Array<ArrayBuffer>;
  /** So many bytes have come into memory. */
  readonly brought: (bytes: number) => void;
};

export function createHome(
  whole: Uint8Array<ArrayBuffer>,
  clock: ArrayKeeper['clock'],
  { bring, brought }: Bringing,
): Home {
  const keeper: ArrayKeeper = {
    clock,
    bring: (lent) => {
      const { buffer, length } = bring(home, lent);
      const array = viewArray(buffer, 0, { ...lent.ref, at: 0 });
      lent.array = array;
      clock.now += 1;
      lent.askedAt = clock.now;
      home.held += length;
      brought(length);
      return array;
    },
  };
  const home: Home = { rows: 0, purchases: null, keeper, lent: [], held: whole.length, whole, places: null };
  return home;
}

/** The bytes of an array that is in memory. */
export function bytesOf({ array }: LentArray): Uint8Array {
  return array === null
    ? new Uint8Array(0)
    : new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

type Age = { readonly lent: LentArray; readonly newestMs: number };

/** Arrays in memory of at least so many bytes, and the newest purchase of their rows (unknown: later than any). */
export function agesOf({ lent, held, purchases }: Home, leastBytes: number): readonly Age[] {
  if (held === 0) return [];
  const newestMs = purchases?.toMs ?? Number.MAX_VALUE;
  return lent.flatMap((one) =>
    one.array !== null && one.array.byteLength >= leastBytes ? [{ lent: one, newestMs }] : [],
  );
}

const ALIGNMENT = 8;

/** Lets arrays go that are in the file. Those that stay move out of the segment's bytes, which go with the first. */
export function drop(home: Home, going: ReadonlySet<LentArray>): void {
  for (const one of going) one.array = null;
  if (home.whole !== null) moveOut(home);
  home.held = home.lent.reduce((sum, { array }) => sum + (array?.byteLength ?? 0), 0);
}

function moveOut(home: Home): void {
  const staying = home.lent.filter(({ array }) => array !== null);
  const [large, small] = [staying.filter(isLarge), staying.filter((one) => !isLarge(one))];
  for (const one of large) one.array = viewArray(bytesOf(one).slice().buffer, 0, { ...one.ref, at: 0 });
  const ends = small.map(({ ref }) => Math.ceil(byteLengthOf(ref) / ALIGNMENT) * ALIGNMENT);
  const together = new Uint8Array(ends.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [index, one] of small.entries()) {
    together.set(bytesOf(one), at);
    one.array = viewArray(together.buffer, 0, { ...one.ref, at });
    at += ends[index] ?? 0;
  }
  home.whole = null;
}

/** A buffer of its own for each of hundreds of small arrays would take more than they do. */
const SMALL_BYTES = 1024;
const isLarge = ({ ref }: LentArray): boolean => byteLengthOf(ref) >= SMALL_BYTES;

/** What is on disk alone: bytes, and the months of purchase that lie there for the most part. */
export function monthsOutOf(homes: readonly Home[]): {
  readonly outBytes: number;
  readonly monthsOut: number;
} {
  const months = new Map<Month, { out: number; all: number }>();
  let outBytes = 0;
  for (const { lent, purchases } of homes) {
    const all = lent.reduce((sum, { ref }) => sum + byteLengthOf(ref), 0);
    const out = lent.reduce((sum, { ref, array }) => sum + (array === null ? byteLengthOf(ref) : 0), 0);
    outBytes += out;
    // A segment that reaches over several months counts for the one in its middle.
    const middleMs = purchases === null ? Number.NaN : (purchases.fromMs + purchases.toMs) / 2;
    if (!Number.isFinite(middleMs)) continue;
    const month = monthOf(localFromMs(middleMs));
    const sums = months.get(month) ?? { out: 0, all: 0 };
    months.set(month, { out: sums.out + out, all: sums.all + all });
  }
  return { outBytes, monthsOut: [...months.values()].filter(({ out, all }) => out > all / 2).length };
}
