import { ROW_NOTE } from '#renderer/data/engine/columns/segment.ts';
import { groupBy } from '#shared/base/group-by.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { isBlankOrder, type OrderKey } from '#shared/domain/order-identity.ts';
import type { Cell, RowTable } from '#shared/domain/row-table.ts';
import {
  type AuthoritativeRange,
  areCounterparts,
  areEqual,
  compareContent,
  contentOf,
  counterpartOf,
  type IncomingRow,
  isDated,
  itemOf,
  type PlannedRow,
  printOf,
  saysNoMore,
  textOf,
  updateOf,
} from './planned-rows.ts';
import { NOT_COMPARED, type RowDifferences, type RowPair } from './row-differences.ts';

/** Which stored rows of an order found their counterpart in a newer answer (rule 5). */

export function byOrder(rows: readonly IncomingRow[]): ReadonlyMap<OrderKey, readonly IncomingRow[]> {
  return groupBy(rows, ({ order }) => order);
}

/**
 * The stored rows without a counterpart. Rows are a multiset: one incoming row answers for one stored row. Of stored rows
 * that are alike, those that came to the letter found theirs, and those that were missing are missing again; between others
 * the content decides, never the place.
 */
export function unmatchedRows(
  stored: readonly PlannedRow[],
  incoming: readonly PlannedRow[],
): readonly PlannedRow[] {
  if (stored.length === 0 || foundAll(stored, incoming)) return [];
  const came = groupBy(incoming, counterpartOf);
  const unmatched = new Set<PlannedRow>();
  for (const [key, alike] of groupBy(stored, counterpartOf)) {
    const answers = came.get(key) ?? [];
    const left = alike.length - answers.length;
    if (left <= 0) continue;
    // Those that are missing already come last to the answers, those that moved after those that are gone.
    const rows = [...alike].sort((a, b) => a.note - b.note || compareContent(a, b));
    const prints = new Map([...groupBy(answers, printOf)].map(([print, equal]) => [print, equal.length]));
    const others = rows.filter((row) => {
      const equal = prints.get(printOf(row)) ?? 0;
      if (equal > 0) prints.set(printOf(row), equal - 1);
      return equal === 0;
    });
    for (const row of others.slice(others.length - left)) unmatched.add(row);
  }
  return stored.filter((row) => unmatched.has(row));
}

/** The counterparts that were found: rows are matched when their window is judged, and again when it is committed. */
const counterparts = new WeakMap<PlannedRow, PlannedRow>();

/**
 * Whether each stored row of a few has its own counterpart: mostly so, and then no key has to be made. Counterparts of one
 * row are each other's, so that any free one will do.
 */
function foundAll(stored: readonly PlannedRow[], incoming: readonly PlannedRow[]): boolean {
  if (stored.length > incoming.length || incoming.length > FEW_ROWS) return false;
  const known = new Set(stored.map((row) => counterparts.get(row)));
  if (known.size === stored.length && incoming.filter((row) => known.has(row)).length === known.size)
    return true;
  const free = [...incoming];
  const found: (readonly [PlannedRow, PlannedRow])[] = [];
  for (const row of stored) {
    const at = free.findIndex((other) => areCounterparts(row, other));
    if (at < 0) return false;
    for (const other of free.splice(at, 1)) found.push([row, other]);
  }
  for (const [row, other] of found) counterparts.set(row, other);
  return true;
}

/** Stored rows that do not stay, each with the one that may have come in its place: its counterpart, or where one came for one. */
export function replacements(
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
): readonly RowPair[] {
  if (before.length === 1 && after.length === 1) {
    const [[was], [is]] = [before, after];
    return was === undefined || is === undefined || was === is ? [] : [{ was, is }];
  }
  const left = new Set(after);
  return before.flatMap((was) => {
    const is = counterparts.get(was);
    return is !== undefined && !left.has(was) && left.delete(is) ? { was, is } : [];
  });
}

/**
 * Whether an order of a window of changes must be read by purchase date (rule 5): a stored row found no counterpart.
 * The margin of the watermark brings the same sub-orders again with every sync; where all that came was known
 * before (`knownUntil`), is stored to the letter, and no sub-order of it has another stored row, nothing is new.
 * Of undated rows of other sub-orders no reading by purchase date could say anything (rule 16).
 * @param believed the purchases that such a reading can ask for
 */
export function needsVerification(
  stored: readonly PlannedRow[],
  incoming: readonly PlannedRow[],
  knownUntil: UtcInstant | null,
  believed: AuthoritativeRange,
  unmatched = unmatchedRows(stored, incoming),
): boolean {
  const subOrders = new Set(incoming.map((row) => textOf(row, 'Nro. suborden')));
  const came = (row: PlannedRow) => subOrders.has(textOf(row, 'Nro. suborden'));
  if (!unmatched.some((row) => isDated(row, believed) || came(row))) return false;
  const wasKnown = (row: PlannedRow) => {
    const update = updateOf(row);
    return update !== null && knownUntil !== null && update < knownUntil;
  };
  const prints = new Set(stored.map(printOf));
  const isNothingNew =
    incoming.every((row) => wasKnown(row) && prints.has(printOf(row))) && !unmatched.some(came);
  return !isNothingNew;
}

/** The believed purchase instants of rows, each once. */
export function purchaseInstants(
  rows: readonly PlannedRow[],
  believed: AuthoritativeRange,
): ReadonlySet<number> {
  const dated = rows.filter((row) => isDated(row, believed));
  return new Set(dated.flatMap(({ purchaseMs }) => purchaseMs ?? []));
}

/** Rows are a multiset: equal rows count as often as they occur (rule 4). */

/** Up to so many rows each is compared with each, which ends at the first cell that differs; more are told by prints. */
const FEW_ROWS = 8;

/** The rows only before and only after. A row that is in both stays itself; of others any equal row is as good. */
export function multisetDifference(
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  differences: RowDifferences = NOT_COMPARED,
): { readonly gone: readonly PlannedRow[]; readonly come: readonly PlannedRow[] } {
  if (before.length === 0) return { gone: [], come: after };
  const [was, is] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && was !== undefined && is !== undefined) {
    // Most orders have one row, which was compared.
    const compared = differences.get(was);
    if (compared?.is === is && compared.places.length > 0) return { gone: before, come: after };
  }
  const known = new Set(before);
  const kept = new Set(after);
  const waiting = before.filter((row) => !kept.has(row));
  const takeEqual = waiting.length <= FEW_ROWS ? takeFromFew(waiting, differences) : takeByPrint(waiting);
  const come: PlannedRow[] = [];
  for (const row of after) {
    if (known.has(row)) continue;
    const match = takeEqual(row);
    if (match === undefined) come.push(row);
    else kept.add(match);
  }
  return { gone: before.filter((row) => !kept.has(row)), come };
}

/** Makes the function that takes out a row equal to a given one; undefined where there is none (any more). */
function takeFromFew(
  waiting: readonly PlannedRow[],
  differences: RowDifferences,
): (row: PlannedRow) => PlannedRow | undefined {
  const left = [...waiting];
  return (row) => {
    // Its counterpart first: they were compared. To one that has another row for a counterpart it cannot be equal either.
    const own = left.findIndex((other) => {
      const compared = differences.get(other);
      return compared?.is === row && compared.places.length === 0 && saysNoMore(row, other);
    });
    const isEqual = (other: PlannedRow): boolean => {
      const its = differences.get(other)?.is;
      return its !== row && (its === undefined || areCounterparts(its, row)) && areEqual(row, other);
    };
    const at = own >= 0 ? own : left.findLastIndex(isEqual);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
}

function takeByPrint(waiting: readonly PlannedRow[]): (row: PlannedRow) => PlannedRow | undefined {
  const byPrint = groupBy(waiting, printOf);
  return (row) => byPrint.get(printOf(row))?.pop();
}

/** Rows of several sources under the union of their columns. Rows that fit as they are, are not copied. */
export function toTable(rows: readonly PlannedRow[]): RowTable {
  const positions = new Map<string, number>();
  const places = new Map<PlannedRow['source'], readonly number[]>();
  for (const { source } of rows) {
    if (places.has(source)) continue;
    const own = source.columns.map((column) => {
      const known = positions.get(column);
      if (known !== undefined) return known;
      positions.set(column, positions.size);
      return positions.size - 1;
    });
    places.set(source, own);
  }
  const width = positions.size;
  const fits = new Map(
    [...places].map(([source, own]) => [
      source,
      own.length === width && own.every((place, index) => place === index),
    ]),
  );
  return {
    columns: [...positions.keys()],
    rows: rows.map((row) => {
      const { source } = row;
      const cells = row.cells.all();
      if (fits.get(source) === true) return cells;
      const out = new Array<Cell>(width).fill(null);
      for (const [index, place] of (places.get(source) ?? []).entries()) out[place] = cells[index] ?? null;
      return out;
    }),
  };
}

/**
 * Rows whose purchase date nobody can read, or which is further off than any that can be asked for (rule 16):
 * both are called undated here. No reading by purchase date can bring them or miss
 * them; they leave in two ways. Changes bring a sub-order whole (spec 4.2.7), so that an undated row of it that did
 * not come is gone. And a row that comes with a date may be an undated one that got it.
 *
 * Rows with a blank `Orden` are known by their columns, the purchase date among them, so that the dated row is of
 * another order. It counts as the undated one's later self where every other column is the same. Where an amount
 * changed at once with the date, nobody can tell a later self from another movement like it: both stay, the undated
 * one counted apart. The opposite mistake, another movement alike in everything that takes an undated one's place,
 * lasts until the next update of that one, which brings it again.
 */

/** Makes the function that tells whether changes brought the sub-order of an order's row, and with it all its rows. */
export function subOrdersThatCame(
  changed: ReadonlyMap<OrderKey, readonly IncomingRow[]>,
): (row: PlannedRow) => boolean {
  let came: ReadonlySet<string> | null = null;
  return (row) => {
    // Movements of the account need not have any number at all: those are no sub-order.
    const isNumbered = !isBlank(textOf(row, 'Orden')) || !isBlank(textOf(row, 'Nro. suborden'));
    if (!isNumbered) return false;
    // Seldom asked: of undated rows that found no counterpart.
    came ??= new Set([...changed.values()].flatMap((rows) => rows.map(subOrderOf)));
    return came.has(subOrderOf(row));
  };
}

const isBlank = (text: string | null) => (text ?? '').trim() === '';

function subOrderOf(row: PlannedRow): string {
  const orden = textOf(row, 'Orden');
  return JSON.stringify([
    textOf(row, 'Canal'),
    textOf(row, 'Cuenta'),
    isBlank(orden) ? '' : orden,
    textOf(row, 'Nro. suborden'),
  ]);
}

type Turn = {
  readonly key: OrderKey;
  readonly before: readonly PlannedRow[];
  /** The rows that are there afterwards, those that are missing left out. */
  readonly there: readonly PlannedRow[];
};

/** The undated stored rows among `there` whose later selves came with this commit. */
export function rowsReplacedByLaterSelves(
  turns: readonly Turn[],
  believed: AuthoritativeRange,
): ReadonlySet<PlannedRow> {
  const isUndatedStored = (row: PlannedRow) => row.stored !== null && !isDated(row, believed);
  if (!turns.some(({ there }) => there.some(isUndatedStored))) return new Set();
  const numbered = turns
    .filter(({ key }) => !isBlankOrder(key))
    .map((turn) => laterSelves([turn], itemOf, isUndatedStored));
  const blank = laterSelves(
    turns.filter(({ key }) => isBlankOrder(key)),
    contentOf,
    isUndatedStored,
  );
  return new Set([...numbered, blank].flatMap((rows) => [...rows]));
}

/** As many undated rows found their later selves as there are more others alike; a later self is no older. */
function laterSelves(
  turns: readonly Turn[],
  likeness: (row: PlannedRow) => string,
  isUndatedStored: (row: PlannedRow) => boolean,
): ReadonlySet<PlannedRow> {
  const undated = turns.flatMap(({ there }) => there.filter(isUndatedStored));
  const found = new Set<PlannedRow>();
  if (undated.length === 0) return found;
  const candidates = new Set(undated);
  const more = new Map<string, number>();
  const fresh: PlannedRow[] = [];
  for (const { before, there } of turns) {
    const known = new Set(before);
    for (const row of before) {
      if (!candidates.has(row) && row.note === ROW_NOTE.none) count(more, likeness(row), -1);
    }
    for (const row of there) {
      if (candidates.has(row)) continue;
      count(more, likeness(row), 1);
      if (!known.has(row)) fresh.push(row);
    }
  }
  const came = groupBy(fresh, likeness);
  const contents = new Set(fresh.map(contentOf));
  // Between alike rows the content decides, never the place.
  const inTurn = [...undated].sort(
    (a, b) => Number(contents.has(contentOf(b))) - Number(contents.has(contentOf(a))) || compareContent(a, b),
  );
  for (const row of inTurn) {
    const like = likeness(row);
    const selves = came.get(like) ?? [];
    const at = selves.findIndex((self) => isNoOlder(self, row));
    if (at < 0 || (more.get(like) ?? 0) <= 0) continue;
    selves.splice(at, 1);
    count(more, like, -1);
    found.add(row);
  }
  return found;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function isNoOlder(row: PlannedRow, other: PlannedRow): boolean {
  const [own, its] = [updateOf(row), updateOf(other)];
  return own === null || its === null || own >= its;
}
