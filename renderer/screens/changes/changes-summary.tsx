import type { ChangesHead } from '#renderer/data/client/change-rows.ts';
import type { ChangesGroup } from '#renderer/data/model/changes.ts';
import { type ChangesRows, GROUPINGS, groupMessage } from '#renderer/features/changes/changes-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
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
 * The changes in groups that add up: new orders apart from restated ones, by what brought the change, by month of
 * purchase. A press on a group leaves its orders in the table below, another brings all back.
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
      <GroupsTable {...props} groups={head.groups} />
    </section>
  );
}

function GroupsTable(props: SummaryProps & { readonly groups: readonly ChangesGroup[] }) {
  const text = useText();
  const { rows, groups } = props;
  const isChosen = ({ key }: ChangesGroup) => rows.group === key;
  const press = (group: ChangesGroup): void => props.onChange({ group: isChosen(group) ? null : group.key });
  const idOf = ({ key }: ChangesGroup) => `changes-group-${key === '' ? 'undated' : key}`;
  return (
    <SummaryTable
      testId="changes-groups"
      rows={groups}
      keyOf={({ key }) => key}
      idOf={idOf}
      places={props.places}
      // The button in it does the same by the keyboard.
      line={(group) => ({
        className: classNames(styles.row, isChosen(group) && styles.chosen),
        'data-testid': idOf(group),
        title: text(isChosen(group) ? 'changes.group-all' : 'changes.group-show'),
        onClick: () => press(group),
      })}
      name={(group) => (
        <button
          type="button"
          className={styles.name}
          aria-pressed={isChosen(group)}
          onClick={(event) => {
            event.stopPropagation();
            press(group);
          }}
        >
          {groupMessage(group.key, text)}
        </button>
      )}
      counts={[
        {
          id: 'orders',
          heading: text('changes.group-orders'),
          kind: 'count',
          value: ({ orders }) => orders,
          figure: (group) => ({ testId: `${idOf(group)}-orders` }),
        },
        {
          id: 'rows',
          heading: text('sync.rows'),
          kind: 'count',
          value: (group) => group.rows,
          figure: (group) => ({ signed: true, testId: `${idOf(group)}-rows` }),
        },
      ]}
      difference={({ differences }, column) => differences[column] ?? null}
    />
  );
}
