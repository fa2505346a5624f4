import { Popover } from '@base-ui/react/popover';
import { useMemo } from 'react';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { Groups } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import styles from '#renderer/features/selection/selection.module.css';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useRichText, useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { DASHBOARD_FILTERS, type Selection } from '#shared/domain/selection.ts';
import { type LeftOut, leftOutBy, leftOutQuestions, selectionOf } from './left-out.ts';

/** The sums that tell what is left out. */
const LEFT_OUT_COLUMNS = ['Ventas', SCOPE_COLUMNS.total.profitability];

async function readLeftOut(call: DataReader, selection: Selection) {
  const ask = (dashboardPreset: boolean) =>
    call.readTotals({ selection: { ...selection, dashboardPreset }, columns: [] });
  const [inside, all, ...reasons] = await readTogether<[Totals, Totals, ...Groups[]]>(() =>
    Promise.all([
      ask(true),
      ask(false),
      ...leftOutQuestions(selection).map((question, index) =>
        call.readGroups({
          selection: question,
          dimension: { column: DASHBOARD_FILTERS[index]?.column ?? '', unit: null },
          columns: LEFT_OUT_COLUMNS,
        }),
      ),
    ]),
  );
  return { inside, all, reasons: leftOutBy(reasons) };
}

/** The rows that the dashboard counts, and those that it leaves out of this selection, by reason and with their money. */
export function PresetExplanation() {
  const text = useText();
  const richText = useRichText();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const input = useMemo<Selection>(() => ({ ...selection, dashboardPreset: false }), [selection]);
  const { output } = useLiveQuery('preset-rows', input, readLeftOut);
  const left = output === null ? null : output.all.rows - output.inside.rows;
  return (
    <div className={styles.presetText}>
      <Popover.Title className={ui.bold}>{text('preset.name')}</Popover.Title>
      <Popover.Description>{text('preset.what')}</Popover.Description>
      <dl>
        {DASHBOARD_FILTERS.map((filter) => (
          <div key={filter.column}>
            <dt>{text.column(filter.column)}</dt>
            <dd>{filter.values.join(', ')}</dd>
          </div>
        ))}
      </dl>
      <p className={ui.muted}>{text('preset.unpaid')}</p>
      <p data-testid="preset-rows" data-value={output?.inside.rows} data-left={left ?? undefined}>
        {output === null || left === null
          ? '…'
          : richText('preset.counts', {
              count: output.inside.rows,
              inside: formats.count(output.inside.rows),
              left: formats.count(left),
            })}
      </p>
      {output === null || output.reasons.length === 0 ? null : (
        <LeftOutTable reasons={output.reasons} selection={input} />
      )}
      <p className={ui.muted}>{text('preset.syncs')}</p>
      <div className={ui.footer}>
        <span className={ui.grow} />
        <Button
          className={ui.smallButton}
          onClick={() => change({ type: 'set-preset', on: !selection.dashboardPreset })}
        >
          {text(selection.dashboardPreset ? 'preset.off' : 'preset.on')}
        </Button>
      </div>
    </div>
  );
}

/** Why rows are left out: each reason with its rows and its money, and the way to them. */
function LeftOutTable(props: { readonly reasons: readonly LeftOut[]; readonly selection: Selection }) {
  const text = useText();
  const formats = useFormats();
  const { change } = useSelection();
  const { go } = useNavigation();
  const { reasons, selection } = props;
  const show = (reason: LeftOut): void => {
    change({ type: 'set-all', selection: selectionOf(selection, reason) });
    go('orders');
  };
  return (
    <ListTable
      className={styles.leftOut}
      hasOwnLook
      table={{ 'data-testid': 'preset-left-out' }}
      columns={[
        {
          heading: text('preset.left-reason'),
          isRowHeading: true,
          value: ({ column, value }) =>
            `${text.column(column)}: ${value === '' ? text('filter.blank') : value}`,
          draw: (reason) => (
            <Button className={ui.link} title={text('preset.left-show')} onClick={() => show(reason)}>
              {text.column(reason.column)}: {reason.value === '' ? text('filter.blank') : reason.value}
            </Button>
          ),
        },
        { heading: text('preset.left-rows'), kind: 'count', value: 'rows' },
        ...LEFT_OUT_COLUMNS.map(
          (column): Column<LeftOut> => ({
            id: column,
            heading: text.column(column),
            kind: 'money',
            value: ({ sums }) => sums[column] ?? null,
          }),
        ),
      ]}
      rows={reasons}
      keyOf={({ column, value }) => `${column}/${value}`}
      places={formats.places(reasons.flatMap(({ sums }) => Object.values(sums)))}
      line={({ column }) => ({ 'data-column': column })}
    />
  );
}
