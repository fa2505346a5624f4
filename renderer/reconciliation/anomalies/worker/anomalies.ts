import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf, type FindingCase } from '#renderer/data/model/finding.ts';
import { roundedTo, times } from '#renderer/data/model/fraction.ts';
import {
  ANOMALY_COLUMNS,
  ANOMALY_KINDS,
  ANOMALY_SCOPES,
  type Anomalies,
  type AnomalousOrder,
  type AnomalousOrdersPage,
  type AnomalyGroup,
  type AnomalyKind,
  type AnomalyPart,
  type AnomalyThresholds,
  anomalyEvidence,
  anomalyKey,
  type DismissedAnomalies,
  marginEvidence,
  plainDecimal,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { hashOfText } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { inOrder } from '#renderer/reconciliation/findings/worker/order-case.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { groupBy } from '#shared/base/group-by.ts';
import type { Task } from '#shared/base/tasks.ts';
import { dayOf, type LocalDateTime, localFromMs, monthOf } from '#shared/domain/dates.ts';
import { compare, fromDecimal, type Scaled, sum, toDecimal } from '#shared/domain/decimal.ts';
import {
  cellsOfKey,
  IDENTITY_COLUMNS,
  type OrderKey,
  orderKeyReader,
} from '#shared/domain/order-identity.ts';
import { findOddMargins, type OddMargin } from './odd-margins.ts';
import { findOddOrders } from './odd-orders.ts';
import type { OddOrder } from './order-rules.ts';

/** Odd orders and margins of a selection: by kind, one by one, and as findings. */

/** Anomalies in all rows of the copy; a question takes its part of them. */
export type Oddities = { readonly orders: readonly OddOrder[]; readonly margins: readonly OddMargin[] };

export function* findOddities(store: ColumnStore, thresholds: AnomalyThresholds): Task<Oddities> {
  const { odd: orders } = yield* findOddOrders(store);
  const { odd: margins } = yield* findOddMargins(store, thresholds);
  return { orders, margins };
}

/** An odd order, or the odd rows of a SKU, as far as it is asked for. */
type Oddity = {
  readonly kind: AnomalyKind;
  readonly canal: string;
  readonly cuenta: string;
  /** Stands for it. */
  readonly row: number;
  readonly rows: readonly number[];
  readonly amount: Scaled;
  readonly key: () => string;
  readonly evidence: () => string;
  readonly parts: () => readonly AnomalyPart[];
};

const orderKeyOf = orderKeyReader({ columns: IDENTITY_COLUMNS });
const keyOfRow = (store: ColumnStore, row: number): OrderKey =>
  orderKeyOf(IDENTITY_COLUMNS.map((column) => store.cell(row, column)));

function ofOrder(store: ColumnStore, { kind, rows, amount, parts }: OddOrder): Oddity {
  const row = rows[0] ?? 0;
  return {
    kind,
    canal: store.cell(row, 'Canal') ?? '',
    cuenta: store.cell(row, 'Cuenta') ?? '',
    row,
    rows,
    amount,
    key: () => anomalyKey(kind, keyOfRow(store, row)),
    evidence: () => anomalyEvidence(parts),
    parts: () => parts,
  };
}

const HUNDRED = 100n;
const RATE_PLACES = 2;

/** @param isSelected which of its rows are asked for: what it is known by are all of them */
function ofMargin(
  store: ColumnStore,
  margin: OddMargin,
  isSelected: (row: number) => boolean,
): Oddity | null {
  const { canal, cuenta, sku, hasCost, usual, history, rows: all } = margin;
  const rows = all.filter(({ row }) => isSelected(row));
  const [worst] = rows;
  if (worst === undefined) return null;
  const percent = (value: OddMargin['usual']) => roundedTo(times(value, HUNDRED), RATE_PLACES);
  return {
    kind: 'margin',
    canal,
    cuenta,
    row: worst.row,
    rows: rows.map(({ row }) => row),
    amount: sum(rows.map(({ amount }) => amount)),
    key: () => anomalyKey('margin', JSON.stringify([canal, cuenta, sku, hasCost])),
    evidence: () =>
      marginEvidence(
        all.map(({ row, ventas, profit }) => ({
          order: keyOfRow(store, row),
          ventas: toDecimal(ventas),
          profit: toDecimal(profit),
        })),
      ),
    parts: () => [
      { reason: 'margin', rate: percent(worst.rate), usual: percent(usual), rows: rows.length, history },
    ],
  };
}

export type AnomaliesInput = {
  readonly store: ColumnStore;
  readonly oddities: Oddities;
  readonly selected: Pick<SelectionMask, 'mask'>;
  readonly thresholds: AnomalyThresholds;
  readonly dismissed: DismissedAnomalies;
};

const ODD_PER_STEP = 1000;

/** Those of a selection with enough at stake, the dismissed ones apart. */
function* oddIn({ store, oddities, selected, thresholds, dismissed }: AnomaliesInput): Task<{
  readonly open: readonly Oddity[];
  readonly dismissed: readonly Oddity[];
}> {
  const { mask } = selected;
  const isSelected = (row: number): boolean => mask[row] === 1;
  const found = { open: [] as Oddity[], dismissed: [] as Oddity[] };
  const put = (odd: Oddity): void => {
    const known = dismissed.size === 0 ? undefined : dismissed.get(odd.key());
    (known !== undefined && known.evidence === odd.evidence() ? found.dismissed : found.open).push(odd);
  };
  for (const [at, order] of oddities.orders.entries()) {
    if (at % ODD_PER_STEP === 0) yield;
    const { kind, amount, rows } = order;
    const isEnough = compare(amount, fromDecimal(thresholds.amounts[kind])) >= 0;
    if (isEnough && rows.some(isSelected)) put(ofOrder(store, order));
  }
  for (const [at, margin] of oddities.margins.entries()) {
    if (at % ODD_PER_STEP === 0) yield;
    const odd = ofMargin(store, margin, isSelected);
    if (odd !== null) put(odd);
  }
  return found;
}

export function* groupAnomalies(asked: AnomaliesInput): Task<Anomalies> {
  const { store } = asked;
  const { open, dismissed } = yield* oddIn(asked);
  const ofKind = groupBy(open, ({ kind }) => kind);
  const away = groupBy(dismissed, ({ kind }) => kind);
  const groups = ANOMALY_KINDS.flatMap((kind): readonly AnomalyGroup[] => {
    const own = ofKind.get(kind) ?? [];
    const count = away.get(kind)?.length ?? 0;
    if (own.length + count === 0) return [];
    const channels = [...groupBy(own, ({ canal }) => canal)].map(([canal, odd]) => ({
      canal,
      ...countOf(odd),
    }));
    channels.sort(
      (a, b) => compare(fromDecimal(b.amount), fromDecimal(a.amount)) || compareTexts(a.canal, b.canal),
    );
    return [{ kind, ...countOf(own), ...purchasesOf(store, own), channels, dismissed: count }];
  });
  return { revision: store.revision, groups };
}

function countOf(odd: readonly Oddity[]) {
  return {
    orders: odd.length,
    rows: odd.reduce((all, { rows }) => all + rows.length, 0),
    amount: toDecimal(sum(odd.map(({ amount }) => amount))),
  };
}

/** The first and the last readable purchase among rows. */
function purchasesOf(
  store: ColumnStore,
  odd: readonly Oddity[],
): { readonly firstPurchase: LocalDateTime | null; readonly lastPurchase: LocalDateTime | null } {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { rows } of odd) {
    for (const row of rows) {
      const segment = store.segmentOf(row);
      const ms = segment.purchaseMs[row - segment.base] ?? Number.NaN;
      if (ms < first) first = ms;
      if (ms > last) last = ms;
    }
  }
  return {
    firstPurchase: Number.isFinite(first) ? localFromMs(first) : null,
    lastPurchase: Number.isFinite(last) ? localFromMs(last) : null,
  };
}

/** A page of one kind, most at stake first; `limit` null: all of them. */
export function* listAnomalies(
  asked: AnomaliesInput,
  which: { readonly kind: AnomalyKind; readonly canal: string | null; readonly isDismissed: boolean },
  offset: number,
  limit: number | null,
): Task<AnomalousOrdersPage> {
  const { store } = asked;
  const found = yield* oddIn(asked);
  const odd = (which.isDismissed ? found.dismissed : found.open).filter(
    ({ kind, canal }) => kind === which.kind && (which.canal === null || canal === which.canal),
  );
  const sorted = odd.toSorted((a, b) => compare(b.amount, a.amount) || a.row - b.row);
  const lines = sorted.slice(offset, limit === null ? undefined : offset + limit);
  return {
    revision: store.revision,
    total: odd.length,
    offset,
    lines: lines.map((each) => lineOf(store, each)),
  };
}

function lineOf(store: ColumnStore, odd: Oddity): AnomalousOrder {
  const { row, rows, amount } = odd;
  return {
    key: odd.key(),
    evidence: odd.evidence(),
    row,
    rows: rows.length,
    identity: cellsOfKey(keyOfRow(store, row)),
    cells: Object.fromEntries(ANOMALY_COLUMNS.map((column) => [column, store.cell(row, column)])),
    amount: toDecimal(amount),
    parts: odd.parts(),
    correlationIds: [],
  };
}

/** One finding for each kind and account, for the queue of exceptions. */
export function* anomalyFindings(asked: AnomaliesInput): Task<readonly FindingOf<KindIn<'anomalies'>>[]> {
  const { store } = asked;
  const { open } = yield* oddIn(asked);
  const groups = groupBy(open, ({ kind, canal, cuenta }) => JSON.stringify([kind, canal, cuenta]));
  return [...groups.values()].flatMap((odd): readonly FindingOf<KindIn<'anomalies'>>[] => {
    const [first] = odd;
    if (first === undefined) return [];
    const { kind, canal, cuenta } = first;
    const count = countOf(odd);
    return [
      {
        kind,
        subject: { Canal: canal, Cuenta: cuenta },
        evidence: evidenceOf(
          odd.map((each) => JSON.stringify([each.key(), plainDecimal(toDecimal(each.amount))])),
        ),
        ...count,
        amount: plainDecimal(count.amount),
        ...purchasesOf(store, odd),
        affects: ANOMALY_SCOPES[kind],
        cases: inOrder(odd.map((each) => caseOf(store, each))),
      },
    ];
  });
}

/** An odd order, or the odd rows of a product: of a month where all of them are. */
function caseOf(store: ColumnStore, odd: Oddity): FindingCase {
  const { firstPurchase: first, lastPurchase: last } = purchasesOf(store, [odd]);
  const key = odd.key();
  return {
    id: hashOfText(key),
    name: store.cell(odd.row, odd.kind === 'margin' ? 'SKU Producto' : 'Orden') ?? '',
    month: first === null || last === null || monthOf(first) !== monthOf(last) ? null : monthOf(first),
    day: first === null ? null : dayOf(first),
    amount: plainDecimal(toDecimal(odd.amount)),
    rows: odd.rows.length,
    evidence: hashOfText(JSON.stringify([key, plainDecimal(toDecimal(odd.amount))])),
  };
}
