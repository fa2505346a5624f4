import { describe, expect, test } from 'vitest';
import {
  type AnomalyThresholds,
  DEFAULT_THRESHOLDS,
  type DismissedAnomalies,
  NONE_DISMISSED,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Odd margins as they are asked for: a line a SKU, of the rows that are asked for, known by all of them. */

const sale = (at: number, profit: string, parts: Partial<NaiveRow> = {}): NaiveRow => ({
  ...{ Canal: 'Uno', Cuenta: 'A', Orden: `O-${at}`, 'Nro. suborden': '1', 'SKU Producto': 'S' },
  ...{
    'Tipo de Dato': 'Orden',
    'Estado de Orden': 'Regular',
    Ventas: '200.00',
    'Costo de Producto': '80.00',
  },
  ...{ 'Fecha de compra': `2026-01-${String(1 + (at % 28)).padStart(2, '0')}T00:00:00.000` },
  'Rentabilidad Total': profit,
  ...parts,
});
const COLUMNS = Object.keys(sale(0, '0'));
/** Forty sales that leave a fifth, and some that do not. */
const usual = (parts: Partial<NaiveRow> = {}, from = 0) =>
  Array.from({ length: 40 }, (_, at) => sale(from + at, (40 + (at % 5)).toFixed(2), parts));
const ODD = [sale(90, '-160.00'), sale(91, '-90.00', { Orden: 'O-91' })];

function ask(rows: readonly NaiveRow[]) {
  const { tasks } = createQueries(storeOf(rows, 2, COLUMNS));
  const list = (
    selection: Selection = EVERYTHING,
    dismissed: DismissedAnomalies = NONE_DISMISSED,
    isDismissed = false,
    thresholds: AnomalyThresholds = DEFAULT_THRESHOLDS,
  ) => {
    const query = {
      selection,
      thresholds,
      kind: 'margin',
      canal: null,
      isDismissed,
    } as const;
    return atOnce(tasks.anomalousOrders(query, dismissed, 0, null)).lines;
  };
  const groups = () =>
    atOnce(tasks.anomalies({ selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS }, NONE_DISMISSED)).groups;
  const findings = () =>
    atOnce(
      tasks.findings({
        ...{ scope: null, currency: null, thresholds: DEFAULT_THRESHOLDS, dismissed: NONE_DISMISSED },
      }),
    ).findings.filter(({ kind }) => kind === 'margin');
  return { list, groups, findings };
}
const ofOrder = (order: string): Selection => ({
  ...EVERYTHING,
  filters: [{ column: 'Orden', values: [order] }],
});

describe('odd margins', () => {
  test('are one line a SKU, account and kind of cost, which the row that is farthest away stands for', () => {
    const other = { 'SKU Producto': 'T' };
    const lines = ask([...usual(), ...ODD, ...usual(other, 200), sale(300, '-80.00', other)]).list();
    expect(lines.map(({ cells, rows, amount }) => [cells.Orden, rows, Number(amount)])).toEqual([
      ['O-90', 2, 202 + 132],
      ['O-300', 1, 122],
    ]);
    const found = ask([...usual(), ...ODD]).groups();
    const days = ODD.map((row) => row['Fecha de compra'] ?? '').toSorted();
    expect(found).toMatchObject([
      { kind: 'margin', orders: 1, rows: 2, firstPurchase: days[0], lastPurchase: days[1] },
    ]);
    const keys = lines.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    expect(lines[0]?.parts).toMatchObject([
      { reason: 'margin', rate: '-80.00', usual: '21.00', rows: 2, history: 42 },
    ]);
    // The same SKU in another account, and without its cost, is another matter.
    for (const parts of [{ Cuenta: 'B' }, { Canal: 'Dos' }, { 'Costo de Producto': '0' }]) {
      const both = ask([...usual(), ...ODD, ...usual(parts, 200), sale(300, '-80.00', parts)]).list();
      expect(new Set(both.map(({ key }) => key)).size).toBe(2);
    }
  });

  test('of a selection are its rows alone, and are dismissed as what they are in all', () => {
    const { list } = ask([...usual(), ...ODD]);
    const [whole] = list();
    const [part] = list(ofOrder('O-91'));
    expect([part?.rows, Number(part?.amount), part?.cells.Orden]).toEqual([1, 132, 'O-91']);
    expect([part?.key, part?.evidence]).toEqual([whole?.key, whole?.evidence]);
    expect(list(ofOrder('O-3'))).toEqual([]);
    const dismissed = new Map([[whole?.key ?? '', { evidence: whole?.evidence ?? '' }]]);
    expect(list(EVERYTHING, dismissed)).toEqual([]);
    expect(list(EVERYTHING, dismissed, true)).toHaveLength(1);
    // With another odd sale it is another thing than was dismissed.
    const more = ask([...usual(), ...ODD, sale(92, '-70.00')]);
    expect(more.list(EVERYTHING, dismissed)).toHaveLength(1);
  });

  test('are those of the limits that are asked, to the cent and the point, whatever was asked before', () => {
    const { list } = ask([...usual(), sale(90, '-58.00')]);
    const under = (limits: Partial<AnomalyThresholds>, margin = '1') => {
      const amounts = { ...DEFAULT_THRESHOLDS.amounts, margin: margin as Decimal };
      return list(EVERYTHING, NONE_DISMISSED, false, { ...DEFAULT_THRESHOLDS, ...limits, amounts }).length;
    };
    // Fifty points and a hundred away from what forty-one sales leave.
    expect([under({}), under({ marginPoints: 51 }), under({}), under({ marginPoints: 49 })]).toEqual([
      ...[1, 0, 1, 1],
    ]);
    expect([
      under({}, '100.01'),
      under({}, '100'),
      under({ marginRows: 42 }),
      under({ marginRows: 41 }),
    ]).toEqual([...[0, 1, 0, 1]]);
    expect([under({ marginSpreads: 101 }), under({ marginSpreads: 100 }), under({})]).toEqual([0, 1, 1]);
  });

  test('are a case a product for the queue: its name, the days of its odd rows, its month where they are of one', () => {
    const other = { 'SKU Producto': 'T' };
    const later = { 'Fecha de compra': '2026-02-03T00:00:00.000' };
    const [found, ...others] = ask([
      ...[...usual(), ...ODD],
      ...[...usual(other, 200), sale(300, '-80.00', other), sale(301, '-79.00', { ...other, ...later })],
    ]).findings();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      subject: { Canal: 'Uno', Cuenta: 'A' },
      affects: ['comercial', 'total'],
      ...{ orders: 2, rows: 4, amount: '577' },
      firstPurchase: '2026-01-07T00:00:00.000',
      lastPurchase: '2026-02-03T00:00:00.000',
    });
    const told = found?.cases?.map(({ name, month, day, amount, rows }) => [name, month, day, amount, rows]);
    expect(told?.toSorted()).toEqual([
      ['S', '2026-01', '2026-01-07', '334', 2],
      ['T', null, '2026-01-21', '243', 2],
    ]);
  });
});
