import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { TimeUnit } from '#renderer/data/model/groups.ts';
import { inkOf, sectionOf } from '#renderer/features/columns/column-sections.ts';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { type Measure, measureId, scopeOf } from '#renderer/screens/profitability/figures/measures.ts';
import type { ChartKind, PivotView } from '#renderer/screens/profitability/state/view-state.ts';
import { type ChartRow, ChartRows } from '#renderer/ui/chart/chart-rows.tsx';
import { REST_INK, seriesInk } from '#renderer/ui/chart/series-inks.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { SCOPE_INKS } from '#renderer/ui/scope-mark.tsx';
import type { PlottedBar } from './bars-drawing.tsx';
import styles from './chart.module.css';
import { newestOver } from './chart-lines.ts';
import {
  type ChartMark,
  chartMarks,
  drawsLosses,
  hasHatching,
  type MarkFigures,
  type PairedMark,
  pairedMarks,
  timesLeftOut,
  withoutSales,
} from './chart-marks.ts';
import { comparedFigures, markTitle, shownFigures } from './mark-text.ts';
import { type Band, measureName, measureTitle, OWN } from './pivot-columns.ts';
import { PivotLines } from './pivot-lines.tsx';
import type { PivotLine, PivotModel } from './pivot-model.ts';
import { PivotScatter } from './pivot-scatter.tsx';
import { PivotStacks } from './pivot-stacks.tsx';
import { usePresentDay } from './present-day.ts';
import { MAX_DOTS } from './scatter-dots.ts';

/** Recharts comes with the first chart, not with the app. */
const BarsDrawing = lazy(async () => ({ default: (await import('./bars-drawing.tsx')).BarsDrawing }));

const ROW_PX = 26;
/** The height of a group's row with its parts below it. */
const PART_ROW_PX = 22;

/** A dimension of the chart: its name, the names of its values, and the part of the calendar, if it is one. */
export type ChartDimension = {
  readonly name: string;
  readonly unit: TimeUnit | null;
  readonly nameOf: (value: string) => string;
  /** Whether it is of the dates that the last purchase tells the present of. */
  readonly isOfPeriods: boolean;
};

type ChartProps = {
  readonly kind: ChartKind;
  /** As it was asked for: tells whether the chart is of those that lose. */
  readonly view: Pick<PivotView, 'sort' | 'scope' | 'chart'>;
  readonly model: PivotModel;
  readonly measure: Measure;
  readonly measures: readonly Measure[];
  /** The dimension of the groups, and the one across them. */
  readonly first: ChartDimension;
  readonly second: ChartDimension | null;
  readonly places: number;
  readonly stale: boolean;
  readonly nameOf: (line: PivotLine) => string;
  readonly onMeasure: (measure: Measure) => void;
  readonly onTable: () => void;
  /** The orders of a group and of a value across it; at a column, where it is not the measure's own. */
  readonly onOpen: (line: PivotLine, band: Band, column?: string | null) => void;
  /** The message where there are no groups. */
  readonly empty: ReactNode;
};

/** The pivot's groups as a chart, its heading with the measure and the way back to the table. */
export function PivotChart(props: ChartProps) {
  const text = useText();
  const { kind, model, measure, first, second } = props;
  const dimension = second === null ? first.name : `${first.name} › ${second.name}`;
  const titled = { measure: measureTitle(measure, text), dimension };
  const label =
    kind === 'scatter'
      ? text('chart.scatter-title', titled)
      : kind === 'stacked'
        ? text('chart.stacked-title', titled)
        : text('chart.title', titled);
  const isEmpty = model.lines.every(({ kind: each }) => each === 'total');
  return (
    <section className={styles.chart} aria-label={label} data-stale={props.stale} data-testid="pivot-chart">
      <header className={styles.head}>
        <h2 title={label}>
          {label}
          {measure.column === null ? null : <MovedMark column={measure.column} />}
        </h2>
        <ChartLegend {...props} />
        <span className={ui.grow} />
        <ChoiceMenu
          label={text('trend.measure')}
          value={measureId(measure)}
          options={props.measures.map((each) => ({
            value: measureId(each),
            label: measureName(each, text),
          }))}
          testId="chart-measure"
          onChange={(id) => {
            const next = props.measures.find((each) => measureId(each) === id);
            if (next !== undefined) props.onMeasure(next);
          }}
        />
        {isEmpty ? null : <PictureMenu title={label} />}
        <IconButton
          icon="orders"
          name={text('trend.as-table')}
          testId="chart-as-table"
          onPress={props.onTable}
        />
      </header>
      {isEmpty ? <div className={ui.empty}>{props.empty}</div> : <ChartBody {...props} label={label} />}
    </section>
  );
}

/** What is compared has rows there: held against nothing, a difference would be the value once more. */
export function isCompared({ total }: PivotModel): boolean {
  return (total.pair.before?.rows ?? 0) > 0;
}

/** How many earlier parts of the calendar a chart leaves out: of the second dimension, or of the first where it stands alone. */
export function undrawnTimes(
  kind: ChartKind,
  model: PivotModel,
  first: TimeUnit | null,
  second: TimeUnit | null,
): number {
  if (kind === 'bars' && second !== null) return timesLeftOut(model, true);
  return (kind === 'bars' || kind === 'stacked') && first !== null ? timesLeftOut(model, false) : 0;
}

/** The legend of hatching, marks across and a cumulative line, and what is not drawn; nothing where there is none. */
function ChartLegend({ kind, view, model, measure, first, second }: ChartProps) {
  const text = useText();
  const formats = useFormats();
  const isMissing = (kind === 'bars' || kind === 'lines') && hasHatching(model, measure);
  const hasBefore = (kind === 'bars' || kind === 'lines') && isCompared(model);
  const left = undrawnTimes(kind, model, first.unit, second?.unit ?? null);
  return (
    <>
      {isMissing ? (
        <span className={classNames(ui.note, styles.legend)}>
          <i aria-hidden="true" className={ui.hatchedSwatch} /> {text('chart.missing-cost')}
        </span>
      ) : null}
      {hasBefore ? (
        <span className={classNames(ui.note, styles.legend)}>
          <i aria-hidden="true" className={kind === 'bars' ? styles.beforeMark : styles.beforeLine} />{' '}
          {text('chart.before-legend')}
        </span>
      ) : null}
      {drawsLosses(view) ? (
        <span className={classNames(ui.note, styles.legend)}>{text('chart.losses')}</span>
      ) : null}
      {kind === 'pareto' ? <span className={ui.note}>{text('chart.pareto-note')}</span> : null}
      {left === 0 ? null : (
        <span className={classNames(ui.note, styles.legend)} data-testid="chart-times-left" data-value={left}>
          {text('chart.times-left', { count: left, shown: formats.count(left) })}
        </span>
      )}
    </>
  );
}

function ChartBody(props: ChartProps & { readonly label: string }) {
  const { kind, view, model, measure, first, second, label, places, nameOf, onOpen } = props;
  const ink = inkOfMeasure(measure);
  const noSales = useText()('chart.sold-nothing');
  const isTime = first.unit !== null;
  const marks = useMemo(
    () => drawnMarks({ kind, view, model, measure, isTime }, noSales),
    [model, measure, isTime, kind, view, noSales],
  );
  // All others together cost a thousand times as much as what loses: beside them no stack would be seen.
  const lossesOnly = drawsLosses(view) ? marks.filter(({ line }) => !areOthers(line)) : marks;
  const shared = { marks, measure, ink, places, nameOf, label };
  switch (kind) {
    case 'lines': {
      const time = second ?? first;
      return (
        <PivotLines
          {...shared}
          model={model}
          unit={time.unit ?? 'month'}
          isOneLine={second === null}
          isOfPeriods={time.isOfPeriods}
          timeName={time.nameOf}
          onOpen={onOpen}
        />
      );
    }
    case 'stacked':
      return (
        <PivotStacks
          {...shared}
          marks={lossesOnly}
          heading={first.name}
          onOpen={(line, column) => onOpen(line, OWN, column)}
        />
      );
    case 'scatter':
      return <PivotScatter {...shared} onOpen={(line) => onOpen(line, OWN)} />;
    case 'bars':
    case 'pareto':
      return second === null ? (
        <MarkRows {...props} marks={marks} isPareto={kind === 'pareto'} />
      ) : (
        <PairedRows {...props} second={second} />
      );
  }
}

/** The marks of a chart: parts of the calendar as they go on, dots as many as there is room for, or those that lose. */
export function drawnMarks(
  {
    kind,
    view,
    model,
    measure,
    isTime,
  }: Pick<ChartProps, 'kind' | 'view' | 'model' | 'measure'> & { readonly isTime: boolean },
  noSales: string,
): readonly ChartMark[] {
  const isOfLosses = drawsLosses(view);
  const drawn = chartMarks(
    model,
    measure,
    isTime && (kind === 'bars' || kind === 'stacked'),
    kind === 'scatter' ? MAX_DOTS : undefined,
    isOfLosses ? view : null,
  );
  return isOfLosses ? withoutSales(drawn, noSales) : drawn;
}

/** All the rest, of which not all loses. */
const areOthers = ({ kind, areLosers }: PivotLine): boolean => kind === 'others' && areLosers !== true;

/** The ink of what is measured: its scope's, its section's, or that of a quantity without a meaning of its own. */
function inkOfMeasure(measure: Measure): string {
  const scope = scopeOf(measure);
  if (scope !== null) return SCOPE_INKS[scope];
  const ink = measure.column === null ? null : inkOf(sectionOf(measure.column));
  return ink ?? PLAIN_INK;
}
const PLAIN_INK = 'var(--chart-base)';

/** Names over the figures: the value, and of what is compared its differences. */
function useFigureColumns(measure: Measure, isCompared: boolean) {
  const text = useText();
  const own = { name: measureName(measure, text), px: isCompared ? 104 : 170 };
  if (!isCompared) return [own];
  const isRate = comparedFigures(NO_MARK, measure, 0).length === 2;
  const difference = { name: text(isRate ? 'pivot.points' : 'pivot.difference'), px: isRate ? 64 : 100 };
  return isRate ? [own, difference] : [own, difference, { name: text('pivot.change'), px: 64 }];
}
const NO_MARK = { value: null, difference: null, change: null, isPartial: false } as MarkFigures;

function plotted(mark: MarkFigures, ink: string): Omit<PlottedBar, 'key'> {
  return {
    own: toPlotNumber(mark.value),
    likely: toPlotNumber(mark.likely),
    before: toPlotNumber(mark.before),
    cumulative: null,
    ink,
  };
}

/** A row for each mark: name, room for its bar, its figures. */
function MarkRows(props: ChartProps & { readonly marks: readonly ChartMark[]; readonly isPareto: boolean }) {
  const text = useText();
  const formats = useFormats();
  const { marks, isPareto, measure, places, nameOf } = props;
  const hasBefore = !isPareto && isCompared(props.model);
  const ink = inkOfMeasure(measure);
  const isOfLosses = drawsLosses(props.view);
  const rows = marks.map((mark): ChartRow => {
    const { line } = mark;
    const share = (value: string | null) => ({ value, kind: 'points', places: 1 }) as const;
    return {
      key: line.key,
      name: <NameOf name={nameOf(line)} caption={line.caption} />,
      title: markTitle(nameOf(line), line.caption, mark, measure, places, { text, formats }),
      look: line.kind === 'others' ? 'quiet' : undefined,
      figures: hasBefore
        ? comparedFigures(mark, measure, places)
        : [
            ...shownFigures(mark, measure, places, false),
            ...(isPareto ? [share(mark.share), share(mark.cumulative)] : []),
          ],
    };
  });
  const bars = useMemo(
    () => barsOf(marks, { isPareto, isOfLosses, ink }),
    [marks, isPareto, isOfLosses, ink],
  );
  const columns = useFigureColumns(measure, hasBefore);
  return (
    <ChartRows
      rowPx={ROW_PX}
      heading={props.first.name}
      columns={
        isPareto ? [...columns, { name: '%', px: 56 }, { name: text('chart.cumulative'), px: 64 }] : columns
      }
      rows={rows}
      drawing={(width) => (
        <Suspense>
          <BarsDrawing bars={bars} isPareto={isPareto} width={width} rowPx={ROW_PX} />
        </Suspense>
      )}
      onOpen={(at) => {
        const mark = marks[at];
        if (mark !== undefined) props.onOpen(mark.line, OWN);
      }}
    />
  );
}

/** The bars of some marks: of a Pareto their shares, with what they come to together. */
export function barsOf(
  marks: readonly ChartMark[],
  of: { readonly isPareto: boolean; readonly isOfLosses: boolean; readonly ink: string },
): readonly PlottedBar[] {
  return marks.map((mark): PlottedBar => {
    const bar = { key: mark.line.key, ...plotted(mark, of.ink) };
    // All others together are so much more that beside them no loss would be seen.
    if (of.isOfLosses && mark.line.kind === 'others')
      return { ...bar, own: null, likely: null, before: null };
    if (!of.isPareto) return bar;
    const cumulative = toPlotNumber(mark.cumulative);
    return { ...bar, own: toPlotNumber(mark.share), likely: null, before: null, cumulative };
  });
}

function NameOf({ name, caption }: { readonly name: string; readonly caption: string | null }) {
  return (
    <>
      {name} {caption === null ? null : <span className={ui.faint}>{caption}</span>}
    </>
  );
}

/** A row for each group, and below it one for each of its parts, in the ink that the part has everywhere. */
function PairedRows(props: ChartProps & { readonly second: ChartDimension }) {
  const text = useText();
  const formats = useFormats();
  const { view, model, measure, first, second, places, nameOf } = props;
  const hasBefore = isCompared(model);
  const groups = useMemo(
    () =>
      pairedMarks(
        model,
        measure,
        { first: first.unit !== null, second: second.unit !== null },
        drawsLosses(view) ? view : null,
      ),
    [model, measure, first.unit, second.unit, view],
  );
  const timeInk = second.unit === null ? null : timeInkOf(measure);
  const marks = useMemo(() => flatOf(groups, model.bands, timeInk), [groups, model.bands, timeInk]);
  const strong = useStrong(second, model.bands);
  const isOfLosses = drawsLosses(view);
  const isBeside = (band: Band): boolean => isPaleBeside(strong.value, band);
  const figuresOf = (figures: MarkFigures) =>
    hasBefore ? comparedFigures(figures, measure, places) : shownFigures(figures, measure, places, false);
  const rows = marks.map(({ key, line, band, figures, ink }): ChartRow => {
    const group = nameOf(line);
    const part = band.kind === 'value' ? second.nameOf(band.value) : text('chart.others');
    const name = band.kind === 'own' ? group : `${group} · ${part}`;
    return {
      key,
      name: band.kind === 'own' ? <NameOf name={group} caption={line.caption} /> : part,
      title: markTitle(name, band.kind === 'own' ? line.caption : null, figures, measure, places, {
        text,
        formats,
      }),
      look: band.kind === 'own' ? 'head' : 'part',
      ink: ink ?? undefined,
      isPale: isBeside(band),
      figures: figuresOf(figures),
    };
  });
  const bars = useMemo(() => partBars(marks, strong.value, isOfLosses), [marks, strong.value, isOfLosses]);
  return (
    <ChartRows
      rowPx={PART_ROW_PX}
      heading={`${first.name} › ${second.name}`}
      columns={useFigureColumns(measure, hasBefore)}
      rows={rows}
      drawing={(width) => (
        <Suspense>
          <BarsDrawing bars={bars} isPareto={false} width={width} rowPx={PART_ROW_PX} />
        </Suspense>
      )}
      onReach={(at) => strong.reach(marks[at]?.band)}
      onOpen={(at) => {
        const mark = marks[at];
        if (mark !== undefined) props.onOpen(mark.line, mark.band);
      }}
    />
  );
}

/** Whether a part is paler than the one that stands out. */
function isPaleBeside(strong: string | null, band: Band): boolean {
  return strong !== null && band.kind === 'value' && band.value !== strong;
}

/** The bars of groups and their parts: groups have none over their parts, nor others beside what loses. */
export function partBars(
  marks: readonly PairedRow[],
  strong: string | null,
  isOfLosses: boolean,
): readonly PlottedBar[] {
  return marks.map(({ key, line, band, figures, ink }): PlottedBar => {
    if (ink === null || (isOfLosses && line.kind === 'others'))
      return { key, own: null, likely: null, before: null, cumulative: null, ink: REST_INK };
    return { key, ...plotted(figures, ink), isPale: isPaleBeside(strong, band) };
  });
}

/**
 * The part of the calendar that stands out in every group: the one reached, and before that the newest that is over. Null
 * where the parts are no time.
 */
function useStrong({ unit, isOfPeriods }: ChartDimension, bands: readonly string[]) {
  const present = usePresentDay(isOfPeriods);
  const [reached, setReached] = useState<string | null>(null);
  const value =
    unit === null
      ? null
      : reached !== null && bands.includes(reached)
        ? reached
        : newestOver(unit, bands, present);
  return {
    value,
    reach: (band: Band | undefined) => {
      if (band?.kind === 'value') setReached(band.value);
    },
  };
}

/** One hue for all times: a quantity without a meaning of its own has that of the first group. */
function timeInkOf(measure: Measure): string {
  const ink = inkOfMeasure(measure);
  return ink === PLAIN_INK ? seriesInk(0) : ink;
}

type PairedRow = {
  readonly key: string;
  readonly line: PivotLine;
  readonly band: Band;
  readonly figures: MarkFigures;
  /** Null over the parts of a group: it has no bar, which would flatten theirs. */
  readonly ink: string | null;
};

/** `timeInk`: the one of all parts where they are times. */
export function flatOf(
  groups: readonly PairedMark[],
  bands: readonly string[],
  timeInk: string | null,
): readonly PairedRow[] {
  const shown = bands.filter((value) =>
    groups.some(({ parts }) => parts.some(({ band }) => band.kind === 'value' && band.value === value)),
  );
  return groups.flatMap(({ parts, ...mark }): PairedRow[] => [
    { key: mark.line.key, line: mark.line, band: OWN, figures: mark, ink: null },
    ...parts.map((part): PairedRow => {
      const { band } = part;
      const isValue = band.kind === 'value';
      return {
        key: `${mark.line.key}\n${isValue ? `=${band.value}` : '*'}`,
        line: mark.line,
        band,
        figures: part,
        ink: isValue ? (timeInk ?? seriesInk(shown.indexOf(band.value))) : REST_INK,
      };
    }),
  ]);
}
