import { tsvNumber, tsvText } from '../../ui/grid/tsv.ts';

export type CsvSigns = { readonly separator: ',' | ';'; readonly decimalSign: '.' | ',' };

/** Where the decimal sign is a comma, spreadsheets take ';' between cells. */
export function csvSigns(decimalSign: string): CsvSigns {
  return decimalSign === ',' ? { separator: ';', decimalSign: ',' } : { separator: ',', decimalSign: '.' };
}

/** A cell of text, or of a figure with its exact digits; null is empty. */
export type CsvCell = { readonly text: string } | { readonly figure: string | null };

/** CSV with a byte order mark, so that spreadsheets read its accents; CR LF; no text becomes a formula. */
export function toCsv(rows: readonly (readonly CsvCell[])[], signs: CsvSigns): string {
  const quote = (text: string): string =>
    /["\r\n]/.test(text) || text.includes(signs.separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const cell = (value: CsvCell): string =>
    'text' in value
      ? quote(tsvText(value.text))
      : value.figure === null
        ? ''
        : quote(tsvNumber(value.figure, signs.decimalSign));
  const lines = rows.map((row) => row.map(cell).join(signs.separator));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
