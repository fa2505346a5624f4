import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf, type FindingCase } from '#renderer/data/model/finding.ts';
import { hashOfText } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { inOrder, orderAt } from '#renderer/reconciliation/findings/worker/order-case.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { type Age, ageOf, termsOf, USUAL_TERM } from '#renderer/reconciliation/receivables/model/ageing.ts';
import { daysOf } from '#renderer/reconciliation/receivables/model/month-account.ts';
import type { ReceivableBook } from '#renderer/reconciliation/receivables/model/receivable-parts.ts';
import type { Task } from '#shared/base/tasks.ts';
import { dayOfNumber, type LocalDate, monthOf, startOfDay } from '#shared/domain/dates.ts';
import { toDecimal, toShortestDecimal } from '#shared/domain/decimal.ts';
import { type PlacedRows, sumBySlot } from './read-book.ts';

type Kind = KindIn<'receivables'>;
type OverdueFinding = FindingOf<Kind>;

/** Which kind of exception money of an age is; null: none. */
const KIND_OF: { readonly [age in Age]: Kind | null } = {
  'not-due': null,
  'to-30': 'overdue',
  'to-60': 'overdue',
  'to-90': 'overdue',
  'over-90': 'long-overdue',
  undated: 'long-overdue',
};

type Overdue = {
  readonly kind: Kind;
  readonly account: number;
  /** By the number of the order. */
  readonly orders: Map<number, Late>;
  readonly evidence: string[];
  rows: number;
  units: bigint;
  first: number;
  last: number;
};

/** What is late of an order. */
type Late = { readonly slot: number; readonly row: number; rows: number; bought: number; due: number };

/**
 * Payouts of each account that were due by today and did not come, apart those so long ago that they hardly come by
 * themselves. An account that owes nothing in all has none.
 */
export function* overdueFindings(
  store: ColumnStore,
  { book, placed }: { readonly book: ReceivableBook; readonly placed: PlacedRows },
  today: LocalDate,
): Task<readonly OverdueFinding[]> {
  const { scale, accounts, parts } = book;
  const days = daysOf(monthOf(today), today);
  const terms = termsOf(book, days.to);
  const found = new Map<string, Overdue>();
  const overdueOf = parts.map((part): Overdue | null => {
    const term = terms[part.account];
    const age = term === undefined ? null : ageOf(part, days, term);
    const kind = age === null ? null : KIND_OF[age];
    if (kind === null) return null;
    const { account, bought, left, rows } = part;
    const key = `${kind} ${account}`;
    const own: Overdue = found.get(key) ?? {
      kind,
      account,
      orders: new Map(),
      evidence: [],
      rows: 0,
      units: 0n,
      first: Number.POSITIVE_INFINITY,
      last: Number.NEGATIVE_INFINITY,
    };
    found.set(key, own);
    own.rows += rows;
    own.units += left;
    own.evidence.push(JSON.stringify([bought, rows, toShortestDecimal({ units: left, scale })]));
    if (bought !== NO_DAY) {
      own.first = Math.min(own.first, bought);
      own.last = Math.max(own.last, bought);
    }
    return own;
  });
  yield;
  if (found.size === 0) return [];
  const lateOrders: Late[] = [];
  const slots = placed.map((partOf) => new Int32Array(partOf.length).fill(-1));
  for (const [index, segment] of store.segments.entries()) {
    const partOf = placed[index] ?? new Int32Array(0);
    for (let row = 0; row < partOf.length; row += 1) {
      const part = parts[partOf[row] ?? -1];
      const orders = overdueOf[partOf[row] ?? -1]?.orders;
      if (part === undefined || orders === undefined) continue;
      const number = segment.orderOf[row] ?? 0;
      const late = orders.get(number) ?? {
        ...{ slot: lateOrders.length, row: segment.base + row, rows: 0 },
        ...{ bought: Number.POSITIVE_INFINITY, due: Number.POSITIVE_INFINITY },
      };
      if (late.rows === 0) {
        orders.set(number, late);
        lateOrders.push(late);
      }
      late.rows += 1;
      if (part.bought !== NO_DAY) {
        late.bought = Math.min(late.bought, part.bought);
        late.due = Math.min(late.due, part.bought + (terms[part.account]?.days ?? USUAL_TERM));
      }
      const slotsOf = slots[index];
      if (slotsOf !== undefined) slotsOf[row] = late.slot;
    }
    yield;
  }
  const sums = yield* sumBySlot(store, lateOrders.length, (index, row) => slots[index]?.[row] ?? -1);
  const caseOf = ({ slot, row, rows, bought, due }: Late): FindingCase => {
    const amount = toShortestDecimal({ units: sums.of(slot).left, scale: sums.scale });
    return {
      ...orderAt(store, row),
      month: Number.isFinite(bought) ? monthOf(dayOfNumber(bought)) : null,
      day: Number.isFinite(due) ? dayOfNumber(due) : null,
      amount,
      rows,
      evidence: hashOfText(JSON.stringify([Number.isFinite(bought) ? bought : null, rows, amount])),
    };
  };
  // Where returns and charges come to more than the sales nothing is waited for.
  const owed = [...found.values()].filter(({ units }) => units > 0n);
  return owed.map(
    ({ kind, account, orders, evidence, rows, units, first, last }): OverdueFinding => ({
      kind,
      subject: { Canal: accounts[account]?.canal ?? '', Cuenta: accounts[account]?.cuenta ?? '' },
      evidence: evidenceOf(evidence),
      rows,
      orders: orders.size,
      amount: toDecimal({ units, scale }),
      firstPurchase: Number.isFinite(first) ? startOfDay(dayOfNumber(first)) : null,
      lastPurchase: Number.isFinite(last) ? startOfDay(dayOfNumber(last)) : null,
      affects: [],
      cases: inOrder([...orders.values()].map(caseOf)),
    }),
  );
}
