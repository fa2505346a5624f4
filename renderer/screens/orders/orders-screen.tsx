import { useCallback, useMemo, useRef, useState } from 'react';
import type { Grouping, SortOrder } from '#renderer/data/api.ts';
import { openCsv } from '#renderer/data/client/export-run.ts';
import { useLedger, useSession } from '#renderer/data/client/session-context.tsx';
import { DEFAULT_COLUMNS, inTableOrder } from '#renderer/features/columns/column-sections.ts';
import { useColumnLayout } from '#renderer/features/columns/use-column-layout.ts';
import type { ExportJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/export.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useSame } from '#renderer/ui/hooks.ts';
import { csvFormat } from '#shared/domain/spreadsheet.ts';
import { OrdersFilters, OrdersHeader } from './orders-head.tsx';
import { layoutSchema, nextSort, type OrdersLayout, sortSchema } from './state/orders-state.ts';
import { OrdersGrid } from './table/orders-grid.tsx';
import { NO_COLUMNS } from './table/orders-table.tsx';
import { useOrderRows } from './table/use-order-rows.ts';
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
