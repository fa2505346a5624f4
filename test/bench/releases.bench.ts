import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { keyOfOrder } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import { forecastReport } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import { readForecastMoney } from '#renderer/reconciliation/payouts/worker/forecast/forecast-money.ts';
import {
  type ReleaseLine,
  statementDays,
} from '#renderer/reconciliation/payouts/worker/forecast/statement-days.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayOfNumber, type LocalDate } from '#shared/domain/dates.ts';
import { timeTask } from './measure.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * What it takes to tell when the money of rows of the demo world comes, and how forecasts of the last year held.
 *
 *   npm run bench -- releases [--rows 1000000] [--lines 200000]
 *
 * ROWS: all rows by account, purchase day and release day, nothing known of any segment, and again; LINES: the release days
 * that a statement names for so many orders; REPORT: delays learnt for today, for twelve earlier days and for the first of
 * twelve months, and the forecasts of each. TAKEN, CPU, STEP: see timeTask.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, lines: { type: 'string', default: '200000' } },
});
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
}
store.raiseRevision();

const none = atOnce(statementDays(store, []));
const money = timeTask('rows', readForecastMoney(store, none));
timeTask('again', readForecastMoney(store, none));
const last = money.accounts.reduce(
  (most, { bought }) => bought.reduce((day, each) => Math.max(day, each), most),
  0,
);
const today: LocalDate = dayOfNumber(last);
const report = timeTask('report', forecastReport(money, { today, from: today }));
say(
  `${money.accounts.length} accounts, ${money.accounts.reduce((sum, { bought }) => sum + bought.length, 0)} parts; ${report.months.length} months scored`,
);
for (const [at, month] of report.months.entries()) {
  const { forecast, came } = report.scores[at] ?? {};
  say(`${month}: forecast ${forecast}, came ${came}`);
}

const figures = atOnce(orderFigures(store, [], 0));
const wanted = Number(values.lines);
const count = store.orders.orderCount;
const lines = Array.from({ length: Math.min(wanted, count) }, (_, at): ReleaseLine => {
  const order = Math.floor((at * count) / Math.min(wanted, count));
  const [, , orden = ''] = JSON.parse(keyOfOrder(store, order)) as readonly string[];
  return {
    order: orden,
    suborder: null,
    day: (figures.purchased[order] ?? 0) + 14,
    size: { units: BigInt(at), scale: 0 },
    settlement: null,
  };
});
const view = timeTask('lines', statementDays(store, [{ lines, account: null }]));
timeTask('told', readForecastMoney(store, view));
