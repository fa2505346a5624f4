import { useState } from 'react';
import { describePeriod } from '#renderer/features/period/period.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  BRIDGE_DIMENSIONS,
  BRIDGE_PARTS,
  type Bridge,
  type BridgeDimension,
  type BridgeGroup,
  type BridgePart,
  type BridgeQuery,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { type Decimal, differenceBetween, fromDecimal, sum, toDecimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './bridge.module.css';
import { changeOf, groupName, partDefinition, partName } from './bridge-messages.ts';
import { ordersOfGroup } from './bridge-orders.ts';

/** The products that moved it most; the others on asking. */
const SHOWN_FIRST = 10;

type GroupsProps = {
  readonly query: BridgeQuery;
  readonly bridge: Bridge;
  readonly by: BridgeDimension;
  readonly onBy: (by: BridgeDimension) => void;
  readonly places: number;
};

/** A group, and where it is open its parts and the way to its orders. */
type GroupLine =
  | { readonly kind: 'group'; readonly group: BridgeGroup }
  | {
      readonly kind: 'part';
      readonly group: BridgeGroup;
      readonly part: BridgePart;
      readonly amount: Decimal;
    }
  | { readonly kind: 'way'; readonly group: BridgeGroup };

const keyOfGroup = ({ pooled, value }: BridgeGroup) => `${pooled ?? ''}/${value}`;

function linesOf(group: BridgeGroup, isOpen: boolean): readonly GroupLine[] {
  if (!isOpen) return [{ kind: 'group', group }];
  return [
    { kind: 'group', group },
    ...BRIDGE_PARTS.flatMap((part): readonly GroupLine[] => {
      const amount = group.parts[part];
      return amount === undefined ? [] : [{ kind: 'part', group, part, amount }];
    }),
    ...(group.pooled === null ? [{ kind: 'way', group } as const] : []),
  ];
}

/** The same bridge by channel, category or product, what changed most first; a row opens into its parts. */
export function BridgeGroupsTable(props: GroupsProps) {
  const text = useText();
  const { bridge, by, onBy, places } = props;
  const [isAll, setAll] = useState(false);
  const { isOpen, toggle } = useOpenedGroups();
  const columns = useGroupColumns(props, isOpen, toggle);
  const { groups, othersCount } = bridge.groups[by];
  const shown = isAll ? groups : groups.slice(0, SHOWN_FIRST);
  const hidden = groups.length - shown.length;
  const rest = sum([
    fromDecimal(differenceBetween(bridge.from ?? undefined, bridge.to ?? undefined)),
    ...shown.map((group) => fromDecimal(differenceBetween(group.to, group.from))),
  ]);
  return (
    <>
      <div className={styles.opened}>
        <h3>{text('period-bridge.opened')}</h3>
        <Segmented<BridgeDimension>
          label={text('period-bridge.by')}
          value={by}
          options={BRIDGE_DIMENSIONS.map((value) => ({
            value,
            label: text.column(value),
            testId: `bridge-by-${value}`,
          }))}
          onChange={onBy}
        />
      </div>
      <ListTable
        className={styles.groups}
        columns={columns}
        rows={shown.flatMap((group) => linesOf(group, isOpen(group)))}
        keyOf={(line) => [line.kind, keyOfGroup(line.group), line.kind === 'part' ? line.part : ''].join(' ')}
        places={places}
        line={attributesOf}
        sums={[
          hidden + othersCount === 0
            ? null
            : {
                key: 'others',
                name: text('period-bridge.others', { count: hidden + othersCount }),
                isPlain: true,
                isFoot: true,
                line: { 'data-testid': 'bridge-others', 'data-value': toDecimal(rest) },
                sums: { difference: { value: toDecimal(rest), signed: true } },
              },
        ]}
      />
      {groups.length > SHOWN_FIRST ? (
        <p className={styles.all}>
          <Button className={ui.smallLink} onClick={() => setAll(!isAll)}>
            {isAll
              ? text('period-bridge.show-less', { count: SHOWN_FIRST })
              : text('period-bridge.show-more', { count: groups.length })}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** Attributes that a line is drawn and found by. */
function attributesOf(line: GroupLine) {
  if (line.kind === 'way') return { className: styles.part };
  const { value } = line.group;
  return line.kind === 'group'
    ? { 'data-testid': 'bridge-group', 'data-group': value, 'data-value': changeOf(line.group) }
    : {
        ...{ className: styles.part, 'data-testid': 'bridge-group-part' },
        ...{ 'data-part': line.part, 'data-value': line.amount },
      };
}

function useOpenedGroups() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (group: BridgeGroup): boolean => opened.has(keyOfGroup(group));
  const toggle = (group: BridgeGroup): void => {
    const next = new Set(opened);
    if (!next.delete(keyOfGroup(group))) next.add(keyOfGroup(group));
    setOpened(next);
  };
  return { isOpen, toggle };
}

/** A group or one of its parts, both periods, and the difference. */
function useGroupColumns(
  { query, bridge, by }: GroupsProps,
  isOpen: (group: BridgeGroup) => boolean,
  toggle: (group: BridgeGroup) => void,
): readonly Column<GroupLine>[] {
  const text = useText();
  const formats = useFormats();
  const nameOf = (group: BridgeGroup) => groupName(group, text, formats.count(group.pooled ?? 0));
  return [
    {
      heading: by,
      cell: (line) =>
        line.kind === 'part'
          ? { colSpan: 3, title: partDefinition(line.part, text) }
          : { colSpan: line.kind === 'way' ? 4 : 1 },
      // The way to its orders is no line of figures: nothing of it is copied.
      value: (line) =>
        line.kind === 'part' ? partName(line.part, text) : line.kind === 'group' ? nameOf(line.group) : '',
      draw: (line) => {
        if (line.kind === 'part') return partName(line.part, text);
        if (line.kind === 'way') return <ToOrders {...{ query, bridge, by, group: line.group }} />;
        const { group } = line;
        const [name, { caption }] = [nameOf(group), group];
        return (
          <Button
            className={styles.name}
            aria-expanded={isOpen(group)}
            title={caption === null ? name : `${name} · ${caption}`}
            onClick={() => toggle(group)}
          >
            {name} {caption === null ? null : <span className={ui.faint}>{caption}</span>}
          </Button>
        );
      },
    },
    ...(['from', 'to'] as const).map((end): Column<GroupLine> => {
      const period = describePeriod(bridge[end === 'from' ? 'before' : 'after'], text);
      return {
        id: end,
        heading: (
          <>
            {period}
            <MovedMark column={SCOPE_COLUMNS[query.scope].profitability} />
          </>
        ),
        kind: 'money',
        value: ({ kind, group }) => (kind === 'group' ? group[end] : undefined),
        sheet: { name: period },
      };
    }),
    {
      id: 'difference',
      heading: text('period-bridge.difference'),
      kind: 'money',
      value: (line) =>
        line.kind === 'way' ? undefined : line.kind === 'part' ? line.amount : changeOf(line.group),
      signed: true,
    },
  ];
}

function ToOrders(props: Pick<GroupsProps, 'query' | 'bridge' | 'by'> & { readonly group: BridgeGroup }) {
  const text = useText();
  const open = useOpenOrders();
  const { query, bridge, by, group } = props;
  const { selection, by: column, period } = ordersOfGroup(query, bridge, by, group.value);
  return (
    <Button
      className={ui.smallLink}
      title={text('period-bridge.open', { period: describePeriod(period, text) })}
      onClick={() => open({ only: [{ type: 'set-all', selection }], by: column })}
    >
      {text('panel.open-orders')}
    </Button>
  );
}
