import type { ChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { CHANGE_AMOUNTS } from '#renderer/data/engine/changes/change-record.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { meaningAt } from '#renderer/data/engine/columns/segment.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Scaled } from '#shared/domain/decimal.ts';
import type { Cube } from './cube.ts';

/**
 * The cube's measure as it was before the last readings, told by the change log. The log knows an order's amount and
 * states, not which of its rows held them: what changed of an amount alone goes where a row of the selection is; where
 * states changed, the order is taken out of its rows' cells and put, whole, where its former states were. Orders that are
 * gone stand nowhere any more and are left out.
 */
export function withPastStates(
  cube: Cube,
  store: ColumnStore,
  log: ChangeIndex,
  fails: Uint32Array,
  measure: string,
): Cube {
  const amount = CHANGE_AMOUNTS.indexOf(measure);
  const [own] = cube.measures;
  if (amount < 0 || own === undefined) return cube;
  const cells = createCells(cube);
  const pasts = cutsOf(log).flatMap(({ readAt, from }) => {
    const deltas = deltasBefore({ cube, store, log, fails, cells, measure, amount }, from);
    return deltas === null || deltas.size === 0 ? [] : [{ readAt, deltas }];
  });
  if (pasts.length === 0) return cube;
  const wide = cells.extended();
  return {
    ...wide,
    measures: [
      ...wide.measures,
      ...pasts.map(({ readAt, deltas }) => {
        const units = Float64Array.from(wide.measures[0]?.units ?? []);
        const exact = own.exact === null ? null : [...(wide.measures[0]?.exact ?? [])];
        for (const [cell, delta] of deltas) {
          units[cell] = (units[cell] ?? 0) + Number(delta);
          if (exact !== null) exact[cell] = (exact[cell] ?? 0n) + delta;
        }
        return { changes: [{ kind: 'before', readAt } as const], units, exact };
      }),
    ],
  };
}

/** As many of the last runs that changed something are looked behind. */
const MAX_CUTS = 8;

type Cut = { readonly readAt: UtcInstant; readonly from: number };

/** Where the last runs begin among the readings. What a first load brings was there before it, unread. */
function cutsOf({ readings }: ChangeIndex): readonly Cut[] {
  const cuts = new Map<string, Cut>();
  for (const [from, { runId, purpose, readAt }] of readings.entries()) {
    if (purpose === 'history' || runId === null || readAt === null || cuts.has(runId)) continue;
    cuts.set(runId, { readAt, from });
  }
  return [...cuts.values()].slice(-MAX_CUTS);
}

type Past = {
  readonly cube: Cube;
  readonly store: ColumnStore;
  readonly log: ChangeIndex;
  readonly fails: Uint32Array;
  readonly cells: ReturnType<typeof createCells>;
  readonly measure: string;
  /** Its place among the amounts that the log keeps. */
  readonly amount: number;
};

/** By cell, the surplus before a reading, in the cube's units; null where they do not tell it. */
function deltasBefore(past: Past, from: number): ReadonlyMap<number, bigint> | null {
  const { cube, store, log } = past;
  const deltas = new Map<number, bigint>();
  for (const [order, { first, last }] of changedSince(log, from)) {
    const key = log.orders[order]?.key;
    const rows = key === undefined ? [] : store.rowsOfOrder(key).filter((row) => cube.cellOf(row) >= 0);
    const added = rows.length === 0 ? [] : deltasOfOrder(past, rows, first, last);
    for (const { cell, value, sign } of added) {
      const units = unitsAt(value, cube.scale);
      if (units === null || (cube.isSafe && !Number.isSafeInteger(Number(units) * 16))) return null;
      deltas.set(cell, (deltas.get(cell) ?? 0n) + sign * units);
    }
  }
  for (const [cell, delta] of deltas) if (delta === 0n) deltas.delete(cell);
  return deltas;
}

/** The first and the last change of each order since a reading. */
function changedSince(log: ChangeIndex, from: number) {
  const changed = new Map<number, { readonly first: number; readonly last: number }>();
  for (let change = 0; change < log.size; change += 1) {
    const reading = log.readingOf[change] ?? 0;
    if (reading < from || log.readings[reading]?.purpose === 'history') continue;
    const order = log.orderOf[change] ?? 0;
    changed.set(order, { first: changed.get(order)?.first ?? change, last: change });
  }
  return changed;
}

type Delta = { readonly cell: number; readonly value: Scaled | null; readonly sign: 1n | -1n };

function deltasOfOrder(
  { cube, store, log, fails, cells, measure, amount }: Past,
  rows: readonly number[],
  first: number,
  last: number,
): readonly Delta[] {
  const own = rows.find((row) => fails[cube.cellOf(row)] === 0) ?? rows[0] ?? 0;
  const was = log.before.amounts[amount]?.at(first) ?? null;
  const is = log.after.amounts[amount]?.at(last) ?? null;
  if (log.before.labels[first] === log.after.labels[last]) {
    const cell = cube.cellOf(own);
    return [
      { cell, value: was, sign: 1n },
      { cell, value: is, sign: -1n },
    ];
  }
  const out = rows.map((row): Delta => {
    const segment = store.segmentOf(row);
    const column = segment.columns.get(measure);
    const meaning = column?.kind === 'decimal' ? meaningAt(column, row - segment.base) : null;
    return { cell: cube.cellOf(row), value: meaning?.kind === 'value' ? meaning.value : null, sign: -1n };
  });
  const figures = log.before.figures(first);
  if (figures === null) return out;
  const [state, ...states] = figures.states;
  const [payment, ...payments] = figures.payments;
  const former = cells.cellLike(cube.cellOf(own), {
    ...(state === undefined || states.length > 0 ? {} : { 'Estado de Orden': state }),
    ...(payment === undefined || payments.length > 0 ? {} : { 'Estado de Pago': payment }),
  });
  return [...out, { cell: former, value: was, sign: 1n }];
}

function unitsAt(value: Scaled | null, scale: number): bigint | null {
  if (value === null) return 0n;
  if (value.scale <= scale) return value.units * 10n ** BigInt(scale - value.scale);
  const factor = 10n ** BigInt(value.scale - scale);
  return value.units % factor === 0n ? value.units / factor : null;
}

/** The cube's cells, and more beside them that no row is in now. */
function createCells(cube: Cube) {
  const values = cube.texts.map((text) => [...text.values]);
  const added: { readonly like: number; readonly codes: readonly number[] }[] = [];
  const known = new Map<string, number>();
  const grow = <T extends Float64Array | Uint8Array | Uint16Array>(
    of: T,
    at: (index: number) => number,
  ): T => {
    const made = new (of.constructor as new (length: number) => T)(of.length + added.length);
    made.set(of);
    for (const index of added.keys()) made[of.length + index] = at(index);
    return made;
  };
  return {
    /** The cell that differs from another by some values only. */
    cellLike(cell: number, changed: { readonly [column: string]: string }): number {
      const codes = cube.texts.map(({ column, codes: of }, at) => {
        const value = changed[column];
        if (value === undefined) return of[cell] ?? 0;
        const all = values[at] ?? [];
        return all.includes(value) ? all.indexOf(value) : all.push(value) - 1;
      });
      if (codes.every((code, at) => code === cube.texts[at]?.codes[cell])) return cell;
      const key = `${cell}/${codes.join(',')}`;
      const number = known.get(key) ?? cube.cellCount + added.push({ like: cell, codes }) - 1;
      known.set(key, number);
      return number;
    },
    extended(): Cube {
      const like = (index: number) => added[index]?.like ?? 0;
      return {
        ...cube,
        cellCount: cube.cellCount + added.length,
        texts: cube.texts.map((text, at) => ({
          column: text.column,
          values: values[at] ?? text.values,
          codes: grow(text.codes, (index) => added[index]?.codes[at] ?? 0),
        })),
        dates: cube.dates.map((date) => ({
          ...date,
          codes: grow(date.codes, (index) => date.codes[like(index)] ?? 0),
        })),
        lacksCost: grow(cube.lacksCost, (index) => cube.lacksCost[like(index)] ?? 0),
        rows: grow(cube.rows, () => 0),
        measures: cube.measures.map((measure) => ({
          ...measure,
          units: grow(measure.units, () => 0),
          exact: measure.exact === null ? null : [...measure.exact, ...added.map(() => 0n)],
        })),
      };
    },
  };
}
