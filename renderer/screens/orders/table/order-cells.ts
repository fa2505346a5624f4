import type { GridCell } from '#renderer/ui/grid/grid-types.ts';
import { fold } from '#shared/base/fold.ts';
import { SEARCH_COLUMNS } from '#shared/domain/selection.ts';

/** What a line of orders shows beside the values themselves. Pure. */

const SEARCHED = new Set<string>(SEARCH_COLUMNS);

/** Whether a cell holds what is searched for; `needle` is a folded text, "" finds nothing. */
export function isHit(column: string, value: string | null | undefined, needle: string): boolean {
  return (
    needle !== '' &&
    SEARCHED.has(column) &&
    value !== null &&
    value !== undefined &&
    fold(value).includes(needle)
  );
}

/** The columns in which some of the lines hold what is searched for. */
export function hitColumns(
  lines: readonly { readonly cells: readonly (string | null)[] }[],
  asked: readonly string[],
  needle: string,
): readonly string[] {
  return SEARCH_COLUMNS.filter((column) => {
    const at = asked.indexOf(column);
    return lines.some(({ cells }) => isHit(column, cells[at], needle));
  });
}

/** An item under its order says which it is in the place of the order's number. */
export function itemCell(read: (column: string) => string, order: GridCell): GridCell {
  const sku = read('SKU Producto');
  const product = read('Producto');
  const name = sku === '' ? product : sku;
  if (name === '') return order;
  const title = [sku, product, order.text].filter((part) => part !== '').join(' · ');
  return { text: name, tone: 'soft', title, ...(order.hit === undefined ? {} : { hit: order.hit }) };
}
