import { DUCKDB_ON_CODES, OURS } from './contestant.ts';
import type { SizeResult } from './measure-size.ts';
import { quantile } from './samples.ts';

/** Everything that is reported: what it is called, where it is found in a size's result, and its target. */

export type Measure = {
  readonly id: string;
  readonly label: string;
  readonly unit: 'ms' | 'MB' | 'B';
  readonly read: (size: SizeResult) => number | null;
  /** test/README.md, on two cores. */
  readonly target: Target | null;
};
export type Target = {
  /** At a million rows. */
  readonly most: number;
  /** At ten million; absent: none there. */
  readonly mostAtTenMillion?: number;
  /** What must be so many times slower in the same run. */
  readonly against?:
    | { readonly name: string; readonly times: number; readonly read: Measure['read'] }
    | undefined;
};

const MILLION = 1_000_000;
/** What answers from cells has a frame at 120 pictures a second, however many rows there are. */
const A_FRAME: Target = { most: 8.3, mostAtTenMillion: 8.3 };
const MB = 1e6;

const startMs = (starts: SizeResult['warm']) =>
  quantile(
    starts.map(({ totalsMs, earlyMs }) => earlyMs ?? totalsMs),
    0.5,
  );
const ofRowsMs = (starts: SizeResult['warm']) =>
  quantile(
    starts.map(({ totalsMs }) => totalsMs),
    0.5,
  );
/** A reload: from a ready script to the ledger open, its rows in memory. */
const reloadMs = ({ warm }: SizeResult) =>
  quantile(
    warm.map(({ openMs, scriptMs }) => openMs - scriptMs),
    0.5,
  );

/** What is promised of a measure at a size; null where nothing is. Peers have no room beside ten million rows. */
export function targetAt({ most, mostAtTenMillion, against }: Target, rows: number): Target | null {
  if (rows === MILLION) return { most, against };
  if (rows === 10 * MILLION && mostAtTenMillion !== undefined) return { most: mostAtTenMillion };
  return null;
}

/** A sample's median; null where that contestant was not asked. */
export function medianOf(size: SizeResult, id: string, contestant: string): number | null {
  const all = [...size.ask.measures, ...size.change.measures];
  return all.find((each) => each.id === id && each.contestant === contestant)?.sample.medianMs ?? null;
}

function timeOf(id: string, label: string, target: Target | null = null): Measure {
  return { id, label, unit: 'ms', target, read: (size) => medianOf(size, id, OURS) };
}
function measureOf(
  id: string,
  label: string,
  unit: Measure['unit'],
  read: Measure['read'],
  target: Target | null = null,
) {
  return { id, label, unit, target, read };
}

export const MEASURES_REPORTED: readonly Measure[] = [
  measureOf('start-cold', 'start to first exact totals, cold', 'ms', ({ cold }) => startMs(cold), {
    most: 1000,
  }),
  measureOf('start-warm', 'start to first exact totals, warm', 'ms', ({ warm }) => startMs(warm), {
    most: 500,
    mostAtTenMillion: 1000,
  }),
  measureOf('rows-cold', 'the same of rows, cold', 'ms', ({ cold }) => ofRowsMs(cold)),
  measureOf('rows-warm', 'the same of rows, warm', 'ms', ({ warm }) => ofRowsMs(warm)),
  measureOf('reload', 'of it, rows into memory and facts', 'ms', reloadMs),
  measureOf('migrate', 'a copy of schema 4 migrated and opened', 'ms', ({ seed }) => seed.migrateMs),
  measureOf('keep-cells', 'cells made and kept in idle moments', 'ms', ({ seed }) => seed.keepMs),
  measureOf(
    'memory',
    'memory of columns and index, opened',
    'MB',
    ({ memory }) => ((memory.openBytes ?? Number.NaN) - (memory.emptyBytes ?? Number.NaN)) / MB,
    { most: 350 },
  ),
  measureOf(
    'memory-asked',
    'memory after all questions',
    'MB',
    ({ ask, memory }) => (ask.askedBytes - (memory.emptyBytes ?? Number.NaN)) / MB,
  ),
  measureOf('disk', 'disk a row, files of the database', 'B', ({ diskBytes, rows }) => diskBytes / rows, {
    most: 250,
  }),
  measureOf('segment', 'segment bytes a row', 'B', ({ seed }) => seed.segmentBytes / seed.rows),
  timeOf('warm', 'caches and cubes made in idle moments'),
  timeOf('sums-broad', 'broad filter, 30 sums by month and Canal', {
    ...A_FRAME,
    against: {
      name: 'DuckDB on codes',
      times: 3,
      read: (size) => medianOf(size, 'sums-broad', DUCKDB_ON_CODES),
    },
  }),
  timeOf('sums-medium', 'medium filter, 30 sums by month and Canal', A_FRAME),
  timeOf('sums-narrow', 'narrow filter, 30 sums by month and Canal', A_FRAME),
  timeOf('sums-by-sku', 'broad filter, 30 sums by SKU Producto', { most: 30 }),
  timeOf('sums-all-measures', 'broad filter, all 85 sums by month and Canal', A_FRAME),
  timeOf('totals-thirty', 'broad filter, 30 totals', A_FRAME),
  timeOf('sort-measure', 'sort rows by Ventas', { most: 40 }),
  timeOf('sort-dictionary', 'sort rows by Producto', { most: 40 }),
  timeOf('sort-small-dictionary', 'sort rows by Marca', { most: 40 }),
  timeOf('sort-order-number', 'sort rows by Orden'),
  timeOf('sort-date', 'sort rows by Fecha de compra'),
  timeOf('sort-newest', 'newest first'),
  timeOf('sort-orders-by-measure', 'sort orders by Ventas'),
  timeOf('first-orders-newest', 'the first 60 orders, newest first'),
  timeOf('first-orders-by-measure', 'the first 60 orders by Ventas'),
  timeOf('window-rows', 'a window of 60 rows, all columns', { most: 2 }),
  timeOf('window-orders', 'a window of 60 orders, all columns'),
  timeOf('search-number', 'search for part of an order number'),
  timeOf('search-word', 'search for a word of a product'),
  timeOf('values-small', 'values of Marca with their rows'),
  timeOf('commit-known', 'commit of 2,000 changed orders', {
    most: 80,
    against: { name: 'a reload', times: 10, read: reloadMs },
  }),
  timeOf('commit-known-plan-and-encode', 'of it, planned and encoded'),
  timeOf('commit-known-write', 'of it, the transaction'),
  timeOf('commit-known-apply', 'of it, made visible'),
  timeOf('commit-known-stage', 'before it, its pages staged'),
  timeOf('commit-known-judge', 'before it, its window judged'),
  timeOf('commit-known-whole', 'pages, judgement and commit', { most: 150 }),
  timeOf('commit-new', 'commit of 2,000 new orders'),
  timeOf('after-commit-known-sums', 'first 30 sums by month and Canal after it'),
  timeOf('after-commit-known-newest', 'first window, newest first, after it'),
  timeOf('after-commit-known-sort', 'first window by Ventas after it'),
  timeOf('after-commit-known-facts', 'facts after it'),
  timeOf('merge', 'merge of 8 such commits'),
  timeOf('merge-slice', 'of it, the longest that a question waits', { most: 16 }),
  timeOf('merge-write', 'of it, the transaction'),
  timeOf('after-merge-sums', 'first 30 sums by month and Canal after it'),
  timeOf('after-merge-newest', 'first window, newest first, after it'),
  timeOf('after-merge-sort', 'first window by Ventas after it'),
  measureOf('pace', 'meanwhile: a copy of 64 MB, the pace of the machine', 'ms', ({ ask }) =>
    quantile(
      ask.measures.flatMap(({ sample }) => sample.paceMs ?? []),
      0.5,
    ),
  ),
];
