import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { findMissingCosts } from '#renderer/reconciliation/costs/worker/missing-costs.ts';
import { findFailing, groupFailures, proveRows } from '#renderer/reconciliation/rules/worker/row-rules.ts';
import type { Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long all rules take over rows of the demo world, and whether they hold there.
 *
 *   npm run bench -- proof [--rows 1000000]
 *
 * FIRST: nothing is known of any segment; AGAIN: another selection over the same segments. TAKEN is by the clock, CPU what
 * the process itself used (other programs share this machine), STEP the most it used between two pauses: how long a
 * question may have to wait. WRONG: rows in which most rules fail; its groups and the rows of the first of them. COSTS: what
 * has no product cost.
 */

/** What stands in the place of what, so that rules fail in nearly every row. */
const SWAPPED = [
  ['Rentabilidad Total', 'Rentabilidad Comercial'],
  ['Ventas', 'Ingreso Total'],
  ['Ingreso Total', 'Ventas'],
] as const;

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
const wrong = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  const segment = decodeSegment(await readKept(kept), kept.headerLength);
  store.addSegment(id, segment, null);
  const columns = new Map(segment.columns);
  for (const [column, other] of SWAPPED) {
    const found = segment.columns.get(other);
    if (found !== undefined) columns.set(column, found);
  }
  wrong.addSegment(id, { ...segment, columns }, null);
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

const all = selectRows(store, EVERYTHING);
const proof = timed('first', proveRows(store, all));
timed('again', proveRows(store, selectRows(store, { ...EVERYTHING, dashboardPreset: true })));
const spoiled = selectRows(wrong, EVERYTHING);
const failures = timed('wrong', proveRows(wrong, spoiled));
const groups = timed('groups', groupFailures(wrong, spoiled, 'total'));
timed('rows', findFailing(wrong, spoiled, { id: 'total', group: groups.groups[0] ?? null }));
const { found: costs } = timed('costs', findMissingCosts(store, all, all));
say(`${failures.rules.filter(({ fails }) => fails > 0).length} rules fail in the wrong rows`);
say(`${groups.groups.length + groups.groupsLeftOut} groups, ${costs.head.skus} SKUs without cost`);
for (const { id, holds, fails, absent, unreadable, withoutBase } of proof.rules) {
  say(
    `${id.padEnd(30)} holds ${holds}, fails ${fails}, absent ${absent}, unreadable ${unreadable}, no base ${withoutBase}`,
  );
}
