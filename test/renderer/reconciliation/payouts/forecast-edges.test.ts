import { expect, test } from 'vitest';
import {
  expectReleases,
  pastMorning,
  rangeOf,
} from '#renderer/reconciliation/payouts/model/forecast/expected.ts';
import { forecastReport } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayOfNumber } from '#shared/domain/dates.ts';
import { dayOf, moneyOf, type Sold } from './naive-forecast.ts';

/** What a forecast counts, and of which days and accounts, at the edges of each. */

const START = dayOf('2025-09-01');
const daily = (days: number, delay: number | null, from = START): Sold[] =>
  Array.from({ length: days }, (_, at): Sold => {
    const bought = from + at;
    return { kind: 0, bought, came: delay === null ? null : bought + delay, cents: 1_000 };
  });
const report = (accounts: readonly ReturnType<typeof moneyOf>[], from: number, today = from) =>
  atOnce(forecastReport({ scale: 2, accounts }, { today: dayOfNumber(today), from: dayOfNumber(from) }));

test('each part counts as many rows as it holds', () => {
  const days = [0, 20, 40].map((at) => START + at);
  const sales = days.map((bought): Sold => ({ kind: 0, bought, came: bought + 5, cents: 900 }));
  const pending: Sold = { kind: 0, bought: START + 55, came: null, cents: 300 };
  const of = (rows: readonly number[]) => {
    const money = { ...moneyOf([...sales, pending]), rows: Uint32Array.from(rows) };
    const found = expectReleases(money, pastMorning(START + 56));
    return [found.rows, found.delays.rows, found.until !== null];
  };
  // Of three parts thirty rows were paid, and then one less.
  expect([of([10, 10, 10, 7]), of([10, 9, 10, 7])]).toEqual([
    [7, 30, true],
    [7, 29, false],
  ]);
});

test('delays are of a kind, and of a weekday, that has thirty rows of its own', () => {
  const morning = START + 120;
  const pending = (kind: 0 | 1, bought: number): Sold => ({ kind, bought, came: null, cents: 1_000 });
  const paid = (kind: 0 | 1, bought: number, delay: number): Sold => ({
    ...{ kind, bought, came: bought + delay, cents: 100 },
  });
  const found = (sales: readonly Sold[], rows: readonly number[], own: Sold) => {
    const money = { ...moneyOf([...sales, own]), rows: Uint32Array.from([...rows, 1]) };
    const { until, delays } = expectReleases(money, pastMorning(morning));
    const due = Array.from({ length: 30 }, (_, at) => at).find((at) => (until?.(morning + at) ?? 0n) > 0n);
    return [due, delays.days];
  };
  // Sales come in 5 days, movements in 20: thirty rows, that which is pending among them, are enough to tell.
  const both = [0, 1].flatMap((kind) =>
    [0, 7, 14].map((at) => paid(kind as 0 | 1, START + at, kind === 0 ? 5 : 20)),
  );
  const movement = pending(1, morning - 1);
  expect(found(both, [10, 10, 10, 9, 10, 10], movement)).toEqual([19, 120]);
  expect(found(both, [10, 10, 10, 8, 10, 10], movement)).toEqual([4, 120]);
  // One weekday alone has so many: all are looked at together, of whatever day.
  const week = Array.from({ length: 40 }, (_, at) => paid(0, START + 7 * (at % 10), 10));
  const other = paid(0, START + 3, 3);
  const rows = [...week.map(() => 1), 1];
  expect(found([...week, other], rows, pending(0, START + 3 + 7 * 16))[0]).toBe(5);
});

test('half of the money is that of sales, however much more is charged', () => {
  const sales = daily(100, 10);
  const charges = daily(100, 3).map((each): Sold => ({ ...each, kind: 1, cents: -90_000 }));
  expect(report([moneyOf([...sales, ...charges])], START + 100).accounts[0]).toMatchObject({
    ...{ half: 10, most: 10, learnt: { rows: 187, days: 100 } },
  });
});

test('what too little is known of adds to what is pending alone, in all and in every month before', () => {
  const from = dayOf('2026-11-20');
  const known = (sales: readonly Sold[]) =>
    sales.map((sale) => ((sale.came ?? 0) > from ? { ...sale, came: null } : sale));
  const old = known(daily(445, 10));
  const young = known(daily(30, 4, from - 30));
  const [one, both] = [[old], [old, young]].map((all) =>
    report(
      all.map((sales, at) => moneyOf(sales, { canal: 'A', cuenta: `${at}` })),
      from,
    ),
  );
  expect(both?.total.amounts?.map(({ amount }) => amount)).toEqual(
    one?.total.amounts?.map(({ amount }) => amount),
  );
  expect([one?.total.untold, both?.total.untold]).toEqual(['0.00', both?.accounts[1]?.pending]);
  expect(both?.accounts[1]).toMatchObject({ amounts: null, learnt: { days: 30 } });
  expect(both?.scores).toEqual(one?.scores);
  // The same day of each of the twelve months before.
  expect(one?.total.amounts?.[0]?.range?.trials).toBe(12);
  expect(one?.accounts[0]?.learnt.days).toBe(445);
});

test('what came to an account of which nothing was foretold is no measure of what was of the others', () => {
  const from = dayOf('2026-11-20');
  const old = daily(445, 10).map((sale) => ((sale.came ?? 0) > from ? { ...sale, came: null } : sale));
  // Six of them were bought before the first of October and came in it, of an account that was ten days old.
  const first = daily(10, 10, dayOf('2026-09-25'));
  const scoresOf = (...all: readonly (readonly Sold[])[]) =>
    report(
      all.map((sales, at) => moneyOf(sales, { canal: 'A', cuenta: `${at}` })),
      from,
    ).scores;
  expect(scoresOf(old, first)).toEqual(scoresOf(old));
  expect(scoresOf(first).at(-1)).toMatchObject({ forecast: null, came: '60.00', since: '40.00' });
});

test('a range is of past forecasts of something, and of something that is foretold', () => {
  const trial = (forecast: bigint, came: bigint) => ({ forecast, came });
  const three = [trial(100n, 90n), trial(200n, 220n), trial(50n, 50n)];
  expect(rangeOf(1_000n, three)).toEqual({ low: 900n, high: 1_100n, trials: 3 });
  expect(rangeOf(1_000n, [trial(-10n, 400n), ...three, trial(0n, 7n)])).toEqual({
    ...{ low: 900n, high: 1_100n, trials: 3 },
  });
  expect(rangeOf(1_000n, [...three.slice(1), trial(-10n, 400n)])).toBeNull();
  expect(rangeOf(-1_000n, three)).toBeNull();
  // The least and the greatest part, not amount.
  expect(rangeOf(100n, [trial(1_000n, 1_000n), trial(10n, 20n), trial(500n, 250n)])).toEqual({
    ...{ low: 50n, high: 200n, trials: 3 },
  });
});

test('accounts stand in the order of their channels and names, whatever order they came in', () => {
  const names = ['B/1', 'A/2', 'B/0', 'A/10', 'A/1'].map((name) => name.split('/'));
  const accounts = names.map(([canal = '', cuenta = '']) => moneyOf(daily(3, 1), { canal, cuenta }));
  expect(report(accounts, START + 3).accounts.map(({ canal, cuenta }) => `${canal}/${cuenta}`)).toEqual([
    ...['A/1', 'A/10', 'A/2', 'B/0', 'B/1'],
  ]);
});

test('what was bought, and what came, up to today counts, from whatever day on it is foretold', () => {
  const from = START + 200;
  const base = daily(200, 10).map((sale) => ((sale.came ?? 0) >= from ? { ...sale, came: null } : sale));
  const since: Sold[] = [
    { kind: 0, bought: from + 1, came: null, cents: 70 },
    { kind: 0, bought: from + 2, came: null, cents: 500 },
    { kind: 0, bought: from + 3, came: null, cents: 9_000 },
    { kind: 0, bought: from - 1, came: from + 2, cents: 4 },
  ];
  const pendingOn = (today: number) => {
    const { total, accounts } = report([moneyOf([...base, ...since])], from, today);
    return [total.pending, total.rows, total.dated, accounts[0]?.learnt.rows];
  };
  expect([pendingOn(from + 1), pendingOn(from + 2), pendingOn(from + 3)]).toEqual([
    ['100.74', 12, '0.04', 183],
    ['105.70', 12, '0.00', 183],
    ['195.70', 13, '0.00', 183],
  ]);
});

test('a forecast is measured by the last day of shorter months where the day is none of theirs', () => {
  const from = dayOf('2026-03-30');
  const known = daily(210, 10).map((sale) => ((sale.came ?? 0) > from ? { ...sale, came: null } : sale));
  const { total } = report([moneyOf(known)], from);
  // Of the mornings of 30 October to 28 February; the month after the last of them is not over.
  expect(total.amounts?.slice(-2).map(({ range }) => range?.trials)).toEqual([5, 4]);
});

test('months are scored from the first that began with anything bought within a year before', () => {
  const old = daily(30, null);
  const scored = (from: string) => report([moneyOf(old)], dayOf(from)).months;
  expect(scored('2026-10-15')).toEqual([
    ...['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'],
    ...['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'],
  ]);
  // Bought on 1 to 30 September 2025: in October 2026 a year ago and more.
  expect(scored('2027-10-15')).toEqual([]);
});

test('half and nine tenths of the money are told of where so much comes', () => {
  const part = (never: number) =>
    report(
      [moneyOf(daily(100, 10).map((sale, at) => (at % 10 < never ? { ...sale, came: null } : sale)))],
      START + 100,
    ).accounts[0];
  const told = [0, 1, 2, 5, 6].map((never) => [part(never)?.half, part(never)?.most]);
  expect(told).toEqual([
    [10, 10],
    [10, 10],
    [10, null],
    [10, null],
    [null, null],
  ]);
});
