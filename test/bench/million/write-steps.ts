import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { add, parseDecimal, type Scaled } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { type ChangesOfOrders, ORDERS_CHANGED } from './changed-orders.ts';
import { exactText } from './contestant.ts';
import { timed } from './samples.ts';
import type { WriteWatch } from './write-transactions.ts';

/** A commit and a merge through the product's own calls, in parts, each with the check that it did what it should. */

export type Step = {
  /** Milliseconds; `''` is the step itself, the others are parts of it or come before it. */
  readonly parts: { readonly [part: string]: number };
  /**
   * Throws when the copy is not exactly what it should be by now. For after what is timed: it asks a question, and what
   * is asked first after a step is to be measured.
   */
  readonly check: () => void;
};

/** Pages staged and judged, then committed. */
export async function commitStep(
  { calls, store }: Ledger,
  { kind, open, pages, commit, rows }: ChangesOfOrders,
  watch: WriteWatch,
): Promise<Step> {
  const rowsBefore = store.liveRows;
  const ventasBefore = ventasOf(store);
  await calls.openWindow(open);
  const stageMs = await timed(async () => {
    for (const page of pages) await calls.stagePage(page);
  });
  const judging = performance.now();
  const judgement = await calls.judgeWindow({ windowId: open.windowId });
  const judgeMs = performance.now() - judging;
  if (judgement.kind !== 'settled') throw new Error(`Not settled: ${JSON.stringify(judgement)}`);
  watch.take();
  const begin = performance.now();
  const result = await calls.commitWindow(commit);
  const end = performance.now();
  const write = onlyOne(watch);
  return {
    parts: {
      '': end - begin,
      '-stage': stageMs,
      '-judge': judgeMs,
      '-plan-and-encode': write.beganMs - begin,
      '-write': write.completeMs - write.beganMs,
      '-apply': end - write.completeMs,
      '-whole': stageMs + judgeMs + end - begin,
    },
    check() {
      const orders = kind === 'known' ? result.ordersChanged : result.ordersNew;
      const growth = store.liveRows - rowsBefore;
      if (orders !== ORDERS_CHANGED || growth !== (kind === 'new' ? rows : 0)) {
        throw new Error(`A commit brought ${growth} rows more, ${JSON.stringify(result)}.`);
      }
      const added = kind === 'known' ? { units: BigInt(rows), scale: 0 } : ventasIn(pages);
      demandVentas(store, add(ventasBefore, added));
    },
  };
}

/** The merge that the product thinks is due; null where there is none. Nothing else is asked of the ledger meanwhile. */
export async function mergeStep({ merger, store }: Ledger, watch: WriteWatch): Promise<Step | null> {
  const ventasBefore = ventasOf(store);
  const segmentsBefore = liveSegments(store);
  watch.take();
  let longestSliceMs = 0;
  const begin = performance.now();
  let stepBegan = begin;
  const outcome = await merger.mergeOnce({
    pause: async () => {
      longestSliceMs = Math.max(longestSliceMs, performance.now() - stepBegan);
      stepBegan = performance.now();
      return true;
    },
  });
  const end = performance.now();
  if (outcome !== 'merged') return null;
  const write = onlyOne(watch);
  return {
    parts: { '': end - begin, '-slice': longestSliceMs, '-write': write.completeMs - write.beganMs },
    check() {
      if (liveSegments(store) >= segmentsBefore)
        throw new Error('A merge left as many segments as there were.');
      demandVentas(store, ventasBefore);
    },
  };
}

function liveSegments({ segments }: ColumnStore): number {
  return segments.filter(({ retired }) => !retired).length;
}

function onlyOne(watch: WriteWatch) {
  const [write, ...others] = watch.take();
  if (write === undefined || others.length > 0) throw new Error('What was written was not one transaction.');
  return write;
}

const NOTHING: Scaled = { units: 0n, scale: 0 };

function ventasOf(store: ColumnStore): Scaled {
  return parseDecimal(createQueries(store).totals(EVERYTHING, ['Ventas']).sums.Ventas ?? '') ?? NOTHING;
}

function ventasIn(pages: ChangesOfOrders['pages']): Scaled {
  let sum = NOTHING;
  for (const { page } of pages) {
    const ventas = page.columns.indexOf('Ventas');
    for (const cells of JSON.parse(page.rowsJson) as string[][]) {
      sum = add(sum, parseDecimal(cells[ventas] ?? '') ?? NOTHING);
    }
  }
  return sum;
}

function demandVentas(store: ColumnStore, expected: Scaled): void {
  const { units, scale } = ventasOf(store);
  const [is, should] = [exactText(units, scale), exactText(expected.units, expected.scale)];
  if (is !== should) throw new Error(`Ventas are ${is} and should be ${should}.`);
}
