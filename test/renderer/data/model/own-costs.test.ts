import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnnotation } from '#renderer/data/model/annotations.ts';
import {
  holdsDay,
  type OwnCost,
  ownCostKey,
  ownCostsBySku,
  placeOwnCost,
  readOwnCost,
} from '#renderer/data/model/own-costs.ts';
import { type LocalDate, shiftDay } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Own costs among each other: one at most for each day of a SKU, whatever is put where. */

const FIRST = '2026-01-01' as LocalDate;
const DAYS = Array.from({ length: 12 }, (_, at) => shiftDay(FIRST, at));
/** A day before and one after all that are named: what open ends reach. */
const SEEN = [shiftDay(FIRST, -400), ...DAYS, shiftDay(FIRST, 400)];

const end = fc.option(fc.constantFrom(...DAYS), { freq: 3 });
const cost: fc.Arbitrary<OwnCost> = fc
  .record({
    sku: fc.constantFrom('a', 'b'),
    currency: fc.constantFrom(null, 'ARS'),
    ends: fc.tuple(end, end),
    cost: fc.integer({ min: 1, max: 999 }).map((units) => String(units) as Decimal),
  })
  .map(({ ends: [one, other], ...rest }) => {
    const isTurned = one !== null && other !== null && other < one;
    const [from, to] = isTurned ? [other, one] : [one, other];
    return { ...rest, from, to, note: '', owner: '', atMs: 0 };
  });

const write = (all: ReadonlyMap<string, OwnCost>, next: OwnCost, replaced: string | null = null) => {
  const placed = placeOwnCost(all.values(), next, { replaced, onOverlap: 'cut' });
  const made = new Map(all);
  if (placed.kind !== 'placed') throw new Error('It cuts.');
  for (const key of placed.changes.deletes) made.delete(key);
  for (const put of placed.changes.puts) made.set(ownCostKey(put), put);
  return made;
};
const holds = ({ from, to }: OwnCost, day: LocalDate) =>
  (from === null || from <= day) && (to === null || day <= to);

describe('own costs of a SKU', () => {
  test('the last one said holds on its days, and those before keep theirs', () => {
    fc.assert(
      fc.property(fc.array(cost, { maxLength: 8 }), (said) => {
        let all: ReadonlyMap<string, OwnCost> = new Map();
        for (const each of said) all = write(all, each);
        for (const sku of ['a', 'b']) {
          for (const currency of [null, 'ARS']) {
            for (const day of SEEN) {
              const fits = (each: OwnCost) =>
                each.sku === sku && each.currency === currency && holds(each, day);
              const standing = [...all.values()].filter(fits);
              expect(standing.map((each) => each.cost)).toEqual(
                said
                  .filter(fits)
                  .slice(-1)
                  .map((each) => each.cost),
              );
            }
          }
        }
        for (const [key, value] of all) {
          expect(key).toBe(ownCostKey(value));
          expect(readAnnotation('own-cost', value)).toEqual(value);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('an edited one leaves nothing of itself behind, and reports whom it touches where it may not cut', () => {
    fc.assert(
      fc.property(fc.array(cost, { minLength: 1, maxLength: 5 }), fc.nat(), cost, (said, at, next) => {
        let all: ReadonlyMap<string, OwnCost> = new Map();
        for (const each of said) all = write(all, each);
        const old = [...all.values()][at % all.size] as OwnCost;
        const others = new Map([...all].filter(([key]) => key !== ownCostKey(old)));
        expect([...write(all, next, ownCostKey(old))].sort()).toEqual([...write(others, next)].sort());
        const report = placeOwnCost(others.values(), next, { replaced: null, onOverlap: 'report' });
        const touched = [...others.values()].filter(
          (each) =>
            each.sku === next.sku &&
            each.currency === next.currency &&
            SEEN.some((day) => holds(each, day) && holds(next, day)),
        );
        expect(report.kind === 'overlap' ? report.with : []).toEqual(touched);
      }),
      { numRuns: 100 },
    );
  });

  test('of the currency in view come before those from before it had a name, which are of the main one', () => {
    const named = { sku: 'a', currency: 'ARS', from: FIRST, to: FIRST, cost: '2' as Decimal };
    const more = { note: '', owner: '', atMs: 0 };
    const unnamed = { ...named, currency: null, from: null, to: null, cost: '1' as Decimal };
    const all = [
      { ...unnamed, ...more },
      { ...named, ...more },
    ];
    const at = (currency: string, isMain: boolean, day = FIRST) =>
      ownCostsBySku(all, { currency, isMain })
        .get('a')
        ?.find((cost) => holdsDay(cost, day))?.cost ?? null;
    expect([at('ARS', true), at('ARS', true, shiftDay(FIRST, 1))]).toEqual(['2', '1']);
    expect([at('ARS', false, shiftDay(FIRST, 1)), at('USD', false), at('USD', true)]).toEqual([
      null,
      null,
      '1',
    ]);
  });

  test('are read exactly, or all that is wrong is told', () => {
    const text = { sku: ' a', cost: ' 12.50 ', from: '', to: '2026-01-31' };
    expect(readOwnCost(text)).toEqual({ read: { sku: ' a', cost: '12.50', from: null, to: '2026-01-31' } });
    const faults = (more: Partial<typeof text>) => readOwnCost({ ...text, ...more });
    expect(faults({ from: '2026-01-31' })).toMatchObject({ read: { from: '2026-01-31', to: '2026-01-31' } });
    expect(faults({ sku: ' ', cost: '' })).toEqual({ faults: ['no-sku', 'no-cost'] });
    expect(faults({ cost: '0.00' })).toEqual({ faults: ['not-positive'] });
    expect(faults({ cost: '1,5' })).toEqual({ faults: ['not-a-number'] });
    expect(faults({ cost: '1000000000000' })).toEqual({ faults: ['too-many-digits'] });
    expect(faults({ cost: '0.0000001' })).toEqual({ faults: ['too-many-digits'] });
    expect(faults({ from: '2026-02-30' })).toEqual({ faults: ['not-a-day'] });
    expect(faults({ from: '2026-02-01' })).toEqual({ faults: ['days-reversed'] });
    expect(faults({ sku: 'x'.repeat(901) })).toEqual({ faults: ['long-sku'] });
  });
});
