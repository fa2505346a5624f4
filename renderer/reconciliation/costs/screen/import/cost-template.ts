import { type CsvFormat, csvHead, csvLines } from '#renderer/data/model/spreadsheet.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { MissingCosts } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import { type DateStyle, dayLetters } from '#renderer/ui/date-format.ts';

/** How the user's spreadsheet reads and writes. */
type Conventions = { readonly format: CsvFormat; readonly dates: DateStyle };

/**
 * The SKUs that lack a cost, those of most Ventas first, with room for it: a file that is filled and imported. Its headings
 * name the order of days, so that nobody has to ask for it.
 */
export function costTemplate(
  { lines }: Pick<MissingCosts, 'lines'>,
  { format, dates }: Conventions,
  text: Text,
): string {
  const letters = dayLetters(text('cost-import.date-letters'), dates);
  const head = [
    'SKU Producto',
    'Producto',
    text('cost-import.field-cost'),
    `${text('cost-import.field-from')} (${letters})`,
    `${text('cost-import.field-to')} (${letters})`,
    text('cost-import.field-note'),
  ];
  const empty = { text: '' };
  const rows = lines
    .filter(({ sku }) => sku !== '')
    .map(({ sku, product }) => [{ text: sku }, { text: product ?? '' }, empty, empty, empty, empty]);
  return csvHead(head, format) + csvLines(rows, format);
}
