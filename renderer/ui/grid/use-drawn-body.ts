import { type RefObject, useLayoutEffect } from 'react';
import { type BodyPainter, createBodyPainter } from './body-painter.ts';
import type { GridProps } from './grid-props.ts';
import { type CellRange, rangeBounds } from './grid-types.ts';
import type { Placement } from './placement.ts';
import type { GridScroll } from './use-grid-scroll.ts';

export type DrawnBody = {
  readonly body: RefObject<HTMLDivElement | null>;
  /** The whole table: head and foot are in it. */
  readonly view: RefObject<HTMLDivElement | null>;
  readonly painter: RefObject<BodyPainter | null>;
  /** Becomes what draws the rows where they are scrolled to. */
  readonly draw: RefObject<() => void>;
  /** Id of the cell that has the focus. */
  readonly activeId: string;
  readonly placement: Placement;
  readonly scroll: GridScroll;
  readonly rowPx: number;
  readonly range: CellRange | null;
  readonly props: GridProps;
};

/** Everything that is drawn by hand, after whatever React has drawn and before the frame is painted. */
export function useDrawnBody(drawn: DrawnBody): void {
  useLayoutEffect(() => {
    const { body, view, painter, draw, placement, scroll, range, props } = drawn;
    const root = body.current;
    if (root === null) return;
    painter.current ??= createBodyPainter(root, drawn.activeId);
    const made = painter.current;
    const model = {
      placement,
      seen: scroll.columns.seen,
      rowPx: drawn.rowPx,
      line: props.line,
      cell: props.cell,
      openRow: props.openRow,
      opens: props.onOpen !== null,
      bounds: range === null ? null : rangeBounds(range),
      active: range?.to ?? null,
      rowKind: props.rowKind,
      rowData: props.rowData,
      tree: props.tree,
    };
    draw.current = () => {
      const window = scroll.rows.window();
      const scrolledPx = scroll.columns.scrolledPx();
      made.paint(model, window, scrolledPx);
      slideHead(view.current, scrolledPx);
      if (window.last >= window.first) props.onVisible?.(window.first, window.last);
    };
    // What React has drawn anew stands where it would be unscrolled.
    if (view.current !== null) delete view.current.dataset.slid;
    draw.current();
  });
}

/** The head and the foot follow the strip of columns; a group's name stays in view as long as its columns are. */
function slideHead(view: HTMLElement | null, scrolledPx: number): void {
  if (view === null || view.dataset.slid === String(scrolledPx)) return;
  view.dataset.slid = String(scrolledPx);
  for (const strip of view.querySelectorAll<HTMLElement>('.ghead .gstrip, .gfoot .gstrip'))
    strip.style.transform = `translateX(${-scrolledPx}px)`;
  for (const band of view.querySelectorAll<HTMLElement>('.ggroups .gstrip .gg')) {
    const hidden = scrolledPx - Number(band.dataset.left);
    const room = Math.max(0, Math.min(hidden, Number(band.dataset.width) - 40));
    band.style.setProperty('--hidden', `${room}px`);
  }
}
