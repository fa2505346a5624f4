import type { MessageId, Text } from '../../i18n/text.tsx';
import type { OrderDifference, OrderFigures } from '../../link/data-contract.ts';

/** What became of an order, in words. Pure. */

const KIND_WORDS: { readonly [kind in OrderDifference['kind']]: MessageId } = {
  new: 'changes.kind-new',
  changed: 'changes.kind-changed',
  removed: 'changes.kind-removed',
};

function joined(values: readonly string[]): string {
  return values.length === 0 ? '—' : values.join(', ');
}

function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** «Informado → Pagado»; one side alone where nothing changed or there is only one. */
export function transition(
  difference: Pick<OrderDifference, 'before' | 'after'>,
  part: 'states' | 'payments',
): { readonly text: string; readonly changed: boolean } {
  const { before, after } = difference;
  if (before === null || after === null)
    return { text: joined((after ?? before)?.[part] ?? []), changed: false };
  return sameValues(before[part], after[part])
    ? { text: joined(after[part]), changed: false }
    : { text: `${joined(before[part])} → ${joined(after[part])}`, changed: true };
}

/** Columns of amounts that are not the same before and after, in the order they are given. */
export function changedAmounts(
  before: OrderFigures | null,
  after: OrderFigures | null,
  columns: readonly string[],
): readonly string[] {
  return columns.filter((column) => (before?.amounts[column] ?? '0') !== (after?.amounts[column] ?? '0'));
}

/** What changed of an order, in a few words: «estado, pago, montos», «filas: 2 → 3». */
export function whatChanged(difference: OrderDifference, columns: readonly string[], text: Text): string {
  const { before, after, kind } = difference;
  if (kind !== 'changed' || before === null || after === null) return text(KIND_WORDS[kind]);
  const parts = [
    transition(difference, 'states').changed ? text('changes.part-state') : '',
    transition(difference, 'payments').changed ? text('changes.part-payment') : '',
    changedAmounts(before, after, columns).length > 0 ? text('changes.part-amounts') : '',
    before.rows === after.rows ? '' : text('changes.part-rows', { before: before.rows, after: after.rows }),
  ].filter((part) => part !== '');
  return parts.length === 0 ? text('changes.part-other') : parts.join(', ');
}
