import { memo, useCallback, useMemo, useState } from 'react';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { Group } from '#renderer/data/model/groups.ts';
import { useCoverage } from '#renderer/features/coverage/coverage-section.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { byTime, trendSteps, valueName } from '#renderer/features/dimensions/dimensions.ts';
import { RateFigure } from '#renderer/features/dimensions/rate-figure.tsx';
import { CoverageSpread } from '#renderer/features/equal-coverage/coverage-warning.tsx';
import { coverageSpreadOf, readEqualGroups } from '#renderer/features/equal-coverage/equal-coverage.ts';
import { describeMonth, monthName, monthsPeriod } from '#renderer/features/period/period.ts';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { costCoverageRate } from '#renderer/features/selection/selection-totals.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useSame } from '#renderer/ui/hooks.ts';
import { IconButton } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { type LocalDateTime, monthOf } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import {
  type BesidePoint,
  bandOf,
  besidePoints,
  INITIAL_TREND,
  type MonthPoint,
  monthPoints,
  type TrendMeasure,
  type TrendState,
  trendQuery,
  trendSchema,
  unitOf,
  withGaps,
} from './month-points.ts';
import { NOTHING_BESIDE } from './running-month.ts';
import styles from './trend.module.css';
import { TrendChart } from './trend-chart.tsx';
import { hasShading, type Strip, stripsOf } from './trend-geometry.ts';
import { useBesideMonths } from './use-beside-months.ts';

/** Months without rows are a 0 only where they were read; coverage knows of months of purchase. */
function useGaps(points: readonly MonthPoint[]): readonly MonthPoint[] {
  const { selection } = useSelection();
  const isOfPurchase = selection.periodColumn === 'Fecha de compra';
  const hasHoles = isOfPurchase && points.some(({ rows }) => rows === 0);
  const { output } = useCoverage(hasHoles);
  return useMemo(() => {
    if (!hasHoles) return points;
    const read = new Set(
      output?.months.filter(({ lastReadAt }) => lastReadAt !== null).map(({ month }) => month),
    );
    return withGaps(points, (month) => read.has(month));
  }, [points, hasHoles, output]);
}

export function unitMessage(measure: TrendMeasure, unit: number, code: string | null, text: Text): string {
  if (measure === 'rate') return text('trend.unit-rate');
  const name = text(
    unit === 1e6 ? 'trend.unit-millions' : unit === 1e3 ? 'trend.unit-thousands' : 'trend.unit-units',
  );
  if (code === null) return name;
  return unit === 1 ? code : text('trend.unit-of', { unit: name, code });
}

/**
 * The three scopes month by month, with the figures of the month in view beside them; as a chart or as a table. Long, for its
 * head, its chart and its notes follow one month.
 */
export const Trend = memo(function Trend(props: {
  /** The part of the screen's state that it is remembered in. */
  readonly part: 'panel.trend' | 'profitability.trend';
  readonly groups: readonly Group[];
  /** The rows that are drawn: of its period the months, of others the year before. */
  readonly wide: Selection;
  readonly places: number;
  readonly stale: boolean;
}) {
  const text = useText();
  const { selection } = useSelection();
  const ledger = useLedger();
  const { groups, wide, places } = props;
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const { points, asRead, beside, equal } = useDrawnMonths(groups, wide, last);
  const [state, change] = useScreenState<TrendState>(props.part, trendSchema, INITIAL_TREND);
  const { measure, isTable } = state;
  const { strips, running } = useStrips(points, measure, wide, { last, isOfAllRows: !equal.isEqual });
  const { inView, isHeld, hold, point, reset } = useMonthInView(points, selection.period);
  const band = useMemo(() => bandOf(points, selection.period), [points, selection.period]);
  const seen = points[inView];
  const unit = unitOf(points, measure);
  const { onOpenMonth, onOpen, link } = useMonthLink(wide, seen);
  return (
    <section
      className={classNames(ui.section, styles.trend, ui.padded)}
      aria-label={text('trend.title')}
      data-stale={props.stale}
      data-seen={isOfPeriod(seen, selection.period) ? 'period' : 'other'}
    >
      <TrendHeader
        state={state}
        onState={change}
        points={points}
        strips={strips}
        seen={seen}
        wide={wide}
        places={places}
        onReset={isHeld ? reset : null}
      />
      {points.length === 0 ? (
        <p className={classNames(ui.hint, styles.empty)}>{text('trend.empty')}</p>
      ) : isTable ? (
        <TrendTable
          points={points}
          beside={beside}
          places={places}
          inView={inView}
          onOpenMonth={onOpenMonth}
        />
      ) : (
        <TrendChart
          place={props.part}
          points={points}
          strips={strips}
          running={running}
          measure={measure}
          unit={unit}
          inView={inView}
          band={band}
          onPoint={point}
          onHold={hold}
          onReset={isHeld ? reset : null}
          onOpen={onOpen}
          places={places}
          link={link}
        />
      )}
      <UnlikeCosts hasBands={!isTable && hasShading(strips)} asRead={asRead} equal={equal} />
    </section>
  );
});

/** What is drawn of the months, with how the last will end and what they were to come to. */
function useStrips(
  points: readonly MonthPoint[],
  measure: TrendMeasure,
  wide: Selection,
  // What is foretold is of all rows, and so are targets.
  of: { readonly last: LocalDateTime | null; readonly isOfAllRows: boolean },
) {
  const known = useBesideMonths(wide, measure, of.last);
  const beside = of.isOfAllRows ? known : NOTHING_BESIDE;
  const strips = useSame(useMemo(() => stripsOf(points, measure, beside), [points, measure, beside]));
  return { strips, running: beside.running };
}

/** Whether the month in view is all that is selected: what says so elsewhere need not be said beside the strips. */
export function isOfPeriod(
  seen: Pick<MonthPoint, 'month' | 'untilDay'> | undefined,
  period: Period | null,
): boolean {
  if (seen === undefined || period === null) return false;
  const { from, to } = monthsPeriod(seen.month, 1);
  const isToday = seen.untilDay !== null && Number(period.to.slice(8)) === seen.untilDay;
  return period.from === from && (period.to === to || (isToday && monthOf(period.to) === seen.month));
}

/** The months that are drawn: all rows, or those with a cost alone as soon as these are read. */
function useEqualMonths(groups: readonly Group[], wide: Selection) {
  const [isEqual, setEqual] = useState(false);
  const question = useMemo(() => (isEqual ? trendQuery(wide) : null), [isEqual, wide]);
  const { output, error } = useLiveQuery('equal-months', question, readEqualGroups);
  return {
    isEqual,
    setEqual,
    hasFailed: isEqual && error !== null,
    drawn: (isEqual ? output?.groups : null) ?? groups,
  };
}

/** The points of the chart, those of all rows whatever is drawn, and what lies in no month. */
function useDrawnMonths(groups: readonly Group[], wide: Selection, last: LocalDateTime | null) {
  const equal = useEqualMonths(groups, wide);
  const { drawn } = equal;
  const asRead = useMemo(() => monthPoints(groups, last, wide.period), [groups, last, wide]);
  const points = useGaps(useMemo(() => monthPoints(drawn, last, wide.period), [drawn, last, wide]));
  const beside = useMemo(() => besidePoints(drawn, wide.period), [drawn, wide]);
  return { points, asRead, beside, equal };
}

/** The ways to the orders of a month, and of the one in view. */
function useMonthLink(wide: Selection, seen: MonthPoint | undefined) {
  const openOrders = useOpenOrders();
  const onOpenMonth = useCallback(
    (month: string) => {
      const only = trendSteps(wide, month);
      if (only !== null) openOrders({ only, at: SCOPE_COLUMNS.total.profitability });
    },
    [openOrders, wide],
  );
  const onOpen = useCallback(() => {
    if (seen !== undefined) onOpenMonth(seen.month);
  }, [seen, onOpenMonth]);
  const link = useMemo(
    () => (seen === undefined ? null : <MonthLink point={seen} onOpen={onOpen} />),
    [seen, onOpen],
  );
  return { onOpenMonth, onOpen, link };
}

/** The measure drawn and its unit, the figures of the month in view, and how it is to be drawn. */
function TrendHeader(props: {
  readonly state: TrendState;
  readonly onState: (state: TrendState) => void;
  readonly points: readonly MonthPoint[];
  readonly strips: readonly Strip[];
  readonly seen: MonthPoint | undefined;
  readonly wide: Selection;
  readonly places: number;
  /** Null: no month is held. */
  readonly onReset: (() => void) | null;
}) {
  const text = useText();
  const { code } = useCurrency();
  const { selection } = useSelection();
  const { points, strips, seen, wide, places, onState, onReset } = props;
  const { measure, isTable } = props.state;
  return (
    <header>
      <h2>{text('trend.title')}</h2>
      <span className={classNames(ui.note, styles.unit)}>
        {[
          isTable ? code : unitMessage(measure, unitOf(points, measure), code, text),
          // The screen's head names the usual one.
          selection.periodColumn === 'Fecha de compra' ? null : text.column(selection.periodColumn),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
      {isTable ? null : <TrendLegend points={points} strips={strips} />}
      <span className={ui.grow} />
      {seen === undefined || isTable ? null : <MonthMessage point={seen} places={places} />}
      {onReset !== null && !isTable ? (
        <button type="button" className={ui.smallButton} data-testid="trend-reset" onClick={onReset}>
          {text(selection.period === null ? 'trend.reset-latest' : 'trend.reset')}
        </button>
      ) : null}
      {isTable ? null : (
        <Segmented<TrendMeasure>
          label={text('trend.measure')}
          value={measure}
          options={[
            { value: 'sum', label: code ?? text('trend.sum') },
            { value: 'rate', label: text('trend.rate') },
          ]}
          onChange={(next) => onState({ measure: next, isTable })}
        />
      )}
      {points.length === 0 || isTable ? null : <PictureMenu title={text('trend.title')} of={wide} />}
      {points.length === 0 ? null : (
        <IconButton
          icon="orders"
          name={text('trend.as-table')}
          pressed={isTable}
          testId="trend-as-table"
          onPress={() => onState({ measure, isTable: !isTable })}
        />
      )}
    </header>
  );
}

/**
 * The month whose figures are shown: the one under the pointer as long as it is there, else the one held by a key or a press,
 * else the period's. With another period both are gone: what was looked at belonged to the one before.
 */
function useMonthInView(points: readonly MonthPoint[], period: Period | null) {
  const of = period === null ? '' : `${period.from} ${period.to}`;
  const [held, setHeld] = useState<ChosenMonth | null>(null);
  const [pointed, setPointed] = useState<ChosenMonth | null>(null);
  const monthOf = (chosen: ChosenMonth | null): string | null => (chosen?.of === of ? chosen.month : null);
  const chosenAt = useCallback(
    (index: number | null): ChosenMonth | null => {
      const month = index === null ? undefined : points[index]?.month;
      return month === undefined ? null : { month, of };
    },
    [points, of],
  );
  const hold = useCallback(
    (index: number) => {
      setHeld(chosenAt(index));
      // A key moves on from what is seen; the pointer has its say when it moves again.
      setPointed(null);
    },
    [chosenAt],
  );
  const point = useCallback(
    (index: number | null) => {
      const next = chosenAt(index);
      setPointed((before) => (before?.month === next?.month && before?.of === next?.of ? before : next));
    },
    [chosenAt],
  );
  const reset = useCallback(() => {
    setHeld(null);
    setPointed(null);
  }, []);
  const wanted = [monthOf(pointed), monthOf(held), period?.to.slice(0, 7) ?? null];
  return { inView: monthInView(points, wanted), isHeld: monthOf(held) !== null, hold, point, reset };
}

/** A month, and the period that it was chosen in. */
type ChosenMonth = { readonly month: string; readonly of: string };

/** The first month wanted that is there; else the newest whole one. */
export function monthInView(points: readonly MonthPoint[], wanted: readonly (string | null)[]): number {
  const found = wanted
    .map((month) => points.findIndex((point) => point.month === month))
    .find((at) => at >= 0);
  const whole = points.findLastIndex(({ isPart }) => !isPart);
  return found ?? (whole >= 0 ? whole : points.length - 1);
}

/** The month in view, how far it goes, and what its figures rest on. */
function MonthMessage({ point, places }: { readonly point: MonthPoint; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const coverage =
    point.ventasWithProductCost === null
      ? null
      : costCoverageRate({ sums: point.sums, ventasWithProductCost: point.ventasWithProductCost });
  return (
    <span className={classNames(ui.remark, styles.inView)} aria-live="polite">
      <b>{describeMonth(point.month, text)}</b>
      {point.untilDay === null ? '' : ` ${text('trend.until', { day: point.untilDay })}`}
      {' · '}
      {text('total.sales')} <Figure value={point.sums.Ventas ?? null} kind="money" places={places} />
      {coverage === null ? null : (
        <span className={styles.warning}>
          {' '}
          · {text('kpi.coverage', { share: formats.percent(coverage) })}
        </span>
      )}
    </span>
  );
}

/** The meaning of the bands, and that months' costs are not loaded alike. */
function UnlikeCosts({
  hasBands,
  asRead,
  equal,
}: {
  /** Whether there is any band to be seen. */
  readonly hasBands: boolean;
  /** The months of all rows, whatever is drawn. */
  readonly asRead: readonly MonthPoint[];
  /** Whether the rows with a cost alone are drawn. */
  readonly equal: Pick<ReturnType<typeof useEqualMonths>, 'isEqual' | 'hasFailed' | 'setEqual'>;
}) {
  const text = useText();
  const sets = asRead.map(({ sums, ventasWithProductCost }) =>
    ventasWithProductCost === null ? null : { sums, ventasWithProductCost },
  );
  const isUnlike = coverageSpreadOf(sets) !== null;
  if (!hasBands && !isUnlike) return null;
  return (
    <p className={classNames(ui.note, styles.unlike)}>
      {hasBands ? <span title={text('trend.band')}>{text('trend.band')}</span> : null}
      <CoverageSpread sets={sets} nameOf={(at) => describeMonth(asRead[at]?.month ?? '', text)} />
      {isUnlike ? (
        <button
          type="button"
          className={ui.link}
          data-testid="equal-months"
          aria-pressed={equal.isEqual}
          onClick={() => equal.setEqual(!equal.isEqual)}
        >
          {text(equal.isEqual ? 'coverage-gap.as-is' : 'coverage-gap.months')}
        </button>
      ) : null}
      {equal.hasFailed ? <span className={ui.warning}>{text('coverage-gap.failed')}</span> : null}
    </p>
  );
}

/** The samples of what is drawn beside the months that are over; nothing where there is none of it. */
function TrendLegend({
  points,
  strips,
}: {
  readonly points: readonly MonthPoint[];
  readonly strips: readonly Strip[];
}) {
  const text = useText();
  const part = points.find(({ untilDay }) => untilDay !== null);
  const hasEstimate = strips.some(({ ahead }) => ahead !== null);
  const hasTarget = strips.some(({ targets }) => targets.some((target) => target !== null));
  return (
    <span className={classNames(ui.note, styles.legend)} data-testid="trend-legend">
      {part === undefined || part.untilDay === null ? null : (
        <span>
          <i aria-hidden="true" className={styles.hollow} />
          {monthName(part.month, text)} {part.month.slice(2, 4)},{' '}
          {text('trend.until', { day: part.untilDay })}
        </span>
      )}
      {hasEstimate ? (
        <span>
          <i aria-hidden="true" className={styles.dotted} />
          {text('trend.estimated')}
        </span>
      ) : null}
      {hasTarget ? (
        <span>
          <i aria-hidden="true" className={styles.dashed} />
          {text('month-card.target').toLocaleLowerCase(text.locale)}
        </span>
      ) : null}
    </span>
  );
}

function MonthLink(props: { readonly point: MonthPoint; readonly onOpen: () => void }) {
  const text = useText();
  const month = describeMonth(props.point.month, text);
  return (
    <button
      type="button"
      className={classNames(ui.link, styles.link, ui.ellipsis)}
      // Enter on the chart leads there too.
      tabIndex={-1}
      data-no-picture
      title={text('trend.open', { month })}
      onClick={props.onOpen}
    >
      {text('trend.open', { month })}
    </button>
  );
}

/**
 * The chart's figures: months by scopes, sum and rate; unread months say so. Last come the rows that lie in no month,
 * so that the table adds up to its total.
 */
function TrendTable(props: {
  readonly points: readonly MonthPoint[];
  readonly beside: readonly BesidePoint[];
  readonly places: number;
  readonly inView: number;
  /** Also of what lies in no month, by the name of its group. */
  readonly onOpenMonth: (month: string) => void;
}) {
  const { points, beside, places, onOpenMonth } = props;
  const scopes = points[0]?.scopes.map(({ scope }) => scope) ?? [];
  const rows: readonly TrendRow[] = [
    ...points.map((point, at) => ({ ...point, value: point.month, isInView: at === props.inView })),
    ...beside.map((point) => ({ ...point, untilDay: null })),
  ];
  const text = useText();
  return (
    <ListTable
      name={text('trend.table')}
      frame={{ className: styles.table, isBare: true }}
      table={{ 'data-testid': 'trend-table' }}
      columns={trendColumns(scopes, places, text, onOpenMonth)}
      rows={rows}
      keyOf={({ value }) => value}
      places={places}
      line={({ value, isInView }) => ({
        className: isInView === undefined ? styles.undated : isInView ? styles.current : undefined,
        'data-month': value,
        ref: isInView === true ? bringIntoView : undefined,
      })}
    />
  );
}

/** A month, or rows beside the calendar: these have no `isInView`. */
type TrendRow = BesidePoint & Pick<MonthPoint, 'untilDay'> & { readonly isInView?: boolean };

/** Once, as its table opens. */
const bringIntoView = (row: HTMLTableRowElement | null): void => row?.scrollIntoView({ block: 'nearest' });

const isUnread = ({ isInView, sums }: TrendRow): boolean =>
  isInView !== undefined && sums.Ventas === undefined;

/** Sales, and each scope's result with its rate. Long for its columns. */
function trendColumns(
  scopes: readonly Scope[],
  places: number,
  text: Text,
  onOpen: (month: string) => void,
): readonly Column<TrendRow>[] {
  const resultOf = (row: TrendRow, scope: Scope) => row.scopes.find((each) => each.scope === scope);
  return [
    {
      id: 'month',
      heading: text('unit.month'),
      isRowHeading: true,
      value: 'value',
      draw: ({ value, untilDay }) => (
        <>
          <button type="button" className={ui.link} onClick={() => onOpen(value)}>
            {valueName(byTime('month'), value, text)}
          </button>
          {untilDay === null ? null : (
            <span className={ui.faint}> {text('trend.until', { day: untilDay })}</span>
          )}
        </>
      ),
    },
    {
      heading: text('total.sales'),
      kind: 'money',
      cell: (row) =>
        isUnread(row)
          ? { className: ui.faint, style: { textAlign: 'left' }, colSpan: 1 + 2 * scopes.length }
          : {},
      value: ({ sums }) => sums.Ventas ?? null,
      draw: (row) =>
        isUnread(row) ? (
          text('trend.unread')
        ) : (
          <Figure value={row.sums.Ventas ?? null} kind="money" places={places} />
        ),
    },
    ...scopes.flatMap((scope): readonly Column<TrendRow>[] => [
      {
        id: scope,
        heading: (
          <>
            <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
          </>
        ),
        head: { title: text.column(SCOPE_COLUMNS[scope].profitability) },
        kind: 'money',
        value: (row) => resultOf(row, scope)?.profit,
        sheet: { name: SCOPE_COLUMNS[scope].profitability },
      },
      {
        id: `${scope}-rate`,
        heading: (
          <>
            %<span className={ui.visuallyHidden}> {text(`scope.${scope}`)}</span>
          </>
        ),
        head: { title: text('trend.rate') },
        kind: 'points',
        value: (row) => resultOf(row, scope)?.ratePercent,
        draw: (row) => {
          const { profit = null, ratePercent = null } = resultOf(row, scope) ?? {};
          const name = SCOPE_COLUMNS[scope].profitability;
          return <RateFigure rate={ratePercent} part={profit} base={row.sums.Ventas} name={name} />;
        },
        sheet: { name: `% ${text(`scope.${scope}`)}` },
      },
    ]),
  ];
}
