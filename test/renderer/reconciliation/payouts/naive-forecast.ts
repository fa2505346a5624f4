import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import {
  type AccountMoney,
  NOT_YET,
} from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';

/** Sales one by one, and the same forecast by fractions of whole numbers: it shares nothing with the product's. */

export type Sold = {
  readonly kind: 0 | 1;
  readonly bought: number;
  /** Null: it never comes. */
  readonly came: number | null;
  readonly cents: number;
};

export const dayOf = (text: string): number => dayNumber(text as LocalDate);

/** One part for each sale, in the order given. */
export function moneyOf(sales: readonly Sold[], names = { canal: 'A', cuenta: '1' }): AccountMoney {
  return {
    ...names,
    kind: Uint8Array.from(sales, ({ kind }) => kind),
    bought: Int32Array.from(sales, ({ bought }) => bought),
    came: Int32Array.from(sales, ({ came }) => came ?? NOT_YET),
    rows: Uint32Array.from(sales, () => 1),
    units: sales.map(({ cents }) => BigInt(cents)),
    weight: Float64Array.from(sales, ({ cents }) => Math.abs(cents)),
    stated: 0,
    undated: 0,
  };
}

type Fraction = readonly [top: bigint, bottom: bigint];
const LOOK_BACK = 183;
const LONGEST = 365;
const ENOUGH = 30;

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
const short = ([top, bottom]: Fraction): Fraction => {
  const by = gcd(top, bottom);
  return by === 0n ? [0n, 1n] : [top / by, bottom / by];
};
const weekday = (day: number): number => new Date(day * 86_400_000).getUTCDay();

/** Those of which something was seen in the days looked back on, and what was seen of each. */
function seen(sales: readonly Sold[], morning: number): readonly Sold[] {
  return sales
    .filter(({ bought }) => bought < morning && bought !== NO_DAY)
    .map((sale) => ({ ...sale, came: sale.came !== null && sale.came < morning ? sale.came : null }))
    .filter(({ bought, came }) => {
      const last = Math.min(came ?? morning - 1, morning - 1, bought + LONGEST);
      return last >= morning - LOOK_BACK;
    });
}

/** The part of what has not come before an age that comes at it. */
function partAt(sales: readonly Sold[], morning: number, age: number): Fraction {
  const atRisk = sales.filter(({ bought, came }) => {
    const day = bought + age;
    return day < morning && day >= morning - LOOK_BACK && (came === null || came >= day);
  });
  const size = (some: readonly Sold[]) => some.reduce((sum, { cents }) => sum + BigInt(Math.abs(cents)), 0n);
  const risk = size(atRisk);
  return risk === 0n ? [0n, 1n] : [size(atRisk.filter(({ bought, came }) => came === bought + age)), risk];
}

/** What comes up to the end of a day of what had not on a morning, rounded once; null: too little was known. */
export function naiveUntil(sales: readonly Sold[], morning: number, last: number): bigint | null {
  const known = seen(sales, morning);
  const paid = known.filter(({ came, bought }) => came !== null && came - bought <= LONGEST);
  const first = Math.min(...known.map(({ bought }) => bought));
  if (paid.length < ENOUGH || morning - first < 56) return null;
  const tellers = ({ kind, bought }: Sold): readonly Sold[] => {
    const own = known.filter((each) => each.kind === kind);
    const byDay = [0, 1, 2, 3, 4, 5, 6].map((day) => own.filter((each) => weekday(each.bought) === day));
    if (byDay.every((each) => each.length >= ENOUGH)) return byDay[weekday(bought)] ?? [];
    return own.length >= ENOUGH ? own : known;
  };
  let sum: Fraction = [0n, 1n];
  const memo = new Map<string, Fraction>();
  for (const sale of sales) {
    if (sale.bought >= morning || (sale.came !== null && sale.came < morning)) continue;
    if (morning - sale.bought > LONGEST) continue;
    const key = `${sale.kind} ${sale.bought}`;
    let left = memo.get(key);
    if (left === undefined) {
      const own = tellers(sale);
      // What is left at its age: nobody of that age is expected any more where all of them had come.
      let [before, after]: [Fraction, Fraction] = [
        [1n, 1n],
        [1n, 1n],
      ];
      for (let age = 0; age <= Math.min(LONGEST, last - sale.bought); age += 1) {
        const [top, bottom] = partAt(own, morning, age);
        const stays: Fraction = [bottom - top, bottom];
        if (age < morning - sale.bought) before = short([before[0] * stays[0], before[1] * stays[1]]);
        else after = short([after[0] * stays[0], after[1] * stays[1]]);
      }
      left = before[0] === 0n ? [1n, 1n] : after;
      memo.set(key, left);
    }
    const [top, bottom] = left;
    sum = short([sum[0] * bottom + BigInt(sale.cents) * (bottom - top) * sum[1], sum[1] * bottom]);
  }
  const [top, bottom] = sum;
  const size = top < 0n ? -top : top;
  const rounded = (2n * size + bottom) / (2n * bottom);
  return top < 0n ? -rounded : rounded;
}
