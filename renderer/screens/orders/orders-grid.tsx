import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '#renderer/data/client/session-context.tsx';
import type { TableRowsSource, TableRowsView } from '#renderer/data/client/table-rows.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { sheetCell } from '#renderer/data/model/spreadsheet.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { kindOf, maskText } from '#renderer/features/columns/cells.ts';
import type { TableKeys } from '#renderer/features/columns/column-sections.ts';
import type { StoredLayout } from '#renderer/features/columns/use-column-layout.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { describeNumbers, JUST_BELOW_ZERO, shapeOf } from '#renderer/features/filters/number-filter.ts';
import { SectionBridges } from '#renderer/features/income-statement/section-bridges.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useFoldedRail } from '#renderer/features/navigation/navigation.tsx';
import { NoRows } from '#renderer/features/no-rows/no-rows.tsx';
import { OrderBeside } from '#renderer/features/order-details/order-beside.tsx';
import type { OrderIdentity } from '#renderer/features/order-details/order-data.ts';
import { useCopy } from '#renderer/features/provenance/use-copy.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { isEverything } from '#renderer/features/selection/selection-state.ts';
import { SelectionTotals } from '#renderer/features/selection/selection-totals.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type { CellAction, CopyForm } from '#renderer/ui/grid/grid-types.ts';
import { type CellRange, type GridColumn, rangeBounds } from '#renderer/ui/grid/grid-types.ts';
import { MAX_RANGE_ROWS, rangeTsv } from '#renderer/ui/grid/tsv.ts';
import { useColumnTable } from '#renderer/ui/grid/use-column-table.ts';
import { isNegative } from '#renderer/ui/number-format.ts';
import { isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { parseDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { identityAt, lineOfOrder, orderBeside, sameOrder } from './open-order.ts';
import { type LinePlaces, type OpenedOrders, useOpenedOrders } from './opened-orders.ts';
import { lineReader } from './order-rows.ts';
import { useOrdersPaper } from './orders-paper.tsx';
import {
  footCell,
  useCellStyle,
  useColumns,
  useLineCells,
  useSectionShortfall,
  useSections,
} from './orders-table.tsx';
import { type Copied, RangeSummary, readCounted } from './range-summary.tsx';

const NEWEST_FIRST: SortOrder = { column: 'Fecha de compra', direction: 'descending' };

export type OrdersColumns = {
  readonly chosen: ReadonlySet<string>;
  /** Those chosen that there are, in the order of the table. */
  readonly shown: readonly string[];
  /** Columns that the catalogue does not know. */
  readonly unknown: readonly string[];
  readonly keys: TableKeys;
  /** Widths, order and pins that were set by hand. */
  readonly held: StoredLayout;
  /** Null: those that the table opens with. */
  readonly choose: (columns: readonly string[] | null) => void;
};

/**
 * The table of orders, the order that is open beside it, and the sums beneath.
 * Long for what it hands to the grid: every part of it is made elsewhere.
 */
export function OrdersGrid(props: {
  readonly source: TableRowsSource;
  readonly chosen: OrdersColumns;
  readonly sort: SortOrder | null;
  readonly onSort: (column: string) => void;
  /** The number of the order that is opened as soon as it is there. */
  readonly order: string | null;
  /** The column of the figure that led here. */
  readonly pointAt: string | null;
  /** Becomes the columns in the order they stand in: that of the file. */
  readonly columnIds: RefObject<readonly string[]>;
}) {
  const { source, columnIds } = props;
  const { chosen, shown, unknown, keys, held, choose } = props.chosen;
  const text = useText();
  const opened = useOpenedOrders(useStore(source.store));
  const { view, places } = opened;
  const panel = useOpenOrder(view, places, props.order);
  useFoldedRail(panel.identity !== null);
  const style = useCellStyle(view);
  const natural = useColumns(shown, keys.date, view, style);
  const hide = useCallback((id: string) => choose([...chosen].filter((key) => key !== id)), [choose, chosen]);
  const { columns, actions } = useColumnTable(natural, held, useSectionShortfall(), hide);
  useLayoutEffect(() => {
    columnIds.current = columns.map(({ id }) => id);
  }, [columns, columnIds]);
  const totals = view.head;
  const foot = useCallback((column: string) => footCell(column, totals, style), [totals, style]);
  const chosenRange = useChosenRange(opened, source, columns);
  const cell = useLineCells(view, style, opened.isItem);
  const paper = useOrdersPaper(source, view, style);
  return (
    <>
      {view.error === null ? null : <QueryFailure error={view.error} onRetry={source.refresh} />}
      <div className={ui.split}>
        <Grid
          label={text('nav.orders')}
          columns={columns}
          groups={useSections(shown, chosen, unknown, choose)}
          actions={actions}
          hasSections
          rowCount={places.rowCount}
          linesKey={opened.linesKey}
          tree={opened.tree}
          line={opened.lineOf}
          cell={cell}
          foot={foot}
          footLabel={<TotalLabel totals={totals} />}
          sort={props.sort ?? NEWEST_FIRST}
          onSort={props.onSort}
          openRow={panel.row}
          reveal={panel.reveal}
          pointAt={props.pointAt}
          onOpen={panel.open}
          onWalk={panel.walk}
          onEscape={panel.identity === null ? null : panel.close}
          onVisible={(first, last) => source.show(places.at(first).line, places.at(last).line)}
          onRange={chosenRange.onRange}
          onCopy={chosenRange.onCopy}
          cellActions={useCellActions(view, opened, panel.open)}
          stale={view.stale && view.query !== null}
          loading={view.query === null && view.error === null}
          empty={view.query === null ? null : <NoRows />}
          paper={paper}
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
      <footer className={ui.statusBar}>
        <SelectionTotals totals={totals} places={style.moneyPlaces} stale={view.stale} />
        <SectionBridges places={style.moneyPlaces} />
        <RangeSummary
          {...chosenRange}
          opened={opened}
          source={source}
          columns={columns}
          places={style.moneyPlaces}
        />
      </footer>
    </>
  );
}

function TotalLabel({ totals }: { readonly totals: Totals | null }) {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const { code } = useCurrency();
  return (
    <>
      {text(isEverything(selection) ? 'orders.total-all' : 'orders.total-filter')}{' '}
      <span className={ui.faint}>
        {totals === null
          ? ''
          : text('count.orders', { count: totals.orders, shown: formats.count(totals.orders) })}
        {code === null ? '' : ` · ${code}`}
      </span>
    </>
  );
}

/** The range of cells that is chosen, and what became of its last copy. */
function useChosenRange(opened: OpenedOrders, source: TableRowsSource, columns: readonly GridColumn[]) {
  const formats = useFormats();
  const [range, setRange] = useState<CellRange | null>(null);
  const [copied, setCopied] = useState<Copied | null>(null);
  const toClipboard = useCopy();
  async function copy(selected: CellRange, form: CopyForm): Promise<Copied> {
    const bounds = rangeBounds(selected);
    const keys = columns.slice(bounds.left, bounds.right + 1).map((column) => column.id);
    const bottom = Math.min(bounds.bottom, bounds.top + MAX_RANGE_ROWS - 1);
    const lines = await readCounted({ top: bounds.top, bottom }, opened, source);
    if (lines === null) return 'failed';
    const rows = lines.map((line) => {
      const read = lineReader(opened.view, line);
      return keys.map((key) => sheetCell(key, read(key)));
    });
    await toClipboard(rangeTsv(keys, rows, formats.numbers, form), form);
    return bottom < bounds.bottom ? 'part' : 'whole';
  }
  const onCopy = (selected: CellRange, form: CopyForm): void => {
    copy(selected, form).then(setCopied, () => setCopied('failed'));
  };
  const onRange = useCallback((next: CellRange | null) => {
    setRange(next);
    setCopied(null);
  }, []);
  return { range, copied, onRange, onCopy };
}

/**
 * The order in the side panel, and how one goes from it to others. `row` is null while the order is not among the lines on
 * hand; `walk`: the keys went to another row, which an open panel follows.
 */
function useOpenOrder(view: TableRowsView, places: LinePlaces, wanted: string | null) {
  const [identity, setIdentity] = useState<OrderIdentity | null>(null);
  const [reveal, setReveal] = useState<{ readonly row: number } | null>(null);

  // The one that was asked for by its number, once.
  const awaited = useRef(wanted);
  useEffect(() => {
    if (awaited.current === null || view.query === null) return;
    const first = identityAt(view, 0);
    if (first?.order !== awaited.current) return;
    awaited.current = null;
    setIdentity(first);
  }, [view]);

  const line = useMemo(() => (identity === null ? null : lineOfOrder(view, identity)), [identity, view]);

  const open = useCallback(
    (row: number) => {
      const next = identityAt(view, places.at(row).line);
      if (next !== null) setIdentity(next);
    },
    [view, places],
  );
  const walk = useCallback(
    (row: number) => {
      if (identity === null) return;
      const next = identityAt(view, places.at(row).line);
      if (next !== null && !sameOrder(next, identity)) setIdentity(next);
    },
    [identity, view, places],
  );
  return {
    identity,
    row: line === null ? null : places.rowOf(line),
    open,
    walk,
    reveal,
    close: () => setIdentity(null),
    step: (direction: -1 | 1) => {
      if (identity === null) return;
      const next = orderBeside(view, identity, line ?? identity.row, direction);
      if (next === null) return;
      setIdentity(next);
      setReveal({ row: places.rowOf(next.row) });
    },
  };
}

/**
 * Actions on a cell of the orders: its order opened, its value filtered by. A figure is a filter's end where it is a
 * row's own, not the sum of several.
 */
function useCellActions(
  view: TableRowsView,
  opened: OpenedOrders,
  open: (row: number) => void,
): (row: number, column: string) => readonly CellAction[] {
  const text = useText();
  const formats = useFormats();
  const { change } = useSelection();
  const numberActions = useCallback(
    (column: string, value: string): readonly CellAction[] => {
      const figure = isDecimalKind(kindOf(column)) ? parseDecimal(value) : undefined;
      if (figure === undefined || formats.hidesAmounts) return [];
      const exact = toDecimal(figure);
      const bounds = [
        ...(isNegative(exact) ? [{ column, from: null, to: JUST_BELOW_ZERO }] : []),
        { column, from: exact, to: null },
        { column, from: null, to: exact },
      ];
      return bounds.map((filter): CellAction => {
        const words = describeNumbers(filter, formats.numbers, text('number-filter.range-to'));
        return {
          id: `filter-${shapeOf(filter)}`,
          icon: 'filter',
          label: text('cell-menu.filter-number', { column: text.column(column), words }),
          run: () => change({ type: 'set-numbers', column, filters: [filter] }),
        };
      });
    },
    [change, formats, text],
  );
  return useCallback(
    (row, column) => {
      const line = opened.lineOf(row);
      if (line === undefined) return [];
      const value = lineReader(view, line)(column);
      const isFilter = kindOf(column) === 'text' && !line.mixed.includes(column);
      const shown = value === '' ? text('filter.blank') : maskText(column, value, formats);
      const filter: CellAction = {
        id: 'filter',
        icon: 'filter',
        label: text('cell-menu.filter', { column: text.column(column), value: shown }),
        run: () => change({ type: 'set-filter', column, values: [value] }),
      };
      return [
        { id: 'open', icon: 'orders', label: text('cell-menu.open'), keys: 'Enter', run: () => open(row) },
        ...(isFilter ? [filter] : []),
        ...numberActions(column, line.rows === 1 ? value : ''),
      ];
    },
    [view, opened, open, change, text, formats, numberActions],
  );
}
