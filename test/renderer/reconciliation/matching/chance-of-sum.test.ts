import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { chanceOfSum } from '#renderer/reconciliation/matching/model/chance-of-sum.ts';

/** How often an amount comes by chance, counted one by one beside the product's counting. */

/** All amounts but 0 are known; of more than 4,096 every so-manieth. Each is looked at for each question. */
function naiveOfOne(known: readonly number[], amount: number): number {
  const others = [...known];
  const own = others.indexOf(amount);
  if (own >= 0) others.splice(own, 1);
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, each) => sum + (each - mean) ** 2, 0) / known.length);
  const width = Math.max(1, Math.floor(deviation / 4));
  const near = others.filter((each) => Math.abs(each - amount) <= width).length / others.length / (2 * width);
  const bellWidth = Math.max(1, deviation);
  const bell = Math.exp(-(((amount - mean) / bellWidth) ** 2) / 2) / (bellWidth * Math.sqrt(2 * Math.PI));
  const density = Math.max(near, bell);
  const equal = others.filter((each) => each === amount).length;
  const zeros = (of: number) => /0*$/.exec(String(Math.abs(of)))?.[0].length ?? 0;
  const asRound = (times: number) =>
    new Set(
      known.filter(
        (each) => zeros(each) === zeros(amount) && known.filter((one) => one === each).length === times,
      ),
    ).size;
  const again = (2 * asRound(2)) / (Math.max(1, asRound(1)) * known.length);
  const chances = [density, own >= 0 && equal > 0 ? equal / others.length : again];
  const end = (of: number, modulus: number) => ((of % modulus) + modulus) % modulus;
  for (let modulus = 10; modulus <= 1e12; modulus *= 10) {
    const alike = others.filter((each) => end(each, modulus) === end(amount, modulus)).length;
    if (alike < 3) break;
    chances.push((alike / others.length) * Math.min(1, modulus * density));
    if (modulus * density >= 1) break;
  }
  return Math.max(...chances);
}

const ofOne = (amounts: readonly number[], amount: number) =>
  chanceOfSum(amounts.map(BigInt)).ofOne(BigInt(amount));

describe('one amount by chance', () => {
  const round = fc
    .tuple(fc.integer({ min: -40, max: 400 }), fc.constantFrom(1, 10, 100, 990))
    .map(([of, by]) => of * by);

  test('is what counting all that is known says: how near, how often equal, how many end alike', () => {
    fc.assert(
      fc.property(
        fc.array(
          round.filter((each) => each !== 0),
          { minLength: 9, maxLength: 60 },
        ),
        fc.oneof(fc.nat({ max: 59 }), round.filter((each) => each !== 0).map(String)),
        (amounts, one) => {
          const amount = typeof one === 'string' ? Number(one) : (amounts[one % amounts.length] ?? 1);
          expect(ofOne(amounts, amount)).toBeCloseTo(naiveOfOne(amounts, amount), 12);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('is of the amounts themselves: no order of them, no 0 among them counts', () => {
    const amounts = [5_990, 12_990, 7_500, 12_990, 40_000, 31_250, 990, 18_990, 22_000, -3_990];
    const shuffled = [0, ...amounts.toReversed(), 0, 0];
    expect(ofOne(shuffled, 12_990)).toBe(ofOne(amounts, 12_990));
    expect(ofOne(shuffled, 7_990)).toBe(ofOne(amounts, 7_990));
  });

  test('of more than 4,096 is of every so-manieth from the least on', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => 1_000 + ((at * 7_919) % 50_021) * 10);
    for (const [count, apart] of [
      [4_096, 1],
      [4_097, 2],
      [8_193, 3],
    ] as const) {
      const amounts = many(count);
      const some = amounts.toSorted((a, b) => a - b).filter((_, at) => at % apart === 0);
      for (const amount of [1_000, 50_000, 123_450, 400_000])
        expect(ofOne(amounts, amount)).toBe(ofOne(some, amount));
    }
  });
});

describe('one amount by chance where hardly anything is known', () => {
  const primes = [101, 997, 7_993, 50_021, 999_983];

  test('is one of as many as there are up to it', () => {
    for (const amount of primes) {
      expect(ofOne([], amount) * amount).toBeGreaterThan(0.8);
      expect(ofOne([], amount) * amount).toBeLessThan(1.25);
      expect(ofOne([amount], amount)).toBe(ofOne([], amount));
      const few = Array.from({ length: 7 }, (_, at) => Math.round((amount * (2 * at + 1)) / 16));
      expect(ofOne(few, amount) * amount).toBeGreaterThan(1 / 3);
      expect(ofOne(few, amount) * amount).toBeLessThan(3);
    }
  });

  test('is no rarer however large it is where it is round: the amounts beside it are as round', () => {
    const round = [8_000, 80_000, 8_000_000].map((amount) => ofOne([], amount));
    for (const chance of round) {
      expect(chance).toBeGreaterThan(0.1);
      expect(chance).toBeLessThan(0.15);
    }
  });
});

/** How likely so many amounts of some that are known come to a target: every sum with what it is worth. */
function likelihood(known: readonly number[], target: number, count: number): number {
  let sums = new Map([[0, 1]]);
  for (let at = 0; at < count; at += 1) {
    const longer = new Map<number, number>();
    for (const [sum, share] of sums)
      for (const each of known) longer.set(sum + each, (longer.get(sum + each) ?? 0) + share / known.length);
    sums = longer;
  }
  return sums.get(target) ?? 0;
}

describe('several amounts by chance', () => {
  const price = fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(1_000, 10))
    .map(([of, by]) => of * by);
  const world = fc
    .tuple(
      fc.array(price, { minLength: 3, maxLength: 7 }),
      fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    )
    .map(([prices, drawn]) => drawn.map((at) => prices[at % prices.length] ?? 0));
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);
  const ofWhole = (known: readonly number[], own: readonly number[]) =>
    chanceOfSum(known.map(BigInt)).ofWhole(BigInt(sumOf(own)), own.map(BigInt));
  const ofSome = (known: readonly number[], candidates: readonly number[], own: readonly number[]) =>
    chanceOfSum(known.map(BigInt)).ofSome(BigInt(sumOf(own)), candidates.map(BigInt), own.map(BigInt));

  test('are never said to be much rarer than they are, and mostly as likely as they are', () => {
    const worlds = fc.sample(fc.tuple(world, fc.integer({ min: 2, max: 5 })), { numRuns: 60, seed: 4 });
    const said = worlds.map(([known, count]) => {
      const own = known.slice(0, count);
      const left = known.slice(count);
      // What it comes to does not count among what is known.
      const itself = left.indexOf(sumOf(own));
      const others = itself < 0 ? left : left.toSpliced(itself, 1);
      return { chance: ofWhole(known, own), likely: likelihood(others, sumOf(own), count) };
    });
    const told = said.filter(({ likely }) => likely > 0.001);
    expect(told.length).toBeGreaterThan(40);
    for (const { chance, likely } of told) expect(chance / likely).toBeGreaterThan(0.6);
    const near = told.filter(({ chance, likely }) => chance < 1.3 * likely);
    expect(near.length / told.length).toBeGreaterThan(0.75);
  });

  test('are as rare whatever was asked before, of fewer or of more of them', async () => {
    const known = Array.from(
      { length: 40 },
      (_, at) => 10 * ([3, 7, 11, 16][(at * at + (at >> 2)) % 4] ?? 0),
    );
    const afresh = async () => {
      vi.resetModules();
      const fresh = await import('#renderer/reconciliation/matching/model/chance-of-sum.ts');
      const { ofWhole: chance } = fresh.chanceOfSum(known.map(BigInt));
      return (count: number) => {
        const own = known.slice(0, count);
        return chance(BigInt(sumOf(own)), own.map(BigInt));
      };
    };
    const [fewFirst, manyFirst] = [await afresh(), await afresh()];
    const few = fewFirst(2);
    const many = fewFirst(9);
    expect([manyFirst(9), manyFirst(2), manyFirst(9)]).toEqual([many, few, many]);
    const ofFew = likelihood(known.slice(2), sumOf(known.slice(0, 2)), 2);
    expect(few / ofFew).toBeGreaterThan(0.6);
    expect(few / ofFew).toBeLessThan(1.6);
  });

  test('are as rare with a nought more on every amount', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 2, max: 4 }), (known, count) => {
        const larger = (amounts: readonly number[]) => amounts.map((each) => each * 1_000);
        const own = known.slice(0, count);
        expect(ofWhole(larger(known), larger(own)) / ofWhole(known, own)).toBeCloseTo(1, 6);
      }),
      { numRuns: 40 },
    );
  });

  test('some of many are likelier than just so many, as far as that counts, and no rarer for what is searched beside them', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 2, max: 4 }), (known, count) => {
        const own = known.slice(0, count);
        const alone = ofSome(known, own, own);
        const beside = ofSome(known, known.slice(0, count + 3), own);
        expect(alone).toBeGreaterThanOrEqual(Math.min(0.1, ofWhole(known, own)) * 0.99);
        expect(beside).toBeGreaterThanOrEqual(Math.min(0.1, alone) * 0.5);
      }),
      { numRuns: 40 },
    );
  });
});

describe('some amounts among others', () => {
  const of = (known: readonly number[]) => {
    const { ofSome, ofWhole } = chanceOfSum(known.map(BigInt));
    const sumOf = (own: readonly number[]) => BigInt(own.reduce((sum, each) => sum + each, 0));
    return {
      some: (candidates: readonly number[], own: readonly number[]) =>
        ofSome(sumOf(own), candidates.map(BigInt), own.map(BigInt)),
      whole: (own: readonly number[]) => ofWhole(sumOf(own), own.map(BigInt)),
    };
  };
  /** Of any ends, up to so much. */
  const odd = (count: number, most: number) =>
    Array.from({ length: count }, (_, at) => 1 + (((at * 7_919 + 1_237) * 104_729) % most));
  const thousands = Array.from({ length: 40 }, (_, at) => 1_000 * (1 + ((at * 7) % 23)));

  test('are as likely as those of them that others would do for: what proves itself proves nothing beside it', () => {
    const { some } = of([...thousands, ...odd(40, 900_000)]);
    const proofs = [411_237, 633_419, 217_893, 518_761, 311_119];
    const round = [2_000, 3_000];
    const among = (count: number) => {
      const own = [...proofs.slice(0, count), ...round];
      return some([...own, 4_000, 1_000, 6_000, 7_000], own);
    };
    for (const count of [1, 2, 3, 4]) expect(among(count)).toBeCloseTo(among(1), 12);
    expect(among(1)).toBeGreaterThan(0.01);
    // Of more than six each is not looked at; and one by itself is no part of two.
    expect(among(5)).toBeLessThan(0.005);
    expect(some([411_237, 5_000, 2_000, 3_000], [411_237, 5_000])).toBeLessThan(0.001);
  });

  test('are as likely beside equal amounts as beside unlike ones', () => {
    const { some } = of([...odd(60, 900_000), ...thousands.slice(0, 6)]);
    const own = [411_237, 2_000, 3_000];
    expect(some([...own, 411_237, 411_237], own)).toBe(some([...own, 411_239, 411_231], own));
    expect(some([...own, 9_000, 9_000, 9_000], own)).toBe(some([...own, 9_000, 8_000, 10_000], own));
  });

  test('come to nothing by chance that no others come to, and to anything where sums are not exact', () => {
    const { whole } = of(thousands);
    expect(whole([1_002, 4_003]) * 100).toBeLessThan(whole([1_000, 4_000]));
    const few = of([1_000, 2_000, 3_000, 7_000]).whole([1_000, 4_000]);
    expect(few).toBeGreaterThan(0.15);
    expect(few).toBeLessThan(0.25);
    expect(of([2 ** 51, 2 ** 51, 2 ** 51]).whole([2 ** 51, 2 ** 51])).toBe(Number.POSITIVE_INFINITY);
    expect(of([2 ** 53, 2 ** 51]).whole([2, 3])).toBe(Number.POSITIVE_INFINITY);
    // What they come to does not count among what is known; one alone counts where it is there again.
    expect(whole([2_000, 3_000])).toBe(of(thousands.filter((each) => each !== 5_000)).whole([2_000, 3_000]));
    expect(ofOne([8_009, 8_009], 8_009)).toBeGreaterThan(1.3 * ofOne([8_009], 8_009));
  });

  test('are likelier where candidates end as they do, or lie as near to each other', () => {
    const own = [11_990, 22_990, 43_990];
    const more = [31_990, 52_990, 23_990, 14_990, 65_990, 36_990, 27_990, 48_990, 19_990];
    const { some } = of([...odd(200, 70_000), ...own]);
    const unlike = more.map((each, at) => each - 90 - at * 7);
    expect(some([...own, ...more], own)).toBeGreaterThan(50 * some([...own, ...unlike], own));
    const wide = of(odd(200, 900_000));
    const two = [50_123, 50_377];
    const close = [49_871, 50_011, 50_207, 49_933, 50_459, 49_707, 50_551, 49_613];
    const apart = close.map((each, at) => each + (at % 2 === 0 ? -6_000 : 6_000) * at);
    const near = wide.some([...two, ...close], two);
    expect(near).toBeGreaterThan(10 * wide.some([...two, ...apart], two));
    // Of fewer than eight that is not told.
    expect(wide.some([...two, ...close.slice(0, 5)], two) * 1_000).toBeLessThan(near);
    const nine = [...two, ...close.slice(0, 7)];
    const mean = nine.reduce((sum, each) => sum + each, 0) / 9;
    const variance = nine.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 9;
    // Nine of nine hardly vary: of ten as near each other one would be left out.
    const expected = 1 / Math.sqrt(2 * Math.PI * variance * (9 / 10));
    expect(wide.whole(nine) / expected).toBeGreaterThan(0.99);
    expect(wide.whole(nine) / expected).toBeLessThan(1.2);
  });
});
