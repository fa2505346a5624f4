import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { SortOrder } from '#renderer/data/api.ts';
import { useStore } from '#renderer/data/client/session-context.tsx';
import type { TableRowsSource } from '#renderer/data/client/table-rows.ts';
import type { StoredLayout } from '#renderer/features/columns/use-column-layout.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { QueryFailure } from '#renderer/features/messages/query-failure.tsx';
import { useFoldedRail } from '#renderer/features/navigation/rail-fold.tsx';
import { NoRows } from '#renderer/features/no-rows/no-rows.tsx';
import { OrderBeside } from '#renderer/features/order-details/order-beside.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { isEverything } from '#renderer/features/selection/selection-state.ts';
import { SelectionTotals } from '#renderer/features/selection/selection-totals.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import { type CellRange, rangeBounds } from '#renderer/ui/grid/grid-types.ts';
import { MAX_RANGE_ROWS, rangeTsv } from '#renderer/ui/grid/tsv.ts';
import { useColumnTable } from '#renderer/ui/grid/use-column-table.ts';
import { sheetCell } from '#shared/domain/spreadsheet.ts';
import { useOpenedOrders } from './opened-orders.ts';
import { lineReader } from './order-rows.ts';
import {
  footCell,
  useCellStyle,
  useColumns,
  useLineCells,
  useSectionShortfall,
  useSections,
} from './orders-table.tsx';
import { type Copied, RangeSummary, readCounted } from './range-summary.tsx';
import { useCellActions } from './use-cell-actions.ts';
import { useOpenOrder } from './use-open-order.ts';

const NEWEST_FIRST: SortOrder = { column: 'Fecha de compra', direction: 'descending' };

/** The table of orders, the order that is open beside it, and the sums beneath. */
export function OrdersGrid(props: {
  readonly source: TableRowsSource;
  readonly shown: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly unknownColumns: readonly string[];
  readonly layout: StoredLayout;
  readonly sort: SortOrder | null;
  readonly onSort: (column: string) => void;
  readonly onChoose: (columns: readonly string[]) => void;
  /** Becomes the columns in the order they stand in: that of the file. */
  readonly columnIds: RefObject<readonly string[]>;
}) {
  const { source, shown, chosen, onChoose, columnIds } = props;
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const { code } = useCurrency();
  const [range, setRange] = useState<CellRange | null>(null);
  const [copied, setCopied] = useState<Copied | null>(null);
  const opened = useOpenedOrders(useStore(source.store));
  const { view, places } = opened;
  const panel = useOpenOrder(view, places);
  useFoldedRail(panel.identity !== null);

  const style = useCellStyle(view);
  const natural = useColumns(shown, view, style);
  const hide = useCallback(
    (id: string) => onChoose([...chosen].filter((key) => key !== id)),
    [onChoose, chosen],
  );
  const { columns, actions } = useColumnTable(natural, props.layout, useSectionShortfall(), hide);
  useLayoutEffect(() => {
    columnIds.current = columns.map(({ id }) => id);
  }, [columns, columnIds]);
  const cell = useLineCells(view, style, opened.isItem);
  const sections = useSections(shown, chosen, props.unknownColumns, onChoose);
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
      return keys.map((key) => sheetCell(key, read(key)));
    });
    await navigator.clipboard.writeText(rangeTsv(keys, rows, formats.numbers.decimal, withNames));
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
      {view.error === null ? null : <QueryFailure error={view.error} onRetry={source.refresh} />}
      <div className="split">
        <Grid
          label={text('nav.orders')}
          columns={columns}
          groups={sections}
          actions={actions}
          rowCount={places.rowCount}
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
          sort={props.sort ?? NEWEST_FIRST}
          onSort={props.onSort}
          openRow={panel.row}
          reveal={panel.reveal}
          onOpen={panel.open}
          onWalk={panel.walk}
          onEscape={panel.identity === null ? null : panel.close}
          onVisible={(first, last) => source.show(places.at(first).line, places.at(last).line)}
          onRange={onRange}
          onCopy={onCopy}
          cellActions={cellActions}
          stale={view.stale && view.query !== null}
          loading={view.query === null && view.error === null}
          empty={view.query === null ? null : <NoRows />}
        />
        {panel.identity === null ? null : (
          <OrderBeside
            identity={panel.identity}
            moneyPlaces={style.moneyPlaces}
            onClose={panel.close}
            onStep={panel.step}
          />
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
