import { xor } from 'es-toolkit/array';
import { memo, useState } from 'react';
import type { Group, Groups } from '#renderer/data/model/groups.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { quotient } from '#renderer/features/dimensions/division.ts';
import { RateFigure } from '#renderer/features/dimensions/rate-figure.tsx';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { SCOPE_INKS } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import { rateOf, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import { type ChannelOrder, nextOrder, orderChannels } from './channel-order.ts';
import { useIncomplete } from './incomplete.ts';
import styles from './panel.module.css';
import { returnsByChannel, returnsOf } from './returns.ts';

type ChannelsProps = {
  readonly channels: Groups;
  readonly scope: Scope;
  /** Unidades of the returned rows, by channel and account; null: nothing came back. */
  readonly returned: Groups | null;
  /** The days that they are of. */
  readonly own: Period | null;
  readonly places: number;
};

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
        <LowestKey channels={props.channels} scope={props.scope} />
        <span className={ui.grow} />
        <ChoiceMenu<Scope>
          label={text('panel.scope')}
          value={props.scope}
          options={SCOPES.map((value) => ({
            value,
            label: text.column(SCOPE_COLUMNS[value].profitability),
          }))}
          testId="panel-scope"
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

/** The meaning of the mark, where a channel has it. */
function LowestKey({ channels, scope }: Pick<ChannelsProps, 'channels' | 'scope'>) {
  const text = useText();
  return lowestRateOf(channels.groups, SCOPE_COLUMNS[scope].profitability) === null ? null : (
    <span className={classNames(ui.note, styles.key)}>
      <span className={ui.warning}>▾</span> {text('panel.lowest-key')}
    </span>
  );
}

function hasRows({ totals }: Group): boolean {
  return totals.rows > 0;
}

type ChannelLine = {
  readonly group: Omit<Group, 'groups'>;
  /** Canal, and Cuenta where it is one of several. */
  readonly place: readonly [channel: string, account: string | null] | null;
  readonly name: string;
  readonly only: readonly SelectionAction[];
  readonly isWithin?: boolean;
  readonly isTotal?: boolean;
  /** Of a channel with several accounts: whether they are shown. */
  readonly isOpen?: boolean;
};

/** As many lines as a glance holds: where all accounts would be more, they come on a press. */
const MAX_LINES = 8;

/** The greatest sales first, as the answer has them. */
const BY_SALES: ChannelOrder = { by: 'sales', isDescending: true };

/** What channels and accounts are in the order of; null: their names. */
export function valuesBy(
  by: string,
  column: string,
  returned: Groups | null,
): ((group: Group, channel: string | null) => Decimal | null) | null {
  const returnedOf = returned === null ? null : returnsByChannel(returned);
  switch (by) {
    case 'channel':
      return null;
    case 'profit':
      return ({ totals }) => totals.sums[column] ?? null;
    case 'rate':
      return ({ totals }) => rateOf(totals.sums[column], totals.sums.Ventas, 6);
    case 'returns':
      return ({ value, totals }, channel) =>
        returnsOf(
          totals.sums.Unidades,
          channel === null ? returnedOf?.(value, null) : returnedOf?.(channel, value),
        ).ratePercent;
    default:
      return ({ totals }) => totals.sums.Ventas ?? null;
  }
}

function ChannelsTable({ channels, returned, scope, own, places }: ChannelsProps) {
  const text = useText();
  const [order, setOrder] = useState(BY_SALES);
  const inOrder = orderChannels(
    channels.groups,
    order,
    valuesBy(order.by, SCOPE_COLUMNS[scope].profitability, returned),
  );
  const nameOf = ({ value }: Group) => (value === '' ? text('filter.blank') : value);
  const [turned, setTurned] = useState<readonly string[]>([]);
  const shown = inOrder.filter(hasRows);
  const accountsOf = ({ groups = [] }: Group) => {
    const accounts = groups.filter(hasRows);
    return accounts.length < 2 ? [] : accounts;
  };
  const areFolded = shown.reduce((count, group) => count + 1 + accountsOf(group).length, 0) > MAX_LINES;
  const lines = shown.flatMap((group): readonly ChannelLine[] => {
    const only = onlyWith('Canal', group.value);
    const accounts = accountsOf(group);
    const isOpen = !areFolded || turned.includes(group.value);
    return [
      {
        ...{ group, place: [group.value, null], name: nameOf(group), only: [only] },
        ...(areFolded && accounts.length > 0 ? { isOpen } : {}),
      },
      ...(isOpen ? accounts : []).map((account) => ({
        group: account,
        place: [group.value, account.value] as const,
        name: nameOf(account),
        only: [only, onlyWith('Cuenta', account.value)],
        isWithin: true,
      })),
    ];
  });
  const total: ChannelLine = {
    group: { value: '', caption: null, totals: channels.total },
    place: null,
    name: text('panel.total'),
    only: [],
    isTotal: true,
  };
  return (
    <ListTable
      className={classNames(styles.rows, styles.channels)}
      columns={useChannelColumns({
        ...{ channels, returned, scope, own },
        onTurn: (channel) => setTurned((before) => xor(before, [channel])),
      })}
      rows={lines}
      foot={[total]}
      sort={order}
      onSort={(column) => setOrder(nextOrder(order, column, 'channel'))}
      keyOf={({ only, name }) => `${only.length} ${name}`}
      places={places}
      line={({ group, isWithin }) => ({
        className: isWithin === true ? styles.within : undefined,
        'data-channel': group.value,
      })}
    />
  );
}

/** Long: bar, amounts and rate of a line share its one scale, its profit and how it is marked where costs are missing. */
function useChannelColumns({
  channels,
  returned,
  scope,
  own,
  onTurn,
}: Omit<ChannelsProps, 'places'> & {
  readonly onTurn: (channel: string) => void;
}): readonly (Column<ChannelLine> | null)[] {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const incompleteOf = useIncomplete();
  const column = SCOPE_COLUMNS[scope].profitability;
  const extent = extentOf(channels.groups, column);
  const { compared } = channels;
  const against = compared === undefined ? '' : comparedName(compared.period, own, text);
  const profitOf = ({ group }: ChannelLine) => group.totals.sums[column] ?? null;
  const lowest = lowestRateOf(channels.groups, column);
  const lookOf = (line: ChannelLine) => incompleteOf(line.group.totals, scope, profitOf(line));
  const returnedOf = returned === null ? null : returnsByChannel(returned);
  const returns = ({ place, group }: ChannelLine) =>
    returnsOf(
      group.totals.sums.Unidades,
      place === null ? returned?.total.sums.Unidades : returnedOf?.(...place),
    );
  const series = (ink: string) => <i className={styles.series} style={{ background: ink }} />;
  return [
    {
      id: 'channel',
      heading: 'Canal',
      sort: {},
      value: 'name',
      draw: (line) =>
        line.isTotal === true ? (
          line.name
        ) : (
          <ChannelName
            line={line}
            onOpen={() => open({ only: line.only, by: column })}
            onTurn={() => onTurn(line.group.value)}
          />
        ),
    },
    {
      heading: text('panel.bar'),
      isHeadingHidden: true,
      draw: (line) =>
        line.isTotal === true ? null : (
          <ChannelBar
            extent={extent}
            sales={toPlotNumber(line.group.totals.sums.Ventas) ?? 0}
            profit={toPlotNumber(profitOf(line)) ?? 0}
            ink={SCOPE_INKS[scope]}
          />
        ),
    },
    {
      id: 'sales',
      sort: {},
      heading: (
        <>
          {series('var(--chart-base)')}
          {text.column('Ventas')}
        </>
      ),
      kind: 'money',
      value: ({ group }) => group.totals.sums.Ventas ?? null,
      sheet: { name: 'Ventas' },
    },
    {
      id: 'profit',
      sort: {},
      heading: (
        <>
          {series(SCOPE_INKS[scope])}
          {text('panel.profit-of', { scope: text(`scope.${scope}`) })}
          <MovedMark column={column} />
        </>
      ),
      kind: 'money',
      value: profitOf,
      figure: lookOf,
      sheet: { name: column },
    },
    returnedOf === null
      ? null
      : {
          id: 'returns',
          sort: {},
          heading: text('panel.returns'),
          head: { title: text('panel.returns-title') },
          kind: 'points',
          value: (line) => returns(line).ratePercent,
          draw: (line) => {
            const { returnedUnits, units, ratePercent } = returns(line);
            return (
              <Figure
                value={ratePercent}
                kind="points"
                places={1}
                className={ui.muted}
                title={`${units === undefined ? '' : quotient(returnedUnits, units, formats)} (${text('panel.returns-title')})`}
              />
            );
          },
        },
    {
      id: 'rate',
      sort: {},
      heading: '%',
      kind: 'points',
      value: (line) => rateOf(profitOf(line) ?? undefined, line.group.totals.sums.Ventas, 6),
      draw: (line) => {
        const { totals, compared } = line.group;
        const before = rateOf(compared?.sums[column], compared?.sums.Ventas, 6);
        const isLowest = isLowestLine(line, lowest);
        const rate = (
          <RateFigure
            className={lookOf(line).className}
            rate={rateOf(profitOf(line) ?? undefined, totals.sums.Ventas, 6)}
            part={profitOf(line)}
            base={totals.sums.Ventas}
            name={column}
            note={before === null ? '' : ` · ${against}: ${formats.percent(before)}`}
          />
        );
        return isLowest ? (
          <span className={ui.warning} data-lowest title={text('panel.lowest-rate')}>
            ▾ {rate}
          </span>
        ) : (
          rate
        );
      },
    },
  ];
}

/** The line of the channel itself: its accounts are not held against others. */
export function isLowestLine({ place }: Pick<ChannelLine, 'place'>, lowest: string | null): boolean {
  return lowest !== null && place?.[0] === lowest && place[1] === null;
}

/** It leads to its orders; of a channel whose accounts are folded a press beside it shows them. */
function ChannelName(props: {
  readonly line: ChannelLine;
  readonly onOpen: () => void;
  readonly onTurn: () => void;
}) {
  const text = useText();
  const { name, isOpen } = props.line;
  const label = text('panel.accounts-of', { name });
  return (
    <span className={styles.product}>
      <button
        type="button"
        className={classNames(styles.link, ui.ellipsis)}
        dir="auto"
        title={name}
        onClick={props.onOpen}
      >
        {name}
      </button>
      {isOpen === undefined ? null : (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={label}
          title={label}
          data-testid="channel-accounts"
          onClick={props.onTurn}
        >
          <Icon name={isOpen ? 'down' : 'right'} small />
        </button>
      )}
    </span>
  );
}

/** The channel that keeps least of its sales, of two or more that a rate can be told of; null where none is. */
export function lowestRateOf(groups: readonly Group[], column: string): string | null {
  const rates = groups.flatMap(({ value, totals }) => {
    const rate = rateOf(totals.sums[column], totals.sums.Ventas, 6);
    return rate === null ? [] : [{ value, rate: fromDecimal(rate) }];
  });
  const [first, ...others] = rates;
  if (first === undefined || others.length === 0) return null;
  const least = others.reduce((low, each) => (compare(each.rate, low.rate) < 0 ? each : low), first);
  return rates.filter(({ rate }) => compare(rate, least.rate) === 0).length === 1 ? least.value : null;
}

type Extent = { readonly low: number; readonly high: number };

/** From the greatest loss to the greatest sales: one scale for all bars. */
export function extentOf(groups: readonly Group[], column: string): Extent {
  const values = groups
    .flatMap((group) => [group, ...(group.groups ?? [])])
    .flatMap(({ totals: { sums } }) => [toPlotNumber(sums.Ventas) ?? 0, toPlotNumber(sums[column]) ?? 0]);
  return {
    low: values.reduce((least, value) => Math.min(least, value), 0),
    high: values.reduce((most, value) => Math.max(most, value), 0),
  };
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
