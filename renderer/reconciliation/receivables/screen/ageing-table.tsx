import { useText } from '#renderer/i18n/text.tsx';
import { AGES } from '#renderer/reconciliation/receivables/model/ageing.ts';
import type { ReceivableLine } from '#renderer/reconciliation/receivables/model/receivables.ts';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import { type PlacesProps, PlacesTable } from './places-table.tsx';

/** The closing by how long ago it was due; what has no day only where there is any. */
export function AgeingTable(props: PlacesProps) {
  const text = useText();
  const places = AGES.filter(
    (age) => age !== 'undated' || props.page.lines.some(({ ages }) => !isZero(ages.undated)),
  );
  const term: Column<ReceivableLine> = {
    id: 'term',
    heading: text('receivable.term'),
    value: ({ term: { days, rows, isLearnt } }) =>
      text(isLearnt ? 'receivable.term-learnt' : 'receivable.term-usual', { days, rows }),
  };
  return <PlacesTable {...props} name={text('receivable.ages')} places={places} more={[term]} />;
}
