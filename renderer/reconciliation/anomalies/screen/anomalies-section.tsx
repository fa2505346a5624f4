import { useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { useThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type {
  Anomalies,
  AnomaliesQuery,
  AnomalyGroup,
  AnomalyKind,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './anomalies.module.css';
import { anomaliesTable, OddOrders } from './odd-orders.tsx';
import { ThresholdsForm } from './thresholds-form.tsx';

/** Rows that add up and are odd all the same. */
export function AnomaliesSection(props: { readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const { selection } = useSelection();
  const [thresholds, setThresholds] = useThresholds();
  const [isSetting, setIsSetting] = useState(false);
  const input = useMemo<AnomaliesQuery>(() => ({ selection, thresholds }), [selection, thresholds]);
  const answer = useLiveQuery('anomalies', input, (call, query, slot) =>
    call.readAnomalies({ ...query, slot }),
  );
  const orders = answer.output?.groups.reduce((sum, group) => sum + group.orders, 0);
  return (
    <section
      className={ui.section}
      aria-label={text('anomaly.title')}
      data-testid="anomalies"
      data-value={orders}
    >
      <header>
        <h2>{text('anomaly.title')}</h2>
        <span className={ui.note}>{text('anomaly.note')}</span>
        <span className={ui.grow} />
        <Button
          className={ui.smallButton}
          aria-expanded={isSetting}
          data-testid="anomaly-thresholds"
          onClick={() => setIsSetting(!isSetting)}
        >
          {text('anomaly.thresholds')}
        </Button>
        <AnomaliesExport query={input} groups={answer.output?.groups ?? []} />
      </header>
      {isSetting ? <ThresholdsForm thresholds={thresholds} onChange={setThresholds} /> : null}
      <Answered answer={answer} loading={text('anomaly.loading')}>
        {(anomalies) => (
          <>
            <Summary anomalies={anomalies} />
            {anomalies.groups.length === 0 ? null : (
              <GroupTable anomalies={anomalies} query={input} onOpenOrder={props.onOpenOrder} />
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

function Summary({ anomalies }: { readonly anomalies: Anomalies }) {
  const text = useText();
  const open = anomalies.groups.filter(({ orders }) => orders > 0).length;
  return (
    <p role="status" className={styles.summary} data-testid="anomalies-said">
      {open === 0 ? <Icon name="check" small /> : null}
      <span className={open > 0 ? classNames(ui.tag, ui.bad) : undefined}>
        {open === 0 ? text('anomaly.none') : text('anomaly.some', { count: open })}
      </span>
    </p>
  );
}

type Opened = { readonly kind: AnomalyKind; readonly isDismissed: boolean };

/** One line a kind; a press opens its orders, or those that were dismissed. */
function GroupTable(props: {
  readonly anomalies: Anomalies;
  readonly query: AnomaliesQuery;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isOpen = (kind: AnomalyKind, isDismissed: boolean): boolean =>
    opened?.kind === kind && opened.isDismissed === isDismissed;
  const toggle = (kind: AnomalyKind, isDismissed: boolean): void =>
    setOpened(isOpen(kind, isDismissed) ? null : { kind, isDismissed });
  const columns = useGroupColumns(isOpen, toggle);
  return (
    <ListTable
      name={text('anomaly.title')}
      className={styles.groups}
      columns={columns}
      rows={props.anomalies.groups}
      keyOf={({ kind }) => kind}
      line={({ kind, orders }) => ({
        'data-testid': 'anomaly-group',
        'data-kind': kind,
        'data-value': orders,
      })}
      belowClass={styles.opened}
      below={(group) => {
        const held = opened?.isDismissed === true ? group.dismissed : group.orders;
        return opened === null || opened.kind !== group.kind || held === 0 ? null : (
          <OpenedGroup {...props} key={String(opened.isDismissed)} group={group} opened={opened} />
        );
      }}
    />
  );
}

function useGroupColumns(
  isOpen: (kind: AnomalyKind, isDismissed: boolean) => boolean,
  toggle: (kind: AnomalyKind, isDismissed: boolean) => void,
): readonly Column<AnomalyGroup>[] {
  const text = useText();
  const formats = useFormats();
  const days = ({ firstPurchase, lastPurchase }: AnomalyGroup): string => {
    if (firstPurchase === null || lastPurchase === null) return '—';
    const [first, last] = [firstPurchase, lastPurchase].map((day) => formatDay(day, formats.dates));
    return first === last ? `${first}` : `${first} – ${last}`;
  };
  return [
    {
      heading: text('anomaly.kind'),
      cell: { className: styles.kind },
      value: ({ kind }) => text(`anomaly.kind.${kind}`),
      draw: ({ kind, orders }) => (
        <>
          {orders === 0 ? (
            text(`anomaly.kind.${kind}`)
          ) : (
            <Button
              className={ui.smallLink}
              aria-expanded={isOpen(kind, false)}
              onClick={() => toggle(kind, false)}
            >
              {text(`anomaly.kind.${kind}`)}
            </Button>
          )}
          <span className={classNames(ui.caption, styles.about)}>{text(`anomaly.about.${kind}`)}</span>
        </>
      ),
    },
    { heading: text('anomaly.orders'), kind: 'count', value: 'orders' },
    { heading: text('proof.rows'), kind: 'count', value: 'rows' },
    { heading: text('anomaly.amount'), kind: 'money', value: 'amount', testId: 'anomaly-group-amount' },
    { heading: text('anomaly.purchases'), cell: { className: styles.days }, value: days },
    {
      heading: text('anomaly.dismissed'),
      kind: 'count',
      value: 'dismissed',
      draw: ({ kind, dismissed }) =>
        dismissed === 0 ? (
          <Figure value="0" kind="count" />
        ) : (
          <Button
            className={ui.smallLink}
            aria-expanded={isOpen(kind, true)}
            data-testid="anomaly-dismissed"
            data-value={String(dismissed)}
            title={text('anomaly.see-dismissed', { kind: text(`anomaly.kind.${kind}`) })}
            onClick={() => toggle(kind, true)}
          >
            {formats.count(dismissed)}
          </Button>
        ),
    },
  ];
}

/** The channels of a kind, each of them a choice, and its orders. */
function OpenedGroup(props: {
  readonly group: AnomalyGroup;
  readonly opened: Opened;
  readonly query: AnomaliesQuery;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const formats = useFormats();
  const [chosen, setChosen] = useState<string | null>(null);
  const { group, opened, query } = props;
  const { channels } = group;
  const canal = channels.some((each) => each.canal === chosen) ? chosen : null;
  const asked = useMemo(() => ({ ...query, ...opened, canal }), [query, opened, canal]);
  const places = formats.places(channels.map(({ amount }) => amount));
  return (
    <>
      {channels.length < 2 || opened.isDismissed ? null : (
        <ul className={styles.channels} aria-label={text.column('Canal')}>
          {channels.map((each) => (
            <li key={each.canal} data-testid="anomaly-channel" data-value={each.orders}>
              <Button
                className={ui.smallButton}
                aria-pressed={canal === each.canal}
                onClick={() => setChosen(canal === each.canal ? null : each.canal)}
              >
                {each.canal === '' ? text('filter.blank') : each.canal} · {formats.count(each.orders)} ·{' '}
                <Figure value={each.amount} kind="money" places={places} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <OddOrders query={asked} onOpenOrder={props.onOpenOrder} />
    </>
  );
}

/** Every odd order of the selection as a file, kind after kind. */
function AnomaliesExport(props: {
  readonly query: AnomaliesQuery;
  readonly groups: readonly AnomalyGroup[];
}) {
  const text = useText();
  const { data } = useSession();
  const { query, groups } = props;
  const all = { ...query, canal: null, isDismissed: false, offset: 0, limit: null };
  const ofKind = async ({ kind }: AnomalyGroup) => ({
    name: text(`anomaly.kind.${kind}`),
    ...(await data.call.readAnomalousOrders({ ...all, kind })),
  });
  return (
    <TableExport
      label={text('anomaly.export-title')}
      fileName={text('anomaly.title')}
      selection={query.selection}
      of={query.thresholds}
      table={async () => anomaliesTable(await Promise.all(groups.map(ofKind)), text)}
      revision={null}
    />
  );
}
