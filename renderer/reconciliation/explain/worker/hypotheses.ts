import { MOVED_COLUMNS } from '#renderer/data/model/own-costs.ts';
import {
  type Change,
  type ExplainedDate,
  otherMeasures,
  type ValueChange,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/dates.ts';
import { DASHBOARD_FILTERS, type Selection } from '#shared/domain/selection.ts';
import {
  boundsOf,
  type Cube,
  type ExplainedStores,
  type MeasureSource,
  type TextDimension,
  ZONE_HOURS,
} from './cube.ts';

/**
 * A hypothesis to try. A cell is in the selection where it meets every condition (a text column's, the period's two
 * edges, the cost's). A hypothesis replaces the conditions of some of them (`parts`, as bits) by its own.
 */
export type Hypothesis = {
  readonly changes: readonly Change[];
  /** How many changes it counts as. */
  readonly size: number;
  /** The less, the better known as a cause. */
  readonly weight: number;
  readonly parts: number;
  /** Two hypotheses about the same parts go together where they speak of different cells: other values, other channels. */
  readonly beside: string | null;
  /** The cell meets the hypothesis's own conditions on its parts. */
  readonly passes: (cell: number) => boolean;
  /** Another measure's place in the cube; 0: it changes none. */
  readonly measure: number;
  /** It speaks of the cells that carry one code only; null: of any. */
  readonly only: { readonly codes: Uint16Array; readonly code: number } | null;
};

/** Whether a hypothesis is tried in threes. Those that touch nearly all cells are not: they would take most of the time. */
export function isInThrees({ size, changes }: Hypothesis): boolean {
  return size === 1 && changes.every(({ kind }) => kind !== 'only');
}

/** A column whose values are told apart one by one, of which "only one" takes more exclusions than are combined. */
const MIN_FOR_ONLY = 5;
const MAX_FOR_ONLY = 16;

const WEIGHTS = {
  preset: 0,
  part: 1,
  date: 1,
  edge: 2,
  zone: 3,
  allZones: 2,
  measure: 2,
  before: 1,
  'own-costs': 1,
  cost: 2,
  only: 4,
  unfiltered: 2,
} as const;
/** Values of a column, by how often it is the cause. */
const COLUMN_WEIGHTS: { readonly [column: string]: number } = {
  'Tipo de Dato': 0,
  'Estado de Orden': 1,
  'Estado de Pago': 1,
  Canal: 2,
  Cuenta: 2,
  'Tipo de Canal': 3,
  'Estado de Despacho': 3,
  'Tipo de Despacho': 3,
};
const OTHER_COLUMN = 4;

/** Bits of the selection's own conditions that each cell does not meet. */
export function failedParts(cube: Cube, selection: Selection): Uint32Array {
  const allowed = cube.texts.map((text) => allowedIn(text, selection, selection.dashboardPreset));
  const fails = new Uint32Array(cube.cellCount);
  for (const [at, { codes }] of cube.texts.entries()) {
    const isIn = allowed[at] ?? new Uint8Array(0);
    for (let cell = 0; cell < fails.length; cell += 1) {
      if (isIn[codes[cell] ?? 0] === 0) fails[cell] = (fails[cell] ?? 0) | (1 << at);
    }
  }
  const period = periodReader(cube, selection, selection.periodColumn);
  if (period !== null) {
    const { from, to } = partsOf(cube);
    const isAfterStart = period(0, null);
    const isBeforeEnd = period(null, 0);
    for (let cell = 0; cell < fails.length; cell += 1) {
      if (!isAfterStart(cell)) fails[cell] = (fails[cell] ?? 0) | from;
      if (!isBeforeEnd(cell)) fails[cell] = (fails[cell] ?? 0) | to;
    }
  }
  return fails;
}

function partsOf({ texts }: Pick<Cube, 'texts'>) {
  return { cost: 1 << texts.length, from: 2 << texts.length, to: 4 << texts.length };
}

/** Which values of a column the selection's filters leave, and its preset where it counts. */
function allowedIn({ column, values }: TextDimension, selection: Selection, preset: boolean): Uint8Array {
  const conditions = [...selection.filters, ...(preset ? DASHBOARD_FILTERS : [])].filter(
    (filter) => filter.column === column,
  );
  return Uint8Array.from(values, (value) =>
    conditions.every((condition) => condition.values.includes(value)) ? 1 : 0,
  );
}

/**
 * Makes the condition that a date lies within the period, its edges shifted by some milliseconds; null: an edge that does
 * not matter.
 */
function periodReader({ dates }: Pick<Cube, 'dates'>, selection: Selection, column: ExplainedDate) {
  const period = boundsOf(selection);
  const dimension = dates.find((date) => date.column === column);
  if (period === null || dimension === undefined) return null;
  const { bounds, codes } = dimension;
  /** The least code of dates at or after one of the bounds. */
  const codeFrom = (ms: number): number => bounds.indexOf(ms) + 2;
  return (startShift: number | null, endShift: number | null) => {
    const least = startShift === null ? 1 : codeFrom(period.from + startShift);
    const beyond = endShift === null ? bounds.length + 2 : codeFrom(period.to + endShift);
    return (cell: number): boolean => {
      const code = codes[cell] ?? 0;
      return code >= least && code < beyond;
    };
  };
}

/** All that is tried, in three runs: what is tried in threes, the rest, other measures. */
export function hypothesesOf(cube: Cube, selection: Selection): readonly Hypothesis[] {
  const measures = cube.measures.slice(1).map(
    ({ changes }, at): Hypothesis => ({
      changes,
      size: changes.length,
      weight: changes.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0),
      parts: 0,
      beside: null,
      passes: () => true,
      measure: at + 1,
      only: null,
    }),
  );
  const period = periodHypotheses(cube, selection);
  const all = [
    ...cube.texts.flatMap((text, at) => valueHypotheses(text, at, selection)),
    ...presetHypothesis(cube, selection),
    ...costHypothesis(cube),
    ...period,
  ];
  const inThrees = all.filter(isInThrees);
  return [
    ...inThrees.filter(({ only }) => only !== null),
    ...inThrees.filter(({ only }) => only === null),
    ...all.filter((hypothesis) => !isInThrees(hypothesis)),
    ...measures,
  ];
}

/** The measures to sum: the one asked about, and those it may have been taken for, each with own costs the other way too. */
export function measuresOf(
  { shown, switched }: Pick<ExplainedStores, 'shown' | 'switched'>,
  measure: string,
): readonly MeasureSource[] {
  const others = otherMeasures(measure).filter((column) => shown.scalesOf(column).length > 0);
  const asShown = [measure, ...others].map(
    (column): MeasureSource => ({
      store: shown,
      column,
      changes: column === measure ? [] : [{ kind: 'measure', column }],
    }),
  );
  if (switched === null) return asShown;
  const { store, change } = switched;
  const moved = asShown.filter(({ column }) => MOVED_COLUMNS.includes(column));
  return [
    ...asShown,
    ...moved.map(({ column, changes }) => ({ store, column, changes: [...changes, change] })),
  ];
}

function valueHypotheses(text: TextDimension, at: number, selection: Selection): readonly Hypothesis[] {
  const { column, values, codes } = text;
  const isIn = allowedIn(text, selection, selection.dashboardPreset);
  const weight = COLUMN_WEIGHTS[column] ?? OTHER_COLUMN;
  const inside = values.filter((_, code) => isIn[code] === 1);
  const made = (
    changes: readonly Change[],
    more: number,
    beside: string | null,
    lets: (code: number) => boolean,
  ): Hypothesis => {
    const passes = Uint8Array.from(values, (_, code) => (lets(code) ? 1 : 0));
    return {
      changes,
      size: 1,
      weight: weight + more,
      parts: 1 << at,
      beside,
      passes: (cell) => passes[codes[cell] ?? 0] === 1,
      measure: 0,
      only: null,
    };
  };
  const wasIn = (code: number) => isIn[code] === 1;
  const hypotheses: Hypothesis[] = [];
  for (const [own, value] of values.entries()) {
    if (wasIn(own) && inside.length === 1) continue;
    const change: ValueChange = { kind: 'value', column, value, isIn: !wasIn(own) };
    const lets = (code: number) => (code === own ? !wasIn(own) : wasIn(code));
    hypotheses.push({ ...made([change], 0, `${column}/${value}`, lets), only: { codes, code: own } });
  }
  if (inside.length >= MIN_FOR_ONLY && inside.length <= MAX_FOR_ONLY) {
    for (const value of inside) {
      const own = values.indexOf(value);
      hypotheses.push(made([{ kind: 'only', column, value }], WEIGHTS.only, null, (code) => code === own));
    }
  }
  const preset = DASHBOARD_FILTERS.find((filter) => filter.column === column);
  const several = (reason: 'dashboard' | 'unfiltered', weightOf: number, changed: readonly ValueChange[]) => {
    if (changed.length < 2) return;
    const after = new Map(changed.map(({ value, isIn: lets }) => [value, lets]));
    hypotheses.push(
      made(
        [{ kind: 'values', reason, column, values: changed }],
        weightOf,
        null,
        (code) => after.get(values[code] ?? '') ?? wasIn(code),
      ),
    );
  };
  const outside = values.filter((_, code) => isIn[code] === 0);
  several(
    'unfiltered',
    WEIGHTS.unfiltered,
    outside.map((value) => ({ kind: 'value', column, value, isIn: true })),
  );
  if (preset !== undefined && !selection.dashboardPreset) {
    const leaves = inside.filter((value) => !preset.values.includes(value));
    if (leaves.length < inside.length) {
      several(
        'dashboard',
        WEIGHTS.part,
        leaves.map((value) => ({ kind: 'value', column, value, isIn: false })),
      );
    }
  }
  return hypotheses;
}

/** The dashboard's conditions put on, or taken off, where that is more than one column's matter. */
function presetHypothesis({ texts }: Cube, selection: Selection): readonly Hypothesis[] {
  const isOn = !selection.dashboardPreset;
  let parts = 0;
  const conditions: { readonly codes: Uint16Array; readonly lets: Uint8Array }[] = [];
  const values: ValueChange[] = [];
  for (const [at, text] of texts.entries()) {
    const was = allowedIn(text, selection, !isOn);
    const is = allowedIn(text, selection, isOn);
    if (was.every((lets, code) => lets === is[code])) continue;
    parts |= 1 << at;
    conditions.push({ codes: text.codes, lets: is });
    for (const [code, value] of text.values.entries()) {
      if (was[code] !== is[code])
        values.push({ kind: 'value', column: text.column, value, isIn: is[code] === 1 });
    }
  }
  if (conditions.length < 2) return [];
  return [
    {
      changes: [{ kind: 'preset', isOn, values }],
      size: 1,
      weight: WEIGHTS.preset,
      parts,
      beside: null,
      passes: (cell) => conditions.every(({ codes, lets }) => lets[codes[cell] ?? 0] === 1),
      measure: 0,
      only: null,
    },
  ];
}

function costHypothesis(cube: Cube): readonly Hypothesis[] {
  const { lacksCost } = cube;
  return [
    {
      changes: [{ kind: 'without-cost' }],
      size: 1,
      weight: WEIGHTS.cost,
      parts: partsOf(cube).cost,
      beside: null,
      passes: (cell) => lacksCost[cell] === 0,
      measure: 0,
      only: null,
    },
  ];
}

type EdgeChange = Extract<Change, { readonly kind: 'edge' }>;

/** Days that the edges are shifted by, each or both. */
function edgeChanges(): readonly (readonly EdgeChange[])[] {
  const of = (edge: 'from' | 'to') =>
    ([-1, 1] as const).map((days): EdgeChange => ({ kind: 'edge', edge, days }));
  return [
    ...of('from').map((change) => [change]),
    ...of('to').map((change) => [change]),
    ...of('from').flatMap((from) => of('to').map((to) => [from, to])),
  ];
}

function periodHypotheses(cube: Cube, selection: Selection): readonly Hypothesis[] {
  const bounds = boundsOf(selection);
  if (bounds === null) return [];
  const { from, to } = partsOf(cube);
  const dayShift = (edges: readonly EdgeChange[], edge: 'from' | 'to') =>
    edges.filter((change) => change.edge === edge).reduce((shift, { days }) => shift + days * DAY_MS, 0);
  /** A period that begins after it ends is none. */
  const isPeriod = (edges: readonly EdgeChange[]) =>
    bounds.from + dayShift(edges, 'from') < bounds.to + dayShift(edges, 'to');
  const ofDate = (
    column: ExplainedDate,
    edges: readonly EdgeChange[],
    date: readonly Change[],
  ): Hypothesis[] => {
    const reader = periodReader(cube, selection, column);
    if (reader === null || !isPeriod(edges)) return [];
    // An edge alone leaves the other one to other hypotheses.
    const shiftOf = (edge: 'from' | 'to') =>
      date.length > 0 || edges.some((change) => change.edge === edge) ? dayShift(edges, edge) : null;
    const [start, end] = [shiftOf('from'), shiftOf('to')];
    return [
      {
        changes: [...date, ...edges],
        size: date.length + edges.length,
        weight: date.length * WEIGHTS.date + edges.length * WEIGHTS.edge,
        parts: (start === null ? 0 : from) | (end === null ? 0 : to),
        beside: null,
        passes: reader(start, end),
        measure: 0,
        only: null,
      },
    ];
  };
  const own = selection.periodColumn;
  const others = cube.dates.map(({ column }) => column).filter((column) => column !== own);
  return [
    ...edgeChanges()
      .filter(({ length }) => length === 1)
      .flatMap((edges) => ofDate(own, edges, [])),
    ...zoneHypotheses(cube, selection),
    ...others.flatMap((column) =>
      [[], ...edgeChanges()].flatMap((edges) => ofDate(column, edges, [{ kind: 'date', column }])),
    ),
  ];
}

/** Dates read some hours later, in one channel or in all. */
function zoneHypotheses(cube: Cube, selection: Selection): readonly Hypothesis[] {
  const reader = periodReader(cube, selection, selection.periodColumn);
  if (reader === null) return [];
  const unshifted = reader(0, 0);
  const { from, to } = partsOf(cube);
  const canal = cube.texts.find(({ column }) => column === 'Canal');
  const channels = canal === undefined || canal.values.length < 2 ? [] : largestValues(canal, cube.rows);
  return ZONE_HOURS.flatMap((hours) => {
    const shifted = reader(-hours * HOUR_MS, -hours * HOUR_MS);
    const shared = { size: 1, parts: from | to, measure: 0, only: null };
    return [
      {
        ...shared,
        changes: [{ kind: 'zone', hours, canal: null } as const],
        weight: WEIGHTS.allZones,
        beside: null,
        passes: shifted,
      },
      ...channels.map(({ value, code }) => ({
        ...shared,
        changes: [{ kind: 'zone', hours, canal: value } as const],
        weight: WEIGHTS.zone,
        beside: `zona/${value}`,
        passes: (cell: number) => (canal?.codes[cell] === code ? shifted(cell) : unshifted(cell)),
      })),
    ];
  });
}

/** So many channels are looked at by themselves: with each come as many hypotheses as there are hours. */
const MAX_ZONED = 12;

/** The values that most rows carry. */
function largestValues({ values, codes }: TextDimension, rows: Float64Array) {
  const counts = new Float64Array(values.length);
  for (const [cell, code] of codes.entries()) counts[code] = (counts[code] ?? 0) + (rows[cell] ?? 0);
  return values
    .map((value, code) => ({ value, code }))
    .sort((a, b) => (counts[b.code] ?? 0) - (counts[a.code] ?? 0))
    .slice(0, MAX_ZONED);
}

/** Whether two hypotheses can hold together. */
export function areTogether(a: Hypothesis, b: Hypothesis): boolean {
  if (a.measure > 0 && b.measure > 0) return false;
  if ((a.parts & b.parts) === 0) return true;
  return a.parts === b.parts && a.beside !== null && b.beside !== null && a.beside !== b.beside;
}
