import { xor } from 'es-toolkit/array';
import { type Ref, useCallback, useImperativeHandle, useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import {
  type DimensionRef,
  dimensionName,
  drillDownSteps,
  type Narrowing,
  valueName,
} from '#renderer/features/dimensions/dimensions.ts';
import { CoverageWarning } from '#renderer/features/equal-coverage/coverage-warning.tsx';
import type { TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { SectionBridges } from '#renderer/features/income-statement/section-bridges.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { NoRows } from '#renderer/features/no-rows/no-rows.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { isEverything } from '#renderer/features/selection/selection-state.ts';
import { SelectionTotals } from '#renderer/features/selection/selection-totals.tsx';
import { type Text, useText, withApiNames } from '#renderer/i18n/text.tsx';
import { type Measure, measureId, measuresInView } from '#renderer/screens/profitability/figures/measures.ts';
import { type PivotView, withChart } from '#renderer/screens/profitability/state/view-state.ts';
import ui from '#renderer/ui/controls.module.css';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import gridStyles from '#renderer/ui/grid/grid.module.css';
import { PERIOD_COLUMNS, type Period } from '#shared/domain/selection.ts';
import { chartedView, chartMeasure, chartMeasures } from './chart-marks.ts';
import { type ChartDimension, PivotChart } from './pivot-chart.tsx';
import {
  type Band,
  columnId,
  type FigureColumn,
  figureColumns,
  NAME_COLUMN,
  requestedOrder,
} from './pivot-columns.ts';
import { askOf, linesKeyOf, type PivotQuery, type PivotResult, readPivot, sortShown } from './pivot-data.ts';
import { PivotGrid } from './pivot-grid.tsx';
import { columnName } from './pivot-layout.tsx';
import { type PivotLine, type PivotModel, pivotModel, pivotTable } from './pivot-model.ts';

type PivotProps = {
  readonly view: PivotView;
  readonly onChange: (view: PivotView) => void;
};

/** The selection by one or two dimensions, with measures of one's choice. `job` becomes what the export button writes. */
export function PivotScreen({ job, ...props }: PivotProps & { readonly job: Ref<() => TableJob | null> }) {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const { toggled, onToggle } = useToggled(props.view);
  const pivot = usePivot(useCharted(props.view, selection.period), toggled);
  const { shown, answer, model } = pivot;
  const { view } = shown;
  const names = usePivotNames(shown);
  const whole = model?.total.pair;
  const places = formats.places([
    ...Object.values(whole?.now.sums ?? {}),
    ...Object.values(whole?.before?.sums ?? {}),
  ]);
  usePivotJob(job, pivot, names, places);
  const { note, openFigure } = useOpenFigure(view);
  if (answer.error !== null && model === null)
    return <QueryFailure error={answer.error} onRetry={answer.refresh} />;
  if (model === null || answer.output === null)
    return (
      <div className={gridStyles.room} aria-busy="true">
        <div className={gridStyles.loading} />
      </div>
    );
  const { compared, total } = answer.output.rows;
  return (
    <>
      {answer.error === null ? null : <QueryFailure error={answer.error} onRetry={answer.refresh} />}
      {view.against !== null && compared !== undefined ? (
        <CoverageWarning
          own={total}
          other={compared.total}
          against={view.against}
          name={describePeriod(compared.period, text)}
        />
      ) : null}
      <PivotBody
        {...props}
        pivot={pivot}
        model={model}
        names={names}
        places={places}
        onToggle={onToggle}
        onOpen={openFigure}
      />
      <footer className={ui.statusBar}>
        <SelectionTotals totals={total} places={places} stale={answer.isStale} />
        <SectionBridges places={places} />
        <PivotCounts
          result={answer.output}
          onAll={props.view.all ? null : () => props.onChange({ ...props.view, all: true })}
          onWhole={() => {
            const { losing: _, ...whole } = props.view;
            props.onChange(whole);
          }}
        />
        <ComparisonMessage result={answer.output} isAsked={view.against !== null} />
        <span className={ui.grow} />
        <span aria-live="polite">{note ?? <span className={ui.roomy}>{text('groups.note')}</span>}</span>
      </footer>
    </>
  );
}

type OpenFigure = (line: PivotLine, column: FigureColumn | null) => void;

/** The figures, drawn or as a table. */
function PivotBody(
  props: PivotProps & {
    readonly pivot: ReturnType<typeof usePivot>;
    readonly model: PivotModel;
    readonly names: ReturnType<typeof usePivotNames>;
    readonly places: number;
    readonly onToggle: (line: PivotLine) => void;
    readonly onOpen: OpenFigure;
  },
) {
  const text = useText();
  const { selection } = useSelection();
  const { pivot, model, names, places, onOpen } = props;
  const { shown, answer } = pivot;
  const { view } = shown;
  const change = (next: Partial<PivotView>): void => props.onChange({ ...props.view, ...next });
  const { chart } = view;
  if (chart !== undefined)
    return (
      <PivotChart
        kind={chart.kind}
        view={view}
        model={model}
        measure={chartMeasure(view, chart.kind)}
        measures={chartMeasures(view, chart.kind)}
        first={names.firstOf}
        second={names.secondOf}
        places={places}
        stale={answer.isStale}
        nameOf={names.nameOf}
        onMeasure={(measure) => change({ chart: { ...chart, measure: measureId(measure) } })}
        onTable={() => props.onChange(withChart(props.view, null))}
        onOpen={(line, band, column) =>
          onOpen(line, markedColumn(chartMeasure(view, chart.kind), band, column))
        }
        empty={<NoRows />}
      />
    );
  return (
    <PivotGrid
      model={model}
      figures={pivot.figures}
      isAcross={pivot.isAcross}
      isTimeAcross={pivot.isTimeAcross}
      heading={names.heading}
      nameOf={names.nameOf}
      bandName={names.bandName}
      places={places}
      heat={props.view.heat}
      sort={sortShown(shown.sort, view)}
      totalName={text(isEverything(selection) ? 'orders.total-all' : 'orders.total-filter')}
      stale={answer.isStale}
      empty={<NoRows />}
      linesKey={linesKeyOf(shown)}
      onSort={(column) => change({ sort: nextSort(shown.sort, column) })}
      onToggle={props.onToggle}
      onOpen={onOpen}
      measures={pivot.measures}
      onMeasures={(next) => change({ measures: [...next] })}
    />
  );
}

/** A press on a column: the other way round where it is sorted by already. */
export function nextSort(sort: PivotQuery['sort'], column: string): SortOrder {
  const first = column === NAME_COLUMN ? 'ascending' : 'descending';
  const turned = sort?.direction === 'ascending' ? 'descending' : 'ascending';
  return { column, direction: sort?.column === column ? turned : first };
}

/** The column of a mark: the measure's own, or one of those that it is made of. */
export function markedColumn(drawn: Measure, band: Band, column?: string | null): FigureColumn {
  const measure: Measure = column == null ? drawn : { kind: 'sum', column };
  return { id: columnId(measure, 'value', band), measure, part: 'value', band };
}

/** Leads from a figure to its orders; `note` says where no filter can. */
function useOpenFigure(view: PivotQuery['view']) {
  const text = useText();
  const { selection } = useSelection();
  const openOrders = useOpenOrders();
  const [note, setNote] = useState<string | null>(null);
  const openFigure: OpenFigure = (line, column) => {
    const steps = drillDownSteps(selection, narrowingsOf(view, line, column));
    const isRest = line.kind === 'others' || column?.band.kind === 'others';
    if (steps === null || isRest) setNote(text('pivot.no-filter'));
    else openOrders({ only: steps, by: column?.measure.column ?? null });
  };
  return { note, openFigure };
}

/** The export of the newest figures. */
function usePivotJob(
  job: Ref<() => TableJob | null>,
  { shown, answer, model, figures }: ReturnType<typeof usePivot>,
  names: ReturnType<typeof usePivotNames>,
  places: number,
): void {
  const text = useText();
  const { selection } = useSelection();
  const tableOf = usePivotTable(shown.view, names);
  const factsOf = useFigureFacts();
  useImperativeHandle(job, () => () => {
    if (model === null || answer.output === null) return null;
    const { revision } = answer.output.rows;
    const table = tableOf(model, figures, false);
    const totals = { revision, ...model.total.pair.now };
    return {
      fileName: exportFileName([text('nav.profitability'), ...names.names].join('-'), selection),
      content: { kind: 'table', table, of: { selection: shown.selection, totals } },
      inCsv: { kind: 'table', table: tableOf(model, figures, true) },
      facts: factsOf(shown.selection, revision),
      places,
    };
  });
}

/** The view that is asked for: of a chart, what it draws. */
function useCharted(view: PivotView, period: Period | null): PivotView {
  return useMemo(() => chartedView(view, period), [view, period]);
}

/** Groups opened by hand, or closed where all are open; none once the groups are others. */
export function useToggled({ first, open }: PivotView) {
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const toggledOf = JSON.stringify([first, open]);
  const [held, setHeld] = useState(toggledOf);
  if (held !== toggledOf) {
    setHeld(toggledOf);
    setToggled([]);
  }
  const onToggle = useCallback(({ first: value, depth }: PivotLine) => {
    if (value !== null && depth === 0) setToggled((before) => xor(before, [value]));
  }, []);
  return { toggled, onToggle };
}

/** The answer to the question that a view is, laid out as the view that it was asked for. */
function usePivot(newest: PivotView, toggled: readonly string[]) {
  const { selection } = useSelection();
  const asked = useMemo(() => askOf(selection, newest, toggled), [selection, newest, toggled]);
  const answer = useLiveQuery('pivot', asked, readPivot);
  const shown = answer.input ?? asked;
  const { view, sort } = shown;
  const result = answer.output;
  const measures = useMemo(() => measuresInView(view.measures, view.scope), [view]);
  const model = useMemo(() => {
    const isOpen = (value: string) => toggled.includes(value) !== (view.open === 'all');
    const second = view.second === null ? null : { isTime: view.second.unit !== null };
    return result === null ? null : pivotModel({ result, second, place: view.place, sort, isOpen });
  }, [result, view, sort, toggled]);
  const isAcross = view.second !== null && view.place === 'across';
  const isTimeAcross = isAcross && view.second?.unit != null;
  const isCompared = result?.rows.compared !== undefined;
  const figures = useMemo(() => {
    const hasRest = isAcross && (model?.bandsLeftOut ?? 0) > 0;
    const rest = hasRest ? (isTimeAcross ? 'before' : 'after') : null;
    return figureColumns({ measures, isCompared, bands: isAcross ? (model?.bands ?? []) : null, rest });
  }, [measures, isCompared, isAcross, isTimeAcross, model]);
  return { shown, answer, measures, isAcross, isTimeAcross, model, figures };
}

/** The values that a line, and a column across, are of. */
export function narrowingsOf(
  { first, second }: PivotQuery['view'],
  line: PivotLine,
  column: FigureColumn | null,
): readonly Narrowing[] {
  const band = column?.band.kind === 'value' ? column.band.value : null;
  const ofSecond = second === null ? [] : [line.second, band].map((value) => ({ dimension: second, value }));
  return [{ dimension: first, value: line.first }, ...ofSecond].flatMap(({ dimension, value }) =>
    value === null ? [] : [{ dimension, value }],
  );
}

/** The names of the pivot's dimensions, of its lines and of the groups across. */
function usePivotNames({ view, sort }: Pick<PivotQuery, 'view' | 'sort'>) {
  const text = useText();
  const formats = useFormats();
  const { first, second, place } = view;
  // The first of each group are those with the most Ventas, whatever order they stand in.
  const isByOther = requestedOrder(sort) === null;
  return useMemo(
    () => pivotNames({ first, second, place }, isByOther, { text, formats }),
    [text, formats, first, second, place, isByOther],
  );
}

/** The same of a view; `isByOther`: in an order by which those left out are not simply those that come next. */
export function pivotNames(
  { first, second, place }: Pick<PivotView, 'first' | 'second' | 'place'>,
  isByOther: boolean,
  { text, formats }: { readonly text: Text; readonly formats: Pick<Formats, 'count'> },
) {
  const isAcross = second !== null && place === 'across';
  const names = (second === null ? [first] : [first, second]).map((one) => dimensionName(one, text));
  const isOfProducts = first.column === 'SKU Producto' || (!isAcross && second?.column === 'SKU Producto');
  return {
    names,
    /** The column of the lines' names, and what explains them. */
    heading: {
      name: isAcross ? (names[0] ?? '') : names.join(' › '),
      caption: isOfProducts ? 'Producto' : null,
    },
    firstName: (value: string) => valueName(first, value, text),
    bandName: (value: string) => (second === null ? '' : valueName(second, value, text)),
    firstOf: chartDimension(first, text),
    secondOf: second === null ? null : chartDimension(second, text),
    nameOf: (line: PivotLine): string => {
      if (line.kind === 'total') return text('pivot.total');
      if (line.kind === 'others') {
        const others = { count: line.leftOut, shown: formats.count(line.leftOut) };
        if (line.areLosers === true) return text('pivot.others-losing', others);
        return text(line.depth === 1 && isByOther ? 'pivot.others-less' : 'pivot.others', others);
      }
      return line.depth === 1 && second !== null
        ? valueName(second, line.second ?? '', text)
        : valueName(first, line.first ?? '', text);
    },
  };
}

function chartDimension(dimension: DimensionRef, text: Text): ChartDimension {
  const { column, unit } = dimension;
  return {
    name: dimensionName(dimension, text),
    unit,
    nameOf: (value) => valueName(dimension, value, text),
    isOfPeriods: column === null || PERIOD_COLUMNS.some((each) => each === column),
  };
}

/** The table as files have it. */
function usePivotTable(view: PivotQuery['view'], names: ReturnType<typeof usePivotNames>) {
  const shown = useText();
  const text = useMemo(() => withApiNames(shown), [shown]);
  return (model: PivotModel, figures: readonly FigureColumn[], hasTotalLine: boolean): WholeTable =>
    pivotTable(text('nav.profitability'), model, figures, tableWords(view, names, model, text), hasTotalLine);
}

/** What a file's columns and lines are called. */
export function tableWords(
  view: Pick<PivotView, 'first' | 'second' | 'place'>,
  { heading, nameOf, firstName, bandName }: ReturnType<typeof pivotNames>,
  model: PivotModel,
  text: Text,
) {
  const isAcross = view.second !== null && view.place === 'across';
  return {
    first: dimensionName(view.first, text),
    second: view.second === null || isAcross ? null : dimensionName(view.second, text),
    caption: heading.caption,
    firstOf: (line: PivotLine) => (line.depth === 1 ? firstName(line.first ?? '') : nameOf(line)),
    secondOf: (line: PivotLine) => (line.depth === 1 ? nameOf(line) : text('pivot.subtotal')),
    nameOf: (column: FigureColumn) => columnName(column, { model, isAcross, bandName, text }),
  };
}

/** How many groups there are, how many are shown, and in what order these are the first. */
function PivotCounts(props: {
  readonly result: PivotResult;
  readonly onAll: (() => void) | null;
  /** Leaves off that only those are shown that lose. */
  readonly onWhole: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { shown, leftOut, orderedAmong, rows } = props.result;
  const count = shown.length;
  const { losers } = rows;
  if (losers !== undefined && losers.count === count)
    return (
      <span className={ui.faint} data-testid="pivot-losers" data-value={count}>
        {text('pivot.losers', { shown: formats.count(count), all: formats.count(count + leftOut) })}{' '}
        <button type="button" className={ui.link} data-testid="pivot-whole" onClick={props.onWhole}>
          {text('groups.show-all')}
        </button>
      </span>
    );
  if (leftOut === 0)
    return <span className={ui.faint}>{text('groups.count', { count, shown: formats.count(count) })}</span>;
  return (
    <span className={ui.faint} data-testid="pivot-left-out" data-value={leftOut}>
      {text('pivot.first', { shown: formats.count(count), all: formats.count(count + leftOut) })}
      {orderedAmong === null
        ? ''
        : ` · ${text('pivot.ordered-among', { among: formats.count(orderedAmong) })}`}
      {props.onAll === null ? null : (
        <>
          {' '}
          <button type="button" className={ui.link} data-testid="show-all-groups" onClick={props.onAll}>
            {text('groups.show-all')}
          </button>
        </>
      )}
    </span>
  );
}

/** The period compared with, or that there is none though one was asked for. */
function ComparisonMessage(props: { readonly result: PivotResult; readonly isAsked: boolean }) {
  const text = useText();
  const { compared } = props.result.rows;
  if (compared !== undefined)
    return <span>{text('pivot.against', { period: describePeriod(compared.period, text) })}</span>;
  return props.isAsked ? <span className={ui.faint}>{text('pivot.nothing-to-compare')}</span> : null;
}
