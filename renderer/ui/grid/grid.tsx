// biome-ignore-all lint/a11y/useSemanticElements: a table of a million rows is drawn by the window, with roles
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on the active cell does what a press does
// biome-ignore-all lint/a11y/noStaticElementInteractions: the pointer's part of what the grid's keys do
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { BodyPainter } from './body-painter.ts';
import { fitColumn } from './fit-column.ts';
import { GridFoot } from './grid-foot.tsx';
import { GridHead } from './grid-head.tsx';
import { GridMenus } from './grid-menus.tsx';
import type { GridProps } from './grid-props.ts';
import type { CellPosition } from './grid-types.ts';
import { place, placeValues } from './placement.ts';
import { useRowPx } from './row-height.tsx';
import { useCellMenu } from './use-cell-menu.ts';
import { useColumnPointer } from './use-column-pointer.ts';
import { useDrawnBody } from './use-drawn-body.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridRange } from './use-grid-range.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import { useHeaderMenu } from './use-header-menu.ts';
import { useViewSize } from './use-view-size.ts';
import './grid.css';

/** A table drawn only where it is seen, in both directions; keys as ui/README.md says. */
export function Grid(props: GridProps) {
  const { columns, rowCount, actions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const painter = useRef<BodyPainter | null>(null);
  const activeId = useId();
  const rowPx = useRowPx();
  const size = useViewSize(scroller, props.label);

  const lines = `${props.linesKey ?? rowCount}|${props.sort?.column}|${props.sort?.direction}`;
  const [range, select] = useGridRange(columns, lines, props.onRange);

  const [preview, setPreview] = useState<{ readonly id: string; readonly width: number } | null>(null);
  // Before it is measured there is all the room there may be.
  const viewPx = size.width === 0 ? Number.POSITIVE_INFINITY : size.width;
  const placement = useMemo(
    () =>
      place(
        preview === null
          ? columns
          : columns.map((column) =>
              column.id === preview.id ? { ...column, width: preview.width } : column,
            ),
        viewPx,
      ),
    [columns, preview, viewPx],
  );
  const values = useMemo(
    (): { readonly [name: string]: string } => ({
      ...placeValues(placement, viewPx),
      '--row': `${rowPx}px`,
    }),
    [placement, viewPx, rowPx],
  );

  const draw = useRef<() => void>(() => {});
  const onMoved = useCallback(() => draw.current(), []);
  const scroll = useGridScroll({
    scroller,
    size,
    placement,
    rowCount,
    rowPx,
    onMoved,
    startsAtEnd: props.startsAtEnd === true,
  });

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

  useDrawnBody({ body, view, painter, draw, activeId, placement, scroll, rowPx, range, props });

  function reveal(at: CellPosition): void {
    scroll.revealRow(at.row);
    scroll.revealColumn(at.column);
  }
  const headerMenu = useHeaderMenu(head, columns, scroll.revealColumn);
  const openMenu = (id: string): void => {
    if (actions !== null) headerMenu.open(id);
  };
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
  const held = headerMenu.place?.column.id ?? gesture?.id ?? null;
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
          style={{
            width: placement.pinnedPx + placement.stripPx + placement.endPx,
            height: scroll.sheetPx,
          }}
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
                onMenu={headerMenu.open}
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
      <GridMenus grid={props} cell={cellMenu} header={headerMenu} onFit={fit} />
    </>
  );
}
