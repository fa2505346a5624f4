import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { type Age, ageOf, termsOf } from '#renderer/reconciliation/receivables/model/ageing.ts';
import { daysOf } from '#renderer/reconciliation/receivables/model/month-account.ts';
import type { ReceivableBook } from '#renderer/reconciliation/receivables/model/receivable-parts.ts';
import type { Task } from '#shared/base/tasks.ts';
import { dayOfNumber, type LocalDate, monthOf, startOfDay } from '#shared/domain/dates.ts';
import { shortest, toDecimal } from '#shared/domain/decimal.ts';
import type { PlacedRows } from './read-book.ts';

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
  readonly orders: Set<number>;
  readonly evidence: string[];
  rows: number;
  units: bigint;
  first: number;
  last: number;
};

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
    const own = found.get(key) ?? {
      kind,
      account,
      orders: new Set(),
      evidence: [],
      rows: 0,
      units: 0n,
      first: Number.POSITIVE_INFINITY,
      last: Number.NEGATIVE_INFINITY,
    };
    found.set(key, own);
    own.rows += rows;
    own.units += left;
    own.evidence.push(JSON.stringify([bought, rows, toDecimal(shortest({ units: left, scale }))]));
    if (bought !== NO_DAY) {
      own.first = Math.min(own.first, bought);
      own.last = Math.max(own.last, bought);
    }
    return own;
  });
  yield;
  for (const [index, segment] of store.segments.entries()) {
    const partOf = placed[index] ?? new Int32Array(0);
    for (let row = 0; row < partOf.length; row += 1) {
      overdueOf[partOf[row] ?? -1]?.orders.add(segment.orderOf[row] ?? 0);
    }
    yield;
  }
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
    }),
  );
}
