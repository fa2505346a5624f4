import { act, renderHook } from '@testing-library/react';
import type { MouseEvent } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { usePlotWidth } from '#renderer/ui/chart/use-plot-width.ts';
import type { CellRange, GridColumn, GridProps } from '#renderer/ui/grid/grid-types.ts';
import { place } from '#renderer/ui/grid/placement.ts';
import { useGridRange } from '#renderer/ui/grid/use-grid-input.ts';
import { useCellMenu, useHeaderMenu } from '#renderer/ui/grid/use-grid-menus.tsx';
import { useGridScroll } from '#renderer/ui/grid/use-grid-scroll.ts';
import { MARKED_MS, usePointedColumn } from '#renderer/ui/grid/use-pointed-column.ts';

/** What a table holds from one drawing to the next: the chosen cells, where it is scrolled to, its menus, and the column one is led to. */

const column = (id: string, more: Partial<GridColumn> = {}): GridColumn => ({
  ...{ id, label: id, name: id, align: 'end', width: 100, group: id, pinned: false, sortable: true },
  ...more,
});
const columnsOf = (ids: string) => [...ids].map((id) => column(id));
const range = (top: number, left: number, bottom = top, right = left): CellRange => ({
  from: { row: top, column: left },
  to: { row: bottom, column: right },
});

describe('the chosen cells', () => {
  const chosen = () => {
    const told = vi.fn();
    const { result, rerender } = renderHook(
      ({ columns, lines }) => useGridRange(columnsOf(columns), lines, told),
      { initialProps: { columns: 'abc', lines: 'x' } },
    );
    return {
      now: () => result.current[0],
      select: (next: CellRange | null) => act(() => result.current[1](next)),
      show: (columns: string, lines: string) => rerender({ columns, lines }),
      told: () => told.mock.calls.splice(0).map(([next]) => next),
    };
  };

  test('are told as they are chosen, and stay while their lines and columns do', () => {
    const { now, select, show, told } = chosen();
    told();
    select(range(1, 0, 4, 2));
    expect([now(), told()]).toEqual([range(1, 0, 4, 2), [range(1, 0, 4, 2)]]);
    show('abc', 'x');
    expect([now(), told()]).toEqual([range(1, 0, 4, 2), []]);
    select(null);
    expect([now(), told()]).toEqual([null, [null]]);
  });

  test('are their active one alone where columns move, which goes along; none where it is gone or lines are others', () => {
    const { now, select, show, told } = chosen();
    select(range(1, 0, 4, 2));
    told();
    show('cab', 'x');
    expect([now(), told()]).toEqual([range(4, 0), [range(4, 0)]]);
    show('acbd', 'x');
    expect(now()).toEqual(range(4, 1));
    told();
    show('abd', 'x');
    expect([now(), told()]).toEqual([null, [null]]);
    show('abcd', 'x');
    expect(now()).toBeNull();
    select(range(2, 1));
    told();
    show('abcd', 'y');
    expect([now(), told()]).toEqual([null, [null]]);
    select(range(3, 3));
    show('dcba', 'z');
    expect(now()).toBeNull();
  });
});

describe('where a table is scrolled to', () => {
  const HEAD = 49;
  const FOOT = 31;
  const COLUMNS = place([column('p', { pinned: true }), ...columnsOf('abcdefgh')], 400);
  type Setting = {
    readonly rowPx?: number;
    readonly rowCount?: number;
    readonly hasFoot?: boolean;
    readonly isWhole?: boolean;
    readonly startsAtEnd?: boolean;
    readonly placement?: typeof COLUMNS;
  };
  const scrolled = (first: Setting = {}) => {
    const element = document.createElement('div');
    vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(400);
    vi.spyOn(element, 'scrollWidth', 'get').mockReturnValue(900);
    const onMoved = vi.fn();
    const scroller = { current: element };
    const { result, rerender } = renderHook(
      (setting: Setting) =>
        useGridScroll({
          ...{ scroller, size: { width: 400, height: 360 }, placement: COLUMNS, rowCount: 1000, rowPx: 28 },
          ...{ hasFoot: true, isWhole: false, startsAtEnd: false, onMoved, ...setting },
        }),
      { initialProps: first },
    );
    const pull = (to: { readonly top?: number; readonly left?: number }) => {
      if (to.top !== undefined) element.scrollTop = to.top;
      if (to.left !== undefined) element.scrollLeft = to.left;
      onMoved.mockClear();
      act(() => result.current.onScroll());
    };
    return { element, onMoved, pull, show: (next: Setting) => rerender(next), now: () => result.current };
  };

  test('has the rows that are seen; head and foot, where there is one, take of its height', () => {
    const { now, pull, show } = scrolled();
    const seen = () => {
      const { first, last, topPx } = now().rows.window();
      return [first, last, topPx, now().rows.pageRows, now().sheetPx];
    };
    // 280 px are left of 360: ten rows, and one more that is cut.
    expect(seen()).toEqual([0, 10, 0, 9, 28_000 + HEAD + FOOT]);
    pull({ top: 30 });
    expect(seen().slice(0, 3)).toEqual([1, 11, 30]);
    show({ hasFoot: false });
    expect(seen()).toEqual([1, 13, 30, 10, 28_000 + HEAD]);
    show({ rowCount: 5 });
    expect(seen()).toEqual([0, 4, 0, 9, 140 + HEAD + FOOT]);
    show({ isWhole: true, rowCount: 40 });
    expect(seen().slice(0, 2)).toEqual([0, 39]);
    show({ rowPx: 400 });
    expect(seen()[3]).toBe(1);
  });

  test('keeps its lines in view as their height changes, and brings a row into view by the shortest way', () => {
    const { element, now, onMoved, pull, show } = scrolled();
    pull({ top: 28 * 100 });
    expect(onMoved).toHaveBeenCalledTimes(1);
    show({ rowPx: 32 });
    expect([now().rows.window().first, element.scrollTop]).toEqual([100, 3200]);
    show({ rowPx: 28 });
    expect([now().rows.window().first, element.scrollTop]).toEqual([100, 2800]);
    onMoved.mockClear();
    const reveal = (row: number) => {
      act(() => now().rows.reveal(row));
      return [element.scrollTop, onMoved.mock.calls.splice(0).length];
    };
    expect(reveal(105)).toEqual([2800, 0]);
    expect(reveal(109)).toEqual([2800, 0]);
    expect(reveal(110)).toEqual([2828, 1]);
    expect(reveal(3)).toEqual([84, 1]);
    expect(reveal(999)).toEqual([28_000 - 280, 1]);
  });

  test('has the columns that are seen, and keeps to their end only where it began there', () => {
    const { element, now, onMoved, pull } = scrolled();
    expect([now().columns.seen, now().columns.scrolledPx()]).toEqual([{ from: 1, to: 6 }, 0]);
    pull({ left: 10 });
    // The same columns are drawn, a little to the side.
    expect([now().columns.seen, now().columns.scrolledPx(), onMoved.mock.calls.length]).toEqual([
      ...[{ from: 1, to: 6 }, 10, 1],
    ]);
    pull({ left: 500 });
    expect([now().columns.seen, now().columns.scrolledPx(), onMoved.mock.calls.length]).toEqual([
      ...[{ from: 4, to: 9 }, 500, 0],
    ]);
    const reveal = (index: number) => {
      act(() => now().columns.reveal(index));
      return element.scrollLeft;
    };
    expect([reveal(8), reveal(2), reveal(0), reveal(6)]).toEqual([500, 100, 100, 300]);
  });

  test('that begins at its last columns stays there as more come, until one scrolls away, and again once one is back', () => {
    const wider = place([column('p', { pinned: true }), ...columnsOf('abcdefghij')], 400);
    const { element, now, pull, show } = scrolled({ startsAtEnd: true });
    expect([element.scrollLeft, now().columns.scrolledPx()]).toEqual([500, 500]);
    show({ startsAtEnd: true, placement: wider });
    expect([element.scrollLeft, now().columns.scrolledPx()]).toEqual([700, 700]);
    pull({ left: 300 });
    show({ startsAtEnd: true });
    expect([element.scrollLeft, now().columns.scrolledPx()]).toEqual([300, 300]);
    pull({ left: 499 });
    show({ startsAtEnd: true, placement: wider });
    expect(element.scrollLeft).toBe(700);
    // A table that begins at its first columns never keeps to its end.
    const other = scrolled();
    other.pull({ left: 500 });
    other.show({ placement: wider });
    expect([other.element.scrollLeft, other.now().columns.scrolledPx()]).toEqual([500, 500]);
  });
});

test('a column that one is led to is in view once it and its lines are there, and again as others change; marked for a moment', () => {
  vi.useFakeTimers();
  const reveal = vi.fn();
  type Setting = {
    readonly ids: string;
    readonly at: string | null;
    readonly more?: object;
    readonly px?: number;
  };
  const { result, rerender, unmount } = renderHook(
    ({ ids, at, more = {}, px = 300 }: Setting) =>
      usePointedColumn(
        { columns: columnsOf(ids), pointAt: at, rowCount: 3, ...more } as unknown as GridProps,
        reveal,
        px,
      ),
    { initialProps: { ids: 'abc', at: null } as Setting },
  );
  const show = (setting: Setting) => {
    rerender(setting);
    return [result.current, ...reveal.mock.calls.splice(0).map(([index]) => index)];
  };
  expect(show({ ids: 'abc', at: 'd' })).toEqual([null]);
  for (const missing of [{ px: 0 }, { more: { rowCount: 0 } }, { more: { loading: true } }])
    expect(show({ ids: 'abcd', at: 'd', ...missing })).toEqual([null]);
  // The moment begins when it is there.
  act(() => vi.advanceTimersByTime(2 * MARKED_MS));
  expect(show({ ids: 'abcd', at: 'd' })).toEqual(['d', 3]);
  expect(show({ ids: 'adbc', at: 'd' })).toEqual(['d', 1]);
  expect(show({ ids: 'adbc', at: 'd', px: 310 })).toEqual(['d', 1]);
  act(() => vi.advanceTimersByTime(MARKED_MS - 1));
  expect(result.current).toBe('d');
  act(() => vi.advanceTimersByTime(1));
  expect(show({ ids: 'abcd', at: 'd' })).toEqual([null]);
  expect(show({ ids: 'abcd', at: 'b' })).toEqual(['b', 1]);
  act(() => vi.advanceTimersByTime(MARKED_MS / 2));
  // Led on to another one, that has a moment of its own.
  expect(show({ ids: 'abcd', at: 'c' })).toEqual(['c', 2]);
  act(() => vi.advanceTimersByTime(MARKED_MS - 1));
  expect(result.current).toBe('c');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a menu', () => {
  test('of cells is of the chosen ones where the pointer is in them, else of that under it; by a key of the active one', () => {
    const select = vi.fn();
    const { result, rerender } = renderHook(
      ({ chosen }: { readonly chosen: CellRange | null }) => useCellMenu(columnsOf('abcd'), chosen, select),
      { initialProps: { chosen: range(4, 2, 2, 1) as CellRange | null } },
    );
    const open = (row: number, id: string) => {
      const line = document.createElement('div');
      line.dataset.row = String(row);
      const cell = line.appendChild(document.createElement('div'));
      cell.dataset.column = id;
      const event = { target: cell, clientX: 7, clientY: 9, preventDefault: vi.fn() };
      act(() => result.current.open(event as unknown as MouseEvent));
      const { place } = result.current;
      act(() => result.current.close());
      expect(result.current.place).toBeNull();
      return [
        place,
        select.mock.calls.splice(0).map(([next]) => next),
        event.preventDefault.mock.calls.length,
      ];
    };
    const at = (row: number, id: string) => ({ row, column: 'abcd'.indexOf(id) });
    for (const [row, id] of [
      [2, 'b'],
      [4, 'c'],
      [3, 'b'],
    ] as const)
      expect(open(row, id)).toEqual([{ at: at(row, id), range: range(4, 2, 2, 1), x: 7, y: 9 }, [], 1]);
    for (const [row, id] of [
      [1, 'b'],
      [5, 'c'],
      [3, 'a'],
      [3, 'd'],
    ] as const) {
      const own = { from: at(row, id), to: at(row, id) };
      expect(open(row, id)).toEqual([{ at: at(row, id), range: own, x: 7, y: 9 }, [own], 1]);
    }
    expect(open(3, 'z')).toEqual([null, [], 0]);
    const cell = document.createElement('div');
    vi.spyOn(cell, 'getBoundingClientRect').mockReturnValue(new DOMRect(11, 20, 5, 30));
    act(() =>
      expect([result.current.openByKey(null), result.current.openByKey(cell)]).toEqual([false, true]),
    );
    expect(result.current.place).toEqual({
      at: { row: 2, column: 1 },
      range: range(4, 2, 2, 1),
      x: 11,
      y: 50,
    });
    rerender({ chosen: null });
    act(() => expect(result.current.openByKey(cell)).toBe(false));
    expect(open(3, 'b')[1]).toEqual([range(3, 1)]);
  });

  test('of a column stands under its header, brought into view before; it goes with its column', async () => {
    const root = document.createElement('div');
    const header = root.appendChild(document.createElement('div'));
    header.dataset.header = 'b';
    const reveal = vi.fn();
    const first = [column('a'), column('b')];
    const { result, rerender } = renderHook(
      ({ columns }) => useHeaderMenu({ current: root }, columns, reveal),
      { initialProps: { columns: first } },
    );
    const frame = () => act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    result.current.open('none');
    result.current.open('a');
    await frame();
    // It is not drawn, even now.
    expect([reveal.mock.calls, result.current.place]).toEqual([[[0]], null]);
    result.current.open('b');
    expect([reveal.mock.lastCall, result.current.place]).toEqual([[1], null]);
    await frame();
    expect(result.current.place).toEqual({ column: first[1], anchor: header });
    const wider = column('b', { width: 300 });
    rerender({ columns: [wider] });
    expect(result.current.place?.column).toBe(wider);
    rerender({ columns: [column('a')] });
    expect(result.current.place).toBeNull();
    rerender({ columns: first });
    act(() => result.current.close());
    expect(result.current.place).toBeNull();
  });
});

test('a plot is as wide as paper from when a print begins until it is over', () => {
  const plot = document.createElement('div');
  vi.spyOn(plot, 'clientWidth', 'get').mockReturnValue(640);
  const { result, unmount } = renderHook(() => usePlotWidth({ current: plot }, 300));
  const print = (step: string) => {
    act(() => void window.dispatchEvent(new Event(step)));
    return result.current;
  };
  expect([result.current, print('beforeprint'), print('afterprint')]).toEqual([640, 300, 640]);
  unmount();
  expect(print('beforeprint')).toBe(640);
  print('afterprint');
});
