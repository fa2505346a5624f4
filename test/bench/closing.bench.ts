import { parseArgs } from 'node:util';
import { readMonth } from '#renderer/data/engine/closing/month-orders.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { createQueries } from '#renderer/data/engine/queries.ts';
import { packOrders } from '#renderer/data/storage/closed-months.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { driftOf } from '#shared/domain/closing/drift.ts';
import { readMonthOrders, writeMonthOrders } from '#shared/domain/closing/month-orders.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { selectionOfMonth } from '#shared/domain/selection.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * What it takes to close a month among rows of the demo world, and to tell what became of it.
 *
 *   npm run bench -- closing [--rows 1000000]
 *
 * The month with the most rows. READ: its orders, first and again; PACK: as they are stored; DRIFT: where nothing changed,
 * and where every order did. STEP is the longest between two pauses.
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
}
store.raiseRevision();
const queries = createQueries(store);
const everything = queries.groups({ ...selectionOfMonth('2026-01' as Month), period: null }, 'month', [
  'Ventas',
]);
const [largest] = everything.groups.toSorted((one, other) => other.totals.rows - one.totals.rows);
if (largest === undefined) throw new Error('There are no rows.');
const month = largest.value as Month;
say(`${month}: ${largest.totals.rows} rows`);

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const from = performance.now();
  const done = await work();
  say(`${name.padEnd(12)} ${(performance.now() - from).toFixed(0)} ms`);
  return done;
}

function read() {
  const task = readMonth(queries.slices, month);
  let longest = 0;
  for (;;) {
    const from = performance.now();
    const step = task.next();
    longest = Math.max(longest, performance.now() - from);
    if (step.done !== true) continue;
    say(`STEP ${longest.toFixed(1)} ms`);
    return step.value;
  }
}

const orders = await timed('read', read);
await timed('read again', read);
say(`${orders.length} orders`);
const { bytes } = await timed('pack', () => packOrders(orders));
say(`${bytes.length} bytes, ${(bytes.length / orders.length).toFixed(1)} an order`);
const text = writeMonthOrders(orders);
const again = await timed('parse', () => readMonthOrders(text));
await timed('drift none', () => driftOf(again, orders, () => 'source'));
const changed = orders.map((order) => ({ ...order, sums: { ...order.sums, Ventas: '1.5' as Decimal } }));
await timed('drift all', () => driftOf(again, changed, () => 'source'));
