import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import { AGES } from '#renderer/reconciliation/receivables/model/ageing.ts';
import { proposedAllowance } from '#renderer/reconciliation/receivables/model/allowance.ts';
import type { ReceivableLine } from '#renderer/reconciliation/receivables/model/receivables.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import { AllowanceField } from './allowance-field.tsx';
import { type PlacesProps, PlacesTable } from './places-table.tsx';
import styles from './receivables.module.css';
import { useAllowances } from './use-allowances.ts';

/** The closing by how long ago it was due (what has no day only where there is any), and what of it is taken for lost. */
export function AgeingTable(props: PlacesProps) {
  const text = useText();
  const formats = useFormats();
  const { lines, month } = props.page;
  const allowances = useAllowances(month);
  // What is proposed or set of whole ages may have decimals: they are shown.
  const moneyPlaces = formats.places(
    lines.flatMap(({ canal, cuenta, ages }) => {
      const said = allowances.of(canal, cuenta);
      return [
        ...AGES.map((age) => ages[age]),
        proposedAllowance(ages),
        ...(said === null ? [] : [said.amount]),
      ];
    }),
  );
  const places = AGES.filter((age) => age !== 'undated' || lines.some(({ ages }) => !isZero(ages.undated)));
  const termText = ({ days, rows, isLearnt }: ReceivableLine['term']) =>
    text(isLearnt ? 'receivable.term-learnt' : 'receivable.term-usual', { days, rows });
  const more: readonly Column<ReceivableLine>[] = [
    {
      id: 'term',
      heading: text('receivable.term'),
      value: ({ term }) => termText(term),
      draw: ({ term }) => (term.isLearnt ? <span title={termText(term)}>{term.days}</span> : termText(term)),
    },
    {
      id: 'proposed',
      heading: text('receivable.allowance-proposed'),
      head: { title: text('receivable.allowance-title') },
      kind: 'money',
      value: ({ ages }) => proposedAllowance(ages),
      testId: 'receivable-allowance-proposed',
    },
    {
      id: 'allowance',
      heading: text('receivable.allowance'),
      kind: 'end',
      draw: (line) => <AllowanceField line={line} allowances={allowances} places={moneyPlaces} />,
    },
  ];
  return (
    <>
      <PlacesTable {...props} name={text('receivable.ages')} places={places} more={more} />
      <div className={styles.owner}>
        <OwnerField testId="receivable-owner" />
      </div>
      <ActionFailure words={allowances.failed} />
    </>
  );
}
