import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  missingInMonth,
  missingInView,
  missingStatements,
} from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import { dayOfNumber, type LocalDate, type Month } from '#shared/domain/dates.ts';

/** Statements that an account should have by its own rhythm. */

const BEGIN = 20_454;
const own = [{ canal: 'A', cuenta: '1', orders: 3 }];
const statement = (from: number, to: number) => ({
  kind: 'mercado-pago-settlement' as const,
  layout: null,
  accounts: own,
  days: { from: dayOfNumber(from), to: dayOfNumber(to) },
});
const of = (days: readonly (readonly [string, string])[], today: string) =>
  missingStatements(
    days.map(([from, to]) => ({
      ...statement(0, 0),
      days: { from: from as LocalDate, to: to as LocalDate },
    })),
    today as LocalDate,
  )[0];

test('a month without its statement is told, before the last one and after it', () => {
  const found = of(
    [
      ['2026-05-02', '2026-05-30'],
      ['2026-06-01', '2026-06-30'],
      ['2026-08-01', '2026-08-31'],
    ],
    '2026-10-08',
  );
  expect(found?.months).toEqual([
    { month: '2026-07', count: 1 },
    { month: '2026-09', count: 1 },
  ]);
  expect(found?.lastDay).toBe('2026-08-31');
});

test('one short statement tells no rhythm, a long one its own days', () => {
  expect(of([['2026-05-02', '2026-05-03']], '2026-10-08')).toMatchObject({ every: null, months: [] });
  expect(of([['2026-09-01', '2026-09-30']], '2026-10-03')).toMatchObject({ every: 30, months: [] });
});

test('a bank’s extract is of no account, and the account that the user named counts', () => {
  const bank = { ...statement(BEGIN, BEGIN + 29), kind: 'bank' as const };
  const named = { ...statement(BEGIN, BEGIN + 29), account: { Canal: 'B', Cuenta: '2' } };
  const found = missingStatements([bank, named], dayOfNumber(BEGIN + 31));
  expect(found.map(({ canal, cuenta }) => [canal, cuenta])).toEqual([['B', '2']]);
});

test('of statements that follow each other those that are left out are missed, as many, and no others', () => {
  const world = fc.record({
    every: fc.integer({ min: 7, max: 31 }),
    points: fc.boolean(),
    isThere: fc.array(fc.boolean(), { minLength: 6, maxLength: 14 }),
  });
  fc.assert(
    fc.property(world, ({ every, points, isThere }) => {
      // The first three are there: so the rhythm is that of the most.
      const there = [true, true, true, ...isThere.map((each, at) => each || at % 3 !== 0)];
      const spans = there.flatMap((each, at) => {
        const from = BEGIN + at * every;
        return each ? [statement(from, points ? from : from + every - 1)] : [];
      });
      const end = BEGIN + there.length * every - 1;
      const missed = there.filter((each) => !each).length;
      // Past its grace, or not: the last one may just not be there yet.
      const [found] = missingStatements(spans, dayOfNumber(end + 5));
      expect(found?.every).toBe(every);
      expect(found?.months.reduce((sum, { count }) => sum + count, 0)).toBe(missed);
    }),
  );
});

/** Statements that follow each other, of which some are left out, never the first three or the last. */
const chain = fc.record({
  every: fc.integer({ min: 7, max: 31 }),
  isThere: fc.array(fc.boolean(), { minLength: 3, maxLength: 14 }),
});

test('a month is told the missing ones of it, of the accounts in view alone', () => {
  fc.assert(
    fc.property(fc.array(chain, { minLength: 1, maxLength: 4 }), (chains) => {
      const missed = new Map<string, number>();
      let end = BEGIN;
      const statements = chains.flatMap(({ every, isThere }, account) => {
        const there = [true, true, true, ...isThere.map((each, at) => each || at % 3 !== 0), true];
        return there.flatMap((each, at) => {
          const from = BEGIN + at * every;
          end = Math.max(end, from + every - 1);
          if (each) {
            return [
              {
                ...statement(from, from + every - 1),
                accounts: [{ canal: 'A', cuenta: `${account}`, orders: 1 }],
              },
            ];
          }
          const key = `${account} ${dayOfNumber(from + Math.floor(every / 2)).slice(0, 7)}`;
          missed.set(key, (missed.get(key) ?? 0) + 1);
          return [];
        });
      });
      // Those of an account whose last statement is long past are missing too: only months that all accounts tell are asked.
      const count = Math.min(...chains.map(({ every, isThere }) => BEGIN + (isThere.length + 4) * every));
      const months = new Set(
        Array.from({ length: count - BEGIN }, (_, day) => dayOfNumber(BEGIN + day).slice(0, 7)),
      );
      months.delete(dayOfNumber(count).slice(0, 7));
      const scope = { accounts: [{ Canal: 'A', Cuenta: '0' }], isExcluded: false };
      for (const month of months) {
        const asked = { month: month as Month, today: dayOfNumber(end) };
        const all = missingInMonth(statements, { ...asked, scope: null });
        expect(all.map(({ months: [own] }) => own?.count ?? 0)).toEqual(
          chains.map((_, account) => missed.get(`${account} ${month}`) ?? 0),
        );
        expect(missingInMonth(statements, { ...asked, scope })).toEqual(all.slice(0, 1));
      }
    }),
  );
});

test('files may come in any order, overlap or lie in one another; a rhythm is of a week at least, a wait of five days', () => {
  const months = (days: Parameters<typeof of>[0], today: string) => {
    const found = of(days, today);
    return [found?.every, found?.lastDay, found?.months.map(({ month, count }) => `${month} ${count}`)];
  };
  // A week of May lies within May's own; June's came before them. August is not there yet.
  const whole: Parameters<typeof of>[0] = [
    ['2026-06-01', '2026-06-30'],
    ['2026-05-04', '2026-05-10'],
    ['2026-05-01', '2026-05-31'],
    ['2026-07-01', '2026-07-31'],
  ];
  expect(months(whole, '2026-08-20')).toEqual([30, '2026-07-31', []]);
  // Weeks, two of which are not there in one month and one in the next.
  const weeks: Parameters<typeof of>[0] = [
    ['2026-06-08', '2026-06-14'],
    ['2026-06-01', '2026-06-07'],
    ['2026-07-06', '2026-07-12'],
    ['2026-06-29', '2026-07-05'],
  ];
  expect(months(weeks, '2026-07-23')).toEqual([7, '2026-07-12', ['2026-06 2']]);
  expect(months(weeks, '2026-07-24')).toEqual([7, '2026-07-12', ['2026-06 2', '2026-07 1']]);
  // One that begins later may end sooner; the same days twice are no rhythm.
  expect(months([...weeks.slice(0, 2), ['2026-06-04', '2026-06-05']], '2026-06-16')).toEqual([
    ...[7, '2026-06-14', []],
  ]);
  const points = ['01', '01', '08', '08', '15', '29'].map(
    (day) => [`2026-06-${day}`, `2026-06-${day}`] as const,
  );
  expect(months(points, '2026-06-30')).toEqual([7, '2026-06-29', ['2026-06 1']]);
  // The last third of February is shorter than the others.
  const thirds: Parameters<typeof of>[0] = [
    ['2026-02-01', '2026-02-10'],
    ['2026-02-11', '2026-02-20'],
    ['2026-03-01', '2026-03-10'],
  ];
  expect(months(thirds, '2026-03-12')).toEqual([10, '2026-03-10', ['2026-02 1']]);
  const long = of([['2024-12-01', '2024-12-31']], '2026-03-05')?.months ?? [];
  expect([long.length, long[0], long.at(-1)]).toEqual([
    ...[13, { month: '2025-01', count: 1 }, { month: '2026-01', count: 1 }],
  ]);
  // One alone tells a rhythm by seven days of its own, not by six.
  expect(months([['2026-06-01', '2026-06-07']], '2026-06-19')).toEqual([7, '2026-06-07', ['2026-06 1']]);
  expect(months([['2026-06-01', '2026-06-06']], '2026-07-30')).toEqual([null, '2026-06-06', []]);
});

test('each account of a file misses its own, and is known by its channel and name', () => {
  const both = (canal: string, cuenta: string) => ({ canal, cuenta, orders: 1 });
  const files = [
    { ...statement(BEGIN, BEGIN + 6), accounts: [both('B', '1'), both('A', '2')] },
    { ...statement(BEGIN + 7, BEGIN + 13), accounts: [both('A', '2')] },
    { ...statement(BEGIN + 7, BEGIN + 13), accounts: [both('A', '1')] },
    { ...statement(0, 0), accounts: [both('C', '1')], days: null },
  ];
  const today = dayOfNumber(BEGIN + 18);
  const named = (all: ReturnType<typeof missingStatements>) =>
    all.map(({ canal, cuenta, months }) => [canal, cuenta, months.length]);
  expect(named(missingStatements(files, today))).toEqual([
    ['B', '1', 1],
    ['A', '2', 0],
    ['A', '1', 0],
  ]);
  const scope = { accounts: [{ Canal: 'A', Cuenta: '1' }], isExcluded: false };
  expect(named(missingInView(files, { scope, today }))).toEqual([['A', '1', 0]]);
  expect(named(missingInView(files, { scope: { ...scope, isExcluded: true }, today }))).toEqual([
    ['B', '1', 1],
    ['A', '2', 0],
  ]);
});
