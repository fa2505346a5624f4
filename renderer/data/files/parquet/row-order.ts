import type { Gathered } from './gather.ts';

/**
 * The order in which rows stand in a row group. Rows of one product have the same texts and shares, and often the same
 * price and cost: beside each other they take the least.
 */
const BY = ['SKU Producto', 'SKU Variante', 'Ventas'] as const;

/** The rows' places in their new order; of equal rows the order stays. `cellsOf` gives a column by its key. */
export function rowOrder(cellsOf: (key: string) => Gathered | null, count: number): Uint32Array {
  let ranks = new Float64Array(count);
  for (const key of BY) {
    const cells = cellsOf(key);
    if (cells === null) continue;
    const within = ranksOf(cells);
    // Both are below the number of rows: exact, and the order of the first counts before that of the second.
    ranks = ranked(ranks.map((rank, row) => rank * (count + 1) + (within[row] ?? 0)));
  }
  const keys = ranks.map((rank, row) => rank * count + row).sort();
  return Uint32Array.from(keys, (key) => key % count);
}

function ranksOf(gathered: Gathered): Float64Array {
  const { present } = gathered;
  if (gathered.kind === 'numbers') {
    return ranked(
      gathered.units.map((value, row) => (present[row] === 0 ? Number.NEGATIVE_INFINITY : value)),
    );
  }
  const { codes, entries } = gathered;
  const sorted = entries
    .map((entry, code) => ({ entry, code }))
    .sort((one, other) => compare(one.entry, other.entry));
  const rankOf = new Float64Array(entries.length);
  for (const [rank, { code }] of sorted.entries()) rankOf[code] = rank + 1;
  const ranks = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row += 1) {
    ranks[row] = present[row] === 0 ? 0 : (rankOf[codes[row] ?? 0] ?? 0);
  }
  return ranks;
}

/** Each value's place among the distinct ones. */
function ranked(values: Float64Array): Float64Array<ArrayBuffer> {
  const ranks = new Map<number, number>();
  for (const value of values.slice().sort()) if (!ranks.has(value)) ranks.set(value, ranks.size);
  return values.map((value) => ranks.get(value) ?? 0);
}

function compare(left: Uint8Array, right: Uint8Array): number {
  const most = Math.min(left.length, right.length);
  for (let at = 0; at < most; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The same cells with their rows in another order; texts are numbered as they are first met in it. */
export function inOrder(gathered: Gathered, order: Uint32Array): Gathered {
  const present = new Uint8Array(order.length);
  for (let place = 0; place < order.length; place += 1) {
    present[place] = gathered.present[order[place] ?? 0] ?? 0;
  }
  if (gathered.kind === 'texts') return textsInOrder(gathered, order, present);
  const units = new Float64Array(order.length);
  const large = new Map<number, bigint>();
  for (let place = 0; place < order.length; place += 1) {
    const row = order[place] ?? 0;
    units[place] = gathered.units[row] ?? 0;
    const value = gathered.large.size === 0 ? undefined : gathered.large.get(row);
    if (value !== undefined) large.set(place, value);
  }
  return { kind: 'numbers', present, units, large };
}

function textsInOrder(
  { codes, entries, replaced }: Extract<Gathered, { readonly kind: 'texts' }>,
  order: Uint32Array,
  present: Uint8Array,
): Gathered {
  const renumbered = new Int32Array(entries.length).fill(-1);
  const met: Uint8Array[] = [];
  const inNew = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place += 1) {
    if (present[place] === 0) continue;
    const code = codes[order[place] ?? 0] ?? 0;
    if (renumbered[code] === -1) renumbered[code] = met.push(entries[code] ?? new Uint8Array()) - 1;
    inNew[place] = renumbered[code] ?? 0;
  }
  return { kind: 'texts', present, codes: inNew, entries: met, replaced };
}
