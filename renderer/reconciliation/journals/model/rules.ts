import { type Country, NO_CURRENCY, type RuleLevel } from '#renderer/data/model/journal-terms.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import {
  type AccountKind,
  COUNTRY_CHARTS,
  type CountryChart,
  kindOfRole,
  proposedRole,
} from './country-charts.ts';
import { groupOf } from './journal-lines.ts';

/**
 * Which account of the books takes a line. A rule is of one line or of a whole group, and of all, of a channel or of one
 * account of it. The most specific one counts: first by whose it is, then by what it is of. Where there is none, the
 * country's proposal does; where that has none either, the line stands in suspense.
 */

export type JournalRule = {
  /** One of RULE_LINES, a group's name standing for all its lines; or SUSPENSE. */
  readonly line: string;
  /** Null: of all channels. */
  readonly Canal: string | null;
  /** Null: of all accounts of the channel. */
  readonly Cuenta: string | null;
  /** Code of the account in the books. */
  readonly account: string;
  readonly name: string;
  readonly costCentre: string;
  readonly taxCode: string;
};

export type Booking = Pick<JournalRule, 'account' | 'name' | 'costCentre' | 'taxCode'> & {
  readonly level: RuleLevel;
};

/** The line whose rules name the suspense account. */
export const SUSPENSE = 'suspense';
const SUSPENSE_CODE = 'SUSPENSO';

/** One rule a line and place. */
export const ruleKey = ({ line, Canal, Cuenta }: Pick<JournalRule, 'line' | 'Canal' | 'Cuenta'>): string =>
  JSON.stringify([line, Canal, Cuenta]);

/** The key of what is said of entries in a currency; null: it has no name. */
export const settingKey = (currency: string | null): string => currency ?? NO_CURRENCY;

/** Rules with what is proposed where they say nothing, ready to be asked. */
export type RuleBook = {
  readonly rules: ReadonlyMap<string, JournalRule>;
  /** Null: nothing is proposed. */
  readonly country: Country | null;
};

export const ruleBook = (rules: Iterable<JournalRule>, country: Country | null): RuleBook => ({
  rules: new Map([...rules].map((rule) => [ruleKey(rule), rule])),
  country,
});

/** The account that takes a line of an account of a channel. */
export function bookingOf(book: RuleBook, line: string, place: SellerAccount): Booking {
  return ruled(book, line, place) ?? proposed(book, line) ?? suspense(book, place);
}

function ruled({ rules }: RuleBook, line: string, { Canal, Cuenta }: SellerAccount): Booking | null {
  const places = [
    { level: 'account', Canal, Cuenta },
    { level: 'channel', Canal, Cuenta: null },
    { level: 'all', Canal: null, Cuenta: null },
  ] as const;
  for (const { level, ...place } of places) {
    for (const each of [line, groupOf(line) ?? line]) {
      const rule = rules.get(ruleKey({ line: each, ...place }));
      if (rule !== undefined) return bookingBy(rule, level);
    }
  }
  return null;
}

const bookingBy = ({ account, name, costCentre, taxCode }: JournalRule, level: RuleLevel): Booking => ({
  account,
  name,
  costCentre,
  taxCode,
  level,
});

const chartOf = ({ country }: RuleBook): CountryChart | null =>
  country === null ? null : COUNTRY_CHARTS[country];

function proposed(book: RuleBook, line: string): Booking | null {
  const role = proposedRole(line, groupOf(line));
  const account = role === null ? undefined : chartOf(book)?.accounts[role];
  return account === undefined
    ? null
    : { account: account.code, name: account.name, costCentre: '', taxCode: '', level: 'proposal' };
}

function suspense(book: RuleBook, place: SellerAccount): Booking {
  const own = ruled(book, SUSPENSE, place);
  const { code, name } = chartOf(book)?.accounts.suspense ?? { code: SUSPENSE_CODE, name: '' };
  return {
    ...(own ?? { account: code, name, costCentre: '', taxCode: '' }),
    level: 'none',
  };
}

const KINDS_OF_OTHERS: { readonly [line: string]: AccountKind } = {
  receivable: 'asset',
  inventory: 'asset',
  transit: 'asset',
  bank: 'asset',
  'product-cost': 'expense',
};
/** What kind of account takes a line, as far as the line tells: suspense is an asset until somebody clears it. */
export function kindOfLine(line: string, level: RuleLevel): AccountKind {
  if (level === 'none') return kindOfRole(SUSPENSE);
  const other = KINDS_OF_OTHERS[line];
  if (other !== undefined) return other;
  const role = level === 'proposal' ? proposedRole(line, groupOf(line)) : null;
  if (role !== null) return kindOfRole(role);
  return groupOf(line) === 'income' ? 'income' : 'expense';
}
