import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type { GridCell, GridColumn, PaperTable } from '#renderer/ui/grid/grid-types.ts';
import { type ColumnLayout, NATURAL_LAYOUT, useColumnTable } from '#renderer/ui/grid/use-column-table.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from '../../dom/page.tsx';
import { grid } from '../../dom/shown.ts';

/** What keys, pointer and menus do to a table's cells and columns. */

const LINES = Array.from({ length: 40 }, (_, at) => ({ at }));
const NATURAL = ['name', 'a', 'b', 'c', 'total'].map(
  (id): GridColumn => ({
    ...{ id, label: id, name: `column ${id}`, width: 100, group: id, align: id === 'name' ? 'start' : 'end' },
    ...{ pinned: id === 'name', sortable: id !== 'c', ...(id === 'total' ? { atEnd: 'total' } : {}) },
  }),
);
const GROUPS = NATURAL.map(({ id }) => ({ id, label: id, title: id, ink: null, fold: null }));
const cell = (line: object, id: string): GridCell => {
  const { at } = line as { readonly at: number };
  return id === 'name'
    ? { text: `line ${at}`, tone: 'plain', opens: true }
    : { text: `${id}${at}`, tone: 'plain', value: String(at), title: `exact ${at}` };
};
const PAPER: PaperTable = {
  ...{
    lines: () => LINES,
    total: LINES.length,
    isAsSeen: false,
    remark: () => '',
    subtotal: () => () => null,
  },
  testId: 'paper',
};
const NO_SHORTFALL = () => 0;
const told = {
  onSort: vi.fn(),
  onOpen: vi.fn(),
  onCopy: vi.fn(),
  onWalk: vi.fn(),
  onEscape: vi.fn(),
  onRange: vi.fn(),
  undo: vi.fn(),
  act: vi.fn(),
};

function Table(props: { readonly hasEscape?: boolean; readonly canUndo?: boolean }) {
  const [layout, change] = useState<ColumnLayout>(NATURAL_LAYOUT);
  const { columns, actions } = useColumnTable(
    NATURAL,
    { layout, change, undo: props.canUndo === true ? told.undo : null },
    NO_SHORTFALL,
  );
  return (
    <Grid
      label="lines"
      {...{ columns, groups: GROUPS, actions, rowCount: LINES.length, cell, foot: null, paper: PAPER }}
      line={(row) => LINES[row]}
      sort={{ column: 'a', direction: 'descending' }}
      onSort={told.onSort}
      {...{ openRow: null, reveal: null, stale: false, empty: null }}
      onOpen={told.onOpen}
      onWalk={told.onWalk}
      onCopy={told.onCopy}
      onRange={told.onRange}
      onEscape={props.hasEscape === true ? told.onEscape : null}
      cellActions={(row, id) => [
        { id: 'own', icon: 'filter', label: `own ${id} ${row}`, run: () => told.act(row, id) },
      ]}
    />
  );
}
async function table(props: Parameters<typeof Table>[0] = {}) {
  const page = await openPage({}, () => (
    <InAccount>
      <Table {...props} />
    </InAccount>
  ));
  await waitFor(() => expect(at(0, 'name').textContent).toBe('line 0'));
  return page;
}
const at = (row: number, id: string) =>
  document.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${id}"]`) as HTMLElement;
const head = (id: string) => document.querySelector<HTMLElement>(`[data-header="${id}"]`) as HTMLElement;
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[data-header]')].map(({ dataset }) => dataset.header);
const widthOf = (id: string) => head(id).style.width;
const press = (key: string, more: object = {}) => fireEvent.keyDown(grid(), { key, ...more });
const click = (cell: HTMLElement, more: object = {}) => {
  fireEvent.mouseDown(cell, { clientX: 60, ...more });
  fireEvent.mouseUp(cell);
};
const place = (from: readonly [number, number], to = from) => ({
  from: { row: from[0], column: from[1] },
  to: { row: to[0], column: to[1] },
});
const range = () => told.onRange.mock.lastCall?.[0];

beforeAll(async () => {
  await import('#renderer/ui/grid/grid-menu.tsx');
}, 60_000);
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  for (const heard of Object.values(told)) heard.mockClear();
});

describe('cells', () => {
  test('are gone along by keys, chosen with Shift, and open with Enter', async () => {
    await table();
    press('ArrowDown');
    // The first key chooses the first cell in view.
    expect(range()).toEqual(place([0, 0]));
    press('ArrowDown');
    expect([range(), told.onWalk.mock.lastCall]).toEqual([place([1, 0]), [1]]);
    press('ArrowRight');
    expect(range()).toEqual(place([1, 1]));
    expect(told.onWalk).toHaveBeenCalledTimes(1);
    press('ArrowDown', { shiftKey: true });
    expect(range()).toEqual(place([1, 1], [2, 1]));
    press('End', { shiftKey: true });
    expect(range()).toEqual(place([1, 1], [2, 4]));
    expect(told.onWalk).toHaveBeenCalledTimes(1);
    press('Home');
    expect(range()).toEqual(place([2, 0]));
    press('End', { ctrlKey: true });
    expect(range()).toEqual(place([39, 4]));
    press('Home', { ctrlKey: true });
    expect(range()).toEqual(place([0, 0]));
    press('Enter');
    expect(told.onOpen.mock.calls).toEqual([[0, 'name']]);
    expect(press('x')).toBe(true);
    expect(press('ArrowDown')).toBe(false);
    press('a', { ctrlKey: true });
    expect(range()).toEqual(place([0, 0], [39, 0]));
    press('Escape');
    expect(range()).toBeNull();
    press('End');
    expect(range()).toEqual(place([39, 0]));
  });

  test('Escape is the screen’s where it has a use for it', async () => {
    await table({ hasEscape: true });
    click(at(1, 'a'));
    press('Escape');
    expect(told.onEscape).toHaveBeenCalledTimes(1);
    expect(range()).toEqual(place([1, 1]));
  });

  test('are chosen by dragging, and from one to another with Shift; a press of another button is none', async () => {
    await table();
    fireEvent.mouseDown(at(1, 'a'), { clientX: 60, button: 2 });
    expect(range()).toBeNull();
    fireEvent.mouseDown(at(1, 'a'), { clientX: 60 });
    fireEvent.mouseOver(at(3, 'c'));
    expect(range()).toEqual(place([1, 1], [3, 3]));
    expect(at(3, 'c').title).toBe('exact 3');
    fireEvent.mouseUp(window);
    fireEvent.mouseOver(at(0, 'name'));
    expect(range()).toEqual(place([1, 1], [3, 3]));
    // A text that is cut is read whole; a figure has its exact one.
    expect(at(0, 'name').title).toBe('line 0');
    click(at(0, 'b'), { shiftKey: true });
    expect(range()).toEqual(place([1, 1], [0, 2]));
  });

  test('that open do so at one press, others at two', async () => {
    await table();
    fireEvent.click(at(2, 'name'), { clientX: 60 });
    fireEvent.doubleClick(at(2, 'name'), { clientX: 60 });
    expect(told.onOpen.mock.calls).toEqual([[2, 'name']]);
    fireEvent.click(at(3, 'a'), { clientX: 60 });
    expect(told.onOpen).toHaveBeenCalledTimes(1);
    fireEvent.doubleClick(at(3, 'a'), { clientX: 60 });
    expect(told.onOpen.mock.calls.at(-1)).toEqual([3, 'a']);
  });

  test('are copied bare, under their names, or with what they are of', async () => {
    await table();
    press('c', { ctrlKey: true });
    expect(told.onCopy).not.toHaveBeenCalled();
    click(at(1, 'a'));
    press('c', { ctrlKey: true });
    press('C', { metaKey: true, altKey: true });
    press('c', { ctrlKey: true, altKey: true, shiftKey: true });
    expect(told.onCopy.mock.calls).toEqual(
      ['cells', 'named', 'described'].map((form) => [place([1, 1]), form]),
    );
  });

  test('have a menu under the pointer, of the chosen ones where it lies in them, or by a key', async () => {
    const { user } = await table();
    fireEvent.mouseDown(at(1, 'a'), { clientX: 60 });
    fireEvent.mouseOver(at(2, 'b'));
    fireEvent.mouseUp(window);
    fireEvent.contextMenu(at(2, 'a'), { clientX: 60 });
    const menu = within(await screen.findByTestId('cell-menu'));
    const items = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      `${text('copy-cells.plain')}Ctrl+C`,
      `${text('copy-cells.named')}Ctrl+Alt+C`,
      `${text('copy-cells.described')}Ctrl+Alt+Shift+C`,
      'own a 2',
    ]);
    await user.click(screen.getByTestId('cell-copy-named'));
    expect(told.onCopy.mock.calls).toEqual([[place([1, 1], [2, 2]), 'named']]);
    await waitFor(() => expect(screen.queryByTestId('cell-menu')).toBeNull());
    fireEvent.contextMenu(at(4, 'c'), { clientX: 60 });
    expect(range()).toEqual(place([4, 3]));
    await user.click(await screen.findByTestId('cell-own'));
    expect(told.act.mock.calls).toEqual([[4, 'c']]);
    press('F10', { shiftKey: true });
    await user.click(await screen.findByTestId('cell-copy'));
    expect(told.onCopy.mock.calls.at(-1)).toEqual([place([4, 3]), 'cells']);
  });
});

describe('columns', () => {
  test('are sorted, moved and made wider by keys, within their zone', async () => {
    await table();
    // With no cell chosen it is the first column’s.
    press('ArrowDown', { altKey: true });
    expect(told.onSort.mock.calls).toEqual([['name']]);
    told.onSort.mockClear();
    click(at(0, 'a'));
    press('ArrowDown', { altKey: true });
    expect(told.onSort.mock.calls).toEqual([['a']]);
    press('ArrowRight', { altKey: true, shiftKey: true });
    await waitFor(() => expect(widthOf('a')).toBe('110px'));
    press('ArrowLeft', { altKey: true, shiftKey: true });
    await waitFor(() => expect(widthOf('a')).toBe('100px'));
    press('ArrowRight', { altKey: true });
    expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']);
    press('ArrowRight', { altKey: true, ctrlKey: true });
    await waitFor(() => expect(heads()).toEqual(['name', 'b', 'a', 'c', 'total']));
    press('ArrowLeft', { altKey: true, ctrlKey: true });
    await waitFor(() => expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']));
    // The first of its zone has nowhere to go.
    press('ArrowLeft', { altKey: true, ctrlKey: true });
    expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']);
    click(at(0, 'c'));
    press('ArrowUp', { altKey: true });
    expect(told.onSort).toHaveBeenCalledTimes(1);
    // Its next neighbour stands at the right end, which is a zone of its own.
    press('ArrowRight', { altKey: true, ctrlKey: true });
    click(at(0, 'total'));
    press('ArrowLeft', { altKey: true, ctrlKey: true });
    expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']);
  });

  const menuOf = async (id: string) => {
    fireEvent.click(head(id).querySelector('[aria-haspopup=menu]') as HTMLElement);
    const menu = await screen.findByTestId('column-menu');
    return within(menu);
  };
  const names = (menu: Awaited<ReturnType<typeof menuOf>>) =>
    menu.getAllByRole('menuitem').map((item) => item.querySelector('span')?.textContent);
  const pick = async (id: string, words: string) => {
    const menu = await menuOf(id);
    fireEvent.click(menu.getByText(words));
    await waitFor(() => expect(screen.queryByTestId('column-menu')).toBeNull());
  };

  test('have a menu: sorted, pinned, let go of the right end, moved, hidden, shown again, as they began', async () => {
    await table();
    const menu = await menuOf('a');
    expect(names(menu)).toEqual([
      ...['sort', 'pin', 'left', 'right', 'fit', 'hide', 'undo', 'reset'].map((id) =>
        text(`column.${id as 'sort'}`),
      ),
    ]);
    const disabled = menu
      .getAllByRole('menuitem')
      .filter((item) => item.getAttribute('aria-disabled') === 'true')
      .map((item) => item.querySelector('span')?.textContent);
    expect(disabled).toEqual([text('column.undo'), text('column.reset')]);
    fireEvent.click(menu.getByText(text('column.sort')));
    expect(told.onSort.mock.calls).toEqual([['a']]);
    await waitFor(() => expect(screen.queryByTestId('column-menu')).toBeNull());
    await pick('b', text('column.pin'));
    expect(heads()).toEqual(['name', 'b', 'a', 'c', 'total']);
    await pick('b', text('column.unpin'));
    expect(heads()).toEqual(['name', 'b', 'a', 'c', 'total']);
    await pick('b', text('column.right'));
    expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']);
    await pick('b', text('column.left'));
    expect(heads()).toEqual(['name', 'b', 'a', 'c', 'total']);
    expect(head('total').closest<HTMLElement>('[data-zone]')?.dataset.zone).toBe('end');
    await pick('total', text('column.unpin-end'));
    expect(head('total').closest<HTMLElement>('[data-zone]')?.dataset.zone).toBe('strip');
    await pick('total', text('column.pin-end'));
    expect(head('total').closest<HTMLElement>('[data-zone]')?.dataset.zone).toBe('end');
    await pick('c', text('column.hide'));
    expect(heads()).toEqual(['name', 'b', 'a', 'total']);
    await pick('a', text('column.show-hidden', { count: 1 }));
    expect(heads()).toEqual(['name', 'b', 'a', 'c', 'total']);
    await pick('a', text('column.reset'));
    expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']);
    // What cannot be sorted by has no such choice.
    expect(names(await menuOf('c'))).not.toContain(text('column.sort'));
  });

  test('the last one stays, and the last step is taken back by its menu or a key', async () => {
    await table({ canUndo: true });
    for (const id of ['a', 'b', 'c', 'total']) await pick(id, text('column.hide'));
    expect(heads()).toEqual(['name']);
    const menu = await menuOf('name');
    expect(
      menu.getByText(text('column.hide')).closest('[role=menuitem]')?.getAttribute('aria-disabled'),
    ).toBe('true');
    fireEvent.click(menu.getByText(text('column.undo')));
    expect(told.undo).toHaveBeenCalledTimes(1);
    press('z', { ctrlKey: true });
    expect(told.undo).toHaveBeenCalledTimes(2);
  });

  test('the menu of the active cell’s column comes by Alt+Enter', async () => {
    await table();
    click(at(0, 'b'));
    press('Enter', { altKey: true });
    expect((await screen.findByTestId('column-menu')).getAttribute('aria-label')).toBe(
      text('column.menu', { column: 'column b' }),
    );
    expect(told.onOpen).not.toHaveBeenCalled();
  });

  test('are made wider at their edge, within reason, and as wide as they need at two presses', async () => {
    await table();
    const edge = head('a').querySelector('[data-resize]') as HTMLElement;
    fireEvent.pointerDown(edge, { clientX: 200, button: 0, pointerId: 1 });
    fireEvent.pointerMove(window, { clientX: 250 });
    await waitFor(() => expect(widthOf('a')).toBe('150px'));
    fireEvent.pointerUp(window);
    await waitFor(() => expect(widthOf('a')).toBe('150px'));
    fireEvent.pointerDown(edge, { clientX: 200, button: 0, pointerId: 1 });
    fireEvent.pointerMove(window, { clientX: -500 });
    await waitFor(() => expect(widthOf('a')).toBe('40px'));
    // Given up, it is as it was.
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(widthOf('a')).toBe('150px'));
    fireEvent.pointerUp(window);
    expect(widthOf('a')).toBe('150px');
    fireEvent.doubleClick(edge);
    await waitFor(() => expect(widthOf('a')).not.toBe('150px'));
  });

  test('are dragged to another place by their head; a press that hardly moves is a press', async () => {
    await table();
    const label = head('a');
    const named = screen.getAllByText('a').length;
    fireEvent.pointerDown(label, { clientX: 150, button: 0, pointerId: 1 });
    fireEvent.pointerMove(window, { clientX: 153 });
    fireEvent.pointerUp(window);
    expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']);
    fireEvent.pointerDown(label, { clientX: 150, button: 2, pointerId: 1 });
    fireEvent.pointerMove(window, { clientX: 390 });
    fireEvent.pointerUp(window);
    expect(heads()).toEqual(['name', 'a', 'b', 'c', 'total']);
    fireEvent.pointerDown(label, { clientX: 150, button: 0, pointerId: 1 });
    fireEvent.pointerMove(window, { clientX: 390 });
    // Its name is carried along.
    await waitFor(() => expect(screen.getAllByText('a')).toHaveLength(named + 1));
    fireEvent.pointerUp(window);
    await waitFor(() => expect(heads()).toEqual(['name', 'b', 'c', 'a', 'total']));
  });
});
