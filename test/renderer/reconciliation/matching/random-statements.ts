import fc from 'fast-check';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { centsText, lineOf, type Row, rowOf } from './statement-world.ts';

/** Statements of invented orders with invented faults, and of each line the orders that it is of. */

/** Where the amounts of a world come from. */
export const WORLDS = [
  /** Any amount, to the cent. */
  'cents',
  /** Whole pesos, of which commission and freight were taken. */
  'pesos',
  /** Some hundred amounts, of which one in a hundred is another's. */
  'catalogue',
  /** A few prices: equal amounts everywhere. */
  'prices',
] as const;
export type World = (typeof WORLDS)[number];

const FAULTS = [
  'none',
  'missing',
  'cent',
  'twice',
  'split',
  'unnumbered',
  'merged',
  /** Without number, and a cent off: of no order by its amount. */
  'unnumbered-cent',
  /** Without number, of an order that is nowhere here. */
  'foreign',
  /** One payment for an order of here and one that is nowhere here. */
  'merged-foreign',
  /** The payment, without number, is there twice. */
  'unnumbered-twice',
] as const;
export type Fault = (typeof FAULTS)[number];

export type Plan = {
  readonly cents: number;
  readonly day: number;
  readonly delay: number;
  readonly fault: Fault;
};

export type WrittenLine = {
  readonly line: MatchLine;
  /** Places of the orders it is of; none: nobody's here. */
  readonly of: readonly number[];
  readonly fault: Fault;
};

const PRICES = [3_990, 5_990, 9_990, 12_990, 14_990, 19_990, 24_990, 29_990, 39_990, 59_990];

const amountsOf = (world: World): fc.Arbitrary<number> => {
  switch (world) {
    case 'cents':
      return fc.integer({ min: -200_000, max: 9_000_000 });
    case 'pesos':
      return fc
        .record({
          price: fc.constantFrom(...PRICES),
          units: fc.integer({ min: 1, max: 3 }),
          fee: fc.integer({ min: 110, max: 190 }),
          freight: fc.integer({ min: 0, max: 4_500 }),
        })
        .map(
          ({ price, units, fee, freight }) =>
            100 * (Math.round((price * units * (1000 - fee)) / 1000) - freight),
        );
    case 'catalogue':
      return fc.integer({ min: 1, max: 150 }).map((sku) => 100 * (1_990 + 10 * ((sku * 7_919) % 6_007)));
    case 'prices':
      return fc
        .record({ price: fc.constantFrom(...PRICES), freight: fc.constantFrom(0, 2_490, 3_990) })
        .map(({ price, freight }) => 100 * (price - Math.round(price * 0.13) - freight));
  }
};

/** As often as so many in all. */
const WEIGHTS: { readonly [fault in Fault]: number } = {
  none: 12,
  missing: 2,
  cent: 2,
  twice: 2,
  split: 2,
  unnumbered: 2,
  merged: 2,
  'unnumbered-cent': 0,
  foreign: 0,
  'merged-foreign': 0,
  'unnumbered-twice': 0,
};
/** Lines that no order here explains: there is nothing to be matched, and so much to be matched wrongly. */
const HOSTILE: typeof WEIGHTS = {
  ...WEIGHTS,
  'unnumbered-cent': 2,
  foreign: 2,
  'merged-foreign': 2,
  'unnumbered-twice': 1,
};

export function plansOf(world: World, isHostile: boolean, most = 90): fc.Arbitrary<readonly Plan[]> {
  const weights = isHostile ? HOSTILE : WEIGHTS;
  const faults = FAULTS.flatMap((fault) => Array.from({ length: weights[fault] }, () => fault));
  const plan = fc.record({
    cents: amountsOf(world),
    day: fc.integer({ min: 1, max: 31 }),
    delay: fc.integer({ min: 1, max: 40 }),
    fault: fc.constantFrom(...faults),
  });
  return fc.noBias(fc.array(plan, { minLength: 30, maxLength: most }));
}

const dateOf = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString().slice(0, 10);
export const ordenAt = (at: number): string => String(5000 + at);

/** The orders of a world and its statement. Foreign orders are plans too, of which no row is written. */
export function writeStatement(plans: readonly Plan[]): {
  readonly rows: readonly Row[];
  readonly written: readonly WrittenLine[];
} {
  const isForeign = ({ fault }: Plan) => fault === 'foreign';
  const rows = plans.flatMap((plan, at) => {
    if (isForeign(plan)) return [];
    const { cents, day, delay } = plan;
    return [
      rowOf({
        Orden: ordenAt(at),
        'Rentabilidad Marketplace': centsText(cents),
        'Fecha de compra': `${dateOf(day)}T10:00:00.000`,
        'Fecha de Pago': `${dateOf(day + delay)}T10:00:00.000`,
      }),
    ];
  });
  const written: WrittenLine[] = [];
  let waiting: number | null = null;
  for (const [at, plan] of plans.entries()) {
    const { cents, fault, day, delay } = plan;
    const write = (amount: number, of: readonly number[], isNumbered: boolean): void => {
      const order = isNumbered ? ordenAt(at) : null;
      written.push({ line: lineOf(centsText(amount), { order, day: dateOf(day + delay) }), of, fault });
    };
    switch (fault) {
      case 'missing':
        break;
      case 'cent':
        write(cents + 1, [at], true);
        break;
      case 'split':
        write(cents - 77, [at], true);
        write(77, [at], true);
        break;
      case 'unnumbered':
        write(cents, [at], false);
        break;
      case 'unnumbered-cent':
        write(cents + 1, [at], false);
        break;
      case 'unnumbered-twice':
        write(cents, [at], false);
        write(cents, [at], false);
        break;
      case 'foreign':
        write(cents, [], false);
        break;
      case 'merged-foreign':
        write(cents + (plans[(at * 7 + 3) % plans.length]?.cents ?? 0) + 12_300, [at, -1], false);
        break;
      case 'merged':
        if (waiting === null) waiting = at;
        else {
          write(cents + (plans[waiting]?.cents ?? 0), [at, waiting], false);
          waiting = null;
        }
        break;
      case 'none':
      case 'twice':
        write(cents, [at], true);
        if (fault === 'twice') write(cents, [at], true);
    }
  }
  return { rows, written };
}
