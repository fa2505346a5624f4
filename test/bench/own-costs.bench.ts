import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * What it takes to count own costs over rows of the demo world.
 *
 *   npm run bench -- own-costs [--rows 1000000] [--skus 5000]
 *
 * SOURCE: the totals and the groups by SKU of all rows, first and again, while nothing is counted. ON: the same with an own
 * cost of so many SKUs: the first answer makes the overlay. AFTER: the source's once more. TAKEN is by the clock, CPU what
 * the process itself used (other programs share this machine), STEP the most it used between two pauses. LIST: every own
 * cost with what it does; USED: what they come to. MEMORY is what the overlay holds besides the rows.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, skus: { type: 'string', default: '5000' } },
});
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
const skus = new Set<string>();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
}

const costs = new Map<string, OwnCost>();
const queries = createQueries(store, () => costs);
const ALL = ['Ventas', 'Costo de Producto', 'Rentabilidad Comercial', 'Rentabilidad Total'];
const SKU = { column: 'SKU Producto', unit: null } as const;

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
    const cpu = ((user + system) / 1000).toFixed(0);
    say(`${name.padEnd(22)} TAKEN ${taken} ms, CPU ${cpu} ms, STEP ${longest.toFixed(1)} ms`);
    return step.value;
  }
}

function ask(name: string, selection: Selection) {
  timed(`${name} totals`, queries.tasks.totals(selection, ALL));
  timed(`${name} groups`, queries.tasks.groups({ selection, dimension: SKU, columns: ALL }));
}

const arrays = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().arrayBuffers / 1e6;
};

const preset: Selection = { ...EVERYTHING, dashboardPreset: true };
ask('source first', EVERYTHING);
ask('source again', preset);
const { groups } = queries.groups(EVERYTHING, SKU, ['Ventas']);
for (const { value } of groups) if (value !== '' && skus.size < Number(values.skus)) skus.add(value);
for (const sku of skus) {
  const own = { sku, currency: null, from: null, to: null, cost: '12.34' as Decimal };
  const cost: OwnCost = { ...own, note: '', owner: '', atMs: 0 };
  costs.set(ownCostKey(cost), cost);
}
const before = arrays();
const counted: Selection = { ...EVERYTHING, ownCosts: { currency: null } };
ask('on first', counted);
ask('on again', { ...counted, dashboardPreset: true });
say(`MEMORY ${(arrays() - before).toFixed(0)} MB of arrays`);
ask('source after', { ...EVERYTHING, period: null, search: ' ' });
const found = timed('list', queries.tasks.ownCosts({ selection: EVERYTHING, currency: null }));
const used = timed('used', queries.tasks.usedOwnCosts({ selection: EVERYTHING, currency: null }));
say(`${skus.size} SKUs, ${used.rows} of ${store.liveRows} rows get a cost, ${used.amount} in all`);
say(`${found.lines.length} own costs listed`);
