import { expect, test, vi } from 'vitest';
import { measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { columnOfId, measureActions } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import type { ColumnActions } from '#renderer/ui/grid/grid-types.ts';

/** A pivot's columns are moved and hidden measure by measure; those of no measure as in any table. */

const IDS = ['sum:Ventas', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total', 'orders'];

function actionsOf(ids: readonly string[] = IDS) {
  const own = { hide: vi.fn(), nudge: vi.fn(), move: vi.fn() };
  const onChange = vi.fn();
  const measures = ids.flatMap((id) => measureOf(id) ?? []);
  return { own, onChange, actions: measureActions(own as unknown as ColumnActions, measures, onChange) };
}

test('hiding any column of a measure takes the measure out; the last one stays', () => {
  const { own, onChange, actions } = actionsOf();
  actions.hide('sum:Ventas/value/=MESA');
  expect(onChange.mock.lastCall).toEqual([IDS.slice(1)]);
  actions.hide('name');
  expect(own.hide.mock.calls).toEqual([['name']]);
  const last = actionsOf(['orders']);
  last.actions.hide('orders');
  expect(last.onChange).not.toHaveBeenCalled();
});

test('one place on or back, in all columns at once, and no further than the ends', () => {
  const { own, onChange, actions } = actionsOf();
  actions.nudge('sum:Ventas/difference', 1);
  expect(onChange.mock.lastCall).toEqual([[IDS[1], IDS[0], IDS[2], IDS[3]]]);
  actions.nudge('orders', -1);
  expect(onChange.mock.lastCall).toEqual([[IDS[0], IDS[1], IDS[3], IDS[2]]]);
  actions.nudge('sum:Ventas', -1);
  actions.nudge('orders', 1);
  expect(onChange).toHaveBeenCalledTimes(2);
  actions.nudge('caption', 1);
  expect(own.nudge.mock.calls).toEqual([['caption', 1]]);
});

test('dragged before another measure, to the end, or among the pinned columns, which is the table’s own', () => {
  const { own, onChange, actions } = actionsOf();
  actions.move('orders', 'sum:Rentabilidad Total/change', false);
  expect(onChange.mock.lastCall).toEqual([[IDS[0], IDS[3], IDS[1], IDS[2]]]);
  actions.move('sum:Ventas', null, false);
  expect(onChange.mock.lastCall).toEqual([[IDS[1], IDS[2], IDS[3], IDS[0]]]);
  actions.move('sum:Ventas', 'name', false);
  expect(onChange.mock.lastCall).toEqual([[IDS[1], IDS[2], IDS[3], IDS[0]]]);
  expect(onChange).toHaveBeenCalledTimes(3);
  // Onto another column of its own nothing moves.
  actions.move('sum:Ventas', 'sum:Ventas/change', false);
  expect(onChange).toHaveBeenCalledTimes(3);
  actions.move('sum:Ventas', null, true);
  actions.move('name', 'orders', false);
  expect(own.move.mock.calls).toEqual([
    ['sum:Ventas', null, true],
    ['name', 'orders', false],
  ]);
});

test('an id names its measure, its part and its column across, or nothing', () => {
  expect(columnOfId('sum:Ventas/value/*')).toMatchObject({ part: 'value', band: { kind: 'others' } });
  expect(columnOfId('sum:Ventas/change/=a/b')).toMatchObject({
    ...{ part: 'change', measure: { kind: 'sum', column: 'Ventas' } },
    band: { kind: 'value', value: 'a/b' },
  });
  expect(columnOfId('orders')).toMatchObject({ part: 'value', band: { kind: 'own' } });
  expect(columnOfId('name')).toBeNull();
});
