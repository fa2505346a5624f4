// biome-ignore-all lint/a11y/useSemanticElements: a table of a million rows is drawn by the window, with roles
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on the active cell does what a press does
// biome-ignore-all lint/a11y/noStaticElementInteractions: the pointer's part of what the grid's keys do

import { type MouseEvent, useCallback, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { type BodyPainter, useDrawnBody } from './body-painter.ts';
import styles from './grid.module.css';
import { GridFoot, GridHead } from './grid-head.tsx';
import paperStyles from './grid-paper.module.css';
import { GridPaper, usePrinted } from './grid-paper.tsx';
import type { GridProps } from './grid-types.ts';
import { fitColumn, useCharWidths } from './measure.ts';
import { MoreColumns } from './more-columns.tsx';
import { type ColumnGesture, usePlacement } from './placement.ts';
import { useRowPx } from './row-height.tsx';
import { useColumnPointer } from './use-column-pointer.ts';
import { useGridKeys, useGridPointer, useGridRange } from './use-grid-input.ts';
import { GridMenus, useCellMenu, useHeaderMenu } from './use-grid-menus.tsx';
import { useGridScroll, useViewSize } from './use-grid-scroll.ts';
import { usePointedColumn } from './use-pointed-column.ts';

/** A table drawn only where it is seen, in both directions; keys as ui/README.md says. */
export function Grid(props: GridProps) {
  const grid = useGrid(props);
  const { placement, scroll, gesture } = grid;
  const { columns, rowCount } = props;
  const printed = usePrinted(grid.scroller, props);
  const hasFoot = props.foot !== null;
  const classes = [
    styles.grid,
    props.className,
    printed !== null && paperStyles.onScreen,
    gesture !== null && (gesture.kind === 'resize' ? styles.resizing : styles.moving),
  ];
  return (
    <>
      <div
        ref={grid.scroller}
        className={classNames(...classes)}
        data-whole={props.isWhole === true}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rowCount + (hasFoot ? 3 : 2)}
        aria-colcount={columns.length}
        aria-activedescendant={grid.range === null ? undefined : grid.activeId}
        aria-multiselectable="true"
        aria-keyshortcuts="Alt+ArrowDown Alt+Enter Control+C Control+Alt+C Enter"
        onKeyDown={grid.onKeyDown}
        onScroll={scroll.onScroll}
      >
        <div
          className={styles.sheet}
          role="presentation"
          style={{ width: placement.pinnedPx + placement.stripPx + placement.endPx, height: scroll.sheetPx }}
        >
          <div ref={grid.view} className={styles.view} role="presentation" style={grid.values}>
            <Head grid={grid} props={props} />
            <Body grid={grid} props={props} />
            {props.foot === null ? null : (
              <GridFoot
                placement={placement}
                seen={scroll.columns.seen}
                rowIndex={rowCount + 3}
                marked={grid.marked}
                label={props.footLabel}
                foot={props.foot}
              />
            )}
            <Carried grid={grid} props={props} />
          </div>
        </div>
      </div>
      {printed === null ? null : <GridPaper grid={props} printed={printed} />}
      <GridMenus grid={props} cell={grid.cellMenu} header={grid.headerMenu} onFit={grid.fit} />
    </>
  );
}

type Part = { readonly grid: GridModel; readonly props: GridProps };

function Head({ grid, props }: Part) {
  const { headerMenu, gesture, scroller, placement, viewPx } = grid;
  const hasSections = props.hasSections === true;
  const more = useMemo(
    () => <MoreColumns {...{ scroller, placement, viewPx, hasSections }} />,
    [scroller, placement, viewPx, hasSections],
  );
  const onContextMenu = (event: MouseEvent): void => {
    const id = (event.target as Element).closest<HTMLElement>('[data-header]')?.dataset.header;
    if (id === undefined || props.actions === null) return;
    event.preventDefault();
    headerMenu.open(id);
  };
  return (
    <div role="presentation" onContextMenu={onContextMenu}>
      <GridHead
        root={grid.head}
        groups={props.groups}
        placement={grid.placement}
        seen={grid.scroll.columns.seen}
        sort={props.sort}
        marked={grid.marked}
        held={headerMenu.place?.column.id ?? gesture?.id ?? null}
        withMenu={props.actions !== null}
        more={more}
        onSort={props.onSort}
        onMenu={headerMenu.open}
      />
    </div>
  );
}

/** The rows, drawn by hand (body-painter.ts); or what is said where there are none. */
function Body({ grid, props }: Part) {
  const { rowCount } = props;
  return (
    <div className={styles.body} data-part="body" role="presentation" data-stale={props.stale}>
      {rowCount === 0 ? (
        <div className={classNames(styles.empty, ui.empty)} role="row">
          <div role="gridcell">{props.empty}</div>
        </div>
      ) : null}
      {rowCount === 0 && props.loading === true ? <div className={styles.loading} /> : null}
      <div
        ref={grid.body}
        className={styles.canvas}
        role="presentation"
        {...grid.pointer}
        onContextMenu={props.onCopy === undefined ? undefined : grid.cellMenu.open}
      />
    </div>
  );
}

function Carried({ grid, props }: Part) {
  const { gesture } = grid;
  if (gesture?.kind !== 'move') return null;
  return (
    <>
      <i className={styles.target} style={{ left: gesture.markPx }} />
      <span className={styles.carried} style={{ left: gesture.pointPx }}>
        {props.columns.find(({ id }) => id === gesture.id)?.label}
      </span>
    </>
  );
}

/** All that happens in a table: where its columns and rows stand, what is chosen, and what keys and pointer do. */
function useGrid(props: GridProps) {
  const { columns, rowCount, actions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const painter = useRef<BodyPainter | null>(null);
  const activeId = useId();
  const ownRowPx = useRowPx();
  const rowPx = props.rowPx ?? ownRowPx;
  const size = useViewSize(scroller, props.label);
  const lines = `${props.linesKey ?? rowCount}|${props.sort?.column}|${props.sort?.direction}`;
  const [range, select] = useGridRange(columns, lines, props.onRange);
  const { gesture: drawn, latest } = useColumnPointer(head, scroller);
  // Columns that stay as they are go along with no hand.
  const gesture = actions === null ? null : drawn;
  const { placement, values } = usePlacement(columns, gesture, size.width, rowPx);
  const draw = useRef<() => void>(() => {});
  const onMoved = useCallback(() => draw.current(), []);
  const scroll = useGridScroll({
    scroller,
    size,
    placement,
    rowCount,
    rowPx,
    hasFoot: props.foot !== null,
    isWhole: props.isWhole === true,
    startsAtEnd: props.startsAtEnd === true,
    onMoved,
  });
  const fit = (id: string): void => {
    if (actions !== null)
      fitColumn(id, columns, (shown) => painter.current?.shownTexts(shown) ?? [], actions.resize);
  };
  useEffect(() => {
    latest.current = { placement, onEnd: (done) => finish(done, actions), onFit: fit };
  });
  const reveal = useEffectEvent((row: number) => scroll.rows.reveal(row));
  useEffect(() => {
    if (props.reveal !== null) reveal(props.reveal.row);
  }, [props.reveal]);
  const marked = usePointedColumn(props, scroll.columns.reveal, size.width);
  const widths = useCharWidths();
  const viewPx = size.width;
  useDrawnBody({
    ...{ body, view, painter, draw, activeId, placement },
    ...{ scroll, rowPx, viewPx, widths, range, marked, props },
  });
  const headerMenu = useHeaderMenu(head, columns, scroll.columns.reveal);
  const cellMenu = useCellMenu(columns, range, select);
  const onKeyDown = useGridKeys({
    props,
    scroller,
    range,
    select,
    scroll,
    onMenu: (id) => actions !== null && headerMenu.open(id),
    onCellMenu: () => props.onCopy !== undefined && cellMenu.openByKey(document.getElementById(activeId)),
  });
  const { onOpen, tree } = props;
  const pointer = useGridPointer({ painter, columns, range, select, onOpen, tree });
  return {
    ...{ scroller, head, view, body, activeId, placement, viewPx, values, scroll, range, gesture, marked },
    ...{ headerMenu, cellMenu, pointer, onKeyDown, fit },
  };
}

type GridModel = ReturnType<typeof useGrid>;

function finish(done: ColumnGesture, actions: GridProps['actions']): void {
  if (actions === null) return;
  if (done.kind === 'resize') actions.resize(done.id, done.width);
  else if (done.before !== done.id) actions.move(done.id, done.before, done.isPinned);
}
