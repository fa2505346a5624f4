import { type RefObject, useEffect, useRef, useState } from 'react';
import { MAX_WIDTH, MIN_WIDTH } from './column-layout.ts';
import { dropPlace, type Placement } from './placement.ts';

/** What the pointer is doing to a column at the moment. */
export type ColumnGesture =
  | { readonly kind: 'resize'; readonly id: string; readonly width: number }
  | {
      readonly kind: 'move';
      readonly id: string;
      readonly before: string | null;
      readonly isPinned: boolean;
      /** Px in the table: where it would stand, and where the pointer is. */
      readonly markPx: number;
      readonly pointPx: number;
    };

/** A press that moves less than this is a press. */
const THRESHOLD_PX = 5;
/** Near an edge the columns move along, so many px a frame. */
const EDGE_PX = 36;
const EDGE_SPEED_PX = 14;

/**
 * Drags in the table's head: a header's edge makes it wider, a header itself goes elsewhere; Esc gives up. Returns what
 * is going on; the end of it is told to `onEnd`, a double press on an edge to `onFit`.
 */
export function useColumnPointer(
  head: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
  placement: Placement,
  onEnd: (gesture: ColumnGesture) => void,
  onFit: (id: string) => void,
): ColumnGesture | null {
  const [gesture, setGesture] = useState<ColumnGesture | null>(null);
  const latest = useRef({ placement, onEnd, onFit });
  useEffect(() => {
    latest.current = { placement, onEnd, onFit };
  });
  useEffect(() => {
    const root = head.current;
    const table = scroller.current;
    if (root === null || table === null) return;
    let start: { readonly id: string; readonly x: number; readonly width: number | null } | null = null;
    let current: ColumnGesture | null = null;
    let pointer = 0;
    /** The edge that was pressed last: a captured pointer's double press tells of none. */
    let edgeOf: string | null = null;
    let frame = 0;
    const show = (next: ColumnGesture | null): void => {
      current = next;
      setGesture(next);
    };
    /** Once a frame: where the pointer is now, and the columns along with it at the edges. */
    const follow = (): void => {
      frame = 0;
      if (start === null) return;
      if (start.width !== null) {
        const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, start.width + pointer - start.x));
        show({ kind: 'resize', id: start.id, width });
        return;
      }
      if (current === null && Math.abs(pointer - start.x) < THRESHOLD_PX) return;
      const box = table.getBoundingClientRect();
      const pointPx = pointer - box.left;
      const { placement: placed } = latest.current;
      const isAtEnd = pointPx > table.clientWidth - placed.endPx - EDGE_PX;
      const isAtStart = pointPx > placed.pinnedPx && pointPx < placed.pinnedPx + EDGE_PX;
      if (isAtEnd) table.scrollLeft += EDGE_SPEED_PX;
      if (isAtStart) table.scrollLeft -= EDGE_SPEED_PX;
      const place = dropPlace(placed, pointPx, table.scrollLeft);
      show({ kind: 'move', id: start.id, ...place, pointPx });
      if (isAtEnd || isAtStart) frame = requestAnimationFrame(follow);
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const edge = event.target.closest<HTMLElement>('[data-resize]');
      const header = event.target.closest<HTMLElement>('[data-header]');
      const id = header?.dataset.header;
      if (header === null || id === undefined || event.target.closest('.gmenu') !== null) return;
      pointer = event.clientX;
      edgeOf = edge === null ? null : id;
      start = { id, x: event.clientX, width: edge === null ? null : header.offsetWidth };
      if (edge !== null) {
        event.preventDefault();
        root.setPointerCapture(event.pointerId);
      }
    };
    const move = (event: PointerEvent): void => {
      if (start === null) return;
      pointer = event.clientX;
      if (start.width === null && Math.abs(pointer - start.x) >= THRESHOLD_PX)
        root.setPointerCapture(event.pointerId);
      if (frame === 0) frame = requestAnimationFrame(follow);
    };
    const end = (): void => {
      if (frame !== 0) cancelAnimationFrame(frame);
      frame = 0;
      const done = current;
      start = null;
      show(null);
      if (done !== null) latest.current.onEnd(done);
    };
    const giveUp = (): void => {
      current = null;
      end();
    };
    const fit = (): void => {
      if (edgeOf !== null) latest.current.onFit(edgeOf);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || start === null) return;
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    };
    root.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', giveUp);
    root.addEventListener('dblclick', fit);
    window.addEventListener('keydown', key, true);
    return () => {
      if (frame !== 0) cancelAnimationFrame(frame);
      root.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', giveUp);
      root.removeEventListener('dblclick', fit);
      window.removeEventListener('keydown', key, true);
    };
  }, [head, scroller]);
  return gesture;
}
