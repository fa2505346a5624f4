import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { columnReader, type StoredSegment, segmentIndexOf } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { believedPurchases } from '#renderer/data/model/date-span.ts';
import type { ExceptionKind, FindingOf } from '#renderer/data/model/exception-kinds.ts';
import type { Finding, FindingCase } from '#renderer/data/model/finding.ts';
import type { OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import { areSameItems } from '#shared/base/same-items.ts';
import type { Task } from '#shared/base/tasks.ts';
import { dayOf, localFromMs, monthOf } from '#shared/domain/dates.ts';
import { add, rescale, type Scaled, shortest, toDecimal } from '#shared/domain/decimal.ts';
import { createEvidence, type EvidenceSum } from './evidence.ts';
import { byId, orderOfRow } from './order-case.ts';

/** Puts rows that something is wrong with together: one finding for each account of a channel. */

export type FinderInput = {
  readonly store: ColumnStore;
  /** All rows of the accounts in view, whatever the period and the filters. */
  readonly selected: Pick<SelectionMask, 'mask' | 'rowsIn'>;
  /** Those that are counted; absent: none are. */
  readonly ownCosts?: OwnCostsBySku;
  /** Absent: nothing is known from before. */
  readonly cases?: CaseKeeper;
};

/**
 * Cases found before, by what was found and by the number of their order: an order whose rows are the same is the same case, for
 * a row never changes.
 */
export type KeptCases = ReadonlyMap<string, ReadonlyMap<number, GatheredOrder>>;
export type CaseKeeper = {
  readonly before: KeptCases;
  /** What the next finding goes on from. */
  readonly after: Map<string, ReadonlyMap<number, GatheredOrder>>;
};

/** The parts that a gathering's findings share. */
export type Common<Kind extends ExceptionKind> = Pick<FindingOf<Kind>, 'kind' | 'affects'> & {
  readonly parts?: Finding['subject'];
};

/** So many rows are looked at closely between two pauses. */
export const ROWS_PER_STEP = 1000;

/** Columns that tell a row within its account, beside what is wrong with it. */
const EVIDENCE_COLUMNS = ['Orden', 'Nro. suborden', 'SKU Producto', 'Fecha de compra'] as const;

/** The segments that hold selected rows, with their part of the mask. */
export function segmentsOf({ store, selected: { mask, rowsIn } }: FinderInput): readonly {
  readonly index: number;
  readonly segment: StoredSegment;
  readonly part: Uint8Array;
}[] {
  return store.segments.flatMap((segment, index) =>
    (rowsIn[index] ?? 0) === 0
      ? []
      : [{ index, segment, part: mask.subarray(segment.base, segment.base + segment.rowCount) }],
  );
}

/** What is at stake in a row, and what is wrong with it. */
export type Said = { readonly amount: Scaled | null; readonly evidence: string };

/** An order with the rows of it that something is wrong with, by their numbers in the store. */
type GatheredOrder = {
  readonly rows: readonly number[];
  readonly evidence: EvidenceSum;
  readonly amount: Scaled | null;
  readonly first: number;
  readonly last: number;
  readonly found: FindingCase;
};

type Group = { readonly subject: Finding['subject']; readonly orders: Map<number, GatheredOrder> };
type FoundRows = { readonly group: Group; readonly rows: number[] };

const MADE_PER_STEP = 250;
const TAKEN_PER_STEP = 10_000;

/** `take` makes the function that adds rows of a segment; `say` tells of one of them, and is asked where it is not known. */
export function createGathering<const Kind extends ExceptionKind>(
  { store, cases = { before: new Map(), after: new Map() } }: Pick<FinderInput, 'store' | 'cases'>,
  { kind, affects, parts = {} }: Common<Kind>,
) {
  /** By the number of the account. */
  const groups: Group[] = [];
  /** By the number of the order, which is of one account. */
  const found = new Map<number, FoundRows>();
  const taken: TakenSegment[] = [];
  const { accounts, readerOf } = accountCodes(store);
  const believed = believedPurchases(store.dates);
  const groupOf = (account: number): Group => {
    const known = groups[account];
    if (known !== undefined) return known;
    const { canal = '', cuenta = '' } = accounts[account] ?? {};
    const made: Group = { subject: { ...parts, Canal: canal, Cuenta: cuenta }, orders: new Map() };
    groups[account] = made;
    return made;
  };
  return {
    take(index: number, segment: StoredSegment, say: (row: number) => Said) {
      const accountOf = readerOf(index, segment);
      taken.push({ base: segment.base, segment, say });
      return (row: number): void => {
        const number = segment.orderOf[row] ?? 0;
        const known = found.get(number);
        if (known !== undefined) known.rows.push(segment.base + row);
        else found.set(number, { group: groupOf(accountOf(row)), rows: [segment.base + row] });
      };
    },
    *findings(): Task<readonly FindingOf<Kind>[]> {
      const key = JSON.stringify([kind, parts, believed.fromMs, believed.toMs]);
      let count = 0;
      for (const [number, known] of cases.before.get(key) ?? []) {
        const now = found.get(number);
        if (now === undefined || !areSameItems(now.rows, known.rows)) continue;
        now.group.orders.set(number, known);
        found.delete(number);
        count += 1;
        if (count % TAKEN_PER_STEP === 0) yield;
      }
      const gather = orderGatherer(taken, believed);
      for (const [number, { group, rows }] of found) {
        group.orders.set(number, gather(rows));
        count += 1;
        if (count % MADE_PER_STEP === 0) yield;
      }
      const after = new Map<number, GatheredOrder>();
      const findings: FindingOf<Kind>[] = [];
      for (const { subject, orders } of groups.filter((group) => group !== undefined)) {
        yield;
        // Those of before stand in this order already.
        const sorted = [...orders].sort(([, a], [, b]) => byId(a.found, b.found));
        yield;
        for (const [number, order] of sorted) after.set(number, order);
        findings.push({ kind, subject, affects, ...sumOf(sorted.map(([, order]) => order)) });
      }
      cases.after.set(key, after);
      return findings;
    },
  };
}

/** Of the orders of an account. */
function sumOf(orders: readonly GatheredOrder[]) {
  const all = createEvidence();
  let rows = 0;
  let amount: Scaled | null = null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const order of orders) {
    all.addSum(order.evidence);
    rows += order.rows.length;
    if (order.amount !== null) amount = amount === null ? order.amount : add(amount, order.amount);
    first = Math.min(first, order.first);
    last = Math.max(last, order.last);
  }
  return {
    evidence: all.value(),
    rows,
    orders: orders.length,
    amount: amount === null ? null : decimalOf(amount),
    firstPurchase: Number.isFinite(first) ? localFromMs(first) : null,
    lastPurchase: Number.isFinite(last) ? localFromMs(last) : null,
    cases: orders.map(({ found }) => found),
  };
}

/** As it was when it was taken: a merge may move its rows meanwhile. */
type TakenSegment = {
  readonly base: number;
  readonly segment: StoredSegment;
  readonly say: (row: number) => Said;
};

/** Makes the function that gathers an order, known by its identity wherever its rows lie. */
function orderGatherer(
  taken: readonly TakenSegment[],
  believed: ReturnType<typeof believedPurchases>,
): (rows: readonly number[]) => GatheredOrder {
  const readersOf = new Map<StoredSegment, readonly ReturnType<typeof columnReader>[]>();
  const placeOf = (number: number) => {
    const found = taken[segmentIndexOf(taken, number)];
    if (found === undefined) throw new RangeError('No such row was taken.');
    return { ...found, row: number - found.base };
  };
  return (rows) => {
    const evidence = createEvidence();
    let amount: Scaled | null = null;
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const number of rows) {
      const { segment, say, row } = placeOf(number);
      const readers =
        readersOf.get(segment) ?? EVIDENCE_COLUMNS.map((column) => columnReader(segment.columns.get(column)));
      readersOf.set(segment, readers);
      const said = say(row);
      evidence.add(JSON.stringify([...readers.map((read) => read(row)), said.evidence]));
      if (said.amount !== null) amount = amount === null ? said.amount : add(amount, said.amount);
      const bought = segment.purchaseMs[row] ?? Number.NaN;
      if (bought >= believed.fromMs && bought < believed.toMs) {
        first = Math.min(first, bought);
        last = Math.max(last, bought);
      }
    }
    const bought = Number.isFinite(first) ? localFromMs(first) : null;
    const { segment, row } = placeOf(rows[0] ?? 0);
    return {
      rows,
      evidence: evidence.sum(),
      amount,
      first,
      last,
      found: {
        ...orderOfRow(segment, row),
        month: bought === null ? null : monthOf(bought),
        day: bought === null ? null : dayOf(bought),
        amount: amount === null ? null : decimalOf(amount),
        rows: rows.length,
        evidence: evidence.value(),
      },
    };
  };
}

/** With cents, where it has no finer digits. */
function decimalOf(amount: Scaled) {
  const plain = shortest(amount);
  return toDecimal(plain.scale < 2 ? rescale(plain, 2) : plain);
}
