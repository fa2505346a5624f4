import { parseArgs } from 'node:util';
import { driftOf } from '#renderer/reconciliation/closing/model/drift.ts';
import { readMonthOrders, writeMonthOrders } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { packOrders } from '#renderer/reconciliation/closing/worker/closed-months.ts';
import { readMonth, readOrders } from '#renderer/reconciliation/closing/worker/month-orders.ts';
import {
  dayNumber,
  dayOfNumber,
  firstDay,
  type LocalDate,
  lastDay,
  type Month,
} from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type Selection, selectionOfMonth } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { timeTask } from './measure.ts';
import { keptStore } from './rows/kept-store.ts';

/**
 * What it takes to close a month among rows of the demo world, and to tell what became of it.
 *
 *   npm run bench -- closing [--rows 1000000]
 *
 * The month with the most rows. READ: its orders, first and again; PACK: as they are stored; DRIFT: where nothing changed,
 * and where every order did; CLOSE: read and packed, of 100,000 rows. TAKEN, CPU, STEP: see
 * timeTask.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = await keptStore(Number(values.rows), say);
const queries = createQueries(store);
const everything = queries.groups({ ...selectionOfMonth('2026-01' as Month), period: null }, 'month', [
  'Ventas',
]);
const [largest] = everything.groups.toSorted((one, other) => other.totals.rows - one.totals.rows);
if (largest === undefined) throw new Error('There are no rows.');
const month = largest.value as Month;
say(`${month}: ${largest.totals.rows} rows`);

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const [from, used] = [performance.now(), process.cpuUsage()];
  const done = await work();
  const taken = (performance.now() - from).toFixed(0);
  const { user, system } = process.cpuUsage(used);
  say(`${name.padEnd(12)} TAKEN ${taken} ms, CPU ${((user + system) / 1000).toFixed(0)} ms`);
  return done;
}

const read = (name: string) => timeTask(name, readMonth(queries.rows, month));

/** The same of as many of the last days as hold so many rows: a month of a seller with twice as many. */
async function closeOf(wanted: number): Promise<void> {
  const within = (from: LocalDate): Selection => ({
    ...selectionOfMonth(month),
    period: { from, to: lastDay(month) },
  });
  const rowsFrom = (day: number): number => queries.totals(within(dayOfNumber(day)), ['Ventas']).rows;
  let day = dayNumber(firstDay(month));
  while (rowsFrom(day) < wanted && day > 0) day -= 1;
  const selection = within(dayOfNumber(day));
  say(`${rowsFrom(day)} rows, from ${dayOfNumber(day)}`);
  const closed = timeTask('close', readOrders(queries.rows, selection, []));
  await timed('close: pack', () => packOrders(closed));
  say(`${closed.length} orders`);
}

const orders = read('read');
read('read again');
say(`${orders.length} orders`);
const { bytes } = await timed('pack', () => packOrders(orders));
say(`${bytes.length} bytes, ${(bytes.length / orders.length).toFixed(1)} an order`);
const text = writeMonthOrders(orders);
const again = await timed('parse', () => readMonthOrders(text));
timeTask(
  'drift none',
  driftOf(again, orders, () => 'source'),
);
const changed = orders.map((order) => ({ ...order, sums: { ...order.sums, Ventas: '1.5' as Decimal } }));
timeTask(
  'drift all',
  driftOf(again, changed, () => 'source'),
);
await closeOf(100_000);
