import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { findSubsets } from '#renderer/reconciliation/matching/model/subset-sums.ts';
import { keyOfOrder, matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import { openCases } from '#renderer/reconciliation/matching/worker/statement-findings.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { timeTask } from './measure.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long a statement of 200,000 lines takes against rows of the demo world, and a search among 40 candidates.
 *
 *   npm run bench -- matching [--rows 1000000] [--lines 200000]
 *
 * The lines are of orders spread over all rows, of a hundred a number is nearly right and a hundred have none. FIRST: nothing
 * is known of any segment; AGAIN: the same once more; QUEUE: that and what the queue of exceptions takes of it; MONTH: the same
 * of a twentieth of the lines. TAKEN, CPU, STEP: see timeTask.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, lines: { type: 'string', default: '200000' } },
});
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
const other = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
  other.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
}

const figures = atOnce(orderFigures(store, [], 0));
const numbered = Array.from({ length: store.orders.orderCount }, (_, order) => order).filter(
  (order) => figures.isMovement[order] === 0,
);
const wanted = Number(values.lines);
const lines = Array.from({ length: wanted }, (_, at): MatchLine => {
  const order = numbered[Math.floor((at * numbered.length) / wanted)] ?? 0;
  const [, , orden = ''] = JSON.parse(keyOfOrder(store, order)) as readonly string[];
  const number = at % 2000 === 7 ? `0${orden}` : at % 2000 === 9 ? null : orden;
  return {
    line: at + 2,
    movement: null,
    settlement: null,
    order: number,
    suborder: null,
    sku: null,
    operation: null,
    currency: null,
    description: null,
    date: {
      day: new Date((figures.purchased[order] ?? 0) * 86_400_000).toISOString().slice(0, 10) as LocalDate,
    },
    released: null,
    net: toDecimal({ units: figures.whole.of(order) + (at % 500 === 0 ? 1n : 0n), scale: figures.scale }),
  };
});

const plain = {
  accounts: null,
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
  decisions: [],
};
const statement = { kind: 'unknown', layout: null, accounts: [] } as const;
const asked = { ...plain, statement, isAccepted: false, basis: WHOLE };
const match = timeTask('first', matchStatement(other, lines, plain));
timeTask('again', matchStatement(other, lines, plain));
timeTask('queue', openCases(other, lines, asked));
// A month of a seller's: what the queue asks of each statement after every commit.
const month = lines.filter((_, at) => at % 20 === 0);
timeTask('month', openCases(other, month, asked));
const count = (state: string) => match.cases.filter((each) => each.state === state).length;
say(
  `${match.key.column}: ${match.key.lines} lines; same ${count('same')}, different ${count('different')}, only here ${count('only-here')}, only there ${count('only-there')}, ${match.suggestions.length} suggestions`,
);

const amounts = Array.from({ length: 40 }, (_, at) => 10_000_019 * (at + 3) + ((at * 7919) % 104_729));
const target = amounts.filter((_, at) => at % 7 === 0).reduce((sum, amount) => sum + amount, 0);
const from = performance.now();
const search = findSubsets(amounts, target, 0);
say(
  `subsets of 40: ${(performance.now() - from).toFixed(0)} ms, ${search.kind === 'searched' ? search.found : 0} found`,
);
