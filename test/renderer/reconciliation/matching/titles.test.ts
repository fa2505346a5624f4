import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { plansOf, writeStatement } from './random-statements.ts';
import { centsText, lineOf, type Row, rowOf, storeOf } from './statement-world.ts';

/** What a product is called, in a column of its own or in what the movement is called, takes no line from its order. */

const PLAIN = {
  accounts: null,
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
  decisions: [],
};
const matched = (rows: readonly Row[], lines: readonly MatchLine[]) =>
  atOnce(
    matchStatement(
      storeOf(rows),
      lines.map((line, at) => ({ ...line, line: at + 2 })),
      PLAIN,
    ),
  );

/** Names of products that begin as kinds of movements do. */
const TITLES = [
  ...['Reserva Cabernet Sauvignon 750 ml', 'reserve_for_dispute', 'Retiro en tienda', 'Retiro', 'Payout'],
  ...['Bloqueo de volante universal', 'Desbloqueo', 'block', 'Total', 'Subtotal', 'Saldo final', 'Transfer'],
  ...['Withdrawal', 'Pago', 'Payment', 'available_balance'],
];
const title = fc.oneof(fc.constantFrom(...TITLES), fc.string());
const MOVEMENTS = [null, 'SETTLEMENT', 'REFUND', 'payout', 'reserve_for_dispute', 'Venta', 'Pago', 'total'];

describe('the title of a product', () => {
  const orders = Array.from({ length: 40 }, (_, at) =>
    rowOf({ Orden: String(1000 + at), 'Rentabilidad Marketplace': centsText(100_000 + at * 137) }),
  );

  test.each(TITLES)('«%s» takes no line of an order from it', (description) => {
    const lines = orders.map((row, at) =>
      lineOf(row['Rentabilidad Marketplace'] as string, {
        order: row.Orden as string,
        description: at < 25 ? description : 'Polera',
      }),
    );
    const { cases, outside } = matched(orders, lines);
    expect(outside).toEqual([]);
    expect(cases.map(({ state }) => state)).toEqual(orders.map(() => 'same'));
  });

  test('as the name of a movement takes no line of a known order from it', () => {
    const lines = orders.map((row, at) =>
      lineOf(row['Rentabilidad Marketplace'] as string, {
        order: row.Orden as string,
        movement: TITLES[at % TITLES.length] ?? null,
      }),
    );
    const { cases, outside } = matched(orders, lines);
    expect(outside).toEqual([]);
    expect(cases.filter(({ state }) => state === 'same')).toHaveLength(orders.length);
  });

  test('changes no kind and no match of random statements', () => {
    fc.assert(
      fc.property(
        plansOf('pesos', true, 60),
        fc.array(title, { minLength: 1, maxLength: 8 }),
        fc.array(fc.constantFrom(...MOVEMENTS), { minLength: 1, maxLength: 5 }),
        (plans, titles, movements) => {
          const { rows, written } = writeStatement(plans);
          const plain = written.map(({ line }, at) => ({
            ...line,
            movement: at % 7 === 0 ? (movements[at % movements.length] ?? null) : null,
          }));
          // Lines that say the same go on saying the same.
          const titled = plain.map((line) => {
            const own = Number(line.net?.replace(/\D/g, '') ?? 0);
            return { ...line, description: titles[own % titles.length] ?? null };
          });
          const [before, after] = [plain, titled].map((lines) => {
            const { cases, suggestions, outside, ledgerMovements } = matched(rows, lines);
            return { cases, suggestions, outside, ledgerMovements };
          });
          expect(after).toEqual(before);
        },
      ),
      { numRuns: randomCases(10) },
    );
  });
});
