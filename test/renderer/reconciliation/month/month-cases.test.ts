import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { casesByMonth } from '#renderer/reconciliation/month/worker/month-cases.ts';
import type { OrderCase } from '#renderer/reconciliation/payouts/worker/order-cases.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { toDecimal } from '#shared/domain/decimal.ts';

/** Lines of statements that no order was found for, in the months that they are dated in. */

const KINDS = ['mercado-pago-settlement', 'mercado-libre-charges'] as const;
const PESOS = { absolute: '0', percent: '0' } as never;

const line = fc.record({
  kind: fc.constantFrom(...KINDS),
  order: fc.constantFrom(null, '2000-1', '2000-2', '2000-3'),
  day: fc.constantFrom(null, '2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'),
  released: fc.constantFrom(null, '2026-03-31', '2026-04-01'),
  cents: fc.integer({ min: 1, max: 500 }),
  isExplained: fc.boolean(),
});
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

/** As the lines of one kind after those of the other are matched where no order is. */
function casesOf(lines: readonly Line[]): readonly OrderCase[] {
  return KINDS.flatMap((kind) => {
    const own = lines.filter((each) => each.kind === kind);
    const cases = own.map(({ cents, isExplained }, at) => ({
      state: 'only-statement',
      by: null,
      lines: [at],
      orders: [],
      ledgerAmount: 0n,
      statementAmount: BigInt(cents),
      difference: BigInt(cents),
      isExplained,
    }));
    const match = {
      scale: 2,
      lines: own.map(({ order, day, released }) => ({
        order,
        currency: '',
        date: day === null ? null : { day },
        released: released === null ? null : { day: released },
      })),
      amounts: own.map(({ cents }) => toDecimal({ units: BigInt(cents), scale: 2 })),
      cases,
      ...{ outside: [], orders: [], numbers: [], accounts: [] },
    };
    return cases.map((each) => ({ kind, match, case: each }) as unknown as OrderCase);
  });
}

test('lines without an order are of the month of their day, and an order that two kinds tell counts once', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const store = createColumnStore();
      const accountOf = () => ({ canal: 'Uno', cuenta: 'Norte' });
      const found = atOnce(
        casesByMonth(
          store,
          { found: new Map(), alone: casesOf(lines), accountOf, lastDayOf: () => null },
          PESOS,
        ),
      );
      const firstKindOf = new Map<string, string>();
      const counted = KINDS.flatMap((kind) => lines.filter((each) => each.kind === kind)).filter(
        ({ order, kind }) => {
          if (order === null) return true;
          if (!firstKindOf.has(order)) firstKindOf.set(order, kind);
          return firstKindOf.get(order) === kind;
        },
      );
      const expected = new Map<string, { cases: number; open: number; explained: number; cents: number }>();
      for (const { day, released, cents, isExplained } of counted) {
        const month = (day ?? released)?.slice(0, 7);
        if (month === undefined) continue;
        const own = expected.get(month) ?? { cases: 0, open: 0, explained: 0, cents: 0 };
        own.cases += 1;
        own[isExplained ? 'explained' : 'open'] += 1;
        own.cents += cents;
        expected.set(month, own);
      }
      const told = new Map(
        [...found].flatMap(([month, accounts]) =>
          [...accounts.values()].map(({ cases, open, explained, orders }) => {
            expect(orders).toBe(0);
            const units = [...open.sums.values(), ...explained.sums.values()].map(({ statementAmount }) =>
              Math.round(Number(toDecimal(statementAmount)) * 100),
            );
            const cents = units.reduce((sum, each) => sum + each, 0);
            return [month as string, { cases, open: open.cases, explained: explained.cases, cents }] as const;
          }),
        ),
      );
      expect(told).toEqual(expected);
    }),
  );
});
