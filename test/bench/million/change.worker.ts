import { warmCaches } from '#renderer/data/engine/warm-caches.ts';
import type { RowMemoryBound } from '#renderer/data/model/row-memory.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { startBench } from '#test/bench/browser/bench-worker.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { openAccount } from './account.ts';
import type { Measured } from './ask.worker.ts';
import { changesOfOrders, ORDERS_CHANGED } from './changed-orders.ts';
import { OURS } from './contestant.ts';
import { ALL_COLUMNS, WINDOW_ROWS } from './ours.ts';
import { selectionsOf, THIRTY } from './questions.ts';
import { createThrottle, sampleOf, timed } from './samples.ts';
import { commitStep, mergeStep, type Step } from './write-steps.ts';
import { watchWriteTransactions } from './write-transactions.ts';

/**
 * Commits of 2,000 orders into the whole copy, each followed by the questions that a screen would ask next. A commit
 * goes the product's way: window opened, pages staged, judged, committed in one transaction, visible in memory. Where
 * the product finds that there is something to merge, it is merged, and the same questions follow.
 */

export type ChangeInput = { readonly rounds: number; readonly rowMemory: RowMemoryBound };
export type ChangeResult = {
  readonly rowsPerCommit: number;
  readonly measures: readonly Measured[];
};

const WARM_UP_ROUNDS = 2;

startBench<ChangeInput, ChangeResult>(async ({ rounds, rowMemory }, { say }) => {
  const watch = watchWriteTransactions();
  const ledger = await openAccount(rowMemory);
  const queries = createQueries(ledger.store);
  atOnce(warmCaches(ledger.store));
  const { broad } = selectionsOf(queries);
  const lines = (sort: string | null) =>
    queries.lines(
      {
        selection: EVERYTHING,
        grouping: 'rows',
        sort: sort === null ? null : { column: sort, direction: 'descending' },
        columns: ALL_COLUMNS,
      },
      0,
      WINDOW_ROWS,
    );
  const questions: { readonly [name: string]: () => unknown } = {
    sums: () => queries.groups(broad, 'month', THIRTY, { within: 'Canal' }),
    newest: () => lines(null),
    sort: () => lines('Ventas'),
    facts: () => queries.facts(),
  };
  for (const ask of Object.values(questions)) ask();

  const pace = createThrottle();
  const paces: number[] = [];
  const times = new Map<string, number[]>();
  const note = (id: string, ms: number) => times.set(id, [...(times.get(id) ?? []), ms]);
  const notePartsAndAsk = async (name: string, { parts, check }: Step) => {
    for (const [part, ms] of Object.entries(parts)) note(`${name}${part}`, ms);
    for (const [question, ask] of Object.entries(questions))
      note(`after-${name}-${question}`, await timed(ask));
    check();
  };

  let rowsPerCommit = 0;
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    if (round === WARM_UP_ROUNDS) times.clear();
    for (const kind of ['known', 'new'] as const) {
      const changes = changesOfOrders(ledger.store, round, kind);
      rowsPerCommit = changes.rows;
      paces.push(pace());
      await notePartsAndAsk(`commit-${kind}`, await commitStep(ledger, changes, watch));
    }
    const merge = await mergeStep(ledger, watch);
    if (merge !== null) await notePartsAndAsk('merge', merge);
  }
  const merges = times.get('merge')?.length ?? 0;
  say(`${rounds} commits of ${ORDERS_CHANGED} known and of as many new orders, ${merges} merges`);
  ledger.close();
  return {
    rowsPerCommit,
    measures: [...times].map(([id, taken]) => ({ id, contestant: OURS, sample: sampleOf(taken, { paces }) })),
  };
});
