import { useCallback, useMemo, useState } from 'react';
import { wholeText } from '#renderer/data/client/export-run.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import {
  dimensionName,
  drillDownSteps,
  type Narrowing,
  valueName,
} from '#renderer/features/dimensions/dimensions.ts';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { QueryFailure } from '#renderer/features/messages/query-failure.tsx';
import { NoRows } from '#renderer/features/no-rows/no-rows.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useOpenOrders } from '#renderer/features/selection/open-orders.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { isEverything } from '#renderer/features/selection/selection-state.ts';
import { SelectionTotals } from '#renderer/features/selection/selection-totals.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { measuresInView } from '#renderer/screens/profitability/figures/measures.ts';
import { type JobHolder, useJob } from '#renderer/screens/profitability/state/export-job.ts';
import type { PivotView } from '#renderer/screens/profitability/state/view-state.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { csvFormat } from '#shared/domain/spreadsheet.ts';
import { askedOrder, type FigureColumn, figureColumns, measureSteps, NAME_COLUMN } from './pivot-columns.ts';
import { askOf, linesKeyOf, type PivotQuery, type PivotResult, readPivot, sortShown } from './pivot-data.ts';
import { PivotGrid } from './pivot-grid.tsx';
import { columnName } from './pivot-layout.tsx';
import { type PivotLine, pivotCsv, pivotModel } from './pivot-model.ts';
import './pivot.css';

/** The selection by one or two dimensions, with measures of one's choice. */
export function PivotScreen(props: {
  readonly view: PivotView;
  readonly onChange: (view: PivotView) => void;
  readonly job: JobHolder;
}) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodMessages();
  const { selection } = useSelection();
  const openOrders = useOpenOrders();
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const toggledOf = JSON.stringify([props.view.first, props.view.open]);
  const [held, setHeld] = useState(toggledOf);
  if (held !== toggledOf) {
    // Other groups, or all of them opened or closed at once.
    setHeld(toggledOf);
    setToggled([]);
  }
  const [note, setNote] = useState<string | null>(null);
  const asked = useMemo(() => askOf(selection, props.view, toggled), [selection, props.view, toggled]);
  const answer = useLiveQuery('pivot', asked, readPivot);
  const shown = answer.input ?? asked;
  const { view } = shown;
  const result = answer.output;
  const measures = useMemo(() => measuresInView(view.measures, view.scope), [view]);
  // With all open, those pressed are closed.
  const isOpen = useCallback(
    (value: string) => toggled.includes(value) !== (view.open === 'all'),
    [toggled, view.open],
  );
  const isAcross = view.second !== null && view.place === 'across';
  const model = useMemo(
    () =>
      result === null
        ? null
        : pivotModel({
            result,
            second: view.second === null ? null : { isTime: view.second.unit !== null },
            place: view.place,
            sort: shown.sort,
            isOpen,
          }),
    [result, view, shown.sort, isOpen],
  );
  const isTimeAcross = isAcross && view.second?.unit != null;
  const isCompared = result?.rows.compared !== undefined;
  const figures = useMemo(
    () =>
      figureColumns({
        measures,
        isCompared,
        bands: isAcross ? (model?.bands ?? []) : null,
        rest: !isAcross || (model?.bandsLeftOut ?? 0) === 0 ? null : isTimeAcross ? 'before' : 'after',
      }),
    [measures, isCompared, isAcross, isTimeAcross, model],
  );
  const { names, heading, nameOf, bandName } = usePivotNames(shown);
  const places =
    model === null
      ? 0
      : formats.places([
          ...Object.values(model.total.pair.now.sums),
          ...Object.values(model.total.pair.before?.sums ?? {}),
        ]);

  const change = (next: Partial<PivotView>): void => props.onChange({ ...props.view, ...next });
  function onSort(column: string): void {
    const { sort } = shown;
    const isName = column === NAME_COLUMN;
    const first = isName ? 'ascending' : 'descending';
    const direction =
      sort?.column === column ? (sort.direction === 'ascending' ? 'descending' : 'ascending') : first;
    change({ sort: { column, direction } });
  }
  const onToggle = useCallback((line: PivotLine) => {
    const value = line.first;
    if (value === null || line.depth === 1) return;
    setToggled((before) =>
      before.includes(value) ? before.filter((other) => other !== value) : [...before, value],
    );
  }, []);
  function onOpen(line: PivotLine, column: FigureColumn | null): void {
    const narrowings: Narrowing[] = [];
    if (line.first !== null) narrowings.push({ dimension: view.first, value: line.first });
    if (line.second !== null && view.second !== null)
      narrowings.push({ dimension: view.second, value: line.second });
    if (column?.band.kind === 'value' && view.second !== null)
      narrowings.push({ dimension: view.second, value: column.band.value });
    const steps =
      line.kind === 'others' || column?.band.kind === 'others' ? null : drillDownSteps(selection, narrowings);
    if (steps === null) setNote(text('pivot.no-filter'));
    else openOrders({ only: steps, by: column?.measure.column ?? null });
  }
  const steps = measureSteps(measures, (next) => change({ measures: [...next] }));

  useJob(props.job, () => {
    if (model === null) return null;
    const named = { model, isAcross, bandName, text };
    const csv = pivotCsv(
      model,
      figures,
      {
        first: names[0] ?? '',
        second: view.second === null || isAcross ? null : (names[1] ?? ''),
        caption: heading.caption,
        firstOf: (line) =>
          line.depth === 1 ? valueName(view.first, line.first ?? '', words, text) : nameOf(line),
        secondOf: (line) => (line.depth === 1 ? nameOf(line) : text('pivot.subtotal')),
        nameOf: (column) => columnName(column, named),
      },
      csvFormat(formats.numbers.decimal),
    );
    return {
      fileName: exportFileName([text('nav.profitability'), ...names].join('-'), selection),
      open: async () => wholeText(csv, model.lines.length + 1),
    };
  });

  const table =
    model === null || result === null ? (
      answer.error === null ? (
        <div className="pv-wait" aria-busy="true">
          <div className="gloading" />
        </div>
      ) : null
    ) : (
      <>
        <PivotGrid
          model={model}
          figures={figures}
          isAcross={isAcross}
          isTimeAcross={isTimeAcross}
          heading={heading}
          nameOf={nameOf}
          bandName={bandName}
          places={places}
          heat={props.view.heat}
          sort={sortShown(shown.sort, view)}
          totalName={text(isEverything(selection) ? 'orders.total-all' : 'orders.total-filter')}
          stale={answer.isStale}
          empty={<NoRows />}
          linesKey={linesKeyOf(shown)}
          onSort={onSort}
          onToggle={onToggle}
          onOpen={onOpen}
          steps={steps}
        />
        <footer className="status">
          <SelectionTotals totals={result.rows.total} places={places} stale={answer.isStale} />
          <PivotCounts result={result} onAll={props.view.all ? null : () => change({ all: true })} />
          {result.rows.compared === undefined ? (
            view.against === null ? null : (
              <span className="dim">{text('pivot.nothing-to-compare')}</span>
            )
          ) : (
            <span>
              {text('pivot.against', { period: describePeriod(result.rows.compared.period, words) })}
            </span>
          )}
          <span className="grow" />
          <span aria-live="polite">{note ?? <span className="roomy">{text('groups.note')}</span>}</span>
        </footer>
      </>
    );
  return (
    <>
      {answer.error === null ? null : <QueryFailure error={answer.error} onRetry={answer.refresh} />}
      {table}
    </>
  );
}

/** How many groups there are, how many are shown, and in what order these are the first. */
function PivotCounts(props: { readonly result: PivotResult; readonly onAll: (() => void) | null }) {
  const text = useText();
  const formats = useFormats();
  const { shown, leftOut, orderedAmong } = props.result;
  const count = shown.length;
  if (leftOut === 0)
    return <span className="dim">{text('groups.count', { count, shown: formats.count(count) })}</span>;
  return (
    <span className="dim" data-testid="pivot-left-out" data-value={leftOut}>
      {text('pivot.first', { shown: formats.count(count), all: formats.count(count + leftOut) })}
      {orderedAmong === null
        ? ''
        : ` · ${text('pivot.ordered-among', { among: formats.count(orderedAmong) })}`}
      {props.onAll === null ? null : (
        <>
          {' '}
          <button type="button" className="link" data-testid="show-all-groups" onClick={props.onAll}>
            {text('groups.show-all')}
          </button>
        </>
      )}
    </span>
  );
}

/** What the pivot's dimensions, its lines and the groups across are called. */
type PivotNames = {
  /** Of one dimension or two. */
  readonly names: readonly string[];
  /** The column of the lines' names, and what explains them. */
  readonly heading: { readonly name: string; readonly caption: string | null };
  readonly nameOf: (line: PivotLine) => string;
  readonly bandName: (value: string) => string;
};

function usePivotNames({ view, sort }: Pick<PivotQuery, 'view' | 'sort'>): PivotNames {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodMessages();
  const { first, second } = view;
  const isAcross = second !== null && view.place === 'across';
  // The first of each group are those with the most Ventas, whatever order they stand in.
  const isByOther = askedOrder(sort) === null;
  const nameOf = useCallback(
    (line: PivotLine): string => {
      if (line.kind === 'total') return text('pivot.total');
      if (line.kind === 'others')
        return text(line.depth === 1 && isByOther ? 'pivot.others-less' : 'pivot.others', {
          count: line.leftOut,
          shown: formats.count(line.leftOut),
        });
      return line.depth === 1 && second !== null
        ? valueName(second, line.second ?? '', words, text)
        : valueName(first, line.first ?? '', words, text);
    },
    [text, formats, words, first, second, isByOther],
  );
  const bandName = useCallback(
    (value: string) => (second === null ? '' : valueName(second, value, words, text)),
    [second, words, text],
  );
  const names = [first, ...(second === null ? [] : [second])].map((dimension) =>
    dimensionName(dimension, text),
  );
  const isOfProducts = first.column === 'SKU Producto' || (!isAcross && second?.column === 'SKU Producto');
  return {
    names,
    heading: {
      name: isAcross ? (names[0] ?? '') : names.join(' › '),
      caption: isOfProducts ? 'Producto' : null,
    },
    nameOf,
    bandName,
  };
}
