import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATCH_STATES } from '#renderer/reconciliation/matching/model/match-work.ts';
import { casesOf } from '#renderer/reconciliation/matching/worker/match-page.ts';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { totalsOf } from '#renderer/reconciliation/matching/worker/match-totals.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { centsText, lineOf, rowOf, storeOf } from './statement-world.ts';

/** The amount that each order of the table is by. */
const AMOUNT_OF = { here: 'ledgerAmount', there: 'statementAmount', difference: 'difference' } as const;

/** The pages of a statement's cases, and what they come to, against the cases themselves. */

const cents = fc.integer({ min: -90_000, max: 90_000 });
/** What is here and there of one order in cents; null: it is not on that side. */
const sale = fc.record({ here: fc.option(cents), off: fc.option(fc.constantFrom(0, 0, 1, -1, 5, -300)) });

const matchOf = (sales: readonly { readonly here: number | null; readonly off: number | null }[]) => {
  const rows = sales.flatMap(({ here }, at) =>
    here === null ? [] : [rowOf({ Orden: String(1000 + at), 'Rentabilidad Marketplace': centsText(here) })],
  );
  const lines = sales.flatMap(({ here, off }, at) =>
    off === null ? [] : [lineOf(centsText((here ?? 0) + off), { order: String(1000 + at) })],
  );
  return atOnce(
    matchStatement(
      storeOf([...rows, rowOf({ Orden: 'Z', 'Rentabilidad Marketplace': '0' })]),
      lines.map((line, at) => ({ ...line, line: at + 2 })),
      {
        accounts: null,
        tolerance: { absolute: '0.01' as Decimal, percent: '0' as Decimal },
        decisions: [],
      },
    ),
  );
};

test('a page is a piece of its states’ cases, by size of the amount asked for, equal ones as they were', () => {
  const queries = fc.record({
    states: fc.subarray([...MATCH_STATES]),
    by: fc.constantFrom('line', 'here', 'there', 'difference'),
    direction: fc.constantFrom('ascending', 'descending'),
    offset: fc.nat(6),
    limit: fc.nat(6),
  });
  fc.assert(
    fc.property(
      fc.array(sale, { minLength: 1, maxLength: 12 }),
      queries,
      (sales, { states, offset, limit, ...sort }) => {
        const match = matchOf(sales);
        const own = match.cases.filter(({ state }) => states.length === 0 || states.includes(state));
        const sizeOf = (each: (typeof own)[number]) =>
          sort.by === 'line'
            ? (each.lines[0] ?? Number.POSITIVE_INFINITY)
            : Math.abs(Number(each[AMOUNT_OF[sort.by]]));
        const sign = sort.direction === 'ascending' ? 1 : -1;
        const ordered = own.toSorted((a, b) =>
          sizeOf(a) === sizeOf(b) ? 0 : sizeOf(a) < sizeOf(b) ? -sign : sign,
        );
        const page = casesOf(match, { states, sort, offset, limit });
        expect(page).toEqual({ total: own.length, cases: ordered.slice(offset, offset + limit) });
        const plain = casesOf(match, { states, sort: null, offset, limit });
        expect(plain).toEqual({ total: own.length, cases: own.slice(offset, offset + limit) });
      },
    ),
    { numRuns: randomCases(60) },
  );
});

test('what they come to is told by state; what remains is of both sides, the gap of all', () => {
  fc.assert(
    fc.property(fc.array(sale, { minLength: 1, maxLength: 12 }), (sales) => {
      const match = matchOf(sales);
      const [total] = totalsOf(match).totals;
      const unitsOf = (text: string | undefined) => Math.round(Number(text) * 10 ** match.scale);
      let [remains, gap] = [0, 0];
      for (const state of MATCH_STATES) {
        const own = match.cases.filter((each) => each.state === state);
        const sumOf = (part: 'ledgerAmount' | 'statementAmount' | 'difference') =>
          own.reduce((sum, each) => sum + Number(each[part]), 0);
        const view = total?.byState[state];
        expect([view?.cases, view?.lines, view?.orders]).toEqual([
          own.length,
          own.flatMap(({ lines }) => lines).length,
          own.flatMap(({ orders }) => orders).length,
        ]);
        expect([
          unitsOf(view?.ledgerAmount),
          unitsOf(view?.statementAmount),
          unitsOf(view?.difference),
        ]).toEqual([sumOf('ledgerAmount'), sumOf('statementAmount'), sumOf('difference')]);
        gap += sumOf('difference');
        if (state !== 'only-here' && state !== 'only-there') remains += sumOf('difference');
      }
      expect([unitsOf(total?.remains), unitsOf(total?.gap)]).toEqual([remains, gap]);
    }),
    { numRuns: randomCases(60) },
  );
});
