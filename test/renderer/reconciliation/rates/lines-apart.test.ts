import { expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import {
  findRateFindings,
  findRates,
  offRowsOf,
  rateDeviation,
} from '#renderer/reconciliation/rates/worker/rates.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { random } from '#test/statements/truth.ts';
import { cents, type NaiveRule, naiveCharge } from './naive-rate.ts';

/** Groups that are charged alike are one line, and those of another account, group or former rule are another. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Fecha de compra', 'Estado de Orden'],
  ...['Categoría', 'Id publicación', 'Tipo de Dato', 'Ventas', 'Unidades', 'Cobro de Comisiones'],
  'Despacho pagado por comprador',
];
type Sale = {
  readonly percent: number;
  readonly cuenta?: string;
  readonly category?: string;
  readonly publication?: string;
  readonly day?: number;
  /** The rule is of what the buyer paid for shipping too. */
  readonly isWithPaid?: boolean;
  readonly more?: number;
  readonly order?: string;
};
const RULE: NaiveRule = {
  ...{ percent: 0, fixed: 0, below: null, tax: 'none', step: 1, mode: 'half-up', per: 'row' },
};

function rowsOf(count: number, saleAt: (at: number) => Sale): readonly Row[] {
  const next = random(23);
  return Array.from({ length: count }, (_, at): Row => {
    const price = Math.round(99 * 80 ** next()) * 1000;
    const { percent, cuenta = 'Norte', category = 'Hogar', publication = 'P', ...sale } = saleAt(at);
    const paid = at % 2 === 0 ? 0 : 299_000 + at * 7;
    const base = price + (sale.isWithPaid === true ? paid : 0);
    const charge = naiveCharge({ ...RULE, percent: percent * 100 }, base, 1) + (sale.more ?? 0);
    return {
      ...{ Canal: 'Austral', Cuenta: cuenta, Categoría: category, 'Id publicación': publication },
      ...{ Orden: sale.order ?? `O-${at}`, 'Nro. suborden': `${at}`, 'Tipo de Dato': 'Orden' },
      'Estado de Orden': 'Regular',
      'Fecha de compra': new Date(Date.UTC(2026, 0, 1 + (sale.day ?? 0), 12)).toISOString().slice(0, -1),
      ...{ Ventas: cents(price), Unidades: '1', 'Cobro de Comisiones': cents(charge) },
      'Despacho pagado por comprador': cents(paid),
    };
  });
}

function found(rows: readonly Row[]) {
  const store = storeOf(rows, 2, COLUMNS);
  const all = atOnce(findRates(store, selectRows(store, EVERYTHING)));
  const deviations = (id: string, against: 'off' | 'former') => {
    const list = offRowsOf(all, { id, against, claimOnly: false });
    return list.rows.map((row) => rateDeviation(store, list, row));
  };
  return { lines: all.answer.lines, deviations, findings: atOnce(findRateFindings(store, all)) };
}
const told = (rows: readonly Row[]) =>
  found(rows)
    .lines.map(({ cuenta, groups, publications, formula, former, follows }) => [
      ...[formula.percent, cuenta, groups?.first.join() ?? null, publications?.first.join() ?? null],
      ...[former?.formula.percent ?? null, follows],
    ])
    .toSorted();

test('two accounts that are charged alike beside a third are a line each', () => {
  const cuentas = ['Norte', 'Sur', 'Este'];
  expect(
    told(rowsOf(300, (at) => ({ cuenta: cuentas[at % 3] ?? '', percent: at % 3 === 1 ? 17 : 14 }))),
  ).toEqual([
    ['14', 'Este', null, null, null, 100],
    ['14', 'Norte', null, null, null, 100],
    ['17', 'Sur', null, null, null, 100],
  ]);
});

test('publications of two categories that are charged alike are a line of each', () => {
  const rows = rowsOf(600, (at) => {
    const isOwn = at % 10 === 0;
    const category = at % 20 < 10 ? 'Hogar' : 'Cocina';
    return { category, publication: isOwn ? `P-${category}` : 'P', percent: isOwn ? 11 : 14 };
  });
  expect(told(rows)).toEqual([
    ['11', 'Norte', 'Cocina', 'P-Cocina', null, 30],
    ['11', 'Norte', 'Hogar', 'P-Hogar', null, 30],
    ['14', 'Norte', 'Cocina', 'P', null, 270],
    ['14', 'Norte', 'Hogar', 'P', null, 270],
  ]);
});

test('groups that came to one rule on one day from two are a line of each former one', () => {
  const categories = ['Hogar', 'Cocina', 'Baño', 'Arte', 'Salud', 'Mesa'];
  const rows = rowsOf(1200, (at) => {
    const [category = '', day] = [categories[at % 6], Math.floor(at / 12)];
    const percents: { readonly [category: string]: number } = { Hogar: 12, Cocina: 15 };
    return { category, day, percent: category in percents && day >= 60 ? 18 : (percents[category] ?? 14) };
  });
  expect(told(rows).filter(([percent]) => percent === '18')).toEqual([
    ['18', 'Norte', 'Cocina', null, '15', 80],
    ['18', 'Norte', 'Hogar', null, '12', 80],
  ]);
});

test('what the rule before would have charged is told of its own base', () => {
  const rows = rowsOf(400, (at) => {
    const day = Math.floor(at / 4);
    return day < 50 ? { day, percent: 12, isWithPaid: true } : { day, percent: 20 };
  });
  const { lines, deviations } = found(rows);
  const line = lines.find(({ former }) => former !== null);
  expect([line?.formula.withPaidShipping, line?.former?.formula.withPaidShipping]).toEqual([false, true]);
  const cell = (row: number, column: string) => Math.round(Number(rows[row]?.[column]) * 100);
  const own = deviations(line?.id ?? '', 'former');
  expect(own.length).toBeGreaterThan(150);
  expect(own.map(({ base, charged }) => [base, charged])).toEqual(
    own.map(({ row }) => [
      cents(cell(row, 'Ventas') + cell(row, 'Despacho pagado por comprador')),
      cents(cell(row, 'Cobro de Comisiones')),
    ]),
  );
});

test('rows that are off by as much stand as they lie; an order of several is of its first day', () => {
  const more: { readonly [at: number]: number } = { 40: 500, 41: 500, 90: 500, 7: -500, 60: 800 };
  const rows = rowsOf(200, (at) => ({
    ...{ percent: 14, more: more[at] ?? 0, day: at === 40 ? 30 : at === 41 ? 20 : 9 },
    ...(at === 40 || at === 41 ? { order: 'TWO' } : {}),
  }));
  const { lines, deviations, findings } = found(rows);
  expect(deviations(lines[0]?.id ?? '', 'off').map(({ row }) => row)).toEqual([60, 7, 40, 41, 90]);
  const [finding, ...none] = findings;
  expect(none).toEqual([]);
  expect(finding).toMatchObject({
    ...{ rows: 4, orders: 3, amount: '23', affects: ['marketplace', 'comercial', 'total'] },
    ...{ firstPurchase: '2026-01-10T12:00:00.000', lastPurchase: '2026-01-31T12:00:00.000' },
  });
  expect(
    finding?.cases
      ?.map(({ name, day, month, amount, rows: count }) => [name, day, month, amount, count])
      .toSorted(),
  ).toEqual([
    ['O-60', '2026-01-10', '2026-01', '8', 1],
    ['O-90', '2026-01-10', '2026-01', '5', 1],
    ['TWO', '2026-01-21', '2026-01', '10', 2],
  ]);
});
