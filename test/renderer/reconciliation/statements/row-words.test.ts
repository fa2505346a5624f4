import { describe, expect, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import {
  balanceNamedBy,
  hasAmount,
  isAmount,
  isLabelledNumber,
  isOnlyTotal,
  isPageNumber,
  isTotalOrBalance,
  tableBegunBy,
  textsOfRow,
  totalNamedBy,
} from '#renderer/reconciliation/statements/model/row-words.ts';
import { fold } from '#shared/base/fold.ts';

/** What a row's words say, and which of its cells are amounts. */

const rowOf = (...cells: readonly FileCell[]) => ({ line: 1, cells });
const number = (text: string): FileCell => ({ kind: 'number', text });
const of = <T>(read: (text: string) => T, texts: readonly string[]) =>
  texts.map((text) => [text, read(text)]);
const all = <T>(value: T, texts: readonly string[]) => texts.map((text) => [text, value]);

describe('a cell', () => {
  test('is an amount where it is a figure by either sign, and no code, no day, no word', () => {
    const amounts = [
      '0',
      '12',
      '1.234,50',
      '1,234.50',
      '-7',
      '(7,50)',
      '$ 12',
      ' 5 ',
      '0,5',
      '0.50',
      '9'.repeat(40),
    ];
    expect(of(isAmount, amounts)).toEqual(all(true, amounts));
    const others = [
      ...['', ' ', '007', '01', '0123456', '21/03/2026', '1.2.3,4', 'doce', '-', '$', 'n/a', '9'.repeat(41)],
      ...['12 de mayo', '10 x 3', '$'.padEnd(41, '1')],
    ];
    expect(of(isAmount, others)).toEqual(all(false, others));
    expect(isAmount(undefined)).toBe(false);
    expect(isAmount(number('7'))).toBe(true);
    expect(isAmount({ kind: 'date', text: '2026-03-21' })).toBe(false);
    // Nothing but whole digits behind a zero is a code.
    expect(isAmount('00,50')).toBe(true);
  });

  test('holds money in a sentence by its currency, its groups or its two places', () => {
    const money = [
      ...['Abono por $ 5', 'pagó CLP 12', 'son 1.234.567 en total', 'cobro de 12,50 hoy', 'usd -3', '€7'],
      ...['total 1,234.5 fin', 'de 999.999'],
    ];
    expect(of((text) => hasAmount(rowOf(text)), money)).toEqual(all(true, money));
    const none = [
      ...['son 12 cuotas', 'RUT 76.123.456-7', 'RUT 12.345.678-k', 'sube 12,50%', 'sube 12,50 %', '1.000%'],
      ...['el 21.03.2026', 'versión 1.2.3', 'ninguno', 'sube 3.000 %', 'entre 10-12,50-9'],
    ];
    expect(of((text) => hasAmount(rowOf(text)), none)).toEqual(all(false, none));
    // Of a long text its beginning alone is searched.
    expect(hasAmount(rowOf(`${'x '.repeat(149)}$ 5`))).toBe(false);
    expect(hasAmount(rowOf(`${'x '.repeat(148)}$ 5`))).toBe(true);
    expect(hasAmount(rowOf({ kind: 'date', text: '$ 5' }))).toBe(false);
  });

  test('is passed over at the places that are told', () => {
    expect(hasAmount(rowOf('12', 'x'))).toBe(true);
    expect(hasAmount(rowOf('12', 'x'), [0])).toBe(false);
    expect(hasAmount(rowOf('12', '5'), [0])).toBe(true);
  });
});

describe('words of a row', () => {
  test('are what stands in its cells, without blanks', () => {
    expect(textsOfRow(rowOf(' a ', '', '  ', number('5'), 'b'))).toEqual(['a', '5', 'b']);
  });

  test('name a total, or a subtotal', () => {
    const kind = (text: string) => totalNamedBy(['x', fold(text)]);
    const totals = [
      ...['Total', 'Totales del mes', 'Gran total', 'Super total', 'Importe total', 'Saldo total', 'Suma'],
      ...[
        'Sumas',
        'Sumatoria',
        'Acumulado',
        'Total acumulado',
        'Monto acumulada',
        'Grand total',
        'SUM',
        'Soma',
      ],
    ];
    expect(of(kind, totals)).toEqual(all('total', totals));
    const subtotals = ['Subtotal', 'Sub total', 'Sub-total', 'Subtotales', 'Sub- total 1'];
    expect(of(kind, subtotals)).toEqual(all('subtotal', subtotals));
    const none = ['Totalmente', 'Mi total', 'Sumario', 'Pago', 'Importe', 'El subtotal', 'Subtotalizado'];
    expect(of(kind, none)).toEqual(all(null, none));
    expect(totalNamedBy(['total', 'subtotal'])).toBe('subtotal');
    expect(totalNamedBy([])).toBeNull();
  });

  test('say no more than that it is a total', () => {
    const only = [
      ...[
        'total',
        'totales',
        'gran total',
        'subtotal',
        'sub total',
        'sub-total',
        'total general',
        'total cargos',
      ],
      ...['totales generales', 'total del mes', 'total:', 'suma', 'sumas', 'suma total', 'suma totales:'],
      ...['acumulado', 'acumulado:', 'grand total', 'total abonos', 'total del periodo', 'total acumulado'],
    ];
    expect(of(isOnlyTotal, only)).toEqual(all(true, only));
    const more = [
      'total line sa',
      'mi total',
      'suma de todo',
      'acumulado 3',
      'grand total x',
      'total del ano',
      '',
    ];
    expect(of(isOnlyTotal, more)).toEqual(all(false, more));
  });

  test('name the balance at one end, or some balance', () => {
    const kind = (text: string) => balanceNamedBy(['x', fold(text)]);
    expect(
      of(kind, ['Saldo inicial', 'Saldo anterior al 3', 'Saldo final', 'Saldo al cierre', 'Saldo del día']),
    ).toEqual([
      ['Saldo inicial', 'opening'],
      ['Saldo anterior al 3', 'opening'],
      ['Saldo final', 'closing'],
      ['Saldo al cierre', 'closing'],
      ['Saldo del día', 'carried'],
    ]);
    const others = ['Mi saldo', 'Saldado', 'Pago de saldo final'];
    expect(of(kind, others)).toEqual(all(null, others));
    expect([kind('Balance'), kind('Saldos'), kind('Saldo')]).toEqual(['carried', 'carried', 'carried']);
    expect(balanceNamedBy(['saldo final', 'saldo inicial'])).toBe('opening');
    expect(balanceNamedBy(['saldo', 'saldo final'])).toBe('closing');
  });

  test('are of a total, or of the balance at one end, whatever else stands in the row', () => {
    const yes = ['Total', 'Subtotal', 'Saldo inicial', 'Saldo final'];
    expect(of((text) => isTotalOrBalance(rowOf('', text, '5')), yes)).toEqual(all(true, yes));
    const no = ['Saldo', 'Pago', ''];
    expect(of((text) => isTotalOrBalance(rowOf('', text, '5')), no)).toEqual(all(false, no));
  });

  test('number a page', () => {
    const pages = [
      'Página 1 de 2',
      'Pag. 3',
      'pag 3/4',
      'Page 1 of 9',
      'Hoja N° 2',
      'Folha: 12',
      'página 1-3',
      'HOJA 5',
    ];
    expect(of((text) => isPageNumber(rowOf(text)), pages)).toEqual(all(true, pages));
    const none = [
      'Página',
      'Página uno',
      'Página 1 de',
      'La página 1',
      'Page 1234567',
      'Página 1 de 2 fin',
      '1 de 2',
    ];
    expect(of((text) => isPageNumber(rowOf(text)), none)).toEqual(all(false, none));
    expect(isPageNumber(rowOf('Página', '', '1', 'de', '2'))).toBe(true);
  });

  test('begin another table', () => {
    expect(
      of(
        (text) => tableBegunBy(rowOf('', text)),
        [
          ...['Saldos diarios', 'Detalle de saldo diario', 'Resumen', 'El resumo', 'Summary of account'],
          ...['Resúmenes', 'Saldos diariamente', 'Movimientos'],
        ],
      ),
    ).toEqual([
      ['Saldos diarios', 'daily-balances'],
      ['Detalle de saldo diario', 'daily-balances'],
      ['Resumen', 'summary'],
      ['El resumo', 'summary'],
      ['Summary of account', 'summary'],
      ['Resúmenes', null],
      ['Saldos diariamente', null],
      ['Movimientos', null],
    ]);
  });

  test('name the number that stands beside them', () => {
    const is = (...cells: readonly string[]) => isLabelledNumber(rowOf(...cells));
    for (const label of ['Cuenta', 'N° 5', 'Nro', 'Número', 'R.U.T', 'RUT', 'Cantidad', 'Líneas', 'Teléfono'])
      expect([label, is(label, '12345678')]).toEqual([label, true]);
    expect(is('', 'Cuenta', '', '7')).toBe(true);
    for (const cells of [
      ['Pago', '7'],
      ['Cuenta', '7,5'],
      ['Cuenta', '7', '8'],
      ['Cuenta'],
      ['Mi cuenta', '7'],
      [],
    ])
      expect([cells, is(...cells)]).toEqual([cells, false]);
    expect([is('Cuenta', '7a'), is('Cuenta', 'a7'), is('Nrocuatro', '7')]).toEqual([false, false, false]);
  });
});
