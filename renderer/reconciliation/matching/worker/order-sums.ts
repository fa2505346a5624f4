import { maskOf } from '#renderer/data/engine/answers/context.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { changedOrdersBetween } from '#renderer/data/engine/scan/compared-rows.ts';
import { addColumn, createUnitSums, type UnitSums } from '#renderer/data/engine/scan/unit-sums.ts';
import type { FigureTerm } from '#renderer/reconciliation/matching/model/basis.ts';
import type { Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** What each order comes to, as a sum of columns; after a commit only the orders with other rows are added up. */

type SumsBefore = {
  readonly numbering: number;
  readonly mask: Uint8Array;
  readonly sums: UnitSums;
};

/** By what they are sums of and by their scale, the newest last. */
const sumsBefore = defineDerivation<ColumnStore, ReadonlyMap<string, SumsBefore>>();

/** Statements are of one kind mostly, and the month's list of cases asks besides. */
const MOST_KEPT = 3;

/** Terms that are subtracted are added with the other sign. */
export const signed = (sums: UnitSums, sign: FigureTerm[1]): UnitSums =>
  sign === 1
    ? sums
    : {
        ...sums,
        add: (slot, units) => sums.add(slot, -units),
        addBig: (slot, units) => sums.addBig(slot, -units),
      };

/** The sums of all live rows by order, in whole units of a scale that holds every value. */
export function orderSums(
  store: ColumnStore,
  terms: readonly FigureTerm[],
  { scale, isSafe }: { readonly scale: number; readonly isSafe: boolean },
): Task<UnitSums> {
  const key = JSON.stringify([terms, scale]);
  return sumsBefore.goOn(
    store,
    () => store.numbering,
    function* (all = new Map()) {
      const { numbering } = store;
      const known = all.get(key);
      const isNow = known?.numbering === numbering;
      const one = isNow ? known : { numbering, ...(yield* findSums(store, terms, scale, isSafe, known)) };
      // Others may have been asked meanwhile.
      const others = [...(sumsBefore.last(store) ?? [])].filter(([other]) => other !== key);
      return { answer: one.sums, next: new Map([...others.slice(1 - MOST_KEPT), [key, one] as const]) };
    },
  );
}

function* findSums(
  store: ColumnStore,
  terms: readonly FigureTerm[],
  scale: number,
  isSafe: boolean,
  before: SumsBefore | undefined,
): Task<Omit<SumsBefore, 'numbering'>> {
  const { orderCount } = store.orders;
  const { mask, rowsIn } = yield* maskOf({ store }, EVERYTHING);
  const changed = before === undefined ? null : yield* changedOrdersBetween(store, before.mask, mask);
  const isKnown = before !== undefined && changed !== null;
  const sums = isKnown
    ? before.sums.goOn(orderCount, isSafe, changed.orders)
    : createUnitSums(orderCount, isSafe);
  const wanted = isKnown ? changed.rows : { mask, rowsIn };
  for (const [index, segment] of store.segments.entries()) {
    if ((wanted.rowsIn[index] ?? 0) === 0) continue;
    const { base, rowCount, orderOf } = segment;
    const part = { ...segment, isLive: wanted.mask.subarray(base, base + rowCount) };
    for (const [column, sign] of terms) {
      addColumn(part, column, scale, signed(sums, sign), (row) => orderOf[row] ?? 0);
    }
    yield;
  }
  return { mask, sums };
}
