// biome-ignore-all lint/a11y/useSemanticElements: a table of a million rows is drawn by the window, with roles
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on the active cell does what a press does
import {
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from '../icon.tsx';
import {
  type CellPosition,
  type CellRange,
  type GridCell,
  type GridColumn,
  type GridGroup,
  type GridSort,
  moveFocus,
  rangeBounds,
} from './grid-types.ts';
import './grid.css';

const ROW = 28;
const HEADER_ROW = 24;
const FOOT = 30;

const features = tableFeatures({
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});
type NoRow = { readonly id: string };
const NO_ROWS: NoRow[] = [];
const helper = createColumnHelper<typeof features, NoRow>();

export type GridProps = {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly groups: readonly GridGroup[];
  readonly rowCount: number;
  /** A line's own object, or undefined where it has not been read. */
  readonly line: (row: number) => object | undefined;
  readonly cell: (line: object, columnId: string) => GridCell;
  readonly footLabel: ReactNode;
  readonly foot: (columnId: string) => GridCell | null;
  readonly sort: GridSort | null;
  readonly onSort: (columnId: string) => void;
  readonly openRow: number | null;
  /** A row to bring into view; again with every new object. */
  readonly reveal: { readonly row: number } | null;
  readonly onOpen: ((row: number) => void) | null;
  readonly onVisible?: (first: number, last: number) => void;
  readonly onRange?: (range: CellRange | null) => void;
  readonly onCopy?: (range: CellRange) => void;
  readonly stale: boolean;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  /** Names rows for outside checks: their data-testid, and a data-value made of the line. */
  readonly rowTest?: RowTest;
};

export type RowTest = { readonly id: string; readonly value: (line: object) => string };

type Placed = { readonly column: GridColumn; readonly index: number; readonly first: boolean };

/** A table drawn only where it is seen, in both directions; keys as ui.md says. */
export function Grid(props: GridProps) {
  const { columns, rowCount, onVisible, onRange } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const id = useId();

  const definitions = useMemo(
    () =>
      helper.columns(
        columns.map((column) =>
          helper.display({ id: column.id, size: column.width, minSize: 20, enableSorting: column.sortable }),
        ),
      ),
    [columns],
  );
  const pinnedIds = useMemo(
    () => columns.filter((column) => column.pinned).map((column) => column.id),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    manualSorting: true,
    state: {
      columnPinning: { start: pinnedIds, end: [] },
      sorting:
        props.sort === null ? [] : [{ id: props.sort.column, desc: props.sort.direction === 'descending' }],
    },
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const order = [
    ...table.getStartVisibleLeafColumns().map((column) => column.id),
    ...table.getCenterVisibleLeafColumns().map((column) => column.id),
  ];
  const orderKey = order.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: orderKey stands for order
  const placed = useMemo(() => {
    let group: string | null = null;
    return order.flatMap((columnId, index): Placed[] => {
      const column = byId.get(columnId);
      if (column === undefined) return [];
      const first = !column.pinned && column.group !== group;
      group = column.group;
      return [{ column, index, first }];
    });
  }, [orderKey, byId]);
  const pinned = useMemo(() => placed.filter(({ column }) => column.pinned), [placed]);
  const center = useMemo(() => placed.filter(({ column }) => !column.pinned), [placed]);
  const pinnedWidth = pinned.reduce((sum, { column }) => sum + column.width, 0);
  const centerWidth = center.reduce((sum, { column }) => sum + column.width, 0);

  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollPaddingEnd: 2 * HEADER_ROW + FOOT,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: center.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => center[index]?.column.width ?? 0,
    overscan: 4,
    scrollPaddingStart: 0,
    scrollPaddingEnd: pinnedWidth,
  });
  const widths = center.map(({ column }) => column.width).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the widths are others
  useEffect(() => across.measure(), [widths, across]);

  const asked = props.reveal;
  useEffect(() => {
    if (asked !== null) rows.scrollToIndex(asked.row, { align: 'auto' });
  }, [asked, rows]);

  const shownRows = rows.getVirtualItems();
  const shownColumns = across.getVirtualItems();
  const firstRow = rows.range?.startIndex ?? 0;
  const lastRow = rows.range?.endIndex ?? 0;
  useEffect(() => onVisible?.(firstRow, lastRow), [onVisible, firstRow, lastRow]);

  const [range, setRange] = useState<CellRange | null>(null);
  const select = useCallback(
    (next: CellRange | null) => {
      setRange(next);
      onRange?.(next);
    },
    [onRange],
  );
  // A range speaks of rows and columns by their place: it ends when these change.
  const layout = `${orderKey}|${rowCount}|${props.sort?.column}|${props.sort?.direction}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: layout is what it depends on
  useEffect(() => select(null), [layout, select]);

  function reveal(at: CellPosition): void {
    rows.scrollToIndex(at.row, { align: 'auto' });
    const column = placed[at.column];
    if (column !== undefined && !column.column.pinned)
      across.scrollToIndex(at.column - pinned.length, { align: 'auto' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== scroll.current || rowCount === 0) return;
    if (event.altKey) {
      const sorted = placed[range?.to.column ?? 0]?.column;
      if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && sorted?.sortable === true) {
        event.preventDefault();
        props.onSort(sorted.id);
      }
      return;
    }
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === 'c') {
      if (range !== null && props.onCopy !== undefined) {
        event.preventDefault();
        props.onCopy(range);
      }
      return;
    }
    if (control && event.key.toLowerCase() === 'a' && range !== null) {
      event.preventDefault();
      const { column } = range.to;
      select({ from: { row: 0, column }, to: { row: rowCount - 1, column } });
      return;
    }
    if (event.key === 'Enter' && range !== null) {
      event.preventDefault();
      props.onOpen?.(range.to.row);
      return;
    }
    if (event.key === 'Escape' && range !== null) {
      select(null);
      return;
    }
    const size = {
      rows: rowCount,
      columns: placed.length,
      page: Math.max(1, lastRow - firstRow - 3),
    };
    const start = range?.to ?? { row: firstRow, column: 0 };
    const next = range === null ? start : moveFocus(start, event.key, size, control);
    if (next === null || moveFocus(start, event.key, size, control) === null) return;
    event.preventDefault();
    select({ from: event.shiftKey && range !== null ? range.from : next, to: next });
    reveal(next);
  }

  const dragging = useRef(false);
  useEffect(() => {
    const stop = (): void => {
      dragging.current = false;
    };
    window.addEventListener('mouseup', stop);
    return () => window.removeEventListener('mouseup', stop);
  }, []);

  const bounds = range === null ? null : rangeBounds(range);
  const latest = useRef({ range, select, onOpen: props.onOpen });
  useEffect(() => {
    latest.current = { range, select, onOpen: props.onOpen };
  });
  const press = useCallback((at: CellPosition, extend: boolean) => {
    const { range: before, select: choose } = latest.current;
    dragging.current = true;
    choose({ from: extend && before !== null ? before.from : at, to: at });
  }, []);
  const drag = useCallback((at: CellPosition) => {
    const { range: before, select: choose } = latest.current;
    if (dragging.current && before !== null) choose({ from: before.from, to: at });
  }, []);
  const open = useCallback((row: number) => latest.current.onOpen?.(row), []);

  const before = shownColumns[0]?.start ?? 0;
  const visible = useMemo(
    () => shownColumns.flatMap((item) => center[item.index] ?? []),
    [shownColumns, center],
  );
  const width = pinnedWidth + centerWidth;
  return (
    <div
      ref={scroll}
      className="gw"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rowCount + 3}
      aria-colcount={placed.length}
      aria-activedescendant={range === null ? undefined : `${id}-${range.to.row}-${range.to.column}`}
      aria-multiselectable="true"
      aria-keyshortcuts="Alt+ArrowDown Control+C Enter"
      onKeyDown={onKeyDown}
    >
      <div className="gsheet" style={{ width, minWidth: '100%' }}>
        <div className="ghead">
          <GroupRow groups={props.groups} pinned={pinned} pinnedWidth={pinnedWidth} center={center} />
          <div className="grow-h" role="row" aria-rowindex={2}>
            {pinned.map((item) => (
              <HeaderCell key={item.column.id} item={item} pinned={pinned} grid={props} />
            ))}
            <i style={{ width: before, flex: 'none' }} />
            {visible.map((item) => (
              <HeaderCell key={item.column.id} item={item} pinned={pinned} grid={props} />
            ))}
          </div>
        </div>
        <div className="gbody" data-stale={props.stale} style={{ height: rows.getTotalSize() }}>
          {rowCount === 0 ? <div className="gempty">{props.empty}</div> : null}
          {shownRows.map((item: VirtualItem) => (
            <Row
              key={item.key}
              id={id}
              row={item.index}
              top={item.start}
              line={props.line(item.index)}
              cell={props.cell}
              pinned={pinned}
              before={before}
              visible={visible}
              open={props.openRow === item.index}
              opens={props.onOpen !== null}
              rowTest={props.rowTest}
              selFrom={
                bounds !== null && item.index >= bounds.top && item.index <= bounds.bottom ? bounds.left : -1
              }
              selTo={
                bounds !== null && item.index >= bounds.top && item.index <= bounds.bottom ? bounds.right : -1
              }
              selTop={bounds?.top === item.index}
              selBottom={bounds?.bottom === item.index}
              active={range !== null && range.to.row === item.index ? range.to.column : -1}
              onPress={press}
              onDrag={drag}
              onOpen={open}
            />
          ))}
        </div>
        <div className="gfoot" role="row" aria-rowindex={rowCount + 3}>
          <div className="gc gpin glabel ell" role="rowheader" style={{ width: pinnedWidth, left: 0 }}>
            {props.footLabel}
          </div>
          <i style={{ width: before, flex: 'none' }} />
          {visible.map(({ column, first }) => (
            <Cell key={column.id} column={column} first={first} cell={props.foot(column.id)} />
          ))}
        </div>
      </div>
    </div>
  );
}

function GroupRow(props: {
  readonly groups: readonly GridGroup[];
  readonly pinned: readonly Placed[];
  readonly pinnedWidth: number;
  readonly center: readonly Placed[];
}) {
  const bands: { group: GridGroup; width: number; columns: number }[] = [];
  for (const { column, first } of props.center) {
    const group = props.groups.find((other) => other.id === column.group);
    if (group === undefined) continue;
    const band = bands.at(-1);
    if (first || band === undefined) bands.push({ group, width: column.width, columns: 1 });
    else {
      band.width += column.width;
      band.columns += 1;
    }
  }
  const own = props.groups.find((group) => group.id === 'pinned');
  return (
    <div className="ggroups" role="row" aria-rowindex={1}>
      {props.pinned.length === 0 ? null : own === undefined || own.label === '' ? (
        <div className="gg gpin glabel" role="presentation" style={{ width: props.pinnedWidth, left: 0 }} />
      ) : (
        <div
          className="gg gpin glabel"
          role="columnheader"
          aria-colspan={props.pinned.length}
          style={{ width: props.pinnedWidth, left: 0 }}
        >
          <Icon name="pin" small />
          {own.label}
        </div>
      )}
      {bands.map(({ group, width, columns }) => (
        <div
          key={group.id}
          className={group.ink === null ? 'gg gl' : 'gg gl ink'}
          role="columnheader"
          aria-colspan={columns}
          style={{ width, ...(group.ink === null ? {} : { '--ink': group.ink }) }}
          title={group.title}
        >
          <span className="ell" style={{ left: props.pinnedWidth + 6 }}>
            {group.mark}
            {group.mark === undefined ? null : ' '}
            {group.label}
          </span>
          {group.fold === null ? null : (
            <button
              type="button"
              className="tg"
              title={group.fold.title}
              aria-label={`${group.title}: ${group.fold.title}`}
              aria-expanded={!group.fold.folded}
              onClick={group.fold.toggle}
            >
              <Icon name={group.fold.folded ? 'right' : 'left'} small />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

function pinnedStyle(item: Placed, pinned: readonly Placed[]): { width: number; left?: number } {
  if (!item.column.pinned) return { width: item.column.width };
  const left = pinned.slice(0, item.index).reduce((sum, { column }) => sum + column.width, 0);
  return { width: item.column.width, left };
}

function cellClass(item: Placed, last: boolean): string {
  return [
    'gc',
    item.column.align === 'end' ? 'n' : '',
    item.column.pinned ? 'gpin' : '',
    last ? 'glast' : '',
    item.first ? 'gl' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function HeaderCell(props: {
  readonly item: Placed;
  readonly pinned: readonly Placed[];
  readonly grid: GridProps;
}) {
  const { column } = props.item;
  const { sort } = props.grid;
  const sorted = sort?.column === column.id ? sort.direction : null;
  const last = props.pinned.at(-1) === props.item;
  return (
    <div
      className={cellClass(props.item, last)}
      role="columnheader"
      aria-colindex={props.item.index + 1}
      aria-sort={sorted ?? 'none'}
      style={pinnedStyle(props.item, props.pinned)}
      title={column.name}
    >
      {column.sortable ? (
        <button
          type="button"
          className={sorted === null ? 'gs' : 'gs on'}
          tabIndex={-1}
          onClick={() => props.grid.onSort(column.id)}
        >
          <span className="ell">{column.label}</span>
          {column.label === column.name ? null : <span className="sr">{column.name}</span>}
          {sorted === null ? null : <Icon name={sorted === 'ascending' ? 'up' : 'down'} small />}
        </button>
      ) : (
        <span className="ell">{column.label}</span>
      )}
    </div>
  );
}

const TONES: { readonly [tone in GridCell['tone']]: string } = {
  plain: '',
  zero: 'z',
  negative: 'neg',
  positive: 'pos',
  none: 'z',
  warn: 'warn',
  soft: 'mut',
};

function Cell(props: {
  readonly column: GridColumn;
  readonly first: boolean;
  readonly cell: GridCell | null;
}) {
  const { cell, column } = props;
  return (
    <div
      className={['gc', column.align === 'end' ? 'n' : '', props.first ? 'gl' : ''].filter(Boolean).join(' ')}
      role="gridcell"
      style={{ width: column.width }}
      title={cell?.title}
    >
      {cell === null ? null : <CellText cell={cell} />}
    </div>
  );
}

function CellText(props: { readonly cell: GridCell }) {
  const { cell } = props;
  const tone = cell.opens === true ? `${TONES[cell.tone]} glink` : TONES[cell.tone];
  return (
    <>
      {cell.before}
      <span
        className={cell.partial ? `${tone} part` : tone}
        data-value={cell.value}
        data-testid={cell.testId}
      >
        {cell.text}
      </span>
    </>
  );
}

type RowProps = {
  readonly id: string;
  readonly row: number;
  readonly top: number;
  readonly line: object | undefined;
  readonly cell: (line: object, columnId: string) => GridCell;
  readonly pinned: readonly Placed[];
  readonly before: number;
  readonly visible: readonly Placed[];
  readonly open: boolean;
  readonly opens: boolean;
  readonly rowTest: RowTest | undefined;
  readonly selFrom: number;
  readonly selTo: number;
  readonly selTop: boolean;
  readonly selBottom: boolean;
  readonly active: number;
  readonly onPress: (at: CellPosition, extend: boolean) => void;
  readonly onDrag: (at: CellPosition) => void;
  readonly onOpen: (row: number) => void;
};

const Row = memo(function Row(props: RowProps) {
  const { line, row } = props;
  const draw = (item: Placed): ReactNode => {
    const { index } = item;
    const cell = line === undefined ? null : props.cell(line, item.column.id);
    const inside = props.selFrom >= 0 && index >= props.selFrom && index <= props.selTo;
    const classes = [
      cellClass(item, props.pinned.at(-1) === item),
      inside ? 'sel' : '',
      inside && index === props.selFrom ? 'se-l' : '',
      inside && index === props.selTo ? 'se-r' : '',
      inside && props.selTop ? 'se-t' : '',
      inside && props.selBottom ? 'se-b' : '',
      props.active === index ? 'act' : '',
    ];
    return (
      <div
        key={item.column.id}
        id={`${props.id}-${row}-${index}`}
        className={classes.filter(Boolean).join(' ')}
        role="gridcell"
        aria-colindex={index + 1}
        aria-selected={inside}
        style={pinnedStyle(item, props.pinned)}
        title={cell?.title ?? (item.column.align === 'start' ? cell?.text : undefined)}
        onMouseDown={(event) => {
          if (event.button === 0) props.onPress({ row, column: index }, event.shiftKey);
        }}
        onMouseEnter={() => props.onDrag({ row, column: index })}
        data-column={item.column.id}
        onClick={cell?.opens === true && props.opens ? () => props.onOpen(row) : undefined}
      >
        {cell === null ? <i className="ph" /> : <CellText cell={cell} />}
      </div>
    );
  };
  return (
    <div
      className={props.open ? 'gr open' : 'gr'}
      role="row"
      aria-rowindex={row + 3}
      style={{ transform: `translateY(${props.top}px)` }}
      data-testid={props.rowTest?.id}
      data-value={line === undefined ? undefined : props.rowTest?.value(line)}
      onDoubleClick={props.opens ? () => props.onOpen(row) : undefined}
    >
      {props.pinned.map(draw)}
      <i style={{ width: props.before, flex: 'none' }} />
      {props.visible.map(draw)}
    </div>
  );
});
