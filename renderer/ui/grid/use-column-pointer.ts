import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ColumnGesture, dropPlace, type Placement } from './placement.ts';
import { MAX_WIDTH, MIN_WIDTH } from './use-column-table.ts';

/** A press that moves less than this is a press. */
const THRESHOLD_PX = 5;
/** Near an edge the columns move along, so many px a frame. */
const EDGE_PX = 36;
const EDGE_SPEED_PX = 14;

/** The place where a press began: a header, or the edge of one that is so wide. */
type Grip = { readonly id: string; readonly x: number; readonly width: number | null };

type Latest = {
  /** Null before the first placement; the table's as it is drawn. */
  readonly placement: Placement | null;
  readonly onEnd: (gesture: ColumnGesture) => void;
  readonly onFit: (id: string) => void;
};

/**
 * Drags in the table's head: a header's edge makes it wider, a header itself goes elsewhere; Esc gives up. `latest` takes
 * the columns as placed, what to do at the end, and on a double press on an edge (`onFit`).
 */
export function useColumnPointer(
  head: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [gesture, setGesture] = useState<ColumnGesture | null>(null);
  const latest = useRef<Latest>({ placement: null, onEnd: () => {}, onFit: () => {} });
  useEffect(() => {
    const root = head.current;
    const table = scroller.current;
    if (root === null || table === null) return;
    const drag = createDrag(table, () => latest.current.placement, setGesture);
    return listen(root, drag, latest);
  }, [head, scroller]);
  return { gesture, latest };
}

/** Follows one press from its beginning to its end, once a frame. */
function createDrag(
  table: HTMLElement,
  placement: () => Placement | null,
  show: (gesture: ColumnGesture | null) => void,
) {
  let grip: Grip | null = null;
  let current: ColumnGesture | null = null;
  let pointer = 0;
  let frame = 0;
  const follow = (): void => {
    frame = 0;
    const placed = placement();
    if (grip === null || placed === null) return;
    if (grip.width !== null) {
      const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, grip.width + pointer - grip.x));
      current = { kind: 'resize', id: grip.id, width };
    } else if (current !== null || Math.abs(pointer - grip.x) >= THRESHOLD_PX) {
      const pointPx = pointer - table.getBoundingClientRect().left;
      if (moveAlong(table, placed, pointPx)) frame = requestAnimationFrame(follow);
      current = { kind: 'move', id: grip.id, ...dropPlace(placed, pointPx, table.scrollLeft), pointPx };
    } else return;
    show(current);
  };
  return {
    isHeld: () => grip !== null,
    begin: (next: Grip): void => {
      grip = next;
      pointer = next.x;
    },
    /** True once it is a drag, not a press. */
    moveTo: (x: number): boolean => {
      if (grip === null) return false;
      pointer = x;
      if (frame === 0) frame = requestAnimationFrame(follow);
      return grip.width === null && Math.abs(pointer - grip.x) >= THRESHOLD_PX;
    },
    end: (): ColumnGesture | null => {
      if (frame !== 0) cancelAnimationFrame(frame);
      frame = 0;
      const done = current;
      grip = null;
      current = null;
      show(null);
      return done;
    },
  };
}

type Drag = ReturnType<typeof createDrag>;

function moveAlong(table: HTMLElement, { endPx, pinnedPx }: Placement, pointPx: number): boolean {
  const isAtEnd = pointPx > table.clientWidth - endPx - EDGE_PX;
  const isAtStart = pointPx > pinnedPx && pointPx < pinnedPx + EDGE_PX;
  if (isAtEnd) table.scrollLeft += EDGE_SPEED_PX;
  if (isAtStart) table.scrollLeft -= EDGE_SPEED_PX;
  return isAtEnd || isAtStart;
}

function listen(root: HTMLElement, drag: Drag, latest: RefObject<Latest>): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** The edge that was pressed last: a captured pointer's double press tells of none. */
  let edgeOf: string | null = null;
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const edge = event.target.closest<HTMLElement>('[data-resize]');
    const header = event.target.closest<HTMLElement>('[data-header]');
    const id = header?.dataset.header;
    if (header === null || id === undefined || event.target.closest('[aria-haspopup=menu]') !== null) return;
    edgeOf = edge === null ? null : id;
    drag.begin({ id, x: event.clientX, width: edge === null ? null : header.offsetWidth });
    if (edge === null) return;
    event.preventDefault();
    root.setPointerCapture(event.pointerId);
  };
  const up = (): void => {
    const done = drag.end();
    if (done !== null) latest.current.onEnd(done);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !drag.isHeld()) return;
    event.preventDefault();
    event.stopPropagation();
    drag.end();
  };
  root.addEventListener('pointerdown', down, { signal });
  root.addEventListener('dblclick', () => edgeOf !== null && latest.current.onFit(edgeOf), { signal });
  window.addEventListener(
    'pointermove',
    (event) => {
      if (drag.moveTo(event.clientX)) root.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  window.addEventListener('pointerup', up, { signal });
  window.addEventListener('pointercancel', () => void drag.end(), { signal });
  window.addEventListener('keydown', key, { signal, capture: true });
  return () => {
    stopped.abort();
    drag.end();
  };
}
