import { Fragment, useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useSourceSelection } from '#renderer/features/own-costs/own-costs.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { CopyText } from '#renderer/screens/reconciliation/frame/copy-text.tsx';
import { ListedRows } from '#renderer/screens/reconciliation/frame/listed-rows.tsx';
import type { OpenOrder } from '#renderer/screens/reconciliation/frame/opened-order.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import {
  columnsOfRule,
  type FailingRow,
  type FailingRowsQuery,
  type FailureGroup,
  PROOF_KEY_COLUMNS,
  type RowRule,
  type RuleCounts,
} from '#shared/domain/row-proof.ts';
import styles from './proof.module.css';
import { supportText } from './support-text.ts';

type RuleProps = {
  readonly rule: RowRule;
  readonly counts: RuleCounts;
  readonly onOpenOrder: OpenOrder;
};

const groupKey = ({ canal, difference, base }: FailureGroup): string =>
  JSON.stringify([canal, difference, base]);

/**
 * Failing rows of one rule by channel and by how much they are off, most rows first; each group opens as its rows. Long for
 * its markup, which is one table.
 */
export function FailureGroupsView(props: RuleProps) {
  const text = useText();
  const formats = useFormats();
  const selection = useSourceSelection();
  const [opened, setOpened] = useState<string | null>(null);
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
  const named = ({ difference, base }: FailureGroup): string =>
    (difference === null ? base : formats.exact(difference)) ??
    text(rule.kind === 'rate' ? 'proof.no-base' : 'filter.blank');
  return (
    <table
      className={classNames(ui.denseTable, styles.groups)}
      aria-label={text('proof.groups', { rule: rule.result })}
    >
      <thead>
        <tr>
          <th>Canal</th>
          <th className={ui.number}>{text(rule.kind === 'rate' ? 'proof.base' : 'proof.difference')}</th>
          <th className={ui.number}>{text('proof.rows')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const key = groupKey(group);
          const isOpen = opened === key;
          return (
            <Fragment key={key}>
              <tr data-testid="proof-group" data-value={group.rows}>
                <td>{group.canal === '' ? text('filter.blank') : group.canal}</td>
                <td className={ui.number}>
                  {group.difference === null ? (
                    named(group)
                  ) : (
                    <Figure value={group.difference} kind="money" places={places} signed favour={0} />
                  )}
                </td>
                <td className={ui.number}>
                  <Button
                    className={ui.smallLink}
                    aria-expanded={isOpen}
                    title={text('proof.see-rows', { canal: group.canal, amount: named(group) })}
                    onClick={() => setOpened(isOpen ? null : key)}
                  >
                    {formats.count(group.rows)}
                  </Button>
                </td>
              </tr>
              {isOpen ? (
                <tr>
                  <td colSpan={3} className={styles.opened}>
                    <FailingRows {...props} group={group} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
      {groupsLeftOut === 0 ? null : (
        <tfoot>
          <tr>
            <td colSpan={3} className={ui.caption}>
              {text('proof.groups-left', {
                groups: groupsLeftOut,
                shown: formats.count(groupsLeftOut),
                rows: rowsLeftOut,
                shownRows: formats.count(rowsLeftOut),
              })}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
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
        name={text('proof.groups', { rule: rule.result })}
        rowTestId="proof-row"
        keyColumns={PROOF_KEY_COLUMNS}
        figures={[
          ...columnsOfRule(rule).map((key) => ({
            heading: key,
            of: ({ cells }: FailingRow) => <RowFigure value={cells[key] ?? null} />,
          })),
          { heading: text('proof.expected'), of: ({ expected }) => <RowFigure value={expected} /> },
          { heading: text('proof.difference'), of: ({ difference }) => <RowFigure value={difference} /> },
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
