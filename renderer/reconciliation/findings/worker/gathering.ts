import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { columnReader, type StoredSegment, segmentIndexOf } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { changedOrders, NO_ROWS, type RowsOfOrders } from '#renderer/data/engine/scan/changed-orders.ts';
import { believedPurchases } from '#renderer/data/model/date-span.ts';
import type { ExceptionKind, FindingOf } from '#renderer/data/model/exception-kinds.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import type { OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { dayOf, localFromMs, monthOf } from '#shared/domain/dates.ts';
import { add, rescale, type Scaled, shortest, toDecimal } from '#shared/domain/decimal.ts';
import { createEvidence } from './evidence.ts';
import { type GatheredOrder, type GatheredOrders, NO_ORDERS, withChanged } from './gathered-orders.ts';
import { orderOfRow } from './order-case.ts';

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
 * Cases found before, by what was found: an order whose rows are the same is the same case, for a row never changes.
 */
export type KeptCases = ReadonlyMap<string, FoundBefore>;
export type CaseKeeper = {
  readonly before: KeptCases;
  /** What the next finding goes on from. */
  readonly after: Map<string, FoundBefore>;
};

/** The rows that something is wrong with, and their orders by account. */
type FoundBefore = RowsOfOrders & { readonly accounts: ReadonlyMap<string, GatheredOrders> };
const NOTHING: FoundBefore = { ...NO_ROWS, accounts: new Map() };

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

const MADE_PER_STEP = 250;

/**
 * `take` makes the function that adds rows of a segment; `say` tells of one of them, and is asked where it is not known.
 * Long, for all of it is of the same rows that were taken.
 */
export function createGathering<const Kind extends ExceptionKind>(
  { store, cases = { before: new Map(), after: new Map() } }: Pick<FinderInput, 'store' | 'cases'>,
  { kind, affects, parts = {} }: Common<Kind>,
) {
  const [rows, orders]: [number[], number[]] = [[], []];
  const taken: TakenSegment[] = [];
  const { accounts, readerOf } = accountCodes(store);
  const believed = believedPurchases(store.dates);
  const subjectOf = (account: number) => {
    const { canal = '', cuenta = '' } = accounts[account] ?? {};
    return { ...parts, Canal: canal, Cuenta: cuenta };
  };
  const keys: string[] = [];
  const keyOf = (account: number): string => {
    const key = keys[account] ?? JSON.stringify(subjectOf(account));
    keys[account] = key;
    return key;
  };
  /** The orders that changed, by account. */
  const gathered = function* (isChanged: Uint8Array): Task<ReadonlyMap<string, GatheredOrder[]>> {
    const rowsOf = new Map<number, number[]>();
    yield* eachInSteps(orders, (order, at) => {
      if (isChanged[order] !== 1) return;
      const own = rowsOf.get(order);
      if (own === undefined) rowsOf.set(order, [rows[at] ?? 0]);
      else own.push(rows[at] ?? 0);
    });
    const gather = orderGatherer(taken, believed);
    const found = new Map<string, GatheredOrder[]>();
    let count = 0;
    for (const [order, own] of rowsOf) {
      const { account, ...one } = gather(own);
      const ofAccount = found.get(keyOf(account)) ?? [];
      found.set(keyOf(account), ofAccount);
      ofAccount.push({ order, ...one });
      count += 1;
      if (count % MADE_PER_STEP === 0) yield;
    }
    return found;
  };
  /** So many accounts, in the order in which the rows name them. */
  const named = function* (count: number): Task<ReadonlySet<number>> {
    const seen = new Set<number>();
    let at = 0;
    for (const { base, segment, accountOf } of taken) {
      for (; seen.size < count && (rows[at] ?? Number.POSITIVE_INFINITY) < base + segment.rowCount; at += 1) {
        seen.add(accountOf((rows[at] ?? 0) - base));
      }
      yield;
    }
    return seen;
  };
  return {
    /** Rows are to be taken ascending, segment by segment. */
    take(index: number, segment: StoredSegment, say: (row: number) => Said) {
      const { base, orderOf } = segment;
      taken.push({ base, segment, say, accountOf: readerOf(index, segment) });
      return (row: number): void => {
        rows.push(base + row);
        orders.push(orderOf[row] ?? 0);
      };
    },
    *findings(): Task<readonly FindingOf<Kind>[]> {
      const key = JSON.stringify([kind, parts, believed.fromMs, believed.toMs]);
      const before = cases.before.get(key) ?? NOTHING;
      const now = { rows: Uint32Array.from(rows), orders: Uint32Array.from(orders) };
      yield;
      const isChanged = new Uint8Array(store.orders.orderCount);
      for (const order of yield* changedOrders(before, now)) isChanged[order] = 1;
      const come = yield* gathered(isChanged);
      const after = new Map<string, GatheredOrders>();
      for (const account of new Set([...before.accounts.keys(), ...come.keys()])) {
        const known = before.accounts.get(account) ?? NO_ORDERS;
        const all = yield* withChanged(known, isChanged, come.get(account) ?? []);
        if (all.orders.length > 0) after.set(account, all);
      }
      cases.after.set(key, { ...now, accounts: after });
      const findings: FindingOf<Kind>[] = [];
      for (const account of yield* named(after.size)) {
        const all = after.get(keyOf(account)) ?? NO_ORDERS;
        findings.push({ kind, subject: subjectOf(account), affects, ...told(all) });
        yield;
      }
      return findings;
    },
  };
}

/** What a finding says of the orders of an account. */
function told({ orders, evidence, rows, amount, amounts, first, last }: GatheredOrders) {
  return {
    evidence: createEvidence(evidence).value(),
    rows,
    orders: orders.length,
    amount: amounts === 0 ? null : decimalOf(amount),
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
  readonly accountOf: (row: number) => number;
};

/** Makes the function that gathers an order, known by its identity wherever its rows lie. */
function orderGatherer(
  taken: readonly TakenSegment[],
  believed: ReturnType<typeof believedPurchases>,
): (rows: readonly number[]) => Omit<GatheredOrder, 'order'> & { readonly account: number } {
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
    const { segment, row, accountOf } = placeOf(rows[0] ?? 0);
    return {
      account: accountOf(row),
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
