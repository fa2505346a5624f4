import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { PROFITABILITY_COLUMNS, profitabilityOf, type Sums } from '#shared/profitability.ts';
import type { Selection } from '#shared/selection/selection.ts';
import { useText } from '../../i18n/text.tsx';
import type { Dimension, Group, Groups, SortOrder, Totals } from '../../link/data-contract.ts';
import { wholeText } from '../../link/export-run.ts';
import { readTogether } from '../../link/live-query.ts';
import type { Session } from '../../link/session.ts';
import { useLedger, useLive } from '../../link/session-context.tsx';
import { Figure } from '../../ui/figure.tsx';
import { type Formats, useFormats } from '../../ui/formats.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import type { CellRange, GridCell, GridColumn, GridGroup } from '../../ui/grid/grid-types.ts';
import { rangeBounds } from '../../ui/grid/grid-types.ts';
import { charWidths } from '../../ui/grid/measure.ts';
import { toTsv, tsvNumber, tsvText } from '../../ui/grid/tsv.ts';
import { isNegative, isZero, moneyPlaces } from '../../ui/number-format.ts';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { csvSigns } from '../export/csv.ts';
import { ExportButton } from '../export/export-button.tsx';
import { exportFileName } from '../export/file-name.ts';
import { ScreenHeader } from '../frame/screen-header.tsx';
import { NoRows } from '../orders/no-rows.tsx';
import { FilterBar } from '../selection/filter-bar.tsx';
import { describeMonth } from '../selection/period.ts';
import { PeriodControl } from '../selection/period-control.tsx';
import { usePeriodWords } from '../selection/period-words.ts';
import { SearchField } from '../selection/search-field.tsx';
import { useSelection } from '../selection/selection-context.tsx';
import { isEverything } from '../selection/selection-state.ts';
import { SelectionCounts, sumOf } from '../selection/selection-totals.tsx';
import { type MonthPoint, monthPoints } from './months.ts';
import {
  CAPTION_COLUMN,
  coverageOf,
  DIMENSIONS,
  defaultSort,
  exactSums,
  FIGURE_COLUMNS,
  type FigureColumn,
  groupsCsv,
  isPartial,
  moneySums,
  sortGroups,
  VALUE_COLUMN,
} from './profitability-state.ts';
import { type TrendMeasure, unitOf } from './trend-unit.ts';
import './profitability.css';
import '../orders/orders.css';

/** Recharts comes with the first look at this screen, not with the app. */
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

type Input = { readonly selection: Selection; readonly dimension: Dimension };
type Result = { readonly groups: Groups; readonly months: Groups };
const COLUMNS: readonly string[] = [...PROFITABILITY_COLUMNS, 'Unidades', 'Costo de Producto'];

async function readResult(session: Session, input: Input): Promise<Result> {
  const read = (dimension: Dimension): Promise<Groups> =>
    session.data.call.readGroups({ selection: input.selection, dimension, columns: COLUMNS });
  if (input.dimension === 'month') {
    const groups = await read('month');
    return { groups, months: groups };
  }
  const [groups, months] = await readTogether(() => Promise.all([read(input.dimension), read('month')]));
  return { groups, months };
}

export function ProfitabilityScreen() {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodWords();
  const { selection } = useSelection();
  const ledger = useLedger();
  const [dimension, setDimension] = useState<Dimension>('month');
  const [sorts, setSorts] = useState<{ readonly [dimension: string]: SortOrder }>({});
  const input = useMemo(() => ({ selection, dimension }), [selection, dimension]);
  const answer = useLive(readResult, input);
  const result = answer.output;
  // The columns follow the answer that is on the screen, not the one that is still being read.
  const shownDimension = answer.input?.dimension ?? dimension;
  const sort = sorts[shownDimension] ?? defaultSort(shownDimension);
  const places = result === null ? 0 : moneyPlaces(moneySums(result.groups));
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const groups = useMemo(
    () => (result === null ? [] : sortGroups(result.groups.groups, sort)),
    [result, sort],
  );
  const points = useMemo(
    () => (result === null ? [] : monthPoints(result.months.groups, last)),
    [result, last],
  );
  const dimensionName = (one: Dimension): string => (one === 'month' ? text('group.month') : one);
  const heading = {
    value: dimensionName(shownDimension),
    caption: shownDimension === 'SKU Producto' ? 'Producto' : null,
  };
  return (
    <>
      <ScreenHeader title={text('nav.profitability')}>
        <PeriodControl />
        <span className="grow" />
        <SearchField />
        <ExportButton
          title={text('export.groups-title')}
          job={() =>
            result === null
              ? null
              : {
                  fileName: exportFileName(`${text('nav.profitability')}-${heading.value}`, selection),
                  open: async () =>
                    wholeText(groupsCsv(groups, heading, csvSigns(formats.numbers.decimal)), groups.length),
                }
          }
        />
      </ScreenHeader>
      <FilterBar />
      <Kpis total={result?.groups.total ?? null} places={places} stale={answer.stale} />
      <Trend points={points} places={places} stale={answer.stale} />
      <div className="pbar">
        <Segmented<Dimension>
          label={text('group.by')}
          value={dimension}
          options={DIMENSIONS.map((value) => ({ value, label: dimensionName(value) }))}
          onChange={setDimension}
        />
      </div>
      <GroupsGrid
        groups={groups}
        total={result?.groups.total ?? null}
        dimension={shownDimension}
        heading={heading}
        sort={sort}
        places={places}
        stale={answer.stale && result !== null}
        everything={isEverything(selection)}
        monthName={(month) => describeMonth(month, words)}
        onSort={(column) =>
          setSorts({
            ...sorts,
            [shownDimension]:
              sort.column === column
                ? { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
                : {
                    column,
                    direction:
                      column === VALUE_COLUMN || column === CAPTION_COLUMN ? 'ascending' : 'descending',
                  },
          })
        }
      />
      <footer className="status">
        {result === null ? <span className="dim">…</span> : <SelectionCounts totals={result.groups.total} />}
        <span className="dim">
          {text('groups.count', { count: groups.length, shown: formats.count(groups.length) })}
        </span>
        <span className="grow" />
        <span>{text('groups.note')}</span>
      </footer>
    </>
  );
}

function division(part: string, base: string, formats: Formats, name: string): string {
  return `${formats.exact(part)} ÷ ${formats.exact(base)} (${name} ÷ Ventas)`;
}

/** The three scopes side by side: sum, rate with its division, cost; and how much of the sales has a cost. */
function Kpis(props: { readonly total: Totals | null; readonly places: number; readonly stale: boolean }) {
  const text = useText();
  const formats = useFormats();
  const { total, places } = props;
  if (total === null) return <div className="kpis" aria-busy="true" />;
  const sums: Sums = total.sums;
  const coverage = coverageOf(total);
  const base = sums.Ventas;
  return (
    <div className="kpis" data-stale={props.stale} data-revision={total.revision}>
      <section className="kpi">
        <h2>{text('total.sales')}</h2>
        <p className="v">
          <Figure value={sumOf(total, 'Ventas')} kind="money" places={places} testId="total-ventas" />
        </p>
        <p className="l">
          <Figure value={sumOf(total, 'Unidades')} kind="count" className="b" /> {text('kpi.units')}
        </p>
        <p className="l dim">{text('kpi.base')}</p>
      </section>
      {profitabilityOf(sums, 6).map((result) => {
        const name = `Rentabilidad ${text(`scope.${result.scope}`)}`;
        const partial = result.scope !== 'marketplace' && isPartial(total);
        const costRate = result.cost === null || base === undefined ? null : { part: result.cost, base };
        return (
          <section key={result.scope} className="kpi">
            <h2>
              <ScopeMark scope={result.scope} />
              <span className="ell">{name}</span>
            </h2>
            <p className="v">
              <Figure
                value={sumOf(total, `Rentabilidad ${SCOPE_KEYS[result.scope]}`)}
                kind="money"
                places={places}
                testId={`total-rentabilidad-${result.scope}`}
              />
            </p>
            <p className="l">
              <Figure
                value={result.ratePercent}
                kind="percent"
                className="b"
                {...(result.profit === null || base === undefined
                  ? {}
                  : { title: division(result.profit, base, formats, name) })}
              />{' '}
              {text('kpi.of-sales')}
            </p>
            <p className="l">
              <span className="dim">{text('kpi.cost')}</span>{' '}
              <Figure
                value={result.cost}
                kind="money"
                places={places}
                {...(costRate === null
                  ? {}
                  : { title: `${formats.exact(costRate.part)} · ${COST_KEYS[result.scope]}` })}
              />
            </p>
            {partial && coverage !== null ? (
              <p
                className="l cov"
                title={text('kpi.coverage-title', { rows: formats.count(total.rowsWithoutProductCost) })}
              >
                {text('kpi.coverage', { share: formats.percent(coverage) })}
              </p>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}

const SCOPE_KEYS = { marketplace: 'Marketplace', comercial: 'Comercial', total: 'Total' } as const;
const COST_KEYS = {
  marketplace: 'Costo de Marketplace',
  comercial: 'Costo Comercial',
  total: 'Costo Total',
} as const;

function Trend(props: {
  readonly points: readonly MonthPoint[];
  readonly places: number;
  readonly stale: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodWords();
  const { points } = props;
  const [measure, setMeasure] = useState<TrendMeasure>('sum');
  const [chosen, setChosen] = useState<string | null>(null);
  // The newest whole month until another is looked at.
  const whole = points.findLastIndex((point) => point.untilDay === null);
  const found = points.findIndex((point) => point.month === chosen);
  const inView = found >= 0 ? found : whole >= 0 ? whole : points.length - 1;
  const seen = points[inView];
  const unit = unitOf(points, measure);
  const coverage =
    seen === undefined || seen.ventasWithProductCost === null
      ? null
      : coverageOf({ sums: seen.sums, ventasWithProductCost: seen.ventasWithProductCost });
  return (
    <section className="sec trend pad" data-stale={props.stale}>
      <header>
        <h2>{text('trend.title')}</h2>
        <span className="f11">
          {measure === 'rate'
            ? text('trend.unit-rate')
            : text(
                unit === 1e6
                  ? 'trend.unit-millions'
                  : unit === 1e3
                    ? 'trend.unit-thousands'
                    : 'trend.unit-units',
              )}
        </span>
        <span className="grow" />
        {seen === undefined ? null : (
          <span className="f12 mut in-view" aria-live="polite">
            <b>{describeMonth(seen.month, words)}</b>
            {seen.untilDay === null ? '' : ` ${text('trend.until', { day: seen.untilDay })}`}
            {' · '}
            {text('total.sales')}{' '}
            <Figure value={seen.sums.Ventas ?? null} kind="money" places={props.places} />
            {coverage === null ? null : (
              <span className="cov"> · {text('kpi.coverage', { share: formats.percent(coverage) })}</span>
            )}
          </span>
        )}
        <Segmented<TrendMeasure>
          label={text('trend.measure')}
          value={measure}
          options={[
            { value: 'sum', label: text('trend.sum') },
            { value: 'rate', label: text('trend.rate') },
          ]}
          onChange={setMeasure}
        />
      </header>
      {points.length === 0 ? (
        <p className="f12 dim trend-empty">{text('trend.empty')}</p>
      ) : (
        <Suspense fallback={<div className="trend-wait" />}>
          <TrendChart
            points={points}
            measure={measure}
            inView={inView}
            onView={(index) => setChosen(points[index]?.month ?? null)}
            places={props.places}
          />
        </Suspense>
      )}
    </section>
  );
}

function GroupsGrid(props: {
  readonly groups: readonly Group[];
  readonly total: Totals | null;
  readonly dimension: Dimension;
  readonly heading: { readonly value: string; readonly caption: string | null };
  readonly sort: SortOrder;
  readonly places: number;
  readonly stale: boolean;
  readonly everything: boolean;
  readonly monthName: (month: string) => string;
  readonly onSort: (column: string) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { groups, total, dimension, places, monthName, heading } = props;
  const nameOf = useCallback(
    (group: Group): string =>
      group.value === ''
        ? text('filter.blank')
        : dimension === 'month'
          ? monthName(group.value)
          : group.value,
    [dimension, monthName, text],
  );
  const figure = useCallback(
    (totals: Omit<Totals, 'revision'>, column: FigureColumn): GridCell =>
      figureCell(totals, column, places, formats, text('cell.incomplete')),
    [places, formats, text],
  );
  const cell = useCallback(
    (line: object, columnId: string): GridCell => {
      const group = line as Group;
      if (columnId === VALUE_COLUMN)
        return {
          text: nameOf(group),
          tone: group.value === '' ? 'none' : 'plain',
          title: group.caption ?? nameOf(group),
        };
      if (columnId === CAPTION_COLUMN) return { text: group.caption ?? '', tone: 'soft' };
      const column = FIGURE_COLUMNS.find((other) => other.id === columnId);
      return column === undefined ? { text: '', tone: 'none' } : figure(group.totals, column);
    },
    [figure, nameOf],
  );
  const columns = useMemo(() => {
    const widths = charWidths();
    const longest = groups.reduce((width, group) => Math.max(width, widths.regular(nameOf(group))), 0);
    const first: GridColumn = {
      id: VALUE_COLUMN,
      label: heading.value,
      name: heading.value,
      align: 'start',
      width: Math.ceil(
        Math.min(320, Math.max(108, longest + 34, widths.bold(text('orders.total-filter')) + 34)),
      ),
      group: 'pinned',
      pinned: true,
      sortable: true,
    };
    const caption: GridColumn[] =
      heading.caption === null
        ? []
        : [
            {
              id: CAPTION_COLUMN,
              label: heading.caption,
              name: heading.caption,
              align: 'start',
              width: 230,
              group: 'caption',
              pinned: false,
              sortable: true,
            },
          ];
    const figures = FIGURE_COLUMNS.map((column): GridColumn => {
      const label = headerOf(column, text('groups.cost'));
      const foot = total === null ? '' : figure(total, column).text;
      const widest = groups.reduce(
        (width, group) => Math.max(width, widths.regular(figure(group.totals, column).text)),
        Math.max(widths.bold(foot), widths.bold(label) + 8),
      );
      return {
        id: column.id,
        label,
        name: column.id,
        align: 'end',
        width: Math.ceil(Math.max(column.kind === 'percent' ? 46 : 70, widest + 14)),
        group: column.group,
        pinned: false,
        sortable: true,
      };
    });
    return [first, ...caption, ...figures];
  }, [groups, total, figure, nameOf, heading.value, heading.caption, text]);
  const gridGroups: readonly GridGroup[] = [
    { id: 'pinned', label: '', title: '', ink: null, fold: null },
    { id: 'caption', label: '', title: '', ink: null, fold: null },
    { id: 'sale', label: text('section.short.sale'), title: text('section.sale'), ink: null, fold: null },
    ...(['marketplace', 'comercial', 'total'] as const).map((scope) => ({
      id: scope,
      label: text(`scope.${scope}`),
      title: `Rentabilidad ${SCOPE_KEYS[scope]}`,
      ink: null,
      fold: null,
      mark: <ScopeMark scope={scope} />,
    })),
  ];
  const foot = useCallback(
    (columnId: string): GridCell | null => {
      const column = FIGURE_COLUMNS.find((other) => other.id === columnId);
      if (column === undefined) return null;
      return total === null ? { text: '…', tone: 'none' } : figure(total, column);
    },
    [total, figure],
  );
  const line = useCallback((row: number) => groups[row], [groups]);
  async function copy(range: CellRange): Promise<void> {
    const { top, bottom, left, right } = rangeBounds(range);
    const chosen = columns.slice(left, right + 1);
    const rows = groups.slice(top, bottom + 1).map((group) =>
      chosen.map(({ id }) => {
        const shown = cell(group, id);
        return shown.value === undefined
          ? tsvText(shown.text)
          : tsvNumber(shown.value, formats.numbers.decimal);
      }),
    );
    const single = rows.length === 1 && chosen.length === 1;
    await navigator.clipboard.writeText(toTsv(single ? rows : [chosen.map(({ name }) => name), ...rows]));
  }
  return (
    <Grid
      label={text('groups.label', { dimension: heading.value })}
      columns={columns}
      groups={gridGroups}
      rowCount={groups.length}
      line={line}
      cell={cell}
      foot={foot}
      footLabel={text(props.everything ? 'orders.total-all' : 'orders.total-filter')}
      sort={props.sort}
      onSort={props.onSort}
      openRow={null}
      onOpen={null}
      onCopy={(range) => void copy(range)}
      stale={props.stale}
      empty={total === null ? null : <NoRows />}
    />
  );
}

function headerOf(column: FigureColumn, cost: string): string {
  if (column.kind === 'percent') return '%';
  if (column.group === 'sale') return column.id;
  return column.id.startsWith('Rentabilidad') ? 'Rentabilidad' : cost;
}

function figureCell(
  totals: Omit<Totals, 'revision'>,
  column: FigureColumn,
  places: number,
  formats: Formats,
  incomplete: string,
): GridCell {
  const value = column.read(totals.sums);
  if (value === null) return { text: '—', tone: 'none' };
  const partial =
    (column.group === 'comercial' || column.group === 'total') &&
    isPartial(totals) &&
    column.id.includes('Rentabilidad');
  const exact = exactSums(totals.sums, column);
  const title =
    exact === null ? formats.exact(value) : division(exact.part, exact.base, formats, column.id.slice(2));
  return {
    text: isZero(value)
      ? '0'
      : column.kind === 'count'
        ? formats.exact(value)
        : formats.money(value, column.kind === 'percent' ? 1 : places),
    tone: isZero(value) ? 'zero' : isNegative(value) ? 'negative' : 'plain',
    value,
    title: partial ? `${title} · ${incomplete}` : title,
    ...(partial ? { partial } : {}),
  };
}
