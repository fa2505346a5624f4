import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { FigureTerm } from '#renderer/reconciliation/matching/model/basis.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { centsText, MATCH_COLUMNS, rowOf, storeOf } from './statement-world.ts';

/** Figures of orders that go on from those before a commit are those of a store that nobody asked before. */

/** So many that a commit mostly touches few of them: with more all are read anew. */
const ORDERS = 120;

/** Of three accounts, paid and settled or not; amounts with other digits at times, past what doubles carry, or unreadable. */
const versionOf = (order: number, version: number): readonly NaiveRow[] =>
  Array.from({ length: 1 + ((order + version) % 3) }, (_, at) => {
    const draw = (order * 5 + version * 7 + at * 3) % 23;
    return rowOf({
      Cuenta: ['Uno', 'Dos', 'Tres'][(order + (version > 1 ? 1 : 0)) % 3] ?? '',
      Orden: order % 10 === 9 ? '' : `O-${order}`,
      'Nro. suborden': `S-${order}-${at}`,
      'Fecha de compra': draw === 1 ? 'nunca' : `2026-10-${10 + (draw % 20)}T10:00:00.000`,
      'Fecha de Pago': draw % 3 === 0 ? null : `2026-11-${10 + (draw % 18)}T10:00:00.000`,
      'N° de Liquidación': draw % 4 === 0 ? null : `L${draw % 3}`,
      'Rentabilidad Marketplace': draw === 2 ? '90071992547409931.75' : draw === 3 ? 'diez' : `${draw}.25`,
      Ventas: draw === 4 ? '7.125' : `${draw}.50`,
    });
  });

type Asked = { readonly settlements: readonly string[]; readonly terms: readonly FigureTerm[] };
const asked: fc.Arbitrary<Asked> = fc.record({
  settlements: fc.subarray(['L0', 'L1', '']),
  terms: fc.constantFrom<readonly FigureTerm[]>(
    [['Rentabilidad Marketplace', 1]],
    [
      ['Ventas', 1],
      ['Rentabilidad Marketplace', -1],
    ],
  ),
});

function figuresOf(store: ColumnStore, { settlements, terms }: Asked) {
  const { whole, settled, ...facts } = atOnce(orderFigures(store, settlements, 2, terms));
  const orders = Array.from(facts.account.keys());
  return {
    ...facts,
    whole: orders.map((order) => [whole.of(order), whole.isNothing(order)]),
    settled: orders.map(settled.of),
  };
}

test('whatever came, went and was merged, and whatever else was asked', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(storeChange, asked), { minLength: 1, maxLength: 5 }), (all) => {
      const { store, change } = changingStore(MATCH_COLUMNS, ORDERS, versionOf);
      for (const [each, of] of all) {
        change(each);
        expect(figuresOf(store, of)).toEqual(figuresOf({ ...store }, of));
      }
    }),
    { numRuns: randomCases(30) },
  );
});

test('past what doubles carry columns are added and subtracted as they are asked, in settlements too', () => {
  const store = storeOf(
    ['90071992547409931.75', '0.25', '-90071992547409931.50'].map((sales, at) =>
      rowOf({
        ...{ Orden: `O-${at % 2}`, 'N° de Liquidación': at === 0 ? 'L1' : null, Ventas: sales },
        'Rentabilidad Marketplace': '1.00',
      }),
    ),
  );
  const sumsOf = (terms: readonly FigureTerm[]) => {
    const { whole, settled } = atOnce(orderFigures(store, ['L1'], 2, terms));
    return [whole.of(0), whole.of(1), settled.of(0)];
  };
  const [big, all] = [9_007_199_254_740_993_175n, 25n];
  expect(sumsOf([['Ventas', 1]])).toEqual([all, all, big]);
  expect(sumsOf([['Ventas', -1]])).toEqual([-all, -all, -big]);
  expect(
    sumsOf([
      ['Rentabilidad Marketplace', 1],
      ['Ventas', -1],
    ]),
  ).toEqual([200n - all, 100n - all, 100n - big]);
});

test('of an order are what its rows come to, those in wanted settlements apart, one by one', () => {
  const settlements = [null, 'LQ-1', 'LQ-2', '0007', '9'] as const;
  const rowOfOrder = fc.record({
    order: fc.nat({ max: 5 }),
    settlement: fc.constantFrom(...settlements),
    cents: fc.integer({ min: -900, max: 9_000 }),
    bought: fc.option(fc.integer({ min: 1, max: 28 })),
    paid: fc.option(fc.integer({ min: 1, max: 28 })),
  });
  const day = (month: string, of: number | null) =>
    of === null ? null : `2026-${month}-${String(of).padStart(2, '0')}T10:00:00.000`;
  // As a statement writes them; one is there twice, and nobody has another.
  const wanted = ['LQ-2', '7', '0007', 'LQ-9', 'LQ-1'];
  const placeOf = new Map<string | null, number>([
    ['LQ-2', 0],
    ['0007', 1],
    ['LQ-1', 4],
  ]);
  const ownerOf = (order: number) => (order % 2 === 0 ? 'Uno' : 'Dos');
  fc.assert(
    fc.property(fc.array(rowOfOrder, { minLength: 1, maxLength: 14 }), (all) => {
      const store = storeOf(
        all.map(({ order, settlement, cents, bought, paid }) =>
          rowOf({
            ...{ Orden: `O-${order}`, Cuenta: ownerOf(order), 'N° de Liquidación': settlement },
            ...{ 'Fecha de compra': day('10', bought), 'Fecha de Pago': day('11', paid) },
            'Rentabilidad Marketplace': centsText(cents),
          }),
        ),
      );
      const { whole, settled, ...told } = atOnce(orderFigures(store, wanted, 2));
      const orders = [...new Set(all.map(({ order }) => order))];
      const accounts = [...new Set(orders.map(ownerOf))];
      expect(told.accounts).toEqual(accounts.map((cuenta) => ({ canal: 'Falabella', cuenta })));
      for (const [at, order] of orders.entries()) {
        const own = all.filter((each) => each.order === order);
        const inWanted = own.filter(({ settlement }) => placeOf.has(settlement));
        const sumOf = (rows: typeof own) => BigInt(rows.reduce((sum, { cents }) => sum + cents, 0));
        const daysOf = (part: 'bought' | 'paid') => own.flatMap((each) => each[part] ?? []);
        const dayOf = (month: string, days: readonly number[], pick: (...of: number[]) => number) =>
          days.length === 0
            ? NO_DAY
            : dayNumber(`2026-${month}-${String(pick(...days)).padStart(2, '0')}` as LocalDate);
        const places = [...new Set(inWanted.map(({ settlement }) => placeOf.get(settlement) ?? -1))];
        const isElsewhere = inWanted.length === 0 && own.every(({ settlement }) => settlement !== null);
        expect([whole.of(at), settled.of(at)]).toEqual([sumOf(own), sumOf(inWanted)]);
        expect({
          isPartly: told.settledRows[at] === 3,
          places: [told.settlement[at], ...(told.more.get(at) ?? [])],
          isElsewhere: told.isElsewhere[at] === 1,
          account: accounts[told.account[at] ?? -1],
          purchased: told.purchased[at],
          paid: told.paid[at],
          isMovement: told.isMovement[at],
        }).toEqual({
          isPartly: inWanted.length > 0 && inWanted.length < own.length,
          places: places.length === 0 ? [-1] : places,
          isElsewhere,
          account: ownerOf(order),
          purchased: dayOf('10', daysOf('bought'), Math.min),
          paid: dayOf('11', daysOf('paid'), Math.max),
          isMovement: 0,
        });
      }
    }),
    { numRuns: 60 },
  );
});
