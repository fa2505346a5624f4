import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { Grouping, SortOrder } from '#renderer/data/api.ts';
import { openCsv } from '#renderer/data/client/export-run.ts';
import { useLedger, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import type { TableRowsSource } from '#renderer/data/client/table-rows.ts';
import { DEFAULT_COLUMNS, inTableOrder } from '#renderer/features/columns/column-sections.ts';
import { useColumnLayout } from '#renderer/features/columns/use-column-layout.ts';
import { ExportButton, type ExportJob } from '#renderer/features/export/export-button.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { FilterBar } from '#renderer/features/selection/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/selection/filters/search-field.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useSame } from '#renderer/ui/same.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { fold } from '#shared/base/fold.ts';
import { csvFormat } from '#shared/domain/spreadsheet.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ColumnSetsMenu } from './column-sets.tsx';
import { layoutSchema, nextSort, type OrdersLayout, sortSchema, useOrderRows } from './order-rows.ts';
import { OrdersGrid } from './orders-grid.tsx';
import { hitColumns, NO_COLUMNS } from './orders-table.tsx';
import './orders.css';
import '#renderer/ui/status-bar.css';

const DEFAULT_LAYOUT: OrdersLayout = { columns: [...DEFAULT_COLUMNS], grouping: 'orders' };

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
  const { grouping } = layout;
  const onGrouping = useCallback(
    (next: Grouping) => setLayout({ ...layout, grouping: next }),
    [setLayout, layout],
  );
  const [keptSort, keepSort] = useScreenState('orders.sort', sortSchema, undefined);
  // What the address asks for counts until another order is asked for by hand.
  const [askedSort, setAskedSort] = useState<SortOrder | null>(
    by === null ? null : { column: by, direction: 'descending' },
  );
  const sort = askedSort ?? keptSort ?? null;
  const onSort = useCallback(
    (column: string) => {
      setAskedSort(null);
      keepSort(nextSort(sort, column) ?? undefined);
    },
    [sort, keepSort],
  );
  const unknownColumns = useSame(ledger.kind === 'open' ? ledger.facts.unknownColumns : NO_COLUMNS);
  const chosen = useMemo(() => {
    const wanted = new Set(extra === null ? layout.columns : [...layout.columns, extra]);
    // A view of another copy may name none of the columns there are: that would be a table of nothing.
    return inTableOrder(wanted, unknownColumns).length > 0 ? wanted : new Set(DEFAULT_COLUMNS);
  }, [layout.columns, extra, unknownColumns]);
  const shown = useMemo(() => inTableOrder(chosen, unknownColumns), [chosen, unknownColumns]);
  const source = useOrderRows(shown, grouping, sort);
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
  const show = useCallback((column: string) => choose([...chosen, column]), [choose, chosen]);
  const columnIds = useRef<readonly string[]>(shown);
  const { decimal } = formats.numbers;
  const job = useCallback((): ExportJob | null => {
    if (source.store.get().query === null) return null;
    const query = { selection, grouping, sort, columns: columnIds.current };
    return {
      fileName: exportFileName(text('nav.orders'), selection),
      open: () => openCsv(session.data.call, { ...query, ...csvFormat(decimal) }),
    };
  }, [source, selection, grouping, sort, text, session, decimal]);

  return (
    <>
      <OrdersHeader chosen={chosen} unknownColumns={unknownColumns} onChoose={choose} job={job} />
      <OrdersFilters
        source={source}
        shown={shown}
        unknownColumns={unknownColumns}
        grouping={grouping}
        onShow={show}
        onChoose={choose}
        onGrouping={onGrouping}
      />
      <OrdersGrid
        source={source}
        shown={shown}
        chosen={chosen}
        unknownColumns={unknownColumns}
        layout={held}
        sort={sort}
        onSort={onSort}
        onChoose={choose}
        columnIds={columnIds}
      />
    </>
  );
}

type Chooser = {
  readonly unknownColumns: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
};

/** What stands above the orders. Lines come and go beneath without its being drawn again. */
const OrdersHeader = memo(function OrdersHeader(
  props: Chooser & { readonly chosen: ReadonlySet<string>; readonly job: () => ExportJob | null },
) {
  const text = useText();
  const { chosen, unknownColumns, onChoose } = props;
  return (
    <ScreenHeader title={text('nav.orders')}>
      <PeriodControl />
      <span className="grow" />
      <SearchField />
      <ColumnChooser
        chosen={chosen}
        unknownColumns={unknownColumns}
        onChange={(next) => onChoose([...next])}
        onReset={() => onChoose(DEFAULT_COLUMNS)}
      />
      <ExportButton title={text('export.orders-title')} job={props.job} />
    </ScreenHeader>
  );
});

/** The filters, and what the table is made of. */
const OrdersFilters = memo(function OrdersFilters(
  props: Chooser & {
    readonly source: TableRowsSource;
    readonly shown: readonly string[];
    readonly grouping: Grouping;
    readonly onShow: (column: string) => void;
    readonly onGrouping: (grouping: Grouping) => void;
  },
) {
  const text = useText();
  const { source, shown, unknownColumns, grouping } = props;
  return (
    <FilterBar note={grouping === 'orders' ? text('filter.on-rows') : null}>
      <HitColumns source={source} shown={shown} onShow={props.onShow} />
      <ColumnSetsMenu shown={shown} unknownColumns={unknownColumns} onChoose={props.onChoose} />
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
  );
});

/** In which columns the first lines hold what is searched for; those that are not shown can be. */
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
  const hidden = columns.filter((column) => !shown.includes(column));
  if (columns.length === 0) return null;
  return (
    <span className="hits f11" data-testid="hit-columns" data-value={columns.join('\n')}>
      <span className="dim">{text('search.hits', { columns: columns.join(', ') })}</span>
      {hidden.map((column) => (
        <button key={column} type="button" className="link f11" onClick={() => props.onShow(column)}>
          {text('search.show-column', { column })}
        </button>
      ))}
    </span>
  );
}
