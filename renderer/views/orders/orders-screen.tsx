import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { isDecimalKind } from '#shared/columns/catalogue.ts';
import { useText } from '../../i18n/text.tsx';
import type { SortOrder } from '../../link/data-contract.ts';
import { openCsv } from '../../link/export-run.ts';
import { useLedger, useSession } from '../../link/session-context.tsx';
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
import { useCurrency } from '../selection/currency/currency.tsx';
import { FilterBar } from '../selection/filters/filter-bar.tsx';
import { SearchField } from '../selection/filters/search-field.tsx';
import { PeriodControl } from '../selection/period/period-control.tsx';
import { useSelection } from '../selection/selection-context.tsx';
import { isEverything } from '../selection/selection-state.ts';
import { SelectionTotals } from '../selection/selection-totals.tsx';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { ColumnSetsMenu } from './columns/column-sets-menu.tsx';
import { NoRows } from './no-rows.tsx';
import { layoutSchema, lineReader, nextSort, type OrdersLayout } from './orders-state.ts';
import { HitColumns } from './table/hit-columns.tsx';
import {
  footCell,
  NO_COLUMNS,
  sameTexts,
  useCellStyle,
  useColumns,
  useLineCells,
  useSectionShortfall,
  useSections,
} from './table/orders-table.tsx';
import { type Copied, MAX_RANGE_ROWS, RangeSummary } from './table/range-summary.tsx';
import { useCellActions } from './table/use-cell-actions.ts';
import { useOpenedOrders } from './table/use-opened-orders.ts';
import { useOrderLines } from './table/use-order-lines.ts';
import { readCounted } from './table/use-range-figures.ts';
import { useOpenOrder } from './use-open-order.ts';
import './orders.css';

/** One opens an order after having seen the table. */
const OrderPanel = lazy(async () => ({ default: (await import('./one-order/order-panel.tsx')).OrderPanel }));

const DEFAULT_LAYOUT: OrdersLayout = { columns: [...DEFAULT_COLUMNS], grouping: 'orders' };

/** `by`: a column that the lines are asked for by, the greatest first; it is shown even where it was not chosen. */
export function OrdersScreen(props: { readonly by: string | null }) {
  const { by } = props;
  const text = useText();
  const formats = useFormats();
  const session = useSession();
  const { selection } = useSelection();
  const { code } = useCurrency();
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
  const [copied, setCopied] = useState<Copied | null>(null);
  const unknownColumns = useSame(
    ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS,
    sameTexts,
  );
  const chosen = useMemo(() => {
    const wanted = new Set(extra === null ? layout.columns : [...layout.columns, extra]);
    // A view of another copy may name none of the columns there are: that would be a table of nothing.
    return inTableOrder(wanted, unknownColumns).length > 0 ? wanted : new Set(DEFAULT_COLUMNS);
  }, [layout.columns, extra, unknownColumns]);
  const shown = useMemo(() => inTableOrder(chosen, unknownColumns), [chosen, unknownColumns]);
  const [latest, source] = useOrderLines(shown, layout.grouping, sort);
  const opened = useOpenedOrders(latest);
  const { view } = opened;
  const panel = useOpenOrder(view, opened.places);
  useFoldedRail(panel.identity !== null);

  const style = useCellStyle(view);
  const natural = useColumns(shown, view, style);
  const held = useColumnLayout('orders');
  const { remember } = held;
  /** Other columns, with the way back. */
  const choose = useCallback(
    (columns: readonly string[]) => {
      remember(() => setLayout(layout));
      setLayout({ ...layout, columns: [...columns] });
    },
    [remember, layout, setLayout],
  );
  const hide = useCallback((id: string) => choose([...chosen].filter((key) => key !== id)), [choose, chosen]);
  const { columns, actions } = useArranged(natural, held, useSectionShortfall(), hide);
  const cell = useLineCells(view, style, opened.isItem);
  const sections = useSections(shown, chosen, unknownColumns, (next) => choose([...next]));
  const totals = view.head;
  const foot = useCallback((column: string) => footCell(column, totals, style), [totals, style]);
  const cellActions = useCellActions(view, opened, panel.open);

  async function copy(selected: CellRange, withNames: boolean): Promise<void> {
    const bounds = rangeBounds(selected);
    const keys = columns.slice(bounds.left, bounds.right + 1).map((column) => column.id);
    const bottom = Math.min(bounds.bottom, bounds.top + MAX_RANGE_ROWS - 1);
    const lines = await readCounted({ top: bounds.top, bottom }, opened, source, MAX_RANGE_ROWS);
    if (lines === null) {
      setCopied('failed');
      return;
    }
    const rows = lines.map((one) => {
      const read = lineReader(view, one);
      return keys.map((key) =>
        isDecimalKind(kindOf(key)) ? tsvNumber(read(key), formats.numbers.decimal) : tsvText(read(key)),
      );
    });
    await navigator.clipboard.writeText(rangeTsv(keys, rows, withNames));
    setCopied(bottom < bounds.bottom ? 'part' : 'whole');
  }
  const onCopy = (selected: CellRange, withNames: boolean): void => {
    copy(selected, withNames).catch(() => setCopied('failed'));
  };
  const onRange = useCallback((next: CellRange | null) => {
    setRange(next);
    setCopied(null);
  }, []);

  return (
    <>
      <ScreenHeader title={text('nav.orders')}>
        <PeriodControl />
        <span className="grow" />
        <SearchField />
        <ColumnChooser
          chosen={chosen}
          unknownColumns={unknownColumns}
          onChange={(next) => choose([...next])}
          onReset={() => choose(DEFAULT_COLUMNS)}
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
      <FilterBar note={layout.grouping === 'orders' ? text('filter.on-rows') : null}>
        <HitColumns view={view} shown={shown} onShow={(column) => choose([...chosen, column])} />
        <ColumnSetsMenu shown={shown} unknownColumns={unknownColumns} onChoose={choose} />
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
          rowCount={opened.places.rowCount}
          linesKey={opened.linesKey}
          tree={opened.tree}
          line={opened.lineOf}
          cell={cell}
          foot={foot}
          footLabel={
            <>
              {text(isEverything(selection) ? 'orders.total-all' : 'orders.total-filter')}{' '}
              <span className="dim">
                {totals === null
                  ? ''
                  : text('count.orders', { count: totals.orders, shown: formats.count(totals.orders) })}
                {code === null ? '' : ` · ${code}`}
              </span>
            </>
          }
          sort={sort ?? { column: 'Fecha de compra', direction: 'descending' }}
          onSort={(column) => setSort(nextSort(sort, column))}
          openRow={panel.row}
          reveal={panel.reveal}
          onOpen={panel.open}
          onWalk={panel.walk}
          onEscape={panel.identity === null ? null : panel.close}
          onVisible={(first, last) => source.show(opened.places.at(first).line, opened.places.at(last).line)}
          onRange={onRange}
          onCopy={onCopy}
          cellActions={cellActions}
          stale={view.stale && view.query !== null}
          loading={view.query === null}
          empty={view.query === null ? null : <NoRows />}
        />
        {panel.identity === null ? null : (
          <Suspense fallback={<aside className="side" aria-busy="true" />}>
            <OrderPanel
              identity={panel.identity}
              moneyPlaces={style.moneyPlaces}
              onClose={panel.close}
              onStep={panel.step}
            />
          </Suspense>
        )}
      </div>
      <footer className="status">
        <SelectionTotals totals={totals} places={style.moneyPlaces} stale={view.stale} />
        <RangeSummary
          range={range}
          view={view}
          opened={opened}
          source={source}
          columns={columns}
          places={style.moneyPlaces}
          copied={copied}
          onCopy={onCopy}
        />
      </footer>
    </>
  );
}
