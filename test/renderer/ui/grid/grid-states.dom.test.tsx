import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import styles from '#renderer/ui/grid/grid.module.css';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import paperStyles from '#renderer/ui/grid/grid-paper.module.css';
import type { ColumnActions, GridColumn, GridProps } from '#renderer/ui/grid/grid-types.ts';
import { RowHeightProvider } from '#renderer/ui/grid/row-height.tsx';
import { MovedFiguresProvider } from '#renderer/ui/moved-figures.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What a table says of itself: how large it is, what it lacks, which of its columns is held, and what it lets nobody do. */

beforeAll(async () => {
  await import('#renderer/ui/grid/grid-menu.tsx');
}, 60_000);
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
});

const COLUMNS = ['name', 'a', 'b'].map(
  (id): GridColumn => ({
    ...{ id, label: id, name: `column ${id}`, width: 100, group: id, pinned: id === 'name', sortable: true },
    align: id === 'name' ? 'start' : 'end',
  }),
);
const ACTIONS = {
  ...{ resize: vi.fn(), move: vi.fn(), nudge: vi.fn(), pin: vi.fn(), keepAtEnd: vi.fn(), hide: vi.fn() },
  ...{ hidden: 0, showHidden: vi.fn(), undo: null, reset: null },
} satisfies ColumnActions;
const LINES = Array.from({ length: 40 }, (_, at) => ({ at }));
const PAPER = {
  ...{ lines: () => [], total: 0, isAsSeen: false, testId: 'paper' },
  remark: () => '',
  subtotal: () => () => null,
};
const plain: GridProps = {
  ...{ label: 'lines', columns: COLUMNS, groups: [], actions: ACTIONS, rowCount: 40, foot: null },
  line: (row) => LINES[row],
  cell: (line, id) => ({ text: `${id}${(line as { readonly at: number }).at}`, tone: 'plain' }),
  ...{ sort: null, onSort: () => {}, openRow: null, reveal: null, onOpen: null, stale: false },
  ...{ empty: 'nothing', paper: PAPER },
};

function table(first: Partial<GridProps> = {}, moved: string | null = null) {
  const drawn = (props: Partial<GridProps>) => (
    <TextProvider language="es" columnNames="language">
      <RowHeightProvider height="comfortable">
        <MovedFiguresProvider moved={moved === null ? null : { columns: new Set([moved]), title: 'moved' }}>
          <Grid {...plain} {...props} />
        </MovedFiguresProvider>
      </RowHeightProvider>
    </TextProvider>
  );
  const { rerender, container } = render(drawn(first));
  const grid = container.querySelector('[role=grid]') as HTMLElement;
  return {
    grid,
    draw: (props: Partial<GridProps>) => rerender(drawn(props)),
    find: (selector: string) => container.querySelector<HTMLElement>(selector),
    cell: (row: number, id: string) =>
      container.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${id}"]`) as HTMLElement,
    head: (id: string) => container.querySelector<HTMLElement>(`[data-header="${id}"]`) as HTMLElement,
    chosen: () =>
      [...container.querySelectorAll<HTMLElement>('[aria-selected]')].map(({ textContent }) => textContent),
  };
}

test('counts its lines with its head and its foot, where it has one, which stands after the last', () => {
  const { grid, draw, find } = table();
  const size = () =>
    ['aria-rowcount', 'aria-colcount', 'aria-label', 'data-whole'].map((name) => grid.getAttribute(name));
  expect(size()).toEqual(['42', '3', 'lines', 'false']);
  draw({ foot: () => null, footLabel: 'all', isWhole: true });
  expect(size()).toEqual(['43', '3', 'lines', 'true']);
  expect(find('[data-part=foot]')?.getAttribute('aria-rowindex')).toBe('43');
});

test('without lines says so, waits where they are on their way, and tells nobody that some are seen', () => {
  const onVisible = vi.fn();
  const { draw, find } = table({ rowCount: 0, onVisible, loading: true });
  const state = () => [
    find(`.${styles.empty}`)?.textContent ?? null,
    find(`.${styles.loading}`) !== null,
    find('[data-part=body]')?.dataset.stale,
  ];
  expect([state(), onVisible.mock.calls]).toEqual([['nothing', true, 'false'], []]);
  draw({ rowCount: 0, onVisible, stale: true });
  expect(state()).toEqual(['nothing', false, 'true']);
  draw({ rowCount: 3, onVisible, loading: true });
  expect([state(), onVisible.mock.lastCall]).toEqual([
    [null, false, 'false'],
    [0, 2],
  ]);
});

test('its rows are as high as those of all tables, or as it wants them', () => {
  const { draw, cell } = table();
  const top = () => cell(1, 'a').closest<HTMLElement>('[data-row]')?.style.transform;
  expect(top()).toBe('translateY(32px)');
  draw({ rowPx: 50 });
  expect(top()).toBe('translateY(50px)');
});

test('columns that stay as they are have no menu of their own, and no key or hand changes them', async () => {
  const { head, grid, cell, draw } = table({ actions: null });
  expect(head('a').querySelector('[aria-haspopup=menu], [data-resize]')).toBeNull();
  // The page's own menu comes.
  expect(fireEvent.contextMenu(head('a'))).toBe(true);
  fireEvent.mouseDown(cell(1, 'a'), { clientX: 60 });
  expect(fireEvent.keyDown(grid, { key: 'Enter', altKey: true })).toBe(true);
  expect(fireEvent.keyDown(grid, { key: 'ArrowRight', altKey: true, shiftKey: true })).toBe(true);
  // Nor is a head carried where it cannot be let go.
  fireEvent.pointerDown(head('a'), { clientX: 110, button: 0, pointerId: 1 });
  fireEvent.pointerMove(window, { clientX: 240 });
  await act(async () => {
    await new Promise(requestAnimationFrame);
  });
  expect([screen.queryByRole('menu'), document.querySelector(`.${styles.carried}`)]).toEqual([null, null]);
  expect([grid, head('a')].some((each) => each.matches(`.${styles.moving}, .${styles.held}`))).toBe(false);
  fireEvent.pointerUp(window);
  draw({});
  expect(fireEvent.contextMenu(head('a'))).toBe(false);
  // The column whose menu is open is held until it closes.
  await waitFor(() => expect(screen.getByTestId('column-menu').textContent).toContain('column a'));
  expect([head('a'), head('b')].map(({ classList }) => classList.contains(`${styles.held}`))).toEqual([
    ...[true, false],
  ]);
  fireEvent.keyDown(screen.getByTestId('column-menu'), { key: 'Escape' });
  await waitFor(() => expect(head('a').classList.contains(`${styles.held}`)).toBe(false));
});

test('what is chosen ends with other lines or another order of them, not with lines of which it is said that they are the same', () => {
  const { cell, draw, chosen } = table({ linesKey: 'one' });
  const choose = () => {
    fireEvent.mouseDown(cell(1, 'a'), { clientX: 60 });
    fireEvent.mouseDown(cell(2, 'b'), { clientX: 60, shiftKey: true });
    fireEvent.mouseUp(cell(2, 'b'));
    return chosen();
  };
  const range = ['a1', 'b1', 'a2', 'b2'];
  expect(choose()).toEqual(range);
  const orders = [
    { linesKey: 'one', rowCount: 30 },
    { linesKey: 'two', rowCount: 30 },
    { rowCount: 30 },
    { rowCount: 29 },
    { rowCount: 29, sort: { column: 'a', direction: 'ascending' as const } },
    { rowCount: 29, sort: { column: 'a', direction: 'descending' as const } },
    { rowCount: 29, sort: { column: 'b', direction: 'descending' as const } },
  ];
  const left = orders.map((order) => {
    draw(order);
    const now = chosen();
    if (now.length === 0) choose();
    return now;
  });
  expect(left).toEqual([range, ...orders.slice(1).map(() => [])]);
});

test('a row is brought into view whenever that is asked for, also the same one again', () => {
  const { grid, draw } = table();
  const scrollTo = (px: number) => {
    grid.scrollTop = px;
    fireEvent.scroll(grid);
  };
  draw({ reveal: { row: 39 } });
  const end = 40 * 32 - (300 - 49);
  expect(grid.scrollTop).toBe(end);
  scrollTo(0);
  const again = { row: 39 };
  draw({ reveal: again });
  expect(grid.scrollTop).toBe(end);
  scrollTo(0);
  draw({ reveal: again, stale: true });
  expect(grid.scrollTop).toBe(0);
});

test('the name of a column that is moved bears its sign; where it is drawn otherwise, by whoever draws it', () => {
  const { draw, head } = table({}, 'a');
  const signs = () => [...document.querySelectorAll<HTMLElement>('[data-testid=own-cost-mark]')];
  expect(signs().map((sign) => [sign.dataset.value, sign.title, head('a').contains(sign)])).toEqual([
    ['a', 'moved', true],
  ]);
  draw({ columns: COLUMNS.map((column) => ({ ...column, label: <b>{column.id}</b> })) });
  expect(signs()).toEqual([]);
  expect(head('a').textContent).toBe('acolumn a');
  expect(text('column.menu', { column: 'column a' })).toBe(
    head('a').querySelector('[aria-haspopup=menu]')?.getAttribute('aria-label'),
  );
});

test('a head that is let go where it stood has gone nowhere; elsewhere it stands before the column under it', async () => {
  const { head } = table();
  const drag = async (toPx: number) => {
    ACTIONS.move.mockClear();
    fireEvent.pointerDown(head('a'), { clientX: 110, button: 0, pointerId: 1 });
    fireEvent.pointerMove(window, { clientX: toPx });
    await waitFor(() => expect(document.querySelector(`.${styles.carried}`)?.textContent).toBe('a'));
    expect(head('a').classList.contains(`${styles.held}`)).toBe(true);
    fireEvent.pointerUp(window);
    expect(document.querySelector(`.${styles.carried}`)).toBeNull();
    return ACTIONS.move.mock.calls;
  };
  expect(await drag(140)).toEqual([]);
  expect(await drag(240)).toEqual([['a', 'b', false]]);
  expect(await drag(290)).toEqual([['a', null, false]]);
  expect(await drag(20)).toEqual([['a', 'name', true]]);
});

test('on paper stand the columns that are seen whole and those always printed, or all, from a print’s beginning to its end', async () => {
  const px: { readonly [id: string]: readonly [number, number] } = { a: [100, 200], b: [750, 850] };
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const [left, right] =
      px[this.dataset.header ?? ''] ?? (this.dataset.zone === 'pins' ? [0, 100] : [0, 800]);
    return { left, right, width: right - left } as DOMRect;
  });
  const { draw, find } = table();
  const printed = (paper: Partial<GridProps['paper']>) => {
    draw({ paper: { ...PAPER, lines: () => LINES.slice(0, 2), total: 2, ...paper } });
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const heads = [...(find('[data-testid=paper]')?.querySelectorAll<HTMLElement>('th[data-header]') ?? [])];
    const before = find(`.${paperStyles.onScreen}`) !== null;
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect([find('[data-testid=paper]'), find(`.${paperStyles.onScreen}`)]).toEqual([null, null]);
    return [heads.map(({ dataset }) => dataset.header), before];
  };
  expect(printed({ isAsSeen: true })).toEqual([['name', 'a'], true]);
  expect(printed({ isAsSeen: true, isAlwaysPrinted: (id) => id === 'b' })).toEqual([
    ['name', 'a', 'b'],
    true,
  ]);
  expect(printed({})).toEqual([['name', 'a', 'b'], true]);
  expect(printed({ lines: () => [] })).toEqual([[], false]);
});
