import type { ChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { MOVED_COLUMNS } from '#renderer/data/model/own-costs.ts';
import {
  type Change,
  type ExplainQuery,
  type Explanation,
  type ExplanationStep,
  type Explanations,
  notationOf,
  type TriedChanges,
  type VatChange,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import type { Task } from '#shared/base/tasks.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import {
  type Decimal,
  fromDecimal,
  rescale,
  type Scaled,
  subtract,
  toDecimal,
} from '#shared/domain/decimal.ts';
import { buildCube, type Cube, type CubeLimits, type ExplainedStores } from './cube.ts';
import { effectsOf } from './effects.ts';
import { failedParts, type Hypothesis, hypothesesOf, measuresOf } from './hypotheses.ts';
import { withPastStates } from './past-states.ts';
import { type Combination, chanceOf, type Found, type Search, searchCombinations } from './search.ts';
import { type RowReading, readRowsWithVat, rowVatChanges, unitsIn } from './vat-rows.ts';
import { createVatSearch, readWithVat, rowTargets, toleranceOf, vatChanges } from './vat-search.ts';

/** An expected number of chance fits above this is told: the fit is no proof. */
export const MAX_CHANCE = 0.05;
const MAX_RESULTS = 12;
const MAX_PARTIAL = 3;
const MAX_DISCARDED = 6;
/** Causes of so much weight are told as tried where they do not fit. */
const KNOWN_WEIGHT = 2;

/** How far the whole has come with the cube, and with the sums over its cells. */
const SHARES = { cube: 0.5, effects: 0.7 } as const;

export type ExplainOptions = {
  /** Tells what the last readings changed; null: nothing is known of that. */
  readonly log?: ChangeIndex | null;
  /** Hears how far it has come, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly limits?: CubeLimits | undefined;
  /** Rates of VAT that an amount may be seen with or without, in percent. */
  readonly vat?: readonly Decimal[];
  /** Decimal places that an amount of one row is rounded to without VAT, or with it; null: no row is read by itself. */
  readonly rowPlaces?: number | null;
};

/**
 * Searches for the changes that may make a total seen elsewhere differ from the selection's own. Long, for it is the
 * list of what is tried, in its order.
 */
export function* explain(
  stores: ExplainedStores,
  { selection, measure, amount }: Omit<ExplainQuery, 'currency'>,
  { log = null, onProgress = () => {}, limits, vat = [], rowPlaces = null }: ExplainOptions = {},
): Task<Explanations> {
  const { shown, source } = stores;
  const { revision } = shown;
  const present = yield* buildCube(stores, selection, measuresOf(stores, measure), limits);
  // The log is of the source's amounts: it does not tell what own costs took off them then.
  const isLogged = log !== null && (shown === source || !MOVED_COLUMNS.includes(measure));
  const cube = isLogged
    ? withPastStates(present, shown, log, failedParts(present, selection), measure)
    : present;
  onProgress(SHARES.cube);
  yield;
  const typed = fromDecimal(amount);
  const wanted = withoutZeros(typed, cube.scale);
  const scale = Math.max(cube.scale, wanted.scale);
  const fails = failedParts(cube, selection);
  const evaluate = createEvaluator(cube, fails, scale);
  yield;
  const base = evaluate([]);
  yield;
  const target = rescale(wanted, scale).units;
  const difference = target - base.units;
  const tolerance = toleranceOf(typed.scale, cube.scale);
  const answer = {
    revision,
    measure,
    amount,
    base: decimalAt(base.units, scale),
    difference: decimalAt(difference, scale),
    rows: base.rows,
    leftOut: cube.leftOut,
    values: Object.fromEntries(cube.texts.map(({ column, values }) => [column, values])),
  };
  const factor = 10 ** (scale - cube.scale);
  if (magnitudeOf(difference) <= BigInt(Math.ceil(tolerance * factor))) {
    return { ...answer, tried: [], results: [], discarded: [] };
  }
  const hypotheses = hypothesesOf(cube, selection);
  const isMoney = findColumn(measure)?.kind === 'money';
  const rates = isMoney && target !== 0n ? vat : [];
  const ofRows = rowPlaces === null || !cube.isSafe ? [] : rowVatChanges(rates, rowPlaces);
  const readings = yield* readRowsWithVat(shown, cube, measure, ofRows);
  const effects = yield* effectsOf(
    cube,
    fails,
    hypotheses,
    readings.map(({ units }) => units),
  );
  onProgress(SHARES.effects);
  const onSearchProgress = (share: number) => onProgress(SHARES.effects + share * (1 - SHARES.effects));
  const slack = slackOf(cube);
  const search = yield* searchCombinations(cube, effects, hypotheses, {
    difference: Number(difference) / factor,
    tolerance: tolerance + slack,
    mostChance: MAX_CHANCE,
    onProgress: onSearchProgress,
    beside: createVatSearch(
      vatChanges(rates),
      {
        wanted: Number(target) / factor,
        base: Number(base.units) / factor,
        tolerance,
        rounding: 0.5 / factor,
        slack,
      },
      effects,
      hypotheses,
      rowTargets(readings, effects, hypotheses, typed),
    ),
  });
  const context: Context = {
    rows: cube.rows,
    hypotheses,
    evaluate,
    base: base.units,
    target,
    scale,
    allowed: tolerance === 0 ? 0n : BigInt(Math.ceil(tolerance * factor)),
    readings,
    typedPlaces: typed.scale,
  };
  const results = yield* rankedFits(context, search);
  const partial = results.length > 0 ? [] : yield* partialFits(context, search, difference);
  const known: Found[] = hypotheses.flatMap((hypothesis, at) =>
    hypothesis.size === 1 && hypothesis.weight <= KNOWN_WEIGHT && (effects.alone[at] ?? 0) !== 0
      ? [{ combination: [at], remains: Number(difference) / factor - (effects.alone[at] ?? 0) }]
      : [],
  );
  return {
    ...answer,
    tried: search.levels.map(
      (level): TriedChanges => ({
        changes: level.changes,
        combinations: level.tried,
        expectedByChance: chanceOf(level, search),
      }),
    ),
    results: [...results, ...partial],
    discarded: yield* discardedOf(context, [...search.nearest, ...known], [...results, ...partial]),
  };
}

/** The same value without the zeros behind `places` digits: doubles would carry what is asked about less exactly for them. */
function withoutZeros({ units, scale }: Scaled, places: number): Scaled {
  let [shorter, own] = [units, scale];
  while (own > places && shorter % 10n === 0n) {
    shorter /= 10n;
    own -= 1;
  }
  return { units: shorter, scale: own };
}

/** How far sums of doubles may be from the exact ones. */
function slackOf({ isSafe, measures }: Cube): number {
  if (isSafe) return 0;
  const magnitude = measures.reduce(
    (sum, { units }) => sum + units.reduce((all, value) => all + Math.abs(value), 0),
    0,
  );
  return magnitude * 2 ** -40;
}

function magnitudeOf(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function decimalAt(units: bigint, scale: number): Decimal {
  return toDecimal({ units, scale });
}

type Evaluated = {
  readonly units: bigint;
  readonly rows: number;
  readonly cells: Uint8Array;
  readonly measure: number;
};

/**
 * Makes the function that gives the exact total under some hypotheses: cell by cell, whether all conditions are met as the
 * hypotheses have them. It shares nothing with the sums that led to them.
 */
export function createEvaluator(cube: Cube, fails: Uint32Array, scale: number) {
  const factor = 10n ** BigInt(scale - cube.scale);
  return (chosen: readonly Hypothesis[]): Evaluated => {
    const measure = chosen.find((hypothesis) => hypothesis.measure > 0)?.measure ?? 0;
    const { units, exact } = cube.measures[measure] ?? {
      units: new Float64Array(cube.cellCount),
      exact: null,
    };
    const parts = chosen.reduce((all, hypothesis) => all | hypothesis.parts, 0);
    const cells = new Uint8Array(cube.cellCount);
    let safe = 0;
    let large = 0n;
    let rows = 0;
    for (let cell = 0; cell < cells.length; cell += 1) {
      if (((fails[cell] ?? 0) & ~parts) !== 0 || !meetsAll(chosen, fails[cell] ?? 0, cell)) continue;
      cells[cell] = 1;
      rows += cube.rows[cell] ?? 0;
      if (exact === null) safe += units[cell] ?? 0;
      else large += exact[cell] ?? 0n;
    }
    return { units: (large + BigInt(safe)) * factor, rows, cells, measure };
  };
}

/**
 * Hypotheses of the same parts speak of different cells (areTogether): the one that changes something there decides, and
 * where none does the selection's own condition stands.
 */
function meetsAll(chosen: readonly Hypothesis[], failed: number, cell: number): boolean {
  for (const hypothesis of chosen) {
    const was = (failed & hypothesis.parts) === 0;
    if (hypothesis.passes(cell)) continue;
    if (was) return false;
    const isLetIn = chosen.some((other) => other.parts === hypothesis.parts && other.passes(cell));
    if (!isLetIn) return false;
  }
  return true;
}

/** Rows of the cells that came, and of those that went. */
function movedRows(before: Uint8Array, after: Uint8Array, rows: Float64Array) {
  let [rowsIn, rowsOut] = [0, 0];
  for (let cell = 0; cell < rows.length; cell += 1) {
    const change = (after[cell] ?? 0) - (before[cell] ?? 0);
    if (change > 0) rowsIn += rows[cell] ?? 0;
    else if (change < 0) rowsOut += rows[cell] ?? 0;
  }
  return { rowsIn, rowsOut };
}

type Context = {
  /** Rows by cell of the cube. */
  readonly rows: Float64Array;
  readonly hypotheses: readonly Hypothesis[];
  readonly evaluate: (chosen: readonly Hypothesis[]) => Evaluated;
  readonly base: bigint;
  readonly target: bigint;
  readonly scale: number;
  readonly allowed: bigint;
  /** Sums of rows that are read one by one. */
  readonly readings: readonly RowReading[];
  readonly typedPlaces: number;
};

/** Fits, those of fewest changes first, then by what remains, then by how well their causes are known. */
function* rankedFits(context: Context, search: Search): Task<readonly Explanation[]> {
  const results: Explanation[] = [];
  const seen: { readonly cells: Uint8Array; readonly measure: number; readonly vat: string }[] = [];
  for (const level of search.levels) {
    for (const { combination, vat } of level.hits) {
      if (results.length >= MAX_RESULTS) return results;
      const { explanation, last } = explanationOf(
        context,
        { combination, vat },
        level.changes,
        chanceOf(level, search),
      );
      yield;
      // Doubles let it through, the exact sum does not.
      if (explanation.fit === 'partial') continue;
      const read = vat === undefined ? '' : notationOf([vat]);
      const same = seen.findIndex(
        (other) => other.vat === read && other.measure === last.measure && areEqual(other.cells, last.cells),
      );
      results.push({ ...explanation, sameRowsAs: same < 0 ? null : same });
      seen.push({ ...last, vat: read });
    }
  }
  return results;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((value, at) => value === b[at]);
}

/** Where nothing fits: what leaves least, and less than half of the difference. */
function* partialFits(context: Context, search: Search, difference: bigint): Task<readonly Explanation[]> {
  const near: Explanation[] = [];
  for (const { combination } of search.nearest) {
    const { explanation } = explanationOf(context, { combination }, sizeOf(context, combination), null);
    const left = rescale(fromDecimal(explanation.remains), context.scale).units;
    // A hypothesis that leaves nothing at all explains nothing.
    const isNothing = fromDecimal(explanation.value).units === 0n;
    if (!isNothing && magnitudeOf(left) * 2n < magnitudeOf(difference)) near.push(explanation);
    yield;
  }
  return near.sort((a, b) => a.changeCount - b.changeCount).slice(0, MAX_PARTIAL);
}

function sizeOf({ hypotheses }: Context, combination: Combination): number {
  return combination.reduce((sum, at) => sum + (hypotheses[at]?.size ?? 0), 0);
}

/** Explanations that were tried and do not fit: known causes and those that came near, by what remains. */
function* discardedOf(
  context: Context,
  found: readonly Found[],
  listed: readonly Explanation[],
): Task<readonly Explanation[]> {
  const listedChanges = new Set(listed.map(({ changes }) => JSON.stringify(changes)));
  const discarded: Explanation[] = [];
  const sorted = [...found].sort(
    (a, b) => a.combination.length - b.combination.length || Math.abs(a.remains) - Math.abs(b.remains),
  );
  for (const { combination } of sorted) {
    if (discarded.length >= MAX_DISCARDED) break;
    const changes = JSON.stringify(changesOf(context, combination));
    if (listedChanges.has(changes)) continue;
    listedChanges.add(changes);
    const { explanation } = explanationOf(context, { combination }, sizeOf(context, combination), null);
    if (explanation.fit === 'partial') discarded.push(explanation);
    yield;
  }
  return discarded;
}

function changesOf({ hypotheses }: Context, combination: Combination): readonly Change[] {
  return combination.flatMap((at) => hypotheses[at]?.changes ?? []);
}

/** A total, and how far from it a figure may be that was typed with fewer decimals. */
type Total = Scaled & { readonly allowed: bigint };

/** The total of some cells as it is read with VAT or without, as a whole or row by row. */
function totalWithVat(
  { scale, allowed, readings, typedPlaces }: Context,
  { units, cells }: Evaluated,
  vat: VatChange,
): Total {
  const reading = readings.find(({ change }) => change === vat);
  if (reading === undefined) return { units: readWithVat(units, vat), scale, allowed };
  const { rowPlaces } = reading.change;
  return {
    units: unitsIn(reading, cells),
    scale: rowPlaces,
    allowed: BigInt(Math.ceil(toleranceOf(typedPlaces, rowPlaces))),
  };
}

/** A combination step by step, each with what it adds to the ones before it. */
function explanationOf(
  context: Context,
  { combination, vat }: Pick<Found, 'combination'> & { readonly vat?: VatChange | undefined },
  changeCount: number,
  chance: number | null,
) {
  const { hypotheses, evaluate, scale } = context;
  const chosen = combination
    .map((at) => hypotheses[at])
    .filter((hypothesis) => hypothesis !== undefined)
    .sort((a, b) => a.weight - b.weight);
  let before = evaluate([]);
  const steps: ExplanationStep[] = [];
  for (const [at, hypothesis] of chosen.entries()) {
    const after = evaluate(chosen.slice(0, at + 1));
    steps.push({
      changes: hypothesis.changes,
      amount: decimalAt(after.units - before.units, scale),
      ...movedRows(before.cells, after.cells, context.rows),
    });
    before = after;
  }
  const own: Total = { units: before.units, scale, allowed: context.allowed };
  const total = vat === undefined ? own : totalWithVat(context, before, vat);
  // Every amount is read otherwise, of the same rows.
  if (vat !== undefined)
    steps.push({ changes: [vat], amount: toDecimal(subtract(total, own)), rowsIn: 0, rowsOut: 0 });
  const remains = subtract({ units: context.target, scale }, total);
  const isAllowed =
    magnitudeOf(remains.units) <= rescale({ units: total.allowed, scale: total.scale }, remains.scale).units;
  const fit = remains.units === 0n ? 'exact' : isAllowed ? 'rounded' : 'partial';
  const explanation: Explanation = {
    changes: steps.flatMap(({ changes }) => changes),
    changeCount,
    value: toDecimal(total),
    remains: toDecimal(remains),
    fit,
    expectedByChance: chance,
    steps,
    sameRowsAs: null,
  };
  return { explanation, last: before };
}
