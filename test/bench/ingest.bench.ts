import { readAnswer } from '#electron/api/answer.ts';
import { startService } from '#electron/demo/service/start-service.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { preparePage } from '#renderer/data/storage/commit/staging.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { CATEGORIES } from '#shared/domain/column-catalogue.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { medianMs, report } from './measure.ts';

/**
 * From an HTTP page to a figure, in Node, through the product's own modules and on pages of the demo service (all
 * seven categories, 1,000 rows a page). Medians after warming up; every ratio is against a plain way of doing the
 * same, in the same process, on the same data: above 1 the product is faster. Not measured here: IndexedDB (Node
 * has none; see the end-to-end tests in Chromium), the network, painting. Two figures of different machines or
 * runs are not comparable; ratios are.
 */

const ROWS = 100_000;
const NOW = Date.UTC(2026, 10, 15, 15);
const MEASURES = [
  'Ventas',
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
] as const;
const LINE_COLUMNS = ['Orden', 'Fecha de compra', 'Canal', ...MEASURES];

const service = await startService({
  keys: ['bench'],
  plan: 'pro',
  orders: 62_000,
  seed: 3,
  clock: () => NOW,
  limits: { perMinute: 1e9, perDay: 1e9 },
});

async function readText(page: number): Promise<string> {
  const query = `date=purchase_date&from=2024-01-01&page=${page}&limit=1000&categories=${CATEGORIES.join(',')}`;
  const headers = { 'Ocp-Apim-Subscription-Key': 'bench' };
  const response = await fetch(`${service.baseUrl}/data?${query}`, { headers });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

async function check(text: string) {
  const reading = await readAnswer(text, new AbortController().signal);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.page;
}

const text = await readText(1);
const page = await check(text);
const { meta, correlationId } = page;
const columns = [...page.table.columns];
/** As the main process sends it. */
const rowsOf = () => JSON.stringify(page.table.rows);
const rowsJson = rowsOf();
const staged = {
  windowId: 'w',
  reading: 1,
  serverDate: null,
  page: { meta, correlationId, columns, rowsJson },
};
process.stdout.write(`  a page: ${page.table.rows.length} rows, ${page.table.columns.length} columns, `);
process.stdout.write(`${(text.length / 1e6).toFixed(2)} MB\n`);
const parse = medianMs(15, () => JSON.parse(text));
report(
  'check a page (parse, every row, every cell)',
  medianMs(15, () => check(text)),
  {
    name: 'JSON.parse alone',
    ms: parse,
  },
);
report(
  'make its staging records',
  medianMs(15, () => preparePage(staged, NOW)),
  {
    name: 'JSON.stringify of its rows',
    ms: medianMs(15, rowsOf),
  },
);
const encoded = encodeSegment(page.table);
report(
  'encode it as a segment',
  medianMs(15, () => encodeSegment(page.table)),
);
report(
  'read that segment back',
  medianMs(15, () => decodeSegment(encoded.bytes, encoded.headerLength)),
);
process.stdout.write(`  ${(encoded.bytes.length / page.table.rows.length).toFixed(0)} B a row\n\n`);

const store = createColumnStore();
/** The plain way to hold rows: an object each, with the columns that the questions are about. */
const plain: Readonly<Record<string, string>>[] = [];
const building = performance.now();
for (let number = 1; store.liveRows < ROWS; number += 1) {
  const { table, meta } = await check(await readText(number));
  const segment = encodeSegment(table);
  store.addSegment(number, decodeSegment(segment.bytes, segment.headerLength), null);
  const positions = LINE_COLUMNS.map((column) => [column, table.columns.indexOf(column)] as const);
  for (const row of table.rows) {
    plain.push(Object.fromEntries(positions.map(([column, position]) => [column, row[position] ?? ''])));
  }
  if (number >= meta.totalPages) break;
}
await service.close();
process.stdout.write(`  ${store.liveRows} rows from HTTP into columns: `);
process.stdout.write(
  `${((performance.now() - building) / 1000).toFixed(1)} s, the service's own time included\n`,
);

const queries = createQueries(store);
/** Answers are kept until the next commit: each run is asked as if after one. */
function fresh<T>(question: () => T): () => T {
  return () => {
    store.raiseRevision();
    return question();
  };
}

/** Exact sums the plain way: digits without the dot as BigInt, two decimals as the service writes them. */
function plainSums(): readonly bigint[] {
  return MEASURES.map((column) => {
    let sum = 0n;
    for (const row of plain) {
      const value = row[column] ?? '';
      const [whole = '0', decimals = ''] = value.split('.');
      sum += BigInt(`${whole}${decimals.padEnd(2, '0')}`);
    }
    return sum;
  });
}

const exact = queries.totals(EVERYTHING, MEASURES).sums;
for (const [index, column] of MEASURES.entries()) {
  const own = BigInt(String(exact[column]).replace('.', ''));
  const peer = plainSums()[index];
  if (own !== peer) throw new Error(`${column}: ${own} is not ${peer}.`);
}
report(
  'exact totals of 4 measures, every row',
  medianMs(
    15,
    fresh(() => queries.totals(EVERYTHING, MEASURES)),
  ),
  {
    name: 'BigInt over objects',
    ms: medianMs(3, plainSums),
  },
);
const preset = { ...EVERYTHING, dashboardPreset: true };
report(
  'the same of the dashboard-equivalent rows',
  medianMs(
    15,
    fresh(() => queries.totals(preset, MEASURES)),
  ),
);
const query = (grouping: 'rows' | 'orders') => ({
  selection: EVERYTHING,
  grouping,
  sort: { column: 'Ventas', direction: 'descending' } as const,
  columns: LINE_COLUMNS,
});
report(
  'sort rows by Ventas and give 60 lines',
  medianMs(
    9,
    fresh(() => queries.lines(query('rows'), 0, 60)),
  ),
  {
    name: 'Array.sort of objects by number',
    ms: medianMs(5, () => [...plain].sort((a, b) => Number(b.Ventas) - Number(a.Ventas)).slice(0, 60)),
  },
);
report(
  'sort orders by Ventas and give 60 lines',
  medianMs(
    9,
    fresh(() => queries.lines(query('orders'), 0, 60)),
  ),
);
queries.lines(query('rows'), 0, 60);
report(
  '60 more lines of a table that is open',
  medianMs(15, () => queries.lines(query('rows'), 50_000, 60)),
);
report(
  'groups by month',
  medianMs(
    9,
    fresh(() => queries.groups(EVERYTHING, 'month', MEASURES)),
  ),
);
report(
  'groups by SKU',
  medianMs(
    9,
    fresh(() => queries.groups(EVERYTHING, 'SKU Producto', MEASURES)),
  ),
);
