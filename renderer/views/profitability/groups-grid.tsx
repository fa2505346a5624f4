import { useCallback, useMemo } from 'react';
import { useText } from '../../i18n/text.tsx';
import type { Dimension, Group, SortOrder, Totals } from '../../link/data-contract.ts';
import { figureText, figureTone } from '../../ui/figure-text.ts';
import { type Formats, useFormats } from '../../ui/formats.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import type { CellRange, GridCell, GridColumn, GridGroup } from '../../ui/grid/grid-types.ts';
import { rangeBounds } from '../../ui/grid/grid-types.ts';
import { useCharWidths } from '../../ui/grid/measure.ts';
import { gridCellTsv, rangeTsv } from '../../ui/grid/tsv.ts';
import { ScopeMark } from '../../ui/scope-mark.tsx';
import { useArranged, useColumnLayout } from '../columns/use-column-layout.ts';
import { NoRows } from '../orders/no-rows.tsx';
import { isPartial } from '../selection/cost-coverage.ts';
import { division } from './division.ts';
import {
  CAPTION_COLUMN,
  exactSums,
  FIGURE_COLUMNS,
  type FigureColumn,
  VALUE_COLUMN,
} from './profitability-state.ts';

const SCOPE_KEYS = { marketplace: 'Marketplace', comercial: 'Comercial', total: 'Total' } as const;

/** The selection by month, channel, account, product, brand or category, with its total at the foot. */
export function GroupsGrid(props: {
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
  const widths = useCharWidths();
  const natural = useMemo(() => {
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
      const sample = longestFigure(groups, column);
      const widest = Math.max(
        widths.regular(sample === undefined ? '' : figure(sample.totals, column).text),
        widths.bold(foot),
        widths.bold(label) + 8,
      );
      return {
        id: column.id,
        label,
        name: column.id,
        align: 'end',
        width: Math.ceil(Math.max(column.kind === 'percent' ? 52 : 70, widest + 14)),
        group: column.group,
        pinned: false,
        sortable: true,
      };
    });
    return [first, ...caption, ...figures];
  }, [groups, total, figure, nameOf, heading.value, heading.caption, text, widths]);
  const { columns, actions } = useArranged(natural, useColumnLayout(`groups.${dimension}`), noShortfall);
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
    const rows = groups
      .slice(top, bottom + 1)
      .map((group) => chosen.map(({ id }) => gridCellTsv(cell(group, id), formats.numbers.decimal)));
    const names = chosen.map(({ name }) => name);
    await navigator.clipboard.writeText(rangeTsv(names, rows));
  }
  return (
    <Grid
      label={text('groups.label', { dimension: heading.value })}
      columns={columns}
      groups={gridGroups}
      actions={actions}
      rowCount={groups.length}
      line={line}
      cell={cell}
      foot={foot}
      footLabel={text(props.everything ? 'orders.total-all' : 'orders.total-filter')}
      sort={props.sort}
      onSort={props.onSort}
      openRow={null}
      reveal={null}
      onOpen={null}
      onCopy={(range) => void copy(range)}
      stale={props.stale}
      empty={total === null ? null : <NoRows />}
    />
  );
}

/** The group whose figure has the most digits: thousands of them are not all written out to lay out a column. */
function longestFigure(groups: readonly Group[], column: FigureColumn): Group | undefined {
  if (column.kind === 'percent') return undefined;
  let found: Group | undefined;
  let longest = 0;
  for (const group of groups) {
    const [whole = ''] = (column.read(group.totals.sums) ?? '').split('.');
    if (whole.length <= longest) continue;
    longest = whole.length;
    found = group;
  }
  return found;
}

function noShortfall(): number {
  return 0;
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
  const kind = column.kind === 'percent' ? 'points' : column.kind;
  const title =
    exact === null
      ? (kind === 'money' ? formats.exact : formats.figure)(value)
      : division(exact.part, exact.base, formats, column.id.slice(2));
  return {
    text: figureText(
      value,
      kind,
      column.kind === 'money' ? places : column.kind === 'count' ? 0 : 1,
      formats,
    ),
    tone: figureTone(value, kind, formats),
    value,
    title: partial ? `${title} · ${incomplete}` : title,
    ...(partial ? { partial } : {}),
  };
}
