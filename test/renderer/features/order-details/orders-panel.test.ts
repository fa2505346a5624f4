import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderFigures } from '#renderer/data/model/changes.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import { identityCells, orderTsv, readOrder } from '#renderer/features/order-details/order-data.ts';
import { logEntries } from '#renderer/features/order-details/order-log.tsx';
import { areEqual, type Check, checksOf } from '#renderer/features/order-details/order-results.tsx';
import {
  add,
  type Decimal,
  fromDecimal,
  parseDecimal,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

type Cells = { readonly [column: string]: string };
const FOUR = [
  'Costos por publicidad',
  'Costos de Almacenamiento Fulfillment',
  'Costos de Gestión de Cuenta',
  'Costos de Financiamiento',
] as const;

function checks(rows: readonly Cells[]): readonly Check[] {
  const sums: { [column: string]: Decimal } = {};
  for (const column of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const values = rows.flatMap((row) => parseDecimal(row[column] ?? '') ?? []);
    if (values.length > 0) sums[column] = toDecimal(values.reduce(add, ZERO));
  }
  return checksOf(
    rows.map((row) => (column: string) => row[column]),
    sums,
  );
}
const stateOf = (all: readonly Check[], result: string) =>
  all.find((check) => check.result === result)?.state;

const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
/** A row of which every equality holds, in hundredths. */
const rows = fc
  .record({
    sales: cents,
    charges: cents,
    refunds: cents,
    cost: cents,
    channel: cents,
    outside: fc.tuple(cents, cents, cents, cents),
  })
  .map(({ sales, charges, refunds, cost, channel, outside }): Cells => {
    const shown = (units: bigint): string => toDecimal({ units, scale: 2 });
    const comercial = charges - outside.reduce((sum, each) => sum + each, 0n);
    return {
      Ventas: shown(sales),
      'Costo de Marketplace': shown(channel),
      'Rentabilidad Marketplace': shown(sales - channel),
      'Ingreso Total': shown(sales),
      'Cobro Total': shown(charges),
      'Reembolso Total': shown(refunds),
      'Costo de Producto': shown(cost),
      'Cobros Comercial': shown(comercial),
      'Rentabilidad Total': shown(sales - charges + refunds - cost),
      'Rentabilidad Comercial': shown(sales - comercial + refunds - cost),
      ...Object.fromEntries(FOUR.map((column, index) => [column, shown(outside[index] ?? 0n)])),
    };
  });

describe('results of an order', () => {
  test('differ where one row breaks what is stated, whatever other rows leave out', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const broken = { ...row, 'Rentabilidad Total': `${Number(row.Ventas) + 1e12}` };
        const { 'Cobro Total': _, ...silent } = row;
        const states = [[broken], [broken, silent], [silent, broken], [row, silent]].map((order) =>
          stateOf(checks(order), 'Rentabilidad Total'),
        );
        expect(states).toEqual(['differs', 'differs', 'differs', 'unknown']);
      }),
      { numRuns: 20 },
    );
  });

  test('are proven where the API’s text states them, and shown as seen where it does not', () => {
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), (order) => {
        const all = checks(order);
        expect(all.map(({ result, state }) => [result, state])).toEqual([
          ['Rentabilidad Marketplace', 'observed'],
          ['Rentabilidad Comercial', 'holds'],
          ['Rentabilidad Total', 'holds'],
          ['Cobros Comercial', 'holds'],
        ]);
        expect(areEqual(all)).toBe(true);
        // The terms that are shown come to the figure beside them.
        for (const { terms, value } of all) {
          const sum = terms.reduce(
            (whole, term) => (term.sign === '+' ? add : subtract)(whole, fromDecimal(term.sum)),
            ZERO,
          );
          expect(toDecimal(sum)).toBe(value);
        }
      }),
    );
  });

  test('two rows that differ by opposite amounts are not equal, though their sums are', () => {
    const row = {
      'Ingreso Total': '100',
      'Cobro Total': '10',
      'Reembolso Total': '0',
      'Costo de Producto': '20',
    };
    const all = checks([
      { ...row, 'Rentabilidad Total': '71' },
      { ...row, 'Rentabilidad Total': '69' },
    ]);
    const total = (each: readonly Check[]) => each.find(({ result }) => result === 'Rentabilidad Total');
    expect(total(all)).toMatchObject({ state: 'differs', difference: '0' });
    expect(areEqual(all)).toBe(false);
    // By how much the stated one is above what it is recomputed to, and below.
    const alone = (stated: string) => total(checks([{ ...row, 'Rentabilidad Total': stated }]))?.difference;
    expect([alone('71.5'), alone('69')]).toEqual(['1.5', '-1']);
  });

  test('nothing is said of what a row lacks, of Marketplace that does not come out, or of charges that are not the sections’', () => {
    const all = checks([
      {
        Ventas: '100',
        'Costo de Marketplace': '10',
        'Rentabilidad Marketplace': '95',
        'Cobro Total': '50',
        'Cobros Comercial': '49',
        'Rentabilidad Total': '1',
        ...Object.fromEntries(FOUR.map((column) => [column, '0'])),
      },
    ]);
    expect(all.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(all.every(({ terms }) => terms.length === 0)).toBe(true);
    expect(areEqual(all)).toBe(false);
  });

  test('the terms stand as spec 2.5 writes them', () => {
    const [order] = fc.sample(rows, 1);
    const total = checks(order === undefined ? [] : [order]).find(
      ({ result }) => result === 'Rentabilidad Total',
    );
    expect(total?.terms.map(({ sign, column }) => `${sign} ${column}`)).toEqual([
      '+ Ingreso Total',
      '− Cobro Total',
      '+ Reembolso Total',
      '− Costo de Producto',
    ]);
  });
});

describe('the history of an order', () => {
  const figures = (more: Partial<OrderFigures> = {}): OrderFigures => ({
    rows: 2,
    states: ['Regular'],
    payments: ['Informado'],
    amounts: { Ventas: '10' as Decimal },
    ...more,
  });

  test('says what changed, from and to', () => {
    const after = figures({
      rows: 3,
      states: ['Devuelta', 'Regular'],
      amounts: { Ventas: '7' as Decimal, 'Rentabilidad Total': '1' as Decimal },
    });
    expect(logEntries({ before: figures(), after, columns: [], values: [] })).toEqual([
      { kind: 'rows', from: '2', to: '3' },
      { kind: 'text', column: 'Estado de Orden', from: 'Regular', to: 'Devuelta, Regular' },
      { kind: 'amount', column: 'Ventas', from: '10', to: '7' },
      { kind: 'amount', column: 'Rentabilidad Total', from: null, to: '1' },
    ]);
  });

  test('says that it came, went, or that other data changed', () => {
    const none = { columns: [], values: [] };
    expect(logEntries({ ...none, before: null, after: figures() })).toEqual([{ kind: 'came', rows: 2 }]);
    expect(logEntries({ ...none, before: figures(), after: null })).toEqual([{ kind: 'went', rows: 2 }]);
    expect(logEntries({ ...none, before: figures(), after: figures() })).toEqual([{ kind: 'other' }]);
  });

  test('says what other columns held, and that it was not kept where it was not', () => {
    const same = { before: figures(), after: figures() };
    // What is told with its values, and rates, are not named again.
    const columns = ['Ventas', 'Estado de Pago', '% Costo Envío', 'Estado de Despacho'];
    const values = [{ column: 'Estado de Despacho', before: ['En camino'], after: [null, 'Entregado'] }];
    expect(logEntries({ ...same, columns, values })).toEqual([{ kind: 'values', ...values[0] }]);
    expect(logEntries({ ...same, columns: [...columns, 'Producto'], values })).toEqual([
      { kind: 'values', ...values[0] },
      { kind: 'unkept' },
    ]);
    expect(logEntries({ ...same, columns, values: null })).toEqual([{ kind: 'unkept' }]);
    expect(logEntries({ ...same, columns: null, values: null })).toEqual([{ kind: 'unkept' }]);
    expect(logEntries({ ...same, columns: ['Ventas'], values: null })).toEqual([{ kind: 'other' }]);
  });
});

test('a copied order has every column it carries, by section, for a spreadsheet of the user’s format', () => {
  const line: TableRow = {
    id: 'r1',
    rows: 1,
    cells: ['12345.50', '=1+1', 'V-1', null],
    unreadable: [],
    mixed: [],
    productCostMissing: false,
  };
  const columns = ['Ventas', 'Producto', 'Orden', 'Nueva'];
  expect(orderTsv({ columns, lines: [line] }, ['Nueva'], { decimal: ',', group: '.' })).toBe(
    "Orden\tProducto\tVentas\tNueva\r\nV-1\t'=1+1\t12.345,50\t",
  );
});

test('an order is read whole whatever the filter of its table: its first 500 rows, and the sums of all, each in its own slot', async () => {
  const asked: (readonly [call: string, input: object])[] = [];
  const totals = { revision: 3, rows: 2 };
  const call = {
    readTableRows: async (input: object) => {
      asked.push(['readTableRows', input]);
      return { revision: 3, total: 1, offset: 0, lines: ['a line'] };
    },
    readTotals: async (input: object) => {
      asked.push(['readTotals', input]);
      return totals;
    },
  } as never;
  const filters = [{ column: 'Orden', values: ['P-1'] }];
  const identity = { row: 7, order: 'P-1', channel: 'Plaza', filters };
  const columns = ['Orden', 'Ventas', '% Rentabilidad Total', 'Unidades', 'Nueva'];
  const order = await readOrder(call, { identity, columns }, 'panel');
  expect(order).toEqual({ identity, columns, lines: ['a line'], totals });
  const selection = { ...EVERYTHING, filters };
  const lines = { selection, columns, grouping: 'rows', sort: null, offset: 0, limit: 500 };
  expect(asked).toEqual([
    ['readTableRows', { ...lines, slot: 'panel-lines' }],
    ['readTotals', { selection, columns: ['Ventas', 'Unidades'], slot: 'panel-totals' }],
  ]);
});

test('an order is known among others by the cells of its first row as they are; what that has none of is null', () => {
  const columns = ['Ventas', 'Canal', 'Orden', 'Cuenta', 'Producto'];
  const lines = [
    ['9', ' Plaza ', '', null, 'Mesa'],
    ['8', 'Otra', 'P-1', 'una', 'Silla'],
  ].map((cells) => ({ cells }));
  expect(identityCells({ columns, lines } as never)).toEqual({
    ...Object.fromEntries(IDENTITY_COLUMNS.map((column) => [column, null])),
    ...{ Canal: ' Plaza ', Orden: '', Producto: 'Mesa' },
  });
});
