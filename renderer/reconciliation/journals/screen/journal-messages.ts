import type { JournalForm } from '#renderer/data/model/journal-terms.ts';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { type MessageId, type Text, withApiNames } from '#renderer/i18n/text.tsx';
import type { JournalEntry } from '#renderer/reconciliation/journals/model/entries.ts';
import type { JournalWords } from '#renderer/reconciliation/journals/model/file-lines.ts';
import {
  columnOfLine,
  groupOf,
  OTHER_LINES,
  type OtherLine,
} from '#renderer/reconciliation/journals/model/journal-lines.ts';
import { SUSPENSE } from '#renderer/reconciliation/journals/model/rules.ts';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import { monthOf } from '#shared/domain/dates.ts';

/** How lines and entries of journals are called. */

const isOther = (line: string): line is OtherLine => (OTHER_LINES as readonly string[]).includes(line);

/** Names of programs and formats: the same in every language. */
export const FORM_NAMES: { readonly [form in JournalForm]: string } = {
  csv: 'CSV',
  xlsx: 'Excel',
  odoo: 'Odoo',
  quickbooks: 'QuickBooks',
  xero: 'Xero',
  contpaqi: 'CONTPAQi',
  siigo: 'Siigo',
  defontana: 'Defontana',
  hledger: 'hledger',
  beancount: 'Beancount',
};

const OTHER_NAMES: { readonly [line in OtherLine]: MessageId } = {
  'income/rest': 'journal.line-income-rest',
  rest: 'journal.line-rest',
  receivable: 'journal.line-receivable',
  'product-cost': 'journal.line-product-cost',
  inventory: 'journal.line-inventory',
  transit: 'journal.line-transit',
  bank: 'journal.line-bank',
  'bank/unexplained': 'journal.line-bank-unexplained',
  rounding: 'journal.line-rounding',
};

/** Of a line, of a group of them, or of suspense. */
export function journalLineName(line: string, text: Text): string {
  const column = columnOfLine(line);
  if (column !== undefined) return text.column(column);
  if (isOther(line)) return text(OTHER_NAMES[line], { column: text.column('Ingreso Total') });
  if (line === SUSPENSE) return text('journal.line-suspense');
  const group = groupOf(line);
  if (group === null) return line;
  return text('journal.all-of', {
    group: group === 'income' ? text('statement-file.section-income') : text(`section.${group}`),
  });
}

/** «Canal · Cuenta»; what is of no known account says so. */
export const placeName = (place: Pick<JournalEntry, 'Canal' | 'Cuenta'>, text: Text): string =>
  place.Canal === '' && place.Cuenta === '' ? text('journal.no-account') : accountName(place, text);

/** For files, which others read: columns are called as the API has them. */
export function journalWords(shown: Text): JournalWords {
  const text = withApiNames(shown);
  return { entry: (entry) => entryName(entry, text), line: ({ line }) => journalLineName(line, text) };
}

/** What an entry is, whose, and of which settlement or document. */
export function entryName(entry: JournalEntry & { readonly isDifference: boolean }, text: Text): string {
  const { Canal, Cuenta, reference } = entry;
  const what = text(entry.isDifference ? 'journal.entry-difference' : `journal.entry-${entry.kind}`, {
    month: monthInSentence(monthOf(entry.date), text),
  });
  return [
    what,
    ...(Canal === '' && Cuenta === '' ? [] : [placeName(entry, text)]),
    ...(reference === '' ? [] : [reference]),
  ].join(' · ');
}
