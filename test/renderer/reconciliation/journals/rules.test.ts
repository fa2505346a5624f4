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

test('at one place the rule of a line counts before that of its group; a nearer place counts before either', () => {
  const rule = (line: string, account: string, of: Partial<JournalRule> = {}): JournalRule => ({
    ...{ line, account, Canal: null, Cuenta: null, name: '', costCentre: '', taxCode: '', ...of },
  });
  const [line, group] = ['commissions/Cobro de Comisiones', 'commissions'];
  const [uno, own] = [{ Canal: 'Uno' }, { Canal: 'Uno', Cuenta: 'A' }];
  const all = [
    ...[rule(line, '1'), rule(group, '2'), rule(line, '3', uno), rule(group, '4', uno)],
    ...[rule(line, '5', own), rule(group, '6', own)],
  ];
  const taken = (some: readonly JournalRule[], place = { Canal: 'Uno', Cuenta: 'A' }) =>
    [line, group, 'commissions/Reembolso de Comisiones'].map(
      (each) => bookingOf(ruleBook(some, null), each, place).account,
    );
  expect(taken(all)).toEqual(['5', '6', '6']);
  expect(taken(all, { Canal: 'Uno', Cuenta: 'B' })).toEqual(['3', '4', '4']);
  expect(taken(all, { Canal: 'Dos', Cuenta: 'A' })).toEqual(['1', '2', '2']);
  // The group's of the account before the line's of the channel.
  expect(taken([rule(line, '3', uno), rule(group, '6', own)])).toEqual(['6', '6', '6']);
});

test('what is proposed for a line is the account of what it is, whatever its group', () => {
  const role = (line: string) => {
    const { account, level } = bookingOf(ruleBook([], 'CO'), line, { Canal: 'Uno', Cuenta: 'A' });
    const roles = Object.entries(COUNTRY_CHARTS.CO.accounts);
    return level === 'none' ? null : roles.find(([, { code }]) => code === account)?.[0];
  };
  const byRole = new Map<string, string[]>();
  for (const line of RULE_LINES.filter((each) => !/^(storage|discounts|account|financing)\//.test(each))) {
    const own = role(line) ?? 'none';
    byRole.set(own, [...(byRole.get(own) ?? []), line]);
  }
  expect(byRole.get('taxes')).toEqual(['other/Cobro de Impuestos', 'other/Reembolso de Impuestos']);
  expect(byRole.get('shipping-income')).toEqual([
    'income/Despacho pagado por comprador',
    'income/Ingreso por Envío Flex',
  ]);
  expect(byRole.get('other-income')).toEqual([
    'income/Ingreso de Compensación por Daños',
    'income/Ingreso por promoción',
  ]);
  expect(byRole.get('none')).toEqual([
    ...['income/Ingresos sin categorizar', 'other/Cobros sin categorizar'],
    ...['other/Reembolsos sin categorizar', 'income/rest', 'rest', 'bank/unexplained', 'rounding'],
  ]);
  const others = ['receivable', 'product-cost', 'inventory', 'transit', 'bank'];
  expect(others.map(role)).toEqual(others);
  expect(role('income/Ventas')).toBe('sales');
  for (const group of ['commissions', 'shipping', 'advertising'])
    expect(new Set(RULE_LINES.filter((line) => line.split('/')[0] === group).map(role))).toEqual(
      new Set([group]),
    );
});
