import type { Text } from '#renderer/i18n/text.tsx';
import type { MissingCosts } from '#shared/domain/missing-costs.ts';
import { type CsvFormat, csvHead, csvLines } from '#shared/domain/spreadsheet.ts';

/** The SKUs that lack a cost, those of most Ventas first, with room for it: a file that is filled and imported. */
export function costTemplate({ lines }: Pick<MissingCosts, 'lines'>, format: CsvFormat, text: Text): string {
  const head = [
    'SKU Producto',
    'Producto',
    text('cost-import.field-cost'),
    text('cost-import.field-from'),
    text('cost-import.field-to'),
    text('cost-import.field-note'),
  ];
  const empty = { text: '' };
  const rows = lines
    .filter(({ sku }) => sku !== '')
    .map(({ sku, product }) => [{ text: sku }, { text: product ?? '' }, empty, empty, empty, empty]);
  return csvHead(head, format) + csvLines(rows, format);
}
