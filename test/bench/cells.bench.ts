import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { boundsOf } from '#renderer/data/engine/columns/facts.ts';
import { cellsOf, condenseRows, cubeStore } from '#renderer/data/engine/cubes/cube-store.ts';
import { cellsToKeep, type KeptCells, storeOfCells } from '#renderer/data/engine/cubes/kept-cells.ts';
import { makeMonths } from '#renderer/data/engine/cubes/month-store.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { EVERYTHING, PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { unseen } from './million/ours.ts';
import { MEASURES, THIRTY } from './million/questions.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * The questions that cells answer, over the cells of ten million rows in Node: those of a million of the demo world, each
 * segment ten times, so that as many segments share their days as commits leave in a copy.
 *
 *   npm run bench -- cells [--rows 1000000] [--copies 10] [--rounds 9]
 *
 * FIRST is the first time of each, which mostly is the compiler's; LEAST and MEDIAN come after four rounds more. All are of
 * the processor's time (other programs share this machine).
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    copies: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '9' },
  },
});
const rounds = Number(values.rounds);
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const [DATE] = PERIOD_COLUMNS;

function cpuMs(run: () => unknown): number {
  const used = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
}

/** Orders are of one copy alone. */
const ofCopy = (key: OrderKey, copy: number) => JSON.stringify([...JSON.parse(key), copy]) as OrderKey;

const cells: KeptCells[] = [];
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  const rows = createColumnStore();
  rows.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
  atOnce(condenseRows(rows));
  const [segment] = rows.segments;
  const made = segment === undefined ? null : cellsOf(segment, DATE);
  if (segment === undefined || made === null) throw new Error('A segment that is not worth its cells.');
  const whole = { rows: segment.rowCount, bounds: boundsOf(segment, rows.dates) };
  const own = cellsToKeep(rows, segment, made, whole);
  for (let copy = 0; copy < Number(values.copies); copy += 1) {
    cells.push({ ...own, orders: own.orders.map((key) => ofCopy(key, copy)) });
  }
}
const store = storeOfCells(createColumnStore(), [{ date: DATE, cells }]);
const days = atOnce(cubeStore(store, DATE));
say(`${days.segments.reduce((sum, { rowCount }) => sum + rowCount, 0)} cells in ${cells.length} segments`);
say(`joined by months: ${cpuMs(() => atOnce(makeMonths(days, DATE))).toFixed(0)} ms`);

const queries = createQueries(store);
const broad: Selection = { ...EVERYTHING, dashboardPreset: true };
const within = (from: string, to: string): Selection => ({
  ...broad,
  period: { from: from as LocalDate, to: to as LocalDate },
});
const byDay = { column: DATE, unit: 'day' } as const;
const byCanal = { within: 'Canal' } as const;
const uneven = within('2026-03-15', '2026-11-15');
const august = within('2026-08-01', '2026-08-31');
const QUESTIONS: { readonly [name: string]: () => unknown } = {
  '30 totals': () => queries.totals(unseen(broad), THIRTY),
  '30 totals of an uneven period': () => queries.totals(unseen(uneven), THIRTY),
  '30 sums by month and Canal': () => queries.groups(unseen(broad), 'month', THIRTY, byCanal),
  'all sums by month and Canal': () => queries.groups(unseen(broad), 'month', MEASURES, byCanal),
  'of an uneven period': () => queries.groups(unseen(uneven), 'month', THIRTY, byCanal),
  'of it by Canal, and of that before': () =>
    queries.groups(unseen(uneven), 'Canal', THIRTY, { compareWith: 'previous-period' }),
  '30 sums by day of a month and Canal': () => queries.groups(unseen(august), byDay, THIRTY, byCanal),
  '30 sums by day of all': () => queries.groups(unseen(broad), byDay, THIRTY),
  'Ventas by day of all': () => queries.groups(unseen(broad), byDay, ['Ventas']),
};

const times = new Map<string, number[]>();
for (let round = -5; round < rounds; round += 1) {
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const ms = cpuMs(ask);
    if (round === -5 || round >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
  }
}
say(`${'milliseconds of the processor'.padEnd(40)}   FIRST   LEAST  MEDIAN`);
for (const [name, [first = 0, ...all]] of times) {
  all.sort((a, b) => a - b);
  const shown = [first, all[0] ?? 0, all[Math.floor(all.length / 2)] ?? 0];
  say(`${name.padEnd(40)}${shown.map((ms) => ms.toFixed(1).padStart(8)).join('')}`);
}
