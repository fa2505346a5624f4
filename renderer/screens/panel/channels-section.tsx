import { Fragment, memo } from 'react';
import type { Group, Groups } from '#renderer/data/api/groups.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell, RateCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { SCOPE_INKS } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { rateOf, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { useIncomplete } from './incomplete.ts';
import styles from './panel.module.css';

type ChannelsProps = { readonly channels: Groups; readonly scope: Scope; readonly places: number };

/** Ventas of each channel, and of its accounts where it has several, with the scope's result inside. */
export const ChannelsSection = memo(function ChannelsSection(
  props: ChannelsProps & { readonly onScope: (scope: Scope) => void },
) {
  const text = useText();
  const { code } = useCurrency();
  return (
    <section className={ui.section}>
      <header>
        <h2>{text('panel.channels')}</h2>
        {code === null ? null : (
          <span className={classNames(ui.note, styles.code)}>
            <span>{code}</span>
          </span>
        )}
        <span className={ui.grow} />
        <Segmented<Scope>
          label={text('panel.scope')}
          value={props.scope}
          options={SCOPES.map((value) => ({
            value,
            label: text(`scope.${value}`),
            title: SCOPE_COLUMNS[value].profitability,
          }))}
          onChange={props.onScope}
        />
        <PictureMenu title={text('panel.channels')} />
      </header>
      {props.channels.groups.some(hasRows) ? (
        <ChannelsTable {...props} />
      ) : (
        <p className={classNames(ui.hint, styles.empty)}>{text('panel.no-rows')}</p>
      )}
    </section>
  );
});

function hasRows({ totals }: Group): boolean {
  return totals.rows > 0;
}

function ChannelsTable({ channels, scope, places }: ChannelsProps) {
  const text = useText();
  const open = useOpenOrders();
  const column = SCOPE_COLUMNS[scope].profitability;
  const extent = extentOf(channels.groups, column);
  const rowOf = (group: Group, isWithin: boolean, ...only: readonly SelectionAction[]) => (
    <ChannelRow
      key={group.value}
      group={group}
      name={group.value === '' ? text('filter.blank') : group.value}
      extent={extent}
      scope={scope}
      places={places}
      isWithin={isWithin}
      onOpen={() => open({ only, by: column })}
    />
  );
  return (
    <table className={classNames(ui.denseTable, styles.rows, styles.channels)}>
      <thead>
        <tr>
          <th>Canal</th>
          <th>
            <span className={ui.visuallyHidden}>{text('panel.bar')}</span>
          </th>
          <th className={ui.number}>
            <i className={styles.series} style={{ background: 'var(--chart-base)' }} />
            Ventas
          </th>
          <th className={ui.number}>
            <i className={styles.series} style={{ background: SCOPE_INKS[scope] }} />
            {text('panel.profit-of', { scope: text(`scope.${scope}`) })}
            <MovedMark column={column} />
          </th>
          <th className={ui.number}>%</th>
        </tr>
      </thead>
      <tbody>
        {channels.groups.filter(hasRows).map((group) => {
          const only = onlyWith('Canal', group.value);
          const accounts = (group.groups ?? []).filter(hasRows);
          return (
            <Fragment key={group.value}>
              {rowOf(group, false, only)}
              {accounts.length < 2
                ? null
                : accounts.map((account) => rowOf(account, true, only, onlyWith('Cuenta', account.value)))}
            </Fragment>
          );
        })}
      </tbody>
      <tfoot>
        <ChannelRow
          group={{ value: '', caption: null, totals: channels.total }}
          name={text('panel.total')}
          extent={null}
          scope={scope}
          places={places}
          onOpen={() => open({ by: column })}
        />
      </tfoot>
    </table>
  );
}

type Extent = { readonly low: number; readonly high: number };

/** From the greatest loss to the greatest sales: one scale for all bars. */
function extentOf(groups: readonly Group[], column: string): Extent {
  const values = groups
    .flatMap((group) => [group, ...(group.groups ?? [])])
    .flatMap(({ totals: { sums } }) => [toPlotNumber(sums.Ventas) ?? 0, toPlotNumber(sums[column]) ?? 0]);
  return {
    low: values.reduce((least, value) => Math.min(least, value), 0),
    high: values.reduce((most, value) => Math.max(most, value), 0),
  };
}

function ChannelRow(props: {
  readonly group: Group;
  readonly name: string;
  /** Null: no bar. */
  readonly extent: Extent | null;
  readonly scope: Scope;
  readonly places: number;
  readonly isWithin?: boolean;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { group, scope, places, extent } = props;
  const { profitability } = SCOPE_COLUMNS[scope];
  const { Ventas, [profitability]: profit } = group.totals.sums;
  const incomplete = useIncomplete(group.totals, scope, profit ?? null);
  const before = rateOf(group.compared?.sums[profitability], group.compared?.sums.Ventas, 6);
  return (
    <tr className={props.isWithin ? styles.within : undefined} data-channel={group.value}>
      <td>
        <button
          type="button"
          className={classNames(styles.link, ui.ellipsis)}
          dir="auto"
          title={props.name}
          onClick={props.onOpen}
        >
          {props.name}
        </button>
      </td>
      <td>
        {extent === null ? null : (
          <ChannelBar
            extent={extent}
            sales={toPlotNumber(Ventas) ?? 0}
            profit={toPlotNumber(profit) ?? 0}
            ink={SCOPE_INKS[scope]}
          />
        )}
      </td>
      <FigureCell value={Ventas ?? null} kind="money" places={places} />
      <FigureCell value={profit ?? null} kind="money" places={places} {...incomplete} />
      <RateCell
        className={incomplete.className}
        rate={rateOf(profit, Ventas, 6)}
        part={profit ?? null}
        base={Ventas}
        name={profitability}
        note={before === null ? '' : ` · ${text('panel.before', { rate: formats.percent(before) })}`}
      />
    </tr>
  );
}

function ChannelBar(props: {
  readonly extent: Extent;
  readonly sales: number;
  readonly profit: number;
  readonly ink: string;
}) {
  const { low, high } = props.extent;
  const span = high - low || 1;
  const at = (value: number): number => ((value - low) / span) * 100;
  const part = (value: number) => ({
    left: `${at(Math.min(0, value))}%`,
    width: `${(Math.abs(value) / span) * 100}%`,
  });
  return (
    <span className={styles.bar} aria-hidden="true">
      <i className={styles.before} style={part(props.sales)} />
      <i
        className={styles.now}
        style={{ ...part(props.profit), background: props.profit < 0 ? 'var(--neg-solid)' : props.ink }}
      />
      <i className={styles.zero} style={{ left: `${at(0)}%` }} />
    </span>
  );
}
