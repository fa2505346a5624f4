import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { findExceptions } from '#renderer/reconciliation/findings/worker/row-findings.ts';
import type { Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long the queue of exceptions takes over rows of the demo world, all of it in idle moments.
 *
 *   npm run bench -- exceptions [--rows 1000000]
 *
 * TAKEN is by the clock, CPU what the process itself used (other programs share this machine), STEP the most it used between
 * two pauses: how long a question may have to wait. FIRST: nothing is known of any segment; AGAIN: after another commit.
 * QUEUE is all that the queue shows of the rows, with anomalies and rates; ALONE what it finds without those.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const [alone, queue] = [createColumnStore(), createColumnStore()];
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  for (const store of [alone, queue]) {
    store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
  }
}

function measure(name: string, task: Task<readonly Finding[]>): void {
  const [from, used] = [performance.now(), process.cpuUsage()];
  let longest = 0;
  for (;;) {
    const begun = process.cpuUsage();
    const step = task.next();
    longest = Math.max(longest, process.cpuUsage(begun).user / 1000);
    if (step.done !== true) continue;
    const { user, system } = process.cpuUsage(used);
    const taken = (performance.now() - from).toFixed(0);
    const cpu = ((user + system) / 1000).toFixed(0);
    say(`${name.padEnd(12)} TAKEN ${taken} ms, CPU ${cpu} ms, STEP ${longest.toFixed(1)} ms`);
    const rowsBy = new Map<string, number>();
    for (const { kind, rows } of step.value) rowsBy.set(kind, (rowsBy.get(kind) ?? 0) + rows);
    for (const [kind, rows] of rowsBy) say(`  ${kind}: ${rows} rows`);
    return;
  }
}

function* findingsOf(store: typeof queue): Task<readonly Finding[]> {
  return (yield* createQueries(store).tasks.findings({
    scope: null,
    currency: null,
    thresholds: DEFAULT_THRESHOLDS,
    dismissed: NONE_DISMISSED,
  })).findings;
}

const selected = selectRows(alone, EVERYTHING);
for (const name of ['first', 'again']) {
  measure(`alone ${name}`, findExceptions({ store: alone, selected }));
  measure(`queue ${name}`, findingsOf(queue));
}
