import { expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { findRateFindings, findRates, offRowsOf } from '#renderer/reconciliation/rates/worker/rates.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { random } from '#test/statements/truth.ts';
import { cents, type NaiveRule, naiveCharge } from './naive-rate.ts';

/** A rule that changed on a day: only what it charges otherwise than before is told of the one before. */

const BEFORE: NaiveRule = {
  ...{ percent: 1400, fixed: 0, below: null, tax: 'none', step: 1, mode: 'half-up', per: 'row' },
};
/** Cheap units are charged a fixed part more; dear ones as before. */
const SINCE: NaiveRule = { ...BEFORE, fixed: 70_000, below: 2_000_000 };
const [CHANGED, FROM] = ['Cocina', 60];

const next = random(11);
const sales = Array.from({ length: 1200 }, (_, at) => {
  const day = Math.floor((at * 100) / 1200);
  const category = ['Hogar', 'Cocina', 'Jardín', 'Baño', 'Salud', 'Arte'][at % 6] ?? '';
  const price = Math.round(99 * 80 ** next()) * 1000;
  const isOther = category === CHANGED && day >= FROM;
  const [before, since] = [naiveCharge(BEFORE, price, 1), naiveCharge(SINCE, price, 1)];
  return { at, day, category, price, before, charge: isOther ? since : before, isOther };
});
const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Fecha de compra', 'Estado de Orden'],
  ...['Categoría', 'Id publicación', 'Tipo de Dato', 'Ventas', 'Unidades', 'Cobro de Comisiones'],
];
const rows = sales.map(
  ({ at, day, category, price, charge }): Row => ({
    ...{ Canal: 'Austral', Cuenta: 'Tienda', Categoría: category, 'Id publicación': `P${at % 3}` },
    ...{ Orden: `O-${at}`, 'Nro. suborden': '1', 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular' },
    'Fecha de compra': new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString().slice(0, -1),
    ...{ Ventas: cents(price), Unidades: '1', 'Cobro de Comisiones': cents(charge) },
  }),
);

test('rows that both rules charge alike are none of it', () => {
  const store = storeOf(rows, 2, COLUMNS);
  const found = atOnce(findRates(store, selectRows(store, EVERYTHING)));
  const [line, ...none] = found.answer.lines.filter(({ former }) => former !== null);
  expect(none).toEqual([]);
  const more = sales.filter(({ isOther, charge, before }) => isOther && charge !== before);
  const all = sales.filter(({ isOther }) => isOther);
  expect(more.length).toBeGreaterThan(10);
  expect(all.length - more.length).toBeGreaterThan(10);
  expect([line?.follows, line?.former?.rows]).toEqual([all.length, more.length]);
  const { rows: own } = offRowsOf(found, { id: line?.id ?? '', against: 'former', claimOnly: false });
  expect(own.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(more.map(({ at }) => at));
  const amount = more.reduce((sum, { charge, before }) => sum + charge - before, 0);
  expect(line?.former?.amount).toBe(cents(amount));
  const days = more.map(({ at }) => rows[at]?.['Fecha de compra'] ?? '').toSorted();
  expect(atOnce(findRateFindings(store, found))).toMatchObject([
    {
      ...{ kind: 'rate', rows: more.length, orders: more.length },
      ...{ firstPurchase: days[0], lastPurchase: days.at(-1) },
    },
  ]);
});
