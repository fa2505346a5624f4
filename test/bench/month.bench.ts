import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { casesByMonth } from '#renderer/reconciliation/month/worker/month-cases.ts';
import { costsByMonth, rowsByMonth } from '#renderer/reconciliation/month/worker/month-rows.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { timeTask } from './measure.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * What it takes to walk all months of rows of the demo world, beside what the sections ask of all rows.
 *
 *   npm run bench -- month [--rows 1000000]
 *
 * PROOF, MISSING: what the sections of rules and costs ask, nothing known of any segment; ROWS, COSTS, CASES: rules, costs and
 * orders by month and account, each first after those and again. TAKEN, CPU, STEP: see timeTask.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
}
store.raiseRevision();
const { tasks } = createQueries(store);
const NOTHING = { found: new Map(), alone: [], accountOf: () => null, lastDayOf: () => null };
const EXACTLY = { absolute: '0' as Decimal, percent: '0' as Decimal };

timeTask('proof', tasks.rowProof(EVERYTHING));
timeTask('missing', tasks.missingCosts({ selection: EVERYTHING, order: 'ventas', limit: 0 }));
const months = timeTask('rows', rowsByMonth(store));
timeTask('rows again', rowsByMonth(store));
timeTask('costs', costsByMonth(store));
timeTask('costs again', costsByMonth(store));
timeTask('cases', casesByMonth(store, NOTHING, EXACTLY));
timeTask('cases again', casesByMonth(store, NOTHING, EXACTLY));
say(`${months.size} months`);
