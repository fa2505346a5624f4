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
import { addUnits } from '#renderer/data/engine/scan/add-units.ts';
import {
  OTHER_BASES,
  type RateRule,
  ROW_RULES,
  type RowRule,
  type SumRule,
} from '#renderer/data/model/row-rules.ts';
import type { Task } from '#shared/base/tasks.ts';
import { compare, percentOf, type Scaled, subtract, sum } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';

/** Outcome of a rule in a row. */
export const STATE = { holds: 0, fails: 1, absent: 2, unreadable: 3 } as const;

/** A rule over the rows of one segment, dead ones among them. */
export type RuleResult = {
  /** A STATE for each row; null: it holds in all. */
  readonly states: Uint8Array | null;
  /** The rows where it fails, ascending. */
  readonly failing: Uint32Array;
  /** The differences of sums, in units at `scale`; NaN where one stands in `beyond`. */
  readonly units: Float64Array;
  readonly scale: number;
  /** Values that doubles cannot carry, by row. */
  readonly beyond: ReadonlyMap<number, Scaled>;
  /** By percentage, 1 + the place of the base (of OTHER_BASES) that fits it, 0 where none does. */
  readonly bases: Uint8Array;
};

export type SegmentResults = {
  /** In the order of ROW_RULES. */
  readonly rules: readonly RuleResult[];
  /** 1 where Ventas is 0: percentages that hold there tell nothing. */
  readonly withoutBase: Uint8Array;
};

/** A segment's columns never change, whoever holds them: live rows, dead ones, a frozen copy. */
const results = defineDerivation<Segment['columns'], SegmentResults>();

export function* checkSegment(segment: Segment): Task<SegmentResults> {
  const known = results.get(segment.columns);
  if (known !== undefined) return known;
  const rules: RuleResult[] = [];
  const bases = createBases(segment);
  for (const rule of ROW_RULES) {
    rules.push(rule.kind === 'sum' ? proveSum(segment, rule) : proveRate(segment, rule, bases));
    yield;
  }
  return results.keep(segment.columns, { rules, withoutBase: zerosOf(segment) });
}

const NO_ROWS = new Uint32Array(0);
const NO_UNITS = new Float64Array(0);
const NO_BASES = new Uint8Array(0);
const HOLDS: RuleResult = {
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
  const made = (): Uint8Array => {
    states ??= new Uint8Array(rowCount);
    return states;
  };
  const set = (row: number, state: number): void => {
    const all = made();
    if ((all[row] ?? 0) < state) all[row] = state;
  };
  return {
    odd,
    set,
    get: (row: number): number => states?.[row] ?? STATE.holds,
    all: () => states,
    made,
    /** Notes the rows of a column whose values are not plain units. */
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
function resultOf(
  states: States,
  failing: Uint32Array,
  more: Partial<Pick<RuleResult, 'units' | 'scale' | 'beyond' | 'bases'>>,
): RuleResult {
  // They held so far.
  const all = failing.length === 0 ? states.all() : states.made();
  if (all === null) return HOLDS;
  for (let at = 0; at < failing.length; at += 1) all[failing[at] ?? 0] = STATE.fails;
  return { ...HOLDS, states: all, failing, ...more };
}

/** A column less the sum of its parts is 0. */
function proveSum(segment: Segment, rule: SumRule): RuleResult {
  const { rowCount } = segment;
  const terms = termsOf(rule).map(({ key, sign }) => ({ column: segment.columns.get(key), sign }));
  const states = createStates(rowCount);
  for (const { column } of terms) states.look(column);
  const carried = terms.flatMap(({ column, sign }) => (column?.kind === 'decimal' ? [{ column, sign }] : []));
  // A term that is not carried leaves every row undecided.
  if (carried.length < terms.length) return resultOf(states, NO_ROWS, {});
  const scale = carried.reduce((most, { column }) => Math.max(most, column.scale), 0);
  const factorOf = (column: DecimalColumn) => powerOfTen(scale - column.scale);
  const off = cleared(0, rowCount);
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
  const failing = nonZeroRows(off, states.all());
  const units = new Float64Array(failing.length);
  for (let place = 0; place < units.length; place += 1) units[place] = off[failing[place] ?? 0] ?? 0;
  return resultOf(states, failing, { units, scale, beyond });
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

/** Lent to one rule at a time: nothing of them is kept, and making them anew would take longer than the rules do. */
const lent: Float64Array[] = [];

/** As many zeros as there are rows. */
function cleared(place: number, rowCount: number): Float64Array {
  let buffer = lent[place];
  if (buffer === undefined || buffer.length < rowCount) {
    buffer = new Float64Array(rowCount);
    lent[place] = buffer;
  }
  return buffer.subarray(0, rowCount).fill(0);
}

/** The inner loops: sums of integers up to 2^53 are exact in any order. */

function addSizes(into: Float64Array, { rows, values }: DecimalColumn, factor: number): void {
  for (let at = 0; at < values.length; at += 1) {
    const row = rows === null ? at : (rows[at] ?? 0);
    into[row] = (into[row] ?? 0) + Math.abs(values[at] ?? 0) * factor;
  }
}

/** Rows with a value that is not 0, of those that nothing is said of yet. */
function nonZeroRows(values: Float64Array, states: Uint8Array | null): Uint32Array {
  let count = 0;
  for (let row = 0; row < values.length; row += 1) if (values[row] !== 0) count += 1;
  if (count === 0) return NO_ROWS;
  const rows = new Uint32Array(count);
  let end = 0;
  for (let row = 0; row < values.length; row += 1) {
    if (values[row] === 0 || (states !== null && states[row] !== STATE.holds)) continue;
    rows[end] = row;
    end += 1;
  }
  return rows.subarray(0, end);
}

/** Past this a product of doubles is computed in whole numbers. */
const SURE = 2 ** 51;
const MAX_PLACES = 15;

/** A possible base of a percentage: its units by row, and the rows that they do not tell. */
type Base = {
  readonly column: DecimalColumn;
  readonly units: Float64Array;
  readonly odd: ReadonlySet<number>;
};
type Bases = (key: string) => Base | null;

/** The same few columns are the base of every percentage. */
function createBases({ columns, rowCount }: Segment): Bases {
  const known = new Map<string, Base | null>();
  const made = (key: string): Base | null => {
    const column = columns.get(key);
    if (column?.kind !== 'decimal') return null;
    const odd = new Set<number>();
    eachException(column.exceptions, (row) => odd.add(row));
    return { column, units: unitsOf(column, rowCount), odd };
  };
  return (key) => {
    const base = known.get(key) ?? made(key);
    known.set(key, base);
    return base;
  };
}

/** A percentage is a part of a base, to half of the last digit it is written with: whichever way halves are rounded. */
function proveRate(segment: Segment, rule: RateRule, bases: Bases): RuleResult {
  const { columns, rowCount } = segment;
  const result = columns.get(rule.result);
  const part = columns.get(rule.part);
  const base = bases(RATE_BASE_COLUMN);
  const states = createStates(rowCount);
  for (const column of [result, part, columns.get(RATE_BASE_COLUMN)]) states.look(column);
  if (result?.kind !== 'decimal' || part?.kind !== 'decimal' || base === null) {
    return resultOf(states, NO_ROWS, {});
  }
  const rates: Rates = {
    result,
    part,
    rates: unitsOf(result, rowCount, cleared(0, rowCount)),
    parts: unitsOf(part, rowCount, cleared(1, rowCount)),
    places: placesOf(result, rowCount),
  };
  const { odd } = states;
  const said = states.all();
  // 0 over 0 tells nothing, and contradicts nothing.
  const fitOf = fitReader(rates, base, FIT.yes);
  const found: number[] = [];
  const hasOdd = odd.size > 0;
  for (let row = 0; row < rowCount; row += 1) {
    const fits = fitOf(row);
    if (fits === FIT.yes && !hasOdd) continue;
    if (said !== null && said[row] !== STATE.holds) continue;
    const isUnsure = fits === FIT.unsure || (hasOdd && odd.has(row));
    if (isUnsure ? rateFits(segment, rule, row, RATE_BASE_COLUMN) : fits !== FIT.no) continue;
    found.push(row);
  }
  if (found.length === 0) return resultOf(states, NO_ROWS, {});
  const failing = new Uint32Array(found);
  const fitting = new Uint8Array(failing.length);
  for (const [at, key] of OTHER_BASES.entries()) {
    const other = bases(key);
    if (other === null) continue;
    const fitOther = fitReader(rates, other, FIT.no);
    const isCertain = !hasOdd && other.odd.size === 0;
    for (let place = 0; place < failing.length; place += 1) {
      if (fitting[place] !== 0) continue;
      const row = failing[place] ?? 0;
      const fits = fitOther(row);
      const isUnsure = fits === FIT.unsure || (!isCertain && (other.odd.has(row) || odd.has(row)));
      if (isUnsure ? rateFits(segment, rule, row, key) : fits === FIT.yes) fitting[place] = at + 1;
    }
  }
  return resultOf(states, failing, { bases: fitting });
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

/** Tells of a row whether its percentage is its part over a base: |rate × base − part × 100| × 2 ≤ |base| × one unit of its last place. */
function fitReader(
  { result, part, rates, parts, places }: Rates,
  { column, units }: Base,
  ofNothing: number,
): (row: number) => number {
  const shift = 2 + column.scale + result.scale - part.scale;
  const ofRate = 2 * powerOfTen(Math.max(0, -shift));
  const ofPart = 2 * powerOfTen(Math.max(0, shift));
  const allowed = Float64Array.from(
    { length: MAX_PLACES + 1 },
    (_, at) => powerOfTen(Math.max(0, result.scale - at)) * powerOfTen(Math.max(0, -shift)),
  );
  return (row) => {
    const size = units[row] ?? 0;
    const left = (rates[row] ?? 0) * size * ofRate;
    const right = (parts[row] ?? 0) * ofPart;
    const written = places[row] ?? 0;
    if (Math.abs(left) > SURE || Math.abs(right) > SURE || written > MAX_PLACES) return FIT.unsure;
    if (size === 0) return rates[row] === 0 ? ofNothing : FIT.no;
    return Math.abs(left - right) <= Math.abs(size) * (allowed[written] ?? 0) ? FIT.yes : FIT.no;
  };
}

function unitsOf(
  column: DecimalColumn,
  rowCount: number,
  units: Float64Array = new Float64Array(rowCount),
): Float64Array {
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

/** The column's value less the value that the rule computes from the others. */
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
