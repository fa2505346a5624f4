import { expect, test } from 'vitest';
import { type Basis, WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { matchGroups } from '#renderer/reconciliation/matching/worker/match-groups.ts';
import type { StatementOwner } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, MATCH_COLUMNS, rowOf, storeOf } from './statement-world.ts';

const ADVERTISING = 'Costos por publicidad';
const APART: Basis = { part: 'net', apart: ['advertising'] };

test('statements that are held against unlike figures are each of their own account, and no order is held twice', () => {
  const numbers = Array.from({ length: 6 }, (_, at) => `77001${at}`);
  const left = (cuenta: string, at: number) => (cuenta === 'Uno' ? 100_000 : 250_000) + 700 * at;
  const rows = ['Uno', 'Dos'].flatMap((Cuenta) =>
    numbers.map((Orden, at) =>
      rowOf({
        ...{ Orden, Cuenta, [ADVERTISING]: '12.50' },
        'Rentabilidad Marketplace': centsText(left(Cuenta, at)),
      }),
    ),
  );
  const owner = (cuenta: string): StatementOwner => ({
    kind: 'falabella-transactions',
    layout: 'falabella-transactions',
    accounts: [{ canal: 'Falabella', cuenta }],
  });
  const lines = [
    // One is wrong, by what would make it the other account's.
    ...numbers.map((order, at) => lineOf(centsText(left(at === 0 ? 'Dos' : 'Uno', at)), { order })),
    // The other account is paid without its advertising.
    ...numbers.map((order, at) => lineOf(centsText(left('Dos', at) + 1250), { order })),
  ].map((line, at) => ({ ...line, line: at + 1 }));
  const match = atOnce(
    matchGroups(
      storeOf(rows, 2, [...MATCH_COLUMNS, ADVERTISING]),
      {
        statements: [owner('Uno'), owner('Dos')],
        lines,
        of: lines.map((_, at) => (at < numbers.length ? 0 : 1)),
      },
      {
        tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
        decisions: [],
        basisOf: ({ accounts: [account] }) => (account?.cuenta === 'Dos' ? APART : WHOLE),
      },
    ),
  );
  expect(match.cases.map(({ state }) => state).toSorted()).toEqual(['different', ...Array(11).fill('same')]);
  const held = match.cases.flatMap(({ orders }) => orders.map((order) => match.numbers[order]));
  expect(new Set(held).size).toBe(12);
});
