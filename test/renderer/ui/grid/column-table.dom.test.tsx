import { constructTable } from '@tanstack/react-table';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import {
  type ColumnLayout,
  columnTableOptions,
  NATURAL_LAYOUT,
  shownColumns,
  useColumnTable,
} from '#renderer/ui/grid/use-column-table.ts';
import { randomCases } from '#test/random-cases.ts';

const column = (id: string, pinned = false): GridColumn => ({
  id,
  label: id,
  name: id,
  align: 'end',
  width: 80,
  group: id < 'd' ? 'early' : 'late',
  pinned,
  sortable: true,
});
const IDS = [...'abcdef'];
const NO_SHORTFALL = () => 0;

const step = fc.oneof(
  fc.record({ kind: fc.constant('resize' as const), id: fc.constantFrom(...IDS), width: fc.nat(900) }),
  fc.record({
    kind: fc.constant('move' as const),
    id: fc.constantFrom(...IDS),
    before: fc.option(fc.constantFrom(...IDS)),
    isPinned: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('pin' as const), id: fc.constantFrom(...IDS), isPinned: fc.boolean() }),
  fc.record({ kind: fc.constant('hide' as const), id: fc.constantFrom(...IDS) }),
  fc.constant({ kind: 'show' as const }),
  fc.constant({ kind: 'reset' as const }),
  // A column comes or goes where nobody did anything to it.
  fc.record({ kind: fc.constant('natural' as const), count: fc.integer({ min: 2, max: 6 }) }),
);

/** The hook, its layout kept by a state as a screen keeps it. */
function useHeld(count: number) {
  const [layout, change] = useState<ColumnLayout>(NATURAL_LAYOUT);
  const [all] = useState(() => IDS.map((id) => column(id, id < 'c')));
  const [natural, setNatural] = useState(() => all.slice(0, count));
  const { columns, actions } = useColumnTable(natural, { layout, change, undo: null }, NO_SHORTFALL);
  return { layout, natural, columns, actions, setCount: (next: number) => setNatural(all.slice(0, next)) };
}

/** What a table built anew for the same columns and layout shows. */
function builtAnew(natural: readonly GridColumn[], layout: ColumnLayout): readonly GridColumn[] {
  const options = columnTableOptions(natural, layout);
  const features = { coreReactivityFeature: storeReactivityBindings(), ...options.features };
  return shownColumns(constructTable({ ...options, features }), natural, layout);
}

test('one table follows its layout and its columns as one built anew for each of them would', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
      const { result, unmount } = renderHook(() => useHeld(6));
      for (const one of steps) {
        act(() => {
          const { actions, setCount } = result.current;
          if (one.kind === 'resize') actions.resize(one.id, one.width);
          else if (one.kind === 'move') actions.move(one.id, one.before, one.isPinned);
          else if (one.kind === 'pin') actions.pin(one.id, one.isPinned);
          else if (one.kind === 'hide') actions.hide(one.id);
          else if (one.kind === 'show') actions.showHidden();
          else if (one.kind === 'reset') actions.reset?.();
          else setCount(one.count);
        });
        const { columns, natural, layout } = result.current;
        const looks = (shown: readonly GridColumn[]) =>
          shown.map(({ id, pinned, narrowed }) => [id, pinned, narrowed === true]);
        expect(looks(columns)).toEqual(looks(builtAnew(natural, layout)));
        // All but the first, which is as much wider as the screen's gutter where another one stood there.
        const widths = (shown: readonly GridColumn[]) => shown.slice(1).map(({ width }) => width);
        expect(widths(columns)).toEqual(widths(builtAnew(natural, layout)));
        for (const id of layout.hidden) expect(columns.map((shown) => shown.id)).not.toContain(id);
      }
      unmount();
    }),
    { seed: 13, numRuns: randomCases(16) },
  );
});

test('another column than by nature stands first with room for the gutter, unless its width was chosen', () => {
  const natural = [...'abc'].map((id) => column(id));
  const widthsOf = (layout: Partial<ColumnLayout>, shortfall: (group: string, width: number) => number) => {
    const control = { layout: { ...NATURAL_LAYOUT, ...layout }, change: () => {}, undo: null };
    const { result, unmount } = renderHook(() => useColumnTable(natural, control, shortfall));
    const widths = result.current.columns.map(({ id, width }) => `${id} ${width}`);
    unmount();
    return widths;
  };
  const order = ['b', 'a', 'c'];
  expect(widthsOf({}, NO_SHORTFALL)).toEqual(['a 80', 'b 80', 'c 80']);
  expect(widthsOf({ order }, NO_SHORTFALL)).toEqual(['b 94', 'a 80', 'c 80']);
  expect(widthsOf({ order, widths: { b: 50 } }, NO_SHORTFALL)).toEqual(['b 50', 'a 80', 'c 80']);
  expect(widthsOf({ order, widths: { a: 50 } }, NO_SHORTFALL)).toEqual(['b 94', 'a 50', 'c 80']);
  // What the name of their group lacks over all of them is the last one's.
  expect(widthsOf({}, (_, width) => 300 - width)).toEqual(['a 80', 'b 80', 'c 140']);
});

test('each action changes the layout as it stands, and hiding is left to who takes it', () => {
  const natural = [...'abcd'].map((id) => ({ ...column(id), ...(id === 'd' ? { atEnd: 'total' } : {}) }));
  const changes: ColumnLayout[] = [];
  const hidden: string[] = [];
  const layout: ColumnLayout = { ...NATURAL_LAYOUT, widths: { a: 50 }, hidden: ['b', 'gone'] };
  const actionsOf = (of: ColumnLayout, onHide?: (id: string) => void) => {
    const control = { layout: of, change: (next: ColumnLayout) => void changes.push(next), undo: null };
    const { result, unmount } = renderHook(() => useColumnTable(natural, control, NO_SHORTFALL, onHide));
    unmount();
    return result.current.actions;
  };
  const actions = actionsOf(layout);
  expect(actions.hidden).toBe(2);
  actions.hide('c');
  actions.showHidden();
  actions.keepAtEnd('d', false);
  actions.resize('a', null);
  actions.reset?.();
  expect(changes.splice(0)).toEqual([
    { ...layout, hidden: ['b', 'gone', 'c'] },
    { ...layout, hidden: [] },
    { ...layout, letGo: ['d'] },
    { ...layout, widths: {} },
    NATURAL_LAYOUT,
  ]);
  expect(actionsOf(NATURAL_LAYOUT).reset).toBeNull();
  actionsOf(layout, (id) => hidden.push(id)).hide('c');
  expect([hidden, changes]).toEqual([['c'], []]);
});
