import { markAt, type TableLayout } from '#renderer/data/files/evidence/table-layout.ts';

/** Which line of the evidence each line of a file is, by their marks: wherever it was moved to, and each one once. */

const MARK_RANGE = 2 ** 24;
const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Above the most lines of an evidence: a mark and a place in one number that is exact. */
const PLACES = 2 ** 22;

export function createLineMatching(layout: Pick<TableLayout, 'marks'>) {
  const count = Math.floor(layout.marks.length / 4);
  const isTaken = new Uint8Array(count);
  let taken = 0;
  let elsewhere: ReturnType<typeof placesByMark> | null = null;
  /** From the last line that was found: lines that were put in or taken out move all below them. */
  let shift = 0;
  const take = (place: number): number => {
    isTaken[place] = 1;
    taken += 1;
    return place;
  };
  return {
    /** The evidence's line of a mark, by preference the one that stands in the same place; null: none is left. */
    find(line: number, mark: string): number | null {
      for (const place of new Set([line, line + shift])) {
        if (place < 0 || place >= count || isTaken[place] === 1 || markAt(layout, place) !== mark) continue;
        shift = place - line;
        return take(place);
      }
      elsewhere ??= placesByMark(layout, count);
      const place = elsewhere.next(mark, isTaken);
      if (place === null) return null;
      shift = place - line;
      return take(place);
    },
    /** Where a line that is in no evidence would stand in it. */
    guess: (line: number): number => line + shift,
    /** Lines of the evidence that the file has no more: how many, and the first of them. */
    lost: (): { readonly count: number; readonly first: number } => ({
      count: count - taken,
      first: isTaken.indexOf(0),
    }),
  };
}

/** All places sorted by their marks. */
function placesByMark(layout: Pick<TableLayout, 'marks'>, count: number) {
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place += 1)
    keys[place] = (numberOfMark(markAt(layout, place)) % MARK_RANGE) * PLACES + place;
  keys.sort();
  /** From each of them, the next that may be free. */
  const skip = new Uint32Array(count + 1).map((_, at) => at);
  const firstFree = (from: number, isTaken: Uint8Array): number => {
    let at = from;
    while (at < count) {
      const next = skip[at] ?? count;
      if (next !== at) {
        skip[at] = skip[next] ?? count;
        at = next;
      } else if (isTaken[(keys[at] ?? 0) % PLACES] === 1) {
        skip[at] = at + 1;
        at += 1;
      } else return at;
    }
    return count;
  };
  return {
    next(mark: string, isTaken: Uint8Array): number | null {
      const number = numberOfMark(mark);
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((keys[middle] ?? 0) < number * PLACES) low = middle + 1;
        else high = middle;
      }
      const at = firstFree(low, isTaken);
      const key = keys[at] ?? -1;
      return at < count && Math.floor(key / PLACES) === number ? key % PLACES : null;
    },
  };
}

function numberOfMark(mark: string): number {
  let number = 0;
  for (const sign of mark) number = number * 64 + Math.max(0, BASE_64.indexOf(sign));
  return number;
}
