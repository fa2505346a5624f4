import { warmCaches } from '#renderer/data/engine/warm-caches.ts';
import type { RowMemoryBound } from '#renderer/data/model/row-memory.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { startBench } from '#test/bench/browser/bench-worker.ts';
import { createQueries, type Queries } from '#test/renderer/data/engine/queries.ts';
import { openAccount } from './account.ts';
import { type Answer, type Contestant, demandEqual, OURS } from './contestant.ts';
import { ALL_COLUMNS, DEEP_OFFSET, ours, unseen, WINDOW_ROWS } from './ours.ts';
import { startArquero } from './peers/arquero.ts';
import { startDuckDb } from './peers/duckdb.ts';
import { peerTableOf } from './peers/peer-table.ts';
import { MEASURES, questionsOf, type Selections, selectionsOf } from './questions.ts';
import { createThrottle, PACE_HELD_BYTES, type Sample, sampleOf, takeTurns, timed } from './samples.ts';

/**
 * The questions, asked of the product and of its peers in one worker on the same rows. All contestants must give the
 * same exact answer before any of them is timed; then they are asked in turns.
 */

export type AskInput = {
  readonly withPeers: boolean;
  readonly rounds: number;
  readonly rowMemory: RowMemoryBound;
};
export type AskResult = {
  readonly rows: number;
  /** Shares of the rows that the selections hold. */
  readonly shares: { readonly [selection: string]: number };
  /** Bytes held once everything has been asked of the product, before the peers came. */
  readonly askedBytes: number;
  readonly measures: readonly Measured[];
  readonly duckDb: { readonly [fact: string]: string | number } | null;
};
/** One measure of one contestant. */
export type Measured = { readonly id: string; readonly contestant: string; readonly sample: Sample };

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

startBench<AskInput, AskResult>(async ({ withPeers, rounds, rowMemory }, { say, memoryBytes }) => {
  const ledger = await openAccount(rowMemory);
  const { store } = ledger;
  const queries = createQueries(store);
  // As the worker does in idle moments after it has opened a copy.
  const warmMs = await timed(() => atOnce(warmCaches(store)));
  const selections = selectionsOf(queries);
  const product = ours(queries);
  const pace = createThrottle();
  const measures: Measured[] = [{ id: 'warm', contestant: OURS, sample: sampleOf([warmMs]) }];
  const shares: { [selection: string]: number } = {};
  for (const [name, selection] of Object.entries(selections)) {
    shares[name] = queries.totals(selection, []).rows / store.liveRows;
  }

  for (const [id, run] of Object.entries(ownWork(queries, selections))) {
    const sample = (await takeTurns([{ name: OURS, run }], rounds, pace)).get(OURS);
    if (sample !== undefined) measures.push({ id, contestant: OURS, sample });
  }
  for (const question of questionsOf(selections)) product.prepare(question)();
  const { heldBytes, outBytes, monthsOut } = ledger.memory.state();
  say(`rows: ${mb(heldBytes)} in memory, ${mb(outBytes)} and ${monthsOut} months on disk alone`);
  const askedBytes = (await memoryBytes()) - PACE_HELD_BYTES;

  const contestants: Contestant[] = [product];
  const peerTable = withPeers ? peerTableOf(store) : null;
  const duckDb = peerTable === null ? null : await startDuckDb(peerTable);
  if (duckDb !== null) contestants.push(duckDb.onCodes, duckDb.onTexts);
  if (peerTable !== null) contestants.push(startArquero(peerTable));
  for (const question of questionsOf(selections)) {
    const asks = contestants.map(({ name, prepare }) => ({ name, run: prepare(question) }));
    const answers: { readonly name: string; readonly answer: Answer }[] = [];
    for (const { name, run } of asks) answers.push({ name, answer: await (await run())() });
    demandEqual(question.id, answers);
    say(`${question.id}: ${answers[0]?.answer.length ?? 0} lines, the same of ${contestants.length}`);
    for (const [contestant, sample] of await takeTurns(asks, rounds, pace)) {
      measures.push({ id: question.id, contestant, sample });
    }
  }
  const asking = duckDb === null ? null : await takeTurns([{ name: 'ask', run: duckDb.ask }], rounds, pace);
  const facts =
    duckDb === null
      ? null
      : {
          version: duckDb.version,
          startMs: duckDb.startMs,
          loadMs: duckDb.loadMs,
          emptyQuestionMs: asking?.get('ask')?.medianMs ?? Number.NaN,
          heldBytes: duckDb.heldBytes,
        };
  await duckDb?.close();
  ledger.close();
  return { rows: store.liveRows, shares, askedBytes, measures, duckDb: facts };
});

/** What only the product is asked; each run by a selection that was never asked before. */
function ownWork(queries: Queries, { broad }: Selections): { readonly [id: string]: () => unknown } {
  const lines = (
    sort: string | null,
    grouping: 'rows' | 'orders',
    offset: number,
    selection = unseen(EVERYTHING),
  ) =>
    queries.lines(
      {
        selection,
        grouping,
        sort: sort === null ? null : { column: sort, direction: 'descending' },
        columns: ALL_COLUMNS,
      },
      offset,
      WINDOW_ROWS,
    );
  let offset = 0;
  /** Another place of a table that stands open. */
  const elsewhere = (total: number) => {
    offset = (offset + 7919 * WINDOW_ROWS) % Math.max(1, total - WINDOW_ROWS);
    return offset;
  };
  const rows = queries.totals(broad, []).rows;
  return {
    'totals-thirty': () => queries.totals(unseen(broad), MEASURES.slice(0, 30)),
    'sort-newest': () => lines(null, 'rows', DEEP_OFFSET),
    'sort-dictionary': () => lines('Producto', 'rows', DEEP_OFFSET),
    'sort-small-dictionary': () => lines('Marca', 'rows', DEEP_OFFSET),
    'sort-order-number': () => lines('Orden', 'rows', DEEP_OFFSET),
    'sort-date': () => lines('Fecha de compra', 'rows', DEEP_OFFSET),
    'sort-orders-by-measure': () => lines('Ventas', 'orders', DEEP_OFFSET),
    'first-orders-newest': () => lines(null, 'orders', 0),
    'first-orders-by-measure': () => lines('Ventas', 'orders', 0),
    'window-rows': () => lines('Ventas', 'rows', elsewhere(rows), broad),
    'window-orders': () => lines('Ventas', 'orders', elsewhere(rows / 2), broad),
    'search-number': () => queries.totals(unseen({ ...EVERYTHING, search: '4242' }), []),
    'search-word': () => queries.totals(unseen({ ...EVERYTHING, search: 'auricular' }), []),
    'values-small': () => queries.values(unseen(broad), 'Marca'),
  };
}
