import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  missingInMonth,
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
