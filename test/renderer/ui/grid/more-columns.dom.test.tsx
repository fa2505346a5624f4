import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { MoreColumns } from '#renderer/ui/grid/more-columns.tsx';
import { place } from '#renderer/ui/grid/placement.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is said of the columns that lie beyond the right edge, wherever the table is scrolled to. */

const VIEW_PX = 500;
/** One column pinned, eight in four groups, one at the right end. */
const placed = (px: number) =>
  place(
    ['name', ...'abcdefgh', 'total'].map(
      (id, at): GridColumn => ({
        ...{ id, label: id, name: id, align: 'end', sortable: false, group: `${Math.floor(at / 2)}` },
        ...{ width: id === 'name' || id === 'total' ? 100 : px, pinned: id === 'name' },
        ...(id === 'total' ? { atEnd: 'total' } : {}),
      }),
    ),
    VIEW_PX,
  );

test('they are counted by columns, or by the sections they are of; a press brings the next of them into view', () => {
  const element = document.createElement('div');
  const drawn = (px: number, hasSections: boolean, viewPx = VIEW_PX) => (
    <TextProvider language="es" columnNames="language">
      <MoreColumns scroller={{ current: element }} placement={placed(px)} {...{ viewPx, hasSections }} />
    </TextProvider>
  );
  const { rerender } = render(drawn(100, true));
  const said = () => {
    const more = screen.queryByTestId('more-columns');
    const button = more?.querySelector('button');
    return more == null ? null : [button?.textContent?.trim(), button?.title, more.dataset.columns];
  };
  const scroll = (px: number) => {
    element.scrollLeft = px;
    act(() => void element.dispatchEvent(new Event('scroll')));
  };
  const press = () => {
    fireEvent.click(screen.getByRole('button'));
    return element.scrollLeft;
  };
  const sections = (count: number) => text('grid.more-sections', { count });
  const title = (count: number) => text('grid.more-title', { count });
  // Three columns of 100 px are seen between what is pinned and the right end.
  expect(said()).toEqual([sections(3), title(5), '5']);
  expect(screen.getByTestId('more-columns').style.right).toBe('calc(100cqw - 400px)');
  rerender(drawn(100, false));
  expect(said()).toEqual([text('grid.more-columns', { count: 5 }), title(5), '5']);
  expect(press()).toBe(300);
  scroll(399);
  expect(said()?.[2]).toBe('2');
  scroll(400);
  expect(said()?.[2]).toBe('1');
  scroll(500);
  expect(said()).toBeNull();
  scroll(0);
  // As many lie beyond, but the first of them stands elsewhere.
  rerender(drawn(80, true));
  expect([said()?.[2], press()]).toEqual(['5', 240]);
  // Before the table is measured nothing is known to be beyond.
  rerender(drawn(80, true, 0));
  expect(said()).toBeNull();
});
