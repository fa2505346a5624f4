// biome-ignore-all lint/a11y/useSemanticElements: a table of a million rows is drawn by the window, with roles
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on the active cell does what a press does
// biome-ignore-all lint/a11y/noStaticElementInteractions: the pointer's part of what the grid's keys do
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type BodyPainter, createBodyPainter } from './body-painter.ts';
import type { CellAction } from './cell-menu.tsx';
import { fitColumn } from './fit-column.ts';
import { GridFoot } from './grid-foot.tsx';
import { GridHead } from './grid-head.tsx';
import {
  type CellPosition,
  type CellRange,
  type ColumnActions,
  type GridCell,
  type GridColumn,
  type GridGroup,
  type GridSort,
  type RowTest,
  type RowTree,
  rangeBounds,
} from './grid-types.ts';
import { place, placeValues } from './placement.ts';
import { useCellMenu } from './use-cell-menu.ts';
import { useColumnPointer } from './use-column-pointer.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import './grid.css';

const HeaderMenu = lazy(async () => ({ default: (await import('./header-menu.tsx')).HeaderMenu }));
const CellMenu = lazy(async () => ({ default: (await import('./cell-menu.tsx')).CellMenu }));

export type GridProps = {
  readonly label: string;
  /** In the order they are shown in, pinned ones first. */
  readonly columns: readonly GridColumn[];
  readonly groups: readonly GridGroup[];
  /** Null where the columns stay as they are. */
  readonly actions: ColumnActions | null;
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
  /** Ctrl+C; with the names of the columns: Ctrl+Alt+C. */
  readonly onCopy?: (range: CellRange, withNames: boolean) => void;
  /** The active cell went to another row by a key. */
  readonly onWalk?: (row: number) => void;
  /** What Esc does before it lets go of what is chosen; null: nothing. */
  readonly onEscape?: (() => void) | null;
  readonly tree?: RowTree;
  /** A range ends when it changes: which lines there are, but for those that were opened by hand. Else their number. */
  readonly linesKey?: string;
  /** What can be done to a cell, besides copying; shown by the other button of the pointer. */
  readonly cellActions?: (row: number, columnId: string) => readonly CellAction[];
  readonly stale: boolean;
  /** Nothing has been read yet: rows of the real height stand for the ones to come. */
  readonly loading?: boolean;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  /** Names rows for outside checks: their data-testid, and a data-value made of the line. */
  readonly rowTest?: RowTest;
};

/** A table drawn only where it is seen, in both directions; keys as ui.md says. */
export function Grid(props: GridProps) {
  const { columns, rowCount, onRange, actions, onVisible } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const painter = useRef<BodyPainter | null>(null);
  const activeId = useId();

  const [range, setRange] = useState<CellRange | null>(null);
  const select = useCallback(
    (next: CellRange | null) => {
      setRange(next);
      onRange?.(next);
    },
    [onRange],
  );
  const [menu, setMenu] = useState<{ readonly id: string; readonly anchor: Element } | null>(null);

  const [preview, setPreview] = useState<{ readonly id: string; readonly width: number } | null>(null);
  const placement = useMemo(
    () =>
      place(
        preview === null
          ? columns
          : columns.map((column) =>
              column.id === preview.id ? { ...column, width: preview.width } : column,
            ),
      ),
    [columns, preview],
  );
  const values = useMemo(() => placeValues(placement), [placement]);

  const draw = useRef<() => void>(() => {});
  const onMoved = useCallback(() => draw.current(), []);
  const scroll = useGridScroll(scroller, placement, rowCount, onMoved);

  function fit(id: string): void {
    if (actions !== null) fitColumn(id, columns, painter.current, actions.resize);
  }
  const gesture = useColumnPointer(
    head,
    scroller,
    placement,
    (done) => {
      if (actions === null) return;
      if (done.kind === 'resize') actions.resize(done.id, done.width);
      else if (done.before !== done.id) actions.move(done.id, done.before, done.isPinned);
    },
    fit,
  );
  const wished = gesture?.kind === 'resize' ? gesture : null;
  if (actions !== null && (wished?.id !== preview?.id || wished?.width !== preview?.width))
    setPreview(wished);

  const { revealRow } = scroll;
  const asked = props.reveal;
  const revealLatest = useRef(revealRow);
  useLayoutEffect(() => {
    revealLatest.current = revealRow;
  });
  useEffect(() => {
    if (asked !== null) revealLatest.current(asked.row);
  }, [asked]);

  // A range speaks of rows and columns by their place: it ends when these change. The active cell stays with its column.
  const lines = `${props.linesKey ?? rowCount}|${props.sort?.column}|${props.sort?.direction}`;
  const order = columns.map(({ id }) => id).join('\n');
  const active = useRef<{ readonly row: number; readonly id: string; readonly lines: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two are what it depends on
  useEffect(() => {
    const column = columns.findIndex(({ id }) => id === active.current?.id);
    const at = active.current?.lines === lines && column >= 0 ? { row: active.current.row, column } : null;
    select(at === null ? null : { from: at, to: at });
  }, [lines, order, select]);
  const activeColumn = columns[range?.to.column ?? -1];
  useEffect(() => {
    active.current =
      range === null || activeColumn === undefined ? null : { row: range.to.row, id: activeColumn.id, lines };
  });

  // Everything that is drawn by hand, after whatever React has drawn and before the frame is painted.
  useLayoutEffect(() => {
    const root = body.current;
    if (root === null) return;
    painter.current ??= createBodyPainter(root, activeId);
    const made = painter.current;
    const model = {
      placement,
      seen: scroll.seen,
      line: props.line,
      cell: props.cell,
      openRow: props.openRow,
      opens: props.onOpen !== null,
      bounds: range === null ? null : rangeBounds(range),
      active: range?.to ?? null,
      rowTest: props.rowTest,
      tree: props.tree,
    };
    draw.current = () => {
      const window = scroll.window();
      made.paint(model, window, scroll.scrolledPx());
      slideHead(view.current, scroll.scrolledPx());
      if (window.last >= window.first) onVisible?.(window.first, window.last);
    };
    draw.current();
  });

  function openMenu(id: string): void {
    const index = columns.findIndex((column) => column.id === id);
    if (actions === null || index < 0) return;
    scroll.revealColumn(index);
    // The header may only now come into view.
    requestAnimationFrame(() => {
      const anchor = head.current?.querySelector(`[data-header="${CSS.escape(id)}"]`);
      if (anchor != null) setMenu({ id, anchor });
    });
  }
  const openMenuLatest = useRef(openMenu);
  useLayoutEffect(() => {
    openMenuLatest.current = openMenu;
  });
  const onMenu = useCallback((id: string) => openMenuLatest.current(id), []);

  function reveal(at: CellPosition): void {
    scroll.revealRow(at.row);
    scroll.revealColumn(at.column);
  }
  const cellMenu = useCellMenu(columns, range, select);
  const onKeyDown = useGridKeys({
    scroller,
    columns,
    rowCount,
    range,
    pageRows: scroll.pageRows,
    firstRow: () => scroll.window().first,
    actions,
    select,
    reveal,
    onSort: props.onSort,
    onMenu: openMenu,
    onOpen: props.onOpen,
    onCellMenu: () => props.onCopy !== undefined && cellMenu.openByKey(document.getElementById(activeId)),
    onCopy: props.onCopy,
    onWalk: props.onWalk,
    onEscape: props.onEscape ?? null,
    tree: props.tree,
  });
  const pointer = useGridPointer({
    body,
    painter,
    columns,
    range,
    select,
    onOpen: props.onOpen,
    tree: props.tree,
  });
  const moving = gesture?.kind === 'move' ? gesture : null;
  const held = menu?.id ?? gesture?.id ?? null;
  const menuColumn = columns.find((column) => column.id === menu?.id);
  const carried = columns.find((column) => column.id === moving?.id);
  return (
    <>
      <div
        ref={scroller}
        className={gesture === null ? 'gw' : `gw ${gesture.kind === 'resize' ? 'resizing' : 'moving'}`}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rowCount + 3}
        aria-colcount={columns.length}
        aria-activedescendant={range === null ? undefined : activeId}
        aria-multiselectable="true"
        aria-keyshortcuts="Alt+ArrowDown Alt+Enter Control+C Control+Alt+C Enter"
        onKeyDown={onKeyDown}
        onScroll={scroll.onScroll}
      >
        <div
          className="gsheet"
          role="presentation"
          style={{ width: placement.pinnedPx + placement.stripPx, height: scroll.sheetPx }}
        >
          <div ref={view} className="gview" role="presentation" style={values}>
            <div
              role="presentation"
              onContextMenu={(event) => {
                const id = (event.target as Element).closest<HTMLElement>('[data-header]')?.dataset.header;
                if (id === undefined || actions === null) return;
                event.preventDefault();
                openMenu(id);
              }}
            >
              <GridHead
                root={head}
                groups={props.groups}
                placement={placement}
                seen={scroll.seen}
                sort={props.sort}
                held={held}
                withMenu={actions !== null}
                onSort={props.onSort}
                onMenu={onMenu}
              />
            </div>
            <div className="gbody" role="presentation" data-stale={props.stale}>
              {rowCount === 0 ? (
                <div className="gempty empty" role="row">
                  <div role="gridcell">{props.empty}</div>
                </div>
              ) : null}
              {rowCount === 0 && props.loading === true ? <div className="gloading" /> : null}
              <div
                ref={body}
                className="gpaint"
                role="presentation"
                {...pointer}
                onContextMenu={props.onCopy === undefined ? undefined : cellMenu.open}
              />
            </div>
            <GridFoot
              placement={placement}
              seen={scroll.seen}
              rowIndex={rowCount + 3}
              label={props.footLabel}
              foot={props.foot}
            />
            {moving === null ? null : (
              <>
                <i className="gmark" style={{ left: moving.markPx }} />
                <span className="gcarry" style={{ left: moving.pointPx }}>
                  {carried?.label}
                </span>
              </>
            )}
          </div>
        </div>
      </div>
      {cellMenu.place === null || props.onCopy === undefined ? null : (
        <Suspense fallback={null}>
          <CellMenu
            place={cellMenu.place}
            actions={
              props.cellActions?.(cellMenu.place.at.row, columns[cellMenu.place.at.column]?.id ?? '') ?? []
            }
            onCopy={props.onCopy}
            onClose={cellMenu.close}
          />
        </Suspense>
      )}
      {menu === null || actions === null || menuColumn === undefined ? null : (
        <Suspense fallback={null}>
          <HeaderMenu
            column={menuColumn}
            anchor={menu.anchor}
            actions={actions}
            isLast={columns.length < 2}
            onSort={props.onSort}
            onFit={fit}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The head and the foot follow the strip of columns; a group's name stays in view as long as its columns are. */
function slideHead(view: HTMLElement | null, scrolledPx: number): void {
  if (view === null || view.dataset.slid === String(scrolledPx)) return;
  view.dataset.slid = String(scrolledPx);
  for (const strip of view.querySelectorAll<HTMLElement>('.ghead .gstrip, .gfoot .gstrip'))
    strip.style.transform = `translateX(${-scrolledPx}px)`;
  for (const band of view.querySelectorAll<HTMLElement>('.ggroups .gg[data-left]')) {
    const hidden = scrolledPx - Number(band.dataset.left);
    const room = Math.max(0, Math.min(hidden, Number(band.dataset.width) - 40));
    band.style.setProperty('--hidden', `${room}px`);
  }
}
