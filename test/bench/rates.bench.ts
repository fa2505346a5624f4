import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { DecimalColumn, Segment } from '#renderer/data/engine/columns/segment.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { findRateFindings, findRates } from '#renderer/reconciliation/rates/worker/rates.ts';
import type { Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long it takes to learn the rules of charges over rows of the demo world, whose commissions follow none (their
 * percentage is drawn anew for every row), and over the same rows where they are 14 % of Ventas.
 *
 *   npm run bench -- rates [--rows 1000000]
 *
 * TAKEN is by the clock, CPU what the process itself used (other programs share this machine), STEP the most it used
 * between two pauses: how long a question may have to wait.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
const ruled = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  const segment = decodeSegment(await readKept(kept), kept.headerLength);
  store.addSegment(id, segment, null);
  ruled.addSegment(id, withRule(segment), null);
}

/** Commissions of 14 % of Ventas, to the cent. */
function withRule(segment: Segment): Segment {
  const sales = segment.columns.get('Ventas') as DecimalColumn;
  const charges: DecimalColumn = {
    ...sales,
    values: Float64Array.from(sales.values, (value) => Math.floor((value * 14 + 50) / 100)),
  };
  return { ...segment, columns: new Map(segment.columns).set('Cobro de Comisiones', charges) };
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

for (const [name, each] of [
  ['no rule', store],
  ['rule', ruled],
] as const) {
  const found = timed(name, findRates(each, selectRows(each, EVERYTHING)));
  const findings = timed('findings', findRateFindings(each, found));
  for (const { kind, judged, without, unjudged } of found.answer.summaries) {
    say(`${kind}: ${judged} rows, ${without.rows} without rule; not judged: ${JSON.stringify(unjudged)}`);
  }
  say(`${found.answer.lines.length} rules, ${findings.length} findings`);
  for (const line of found.answer.lines.slice(0, 5)) say(JSON.stringify(line));
}
