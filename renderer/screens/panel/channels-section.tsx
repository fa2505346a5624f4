import { Fragment, memo } from 'react';
import type { Group, Groups } from '#renderer/data/api.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { division } from '#renderer/features/dimensions/division.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { SCOPE_INKS } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { profitabilityOf, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/** Ventas of each channel, and of its accounts where it has several, with the scope's result inside. */
export const ChannelsSection = memo(function ChannelsSection(props: {
  readonly channels: Groups;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  readonly places: number;
}) {
  const text = useText();
  const open = useOpenOrders();
  const { code } = useCurrency();
  const { channels, scope, places } = props;
  const column = SCOPE_COLUMNS[scope].profitability;
  const extent = extentOf(channels.groups, column);
  const shown = channels.groups.filter(({ totals }) => totals.rows > 0);
  return (
    <section className="sec chans">
      <header>
        <h2>{text('panel.channels')}</h2>
        {code === null ? null : <span className="f11">{code}</span>}
        <span className="grow" />
        <Segmented<Scope>
          label={text('panel.scope')}
          value={scope}
          options={SCOPES.map((value) => ({
            value,
            label: text(`scope.${value}`),
            title: SCOPE_COLUMNS[value].profitability,
          }))}
          onChange={props.onScope}
        />
      </header>
      {shown.length === 0 ? (
        <p className="f12 dim empty-note">{text('panel.no-rows')}</p>
      ) : (
        <table className="t t12 rows chan">
          <thead>
            <tr>
              <th>Canal</th>
              <th>
                <span className="sr">{text('panel.bar')}</span>
              </th>
              <th className="n">
                <i className="series" style={{ background: 'var(--chart-base)' }} />
                Ventas
              </th>
              <th className="n">
                <i className="series" style={{ background: SCOPE_INKS[scope] }} />
                {text('panel.profit-of', { scope: text(`scope.${scope}`) })}
              </th>
              <th className="n">%</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((group) => {
              const accounts = (group.groups ?? []).filter(({ totals }) => totals.rows > 0);
              return (
                <Fragment key={group.value}>
                  <ChannelRow
                    group={group}
                    name={group.value === '' ? text('filter.blank') : group.value}
                    extent={extent}
                    scope={scope}
                    places={places}
                    onOpen={() => open({ only: [onlyWith('Canal', group.value)], by: column })}
                  />
                  {accounts.length < 2
                    ? null
                    : accounts.map((account) => (
                        <ChannelRow
                          key={account.value}
                          group={account}
                          name={account.value === '' ? text('filter.blank') : account.value}
                          extent={extent}
                          scope={scope}
                          places={places}
                          isWithin
                          onOpen={() =>
                            open({
                              only: [onlyWith('Canal', group.value), onlyWith('Cuenta', account.value)],
                              by: column,
                            })
                          }
                        />
                      ))}
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
      )}
    </section>
  );
});

type Extent = { readonly low: number; readonly high: number };

/** From the greatest loss to the greatest sales: one scale for all bars. */
function extentOf(groups: readonly Group[], column: string): Extent {
  const values = groups.flatMap(({ totals, groups: within }) =>
    [totals, ...(within ?? []).map((each) => each.totals)].flatMap(({ sums }) => [
      toPlotNumber(sums.Ventas) ?? 0,
      toPlotNumber(sums[column]) ?? 0,
    ]),
  );
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
  const { sums } = group.totals;
  const result = profitabilityOf(sums, 6).find((each) => each.scope === scope);
  const { profitability } = SCOPE_COLUMNS[scope];
  const rates = group.compared === undefined ? null : profitabilityOf(group.compared.sums, 6);
  const before = rates?.find((each) => each.scope === scope)?.ratePercent ?? null;
  const title =
    result?.profit == null || sums.Ventas === undefined
      ? undefined
      : `${division(result.profit, sums.Ventas, formats, profitability)}${
          before === null ? '' : ` · ${text('panel.before', { rate: formats.percent(before) })}`
        }`;
  return (
    <tr className={props.isWithin ? 'within' : undefined} data-channel={group.value}>
      <td>
        <button type="button" className="row-link ell" dir="auto" title={props.name} onClick={props.onOpen}>
          {props.name}
        </button>
      </td>
      <td className="barc">
        {extent === null ? null : (
          <ChannelBar
            extent={extent}
            sales={toPlotNumber(sums.Ventas) ?? 0}
            profit={toPlotNumber(result?.profit) ?? 0}
            ink={SCOPE_INKS[scope]}
          />
        )}
      </td>
      <td className="n">
        <Figure value={sums.Ventas ?? null} kind="money" places={places} />
      </td>
      <td className="n">
        <Figure value={result?.profit ?? null} kind="money" places={places} />
      </td>
      <td className="n">
        <Figure
          value={result?.ratePercent ?? null}
          kind="points"
          places={1}
          {...(title === undefined ? {} : { title })}
        />
      </td>
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
    <span className="cb-bar" aria-hidden="true">
      <i className="bv" style={part(props.sales)} />
      <i
        className="bt"
        style={{ ...part(props.profit), background: props.profit < 0 ? 'var(--neg-solid)' : props.ink }}
      />
      <i className="b0" style={{ left: `${at(0)}%` }} />
    </span>
  );
}
