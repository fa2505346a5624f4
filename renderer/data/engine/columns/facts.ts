import { believedPurchases, type DateSpan } from '#renderer/data/model/date-span.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import { COLUMNS, findColumn } from '#shared/domain/column-catalogue.ts';
import { instantFromMs, localFromMs } from '#shared/domain/dates.ts';
import { type ColumnStore, countOnes, readMs } from './column-store.ts';
import { defineDerivation } from './derived.ts';
import { rowCode } from './global-dictionary.ts';
import type { StoredSegment } from './segment.ts';

/** Facts of the local copy that its rows tell; losses of storage and the time of reading they cannot tell. */
export type RowFacts = Omit<LedgerFacts, 'damage' | 'readUntil'>;

export function readLedgerFacts(store: ColumnStore): RowFacts {
  let orders = 0;
  const seen = new Uint8Array(store.orders.orderCount);
  const live = store.segments.filter(({ retired }) => !retired);
  for (const { isLive, orderOf } of live) {
    for (let row = 0; row < isLive.length; row += 1) {
      const order = orderOf[row] ?? 0;
      // 1 for the first live row of an order.
      const isNew = (isLive[row] ?? 0) & ((seen[order] ?? 0) ^ 1);
      seen[order] = (seen[order] ?? 0) | isNew;
      orders += isNew;
    }
  }
  const bounds = live.map((segment) => boundsOf(segment, store.dates));
  return factsFrom(store, { rows: store.liveRows, orders, bounds });
}

/** What rows and cells tell alike, with what is known beside them. */
export function factsFrom(
  store: ColumnStore,
  {
    rows,
    orders,
    bounds,
  }: { readonly rows: number; readonly orders: number; readonly bounds: readonly Bounds[] },
): RowFacts {
  const firstPurchase = Math.min(...bounds.map((each) => each.firstPurchase));
  const lastPurchase = Math.max(...bounds.map((each) => each.lastPurchase));
  const lastUpdate = Math.max(...bounds.map((each) => each.lastUpdate));
  const carried = store.columnKeys();
  const unknownColumns = [...carried].filter((key) => findColumn(key) === undefined);
  return {
    revision: store.revision,
    rows,
    orders,
    firstPurchase: Number.isFinite(firstPurchase) ? localFromMs(firstPurchase) : null,
    lastPurchase: Number.isFinite(lastPurchase) ? localFromMs(lastPurchase) : null,
    lastUpdate: Number.isFinite(lastUpdate) ? instantFromMs(lastUpdate) : null,
    columns: [...COLUMNS.map(({ key }) => key).filter((key) => carried.has(key)), ...unknownColumns],
    unknownColumns,
    hasSeveralAccounts: hasSeveralAccounts(store),
  };
}

function hasSeveralAccounts(store: ColumnStore): boolean {
  const accounts = new Map<number, number>();
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    for (const [channel, account] of accountsOf(store, index, segment)) {
      if ((accounts.get(channel) ?? account) !== account) return true;
      accounts.set(channel, account);
    }
  }
  return false;
}

/** Codes of a channel and of an account of it. */
type AccountCodes = readonly (readonly [channel: number, account: number])[];
const segmentAccounts = defineDerivation<StoredSegment, AccountCodes>();

/** The channels of a segment's live rows, with one account of each; or two where it holds more. */
function accountsOf(store: ColumnStore, index: number, segment: StoredSegment): AccountCodes {
  const read = (): AccountCodes => {
    const channels = store.dictionary('Canal').codesOf(index, segment);
    const accounts = store.dictionary('Cuenta').codesOf(index, segment);
    const first = new Map<number, number>();
    const others = new Map<number, number>();
    for (let row = 0; row < segment.rowCount; row += 1) {
      if (segment.isLive[row] !== 1) continue;
      const channel = rowCode(channels, row);
      const account = rowCode(accounts, row);
      const known = first.get(channel);
      if (known === undefined) first.set(channel, account);
      else if (known !== account) others.set(channel, account);
    }
    return [...first, ...others];
  };
  return segmentAccounts.of(segment, read, countOnes(segment.isLive));
}

/** Bounds of the dates that say when something was: those out of range are no bound. */
export type Bounds = {
  readonly firstPurchase: number;
  readonly lastPurchase: number;
  readonly lastUpdate: number;
  /** The first of those that are beyond the believed purchases; Infinity: none is. */
  readonly firstBeyond: number;
};

const dateBounds = defineDerivation<StoredSegment, Bounds>();

/** Rows of a segment only ever die: its bounds are good while as many are alive, and the present is the same day. */
export function boundsOf(segment: StoredSegment, dates: DateSpan): Bounds {
  return dateBounds.of(segment, () => makeBounds(segment, dates), countOnes(segment.isLive), dates);
}

function makeBounds(segment: StoredSegment, dates: DateSpan): Bounds {
  const { fromMs, toMs: purchasedToMs } = believedPurchases(dates);
  let firstPurchase = Number.POSITIVE_INFINITY;
  let lastPurchase = Number.NEGATIVE_INFINITY;
  let lastUpdate = Number.NEGATIVE_INFINITY;
  let firstBeyond = Number.POSITIVE_INFINITY;
  const updates = readMs(segment.columns.get('Fecha de actualización'), segment.rowCount);
  for (let row = 0; row < segment.rowCount; row += 1) {
    if (segment.isLive[row] !== 1) continue;
    const purchase = segment.purchaseMs[row] ?? Number.NaN;
    if (purchase >= fromMs && purchase < purchasedToMs) {
      if (purchase < firstPurchase) firstPurchase = purchase;
      if (purchase > lastPurchase) lastPurchase = purchase;
    }
    const update = updates[row] ?? Number.NaN;
    if (update >= fromMs && update < purchasedToMs && update > lastUpdate) lastUpdate = update;
    if (purchase >= purchasedToMs && purchase < firstBeyond) firstBeyond = purchase;
    if (update >= purchasedToMs && update < firstBeyond) firstBeyond = update;
  }
  return { firstPurchase, lastPurchase, lastUpdate, firstBeyond };
}

/** Whether bounds that were found at another present are those of these dates too: nothing comes in, nothing goes out. */
export function areBoundsGoodAt({ firstBeyond, lastPurchase, lastUpdate }: Bounds, dates: DateSpan): boolean {
  const { toMs } = believedPurchases(dates);
  return toMs <= firstBeyond && lastPurchase < toMs && lastUpdate < toMs;
}
