import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import type { OrderFigures } from '#renderer/data/model/changes.ts';
import { dayOf, type LocalDateTime } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { DASHBOARD_FILTERS, type Selection } from '#shared/domain/selection.ts';

/** Which changed orders are of a selection: those that it holds now, and those that it held before. */

export type ChangedOrder = {
  readonly key: OrderKey;
  readonly Canal: string;
  readonly Cuenta: string;
  readonly Orden: string;
  /** As it was before the first change that is asked for; null: it was not there. */
  readonly before: OrderFigures | null;
  readonly purchase: LocalDateTime | null;
};

export type IsOfSelection = (order: ChangedOrder) => boolean;

/** Of the store as it is now. */
export function selectedOrders(store: ColumnStore, selection: Selection): IsOfSelection {
  const { mask } = selectRows(store, selection);
  return (order) => {
    const number = store.orders.find(order.key);
    const isNow = number >= 0 && store.orders.rowsOf(number).some((row) => mask[row] === 1);
    return isNow || wasSelected(selection, order);
  };
}

/**
 * Whether an order was of the selection by what the log keeps of it: when it was bought, whose it is, its states. By any
 * other condition it is not known, and an order that the selection no longer holds is not counted.
 */
function wasSelected(selection: Selection, { before, purchase, ...order }: ChangedOrder): boolean {
  if (before === null) return false;
  const { period, numberFilters, dateFilters, search } = selection;
  if (numberFilters.length > 0 || dateFilters.length > 0 || search.trim() !== '') return false;
  if (period !== null) {
    if (selection.periodColumn !== 'Fecha de compra' || purchase === null) return false;
    const day = dayOf(purchase);
    if (day < period.from || day > period.to) return false;
  }
  // The log keeps no kind of row: an order of other kinds than the preset's is none that changes its states.
  const ofPreset = DASHBOARD_FILTERS.filter(({ column }) => column !== 'Tipo de Dato');
  const conditions = [...(selection.dashboardPreset ? ofPreset : []), ...selection.filters];
  return conditions.every(({ column, values }) => {
    switch (column) {
      case 'Canal':
      case 'Cuenta':
      case 'Orden':
        return values.includes(order[column]);
      case 'Estado de Orden':
        return before.states.some((state) => values.includes(state));
      case 'Estado de Pago':
        return before.payments.some((payment) => values.includes(payment));
      default:
        return false;
    }
  });
}
