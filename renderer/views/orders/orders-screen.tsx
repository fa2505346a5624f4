import { useCallback, useEffect, useMemo, useState } from 'react';
import { isDecimalKind, type Scope } from '#shared/columns/catalogue.ts';
import { SCOPE_COLUMNS, setRateOf } from '#shared/profitability.ts';
import { useText } from '../../i18n/text.tsx';
import type { Grouping, SortOrder, TableLine, Totals } from '../../link/data-contract.ts';
import { openCsv } from '../../link/export-run.ts';
import { createLinesSource, type LinesView, lineAt } from '../../link/lines.ts';
import { useLedger, useSession, useStore } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import {
  type CellRange,
  type GridCell,
  type GridColumn,
  type GridGroup,
  rangeBounds,
} from '../../ui/grid/grid-types.ts';
import { charWidths } from '../../ui/grid/measure.ts';
import { toTsv, tsvNumber, tsvText } from '../../ui/grid/tsv.ts';
import { formatRounded, moneyPlaces } from '../../ui/number-format.ts';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type CellFacts, type CellStyle, divisionOf, kindOf, showCell } from '../columns/cells.ts';
import {
  allSections,
  DEFAULT_COLUMNS,
  inkOf,
  inTableOrder,
  PINNED_COLUMNS,
  type SectionId,
  sectionOf,
  shortName,
  totalOf,
} from '../columns/column-sections.ts';
import { columnWidth, sectionShortfall } from '../columns/widths.ts';
import { csvSigns } from '../export/csv.ts';
import { ExportButton } from '../export/export-button.tsx';
import { exportFileName } from '../export/file-name.ts';
import { useFoldedRail } from '../frame/rail-fold.tsx';
import { ScreenHeader } from '../frame/screen-header.tsx';
import { useSame } from '../same.ts';
import { FilterBar } from '../selection/filter-bar.tsx';
import { PeriodControl } from '../selection/period-control.tsx';
import { SearchField } from '../selection/search-field.tsx';
import { useSelection } from '../selection/selection-context.tsx';
import { isEverything } from '../selection/selection-state.ts';
import { SelectionTotals } from '../selection/selection-totals.tsx';
import { readStored, writeStored } from '../stored.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { NoRows } from './no-rows.tsx';
import { type OrderIdentity, OrderPanel } from './order-panel.tsx';
import {
  askedColumns,
  LAYOUT_KEY,
  layoutSchema,
  nextSort,
  type OrdersLayout,
  rangeFigures,
  totalledColumns,
} from './orders-state.ts';
import './orders.css';

const DEFAULT_LAYOUT: OrdersLayout = { columns: [...DEFAULT_COLUMNS], grouping: 'orders' };
const SCOPE_OF_COLUMN = new Map<string, Scope>(
  (['marketplace', 'comercial', 'total'] as const).map((scope) => [
    SCOPE_COLUMNS[scope].profitability,
    scope,
  ]),
);
/** More cells than this are not summed in the page. */
const MAX_RANGE_ROWS = 20_000;

function useLayout(): readonly [OrdersLayout, (layout: OrdersLayout) => void] {
  const [layout, setLayout] = useState(() => readStored(LAYOUT_KEY, layoutSchema, DEFAULT_LAYOUT));
  return [
    layout,
    (next) => {
      writeStored(LAYOUT_KEY, next);
      setLayout(next);
    },
  ];
}

/** The lines of the current selection, whole views only. */
function useLines(
  shown: readonly string[],
  grouping: Grouping,
  sort: SortOrder | null,
): readonly [LinesView, ReturnType<typeof createLinesSource>] {
  const session = useSession();
  const { selection } = useSelection();
  const [source] = useState(() => createLinesSource(session.data.call));
  const open = useLedger().kind === 'open';
  useEffect(
    () =>
      source.ask(
        open
          ? {
              rows: { selection, grouping, sort, columns: askedColumns(shown) },
              totalColumns: totalledColumns(shown),
            }
          : null,
      ),
    [source, open, selection, grouping, sort, shown],
  );
  useEffect(() => session.revision.subscribe(source.refresh), [session, source]);
  return [useStore(source.store), source];
}

export function OrdersScreen() {
  const text = useText();
  const formats = useFormats();
  const session = useSession();
  const { selection } = useSelection();
  const ledger = useLedger();
  const [layout, setLayout] = useLayout();
  const [sort, setSort] = useState<SortOrder | null>(null);
  const [range, setRange] = useState<CellRange | null>(null);
  const [opened, setOpened] = useState<OrderIdentity | null>(null);
  const unknownColumns = useSame(
    ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS,
    sameTexts,
  );
  const chosen = useMemo(() => new Set(layout.columns), [layout.columns]);
  const shown = useMemo(() => inTableOrder(chosen, unknownColumns), [chosen, unknownColumns]);
  useFoldedRail(opened !== null);
  const [view, source] = useLines(shown, layout.grouping, sort);

  const style = useCellStyle(view);
  const columns = useColumns(shown, view, style);
  const cell = useLineCells(view, style);
  const sections = useSections(shown, chosen, unknownColumns, (next) =>
    setLayout({ ...layout, columns: [...next] }),
  );
  const { totals } = view;
  const foot = useCallback((column: string) => footCell(column, totals, style), [totals, style]);
  const line = useCallback((row: number) => lineAt(view, row), [view]);

  const identityAt = useCallback(
    (row: number): OrderIdentity | null => {
      const found = lineAt(view, row);
      const asked = view.query?.rows.columns ?? [];
      const read = (column: string): string => found?.cells[asked.indexOf(column)] ?? '';
      const order = read('Orden');
      return order === '' ? null : { row, order, channel: read('Canal'), account: read('Cuenta') };
    },
    [view],
  );
  const openRow = useCallback(
    (row: number) => {
      const identity = identityAt(row);
      if (identity !== null) setOpened(identity);
    },
    [identityAt],
  );

  async function copy(selected: CellRange): Promise<void> {
    const { top, bottom, left, right } = rangeBounds(selected);
    const keys = columns.slice(left, right + 1).map((column) => column.id);
    const lines = await source.readRange(top, Math.min(bottom, top + MAX_RANGE_ROWS - 1));
    if (lines === null) return;
    const asked = view.query?.rows.columns ?? [];
    const rows = lines.map((one) =>
      keys.map((key) => {
        const value = one.cells[asked.indexOf(key)] ?? '';
        return isDecimalKind(kindOf(key)) ? tsvNumber(value, formats.numbers.decimal) : tsvText(value);
      }),
    );
    const single = rows.length === 1 && keys.length === 1;
    await navigator.clipboard.writeText(toTsv(single ? rows : [keys, ...rows]));
  }

  return (
    <>
      <ScreenHeader title={text('nav.orders')}>
        <PeriodControl />
        <span className="grow" />
        <SearchField />
        <ColumnChooser
          chosen={chosen}
          unknownColumns={unknownColumns}
          onChange={(next) => setLayout({ ...layout, columns: [...next] })}
          onReset={() => setLayout({ ...layout, columns: [...DEFAULT_COLUMNS] })}
        />
        <ExportButton
          title={text('export.orders-title')}
          job={() =>
            view.query === null
              ? null
              : {
                  fileName: exportFileName(text('nav.orders'), selection),
                  open: () =>
                    openCsv(session.data.call, {
                      selection,
                      grouping: layout.grouping,
                      sort,
                      columns: shown,
                      ...csvSigns(formats.numbers.decimal),
                    }),
                }
          }
        />
      </ScreenHeader>
      <FilterBar>
        <Segmented
          label={text('orders.grouping')}
          value={layout.grouping}
          options={[
            { value: 'orders', label: text('orders.by-order') },
            { value: 'rows', label: text('orders.by-row') },
          ]}
          onChange={(grouping) => setLayout({ ...layout, grouping })}
        />
      </FilterBar>
      <div className="split">
        <Grid
          label={text('nav.orders')}
          columns={columns}
          groups={sections}
          rowCount={view.total}
          line={line}
          cell={cell}
          foot={foot}
          footLabel={
            <>
              {text(isEverything(selection) ? 'orders.total-all' : 'orders.total-filter')}{' '}
              <span className="dim">
                {totals === null
                  ? ''
                  : text('count.orders', { count: totals.orders, shown: formats.count(totals.orders) })}
              </span>
            </>
          }
          sort={sort ?? { column: 'Fecha de compra', direction: 'descending' }}
          onSort={(column) => setSort(nextSort(sort, column))}
          openRow={opened?.row ?? null}
          onOpen={openRow}
          onVisible={source.show}
          onRange={setRange}
          onCopy={(selected) => void copy(selected)}
          stale={view.stale && view.query !== null}
          empty={view.query === null ? null : <NoRows />}
        />
        {opened === null ? null : (
          <OrderPanel
            identity={opened}
            moneyPlaces={style.moneyPlaces}
            onClose={() => setOpened(null)}
            onStep={(direction) => {
              for (let row = opened.row + direction; row >= 0 && row < view.total; row += direction) {
                const next = identityAt(row);
                if (next === null && lineAt(view, row) === undefined) return;
                if (next !== null && next.order !== opened.order) {
                  setOpened(next);
                  return;
                }
              }
            }}
          />
        )}
      </div>
      <footer className="status">
        <SelectionTotals totals={totals} places={style.moneyPlaces} stale={view.stale} />
        <RangeSummary range={range} view={view} columns={columns} places={style.moneyPlaces} />
      </footer>
    </>
  );
}

const NO_COLUMNS: readonly string[] = [];

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** Labels follow from ids: a table is laid out anew only when a column comes, goes or changes its width. */
function sameColumns(a: readonly GridColumn[], b: readonly GridColumn[]): boolean {
  return (
    a.length === b.length &&
    a.every((column, index) => column.id === b[index]?.id && column.width === b[index]?.width)
  );
}

function useCellStyle(view: LinesView): CellStyle {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const ledger = useLedger();
  const sums = view.totals?.sums;
  const places = sums === undefined ? 0 : moneyPlaces(Object.values(sums));
  const first = selection.period?.from ?? (ledger.kind === 'open' ? ledger.facts.firstPurchase : null);
  const last = selection.period?.to ?? (ledger.kind === 'open' ? ledger.facts.lastPurchase : null);
  const shortDates = first?.slice(0, 4) === last?.slice(0, 4);
  return useMemo(
    () => ({
      formats,
      moneyPlaces: places,
      shortDates,
      words: {
        notLoaded: text('cell.not-loaded'),
        mixed: text('cell.mixed'),
        several: text('cell.several'),
        incomplete: text('cell.incomplete'),
        unreadable: text('cell.unreadable'),
        blank: text('cell.blank'),
      },
    }),
    [formats, places, shortDates, text],
  );
}

function factsOf(line: TableLine, asked: readonly string[], column: string): CellFacts {
  return {
    unreadable: line.unreadable.includes(column),
    mixed: line.mixed.includes(column),
    productCostMissing: line.productCostMissing,
    cellOf: (other) => line.cells[asked.indexOf(other)],
  };
}

function useLineCells(view: LinesView, style: CellStyle): (line: object, column: string) => GridCell {
  const text = useText();
  const asked = view.query?.rows.columns ?? NO_COLUMNS;
  const grouped = view.query?.rows.grouping === 'orders';
  return useCallback(
    (line, column) => {
      const known = line as TableLine;
      const value = known.cells[asked.indexOf(column)] ?? null;
      const shown = showCell(column, value, style, factsOf(known, asked, column));
      return column === 'Orden' && grouped && known.rows > 1
        ? {
            ...shown,
            title: `${shown.text} · ${text('count.rows', { count: known.rows, shown: String(known.rows) })}`,
            before: <sup className="many">{known.rows}</sup>,
          }
        : shown;
    },
    [asked, grouped, style, text],
  );
}

function footCell(column: string, totals: Totals | null, style: CellStyle): GridCell | null {
  const kind = kindOf(column);
  if (!isDecimalKind(kind)) return null;
  if (totals === null) return { text: '…', tone: 'none' };
  const { formats } = style;
  if (kind === 'percent') {
    const rate = setRateOf(column, totals.sums, 6);
    if (rate === null) return { text: '—', tone: 'none' };
    const title = divisionOf(column, (key) => totals.sums[key], formats);
    return {
      text: formatRounded(rate, 1, formats.numbers) ?? rate,
      tone: rate.startsWith('-') ? 'negative' : 'plain',
      value: rate,
      ...(title === null ? {} : { title }),
    };
  }
  const sum = totals.sums[column];
  if (sum === undefined) return { text: '—', tone: 'none' };
  const left = totals.unreadable[column] ?? 0;
  const shown = showCell(column, sum, style, {
    unreadable: false,
    mixed: false,
    productCostMissing: false,
    cellOf: () => null,
  });
  return left === 0
    ? shown
    : {
        ...shown,
        title: `${shown.title ?? ''} · ${style.words.unreadable}: ${left}`,
        before: <span className="warn">+{left} </span>,
      };
}

function useColumns(shown: readonly string[], view: LinesView, style: CellStyle): readonly GridColumn[] {
  const text = useText();
  const longest = useMemo(() => {
    const asked = view.query?.rows.columns ?? [];
    const found = new Map<string, string>();
    for (const lines of view.pages.values()) {
      for (const line of lines) {
        for (const [index, column] of asked.entries()) {
          const value = line.cells[index] ?? '';
          if (value.length > (found.get(column)?.length ?? 0)) found.set(column, value);
        }
      }
    }
    return found;
  }, [view.pages, view.query]);
  const columns = useMemo(() => {
    const widths = charWidths();
    const laid = shown.map((column): GridColumn => {
      const header = shortName(column);
      const scope = SCOPE_OF_COLUMN.get(column);
      const value = longest.get(column);
      const sample =
        value === undefined
          ? ''
          : showCell(column, value, style, {
              unreadable: false,
              mixed: false,
              productCostMissing: false,
              cellOf: () => null,
            }).text;
      const total = footCell(column, view.totals, style);
      const width = columnWidth({ column, header, total: total?.text ?? null, longest: sample }, widths);
      const decimal = isDecimalKind(kindOf(column));
      return {
        id: column,
        label:
          scope === undefined ? (
            header
          ) : (
            <>
              <ScopeMark scope={scope} /> {header}
            </>
          ),
        name: column,
        align: decimal ? 'end' : 'start',
        width: width + (scope === undefined ? 0 : 4) + (column === PINNED_COLUMNS[0] ? 30 : 0),
        group: PINNED_COLUMNS.includes(column) ? 'pinned' : sectionOf(column),
        pinned: PINNED_COLUMNS.includes(column),
        sortable: true,
      };
    });
    return laid.map((column, index) => {
      if (column.pinned || laid[index + 1]?.group === column.group) return column;
      const group = laid.filter((other) => other.group === column.group);
      const width = group.reduce((sum, other) => sum + other.width, 0);
      const label = text(`section.short.${column.group as SectionId}`);
      return { ...column, width: column.width + sectionShortfall(label, width, widths) };
    });
  }, [shown, longest, style, view.totals, text]);
  return useSame(columns, sameColumns);
}

function useSections(
  shown: readonly string[],
  chosen: ReadonlySet<string>,
  unknownColumns: readonly string[],
  onChange: (chosen: ReadonlySet<string>) => void,
): readonly GridGroup[] {
  const text = useText();
  const sections = allSections(unknownColumns);
  const fold = (id: SectionId): GridGroup['fold'] => {
    const total = totalOf(id);
    const section = sections.find((other) => other.id === id);
    if (total === null || section === undefined || !chosen.has(total)) return null;
    const folded = section.columns.every((key) => key === total || !chosen.has(key));
    return {
      folded,
      title: text(folded ? 'columns.unfold' : 'columns.fold'),
      toggle: () => {
        const next = new Set(chosen);
        for (const key of section.columns) {
          if (key === total) continue;
          if (folded) next.add(key);
          else next.delete(key);
        }
        onChange(next);
      },
    };
  };
  const used = new Set(shown.filter((key) => !PINNED_COLUMNS.includes(key)).map(sectionOf));
  return [
    { id: 'pinned', label: text('columns.pinned'), title: text('columns.pinned'), ink: null, fold: null },
    ...sections
      .filter((section) => used.has(section.id))
      .map((section) => ({
        id: section.id,
        label: text(`section.short.${section.id}`),
        title: text(`section.${section.id}`),
        ink: inkOf(section.id),
        fold: fold(section.id),
      })),
  ];
}

function RangeSummary(props: {
  readonly range: CellRange | null;
  readonly view: LinesView;
  readonly columns: readonly GridColumn[];
  readonly places: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { range, view } = props;
  if (range === null) return null;
  const { top, bottom, left, right } = rangeBounds(range);
  const asked = view.query?.rows.columns ?? [];
  const keys = props.columns.slice(left, right + 1).map((column) => column.id);
  const cells = (bottom - top + 1) * keys.length;
  if (cells < 2 || bottom - top >= MAX_RANGE_ROWS) return null;
  const values: (string | null)[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const line = lineAt(view, row);
    if (line === undefined) return <span className="dim">{text('range.not-read')}</span>;
    for (const key of keys) {
      if (kindOf(key) === 'money' || kindOf(key) === 'count')
        values.push(line.cells[asked.indexOf(key)] ?? null);
    }
  }
  const figures = rangeFigures(values);
  return (
    <span className="range">
      <span className="dim ell name">
        {text('range.cells', {
          column: keys.length === 1 ? (keys[0] ?? '') : text('range.columns', { count: keys.length }),
          count: cells,
          shown: formats.count(cells),
        })}
      </span>
      {figures === null ? null : (
        <>
          <span>
            {text('range.sum')}{' '}
            <b title={formats.exact(figures.sum)}>{formats.money(figures.sum, props.places)}</b>
          </span>
          <span>
            {text('range.average')}{' '}
            <b title={formats.exact(figures.average)}>{formats.money(figures.average, props.places)}</b>
          </span>
        </>
      )}
      <span>
        {text('range.count')} <b>{formats.count(figures?.count ?? cells)}</b>
      </span>
    </span>
  );
}
