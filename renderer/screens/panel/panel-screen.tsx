import { isEqual } from 'es-toolkit/predicate';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { useLiveQuery, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import type { MonthOutlook } from '#renderer/data/model/month-outlook.ts';
import { RETURNED } from '#renderer/data/model/order-status.ts';
import { targetPartOf } from '#renderer/data/model/targets.ts';
import { ClosedMonthsBar } from '#renderer/features/closed-months/closed-months-bar.tsx';
import { useCoverage } from '#renderer/features/coverage/coverage-section.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { CoverageWarning } from '#renderer/features/equal-coverage/coverage-warning.tsx';
import { useExceptions } from '#renderer/features/exceptions/use-exceptions.ts';
import { ExportMenu } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/filters/search-field.tsx';
import { ACCOUNT_MOVEMENTS } from '#renderer/features/income-statement/income-statement-lines.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { NoRows } from '#renderer/features/no-rows/no-rows.tsx';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import {
  describePeriod,
  monthName,
  type PeriodPreset,
  type Present,
  presetPeriod,
} from '#renderer/features/period/period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { usePeriodEnds } from '#renderer/features/selection/period/use-period-facts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { targetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { useTargets } from '#renderer/features/targets/use-targets.ts';
import { trendPeriod } from '#renderer/features/trend/month-points.ts';
import { Trend } from '#renderer/features/trend/trend.tsx';
import { WorkbookButton } from '#renderer/features/workbook/workbook-button.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { missingInView } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { dayOf, type LocalDateTime } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import { ChannelsSection } from './channels-section.tsx';
import { type Counted, countedOf } from './counted.ts';
import { DataQualityMark } from './data-quality-mark.tsx';
import { countOf, useKeptToday } from './kept-today.ts';
import { MonthCard } from './month-card.tsx';
import styles from './panel.module.css';
import { type Panel, usePanel } from './panel-data.ts';
import { ProductsSection } from './products-section.tsx';
import { returnedProducts } from './returns.ts';
import { ReturnsLine } from './returns-line.tsx';
import {
  type MissedStatements,
  missedByMonth,
  type ReviewItem,
  reviewOf,
  targetsInDanger,
  todayOf,
} from './review.ts';
import { TILES, TileName, Tiles } from './tiles.tsx';
import { TodaySection } from './today-section.tsx';
import { WaterfallSection, waterfallOf } from './waterfall.tsx';
import { whyChanged } from './why-changed.ts';
import { WhyLine } from './why-line.tsx';

/** From here on cents say nothing at a glance; the exact figure is in every title. */
const LARGE = fromDecimal('100000' as Decimal);

/** The state of the panel that lasts, and travels with its saved views. */
const panelSchema = z.object({
  /** The scope that channels and products are looked at by. */
  scope: z.enum(SCOPES),
  /** Whether the way from income to result is shown; it was, in views of before it could be folded. */
  waterfall: z.boolean().catch(false),
});
type PanelState = z.infer<typeof panelSchema>;
const INITIAL_PANEL: PanelState = { scope: 'total', waterfall: false };

function isLarge(sum: Decimal): boolean {
  const { units, scale } = fromDecimal(sum);
  return compare({ units: units < 0n ? -units : units, scale }, LARGE) >= 0;
}

/** Two minutes: how much was sold, what is left of it and why, where it comes from, and what to look into. */
export function PanelScreen() {
  const text = useText();
  return (
    <>
      <ScreenHeader title={text('nav.panel')}>
        <PeriodControl />
        <Quality />
        <span className={ui.grow} />
        <SearchField />
        <WorkbookButton />
        <PanelExport />
      </ScreenHeader>
      <FilterBar />
      <ClosedMonthsBar />
      <PanelContents />
    </>
  );
}

/** How far what is shown can be believed. */
function Quality() {
  const { selection } = useSelection();
  const status = useSyncStatus();
  const { output: coverage = null } = useCoverage();
  return <DataQualityMark status={status} coverage={coverage} period={selection.period} />;
}

/** The panel is no table: it leaves on paper. */
function PanelExport() {
  const text = useText();
  const { selection } = useSelection();
  return (
    <ExportMenu
      title={text('export.panel-title')}
      paperName={() => exportFileName(text('nav.panel'), selection)}
    />
  );
}

/** The part that depends on the answers; the header is not drawn again with each of them. */
function PanelContents() {
  const { selection } = useSelection();
  const [state, setState] = useScreenState<PanelState>('panel', panelSchema, INITIAL_PANEL);
  const { scope } = state;
  const { last } = usePeriodEnds();
  const input = useMemo(
    () => ({
      selection,
      scope,
      trend: trendPeriod(selection.period, last),
    }),
    [selection, scope, last],
  );
  const { panel, stale, error, retry } = usePanel(input);
  const onState = useCallback(
    (next: Partial<PanelState>) => setState({ ...state, ...next }),
    [setState, state],
  );
  return (
    <>
      {error === null ? null : <QueryFailure error={error} onRetry={retry} />}
      {panel === null && error === null ? <PanelSkeleton /> : null}
      {panel === null ? null : panel.figures.kinds.total.rows === 0 ? (
        <div className={ui.scroll}>
          <div className={ui.empty}>
            <NoRows />
          </div>
        </div>
      ) : (
        <PanelBody panel={panel} stale={stale} state={state} onState={onState} />
      )}
    </>
  );
}

/** Its parts are drawn again only with what each of them shows. */
function PanelBody(props: {
  readonly panel: Panel;
  readonly stale: boolean;
  readonly state: PanelState;
  readonly onState: (next: Partial<PanelState>) => void;
}) {
  const { panel } = props;
  const { figures } = panel;
  const { period } = panel.input.selection;
  const places = usePanelPlaces(figures);
  const { code } = useCurrency();
  const { targets } = useTargets();
  const { last } = usePeriodEnds();
  const inView = useMemo(
    () => targetsInView(panel.input.selection, targets, code, last === null ? null : dayOf(last)),
    [panel.input.selection, targets, code, last],
  );
  const counted = useMemo(() => countedOf(figures.statuses), [figures.statuses]);
  const reviews = useReviews();
  return (
    <div className={ui.scroll} data-stale={props.stale}>
      <FirstGlance panel={panel} found={reviews} places={places} />
      <Tiles
        input={figures.tiles}
        own={period}
        periods={figures.periods}
        places={places}
        revision={figures.revision}
        targets={inView}
        counted={counted}
        costSets={figures.costSets}
      />
      <Why figures={figures} own={period} places={places} />
      <ComparedCoverage figures={figures} own={period} />
      <PeriodHint period={period} />
      <PanelSections {...props} counted={counted} places={places} />
    </div>
  );
}

/**
 * The month of the last purchase, whatever period is in view; null where the period is of payments. It is asked for once the
 * rest of the screen is there: it tells of all days, and nothing waits for it.
 */
function useRunningMonth({ input, details }: Panel) {
  const { last } = usePeriodEnds();
  const { selection } = input;
  const isOfPurchase = selection.periodColumn === 'Fecha de compra';
  const isReady = details !== null && isOfPurchase;
  const query = useMemo(
    () =>
      !isReady || last === null ? null : { selection: { ...selection, period: null }, today: dayOf(last) },
    [isReady, last, selection],
  );
  const { output, isStale } = useLiveQuery('month-outlook', query, (call, asked, slot) =>
    call.readMonthOutlook({ ...asked, slot }),
  );
  return { isShown: isOfPurchase && last !== null, outlook: isOfPurchase ? output : null, isStale, last };
}

const ALL = {};

/** Statements that months lack, asked for once the rest of the screen is there; null until they are known. */
function useMissedStatements(isReady: boolean): readonly MissedStatements[] | null {
  const { scope } = useSelection().selection;
  const { output } = useLiveQuery('statements', isReady ? ALL : null, (call) => call.readStatements(null));
  return useMemo(
    () => (output === null ? null : missedByMonth(missingInView(output, { scope, today: todayHere() }))),
    [output, scope],
  );
}

/** The running month, and what is to be done today. */
function FirstGlance(props: { readonly panel: Panel; readonly found: Reviews; readonly places: number }) {
  const { panel, places } = props;
  const { isShown, outlook, isStale, last } = useRunningMonth(panel);
  const today = useToday(panel, { ...props.found, outlook, last });
  return (
    <div className={classNames(styles.first, !isShown && styles.alone)}>
      {!isShown ? null : outlook === null ? (
        <div aria-hidden="true" />
      ) : (
        <MonthCard outlook={outlook} selection={panel.input.selection} places={places} stale={isStale} />
      )}
      <TodaySection
        {...today}
        isLooking={today.isLooking || (isShown && outlook === null)}
        running={outlook?.days ?? null}
        places={places}
      />
    </div>
  );
}

/** What is to be done today: as it was found last while it is looked for. */
function useToday(
  { details, input: { selection } }: Panel,
  found: Reviews & { readonly outlook: MonthOutlook | null; readonly last: LocalDateTime | null },
) {
  const { reviews, outlook, last } = found;
  const { scope, ownCosts } = useSelection().selection;
  const { code } = useCurrency();
  const { targets } = useTargets();
  const status = useSyncStatus();
  const missed = useMissedStatements(details !== null);
  const of = JSON.stringify([scope, code, ownCosts !== null]);
  const kept = useKeptToday(of, { reviews: found.areOfNow ? reviews : null, missed, last });
  const known = reviews ?? kept?.reviews ?? null;
  const knownMissed = missed ?? kept?.missed ?? NONE;
  const lines = useMemo(() => {
    if (known === null) return null;
    const part = targetPartOf(selection);
    const dangers =
      outlook === null || part === undefined ? [] : targetsInDanger(outlook, targets, part, code);
    return todayOf(known, dangers, last, knownMissed);
  }, [known, knownMissed, outlook, targets, selection, code, last]);
  const isLoading =
    status !== null && !status.historyComplete && (status.state === 'running' || status.state === 'waiting');
  return {
    lines,
    count: reviews === null ? (kept?.count ?? 0) : countOf(reviews),
    isLooking: reviews === null || missed === null || isLoading,
    isKept: reviews === null,
  };
}
const NONE: readonly MissedStatements[] = [];

/** Where the figures come from: months, channels, products, and the way from income to result. */
function PanelSections(props: {
  readonly panel: Panel;
  readonly state: PanelState;
  readonly onState: (next: Partial<PanelState>) => void;
  readonly counted: Counted;
  readonly places: number;
}) {
  const { panel, state, onState, counted, places } = props;
  const { figures, details } = panel;
  const { scope } = panel.input;
  const { period } = panel.input.selection;
  const wide = useMemo(() => ({ ...panel.input.selection, period: panel.input.trend }), [panel.input]);
  const onScope = useCallback((next: Scope) => onState({ scope: next }), [onState]);
  const onWaterfall = useCallback((isOpen: boolean) => onState({ waterfall: isOpen }), [onState]);
  const returned = useMemo(
    () =>
      details === null
        ? []
        : returnedProducts(details.returned.products.groups, details.returned.units.groups),
    [details],
  );
  return (
    <>
      <div className={styles.sections}>
        <div>
          {details === null ? (
            <div className={styles.trendRoom} />
          ) : (
            <Trend
              part="panel.trend"
              groups={details.months.groups}
              wide={wide}
              places={places}
              stale={false}
            />
          )}
        </div>
        <div>
          {details === null ? null : (
            <>
              <ChannelsSection
                channels={details.channels}
                returned={
                  counted.parts.some(({ status }) => status === RETURNED) ? details.returned.channels : null
                }
                scope={scope}
                onScope={onScope}
                own={period}
                places={places}
              />
              <ReturnsLine counted={counted} products={returned} />
            </>
          )}
        </div>
      </div>
      {details === null ? null : (
        <ProductsSection scope={scope} kinds={figures.kinds} details={details} places={places} />
      )}
      <Waterfalls
        figures={figures}
        own={period}
        places={places}
        isOpen={state.waterfall}
        onOpen={onWaterfall}
      />
    </>
  );
}

type Figures = Panel['figures'];

/** Decimal places of its money: none beside large sums. */
function usePanelPlaces({ kinds }: Figures): number {
  const formats = useFormats();
  const { total } = kinds;
  const sums = [total.sums.Ventas, ...SCOPES.map((each) => total.sums[SCOPE_COLUMNS[each].profitability])];
  return sums.some((sum) => sum !== undefined && isLarge(sum)) ? 0 : formats.places(sums);
}

type Reviews = {
  /** Null until they are known. */
  readonly reviews: readonly ReviewItem[] | null;
  /** They are of what is in view by now, and not of what was before. */
  readonly areOfNow: boolean;
};

/** The exceptions that wait for review, in the currency in view. */
function useReviews(): Reviews {
  const { output: found, isStale } = useExceptions();
  const { code } = useCurrency();
  const reviews = useMemo(() => (found === null ? null : reviewOf(found.groups, code)), [found, code]);
  return { reviews, areOfNow: !isStale };
}

/** The way from income to result, beside that of the period that it is compared with. */
function Waterfalls(props: {
  readonly figures: Figures;
  readonly own: Period | null;
  readonly places: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { total, groups, compared } = props.figures.kinds;
  const { waterfall, before } = useMemo(() => {
    const account = groups.find(({ value }) => value === ACCOUNT_MOVEMENTS);
    return {
      waterfall: waterfallOf(total.sums, account?.totals.sums ?? {}),
      before: compared === undefined ? null : waterfallOf(compared.total.sums, account?.compared?.sums ?? {}),
    };
  }, [total, groups, compared]);
  return (
    <WaterfallSection
      waterfall={waterfall}
      before={before}
      own={props.own}
      period={compared?.period ?? null}
      places={props.places}
      isOpen={props.isOpen}
      onOpen={props.onOpen}
    />
  );
}

/** What moved the result against the period before; nothing where that has no rows. */
function Why(props: { readonly figures: Figures; readonly own: Period | null; readonly places: number }) {
  const text = useText();
  const { total, compared } = props.figures.kinds;
  const why = useMemo(
    () =>
      compared === undefined || compared.total.rows === 0
        ? null
        : whyChanged(total.sums, compared.total.sums),
    [total, compared],
  );
  return why === null || compared === undefined ? null : (
    <WhyLine why={why} name={comparedName(compared.period, props.own, text)} places={props.places} />
  );
}

/** Where a period that is compared with is not read as far. */
function ComparedCoverage({ figures, own }: { readonly figures: Figures; readonly own: Period | null }) {
  const text = useText();
  return figures.tiles.others.map(({ against, figures: other }) => {
    const held = figures.periods[against];
    return held === undefined ? null : (
      <CoverageWarning
        key={against}
        own={figures.kinds.total}
        other={other.all}
        against={against}
        name={comparedName(held, own, text)}
      />
    );
  });
}

/** Whether the period in view has a hint: it is none, or the month that goes on and nothing else. */
export function isHinted(own: Period | null, present: Present): boolean {
  return own === null || isEqual(own, presetPeriod('month', present));
}

/** What is to be known of the period: that it is none, or a month that goes on; and the one press to the last complete month. */
function PeriodHint({ period: own }: { readonly period: Period | null }) {
  const text = useText();
  const { change } = useSelection();
  const { present } = usePresent();
  if (present === null) return null;
  if (!isHinted(own, present)) return null;
  const preset: PeriodPreset = 'month-before';
  const period = presetPeriod(preset, present);
  const until = {
    day: String(Number(present.lastPurchase.slice(8, 10))),
    month: monthName(present.lastPurchase, text),
  };
  return (
    <p className={classNames(ui.remark, styles.compareHint)}>
      {text(own === null ? 'panel.compare-hint' : 'panel.running-now', until)}{' '}
      <button
        type="button"
        className={ui.link}
        data-testid="panel-compare"
        onClick={() => change({ type: 'set-period', period, meaning: { kind: 'preset', preset } })}
      >
        {text('panel.compare-see', { period: describePeriod(period, text) })}
      </button>
    </p>
  );
}

/** The panel before its first figures: its own places, named, each of its real height. */
function PanelSkeleton() {
  const text = useText();
  return (
    <div className={ui.scroll} aria-busy="true" data-testid="panel-skeleton">
      <div className={styles.first} />
      <div className={styles.tiles}>
        {TILES.map((id) => (
          <section key={id} className={styles.tile}>
            <h2>
              <TileName id={id} />
            </h2>
            <p className={classNames(styles.value, ui.faint)}>…</p>
            <p className={styles.line}>
              <i className={ui.placeholder} />
            </p>
          </section>
        ))}
      </div>
      <div className={styles.sections}>
        <WaitingRows name={text('trend.title')} />
        <WaitingRows name={text('panel.channels')} />
      </div>
    </div>
  );
}

function WaitingRows(props: { readonly name: string }) {
  return (
    <section className={ui.section}>
      <header>
        <h2>{props.name}</h2>
      </header>
      <ListTable
        hasNoHead
        table={{ 'aria-hidden': true }}
        columns={[
          { id: 'name', heading: '' },
          { id: 'figure', heading: '', kind: 'end' },
        ]}
        rows={null}
        keyOf={() => ''}
      />
    </section>
  );
}
