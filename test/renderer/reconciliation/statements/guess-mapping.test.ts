import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MappedField } from '#renderer/data/model/statement-answers.ts';
import {
  type GuessedMapping,
  guessMapping,
} from '#renderer/reconciliation/statements/model/guess-mapping.ts';

/** What an unknown statement's columns are guessed to be, against words and cells that the product does not share. */

function guess([headers = [], ...rows]: readonly (readonly string[])[]): GuessedMapping {
  return guessMapping(
    headers,
    rows.map((cells, at) => ({ line: at + 2, cells })),
  );
}
const fieldsOf = (rows: readonly (readonly string[])[]) => guess(rows).mapping.fields;

type Column = { readonly names: readonly string[]; readonly cells: readonly string[] };

/** Three lines of a marketplace's report, by what its columns may be called. */
const COLUMNS: { readonly [field in MappedField]?: Column } = {
  date: {
    names: [
      'Fecha',
      'FECHA MOVIMIENTO',
      'Transaction Date',
      'Data da operação',
      'Fecha (dd/mm/aaaa)',
      'fecha_operacion',
    ],
    cells: ['31/01/2026', '01/02/2026', '14/02/2026'],
  },
  order: {
    names: [
      'N° de orden',
      'Nro. Orden',
      'Order ID',
      'orderId',
      'Número do pedido',
      'ORDEN DE COMPRA',
      'Order #',
    ],
    cells: ['P-1', 'P-2', 'P-1'],
  },
  description: {
    names: ['Descripción', 'DESCRIPCION', 'Glosa', 'Description', 'Descrição', 'Detalle'],
    cells: ['Venta de polera', 'Venta de gorro', 'Devolución'],
  },
  amount: {
    names: ['Monto neto', 'NETO (CLP)', 'Net amount', 'Valor líquido', 'A pagar $', 'Importe neto [CLP]'],
    cells: ['9.000', '4.500', '-9.000'],
  },
  gross: {
    names: ['Bruto', 'Monto bruto', 'Gross', 'Valor bruto'],
    cells: ['10.000', '5.000', '-10.000'],
  },
  commission: {
    names: ['Comisión', 'Fee', 'Comissão', 'COMISIONES (CLP)'],
    cells: ['-1.000', '-500', '1.000'],
  },
  sku: { names: ['SKU', 'Seller SKU', 'SKU vendedor'], cells: ['ROJA-M', 'GORRO', 'ROJA-M'] },
  settlement: { names: ['N° de liquidación', 'Settlement ID', 'Liquidação'], cells: ['881', '881', '882'] },
  currency: { names: ['Moneda', 'Currency', 'Divisa', 'Moeda'], cells: ['CLP', 'CLP', 'CLP'] },
};
const EXTRA: readonly Column[] = [
  { names: ['Bodega'], cells: ['Norte', 'Sur', 'Norte'] },
  { names: ['Unidades'], cells: ['1', '2', '-1'] },
  { names: ['Creado por'], cells: ['Ana', '', 'Luis'] },
];

describe('columns of an unknown statement', () => {
  test('are the same however they are called, in any order, beside others that are nothing', () => {
    const fields = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
    const anyTable = fc.tuple(
      fc.subarray(fields, { minLength: 2 }),
      fc.subarray([...EXTRA]),
      fc.infiniteStream(fc.nat(1000)),
    );
    fc.assert(
      fc.property(anyTable, ([present, extra, draws]) => {
        const draw = (size: number): number => (draws.next().value ?? 0) % size;
        const expected: { [field in MappedField]?: string } = {};
        const columns = extra.map(({ names, cells }) => [names[0] ?? '', ...cells]);
        for (const field of present) {
          const { names, cells } = COLUMNS[field] as Column;
          const name = names[draw(names.length)] ?? '';
          expected[field] = name;
          columns.splice(draw(columns.length + 1), 0, [name, ...cells]);
        }
        const rows = [0, 1, 2, 3].map((at) => columns.map((column) => column[at] ?? ''));
        const found = guess(rows);
        expect(found.mapping.fields).toEqual(expected);
        expect(found.tied).toEqual({});
        const added = ['amount', 'gross', 'commission'];
        // Rows of amounts alone may all be totals.
        const addsUp =
          added.every((field) => field in expected) &&
          Object.keys(expected).some((field) => !added.includes(field));
        expect(found.mapping.partsAddUp).toBe(addsUp);
      }),
      { numRuns: 60 },
    );
  });

  test('are nothing by headings alone, nor by cells alone', () => {
    const heads = Object.values(COLUMNS).flatMap(({ names }) => names.slice(0, 1));
    expect(fieldsOf([heads])).toEqual({});
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('?', '¡!', '***', '—', '¿qué?!…'), { minLength: 9, maxLength: 9 }),
        (cells) => {
          const dates = fieldsOf([heads, cells, cells]);
          expect(Object.keys(dates).filter((field) => !['description', 'sku'].includes(field))).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[xyzq]{3,8}[0-9]?$/), { minLength: 3, maxLength: 6 }),
        (names) => {
          const cells = ['31/01/2026', '1.000', 'P-1', 'texto', 'CLP', '5'].slice(0, names.length);
          expect(guess([names, cells, cells])).toMatchObject({ mapping: { fields: {} }, tied: {} });
        },
      ),
      { numRuns: 20 },
    );
  });

  test('that fit equally are left and told, and are nothing else either', () => {
    const { mapping, tied } = guess([
      ['Fecha', 'Importe', 'Monto', 'Saldo', 'Saldo'],
      ['31/01/2026', '1.000', '900', '5', '5'],
    ]);
    expect(mapping.fields).toEqual({ date: 'Fecha' });
    expect(tied).toEqual({ amount: ['Importe', 'Monto'], balance: ['Saldo', 'Saldo'] });
    // The cells tell which of two is meant, unless both are called the same.
    expect(
      fieldsOf([
        ['Importe', 'Monto', 'Neto'],
        ['alto', '900', '800'],
      ]),
    ).toEqual({ amount: 'Neto', gross: 'Monto' });
    expect(
      fieldsOf([
        ['Monto', 'Monto'],
        ['alto', '900'],
      ]),
    ).toEqual({});
  });

  test('of money in and out go together, and no other is the net then', () => {
    const rows = [
      ['Fecha', 'Glosa', 'Cargo', 'Abono', 'Monto', 'Saldo'],
      ['31/01/2026', 'Pago', '', '100', '100', '100'],
      ['01/02/2026', 'Giro', '', '50', '50', '150'],
      ['', 'Saldo final', '', '', '', '150'],
    ];
    const found = fieldsOf(rows);
    expect(found).toEqual({
      date: 'Fecha',
      description: 'Glosa',
      out: 'Cargo',
      in: 'Abono',
      balance: 'Saldo',
    });
    expect(fieldsOf(rows.map(([day = '', , out = '']) => [day, out || '5']))).toEqual({ date: 'Fecha' });
  });

  test('whose sign is a letter, or in the balance, are read so; a cost without a minus only as rows prove it', () => {
    expect(
      guess([
        ['Día', 'Importe', 'D/C'],
        ['31/01/2026', '100', 'C'],
        ['01/02/2026', '40', 'D'],
      ]).mapping,
    ).toMatchObject({ fields: { date: 'Día', amount: 'Importe', letter: 'D/C' }, sign: 'letter' });
    const unsigned = [
      ['Fecha', 'Monto', 'Saldo'],
      ['31/01/2026', '100', '100'],
      ['01/02/2026', '40', '60'],
      ['02/02/2026', '15', '75'],
    ];
    expect(guess(unsigned).mapping.sign).toBe('balance');
    expect(guess(unsigned.map((row) => row.slice(0, 2))).mapping.sign).toBe('written');
    const costs = [
      ['Pedido', 'Bruto', 'Comisión', 'Neto'],
      ['P-1', '1.000', '100', '900'],
      ['P-2', '500', '50', '450'],
    ];
    expect(guess(costs).mapping).toMatchObject({ fields: { commission: 'Comisión' }, partsAddUp: true });
    const unproved = guess([...costs.slice(0, 2), ['P-2', '500', '50', '400']]);
    expect(unproved.mapping.partsAddUp).toBe(false);
    expect(unproved.mapping.fields).toEqual({ order: 'Pedido', gross: 'Bruto', amount: 'Neto' });
    expect(unproved.unsigned).toEqual({ commission: 'Comisión' });
    const costOf = (...cells: readonly string[]) =>
      guess([['Pedido', 'Comisión'], ...cells.map((cell, at) => [`P-${at}`, cell])]).mapping.fields
        .commission;
    expect([costOf('0', '0'), costOf('-5', '5'), costOf('-5', '5', '-7'), costOf('-5', '0')]).toEqual([
      ...['Comisión', undefined, 'Comisión', 'Comisión'],
    ]);
    // By a heading that stands twice, in whatever writing, no column is named.
    const twice = [
      ['Fecha', 'Orden', 'ORDEN'],
      ['31/01/2026', 'P-1', 'una venta más'],
      ['01/02/2026', 'P-2', 'otra venta más'],
    ];
    expect(fieldsOf(twice)).toEqual({ date: 'Fecha' });
    // A letter without an amount beside it, and a balance that goes on as it is written, are no sign.
    const out = [
      ['Día', 'Bruto', 'D/C'],
      ['31/01/2026', '100', 'C'],
      ['01/02/2026', '40', 'D'],
    ];
    expect(guess(out).mapping.sign).toBe('written');
    const balance = (...amounts: readonly (readonly [string, string])[]) =>
      guess([
        ['Fecha', 'Monto', 'Saldo'],
        ...amounts.map(([amount, after], at) => [`1${at}/01/2026`, amount, after]),
        ['', 'Saldo final', amounts.at(-1)?.[1] ?? ''],
      ]).mapping.sign;
    expect([
      balance(['100', '100'], ['40', '140'], ['15', '155']),
      balance(['100', '100'], ['-40', '60'], ['15', '75']),
      balance(['100', '100'], ['-40', '140'], ['15', '155']),
      balance(['100', '100'], ['40', '60'], ['15', '75']),
    ]).toEqual([...['written', 'written', 'written', 'balance']]);
  });

  test.each([
    [['31/01/2026', '01/02/2026']],
    [['01/31/2026', '02/01/2026']],
    [['01/02/2026', '03/04/2026']],
    [['2026-02-01', '2026-04-03']],
  ])('days %j, of which the order is left to the column', (days) => {
    const found = guess([['Fecha', 'Monto'], ...days.map((day) => [day, '5'])]);
    expect(found).toMatchObject({ mapping: { fields: { date: 'Fecha' }, dayOrder: null } });
    // Of one column in both orders, be it once, nothing is believed.
    const mixed = [...Array<string>(6).fill('29/01/2026'), '01/28/2026'];
    expect(fieldsOf([['Fecha', 'Monto'], ...mixed.map((day) => [day, '5'])])).toEqual({ amount: 'Monto' });
  });
});
