import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DRIFT_CAUSES } from '#renderer/data/model/drift-causes.ts';
import {
  type AdjustmentLine,
  driftByAccount,
  evidenceOfLines,
  monthsToAdjust,
  proposedAdjustment,
  sumsOfLine,
  sumsOfLines,
  type TakenAdjustment,
  takenInScope,
} from '#renderer/reconciliation/closing/model/adjustment.ts';
import type { DriftedOrder, DriftPart } from '#renderer/reconciliation/closing/model/drift.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { type Month, shiftMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** What is proposed for the books of an open month, and what of it was taken. */

const SCOPES = ['marketplace', 'comercial', 'total'] as const;
/** Cents as the oracle counts them: plain bigints. */
const cents = (text: Decimal): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(2, '0'));
  return text.startsWith('-') ? -units : units;
};
const amount = fc.integer({ min: -99_999, max: 99_999 }).map((units) => {
  const digits = String(Math.abs(units)).padStart(3, '0');
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return (units < 0 ? `-${text}` : text) as Decimal;
});
const part: fc.Arbitrary<DriftPart> = fc.record({
  cause: fc.constantFrom(...DRIFT_CAUSES),
  sums: fc.record({ marketplace: amount, comercial: amount, total: amount }),
});
const order = fc
  .record({
    canal: fc.constantFrom('Uno', 'Dos'),
    cuenta: fc.constantFrom('A', 'B'),
    number: fc.nat({ max: 99 }),
    parts: fc.array(part, { maxLength: 3 }),
  })
  .map(
    ({ canal, cuenta, number, parts }): DriftedOrder =>
      ({ key: JSON.stringify([canal, cuenta, `${number}`]) as OrderKey, parts }) as unknown as DriftedOrder,
  );
const drift = fc.array(order, { maxLength: 8 }).map(driftByAccount);

const taken = (lines: readonly AdjustmentLine[]): Pick<TakenAdjustment, 'lines'> => ({ lines });
/** By account and scope, and by account, cause and scope, in cents; what is nothing is left out. */
function totals(lines: readonly AdjustmentLine[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { Canal, Cuenta, causes } of lines) {
    for (const { sums: own } of causes) {
      for (const scope of SCOPES) {
        const key = `${Canal} ${Cuenta} ${scope}`;
        sums.set(key, (sums.get(key) ?? 0n) + cents(own[scope]));
      }
    }
  }
  for (const [key, sum] of sums) if (sum === 0n) sums.delete(key);
  return sums;
}
const added = (...all: readonly (readonly AdjustmentLine[])[]) => totals(all.flat());

describe('the adjustment of a closed month', () => {
  test('with all that was taken is what became of the month, however it moved on and whatever was taken when', () => {
    const step = fc.record({ drift, isTaken: fc.boolean(), withdrawn: fc.option(fc.nat({ max: 3 })) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        let all: Pick<TakenAdjustment, 'lines'>[] = [];
        for (const { drift: now, isTaken, withdrawn } of steps) {
          if (withdrawn !== null) all = all.filter((_, at) => at !== withdrawn);
          const proposed = proposedAdjustment(now, all, null);
          const books = all.flatMap(({ lines }) => lines);
          expect(added(books, proposed)).toEqual(totals(now));
          if (!isTaken) continue;
          all = [...all, taken(proposed)];
          // Taken: nothing more is proposed until the month moves on, and then only the rest.
          expect(proposedAdjustment(now, all, null)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('is of the accounts in view alone, the same as of all', () => {
    fc.assert(
      fc.property(drift, drift, (now, before) => {
        const accounts = [{ Canal: 'Uno', Cuenta: 'A' }];
        const isOwn = ({ Canal, Cuenta }: AdjustmentLine) => Canal === 'Uno' && Cuenta === 'A';
        const all = proposedAdjustment(now, [taken(before)], null);
        const scopes = [false, true].map((isExcluded) =>
          proposedAdjustment(now, [taken(before)], { accounts, isExcluded }),
        );
        expect(scopes).toEqual([all.filter(isOwn), all.filter((line) => !isOwn(line))]);
      }),
    );
  });

  test('is told from any other, and not from the same written otherwise', () => {
    const line = (total: string): readonly AdjustmentLine[] => [
      {
        Canal: 'Uno',
        Cuenta: 'A',
        causes: [
          {
            cause: 'source',
            sums: { marketplace: '1' as Decimal, comercial: '1.0' as Decimal, total: total as Decimal },
          },
        ],
      },
    ];
    expect(evidenceOfLines(line('-12.50'))).toBe(evidenceOfLines(line('-12.5')));
    expect(evidenceOfLines(line('-12.50'))).not.toBe(evidenceOfLines(line('-12.51')));
    expect(evidenceOfLines(line('100'))).not.toBe(evidenceOfLines(line('1')));
  });

  test('counts in an open month: the present one first, back to the one after the closed one', () => {
    const months = (closed: string, present: string, others: readonly string[]) =>
      monthsToAdjust(
        closed as Month,
        present as Month,
        (month) => month === closed || others.includes(month),
      );
    expect(months('2026-09', '2026-12', [])).toEqual(['2026-12', '2026-11', '2026-10']);
    expect(months('2026-09', '2026-12', ['2026-10', '2026-12'])).toEqual(['2026-11']);
    expect(months('2026-11', '2026-11', [])).toEqual(['2026-12']);
    expect(months('2026-11', '2026-12', ['2026-12'])).toEqual(['2027-01']);
    expect(months('2027-03', '2026-11', [])).toEqual(['2027-04']);
  });

  test('never counts in the closed month, in one before it or in a closed one, however many are closed in a row', () => {
    const month = fc.integer({ min: 0, max: 30 }).map((at) => shiftMonth('2026-01' as Month, at));
    fc.assert(
      fc.property(month, month, fc.uniqueArray(month, { maxLength: 24 }), (closed, present, others) => {
        // It may be open again by now, and is adjusted in another all the same.
        const isClosed = (each: Month) => others.includes(each);
        const found = monthsToAdjust(closed, present, isClosed);
        const between = Array.from({ length: 32 }, (_, at) => shiftMonth('2026-01' as Month, at))
          .filter((each) => each > closed && each <= present && !isClosed(each))
          .toReversed();
        if (between.length > 0) {
          expect(found).toEqual(between);
          return;
        }
        expect(found).toHaveLength(1);
        const [first = closed] = found;
        const last = present > closed ? present : closed;
        expect(first > last && !isClosed(first)).toBe(true);
        for (let each = shiftMonth(last, 1); each < first; each = shiftMonth(each, 1))
          expect(isClosed(each)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('says of an entry that was taken what is of the accounts in view, and nothing of one without them', () => {
    const entry = drift.map((lines): TakenAdjustment => {
      return { id: 'x', datedIn: '2026-04' as Month, lines, owner: 'Ana', atMs: 1 };
    });
    fc.assert(
      fc.property(entry, fc.boolean(), (whole, isExcluded) => {
        const accounts = [{ Canal: 'Dos', Cuenta: 'B' }];
        const own = whole.lines.filter(
          ({ Canal, Cuenta }) => (Canal === 'Dos' && Cuenta === 'B') !== isExcluded,
        );
        const view = takenInScope(whole, { accounts, isExcluded });
        expect(view).toEqual(own.length === 0 ? null : { ...whole, lines: own });
        const all = takenInScope(whole, null);
        expect(all).toEqual(whole.lines.length === 0 ? null : whole);
      }),
    );
  });

  test('has one line an account and one part a cause, in their order, and none that comes to nothing', () => {
    fc.assert(
      fc.property(drift, drift, (now, before) => {
        const lines = proposedAdjustment(now, [taken(before)], null);
        const names = lines.map(({ Canal, Cuenta }) => JSON.stringify([Canal, Cuenta]));
        expect(names).toEqual([...new Set(names)].toSorted());
        for (const { causes } of lines) {
          const order = causes.map(({ cause }) => DRIFT_CAUSES.indexOf(cause));
          expect(order).toEqual([...new Set(order)].toSorted((one, other) => one - other));
          for (const { sums } of causes) expect(SCOPES.some((scope) => cents(sums[scope]) !== 0n)).toBe(true);
        }
        const sums = sumsOfLines(lines);
        for (const scope of SCOPES) {
          const own = lines.flatMap(({ causes }) => causes).map((each) => cents(each.sums[scope]));
          expect(cents(sums[scope])).toBe(own.reduce((sum, each) => sum + each, 0n));
        }
      }),
    );
  });

  test('is none of an account whose causes cancel each other, or whose drift was taken, beside one that is left', () => {
    const sums = (total: string) =>
      ({ marketplace: '0', comercial: total, total }) as { readonly [scope in Scope]: Decimal };
    const line = (Cuenta: string, ...totals: readonly (readonly [DriftPart['cause'], string])[]) => ({
      ...{ Canal: 'Uno', Cuenta },
      causes: totals.map(([cause, total]): DriftPart => ({ cause, sums: sums(total) })),
    });
    const cancels = line('A', ['source', '7.50'], ['product-cost', '-7.50']);
    const left = line('B', ['source', '7.50'], ['product-cost', '-7.49']);
    const gone = line('C', ['source', '3']);
    const proposed = proposedAdjustment([gone, left, cancels], [taken([gone])], null);
    expect(proposed.map(({ Cuenta }) => Cuenta)).toEqual(['B']);
    expect(sumsOfLines(proposed)).toEqual({ marketplace: '0', comercial: '0.01', total: '0.01' });
    // What was taken of an account that is what it was again, is given back.
    expect(proposedAdjustment([], [taken([gone])], null).map(sumsOfLine)).toMatchObject([{ total: '-3' }]);
  });

  test('is another for another account, cause or profitability, though its total is the same', () => {
    const line = (Cuenta: string, cause: DriftPart['cause'], marketplace: string): AdjustmentLine => {
      const sums = { marketplace, comercial: '2', total: '3' } as { readonly [scope in Scope]: Decimal };
      return { Canal: 'Uno', Cuenta, causes: [{ cause, sums }] };
    };
    const proposals = [
      [line('A', 'source', '1')],
      [line('B', 'source', '1')],
      [line('A', 'decision', '1')],
      [line('A', 'source', '1.01')],
      [line('A', 'source', '1'), line('B', 'source', '1')],
    ];
    expect(new Set(proposals.map(evidenceOfLines)).size).toBe(proposals.length);
  });
});
