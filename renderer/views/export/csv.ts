import { tsvNumber, tsvText } from '../../ui/grid/tsv.ts';

export type CsvSigns = { readonly separator: ',' | ';'; readonly decimalSign: '.' | ',' };

/** Where the decimal sign is a comma, spreadsheets take ';' between cells. */
export function csvSigns(decimalSign: string): CsvSigns {
  return decimalSign === ',' ? { separator: ';', decimalSign: ',' } : { separator: ',', decimalSign: '.' };
}

/** A cell of text, or of a figure with its exact digits; null is empty. */
export type CsvCell = { readonly text: string } | { readonly figure: string | null };

/** Lines of a CSV, each with its CR LF; no text becomes a formula. */
export function csvLines(rows: readonly (readonly CsvCell[])[], signs: CsvSigns): string {
  const quote = (text: string): string =>
    /["\r\n]/.test(text) || text.includes(signs.separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const cell = (value: CsvCell): string =>
    'text' in value
      ? quote(tsvText(value.text))
      : value.figure === null
        ? ''
        : quote(tsvNumber(value.figure, signs.decimalSign));
  return rows.map((row) => `${row.map(cell).join(signs.separator)}\r\n`).join('');
}

/** The first line, after a byte order mark, so that spreadsheets read the accents. */
export function csvHead(names: readonly string[], signs: CsvSigns): string {
  return `\uFEFF${csvLines([names.map((name) => ({ text: name }))], signs)}`;
}
