import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { columnReader, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { believedPurchases } from '#renderer/data/model/date-span.ts';
import type { ExceptionKind, FindingOf } from '#renderer/data/model/exception-kinds.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import type { OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import { localFromMs } from '#shared/domain/dates.ts';
import { add, rescale, type Scaled, shortest, toDecimal } from '#shared/domain/decimal.ts';
import { createEvidence } from './evidence.ts';

/** Puts rows that something is wrong with together: one finding for each account of a channel. */

export type FinderInput = {
  readonly store: ColumnStore;
  /** All rows of the accounts in view, whatever the period and the filters. */
  readonly selected: Pick<SelectionMask, 'mask' | 'rowsIn'>;
  /** Those that are counted; absent: none are. */
  readonly ownCosts?: OwnCostsBySku;
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

type Group = {
  readonly subject: Finding['subject'];
  readonly evidence: ReturnType<typeof createEvidence>;
  rows: number;
  orders: number;
  amount: Scaled | null;
  first: number;
  last: number;
};

/** `take` makes the function that adds rows of a segment: the row there, what is at stake, and what is wrong with it. */
export function createGathering<const Kind extends ExceptionKind>(
  store: ColumnStore,
  { kind, affects, parts = {} }: Common<Kind>,
) {
  /** By the number of the account. */
  const groups: Group[] = [];
  const { accounts, readerOf } = accountCodes(store);
  const believed = believedPurchases(store.dates);
  /** An order is of one account. */
  const seen = new Uint8Array(store.orders.orderCount);
  const groupOf = (account: number): Group => {
    const known = groups[account];
    if (known !== undefined) return known;
    const { canal = '', cuenta = '' } = accounts[account] ?? {};
    const made: Group = {
      subject: { ...parts, Canal: canal, Cuenta: cuenta },
      evidence: createEvidence(),
      rows: 0,
      orders: 0,
      amount: null,
      first: Number.POSITIVE_INFINITY,
      last: Number.NEGATIVE_INFINITY,
    };
    groups[account] = made;
    return made;
  };
  return {
    take(index: number, segment: StoredSegment) {
      const accountOf = readerOf(index, segment);
      const readers = EVIDENCE_COLUMNS.map((column) => columnReader(segment.columns.get(column)));
      return (row: number, amount: Scaled | null, evidence: string): void => {
        const group = groupOf(accountOf(row));
        group.rows += 1;
        const order = segment.orderOf[row] ?? 0;
        group.orders += 1 - (seen[order] ?? 0);
        seen[order] = 1;
        if (amount !== null) group.amount = group.amount === null ? amount : add(group.amount, amount);
        const bought = segment.purchaseMs[row] ?? Number.NaN;
        if (bought >= believed.fromMs && bought < believed.toMs) {
          group.first = Math.min(group.first, bought);
          group.last = Math.max(group.last, bought);
        }
        group.evidence.add(JSON.stringify([...readers.map((read) => read(row)), evidence]));
      };
    },
    findings: (): readonly FindingOf<Kind>[] =>
      groups.map(({ subject, evidence, rows, orders, amount, first, last }) => ({
        kind,
        subject,
        evidence: evidence.value(),
        rows,
        orders,
        amount: amount === null ? null : decimalOf(amount),
        firstPurchase: Number.isFinite(first) ? localFromMs(first) : null,
        lastPurchase: Number.isFinite(last) ? localFromMs(last) : null,
        affects,
      })),
  };
}

/** With cents, where it has no finer digits. */
function decimalOf(amount: Scaled) {
  const plain = shortest(amount);
  return toDecimal(plain.scale < 2 ? rescale(plain, 2) : plain);
}
