import { expect, test } from 'vitest';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, rowOf, storeOf } from './statement-world.ts';

/** A statement without any number: by its amounts it is found out of which account and which days it is. */

const amountAt = (at: number): number => 1_000_003 + at * at * 7_919 + at * 613;
const day = (at: number): string => `2026-10-${String(1 + at).padStart(2, '0')}`;
const order = (cuenta: string, at: number, cents = amountAt(at)) =>
  rowOf({
    ...{ Orden: `${cuenta}-${at}`, Cuenta: cuenta, 'Rentabilidad Marketplace': centsText(cents) },
    ...{ 'Fecha de compra': `${day(at)}T08:00:00.000`, 'Fecha de Pago': `${day(at)}T09:00:00.000` },
  });
const PLACES = Array.from({ length: 12 }, (_, at) => at);
const line = (at: number, cents = amountAt(at)) => lineOf(centsText(cents), { day: day(at) });

function matched(
  held: readonly number[],
  ofOther: readonly number[],
  as: (line: MatchLine) => MatchLine = (each) => each,
) {
  const other = (at: number) => 5_000_011 + at * at * 6_007 + at * 991;
  const store = storeOf([
    ...PLACES.map((at) => order('Uno', at)),
    ...PLACES.map((at) => order('Dos', at, other(at))),
  ]);
  const lines = [...held.map((at) => line(at)), ...ofOther.map((at) => line(at, other(at)))];
  const { facts, cases, numbers } = atOnce(
    matchStatement(
      store,
      lines.map((each, at) => ({ ...as(each), line: at + 2 })),
      { accounts: null, tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal }, decisions: [] },
    ),
  );
  return {
    facts: facts.map(({ cuenta, held: own, missing }) => [cuenta, own, missing]),
    same: cases.filter(({ state }) => state === 'same').length,
    missing: cases
      .filter(({ state }) => state === 'only-here')
      .map(({ orders }) => JSON.parse(store.orders.keyOf(numbers[orders[0] ?? -1] ?? -1) ?? '[]')[2]),
  };
}

test('what its amounts match says whose it is, and which order of those days is missing', () => {
  const held = PLACES.filter((at) => at !== 5);
  expect(matched(held, [])).toEqual({ facts: [['Uno', 11, 1]], same: 11, missing: ['Uno-5'] });
});

test('a line is of the day of its release where it tells one beside its own', () => {
  const held = PLACES.filter((at) => at !== 5);
  const date = { day: '2026-08-01' as LocalDate };
  const found = matched(held, [], (each) => ({ ...each, date, released: each.date }));
  expect(found).toEqual({ facts: [['Uno', 11, 1]], same: 11, missing: ['Uno-5'] });
});

test('each of two accounts is one of its own where three of its orders are matched, and none of two', () => {
  const both = matched([2, 3, 5, 6], [7, 8, 10, 11]);
  expect(both.facts).toEqual([
    ['Uno', 4, 1],
    ['Dos', 4, 1],
  ]);
  expect(both.missing.toSorted()).toEqual(['Dos-9', 'Uno-4']);
  expect(matched([2, 3, 5, 6], [7, 8, 10]).facts).toEqual([
    ['Uno', 4, 1],
    ['Dos', 3, 0],
  ]);
  const two = matched(
    PLACES.filter((at) => at !== 5),
    [7, 8],
  );
  expect(two.facts.map(([cuenta]) => cuenta)).toEqual(['Uno']);
});

test('no order that a line was found for is missing, where the orders of that account alone are too few to be sure by', () => {
  const few = matched([2, 3, 5, 6, 8, 9, 10], [7, 8]);
  expect(few).toEqual({ facts: [], same: 9, missing: [] });
});

test('lines without a number are held against their settlement, however long ago its orders were bought', () => {
  const settled = PLACES.map((at) => ({
    ...order('Uno', at),
    ...{ 'N° de Liquidación': 'LQ-1', 'Fecha de compra': '2026-03-01T08:00:00.000', 'Fecha de Pago': null },
  }));
  const all = PLACES.reduce((sum, at) => sum + amountAt(at), 0);
  const lines = [700_001, all - 700_001].map((cents, at) => ({
    ...lineOf(centsText(cents), { day: day(at), settlement: 'LQ-1' }),
    line: at + 2,
  }));
  const { cases } = atOnce(
    matchStatement(storeOf([...settled, ...PLACES.map((at) => order('Dos', at, 77 + at))]), lines, {
      ...{ accounts: null, decisions: [] },
      tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
    }),
  );
  expect(cases.map(({ by, lines: own, orders }) => [by, own, orders.length])).toContainEqual([
    ...['group', [0, 1], 12],
  ]);
});
