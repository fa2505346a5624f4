import { describe, expect, test } from 'vitest';
import type { CellRange, CopyForm, GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { onGridKey } from '#renderer/ui/grid/use-grid-input.ts';

/** What each key of a table does, told as words in the order it is done; «not its own» is left to the page. */

type Grid = Parameters<typeof onGridKey>[1];
type Told = string | CellRange | null;

const COLUMNS = ['name', 'a', 'b'].map(
  (id): GridColumn => ({
    ...{ id, label: id, name: id, align: 'end', width: 100, group: id, pinned: id === 'name' },
    sortable: id !== 'b',
  }),
);
const KEYS = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
/** «Ctrl+Alt+c»: the key with those held. */
const pressOf = (keys: string) => {
  const held = keys.split('+');
  return {
    ...KEYS,
    key: held.at(-1) === 'Space' ? ' ' : (held.at(-1) ?? ''),
    altKey: held.includes('Alt'),
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Meta'),
    shiftKey: held.includes('Shift'),
  };
};
const cell = (row: number, column: number) => ({ row, column });
const one = (row: number, column: number): CellRange => ({ from: cell(row, column), to: cell(row, column) });

type Setting = {
  readonly range?: CellRange | null;
  readonly props?: Partial<Grid['props']>;
  readonly isNotCopied?: boolean;
  /** No cell whose menu it could be is drawn. */
  readonly hasNoCellMenu?: boolean;
};
function told(keys: string, setting: Setting = {}) {
  const { range = one(5, 1), props = {}, isNotCopied = false, hasNoCellMenu = false } = setting;
  const done: Told[] = [];
  const say = (...words: readonly unknown[]): void => {
    done.push(words.join(' '));
  };
  const isOwn = onGridKey(pressOf(keys), {
    props: {
      columns: COLUMNS,
      rowCount: 40,
      actions: {
        resize: (id, width) => say('resize', id, width),
        move: () => say('move'),
        nudge: (id, by) => say('nudge', id, by),
        pin: () => say('pin'),
        keepAtEnd: () => say('keep'),
        hide: () => say('hide'),
        hidden: 0,
        showHidden: () => say('show'),
        undo: () => say('undo'),
        reset: null,
      },
      onSort: (id) => say('sort', id),
      ...(isNotCopied ? {} : { onCopy: (_: CellRange, form: CopyForm) => say('copy', form) }),
      onOpen: (row, id) => say('open', row, id),
      onWalk: (row) => say('walk', row),
      onEscape: null,
      ...props,
    },
    range,
    select: (next) => done.push(next),
    scroll: {
      rows: {
        pageRows: 10,
        reveal: (row) => say('row', row),
        window: () => ({ first: 3, last: 12, topPx: 84 }),
      },
      columns: { reveal: (index) => say('column', index) },
    },
    onMenu: (id) => say('menu', id),
    onCellMenu: () => {
      if (!hasNoCellMenu) say('cell menu');
      return !hasNoCellMenu;
    },
  });
  return isOwn ? done : [...done, 'not its own'];
}
/** A cell gone to: chosen and brought into view. */
const gone = (row: number, column: number, from = cell(row, column)): readonly Told[] => [
  { from, to: cell(row, column) },
  `row ${row}`,
  `column ${column}`,
];

const CASES: readonly (readonly [keys: string, done: readonly Told[], setting?: Setting])[] = [
  // The active cell's column; the first one's where none is chosen.
  ['Alt+ArrowDown', ['sort a']],
  ['Alt+ArrowUp', ['sort a']],
  ['Alt+ArrowUp', ['sort name'], { range: null }],
  ['Alt+ArrowDown', ['not its own'], { range: one(0, 2) }],
  ['Alt+ArrowDown', ['not its own'], { range: null, props: { columns: [] } }],
  ['Alt+Shift+ArrowRight', ['resize a 110']],
  ['Alt+Shift+ArrowLeft', ['resize a 90']],
  ['Alt+Ctrl+ArrowRight', ['nudge a 1']],
  ['Alt+Meta+ArrowLeft', ['nudge a -1']],
  ['Alt+Ctrl+Shift+ArrowLeft', ['nudge a -1']],
  ['Alt+ArrowRight', ['not its own']],
  ['Alt+Ctrl+ArrowRight', ['not its own'], { props: { actions: null } }],
  ['Alt+Ctrl+x', ['not its own']],
  ['Alt+Home', ['not its own']],
  // Menus.
  ['Alt+Enter', ['menu a']],
  ['Alt+Enter', ['menu a', 'not its own'], { props: { actions: null } }],
  ['ContextMenu', ['cell menu']],
  ['Shift+F10', ['cell menu']],
  ['Shift+F10', ['menu a'], { hasNoCellMenu: true }],
  ['ContextMenu', ['menu a'], { hasNoCellMenu: true }],
  ['F10', ['not its own']],
  // Steps taken back.
  ['Ctrl+z', ['undo']],
  ['Meta+Z', ['undo']],
  ['z', ['not its own']],
  ['Ctrl+z', ['not its own'], { props: { actions: null } }],
  // Copies.
  ['Ctrl+c', ['copy cells']],
  ['Meta+C', ['copy cells']],
  ['Ctrl+Alt+c', ['copy named']],
  ['Ctrl+Alt+Shift+C', ['copy described']],
  ['Alt+c', ['not its own']],
  ['c', ['not its own']],
  ['Ctrl+x', ['not its own']],
  ['Ctrl+c', ['not its own'], { range: null }],
  ['Ctrl+Alt+c', ['not its own'], { range: null }],
  ['Ctrl+c', ['not its own'], { isNotCopied: true }],
  ['Ctrl+Alt+c', ['not its own'], { isNotCopied: true }],
  // What is chosen.
  ['Ctrl+a', [{ from: cell(0, 1), to: cell(39, 1) }]],
  ['Meta+A', [{ from: cell(0, 1), to: cell(39, 1) }]],
  ['a', ['not its own']],
  ['Ctrl+a', ['not its own'], { range: null }],
  ['Enter', ['open 5 a']],
  ['Enter', ['not its own'], { range: null }],
  ['Enter', [], { props: { onOpen: null } }],
  ['Escape', [null]],
  ['Escape', ['not its own'], { range: null }],
  // Moves.
  ['ArrowDown', [...gone(6, 1), 'walk 6']],
  ['ArrowUp', [...gone(4, 1), 'walk 4']],
  ['ArrowRight', gone(5, 2)],
  ['Shift+ArrowDown', gone(6, 1, cell(5, 1))],
  ['Shift+ArrowRight', gone(7, 2, cell(5, 1)), { range: { from: cell(5, 1), to: cell(7, 1) } }],
  ['PageDown', [...gone(15, 1), 'walk 15']],
  ['PageUp', [...gone(0, 1), 'walk 0']],
  ['Home', gone(5, 0)],
  ['End', gone(5, 2)],
  ['Ctrl+End', [...gone(39, 2), 'walk 39']],
  ['Meta+Home', [...gone(0, 0), 'walk 0']],
  ['Ctrl+ArrowUp', [...gone(0, 1), 'walk 0']],
  ['x', ['not its own']],
  ['ArrowDown', ['not its own'], { props: { rowCount: 0 } }],
  // With none chosen the first cell in view is gone to; Home and End are the list's.
  ['ArrowDown', gone(3, 0), { range: null }],
  ['ArrowRight', gone(3, 0), { range: null }],
  ['PageDown', gone(3, 0), { range: null }],
  ['Shift+ArrowDown', gone(3, 0), { range: null }],
  ['End', [...gone(39, 0), 'walk 39'], { range: null }],
  ['Home', [...gone(0, 0), 'walk 0'], { range: null }],
];
test.each(CASES.map(([keys, done, setting = {}]) => [keys, done, setting] as const))(
  '%s: %j',
  (keys, done, setting) => {
    expect(told(keys, setting)).toEqual(done);
  },
);

test('Escape is the screen’s where it has a use for it, whatever is chosen', () => {
  for (const range of [null, one(5, 1)]) {
    let count = 0;
    const onEscape = () => {
      count += 1;
    };
    expect(told('Escape', { range, props: { onEscape } })).toEqual([]);
    expect(count).toBe(1);
  }
});

describe('lines that hold others', () => {
  const treeOf = (state: 'open' | 'closed' | 'item' | null, toggled: number[] = []) => ({
    stateOf: () => state,
    holderOf: (row: number) => row - 2,
    toggle: (row: number) => void toggled.push(row),
  });
  const plainLeft = gone(5, 0);
  const plainRight = gone(5, 1);
  const plainDown = [...gone(6, 0), 'walk 6'];
  test.each<
    readonly [
      state: 'open' | 'closed' | 'item' | null,
      keys: string,
      column: number,
      toggled: readonly number[],
      done: readonly Told[],
    ]
  >([
    ['closed', 'Space', 0, [5], []],
    ['open', 'Space', 2, [5], []],
    ['item', 'Space', 0, [], []],
    ['item', 'Space', 2, [], []],
    [null, 'Space', 0, [], ['not its own']],
    ['closed', 'Shift+Space', 0, [], ['not its own']],
    ['closed', 'Ctrl+Space', 0, [], ['not its own']],
    ['closed', 'ArrowRight', 0, [5], []],
    ['closed', 'ArrowRight', 1, [], gone(5, 2)],
    ['closed', 'ArrowLeft', 0, [], plainLeft],
    ['closed', 'Ctrl+ArrowRight', 0, [], gone(5, 2)],
    ['open', 'ArrowRight', 0, [], plainRight],
    ['open', 'ArrowLeft', 0, [5], []],
    ['open', 'ArrowLeft', 2, [], gone(5, 1)],
    ['open', 'Shift+ArrowLeft', 0, [], plainLeft],
    ['open', 'ArrowDown', 0, [], plainDown],
    ['item', 'ArrowLeft', 0, [], gone(3, 0)],
    ['item', 'ArrowLeft', 2, [], gone(5, 1)],
    ['item', 'ArrowRight', 0, [], plainRight],
    [null, 'ArrowRight', 0, [], plainRight],
  ])('%s, %s in column %i: opened or closed %j, %j', (state, keys, column, toggled, done) => {
    const all: number[] = [];
    expect(told(keys, { range: one(5, column), props: { tree: treeOf(state, all) } })).toEqual(done);
    expect(all).toEqual(toggled);
  });

  test('with none chosen the keys are no line’s', () => {
    const all: number[] = [];
    expect(told('Space', { range: null, props: { tree: treeOf('closed', all) } })).toEqual(['not its own']);
    expect(all).toEqual([]);
  });
});
