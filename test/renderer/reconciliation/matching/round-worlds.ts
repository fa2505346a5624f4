import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import type {
  MatchCase,
  MatchInput,
  MatchOrder,
} from '#renderer/reconciliation/matching/model/match-work.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { dayOfNumber } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { random } from '#test/statements/truth.ts';

/**
 * Worlds of the amounts that people really see: whole thousands, prices that end in 990, few prices, whole pesos, cents; orders
 * of which some are nowhere here, their lines with and without a number, one for several, several for one, and lines of nobody.
 * Of each line it is known which orders it is of.
 */

/** Draws an amount in cents. */
type Draw = () => number;
export type Choose = (from: number, to: number) => number;

const FEW = [3_990, 5_990, 9_990, 12_990, 14_990, 19_990, 24_990, 29_990];

/** By name where the amounts of a world come from. */
const AMOUNTS: { readonly [name: string]: (whole: Choose) => Draw } = {
  thousands: (whole) => () => 100_000 * whole(1, 60),
  'five hundreds': (whole) => () => 50_000 * whole(2, 120),
  'ten thousands': (whole) => () => 1_000_000 * whole(1, 25),
  nineties: (whole) => () => 100_000 * whole(2, 90) - 1_000,
  'few prices': (whole) => {
    const own = FEW.slice(0, whole(3, FEW.length));
    return () => 100 * (own[whole(0, own.length - 1)] ?? 0);
  },
  'few prices less a charge': (whole) => {
    const part = whole(10, 18);
    return () => {
      const price = 100 * (FEW[whole(0, FEW.length - 1)] ?? 0);
      return price - Math.round((price * part) / 10_000) * 100;
    };
  },
  hundreds: (whole) => () => 10_000 * whole(20, 900),
  pesos: (whole) => () => 100 * whole(1_500, 90_000),
  cents: (whole) => () => whole(150_000, 9_000_000),
  'mostly thousands': (whole) => () =>
    whole(0, 9) === 0 ? whole(150_000, 6_000_000) : 100_000 * whole(1, 60),
  'mostly nineties': (whole) => () =>
    whole(0, 7) === 0 ? 100 * whole(1_500, 60_000) : 100_000 * whole(2, 90) - 1_000,
};
export const KINDS_OF_AMOUNTS = Object.keys(AMOUNTS);
/** Draws amounts of a kind, in cents. */
export const drawOf = (kind: string, whole: Choose): Draw => AMOUNTS[kind]?.(whole) ?? (() => 0);

export type RoundWorld = {
  readonly input: MatchInput;
  /** Of each line the places of its orders; -1: one that is nowhere here. None: it is nobody's. */
  readonly of: readonly (readonly number[])[];
};

const FIRST_DAY = 20_000;

/** @param seed of everything that is drawn; the same seed gives the same world */
export function roundWorld(kind: string, seed: number): RoundWorld {
  const next = random(seed);
  const whole: Choose = (from, to) => from + Math.floor(next() * (to - from + 1));
  const draw = drawOf(kind, whole);
  const hasSettlements = whole(0, 2) === 0;
  const daysInAll = whole(1, 31);
  const late = whole(0, 3);
  /** Of a hundred orders so many have a number in the statement, have no line, are nowhere here. */
  const [numbered, silent, unknown] = [whole(0, 80), whole(0, 25), whole(0, 25)];
  const orders: (MatchOrder | null)[] = Array.from({ length: whole(12, 70) }, () => {
    if (whole(1, 100) <= unknown) return null;
    const paid = FIRST_DAY + whole(0, daysInAll);
    const settlements = hasSettlements ? [`L${whole(1, 4)}`] : [];
    return {
      amount: BigInt(draw()),
      settled: null,
      settlements,
      purchased: paid - whole(1, 9),
      paid,
      isMovement: false,
      isExpected: whole(0, 9) > 0,
    };
  });
  const places = new Map<MatchOrder, number>();
  for (const order of orders) if (order !== null) places.set(order, places.size);
  const placeOf = (order: MatchOrder | null): number => (order === null ? -1 : (places.get(order) ?? -1));
  const written: {
    readonly net: bigint;
    readonly day: number;
    readonly settlement: string | null;
    readonly link: number | null;
    readonly of: readonly number[];
  }[] = [];
  const came = (
    net: bigint,
    like: MatchOrder | null,
    of: readonly number[],
    link: number | null = null,
  ): void => {
    const day = (like?.paid ?? FIRST_DAY + whole(0, daysInAll)) + whole(0, late);
    const settlement = hasSettlements ? (like?.settlements[0] ?? `L${whole(1, 4)}`) : null;
    written.push({ net, day, settlement, link, of });
  };
  const amountOf = (order: MatchOrder | null): bigint => order?.amount ?? BigInt(draw());
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
  // By day, so that orders that come together are of about one day.
  const waiting = orders.toSorted((one, other) => (one?.paid ?? 0) - (other?.paid ?? 0));
  while (waiting.length > 0) {
    const order = waiting.shift() ?? null;
    const place = placeOf(order);
    if (whole(1, 100) <= silent) continue;
    if (order !== null && whole(1, 100) <= numbered) came(order.amount, order, [place], place);
    else {
      const way = whole(0, 5);
      if (way <= 1) came(amountOf(order), order, [place]);
      else if (way <= 4) {
        const others = waiting.splice(0, whole(1, 4));
        const all = [order, ...others];
        const known = all.find((each) => each !== null) ?? null;
        came(sum(all.map(amountOf)), known, all.map(placeOf));
      } else {
        const all = amountOf(order);
        const first = BigInt(draw());
        const parts = first < all ? [first, all - first] : [all];
        for (const part of parts) came(part, order, [place]);
      }
    }
  }
  for (let decoys = whole(0, 12); decoys > 0; decoys -= 1) {
    came(sum(Array.from({ length: whole(1, 4) }, () => BigInt(draw()))), null, []);
  }
  return { input: inputOf(written, [...places.keys()]), of: written.map(({ of }) => of) };
}

function inputOf(
  written: readonly {
    readonly net: bigint;
    readonly day: number;
    readonly settlement: string | null;
    readonly link: number | null;
  }[],
  orders: readonly MatchOrder[],
): MatchInput {
  return {
    lines: written.map(({ net, day, settlement, link }, at): MatchLine => {
      return {
        line: at + 2,
        movement: null,
        settlement,
        order: link === null ? null : String(link),
        suborder: null,
        sku: null,
        operation: null,
        currency: null,
        description: null,
        date: { day: dayOfNumber(day) as LocalDate },
        released: null,
        net: toDecimal({ units: net, scale: 2 }) as Decimal,
      };
    }),
    nets: written.map(({ net }) => net),
    days: Int32Array.from(written, ({ day }) => day),
    orders,
    links: written.map(({ link }) => (link === null ? undefined : [link])),
    hasNumber: (line) => written[line]?.link != null,
    isPackage: false,
    near: [],
    tolerance: { absolute: 0n, percent: { units: 0n, scale: 0 } },
    decisions: [],
  };
}

/**
 * Whether a case says no more than is so: each of its lines, or one that says the same in every field, is of orders of the case,
 * and together they are of all of them.
 */
export function isRight({ input, of }: RoundWorld, { lines, orders }: MatchCase): boolean {
  const own = new Set(orders);
  const viewOf = (at: number): string => JSON.stringify([{ ...input.lines[at], line: 0 }]);
  const reached = new Set<number>();
  for (const line of lines) {
    const content = viewOf(line);
    const fitting = [...input.lines.keys()].filter((at) => {
      const [mine = []] = [of[at]];
      return mine.length > 0 && mine.every((order) => own.has(order)) && viewOf(at) === content;
    });
    if (fitting.length === 0) return false;
    for (const at of fitting) for (const order of of[at] ?? []) reached.add(order);
  }
  return orders.every((order) => reached.has(order));
}
