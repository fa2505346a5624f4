import type { NamedColumn } from '#renderer/features/income-statement/income-statement-columns.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { TargetsInView } from './targets-in-view.ts';

/**
 * The targets of what is in view, and how the whole differs from them, line by line where a line has one; none where no line
 * does. Pure.
 */
export function targetColumns(
  whole: NamedColumn,
  targets: TargetsInView | null,
  text: Text,
): readonly NamedColumn[] {
  if (targets === null) return [];
  const { sums, rates } = targets;
  if (Object.keys(sums).length + Object.keys(rates).length === 0) return [];
  const totals = { sums, rates, ventasWithProductCost: '0' as Decimal };
  const plain = { value: '', leftOut: 0, until: null, isTarget: true } as const;
  const name = text('month-card.target');
  return [
    { id: 'before-target', kind: 'before', totals, less: null, name, ...plain },
    {
      id: 'difference-target',
      kind: 'difference',
      totals: whole.totals,
      less: totals,
      name: text('statement.difference-from', { name }),
      ...plain,
    },
  ];
}
