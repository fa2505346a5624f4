import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBilledApart } from '#renderer/reconciliation/matching/model/billed-apart.ts';
import { apartEvidence } from '#renderer/reconciliation/matching/worker/apart-evidence.ts';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, MATCH_COLUMNS, type Row, rowOf, storeOf } from './statement-world.ts';

/** What a marketplace bills apart is told from what its statements leave out, in worlds that know what it does. */

const SECTIONS = {
  advertising: 'Costos por publicidad',
  storage: 'Costos de Almacenamiento Fulfillment',
  account: 'Costos de Gestión de Cuenta',
  financing: 'Costos de Financiamiento',
} as const;
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];

/** Cents. `later`: a second row, in a settlement that the statement does not name. */
type Sold = {
  readonly left: number;
  readonly charges: { readonly [section in Section]: number };
  readonly later: { readonly left: number; readonly advertising: number } | null;
  /** By what the statement is wrong. */
  readonly fault: number;
};
/** `sent`: the sections that the source knows at all; absent: each of them. */
type World = {
  readonly sold: readonly Sold[];
  readonly apart: readonly Section[];
  readonly sent?: readonly Section[];
};

/** Some of the sections, and some of these that are billed apart. */
const someSections = (apart: number) =>
  fc
    .subarray(NAMES, { minLength: 1 })
    .chain((sent) => fc.record({ sent: fc.constant(sent), apart: fc.subarray(sent, { minLength: apart }) }));

/** What is charged by sections that the source does not know is in no row. */
const withSent = (sold: readonly Sold[], sent: readonly Section[]): readonly Sold[] =>
  sold.map((each) => ({
    ...each,
    charges: {
      ...each.charges,
      ...Object.fromEntries(NAMES.filter((name) => !sent.includes(name)).map((name) => [name, 0])),
    },
  }));

const FIXED_FEE = 99_000;
const charge = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 100, max: 9_000_000 }) },
  { weight: 2, arbitrary: fc.constant(0) },
);
const soldWith = (fault: fc.Arbitrary<number>, own: fc.Arbitrary<number> = charge): fc.Arbitrary<Sold> =>
  fc.record({
    left: fc.integer({ min: -5_000_000, max: 90_000_000 }),
    charges: fc.record({ advertising: own, storage: own, account: own, financing: own }),
    later: fc.option(
      fc.record({ left: fc.integer({ min: 1, max: 800_000 }), advertising: fc.nat({ max: 70_000 }) }),
      { freq: 6 },
    ),
    fault,
  });

function evidenceOf({ sold, apart, sent = NAMES }: World, tolerance = '0') {
  const rows = sold.flatMap(({ left, charges, later }, at): Row[] => {
    const base = rowOf({
      Orden: `20990${at}`,
      'N° de Liquidación': 'L1',
      'Rentabilidad Marketplace': centsText(left),
      ...Object.fromEntries(sent.map((name) => [SECTIONS[name], centsText(charges[name])])),
    });
    if (later === null) return [base];
    const rest = {
      'N° de Liquidación': 'L2',
      'Rentabilidad Marketplace': centsText(later.left),
      ...(sent.includes('advertising') ? { [SECTIONS.advertising]: centsText(later.advertising) } : {}),
    };
    return [base, rowOf({ Orden: `20990${at}`, 'Nro. suborden': `20990${at}-2`, ...rest })];
  });
  const lines = sold.map(({ left, charges, fault }, at) => {
    const billed = apart.reduce((sum, name) => sum + charges[name], 0);
    return lineOf(centsText(left + billed + fault), {
      order: `20990${at}`,
      settlement: 'L1',
      day: '2026-10-08',
    });
  });
  const store = storeOf(rows, 2, [...MATCH_COLUMNS, ...sent.map((name) => SECTIONS[name])]);
  const options = {
    accounts: null,
    tolerance: { absolute: tolerance as Decimal, percent: '0' as Decimal },
    decisions: [],
  };
  const match = atOnce(matchStatement(store, lines, options));
  return atOnce(apartEvidence(store, match, tolerance as Decimal));
}

const rarely = fc.oneof(
  { weight: 30, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -700_000, max: 700_000 }) },
);
const often = fc.oneof(fc.constant(0), fc.constant(FIXED_FEE), fc.integer({ min: -700_000, max: 700_000 }));
const fixed = fc.oneof(charge, fc.constant(FIXED_FEE));

describe('Sections that are billed apart', () => {
  test('are never proposed where statements charge all of them, however wrong the statements are', () => {
    fc.assert(
      fc.property(
        fc.array(soldWith(often, fixed), { minLength: 12, maxLength: 40 }),
        someSections(0),
        (all, { sent }) => {
          const sold = withSent(all, sent);
          // A fee that is charged twice to all who pay it is another thing than a fee that nobody pays.
          const charged = sold.filter(({ charges }) => NAMES.some((name) => charges[name] !== 0));
          fc.pre(charged.filter(({ fault }) => fault !== FIXED_FEE).length * 4 >= charged.length);
          expect(evidenceOf({ sold, apart: [], sent })).toBeNull();
        },
      ),
      { numRuns: 80 },
    );
  });

  test('are never proposed where some charges were forgotten, and others of the same were taken', () => {
    const world = fc.array(soldWith(fc.constant(0), fixed), { minLength: 12, maxLength: 40 });
    fc.assert(
      fc.property(world, fc.constantFrom(...NAMES), fc.nat(20), (all, section, count) => {
        const charged = all.filter(({ charges }) => charges[section] !== 0);
        const forgotten = new Set(charged.slice(0, Math.min(count, Math.floor(charged.length / 2))));
        const sold = all.map((each) => ({
          ...each,
          fault: forgotten.has(each) ? each.charges[section] : 0,
        }));
        expect(evidenceOf({ sold, apart: [] })).toBeNull();
      }),
      { numRuns: 80 },
    );
  });

  test('are proposed, all of them and no other, where nearly all who are charged were paid without', () => {
    let proposed = 0;
    fc.assert(
      fc.property(
        fc.array(soldWith(rarely), { minLength: 10, maxLength: 60 }),
        someSections(1),
        (all, { sent, apart }) => {
          const sold = withSent(all, sent);
          const found = evidenceOf({ sold, apart, sent });
          const isOff = ({ fault }: Sold) => fault !== 0;
          const billed = ({ charges }: Sold) => apart.reduce((sum, name) => sum + charges[name], 0);
          const differing = sold.filter((each) => billed(each) + each.fault !== 0);
          const explained = sold.filter((each) => !isOff(each) && billed(each) !== 0);
          const supports = apart.map((name) => explained.filter(({ charges }) => charges[name] !== 0).length);
          // Rows of another settlement may make up for a difference by chance: none did in millions of cents.
          const isKnown =
            Math.min(...supports) >= 3 && (differing.length - explained.length) * 10 <= differing.length;
          for (const section of found?.sections ?? []) expect(apart).toContain(section);
          if (!isKnown) return;
          proposed += 1;
          expect(found).toEqual({
            sections: NAMES.filter((name) => apart.includes(name)),
            explained: explained.length,
            differing: differing.length,
          });
        },
      ),
      { numRuns: 80 },
    );
    expect(proposed).toBeGreaterThan(25);
  });

  test('are told to the last digit of the tolerance, of charges that are no rounding', () => {
    const sold = Array.from({ length: 12 }, (_, at): Sold => {
      const charges = { advertising: 30_000 + 700 * at, storage: 0, account: 0, financing: 0 };
      return { left: 900_000 + at, charges, later: null, fault: at % 2 === 0 ? 100 : -100 };
    });
    expect(evidenceOf({ sold, apart: ['advertising'] })).toBeNull();
    expect(evidenceOf({ sold, apart: ['advertising'] }, '1')).toEqual({
      sections: ['advertising'],
      explained: 12,
      differing: 12,
    });
    const small = sold.map((each) => ({ ...each, charges: { ...each.charges, advertising: 300 } }));
    expect(evidenceOf({ sold: small, apart: ['advertising'] }, '1')).toBeNull();
  });

  test('are told of all rows of orders too, where a statement holds more than its settlements', () => {
    const whole = (left: number) =>
      Array.from({ length: 4 }, (_, at): Sold => {
        const charges = { advertising: 10_000 + 700 * at, storage: 0, account: 0, financing: 0 };
        const later = { left, advertising: 1_000 };
        return { left: 900_000 + at, charges, later, fault: left + later.advertising };
      });
    // Nearer to what all of them left, or to what the settlement did.
    for (const left of [5_000, -5_000]) {
      const found = evidenceOf({ sold: whole(left), apart: ['advertising'] });
      expect(found).toEqual({ sections: ['advertising'], explained: 4, differing: 4 });
    }
  });

  test('are those that explain most and are contradicted least, of equal ones the fewest', () => {
    const of = (difference: bigint, ...charges: readonly bigint[]) => [{ difference, charges }] as const;
    const ten = <T>(each: (at: bigint) => T): readonly T[] =>
      Array.from({ length: 10 }, (_, at) => each(BigInt(at)));
    // One that agrees although it is charged by the first is against that alone, whichever is tried first.
    const both = ten((at) => of(5n + at, 5n + at, 5n + at));
    expect(findBilledApart([...both, of(0n, 4n, 0n)], 2, 0n)?.sections).toEqual([1]);
    expect(findBilledApart([...both, of(0n, 0n, 4n)], 2, 0n)?.sections).toEqual([0]);
    // Two that do equally well say nothing against a third that does better.
    const three = ten((at) => of(5n + at, 5n + at, 5n + at, 5n + at));
    expect(findBilledApart([...three, of(0n, 4n, 4n, 0n)], 3, 0n)?.sections).toEqual([2]);
    // What one section explains needs no two, whichever are tried first; two that explain more are more.
    const parts = ten((at) => of(5n + 2n * at, 2n + at, 3n + at, 5n + 2n * at));
    expect(findBilledApart(parts, 3, 0n)?.sections).toEqual([2]);
    const turned = parts.map(([{ difference, charges }]) => of(difference, ...charges.toReversed()));
    expect(findBilledApart(turned, 3, 0n)?.sections).toEqual([0]);
    expect(findBilledApart([...parts.slice(1), of(5n, 2n, 3n, 0n)], 3, 0n)?.sections).toEqual([0, 1]);
    expect(findBilledApart([...turned.slice(1), of(5n, 0n, 3n, 2n)], 3, 0n)?.sections).toEqual([1, 2]);
  });

  test('explain nine of ten that differ, and are contradicted by one of ten that are charged, at most', () => {
    const of = (difference: bigint, ...charges: readonly bigint[]) => [{ difference, charges }] as const;
    const nine = Array.from({ length: 9 }, (_, at) => of(5n + BigInt(at), 5n + BigInt(at)));
    const odd = of(3n, 0n);
    const against = of(0n, 4n);
    expect(findBilledApart([...nine, odd], 1, 0n)).toEqual({ sections: [0], explained: 9, differing: 10 });
    expect(findBilledApart([...nine.slice(1), odd], 1, 0n)).toBeNull();
    expect(findBilledApart([...nine, against], 1, 0n)).toEqual({ sections: [0], explained: 9, differing: 9 });
    expect(findBilledApart([...nine.slice(1), against], 1, 0n)).toBeNull();
    // What differs by the tolerance does not differ; a charge of ten times as much is no charge, of more it is one.
    const near = [...nine, of(1n, 0n), of(-1n, 0n)];
    expect(findBilledApart(near, 1, 0n)).toBeNull();
    const charged = (charge: bigint) => nine.map(() => of(charge - 1n, charge));
    expect(findBilledApart([...charged(11n), of(1n, 0n), of(-1n, 0n)], 1, 1n)?.differing).toBe(9);
    expect(findBilledApart(charged(10n), 1, 1n)).toBeNull();
    expect(findBilledApart([...charged(11n), of(0n, 10n), of(0n, -10n)], 1, 1n)?.explained).toBe(9);
    expect(findBilledApart([...charged(11n), of(0n, 11n), of(0n, -11n)], 1, 1n)).toBeNull();
  });

  test('are not told of where two do equally well, nor by fewer than three orders, nor against orders that agree', () => {
    const of = (difference: bigint, ...charges: readonly bigint[]) => [{ difference, charges }] as const;
    const three = [of(5n, 5n, 0n), of(7n, 7n, 0n), of(9n, 9n, 0n)];
    expect(findBilledApart(three, 2, 0n)).toEqual({ sections: [0], explained: 3, differing: 3 });
    expect(findBilledApart(three.slice(1), 2, 0n)).toBeNull();
    expect(findBilledApart([of(5n, 5n, 5n), of(7n, 7n, 7n), of(9n, 9n, 9n)], 2, 0n)).toBeNull();
    expect(findBilledApart([...three, of(0n, 4n, 0n)], 2, 0n)).toBeNull();
    expect(findBilledApart([...three, of(3n, 0n, 0n)], 2, 0n)).toBeNull();
    // What is given back of a charge tells of it as the charge does.
    const returned = [...three.slice(1), of(-5n, -5n, 0n)];
    expect(findBilledApart(returned, 2, 0n)).toEqual({ sections: [0], explained: 3, differing: 3 });
    // As far as an order is settled it may be what the other way of counting is not.
    const settled = [...of(1n, 2n), ...of(5n, 5n)] as const;
    expect(findBilledApart([settled, settled, settled], 1, 0n)).toEqual({
      sections: [0],
      explained: 3,
      differing: 3,
    });
  });
});
