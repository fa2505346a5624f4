import type { ChangesGroup } from '#renderer/data/api.ts';
import type { ChangesHead } from '#renderer/data/client/change-rows.ts';
import { type ChangesRows, GROUPINGS, groupMessage } from '#renderer/features/changes/changes-state.ts';
import { AMOUNT_COLUMNS, scopeOfResult } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import styles from './changes-summary.module.css';

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
  const { code } = useCurrency();
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
      <div className={styles.groups}>
        <table className={classNames(ui.denseTable, styles.table)} data-testid="changes-groups">
          <thead>
            <tr>
              <th>
                {text('changes.difference')}
                {code === null ? '' : ` · ${code}`}
              </th>
              <th className={ui.number}>{text('changes.group-orders')}</th>
              <th className={ui.number}>{text('sync.rows')}</th>
              {AMOUNT_COLUMNS.map((column) => {
                const scope = scopeOfResult(column);
                return (
                  <th key={column} className={ui.number} title={column}>
                    {scope === undefined ? (
                      column
                    ) : (
                      <>
                        <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
                      </>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {head.groups.map((group) => (
              <GroupRow key={group.key} {...props} group={group} />
            ))}
          </tbody>
        </table>
      </div>
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
          className={ui.link}
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
