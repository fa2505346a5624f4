import { parseArgs } from 'node:util';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { driftNow } from '#renderer/reconciliation/closing/worker/month-drift.ts';
import { readMonth } from '#renderer/reconciliation/closing/worker/month-orders.ts';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { keyOfOrder } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import { openCases } from '#renderer/reconciliation/matching/worker/statement-findings.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { timeTask } from './measure.ts';
import { commitInMemory } from './rows/commit-in-memory.ts';
import { keptStore } from './rows/kept-store.ts';

/**
 * The tools of Conciliación over rows of the demo world: asked for the first time, and again after each of some commits of 2,000
 * orders spread over all of them.
 *
 *   npm run bench -- after-commit [--rows 1000000] [--commits 3] [--only rates]
 *
 * QUEUE: what the queue of exceptions finds in the rows, with anomalies and rates; MATCHES: a month's statement of 10,000 lines;
 * DRIFT: a closed month. TAKEN, CPU, STEP: see timeTask.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    commits: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = await keptStore(Number(values.rows), say);
const queries = createQueries(store);
const thresholds = DEFAULT_THRESHOLDS;
const month = '2026-10' as Month;

const LINES = 10_000;
function statementLines(): readonly MatchLine[] {
  const figures = atOnce(orderFigures(store, [], 0));
  const numbered = Array.from({ length: store.orders.orderCount }, (_, order) => order).filter(
    (order) => figures.isMovement[order] === 0,
  );
  return Array.from({ length: LINES }, (_, at): MatchLine => {
    const order = numbered[Math.floor((at * numbered.length) / LINES)] ?? 0;
    const [, , orden = ''] = JSON.parse(keyOfOrder(store, order)) as readonly string[];
    return {
      ...{ line: at + 2, movement: null, settlement: null, order: orden, suborder: null, sku: null },
      ...{ operation: null, currency: null, description: null, released: null },
      date: {
        day: new Date((figures.purchased[order] ?? 0) * 86_400_000).toISOString().slice(0, 10) as LocalDate,
      },
      net: toDecimal({ units: figures.whole.of(order), scale: figures.scale }),
    };
  });
}
const lines = statementLines();
const statement = { kind: 'unknown', layout: null, accounts: [] } as const;
const tolerance = { absolute: '0' as Decimal, percent: '0' as Decimal };
const close = { snapshot: 'closed', ownCosts: [] };
const closed = atOnce(readMonth(queries.rows, month));

const TOOLS: { readonly [tool: string]: () => Task<unknown> } = {
  queue: () => queries.tasks.findings({ scope: null, currency: null, thresholds, dismissed: NONE_DISMISSED }),
  rates: () => queries.tasks.rates({ selection: EVERYTHING }),
  anomalies: () => queries.tasks.anomalies({ selection: EVERYTHING, thresholds }, NONE_DISMISSED),
  proof: () => queries.tasks.rowProof(EVERYTHING),
  costs: () => queries.tasks.missingCosts({ selection: EVERYTHING, order: 'ventas', limit: 100 }),
  matches: () =>
    openCases(store, lines, { tolerance, decisions: [], statement, isAccepted: false, basis: WHOLE }),
  drift: () => driftNow(queries.rows, { month, close, causeOf: () => 'source' }, closed),
};

let window = 0;
for (const [tool, ask] of Object.entries(TOOLS)) {
  if (values.only !== '' && values.only !== tool) continue;
  timeTask(`${tool} first`, ask());
  for (let round = 0; round < Number(values.commits); round += 1) {
    commitInMemory(store, window);
    window += 1;
    timeTask(`${tool} again`, ask());
  }
}
