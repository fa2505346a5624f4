import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { cents, countsIn, PART_OF_COLUMN, REFUNDS, type Scope } from './bridge-world.ts';

/** The bridge's parts as exact fractions, row by row as the definitions say them. Shares no code with what it checks. */

export type Fraction = { readonly n: bigint; readonly d: bigint };
const whole = (n: bigint): Fraction => ({ n, d: 1n });
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
const make = (n: bigint, d: bigint): Fraction => {
  const by = gcd(n, d) * (d < 0n ? -1n : 1n);
  return by === 0n ? whole(0n) : { n: n / by, d: d / by };
};
export const plus = (a: Fraction, b: Fraction): Fraction => make(a.n * b.d + b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction): Fraction => make(a.n * b.n, a.d * b.d);
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
const over = (a: Fraction, b: Fraction): Fraction => make(a.n * b.d, a.d * b.n);
const HALF: Fraction = { n: 1n, d: 2n };

export type Parts = Map<string, Fraction>;
export type NaiveItem = {
  /** Of a pool, one of its products. */
  readonly sku: string;
  readonly canal: string;
  readonly category: string;
  readonly isPool: boolean;
  readonly parts: Parts;
};

const unitsOf = (row: NaiveRow): bigint => BigInt((row.Unidades ?? '0').replace('.00', ''));
const COST = 'Costo de Producto';
const lacks = (row: NaiveRow): boolean => cents(row, COST) === 0n && cents(row, 'Ventas') !== 0n;
const sum = (rows: readonly NaiveRow[], of: (row: NaiveRow) => bigint): bigint =>
  rows.reduce((total, row) => total + of(row), 0n);

const PROFIT: { readonly [scope in Scope]: string } = {
  marketplace: 'Rentabilidad Marketplace',
  comercial: 'Rentabilidad Comercial',
  total: 'Rentabilidad Total',
};

export function naiveBridge(
  before: readonly NaiveRow[],
  after: readonly NaiveRow[],
  scope: Scope,
): readonly NaiveItem[] {
  const periods = [before, after] as const;
  const both = [...before, ...after];
  const skuOf = (row: NaiveRow): string => row['SKU Producto'] ?? '';
  const skus = [...new Set(both.map(skuOf))];
  const keys = [...new Set(both.map((row) => JSON.stringify([skuOf(row), row.Canal ?? ''])))];
  const keyOf = (row: NaiveRow): string => JSON.stringify([skuOf(row), row.Canal ?? '']);
  const rowsOf = (key: string, period: 0 | 1) => periods[period].filter((row) => keyOf(row) === key);
  const soldBy = (key: string, period: 0 | 1): bigint => {
    const units = sum(rowsOf(key, period), unitsOf);
    return units > 0n ? units : 0n;
  };
  const keysOf = (sku: string) => keys.filter((key) => JSON.parse(key)[0] === sku);
  const wholeOf = (sku: string): string | null => {
    if (sku === '' || sku === 'Sin SKU') return 'without-product';
    const own = both.filter((row) => skuOf(row) === sku);
    if (scope !== 'marketplace' && own.some(lacks) && own.every((row) => cents(row, COST) === 0n))
      return 'no-cost';
    const sold = ([0, 1] as const).map((period) => keysOf(sku).some((key) => soldBy(key, period) > 0n));
    if (sold[1] === true && sold[0] === false) return 'new';
    return sold[0] === true && sold[1] === false ? 'discontinued' : null;
  };
  const wholes = new Map(skus.map((sku) => [sku, wholeOf(sku)]));
  /** Small products of one period are of a pool, where both periods have some in the category and channel. */
  const sales = (rows: readonly NaiveRow[]): bigint => sum(rows, (row) => cents(row, 'Ventas'));
  const isSmall = (sku: string): boolean => {
    const apart = wholes.get(sku);
    if (apart !== 'new' && apart !== 'discontinued') return false;
    const sold = periods[apart === 'new' ? 1 : 0];
    const size = (units: bigint) => (units < 0n ? -units : units);
    return 100n * size(sales(sold.filter((row) => skuOf(row) === sku))) < size(sales(sold));
  };
  const categoryOf = (sku: string): string => both.find((row) => skuOf(row) === sku)?.Categoría ?? '';
  const small = keys.filter((key) => isSmall(JSON.parse(key)[0]));
  const poolOf = (key: string): string =>
    JSON.stringify([categoryOf(JSON.parse(key)[0]), JSON.parse(key)[1]]);
  const pools = new Map<string, string[]>();
  for (const key of small) pools.set(poolOf(key), [...(pools.get(poolOf(key)) ?? []), key]);
  for (const [pool, of] of pools) {
    const isSold = ([0, 1] as const).every(
      (period) =>
        sum(
          of.flatMap((key) => rowsOf(key, period)),
          unitsOf,
        ) > 0n,
    );
    if (!isSold) pools.delete(pool);
  }
  const pooled = [...pools.values()].flat();
  /** What is compared or told as a whole: a product in a channel, or a pool. */
  const items: readonly (readonly string[])[] = [
    ...keys.filter((key) => !pooled.includes(key)).map((key) => [key]),
    ...pools.values(),
  ];
  const apartOf = (of: readonly string[]): string | null =>
    of.some((key) => pooled.includes(key)) ? null : (wholes.get(JSON.parse(of[0] ?? '[]')[0]) ?? null);
  const soldIn = (of: readonly string[], period: 0 | 1): bigint => {
    const units = sum(
      of.flatMap((key) => rowsOf(key, period)),
      unitsOf,
    );
    return units > 0n ? units : 0n;
  };
  const all = ([0, 1] as const).map((period) =>
    items.reduce((total, of) => (apartOf(of) === null ? total + soldIn(of, period) : total), 0n),
  );

  /** What the rows of an item that lack their cost would have had, in whole cents. */
  const missingOf = (key: string, period: 0 | 1): bigint => {
    if (scope === 'marketplace') return 0n;
    const units = sum(rowsOf(key, period).filter(lacks), unitsOf);
    if (units <= 0n) return 0n;
    for (const at of [period, period === 0 ? 1 : 0] as const) {
      const loaded = periods[at].filter(
        (row) => skuOf(row) === JSON.parse(key)[0] && cents(row, COST) !== 0n,
      );
      const loadedUnits = sum(loaded, unitsOf);
      if (loadedUnits <= 0n) continue;
      const exact = make(units * sum(loaded, (row) => cents(row, COST)), loadedUnits);
      return (2n * exact.n + exact.d) / (2n * exact.d);
    }
    return 0n;
  };

  return items.map((of) => {
    const isPool = of.some((key) => pooled.includes(key));
    const [sku, canal] = JSON.parse(of[0] ?? '[]') as [string, string];
    const category = categoryOf(sku);
    const parts: Parts = new Map();
    const put = (part: string, value: Fraction) => parts.set(part, plus(parts.get(part) ?? whole(0n), value));
    const own = ([0, 1] as const).map((period) => of.flatMap((key) => rowsOf(key, period)));
    const missingIn = (period: 0 | 1) => of.reduce((total, key) => total + missingOf(key, period), 0n);
    const missing = [missingIn(0), missingIn(1)] as const;
    const profit = own.map((rows, at) => sum(rows, (row) => cents(row, PROFIT[scope])) - (missing[at] ?? 0n));
    const [p0 = 0n, p1 = 0n] = profit;
    put('missing-cost', whole(missing[1] - missing[0]));
    const apart = apartOf(of);
    if (apart !== null) {
      put(apart, whole(p1 - p0));
      return { sku, canal, category, isPool, parts };
    }
    const components = ([0, 1] as const).map((at) => {
      const amounts = new Map<string, bigint>();
      const add = (part: string, value: bigint) => amounts.set(part, (amounts.get(part) ?? 0n) + value);
      for (const row of own[at] ?? []) {
        add('price', cents(row, 'Ventas'));
        add('other-income', cents(row, 'Ingreso Total') - cents(row, 'Ventas'));
        for (const [column, section] of Object.entries(PART_OF_COLUMN)) {
          if (countsIn(section, scope)) add(section, -cents(row, column));
        }
        for (const [column, section] of Object.entries(REFUNDS)) {
          if (countsIn(section, scope)) add('refunds', cents(row, column));
        }
        if (scope !== 'marketplace') add('product-cost', -cents(row, COST));
      }
      if (scope !== 'marketplace') add('product-cost', -missing[at]);
      add('rest', (profit[at] ?? 0n) - [...amounts.values()].reduce((a, b) => a + b, 0n));
      return amounts;
    });
    const [u0, u1] = [whole(soldIn(of, 0)), whole(soldIn(of, 1))];
    const amount = (part: string, at: 0 | 1): Fraction => whole(components[at]?.get(part) ?? 0n);
    const names = [...new Set(components.flatMap((amounts) => [...amounts.keys()]))];
    if (u0.n === 0n && u1.n === 0n) {
      for (const name of names) put(name, minus(amount(name, 1), amount(name, 0)));
      return { sku, canal, category, isPool, parts };
    }
    const [U0 = whole(1n), U1 = whole(1n)] = all.map(whole);
    const shares = [over(u0, U0), over(u1, U1)] as const;
    const m0 = u0.n === 0n ? null : over(whole(p0), u0);
    const m1 = u1.n === 0n ? null : over(whole(p1), u1);
    const margin = times(HALF, plus(m0 ?? m1 ?? whole(0n), m1 ?? m0 ?? whole(0n)));
    put('volume', times(times(minus(U1, U0), times(HALF, plus(...shares))), margin));
    put('mix', times(times(times(HALF, plus(U0, U1)), minus(shares[1], shares[0])), margin));
    for (const name of names) {
      if (m0 === null) put(name, minus(whole(0n), amount(name, 0)));
      else if (m1 === null) put(name, amount(name, 1));
      else {
        const changed = minus(over(amount(name, 1), u1), over(amount(name, 0), u0));
        put(name, times(times(HALF, plus(u0, u1)), changed));
      }
    }
    return { sku, canal, category, isPool, parts };
  });
}
