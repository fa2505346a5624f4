import { expect, test } from 'vitest';
import { identitiesOf } from '#renderer/reconciliation/matching/model/line-identity.ts';
import {
  type MatchOptions,
  matchStatement,
} from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { lineOf, type Row, rowOf, storeOf } from './statement-world.ts';

/** Of which accounts a statement is that nobody said anything of: those that enough of its numbers lead to. */

const order = (Orden: string, amount: string, parts: Row = {}): Row =>
  rowOf({ Orden, 'Rentabilidad Marketplace': amount, ...parts });
const ofOther = (numbers: readonly string[]) =>
  numbers.map((each) => order(each, '50.00', { Cuenta: 'Dos' }));
const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(61_000_000_000 + at));

function matched(
  rows: readonly Row[],
  lines: readonly ReturnType<typeof lineOf>[],
  decisions: MatchOptions['decisions'] = [],
) {
  const tolerance = { absolute: '0' as Decimal, percent: '0' as Decimal };
  const all = lines.map((line, at) => ({ ...line, line: at + 2 }));
  return atOnce(matchStatement(storeOf(rows), all, { accounts: null, tolerance, decisions }));
}

/** Accounts of a statement with so many lines of one, and these of another that has some orders. */
function accountsOf(count: number, others: readonly string[], lines: readonly (readonly [string, string])[]) {
  const own = numbers(count);
  const { facts } = matched(
    [...own.map((each) => order(each, '10.00')), ...ofOther(others)],
    [
      ...own.map((each) => lineOf('10.00', { order: each })),
      ...lines.map(([number, net]) => lineOf(net, { order: number })),
    ],
  );
  return facts.map(({ cuenta }) => cuenta);
}

test('one of five lines is enough, or that half of its own agree', () => {
  const off = [
    ['71', '7.00'],
    ['72', '8.00'],
  ] as const;
  expect(accountsOf(8, ['71', '72'], off)).toEqual(['Uno', 'Dos']);
  expect(accountsOf(9, ['71', '72'], off)).toEqual(['Uno']);
  expect(accountsOf(20, ['71', '72'], [['71', '50.00'], off[1]])).toEqual(['Uno', 'Dos']);
  const four = ['71', '72', '73', '74'];
  const one = four.map((each, at) => [each, at === 0 ? '50.00' : '9.00'] as const);
  expect(accountsOf(20, four, one)).toEqual(['Uno']);
});

test('a number is too long for chance where so many lines and orders meet by it in one of a hundred statements', () => {
  const ten = (digits: number) =>
    Array.from({ length: 10 }, (_, at) => `7${String(at).padStart(digits - 1, '0')}`);
  const one = (digits: number) => accountsOf(21, ten(digits), [[ten(digits)[3] ?? '', '7.00']]);
  expect([one(4), one(5)]).toEqual([['Uno'], ['Uno', 'Dos']]);
  // The shortest of them says how long they are, wherever it stands.
  const [short, long] = [
    ['71', '7.00'],
    ['700000000', '8.00'],
  ] as const;
  const both = (...lines: readonly (readonly [string, string])[]) =>
    accountsOf(21, ['71', '700000000'], lines);
  expect([both(short, long), both(long, short), both(long)]).toEqual([['Uno'], ['Uno'], ['Uno', 'Dos']]);
});

test('a number that is nearly one of another account’s is not suggested, nor one that is near where it is another’s', () => {
  const own = numbers(20);
  const rows = [...own.map((each) => order(each, '10.00')), ...ofOther(['500', '060']), order('60', '3.00')];
  const lines = own.map((each) => lineOf('10.00', { order: each }));
  const whyOf = (number: string) =>
    matched(rows, [...lines, lineOf('7.00', { order: number })]).suggestions.map(({ why }) => why);
  expect(whyOf('5 00')).toEqual([]);
  expect(whyOf('6 0')).toEqual(['near-key']);
  expect(whyOf('060')).toEqual(['other-account']);
});

test('an order whose rows lie apart is one order, and a settlement is named as the first line does', () => {
  const own = numbers(6);
  const settled = { 'N° de Liquidación': '77' };
  const rows = own.map((each) => order(each, '10.00', settled));
  const [first = '', ...others] = own;
  const { cases, facts } = matched(
    [...rows, order(first, '5.00', { ...settled, 'Nro. suborden': 'apart' })],
    [
      lineOf('15.00', { order: first, settlement: '0077' }),
      ...others.map((each) => lineOf('10.00', { order: each, settlement: '77' })),
    ],
  );
  expect(cases.map(({ state, by }) => [state, by])).toEqual(own.map(() => ['same', 'order']));
  expect(facts).toMatchObject([{ by: 'settlement', settlements: ['0077'] }]);
});

test('what the user said of several lines holds for those of them that are here', () => {
  const own = numbers(6);
  const lines = own.map((each) => lineOf('10.00', { order: each }));
  const [identity = ''] = identitiesOf(lines);
  const key = JSON.stringify(['Falabella', 'Uno', own[0]]);
  const said = { verdict: 'no-match', orders: [key], lines: [identity, 'gone.1'] } as const;
  const { cases } = matched(
    own.map((each) => order(each, '10.00')),
    lines,
    [said],
  );
  expect(cases.filter(({ lines: [line] }) => line === 0)).toMatchObject([
    { state: 'only-there', orders: [] },
  ]);
});
