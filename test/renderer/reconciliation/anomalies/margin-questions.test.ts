import { describe, expect, test } from 'vitest';
import {
  DEFAULT_THRESHOLDS,
  type DismissedAnomalies,
  NONE_DISMISSED,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
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
  ) => {
    const query = {
      selection,
      thresholds: DEFAULT_THRESHOLDS,
      kind: 'margin',
      canal: null,
      isDismissed,
    } as const;
    return atOnce(tasks.anomalousOrders(query, dismissed, 0, null)).lines;
  };
  const groups = () =>
    atOnce(tasks.anomalies({ selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS }, NONE_DISMISSED)).groups;
  return { list, groups };
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
});
