import { ROW_NOTE } from '#renderer/data/engine/columns/stored-segment.ts';
import { isBlankOrder, type OrderKey } from '#shared/domain/order-identity.ts';
import {
  type AuthoritativeRange,
  compareContent,
  contentOf,
  type IncomingRow,
  isDated,
  itemOf,
  type PlannedRow,
  textOf,
  updateOf,
} from './planned-rows.ts';

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
  const came = new Set<string>();
  for (const rows of changed.values()) for (const row of rows) came.add(subOrderOf(row));
  return (row) => {
    // Movements of the account need not have any number at all: those are no sub-order.
    const isNumbered = !isBlank(textOf(row, 'Orden')) || !isBlank(textOf(row, 'Nro. suborden'));
    return isNumbered && came.has(subOrderOf(row));
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

/** What a commit makes of an order. */
export type Turn = {
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

/**
 * Of rows that are alike, as many undated ones found their later selves as there are more others than before. A row
 * whose last update is older than the undated one's is not its later self.
 */
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
  const came = new Map<string, PlannedRow[]>();
  for (const { before, there } of turns) {
    const known = new Set(before);
    for (const row of before) {
      if (!candidates.has(row) && row.note === ROW_NOTE.none) count(more, likeness(row), -1);
    }
    for (const row of there) {
      if (candidates.has(row)) continue;
      const like = likeness(row);
      count(more, like, 1);
      if (known.has(row)) continue;
      const selves = came.get(like);
      if (selves === undefined) came.set(like, [row]);
      else selves.push(row);
    }
  }
  const contents = new Set([...came.values()].flat().map(contentOf));
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
