import { useText } from '#renderer/i18n/text.tsx';
import { RECEIVABLE_FIGURES } from '#renderer/reconciliation/receivables/model/month-account.ts';
import { type PlacesProps, PlacesTable } from './places-table.tsx';
import { fedColumn } from './receivable-columns.tsx';

/** How a month opened, what was added and taken off, and what it closed with. */
export function MonthTable(props: PlacesProps) {
  const text = useText();
  return (
    <PlacesTable
      {...props}
      name={text('receivable.month-table')}
      places={RECEIVABLE_FIGURES}
      more={[fedColumn(text)]}
    />
  );
}
