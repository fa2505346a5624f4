import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { CellMenu, HeaderMenu } from '#renderer/ui/grid/grid-menu.tsx';
import type { ColumnActions, GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The menus of a table: what they offer of what, what of it can be done now, and what a press does. */

const COLUMN: GridColumn = {
  ...{ id: 'a', label: 'A', name: 'column a', width: 100, group: 'g', align: 'end', pinned: false },
  sortable: true,
};

const inText = (menu: React.ReactNode) =>
  render(
    <TextProvider language="es" columnNames="language">
      {menu}
    </TextProvider>,
  );
/** What a menu offers: what cannot be done now in brackets. */
function offered(id: string) {
  const menu = screen.getByTestId(id);
  return within(menu)
    .getAllByRole('menuitem')
    .map((item) => {
      const words = item.querySelector('span')?.textContent ?? '';
      const keys = item.querySelector('small')?.textContent ?? null;
      const said = keys === null ? words : `${words} | ${keys}`;
      return item.getAttribute('aria-disabled') === 'true' ? `(${said})` : said;
    });
}

function ofColumn(column: Partial<GridColumn> = {}, can: Partial<ColumnActions> = {}, isLast = false) {
  const done: unknown[] = [];
  const act =
    (name: string) =>
    (...given: readonly unknown[]): void =>
      void done.push([name, ...given]);
  const actions: ColumnActions = {
    ...{ resize: act('resize'), move: act('move'), nudge: act('nudge'), pin: act('pin'), hide: act('hide') },
    ...{
      keepAtEnd: act('keepAtEnd'),
      hidden: 0,
      showHidden: () => act('showHidden')(),
      undo: null,
      reset: null,
    },
    ...can,
  };
  const { unmount } = inText(
    <HeaderMenu
      column={{ ...COLUMN, ...column }}
      anchor={document.body}
      actions={actions}
      isLast={isLast}
      onSort={act('sort')}
      onFit={act('fit')}
      onClose={() => {}}
    />,
  );
  const items = offered('column-menu');
  const menu = screen.getByTestId('column-menu');
  const label = menu.getAttribute('aria-label');
  for (const item of within(menu).getAllByRole('menuitem')) fireEvent.click(item);
  unmount();
  return { items, done, label };
}

const SORT = `${text('column.sort')} | Alt+↓`;
const LEFT = `${text('column.left')} | Ctrl+Alt+←`;
const RIGHT = `${text('column.right')} | Ctrl+Alt+→`;
const [FIT, HIDE, RESET] = [text('column.fit'), text('column.hide'), text('column.reset')];
const UNDO = `${text('column.undo')} | Ctrl+Z`;

test('of a column it is sorted, pinned, moved, fitted and hidden; what there is nothing of cannot be pressed', () => {
  const { items, done, label } = ofColumn();
  expect(label).toBe(text('column.menu', { column: 'column a' }));
  expect(items).toEqual([
    ...[SORT, text('column.pin'), LEFT, RIGHT, FIT, HIDE],
    ...[`(${UNDO})`, `(${RESET})`],
  ]);
  expect(done).toEqual([
    ...[
      ['sort', 'a'],
      ['pin', 'a', true],
      ['nudge', 'a', -1],
      ['nudge', 'a', 1],
    ],
    ...[
      ['fit', 'a'],
      ['hide', 'a'],
    ],
  ]);
});

test('what was done is taken back, begun anew or shown again by itself', () => {
  const undo = vi.fn();
  const reset = vi.fn();
  const tail = (can: Partial<ColumnActions>) => ofColumn({}, can).items.slice(6);
  expect(tail({ undo })).toEqual([UNDO, `(${RESET})`]);
  expect([undo.mock.calls.length, reset.mock.calls.length]).toEqual([1, 0]);
  expect(tail({ reset })).toEqual([`(${UNDO})`, RESET]);
  expect([undo.mock.calls.length, reset.mock.calls.length]).toEqual([1, 1]);
  const hidden = [1, 2].map((count) => ofColumn({}, { hidden: count }));
  expect(hidden.map(({ items }) => items[6])).toEqual(
    [1, 2].map((count) => text('column.show-hidden', { count })),
  );
  expect(hidden.map(({ done }) => done.at(-1))).toEqual([['showHidden'], ['showHidden']]);
});

test('one of the right end is let go or kept there again unless it is pinned; the last one is not hidden', () => {
  const second = (column: Partial<GridColumn>) => {
    const { items, done } = ofColumn(column);
    return [items.slice(1, 3), done.slice(1, 3)];
  };
  const pin = [text('column.pin'), ['pin', 'a', true]] as const;
  expect(second({ atEnd: 'total' })).toEqual([
    [pin[0], text('column.unpin-end')],
    [pin[1], ['keepAtEnd', 'a', false]],
  ]);
  expect(second({ leftEnd: 'total' })).toEqual([
    [pin[0], text('column.pin-end')],
    [pin[1], ['keepAtEnd', 'a', true]],
  ]);
  expect(second({ leftEnd: 'total', pinned: true })).toEqual([
    [text('column.unpin'), LEFT],
    [
      ['pin', 'a', false],
      ['nudge', 'a', -1],
    ],
  ]);
  expect(ofColumn({ sortable: false }).items[0]).toBe(text('column.pin'));
  const last = ofColumn({}, {}, true);
  expect([last.items[5], last.done.at(-1)]).toEqual([`(${HIDE})`, ['fit', 'a']]);
});

test('of cells they are copied in each form, and the actions of the screen follow', () => {
  const range = { from: { row: 1, column: 0 }, to: { row: 2, column: 1 } };
  const onCopy = vi.fn();
  const run = vi.fn();
  const menu = (actions: Parameters<typeof CellMenu>[0]['actions']) => {
    const { unmount } = inText(
      <CellMenu
        place={{ at: { row: 2, column: 1 }, range, x: 3, y: 4 }}
        actions={actions}
        onCopy={onCopy}
        onClose={() => {}}
      />,
    );
    const items = offered('cell-menu');
    const found = screen.getByTestId('cell-menu');
    const parted = within(found).queryAllByRole('separator').length;
    for (const item of within(found).getAllByRole('menuitem')) fireEvent.click(item);
    unmount();
    return [items, parted];
  };
  const copies = [
    `${text('copy-cells.plain')} | Ctrl+C`,
    `${text('copy-cells.named')} | Ctrl+Alt+C`,
    `${text('copy-cells.described')} | Ctrl+Alt+Shift+C`,
  ];
  expect(menu([])).toEqual([copies, 0]);
  expect(onCopy.mock.calls).toEqual([
    [range, 'cells'],
    [range, 'named'],
    [range, 'described'],
  ]);
  expect(menu([{ id: 'own', icon: 'filter', label: 'own', keys: 'Enter', run }])).toEqual([
    [...copies, 'own | Enter'],
    1,
  ]);
  expect(run).toHaveBeenCalledTimes(1);
});
