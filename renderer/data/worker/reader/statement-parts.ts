import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';

/**
 * A statement's reading cut into messages that are short to send and to take, whatever lists it has: a worker that takes one
 * is held for some milliseconds.
 */

/** Items of one of its lists, in their order. */
export type StatementPart = { readonly list: string; readonly items: readonly unknown[] };

/** Shorter lists stay with the rest. */
const SHORT_LIST = 200;
/** Limit of a part: a cell counts as one, and so do so many characters. */
const MAX_WEIGHT = 16_000;
const CHARACTERS = 32;
/** Weight of whatever else an item holds. */
const ITEM_WEIGHT = 16;

function weightOf(item: unknown): number {
  if (typeof item !== 'object' || item === null || !('cells' in item) || !Array.isArray(item.cells))
    return ITEM_WEIGHT;
  let weight = ITEM_WEIGHT + item.cells.length;
  for (const cell of item.cells) if (typeof cell === 'string') weight += cell.length / CHARACTERS;
  return weight;
}

function* piecesOf(items: readonly unknown[]): Generator<readonly unknown[]> {
  let [from, weight] = [0, 0];
  for (let at = 0; at < items.length; at += 1) {
    const own = weightOf(items[at]);
    if (at > from && weight + own > MAX_WEIGHT) {
      yield items.slice(from, at);
      [from, weight] = [at, 0];
    }
    weight += own;
  }
  yield items.slice(from);
}

const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > SHORT_LIST;

/** The pieces of the long lists. */
export function* partsOf(reading: StatementReading): Generator<StatementPart> {
  for (const [list, value] of Object.entries(reading)) {
    if (isLong(value)) for (const items of piecesOf(value)) yield { list, items };
  }
}

/** The reading with its long lists empty. */
export function restOf(reading: StatementReading): StatementReading {
  const entries = Object.entries(reading).map(([name, value]) => [name, isLong(value) ? [] : value]);
  return Object.fromEntries(entries) as StatementReading;
}

/** Puts together again what `partsOf` and `restOf` took apart. */
export function createPartsCollector() {
  const lists = new Map<string, unknown[]>();
  return {
    take({ list, items }: StatementPart): void {
      const own = lists.get(list) ?? [];
      lists.set(list, own);
      for (const item of items) own.push(item);
    },
    complete: (rest: StatementReading): StatementReading => ({ ...rest, ...Object.fromEntries(lists) }),
  };
}
