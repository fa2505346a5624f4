import { lowerBound, partitionPoint } from '#shared/base/sorted-search.ts';

/**
 * Which parts of a group without a rule are to be looked at again. A part with the very rows that it had, which told nothing when
 * the same formulas were known of its channel, tells nothing again: it is passed over without a look at its rows.
 */

/** A part that followed a rule or made a formula known, and what was known after it. */
type ToldPart = { readonly code: number; readonly known: string };

/** What was known before the parts of a group, and those that told something, in their order. */
export type LookedAtParts = { readonly known: string; readonly told: readonly ToldPart[] };

export type PartWalk = {
  /** Where the next part to be looked at begins, from a place on at which one begins; the end of the group: there is none. */
  readonly next: (begin: number) => number;
  /** Has to be told of every part that was looked at. */
  readonly look: (code: number, hasTold: boolean) => void;
  readonly lookedAt: LookedAtParts;
};

/** Places at which rows stand beside each other that did not, the end of all among them; null: nothing is known of any. */
export type Seams = Uint32Array | null;

/**
 * @param codes of the parts, ascending up to `to`
 * @param known what is known of the channel at this moment
 */
export function walkParts(
  codes: ArrayLike<number>,
  to: number,
  known: () => string,
  { before, seams }: { readonly before: LookedAtParts | undefined; readonly seams: Seams },
): PartWalk {
  const told: ToldPart[] = [];
  let [knownThen, passed] = [before?.known, 0];
  /** Goes past what was told by parts before a code. */
  const pass = (code: number): void => {
    for (let part = before?.told[passed]; part !== undefined && part.code < code; ) {
      knownThen = part.known;
      passed += 1;
      part = before?.told[passed];
    }
  };
  /** Where the first part begins that has a seam in it or at one of its ends. */
  const nextChanged = (all: Uint32Array, begin: number): number => {
    const seam = all[lowerBound(all, begin)] ?? to + 1;
    if (seam > to) return to;
    return seam === begin ? begin : placeOf(codes, codes[seam - 1] ?? 0, begin, seam);
  };
  return {
    next(begin) {
      if (begin >= to) return to;
      pass(codes[begin] ?? 0);
      if (seams === null || knownThen !== known()) return begin;
      const changed = nextChanged(seams, begin);
      const part = before?.told[passed];
      return part === undefined ? changed : Math.min(changed, placeOf(codes, part.code, begin, to));
    },
    look(code, hasTold) {
      pass(code + 1);
      if (hasTold) told.push({ code, known: known() });
    },
    lookedAt: { known: known(), told },
  };
}

/** The first place from `from` on whose code is not below. */
function placeOf(codes: ArrayLike<number>, code: number, from: number, to: number): number {
  return partitionPoint(from, to, (at) => (codes[at] ?? 0) < code);
}
