import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { BodyPainter } from './body-painter.ts';
import { fitColumn } from './fit-column.ts';
import type { GridProps } from './grid-props.ts';
import type { CellPosition } from './grid-types.ts';
import { useRowPx } from './row-height.tsx';
import { useCellMenu } from './use-cell-menu.ts';
import { type ColumnGesture, useColumnPointer } from './use-column-pointer.ts';
import { useDrawnBody } from './use-drawn-body.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridRange } from './use-grid-range.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import { useHeaderMenu } from './use-header-menu.ts';
import { usePlacement } from './use-placement.ts';
import { useViewSize } from './use-view-size.ts';

/** The table's elements, and the painter of its rows. */
function useGridElements() {
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const painter = useRef<BodyPainter | null>(null);
  return { scroller, head, view, body, painter };
}

/** All that happens in a table: where its columns and rows stand, what is chosen, and what keys and pointer do. */
export function useGrid(props: GridProps) {
  const { columns, rowCount, actions } = props;
  const elements = useGridElements();
  const { scroller, head } = elements;
  const activeId = useId();
  const ownRowPx = useRowPx();
  const rowPx = props.rowPx ?? ownRowPx;
  const size = useViewSize(scroller, props.label);
  const lines = `${props.linesKey ?? rowCount}|${props.sort?.column}|${props.sort?.direction}`;
  const [range, select] = useGridRange(columns, lines, props.onRange);
  const { gesture, latest } = useColumnPointer(head, scroller);
  const { placement, values } = usePlacement(columns, actions === null ? null : gesture, size.width, rowPx);
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
    if (actions !== null) fitColumn(id, columns, elements.painter.current, actions.resize);
  };
  useEffect(() => {
    latest.current = { placement, onEnd: (done) => finish(done, actions), onFit: fit };
  });
  useReveal(props.reveal, scroll.rows.reveal);
  useDrawnBody({ ...elements, draw, activeId, placement, scroll, rowPx, range, props });
  const headerMenu = useHeaderMenu(head, columns, scroll.columns.reveal);
  const cellMenu = useCellMenu(columns, range, select);
  const onKeyDown = useGridKeys({
    props,
    scroller,
    range,
    select,
    scroll,
    onMenu: (id) => {
      if (actions !== null) headerMenu.open(id);
    },
    onCellMenu: () => props.onCopy !== undefined && cellMenu.openByKey(document.getElementById(activeId)),
  });
  const pointer = useGridPointer({
    body: elements.body,
    painter: elements.painter,
    columns,
    range,
    select,
    onOpen: props.onOpen,
    tree: props.tree,
  });
  return {
    ...{ elements, activeId, placement, values, scroll, range, gesture },
    ...{ headerMenu, cellMenu, pointer, onKeyDown, fit },
  };
}

export type GridModel = ReturnType<typeof useGrid>;

/** What a drag in the head comes to. */
function finish(done: ColumnGesture, actions: GridProps['actions']): void {
  if (actions === null) return;
  if (done.kind === 'resize') actions.resize(done.id, done.width);
  else if (done.before !== done.id) actions.move(done.id, done.before, done.isPinned);
}

/** Brings a row into view that is asked for from outside. */
function useReveal(asked: GridProps['reveal'], revealRow: (row: CellPosition['row']) => void): void {
  const latest = useRef(revealRow);
  useLayoutEffect(() => {
    latest.current = revealRow;
  });
  useEffect(() => {
    if (asked !== null) latest.current(asked.row);
  }, [asked]);
}
