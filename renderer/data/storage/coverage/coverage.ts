import { groupRows } from '#renderer/data/engine/aggregate/groups.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { dateSpanAt, sideOfSpan } from '#renderer/data/model/date-span.ts';
import { monthAt } from '#renderer/data/storage/commit/missing-rows.ts';
import type { VerificationQueue } from '#renderer/data/storage/commit/plan-commit.ts';
import { presentOf } from '#renderer/data/storage/database/known-time.ts';
import {
  type Checkpoint,
  isBlindMonth,
  isRereadDue,
  lastReadOf,
  type ReadRange,
} from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { PendingRemoval } from '#shared/contract/ledger.ts';
import {
  FURTHEST_BEHIND_UTC_MS,
  instantToMs,
  type LocalDateTime,
  localFromMs,
  type Month,
  monthOf,
  shiftMonth,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';
import { covers, type LocalRange, monthRange, overlaps } from '#shared/domain/purchase-ranges.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** Coverage of every month (rules 9, 11 and 12). Pure. */

type MonthRows = { readonly month: Month; readonly rows: number; readonly orders: number };

export type CoverageFacts = {
  readonly revision: number;
  readonly checkpoint: Checkpoint | null;
  readonly months: readonly MonthRows[];
  readonly undatedRows: number;
  readonly outOfRangeRows: number;
  readonly controls: readonly ControlTotal[];
  readonly held: readonly PendingRemoval[];
  readonly queue: VerificationQueue;
};

export function monthCoverage(facts: CoverageFacts): Coverage {
  const { revision, checkpoint, months, controls, held, undatedRows } = facts;
  const now = presentOf(checkpoint);
  const toVerify = ordersByMonth(facts.queue);
  const stored = new Map(months.map((each) => [each.month, each]));
  const shown = monthsBetween(checkpoint, now, [...stored.keys()]);
  const beside = new Set(shown);
  return {
    revision,
    knownUntil: checkpoint?.changes.knownUntil ?? checkpoint?.history.startedAt ?? null,
    undatedRows,
    outOfRangeRows: months
      .filter(({ month }) => !beside.has(month))
      .reduce((rows, month) => rows + month.rows, facts.outOfRangeRows),
    controls: controlsOf(controls, 'all'),
    search: searchOf(checkpoint, 'all'),
    months: shown.map((month) => ({
      month,
      rows: stored.get(month)?.rows ?? 0,
      orders: stored.get(month)?.orders ?? 0,
      ...(checkpoint === null ? UNREAD : readingOf(month, checkpoint, now)),
      ordersToVerify: toVerify.get(month) ?? 0,
      held: held.find((each) => each.month === month) ?? null,
      controls: controlsOf(controls, month),
      search: searchOf(checkpoint, month),
    })),
  };
}

type MonthReading = Pick<
  MonthCoverage,
  'lastReadAt' | 'reach' | 'partial' | 'rereadDue' | 'reread' | 'unsettled'
>;

const UNREAD: MonthReading = {
  lastReadAt: null,
  reach: 'queued',
  partial: false,
  rereadDue: false,
  reread: null,
  unsettled: false,
};

/** From the plan's start, or the first stored row, to the present; to the last stored row while that is not known. */
function monthsBetween(
  checkpoint: Checkpoint | null,
  now: UtcInstant | null,
  stored: readonly Month[],
): readonly Month[] {
  const dates = dateSpanAt(now);
  const [earliest, latest] = [monthOf(dates.from), monthOf(dates.purchasedUntil)];
  const known = [...stored];
  if (checkpoint !== null) known.push(monthOf(checkpoint.earliest));
  if (now !== null) known.push(monthOf(localFromMs(instantToMs(now))));
  const ends = known.filter((month) => month >= earliest && month <= latest).sort();
  const last = ends.at(-1);
  const months: Month[] = [];
  for (let month = ends[0]; month !== undefined && last !== undefined && month <= last; ) {
    months.push(month);
    month = shiftMonth(month, 1);
  }
  return months;
}

function readingOf(month: Month, checkpoint: Checkpoint, now: UtcInstant | null): MonthReading {
  const whole = monthRange(month);
  const { reads, rereads, partialBefore, unsettled } = checkpoint;
  const start = startOfDay(checkpoint.earliest);
  const isOutside = whole.to <= start;
  // Only the reached part of a month can be asked for.
  const askable = isOutside || whole.from >= start ? whole : { ...whole, from: start };
  const wanted = wantedOf(askable, checkpoint, now);
  const isQueued = !isOutside && wanted !== null && !covers(reads, wanted);
  const nowMs = now === null ? null : instantToMs(now);
  const isBlind = nowMs !== null && isBlindMonth(month, nowMs);
  const reach = isOutside ? 'outside' : isQueued ? 'queued' : isBlind ? 'blind' : 'live';
  const isFresh = (read: ReadRange) => nowMs !== null && !isRereadDue(read.readAt, nowMs);
  return {
    lastReadAt: lastReadOf(reads, askable) ?? (wanted === null ? null : lastReadOf(reads, wanted)),
    reach,
    partial: partialBefore !== null && whole.from < partialBefore,
    rereadDue: reach === 'blind' && !covers(reads.filter(isFresh), askable),
    reread: rereads.find((reread) => overlaps(reread, whole))?.reason ?? null,
    unsettled: unsettled.some(
      ({ field, from, to }) =>
        field === 'purchase_date' &&
        overlaps({ from: from as LocalDateTime, to: to as LocalDateTime }, whole),
    ),
  };
}

/**
 * The part of a range that has to be read by purchase date: up to the end of the load, and not beyond what is past
 * everywhere, for a server may have nothing to tell yet of the rest of its day. Later purchases come by changes from
 * their birth on. Null where there is no such part; before the load is planned it is all.
 */
function wantedOf(range: LocalRange, { history }: Checkpoint, now: UtcInstant | null): LocalRange | null {
  const ends: LocalDateTime[] = [range.to];
  if (history.target !== null) ends.push(history.target.to);
  if (now !== null) ends.push(localFromMs(instantToMs(now) - FURTHEST_BEHIND_UTC_MS));
  const to = ends.sort()[0] ?? range.to;
  return range.from < to ? { from: range.from, to } : null;
}

function ordersByMonth(queue: VerificationQueue): ReadonlyMap<Month, number> {
  const counts = new Map<Month, number>();
  for (const instants of queue.values()) {
    for (const month of new Set([...instants].map(monthAt))) counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return counts;
}

function searchOf(checkpoint: Checkpoint | null, range: ControlTotal['range']): Coverage['search'] {
  return checkpoint?.searches.find((search) => search.range === range) ?? null;
}

function controlsOf(controls: readonly ControlTotal[], range: ControlTotal['range']): Coverage['controls'] {
  const latest = (scope: ControlTotal['scope']) =>
    controls.find((control) => control.range === range && control.scope === scope) ?? null;
  return { everything: latest('everything'), dashboard: latest('dashboard') };
}

const PURCHASE_MONTH = { column: 'Fecha de compra', unit: 'month' } as const;

type RowsByMonth = {
  readonly months: readonly MonthRows[];
  readonly undatedRows: number;
  /** Live rows bought on days that no time axis reaches (renderer/data/model/date-span.ts). */
  readonly outOfRangeRows: number;
};

const rowsByMonth = defineDerivation<ColumnStore, RowsByMonth>();

/** Rows and orders by month; the answer is kept until the next commit. */
export function countByMonth(store: ColumnStore): RowsByMonth {
  return rowsByMonth.of(store, () => makeCounts(store), store.numbering);
}

function makeCounts(store: ColumnStore): RowsByMonth {
  const groups = groupRows(store, selectRows(store, EVERYTHING).mask, PURCHASE_MONTH, []);
  return {
    months: groups
      .filter(({ value }) => value !== '' && sideOfSpan(value) === null)
      .map(({ value, totals }) => ({ month: value as Month, rows: totals.rows, orders: totals.orders })),
    undatedRows: groups.find(({ value }) => value === '')?.totals.rows ?? 0,
    outOfRangeRows: groups
      .filter(({ value }) => sideOfSpan(value) !== null)
      .reduce((rows, { totals }) => rows + totals.rows, 0),
  };
}
