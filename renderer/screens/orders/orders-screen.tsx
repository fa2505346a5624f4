import { Fragment, memo, useCallback, useMemo, useRef, useState } from 'react';
import { useLedger, useStore } from '#renderer/data/client/session-context.tsx';
import type { TableRowsSource } from '#renderer/data/client/table-rows.ts';
import type { Grouping, SortOrder } from '#renderer/data/model/rows.ts';
import { ClosedMonthsBar } from '#renderer/features/closed-months/closed-months-bar.tsx';
import { inTableOrder, RESULT_COLUMNS, type TableKeys } from '#renderer/features/columns/column-sections.ts';
import {
  DEFAULT_LAYOUT,
  layoutSchema,
  type OrdersLayout,
  sortSchema,
} from '#renderer/features/columns/orders-layout.ts';
import { useColumnLayout } from '#renderer/features/columns/use-column-layout.ts';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/filters/search-field.tsx';
import type { ordersRequestOf } from '#renderer/features/navigation/navigation.tsx';
import { useScreenState, useTakeBack } from '#renderer/features/preferences/screen-state.tsx';
import { useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { useLatest, useSame } from '#renderer/ui/hooks.ts';
import { fold } from '#shared/base/fold.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ColumnSetsMenu } from './column-sets.tsx';
import { chosenColumns, nextSort, useOrderRows } from './order-rows.ts';
import styles from './orders.module.css';
import { type OrdersColumns, OrdersGrid } from './orders-grid.tsx';
import { hitColumns, NO_COLUMNS } from './orders-table.tsx';

/**
 * `asked`: the column that a figure led here by, which the lines may be sorted by, the greatest first: it is shown, and
 * scrolled to, even where it was not chosen. Or the number of an order that is opened as soon as it is there.
 */
export function OrdersScreen({ asked }: { readonly asked: ReturnType<typeof ordersRequestOf> }) {
  const text = useText();
  const { selection } = useSelection();
  const facts = useLatest(useFactsNow());
  const { columns, grouping, setGrouping } = useOrdersLayout(asked.column);
  const { sort, onSort } = useOrdersSort(asked.isSorted ? asked.column : null);
  const source = useOrderRows(columns.shown, grouping, sort);
  const columnIds = useRef<readonly string[]>(columns.shown);
  const job = useCallback((): TableJob | null => {
    if (source.store.get().query === null) return null;
    const query = { selection, grouping, sort, columns: columnIds.current };
    const name = text(grouping === 'orders' ? 'nav.orders' : 'orders.by-row');
    return {
      fileName: exportFileName(name, selection),
      content: { kind: 'rows', name, query },
      facts: facts.current,
    };
  }, [source, selection, grouping, sort, text, facts]);
  return (
    <>
      <OrdersHeader columns={columns} job={job} />
      <OrdersFilters source={source} columns={columns} grouping={grouping} onGrouping={setGrouping} />
      <OrdersGrid
        order={asked.order}
        source={source}
        chosen={columns}
        sort={sort}
        onSort={onSort}
        pointAt={asked.column}
        columnIds={columnIds}
      />
    </>
  );
}

/** The layout of the table; a choice of columns can be undone. `asked`: shown besides. */
function useOrdersLayout(asked: string | null) {
  const ledger = useLedger();
  const [layout, keepLayout] = useScreenState('orders', layoutSchema, DEFAULT_LAYOUT);
  // The column asked for by an address is shown until the columns are chosen anew.
  const [extra, setExtra] = useState(asked);
  const set = useCallback(
    (next: OrdersLayout): void => {
      setExtra(null);
      keepLayout(next);
    },
    [keepLayout],
  );
  const unknown = useSame(ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS);
  const date = useSelection().selection.periodColumn;
  const hasSeveralAccounts = ledger.kind === 'open' && ledger.facts.hasSeveralAccounts;
  const keys = useMemo((): TableKeys => ({ date, hasSeveralAccounts }), [date, hasSeveralAccounts]);
  const held = useColumnLayout('orders', RESULT_COLUMNS);
  const chosen = useMemo(
    () => chosenColumns(layout.columns, extra, unknown, keys),
    [layout.columns, keys, extra, unknown],
  );
  const shown = useMemo(() => inTableOrder(chosen, unknown, date), [chosen, unknown, date]);
  const { remember } = held;
  const takeBack = useTakeBack<OrdersLayout>('orders');
  const choose = useCallback(
    (columns: readonly string[] | null) => {
      const next = { ...layout, columns: columns === null ? null : [...columns] };
      // What the table is made of may be chosen anew before the step is taken back: that stays.
      remember(() => void takeBack(layout, next));
      set(next);
    },
    [remember, layout, set, takeBack],
  );
  const columns = useMemo(
    (): OrdersColumns => ({ chosen, shown, unknown, keys, held, choose }),
    [chosen, shown, unknown, keys, held, choose],
  );
  const setGrouping = useCallback((grouping: Grouping) => set({ ...layout, grouping }), [set, layout]);
  return { columns, grouping: layout.grouping, setGrouping };
}

/** The sort of the address counts until another one is asked for by hand. */
function useOrdersSort(by: string | null) {
  const [kept, keep] = useScreenState('orders.sort', sortSchema, undefined);
  const [asked, setAsked] = useState<SortOrder | null>(
    by === null ? null : { column: by, direction: 'descending' },
  );
  const sort = asked ?? kept ?? null;
  const onSort = useCallback(
    (column: string) => {
      setAsked(null);
      keep(nextSort(sort, column) ?? undefined);
    },
    [sort, keep],
  );
  return { sort, onSort };
}

/** The header above the orders. Lines come and go beneath without its being drawn again. */
const OrdersHeader = memo(function OrdersHeader(props: {
  readonly columns: OrdersColumns;
  readonly job: () => TableJob | null;
}) {
  const text = useText();
  const { chosen, unknown, choose } = props.columns;
  return (
    <ScreenHeader title={text('nav.orders')}>
      <PeriodControl />
      <span className={ui.grow} />
      <SearchField />
      <ColumnChooser
        chosen={chosen}
        unknownColumns={unknown}
        onChange={(next) => choose([...next])}
        onReset={() => choose(null)}
      />
      <ExportMenu title={text('export.orders-title')} job={props.job} hasDataset />
    </ScreenHeader>
  );
});

/** The filters, and what the table is made of. */
const OrdersFilters = memo(function OrdersFilters(props: {
  readonly source: TableRowsSource;
  readonly columns: OrdersColumns;
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
}) {
  const text = useText();
  const { source, columns, grouping } = props;
  const { shown, chosen, unknown, choose } = columns;
  return (
    <>
      <FilterBar note={grouping === 'orders' ? text('filter.on-rows') : null}>
        <HitColumns source={source} shown={shown} onShow={(column) => choose([...chosen, column])} />
        <ColumnSetsMenu shown={shown} unknownColumns={unknown} keys={columns.keys} onChoose={choose} />
        <Segmented
          label={text('orders.grouping')}
          value={grouping}
          options={[
            { value: 'orders', label: text('orders.by-order') },
            { value: 'rows', label: text('orders.by-row') },
          ]}
          onChange={props.onGrouping}
        />
      </FilterBar>
      <ClosedMonthsBar />
    </>
  );
});

/**
 * In which columns the first lines hold what is searched for; those that are not shown can be. In one line: the table below
 * keeps its place when the answer comes.
 */
function HitColumns(props: {
  readonly source: TableRowsSource;
  readonly shown: readonly string[];
  readonly onShow: (column: string) => void;
}) {
  const text = useText();
  const { shown } = props;
  const view = useStore(props.source.store);
  const lines = view.pages.get(0);
  const columns = useMemo(() => {
    const needle = fold(view.query?.rows.selection.search.trim() ?? '');
    return needle === '' ? [] : hitColumns(lines ?? [], view.query?.rows.columns ?? [], needle);
  }, [lines, view.query]);
  if (columns.length === 0) return null;
  const [before = '', after = ''] = text('search.hits', { columns: PLACE }).split(PLACE);
  return (
    <span
      className={classNames(styles.hits, ui.tiny, ui.faint)}
      data-testid="hit-columns"
      data-value={columns.join('\n')}
      title={text('search.hits', { columns: columns.map(text.column).join(', ') })}
    >
      {before}
      {columns.map((column, index) => (
        <Fragment key={column}>
          {index === 0 ? '' : ', '}
          {shown.includes(column) ? (
            text.column(column)
          ) : (
            <ShowColumn column={column} onShow={props.onShow} />
          )}
        </Fragment>
      ))}
      {after}
    </span>
  );
}

/** Stands in a sentence for the names that are drawn there. */
const PLACE = '\n';

function ShowColumn(props: { readonly column: string; readonly onShow: (column: string) => void }) {
  const text = useText();
  const show = text('search.show-column', { column: text.column(props.column) });
  return (
    <button
      type="button"
      className={ui.smallLink}
      aria-label={show}
      title={show}
      onClick={() => props.onShow(props.column)}
    >
      {text.column(props.column)}
    </button>
  );
}
