import 'fake-indexeddb/auto';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import { openLedger } from '#renderer/data/storage/ledger.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { commitOf, NO_LISTENERS, openWindow, pagesOf, purchases, type Row } from './ledger-fixtures.ts';

/**
 * Measures the ledger and the queries in Node, by hand: `node --expose-gc --import ./electron/launch/typescript.mjs
 * test/renderer/data/storage/measure.ts [rows]`. IndexedDB is an imitation in memory here: its times say nothing about a disk.
 */

const total = Number(process.argv[2] ?? '100000');
const PER_SEGMENT = 10_000;
const keys = COLUMNS.map((column) => column.key);

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const channels = ['Mercado Uno', 'Falabela', 'Tienda Propia', 'Amazonia', 'Ripli'];

function makeRow(index: number): Cell[] {
  const order = Math.floor(index / 1.7);
  const bought = Date.UTC(2026, 8, 1) - order * 90_000 + Math.floor(random() * 60_000);
  const sku = Math.floor(random() ** 3 * 5000);
  return COLUMNS.map(({ key, kind }): Cell => {
    if (kind === 'money') {
      return random() < 0.69 ? '0.00' : `${Math.trunc(random() * 200_000 - 50_000)}.25`;
    }
    if (kind === 'count') return '1';
    if (kind === 'percent') return random() < 0.5 ? '0.00' : (random() * 100).toFixed(2);
    if (kind === 'local-datetime') return new Date(bought).toISOString().slice(0, 23);
    if (kind === 'utc-datetime') return new Date(bought + 7_200_000).toISOString();
    return makeText(key, index, order, sku);
  });
}

function makeText(key: string, index: number, order: number, sku: number): string {
  if (key === 'Canal') return channels[order % channels.length] ?? '';
  if (key === 'Cuenta') return `Cuenta ${order % 3}`;
  if (key === 'Orden') return `20000${order * 7}`;
  if (key === 'Nro. suborden') return `20000${order * 7}-${index % 2}`;
  if (key === 'Comprador') return `Comprador Número ${order % 100_000}`;
  if (key === 'Tipo de Dato') return random() < 0.06 ? 'Publicación' : 'Orden';
  if (key === 'Estado de Orden') return random() < 0.1 ? 'Cancelada' : 'Regular';
  if (key === 'Estado de Pago') return random() < 0.8 ? 'Pagado' : 'Informado';
  if (key.includes('SKU')) return `SKU-${sku}`;
  if (key.includes('Producto')) return `Producto de prueba número ${sku}`;
  return `${key} ${sku % 12}`;
}

/** Milliseconds of processor time: other programs on the machine do not count. */
function clock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function time<T>(name: string, work: () => T, times = 1): T {
  const taken: number[] = [];
  let result = work();
  for (let run = 0; run < times; run += 1) {
    const start = clock();
    result = work();
    taken.push(clock() - start);
  }
  taken.sort((a, b) => a - b);
  const median = taken[Math.floor(taken.length / 2)];
  if (median !== undefined) console.log(`${name}: ${median.toFixed(1)} ms`);
  return result;
}

// ── Columns in memory and queries ────────────────────────────────────────────────────────────────────────────
const encodedSegments: { readonly bytes: Uint8Array<ArrayBuffer>; readonly headerLength: number }[] = [];
let encodeMs = 0;
for (let at = 0; at < total; at += PER_SEGMENT) {
  const rows = Array.from({ length: Math.min(PER_SEGMENT, total - at) }, (_, index) => makeRow(at + index));
  const start = clock();
  encodedSegments.push(encodeSegment({ columns: keys, rows }));
  encodeMs += clock() - start;
}
const bytes = encodedSegments.reduce((sum, segment) => sum + segment.bytes.length, 0);
console.log(`${total} rows: ${(bytes / total).toFixed(0)} bytes a row`);
console.log(`encode: ${((encodeMs / total) * 10_000).toFixed(1)} ms for 10,000 rows`);
globalThis.gc?.();
const memoryBefore = process.memoryUsage();
const openStart = clock();
const store = createColumnStore();
for (const [index, segment] of encodedSegments.entries()) {
  checksum(segment.bytes);
  store.addSegment(index + 1, decodeSegment(segment.bytes, segment.headerLength), null);
}
console.log(`checksum, decode, index: ${(clock() - openStart).toFixed(0)} ms`);
const queries = createQueries(store);
const measures = keys.filter((_, index) => COLUMNS[index]?.kind === 'money').slice(0, 30);
const shown = keys.slice(0, 30);
const broad: Selection = { ...EVERYTHING, dashboardPreset: true };
let fresh = 0;
/** A selection never asked before, so that nothing is kept from an earlier question. */
function unseen(selection: Selection): Selection {
  fresh += 1;
  return { ...selection, filters: [{ column: `x${fresh}`, values: [''] }] };
}
time('facts (first)', () => queries.facts());
time('mask and 30 sums, preset', () => queries.totals(unseen(broad), measures), 5);
time('30 sums, mask known', () => queries.totals(broad, measures), 5);
time('30 sums by month', () => queries.groups(broad, 'month', measures), 5);
time('30 sums by channel', () => queries.groups(broad, 'Canal', measures), 5);
time('30 sums by SKU', () => queries.groups(broad, 'SKU Producto', measures), 5);
const lines = (selection: Selection, grouping: 'rows' | 'orders', column: string | null, offset = 0) =>
  queries.lines(
    {
      selection,
      grouping,
      sort: column === null ? null : { column, direction: 'descending' },
      columns: shown,
    },
    offset,
    100,
  );
time('lines by row, newest first, new', () => lines(unseen(broad), 'rows', null), 3);
time('lines by row, by Ventas, new', () => lines(unseen(broad), 'rows', 'Ventas'), 3);
time('lines by row, by Canal, new', () => lines(unseen(broad), 'rows', 'Canal'), 3);
time('lines by row, by Orden, new', () => lines(unseen(broad), 'rows', 'Orden'), 1);
time('lines by order, newest first, new', () => lines(unseen(broad), 'orders', null), 3);
time('lines by order, by Ventas, new', () => lines(unseen(broad), 'orders', 'Ventas'), 1);
lines(broad, 'rows', 'Ventas');
time('100 lines x 30 columns of a known order', () => lines(broad, 'rows', 'Ventas', 5000), 9);
lines(broad, 'orders', null);
time('100 order lines x 30 columns of a known order', () => lines(broad, 'orders', null, 5000), 9);
time('search "4242"', () => queries.totals(unseen({ ...broad, search: '4242' }), []), 3);
time('values of Marca', () => queries.values(broad, 'Marca'), 3);
globalThis.gc?.();
const memoryAfter = process.memoryUsage();
console.log(
  `memory: ${(bytes / 2 ** 20).toFixed(0)} MB of segments, ` +
    `+${((memoryAfter.heapUsed - memoryBefore.heapUsed) / 2 ** 20).toFixed(0)} MB heap, ` +
    `+${((memoryAfter.arrayBuffers - memoryBefore.arrayBuffers) / 2 ** 20).toFixed(0)} MB arrays`,
);

// ── Page to commit ───────────────────────────────────────────────────────────────────────────────────────────
const ledger = await openLedger('measure', NO_LISTENERS);
const window = purchases('2020-01-01T00:00:00.000', '2030-01-01T00:00:00.000');
for (const pass of ['into an empty ledger', 'the same rows again', 'every Ventas changed']) {
  const windowId = pass;
  seed = 1;
  const rows = Array.from({ length: 10_000 }, (_, index): Row => {
    const cells = makeRow(index);
    const values: { [column: string]: Cell } = {};
    for (const [at, key] of keys.entries()) values[key] = cells[at] ?? null;
    if (pass === 'every Ventas changed') values.Ventas = `${index}.75`;
    return values;
  });
  await ledger.calls.openWindow(openWindow(windowId, window));
  const pages = pagesOf(windowId, window, rows, { pages: 10, columns: keys });
  let start = clock();
  for (const page of pages) await ledger.calls.stagePage(page);
  console.log(`${pass}: stage a page of 1,000 rows: ${((clock() - start) / 10).toFixed(1)} ms`);
  start = clock();
  await ledger.calls.judgeWindow({ windowId });
  console.log(`${pass}: judge 10 pages: ${(clock() - start).toFixed(0)} ms`);
  start = clock();
  const result = await ledger.calls.commitWindow(commitOf(windowId));
  console.log(`${pass}: commit: ${(clock() - start).toFixed(0)} ms ${JSON.stringify(result)}`);
}
ledger.close();
