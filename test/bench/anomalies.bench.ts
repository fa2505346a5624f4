import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import {
  anomalyFindings,
  findOddities,
  groupAnomalies,
} from '#renderer/reconciliation/anomalies/worker/anomalies.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long it takes to find what is odd in rows of the demo world, and what is found there: of what nobody planted, only the
 * sales that the world itself books below zero.
 *
 *   npm run bench -- anomalies [--rows 1000000]
 *
 * FIRST: nothing is known of any segment; AGAIN: other thresholds, or after a commit; GROUPS: another selection over what was
 * found. TAKEN is by the clock, CPU what the process itself used (other programs share this machine), STEP the most it used
 * between two pauses: how long a question may have to wait.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
}

function timed<T>(name: string, task: Task<T>): T {
  const [from, used] = [performance.now(), process.cpuUsage()];
  let longest = 0;
  for (;;) {
    const begun = process.cpuUsage();
    const step = task.next();
    longest = Math.max(longest, process.cpuUsage(begun).user / 1000);
    if (step.done !== true) continue;
    const { user, system } = process.cpuUsage(used);
    const taken = (performance.now() - from).toFixed(0);
    say(
      `${name.padEnd(8)} TAKEN ${taken} ms, CPU ${((user + system) / 1000).toFixed(0)} ms, STEP ${longest.toFixed(1)} ms`,
    );
    return step.value;
  }
}

const thresholds = DEFAULT_THRESHOLDS;
const oddities = timed('first', findOddities(store, thresholds));
timed('again', findOddities(store, { ...thresholds, marginPoints: 40 }));
const selected = selectRows(store, { ...EVERYTHING, dashboardPreset: true });
const asked = { store, oddities, selected, thresholds, dismissed: NONE_DISMISSED };
const { groups } = timed('groups', groupAnomalies(asked));
for (const { kind, orders, rows, amount } of groups)
  say(`${kind}: ${orders} orders, ${rows} rows, ${amount}`);
say(`${atOnce(anomalyFindings(asked)).length} findings`);
