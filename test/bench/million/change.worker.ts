import { createQueries } from '#renderer/analysis/queries.ts';
import type { Ledger } from '#renderer/ledger/ledger.ts';
import { add, parseDecimal, subtract } from '#shared/decimal.ts';
import { EVERYTHING } from '#shared/selection/selection.ts';
import { startBench } from '../browser/bench-worker.ts';
import { openAccount } from './account.ts';
import type { Measured } from './ask.worker.ts';
import { type ChangesOfOrders, changesOfOrders } from './changed-orders.ts';
import { exactText } from './contestant.ts';
import { ALL_COLUMNS, OURS, WINDOW_ROWS } from './ours.ts';
import { selectionsOf, THIRTY } from './questions.ts';
import { createPace, sampleOf, timed } from './samples.ts';
import { watchWriteTransactions } from './write-transactions.ts';

/**
 * Commits of 2,000 orders into the whole copy, each followed by the questions that a screen would ask next. A commit
 * goes the product's way: window opened, pages staged, judged, committed in one transaction, visible in memory.
 */

export type ChangeInput = { readonly rounds: number };
export type ChangeResult = {
  readonly rowsPerCommit: number;
  readonly measures: readonly Measured[];
};

const ORDERS = 2000;

startBench<ChangeInput, ChangeResult>(async ({ rounds }, { say }) => {
  const watch = watchWriteTransactions();
  const ledger = await openAccount();
  const queries = createQueries(ledger.store);
  const { broad } = selectionsOf(queries);
  const pace = createPace();
  const times = new Map<string, number[]>();
  const paces: number[] = [];
  const note = (id: string, ms: number) => times.set(id, [...(times.get(id) ?? []), ms]);
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
  const afterwards: { readonly [id: string]: () => unknown } = {
    'after-commit-sums': () => queries.groups(broad, 'month', THIRTY, { within: 'Canal' }),
    'after-commit-newest': () => lines(null),
    'after-commit-sort': () => lines('Ventas'),
    'after-commit-facts': () => queries.facts(),
  };
  for (const ask of Object.values(afterwards)) ask();

  let rows = 0;
  // The first ones warm up.
  for (let window = -2; window < rounds; window += 1) {
    const isCounted = window >= 0;
    for (const kind of ['known', 'new'] as const) {
      const changes = changesOfOrders(ledger.store, window + 2, ORDERS, kind);
      rows = changes.rows;
      paces.push(pace());
      const parts = await commitOnce(ledger, changes, kind, watch);
      const commit = `commit-${kind}`;
      if (isCounted) for (const [part, ms] of Object.entries(parts)) note(`${commit}${part}`, ms);
      if (kind === 'new') continue;
      for (const [id, ask] of Object.entries(afterwards)) {
        const ms = await timed(ask);
        if (isCounted) note(id, ms);
      }
    }
  }
  say(`${rounds} commits of ${ORDERS} known and of ${ORDERS} new orders, ${rows} rows each`);
  ledger.close();
  return {
    rowsPerCommit: rows,
    measures: [...times].map(([id, taken]) => ({
      id,
      contestant: OURS,
      sample: sampleOf(taken, { paces }),
    })),
  };
});

type Parts = { readonly [part: string]: number };

/** Milliseconds by part; `''` is the commit itself. Throws when the copy is not exactly what it should be afterwards. */
async function commitOnce(
  { calls, store }: Ledger,
  { open, pages, commit, rows }: ChangesOfOrders,
  kind: 'known' | 'new',
  watch: ReturnType<typeof watchWriteTransactions>,
): Promise<Parts> {
  const queries = createQueries(store);
  const ventas = () =>
    parseDecimal(queries.totals(EVERYTHING, ['Ventas']).sums.Ventas ?? '') ?? { units: 0n, scale: 0 };
  const rowsBefore = store.liveRows;
  const before = ventas();
  await calls.openWindow(open);
  const stageMs = await timed(async () => {
    for (const page of pages) await calls.stagePage(page);
  });
  let judgement: { readonly kind: string } | null = null;
  const judgeMs = await timed(async () => {
    judgement = await calls.judgeWindow({ windowId: open.windowId });
  });
  if (judgement === null || (judgement as { readonly kind: string }).kind !== 'settled') {
    throw new Error(`The window did not settle: ${JSON.stringify(judgement)}`);
  }
  watch.take();
  const begin = performance.now();
  const result = await calls.commitWindow(commit);
  const end = performance.now();
  const [write, ...others] = watch.take();
  if (write === undefined || others.length > 0)
    throw new Error(`A commit is one transaction, not ${write === undefined ? 0 : 1 + others.length}.`);
  const after = ventas();
  const orders = kind === 'known' ? result.ordersChanged : result.ordersNew;
  const growth = store.liveRows - rowsBefore;
  if (orders !== ORDERS || growth !== (kind === 'new' ? rows : 0)) {
    throw new Error(`The commit did not what it should: ${growth} rows more, ${JSON.stringify(result)}`);
  }
  const difference = subtract(after, before);
  const added = kind === 'known' ? { units: BigInt(rows), scale: 0 } : sumOfNew(pages);
  if (exactText(difference.units, difference.scale) !== exactText(added.units, added.scale)) {
    throw new Error('Ventas did not grow by what the commit brought.');
  }
  return {
    '': end - begin,
    '-stage': stageMs,
    '-judge': judgeMs,
    '-plan-and-encode': write.beganMs - begin,
    '-write': write.completeMs - write.beganMs,
    '-apply': end - write.completeMs,
    '-whole': stageMs + judgeMs + end - begin,
  };
}

function sumOfNew(pages: ChangesOfOrders['pages']) {
  let sum = { units: 0n, scale: 0 };
  for (const { page } of pages) {
    const ventas = page.columns.indexOf('Ventas');
    for (const cells of JSON.parse(page.rowsJson) as string[][]) {
      sum = add(sum, parseDecimal(cells[ventas] ?? '') ?? { units: 0n, scale: 0 });
    }
  }
  return sum;
}
