/** Words of journals that are kept with what the user says of them. */

/** Countries whose accounts are proposed. */
export const COUNTRIES = ['CL', 'MX', 'BR', 'AR', 'PE', 'CO'] as const;
export type Country = (typeof COUNTRIES)[number];

/** Their currencies, as ISO 4217 has them. */
const CURRENCIES: { readonly [country in Country]: string } = {
  CL: 'CLP',
  MX: 'MXN',
  BR: 'BRL',
  AR: 'ARS',
  PE: 'PEN',
  CO: 'COP',
};

/** ISO 4217 for what has no currency. */
export const NO_CURRENCY = 'XXX';

/** The country whose currency it is; null: of none of these. */
export const countryOfCurrency = (currency: string | null): Country | null =>
  COUNTRIES.find((country) => CURRENCIES[country] === currency) ?? null;

/** Entries of the result: one an account, or one a settlement. */
export const JOURNAL_GROUPINGS = ['account', 'settlement'] as const;
export type JournalGrouping = (typeof JOURNAL_GROUPINGS)[number];

export const ENTRY_KINDS = ['result', 'payout', 'bank'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Where an account comes from: a rule of one of three levels, the country's proposal, or nothing, which is suspense. */
export const RULE_LEVELS = ['account', 'channel', 'all', 'proposal', 'none'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** All files, as they are offered. */
export const JOURNAL_FORMS = [
  'csv',
  'xlsx',
  'odoo',
  'quickbooks',
  'xero',
  'contpaqi',
  'siigo',
  'defontana',
  'hledger',
  'beancount',
] as const;
export type JournalForm = (typeof JOURNAL_FORMS)[number];
