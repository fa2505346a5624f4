import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { warmCaches } from '#renderer/data/engine/warm-caches.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';
import { unseen } from './million/ours.ts';
import { SEARCHED_WORDS, THIRTY } from './million/questions.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * Whether a second thread would pay for what cells cannot answer: questions of rows, by one thread over all segments and by
 * two over half of them each, in Node.
 *
 *   npm run bench -- two-cores [--rows 1000000] [--rounds 25]
 *
 * It is the best that shared columns could come to. Each thread has its segments already, nothing is copied to share them,
 * and what the halves answer is not put together: groups of both would have to be joined, sorted halves merged, orders with
 * rows in both found. ONE and TWO are milliseconds, least of all rounds; TWO is from the message that asks to the last answer.
 * WAIT is the same of an empty question. Where anything else wants the cores, TWO is no better than ONE: run it on a quiet
 * machine, and think of the page and the main process, which want them too.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '25' } },
});

/** The questions of a thread that has one of so many shares of the segments. */
async function questionsOf(share: number, shares: number): Promise<ReadonlyMap<string, () => unknown>> {
  const store = createColumnStore();
  const kept = await keptRows(Number(values.rows));
  const size = Math.ceil(kept.length / shares);
  for (const [id, each] of kept.slice(share * size, (share + 1) * size).entries()) {
    store.addSegment(id, decodeSegment(await readKept(each), each.headerLength), null);
  }
  atOnce(warmCaches(store));
  const queries = createQueries(store);
  let asked = 0;
  const preset = (more: Partial<Selection> = {}): Selection => {
    asked += 1;
    return { ...unseen(EVERYTHING), dashboardPreset: true, ...more };
  };
  const aNumber = () =>
    preset({ numberFilters: [{ column: 'Ventas', from: String(asked + 1) as Decimal, to: null }] });
  const byVentas = { column: 'Ventas', direction: 'descending' } as const;
  return new Map<string, () => unknown>([
    ['WAIT', () => null],
    ['a number, 30 totals', () => queries.totals(aNumber(), THIRTY)],
    [
      'a word, 4 totals',
      () =>
        queries.totals(
          preset({ search: SEARCHED_WORDS[asked % SEARCHED_WORDS.length] ?? '' }),
          THIRTY.slice(0, 4),
        ),
    ],
    ['by SKU, 30 sums, 200 shown', () => queries.groups(preset(), 'SKU Producto', THIRTY, { limit: 200 })],
    [
      'whole order by Ventas',
      () =>
        queries.lines(
          { selection: preset(), grouping: 'rows', sort: byVentas, columns: ['Ventas'] },
          5000,
          60,
        ),
    ],
  ]);
}

const say = (...cells: readonly string[]): void => {
  const [name = '', ...figures] = cells;
  process.stdout.write(`  ${name.padEnd(32)}${figures.map((figure) => figure.padStart(9)).join('')}\n`);
};

async function least(ask: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const from = performance.now();
    await ask();
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

if (isMainThread) {
  await keptRows(Number(values.rows), (line) => say(line));
  const questions = await questionsOf(0, 1);
  const one = new Map<string, number>();
  for (const [name, ask] of questions) one.set(name, await least(ask));
  const threads = [0, 1].map(
    (share) =>
      new Worker(new URL(import.meta.url), { workerData: share, execArgv: ['--import', TYPESCRIPT_LOADER] }),
  );
  const answers = () => Promise.all(threads.map((thread) => once(thread, 'message')));
  await answers();
  say('milliseconds', 'ONE', 'TWO', 'TIMES');
  for (const name of questions.keys()) {
    const two = await least(() => {
      const both = answers();
      for (const thread of threads) thread.postMessage(name);
      return both;
    });
    const alone = one.get(name) ?? 0;
    say(name, alone.toFixed(2), two.toFixed(2), (alone / two).toFixed(2));
  }
  for (const thread of threads) await thread.terminate();
} else {
  const questions = await questionsOf(Number(workerData), 2);
  parentPort?.on('message', (name: string) => parentPort?.postMessage(questions.get(name)?.()));
  parentPort?.postMessage(null);
}
