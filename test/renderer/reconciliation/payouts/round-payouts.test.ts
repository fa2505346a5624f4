import { describe, expect, test } from 'vitest';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import {
  type Choose,
  drawOf,
  KINDS_OF_AMOUNTS,
} from '#test/renderer/reconciliation/matching/round-worlds.ts';
import { random } from '#test/statements/truth.ts';

/**
 * Payouts and bank lines of the amounts that people see, each world judged by what its own making knows: payouts come whole,
 * several in one line, in parts, by their number, never; some are nowhere here; other business pays like amounts.
 *
 *   CUADRA_WORLDS=1000 [CUADRA_WORLDS_FROM=1] npx vitest run test/renderer/reconciliation/payouts/round-payouts.test.ts
 */
const WORLDS = Number(process.env.CUADRA_WORLDS ?? 20);
const FIRST = Number(process.env.CUADRA_WORLDS_FROM ?? 1);

/** Where amounts differ much they are found, so that nothing is right by silence. */
const MIN_RIGHT: { readonly [kind: string]: number } = { cents: 4, pesos: 3 };

const PAYERS = ['shopify-payments', 'ripley', 'mercado-pago-releases'];
const SAID = ['SHOPIFY INC', 'RIPLEY CHILE', 'MERCADOPAGO'];

type World = {
  readonly payouts: readonly OpenPayout[];
  readonly deposits: readonly Deposit[];
  /** Of each bank line the places of its payouts; -1: one that is nowhere here. None: it is other business. */
  readonly of: readonly (readonly number[])[];
};

function payoutWorld(kind: string, seed: number): World {
  const next = random(seed);
  const whole: Choose = (from, to) => from + Math.floor(next() * (to - from + 1));
  const draw = drawOf(kind, whole);
  /** A payout is what some sales come to, in pesos or cents. */
  const sales = whole(1, 4);
  const amountOf = (): bigint =>
    BigInt(Array.from({ length: sales }, draw).reduce((sum, each) => sum + each, 0));
  const days = whole(3, 60);
  const [late, unknown, saidNone] = [whole(0, 4), whole(0, 30), whole(0, 1) === 1];
  const payouts: OpenPayout[] = [];
  const deposits: Deposit[] = [];
  const of: (readonly number[])[] = [];
  const pay = (): {
    readonly place: number;
    readonly amount: bigint;
    readonly day: number;
    readonly who: number;
  } => {
    const [amount, day, who] = [amountOf(), 100 + whole(0, days), whole(0, PAYERS.length - 1)];
    if (whole(1, 100) <= unknown) return { place: -1, amount, day, who };
    const window = { from: day - 2, to: day + 7 };
    const place =
      payouts.push({
        amount,
        currency: null,
        window,
        numbers: [],
        payer: PAYERS[who] ?? '',
        isExpected: true,
      }) - 1;
    return { place, amount, day, who };
  };
  const came = (amount: bigint, day: number, who: number | null, own: readonly number[]): void => {
    const words = who === null || saidNone ? 'ABONO' : (SAID[who] ?? '');
    deposits.push({ amount, day: day + whole(0, late), currency: null, words });
    of.push(own);
  };
  for (let left = whole(4, 30); left > 0; left -= 1) {
    const { place, amount, day, who } = pay();
    const way = whole(0, 5);
    if (way <= 1) came(amount, day, who, [place]);
    else if (way === 2) {
      const others = Array.from({ length: whole(1, 3) }, pay);
      const all = [amount, ...others.map((each) => each.amount)].reduce((sum, each) => sum + each, 0n);
      came(all, day, who, [place, ...others.map((each) => each.place)]);
    } else if (way === 3) {
      const first = BigInt(draw());
      const parts = first < amount ? [first, amount - first] : [amount];
      for (const part of parts) came(part, day, who, [place]);
    }
  }
  for (let others = whole(0, 30); others > 0; others -= 1)
    came(BigInt(draw()), 100 + whole(0, days), null, []);
  return { payouts, deposits, of };
}

/** To the last digit, a unit, and a unit of amounts with cents. */
const TOLERANCES = [0n, 1n, 100n] as const;

/** What a world's matches are, each with whether it is so. */
function judged({ payouts, deposits, of }: World, tolerance = 0n) {
  return atOnce(matchPayouts({ payouts, deposits, decisions: [], tolerance })).cases.flatMap((each) => {
    const { lines, orders } = each;
    if (lines.length === 0 || orders.length === 0) return [];
    const own = new Set(lines.flatMap((line) => of[line] ?? []));
    const isRight =
      lines.every((line) => (of[line] ?? []).length > 0) &&
      own.size === orders.length &&
      orders.every((at) => own.has(at));
    return [{ ...each, isRight }];
  });
}

/** Worlds in which a payout was taken for one of the credits of its amount, of which there are many, or of like ones. */
const ONCE_WRONG = [90_012, 90_189];

describe('payouts of amounts as people see them', () => {
  test.each(ONCE_WRONG)('are no credit of an amount as common as others (%i)', (seed) => {
    expect(judged(payoutWorld('few prices less a charge', seed)).filter(({ isRight }) => !isRight)).toEqual(
      [],
    );
  });

  test.each(KINDS_OF_AMOUNTS)('of %s are matched with no wrong bank line by themselves', (kind) => {
    let right = 0;
    const wrong: string[] = [];
    for (let seed = FIRST; seed < FIRST + WORLDS; seed += 1) {
      for (const { by, lines, orders, isRight } of judged(
        payoutWorld(kind, seed),
        TOLERANCES[seed % TOLERANCES.length],
      )) {
        if (isRight) right += 1;
        else wrong.push(`${seed}: ${by}, lines ${lines.join()}, payouts ${orders.join()}`);
      }
    }
    process.stdout.write(
      `${kind}: ${right} right, ${wrong.length} wrong by themselves in ${WORLDS} worlds\n`,
    );
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(WORLDS * (MIN_RIGHT[kind] ?? 0));
  });
});
