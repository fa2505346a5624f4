import type {
  ChangeCause,
  ChangesGroup,
  ChangesQuery,
  OrderDifference,
} from '#renderer/data/model/changes.ts';
import { monthOf } from '#shared/domain/dates.ts';
import { type ChangeIndex, purchaseOf } from './change-index.ts';

/** Changed orders put together: new ones apart, by what brought the change, by month of purchase. */

/** An order's changes of a query: their numbers, the first and the last. */
type Span = { readonly first: number; readonly last: number };
type Key = ChangesGroup['key'];

/** The changes of a line, newest first. `isAsked`: the readings whose changes are told; null: all of them. */
export function* changesOf(
  index: ChangeIndex,
  { first, last }: Span,
  isAsked: readonly boolean[] | null,
): Iterable<number> {
  const order = index.orders[index.orderOf[last] ?? 0];
  for (const change of order === undefined ? [] : index.changesOf(order.key)) {
    if (change > last || change < first) continue;
    if (isAsked === null || isAsked[index.readingOf[change] ?? 0] === true) yield change;
  }
}

/** Which group an order belongs to: one, so that groups add up. */
export function groupReader<L extends Span>(
  index: ChangeIndex,
  grouping: ChangesQuery['grouping'],
  isAsked: readonly boolean[],
  kindOf: (line: L) => OrderDifference['kind'] | null,
): (line: L) => Key {
  switch (grouping) {
    case 'news':
      return (line) => (kindOf(line) === 'new' ? 'new' : 'restated');
    case 'month':
      return ({ first, last }) => {
        const purchase = purchaseOf(index, last) ?? purchaseOf(index, first);
        return purchase === null ? '' : monthOf(purchase);
      };
    case 'cause':
      return (line) => causeOf(index, line, isAsked);
  }
}

function causeOf(index: ChangeIndex, line: Span, isAsked: readonly boolean[]): ChangeCause {
  for (const change of changesOf(index, line, isAsked)) if (index.broughtCost(change)) return 'cost';
  return readingCause(index, line.last);
}

/** The cause of a change, its product cost aside. */
export function readingCause(index: ChangeIndex, change: number): Exclude<ChangeCause, 'cost'> {
  const reading = index.readings[index.readingOf[change] ?? 0];
  switch (reading?.purpose) {
    case 'history':
      return 'first';
    case 'reread':
      return reading.runId === null ? 'decision' : 'reread';
    case 'changes':
    case 'verification':
    case undefined:
      return 'source';
  }
}

const FIXED: readonly Key[] = ['new', 'restated', 'source', 'cost', 'reread', 'decision', 'first'];

/** The groups that occur, each with what it comes to: months newest first, the others in an order of their own. */
export function groupsOf<L>(
  lines: ReadonlyMap<Key, readonly L[]>,
  grouping: ChangesQuery['grouping'],
  describe: (lines: readonly L[]) => Omit<ChangesGroup, 'key'>,
): readonly ChangesGroup[] {
  const keys = [...lines.keys()];
  const sorted =
    grouping === 'month'
      ? keys.sort((one, other) => (one < other ? 1 : -1))
      : keys.sort((one, other) => FIXED.indexOf(one) - FIXED.indexOf(other));
  return sorted.map((key) => ({ key, ...describe(lines.get(key) ?? []) }));
}
