import type { RowMemoryBound } from '#renderer/data/model/row-memory.ts';
import { createOpeningCopy } from '#renderer/data/worker/opening-copy.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { startBench } from '#test/bench/browser/bench-worker.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { openAccount } from './account.ts';

/** One start of the data worker: the first exact totals of kept cells; the ledger opened, its facts, the same of rows. */

export type OpenInput = { readonly measureMemory: boolean; readonly rowMemory: RowMemoryBound };
export type OpenResult = {
  readonly rows: number;
  readonly orders: number;
  /** Milliseconds since this worker was begun: its script fetched and compiled, the ledger open, the first totals. */
  readonly scriptMs: number;
  readonly openMs: number;
  readonly totalsMs: number;
  /** The first totals, before the rows were there; null: no cells were kept. */
  readonly earlyMs: number | null;
  /** Bytes held before anything was opened, and after; null where they were not asked for. */
  readonly emptyBytes: number | null;
  readonly openBytes: number | null;
  readonly ventas: string | null;
  readonly storedBytes: number;
};

const FIRST_SELECTION = { ...EVERYTHING, dashboardPreset: true };
const FIRST_COLUMNS = [
  RATE_BASE_COLUMN,
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
];

startBench<OpenInput, OpenResult>(async ({ measureMemory, rowMemory }, { memoryBytes }) => {
  const scriptMs = performance.now();
  const emptyBytes = measureMemory ? await memoryBytes() : null;
  // Measuring takes its time: the clock goes on where the script was ready.
  const paused = performance.now() - scriptMs;
  let earlyMs: number | null = null;
  let earlyVentas: string | null = null;
  const ledger = await openAccount(rowMemory, (early) => {
    const { facts } = createOpeningCopy(early, async () => {});
    if (facts().rows === 0) throw new Error('Cells of no rows.');
    const totals = createQueries(early.store).totals(FIRST_SELECTION, FIRST_COLUMNS);
    earlyVentas = totals.sums[RATE_BASE_COLUMN] ?? null;
    earlyMs = performance.now() - paused;
  });
  const queries = createQueries(ledger.store);
  const { rows, orders } = queries.facts();
  const openMs = performance.now() - paused;
  const totals = queries.totals(FIRST_SELECTION, FIRST_COLUMNS);
  const totalsMs = performance.now() - paused;
  if (earlyMs !== null && earlyVentas !== totals.sums[RATE_BASE_COLUMN]) throw new Error('Cells disagree.');
  const openBytes = measureMemory ? await memoryBytes() : null;
  const { usage = 0 } = await navigator.storage.estimate();
  ledger.close();
  return {
    rows,
    orders,
    scriptMs,
    openMs,
    totalsMs,
    earlyMs,
    emptyBytes,
    openBytes,
    ventas: totals.sums[RATE_BASE_COLUMN] ?? null,
    storedBytes: usage,
  };
});
