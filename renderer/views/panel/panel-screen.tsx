import { type ReactNode, useMemo, useState } from 'react';
import type { Scope } from '#shared/columns/catalogue.ts';
import { type Month, monthOf } from '#shared/dates.ts';
import { compare, type Decimal, fromDecimal } from '#shared/decimal.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/profitability.ts';
import { useText } from '../../i18n/text.tsx';
import { useLedger, useSyncStatus } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { useNarrowerThan } from '../frame/narrow.ts';
import { QueryFailure } from '../frame/query-failure.tsx';
import { ScreenHeader } from '../frame/screen-header.tsx';
import { NoRows } from '../orders/no-rows.tsx';
import { FilterBar } from '../selection/filters/filter-bar.tsx';
import { SearchField } from '../selection/filters/search-field.tsx';
import { useOpenOrders } from '../selection/open-orders.ts';
import { describePeriod, monthsPeriod, stepPeriod } from '../selection/period/period.ts';
import { PeriodControl } from '../selection/period/period-control.tsx';
import { usePeriodWords } from '../selection/period/period-words.ts';
import { usePeriodEnds } from '../selection/period/use-period-facts.ts';
import { useSelection } from '../selection/selection-context.tsx';
import { useCoverage } from '../sync/coverage/coverage-section.tsx';
import { monthPoints } from '../trend/month-points.ts';
import { Trend } from '../trend/trend.tsx';
import { ChannelsSection } from './channels-section.tsx';
import { ACCOUNT_MOVEMENTS, trendPeriod } from './panel-data.ts';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { ProductsSection } from './products-section.tsx';
import { reviewOf } from './review.ts';
import { ReviewSection } from './review-section.tsx';
import { Strip } from './strip.tsx';
import { Tiles } from './tiles.tsx';
import { type Panel, usePanel } from './use-panel.ts';
import { waterfallOf } from './waterfall.ts';
import { WaterfallSection } from './waterfall-section.tsx';
import '../profitability/profitability.css';
import './panel.css';

/** From here on cents say nothing at a glance; the exact figure is in every title. */
const LARGE = fromDecimal('100000' as Decimal);

function isLarge(sum: Decimal): boolean {
  const { units, scale } = fromDecimal(sum);
  return compare({ units: units < 0n ? -units : units, scale }, LARGE) >= 0;
}

/** Two minutes: how much was sold, what is left of it and why, where it comes from, and what to look into. */
export function PanelScreen() {
  const text = useText();
  const words = usePeriodWords();
  const { selection, change } = useSelection();
  const [scope, setScope] = useState<Scope>('total');
  const { last } = usePeriodEnds();
  const input = useMemo(
    () => ({ selection, scope, trend: trendPeriod(selection.period, last) }),
    [selection, scope, last],
  );
  const { panel, stale, error, retry } = usePanel(input);
  const newest = last === null ? null : monthsPeriod(monthOf(last), 1);
  const suggested = newest === null ? null : stepPeriod(newest, -1, null);
  return (
    <>
      <ScreenHeader title={text('nav.panel')}>
        <PeriodControl />
        <span className="grow" />
        <SearchField />
      </ScreenHeader>
      <FilterBar />
      {error === null ? null : <QueryFailure error={error} onRetry={retry} />}
      {panel === null ? (
        error === null ? (
          <PanelSkeleton />
        ) : null
      ) : panel.figures.kinds.total.rows === 0 ? (
        <div className="scroll">
          <div className="empty">
            <NoRows />
          </div>
        </div>
      ) : (
        <PanelBody panel={panel} stale={stale} last={last} onScope={setScope}>
          {selection.period === null && suggested !== null ? (
            <p className="f12 mut compare-hint">
              {text('panel.compare-hint')}{' '}
              <button
                type="button"
                className="link"
                data-testid="panel-compare"
                onClick={() => change({ type: 'set-period', period: suggested })}
              >
                {text('panel.compare-see', { period: describePeriod(suggested, words) })}
              </button>
            </p>
          ) : null}
        </PanelBody>
      )}
    </>
  );
}

function PanelBody(props: {
  readonly panel: Panel;
  readonly stale: boolean;
  readonly last: string | null;
  readonly onScope: (scope: Scope) => void;
  readonly children: ReactNode;
}) {
  const { panel, stale } = props;
  const { figures, details } = panel;
  const { scope } = panel.input;
  const { period } = panel.input.selection;
  const ledger = useLedger();
  const status = useSyncStatus();
  const formats = useFormats();
  const { output: coverage } = useCoverage();
  const open = useOpenOrders();
  const isTight = useNarrowerThan(1500);
  const onOpenMonth = (month: Month): void =>
    open({ only: [{ type: 'set-period', period: monthsPeriod(month, 1) }] });
  const { total, groups, compared } = figures.kinds;
  const sums = [total.sums.Ventas, ...SCOPES.map((each) => total.sums[SCOPE_COLUMNS[each].profitability])];
  const places = sums.some((sum) => sum !== undefined && isLarge(sum)) ? 0 : formats.places(sums);
  const points = useMemo(
    () => (details === null ? [] : monthPoints(details.months.groups, props.last)),
    [details, props.last],
  );
  const account = groups.find(({ value }) => value === ACCOUNT_MOVEMENTS);
  const waterfall = waterfallOf(total.sums, account?.totals.sums ?? {});
  const before =
    compared === undefined ? null : waterfallOf(compared.total.sums, account?.compared?.sums ?? {});
  const facts = ledger.kind === 'open' ? ledger.facts : null;
  const reviews = facts === null ? [] : reviewOf({ total, facts, coverage: coverage ?? null });
  return (
    <>
      <Strip
        status={status}
        total={total}
        coverage={coverage ?? null}
        period={period}
        reviews={reviews.length}
      />
      <div className="scroll">
        <Tiles
          input={figures.tiles}
          own={period}
          periods={figures.periods}
          places={places}
          stale={stale}
          revision={figures.revision}
        />
        {props.children}
        <div className="pgrid">
          <div>
            {details === null ? (
              <div className="trend-room" />
            ) : (
              <Trend
                points={points}
                places={places}
                stale={stale}
                onOpenMonth={onOpenMonth}
                mostTicks={isTight ? 7 : 13}
              />
            )}
            <WaterfallSection
              waterfall={waterfall}
              before={before}
              own={period}
              period={compared?.period ?? null}
              places={places}
              stale={stale}
            />
            <ReviewSection items={reviews} places={places} stale={stale} />
          </div>
          <div>
            {details === null ? null : (
              <>
                <ChannelsSection
                  channels={details.channels}
                  scope={scope}
                  onScope={props.onScope}
                  places={places}
                  stale={stale}
                />
                <ProductsSection panel={panel} details={details} places={places} stale={stale} />
              </>
            )}
          </div>
        </div>
      </div>
    </>
  );
}
