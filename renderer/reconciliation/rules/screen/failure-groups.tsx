import { useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import {
  columnsOfRule,
  type FailingRow,
  type FailingRowsQuery,
  type FailureGroup,
  type RowRule,
  RULE_KEY_COLUMNS,
  type RuleCounts,
} from '#renderer/data/model/row-rules.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useSourceSelection } from '#renderer/features/own-costs/own-costs.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { CopyText } from '#renderer/reconciliation/parts/copy-text.tsx';
import { ListedRows } from '#renderer/reconciliation/parts/listed-rows.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './rules.module.css';
import { supportText } from './support-text.ts';

type RuleProps = {
  readonly rule: RowRule;
  readonly counts: RuleCounts;
  readonly onOpenOrder: OpenOrder;
};

/** What tells a group of a rule from its others. */
export const groupKey = ({ canal, difference, base }: FailureGroup): string =>
  JSON.stringify([canal, difference, base]);

/**
 * Failing rows of one rule by channel and by how much they are off, most rows first; each group opens as its rows.
 */
export function FailureGroupsView(props: RuleProps) {
  const text = useText();
  const formats = useFormats();
  const selection = useSourceSelection();
  const { rule } = props;
  const input = useMemo(() => ({ selection, id: rule.id }), [selection, rule.id]);
  const { output, error, refresh } = useLiveQuery('failure-groups', input, (call, query, slot) =>
    call.readFailureGroups({ ...query, slot }),
  );
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  // The answer before is another rule's.
  if (output === null || output.id !== rule.id) return <p className={ui.hint}>{text('proof.loading')}</p>;
  const { groups, groupsLeftOut, rowsLeftOut } = output;
  const places = formats.places(groups.flatMap(({ difference }) => difference ?? []));
  return (
    <ListTable
      name={text('proof.groups', { rule: text.column(rule.result) })}
      className={styles.groups}
      columns={failureColumns(rule.kind, places, text, formats)}
      rows={groups}
      keyOf={groupKey}
      line={({ rows }) => ({ 'data-testid': 'proof-group', 'data-value': rows })}
      belowClass={styles.opened}
      below={(group, { isOpen }) => (isOpen ? <FailingRows {...props} group={group} /> : null)}
      sums={[
        groupsLeftOut === 0
          ? null
          : {
              key: 'left',
              name: (
                <span className={ui.caption}>
                  {text('proof.groups-left', {
                    groups: groupsLeftOut,
                    shown: formats.count(groupsLeftOut),
                    rows: rowsLeftOut,
                    shownRows: formats.count(rowsLeftOut),
                  })}
                </span>
              ),
              isPlain: true,
              isFoot: true,
              sums: {},
            },
      ]}
    />
  );
}

function failureColumns(
  kind: RuleProps['rule']['kind'],
  places: number,
  text: Text,
  formats: Formats,
): readonly Column<FailureGroup>[] {
  const named = ({ difference, base }: FailureGroup): string =>
    (difference === null ? base : formats.exact(difference)) ??
    text(kind === 'rate' ? 'proof.no-base' : 'filter.blank');
  return [
    { heading: 'Canal', value: ({ canal }) => (canal === '' ? text('filter.blank') : canal) },
    {
      heading: text(kind === 'rate' ? 'proof.base' : 'proof.difference'),
      kind: 'money',
      value: 'difference',
      draw: (group) =>
        group.difference === null ? (
          named(group)
        ) : (
          <Figure value={group.difference} kind="money" places={places} signed favour={0} />
        ),
    },
    {
      heading: text('proof.rows'),
      kind: 'count',
      value: 'rows',
      draw: (group, { isOpen, toggle }) => (
        <Button
          className={ui.smallLink}
          aria-expanded={isOpen}
          title={text('proof.see-rows', {
            canal: group.canal || text('filter.blank'),
            amount: named(group),
          })}
          onClick={toggle}
        >
          {formats.count(group.rows)}
        </Button>
      ),
    },
  ];
}

const AT_ONCE = 50;
/** So many rows make a ticket. */
const IN_A_TICKET = 20;

/** The rows of a group with what the rule says of each. */
function FailingRows(props: RuleProps & { readonly group: FailureGroup }) {
  const text = useText();
  const formats = useFormats();
  const selection = useSourceSelection();
  const [shown, setShown] = useState(AT_ONCE);
  const { rule, group, onOpenOrder } = props;
  const query = useMemo<FailingRowsQuery>(
    () => ({
      selection,
      id: rule.id,
      group: { canal: group.canal, difference: group.difference, base: group.base },
    }),
    [selection, rule.id, group],
  );
  const input = useMemo(() => ({ ...query, offset: 0, limit: shown }), [query, shown]);
  const {
    output,
    input: answered,
    error,
    refresh,
  } = useLiveQuery('failing-rows', input, (call, asked, slot) => call.readFailingRows({ ...asked, slot }));
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  if (output === null || answered === null || answered.id !== rule.id || !isOf(answered, group)) {
    return <p className={ui.hint}>{text('proof.loading')}</p>;
  }
  return (
    <>
      <CopyForSupport {...props} query={query} />
      <ListedRows
        name={text('proof.groups', { rule: text.column(rule.result) })}
        rowTestId="proof-row"
        keyColumns={RULE_KEY_COLUMNS}
        figures={[
          ...columnsOfRule(rule).map((key) => figure(key, ({ cells }) => cells[key] ?? null)),
          figure(text('proof.expected'), ({ expected }) => expected),
          figure(text('proof.difference'), ({ difference }) => difference),
        ]}
        lines={output.lines}
        total={output.total}
        places={formats.places(output.lines.flatMap(({ expected }) => expected ?? []))}
        onOpenOrder={onOpenOrder}
        onMore={() => setShown(shown + AT_ONCE)}
      />
    </>
  );
}

function isOf({ group }: FailingRowsQuery, { canal, difference, base }: FailureGroup): boolean {
  return group?.canal === canal && group.difference === difference && group.base === base;
}

const figure = (heading: string, value: (row: FailingRow) => string | null) => ({
  heading,
  value,
  draw: (row: FailingRow) => <RowFigure value={value(row)} />,
});

/** A row's own value with all the digits it is written with: the last of them is what fails. */
function RowFigure({ value }: { readonly value: string | null }) {
  const places = value?.split('.')[1]?.length ?? 0;
  return <Figure value={value} kind="money" places={places} />;
}

/** Rule, formula, values, differences and answers of the first rows, for whoever supports the source. */
function CopyForSupport(props: RuleProps & { readonly query: FailingRowsQuery }) {
  const text = useText();
  const { data } = useSession();
  const { rule, counts, query } = props;
  const written = async (): Promise<string> => {
    const page = await data.call.readFailingRows({ ...query, offset: 0, limit: IN_A_TICKET });
    return supportText(rule, { fails: counts.fails, checked: counts.holds + counts.fails }, page, text);
  };
  return (
    <p className={styles.actions}>
      <CopyText label={text('proof.copy')} testId="proof-copy" written={written} />
    </p>
  );
}
