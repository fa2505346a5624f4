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
