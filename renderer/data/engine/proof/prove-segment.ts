import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import {
  cellAt,
  type DecimalColumn,
  eachException,
  type Meaning,
  meaningAt,
  powerOfTen,
  type Segment,
  type SegmentColumn,
} from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { compare, percentOf, type Scaled, subtract, sum } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import {
  OTHER_BASES,
  type RateRule,
  ROW_RULES,
  type RowRule,
  type SumRule,
} from '#shared/domain/row-proof.ts';

/** What became of a rule in a row. */
export const STATE = { holds: 0, fails: 1, absent: 2, unreadable: 3 } as const;

/** A rule over the rows of one segment, dead ones among them. */
export type RuleProof = {
  /** A STATE for each row; null: it holds in all. */
  readonly states: Uint8Array | null;
  /** The rows where it fails, ascending. */
  readonly failing: Uint32Array;
  /** Of sums: how much each of them is off, in units at `scale`; NaN where it stands in `beyond`. */
  readonly units: Float64Array;
  readonly scale: number;
  /** What doubles do not carry, by row. */
  readonly beyond: ReadonlyMap<number, Scaled>;
  /** Of percentages: 1 + the place of the base (of OTHER_BASES) that fits each of them, 0 where none does. */
  readonly bases: Uint8Array;
};

export type SegmentProof = {
  /** In the order of ROW_RULES. */
  readonly rules: readonly RuleProof[];
  /** 1 where Ventas is 0: percentages that hold there tell nothing. */
  readonly withoutBase: Uint8Array;
};

/** A segment's columns never change, whoever holds them: live rows, dead ones, a frozen copy. */
const proofs = defineDerivation<Segment['columns'], SegmentProof>();

export function* proveSegment(segment: Segment): CooperativeTask<SegmentProof> {
  const known = proofs.get(segment.columns);
  if (known !== undefined) return known;
  const rules: RuleProof[] = [];
  for (const rule of ROW_RULES) {
    rules.push(rule.kind === 'sum' ? proveSum(segment, rule) : proveRate(segment, rule));
    yield;
  }
  return proofs.keep(segment.columns, { rules, withoutBase: zerosOf(segment) });
}

const NO_ROWS = new Uint32Array(0);
const NO_UNITS = new Float64Array(0);
const NO_BASES = new Uint8Array(0);
const HOLDS: RuleProof = {
  states: null,
  failing: NO_ROWS,
  units: NO_UNITS,
  scale: 0,
  beyond: new Map(),
  bases: NO_BASES,
};

/** States of rows, made where the first one is not that a rule holds; and the rows that doubles do not tell. */
function createStates(rowCount: number) {
  let states: Uint8Array | null = null;
  const odd = new Set<number>();
  const set = (row: number, state: number): void => {
    states ??= new Uint8Array(rowCount);
    if ((states[row] ?? 0) < state) states[row] = state;
  };
  return {
    odd,
    set,
    get: (row: number): number => states?.[row] ?? STATE.holds,
    all: () => states,
    /** What a column does not say in plain units. */
    look(column: SegmentColumn | undefined): void {
      if (column?.kind !== 'decimal') {
        for (let row = 0; row < rowCount; row += 1) set(row, STATE.absent);
        return;
      }
      eachException(column.exceptions, (row, { kind }) => {
        if (kind === 'value') odd.add(row);
        else set(row, kind === 'absent' ? STATE.absent : STATE.unreadable);
      });
    },
  };
}

type States = ReturnType<typeof createStates>;

/** Rows that fail, in order. */
function proofOf(
  states: States,
  failing: readonly number[],
  more: Partial<Pick<RuleProof, 'units' | 'scale' | 'beyond' | 'bases'>>,
): RuleProof {
  for (const row of failing) states.set(row, STATE.fails);
  if (states.all() === null) return HOLDS;
  return { ...HOLDS, states: states.all(), failing: Uint32Array.from(failing), ...more };
}

/** A column less the sum of its parts is 0. */
function proveSum(segment: Segment, rule: SumRule): RuleProof {
  const { rowCount } = segment;
  const terms = termsOf(rule).map(({ key, sign }) => ({ column: segment.columns.get(key), sign }));
  const states = createStates(rowCount);
  for (const { column } of terms) states.look(column);
  const carried = terms.flatMap(({ column, sign }) => (column?.kind === 'decimal' ? [{ column, sign }] : []));
  // What is not carried leaves every row untold.
  if (carried.length < terms.length) return proofOf(states, [], {});
  const scale = carried.reduce((most, { column }) => Math.max(most, column.scale), 0);
  const factorOf = (column: DecimalColumn) => powerOfTen(scale - column.scale);
  const off = new Float64Array(rowCount);
  for (const { column, sign } of carried) addUnits(off, column, sign * factorOf(column));
  const reach = carried.reduce((all, { column }) => all + column.magnitude * factorOf(column), 0);
  if (reach > Number.MAX_SAFE_INTEGER) {
    const sizes = new Float64Array(rowCount);
    for (const { column } of carried) addSizes(sizes, column, factorOf(column));
    // Rounding never brings a sum of sizes below 2^53 that is above it.
    for (let row = 0; row < rowCount; row += 1) {
      if ((sizes[row] ?? 0) > Number.MAX_SAFE_INTEGER) states.odd.add(row);
    }
  }
  const beyond = new Map<number, Scaled>();
  for (const row of states.odd) {
    off[row] = 0;
    if (states.get(row) !== STATE.holds) continue;
    const difference = differenceAt(segment, rule, row);
    if (difference === null || difference.units === 0n) continue;
    beyond.set(row, difference);
    off[row] = Number.NaN;
  }
  const failing = nonZeroRows(off).filter((row) => states.get(row) === STATE.holds);
  const units = Float64Array.from(failing, (row) => off[row] ?? 0);
  return proofOf(states, failing, { units, scale, beyond });
}

function termsOf({
  result,
  plus,
  minus,
}: SumRule): readonly { readonly key: string; readonly sign: 1 | -1 }[] {
  return [
    { key: result, sign: 1 },
    ...plus.map((key) => ({ key, sign: -1 }) as const),
    ...minus.map((key) => ({ key, sign: 1 }) as const),
  ];
}

/** The inner loops: sums of integers up to 2^53 are exact in any order. */

function addUnits(into: Float64Array, { rows, values }: DecimalColumn, factor: number): void {
  if (rows === null) {
    for (let row = 0; row < values.length; row += 1)
      into[row] = (into[row] ?? 0) + (values[row] ?? 0) * factor;
    return;
  }
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    into[row] = (into[row] ?? 0) + (values[at] ?? 0) * factor;
  }
}

function addSizes(into: Float64Array, { rows, values }: DecimalColumn, factor: number): void {
  for (let at = 0; at < values.length; at += 1) {
    const row = rows === null ? at : (rows[at] ?? 0);
    into[row] = (into[row] ?? 0) + Math.abs(values[at] ?? 0) * factor;
  }
}

function nonZeroRows(values: Float64Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row += 1) if (values[row] !== 0) rows.push(row);
  return rows;
}

/** Past this a product of doubles is computed in whole numbers. */
const SURE = 2 ** 51;
const MOST_PLACES = 15;

/** A percentage is a part of a base, to half of the last digit it is written with: whichever way halves are rounded. */
function proveRate(segment: Segment, rule: RateRule): RuleProof {
  const { rowCount } = segment;
  const { columns } = segment;
  const result = columns.get(rule.result);
  const part = columns.get(rule.part);
  const base = columns.get(RATE_BASE_COLUMN);
  const states = createStates(rowCount);
  for (const column of [result, part, base]) states.look(column);
  if (result?.kind !== 'decimal' || part?.kind !== 'decimal' || base?.kind !== 'decimal') {
    return proofOf(states, [], {});
  }
  const rates: Rates = {
    result,
    part,
    rates: unitsOf(result, rowCount),
    parts: unitsOf(part, rowCount),
    places: placesOf(result, rowCount),
  };
  // 0 over 0 tells nothing, and contradicts nothing.
  const fits = fitsOver(rates, base, rowCount, FIT.yes);
  const failing: number[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    if (fits[row] === FIT.yes && states.odd.size === 0) continue;
    if (states.get(row) !== STATE.holds) continue;
    const isUnsure = fits[row] === FIT.unsure || states.odd.has(row);
    if (isUnsure ? !rateFits(segment, rule, row, RATE_BASE_COLUMN) : fits[row] === FIT.no) failing.push(row);
  }
  if (failing.length === 0) return proofOf(states, [], {});
  const bases = new Uint8Array(failing.length);
  for (const [at, key] of OTHER_BASES.entries()) {
    const other = columns.get(key);
    if (other?.kind !== 'decimal') continue;
    const fitsOther = fitsOver(rates, other, rowCount, FIT.no);
    eachException(other.exceptions, (row) => {
      fitsOther[row] = FIT.unsure;
    });
    for (let place = 0; place < failing.length; place += 1) {
      const row = failing[place] ?? 0;
      if (bases[place] !== 0) continue;
      const isUnsure = fitsOther[row] === FIT.unsure || states.odd.has(row);
      const isRight = isUnsure ? rateFits(segment, rule, row, key) : fitsOther[row] === FIT.yes;
      if (isRight) bases[place] = at + 1;
    }
  }
  return proofOf(states, failing, { bases });
}

/** A percentage's own units, those of its part, and how many places it is written with. */
type Rates = {
  readonly result: DecimalColumn;
  readonly part: DecimalColumn;
  readonly rates: Float64Array;
  readonly parts: Float64Array;
  readonly places: Uint8Array;
};

const FIT = { no: 0, yes: 1, unsure: 2 } as const;

/** Whether each percentage is its part over a base: |rate × base − part × 100| × 2 ≤ |base| × one unit of its last place. */
function fitsOver(
  { result, part, rates, parts, places }: Rates,
  base: DecimalColumn,
  rowCount: number,
  ofNothing: number,
): Uint8Array {
  const bases = unitsOf(base, rowCount);
  const shift = 2 + base.scale + result.scale - part.scale;
  const ofRate = 2 * powerOfTen(Math.max(0, -shift));
  const ofPart = 2 * powerOfTen(Math.max(0, shift));
  const allowed = Float64Array.from(
    { length: MOST_PLACES + 1 },
    (_, at) => powerOfTen(Math.max(0, result.scale - at)) * powerOfTen(Math.max(0, -shift)),
  );
  const fits = new Uint8Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    const size = bases[row] ?? 0;
    const left = (rates[row] ?? 0) * size * ofRate;
    const right = (parts[row] ?? 0) * ofPart;
    const written = places[row] ?? 0;
    if (Math.abs(left) > SURE || Math.abs(right) > SURE || written > MOST_PLACES) fits[row] = FIT.unsure;
    else if (size === 0) fits[row] = rates[row] === 0 ? ofNothing : FIT.no;
    else fits[row] = Math.abs(left - right) <= Math.abs(size) * (allowed[written] ?? 0) ? FIT.yes : FIT.no;
  }
  return fits;
}

function unitsOf(column: DecimalColumn, rowCount: number): Float64Array {
  const units = new Float64Array(rowCount);
  addUnits(units, column, 1);
  return units;
}

/** Decimal places as written, by row; those of exceptions are not told. */
function placesOf({ rows, places, restPlaces }: DecimalColumn, rowCount: number): Uint8Array {
  if (rows === null) {
    return typeof places === 'number' ? new Uint8Array(rowCount).fill(places) : places;
  }
  const all = new Uint8Array(rowCount).fill(restPlaces);
  for (let at = 0; at < rows.length; at += 1) {
    all[rows[at] ?? 0] = typeof places === 'number' ? places : (places[at] ?? 0);
  }
  return all;
}

function zerosOf(segment: Segment): Uint8Array {
  const base = segment.columns.get(RATE_BASE_COLUMN);
  const zeros = new Uint8Array(segment.rowCount);
  if (base?.kind !== 'decimal') return zeros;
  const units = unitsOf(base, segment.rowCount);
  for (let row = 0; row < zeros.length; row += 1) zeros[row] = units[row] === 0 ? 1 : 0;
  eachException(base.exceptions, (row, meaning) => {
    zeros[row] = meaning.kind === 'value' && meaning.value.units === 0n ? 1 : 0;
  });
  return zeros;
}

/** One row, in whole numbers of any length: what doubles do not tell, and what a list shows. */

function valueAt(segment: Segment, key: string, row: number): Scaled | null {
  const column = segment.columns.get(key);
  const meaning: Meaning = column?.kind === 'decimal' ? meaningAt(column, row) : { kind: 'absent' };
  return meaning.kind === 'value' ? meaning.value : null;
}

function totalAt(segment: Segment, keys: readonly string[], row: number): Scaled | null {
  const values = keys.map((key) => valueAt(segment, key, row));
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : sum(known);
}

/** The value that a rule makes of a row's others; null where it cannot. */
export function expectedAt(segment: Segment, rule: RowRule, row: number): Scaled | null {
  if (rule.kind === 'sum') {
    const plus = totalAt(segment, rule.plus, row);
    const minus = totalAt(segment, rule.minus, row);
    return plus === null || minus === null ? null : subtract(plus, minus);
  }
  const base = valueAt(segment, RATE_BASE_COLUMN, row);
  const part = valueAt(segment, rule.part, row);
  if (base === null || part === null) return null;
  return percentOf(part, base, writtenPlaces(segment, rule.result, row)) ?? null;
}

/** What the column says less what the rule makes of the others. */
export function differenceAt(segment: Segment, rule: RowRule, row: number): Scaled | null {
  const value = valueAt(segment, rule.result, row);
  const expected = expectedAt(segment, rule, row);
  return value === null || expected === null ? null : subtract(value, expected);
}

function rateFits(segment: Segment, rule: RateRule, row: number, baseColumn: string): boolean {
  const rate = valueAt(segment, rule.result, row);
  const part = valueAt(segment, rule.part, row);
  const base = valueAt(segment, baseColumn, row);
  if (rate === null || part === null || base === null) return false;
  if (base.units === 0n) return baseColumn === RATE_BASE_COLUMN && rate.units === 0n;
  const places = writtenPlaces(segment, rule.result, row);
  const left = { units: rate.units * base.units, scale: rate.scale + base.scale };
  const right = { units: part.units * 100n, scale: part.scale };
  const gap = subtract(left, right);
  const twice = { units: 2n * (gap.units < 0n ? -gap.units : gap.units), scale: gap.scale };
  const allowed = { units: base.units < 0n ? -base.units : base.units, scale: base.scale + places };
  return compare(twice, allowed) <= 0;
}

function writtenPlaces(segment: Segment, key: string, row: number): number {
  const text = cellAt(segment.columns.get(key), row) ?? '';
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
}
