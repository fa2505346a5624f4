import {
  type CompiledRate,
  compileRate,
  type RateFormula,
} from '#renderer/reconciliation/rates/model/rates.ts';
import { partitionPoint } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
import type { ChargeRows } from './charge-rows.ts';
import { createProposer, type KeptProposals, type Proposer } from './kept-proposals.ts';
import { type LookedAtParts, type Seams, walkParts } from './part-walk.ts';
import { limitBetween, type Proposal } from './propose-formulas.ts';

/**
 * The rules of groups of rows, learnt from them: the coarsest group whose rows follow one rule has it, and below it only those
 * that are charged otherwise. A rule may hold from a day to a day.
 */

/** Fewer rows tell no rule. */
const MIN_ROWS = 20;
/** So many rows of one publication tell a rule, where all of them follow it. */
const MIN_FEW = 5;
/** So many of a group's rows follow its rule to the last digit. */
const MIN_COVERED = 0.9;
/** A part of a group where fewer follow its rule, and no other, has none. */
const MIN_SHARED = 0.5;
const SAMPLE = 256;
/** Groups of the finest level are many, and small. */
const FINE_SAMPLE = 72;
/** How often days may be parted: so many rules after each other, at most. */
const MAX_SPLITS = 3;

/** A formula and the days that it holds on; infinite where nothing is known before or after. */
export type Span = {
  readonly formula: RateFormula;
  readonly from: number;
  readonly to: number;
  /** The formula of the span before. */
  readonly former: RateFormula | null;
};

/** A group with its spans. `level`: how many codes tell it, less one. */
export type LearntGroup = { readonly level: number; readonly at: number; readonly spans: readonly Span[] };

export type LearntRates = {
  readonly groups: readonly LearntGroup[];
  /** For each row, its group's place in `groups`; -1: no rule. */
  readonly owner: Int32Array;
  readonly proposals: KeptProposals;
};

type Stretch = { readonly from: number; readonly to: number; readonly first: number; readonly last: number };

type Learner = {
  readonly rows: ChargeRows;
  readonly owner: Int32Array;
  readonly groups: LearntGroup[];
  readonly known: RateFormula[];
  /** `known` as a text, to tell whether it is what it was. */
  knownText: string;
  readonly compiled: Map<RateFormula, CompiledRate>;
  readonly proposer: Proposer;
  readonly before: LearntBefore;
  readonly parts: Map<string, LookedAtParts>;
  /** Rows held against formulas since the last pause. */
  work: number;
};

/** What was learnt of rows of the same kind and store before, and where the rows stand otherwise since. */
type LearntBefore = { readonly kept: KeptProposals | null; readonly seams: Seams };

const PER_STEP = 40_000;
/** Proposing looks at each row of a sample very often. */
const WORK_OF_A_PROPOSAL = 8000;

export function* learnRates(
  rows: ChargeRows,
  before: LearntBefore = { kept: null, seams: null },
): Task<LearntRates> {
  const proposer = createProposer(rows, before.kept?.bySample);
  const learner: Learner = {
    rows,
    owner: new Int32Array(rows.count).fill(-1),
    groups: [],
    known: [],
    knownText: '',
    compiled: new Map(),
    proposer,
    before,
    parts: new Map(),
    work: 0,
  };
  yield* learnParts(learner, { from: 0, to: rows.count, ...ALL_DAYS }, 0);
  const { groups, owner, parts } = learner;
  return { groups, owner, proposals: { bySample: proposer.bySample, parts } };
}

const ALL_DAYS = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY } as const;

/** Places where a code stands, from and to (after the last). */
function* runsOf(codes: ChargeRows['codes'][number] | undefined, from: number, to: number) {
  if (codes === undefined) return;
  for (let begin = from; begin < to; ) {
    const end = endOfRun(codes, begin, to);
    yield { from: begin, to: end };
    begin = end;
  }
}

/** Where the code that stands at a place does so no longer. */
function endOfRun(codes: ChargeRows['codes'][number], begin: number, to: number): number {
  const code = codes[begin];
  // Codes ascend where those of the coarser levels are the same: a long run is left in few steps.
  let reach = 1;
  while (begin + reach < to && codes[begin + reach] === code) reach *= 2;
  const least = begin + Math.ceil(reach / 2);
  return partitionPoint(least, Math.min(begin + reach, to), (at) => codes[at] === code);
}

/** Learns a group of enough rows or, where it has no one rule, its parts; whether any rule was found. */
function* learnGroup(learner: Learner, stretch: Stretch, level: number): Task<boolean> {
  const spans = yield* findSpans(learner, stretch, level, MAX_SPLITS);
  if (spans === null) return yield* learnParts(learner, stretch, level + 1);
  own(learner, stretch, level, spans);
  yield* learnExceptions(learner, stretch, level + 1, spans);
  return true;
}

/** Learns the parts of a group that has no rule; level 0: all channels. */
function* learnParts(learner: Learner, { from, to }: Stretch, level: number): Task<boolean> {
  const { rows, before, parts } = learner;
  const codes = rows.codes[level];
  if (codes === undefined) return false;
  const group = rows.codes
    .slice(0, level)
    .map((above) => above[from])
    .join();
  // The charges of one channel say nothing of another.
  const known = () => (level === 0 ? '' : learner.knownText);
  const { seams } = before;
  const walk = walkParts(codes, to, known, { before: before.kept?.parts.get(group), seams });
  parts.set(group, walk.lookedAt);
  let isFound = false;
  for (let begin = walk.next(from); begin < to; ) {
    const end = endOfRun(codes, begin, to);
    const knownBefore = known();
    let isFoundHere = false;
    // Most parts of the finest level are as small as that.
    if (end - begin >= MIN_ROWS) {
      if (level === 0) forget(learner);
      isFoundHere = yield* learnGroup(learner, { from: begin, to: end, ...ALL_DAYS }, level);
    }
    // A formula may have become known though it was none of the part's.
    walk.look(codes[begin] ?? 0, isFoundHere || known() !== knownBefore);
    isFound ||= isFoundHere;
    begin = walk.next(end);
  }
  return isFound;
}

function partsBelow({ rows }: Learner, { from, to }: Pick<Stretch, 'from' | 'to'>, level: number) {
  return runsOf(rows.codes[level], from, to);
}

function own({ groups, owner }: Learner, { from, to }: Stretch, level: number, found: readonly Span[]): void {
  const spans = found.map((span, at) => ({ ...span, former: found[at - 1]?.formula ?? null }));
  owner.fill(groups.length, from, to);
  groups.push({ level, at: from, spans });
}

/** Parts of a group that are charged otherwise than the whole. */
function* learnExceptions(
  learner: Learner,
  stretch: Stretch,
  level: number,
  spans: readonly Span[],
): Task<undefined> {
  for (const part of partsBelow(learner, stretch, level)) {
    if (part.to - part.from < MIN_ROWS) {
      yield* learnFew(learner, part, spans);
      continue;
    }
    const whole = { ...part, ...ALL_DAYS };
    const covered = countFollowing(learner, whole, spans) / (part.to - part.from);
    yield* giveWay(learner);
    if (covered >= MIN_COVERED) {
      yield* learnExceptions(learner, whole, level + 1, spans);
      continue;
    }
    const before = learner.owner.slice(part.from, part.to);
    const isFound = yield* learnGroup(learner, whole, level);
    if (!isFound) {
      if (covered < MIN_SHARED) learner.owner.fill(-1, part.from, part.to);
      continue;
    }
    // Parts of it that have found no better rule stay with the whole's, where that says something of them.
    for (const below of partsBelow(learner, part, level + 1)) {
      const left = placesWithout(learner, below);
      const isShared =
        left.filter((at) => followsSpans(learner, spans, at)).length >= MIN_SHARED * left.length;
      if (isShared) for (const at of left) learner.owner[at] = before[at - part.from] ?? -1;
    }
  }
}

/** The rows of a part that have no rule. */
function placesWithout({ owner }: Learner, { from, to }: Pick<Stretch, 'from' | 'to'>): readonly number[] {
  const found: number[] = [];
  for (let at = from; at < to; at += 1) if (owner[at] === -1) found.push(at);
  return found;
}

/**
 * Publications of few rows that are charged otherwise than the whole: where every row follows one and the same formula, that
 * is a rule of theirs.
 */
function* learnFew(
  learner: Learner,
  { from, to }: { readonly from: number; readonly to: number },
  spans: readonly Span[],
): Task<undefined> {
  const { rows, known } = learner;
  const finest = rows.codes.length - 1;
  for (const few of runsOf(rows.codes[finest], from, to)) {
    const size = few.to - few.from;
    const stretch = { ...few, ...ALL_DAYS };
    if (size < MIN_FEW || countFollowing(learner, stretch, spans) >= MIN_COVERED * size) continue;
    const places = Array.from({ length: size }, (_, at) => few.from + at);
    const isFollowed = (formula: RateFormula) => places.every((at) => follows(learner, formula, at));
    const proposed = known.some(isFollowed)
      ? []
      : propose(learner, inDays(rows, places)).map(({ formula }) => formula);
    const formula = [...known, ...proposed].find((each) => each.band === null && isFollowed(each));
    if (formula !== undefined) own(learner, stretch, finest, [{ formula, ...ENDLESS }]);
    yield* giveWay(learner);
  }
}

/** Counts as work where nothing is known of the sample. */
function propose(learner: Learner, places: readonly number[]): readonly Proposal[] {
  const { proposals, wasKnown } = learner.proposer.propose(places);
  learner.work += wasKnown ? places.length : WORK_OF_A_PROPOSAL;
  return proposals;
}

/** Pauses where much was looked at since the last time. */
function* giveWay(learner: Learner): Task<undefined> {
  if (learner.work <= PER_STEP) return;
  learner.work = 0;
  yield;
}

function countFollowing(learner: Learner, { from, to }: Stretch, spans: readonly Span[]): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (followsSpans(learner, spans, at)) count += 1;
  return count;
}

function followsSpans(learner: Learner, spans: readonly Span[], at: number): boolean {
  const day = learner.rows.day[at] ?? 0;
  const span = spans.find((each) => holdsOn(each, day));
  return span !== undefined && follows(learner, span.formula, at);
}

/** Whether a formula holds on a day. */
export function holdsOn({ from, to }: Span, day: number): boolean {
  return day >= from && day <= to;
}

function follows(learner: Learner, formula: RateFormula, at: number): boolean {
  learner.work += 1;
  return (
    chargeOf(learner.rows, formula, at) ===
    expectedOf(learner.rows, compiledOf(learner, formula), formula, at)
  );
}

/** The charge that a formula is about, less that of installments where it has a rule of its own. */
export function chargeOf({ charge, installments }: ChargeRows, formula: RateFormula, at: number): number {
  return (charge[at] ?? 0) - (formula.withoutInstallments ? (installments[at] ?? 0) : 0);
}

export function baseOf({ sales, paidShipping }: ChargeRows, formula: RateFormula, at: number): number {
  return (sales[at] ?? 0) + (formula.withPaidShipping ? (paidShipping[at] ?? 0) : 0);
}

export function expectedOf(rows: ChargeRows, rate: CompiledRate, formula: RateFormula, at: number): number {
  return rate.expected(baseOf(rows, formula, at), rows.units[at] ?? 1, rows.sales[at] ?? 0);
}

function compiledOf({ compiled, rows }: Learner, formula: RateFormula): CompiledRate {
  const found = compiled.get(formula) ?? compileRate(formula, rows.scale);
  compiled.set(formula, found);
  return found;
}

/** The rules of a group one after the other; null where fewer rows than MIN_COVERED follow them. */
function* findSpans(
  learner: Learner,
  stretch: Stretch,
  level: number,
  splits: number,
): Task<readonly Span[] | null> {
  const { rows } = learner;
  const total = countRows(rows, stretch);
  if (total < MIN_ROWS) return null;
  const best = yield* bestFormula(learner, stretch, level);
  if (best === null) return null;
  const tally = tallyDays(learner, stretch, best);
  yield* giveWay(learner);
  const { first, last, count } = tally;
  // What has any weight is followed by nine in ten: a miss weighs as much as nine hits.
  if (tally.hits < MIN_ROWS) return null;
  const whole = { formula: best, hits: tally.hits, count };
  const { formula, hits } =
    count === total ? whole : yield* bestOfRun(learner, { ...stretch, first, last }, level, whole);
  const middle: Span = { formula, from: first, to: last, former: null };
  const spans: Span[] = [middle];
  const sides = [
    { ...stretch, last: first - 1 },
    { ...stretch, first: last + 1 },
  ];
  let covered = hits;
  for (const [at, side] of sides.entries()) {
    const size = countRows(rows, side);
    if (size < MIN_ROWS || splits === 0) continue;
    const others = yield* findSpans(learner, side, level, splits - 1);
    if (others === null) continue;
    covered += countFollowingIn(learner, side, others);
    if (at === 0) spans.unshift(...others);
    else spans.push(...others);
  }
  const joined = spans.filter((span, at) => at === 0 || !isSame(span.formula, spans[at - 1]?.formula));
  const filled = joined.map(
    (span, at): Span => ({
      ...span,
      // Days between two rules are those of the earlier one: the first of these begins where its rows do, unless none is before it.
      from: at === 0 && stretch.first === ALL_DAYS.first ? stretch.first : span.from,
      to: (joined[at + 1]?.from ?? stretch.last + 1) - 1,
    }),
  );
  yield* giveWay(learner);
  // Beyond its ends rows may follow it as well, among others.
  const within = Math.max(covered, countFollowingIn(learner, stretch, filled));
  if (within < MIN_COVERED * total) return null;
  for (const { formula } of filled) remember(learner, formula);
  return filled;
}

function isSame(a: RateFormula, b: RateFormula | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function remember(learner: Learner, formula: RateFormula): void {
  const { known } = learner;
  if (known.some((each) => isSame(each, formula))) return;
  known.push(formula);
  learner.knownText = JSON.stringify(known);
}

function forget(learner: Learner): void {
  learner.known.length = 0;
  learner.knownText = '';
}

function isInDays({ day }: ChargeRows, { first, last }: Stretch, at: number): boolean {
  const own = day[at] ?? 0;
  return own >= first && own <= last;
}

function countRows(rows: ChargeRows, stretch: Stretch): number {
  if (stretch.first === ALL_DAYS.first && stretch.last === ALL_DAYS.last) return stretch.to - stretch.from;
  let count = 0;
  for (let at = stretch.from; at < stretch.to; at += 1) if (isInDays(rows, stretch, at)) count += 1;
  return count;
}

function countFollowingIn(learner: Learner, stretch: Stretch, spans: readonly Span[]): number {
  const { rows } = learner;
  let count = 0;
  for (let at = stretch.from; at < stretch.to; at += 1) {
    if (isInDays(rows, stretch, at) && followsSpans(learner, spans, at)) count += 1;
  }
  return count;
}

/** The formula that most rows of a sample follow, then most of all rows: one known of the channel before a new one. */
function* bestFormula(learner: Learner, stretch: Stretch, level: number): Task<RateFormula | null> {
  const { rows, known } = learner;
  const places = sampleOf(rows, stretch, level === rows.codes.length - 1 ? FINE_SAMPLE : SAMPLE);
  if (places.length < MIN_ROWS / 2) return null;
  const hitsOf = (formula: RateFormula): number => {
    let hits = 0;
    for (const at of places) if (follows(learner, formula, at)) hits += 1;
    return hits;
  };
  const reused = known.map((formula): Proposal => ({ formula, hits: hitsOf(formula) }));
  const isWhole = reused.some(({ hits }) => hits === places.length);
  const made = isWhole ? [] : propose(learner, places);
  yield* giveWay(learner);
  const all = [...reused, ...made];
  const most = Math.max(0, ...all.map(({ hits }) => hits));
  const finalists = all.filter(({ hits }) => hits >= MIN_ROWS / 4 && hits >= most * 0.97);
  let best: { readonly formula: RateFormula; readonly hits: number } | null = null;
  for (const { formula } of finalists) {
    const fitted = withLimit(learner, stretch, formula);
    yield* giveWay(learner);
    const hits = countFollowingIn(learner, stretch, [{ formula: fitted, ...ENDLESS }]);
    yield* giveWay(learner);
    if (best === null || hits > best.hits) best = { formula: fitted, hits };
    if (hits === stretch.to - stretch.from) break;
  }
  return best?.formula ?? null;
}

/**
 * The formula of a run of days. That of all days may have been chosen for rows of other days, and miss some of the run that
 * another one explains.
 */
function* bestOfRun(
  learner: Learner,
  run: Stretch,
  level: number,
  found: { readonly formula: RateFormula; readonly hits: number; readonly count: number },
): Task<{ readonly formula: RateFormula; readonly hits: number }> {
  if (found.hits === found.count) return found;
  const formula = yield* bestFormula(learner, run, level);
  if (formula === null) return found;
  const hits = countFollowingIn(learner, run, [{ formula, ...ENDLESS }]);
  return hits > found.hits ? { formula, hits } : found;
}

const ENDLESS = { from: ALL_DAYS.first, to: ALL_DAYS.last, former: null } as const;

/** Rows that stand evenly over a stretch, in the order of their days. */
function sampleOf(rows: ChargeRows, stretch: Stretch, size: number): readonly number[] {
  const { from, to } = stretch;
  const isWhole = stretch.first === ALL_DAYS.first && stretch.last === ALL_DAYS.last;
  const step = Math.max(1, Math.floor((to - from) / (isWhole ? size : size * 64)));
  const found: number[] = [];
  for (let at = from; at < to; at += step) if (isInDays(rows, stretch, at)) found.push(at);
  const thin = found.length / size;
  const kept =
    thin <= 1 ? found : Array.from({ length: size }, (_, at) => found[Math.floor(at * thin)] ?? from);
  return inDays(rows, kept);
}

/** In the order of their days. Rows of the finest level stand in it. */
function inDays({ day }: ChargeRows, places: readonly number[]): readonly number[] {
  let last = Number.NEGATIVE_INFINITY;
  for (const at of places) {
    const own = day[at] ?? 0;
    if (own < last) return places.toSorted((a, b) => (day[a] ?? 0) - (day[b] ?? 0));
    last = own;
  }
  return places;
}

/** A formula of two bands, with the price between them that all rows tell, not those of a sample alone. */
function withLimit(learner: Learner, { from, to, first, last }: Stretch, formula: RateFormula): RateFormula {
  const { rows } = learner;
  const { band } = formula;
  if (band === null) return formula;
  const places: number[] = [];
  for (let at = from; at < to; at += 1) {
    if (isInDays(rows, { from, to, first, last }, at)) places.push(at);
  }
  const low = { ...formula, band: null };
  const high = { ...formula, fixed: band.fixed, band: null };
  const isCharged = (each: RateFormula) => (place: number) => follows(learner, each, places[place] ?? 0);
  const prices = Float64Array.from(places, (at) => (rows.sales[at] ?? 0) / (rows.units[at] ?? 1));
  const limit = limitBetween(prices, isCharged(low), isCharged(high));
  if (limit === null) return formula;
  return { ...formula, band: { ...band, below: toDecimal({ units: BigInt(limit), scale: rows.scale }) } };
}

/** First and last day of the rows at a stretch's places, in its days or not: those of others count nothing. */
function daysOf(rows: ChargeRows, stretch: Stretch): readonly [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = stretch.from; at < stretch.to; at += 1) {
    const day = rows.day[at] ?? 0;
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return [first, last];
}

/** Rows by day, of which those follow a formula: the run of days in which it holds. */
function tallyDays(learner: Learner, stretch: Stretch, formula: RateFormula) {
  const { rows } = learner;
  const [first, last] = daysOf(rows, stretch);
  const hitsOf = new Uint32Array(Math.max(0, last - first + 1));
  const countOf = new Uint32Array(hitsOf.length);
  for (let at = stretch.from; at < stretch.to; at += 1) {
    if (!isInDays(rows, stretch, at)) continue;
    const day = (rows.day[at] ?? 0) - first;
    countOf[day] = (countOf[day] ?? 0) + 1;
    if (follows(learner, formula, at)) hitsOf[day] = (hitsOf[day] ?? 0) + 1;
  }
  let best = { first: 0, last: -1, hits: 0, count: 0, score: 0 };
  let run = { first: 0, hits: 0, count: 0, score: 0 };
  for (let day = first; day <= last; day += 1) {
    const [hits, count] = [hitsOf[day - first] ?? 0, countOf[day - first] ?? 0];
    if (count === 0) continue;
    if (run.score <= 0) run = { first: day, hits: 0, count: 0, score: 0 };
    run = {
      first: run.first,
      hits: run.hits + hits,
      count: run.count + count,
      score: run.score + hits - MISS * (count - hits),
    };
    if (run.score > best.score) best = { ...run, last: day };
  }
  return best;
}

/** A miss weighs as much as nine hits: a run holds in nine of ten rows, at its ends too. */
const MISS = 9;
