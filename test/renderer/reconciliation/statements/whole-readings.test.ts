import { expect, test } from 'vitest';
import { type FileCell, fileCellText } from '#renderer/data/model/file-cells.ts';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { NO_MAPPING, type StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import { NO_ANSWERS, type RowAnswers } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { StatementDate, StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Small files with a little of everything that their kind has, and all that is read of them. */

type Cells = readonly FileCell[];

const dayOf = ({ day, time, instant }: StatementDate): string =>
  [day, time, instant].filter((each) => each !== null).join(' ');

/** All that a reading tells, as short as it can be read. */
function told({ lines, notUnderstood, leftAside, proof, ...reading }: StatementReading) {
  return {
    kind: `${reading.kind} ${reading.layout}`,
    reasons: reading.reasons.map((each) => Object.values(each).join(' ')),
    lines: lines.map(({ line, cells: _, ...fields }) => {
      const said = Object.entries(fields).flatMap(([field, value]) =>
        value === null ? [] : [`${field}=${typeof value === 'object' ? dayOf(value) : value}`],
      );
      return [line, ...said].join(' ');
    }),
    doubts: notUnderstood.map(({ line, column, text, why, row, field }) =>
      [line, why, `${column}:${text}`, row === undefined ? 'no' : row.mayBeLine, field ?? '']
        .join(' ')
        .trim(),
    ),
    aside: leftAside.map(({ line, why }) => `${line} ${why}`),
    proof: `holds ${proof.holds}, covered ${proof.covered}, doubts ${proof.doubts}`,
    checks: proof.checks.map(({ name, checked, failures, gap, where, beyond }) =>
      [
        `${name} ${checked} ${failures} ${gap} ${beyond === null ? '' : `${beyond.first}-${beyond.last}`}`.trim(),
        ...where.map(
          ({ kind, after, before, gap: own, orElse, column }) =>
            `${kind} ${after}-${before} ${own} ${orElse} ${column}`,
        ),
      ].join('; '),
    ),
    changes: reading.changes.map((each) => Object.values(each).join(' ')),
    days: reading.dayOrders.map((each) => Object.values(each).join(' ')),
    settlements: reading.settlements.map((each) => Object.values(each).join(' ')),
    said: reading.said.map(({ line, text, column = '', answer }) => [line, text, column, answer]),
  };
}

type Said = { readonly mapping?: StatementMapping; readonly header?: Cells; readonly rows?: RowAnswers };
const readingOf = (rows: readonly Cells[], { mapping, header = [], rows: answers = NO_ANSWERS }: Said = {}) =>
  readStatementAtOnce(
    rows.map((cells, at) => ({ line: at + 1, cells })),
    {
      today: '2026-05-01' as LocalDate,
      mappings:
        mapping === undefined ? new Map() : new Map([[headerFingerprint(header.map(fileCellText)), mapping]]),
      rows: answers,
    },
  );
const read = (rows: readonly Cells[], said: Said = {}) => told(readingOf(rows, said));

const PARIS = [
  ...['id', 'descripción', 'tipo', 'número orden', 'sku', 'monto', 'moneda', 'acuerdo comercial'],
  ...['comisión', 'monto a pagar', 'monto total factura', 'fecha', 'estado del pago'],
  ...['nro solicitud pago', 'nro suborden', 'seller sku'],
];
const paris = (id: string, gross: string, fee: string, net: string, settlement: string): Cells => [
  ...[id, `Producto ${id}`, 'Venta', `70000${id}`, 'P', gross, 'CLP', 'x', fee, net, '0', '21/03/2026'],
  ...['pagado', settlement, `70000${id}-1`, `SKU-${id}`],
];

const BANK = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
const bank = (day: string, words: string, amounts: string): Cells => [
  ...[day, words, day === '' ? '' : day.slice(0, 2), ...amounts.split('/')],
];

test('costs with a minus, where the file is of those that have one or none', () => {
  expect(
    read([
      PARIS,
      paris('1', '10.000', '-1.500', '8.500', 'L-1'),
      paris('2', '20.000', '-3.000', '17.000', 'L-2'),
      paris('3', '5.000', '-500', '4.400', 'L-1'),
      paris('4', '-10.000', '1.500', '-8.500', ''),
    ]),
  ).toEqual({
    kind: 'paris paris',
    reasons: [
      'headers 15 15 1',
      'arithmetic row-net 3 4',
      'decided monto decimal-sign currency',
      'decided comisión decimal-sign currency',
      'decided monto a pagar decimal-sign currency',
    ],
    lines: [
      '2 movement=Venta settlement=L-1 order=700001 suborder=700001-1 sku=SKU-1 operation=1 currency=CLP description=Producto 1 date=2026-03-21 gross=10000 commission=-1500 net=8500',
      '3 movement=Venta settlement=L-2 order=700002 suborder=700002-1 sku=SKU-2 operation=2 currency=CLP description=Producto 2 date=2026-03-21 gross=20000 commission=-3000 net=17000',
      '4 movement=Venta settlement=L-1 order=700003 suborder=700003-1 sku=SKU-3 operation=3 currency=CLP description=Producto 3 date=2026-03-21 gross=5000 commission=-500 net=4400',
      '5 movement=Venta order=700004 suborder=700004-1 sku=SKU-4 operation=4 currency=CLP description=Producto 4 date=2026-03-21 gross=-10000 commission=1500 net=-8500',
    ],
    doubts: [],
    aside: ['1 header'],
    proof: 'holds false, covered 4, doubts 0',
    checks: ['row-net 4 1 -100; row 4-4 -100 null null'],
    changes: [],
    days: [],
    settlements: ['L-1 2 12900', 'L-2 1 17000'],
    said: [],
  });
});

const RELEASES = [
  ...['DATE', 'SOURCE_ID', 'EXTERNAL_REFERENCE', 'RECORD_TYPE', 'DESCRIPTION', 'NET_CREDIT_AMOUNT'],
  ...['NET_DEBIT_AMOUNT', 'GROSS_AMOUNT', 'MP_FEE_AMOUNT', 'FINANCING_FEE_AMOUNT', 'SHIPPING_FEE_AMOUNT'],
  ...['TAXES_AMOUNT', 'COUPON_AMOUNT', 'TRANSACTION_APPROVAL_DATE', 'CURRENCY', 'ORDER_ID', 'PACK_ID'],
  ...['BALANCE_AMOUNT', 'TAX_DETAIL', 'TAXES_DISAGGREGATED'],
];
type Record = { readonly kind?: string; readonly amounts: string; readonly more?: string };
/** `amounts`: credit, debit, gross, fee, financing, shipping, taxes, coupon, balance. `more`: approval, order, pack, two of taxes. */
const release = (id: string, { kind = 'release', amounts, more = '' }: Record): Cells => {
  const [credit, debit, gross, fee, financing, shipping, taxes, coupon, balance] = amounts.split(' ');
  const [approved = '', order = '', pack = '', tax = '', taxed = ''] = more.split(' ');
  return [
    ...['2026-03-21T23:30:00.000-03:00', id, `R${id}`, kind, 'payment', credit ?? '', debit ?? ''],
    ...[gross ?? '', fee ?? '', financing ?? '', shipping ?? '', taxes ?? '', coupon ?? '', approved],
    ...[id === '' ? '' : 'ARS', order, pack, balance ?? '', tax, taxed],
  ];
};

test('a row without a day above all lines is known by the first of them', () => {
  const keyOf = (first: Cells) =>
    readingOf([
      BANK,
      ['', 'Ajuste', '', '70', '', ''],
      first,
      bank('15/03/2026', 'b', '/20/'),
    ]).notUnderstood.map(({ line, row }) => `${line} ${row?.key}`);
  const [one, same, other] = ['a', 'a', 'z'].map((words) => keyOf(bank('14/03/2026', words, '/100/')));
  expect([one?.length, same]).toEqual([1, one]);
  expect(other).not.toEqual(one);
});

test('a known heading without a line is of its kind', () => {
  expect(read([['x'], ['', ' '], PARIS]).aside).toEqual(['1 title', '3 header']);
  expect(read([PARIS, ['Total', ...Array.from({ length: 15 }, () => '')]])).toEqual({
    kind: 'paris paris',
    reasons: ['headers 15 15 1'],
    lines: [],
    doubts: [],
    aside: ['1 header', '2 footer'],
    proof: 'holds true, covered 0, doubts 0',
    checks: [],
    changes: [],
    days: [],
    settlements: [],
    said: [],
  });
});

test('a report of releases: records, two charges of one part, a coupon, subtotals and balances', () => {
  expect(
    read([
      RELEASES,
      release('', { kind: 'initial_available_balance', amounts: '100.00 0.00 100.00' }),
      release('1', {
        amounts: '70.00 0.00 100.00 -10.00 -5.00 -12.00 -8.00 5.00 170.00',
        more: '2026-03-02T09:00:00.000-03:00 4001 P1 iibb caba',
      }),
      release('2', { amounts: '0.00 20.00 -20.00 0.00 0.00 0.00 0.00 0.00 150.00' }),
      release('', { kind: 'subtotal', amounts: '70.00 20.00 50.00' }),
      release('3', { kind: 'block', amounts: '0.00 30.00 -30.00 0.00 0.00 0.00 0.00 0.00 120.00' }),
      release('4', { amounts: '40.00 0.00 50.00 -9.00 0.00 0.00 0.00 0.00 190.00', more: '  P2  caba' }),
      release('5', { amounts: '10.00 0.00 9.00 0.00 0.00 0.00 0.00 1.00 200.00' }),
      release('', { kind: 'subtotal', amounts: '50.00 0.00 50.00' }),
      release('6', { kind: 'novelty', amounts: '1.00 0.00 1.00 0.00 0.00 0.00 0.00 0.00 201.00' }),
      release('', { kind: 'total', amounts: '220.00 20.50 200.00' }),
    ]),
  ).toEqual({
    kind: 'mercado-pago-releases mercado-pago-releases',
    reasons: [
      'headers 8 8 1',
      'arithmetic row-net 3 4',
      'arithmetic running-balance 4 4',
      'arithmetic total-row 2 3',
    ],
    lines: [
      '3 movement=payment order=4001 suborder=P1 reference=R1 operation=1 currency=ARS date=2026-03-02 09:00:00.000 2026-03-02T12:00:00.000Z released=2026-03-21 23:30:00.000 2026-03-22T02:30:00.000Z gross=105.00 commission=-15.00 shipping=-12.00 taxes=-8.00 net=70.00 balance=170.00 taxDetail=caba · iibb',
      '4 movement=payment reference=R2 operation=2 currency=ARS released=2026-03-21 23:30:00.000 2026-03-22T02:30:00.000Z gross=-20.00 commission=0.00 shipping=0.00 taxes=0.00 net=-20.00 balance=150.00',
      '7 movement=payment suborder=P2 reference=R4 operation=4 currency=ARS released=2026-03-21 23:30:00.000 2026-03-22T02:30:00.000Z gross=50.00 commission=-9.00 shipping=0.00 taxes=0.00 net=40.00 balance=190.00 taxDetail=caba',
      '8 movement=payment reference=R5 operation=5 currency=ARS released=2026-03-21 23:30:00.000 2026-03-22T02:30:00.000Z gross=10.00 commission=0.00 shipping=0.00 taxes=0.00 net=10.00 balance=200.00',
    ],
    doubts: [
      '10 record :2026-03-21T23:30:00.000-03:00 6 R6 novelty payment 1.00 0.00 1.00 0.00 0.00 0.00 0.00 0.00 ARS 201.00 true',
    ],
    aside: ['1 header', '2 opening-balance', '5 subtotal', '6 informational', '9 subtotal', '11 total'],
    proof: 'holds false, covered 4, doubts 1',
    checks: [
      'row-net 4 1 -1.00; row 7-7 -1.00 null null',
      'running-balance 4 0 0.00 0-0',
      'total-row 3 1 -0.50; total 3-8 -0.50 null null',
    ],
    changes: [],
    days: [],
    settlements: [],
    said: [],
  });
});

const AMAZON = [
  ...['settlement-id', 'deposit-date', 'total-amount', 'currency', 'transaction-type', 'order-id'],
  ...['amount-type', 'amount-description', 'amount', 'posted-date', 'order-item-code', 'sku'],
];
const amazon = (settlement: string, words: string, amount: string, paid = ''): Cells => [
  ...[settlement, paid, '', settlement === '78' ? 'MXN' : '', 'Order', 'A-1'],
  ...[...(words.split('/') as [string, string]), amount, '20.03.2026 23:15:00 UTC', 'I-1', 'S-1'],
];
const amazonTotal = (settlement: string, total: string, paid: string): Cells => [
  ...[settlement, paid, total, 'USD', '', '', '', '', '', '', '', ''],
];

test('settlements whose totals alone tell when they are paid, and words that tell the part', () => {
  expect(
    read([
      AMAZON,
      amazonTotal('77', '8.40', '25.03.2026 10:00:00 UTC'),
      amazon('77', 'ItemPrice/Principal', '12.00'),
      amazon('77', 'ItemFees/Commission', '-1.80'),
      amazon('77', 'ItemPrice/Shipping', '1.20', '24.03.2026 10:00:00 UTC'),
      amazon('77', 'ItemWithheldTax/MarketplaceFacilitatorVAT', '-3.00'),
      amazon('77', 'ItemPrice/Principal', 'doce'),
      amazonTotal('78', '5.00', '02.04.2026 10:00:00 UTC'),
      amazon('78', 'other-transaction/Subscription', '5.50'),
      amazon('79', 'ItemPrice/Principal', '0.00'),
    ]),
  ).toEqual({
    kind: 'amazon-settlement amazon-settlement',
    reasons: ['headers 11 11 1', 'arithmetic statement-total 1 2'],
    lines: [
      '3 movement=ItemPrice settlement=77 order=A-1 suborder=I-1 sku=S-1 description=Principal date=2026-03-20 23:15:00.000 2026-03-20T23:15:00.000Z released=2026-03-25 10:00:00.000 2026-03-25T10:00:00.000Z gross=12.00 net=12.00',
      '4 movement=ItemFees settlement=77 order=A-1 suborder=I-1 sku=S-1 description=Commission date=2026-03-20 23:15:00.000 2026-03-20T23:15:00.000Z released=2026-03-25 10:00:00.000 2026-03-25T10:00:00.000Z commission=-1.80 net=-1.80',
      '5 movement=ItemPrice settlement=77 order=A-1 suborder=I-1 sku=S-1 description=Shipping date=2026-03-20 23:15:00.000 2026-03-20T23:15:00.000Z released=2026-03-24 10:00:00.000 2026-03-24T10:00:00.000Z shipping=1.20 net=1.20',
      '6 movement=ItemWithheldTax settlement=77 order=A-1 suborder=I-1 sku=S-1 description=MarketplaceFacilitatorVAT date=2026-03-20 23:15:00.000 2026-03-20T23:15:00.000Z released=2026-03-25 10:00:00.000 2026-03-25T10:00:00.000Z taxes=-3.00 net=-3.00',
      '7 movement=ItemPrice settlement=77 order=A-1 suborder=I-1 sku=S-1 description=Principal date=2026-03-20 23:15:00.000 2026-03-20T23:15:00.000Z released=2026-03-25 10:00:00.000 2026-03-25T10:00:00.000Z',
      '9 movement=other-transaction settlement=78 order=A-1 suborder=I-1 sku=S-1 currency=MXN description=Subscription date=2026-03-20 23:15:00.000 2026-03-20T23:15:00.000Z released=2026-04-02 10:00:00.000 2026-04-02T10:00:00.000Z net=5.50',
      '10 movement=ItemPrice settlement=79 order=A-1 suborder=I-1 sku=S-1 description=Principal date=2026-03-20 23:15:00.000 2026-03-20T23:15:00.000Z gross=0.00 net=0.00',
    ],
    doubts: ['7 amount amount:doce true'],
    aside: ['1 header', '2 total', '8 total'],
    proof: 'holds false, covered 6, doubts 1',
    checks: ['statement-total 2 1 -0.50; total 9-9 -0.50 null null'],
    changes: [],
    days: [],
    settlements: ['77 5 8.40', '78 1 5.50', '79 1 0.00'],
    said: [],
  });
  const [dated, other] = [
    amazon('77', 'ItemPrice/Principal', '12.00', '25/03/2026'),
    amazonTotal('78', '2.00', '03/04/2026'),
  ];
  const total = ['Total', '', '', '', '', '', '', '', '14.50', '', '', ''];
  const { lines, checks } = read([AMAZON, dated, other, amazon('78', 'ItemPrice/Principal', '2.00'), total]);
  expect([lines.map((line) => line.replace(/.*released=/, '')), checks]).toEqual([
    ['2026-03-25 gross=12.00 net=12.00', '2026-04-03 gross=2.00 net=2.00'],
    ['total-row 1 1 0.50; total 2-4 0.50 null amount', 'statement-total 1 0 0.00'],
  ]);
});

const FALABELLA = [
  ...['Nombre del producto', 'N° de la orden', 'SKU vendedor', 'Id Artículo', 'Tipo de transacción'],
  ...['Fecha de transacción', 'Divisa', 'Monto (Sin IVA)', 'IVA', 'Monto con IVA', 'Tipo de comisión'],
  ...['N° estado de cuenta', 'Referencia de pago Fpay', 'Categoría de transacciones'],
];
const falabella = (
  order: string,
  movement: string,
  amounts: string,
  kinds: string,
  settlement: string,
): Cells => [
  ...['Taza', order, 'S-1', '0012', movement, '03-04-2026', 'CLP', ...amounts.split(' ')],
  ...[kinds.split('/')[0] ?? '', settlement, settlement === '' ? 'N/A' : 'F-1', kinds.split('/')[1] ?? ''],
];

test('amounts with tax and without it, of rows that name nothing by a word', () => {
  expect(
    read([
      FALABELLA,
      falabella('10001', 'Precio del producto', '1000 190 1190', '/Venta', 'E-1'),
      falabella('10001', 'Cobro', '-840 -160 -1000', 'Comisión/Cargos', 'E-1'),
      falabella('N/A', 'Cobro de envío', '-100 -19 -119', 'Flete/', ''),
      falabella('10002', 'Precio del producto', '2000 380 2380', '/Venta', 'E-2'),
      falabella('10003', 'Cobro', '-500 -95 -595', 'Comisión/Cargos', 'E-2'),
      falabella('10004', 'Precio del producto', '3000 580 3580', '/Venta', 'E-1'),
      falabella('10006', 'Cobro', '13 3 16', 'Comisión/Cargos', 'E-1'),
      falabella('10007', 'Retención de impuesto', '-100 -19 -119', '/', 'E-1'),
      falabella('10005', 'Ajuste', '50 0 50', '/', 'E-1'),
    ]),
  ).toEqual({
    kind: 'falabella-transactions falabella-transactions',
    reasons: ['headers 10 10 1', 'arithmetic row-net 9 9', 'arithmetic row-tax 7 8'],
    lines: [
      '2 movement=Precio del producto settlement=E-1 order=10001 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 gross=1190 taxes=190 net=1190 taxDetail=Venta',
      '3 movement=Cobro settlement=E-1 order=10001 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 commission=-1000 taxes=-160 net=-1000 taxDetail=Cargos · Comisión',
      '4 movement=Cobro de envío suborder=0012 sku=S-1 currency=CLP description=Taza date=2026-04-03 shipping=-119 taxes=-19 net=-119 taxDetail=Flete',
      '5 movement=Precio del producto settlement=E-2 order=10002 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 gross=2380 taxes=380 net=2380 taxDetail=Venta',
      '6 movement=Cobro settlement=E-2 order=10003 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 commission=-595 taxes=-95 net=-595 taxDetail=Cargos · Comisión',
      '7 movement=Precio del producto settlement=E-1 order=10004 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 gross=3580 taxes=580 net=3580 taxDetail=Venta',
      '8 movement=Cobro settlement=E-1 order=10006 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 commission=16 taxes=3 net=16 taxDetail=Cargos · Comisión',
      '9 movement=Retención de impuesto settlement=E-1 order=10007 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 taxes=-19 net=-119',
      '10 movement=Ajuste settlement=E-1 order=10005 suborder=0012 sku=S-1 operation=F-1 currency=CLP description=Taza date=2026-04-03 taxes=0 net=50',
    ],
    doubts: [],
    aside: ['1 header'],
    proof: 'holds false, covered 9, doubts 0',
    checks: ['row-net 9 0 0', 'row-tax 8 1 10; row 7-7 10 null null'],
    changes: [],
    days: ['Fecha de transacción day-first layout'],
    settlements: ['E-1 6 3717', 'E-2 2 1785'],
    said: [],
  });
});

const CARTOLA: readonly Cells[] = [
  ['Cartola de cuenta corriente', 'Desde 01/03/2026 hasta 31/03/2026'],
  ['Cuenta', '123456'],
  ['Saldo inicial', '1.000'],
  bank('27/02/2026', 'Remanente', '/500/1.000'),
  BANK,
  bank('02/03/2026', 'Venta', '/5.000/6.000'),
  bank('03/03/2026', 'Giro', '2.000//4.000'),
  ['', 'Subtotal', '', '2.000', '5.000', ''],
  bank('', 'Saldo al corte', '//4.000'),
  bank('', 'Cargo sin fecha', '70//'),
  ['Página 1 de 2'],
  BANK,
  bank('04/03/2026', 'Abono raro', '/mil/5.000'),
  bank('31/13/2026', 'Comisión', '100//4.900'),
  bank('05/03/2026', 'Giro', '900//4.000'),
  ['', '', '', '1.000', '', ''],
  ['Saldos diarios'],
  ['02/03/2026', '6.000'],
  ['03/03/2026', '4.000'],
  ['Resumen'],
  ['Abonos', '', '', '5.000', '', ''],
  ['', 'Total', '', '3.000', '5.000', ''],
  bank('', 'Saldo final', '//4.000'),
  ['Le recordamos que esta cartola no es una factura'],
];

test('an extract with titles, totals, balances, other tables and rows that nobody understands', () => {
  const reading = readingOf(CARTOLA);
  expect(told(reading)).toEqual({
    kind: 'bank scotiabank',
    reasons: [
      'headers 5 5 5',
      'arithmetic running-balance 5 6',
      'arithmetic total-row 5 5',
      'decided Cargos decimal-sign currency',
      'decided Abonos decimal-sign currency',
      'decided Saldo decimal-sign currency',
    ],
    lines: [
      '6 operation=02 description=Venta date=2026-03-02 net=5000 balance=6000',
      '7 operation=03 description=Giro date=2026-03-03 net=-2000 balance=4000',
      '13 operation=04 description=Abono raro date=2026-03-04 balance=5000',
      '14 operation=31 description=Comisión net=-100 balance=4900',
      '15 operation=05 description=Giro date=2026-03-05 net=-900 balance=4000',
    ],
    doubts: [
      '4 row :27/02/2026 Remanente 27 500 1.000 true',
      '10 row :Cargo sin fecha 70 true',
      '13 amount Abonos:mil true',
      '14 date Fecha:31/13/2026 no',
      '21 row :Abonos 5.000 true',
    ],
    aside: [
      '1 title',
      '2 title',
      '3 title',
      '5 header',
      '8 subtotal',
      '9 closing-balance',
      '11 title',
      '12 repeated-header',
      '16 unnamed-total',
      '17 footer',
      '18 other-table',
      '19 other-table',
      '20 footer',
      '22 total',
      '23 closing-balance',
      '24 footer',
    ],
    proof: 'holds false, covered 5, doubts 4',
    checks: ['running-balance 6 1 1000 0-0; missing-or-altered 7-13 1000 null null', 'total-row 5 0 0'],
    changes: [],
    days: ['Fecha day-first period'],
    settlements: [],
    said: [],
  });
  const keys = reading.notUnderstood.map(({ line, row }) => [line, row?.key ?? ''] as const);
  const answersOf = (answers: { readonly [line: number]: RowAnswers['others'] | { amount: never } }) =>
    new Map(
      keys.flatMap(([line, key]) => (answers[line] === undefined ? [] : [[key, answers[line]]])),
    ) as RowAnswers['said'];
  expect(
    read(CARTOLA, {
      rows: {
        said: answersOf({ 4: null, 10: 'no-movement', 13: { amount: '1000' as never } }),
        others: 'movement',
      },
    }),
  ).toEqual({
    kind: 'bank scotiabank',
    reasons: [
      'headers 5 5 5',
      'arithmetic running-balance 6 6',
      'arithmetic total-row 4 5',
      'decided Cargos decimal-sign currency',
      'decided Abonos decimal-sign currency',
      'decided Saldo decimal-sign currency',
    ],
    lines: [
      '6 operation=02 description=Venta date=2026-03-02 net=5000 balance=6000',
      '7 operation=03 description=Giro date=2026-03-03 net=-2000 balance=4000',
      '13 operation=04 description=Abono raro date=2026-03-04 net=1000 balance=5000',
      '14 operation=31 description=Comisión net=-100 balance=4900',
      '15 operation=05 description=Giro date=2026-03-05 net=-900 balance=4000',
    ],
    doubts: [
      '4 row :27/02/2026 Remanente 27 500 1.000 true',
      '14 date Fecha:31/13/2026 no',
      '21 moved-cells :Abonos · 5.000 true',
    ],
    aside: [
      '1 title',
      '2 title',
      '3 title',
      '5 header',
      '8 subtotal',
      '9 closing-balance',
      '10 said',
      '11 title',
      '12 repeated-header',
      '16 unnamed-total',
      '17 title',
      '18 other-table',
      '19 other-table',
      '20 title',
      '22 total',
      '23 closing-balance',
      '24 footer',
    ],
    proof: 'holds false, covered 5, doubts 2',
    checks: ['running-balance 6 0 0 0-0', 'total-row 5 1 -1000; total 6-15 -1000 null Abonos'],
    changes: [],
    days: ['Fecha day-first period'],
    settlements: [],
    said: [
      [10, 'Cargo sin fecha 70', '', 'no-movement'],
      [13, '04/03/2026 Abono raro 04 mil 5.000', 'Abonos', { amount: '1000' }],
      [21, 'Abonos 5.000', '', 'movement'],
    ],
  });
});

test('letters beside amounts, with a balance that settles what they leave open', () => {
  const header = ['Fecha', 'Fecha valor', 'Descripción', 'Importe', 'D/C', 'Saldo', 'Comprobante'];
  const row = (day: string, amount: string, letter: string, balance: string): Cells => [
    ...[`${day}/03/2026`, '01/04/2026', `Mov ${day}`, amount, letter, balance, day],
  ];
  expect(
    read([
      header,
      row('21', '100,00', 'C', '600,00'),
      row('22', '50,50', 'D', '549,50'),
      row('23', '-20,00', 'C', '529,50'),
      row('24', '-30,00', 'D', '499,50'),
      row('25', '10,00', 'X', '509,50'),
      row('26', '5,00', 'X', ''),
      row('27', '7,00', '', '507,50'),
      row('28', '0,00', '', '507,50'),
    ]),
  ).toEqual({
    kind: 'bank argentina-letters',
    reasons: ['headers 6 6 1', 'arithmetic running-balance 5 6'],
    lines: [
      '2 operation=21 description=Mov 21 date=2026-03-21 released=2026-04-01 net=-100.00 balance=600.00',
      '3 operation=22 description=Mov 22 date=2026-03-22 released=2026-04-01 net=-50.50 balance=549.50',
      '4 operation=23 description=Mov 23 date=2026-03-23 released=2026-04-01 net=-20.00 balance=529.50',
      '5 operation=24 description=Mov 24 date=2026-03-24 released=2026-04-01 net=-30.00 balance=499.50',
      '6 operation=25 description=Mov 25 date=2026-03-25 released=2026-04-01 net=10.00 balance=509.50',
      '7 operation=26 description=Mov 26 date=2026-03-26 released=2026-04-01 net=5.00',
      '8 operation=27 description=Mov 27 date=2026-03-27 released=2026-04-01 balance=507.50',
      '9 operation=28 description=Mov 28 date=2026-03-28 released=2026-04-01 net=0.00 balance=507.50',
    ],
    doubts: ['8 sign :27/03/2026 01/04/2026 Mov 27 7,00 507,50 27 true'],
    aside: ['1 header'],
    proof: 'holds false, covered 7, doubts 1',
    checks: ['running-balance 6 1 -7.00 1-0; missing-or-altered 6-7 -7.00 null null'],
    changes: [],
    days: ['Fecha valor day-first column'],
    settlements: [],
    said: [],
  });
});

test('the newest line first, without signs, and a line that is missing', () => {
  const header = ['Fecha', 'Concepto', 'Importe', 'Saldo'];
  expect(
    read([
      header,
      ['28/03/2026', 'e', '40,00', '155,00'],
      ['27/03/2026', 'd', '15,00', '195,00'],
      ['26/03/2026', 'c', '30,00', '180,00'],
      ['24/03/2026', 'b', '10,00', '140,00'],
      ['23/03/2026', 'a', '50,00', '150,00'],
    ]),
  ).toEqual({
    kind: 'bank argentina-balance',
    reasons: ['headers 4 4 1', 'arithmetic running-balance 3 4'],
    lines: [
      '2 description=e date=2026-03-28 net=-40.00 balance=155.00',
      '3 description=d date=2026-03-27 net=15.00 balance=195.00',
      '4 description=c date=2026-03-26 balance=180.00',
      '5 description=b date=2026-03-24 net=-10.00 balance=140.00',
      '6 description=a date=2026-03-23 balance=150.00',
    ],
    doubts: ['4 sign :26/03/2026 c 30,00 180,00 true', '6 sign :23/03/2026 a 50,00 150,00 true'],
    aside: ['1 header'],
    proof: 'holds false, covered 4, doubts 2',
    checks: ['running-balance 4 1 10.00 0-1; missing-or-altered 4-5 10.00 70.00 null'],
    changes: [],
    days: [],
    settlements: [],
    said: [],
  });
});

test('columns that the user named: parts that add up, a column beside them, another of the same name', () => {
  const header = ['Cuándo', 'Qué', 'Venta', 'Comisión', 'Venta', 'Envío', 'Total', 'Liquidación', 'Propina'];
  const mapping: StatementMapping = {
    ...{ ...NO_MAPPING, partsAddUp: true, sign: 'reversed', dayOrder: 'month-first' },
    fields: {
      ...{ date: 'Cuándo', description: 'Qué', gross: 'Venta', commission: 'Comisión', shipping: 'Envío' },
      ...{ amount: 'Total', settlement: 'Liquidación' },
    },
  };
  expect(
    read(
      [
        header,
        ['03/04/2026', 'a', '100.00', '10.00', '7', '5.00', '85.00', '0010', '1'],
        ['03/05/2026', 'b', '200.00', '20.00', '', '5.00', '175.00', '0010', ''],
        ['03/06/2026', 'c', '-50.00', '-5.00', '', '', '-44.00', '11', ''],
        ['03/07/2026', 'd', '', '', '', '', '9.00', '11', ''],
      ],
      { mapping, header },
    ),
  ).toEqual({
    kind: 'unknown mapping',
    reasons: ['mapping', 'arithmetic row-net 2 4'],
    lines: [
      '2 settlement=0010 description=a date=2026-03-04 gross=-100.00 commission=10.00 shipping=5.00 net=-85.00',
      '3 settlement=0010 description=b date=2026-03-05 gross=-200.00 commission=20.00 shipping=5.00 net=-175.00',
      '4 settlement=11 description=c date=2026-03-06 gross=50.00 commission=-5.00 net=44.00',
      '5 settlement=11 description=d date=2026-03-07 net=-9.00',
    ],
    doubts: [],
    aside: ['1 header'],
    proof: 'holds false, covered 4, doubts 0',
    checks: ['row-net 4 2 -10.00; row 4-4 -1.00 null null; row 5-5 -9.00 null null'],
    changes: ['added Venta  7 false true'],
    days: ['Cuándo month-first said'],
    settlements: ['0010 2 -260.00', '11 2 35.00'],
    said: [],
  });
});

test('columns renamed, added and gone, in a file that is known all the same', () => {
  const rows = (...header: Cells): readonly Cells[] => [
    header,
    ['1001', 'Venta', '1000', '100', '10', '840', '50', 'x'],
    ['1002', 'Venta', '2000', '200', '20', '1780', '0', ''],
    ['1003', 'Venta', '3000', '300', '30', '2600', '70', ''],
  ];
  const known = ['ORDEN DE COMPRA', 'TIPO', 'TOTAL'];
  expect(read(rows(...known, 'COMISIÓN', 'SHIPPING', 'PAGO', 'Descuento campaña', 'Nota'))).toEqual({
    kind: 'hites hites',
    reasons: ['headers 6 6 1', 'arithmetic row-net 3 3'],
    lines: [
      '2 movement=Venta order=1001 gross=1000 commission=-100 shipping=-10 net=840',
      '3 movement=Venta order=1002 gross=2000 commission=-200 shipping=-20 net=1780',
      '4 movement=Venta order=1003 gross=3000 commission=-300 shipping=-30 net=2600',
    ],
    doubts: [],
    aside: ['1 header'],
    proof: 'holds true, covered 3, doubts 0',
    checks: ['row-net 3 0 0'],
    changes: ['added Descuento campaña  120 true true', 'added Nota   false true'],
    days: [],
    settlements: [],
    said: [],
  });
  expect(read(rows(...known, 'Tarifa', 'SHIPPING', 'PAGO', 'Pieza', 'Nota')).changes).toEqual([
    'added Tarifa   false true',
    'added Pieza   false true',
    'added Nota   false true',
    'gone COMISIÓN  -720 false true',
  ]);
  expect(read(rows(...known, 'Pieza', 'SHIPPING', 'PAGO', 'Monto final', 'Nota')).changes).toEqual([
    'added Pieza   false true',
    'added Monto final  120 false true',
    'added Nota   false true',
    'gone COMISIÓN  -720 false true',
  ]);
  expect(read(rows(...known, 'x', 'y', 'PAGO', 'z', '').map((cells) => cells.toSpliced(3, 2)))).toEqual({
    kind: 'hites hites',
    reasons: ['headers 4 6 1'],
    lines: [
      '3 movement=Venta order=1002 gross=2000 net=1780',
      '4 movement=Venta order=1003 gross=3000 net=2600',
    ],
    doubts: ['2 moved-cells :1001 · Venta · 1000 · 840 · 50 · x true'],
    aside: ['1 header'],
    proof: 'holds false, covered 0, doubts 1',
    checks: [],
    changes: ['added z   false true', 'gone COMISIÓN   false true', 'gone SHIPPING   false true'],
    days: [],
    settlements: [],
    said: [],
  });
});

const UNKNOWN = [
  ['Informe', 'Marzo'],
  ['Cuándo', 'Cosa', '', 'Plata', 'Queda'],
  ['y', 'más', 'nombres', 'debajo', 'también'],
  ['21/03/2026', 'x', '', '5', '6'],
];

test('a file that nobody knows: the widest row of names is what a mapping would speak of', () => {
  const [, names = []] = UNKNOWN;
  const reading = readingOf(UNKNOWN);
  expect([reading.headers, reading.fingerprint]).toEqual([names, headerFingerprint(names)]);
  expect(told(reading)).toEqual({
    kind: 'unknown null',
    reasons: [],
    lines: [],
    doubts: [],
    aside: [],
    proof: 'holds true, covered 0, doubts 0',
    checks: [],
    changes: [],
    days: [],
    settlements: [],
    said: [],
  });
});

/** What the checks of a file tell, and how many lines they cover. */
const checksOf = (rows: readonly Cells[], said: Said = {}) => {
  const { checks, proof } = read(rows, said);
  return [...checks, proof];
};

test('what titles and ends state has all its places, and the tax of a row those of the lines', () => {
  const rows = [
    falabella('1', 'Precio del producto', '1000 190 1190', '/Venta', 'E-1'),
    falabella('2', 'Precio del producto', '2000 380 2380', '/Venta', 'E-1'),
    falabella('3', 'Precio del producto', '3000 570 3570', '/Venta', 'E-2'),
    falabella('4', 'Precio del producto', '4000 760 4760', '/Venta', 'E-2'),
    falabella('5', 'Precio del producto', '1000 200 1200', '/Venta', 'E-2'),
  ];
  expect(checksOf([['Total a pagar de E-1', '3.570,25'], FALABELLA, ...rows])).toEqual([
    'row-net 5 0 0',
    'row-tax 5 1 10; row 7-7 10 null null',
    'statement-total 1 1 0.25; total 3-4 0.25 null null',
    'holds false, covered 5, doubts 0',
  ]);
  const ends = (opening: string, closing: string) =>
    checksOf([
      BANK,
      bank('', 'Saldo inicial', `//${opening}`),
      bank('02/03/2026', 'Venta', '/5000/6000'),
      bank('03/03/2026', 'Giro', '2000//4000'),
      bank('', 'Saldo final', `//${closing}`),
    ]);
  expect([ends('1000,00', '4000,25'), ends('993', '4009'), ends('4000', '1000')]).toEqual([
    [
      'running-balance 3 1 0.25 0-0; missing-or-altered 4-null 0.25 null null',
      'holds false, covered 2, doubts 0',
    ],
    [
      'running-balance 3 2 16 0-0; missing-or-altered null-3 7 null null; missing-or-altered 4-null 9 null null',
      'holds false, covered 2, doubts 0',
    ],
    ['running-balance 3 0 0 0-0', 'holds true, covered 2, doubts 0'],
  ]);
});

test('balances at the ends alone span the lines; of several that are named the first counts, in its own column', () => {
  const spanned = (...amounts: readonly string[]) =>
    checksOf([
      ['Saldo anterior al 28', '28', '1.000'],
      [...BANK, 'Sucursal'],
      ...amounts.map((each, at) => [...bank(`0${at + 2}/03/2026`, 'Venta', each), '']),
      [...bank('', 'Saldo final', '//1.500'), '77'],
      [...bank('', 'Saldo final', '//9.999'), '78'],
    ]);
  expect([spanned('/500/'), spanned('/700/', '150//'), spanned('/700/', '150//', '50//')]).toEqual([
    ['running-balance 1 0 0', 'holds true, covered 1, doubts 0'],
    ['running-balance 1 1 -50; missing-or-altered null-3 -50 null null', 'holds false, covered 2, doubts 0'],
    ['running-balance 1 0 0', 'holds true, covered 3, doubts 0'],
  ]);
});

test('lines without a sign beside a gap are told by that of the later one', () => {
  const header = ['Fecha', 'Concepto', 'Importe', 'Saldo', 'Nota'];
  const row = (day: string, amount: string, balance: string): Cells => [
    ...[`${day}/03/2026`, `m${day}`, amount, balance, 'x'],
  ];
  expect(
    read([
      header,
      row('21', '10,00', '110,00'),
      row('22', '3,00', ''),
      row('23', '3,00', '110,00'),
      row('24', '5,00', ''),
      row('25', '2,00', '121,00'),
      row('26', '1,00', '120,00'),
    ]).checks,
  ).toEqual([
    'running-balance 3 2 -2.00 1-0; repeated 2-4 -6.00 0.00 null; missing-or-altered 4-5 4.00 14.00 null',
  ]);
});

test('a summary is of all that came and all that went, and leads from the first balance to the last', () => {
  const header = [
    ...['RELEASE_DATE', 'TRANSACTION_TYPE', 'REFERENCE_ID', 'TRANSACTION_NET_AMOUNT', 'PARTIAL_BALANCE'],
  ];
  const summary = (...amounts: Cells) =>
    checksOf([
      ['INITIAL_BALANCE', 'CREDITS', 'DEBITS', 'FINAL_BALANCE'],
      amounts,
      header,
      ['21-03-2026', 'Pago', '1', '50,00', '150,00'],
      ['22-03-2026', 'Retiro', '2', '-20,00', '130,00'],
      ['23-03-2026', 'Pago', '3', '7,00', '137,00'],
      ['24-03-2026', 'Retiro', '4', '-3,00', '134,00'],
    ]);
  expect([
    summary('100,00', '57,00', '23,00', '134,00'),
    summary('100,00', '58,00', '-22,00', '137,00'),
  ]).toEqual([
    ['running-balance 5 0 0.00 0-0', 'summary 3 0 0.00', 'holds true, covered 4, doubts 0'],
    [
      'running-balance 5 1 3.00 0-0; missing-or-altered 7-null 3.00 null null',
      'summary 3 3 3.00; total null-null 1.00 null CREDITS; total null-null 1.00 null DEBITS; total null-null 1.00 null FINAL_BALANCE',
      'holds false, covered 4, doubts 0',
    ],
  ]);
});

test('balances shown in the midst and a subtotal cover what they stand about', () => {
  expect(
    checksOf([
      BANK,
      bank('02/03/2026', 'a', '/100/100'),
      bank('03/03/2026', 'b', '/20/120'),
      ['', 'Subtotal', '', '', '120', ''],
      bank('04/03/2026', 'c', '/30/150'),
      bank('05/03/2026', 'd', '/40/'),
      bank('06/03/2026', 'e', '7//'),
    ]),
  ).toEqual(['running-balance 2 0 0 1-2', 'total-row 1 0 0', 'holds true, covered 3, doubts 0']);
});

const RIPLEY = [
  ...['Fecha OC', 'Número documento liquidación', 'Orden de compra', 'Importe del pedido', 'Envío'],
  ...['Comisiones sobre pedidos', 'Pedidos reembolsados', 'Envío reembolsado', 'A pagar'],
];

test('rows add up beside columns that are gone, and of many faults all count and the first thousand are told', () => {
  const row = (order: number, net: string): Cells => [
    ...['21/03/2026', 'L-1', `O-${order}`, '1000', '-90', '-100', '0', '-10', net],
  ];
  expect(read([RIPLEY, row(1, '800'), row(2, '801'), row(3, '800')])).toEqual({
    kind: 'ripley ripley',
    reasons: ['headers 9 11 1', 'arithmetic row-net 2 3'],
    lines: [
      '2 settlement=L-1 order=O-1 date=2026-03-21 gross=1000 commission=-100 shipping=-100 net=800',
      '3 settlement=L-1 order=O-2 date=2026-03-21 gross=1000 commission=-100 shipping=-100 net=801',
      '4 settlement=L-1 order=O-3 date=2026-03-21 gross=1000 commission=-100 shipping=-100 net=800',
    ],
    doubts: [],
    aside: ['1 header'],
    proof: 'holds false, covered 3, doubts 0',
    checks: ['row-net 3 1 1; row 3-3 1 null null'],
    changes: ['gone Shop ID   false true', 'gone Tienda   false true'],
    days: [],
    settlements: ['L-1 3 2401'],
    said: [],
  });
  const many = readingOf([RIPLEY, ...Array.from({ length: 1_002 }, (_, at) => row(at, '799'))]);
  const [check] = many.proof.checks;
  expect([
    check?.checked,
    check?.failures,
    check?.gap,
    check?.where.length,
    check?.where[999]?.after,
  ]).toEqual([...[1_002, 1_002, '-1002', 1_000, 1_001]]);
});

test('a tax is rounded to cents where some base has them', () => {
  const taxed = (order: string, amounts: string) =>
    falabella(order, 'Precio del producto', amounts, '/Venta', 'E-1').with(6, 'PEN');
  const right = ['1', '2', '3', '4', '5'].map((order) => taxed(order, '5.26 1.00 6.26'));
  expect(checksOf([FALABELLA, ...right, taxed('6', '10.00 2.00 12.00')])).toEqual([
    'row-net 6 0 0.00',
    'row-tax 6 1 0.10; row 7-7 0.10 null null',
    'holds false, covered 6, doubts 0',
  ]);
  expect(checksOf([FALABELLA, ...right.slice(1), taxed('6', '10.00 2.00 12.00')])).toEqual([
    'row-net 5 0 0.00',
    'row-tax 5 1 0.10; row 6-6 0.10 null null',
    'holds false, covered 5, doubts 0',
  ]);
  expect(checksOf([FALABELLA, ...right.slice(2), taxed('6', '10.00 2.00 12.00')])).toEqual([
    'row-net 4 0 0.00',
    'holds true, covered 4, doubts 0',
  ]);
});

test('rows in doubt beside the lines are of a table that was begun, or asked about', () => {
  const apart = (...rows: readonly Cells[]) => {
    const { doubts, aside } = read([
      ['Línea de crédito', '500.000'],
      BANK,
      bank('02/03/2026', 'Venta', '/5.000/6.000'),
      ...rows,
      bank('03/03/2026', 'Venta', '/5.000/11.000'),
      ['Abonos', '10.000'],
    ]);
    return [doubts, aside.filter((each) => !/^[12] /.test(each))];
  };
  expect([
    apart(['', 'Total', '', '', '', '4.000'], ['Línea de crédito', '500.000']),
    apart(['Día', 'Detalle', '', 'Pendiente', 'Plazo', ''], ['Cuota', '5.000']),
    apart(['Saldos diarios'], ['', '02/03/2026', '', '', '6.000', ''], ['', 'Abono', '', '', '6.000', '']),
    apart(['Resumen'], ['Página 1 de 2'], ['Abonos', '5.000']),
    apart(['Le damos', 'un resumen', 'de su cuenta'], ['Abonos', '5.000']),
    apart(['', 'Saldo $ 500', '', '', '', ''], ['', 'Cargo sin fecha', '', 'x9', '', '']),
    apart(bank('02/03/2026', 'Otra', '/7/'), ['', 'Saldo $ 500', '', '', '', '']),
  ]).toEqual([
    [
      ['3 day-order Fecha:02/03/2026 no', '4 total :Total 4.000 false', '7 row :Abonos 10.000 false'],
      ['5 title'],
    ],
    [
      [
        '3 day-order Fecha:02/03/2026 no',
        '5 row :Cuota 5.000 false',
        '6 row :03/03/2026 Venta 03 5.000 11.000 true',
        '7 row :Abonos 10.000 false',
      ],
      ['4 footer'],
    ],
    [
      ['3 day-order Fecha:02/03/2026 no', '6 row :Abono 6.000 true', '8 row :Abonos 10.000 false'],
      ['4 title', '5 other-table'],
    ],
    [
      ['3 day-order Fecha:02/03/2026 no', '8 row :Abonos 10.000 false'],
      ['4 title', '5 title', '6 other-table'],
    ],
    [
      ['3 day-order Fecha:02/03/2026 no', '5 row :Abonos 5.000 false', '7 row :Abonos 10.000 false'],
      ['4 title'],
    ],
    [
      [
        '3 day-order Fecha:02/03/2026 no',
        '4 balance :Saldo $ 500 false',
        '5 row :Cargo sin fecha x9 false',
        '7 row :Abonos 10.000 false',
      ],
      [],
    ],
    [
      [
        '3 day-order Fecha:02/03/2026 no',
        '4 moved-cells :02/03/2026 · Otra · 02 · 7 true',
        '5 balance :Saldo $ 500 false',
        '7 row :Abonos 10.000 false',
      ],
      [],
    ],
  ]);
});

test('totals of all above, or of the settlement that they name, cover what they are of', () => {
  expect(
    checksOf([
      BANK,
      bank('02/03/2026', 'a', '/100/'),
      ['', 'Subtotal', '', '', '100', ''],
      bank('03/03/2026', 'b', '/20/'),
      ['', 'Total', '', '', '120', ''],
      bank('04/03/2026', 'c', '/30/'),
    ]),
  ).toEqual(['total-row 2 0 0', 'holds true, covered 2, doubts 0']);
  const unnamed = read([
    BANK,
    bank('13/03/2026', 'a', '/100/100'),
    bank('14/03/2026', 'b', '/20/120'),
    ['', '', '', '', '120', '120'],
    ['', '', '', '', '121', '120'],
  ]);
  expect([unnamed.aside, unnamed.doubts]).toEqual([
    ['1 header', '4 unnamed-total'],
    ['5 total :121 120 true'],
  ]);
  const header = [
    ...['Numero Liq.', 'Concepto', 'Tipo', 'Orden', 'SKU', 'Afecto a Pago', 'Cargo por comision'],
    'Fecha de Venta',
  ];
  const row = (settlement: string, gross: string, fee: string): Cells => [
    ...[settlement, 'Venta', 'x', settlement === 'L-1' ? '1' : 'O-9', 'S', gross, fee, '21_03_2026'],
  ];
  const total = (name: string, gross: string, fee: string): Cells => [name, '', '', '', '', gross, fee, ''];
  const rows = [row('L-1', '1000', '-100'), row('L-2', '500', '-50'), row('L-2', '70', '-7')];
  expect([
    read([header, ...rows, total('Total L-2', '570', '-57')]),
    checksOf([header, ...rows, total('Total L-2', '571', '-57'), total('Total', '1570', '-157')]),
  ]).toEqual([
    {
      kind: 'walmart-cl walmart-cl',
      reasons: ['headers 8 8 1', 'arithmetic total-row 2 2'],
      lines: [
        '2 movement=x settlement=L-1 sku=S description=Venta date=2026-03-21 gross=1000 commission=-100 net=900',
        '3 movement=x settlement=L-2 order=O-9 sku=S description=Venta date=2026-03-21 gross=500 commission=-50 net=450',
        '4 movement=x settlement=L-2 order=O-9 sku=S description=Venta date=2026-03-21 gross=70 commission=-7 net=63',
      ],
      doubts: [],
      aside: ['1 header', '5 total'],
      proof: 'holds true, covered 2, doubts 0',
      checks: ['total-row 2 0 0'],
      changes: [],
      days: [],
      settlements: ['L-1 1 900', 'L-2 2 513'],
      said: [],
    },
    ['total-row 4 1 1; total 2-4 1 null Afecto a Pago', 'holds false, covered 3, doubts 0'],
  ]);
});

test('a heading of two rows below a title, one of whose rows comes again', () => {
  const top = [
    ...['Fecha OC', 'Número documento', 'Orden', 'Importe', 'Envío', 'Comisiones', 'Pedidos', 'Envío'],
    'A pagar',
  ];
  const below = [
    ...['', 'liquidación', 'de compra', 'del pedido', '', 'sobre pedidos', 'reembolsados', 'reembolsado'],
    '',
  ];
  const row = ['21/03/2026', 'L-1', 'O-1', '1000', '-90', '-100', '-7', '-10', '793'];
  const { kind, reasons, lines, aside } = read([['Liquidación'], top, below, row, top, row, below, row]);
  expect([kind, reasons, lines, aside]).toEqual([
    'ripley ripley',
    ['headers 9 11 2', 'arithmetic row-net 2 2'],
    [
      '4 settlement=L-1 order=O-1 date=2026-03-21 gross=993 commission=-100 shipping=-100 net=793',
      '8 settlement=L-1 order=O-1 date=2026-03-21 gross=993 commission=-100 shipping=-100 net=793',
    ],
    ['1 title', '2 header', '3 header', '5 title', '7 repeated-header'],
  ]);
});

test('days of lines, and not those on which they count, are those of daily balances', () => {
  const header = ['Fecha', 'Fecha valor', 'Descripción', 'Comprobante', 'Importe', 'D/C', 'Saldo'];
  const row = (day: string, amount: string, balance: string): Cells => [
    ...[`${day}/03/2026`, '01/04/2026', `m${amount}`, day, amount, 'C', balance],
  ];
  expect(
    checksOf([
      header,
      row('21', '10,00', '115,00'),
      row('21', '5,00', '115,00'),
      row('22', '7,00', '130,00'),
      row('22', '8,00', '130,00'),
    ]),
  ).toEqual(['running-balance 1 0 0.00 2-0', 'holds true, covered 2, doubts 0']);
});

test('a letter says what it says, whatever the balance does, and one that is missing is asked about', () => {
  const header = ['Fecha', 'Fecha valor', 'Descripción', 'Importe', 'D/C', 'Saldo', 'Comprobante'];
  const row = (day: string, amount: string, letter: string, balance: string): Cells => [
    ...[`${day}/03/2026`, '01/04/2026', `m${day}`, amount, letter, balance, day],
  ];
  const { lines, doubts, checks } = read([
    header,
    row('21', '1,00', 'D', '100,00'),
    row('22', '10,00', 'C', '90,00'),
    row('23', '5,00', '', '95,00'),
    row('24', '5,00', 'D', '90,00'),
  ]);
  expect([lines.map((line) => line.replace(/.*net=/, '')), doubts, checks]).toEqual([
    [
      '-1.00 balance=100.00',
      '10.00 balance=90.00',
      '4 operation=23 description=m23 date=2026-03-23 released=2026-04-01 balance=95.00',
      '-5.00 balance=90.00',
    ],
    ['4 sign :23/03/2026 01/04/2026 m23 5,00 95,00 23 true'],
    [
      'running-balance 3 2 -15.00 1-0; missing-or-altered 2-3 -20.00 null null; missing-or-altered 3-4 5.00 null null',
    ],
  ]);
});

test('columns of money out that the user named: a sign of its own is asked about, an amount that is two leaves no net', () => {
  const header = ['Cuándo', 'Pagado', 'Sale', 'Entra'];
  const mapping: StatementMapping = {
    ...NO_MAPPING,
    fields: { date: 'Cuándo', released: 'Pagado', out: 'Sale', in: 'Entra' },
  };
  const { lines, doubts } = read(
    [
      header,
      ['14/03/2026', '', '10', ''],
      ['', '15/03/2026', '20', ''],
      ['16/03/2026', '17/03/2026', '-5', ''],
      ['18/03/2026', '', '1.250', '5,75'],
      ['19/03/2026', '', '', '6,50'],
    ],
    { mapping, header },
  );
  expect([lines, doubts]).toEqual([
    [
      '2 date=2026-03-14 net=-10.00',
      '3 released=2026-03-15 net=-20.00',
      '4 date=2026-03-16 released=2026-03-17',
      '5 date=2026-03-18',
      '6 date=2026-03-19 net=6.50',
    ],
    ['4 sign :16/03/2026 17/03/2026 -5 true', '5 scale Sale:1.250 true'],
  ]);
});
