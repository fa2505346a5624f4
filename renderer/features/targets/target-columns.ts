import { OUTLOOK_COLUMNS } from '#renderer/data/model/month-outlook.ts';
import { measureOf, type TargetRecord, targetOf, targetPartOf } from '#renderer/data/model/targets.ts';
import type { NamedColumn } from '#renderer/features/income-statement/income-statement-columns.ts';
import { wholeMonths } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** The targets of a month beside its result. Pure. */

/** The one month that a selection is all of; null where it is another period, or of payments. */
export function monthOfSelection({ period, periodColumn }: Selection): Month | null {
  const months = period === null || periodColumn !== 'Fecha de compra' ? null : wholeMonths(period);
  return months !== null && months.first === months.last ? months.first : null;
}

/** The targets of a selection's month by column; empty where it has none. */
export function targetSums(
  selection: Selection,
  targets: ReadonlyMap<string, TargetRecord>,
  currency: string | null,
): { readonly [column: string]: Decimal } {
  const month = monthOfSelection(selection);
  const of = targetPartOf(selection);
  if (month === null || of === undefined) return {};
  return Object.fromEntries(
    OUTLOOK_COLUMNS.flatMap((column) => {
      const measure = measureOf(column);
      const value = measure === null ? null : targetOf(targets, { measure, month, of, currency });
      return value === null ? [] : [[column, value]];
    }),
  );
}

/** The target, and how the whole differs from it, line by line where a line has one; none where no line does. */
export function targetColumns(
  whole: NamedColumn,
  sums: { readonly [column: string]: Decimal },
  text: Text,
): readonly NamedColumn[] {
  if (Object.keys(sums).length === 0) return [];
  const totals = { sums, ventasWithProductCost: '0' as Decimal };
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
