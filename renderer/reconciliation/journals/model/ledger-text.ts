import { type Country, NO_CURRENCY } from '#renderer/data/model/journal-terms.ts';
import type { AccountKind } from './country-charts.ts';
import type { JournalEntry } from './entries.ts';
import type { FileLine } from './file-lines.ts';
import { distinctNames, type LedgerAccount, ledgerAccounts } from './ledger-accounts.ts';

/** Journals as the text of two plain-text ledgers, with every digit, for whoever checks them there. */

type LedgerFile = {
  readonly entries: readonly Pick<JournalEntry, 'lines'>[];
  readonly lines: readonly FileLine[];
  readonly country: Country | null;
};

const HLEDGER_HEADS: { readonly [kind in AccountKind]: string } = {
  asset: 'assets',
  income: 'income',
  expense: 'expenses',
};
const HLEDGER_TYPES: { readonly [kind in AccountKind]: string } = {
  asset: 'A',
  income: 'R',
  expense: 'X',
};

/** One line; what begins a comment or parts accounts goes. Two spaces would end an account. */
const plainLine = (text: string): string => text.replace(/[;:|]/g, ' ').replace(/\s+/g, ' ').trim();

/** hledger's journal format. */
export function hledgerText({ entries, lines, country }: LedgerFile): string {
  const accounts = ledgerAccounts(entries, country);
  const names = distinctNames(
    accounts,
    ({ code, name, kind }) => `${HLEDGER_HEADS[kind]}:${plainLine(`${code} ${name}`)}`,
  );
  const nameOf = (code: string) => names.get(code) ?? code;
  return [
    'decimal-mark .',
    '',
    ...accounts.map(({ code, kind }) => `account ${nameOf(code)}  ; type: ${HLEDGER_TYPES[kind]}`),
    ...lines.flatMap(({ isFirstOfEntry, date, number, narration, account, amount, currency, text }) => [
      ...(isFirstOfEntry ? ['', `${date} * (${plainLine(number)}) ${plainLine(narration)}`] : []),
      `    ${nameOf(account)}  ${amount}${currency === '' ? '' : ` ${currency}`}  ; ${plainLine(text)}`,
    ]),
    '',
  ].join('\n');
}

const BEANCOUNT_HEADS: { readonly [kind in AccountKind]: string } = {
  asset: 'Assets',
  income: 'Income',
  expense: 'Expenses',
};

/** Letters, digits and hyphens, the first no small letter. */
function component({ code }: LedgerAccount): string {
  const plain = code.replace(/[^0-9A-Za-z]/g, '-');
  return /^[0-9A-Z]/.test(plain) ? plain : `X${plain}`;
}

const quoted = (text: string): string =>
  `"${text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Beancount's syntax; an account is opened on the day of the first entry. */
export function beancountText({ entries, lines, country }: LedgerFile): string {
  const accounts = ledgerAccounts(entries, country);
  const names = distinctNames(
    accounts,
    (account) => `${BEANCOUNT_HEADS[account.kind]}:${component(account)}`,
  );
  const nameOf = (code: string) => names.get(code) ?? code;
  const currencyOf = ({ currency }: FileLine) => (currency === '' ? NO_CURRENCY : currency);
  const from = lines.reduce((first, { date }) => (date < first ? date : first), lines[0]?.date ?? '');
  const currencies = new Set(lines.map(currencyOf));
  return [
    ...[...currencies].map((currency) => `option "operating_currency" ${quoted(currency)}`),
    '',
    ...accounts.flatMap(({ code, name }) => [
      `${from} open ${nameOf(code)}`,
      `  name: ${quoted(`${code} ${name}`.trim())}`,
    ]),
    ...lines.flatMap((line) => [
      ...(line.isFirstOfEntry
        ? ['', `${line.date} * ${quoted(line.narration)}`, `  number: ${quoted(line.number)}`]
        : []),
      `  ${nameOf(line.account)}  ${line.amount} ${currencyOf(line)}`,
      `    text: ${quoted(line.text)}`,
    ]),
    '',
  ].join('\n');
}
