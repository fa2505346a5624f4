import { describe, expect, test } from 'vitest';
import { cellText } from '#renderer/data/model/sheet-table.ts';
import { closeSheets } from '#renderer/reconciliation/closing/screen/close-sheets.ts';
import { machineLocal } from '#renderer/ui/date-format.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/**
 * The sheets of a closed month where it is not of one account, one currency and one saying each: what is joined, left
 * empty, and never added. Every column of the plain month stands in test/tables.
 */

/** What is given has what the sheets read, and no more. */
const raw = (value: unknown): never => value as never;
const [FIRST, SECOND] = [Date.UTC(2026, 10, 2, 3, 4, 5), Date.UTC(2026, 10, 3, 4, 5, 6)];

const EMPTY = { walk: null, cases: [], said: new Map(), payouts: [], receivables: [], exceptions: [] };

/** Of one sheet by heading: its kind, its cells down the column, and after «=» what stands over all of it. */
function columnsOf(at: number, book: object, log: readonly object[] = []) {
  const words = { text, formats, zone: 'Aquí' };
  const sheet = closeSheets(raw({ close: { log } }), raw({ ...EMPTY, ...book }), words)[at];
  return Object.fromEntries(
    (sheet?.columns ?? []).map(({ name, kind, total }, place) => [
      name,
      [
        kind,
        ...(sheet?.lines ?? []).map(({ cells }) => cellText(cells[place])),
        ...(total === null ? [] : [`=${total.value}`]),
      ],
    ]),
  );
}

test('a month of which nothing is known has its five sheets, of no lines, with the columns that stay in view', () => {
  const words = { text, formats, zone: 'Aquí' };
  const sheets = closeSheets(raw({ close: { log: [] } }), raw(EMPTY), words);
  expect(sheets.map(({ name, keyColumns, lines }) => [name, keyColumns, lines])).toEqual([
    ['Pasos y razones', 1, []],
    ['Casos del mes', 1, []],
    ['Banco del mes', 2, []],
    ['Por cobrar del mes', 2, []],
    ['Excepciones del mes', 2, []],
  ]);
});

test('steps have the reasons of the last close alone, and who signed them, if anybody did', () => {
  const step = (id: string, reason: string, sign: object, more: object = {}) => ({
    ...{ id, state: 'open', reason, count: 2, of: 9, rows: 7, waived: 0, accounts: 1, amount: null, sign },
    ...more,
  });
  const signed = (state: string, owner: string, atMs: number) => ({
    state,
    last: { owner, atMs, step: { count: 6, amount: '11.25' } },
  });
  const walk = {
    ...{ close: { by: null }, inTheWay: [], knownUntil: null },
    steps: [
      step('data', 'agrees', { state: 'none', last: null }),
      step('rows', 'fail', signed('signed', 'Sol', FIRST)),
      step('costs', 'missing', signed('fallen', 'Luz', SECOND), { amount: '5.75' }),
      step('bank', 'missing', { state: 'by-itself', last: null }, { state: 'waived' }),
      step('close', 'ready', { state: 'none', last: null }),
    ],
  };
  const log = [
    { what: 'closed', reasons: [{ step: 'rows', count: 8, amount: '1', why: 'antes' }] },
    { what: 'reopened' },
    {
      what: 'closed',
      reasons: [
        { step: 'costs', count: 3, amount: '9.25', why: 'llega en enero' },
        { step: 'bank', count: 0, amount: null, why: 'feriado' },
      ],
    },
    { what: 'seen', reasons: [{ step: 'data', count: 5, amount: '2', why: 'nada' }] },
  ];
  expect(columnsOf(0, { walk }, log)).toEqual({
    Paso: ['text', '1 Datos completos', '2 Filas cuadran', '3 Costos', '6 Banco y por cobrar'],
    Estado: ['text', 'Igual a la fuente', '2 filas no cuadran', '2 SKU · 7 filas', 'No necesario'],
    Monto: ['money', null, null, '5.75', null],
    'Abiertos al cierre': ['count', null, null, '3', '0'],
    'Monto abierto al cierre': ['money', null, null, '9.25', null],
    Razón: ['text', '', '', 'llega en enero', 'feriado'],
    Firma: ['text', '', 'Firmado', 'Cayó: la cifra cambió', 'Automática'],
    Quién: ['text', '', 'Sol', 'Luz', ''],
    'Cuándo (Aquí)': ['local-datetime', null, machineLocal(FIRST), machineLocal(SECOND), null],
    'Cuenta firmada': ['count', null, '6', '6', null],
    'Monto firmado': ['money', null, '11.25', '11.25', null],
  });
  // Closed before reasons were asked for, and never closed.
  const none = ['text', '', '', '', ''];
  expect(columnsOf(0, { walk }, [{ what: 'closed' }]).Razón).toEqual(none);
  expect(columnsOf(0, { walk }, [{ what: 'reopened' }]).Razón).toEqual(none);
});

describe('cases', () => {
  const order = (key: string, Cuenta = 'Este') => ({ key, Orden: key, Canal: 'Paris', Cuenta });
  const caseOf = (orders: readonly object[], currencies: readonly string[], more: object = {}) => ({
    ...{ orders, by: null, isExplained: false, state: 'different' },
    ...{ statementAmount: '90', ledgerAmount: '100', difference: '-10' },
    amounts: currencies.map((currency) => ({ currency })),
    ...more,
  });
  const said = new Map([
    ['O-1', { note: 'uno', owner: 'Ida', atMs: FIRST }],
    ['O-2', { note: 'dos', owner: 'Eva', atMs: SECOND }],
  ]);

  test('name each order and account once, and have the first thing said of any of their orders, where it holds', () => {
    const cases = [
      caseOf([order('O-0'), order('O-2', 'Sur'), order('O-1')], ['CLP'], { isExplained: true }),
      caseOf([order('O-1'), order('O-1')], ['CLP'], { by: 'decision', state: 'same' }),
      // Something was said of it, and no longer holds.
      caseOf([order('O-2')], ['CLP'], { by: 'order' }),
      caseOf([order('O-9')], ['CLP'], { isExplained: true, state: 'only-here' }),
    ];
    expect(columnsOf(1, { cases, said })).toEqual({
      Orden: ['text', 'O-0 O-2 O-1', 'O-1', 'O-2', 'O-9'],
      Canal: ['text', 'Paris', 'Paris', 'Paris', 'Paris'],
      Cuenta: ['text', 'Este Sur', 'Este', 'Este', 'Este'],
      Estado: ['text', 'Distinto · Explicado', 'Igual', 'Distinto', 'Solo en tus órdenes · Explicado'],
      Extracto: ['money', '90', '90', '90', '90', '=360'],
      'Tus órdenes': ['money', '100', '100', '100', '100', '=400'],
      Diferencia: ['money', '-10', '-10', '-10', '-10', '=-40'],
      Moneda: ['text', 'CLP', 'CLP', 'CLP', 'CLP'],
      Nota: ['text', 'dos', 'uno', '', ''],
      Quién: ['text', 'Eva', 'Ida', '', ''],
      'Cuándo (Aquí)': ['local-datetime', machineLocal(SECOND), machineLocal(FIRST), null, null],
    });
  });

  test('of two currencies have no amount in one, and those of unlike currencies no sum', () => {
    const two = caseOf([order('O-1')], ['CLP', 'USD']);
    const amounts = (...cases: readonly object[]) => {
      const { Extracto, Diferencia, Moneda, ...own } = columnsOf(1, { cases });
      return [Extracto, own['Tus órdenes'], Diferencia, Moneda];
    };
    expect(amounts(caseOf([order('O-1')], ['CLP']), two)).toEqual([
      ['money', '90', null],
      ['money', '100', null],
      ['money', '-10', null],
      ['text', 'CLP', 'CLP USD'],
    ]);
    expect(amounts(caseOf([order('O-1')], ['CLP']), caseOf([order('O-2')], ['USD']))).toEqual([
      ['money', '90', '90'],
      ['money', '100', '100'],
      ['money', '-10', '-10'],
      ['text', 'CLP', 'USD'],
    ]);
  });
});

describe('payouts', () => {
  const payout = (currency: string, more: object = {}) => ({
    ...{ accounts: [{ canal: 'Paris', cuenta: 'Este' }], kind: null, settlement: '118', day: '2026-10-15' },
    ...{ amount: '40.50', currency, state: 'arrived', isExplained: false, came: '39.25' },
    ...{ difference: '-1.25', deposits: [] },
    ...more,
  });

  test('name all of their accounts and each day, word and file of the bank once; what came is never added', () => {
    const deposit = (day: string, description: string | null, file: string) => ({ day, description, file });
    const several = payout('CLP', {
      accounts: [
        { canal: 'Paris', cuenta: 'Este' },
        { canal: 'Ripley', cuenta: 'Sur' },
      ],
      deposits: [
        deposit('2026-10-16', 'TEF', 'a.csv'),
        deposit('2026-10-17', null, 'a.csv'),
        deposit('2026-10-16', 'ABONO', 'b.csv'),
      ],
    });
    const drawn = payout('CLP', { kind: 'shopify-payments', settlement: null, isExplained: true });
    expect(columnsOf(2, { payouts: [several, drawn] })).toEqual({
      Cuenta: ['text', 'Paris · Este; Ripley · Sur', 'Paris · Este'],
      Pago: ['text', 'Paris · 118 (según tus filas)', 'Shopify Payments · retiro'],
      'Fecha de pago': ['text', '2026-10-15', '2026-10-15'],
      Pagado: ['money', '40.50', '40.50', '=81.00'],
      Moneda: ['text', 'CLP', 'CLP'],
      'En el banco': ['text', 'Llegó', 'Llegó · Explicado'],
      'Llegó el': ['text', '2026-10-16 2026-10-17', ''],
      'Lo que dice el banco': ['text', 'TEF ABONO', ''],
      Llegó: ['money', '39.25', '39.25'],
      Diferencia: ['money', '-1.25', '-1.25'],
      Archivo: ['text', 'a.csv b.csv', ''],
    });
  });

  test('of unlike currencies are not added', () => {
    expect(columnsOf(2, { payouts: [payout('CLP'), payout('USD')] }).Pagado).toEqual([
      'money',
      '40.50',
      '40.50',
    ]);
  });
});

test('receivables are added, and what is overdue is all of what is late and nothing else', () => {
  const line = (cuenta: string, ages: readonly string[]) => ({
    ...{ canal: 'Paris', cuenta },
    figures: Object.fromEntries(
      ['opening', 'sales', 'refunds', 'charges', 'released', 'closing'].map((name, at) => [name, `${at}.50`]),
    ),
    ages: Object.fromEntries(
      ['not-due', 'to-30', 'to-60', 'to-90', 'over-90', 'undated'].map((name, at) => [name, ages[at]]),
    ),
  });
  const receivables = [
    line('Este', ['1', '20', '300', '4000', '50000', '600000']),
    line('Sur', ['1', '0', '0', '0', '0', '1']),
  ];
  const { Vencido, Apertura, Cierre, Cuenta } = columnsOf(3, { receivables });
  expect([Cuenta, Apertura, Cierre, Vencido]).toEqual([
    ['text', 'Este', 'Sur'],
    ['money', '0.50', '0.50', '=1.00'],
    ['money', '5.50', '5.50', '=11.00'],
    ['money', '54320', '0', '=54320'],
  ]);
});

describe('exceptions', () => {
  const exception = (currency: string | undefined, more: object = {}) => ({
    finding: { kind: 'held', subject: { month: '2026-10' }, orders: 3, amount: '0.50', currency },
    ...{ isFound: true, state: 'open', record: null },
    ...more,
  });

  test('have what was said of them, whether they are found or not', () => {
    const record = { note: 'pedido', owner: 'Eva', atMs: FIRST };
    const exceptions = [
      exception(undefined),
      exception(undefined, { state: 'explained', record }),
      exception(undefined, { isFound: false, state: 'explained', record }),
    ];
    expect(columnsOf(4, { exceptions })).toMatchObject({
      Dónde: ['text', 'oct 2026', 'oct 2026', 'oct 2026'],
      Órdenes: ['count', '3', '3', '3'],
      Estado: ['text', 'Abierta', 'Explicada', 'Ya no se encuentra'],
      Nota: ['text', '', 'pedido', 'pedido'],
      Quién: ['text', '', 'Eva', 'Eva'],
      'Cuándo (Aquí)': ['local-datetime', null, machineLocal(FIRST), machineLocal(FIRST)],
    });
  });

  test.each<[readonly (string | undefined)[], boolean]>([
    [['CLP', 'CLP'], true],
    [[undefined, undefined], true],
    // None is named either way.
    [['', undefined], true],
    [['CLP', 'USD'], false],
    [['CLP', undefined], false],
  ])('whose currencies are %j are added: %j', (currencies, areAdded) => {
    const exceptions = currencies.map((currency) => exception(currency));
    const sum = areAdded ? ['=1.00'] : [];
    expect(columnsOf(4, { exceptions }).Monto).toEqual(['money', '0.50', '0.50', ...sum]);
  });
});
