import { memo } from 'react';
import type { Grouping } from '#renderer/data/api.ts';
import type { TableRowsSource } from '#renderer/data/client/table-rows.ts';
import { DEFAULT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { ExportButton, type ExportJob } from '#renderer/features/export/export.tsx';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { FilterBar } from '#renderer/features/selection/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/selection/filters/search-field.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/controls.tsx';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { ColumnSetsMenu } from './columns/column-sets-menu.tsx';
import { HitColumns } from './table/hit-columns.tsx';

type Chooser = {
  readonly unknownColumns: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
};

/** What stands above the orders. Lines come and go beneath without its being drawn again. */
export const OrdersHeader = memo(function OrdersHeader(
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
export const OrdersFilters = memo(function OrdersFilters(
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
