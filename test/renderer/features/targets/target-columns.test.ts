import { expect, test } from 'vitest';
import { targetColumns } from '#renderer/features/targets/target-columns.ts';
import type { TargetsInView } from '#renderer/features/targets/targets-in-view.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The columns of targets beside the whole: what is to be, and what is less it. */

const text = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;
const WHOLE = { id: 'whole', totals: { sums: { Ventas: '10' }, rates: {}, ventasWithProductCost: '4' } };
const targets = (parts: Partial<TargetsInView>): TargetsInView => ({
  ...{ months: [], of: null, isPart: false, sums: {}, rates: {}, partial: {} },
  ...parts,
});
const columnsOf = (found: TargetsInView | null) => targetColumns(WHOLE as never, found, text as never);

test('there are none where no line has a target', () => {
  expect(columnsOf(null)).toEqual([]);
  expect(columnsOf(targets({ partial: { Ventas: 1 } }))).toEqual([]);
});

test('they are the targets, and the whole less them', () => {
  const sums = { Ventas: '7' as Decimal };
  const rates = { 'Rentabilidad Total': '30' as Decimal };
  for (const found of [targets({ sums, rates }), targets({ sums }), targets({ rates })]) {
    const [before, difference, ...more] = columnsOf(found);
    expect(more).toEqual([]);
    expect(before).toMatchObject({
      ...{
        id: 'before-target',
        kind: 'before',
        less: null,
        isTarget: true,
        leftOut: 0,
        until: null,
        value: '',
      },
      ...{
        name: 'month-card.target {}',
        totals: { sums: found.sums, rates: found.rates, ventasWithProductCost: '0' },
      },
    });
    expect(difference).toMatchObject({
      ...{ id: 'difference-target', kind: 'difference', isTarget: true, leftOut: 0, until: null, value: '' },
      name: 'statement.difference-from {"name":"month-card.target {}"}',
    });
    expect(difference?.totals).toBe(WHOLE.totals);
    expect(difference?.less).toBe(before?.totals);
  }
});
