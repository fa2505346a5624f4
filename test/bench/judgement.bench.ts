import { parseArgs } from 'node:util';
import { judgeReadings } from '#renderer/data/storage/commit/judge-window.ts';
import { changeRecords } from '#renderer/data/storage/commit/order-change.ts';
import { planCommit } from '#renderer/data/storage/commit/plan-commit.ts';
import type { ReadWindow } from '#renderer/data/storage/commit/planned-rows.ts';
import { preparePage } from '#renderer/data/storage/commit/staging.ts';
import { storedRowsOf } from '#renderer/data/storage/commit/stored-rows.ts';
import { encodeCollected } from '#renderer/data/storage/segment/encode.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { changesOfOrders } from './million/changed-orders.ts';
import { keptStore } from './rows/kept-store.ts';

/**
 * What a window of 2,000 changed orders costs beside storing it, in Node: its bytes staged, read again, judged, planned and
 * encoded, over rows of the demo world.
 *
 *   npm run bench -- judgement [--rows 1000000] [--rounds 9]
 *
 * `texts` is what the stored rows' texts would take, of which judging and planning make only those they need. LEAST and MEDIAN
 * are of the processor's time (other programs share this machine), STEP the most of it between two places at which a question
 * is answered.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '9' } },
});
const WARM_UP_ROUNDS = 5;
const rounds = WARM_UP_ROUNDS + Number(values.rounds);
const store = await keptStore(Number(values.rows), (line) => void process.stdout.write(`  ${line}\n`));

const takenOf = new Map<string, number[]>();
const stepOf = new Map<string, number>();
const cpuMs = (): number => process.cpuUsage().user / 1000;
function note(part: string, ms: number): void {
  takenOf.set(part, [...(takenOf.get(part) ?? []), ms]);
}
function timed<T>(part: string, make: () => T): T {
  const from = cpuMs();
  const made = make();
  note(part, cpuMs() - from);
  return made;
}
function run<T>(part: string, task: Task<T>): T {
  return timed(part, () => {
    for (;;) {
      const from = cpuMs();
      const step = task.next();
      stepOf.set(part, Math.max(stepOf.get(part) ?? 0, cpuMs() - from));
      if (step.done === true) return step.value;
    }
  });
}

const collect = (globalThis as { readonly gc?: () => void }).gc;
for (let round = 0; round < rounds; round += 1) {
  if (round === WARM_UP_ROUNDS) {
    takenOf.clear();
    stepOf.clear();
  }
  const { open, pages, commit } = changesOfOrders(store, round, 'known');
  collect?.();
  timed('stage', () => pages.map((page) => preparePage(page, 0)));
  const parsed = timed('parse', () =>
    pages.map(({ page: { meta, columns, correlationId, rowsJson } }): ReadWindow['pages'][number] => ({
      meta,
      table: { columns, rows: JSON.parse(rowsJson) as readonly (readonly Cell[])[] },
      correlationId,
    })),
  );
  const stored = storedRowsOf(store);
  const view = { stored, countRows: () => 0, checkpoint: commit.checkpoint };
  const judgement = run('judge', judgeReadings(open, [parsed], view));
  if (judgement.kind !== 'settled' || judgement.ordersToVerify > 0) throw new Error('Not settled.');
  const { windowId, window, purpose, requestTo } = open;
  const plan = run(
    'plan',
    planCommit({
      main: { windowId, window, purpose, requestTo, pages: parsed },
      verifiedBy: [],
      stored,
      queue: new Map(),
      knownUntil: null,
      believed: { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY },
      completes: [],
      held: new Set(),
      isNews: () => true,
    }),
  );
  if (plan.result.ordersChanged !== 2000) throw new Error('Not all orders changed.');
  timed('records', () =>
    changeRecords({ runId: 'bench', purpose, windowId, window, readAt: null }, plan.changes),
  );
  if (plan.collected === null) throw new Error('The rows were not collected.');
  run('encode', encodeCollected(plan.collected.rows, plan.collected.places));
  timed('texts', () =>
    plan.changes.map(({ order }) => stored.ofOrder(order).map(({ cells }) => cells.all())),
  );
}

const line = (...cells: readonly string[]) =>
  process.stdout.write(
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(10) : cell.padStart(10))).join('')}\n`,
  );
line('', 'LEAST', 'MEDIAN', 'STEP');
for (const [part, taken] of takenOf) {
  const sorted = [...taken].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  line(part, (sorted[0] ?? 0).toFixed(1), median.toFixed(1), (stepOf.get(part) ?? Number.NaN).toFixed(1));
}
