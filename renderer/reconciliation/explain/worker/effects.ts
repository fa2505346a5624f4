import { startsOf } from '#renderer/data/engine/scan/counting.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Cube } from './cube.ts';
import { type Hypothesis, isInThrees } from './hypotheses.ts';

/**
 * Effects of hypotheses on the total. A cell is in the selection where the product of its conditions is 1; a hypothesis
 * changes some factors. So the total under several that speak of different conditions is the base, plus what each does
 * alone, plus what each two do beyond that (rows that both leave out, rows that only both let in), plus what each three
 * do beyond those. All of it is sums over the cells that the hypotheses touch.
 */
export type Effects = {
  readonly count: number;
  /** Those that are tried in threes come first, up to here; other measures from `measuresFrom` on. */
  readonly threesTo: number;
  readonly measuresFrom: number;
  readonly alone: Float64Array;
  /** Effects of pairs i < j, at i × count + j. */
  readonly ofTwo: Float64Array;
  /**
   * Writes the effects of a hypothesis i with any two after it j < k, into j × count + k. Only of those tried in
   * threes, and measures.
   */
  readonly ofThree: (i: number, into: Float64Array) => void;
  /** Of other sums by cell, one after the other. */
  readonly beside: readonly EffectsAlone[];
  /** Cells that a hypothesis touches; none: it changes nothing, whatever holds beside it. */
  readonly touched: Uint32Array;
};

/** What the selection comes to in some sums, and what each hypothesis alone adds to that. */
export type EffectsAlone = { readonly base: number; readonly alone: Float64Array };

/** By cell, the hypotheses that change whether it meets their conditions: 1 where it meets them now, -1 no longer. */
type Touched = {
  readonly starts: Uint32Array;
  readonly ids: Uint16Array;
  readonly signs: Int8Array;
};

const CELLS_PER_STEP = 4096;

/** @param others sums by cell that are no measures of the cube: of these each hypothesis is looked at alone */
export function* effectsOf(
  cube: Cube,
  fails: Uint32Array,
  hypotheses: readonly Hypothesis[],
  others: readonly Float64Array[] = [],
): Task<Effects> {
  const count = hypotheses.length;
  const placeOf = (isAt: (hypothesis: Hypothesis) => boolean, otherwise: number): number => {
    const at = hypotheses.findIndex(isAt);
    return at < 0 ? otherwise : at;
  };
  const measuresFrom = placeOf(({ measure }) => measure > 0, count);
  const threesTo = placeOf((hypothesis) => !isInThrees(hypothesis), measuresFrom);
  const touching = yield* touchedBy(cube, fails, hypotheses.slice(0, measuresFrom));
  const [own = new Float64Array(0), ...measures] = cube.measures.map(({ units }) => units);
  const pass: Pass = {
    count,
    threesTo,
    measuresFrom,
    fails,
    parts: Uint32Array.from(hypotheses, ({ parts }) => parts),
    touching,
    own,
    differences: measures.map((units) => units.map((value, cell) => value - (own[cell] ?? 0))),
  };
  const { alone, ofTwo, touched } = yield* addUpToTwo(pass, cube.cellCount);
  const beside: EffectsAlone[] = [];
  for (const units of others) beside.push(yield* addAlone(pass, units));
  const places = placesByHypothesis(touching, cube.cellCount, threesTo);
  const ofThree: Effects['ofThree'] = (i, into) => addThree(pass, places, i, into);
  return { count, threesTo, measuresFrom, alone, ofTwo, ofThree, beside, touched };
}

/** The parts that sums over cells are computed from. */
type Pass = Pick<Effects, 'count' | 'threesTo' | 'measuresFrom'> & {
  readonly fails: Uint32Array;
  readonly parts: Uint32Array;
  readonly touching: Touched;
  readonly own: Float64Array;
  /** By other measure, the surplus of a cell. */
  readonly differences: readonly Float64Array[];
};

function* addUpToTwo(
  { count, measuresFrom, fails, parts, touching, own, differences }: Pass,
  cellCount: number,
): Task<Pick<Effects, 'alone' | 'ofTwo' | 'touched'>> {
  const { starts, ids, signs } = touching;
  const alone = new Float64Array(count);
  const ofTwo = new Float64Array(count * count);
  const touched = new Uint32Array(count);
  for (let cell = 0; cell < cellCount; cell += 1) {
    if (cell % CELLS_PER_STEP === 0) yield;
    const failed = fails[cell] ?? 0;
    const value = own[cell] ?? 0;
    const end = starts[cell + 1] ?? 0;
    for (let first = starts[cell] ?? 0; first < end; first += 1) {
      const i = ids[first] ?? 0;
      const left = failed & ~(parts[i] ?? 0);
      const signed = (signs[first] ?? 0) * value;
      touched[i] = (touched[i] ?? 0) + 1;
      if (left === 0) alone[i] = (alone[i] ?? 0) + signed;
      for (let second = first + 1; second < end; second += 1) {
        const j = ids[second] ?? 0;
        if ((left & ~(parts[j] ?? 0)) !== 0) continue;
        const at = i * count + j;
        ofTwo[at] = (ofTwo[at] ?? 0) + (signs[second] ?? 0) * signed;
      }
    }
    for (let measure = 0; measure < differences.length; measure += 1) {
      const difference = differences[measure]?.[cell] ?? 0;
      if (difference === 0) continue;
      const k = measuresFrom + measure;
      touched[k] = (touched[k] ?? 0) + 1;
      if (failed === 0) alone[k] = (alone[k] ?? 0) + difference;
      for (let first = starts[cell] ?? 0; first < end; first += 1) {
        const i = ids[first] ?? 0;
        if ((failed & ~(parts[i] ?? 0)) !== 0) continue;
        const at = i * count + k;
        ofTwo[at] = (ofTwo[at] ?? 0) + (signs[first] ?? 0) * difference;
      }
    }
  }
  return { alone, ofTwo, touched };
}

function* addAlone(
  { count, fails, parts, touching: { starts, ids, signs } }: Pass,
  units: Float64Array,
): Task<EffectsAlone> {
  const alone = new Float64Array(count);
  let base = 0;
  for (let cell = 0; cell < units.length; cell += 1) {
    if (cell % CELLS_PER_STEP === 0) yield;
    const failed = fails[cell] ?? 0;
    const value = units[cell] ?? 0;
    if (value === 0) continue;
    if (failed === 0) base += value;
    for (let place = starts[cell] ?? 0; place < (starts[cell + 1] ?? 0); place += 1) {
      const i = ids[place] ?? 0;
      if ((failed & ~(parts[i] ?? 0)) === 0) alone[i] = (alone[i] ?? 0) + (signs[place] ?? 0) * value;
    }
  }
  return { base, alone };
}

function addThree(
  { count, threesTo, measuresFrom, fails, parts, touching, own, differences }: Pass,
  placesOf: ReturnType<typeof placesByHypothesis>,
  i: number,
  into: Float64Array,
): void {
  const { starts, ids, signs } = touching;
  into.fill(0);
  for (let at = placesOf.starts[i] ?? 0; at < (placesOf.starts[i + 1] ?? 0); at += 1) {
    const first = placesOf.places[at] ?? 0;
    const cell = placesOf.cells[at] ?? 0;
    const end = starts[cell + 1] ?? 0;
    const left = (fails[cell] ?? 0) & ~(parts[i] ?? 0);
    const signed = (signs[first] ?? 0) * (own[cell] ?? 0);
    for (let second = first + 1; second < end; second += 1) {
      const j = ids[second] ?? 0;
      if (j >= threesTo) break;
      const still = left & ~(parts[j] ?? 0);
      const both = (signs[second] ?? 0) * signed;
      for (let third = second + 1; third < end; third += 1) {
        const k = ids[third] ?? 0;
        if (k >= threesTo) break;
        if ((still & ~(parts[k] ?? 0)) !== 0) continue;
        const place = j * count + k;
        into[place] = (into[place] ?? 0) + (signs[third] ?? 0) * both;
      }
      if (still !== 0) continue;
      const sign = (signs[first] ?? 0) * (signs[second] ?? 0);
      for (let measure = 0; measure < differences.length; measure += 1) {
        const place = j * count + measuresFrom + measure;
        into[place] = (into[place] ?? 0) + sign * (differences[measure]?.[cell] ?? 0);
      }
    }
  }
}

function* touchedBy(
  { cellCount }: Pick<Cube, 'cellCount'>,
  fails: Uint32Array,
  hypotheses: readonly Hypothesis[],
): Task<Touched> {
  const byCode = hypothesesByCode(hypotheses);
  const general = hypotheses.findIndex(({ only }) => only === null);
  const generalFrom = general < 0 ? hypotheses.length : general;
  const starts = new Uint32Array(cellCount + 1);
  let ids = new Uint16Array(cellCount * 12 + 16);
  let signs = new Int8Array(ids.length);
  let end = 0;
  for (let cell = 0; cell < cellCount; cell += 1) {
    if (cell % CELLS_PER_STEP === 0) yield;
    starts[cell] = end;
    const failed = fails[cell] ?? 0;
    if (end + hypotheses.length > ids.length) {
      const more = new Uint16Array(ids.length * 2 + hypotheses.length);
      more.set(ids);
      ids = more;
      const moreSigns = new Int8Array(more.length);
      moreSigns.set(signs);
      signs = moreSigns;
    }
    const first = end;
    // Rows that no hypothesis lets in are let in by no combination of them either.
    let mendable = 0;
    for (const { codes, parts, of } of byCode) {
      const at = of[codes[cell] ?? 0] ?? NONE;
      if (at === NONE) continue;
      const was = (failed & parts) === 0;
      ids[end] = at;
      signs[end] = was ? -1 : 1;
      end += 1;
      if (!was) mendable |= parts;
    }
    for (let at = generalFrom; at < hypotheses.length; at += 1) {
      const { parts, passes } = hypotheses[at] as Hypothesis;
      const was = (failed & parts) === 0;
      if (passes(cell) === was) continue;
      ids[end] = at;
      signs[end] = was ? -1 : 1;
      end += 1;
      if (!was) mendable |= parts;
    }
    if ((failed & ~mendable) !== 0) end = first;
  }
  starts[cellCount] = end;
  return { starts, ids, signs };
}

const NONE = 0xffff;

/** By column, the hypothesis that speaks of a code, NONE where there is none; columns in the hypotheses' order. */
function hypothesesByCode(hypotheses: readonly Hypothesis[]) {
  const columns: { readonly codes: Uint16Array; readonly parts: number; readonly of: Uint16Array }[] = [];
  for (const [at, { only, parts }] of hypotheses.entries()) {
    if (only === null) continue;
    let column = columns.find(({ codes }) => codes === only.codes);
    if (column === undefined) {
      column = { codes: only.codes, parts, of: new Uint16Array(2 ** 16).fill(NONE) };
      columns.push(column);
    }
    column.of[only.code] = at;
  }
  return columns;
}

/** The same by hypothesis: where each of the first `count` stands, and in which cell. */
function placesByHypothesis({ starts, ids }: Touched, cellCount: number, count: number) {
  const counts = new Uint32Array(count);
  const total = starts[cellCount] ?? 0;
  for (let place = 0; place < total; place += 1) {
    const id = ids[place] ?? 0;
    if (id < count) counts[id] = (counts[id] ?? 0) + 1;
  }
  const own = startsOf(counts);
  const next = own.slice();
  const places = new Uint32Array(own[count] ?? 0);
  const cells = new Uint32Array(places.length);
  for (let cell = 0; cell < cellCount; cell += 1) {
    for (let place = starts[cell] ?? 0; place < (starts[cell + 1] ?? 0); place += 1) {
      const id = ids[place] ?? 0;
      if (id >= count) continue;
      const at = next[id] ?? 0;
      next[id] = at + 1;
      places[at] = place;
      cells[at] = cell;
    }
  }
  return { starts: own, places, cells };
}
