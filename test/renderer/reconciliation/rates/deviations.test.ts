import { expect, test } from 'vitest';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { cents } from './naive-rate.ts';

/** What is told of a row that does not follow its rule, on the screen and in a claim: every figure from its own column. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Fecha de compra', 'Estado de Orden'],
  ...['Categoría', 'Id publicación', 'Tipo de Dato', 'Tipo de Despacho', 'Ventas', 'Unidades'],
  ...['Cobro de Comisiones', 'Comisión por Cuotas', 'Reembolso de Comisiones', 'Cobro de Envío'],
  ...['Reembolso de envío', 'Despacho pagado por comprador'],
];
/** What is charged in cents beyond the rule, and given back of it. */
const OFF: { readonly [at: number]: readonly [more: number, refunded: number] } = {
  ...{ 3: [500, 100], 8: [-70, 0], 12: [900, 900], 15: [40, -30] },
};
/** 12 % of the sale and of what the buyer paid for its shipping, beside installments; each of its own amounts. */
const rows = Array.from({ length: 60 }, (_, at): Row => {
  const units = 1 + (at % 3);
  const sales = (90_000 + ((at * 7919) % 997) * 1373) * units;
  const [paid, installments] = [at % 2 === 0 ? 0 : 299_000 + at * 7, at % 3 === 0 ? 10_000 + at * 13 : 0];
  const [more = 0, refunded = 0] = OFF[at] ?? [];
  return {
    ...{ Canal: 'Austral', Cuenta: 'Tienda', Categoría: 'Hogar', 'Id publicación': 'P', Orden: `O-${at}` },
    ...{ 'Nro. suborden': `${at}-1`, 'SKU Producto': `S-${at}`, 'Tipo de Dato': 'Orden' },
    ...{ 'Estado de Orden': 'Regular', 'Tipo de Despacho': 'Normal' },
    'Fecha de compra': `2026-03-${String(1 + (at % 28)).padStart(2, '0')}T10:00:00.000`,
    ...{ Ventas: cents(sales), Unidades: `${units}` },
    'Cobro de Comisiones': cents(Math.round((sales + paid) * 0.12) + installments + more),
    ...{ 'Comisión por Cuotas': cents(installments), 'Reembolso de Comisiones': cents(refunded) },
    'Despacho pagado por comprador': cents(paid),
    ...{ 'Cobro de Envío': '0.00', 'Reembolso de envío': '0.00' },
  };
});
/** Answers are kept: each test asks a copy of its own. */
const openTasks = () => createQueries(storeOf(rows, 2, COLUMNS)).tasks;
const asked = (tasks: ReturnType<typeof openTasks>, claimOnly = false) => {
  const { lines } = atOnce(tasks.rates({ selection: EVERYTHING }));
  return { selection: EVERYTHING, id: lines[0]?.id ?? '', against: 'off', claimOnly } as const;
};
const figure = (at: number, column: string) => Math.round(Number(rows[at]?.[column]) * 100);
/** Of a row: base, charged, expected, difference, refunded and claimed, in cents. */
const figuresOf = (at: number) => {
  const [more = 0, refunded = 0] = OFF[at] ?? [];
  const charged = figure(at, 'Cobro de Comisiones') - figure(at, 'Comisión por Cuotas');
  const base = figure(at, 'Ventas') + figure(at, 'Despacho pagado por comprador');
  return [base, charged, charged - more, more, refunded, Math.max(0, more - Math.max(0, refunded))];
};

test('the rule is of what the buyer paid for shipping too, and of no installments', () => {
  const { lines, summaries } = atOnce(openTasks().rates({ selection: EVERYTHING }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    ...{ kind: 'commission', canal: 'Austral', cuenta: null, groups: null, publications: null },
    formula: { percent: '12', withPaidShipping: true, withoutInstallments: true, fixed: '0', tax: null },
    ...{ follows: 56, from: null, to: null, former: null, claim: '4.40' },
    ...{ over: { rows: 3, amount: '14.40' }, under: { rows: 1, amount: '0.70' } },
  });
  const unjudged = { states: 0, uncharged: 0, unsold: 0, unreadable: 0 };
  expect(summaries).toEqual([
    { kind: 'commission', judged: 60, without: { rows: 0, amount: '0.00' }, unjudged },
    {
      kind: 'shipping',
      judged: 0,
      without: { rows: 0, amount: '0.00' },
      unjudged: { ...unjudged, uncharged: 60 },
    },
  ]);
});

test('each row is told whole, the greatest difference first', () => {
  const tasks = openTasks();
  const { lines, total } = atOnce(tasks.rateDeviations(asked(tasks), 0, 9));
  const keys = ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Fecha de compra', 'SKU Producto'];
  expect(total).toBe(4);
  expect(lines).toEqual(
    [12, 3, 8, 15].map((at) => {
      const [base = 0, charged = 0, expected = 0, difference = 0, refunded = 0, claim = 0] = figuresOf(at);
      return {
        row: at,
        identity: { Canal: 'Austral', Cuenta: 'Tienda', Orden: `O-${at}` },
        cells: Object.fromEntries(keys.map((key) => [key, rows[at]?.[key]])),
        ...{ base: cents(base), units: 1 + (at % 3), charged: cents(charged), expected: cents(expected) },
        ...{ difference: cents(difference), refunded: cents(refunded), claim: cents(claim) },
        correlationIds: [],
      };
    }),
  );
});

test('a claim has the rows of which something is asked back, figure by figure, and what they come to', () => {
  const names = {
    ...{ table: 'Reclamo', base: 'Base', charged: 'Cobrado', expected: 'Según la regla' },
    ...{ difference: 'Diferencia', refunded: 'Reembolsado', claim: 'A reclamar' },
  };
  const tasks = openTasks();
  const table = atOnce(tasks.claimTable(asked(tasks, true), names, ({ Orden }) => [`de ${Orden}`, 'y más']));
  expect([table.name, table.lineCount, table.keyColumns, table.isGrouped]).toEqual(['Reclamo', 2, 6, false]);
  expect(table.columns.slice(6).map(({ name, total }) => [name, total])).toEqual([
    ...[
      ['Base', null],
      ['Unidades', null],
      ['Cobrado', null],
      ['Según la regla', null],
    ],
    ...[
      ['Diferencia', null],
      ['Reembolsado', null],
      ['A reclamar', { kind: 'sum', value: '4.40' }],
    ],
    ['correlation_id', null],
  ]);
  const lineOf = (at: number) => {
    const [base = 0, ...others] = figuresOf(at).map(cents).map(String);
    return [
      ...['Austral', 'Tienda', `O-${at}`, `${at}-1`, rows[at]?.['Fecha de compra'], `S-${at}`],
      ...[base, `${1 + (at % 3)}`, ...others, `de O-${at} y más`],
    ];
  };
  const cells = (offset: number, limit: number) => table.read(offset, limit).map((line) => line.cells);
  expect(cells(0, 9)).toEqual([3, 15].map(lineOf));
  expect([cells(1, 1), cells(2, 9)]).toEqual([[lineOf(15)], []]);
});
