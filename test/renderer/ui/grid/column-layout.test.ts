import { constructTable } from '@tanstack/react-table';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withOwnPlaces } from '#renderer/features/columns/use-column-layout.ts';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import {
  type ColumnLayout,
  columnTableOptions,
  hiddenToo,
  isNatural,
  keptAtEnd,
  MAX_WIDTH,
  MIN_WIDTH,
  moved,
  NATURAL_LAYOUT,
  nudged,
  pinnedAs,
  resized,
  shownColumns,
  withGroupRoom,
} from '#renderer/ui/grid/use-column-table.ts';

const column = (id: string, pinned = false, group = 'g'): GridColumn => ({
  id,
  label: id,
  name: id,
  align: 'end',
  width: 80,
  group,
  pinned,
  sortable: true,
});
const NATURAL = [column('a', true), column('b', true), column('c'), column('d'), column('e'), column('f')];
const ids = (columns: readonly GridColumn[]) => columns.map(({ id }) => id).join('');
/** What a table built anew shows of a layout. */
function show(layout: ColumnLayout, natural = NATURAL): readonly GridColumn[] {
  const options = columnTableOptions(natural, layout);
  const features = { coreReactivityFeature: storeReactivityBindings(), ...options.features };
  return shownColumns(constructTable({ ...options, features }), natural, layout);
}

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      id: fc.constantFrom(...'abcdef'),
      before: fc.option(fc.constantFrom(...'abcdef')),
      isPinned: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('nudge' as const),
      id: fc.constantFrom(...'abcdef'),
      by: fc.constantFrom(-1 as const, 1 as const),
    }),
    fc.record({
      kind: fc.constant('pin' as const),
      id: fc.constantFrom(...'abcdef'),
      isPinned: fc.boolean(),
    }),
  ),
  { maxLength: 12 },
);

describe('columns laid out by hand', () => {
  test('step by step add to what was hidden or let go, and stay among their own', () => {
    const end = (id: string) => ({ ...column(id), atEnd: id });
    const natural = [column('a', true), column('b'), column('c'), end('d'), end('e')];
    const hidden = ['b', 'c'].reduce(hiddenToo, NATURAL_LAYOUT);
    expect([hidden.hidden, ids(show(hidden, natural))]).toEqual([['b', 'c'], 'ade']);
    const letGo = ['d', 'e'].reduce((now, id) => keptAtEnd(now, id, false), NATURAL_LAYOUT);
    expect([letGo.letGo, keptAtEnd(letGo, 'd', true).letGo]).toEqual([['d', 'e'], ['e']]);
    const shown = show(NATURAL_LAYOUT, natural);
    const step = (id: string, by: -1 | 1) => ids(show(nudged(NATURAL_LAYOUT, shown, id, by), natural));
    // The last of the strip and the first of the right end, or of the pinned ones, do not change places.
    expect([step('c', 1), step('d', -1), step('b', -1), step('a', 1)]).toEqual(Array(4).fill('abcde'));
    expect([step('c', -1), step('b', 1), step('d', 1), step('e', -1)]).toEqual([
      'acbde',
      'acbde',
      'abced',
      'abced',
    ]);
  });

  test('those of the right end stay last, whatever is moved, until they are pinned', () => {
    const natural = [...NATURAL.slice(0, 5), { ...column('f'), atEnd: 'whole' }];
    fc.assert(
      fc.property(steps, (list) => {
        const layout = list.reduce((now: ColumnLayout, step) => {
          const shown = show(now, natural);
          if (step.kind === 'move') return moved(now, shown, step.id, step.before, step.isPinned);
          if (step.kind === 'nudge') return nudged(now, shown, step.id, step.by);
          return pinnedAs(now, shown, step.id, step.isPinned);
        }, NATURAL_LAYOUT);
        const shown = show(layout, natural);
        expect(ids(shown).split('').sort().join('')).toBe('abcdef');
        const last = shown.find(({ id }) => id === 'f');
        if (last?.pinned !== true) expect(shown.at(-1)?.id).toBe('f');
      }),
    );
  });

  test('one of the right end is let go, stands last of the others, and goes back', () => {
    const natural = [...NATURAL.slice(0, 4), { ...column('e'), atEnd: '1' }, { ...column('f'), atEnd: '2' }];
    const free = keptAtEnd(NATURAL_LAYOUT, 'f', false);
    expect(show(free, natural).map(({ id, atEnd, leftEnd }) => [id, atEnd ?? leftEnd])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', undefined],
      ['d', undefined],
      ['f', '2'],
      ['e', '1'],
    ]);
    expect(show(free, natural).find(({ id }) => id === 'f')?.atEnd).toBeUndefined();
    expect(show(keptAtEnd(free, 'f', true), natural)).toEqual(natural);
  });

  test('a layout from before columns stood at the right end keeps them where they were put', () => {
    const natural = [...NATURAL.slice(0, 5), { ...column('f'), atEnd: 'x' }];
    const { letGo: _, ...older } = moved(NATURAL_LAYOUT, NATURAL, 'f', 'c', false);
    expect(ids(show(withOwnPlaces(older, ['f']), natural))).toBe('abfcde');
    // Widths alone are no places, and neither is a layout that knows of the right end.
    const wide = resized(NATURAL_LAYOUT, 'f', 120);
    expect(ids(show(withOwnPlaces(wide, ['f']), natural))).toBe('abcdef');
    const newer = moved(NATURAL_LAYOUT, show(NATURAL_LAYOUT, natural), 'd', 'c', false);
    expect(ids(show(withOwnPlaces(newer, ['f']), natural))).toBe('abdcef');
  });

  test('stay as they are by nature until something is done', () => {
    expect(show(NATURAL_LAYOUT)).toEqual(NATURAL);
    for (const [index, shown] of show(NATURAL_LAYOUT).entries()) expect(shown).toBe(NATURAL[index]);
    expect(isNatural(NATURAL_LAYOUT)).toBe(true);
  });

  test('none is lost or doubled whatever is done, and pinned ones come first', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let layout = NATURAL_LAYOUT;
        for (const step of all) {
          const shown = show(layout);
          if (step.kind === 'move') {
            if (step.before === step.id) continue;
            layout = moved(layout, shown, step.id, step.before, step.isPinned);
          } else if (step.kind === 'nudge') layout = nudged(layout, shown, step.id, step.by);
          else layout = pinnedAs(layout, shown, step.id, step.isPinned);
        }
        const shown = show(layout);
        expect([...ids(shown)].sort().join('')).toBe('abcdef');
        const firstFree = shown.findIndex(({ pinned }) => !pinned);
        if (firstFree >= 0) expect(shown.slice(firstFree).some(({ pinned }) => pinned)).toBe(false);
      }),
    );
  });

  test('go before another column, to the end, one place on, and back', () => {
    expect(ids(show(moved(NATURAL_LAYOUT, NATURAL, 'e', 'c', false)))).toBe('abecdf');
    expect(ids(show(moved(NATURAL_LAYOUT, NATURAL, 'c', null, false)))).toBe('abdefc');
    const right = nudged(NATURAL_LAYOUT, NATURAL, 'c', 1);
    expect(ids(show(right))).toBe('abdcef');
    expect(ids(show(nudged(right, show(right), 'c', -1)))).toBe('abcdef');
    expect(nudged(NATURAL_LAYOUT, NATURAL, 'f', 1)).toBe(NATURAL_LAYOUT);
    expect(nudged(NATURAL_LAYOUT, NATURAL, 'b', 1)).toBe(NATURAL_LAYOUT);
  });

  test('are pinned last of the pinned ones, and let go first of the others', () => {
    const pinned = pinnedAs(NATURAL_LAYOUT, NATURAL, 'e', true);
    expect(ids(show(pinned))).toBe('abecdf');
    expect(show(pinned).filter((one) => one.pinned)).toHaveLength(3);
    const free = pinnedAs(pinned, show(pinned), 'a', false);
    expect(ids(show(free))).toBe('beacdf');
    const lone = [column('a', true)];
    expect(
      show(pinnedAs(NATURAL_LAYOUT, lone, 'a', false), lone).map(({ pinned: isPinned }) => isPinned),
    ).toEqual([false]);
    // The only one that is not pinned may be, and goes back.
    const pair = [column('a', true), column('b')];
    const all = pinnedAs(NATURAL_LAYOUT, pair, 'b', true);
    expect(show(all, pair).map(({ pinned: isPinned }) => isPinned)).toEqual([true, true]);
    const back = pinnedAs(all, show(all, pair), 'b', false);
    expect(show(back, pair).map(({ id, pinned: isPinned }) => [id, isPinned])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  test('a column that comes later stands after the one it follows by nature', () => {
    const layout = moved(NATURAL_LAYOUT, NATURAL, 'd', 'c', false);
    const more = [...NATURAL.slice(0, 4), column('x'), ...NATURAL.slice(4)];
    expect(ids(show(layout, more))).toBe('abdxcef');
  });

  test('widths stay within reason, and go back to what the column holds', () => {
    const wide = resized(NATURAL_LAYOUT, 'c', 9000);
    expect(show(wide).find(({ id }) => id === 'c')?.width).toBe(MAX_WIDTH);
    expect(show(resized(wide, 'c', 1)).find(({ id }) => id === 'c')?.width).toBe(MIN_WIDTH);
    expect(isNatural(resized(wide, 'c', null))).toBe(true);
  });

  test('one that is made narrower than what it holds is said to be; one as wide or wider is not', () => {
    const narrowedAt = (width: number) => {
      const shown = show(resized(NATURAL_LAYOUT, 'c', width));
      return [shown.find(({ id }) => id === 'c')?.narrowed, shown.find(({ id }) => id === 'd')?.narrowed];
    };
    expect(narrowedAt(79)).toEqual([true, undefined]);
    expect(narrowedAt(80)).toEqual([false, undefined]);
    expect(narrowedAt(81)).toEqual([false, undefined]);
    expect(show(resized(NATURAL_LAYOUT, 'c', 90.6)).find(({ id }) => id === 'c')?.width).toBe(91);
    // The others keep their widths as one of them goes back.
    const two = resized(resized(NATURAL_LAYOUT, 'c', 100), 'd', 120);
    expect(resized(two, 'c', null).widths).toEqual({ d: 120 });
  });

  test('a step names the right end it knew; a column dragged among the pinned ones is pinned, and back', () => {
    expect(moved(NATURAL_LAYOUT, NATURAL, 'e', 'c', false).letGo).toEqual([]);
    expect(moved(keptAtEnd(NATURAL_LAYOUT, 'f', false), NATURAL, 'e', 'c', false).letGo).toEqual(['f']);
    const pinned = moved(NATURAL_LAYOUT, NATURAL, 'e', 'b', true);
    expect(pinned.pinned).toEqual(['a', 'b', 'e']);
    expect(ids(show(pinned))).toBe('aebcdf');
    expect(moved(pinned, show(pinned), 'a', 'd', false).pinned).toEqual(['e', 'b']);
    expect(moved(NATURAL_LAYOUT, NATURAL, 'c', null, true).order.join('')).toBe('abcdef');
    // One that is not shown is none to stand before.
    expect(moved(NATURAL_LAYOUT, NATURAL, 'c', 'gone', false).order.join('')).toBe('abdefc');
    expect(moved(NATURAL_LAYOUT, NATURAL, 'b', 'a', true).pinned).toBeNull();
    expect(nudged(NATURAL_LAYOUT, NATURAL, 'gone', 1)).toBe(NATURAL_LAYOUT);
    expect(keptAtEnd(keptAtEnd(NATURAL_LAYOUT, 'f', false), 'f', false).letGo).toEqual(['f']);
    expect(keptAtEnd(NATURAL_LAYOUT, 'f', true).letGo).toEqual([]);
  });

  test('a group’s run ends where the next group begins, and with what is pinned', () => {
    const lacking = (_: string, width: number) => Math.max(0, 100 - width);
    const widthsOf = (columns: readonly GridColumn[]) =>
      withGroupRoom(columns, NATURAL_LAYOUT, lacking).map(({ width }) => width);
    expect(widthsOf([column('c', false, 'x')])).toEqual([100]);
    expect(widthsOf([column('c', true, 'x'), column('d', false, 'x')])).toEqual([80, 100]);
    expect(widthsOf([column('c', false, 'x'), column('d', false, 'y'), column('e', false, 'y')])).toEqual([
      100, 80, 80,
    ]);
  });

  test('hidden ones are not shown', () => {
    expect(ids(show(hiddenToo(NATURAL_LAYOUT, 'd')))).toBe('abcef');
  });

  test('the last column of a run makes room for the group’s name, not one whose width was chosen', () => {
    const laid = [column('c', false, 'x'), column('d', false, 'x'), column('e', false, 'y')];
    const lacking = (_: string, width: number) => Math.max(0, 200 - width);
    expect(withGroupRoom(laid, NATURAL_LAYOUT, lacking).map(({ width }) => width)).toEqual([80, 120, 200]);
    const chosen = resized(NATURAL_LAYOUT, 'e', 80);
    expect(withGroupRoom(laid, chosen, lacking).map(({ width }) => width)).toEqual([80, 120, 80]);
  });
});
