import { describe, expect, test, vi } from 'vitest';
import controls from '#renderer/ui/controls.module.css';
import figures from '#renderer/ui/figure.module.css';
import { type BodyModel, createBodyPainter } from '#renderer/ui/grid/body-painter.ts';
import styles from '#renderer/ui/grid/grid.module.css';
import type { GridCell, GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { place } from '#renderer/ui/grid/placement.ts';

/** What the rows of a table look like, drawn for a model of them: roles, texts, places and classes. */

type Line = { readonly at: number };
const LINES = Array.from({ length: 10_000 }, (_, at): Line => ({ at }));
const column = (id: string, more: Partial<GridColumn> = {}): GridColumn => ({
  ...{ id, label: id, name: id, align: 'end', width: 100, group: id.slice(0, 1), pinned: false },
  ...{ sortable: false, ...more },
});
const COLUMNS = [
  column('name', { pinned: true, align: 'start', width: 80, rowHeader: true }),
  column('b1'),
  column('b2', { width: 120 }),
  column('c1', { narrowed: true }),
  column('total', { atEnd: 'total' }),
];
const cellOf = (line: object, id: string): GridCell => ({
  text: `${id}/${(line as Line).at}`,
  tone: 'plain',
});
const VIEW_PX = 700;

function modelOf(more: Partial<BodyModel> = {}, columns: readonly GridColumn[] = COLUMNS): BodyModel {
  return {
    ...{ label: 'lines', columns, groups: [], actions: null, rowCount: LINES.length, foot: null },
    line: (row) => LINES[row],
    cell: cellOf,
    ...{ sort: null, onSort: () => {}, openRow: null, reveal: null, onOpen: null, stale: false, empty: null },
    paper: {
      ...{ lines: () => LINES, total: 0, isAsSeen: false, testId: '' },
      remark: () => '',
      subtotal: () => () => null,
    },
    placement: place(columns, VIEW_PX),
    seen: { from: 1, to: 4 },
    ...{ rowPx: 20, viewPx: VIEW_PX, bounds: null, active: null, marked: null },
    // Each letter is 10 px wide.
    widths: { regular: (text) => text.length * 10, bold: (text) => text.length * 10 },
    ...more,
  };
}
function painter(more: Partial<BodyModel> = {}, columns?: readonly GridColumn[]) {
  const root = document.createElement('div');
  const made = createBodyPainter(root, 'active');
  const sheet = root.firstElementChild as HTMLElement;
  const paint = (
    next: Partial<BodyModel> = more,
    [first, last]: readonly [number, number] = [0, 2],
    scrolledPx = 0,
    topPx = first * 20,
  ): void => made.paint(modelOf(next, columns), { first, last, topPx }, scrolledPx);
  paint();
  const row = (at: number) => root.querySelector<HTMLElement>(`[data-row="${at}"]`) as HTMLElement;
  const cell = (at: number, id: string) =>
    row(at)?.querySelector<HTMLElement>(`[data-column="${id}"]`) as HTMLElement;
  const zone = (at: number, name: string) => row(at).querySelector<HTMLElement>(`[data-zone=${name}]`);
  const ids = (at: number, name: string) =>
    [...(zone(at, name)?.children ?? [])].map((each) => (each as HTMLElement).dataset.column);
  const rows = () =>
    [...root.querySelectorAll<HTMLElement>('[data-row]')]
      .map((each) => Number(each.dataset.row))
      .toSorted((a, b) => a - b);
  return { made, root, sheet, paint, row, cell, zone, ids, rows };
}
const classesOf = (element: HTMLElement) => [...element.classList].toSorted();
const named = (...names: readonly (string | undefined)[]) => names.map((name) => `${name}`).toSorted();
/** A cell of one content, for all that it may say. */
const contentOf = (content: Partial<GridCell>, more: Partial<BodyModel> = {}, of?: Partial<GridColumn>) => {
  const columns =
    of === undefined ? COLUMNS : COLUMNS.map((each) => (each.id === 'b2' ? { ...each, ...of } : each));
  const made = painter({ ...more, cell: () => ({ text: 'x', tone: 'plain', ...content }) }, columns);
  return made.cell(1, 'b2');
};

describe('rows', () => {
  test('stand one under another, with their cells in their zones', () => {
    const { row, sheet, ids, zone, rows, cell, root } = painter();
    expect(rows()).toEqual([0, 1, 2]);
    expect([sheet.parentElement, sheet.className]).toEqual([root, styles.rows]);
    expect([0, 1, 2].map((at) => row(at).style.transform)).toEqual(
      [0, 20, 40].map((px) => `translateY(${px}px)`),
    );
    expect(sheet.style.transform).toBe('translateY(0px)');
    expect([row(2).getAttribute('role'), row(2).getAttribute('aria-rowindex'), row(2).className]).toEqual([
      'row',
      '5',
      styles.row,
    ]);
    expect([row(1).dataset.tree, row(1).dataset.read]).toEqual(['line', 'true']);
    expect([ids(1, 'pins'), ids(1, 'strip'), ids(1, 'end')]).toEqual([
      ['name'],
      ['b1', 'b2', 'c1'],
      ['total'],
    ]);
    for (const name of ['pins', 'strip', 'end'] as const) {
      expect(zone(1, name)?.className).toBe(styles[name]);
      expect(zone(1, name)?.getAttribute('role')).toBe('presentation');
    }
    expect([zone(1, 'pins')?.style.width, zone(1, 'strip')?.style.left]).toEqual(['80px', '80px']);
    expect([zone(1, 'end')?.style.left, zone(1, 'end')?.style.width]).toEqual(['400px', '100px']);
    expect(zone(1, 'strip')?.style.transform).toBe('translateX(0px)');
    const places = ['name', 'b1', 'b2', 'c1', 'total'].map((id) => {
      const { style, textContent } = cell(1, id);
      const role = cell(1, id).getAttribute('role');
      return [role, cell(1, id).getAttribute('aria-colindex'), style.left, style.width, textContent];
    });
    expect(places).toEqual([
      ['rowheader', '1', '0px', '80px', 'name/1'],
      ['gridcell', '2', '0px', '100px', 'b1/1'],
      ['gridcell', '3', '100px', '120px', 'b2/1'],
      ['gridcell', '4', '220px', '100px', 'c1/1'],
      ['gridcell', '5', '0px', '100px', 'total/1'],
    ]);
  });

  test('go where the table is scrolled to, each line in the row it had', () => {
    const { paint, row, rows, sheet, cell, zone } = painter();
    const [first, second] = [row(0), row(1)];
    paint({}, [1, 3], 50, 25);
    expect(rows()).toEqual([1, 2, 3]);
    expect([row(1), row(3)]).toEqual([second, first]);
    expect(cell(3, 'b1').textContent).toBe('b1/3');
    expect(row(3).style.transform).toBe('translateY(60px)');
    expect(sheet.style.transform).toBe('translateY(-25px)');
    expect(zone(2, 'strip')?.style.transform).toBe('translateX(-50px)');
    // More of them, and fewer: those that stay are the same.
    paint({}, [1, 5], 50);
    expect(rows()).toEqual([1, 2, 3, 4, 5]);
    expect(row(1)).toBe(second);
    expect(zone(5, 'strip')?.style.transform).toBe('translateX(-50px)');
    const third = row(2);
    paint({}, [1, 2], 50);
    expect(rows()).toEqual([1, 2]);
    expect([row(1), row(2)]).toEqual([second, third]);
    paint({}, [0, -1], 50);
    expect(rows()).toEqual([]);
  });

  test('far down stand from the beginning of their thousands', () => {
    const { paint, row, sheet } = painter();
    paint({}, [4095, 4097], 0, 4095 * 20 + 7);
    expect([row(4095), row(4096)].map(({ style }) => style.transform)).toEqual([
      `translateY(${4095 * 20}px)`,
      `translateY(${4096 * 20}px)`,
    ]);
    expect(sheet.style.transform).toBe(`translateY(${-(4095 * 20 + 7)}px)`);
    paint({}, [4096, 4098], 0, 4096 * 20 + 7);
    expect([row(4096), row(4098)].map(({ style }) => style.transform)).toEqual([
      'translateY(0px)',
      'translateY(40px)',
    ]);
    expect(sheet.style.transform).toBe('translateY(-7px)');
  });

  test('say what they are: open, still to be read, of a kind, held by another', () => {
    const model: Partial<BodyModel> = {
      openRow: 1,
      line: (row) => (row === 2 ? undefined : LINES[row]),
      rowKind: (line) => `kind${(line as Line).at}`,
      rowData: (line) => ({ known: String(line !== undefined) }),
      tree: { stateOf: (row) => (row === 0 ? 'item' : null), holderOf: () => 0, toggle: () => {} },
    };
    const { row, cell } = painter(model);
    expect([0, 1, 2].map((at) => classesOf(row(at)))).toEqual([
      named(styles.row, styles.item, 'kind0'),
      named(styles.row, styles.open, 'kind1'),
      named(styles.row, styles.waiting),
    ]);
    expect([0, 1, 2].map((at) => row(at).dataset.tree)).toEqual(['item', 'line', 'line']);
    expect([0, 1, 2].map((at) => row(at).dataset.read)).toEqual(['true', 'true', 'false']);
    expect([0, 1, 2].map((at) => row(at).dataset.known)).toEqual(['true', 'true', 'false']);
    expect(cell(2, 'b1').textContent).toBe('');
  });

  test('that hold others have an arrow in their first cell', () => {
    const states = ['open', 'closed', 'item', null] as const;
    const tree = (of: readonly (typeof states)[number][]) => ({
      tree: { stateOf: (row: number) => of[row] ?? null, holderOf: () => 0, toggle: () => {} },
    });
    const { cell, paint } = painter(tree(states));
    paint(tree(states), [0, 3]);
    const first = (at: number) => cell(at, 'name');
    expect([0, 1, 2, 3].map((at) => first(at).getAttribute('aria-expanded'))).toEqual([
      'true',
      'false',
      null,
      null,
    ]);
    expect([0, 1, 2, 3].map((at) => classesOf(first(at)))).toEqual([
      named(styles.cell, styles.holder, styles.open),
      named(styles.cell, styles.holder),
      named(styles.cell, styles.itemCell),
      named(styles.cell),
    ]);
    expect(cell(0, 'b1').getAttribute('aria-expanded')).toBeNull();
    expect(cell(0, 'b1').classList.contains(`${styles.holder}`)).toBe(false);
    paint(tree([null, 'open', 'open', 'closed']), [0, 3]);
    expect([0, 1, 2, 3].map((at) => first(at).getAttribute('aria-expanded'))).toEqual([
      null,
      'true',
      'true',
      'false',
    ]);
  });

  test('that are waited for show it after a while, and no longer once they are there', () => {
    vi.useFakeTimers();
    try {
      const unread = { line: (row: number) => (row === 0 ? undefined : LINES[row]) };
      const { root, paint, sheet } = painter();
      const isSlow = () => root.classList.contains(`${styles.slow}`);
      vi.advanceTimersByTime(1000);
      expect(isSlow()).toBe(false);
      paint(unread);
      vi.advanceTimersByTime(150);
      paint(unread);
      expect(isSlow()).toBe(false);
      vi.advanceTimersByTime(60);
      expect(isSlow()).toBe(true);
      paint();
      expect(isSlow()).toBe(false);
      paint(unread);
      paint();
      vi.advanceTimersByTime(1000);
      expect(isSlow()).toBe(false);
      expect(sheet.querySelectorAll('[data-read=true]')).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that fly by are drawn once the bar rests', () => {
    vi.useFakeTimers();
    try {
      const { paint, cell, row } = painter();
      paint({}, [100, 102]);
      expect(cell(101, 'b1').textContent).toBe('b1/101');
      vi.advanceTimersByTime(20);
      paint({}, [200, 202]);
      expect(cell(201, 'b1').textContent).toBe('');
      expect(row(201).dataset.read).toBe('false');
      vi.advanceTimersByTime(20);
      paint({}, [300, 302]);
      vi.advanceTimersByTime(50);
      expect(cell(301, 'b1').textContent).toBe('');
      vi.advanceTimersByTime(20);
      expect(cell(301, 'b1').textContent).toBe('b1/301');
      expect(row(200)).toBeNull();
      // Where it went on by a line before that, the lines that were there are not taken away again.
      vi.advanceTimersByTime(1000);
      paint({}, [400, 402]);
      paint({}, [500, 502]);
      paint({}, [501, 503]);
      expect(cell(502, 'b1').textContent).toBe('b1/502');
      vi.advanceTimersByTime(1000);
      expect(row(501).dataset.read).toBe('true');
      expect(row(500)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('cells', () => {
  test.each<readonly [content: Partial<GridCell>, classes: readonly (string | undefined)[]]>([
    [{}, []],
    [{ tone: 'zero' }, [styles.faint]],
    [{ tone: 'none' }, [styles.faint]],
    [{ tone: 'negative' }, [controls.negative]],
    [{ tone: 'positive' }, [controls.positive]],
    [{ tone: 'warn' }, [controls.warning]],
    [{ tone: 'soft' }, [styles.soft]],
    [{ partial: true }, [figures.partial]],
    [{ partial: false }, []],
    [{ hit: true }, [styles.hit]],
    [{ hit: false }, []],
    [{ shade: 3 }, [styles.shade3]],
    [{ shade: null }, []],
    [{ overflows: true }, [styles.overflowing]],
    [{ opens: true }, []],
  ])('of %j have classes of their own', (content, classes) => {
    expect(classesOf(contentOf(content))).toEqual(named(styles.cell, styles.number, ...classes));
  });

  test('look like their column, and can be pressed where something opens', () => {
    expect(classesOf(contentOf({}, {}, { align: 'start' }))).toEqual(named(styles.cell));
    expect(classesOf(contentOf({}, {}, { narrowed: true }))).toEqual(
      named(styles.cell, styles.number, styles.clipped),
    );
    expect(classesOf(contentOf({}, {}, { group: 'z' }))).toEqual(
      named(styles.cell, styles.number, styles.firstOfGroup),
    );
    const onOpen = () => {};
    expect(classesOf(contentOf({ opens: true }, { onOpen }))).toEqual(
      named(styles.cell, styles.number, styles.opens),
    );
    expect(classesOf(contentOf({ opens: false }, { onOpen }))).toEqual(named(styles.cell, styles.number));
    expect(classesOf(contentOf({}, { marked: 'b2' }))).toEqual(
      named(styles.cell, styles.number, styles.marked),
    );
    expect(classesOf(contentOf({}, { marked: 'b1' }))).toEqual(named(styles.cell, styles.number));
  });

  test('bear their exact value, their test id and what stands before their text; what is not theirs is taken away', () => {
    const marks = [
      { text: '!', className: 'sign', ink: 'red', isSilent: true as const },
      { text: '?', className: undefined },
    ];
    const rich: GridCell = { text: '1,5', tone: 'plain', value: '1.5', testId: 'figure', marks };
    let content = rich;
    const { cell, paint, made } = painter({ cell: () => content });
    const shown = cell(1, 'b2');
    expect([shown.textContent, shown.dataset.value, shown.dataset.testid]).toEqual([
      '!?1,5',
      '1.5',
      'figure',
    ]);
    const spans = () => [...shown.querySelectorAll('span')];
    expect(
      spans().map((span) => [span.className, span.style.background, span.getAttribute('aria-hidden')]),
    ).toEqual([
      ['sign', 'red', 'true'],
      ['', '', null],
    ]);
    expect(made.shownTexts('b2')).toEqual(['!?1,5', '!?1,5', '!?1,5']);
    expect(made.cellOf(shown)).toBe(rich);
    expect(made.cellOf(document.createElement('i'))).toBeNull();
    shown.title = 'told by the pointer';
    content = { text: '2', tone: 'plain', marks: [{ text: '~', className: 'other' }] };
    paint({ cell: () => content });
    expect([shown.textContent, shown.dataset.value, shown.dataset.testid, shown.title]).toEqual([
      ...['~2', undefined, undefined, ''],
    ]);
    expect(
      spans().map((span) => [span.className, span.style.background, span.getAttribute('aria-hidden')]),
    ).toEqual([['other', '', null]]);
    content = { text: '', tone: 'plain' };
    paint({ cell: () => content });
    expect([shown.textContent, spans()]).toEqual(['', []]);
    expect(made.shownTexts('none')).toEqual([]);
  });

  test('of rows that are not read say nothing, and nothing is told of them', () => {
    const { made, cell } = painter({ line: () => undefined });
    expect(made.shownTexts('b1')).toEqual([]);
    expect(made.cellOf(cell(0, 'b1'))).toBeNull();
  });

  test('turn with letters that run from right to left', () => {
    let text = 'שלום';
    const { cell, paint } = painter({ cell: () => ({ text, tone: 'plain' }) });
    expect(cell(1, 'b2').getAttribute('dir')).toBe('auto');
    text = 'azul';
    paint({ cell: () => ({ text, tone: 'plain' }) });
    expect(cell(1, 'b2').getAttribute('dir')).toBeNull();
  });

  test('are worked out once for a line, as long as they come from the same function', () => {
    const cell = vi.fn(cellOf);
    const { paint } = painter({ cell });
    expect(cell).toHaveBeenCalledTimes(3 * COLUMNS.length);
    paint({ cell, openRow: 1 });
    paint({ cell, marked: 'b1' });
    paint({ cell }, [1, 3]);
    expect(cell).toHaveBeenCalledTimes(4 * COLUMNS.length);
    const other = vi.fn(cellOf);
    paint({ cell: other }, [1, 3]);
    expect(other).toHaveBeenCalledTimes(3 * COLUMNS.length);
  });

  test('run on over the next one of their zone', () => {
    const overflows = { cell: (line: object, id: string) => ({ ...cellOf(line, id), overflows: true }) };
    const { cell } = painter(overflows);
    expect(['name', 'b1', 'b2', 'c1', 'total'].map((id) => cell(0, id).style.width)).toEqual([
      ...['80px', '220px', '220px', '100px', '100px'],
    ]);
  });

  test('that are chosen are said to be, with the edges of what is chosen; one has the focus', () => {
    const chosen = {
      bounds: { top: 1, bottom: 2, left: 1, right: 2 },
      active: { row: 2, column: 2 },
      cell: (line: object, id: string): GridCell => ({ ...cellOf(line, id), title: `title ${id}` }),
    };
    const { cell, paint, root } = painter(chosen);
    const own = named(styles.cell, styles.number);
    const ofRange = (at: number, id: string) =>
      classesOf(cell(at, id)).filter((name) => !own.includes(name) && name !== `${styles.firstOfGroup}`);
    const { selected, edgeTop, edgeBottom, edgeLeft, edgeRight, active } = styles;
    expect(ofRange(0, 'b1')).toEqual([]);
    expect(ofRange(1, 'name')).toEqual([]);
    expect(ofRange(1, 'b1')).toEqual(named(selected, edgeLeft, edgeTop));
    expect(ofRange(1, 'b2')).toEqual(named(selected, edgeRight, edgeTop));
    expect(ofRange(2, 'b1')).toEqual(named(selected, edgeLeft, edgeBottom));
    expect(ofRange(2, 'b2')).toEqual(named(selected, edgeRight, edgeBottom, active));
    expect(ofRange(2, 'c1').filter((name) => name !== `${styles.clipped}`)).toEqual([]);
    const said = () =>
      [...root.querySelectorAll<HTMLElement>('[aria-selected=true]')]
        .map(({ textContent }) => textContent)
        .toSorted();
    expect(said()).toEqual(['b1/1', 'b1/2', 'b2/1', 'b2/2']);
    const focused = () => [...root.querySelectorAll<HTMLElement>('[id]')].map(({ id, title }) => [id, title]);
    expect(focused()).toEqual([['active', 'title b2']]);
    // One cell alone, in the same row: the others are let go.
    paint({ ...chosen, bounds: { top: 2, bottom: 2, left: 1, right: 1 }, active: { row: 2, column: 1 } });
    expect(said()).toEqual(['b1/2']);
    expect(focused()).toEqual([['active', 'title b1']]);
    expect(ofRange(2, 'b1')).toEqual(named(selected, edgeLeft, edgeRight, edgeTop, edgeBottom, active));
    paint({ ...chosen, bounds: null, active: null });
    expect([said(), focused()]).toEqual([[], []]);
  });

  test('follow other columns: those that are no longer seen go, and the right end with its last one', () => {
    const { made, ids, zone, cell, row } = painter();
    const window = { first: 0, last: 2, topPx: 0 };
    const kept = cell(1, 'b2');
    made.paint(modelOf({ seen: { from: 2, to: 4 } }), window, 0);
    expect([ids(1, 'pins'), ids(1, 'strip'), ids(1, 'end')]).toEqual([['name'], ['b2', 'c1'], ['total']]);
    expect(cell(1, 'b2')).toBe(kept);
    const fewer = COLUMNS.slice(0, 3);
    made.paint(modelOf({ seen: { from: 1, to: 3 } }, fewer), window, 0);
    expect(zone(1, 'end')).toBeNull();
    expect(ids(1, 'strip').toSorted()).toEqual(['b1', 'b2']);
    expect(row(1).querySelectorAll('[data-column]')).toHaveLength(3);
    const swapped = [COLUMNS[1], COLUMNS[0], COLUMNS[4]]
      .filter((each) => each !== undefined)
      .map((each, at) => ({ ...each, pinned: at === 0 }));
    made.paint(modelOf({ seen: { from: 1, to: 2 } }, swapped), window, 0);
    expect([ids(1, 'pins'), ids(1, 'strip'), ids(1, 'end')]).toEqual([['b1'], ['name'], ['total']]);
    expect(['b1', 'name', 'total'].map((id) => cell(1, id).getAttribute('role'))).toEqual([
      ...['gridcell', 'rowheader', 'gridcell'],
    ]);
    expect(cell(1, 'b1').textContent).toBe('b1/1');
    expect([zone(1, 'pins')?.style.width, zone(1, 'strip')?.style.left]).toEqual(['100px', '100px']);
  });

  test('whose figure an edge of the strip cuts are marked as long as it does', () => {
    const { paint, root, cell } = painter({ cell: () => ({ text: '1234567', tone: 'plain' }) });
    const model = { cell: () => ({ text: '1234567', tone: 'plain' as const }), viewPx: 280 };
    const marked = () =>
      [...root.querySelectorAll<HTMLElement>('[data-edge]')].map(({ dataset }) => [
        dataset.column,
        dataset.edge,
      ]);
    expect(marked()).toEqual([]);
    // 100 px of the strip are in view; digits of b1 begin 24 px after it does, of b2 44 px after.
    paint(model, [0, 0], 50);
    expect(marked()).toEqual([
      ['b1', 'start'],
      ['b2', 'end'],
    ]);
    paint(model, [0, 0], 100);
    expect(marked()).toEqual([['b2', 'end']]);
    expect(cell(0, 'b1').hasAttribute('data-edge')).toBe(false);
  });
});
