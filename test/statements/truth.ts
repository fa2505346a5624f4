/** What really happened, before any file tells it: orders in whole cents, from a seed. Nothing of the product is used. */

export type Sale = {
  readonly order: string;
  readonly suborder: string;
  readonly sku: string;
  readonly product: string;
  readonly operation: string;
  readonly settlement: string;
  /** Days since 2026-01-01, of the sale and of the money. */
  readonly sold: number;
  readonly released: number;
  /** Cents; costs positive. Of refunds the gross is negative, and the costs are given back. */
  readonly gross: number;
  readonly commission: number;
  readonly shipping: number;
  readonly taxes: number;
  readonly isRefund: boolean;
};

export type TruthOptions = {
  readonly seed: number;
  readonly sales: number;
  /** Cents of which every amount is a multiple: 100 for currencies without cents. */
  readonly unit: number;
};

/** mulberry32. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PRODUCTS = [
  'Zapatilla niño talla 32',
  'Lámpara de pie',
  'Taza "Ñandú", 2 un.',
  'Cámara; trípode',
  'Silla',
];

/** In order of the money. About one in eight is a refund. */
export function inventSales({ seed, sales, unit }: TruthOptions): readonly Sale[] {
  const next = random(seed);
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const money = (from: number, to: number): number =>
    whole(Math.ceil(from / unit), Math.floor(to / unit)) * unit;
  const found: Sale[] = [];
  for (let at = 0; at < sales; at += 1) {
    const isRefund = next() < 0.125;
    const sign = isRefund ? -1 : 1;
    const gross = money(1_000_000, 40_000_000);
    const sold = Math.floor((at * 60) / sales);
    found.push({
      order: String(2_000_009_000_000_000 + at * 7919 + whole(0, 900)),
      suborder: String(5_000_000 + at),
      sku: `SKU-${whole(100, 999)}`,
      product: PRODUCTS[whole(0, PRODUCTS.length - 1)] ?? '',
      operation: String(90_000_000_000 + at),
      settlement: `LQ-${4000 + Math.floor((at * 3) / sales)}`,
      sold,
      released: sold + 14,
      gross: sign * gross,
      commission: sign * money(gross * 0.08, gross * 0.2),
      shipping: sign * money(200_000, 700_000),
      taxes: next() < 0.5 ? 0 : sign * money(1_000, 90_000),
      isRefund,
    });
  }
  return found;
}

/** 2026-01-01 moved by days, as [year, month, day]. */
export function dayParts(days: number): readonly [string, string, string] {
  const iso = new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString();
  return [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
}
