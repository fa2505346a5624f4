import {
  compileRate,
  type RateFormula,
  type RateRounding,
} from '#renderer/reconciliation/rates/model/rates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import type { ChargeRows, Wholes } from './charge-rows.ts';
import { mostNear, mostOverlaps } from './most-overlaps.ts';

/**
 * Guesses which formulas a sample of rows may follow. Every row allows an interval of percentages (or of fixed parts), as wide
 * as its charge may be rounded; the place that most intervals share is where a rule can be. Doubles only propose: a formula
 * is judged by what it says of each row, exactly.
 */

export type Proposal = { readonly formula: RateFormula; readonly hits: number };

/** So much of a sample has to follow a formula; what it holds may have been charged otherwise on other days. */
const MIN_SHARE = 0.4;
/** Pairs of rows that tell one percentage: both have to follow the rule, and to have the same fixed part. */
const MIN_PAIRS = 0.15;
/** Of fewer rows, all. */
const MIN_HITS = 8;
/** A second fixed part is no band where fewer rows have it. */
const MIN_BAND = 0.1;
const MAX_PROPOSALS = 6;

/** Taxes on sales of the countries that such channels sell in (MX, PE, CL and CO, AR, UY). */
const TAXES = [19, 21, 16, 18, 22] as const;

type Sample = {
  readonly size: number;
  readonly leastHits: number;
  readonly scale: number;
  readonly charge: Float64Array;
  readonly base: Float64Array;
  readonly sales: Float64Array;
  readonly units: Float64Array;
  /** Whether any row is of more than one. */
  readonly hasUnits: boolean;
  readonly room: Room;
  /** Units that charges are rounded to. */
  readonly step: number;
  readonly withPaidShipping: boolean;
  readonly withoutInstallments: boolean;
};

/** Where samples of one size are worked out, one after another: there are very many, and most of them tell nothing. */
type Room = ReturnType<typeof makeRoom>;

function makeRoom(size: number) {
  const amounts = () => new Float64Array(size);
  return {
    charge: amounts(),
    installments: amounts(),
    sales: amounts(),
    paid: amounts(),
    units: amounts(),
    ownCharge: amounts(),
    wholeBase: amounts(),
    /** Intervals: of rows, or of pairs of them. */
    low: new Float64Array(3 * size),
    high: new Float64Array(3 * size),
    order: new Uint16Array(size),
  };
}

/** Rooms by size, of which there are as many as samples may have rows. */
export type Rooms = Map<number, Room>;

function roomOf(size: number, rooms: Rooms): Room {
  const room = rooms.get(size) ?? makeRoom(size);
  rooms.set(size, room);
  return room;
}

/** Formulas for rows at these places, which are in the order of their days; the one that most rows follow first. */
export function proposeFormulas(
  rows: ChargeRows,
  places: readonly number[],
  rooms: Rooms = new Map(),
): readonly Proposal[] {
  const size = places.length;
  const room = roomOf(size, rooms);
  const { charge, installments, sales, paid, units } = room;
  take(rows.charge, places, charge);
  take(rows.installments, places, installments);
  take(rows.sales, places, sales);
  take(rows.paidShipping, places, paid);
  take(rows.units, places, units);
  const isWithInstallments = countOther(installments, 0) > size / 50;
  const isWithPaid = rows.kind === 'commission' && countOther(paid, 0) > size / 50;
  const found: Proposal[] = [];
  for (const withoutInstallments of isWithInstallments ? [false, true] : [false]) {
    const charged = withoutInstallments ? sumInto(room.ownCharge, charge, installments, -1) : charge;
    for (const withPaidShipping of isWithPaid ? [false, true] : [false]) {
      const sample: Sample = {
        size,
        leastHits: Math.min(MIN_HITS, size),
        scale: rows.scale,
        charge: charged,
        base: withPaidShipping ? sumInto(room.wholeBase, sales, paid, 1) : sales,
        sales,
        units,
        hasUnits: countOther(units, 1) > 0,
        step: stepOf(charged, rows.scale),
        withPaidShipping,
        withoutInstallments,
        room,
      };
      for (const shape of shapesOf(sample, rows.kind)) found.push(...proposalsOf(sample, shape));
      // A base that every row follows needs no other.
      if (found.some(({ hits }) => hits === size)) return best(found);
    }
  }
  return best(found);
}

/** The sort is stable: of equal ones, the simplest was found first. */
function best(found: readonly Proposal[]): readonly Proposal[] {
  return found.toSorted((a, b) => b.hits - a.hits).slice(0, MAX_PROPOSALS);
}

function take(values: Wholes, places: readonly number[], into: Float64Array): void {
  for (let at = 0; at < into.length; at += 1) into[at] = values[places[at] ?? 0] ?? 0;
}

function countOther(values: Float64Array, than: number): number {
  let count = 0;
  for (let at = 0; at < values.length; at += 1) if (values[at] !== than) count += 1;
  return count;
}

function sumInto(into: Float64Array, values: Float64Array, others: Float64Array, sign: 1 | -1): Float64Array {
  for (let at = 0; at < into.length; at += 1) into[at] = (values[at] ?? 0) + sign * (others[at] ?? 0);
  return into;
}

/** As `Float64Array.from`, without its iterators: a sample is small, and there are very many. */
function madeOf(size: number, make: (at: number) => number): Float64Array {
  const made = new Float64Array(size);
  for (let at = 0; at < size; at += 1) made[at] = make(at);
  return made;
}

const FEW = 20;

/** Whole pesos where nearly all charges are whole, else cents. */
function stepOf(charge: Float64Array, scale: number): number {
  const whole = 10 ** scale;
  let odd = 0;
  for (let at = 0; at < charge.length; at += 1) {
    const units = charge[at] ?? 0;
    // A remainder of doubles takes several times as long.
    if (Math.floor(units / whole) * whole !== units) odd += 1;
  }
  // Of few charges most may be whole by chance.
  const isWhole = charge.length < FEW ? odd === 0 : odd <= 0.1 * charge.length;
  return isWhole ? whole : 10 ** Math.max(0, scale - 2);
}

/** A formula before it is rounded: as exact texts, and as doubles to look for rows near it. */
type Shape = Pick<RateFormula, 'percent' | 'tax' | 'fixed' | 'fixedPer' | 'band'> & {
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly limit: number;
};

function shapesOf(sample: Sample, kind: ChargeRows['kind']): readonly Shape[] {
  if (kind === 'shipping') return fixedShapes(sample, { percent: '0' as Decimal, tax: null, share: 0 });
  const { size } = sample;
  const least = Math.max(sample.leastHits, MIN_SHARE * size);
  const ratios = densestOfRoom(sample, ratiosOf(sample), least);
  if (ratios.votes >= least) {
    const plain = percentsIn(ratios.from, ratios.to).map(
      (each): Shape => ({
        ...each,
        fixed: '0' as Decimal,
        fixedPer: 'row',
        band: null,
        low: 0,
        high: 0,
        limit: 0,
      }),
    );
    const best = Math.max(0, ...plain.map((shape) => countNear(nearOf(sample, shape))));
    if (best >= 0.9 * size) return plain;
    return [...plain, ...slopeShapes(sample)];
  }
  return slopeShapes(sample);
}

/** Puts the shares that each row allows into the room; how many. */
function ratiosOf({ size, charge, base, units, step, room: { low, high } }: Sample): number {
  for (let at = 0; at < size; at += 1) {
    const slack = step * (units[at] ?? 1);
    low[at] = ((charge[at] ?? 0) - slack) / (base[at] ?? 1);
    high[at] = ((charge[at] ?? 0) + slack) / (base[at] ?? 1);
  }
  return size;
}

/** Where most of the first intervals in the room lie over each other; nowhere where those are fewer than `least`. */
function densestOfRoom({ room: { low, high } }: Sample, count: number, least: number): Region {
  if (mostOverlaps(low, high, count) < least) return NOWHERE;
  return densest(low.subarray(0, count), high.subarray(0, count));
}

/** How far a charge may be from what it is before it is rounded. */
const slackOf = ({ step, units }: Sample, at: number): number => step * (units[at] ?? 1);

/** Percentages by pairs of rows with as many units: what they differ by has no fixed part in it. */
function slopeShapes(sample: Sample): readonly Shape[] {
  const pairs = slopesOf(sample);
  const least = Math.max(sample.leastHits, MIN_PAIRS * pairs);
  const slopes = densestOfRoom(sample, pairs, least);
  if (slopes.votes < least) return [];
  return percentsIn(slopes.from, slopes.to).flatMap((each) => fixedShapes(sample, each));
}

/** Puts what pairs of rows allow into the room; how many pairs. */
function slopesOf(sample: Sample): number {
  const { size, charge, base, units, step, room } = sample;
  const { low, high } = room;
  const order = placesByBase(sample);
  let pairs = 0;
  for (const part of [2, 4, 8]) {
    const gap = Math.max(1, Math.floor(size / part));
    for (let place = 0; place + gap < size; place += 1) {
      const a = order[place] ?? 0;
      const b = order[place + gap] ?? 0;
      const apart = (base[b] ?? 0) - (base[a] ?? 0);
      if (units[a] !== units[b] || apart <= 0) continue;
      const more = (charge[b] ?? 0) - (charge[a] ?? 0);
      const slack = step * (units[a] ?? 1) + step * (units[b] ?? 1);
      low[pairs] = (more - slack) / apart;
      high[pairs] = (more + slack) / apart;
      pairs += 1;
    }
  }
  return pairs;
}

/** By units, then by base; equal ones as they stood. By insertion: of as few as a sample has it is quicker than any other way. */
function placesByBase({ size, base, units, room: { order } }: Sample): Uint16Array {
  for (let at = 0; at < size; at += 1) {
    const count = units[at] ?? 0;
    const amount = base[at] ?? 0;
    let place = at;
    for (; place > 0; place -= 1) {
      const other = order[place - 1] ?? 0;
      const apart = (units[other] ?? 0) - count;
      if (apart === 0 ? (base[other] ?? 0) <= amount : apart < 0) break;
      order[place] = other;
    }
    order[place] = at;
  }
  return order;
}

type Percent = Pick<Shape, 'percent' | 'tax' | 'share'>;

/** The rest of charges when a percentage is taken away, as one fixed part or as two by the price of a unit. */
function fixedShapes(sample: Sample, percent: Percent): readonly Shape[] {
  const shapes: Shape[] = [];
  for (const fixedPer of sample.hasUnits ? (['unit', 'row'] as const) : (['unit'] as const)) {
    const rest = restsOf(sample, percent, fixedPer);
    const least = Math.max(sample.leastHits, MIN_SHARE * 0.5 * sample.size);
    if (mostNear(rest, sample.step) < least) continue;
    const sorted = rest.toSorted();
    const main = densestAround(sorted, sample.step);
    if (main.votes < least) continue;
    const [below, above] = [main.from - 2 * sample.step, main.to + 2 * sample.step];
    const other = densestAround(
      sorted.filter((each) => each < below || each > above),
      sample.step,
    );
    for (const first of fixedIn(main, sample, percent.tax)) {
      if (main.votes >= MIN_SHARE * sample.size) {
        const { text, value } = first;
        shapes.push({
          ...percent,
          fixed: text,
          fixedPer,
          band: null,
          low: value,
          high: value,
          limit: 0,
        });
      }
      if (other.votes < MIN_BAND * sample.size || other.votes < sample.leastHits) continue;
      for (const second of fixedIn(other, sample, percent.tax)) {
        const [low, high] = inOrder(sample, rest, first, second);
        const limit = limitBetween(
          sample.sales.map((sales, at) => sales / (sample.units[at] ?? 1)),
          (at) => Math.abs((rest[at] ?? 0) - low.value) <= sample.step,
          (at) => Math.abs((rest[at] ?? 0) - high.value) <= sample.step,
        );
        if (limit === null) continue;
        const below = toDecimal({ units: BigInt(limit), scale: sample.scale });
        shapes.push({
          ...percent,
          fixed: low.text,
          fixedPer,
          band: { below, fixed: high.text },
          low: low.value,
          high: high.value,
          limit,
        });
      }
    }
  }
  return shapes;
}

/** What is left of charges without a percentage, of a row or of each of its units. */
function restsOf(
  { size, charge, base, units }: Sample,
  { share }: Percent,
  per: RateFormula['fixedPer'],
): Float64Array {
  const rest = new Float64Array(size);
  for (let at = 0; at < size; at += 1) {
    const left = (charge[at] ?? 0) - share * (base[at] ?? 0);
    rest[at] = left / (per === 'unit' ? (units[at] ?? 1) : 1);
  }
  return rest;
}

type Fixed = { readonly text: Decimal; readonly value: number };

/** Round amounts that a region of fixed parts holds, as they are before tax. At most two. */
function fixedIn({ from, to }: Region, { step, scale }: Sample, tax: RateFormula['tax']): readonly Fixed[] {
  const grown = tax?.how === 'added' ? 1 + tax.percent / 100 : 1;
  const found: Fixed[] = [];
  for (let grain = step * 10 ** 6; grain >= step && found.length < 2; grain /= 10) {
    const middle = Math.round((from + to) / 2 / grown / grain) * grain;
    const value = middle * grown;
    if (value < from - step / 1e6 || value > to + step / 1e6) continue;
    const text = toDecimal({ units: BigInt(Math.round(middle)), scale });
    if (!found.some((each) => each.text === text)) found.push({ text, value });
  }
  return found;
}

/** Which of two fixed parts belongs to the cheaper units. */
function inOrder(
  { sales, units, step }: Sample,
  rest: Float64Array,
  a: Fixed,
  b: Fixed,
): readonly [Fixed, Fixed] {
  const meanPrice = ({ value }: Fixed): number => {
    let [sum, count] = [0, 0];
    for (let at = 0; at < rest.length; at += 1) {
      if (Math.abs((rest[at] ?? 0) - value) > step) continue;
      sum += (sales[at] ?? 0) / (units[at] ?? 1);
      count += 1;
    }
    return count === 0 ? 0 : sum / count;
  };
  return meanPrice(a) <= meanPrice(b) ? [a, b] : [b, a];
}

/**
 * The price from which on rows are rather in the upper band, as round as what lies between its neighbours allows; null where
 * no price parts them.
 */
export function limitBetween(
  prices: Float64Array,
  isLow: (at: number) => boolean,
  isHigh: (at: number) => boolean,
): number | null {
  const marked: { readonly price: number; readonly side: -1 | 1 }[] = [];
  for (let at = 0; at < prices.length; at += 1) {
    const [low, high] = [isLow(at), isHigh(at)];
    if (low !== high) marked.push({ price: prices[at] ?? 0, side: low ? 1 : -1 });
  }
  marked.sort((a, b) => a.price - b.price);
  let [score, best, cut] = [0, 0, 0];
  for (const [at, { side, price }] of marked.entries()) {
    score += side;
    if (score > best && marked[at + 1]?.price !== price) [best, cut] = [score, at + 1];
  }
  const [before, after] = [marked[cut - 1]?.price, marked[cut]?.price];
  if (before === undefined || after === undefined) return null;
  for (let grain = 10 ** 12; grain >= 1; grain /= 10) {
    const round = (Math.floor(before / grain) + 1) * grain;
    if (round <= after) return round;
  }
  return Math.ceil(after);
}

/** Rows that are as near to a shape as any way of rounding may bring them. */
function nearOf(sample: Sample, shape: Shape): Uint8Array {
  const { size, charge, base, sales, units } = sample;
  const near = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) {
    const count = units[at] ?? 1;
    const isLow = shape.band === null || (sales[at] ?? 0) < shape.limit * count;
    const fixed = (isLow ? shape.low : shape.high) * (shape.fixedPer === 'unit' ? count : 1);
    const expected = shape.share * (base[at] ?? 0) + fixed;
    near[at] = Math.abs((charge[at] ?? 0) - expected) <= 2.2 * slackOf(sample, at) + 1e-6 ? 1 : 0;
  }
  return near;
}

function countNear(near: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < near.length; at += 1) count += near[at] ?? 0;
  return count;
}

/** A shape with each way of rounding, by how many rows it gives exactly. */
function proposalsOf(sample: Sample, shape: Shape): readonly Proposal[] {
  const near = nearOf(sample, shape);
  // On the days on which it holds; elsewhere another one does.
  const span = bestSpan(near);
  if (span.hits < sample.leastHits || span.hits < 0.75 * MIN_SHARE * sample.size) return [];
  const { percent, tax, fixed, fixedPer, band } = shape;
  const { withPaidShipping, withoutInstallments } = sample;
  const formulaOf = (rounding: RateRounding): RateFormula => ({
    withPaidShipping,
    withoutInstallments,
    percent,
    tax,
    fixed,
    fixedPer,
    band,
    rounding,
  });
  const found: Proposal[] = [];
  for (const rounding of roundingsOf(sample, shape)) {
    const formula = formulaOf(rounding);
    const { expected } = compileRate(formula, sample.scale);
    let hits = 0;
    for (let at = 0; at < sample.size; at += 1) {
      const sales = sample.sales[at] ?? 0;
      if (expected(sample.base[at] ?? 0, sample.units[at] ?? 1, sales) === sample.charge[at]) hits += 1;
    }
    found.push({ formula, hits });
    if (hits === sample.size) break;
  }
  const most = Math.max(0, ...found.map(({ hits }) => hits));
  return most < 0.8 * span.hits ? [] : found.filter(({ hits }) => hits >= most * 0.98);
}

function roundingsOf({ step, scale, hasUnits }: Sample, { tax, fixedPer, fixed }: Shape): RateRounding[] {
  const to = toDecimal({ units: BigInt(step), scale });
  const perUnit = hasUnits && (fixedPer === 'unit' || fixed === '0');
  const made: RateRounding[] = [];
  for (const beforeTax of tax?.how === 'added' ? [false, true] : [false]) {
    for (const per of perUnit ? (['row', 'unit'] as const) : (['row'] as const)) {
      for (const mode of ['half-up', 'half-even', 'floor', 'ceiling'] as const) {
        made.push({ to, mode, per, beforeTax });
      }
    }
  }
  return made;
}

/** Ten misses weigh as much as ninety hits: what is best holds in nine of ten, at its ends too. */
const MISS = 9;

/** The run with the most hits in which misses are few: first and last place. */
function bestSpan(hits: Uint8Array): { from: number; to: number; hits: number } {
  let best = { from: 0, to: -1, hits: 0 };
  let [score, top, from, count] = [0, 0, 0, 0];
  for (let at = 0; at < hits.length; at += 1) {
    const isHit = hits[at] === 1;
    if (score <= 0) [score, from, count] = [0, at, 0];
    score += isHit ? 1 : -MISS;
    count += isHit ? 1 : 0;
    if (score > top) {
      top = score;
      best = { from, to: at, hits: count };
    }
  }
  return best;
}

type Region = { readonly from: number; readonly to: number; readonly votes: number };

const NOWHERE: Region = { from: 0, to: 0, votes: 0 };

/** `densest` of the intervals of one width around sorted values. */
const densestAround = (sorted: Float64Array, width: number): Region =>
  densestOf(
    madeOf(sorted.length, (at) => (sorted[at] ?? 0) - width),
    madeOf(sorted.length, (at) => (sorted[at] ?? 0) + width),
  );

/** Where most intervals lie over each other, and what is beside it with nearly as many. */
const densest = (from: Float64Array, to: Float64Array): Region => densestOf(from.toSorted(), to.toSorted());

/** Both ascending. */
function densestOf(begins: Float64Array, ends: Float64Array): Region {
  if (begins.length === 0) return NOWHERE;
  const most = sweep(begins, ends, Number.POSITIVE_INFINITY).votes;
  return sweep(begins, ends, most - Math.floor(most / 50));
}

/** The first stretch with at least `enough` votes; with infinitely many, only how many votes there are at most. */
function sweep(begins: Float64Array, ends: Float64Array, enough: number): Region {
  let [votes, most, opened, at] = [0, 0, Number.NaN, 0];
  for (let end = 0; end < ends.length; end += 1) {
    const edge = ends[end] ?? 0;
    for (; at < begins.length && (begins[at] ?? 0) <= edge; at += 1) {
      votes += 1;
      most = Math.max(most, votes);
      if (votes >= enough && Number.isNaN(opened)) opened = begins[at] ?? 0;
    }
    votes -= 1;
    if (votes < enough && !Number.isNaN(opened)) return { from: opened, to: edge, votes: most };
  }
  return { ...NOWHERE, votes: most };
}

const GRAINS = [1, 0.5, 0.1, 0.05, 0.01] as const;
const FINE_GRAINS = [0.001, 0.0001] as const;
const MAX_OF_A_GRAIN = 3;
const MAX_PERCENTS = 40;
const EDGE = 1e-9;

/** Percentages that a region of shares holds, the simplest first: without tax, with one, and at last with more digits. */
function percentsIn(from: number, to: number): readonly Percent[] {
  const found: Percent[] = [];
  const look = (tax: RateFormula['tax'], grains: readonly number[]): void => {
    const factor = tax === null ? 1 : tax.how === 'added' ? 1 + tax.percent / 100 : 100 / (100 + tax.percent);
    for (const grain of grains) {
      const [low, high] = [(from * 100) / factor / grain - EDGE, (to * 100) / factor / grain + EDGE];
      const middle = Math.round((low + high) / 2);
      const near = [middle, middle + 1, middle - 1].slice(0, MAX_OF_A_GRAIN);
      for (const step of near) {
        if (step < low || step > high || step <= 0) continue;
        const percent = percentText(step * grain);
        const share = ((step * grain) / 100) * factor;
        // Where tax is added it is added to a fixed part too, which may be no round amount then: another formula.
        const isKnown = found.some(
          (each) =>
            (tax?.how !== 'added' || each.tax === tax) && Math.abs(each.share - share) <= EDGE * share,
        );
        if (!isKnown && found.length < MAX_PERCENTS) found.push({ percent, tax, share });
      }
    }
  };
  look(null, GRAINS);
  for (const percent of TAXES) look({ how: 'added', percent }, GRAINS);
  for (const percent of TAXES) look({ how: 'removed', percent }, GRAINS);
  look(null, FINE_GRAINS);
  return found;
}

/** A multiple of the finest grain without needless zeros. */
function percentText(value: number): Decimal {
  let [units, scale] = [BigInt(Math.round(value * 10_000)), 4];
  while (scale > 0 && units % 10n === 0n) [units, scale] = [units / 10n, scale - 1];
  return toDecimal({ units, scale });
}
