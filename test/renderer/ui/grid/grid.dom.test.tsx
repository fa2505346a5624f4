import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import gridStyles from '#renderer/ui/grid/grid.module.css';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type { GridCell, GridColumn, GridGroup, PaperTable } from '#renderer/ui/grid/grid-types.ts';
import { fitColumn, measureAnew } from '#renderer/ui/grid/measure.ts';
import { MoreColumns } from '#renderer/ui/grid/more-columns.tsx';
import { MARKED_MS } from '#renderer/ui/grid/use-pointed-column.ts';
import { openPage } from '../../dom/page.tsx';

/** Which columns a table draws as it is scrolled, and as columns come. */

const VIEW_PX = 800;
let viewPx = VIEW_PX;
beforeEach(() => {
  viewPx = VIEW_PX;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => viewPx);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    const sheet = this.querySelector<HTMLElement>('[role=presentation]');
    return Math.max(viewPx, Number.parseInt(sheet?.style.width ?? '0', 10));
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});
// Other files of the same page measure their letters anew.
afterAll(() => measureAnew());

const LINES = Array.from({ length: 3 }, (_, row) => ({ row }));
const COLUMN_PX = 100;
const column = (id: string, pinned = false): GridColumn => ({
  id,
  label: id,
  name: id,
  align: 'end',
  width: COLUMN_PX,
  group: id,
  pinned,
  sortable: false,
});
const cell = (line: object, id: string): GridCell => ({
  text: `${id}/${(line as { readonly row: number }).row}`,
  tone: 'plain',
});
const columnsOf = (months: number) => [
  column('name', true),
  ...Array.from({ length: months }, (_, at) => column(`m${at}`)),
  { ...column('total'), atEnd: 'whole' },
];

const groupsOf = (months: number): readonly GridGroup[] =>
  columnsOf(months).map(({ id }) => ({
    id,
    label: id,
    title: id,
    ink: null,
    fold: id === 'm0' ? { folded: false, title: 'fold', toggle: () => {} } : null,
  }));

const PAPER: PaperTable = {
  lines: () => LINES,
  total: LINES.length,
  isAsSeen: false,
  remark: () => '',
  subtotal: () => () => null,
  testId: 'paper',
};

let come: (months: number) => void = () => {};
function Table(props: {
  readonly pointAt?: string | null;
  readonly foot?: (id: string) => GridCell;
  readonly cell?: (line: object, id: string) => GridCell;
}) {
  const [months, setMonths] = useState(30);
  come = setMonths;
  return (
    <Grid
      label="months"
      columns={columnsOf(months)}
      groups={groupsOf(months)}
      actions={null}
      rowCount={LINES.length}
      line={(row) => LINES[row]}
      cell={props.cell ?? cell}
      foot={props.foot ?? null}
      sort={null}
      onSort={() => {}}
      openRow={null}
      reveal={null}
      onOpen={null}
      stale={false}
      empty={null}
      paper={PAPER}
      startsAtEnd={props.pointAt === undefined}
      pointAt={props.pointAt ?? null}
    />
  );
}

/** Numbers of the months whose cells of the first row are drawn, beside the name and the total. */
function drawn(): readonly number[] {
  const cells = [...document.querySelectorAll<HTMLElement>('[data-row="0"] [data-column]')];
  const ids = cells.map(({ dataset }) => dataset.column ?? '');
  expect(ids).toContain('name');
  expect(ids).toContain('total');
  return ids
    .filter((id) => id.startsWith('m'))
    .map((id) => Number(id.slice(1)))
    .toSorted((a, b) => a - b);
}
async function scrollTo(leftPx: number): Promise<void> {
  const grid = screen.getByRole('grid');
  await act(async () => {
    grid.scrollLeft = leftPx;
    grid.dispatchEvent(new Event('scroll'));
  });
}
/** How far the strip can be scrolled: all columns less what is seen. */
const lastPx = (months: number) => (months + 2) * COLUMN_PX - VIEW_PX;

test('of a thousand groups those over drawn columns have their names drawn, and those that fold', async () => {
  const bands = () =>
    [...document.querySelectorAll('[data-zone=strip] > [data-left]')].map(({ textContent }) => textContent);
  await openPage({}, () => <Table />);
  await act(async () => come(1000));
  const numbers = drawn();
  expect(bands()).toEqual(['m0', ...numbers.map((at) => `m${at}`)]);
  await scrollTo(500 * COLUMN_PX);
  expect(drawn()[0]).toBeGreaterThan(490);
  expect(bands()).toEqual(['m0', ...drawn().map((at) => `m${at}`)]);
  // One that is cut by what is pinned keeps its name in view.
  const cut = document.querySelector<HTMLElement>('[data-left="49900"]');
  expect(cut?.style.getPropertyValue('--hidden')).toBe('60px');
});

test('a view that becomes wider is scrolled by the browser first, and keeps to its end', async () => {
  await openPage({}, () => <Table />);
  // The browser has the new width, and takes back what is scrolled too far; the table has not been told.
  viewPx = 1500;
  await scrollTo(32 * COLUMN_PX - viewPx);
  await act(async () => come(34));
  expect(drawn().at(-1)).toBe(33);
});

test('it begins with its last columns, and stays with the last ones as columns come, until one scrolls away', async () => {
  await openPage({}, () => <Table />);
  expect(drawn().at(-1)).toBe(29);
  expect(drawn()).not.toContain(15);
  expect(screen.getByRole('grid').scrollLeft).toBe(lastPx(30));
  await act(async () => come(34));
  expect(drawn().at(-1)).toBe(33);
  expect(screen.getByRole('grid').scrollLeft).toBe(lastPx(34));
  await scrollTo(0);
  expect(drawn()[0]).toBe(0);
  expect(drawn()).not.toContain(20);
  await act(async () => come(36));
  expect(drawn()[0]).toBe(0);
  // Back at the end, it is followed again.
  await scrollTo(lastPx(36));
  expect(drawn().at(-1)).toBe(35);
  await act(async () => come(40));
  expect(drawn().at(-1)).toBe(39);
});

/** Columns whose name, and whose cells, are marked. */
const marked = () =>
  [...document.querySelectorAll<HTMLElement>('[data-header][data-marked]')].map(
    ({ dataset }) => dataset.header,
  );
const markedCells = () =>
  [...document.querySelectorAll<HTMLElement>(`[data-row] .${gridStyles.marked}`)].map(
    ({ dataset }) => dataset.column,
  );

test('a column that somebody is led to comes into view from wherever it stands, marked for a moment only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    for (const at of [0, 4, 17, 29]) {
      const { view } = await openPage({}, () => <Table pointAt={`m${at}`} />);
      const grid = screen.getByRole('grid');
      // Whole, between the name and the total.
      const left = (1 + at) * COLUMN_PX - grid.scrollLeft;
      expect([at, left >= COLUMN_PX, left <= VIEW_PX - 2 * COLUMN_PX]).toEqual([at, true, true]);
      // A browser says that it has been scrolled.
      await scrollTo(grid.scrollLeft);
      expect(marked()).toEqual([`m${at}`]);
      expect(markedCells()).toEqual(LINES.map(() => `m${at}`));
      // What comes before it makes no difference.
      await act(async () => come(40));
      expect(marked()).toEqual([`m${at}`]);
      await act(async () => vi.advanceTimersByTime(MARKED_MS + 100));
      expect(marked()).toEqual([]);
      expect(markedCells()).toEqual([]);
      view.unmount();
    }
  } finally {
    vi.useRealTimers();
  }
});

test('what is always in view is marked where it stands, and a name that is no column leads nowhere', async () => {
  for (const [id, shown] of [
    ['name', ['name']],
    ['total', ['total']],
    ['none', []],
  ] as const) {
    const { view } = await openPage({}, () => <Table pointAt={id} />);
    expect(marked()).toEqual(shown);
    expect(screen.getByRole('grid').scrollLeft).toBe(0);
    view.unmount();
  }
});

test('a figure that what is pinned or the right end cuts is not drawn, in lines and totals; whole ones are', async () => {
  // Ten letters together are measured: each is 9 px wide, and a figure of ten fills its column but for 10 px.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 90, left: 0 } as DOMRect);
  measureAnew();
  const figure = (id: string): GridCell => ({ text: '123.456,78', tone: 'plain', value: id });
  await openPage({}, () => <Table foot={figure} cell={(_, id) => figure(id)} />);
  const marked = (part: string) =>
    [...document.querySelectorAll<HTMLElement>(`${part} [data-zone=strip] > *`)]
      .filter(({ dataset }) => dataset.edge !== undefined)
      .map(({ dataset }) => [dataset.value ?? '', dataset.edge])
      .toSorted(([a = ''], [b = '']) => Number(a.slice(1)) - Number(b.slice(1)));
  // 600 px of the strip are in view: m0 to m5.
  await scrollTo(0);
  expect(marked('[data-row="0"]')).toEqual([]);
  // The digits of m0 begin 4 px after it does, and those of m6 where the right end stands.
  await scrollTo(4);
  expect(marked('[data-row="0"]')).toEqual([]);
  for (const part of ['[data-row="0"]', '[data-row="2"]', '[data-part=foot]']) {
    await scrollTo(50);
    expect(marked(part)).toEqual([
      ['m0', 'start'],
      ['m6', 'end'],
    ]);
    await scrollTo(250);
    expect(marked(part)).toEqual([
      ['m2', 'start'],
      ['m8', 'end'],
    ]);
    await scrollTo(300);
    expect(marked(part)).toEqual([]);
  }
  await scrollTo(lastPx(30) - 30);
  expect(marked('[data-row="1"]').at(-1)).toEqual(['m29', 'end']);
});

test('the head says how many columns lie beyond the right end, and a press brings the next of them', async () => {
  const { user } = await openPage({}, () => <Table />);
  // 600 px of the strip are in view: m0 to m5 of thirty.
  await scrollTo(0);
  expect(screen.getByTestId('more-columns').dataset.columns).toBe('24');
  expect(screen.getByTestId('more-columns').textContent).toContain('+24');
  await user.click(within(screen.getByTestId('more-columns')).getByRole('button'));
  expect(screen.getByRole('grid').scrollLeft).toBe(600);
  await scrollTo(lastPx(30));
  expect(screen.queryByTestId('more-columns')).toBeNull();
});

test('as columns come, the table is not asked where it is scrolled to: that would cost a layout', async () => {
  const read = vi.fn(() => 0);
  const element = document.createElement('div');
  Object.defineProperty(element, 'scrollLeft', { get: read });
  const scroller = { current: element };
  const wide = (months: number) => {
    const columns = Array.from({ length: months }, (_, at) => column(`m${at}`));
    const placed = columns.map((each, index) => ({
      column: each,
      index,
      first: false,
      left: index * COLUMN_PX,
    }));
    const placement = { columns: placed, pinnedCount: 0, pinnedPx: 0, stripPx: months * COLUMN_PX };
    return { ...placement, endFrom: months, endPx: 0, endLeftPx: 600 };
  };
  let add = (): void => {};
  function Head() {
    const [months, setMonths] = useState(10);
    add = () => setMonths(12);
    return <MoreColumns scroller={scroller} placement={wide(months)} viewPx={600} hasSections={false} />;
  }
  await openPage({}, () => <Head />);
  expect(screen.getByTestId('more-columns').dataset.columns).toBe('4');
  read.mockClear();
  act(add);
  expect(screen.getByTestId('more-columns').dataset.columns).toBe('6');
  expect(read).not.toHaveBeenCalled();
});

test('a column is made as wide as what is drawn of it, or as its name; one of figures as it is by nature', () => {
  // Each letter is 9 px wide; a name is set smaller, and has room for its arrow and its menu.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 90, left: 0 } as DOMRect);
  measureAnew();
  const words = (id: string, label: GridColumn['label'] = id): GridColumn => ({
    ...column(id),
    ...{ align: 'start', label, name: 'n'.repeat(20) },
  });
  const columns = [words('a'), words('b'), words('c', <i>c</i>), column('figures')];
  const fitted = (id: string, ...texts: readonly string[]) => {
    const resized: unknown[] = [];
    const shown = (of: string) => (of === id ? texts : ['x'.repeat(99)]);
    fitColumn(id, columns, shown, (...told) => resized.push(told));
    return resized;
  };
  expect(fitted('b', 'xx', 'x'.repeat(10))).toEqual([['b', 104]]);
  expect(fitted('b', 'x')).toEqual([['b', 39]]);
  expect(fitted('b')).toEqual([['b', 39]]);
  // The first one has the table's own edge besides; a name that is no text alone is told by the full one.
  expect(fitted('a', 'x'.repeat(10))).toEqual([['a', 118]]);
  expect(fitted('c', 'x')).toEqual([['c', 195]]);
  expect(fitted('figures', 'x'.repeat(10))).toEqual([['figures', null]]);
  expect(fitted('none', 'x')).toEqual([]);
});
