// biome-ignore-all lint/a11y/useSemanticElements: the head stands in a grid made of roles

import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import controls from '#renderer/ui/controls.module.css';
import styles from '#renderer/ui/grid/grid.module.css';
import { GridFoot, GridHead } from '#renderer/ui/grid/grid-head.tsx';
import type { GridCell, GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import { place } from '#renderer/ui/grid/placement.ts';
import { Icon, type IconName } from '#renderer/ui/icon.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';
import { openPage } from '../../dom/page.tsx';

/** The head and the foot of a table, drawn for columns that are placed: roles, names, places, and what presses do. */

const column = (id: string, group: string, more: Partial<GridColumn> = {}): GridColumn => ({
  ...{ id, label: id, name: `column ${id}`, align: 'end', width: 100, group, pinned: false, sortable: true },
  ...more,
});
const COLUMNS = [
  column('name', 'pinned', { pinned: true, align: 'start', label: 'n', name: 'n' }),
  column('a1', 'a'),
  column('a2', 'a', { sortable: false, width: 120 }),
  column('b1', 'b', { label: <em>b1</em> }),
  column('a3', 'a'),
  column('total', 'end', { atEnd: 'total' }),
];
const bare = (id: string): GridGroup => ({ id, label: '', title: '', ink: null, fold: null });
const PLACEMENT = place(COLUMNS, 1000);
const SEEN = { from: 1, to: 5 };

type HeadProps = Parameters<typeof GridHead>[0];
async function head(groups: readonly GridGroup[], more: Partial<HeadProps> = {}, columns = COLUMNS) {
  const onSort = vi.fn();
  const onMenu = vi.fn();
  const { view } = await openPage({}, () => (
    <div role="grid">
      <GridHead
        {...{ root: { current: null }, groups, placement: place(columns, 1000), seen: SEEN, sort: null }}
        {...{ held: null, marked: null, withMenu: true, more: <i data-more />, onSort, onMenu, ...more }}
      />
    </div>
  ));
  const all = (selector: string) => [...view.container.querySelectorAll<HTMLElement>(selector)];
  const header = (id: string) => all(`[data-header="${id}"]`)[0] as HTMLElement;
  const inZone = (row: number, zone: string) =>
    [...(all(`[aria-rowindex="${row}"] [data-zone=${zone}]`)[0]?.children ?? [])] as HTMLElement[];
  return { view, all, header, inZone, onSort, onMenu };
}
/** How a small icon is drawn. */
const drawingOf = (name: IconName) => {
  const { container, unmount } = render(<Icon name={name} small />);
  const drawing = container.innerHTML;
  unmount();
  return drawing;
};
const drawing = (element: Element | null | undefined) => element?.querySelector('svg')?.outerHTML;
const has = (element: HTMLElement, name: string | undefined) => element.classList.contains(`${name}`);

test('names groups over their columns, with their notes, folds and what a press on them opens', async () => {
  const open = { title: 'open a', run: vi.fn() };
  const fold = { folded: false, title: 'fold a', toggle: vi.fn() };
  const groups: readonly GridGroup[] = [
    { ...bare('pinned'), label: 'Pinned' },
    { ...bare('a'), label: 'A', title: 'Section A', ink: 'red', note: 'note', align: 'end', open, fold },
    bare('b'),
    {
      ...bare('end'),
      label: 'End',
      mark: <b>*</b>,
      fold: { folded: true, title: 'unfold', toggle: vi.fn() },
    },
  ];
  const { all, inZone } = await head(groups);
  const [pins] = all('[aria-rowindex="1"] [data-zone=pins]');
  expect([pins?.getAttribute('role'), pins?.getAttribute('aria-colspan'), pins?.textContent]).toEqual([
    ...['columnheader', '1', 'Pinned'],
  ]);
  const bands = inZone(1, 'strip');
  expect(
    bands.map((band) => [
      ...[band.getAttribute('role'), band.getAttribute('aria-colspan'), band.textContent, band.title],
      ...[band.style.left, band.style.width, band.dataset.left, band.dataset.width],
    ]),
  ).toEqual([
    ['columnheader', '2', 'Anote', 'Section A', '0px', '220px', '0', '220'],
    ['presentation', null, '', '', '220px', '100px', '220', '100'],
    ['columnheader', '1', 'Anote', 'Section A', '320px', '100px', '320', '100'],
  ]);
  const [first, nameless, again] = bands as [HTMLElement, HTMLElement, HTMLElement];
  expect([first.style.getPropertyValue('--ink'), nameless.style.getPropertyValue('--ink')]).toEqual([
    'red',
    '',
  ]);
  expect([first, nameless].map((band) => [has(band, styles.ink), has(band, styles.number)])).toEqual([
    [true, true],
    [false, false],
  ]);
  // A group that comes again does not repeat its fold.
  const arrow = first.querySelector<HTMLElement>('[aria-expanded]');
  expect([arrow?.title, arrow?.getAttribute('aria-label'), arrow?.getAttribute('aria-expanded')]).toEqual([
    ...['fold a', 'Section A: fold a', 'true'],
  ]);
  expect(again.querySelector('[aria-expanded]')).toBeNull();
  fireEvent.click(arrow as HTMLElement);
  expect(fold.toggle).toHaveBeenCalledTimes(1);
  const [link] = first.querySelectorAll<HTMLElement>('button');
  expect(link?.title).toBe('open a');
  fireEvent.click(link as HTMLElement);
  expect(open.run).toHaveBeenCalledTimes(1);
  const [end] = inZone(1, 'end');
  expect([end?.textContent, end?.getAttribute('role')]).toEqual(['* End', 'columnheader']);
  expect(end?.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('false');
  expect(end?.querySelectorAll('button')).toHaveLength(1);
  // It points to where the columns go.
  expect([drawing(arrow), drawing(end?.querySelector('button'))]).toEqual([
    ...[drawingOf('left'), drawingOf('right')],
  ]);
  expect(all('[data-more]')).toHaveLength(1);
});

test('names columns where they stand, sorted, held or marked, with their menus', async () => {
  const sort = { column: 'a1', direction: 'ascending' as const };
  const { all, header, inZone, onSort, onMenu } = await head([], { sort, held: 'a2', marked: 'b1' });
  const [pins] = all('[aria-rowindex="1"] [data-zone=pins]');
  expect([pins?.getAttribute('role'), pins?.getAttribute('aria-colspan'), pins?.textContent]).toEqual([
    ...['presentation', null, ''],
  ]);
  expect(
    (['pins', 'strip', 'end'] as const).map((zone) => inZone(2, zone).map(({ dataset }) => dataset.header)),
  ).toEqual([['name'], ['a1', 'a2', 'b1', 'a3'], ['total']]);
  expect(COLUMNS.map(({ id }) => [header(id).style.left, header(id).style.width, header(id).title])).toEqual([
    ['0px', '100px', 'n'],
    ['0px', '100px', 'column a1'],
    ['100px', '120px', 'column a2'],
    ['220px', '100px', 'column b1'],
    ['320px', '100px', 'column a3'],
    ['0px', '100px', 'column total'],
  ]);
  expect(COLUMNS.map(({ id }) => header(id).getAttribute('aria-colindex'))).toEqual([...'123456']);
  expect(COLUMNS.map(({ id }) => header(id).getAttribute('aria-sort'))).toEqual([
    ...['none', 'ascending', 'none', 'none', 'none', 'none'],
  ]);
  const bearing = (name: string | undefined) =>
    COLUMNS.filter(({ id }) => has(header(id), name)).map(({ id }) => id);
  expect(bearing(styles.held)).toEqual(['a2']);
  expect(bearing(styles.marked)).toEqual(['b1']);
  expect(bearing(styles.number)).toEqual(['a1', 'a2', 'b1', 'a3', 'total']);
  expect(bearing(styles.firstOfGroup)).toEqual(['a1', 'b1', 'a3', 'total']);
  expect(all('[data-marked]').map(({ dataset }) => [dataset.header, dataset.marked])).toEqual([
    ['b1', 'true'],
  ]);
  // A short name is followed by the full one for who hears it.
  const heard = (id: string) => header(id).querySelector(`.${controls.visuallyHidden}`)?.textContent;
  expect([heard('name'), heard('a1'), heard('a2')]).toEqual([undefined, 'column a1', undefined]);
  const button = (id: string) => header(id).querySelector<HTMLElement>(`button.${styles.label}`);
  expect([button('a1'), button('a3')].map((each) => each !== null && has(each, styles.sorted))).toEqual([
    true,
    false,
  ]);
  expect(drawing(button('a1'))).toBe(drawingOf('up'));
  expect(button('a3')?.querySelectorAll('svg')).toHaveLength(0);
  expect(button('a2')).toBeNull();
  fireEvent.click(button('a3') as HTMLElement);
  expect(onSort.mock.calls).toEqual([['a3']]);
  const menu = header('a2').querySelector<HTMLElement>('[aria-haspopup=menu]');
  expect(menu?.getAttribute('aria-label')).toBe(text('column.menu', { column: 'column a2' }));
  fireEvent.click(menu as HTMLElement);
  expect(onMenu.mock.calls).toEqual([['a2']]);
  expect(all('[data-resize]').map(({ dataset }) => dataset.resize)).toEqual(COLUMNS.map(({ id }) => id));
  const turned = await head([], { sort: { ...sort, direction: 'descending' } });
  expect([turned.header('a1').getAttribute('aria-sort'), drawing(turned.header('a1'))]).toEqual([
    ...['descending', drawingOf('down')],
  ]);
});

test('without pins, right end or menus has no room for them; a fold reached by Tab moves the whole table', async () => {
  const columns = [column('a1', 'a'), column('b1', 'b')];
  const { all } = await head(
    [{ ...bare('pinned'), label: 'Pinned' }],
    { seen: { from: 0, to: 2 }, withMenu: false },
    columns,
  );
  expect(all('[aria-rowindex="1"] [data-zone=pins]')).toEqual([]);
  expect(all('[data-zone=end]')).toEqual([]);
  expect([all('[data-resize]'), all('[aria-haspopup]')]).toEqual([[], []]);
  const [grid, row] = [all('[role=grid]')[0], all('[aria-rowindex="1"]')[0]] as [HTMLElement, HTMLElement];
  const moved = vi.spyOn(grid, 'scrollBy').mockImplementation(() => {});
  fireEvent.scroll(row);
  expect(moved).not.toHaveBeenCalled();
  row.scrollLeft = 70;
  fireEvent.scroll(row);
  expect([moved.mock.calls, row.scrollLeft]).toEqual([[[{ left: 70 }]], 0]);
});

test('the foot has the totals of the columns that are drawn, under its own name', async () => {
  const cells: { readonly [id: string]: GridCell } = {
    a1: { text: '1,5', tone: 'negative', value: '1.5', title: 'exact', testId: 'sum' },
    a2: { text: '2', tone: 'plain', marks: [{ text: '+1 ', className: 'left', ink: 'red' }] },
    total: { text: '3', tone: 'plain' },
  };
  const foot = (placement: typeof PLACEMENT) => (
    <GridFoot
      {...{ placement, seen: SEEN, rowIndex: 9, marked: 'a2', label: 'Sum' }}
      foot={(id) => cells[id] ?? null}
    />
  );
  const { view } = await openPage({}, () => foot(PLACEMENT));
  const all = (selector: string) => [...view.container.querySelectorAll<HTMLElement>(selector)];
  expect(all('[role=row]').map((row) => [row.getAttribute('aria-rowindex'), row.textContent])).toEqual([
    ['9', 'Sum1,5+1 23'],
  ]);
  expect(all('[role=rowheader]').map((each) => [each.textContent, each.style.width])).toEqual([
    ['Sum', '100px'],
  ]);
  const sums = all('[data-zone=strip] > *');
  expect(
    sums.map(({ textContent, style, title, dataset }) => [
      ...[textContent, style.left, style.width, title, dataset.value, dataset.testid],
    ]),
  ).toEqual([
    ['1,5', '0px', '100px', 'exact', '1.5', 'sum'],
    ['+1 2', '100px', '120px', '', undefined, undefined],
    ['', '220px', '100px', '', undefined, undefined],
    ['', '320px', '100px', '', undefined, undefined],
  ]);
  expect(sums.map((sum) => has(sum, styles.marked))).toEqual([false, true, false, false]);
  expect(sums[1]?.querySelector('span')?.style.background).toBe('red');
  expect(has(sums[0] as HTMLElement, controls.negative)).toBe(true);
  expect(all('[data-zone=end] > *').map(({ textContent }) => textContent)).toEqual(['3']);
  view.unmount();
  const bareFoot = await openPage({}, () => foot(place(COLUMNS.slice(0, 5), 1000)));
  expect(bareFoot.view.container.querySelector('[data-zone=end]')).toBeNull();
});
