import { useCallback, useMemo, useState } from 'react';
import type { Scope } from '#shared/columns/catalogue.ts';
import type { Selection } from '#shared/selection/selection.ts';
import { useText } from '../../../i18n/text.tsx';
import type { SortOrder } from '../../../link/data-contract.ts';
import { wholeText } from '../../../link/export-run.ts';
import { useLive } from '../../../link/session-context.tsx';
import { useFormats } from '../../../ui/formats.tsx';
import { csvSigns } from '../../export/csv.ts';
import { exportFileName } from '../../export/file-name.ts';
import { QueryFailure } from '../../frame/query-failure.tsx';
import { NoRows } from '../../orders/no-rows.tsx';
import { useOpenOrders } from '../../selection/open-orders.ts';
import { describePeriod } from '../../selection/period/period.ts';
import { usePeriodWords } from '../../selection/period/period-words.ts';
import { useSelection } from '../../selection/selection-context.tsx';
import { isEverything } from '../../selection/selection-state.ts';
import { SelectionTotals } from '../../selection/selection-totals.tsx';
import { type Narrowing, narrowingSteps } from '../behind.ts';
import { dimensionName, groupByOf, valueName } from '../dimensions.ts';
import { type JobHolder, useJob } from '../export-job.ts';
import type { PivotView } from '../view-state.ts';
import { measureId, measuresInView, ofScope, summedFor } from './measures.ts';
import { askedOrder, columnOfId, type FigureColumn, NAME_COLUMN } from './ordering.ts';
import { figureColumns } from './pivot-columns.ts';
import { pivotCsv } from './pivot-csv.ts';
import { type PivotInput, type PivotResult, readPivot } from './pivot-data.ts';
import { PivotGrid } from './pivot-grid.tsx';
import { columnName } from './pivot-layout.tsx';
import { type PivotLine, pivotModel } from './pivot-model.ts';
import './pivot.css';

/** What was asked, with how it was to be shown: the table follows the answer that it shows. */
type Asked = PivotInput & { readonly view: Omit<PivotView, 'heat'> };

const readAsked = (
  session: Parameters<typeof readPivot>[0],
  { view: _, ...input }: Asked,
  slot: string,
): Promise<PivotResult> => readPivot(session, input, slot);

/** The sort's column as it is in view: of the scope that is looked at. */
function sortInView(sort: SortOrder | null, scope: Scope | null): SortOrder | null {
  const column = sort === null ? null : columnOfId(sort.column);
  if (sort === null || column === null || scope === null) return sort;
  return {
    ...sort,
    column: sort.column.replace(measureId(column.measure), measureId(ofScope(column.measure, scope))),
  };
}

function askOf(selection: Selection, { heat: _, ...view }: PivotView, opened: readonly string[]): Asked {
  const { first, second, place, against, all } = view;
  const measures = measuresInView(view.measures, view.scope);
  return {
    selection,
    first: groupByOf(first, selection.periodColumn),
    second: second === null ? null : groupByOf(second, selection.periodColumn),
    place,
    columns: summedFor(measures),
    against,
    sort: sortInView(view.sort, view.scope),
    all,
    open: view.open === 'all' ? 'all' : opened,
    view,
  };
}

/** The selection by one or two dimensions, with measures of one's choice. */
export function PivotScreen(props: {
  readonly view: PivotView;
  readonly onChange: (view: PivotView) => void;
  readonly job: JobHolder;
}) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodWords();
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
  const answer = useLive(readAsked, asked);
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
  const isCompared = result?.rows.compared !== undefined;
  const figures = useMemo(
    () =>
      figureColumns({
        measures,
        isCompared,
        bands: isAcross ? (model?.bands ?? []) : null,
        hasRest: isAcross && (model?.bandsLeftOut ?? 0) > 0,
      }),
    [measures, isCompared, isAcross, model],
  );
  // The first of each group are those with the most Ventas, whatever order they stand in.
  const isByOther = askedOrder(shown.sort) === null;
  const nameOf = useCallback(
    (line: PivotLine): string => {
      if (line.kind === 'total') return text('pivot.total');
      if (line.kind === 'others')
        return text(line.depth === 1 && isByOther ? 'pivot.others-less' : 'pivot.others', {
          count: line.leftOut,
          shown: formats.count(line.leftOut),
        });
      return line.depth === 1 && view.second !== null
        ? valueName(view.second, line.second ?? '', words, text)
        : valueName(view.first, line.first ?? '', words, text);
    },
    [text, formats, words, view, isByOther],
  );
  const bandName = useCallback(
    (value: string) => (view.second === null ? '' : valueName(view.second, value, words, text)),
    [view.second, words, text],
  );
  const names = [view.first, ...(view.second === null ? [] : [view.second])].map((dimension) =>
    dimensionName(dimension, text),
  );
  const heading = {
    name: isAcross ? (names[0] ?? '') : names.join(' › '),
    caption:
      view.first.column === 'SKU Producto' || (!isAcross && view.second?.column === 'SKU Producto')
        ? 'Producto'
        : null,
  };
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
      line.kind === 'others' || column?.band.kind === 'others' ? null : narrowingSteps(selection, narrowings);
    if (steps === null) setNote(text('pivot.no-filter'));
    else openOrders({ only: steps, by: column?.measure.column ?? null });
  }
  const reorder = (to: (ids: string[]) => void): void => {
    const ids = measures.map(measureId);
    to(ids);
    if (ids.length > 0) change({ measures: ids });
  };
  const steps = {
    hide: (column: FigureColumn) =>
      reorder((ids) => {
        const at = ids.indexOf(measureId(column.measure));
        if (ids.length > 1 && at >= 0) ids.splice(at, 1);
      }),
    move: (column: FigureColumn, before: FigureColumn | null) =>
      reorder((ids) => {
        const id = measureId(column.measure);
        const target = before === null ? null : measureId(before.measure);
        if (target === id) return;
        ids.splice(ids.indexOf(id), 1);
        ids.splice(target === null ? ids.length : ids.indexOf(target), 0, id);
      }),
    nudge: (column: FigureColumn, direction: -1 | 1) =>
      reorder((ids) => {
        const id = measureId(column.measure);
        const at = ids.indexOf(id);
        const to = at + direction;
        if (to < 0 || to >= ids.length) return;
        ids.splice(at, 1);
        ids.splice(to, 0, id);
      }),
  };

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
      csvSigns(formats.numbers.decimal),
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
          heading={heading}
          nameOf={nameOf}
          bandName={bandName}
          places={places}
          heat={props.view.heat}
          sort={sortShown(shown.sort, view)}
          totalName={text(isEverything(selection) ? 'orders.total-all' : 'orders.total-filter')}
          stale={answer.stale}
          empty={<NoRows />}
          linesKey={linesKeyOf(shown)}
          onSort={onSort}
          onToggle={onToggle}
          onOpen={onOpen}
          steps={steps}
        />
        <footer className="status">
          <SelectionTotals totals={result.rows.total} places={places} stale={answer.stale} />
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

/** The order that the table is in, said by its column also where it is the usual one. */
function sortShown(sort: SortOrder | null, view: Asked['view']): SortOrder {
  if (sort !== null) return sort;
  return view.first.unit === null
    ? { column: 'sum:Ventas', direction: 'descending' }
    : { column: NAME_COLUMN, direction: 'descending' };
}

/** Which lines there are, but for those opened by hand. */
function linesKeyOf({ selection, view, sort, all }: Asked): string {
  return JSON.stringify([selection, view.first, view.second, view.place, view.open, sort, all]);
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
