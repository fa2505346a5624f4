import type { DataPuller } from '#renderer/data/client/data-calls.ts';
import { type FileSource, openFile, wholeFile } from '#renderer/data/client/export-run.ts';
import { placesOfCurrency } from '#renderer/data/model/currency-places.ts';
import type { Country, JournalForm } from '#renderer/data/model/journal-terms.ts';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { csvPieces, EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import type { FileFormat } from '#renderer/data/model/table-files.ts';
import { fileLines, type JournalWords } from '#renderer/reconciliation/journals/model/file-lines.ts';
import { contpaqiText, latinBytes } from '#renderer/reconciliation/journals/model/fixed-width.ts';
import { knownOf, TABLE_LAYOUTS } from '#renderer/reconciliation/journals/model/journal-layouts.ts';
import { layoutTable } from '#renderer/reconciliation/journals/model/layout-table.ts';
import { beancountText, hledgerText } from '#renderer/reconciliation/journals/model/ledger-text.ts';
import type { NumberedEntry } from '#renderer/reconciliation/journals/model/numbered.ts';
import { roundedEntry } from '#renderer/reconciliation/journals/model/rounding.ts';
import type { RuleBook } from '#renderer/reconciliation/journals/model/rules.ts';

/** Entries as a file of one of the forms. */

export type JournalFile = {
  readonly form: JournalForm;
  readonly entries: readonly NumberedEntry[];
  readonly currency: string | null;
  readonly country: Country | null;
  readonly book: RuleBook;
  readonly words: JournalWords;
  /** Of the table, in workbooks. */
  readonly name: string;
};

/** How each ends, as the programs that read it look for it. */
export const FILE_ENDINGS: { readonly [form in JournalForm]: string } = {
  csv: 'csv',
  xlsx: 'xlsx',
  odoo: 'csv',
  quickbooks: 'csv',
  xero: 'csv',
  contpaqi: 'txt',
  siigo: 'csv',
  defontana: 'csv',
  hledger: 'journal',
  beancount: 'beancount',
};

/** Lines of a file of that form: what takes the currency's own places alone is rounded, and says what that leaves. */
export function linesOfFile({ form, entries, currency, book, words }: JournalFile) {
  const places = placesOfCurrency(currency);
  const told =
    knownOf(form).places === 'exact' ? entries : entries.map((entry) => roundedEntry(entry, places, book));
  return { told, lines: fileLines(told, currency, words) };
}

/** @param format of a workbook */
export async function openJournal(
  file: JournalFile,
  data: Pick<DataPuller, 'exportTable'>,
  format: FileFormat,
): Promise<FileSource> {
  const { form, country, name } = file;
  const { told, lines } = linesOfFile(file);
  switch (form) {
    case 'hledger':
      return wholeFile(hledgerText({ entries: told, lines, country }), lines.length);
    case 'beancount':
      return wholeFile(beancountText({ entries: told, lines, country }), lines.length);
    case 'contpaqi':
      return wholeFile(latinBytes(contpaqiText(lines)), lines.length);
    case 'xlsx':
      return openFile(
        data,
        { kind: 'table', table: layoutTable(name, TABLE_LAYOUTS[form], lines) },
        format,
        true,
      );
    default: {
      const table = tableOf(layoutTable(name, TABLE_LAYOUTS[form], lines));
      return wholeFile([...csvPieces(table, EXACT_CSV)].join(''), lines.length);
    }
  }
}
