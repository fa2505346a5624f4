import type { OrderDifference, OrderFigures } from '#renderer/data/api.ts';
import { otherColumns } from '#renderer/features/changes/changes-state.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** One change of an order, as lines of its history. Pure. */

export type LogEntry =
  /** The order was not there before, or is not any more. */
  | { readonly kind: 'came' | 'went'; readonly rows: number }
  | { readonly kind: 'rows'; readonly from: string; readonly to: string }
  | { readonly kind: 'text'; readonly column: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'amount';
      readonly column: string;
      readonly from: Decimal | null;
      readonly to: Decimal | null;
    }
  /** Columns that differed and whose values the log does not keep. */
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  /** Something that the log keeps nothing of. */
  | { readonly kind: 'other' };

function joined(values: readonly string[]): string {
  return values.length === 0 ? '—' : values.map((value) => (value === '' ? '—' : value)).join(', ');
}

function amountEntries(before: OrderFigures, after: OrderFigures): readonly LogEntry[] {
  const columns = [...new Set([...Object.keys(before.amounts), ...Object.keys(after.amounts)])];
  return columns.flatMap((column): LogEntry[] => {
    const from = before.amounts[column] ?? null;
    const to = after.amounts[column] ?? null;
    return from === to ? [] : [{ kind: 'amount', column, from, to }];
  });
}

/** What changed, from → to; an order that came or went says its rows. */
export function logEntries(
  difference: Pick<OrderDifference, 'before' | 'after' | 'columns'>,
): readonly LogEntry[] {
  const { before, after } = difference;
  if (before === null || after === null) {
    const rows = (before ?? after)?.rows ?? 0;
    return [{ kind: before === null ? 'came' : 'went', rows }];
  }
  const others = otherColumns(difference);
  const texts = [
    ['Estado de Orden', joined(before.states), joined(after.states)],
    ['Estado de Pago', joined(before.payments), joined(after.payments)],
  ] as const;
  const entries: readonly LogEntry[] = [
    ...(before.rows === after.rows
      ? []
      : [{ kind: 'rows' as const, from: String(before.rows), to: String(after.rows) }]),
    ...texts.flatMap(([column, from, to]): LogEntry[] =>
      from === to ? [] : [{ kind: 'text', column, from, to }],
    ),
    ...amountEntries(before, after),
    ...(others.length === 0 ? [] : [{ kind: 'columns' as const, columns: others }]),
  ];
  return entries.length === 0 ? [{ kind: 'other' }] : entries;
}
