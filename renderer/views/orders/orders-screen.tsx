import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { isDecimalKind } from '#shared/columns/catalogue.ts';
import { IDENTITY_COLUMNS } from '#shared/orders/identity.ts';
import { useText } from '../../i18n/text.tsx';
import type { Grouping, SortOrder } from '../../link/data-contract.ts';
import { openCsv } from '../../link/export-run.ts';
import { createLinesSource, type LinesView } from '../../link/lines.ts';
import { lineAt, PAGE_LINES } from '../../link/pages.ts';
import { useLedger, useSession, useStore } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import { type CellRange, rangeBounds } from '../../ui/grid/grid-types.ts';
import { rangeTsv, tsvNumber, tsvText } from '../../ui/grid/tsv.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { kindOf } from '../columns/cells.ts';
import { DEFAULT_COLUMNS, inTableOrder } from '../columns/column-sections.ts';
import { useArranged, useColumnLayout } from '../columns/use-column-layout.ts';
import { csvSigns } from '../export/csv.ts';
import { ExportButton } from '../export/export-button.tsx';
import { exportFileName } from '../export/file-name.ts';
import { useFoldedRail } from '../frame/rail-fold.tsx';
import { ScreenHeader } from '../frame/screen-header.tsx';
import { useSame } from '../same.ts';
import { useScreenState } from '../screen-state.tsx';
import { FilterBar } from '../selection/filter-bar.tsx';
import { PeriodControl } from '../selection/period-control.tsx';
import { SearchField } from '../selection/search-field.tsx';
import { useSelection } from '../selection/selection-context.tsx';
import { isEverything } from '../selection/selection-state.ts';
import { SelectionTotals } from '../selection/selection-totals.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { NoRows } from './no-rows.tsx';
import type { OrderIdentity } from './order-panel.tsx';
import {
  askedColumns,
  layoutSchema,
  nextSort,
  type OrdersLayout,
  orderFilters,
  totalledColumns,
} from './orders-state.ts';
import {
  footCell,
  NO_COLUMNS,
  sameTexts,
  useCellStyle,
  useColumns,
  useLineCells,
  useSectionShortfall,
  useSections,
} from './orders-table.tsx';
import { MAX_RANGE_ROWS, RangeSummary } from './range-summary.tsx';
import './orders.css';

/** One opens an order after having seen the table. */
const OrderPanel = lazy(async () => ({ default: (await import('./order-panel.tsx')).OrderPanel }));

const DEFAULT_LAYOUT: OrdersLayout = { columns: [...DEFAULT_COLUMNS], grouping: 'orders' };

function sameOrder(one: OrderIdentity | null, other: OrderIdentity): boolean {
  return one !== null && JSON.stringify(one.filters) === JSON.stringify(other.filters);
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
              rows: {
                selection,
                grouping,
                sort,
                columns: [...new Set([...askedColumns(shown), ...IDENTITY_COLUMNS])],
              },
              totalColumns: totalledColumns(shown),
            }
          : null,
      ),
    [source, open, selection, grouping, sort, shown],
  );
  useEffect(() => session.revision.subscribe(source.refresh), [session, source]);
  return [useStore(source.store), source];
}

/** `by`: a column that the lines are asked for by, the greatest first; it is shown even where it was not chosen. */
export function OrdersScreen(props: { readonly by: string | null }) {
  const { by } = props;
  const text = useText();
  const formats = useFormats();
  const session = useSession();
  const { selection } = useSelection();
  const ledger = useLedger();
  const [layout, keepLayout] = useScreenState('orders', layoutSchema, DEFAULT_LAYOUT);
  // The column asked for by an address is shown until the columns are chosen anew.
  const [extra, setExtra] = useState(by);
  const setLayout = useCallback(
    (next: OrdersLayout): void => {
      setExtra(null);
      keepLayout(next);
    },
    [keepLayout],
  );
  const [sort, setSort] = useState<SortOrder | null>(
    by === null ? null : { column: by, direction: 'descending' },
  );
  const [range, setRange] = useState<CellRange | null>(null);
  const [reveal, setReveal] = useState<{ readonly row: number } | null>(null);
  const [opened, setOpened] = useState<OrderIdentity | null>(null);
  const unknownColumns = useSame(
    ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS,
    sameTexts,
  );
  const chosen = useMemo(
    () => new Set(extra === null ? layout.columns : [...layout.columns, extra]),
    [layout.columns, extra],
  );
  const shown = useMemo(() => inTableOrder(chosen, unknownColumns), [chosen, unknownColumns]);
  useFoldedRail(opened !== null);
  const [view, source] = useLines(shown, layout.grouping, sort);

  const style = useCellStyle(view);
  const natural = useColumns(shown, view, style);
  const held = useColumnLayout('orders');
  const { remember } = held;
  const hide = useCallback(
    (id: string) => {
      remember(() => setLayout(layout));
      setLayout({ ...layout, columns: [...chosen].filter((key) => key !== id) });
    },
    [remember, layout, chosen, setLayout],
  );
  const { columns, actions } = useArranged(natural, held, useSectionShortfall(), hide);
  const cell = useLineCells(view, style);
  const sections = useSections(shown, chosen, unknownColumns, (next) =>
    setLayout({ ...layout, columns: [...next] }),
  );
  const totals = view.head;
  const foot = useCallback((column: string) => footCell(column, totals, style), [totals, style]);
  const line = useCallback((row: number) => lineAt(view, row), [view]);

  const identityAt = useCallback(
    (row: number): OrderIdentity | null => {
      const found = lineAt(view, row);
      const asked = view.query?.rows.columns ?? [];
      const read = (column: string): string => found?.cells[asked.indexOf(column)] ?? '';
      if (found === undefined) return null;
      return { row, order: read('Orden').trim(), channel: read('Canal'), filters: orderFilters(read) };
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

  // Commits, filters and sorting move the lines: the open one is found again by what it is.
  const openedRow = useMemo(() => {
    if (opened === null || sameOrder(identityAt(opened.row), opened)) return opened?.row ?? null;
    for (const [page, lines] of view.pages) {
      const found = lines.findIndex((_, index) => sameOrder(identityAt(page * PAGE_LINES + index), opened));
      if (found >= 0) return page * PAGE_LINES + found;
    }
    return null;
  }, [opened, identityAt, view.pages]);

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
    await navigator.clipboard.writeText(rangeTsv(keys, rows));
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
                      columns: columns.map(({ id }) => id),
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
          actions={actions}
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
          openRow={openedRow}
          reveal={reveal}
          onOpen={openRow}
          onVisible={source.show}
          onRange={setRange}
          onCopy={(selected) => void copy(selected)}
          stale={view.stale && view.query !== null}
          empty={view.query === null ? null : <NoRows />}
        />
        {opened === null ? null : (
          <Suspense fallback={<aside className="side" aria-busy="true" />}>
            <OrderPanel
              identity={opened}
              moneyPlaces={style.moneyPlaces}
              onClose={() => setOpened(null)}
              onStep={(direction) => {
                let row = (openedRow ?? opened.row) + direction;
                let next = identityAt(row);
                while (next !== null && sameOrder(next, opened)) {
                  row += direction;
                  next = identityAt(row);
                }
                if (next === null) return;
                setOpened(next);
                setReveal({ row });
              }}
            />
          </Suspense>
        )}
      </div>
      <footer className="status">
        <SelectionTotals totals={totals} places={style.moneyPlaces} stale={view.stale} />
        <RangeSummary range={range} view={view} columns={columns} places={style.moneyPlaces} />
      </footer>
    </>
  );
}
