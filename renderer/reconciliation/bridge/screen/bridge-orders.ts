import { columnsOfSection } from '#renderer/data/model/section-columns.ts';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type {
  Bridge,
  BridgeDimension,
  BridgePart,
  BridgeQuery,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import { shiftDay } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { ColumnFilter, Period, Selection } from '#shared/domain/selection.ts';
import { isSection } from './bridge-messages.ts';
import { bothPeriods } from './use-bridge.ts';

/** Which orders lie behind the figures of a bridge. Pure. */

type Behind = { readonly selection: Selection; readonly by: string; readonly period: Period };

export function ordersOfPeriod(query: BridgeQuery, period: Period): SelectionAction {
  return { type: 'set-all', selection: { ...query.selection, period } };
}

/** Both periods where they are one; else the later, and what belongs to the earlier alone is shown there. */
function shownPeriod({ before, after }: Bridge, part: BridgePart | null): Period {
  if (part === 'new') return after;
  if (part === 'discontinued') return before;
  return bothPeriods(before, after, (day) => shiftDay(day, 1)) ?? after;
}

const NO_PRODUCT: readonly string[] = ['', 'Sin SKU'];
const ZERO = '0' as Decimal;

/** The rows behind a part and the column it is a sum of; null where no selection says which they are. */
export function ordersOfPart(query: BridgeQuery, bridge: Bridge, part: BridgePart): Behind | null {
  const period = shownPeriod(bridge, part);
  const base: Selection = { ...query.selection, period };
  const profit = SCOPE_COLUMNS[bridge.scope].profitability;
  const all = (by: string): Behind => ({ selection: base, by, period });
  const ofProducts = (values: readonly string[]): Behind => ({
    selection: { ...base, filters: withFilter(base.filters, { column: 'SKU Producto', values }) },
    by: profit,
    period,
  });
  if (isSection(part)) return all(columnsOfSection(part, 'charge')[0] ?? profit);
  switch (part) {
    case 'volume':
    case 'mix':
      return all('Unidades');
    case 'price':
      return all(RATE_BASE_COLUMN);
    case 'other-income':
      return all('Ingreso Total');
    case 'product-cost':
      return all('Costo de Producto');
    case 'refunds':
      return all('Reembolso Total');
    case 'without-product':
      return ofProducts(NO_PRODUCT);
    case 'new':
    case 'discontinued':
    case 'no-cost': {
      const { groups, others } = bridge.groups['SKU Producto'];
      // Some of them are not told one by one.
      if (others?.parts[part] !== undefined) return null;
      return ofProducts(groups.filter(({ parts }) => parts[part] !== undefined).map(({ value }) => value));
    }
    case 'missing-cost': {
      const lacking = { column: 'Costo de Producto', from: ZERO, to: ZERO };
      const others = base.numberFilters.filter(({ column }) => column !== lacking.column);
      return { selection: { ...base, numberFilters: [...others, lacking] }, by: RATE_BASE_COLUMN, period };
    }
    case 'rest':
      return null;
  }
}

/** The rows of a group; of a category, those that carry it, whatever the newest purchase of their product says. */
export function ordersOfGroup(
  query: BridgeQuery,
  bridge: Bridge,
  dimension: BridgeDimension,
  value: string,
): Behind {
  const period = shownPeriod(bridge, null);
  const filters = withFilter(query.selection.filters, { column: dimension, values: [value] });
  return {
    selection: { ...query.selection, period, filters },
    by: SCOPE_COLUMNS[bridge.scope].profitability,
    period,
  };
}

/** A column has one filter: the rows that both it and the former would leave are those of the narrower one. */
function withFilter(filters: readonly ColumnFilter[], filter: ColumnFilter): readonly ColumnFilter[] {
  return [...filters.filter(({ column }) => column !== filter.column), filter];
}
