import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { place } from '#renderer/ui/grid/placement.ts';
import { useColumnPointer } from '#renderer/ui/grid/use-column-pointer.ts';
import { MAX_WIDTH, MIN_WIDTH } from '#renderer/ui/grid/use-column-table.ts';

/** Drags in a table's head, frame by frame: its columns are 100 px wide, and it stands 10 px from the window's edge. */

const column = (id: string, more: Partial<GridColumn> = {}): GridColumn => ({
  ...{ id, label: id, name: id, align: 'end', width: 100, group: id, pinned: false, sortable: true },
  ...more,
});
const COLUMNS = [
  column('name', { pinned: true }),
  ...[...'abcdef'].map((id) => column(id)),
  column('total', { atEnd: 'total' }),
];
const VIEW_PX = 500;

let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => frames.push(() => run(0)));
  vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((id) => {
    frames[id - 1] = () => {};
  });
});
// The page is of all files of one process.
afterEach(() => document.body.replaceChildren());
/** Whatever was asked for this frame; what that asks for is the next one's. */
const frame = () =>
  act(() => {
    const now = frames;
    frames = [];
    for (const run of now) run();
  });

function head({ isPlaced = true } = {}) {
  const table = document.createElement('div');
  const root = document.createElement('div');
  table.append(root);
  document.body.replaceChildren(table);
  Object.defineProperty(table, 'clientWidth', { value: VIEW_PX });
  table.getBoundingClientRect = () => new DOMRect(10, 0, VIEW_PX, 300);
  for (const { id } of COLUMNS) {
    const header = document.createElement('div');
    header.dataset.header = id;
    Object.defineProperty(header, 'offsetWidth', { value: 100 });
    header.innerHTML = '<b>name</b><button aria-haspopup="menu"><i></i></button><u data-resize></u>';
    root.append(header);
  }
  const captured = vi.spyOn(root, 'setPointerCapture').mockImplementation(() => {});
  const done: unknown[] = [];
  const [headRef, tableRef] = [{ current: root }, { current: table }];
  const { result, unmount } = renderHook(() => useColumnPointer(headRef, tableRef));
  result.current.latest.current = {
    placement: isPlaced ? place(COLUMNS, VIEW_PX) : null,
    onEnd: (gesture) => done.push(gesture),
    onFit: (id) => done.push(`fit ${id}`),
  };
  const part = (id: string, name = 'b') => root.querySelector(`[data-header="${id}"] ${name}`) as Element;
  return {
    ...{ table, root, done, captured, unmount, part },
    gesture: () => result.current.gesture,
    down: (element: Element, clientX: number, button = 0) => {
      fireEvent.pointerDown(element, { clientX, button, pointerId: 7 });
    },
    move: (clientX: number) => {
      fireEvent.pointerMove(window, { clientX, pointerId: 7 });
      frame();
    },
    up: () => fireEvent.pointerUp(window),
  };
}

describe('a header’s edge', () => {
  test('makes the column wider or narrower by as much as it is drawn, within reason', () => {
    const { part, down, move, up, gesture, done, captured } = head();
    down(part('b', 'u'), 300);
    expect(captured.mock.calls).toEqual([[7]]);
    expect(gesture()).toBeNull();
    // By a single px already.
    move(301);
    expect(gesture()).toEqual({ kind: 'resize', id: 'b', width: 101 });
    move(250);
    expect(gesture()).toEqual({ kind: 'resize', id: 'b', width: 50 });
    move(100);
    expect(gesture()).toEqual({ kind: 'resize', id: 'b', width: MIN_WIDTH });
    move(5000);
    expect(gesture()).toEqual({ kind: 'resize', id: 'b', width: MAX_WIDTH });
    move(330);
    expect(done).toEqual([]);
    act(() => void up());
    expect(done).toEqual([{ kind: 'resize', id: 'b', width: 130 }]);
    expect(gesture()).toBeNull();
    // Over, it follows nothing any more.
    move(400);
    act(() => void up());
    expect([gesture(), done]).toEqual([null, [{ kind: 'resize', id: 'b', width: 130 }]]);
  });

  test('fits its column at two presses; a header pressed after it does not', () => {
    const { part, down, up, root, done } = head();
    fireEvent.dblClick(root);
    expect(done).toEqual([]);
    down(part('b', 'u'), 300);
    up();
    fireEvent.dblClick(root);
    expect(done).toEqual(['fit b']);
    down(part('b'), 300);
    up();
    fireEvent.dblClick(root);
    expect(done).toEqual(['fit b']);
  });

  test('is not begun by the press of its menu', () => {
    const { part, down, move, gesture } = head();
    down(part('b', 'i'), 300);
    move(400);
    expect(gesture()).toBeNull();
  });
});

describe('a header', () => {
  test('goes where it is drawn, once it is a drag, and is shown on its way', () => {
    const { part, down, move, up, gesture, done, captured } = head();
    down(part('a'), 160);
    move(164);
    move(156);
    expect([gesture(), captured.mock.calls.length]).toEqual([null, 0]);
    move(165);
    // 155 px from the table's edge: before b, which begins at 200.
    expect(gesture()).toEqual({
      ...{ kind: 'move', id: 'a', before: 'b', isPinned: false, markPx: 200, pointPx: 155 },
    });
    expect(captured.mock.calls.length).toBeGreaterThan(0);
    move(330);
    expect(gesture()).toMatchObject({ before: 'c', markPx: 300, pointPx: 320 });
    // It stays one where it comes back.
    move(161);
    expect(gesture()).toMatchObject({ kind: 'move', pointPx: 151 });
    move(59);
    expect(gesture()).toMatchObject({ before: 'name', isPinned: true, markPx: 0 });
    move(330);
    act(() => void up());
    expect(done).toEqual([
      { kind: 'move', id: 'a', before: 'c', isPinned: false, markPx: 300, pointPx: 320 },
    ]);
    expect(gesture()).toBeNull();
  });

  test('draws the table along near an edge of the strip, as long as it is held there', () => {
    const { part, down, move, up, table } = head();
    down(part('c'), 350);
    // The right end begins at 400 px, 36 px before which it begins to go.
    move(10 + 364);
    expect(table.scrollLeft).toBe(0);
    frame();
    expect(table.scrollLeft).toBe(0);
    move(10 + 365);
    expect(table.scrollLeft).toBe(14);
    frame();
    frame();
    expect(table.scrollLeft).toBe(42);
    move(10 + 250);
    const rested = table.scrollLeft;
    frame();
    expect(table.scrollLeft).toBe(rested);
    // Back, beside what is pinned, but not over it.
    move(10 + 136);
    expect(table.scrollLeft).toBe(rested);
    move(10 + 135);
    expect(table.scrollLeft).toBe(rested - 14);
    frame();
    expect(table.scrollLeft).toBe(rested - 28);
    move(10 + 100);
    const over = table.scrollLeft;
    frame();
    expect(table.scrollLeft).toBe(over);
    move(10 + 101);
    expect(table.scrollLeft).toBe(over - 14);
    // Let go, the table stands still.
    act(() => void up());
    const still = table.scrollLeft;
    frame();
    expect(table.scrollLeft).toBe(still);
  });

  test('is let go by Esc, which is then nobody else’s, and by a pointer that is taken away', () => {
    const { part, down, move, gesture, done, up } = head();
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(heard).toHaveBeenCalledTimes(1);
    down(part('a'), 160);
    move(330);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(heard).toHaveBeenCalledTimes(2);
    expect(gesture()).not.toBeNull();
    let isLeft = true;
    act(() => {
      isLeft = fireEvent.keyDown(document.body, { key: 'Escape' });
    });
    expect([isLeft, gesture()]).toEqual([false, null]);
    act(() => void up());
    expect(done).toEqual([]);
    down(part('a'), 160);
    move(330);
    act(() => void fireEvent.pointerCancel(window));
    act(() => void up());
    expect([gesture(), done]).toEqual([null, []]);
    window.removeEventListener('keydown', heard);
  });

  test('is no drag by another button, beside the headers, before the columns are placed, or once the table is gone', () => {
    const { part, down, move, gesture, root, unmount, up, done } = head();
    down(part('a'), 160, 2);
    move(330);
    down(root, 160);
    move(330);
    expect(gesture()).toBeNull();
    unmount();
    down(part('a'), 160);
    move(330);
    up();
    expect(done).toEqual([]);
    const bare = head({ isPlaced: false });
    bare.down(bare.part('a'), 160);
    bare.move(330);
    bare.up();
    expect([bare.gesture(), bare.done]).toEqual([null, []]);
  });
});
