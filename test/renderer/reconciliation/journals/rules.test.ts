import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COUNTRIES, type RuleLevel } from '#renderer/data/model/journal-terms.ts';
import { COUNTRY_CHARTS } from '#renderer/reconciliation/journals/model/country-charts.ts';
import { RESULT_LINES, RULE_LINES } from '#renderer/reconciliation/journals/model/journal-lines.ts';
import {
  bookingOf,
  type JournalRule,
  kindOfLine,
  ruleBook,
  ruleKey,
  SUSPENSE,
} from '#renderer/reconciliation/journals/model/rules.ts';
import { ACCOUNTS, CHANNELS, country, rules } from './random-results.ts';

/** All that speaks of it, ranked: whose it is counts before what it is of, and the last said of one place holds. */
function naive(
  all: readonly JournalRule[],
  line: string,
  Canal: string,
  Cuenta: string,
): JournalRule | undefined {
  const of = [line, line.includes('/') ? line.replace(/\/.*$/, '') : line];
  const rank = (rule: JournalRule): number =>
    (rule.Cuenta === null ? (rule.Canal === null ? 0 : 10) : 20) + (rule.line === line ? 1 : 0);
  return all
    .filter((rule) => of.includes(rule.line))
    .filter((rule) => rule.line !== 'bank' || line === 'bank')
    .filter((rule) => rule.Canal === null || rule.Canal === Canal)
    .filter((rule) => rule.Cuenta === null || rule.Cuenta === Cuenta)
    .map((rule, at) => ({ rule, at }))
    .toSorted((one, other) => rank(other.rule) - rank(one.rule) || other.at - one.at)[0]?.rule;
}

test('the most specific rule counts: of an account, of a channel, of all; of a line, of its group', () => {
  fc.assert(
    fc.property(
      rules,
      country,
      fc.constantFrom(...CHANNELS),
      fc.constantFrom(...ACCOUNTS),
      (all, chart, Canal, Cuenta) => {
        const book = ruleBook(all, chart);
        for (const line of RULE_LINES) {
          const own = bookingOf(book, line, { Canal, Cuenta });
          const expected = naive(all, line, Canal, Cuenta);
          if (expected === undefined) expect(['proposal', 'none']).toContain(own.level);
          else {
            const { account, name, costCentre, taxCode } = expected;
            expect(own).toMatchObject({ account, name, costCentre, taxCode });
            expect(own.level).toBe(
              expected.Cuenta !== null ? 'account' : expected.Canal !== null ? 'channel' : 'all',
            );
          }
          if (own.level === 'none') {
            const suspense = naive(all, SUSPENSE, Canal, Cuenta)?.account;
            const proposed = chart === null ? 'SUSPENSO' : COUNTRY_CHARTS[chart].accounts.suspense.code;
            expect(own.account).toBe(suspense ?? proposed);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test.each(COUNTRIES)(
  'what is proposed for %s takes all that has a name, and says what it rests on',
  (chart) => {
    const book = ruleBook([], chart);
    const place = { Canal: 'Uno', Cuenta: 'A' };
    const taken = RULE_LINES.map((line) => [line, bookingOf(book, line, place)] as const);
    const suspended = taken.filter(([, { level }]) => level === 'none').map(([line]) => line);
    expect(suspended.toSorted()).toEqual(
      [
        'income/Ingresos sin categorizar',
        'other/Cobros sin categorizar',
        'other/Reembolsos sin categorizar',
        'income/rest',
        'rest',
        'bank/unexplained',
        'rounding',
      ].toSorted(),
    );
    expect(taken.every(([, { account }]) => account !== '')).toBe(true);
    expect(COUNTRY_CHARTS[chart].source === null).toBe(['CL', 'BR', 'AR'].includes(chart));
  },
);

test('a line is of one column, and no column is booked twice', () => {
  const columns = RESULT_LINES.map(({ column }) => column);
  expect(new Set(columns).size).toBe(columns.length);
  expect(new Set(RULE_LINES).size).toBe(RULE_LINES.length);
});

test('what is proposed, and suspense, carry no centre and no tax; a rule of suspense carries its own', () => {
  const place = { Canal: 'Uno', Cuenta: 'A' };
  const bare = { costCentre: '', taxCode: '' };
  expect(bookingOf(ruleBook([], 'CL'), 'receivable', place)).toEqual({
    ...{ ...bare, account: '1.1.04.01', name: 'Marketplaces por cobrar', level: 'proposal' },
  });
  expect(bookingOf(ruleBook([], 'CL'), 'rest', place)).toEqual({
    ...{ ...bare, account: '1.1.09.99', name: 'Cuenta de suspenso', level: 'none' },
  });
  expect(bookingOf(ruleBook([], null), 'rest', place)).toEqual({
    ...{ ...bare, account: 'SUSPENSO', name: '', level: 'none' },
  });
  const own = { account: '9', name: 'Por ver', costCentre: 'CC', taxCode: 'EX' };
  const suspense = { ...own, line: SUSPENSE, Canal: 'Uno', Cuenta: null };
  expect(bookingOf(ruleBook([suspense], 'CL'), 'rest', place)).toEqual({ ...own, level: 'none' });
});

test('a rule has one key a line and place, as it is kept', () => {
  expect(ruleKey({ line: 'rest', Canal: 'Uno', Cuenta: null })).toBe('["rest","Uno",null]');
});

test('what kind of account takes a line: by its proposal, its group, or what it is', () => {
  const kinds = (level: RuleLevel, ...lines: readonly string[]) =>
    lines.map((line) => kindOfLine(line, level));
  const lines = ['income/Ventas', 'income/rest', 'commissions/x', 'other/Cobro de Impuestos', 'rest'];
  expect(kinds('all', ...lines)).toEqual(['income', 'income', 'expense', 'expense', 'expense']);
  expect(kinds('proposal', ...lines)).toEqual(['income', 'income', 'expense', 'asset', 'expense']);
  expect(kinds('none', ...lines)).toEqual(lines.map(() => 'asset'));
  const others = ['receivable', 'inventory', 'transit', 'bank', 'product-cost'];
  expect(kinds('channel', ...others)).toEqual(['asset', 'asset', 'asset', 'asset', 'expense']);
});
