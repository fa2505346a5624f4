import { CANONICAL } from '#renderer/data/files/xlsx/cells.ts';
import { ROWS_NAME } from '#renderer/data/files/xlsx/evidence-lines.ts';
import type { ColumnDifference } from '#renderer/data/model/changes.ts';
import type { CheckedOrder, CheckedOrders } from '#renderer/data/model/export-check.ts';
import type { SheetKind } from '#renderer/data/model/sheet-table.ts';
import { localFromMs } from '#shared/domain/dates.ts';
import { add, type Scaled, sum, toDecimal, toShortestDecimal, ZERO } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { numberOf } from './cell-numbers.ts';

/** Which orders of a table are not what they were: found by hashes of their rows, so that neither side is held whole. */

/** Orders that are told with what they hold, and rows of each; of what is beyond, rows are counted and amounts added up. */
const MAX_LISTED = 500;
const MAX_ROWS_OF_ORDER = 100;

const KEY_COLUMNS = ['Canal', 'Cuenta', 'Orden'] as const;
const HASH_RANGE = 2 ** 48;

type Column = readonly [name: string, kind: SheetKind];
/** Cells as JSON (`canonicalCell`), one a column. */
type Cells = readonly string[];

/** The rows of an order on one side. */
type Side = {
  readonly rows: Cells[];
  count: number;
  /** Sums of the rows beyond those that are held, of each amount and count, by column. */
  readonly beyond: Map<number, Scaled>;
};
const emptySide = (): Side => ({ rows: [], count: 0, beyond: new Map() });

export type Comparison = NonNullable<ReturnType<typeof createOrderComparison>>;

/** Null where the columns do not name orders. */
export function createOrderComparison(columns: readonly Column[]) {
  const keys = KEY_COLUMNS.map((key) => columns.findIndex(([name]) => name === key));
  if (keys[2] === -1) return null;
  const keyOf = (cells: Cells): string => keys.map((at) => cells[at] ?? CANONICAL.empty).join();
  /** The sum of the hashes of an order's rows in the file, less those of today's. */
  const left = new Map<string, number>();
  const count = (key: string, hash: number): void => {
    const sum = ((left.get(key) ?? 0) + hash) % HASH_RANGE;
    if (sum === 0) left.delete(key);
    else left.set(key, sum);
  };
  const gathered = new Map<string, { readonly before: Side; readonly now: Side }>();
  const seen = { before: new Set<string>(), now: new Set<string>() };
  return {
    addBefore: (cells: Cells, hash: number): void => count(keyOf(cells), hash),
    addNow: (cells: Cells, hash: number): void => count(keyOf(cells), HASH_RANGE - hash),
    /** Once all rows of both sides were added. */
    hasDifference: (): boolean => left.size > 0,
    /** The same rows once more: of orders that differ they are kept, the first of the first of them. */
    gather(side: 'before' | 'now', cells: Cells): void {
      const key = keyOf(cells);
      if (!left.has(key)) return;
      seen[side].add(key);
      const known = gathered.get(key);
      if (known === undefined && gathered.size >= MAX_LISTED) return;
      const sides = known ?? { before: emptySide(), now: emptySide() };
      if (known === undefined) gathered.set(key, sides);
      put(sides[side], columns, cells);
    },
    end(): CheckedOrders {
      const counts = { new: 0, changed: 0, removed: 0 };
      const kindOf = (key: string): CheckedOrder['kind'] =>
        !seen.before.has(key) ? 'new' : seen.now.has(key) ? 'changed' : 'removed';
      for (const key of left.keys()) counts[kindOf(key)] += 1;
      const lines = [...gathered].map(([key, { before, now }]): CheckedOrder => {
        const cells = before.rows[0] ?? now.rows[0] ?? [];
        const [Canal = '', Cuenta = '', Orden = ''] = keys.map((at) => shown('text', cells[at]) ?? '');
        const kind = kindOf(key);
        const differing = kind === 'changed' ? differences(columns, before, now) : [];
        return { Canal, Cuenta, Orden, kind, isSelected: kind !== 'removed', columns: differing };
      });
      return { by: 'rows', counts, lines };
    },
  };
}

const isSummed = (kind: SheetKind): boolean => kind === 'money' || kind === 'count';

function put(side: Side, columns: readonly Column[], cells: Cells): void {
  side.count += 1;
  if (side.rows.length < MAX_ROWS_OF_ORDER) {
    side.rows.push([...cells]);
    return;
  }
  for (const [at, [, kind]] of columns.entries()) {
    const cell = cells[at] ?? CANONICAL.empty;
    if (isSummed(kind) && isNumber(cell))
      side.beyond.set(at, add(side.beyond.get(at) ?? ZERO, numberOf(cell)));
  }
}

/**
 * Amounts and counts by their exact sums, as the change log tells them; other columns by the values that occur, where all
 * rows are held.
 */
function differences(columns: readonly Column[], before: Side, now: Side): readonly ColumnDifference[] {
  const isWhole = [before, now].every(({ rows, count }) => rows.length === count);
  const differing = columns.flatMap(([column, kind], at): readonly ColumnDifference[] => {
    if (!isWhole) return isSummed(kind) ? sumDifference(column, at, before, now) : [];
    const of = ({ rows }: Side) => rows.map((cells) => cells[at] ?? CANONICAL.empty).sort();
    const [was, is] = [of(before), of(now)];
    const [left, right] = [was, is].map((cells) => (isSummed(kind) ? summed(cells) : valuesOf(kind, cells)));
    if (left === undefined || right === undefined) return [];
    const isOther = JSON.stringify(left) !== JSON.stringify(right);
    // Amounts that went from row to row add up to the same.
    const isMoved = isSummed(kind) && was.length === is.length && was.join() !== is.join();
    return isOther || isMoved ? [{ column, before: left, after: right }] : [];
  });
  if (before.count === now.count) return differing;
  return [{ column: ROWS_NAME, before: [String(before.count)], after: [String(now.count)] }, ...differing];
}

/** The difference of a column where an order has more rows than are held. */
function sumDifference(column: string, at: number, before: Side, now: Side): readonly ColumnDifference[] {
  const [was, is] = [before, now].map(({ rows, beyond }) => {
    const numbers = rows.map((cells) => cells[at] ?? CANONICAL.empty).filter(isNumber);
    const rest = beyond.get(at);
    if (numbers.length === 0 && rest === undefined) return null;
    return toShortestDecimal(add(sum(numbers.map(numberOf)), rest ?? ZERO));
  });
  return was === is ? [] : [{ column, before: [was ?? null], after: [is ?? null] }];
}

function valuesOf(kind: SheetKind, cells: Cells): readonly Cell[] {
  return [...new Set(cells)].map((cell) => shown(kind, cell));
}

const isNumber = (cell: string): boolean => /^-?\d/.test(cell);

/** A value that is no number is listed as it is, as a sum would hide it. */
function summed(cells: Cells): readonly Cell[] {
  const numbers = cells.filter(isNumber);
  const others = cells.filter((cell) => cell.startsWith('"'));
  const total = numbers.length === 0 ? null : toDecimal(sum(numbers.map(numberOf)));
  return [total, ...valuesOf('text', others)];
}

/** A cell's value as people read it; null where it is empty. */
function shown(kind: SheetKind, cell = CANONICAL.empty): string | null {
  if (cell === CANONICAL.empty) return null;
  if (cell === CANONICAL.formula) return null;
  if (cell.startsWith('"')) return JSON.parse(cell) as string;
  const ms = Number(cell);
  if (kind === 'local-datetime') return localFromMs(ms);
  return kind === 'utc-datetime' ? new Date(ms).toISOString() : cell;
}
