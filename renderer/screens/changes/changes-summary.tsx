import type { ChangesGroup } from '#renderer/data/api/changes.ts';
import type { ChangesHead } from '#renderer/data/client/change-rows.ts';
import { type ChangesRows, GROUPINGS, groupMessage } from '#renderer/features/changes/changes-state.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import styles from './changes-summary.module.css';
import { SummaryTable } from './summary-table.tsx';

type SummaryProps = {
  readonly rows: ChangesRows;
  readonly head: ChangesHead | null;
  readonly places: number;
  readonly isStale: boolean;
  readonly onChange: (part: Partial<ChangesRows>) => void;
};

/**
 * What the changes come to, in groups that add up: new orders apart from restated ones, by what brought the change, by
 * month of purchase. A press on a group leaves its orders in the table below, another brings all back.
 */
export function ChangesSummary(props: SummaryProps) {
  const text = useText();
  const { rows, head } = props;
  if (head === null || (head.groups.length === 0 && rows.group === null)) return null;
  return (
    <section className={styles.summary} aria-label={text('changes.groups')} data-stale={props.isStale}>
      <Segmented
        label={text('changes.grouping')}
        value={rows.grouping}
        options={GROUPINGS.map((value) => ({
          value,
          label: text(`changes.grouping-${value}`),
          testId: `changes-grouping-${value}`,
        }))}
        onChange={(grouping) => props.onChange({ grouping, group: null })}
      />
      <SummaryTable
        testId="changes-groups"
        counts={
          <>
            <th className={ui.number}>{text('changes.group-orders')}</th>
            <th className={ui.number}>{text('sync.rows')}</th>
          </>
        }
      >
        {head.groups.map((group) => (
          <GroupRow key={group.key} {...props} group={group} />
        ))}
      </SummaryTable>
    </section>
  );
}

function GroupRow(props: SummaryProps & { readonly group: ChangesGroup }) {
  const text = useText();
  const { group, rows, places } = props;
  const isChosen = rows.group === group.key;
  const press = (): void => props.onChange({ group: isChosen ? null : group.key });
  const id = `changes-group-${group.key === '' ? 'undated' : group.key}`;
  return (
    // The button in it does the same by the keyboard.
    <tr
      className={classNames(styles.row, isChosen && styles.chosen)}
      data-testid={id}
      title={text(isChosen ? 'changes.group-all' : 'changes.group-show')}
      onClick={press}
    >
      <td>
        <button
          type="button"
          className={styles.name}
          aria-pressed={isChosen}
          onClick={(event) => {
            event.stopPropagation();
            press();
          }}
        >
          {groupMessage(group.key, text)}
        </button>
      </td>
      <FigureCell value={String(group.orders)} kind="count" testId={`${id}-orders`} />
      <FigureCell value={String(group.rows)} kind="count" signed testId={`${id}-rows`} />
      {AMOUNT_COLUMNS.map((column) => (
        <FigureCell
          key={column}
          value={group.differences[column] ?? null}
          kind="money"
          places={places}
          signed
          testId={`${id}-${column}`}
        />
      ))}
    </tr>
  );
}
