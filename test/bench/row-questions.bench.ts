import { parseArgs } from 'node:util';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { warmCaches } from '#renderer/data/engine/warm-caches.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { OPENING_FIGURES } from '#renderer/features/columns/column-sections.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { unseen } from './million/ours.ts';
import { MEASURES, SEARCHED_WORDS } from './million/questions.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * The questions that cells cannot answer, over rows of the demo world in Node: products, numbers, values, words, sorts.
 *
 *   npm run bench -- row-questions [--rows 1000000] [--rounds 9]
 *
 * Each is asked as screens ask it, of what was never asked before: a step from a view that was, as people take them. LEAST
 * and MEDIAN are of the processor's time (other programs share this machine), least of all rounds.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '9' } },
});
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const rounds = Number(values.rounds);

const store = createColumnStore();
for (const [id, kept] of (await keptRows(Number(values.rows), say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
}
const queries = createQueries(store);
atOnce(warmCaches(store));

const PRESET: Selection = { ...EVERYTHING, dashboardPreset: true };
const SHOWN = OPENING_FIGURES.filter((column) => column !== 'Estado de Orden');
const COLUMNS = [
  'Fecha de compra',
  'Canal',
  'Cuenta',
  'Orden',
  'Producto',
  'SKU Producto',
  'Estado de Orden',
  ...SHOWN,
];
const AMOUNTS = [
  'Ventas',
  ...(['marketplace', 'comercial', 'total'] as const).map((each) => SCOPE_COLUMNS[each].profitability),
];

type View = Pick<RowsQuery, 'selection' | 'sort' | 'grouping'>;
const sorted = (column: string, direction: 'ascending' | 'descending' = 'descending') => ({
  column,
  direction,
});
/** The orders' screen: the foot's sums and the first page. */
function view({ selection, sort, grouping }: View): void {
  queries.totals(
    selection,
    SHOWN.filter((each) => !each.startsWith('%')),
  );
  queries.lines({ selection, sort, grouping, columns: COLUMNS }, 0, 100);
}

const MONTH = { from: '2026-08-01' as LocalDate, to: '2026-08-31' as LocalDate };
const HALF = { from: '2026-03-15' as LocalDate, to: '2026-11-15' as LocalDate };
const marca = queries.values(EVERYTHING, 'Marca').values[3]?.value ?? '';
const bySku = (selection: Selection, columns: readonly string[], more = {}) =>
  queries.groups(selection, { column: 'SKU Producto', unit: null }, columns, more);

type Step = {
  readonly from: Selection;
  readonly grouping?: 'rows' | 'orders';
  readonly ask: (from: Selection, round: number) => void;
};
const orders = (
  selection: Selection,
  sort: View['sort'] = null,
  grouping: View['grouping'] = 'orders',
): void => view({ selection, sort, grouping });
const best = (period: Selection['period']) => (from: Selection) => {
  const selection = { ...from, period };
  bySku(selection, AMOUNTS, { limit: 7, order: sorted('Rentabilidad Total') });
  bySku(selection, AMOUNTS, {
    limit: 5,
    order: sorted('Rentabilidad Total', 'ascending'),
    below: { column: 'Rentabilidad Total', except: [] },
  });
};
const STEPS: { readonly [name: string]: Step } = {
  'products: best and worst of a month': { from: PRESET, ask: best(MONTH) },
  'products: best and worst of eight months': { from: PRESET, ask: best(HALF) },
  'products: best and worst of all': { from: PRESET, ask: best(null) },
  'pivot by SKU of a month, 30 sums': {
    from: PRESET,
    ask: (from) => bySku({ ...from, period: MONTH }, MEASURES.slice(0, 30), { limit: 200 }),
  },
  'pivot by SKU of all, 30 sums': {
    from: PRESET,
    ask: (from) => bySku(from, MEASURES.slice(0, 30), { limit: 200 }),
  },
  'pivot by SKU and Canal of a month': {
    from: PRESET,
    ask: (from) => bySku({ ...from, period: MONTH }, AMOUNTS, { limit: 200, within: 'Canal' }),
  },
  'orders: preset off': { from: PRESET, ask: (from) => orders({ ...from, dashboardPreset: false }) },
  'orders: a number added': {
    from: PRESET,
    ask: (from, round) =>
      orders({
        ...from,
        numberFilters: [{ column: 'Ventas', from: String(round + 1) as Decimal, to: null }],
      }),
  },
  'orders: a value added': {
    from: PRESET,
    ask: (from) => orders({ ...from, filters: [...from.filters, { column: 'Marca', values: [marca] }] }),
  },
  'orders: a month': { from: PRESET, ask: (from) => orders({ ...from, period: MONTH }) },
  'orders: by Ventas': { from: PRESET, ask: (from) => orders(from, sorted('Ventas')) },
  'orders: by Ventas, ascending': {
    from: PRESET,
    ask: (from) => orders(from, sorted('Ventas', 'ascending')),
  },
  'orders: by Rentabilidad Total': {
    from: PRESET,
    ask: (from) => orders(from, sorted('Rentabilidad Total')),
  },
  'orders: by % Rentabilidad Total': {
    from: PRESET,
    ask: (from) => orders(from, sorted('% Rentabilidad Total')),
  },
  'orders: by Orden': { from: PRESET, ask: (from) => orders(from, sorted('Orden')) },
  'orders: by Canal': { from: PRESET, ask: (from) => orders(from, sorted('Canal')) },
  'orders: by Ventas, a number added': {
    from: PRESET,
    ask: (from, round) =>
      orders(
        { ...from, numberFilters: [{ column: 'Ventas', from: String(round + 1) as Decimal, to: null }] },
        sorted('Ventas'),
      ),
  },
  'rows: newest': { from: PRESET, ask: (from) => orders(from, null, 'rows') },
  'rows: by Ventas': {
    from: PRESET,
    grouping: 'rows',
    ask: (from) => orders(from, sorted('Ventas'), 'rows'),
  },
  'rows: by Producto': {
    from: PRESET,
    grouping: 'rows',
    ask: (from) => orders(from, sorted('Producto'), 'rows'),
  },
  'search: part of a number': {
    from: PRESET,
    ask: (from, round) => orders({ ...from, search: String(1000 + round * 137) }),
  },
  'search: a word': {
    from: PRESET,
    ask: (from, round) => orders({ ...from, search: SEARCHED_WORDS[round % SEARCHED_WORDS.length] ?? '' }),
  },
};

function timed(run: () => void): number {
  globalThis.gc?.();
  const used = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
}

const times = new Map<string, number[]>();
for (let round = -3; round < rounds; round += 1) {
  for (const [name, { from, grouping = 'orders', ask }] of Object.entries(STEPS)) {
    const seen = unseen(from);
    orders(seen, null, grouping);
    const ms = timed(() => ask(seen, round + 3));
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
  }
}
say(`${'milliseconds of the processor'.padEnd(46)}   LEAST  MEDIAN`);
for (const [name, all] of times) {
  all.sort((a, b) => a - b);
  const [least = 0, median = 0] = [all[0], all[Math.floor(all.length / 2)]];
  say(`${name.padEnd(46)}${least.toFixed(1).padStart(8)}${median.toFixed(1).padStart(8)}`);
}
