import { describe, expect, test } from 'vitest';
import { cellText } from '#renderer/data/model/sheet-table.ts';
import type {
  MatchedCase,
  MatchedLine,
  MatchedOrder,
  MatchesPage,
} from '#renderer/reconciliation/matching/model/matches.ts';
import { isCut, taken } from '#renderer/reconciliation/matching/screen/case-key.ts';
import { caseName, matchesTable } from '#renderer/reconciliation/matching/screen/matches-table.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** Cases as a file has them, and what is taken of them by hand, without a page. */

const words = { text, formats };
const D = (value: string) => value as Decimal;
const day = (value: string | null) => (value === null ? null : { day: value as LocalDate });

const line = (at: number, net: string | null, parts: Partial<MatchedLine> = {}): MatchedLine => ({
  ...{ identity: `line-${at}`, statementId: 's', line: at, movement: null, settlement: null, order: null },
  ...{ suborder: null, sku: null, operation: null, currency: 'CLP', description: null },
  ...{ date: day('2026-10-20'), released: null, net: net === null ? null : D(net) },
  ...parts,
});
const order = (
  Cuenta: string,
  Orden: string,
  amount: string,
  parts: Partial<MatchedOrder> = {},
): MatchedOrder => ({
  ...{
    key: JSON.stringify(['A', Cuenta, Orden]),
    Canal: 'A',
    Cuenta,
    Orden,
    amount: D(amount),
    settled: null,
  },
  ...{ settlements: [], purchased: '2026-10-03' as LocalDate, paid: null, correlationIds: [] },
  ...parts,
});

function caseOf(
  state: MatchedCase['state'],
  lines: readonly MatchedLine[],
  orders: readonly MatchedOrder[],
  amounts: readonly (readonly [currency: string, there: string, here: string, difference: string])[],
  parts: Partial<MatchedCase> = {},
): MatchedCase {
  const [[, there, here, difference] = ['', '0', '0', '0']] = amounts;
  return {
    ...{ state, by: orders.length > 0 && lines.length > 0 ? 'order' : null, isBySettlement: false },
    ...{ isOfAnotherPeriod: false, isExplained: false, suggestions: [], fallen: [], lines, orders },
    ...{ statementAmount: D(there), ledgerAmount: D(here), difference: D(difference) },
    amounts: amounts.map(([currency, came, kept, off]) => ({
      ...{ currency, statementAmount: D(came), ledgerAmount: D(kept), difference: D(off) },
    })),
    ...{ lineCount: lines.length, orderCount: orders.length },
    ...parts,
  };
}

const SAME = caseOf(
  'same',
  [
    line(9, '7.00', { settlement: 'L2', released: day('2026-11-02') }),
    line(4, '3.00', { settlement: 'L1', date: null, released: day('2026-11-01') }),
    line(7, null),
  ],
  [
    order('2', '20', '6.00', {
      settlements: ['L3', 'L1'],
      paid: '2026-11-05' as LocalDate,
      correlationIds: ['c2', 'c1'],
    }),
    order('1', '10', '4.00', { purchased: '2026-09-30' as LocalDate, correlationIds: ['c1'] }),
  ],
  [['CLP', '10.00', '10.00', '0.00']],
  { isOfAnotherPeriod: true },
);
const HERE = caseOf('only-here', [], [order('1', '30', '5.00')], [['CLP', '0', '5.00', '-5.00']], {
  isExplained: true,
});
const THERE = caseOf(
  'only-there',
  [line(2, '8.00', { suborder: 'S-2' }), line(3, '1.00', { operation: 'OP', date: null })],
  [],
  [['CLP', '9.00', '0', '9.00']],
  {
    suggestions: [
      { why: 'near-amount', candidates: 2, lines: [], orders: [], remains: D('0') },
      { why: 'total-row', lines: [], orders: [], remains: D('0') },
    ],
  },
);
const UNLIKE = caseOf(
  'different',
  [line(5, '2.00', { order: '40' }), line(6, '4.00', { order: '40', currency: 'US$' })],
  [order('1', '40', '1.00')],
  [
    ['CLP', '2.00', '1.00', '1.00'],
    ['USD', '4.00', '0', '4.00'],
  ],
);

const tableOf = (...cases: readonly MatchedCase[]) => {
  const { columns, lines, keyColumns } = matchesTable({ cases } as unknown as MatchesPage, words);
  return {
    keyColumns,
    names: columns.map(({ name }) => name),
    totals: columns.flatMap(({ name, kind, total }) => (total === null ? [] : [[name, kind, total]])),
    lines: lines.map(({ cells }) => cells.map((cell) => cellText(cell) ?? 'null').join(' | ')),
  };
};

const NAMES = [
  ...['Estado', 'Orden', 'Canal', 'Cuenta', 'Extracto', 'Tus órdenes', 'Diferencia', 'Fecha de compra'],
  ...['Fecha de Pago', 'N° de Liquidación', 'Fecha en el extracto', 'Líneas del archivo', 'Cómo', 'Moneda'],
  ...['Sugerencias', 'correlation_id'],
];

describe('cases in a file', () => {
  test('have each what both of its sides say, once and in the order in which they stand', () => {
    expect(tableOf(SAME, HERE, THERE)).toEqual({
      keyColumns: 2,
      names: NAMES,
      totals: [
        ['Extracto', 'money', { kind: 'sum', value: '19.00' }],
        ['Tus órdenes', 'money', { kind: 'sum', value: '15.00' }],
        ['Diferencia', 'money', { kind: 'sum', value: '4.00' }],
      ],
      lines: [
        'Igual | 20 10 | A | 2 1 | 10.00 | 10.00 | 0.00 | 2026-10-03 2026-09-30 | 2026-11-05 | L2 L1 L3 | 2026-11-02 2026-11-01 2026-10-20 | 9 4 7 | Por número de orden · De otro período | CLP |  | c2 c1',
        'Solo en tus órdenes | 30 | A | 1 | 0 | 5.00 | -5.00 | 2026-10-03 |  |  |  |  | Explicado | CLP |  | ',
        'Solo en el extracto | S-2 OP |  |  | 9.00 | 0 | 9.00 |  |  |  | 2026-10-20 | 2 3 |  | CLP | 2 órdenes que faltan en el extracto tienen casi ese monto en una fecha posible · es un total: suma lo mismo que las otras líneas | ',
      ],
    });
  });

  test('of two currencies are not added, be it in one case or in two', () => {
    const { totals, lines } = tableOf(SAME, UNLIKE);
    expect(totals).toEqual([]);
    expect(lines[1]).toBe(
      'Distinto | 40 | A | 1 | null | null | null | 2026-10-03 |  |  | 2026-10-20 | 5 6 | Trae varias monedas, con una diferencia en cada una: 1,00 CLP · 4,00 USD · Por número de orden | CLP · USD |  | ',
    );
    const dollars = caseOf('same', [], [], [['USD', '1', '1', '0']]);
    expect(tableOf(HERE, dollars).totals).toEqual([]);
    expect(tableOf(dollars, dollars).totals.map(([, , total]) => total)).toMatchObject([
      ...[{ value: '2' }, { value: '2' }, { value: '0' }],
    ]);
  });
});

test('a case is called by its first three orders, and by how many there are besides', () => {
  const of = (count: number, orderCount = count) =>
    caseName(
      caseOf(
        'same',
        [line(1, '1', { order: 'L' })],
        Array.from({ length: count }, (_, at) => order('1', `${9 - at}`, '1')),
        [],
        { orderCount },
      ),
      words,
    );
  expect([of(1), of(3), of(4), of(5, 300), of(3, 4), of(0)]).toEqual([
    ...['9', '9, 8, 7', '9, 8, 7 y 1 más', '9, 8, 7 y 297 más', '9, 8, 7 y 1 más', 'L'],
  ]);
  expect(caseName(caseOf('only-there', [line(1, '1')], [], []), words)).toBe(text('order.none'));
});

test('a case of which a side is told in part alone is cut', () => {
  const cut = (parts: Partial<MatchedCase>) => isCut({ ...SAME, ...parts });
  expect([
    cut({}),
    cut({ lineCount: 4 }),
    cut({ orderCount: 3 }),
    cut({ lineCount: 4, orderCount: 3 }),
  ]).toEqual([false, true, true, true]);
});

test('what is taken by hand is each line and order once, with what they come to in each currency', () => {
  const { said, ...both } = taken([SAME, UNLIKE, HERE, SAME]);
  expect(both).toEqual({
    lines: ['line-9', 'line-4', 'line-7', 'line-5', 'line-6'],
    orders: [...SAME.orders, ...UNLIKE.orders, ...HERE.orders].map(({ key }) => key),
    statementAmount: [
      { currency: 'CLP', count: 3, sum: '12.00' },
      { currency: 'USD', count: 1, sum: '4.00' },
    ],
    ledgerAmount: [{ currency: 'CLP', count: 4, sum: '16.00' }],
  });
  expect(said).toEqual({
    orders: ['6.00', '4.00', '1.00', '5.00'].map((amount) => ({ amount, settled: amount })),
    ...{ there: '16.00', here: '16.00' },
  });
});

test('of an order that several settlements pay, what is taken by hand is the part settled here, as in its case', () => {
  const parts = { orders: [order('1', 'O-90', '100.00', { settled: D('60.00') })] };
  const { said, ledgerAmount } = taken([{ ...SAME, ...parts }]);
  expect(ledgerAmount).toEqual([{ currency: 'CLP', count: 1, sum: '60.00' }]);
  expect([said.here, said.orders]).toEqual(['60.00', [{ amount: '100.00', settled: '60.00' }]]);
});
