import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { lineOf, MATCH_COLUMNS, rowOf } from './statement-world.ts';

/** Where the numbers of a statement stood before a commit is kept with its lines: the match is that of lines never seen. */

const ORDERS = 16;

/** An order is of either account by its number; its rows, amounts and settlements are other ones in each version. */
const versionOf = (order: number, version: number): readonly NaiveRow[] =>
  Array.from({ length: 1 + ((order + version) % 2) }, (_, at) =>
    rowOf({
      Cuenta: order % 3 === 0 ? 'Dos' : 'Uno',
      Orden: `O-${order}`,
      'Nro. suborden': `S-${(order + version) % ORDERS}-${at}`,
      'Fecha de compra': `2026-10-${10 + order}T10:00:00.000`,
      'N° de Liquidación': version % 2 === 0 ? `L${order % 2}` : null,
      'Rentabilidad Marketplace': `${10 + order}.${(version * 25) % 100}`,
    }),
  );

const line = fc.record({
  order: fc.integer({ min: 0, max: ORDERS + 2 }),
  isBySuborder: fc.boolean(),
  cents: fc.constantFrom('0', '25', '50'),
  settlement: fc.constantFrom('L0', 'L1', null),
});

const OPTIONS = {
  ...{ accounts: null, decisions: [] },
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
};

test('whatever came, went and was merged', () => {
  const statements = fc.array(line, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(statements, fc.array(storeChange, { minLength: 1, maxLength: 6 }), (written, all) => {
      const { store, change } = changingStore(MATCH_COLUMNS, ORDERS, versionOf);
      const lines = written.map(({ order, isBySuborder, cents, settlement }, at) => ({
        ...lineOf(
          `${10 + order}.${cents}`,
          isBySuborder ? { suborder: `S-${order}-0` } : { order: `O-${order}` },
        ),
        ...{ settlement, line: at + 2 },
      }));
      for (const each of all) {
        change(each);
        const never = lines.map((one) => ({ ...one }));
        expect(atOnce(matchStatement(store, lines, OPTIONS))).toEqual(
          atOnce(matchStatement(store, never, OPTIONS)),
        );
      }
    }),
    { numRuns: randomCases(40) },
  );
});
