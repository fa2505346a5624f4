import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { FigureTerm } from '#renderer/reconciliation/matching/model/basis.ts';
import { orderFigures } from '#renderer/reconciliation/matching/worker/order-figures.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { MATCH_COLUMNS, rowOf } from './statement-world.ts';

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
