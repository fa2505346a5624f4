import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { freezeStore } from '#renderer/data/engine/columns/frozen-store.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { keptBytes } from '#test/bench/rows/kept-rows.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';

/**
 * Measures the columns and the queries in Node, by hand:
 * `node --expose-gc --import ./electron/launch/typescript.mjs test/renderer/data/engine/measure.ts <directory for the rows> [rows] [rows a segment]`.
 * `copy` is what this machine takes to copy 64 MB at that moment: other programs share it, so compare ratios.
 */

const directory = process.argv[2];
if (directory === undefined) throw new Error('Say in which directory the rows may be kept.');
const total = Number(process.argv[3] ?? '1000000');
const perSegment = Number(process.argv[4] ?? '33334');
const only = process.argv[5] ?? '';

const from = new Float64Array(2 ** 23);
const to = new Float64Array(2 ** 23);
function copyMs(): number {
  const start = performance.now();
  to.set(from);
  return performance.now() - start;
}
copyMs();

/** Median of some runs, after one that does not count, with the machine's pace beside it. */
function time(name: string, runs: number, work: (run: number) => unknown): void {
  if (!name.includes(only)) return;
  const start = performance.now();
  work(-1);
  const first = performance.now() - start;
  const taken: number[] = [];
  const paces: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    paces.push(copyMs());
    const begin = performance.now();
    work(run);
    taken.push(performance.now() - begin);
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? first;
  console.log(
    `${name.padEnd(46)} first ${first.toFixed(1).padStart(8)}  median ${median(taken).toFixed(1).padStart(8)} ` +
      `least ${Math.min(...taken, first)
        .toFixed(1)
        .padStart(8)}  copy ${median(paces).toFixed(1)}`,
  );
}

function memory(name: string): void {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log(
    `${name.padEnd(46)} heap ${mb(heapUsed - before.heapUsed)} MB, arrays ${mb(arrayBuffers - before.arrayBuffers)} MB`,
  );
}

globalThis.gc?.();
const before = process.memoryUsage();
const segments = await keptBytes(total, console.log, perSegment, directory);
memory('segments as stored');
const start = performance.now();
const decoded = segments.map(({ bytes, headerLength }) => decodeSegment(bytes, headerLength));
console.log(`decode: ${(performance.now() - start).toFixed(0)} ms`);
const indexStart = performance.now();
const store = createColumnStore();
for (const [at, segment] of decoded.entries()) store.addSegment(at + 1, segment, null);
console.log(`index: ${(performance.now() - indexStart).toFixed(0)} ms, ${store.orders.orderCount} orders`);
memory('decoded and indexed');

const queries = createQueries(store);
const summable = COLUMNS.filter(isSummable).map(({ key }) => key);
const thirty = summable.slice(0, 30);
const all = summable;
const shown = COLUMNS.map(({ key }) => key);

let fresh = 0;
/** A selection never asked before, so that nothing is kept from an earlier question. */
function unseen(selection: Selection): Selection {
  fresh += 1;
  return { ...selection, filters: [...selection.filters, { column: `x${fresh}`, values: [''] }] };
}
const broad: Selection = { ...EVERYTHING, dashboardPreset: true };
const medium: Selection = {
  ...broad,
  period: { from: '2026-03-01' as LocalDate, to: '2026-10-31' as LocalDate },
};
const narrow: Selection = {
  ...broad,
  filters: [{ column: 'Marca', values: [queries.values(EVERYTHING, 'Marca').values[3]?.value ?? ''] }],
  period: { from: '2026-09-01' as LocalDate, to: '2026-11-30' as LocalDate },
};
for (const [name, selection] of Object.entries({ broad, medium, narrow })) {
  const { rows } = queries.totals(selection, []);
  console.log(`${name}: ${((rows / total) * 100).toFixed(1)} % of the rows`);
}

// What stands still for as long as the screens are told to: the longest slice is what others wait for.
let frozen: unknown = null;
let longestStep = 0;
time('freeze', 3, () => {
  const slices = freezeStore(store);
  for (let done = false; !done; ) {
    const begin = performance.now();
    const step = slices.next();
    longestStep = Math.max(longestStep, performance.now() - begin);
    done = step.done === true;
    frozen = step.value;
  }
});
if (frozen !== null) memory(`frozen beside it, longest slice ${longestStep.toFixed(0)} ms`);
frozen = null;

time('facts', 0, () => queries.facts());
for (const [name, selection] of Object.entries({ broad, medium, narrow })) {
  time(`${name}: mask, counts, no sums`, 7, () => queries.totals(unseen(selection), []));
  time(`${name}: mask and 30 sums`, 7, () => queries.totals(unseen(selection), thirty));
  time(`${name}: all sums`, 5, () => queries.totals(unseen(selection), all));
  time(`${name}: 30 sums by month`, 7, () => queries.groups(unseen(selection), 'month', thirty));
  time(`${name}: 30 sums by Canal`, 7, () => queries.groups(unseen(selection), 'Canal', thirty));
  time(`${name}: 30 sums by SKU Producto`, 5, () =>
    queries.groups(unseen(selection), 'SKU Producto', thirty),
  );
}
const lines = (
  selection: Selection,
  grouping: 'rows' | 'orders',
  column: string | null,
  offset = 0,
  direction: 'ascending' | 'descending' = 'descending',
) =>
  queries.lines(
    { selection, grouping, sort: column === null ? null : { column, direction }, columns: shown },
    offset,
    60,
  );
for (const column of [null, 'Ventas', 'Marca', 'Producto', 'Orden', 'Fecha de compra', 'Fecha de Pago']) {
  time(`sort rows by ${column}`, 5, () => lines(unseen(EVERYTHING), 'rows', column));
}
for (const column of [null, 'Ventas', 'Marca', 'Orden']) {
  time(`sort orders by ${column}`, 2, () => lines(unseen(EVERYTHING), 'orders', column));
}
lines(broad, 'rows', 'Ventas');
time('window of 60 rows, 114 columns', 30, (run) => lines(broad, 'rows', 'Ventas', 5000 + run * 9000));
lines(broad, 'orders', 'Ventas');
time('window of 60 orders, 114 columns', 30, (run) => lines(broad, 'orders', 'Ventas', 5000 + run * 9000));
for (const search of ['4242', 'cafe', 'auricular', 'mlc-20', '5']) {
  time(`search "${search}"`, 5, () => queries.totals(unseen({ ...EVERYTHING, search }), []));
}
time('values of Marca', 5, () => queries.values(unseen(broad), 'Marca'));
time('values of SKU Producto', 5, () => queries.values(unseen(broad), 'SKU Producto'));
memory('after all queries');

// A commit of a few thousand rows: what everything costs again.
const [small] = await keptBytes(3000, console.log, 3000, directory);
if (small === undefined) throw new Error('There are no rows.');
const extra = decodeSegment(small.bytes, small.headerLength);
let lastId = segments.length;
const commit = () => {
  lastId += 1;
  store.markDeleted(Array.from({ length: 3000 }, (_, at) => (at * 331 + lastId * 7) % total));
  store.addSegment(lastId, extra, null);
  store.raiseRevision();
};
const after = (name: string, ask: () => unknown) => {
  ask();
  const taken = [0, 1, 2].map(() => {
    commit();
    const begin = performance.now();
    ask();
    return performance.now() - begin;
  });
  console.log(`after a commit: ${name.padEnd(40)} ${taken.map((ms) => ms.toFixed(1)).join(' ')}`);
};
if (only === '' || only === 'commit') {
  time('commit of 3,000 rows in memory', 5, commit);
  after('facts', () => queries.facts());
  after('30 sums by month', () => queries.groups(broad, 'month', thirty));
  after('sort rows by null', () => lines(broad, 'rows', null));
  after('sort rows by Ventas', () => lines(broad, 'rows', 'Ventas'));
  after('sort rows by Producto', () => lines(broad, 'rows', 'Producto'));
  after('sort rows by Orden', () => lines(broad, 'rows', 'Orden'));
}
