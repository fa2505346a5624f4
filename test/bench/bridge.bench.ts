import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { warmCaches } from '#renderer/data/engine/warm-caches.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { BridgeQuery } from '#renderer/reconciliation/bridge/model/bridge.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long the bridge between two periods takes over rows of the demo world.
 *
 *   npm run bench -- bridge [--rows 1000000]
 *
 * Each question is of a selection never asked before, so that nothing is kept of another one; "other scope" is the same
 * question of another scope, as the switch on the screen asks it. Median of seven by the clock, and the CPU the process itself
 * used (other programs share this machine).
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
for (const [id, segment] of (await keptRows(rows, say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(segment), segment.headerLength), null);
}
// As the worker does after it has opened a copy.
atOnce(warmCaches(store));
const queries = createQueries(store);

const days = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
const PAIRS: readonly (readonly [name: string, after: Period, against: BridgeQuery['against']])[] = [
  ['a month against the one before', days('2026-10-01', '2026-10-31'), 'previous-period'],
  ['a quarter against the year before', days('2026-07-01', '2026-09-30'), 'previous-year'],
  ['a year against the one before', days('2025-12-01', '2026-11-30'), 'previous-period'],
];

let unseen = 0;
const RUNS = 7;
type Taken = { readonly wall: number; readonly cpu: number };
function timed(work: () => void): Taken {
  const [from, used] = [performance.now(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - from, cpu: (user + system) / 1000 };
}
const median = (taken: readonly Taken[], of: keyof Taken): string => {
  const sorted = taken.map((each) => each[of]).sort((a, b) => a - b);
  return `${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)} ms`;
};

for (const [name, period, against] of PAIRS) {
  const first: Taken[] = [];
  const other: Taken[] = [];
  let text = '';
  for (let run = 0; run <= RUNS; run += 1) {
    unseen += 1;
    const selection = { ...EVERYTHING, period, filters: [{ column: `x${unseen}`, values: [''] }] };
    const asked = timed(() => {
      const bridge = queries.bridge({ selection, against, scope: 'total' });
      text = `${bridge.rowsBefore} and ${bridge.rowsAfter} rows, ${bridge.from} to ${bridge.to}`;
    });
    const again = SCOPES.filter((scope) => scope !== 'total').map((scope) =>
      timed(() => void queries.bridge({ selection, against, scope })),
    );
    // The first run compiles.
    if (run === 0) continue;
    first.push(asked);
    other.push(...again);
  }
  say(`${name}: ${text}`);
  say(
    `  median ${median(first, 'wall')} (CPU ${median(first, 'cpu')}), other scope ${median(other, 'wall')} (CPU ${median(other, 'cpu')})`,
  );
}
