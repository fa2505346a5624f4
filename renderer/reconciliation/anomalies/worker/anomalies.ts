import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
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
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
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

/** What the queue is told of one. */
type ToldOddity = {
  /** Its kind and account. */
  readonly group: string;
  readonly evidence: string;
  readonly case: FindingCase;
  readonly first: number;
  readonly last: number;
};

/** Odd orders stay the same objects until their rows change, and a row never does. */
const ofOrders = defineDerivation<OddOrder, Oddity>();
/** The same of the odd rows of a SKU. */
const ofMargins = defineDerivation<OddMargin['rows'], Oddity>();
const told = defineDerivation<Oddity, ToldOddity>();

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
  const rows = margin.rows.filter(({ row }) => isSelected(row));
  if (rows.length === 0) return null;
  return rows.length === margin.rows.length
    ? ofMargins.of(margin.rows, () => ofMarginRows(store, margin, margin.rows))
    : ofMarginRows(store, margin, rows);
}

/** @param rows some of those of the margin */
function ofMarginRows(store: ColumnStore, margin: OddMargin, rows: OddMargin['rows']): Oddity {
  const { canal, cuenta, sku, hasCost, usual, history, rows: all } = margin;
  const [worst] = rows;
  if (worst === undefined) throw new RangeError('A margin without rows is none.');
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
    if (isEnough && rows.some(isSelected)) put(ofOrders.of(order, () => ofOrder(store, order)));
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
    return [
      {
        kind,
        ...countOf(own),
        ...purchasesWithin(own.map(({ rows }) => endsOf(store, rows))),
        channels,
        dismissed: count,
      },
    ];
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

/** A stretch of time; infinite where there is none. */
type Ends = { readonly first: number; readonly last: number };

/** The first and the last readable purchase of rows. */
function endsOf(store: ColumnStore, rows: readonly number[]): Ends {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const segment = store.segmentOf(row);
    const ms = segment.purchaseMs[row - segment.base] ?? Number.NaN;
    if (ms < first) first = ms;
    if (ms > last) last = ms;
  }
  return { first, last };
}

function purchasesWithin(ends: readonly Ends[]): {
  readonly firstPurchase: LocalDateTime | null;
  readonly lastPurchase: LocalDateTime | null;
} {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const each of ends) {
    if (each.first < first) first = each.first;
    if (each.last > last) last = each.last;
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
  const groups = new Map<string, { readonly odd: Oddity[]; readonly told: ToldOddity[] }>();
  yield* eachInSteps(open, (odd) => {
    const one = told.of(odd, () => tellOddity(store, odd));
    const group = groups.get(one.group) ?? { odd: [], told: [] };
    groups.set(one.group, group);
    group.odd.push(odd);
    group.told.push(one);
  });
  const findings: FindingOf<KindIn<'anomalies'>>[] = [];
  for (const group of groups.values()) {
    const [first] = group.odd;
    if (first === undefined) continue;
    const { kind, canal, cuenta } = first;
    const count = countOf(group.odd);
    findings.push({
      kind,
      subject: { Canal: canal, Cuenta: cuenta },
      evidence: evidenceOf(group.told.map(({ evidence }) => evidence)),
      ...count,
      amount: plainDecimal(count.amount),
      ...purchasesWithin(group.told),
      affects: ANOMALY_SCOPES[kind],
      cases: inOrder(group.told.map((each) => each.case)),
    });
    yield;
  }
  return findings;
}

/** An odd order, or the odd rows of a product: of a month where all of them are. */
function tellOddity(store: ColumnStore, odd: Oddity): ToldOddity {
  const { kind, canal, cuenta, row, rows } = odd;
  const { first, last } = endsOf(store, rows);
  const { firstPurchase, lastPurchase } = purchasesWithin([{ first, last }]);
  const month = firstPurchase === null ? null : monthOf(firstPurchase);
  const key = odd.key();
  const amount = plainDecimal(toDecimal(odd.amount));
  const evidence = JSON.stringify([key, amount]);
  return {
    group: JSON.stringify([kind, canal, cuenta]),
    evidence,
    case: {
      id: hashOfText(key),
      name: store.cell(row, kind === 'margin' ? 'SKU Producto' : 'Orden') ?? '',
      month: lastPurchase === null || month !== monthOf(lastPurchase) ? null : month,
      day: firstPurchase === null ? null : dayOf(firstPurchase),
      amount,
      rows: rows.length,
      evidence: hashOfText(evidence),
    },
    first,
    last,
  };
}
