import { expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { type OwnCost, ownCostsBySku } from '#renderer/data/model/own-costs.ts';
import { supersededCostFindings } from '#renderer/reconciliation/costs/worker/superseded-costs.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Own costs to whose rows the source brought another cost since. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Tipo de Dato', 'Estado de Orden'],
  ...['Fecha de compra', 'Ventas', 'Unidades', 'Costo de Producto'],
];
const rowOf = (Orden: string, day: string, cost: string, more: Row = {}): Row => ({
  ...{ Canal: 'A', Cuenta: 'B', Orden, 'Nro. suborden': '1', 'SKU Producto': 'S', 'Tipo de Dato': 'Orden' },
  ...{ 'Estado de Orden': 'Regular', Ventas: '100', Unidades: '1', 'Costo de Producto': cost },
  'Fecha de compra': `${day}T10:00:00.000`,
  ...more,
});
const costOf = (cost: string, parts: Partial<OwnCost> = {}): OwnCost => ({
  ...{ sku: 'S', currency: null, from: null, to: null, note: '', owner: '', atMs: 0 },
  cost: cost as Decimal,
  ...parts,
});

function findings(rows: readonly Row[], costs: readonly OwnCost[], selection = EVERYTHING) {
  const store = storeOf(rows, 2, COLUMNS);
  const selected = selectRows(store, selection);
  return atOnce(
    supersededCostFindings({ store, selected }, ownCostsBySku(costs, { currency: 'CLP', isMain: true })),
  );
}

const ROWS = [
  rowOf('1', '2026-03-02', '12'),
  rowOf('2', '2026-03-09', '14'),
  rowOf('2', '2026-03-05', '14', { 'Nro. suborden': '2' }),
  rowOf('3', '2026-03-20', '0'),
];

test('tell their rows, orders, days and what the source has more', () => {
  const [found, ...none] = findings(ROWS, [costOf('10')]);
  expect(none).toEqual([]);
  expect(found).toMatchObject({
    ...{ kind: 'own-cost-superseded', rows: 3, orders: 2, affects: ['comercial', 'total'] },
    ...{ firstPurchase: '2026-03-02T10:00:00.000', lastPurchase: '2026-03-09T10:00:00.000' },
  });
  expect(Number(found?.amount)).toBe(12 + 14 + 14 - 30);
  // One's own may be the greater one as well.
  expect(findings(ROWS, [costOf('20')]).map(({ amount }) => Number(amount))).toEqual([40 - 60]);
  // Of rows that no purchase can be of nothing is told by day.
  for (const day of ['1999-12-31', '2200-01-01', 'nunca']) {
    const [far] = findings([rowOf('1', day, '12')], [costOf('10')]);
    expect([far?.rows, far?.orders, far?.firstPurchase, far?.lastPurchase]).toEqual([1, 1, null, null]);
  }
  const [some] = findings([rowOf('1', 'nunca', '12'), ...ROWS], [costOf('10')]);
  expect([some?.rows, some?.firstPurchase]).toEqual([4, '2026-03-02T10:00:00.000']);
});

test('name what they are of: the SKU, the day they begin on and their currency, where these are said', () => {
  const subjectOf = (parts: Partial<OwnCost>) => findings(ROWS, [costOf('10', parts)])[0]?.subject;
  expect(subjectOf({})).toEqual({ 'SKU Producto': 'S' });
  expect(subjectOf({ from: '2026-03-01' as LocalDate })).toEqual({ 'SKU Producto': 'S', from: '2026-03-01' });
  expect(subjectOf({ currency: 'CLP' })).toEqual({ 'SKU Producto': 'S', currency: 'CLP' });
});

test('are each of its own rows, where a SKU has several costs', () => {
  const [march5, march6] = ['2026-03-05', '2026-03-06'] as const as unknown as LocalDate[];
  const costs = [costOf('10', { to: march5 ?? null }), costOf('11', { from: march6 ?? null })];
  expect(
    findings(ROWS, costs).map(({ subject, rows, orders, amount, firstPurchase, lastPurchase }) => [
      ...[subject.from ?? null, rows, orders, Number(amount), firstPurchase, lastPurchase],
    ]),
  ).toEqual([
    [null, 2, 2, 6, '2026-03-02T10:00:00.000', '2026-03-05T10:00:00.000'],
    ['2026-03-06', 1, 1, 3, '2026-03-09T10:00:00.000', '2026-03-09T10:00:00.000'],
  ]);
});

test('are none where the source says the same, has none, or nothing of it is asked for', () => {
  expect(findings(ROWS, [])).toEqual([]);
  expect(findings(ROWS.slice(0, 1), [costOf('12.00')])).toEqual([]);
  expect(findings(ROWS.slice(3), [costOf('10')])).toEqual([]);
  const filters = [{ column: 'Orden', values: ['1'] }];
  expect(findings(ROWS, [costOf('10')], { ...EVERYTHING, filters })[0]).toMatchObject({ rows: 1, orders: 1 });
});

test('rest on their rows and both amounts: another of them is another finding', () => {
  const evidenceOf = (rows: readonly Row[], cost = '10') => findings(rows, [costOf(cost)])[0]?.evidence;
  const own = evidenceOf(ROWS);
  expect(evidenceOf(ROWS.toReversed())).toBe(own);
  const others = [
    evidenceOf(ROWS, '11'),
    evidenceOf([...ROWS, rowOf('4', '2026-03-02', '12')]),
    evidenceOf([rowOf('1', '2026-03-02', '13'), ...ROWS.slice(1)]),
  ];
  expect(new Set([own, ...others]).size).toBe(4);
});
