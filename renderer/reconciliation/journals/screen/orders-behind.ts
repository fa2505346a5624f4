import {
  type JournalEntry,
  type JournalLine,
  rowsOfResult,
} from '#renderer/reconciliation/journals/model/entries.ts';
import { columnOfLine } from '#renderer/reconciliation/journals/model/journal-lines.ts';
import { type ColumnFilter, EVERYTHING, type Selection, selectionOfMonth } from '#shared/domain/selection.ts';

/** Which orders lie behind a line of an entry, and the column that it is a sum of. Pure. */

export type Behind = { readonly selection: Selection; readonly by: string };

const OTHERS: { readonly [line: string]: string } = {
  'income/rest': 'Ingreso Total',
  rest: 'Rentabilidad Marketplace',
  receivable: 'Rentabilidad Marketplace',
  'product-cost': 'Costo de Producto',
  inventory: 'Costo de Producto',
};

/**
 * Of the result, the rows of its account (and settlement) bought in the month; of a payout, all rows of its settlement. Null:
 * no rows say which they are, as of a line of the bank.
 */
export function ordersBehind(
  entry: Pick<JournalEntry, 'key' | 'kind' | 'Canal' | 'Cuenta' | 'reference'>,
  { line }: Pick<JournalLine, 'line'>,
  base: Pick<Selection, 'scope' | 'ownCosts'>,
): Behind | null {
  const account: readonly ColumnFilter[] = [
    { column: 'Canal', values: [entry.Canal] },
    { column: 'Cuenta', values: [entry.Cuenta] },
  ];
  const settlement: ColumnFilter = { column: 'N° de Liquidación', values: [entry.reference] };
  if (entry.kind === 'result') {
    const { month, settlement: ofSettlement } = rowsOfResult(entry.key);
    const by = columnOfLine(line) ?? OTHERS[line];
    if (by === undefined) return null;
    const filters = ofSettlement === null ? account : [...account, settlement];
    return { selection: { ...selectionOfMonth(month, base.scope), ownCosts: base.ownCosts, filters }, by };
  }
  if (entry.kind === 'bank' || entry.reference === '' || entry.Canal === '') return null;
  return {
    selection: { ...EVERYTHING, scope: base.scope, filters: [...account, settlement] },
    by: 'Rentabilidad Marketplace',
  };
}
