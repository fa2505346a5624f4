import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { columnReader, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { believedPurchases } from '#renderer/data/model/date-span.ts';
import type { ExceptionKind, FindingOf } from '#renderer/data/model/exception-kinds.ts';
import type { Finding, FindingCase } from '#renderer/data/model/finding.ts';
import type { OwnCostsBySku } from '#renderer/data/model/own-costs.ts';
import { dayOf, localFromMs, monthOf } from '#shared/domain/dates.ts';
import { add, rescale, type Scaled, shortest, toDecimal } from '#shared/domain/decimal.ts';
import { createEvidence } from './evidence.ts';
import { inOrder, orderAt } from './order-case.ts';

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

type Gathered = {
  readonly evidence: ReturnType<typeof createEvidence>;
  rows: number;
  amount: Scaled | null;
  first: number;
  last: number;
};

type Group = Gathered & {
  readonly subject: Finding['subject'];
  /** By the number of the order. */
  readonly orders: Map<number, Gathered & { readonly row: number }>;
};

const gathered = (): Gathered => ({
  evidence: createEvidence(),
  rows: 0,
  amount: null,
  first: Number.POSITIVE_INFINITY,
  last: Number.NEGATIVE_INFINITY,
});

/** `take` makes the function that adds rows of a segment: the row there, what is at stake, and what is wrong with it. */
export function createGathering<const Kind extends ExceptionKind>(
  store: ColumnStore,
  { kind, affects, parts = {} }: Common<Kind>,
) {
  /** By the number of the account. */
  const groups: Group[] = [];
  const { accounts, readerOf } = accountCodes(store);
  const believed = believedPurchases(store.dates);
  const groupOf = (account: number): Group => {
    const known = groups[account];
    if (known !== undefined) return known;
    const { canal = '', cuenta = '' } = accounts[account] ?? {};
    const made: Group = {
      ...gathered(),
      subject: { ...parts, Canal: canal, Cuenta: cuenta },
      orders: new Map(),
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
        const number = segment.orderOf[row] ?? 0;
        const order = group.orders.get(number) ?? { ...gathered(), row: segment.base + row };
        group.orders.set(number, order);
        const bought = segment.purchaseMs[row] ?? Number.NaN;
        const isDated = bought >= believed.fromMs && bought < believed.toMs;
        const said = JSON.stringify([...readers.map((read) => read(row)), evidence]);
        for (const each of [group, order]) {
          each.rows += 1;
          if (amount !== null) each.amount = each.amount === null ? amount : add(each.amount, amount);
          if (isDated) {
            each.first = Math.min(each.first, bought);
            each.last = Math.max(each.last, bought);
          }
          each.evidence.add(said);
        }
      };
    },
    findings: (): readonly FindingOf<Kind>[] =>
      groups.map(({ subject, evidence, rows, orders, amount, first, last }) => ({
        kind,
        subject,
        evidence: evidence.value(),
        rows,
        orders: orders.size,
        amount: amount === null ? null : decimalOf(amount),
        firstPurchase: Number.isFinite(first) ? localFromMs(first) : null,
        lastPurchase: Number.isFinite(last) ? localFromMs(last) : null,
        affects,
        cases: inOrder([...orders.values()].map((order) => caseOf(store, order))),
      })),
  };
}

/** An order, known by its identity wherever its rows lie. */
function caseOf(store: ColumnStore, order: Gathered & { readonly row: number }): FindingCase {
  const { row, rows, evidence, amount, first } = order;
  const bought = Number.isFinite(first) ? localFromMs(first) : null;
  return {
    ...orderAt(store, row),
    month: bought === null ? null : monthOf(bought),
    day: bought === null ? null : dayOf(bought),
    amount: amount === null ? null : decimalOf(amount),
    rows,
    evidence: evidence.value(),
  };
}

/** With cents, where it has no finer digits. */
function decimalOf(amount: Scaled) {
  const plain = shortest(amount);
  return toDecimal(plain.scale < 2 ? rescale(plain, 2) : plain);
}
