import { Fragment, useState } from 'react';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import {
  BRIDGE_DIMENSIONS,
  BRIDGE_PARTS,
  type Bridge,
  type BridgeDimension,
  type BridgeGroup,
  type BridgeQuery,
} from '#shared/domain/bridge.ts';
import { differenceBetween, fromDecimal, sum, toDecimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './bridge.module.css';
import { ordersOfGroup } from './bridge-orders.ts';
import { changeOf, groupName, partDefinition, partName } from './bridge-words.ts';

/** The products that moved it most; the others on asking. */
const SHOWN_FIRST = 10;

type GroupsProps = {
  readonly query: BridgeQuery;
  readonly bridge: Bridge;
  readonly by: BridgeDimension;
  readonly onBy: (by: BridgeDimension) => void;
  readonly places: number;
};

/** The same bridge by channel, category or product, what changed most first; a row opens into its parts. */
export function BridgeGroupsTable({ query, bridge, by, onBy, places }: GroupsProps) {
  const text = useText();
  const [isAll, setAll] = useState(false);
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
          options={BRIDGE_DIMENSIONS.map((value) => ({ value, label: value, testId: `bridge-by-${value}` }))}
          onChange={onBy}
        />
      </div>
      <table className={classNames(ui.denseTable, styles.groups)}>
        <thead>
          <tr>
            <th>{by}</th>
            {[bridge.before, bridge.after].map((period) => (
              <th key={period.from} className={ui.number}>
                {describePeriod(period, text)}
                <MovedMark column={SCOPE_COLUMNS[query.scope].profitability} />
              </th>
            ))}
            <th className={ui.number}>{text('period-bridge.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((group) => (
            <GroupRows
              key={`${group.pooled ?? ''}/${group.value}`}
              {...{ query, bridge, by, group, places }}
            />
          ))}
        </tbody>
        {hidden + othersCount === 0 ? null : (
          <tfoot>
            <tr data-testid="bridge-others" data-value={toDecimal(rest)}>
              <td colSpan={3}>{text('period-bridge.others', { count: hidden + othersCount })}</td>
              <FigureCell value={toDecimal(rest)} kind="money" places={places} signed />
            </tr>
          </tfoot>
        )}
      </table>
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

function GroupRows(props: Omit<GroupsProps, 'onBy'> & { readonly group: BridgeGroup }) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const [isOpen, setOpen] = useState(false);
  const { query, bridge, by, group, places } = props;
  const { value, caption, from, to, parts } = group;
  const name = groupName(group, text, formats.count(group.pooled ?? 0));
  const { selection, by: column, period } = ordersOfGroup(query, bridge, by, value);
  return (
    <Fragment>
      <tr data-testid="bridge-group" data-group={value} data-value={changeOf(group)}>
        <td>
          <Button
            className={styles.name}
            aria-expanded={isOpen}
            title={caption === null ? name : `${name} · ${caption}`}
            onClick={() => setOpen(!isOpen)}
          >
            {name} {caption === null ? null : <span className={ui.faint}>{caption}</span>}
          </Button>
        </td>
        <FigureCell value={from} kind="money" places={places} />
        <FigureCell value={to} kind="money" places={places} />
        <FigureCell value={changeOf(group)} kind="money" places={places} signed />
      </tr>
      {isOpen
        ? BRIDGE_PARTS.map((part) => {
            const amount = parts[part];
            return amount === undefined ? null : (
              <tr
                key={part}
                className={styles.part}
                data-testid="bridge-group-part"
                data-part={part}
                data-value={amount}
              >
                <td colSpan={3} title={partDefinition(part, text)}>
                  {partName(part, text)}
                </td>
                <FigureCell value={amount} kind="money" places={places} signed />
              </tr>
            );
          })
        : null}
      {isOpen && group.pooled === null ? (
        <tr className={styles.part}>
          <td colSpan={4}>
            <Button
              className={ui.smallLink}
              title={text('period-bridge.open', { period: describePeriod(period, text) })}
              onClick={() => open({ only: [{ type: 'set-all', selection }], by: column })}
            >
              {text('panel.open-orders')}
            </Button>
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
