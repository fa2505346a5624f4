import { screen } from '@testing-library/react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import controls from '#renderer/ui/controls.module.css';
import { GridPaper } from '#renderer/ui/grid/grid-paper.tsx';
import type { GridCell, GridColumn, GridProps } from '#renderer/ui/grid/grid-types.ts';
import { measureAnew } from '#renderer/ui/grid/measure.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { openPage } from '../../dom/page.tsx';

/** A table on paper: its names, its lines, their sums, and how wide it is. Each letter is 9 px wide. */

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 90, left: 0 } as DOMRect);
  measureAnew();
});
// Other files of the same page measure their letters anew.
afterAll(() => measureAnew());

const column = (id: string, group: string, more: Partial<GridColumn> = {}): GridColumn => ({
  ...{ id, label: id, name: `column ${id}`, align: 'end', width: 60, group, pinned: false, sortable: false },
  ...more,
});
const COLUMNS = [
  column('name', 'pinned', { align: 'start', pinned: true, rowHeader: true }),
  column('a1', 'a'),
  column('a2', 'a', { width: 200 }),
  column('b1', 'b', { align: 'start' }),
];
const group = (id: string, label: string, title: string) => ({ id, label, title, ink: null, fold: null });
const LINES = [{ at: 0 }, { at: 1 }];
const cell = (line: object, id: string): GridCell => {
  const { at } = line as { readonly at: number };
  if (id === 'name') return { text: `line ${at}`, tone: 'plain' };
  if (id === 'a1')
    return {
      ...{ text: `${at}`, tone: 'negative', value: `-${at}` },
      marks: [
        { text: '!', className: 'sign', ink: 'red' },
        { text: '?', className: undefined },
      ],
    };
  return { text: 'x'.repeat(at + 1), tone: 'plain' };
};
const sum =
  (word: string) =>
  (id: string): GridCell | null =>
    id === 'b1' ? null : { text: word, tone: 'plain', value: word };

function gridOf(paper: Partial<GridProps['paper']> = {}, more: Partial<GridProps> = {}): GridProps {
  return {
    ...{ label: 'lines', columns: COLUMNS, actions: null, rowCount: 2, cell, sort: null, openRow: null },
    groups: [group('a', 'A', 'Section A'), group('b', 'B', ''), group('pinned', '', 'Pinned')],
    line: (row) => LINES[row],
    foot: sum('all'),
    ...{ onSort: () => {}, reveal: null, onOpen: null, stale: false, empty: null },
    paper: {
      ...{ lines: () => LINES, total: 2, isAsSeen: false, testId: 'paper' },
      remark: (shown, total, isPart) => `${shown} of ${total}${isPart ? ', a part' : ''}`,
      subtotal: () => sum('part'),
      ...paper,
    },
    ...more,
  };
}
async function onPaper(grid: GridProps, columns = grid.columns) {
  const { view } = await openPage({}, () => <GridPaper grid={grid} printed={{ lines: LINES, columns }} />);
  const paper = screen.getByTestId('paper');
  const all = (selector: string) => [...paper.querySelectorAll<HTMLElement>(selector)];
  const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);
  return { view, paper, all, texts };
}

test('has its names under their groups, its lines with their signs, and the total', async () => {
  const { paper, all, texts } = await onPaper(
    gridOf(
      { isHolder: (line) => line === LINES[0] },
      { rowKind: (line) => (line === LINES[1] ? 'last' : '') },
    ),
  );
  expect([paper.dataset.lines, paper.dataset.total, texts('p')]).toEqual(['2', '2', ['2 of 2']]);
  const [groups, names, ...more] = all('thead tr').map((row) => [...row.querySelectorAll('th')]);
  expect(more).toEqual([]);
  expect(groups?.map((th) => [th.textContent, th.colSpan, th.scope])).toEqual([
    ['', 1, 'colgroup'],
    ['Section A', 2, 'colgroup'],
    ['B', 1, 'colgroup'],
  ]);
  expect(names?.map((th) => [th.textContent, th.scope, th.dataset.header])).toEqual(
    COLUMNS.map(({ id }) => [id, 'col', id]),
  );
  // Over figures a name stands as they do.
  const figure = names?.[1]?.className ?? '';
  expect(figure).not.toBe('');
  expect(names?.map(({ className }) => className)).toEqual(['', figure, figure, '']);
  expect(groups?.map(({ className }) => className)).toEqual(['', figure, '']);
  const lines = all('tbody:not(:last-child) tr');
  expect(lines.map((row) => [row.textContent, row.className, row.dataset.holder])).toEqual([
    ['line 0!?0xx', '', 'true'],
    ['line 1!?1xxxx', 'last', 'false'],
  ]);
  const [name, a1, a2] = [...(lines[1]?.children ?? [])] as HTMLElement[];
  expect([name?.tagName, name?.getAttribute('scope'), a1?.tagName, a1?.getAttribute('scope')]).toEqual([
    ...['TH', 'row', 'TD', null],
  ]);
  expect([a1?.dataset.column, a1?.dataset.value, a2?.dataset.value]).toEqual(['a1', '-1', undefined]);
  expect(a1?.className.split(' ').toSorted()).toEqual([figure, `${controls.negative}`].toSorted());
  expect([name?.className, a2?.className]).toEqual(['', figure]);
  const marks = [...(a1?.querySelectorAll('span') ?? [])];
  expect(marks.map((mark) => [mark.className, mark.style.background])).toEqual([
    ['sign', 'red'],
    ['', ''],
  ]);
  expect(all('[data-paper]').map((row) => [row.dataset.paper, row.textContent])).toEqual([
    ['total', `${text('panel.total')}allall`],
  ]);
  expect(all('[data-paper=total] th').map((th) => th.getAttribute('scope'))).toEqual(['row']);
});

test('of a part of the lines and columns says so, and has the sums of these too', async () => {
  const { texts, all } = await onPaper(
    gridOf({ total: 7 }, { footLabel: 'Sum' }),
    COLUMNS.filter(({ id }) => id !== 'a2'),
  );
  expect(texts('p')).toEqual([`2 of 7, a part · ${text('columns.count', { shown: 3, all: 4 })}`]);
  expect(all('[data-paper]').map((row) => [row.dataset.paper, row.textContent])).toEqual([
    ['subtotal', `${text('paper.subtotal', { shown: '2' })}part`],
    ['total', 'Sumall'],
  ]);
});

test('without names of groups, remarks or sums has no room for them; names of its own stand alone', async () => {
  const bare = await onPaper(gridOf({ remark: () => '' }, { groups: [], foot: null }));
  expect([bare.texts('p'), bare.all('thead tr'), bare.all('tbody')].map(({ length }) => length)).toEqual([
    0, 1, 1,
  ]);
  bare.view.unmount();
  const { texts, all } = await onPaper(gridOf({ header: ({ id }) => `own ${id}` }));
  expect(all('thead tr')).toHaveLength(1);
  expect(texts('thead th')).toEqual(['own name', 'own a1', 'own a2', 'own b1']);
});

test('is as wide as what it holds: figures whole, words of names whole, long texts within a bound', async () => {
  // 60 px by nature; a letter is 9 px, padding 14, a head set smaller; two marks have room around them.
  const mark = { text: '!', className: undefined };
  const cases: readonly (readonly [
    id: string,
    letters: number,
    px: number,
    more?: Partial<GridCell & GridColumn>,
  ])[] = [
    ['a', 2, 60],
    ['b', 10, 104],
    ['c', 60, 554],
    ['d', 60, 320, { align: 'start' }],
    ['e', 10, 170, { marks: [mark, mark] }],
    ['Productos', 0, 89],
    ['f', 5, 80, { width: 80 }],
  ];
  const found = (id: string) => cases.find(([each]) => each === id);
  const columns = cases.map(([id, , , more]) =>
    column(id, 'a', { name: id, align: more?.align ?? 'end', width: more?.width ?? 60 }),
  );
  const held = (_: object, id: string): GridCell => {
    const [, letters = 0, , { marks } = {}] = found(id) ?? [];
    return { text: 'x'.repeat(letters), tone: 'plain', ...(marks === undefined ? {} : { marks }) };
  };
  const { all, view } = await onPaper(gridOf({}, { columns, cell: held, foot: null }));
  const sizes = () => all('col').map(({ style }) => style.width);
  expect(sizes()).toEqual(cases.map(([, , px]) => `${px}px`));
  expect(all('table').map(({ style }) => style.width)).toEqual(['1377px']);
  view.unmount();
  // What it comes to has its room too.
  const foot = (id: string): GridCell | null => (id === 'a' ? { text: 'x'.repeat(20), tone: 'plain' } : null);
  const summed = await onPaper(gridOf({}, { columns: columns.slice(0, 2), cell: held, foot }));
  expect(summed.all('col').map(({ style }) => style.width)).toEqual(['194px', '104px']);
});

test('is made as small as the page takes, lies where that could not be read, and goes on in parts', async () => {
  const columnsOf = (width: number, count = 1) =>
    Array.from({ length: count }, (_, at) => column(`c${at}`, `g${at}`, { width, pinned: at === 0 }));
  const seen = async (columns: readonly GridColumn[]) => {
    const { view, paper, all } = await onPaper(gridOf({}, { columns }));
    const sizes = ['--paper-upright', '--paper-lying'].map((name) =>
      Number(paper.style.getPropertyValue(name)),
    );
    const lies = document.documentElement.dataset.paper;
    const parts = all('table').map((table) => table.querySelectorAll('thead tr:last-child th').length);
    view.unmount();
    return [...sizes, lies, parts];
  };
  expect(await seen(columnsOf(700))).toEqual([1, 1, undefined, [1]]);
  expect(await seen(columnsOf(718))).toEqual([1, 1, undefined, [1]]);
  expect(await seen(columnsOf(1077))).toEqual([718 / 1077, 1047 / 1077, undefined, [1]]);
  expect(await seen(columnsOf(1436))).toEqual([0.5, 1047 / 1436, 'lying', [1]]);
  expect(document.documentElement.dataset.paper).toBeUndefined();
  // 1,745 px at most to a part, each with what names the lines.
  expect((await seen(columnsOf(500, 5)))[3]).toEqual([3, 3]);
});
