import { expect, test } from 'vitest';
import type { RateDeviation, RateFormula, RateLine } from '#renderer/reconciliation/rates/model/rates.ts';
import { claimText } from '#renderer/reconciliation/rates/screen/claim-text.ts';
import {
  daysWords,
  formulaWords,
  groupWords,
  ruleWords,
} from '#renderer/reconciliation/rates/screen/rate-messages.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What a rule, whose it is and a claim are in words: every part of it, and only where it says something. */

const WORDS = { text, formats: formatsOf(DEFAULT_CHOICES) };
const plain = (said: string | null) => said?.replaceAll('\u00a0', ' ') ?? null;
const decimal = (value: string) => value as Decimal;
const ROUNDING: RateFormula['rounding'] = {
  ...{ to: decimal('0.01'), mode: 'half-up', per: 'row', beforeTax: false },
};
const FORMULA: RateFormula = {
  ...{ withPaidShipping: false, withoutInstallments: false, percent: decimal('17.5'), tax: null },
  ...{ fixed: decimal('0'), fixedPer: 'row', band: null, rounding: ROUNDING },
};
const said = (parts: Partial<RateFormula>) => plain(formulaWords({ ...FORMULA, ...parts }, WORDS));
const rounded = (parts: Partial<RateFormula['rounding']>) => said({ rounding: { ...ROUNDING, ...parts } });
const band = (low: string, high: string) =>
  said({ fixed: decimal(low), band: { below: decimal('1999'), fixed: decimal(high) } });

test('a formula is told by its share and its fixed part', () => {
  expect(said({})).toBe('17,5 % de Ventas');
  expect(said({ percent: decimal('14') })).toBe('14 % de Ventas');
  expect(said({ percent: decimal('0.5'), fixed: decimal('0.25') })).toBe('0,5 % de Ventas + 0,25 por fila');
  expect(said({ withPaidShipping: true })).toBe('17,5 % de Ventas + Despacho pagado por comprador');
  expect(said({ fixed: decimal('700.5'), fixedPer: 'unit' })).toBe('17,5 % de Ventas + 700,50 por unidad');
  const fixed = { percent: decimal('0.00'), fixed: decimal('700') };
  expect(said(fixed)).toBe('700 por fila');
  expect(said({ percent: decimal('0'), fixed: decimal('0.00') })).toBe('0 por fila');
  expect(band('700', '0.00')).toBe('17,5 % de Ventas + 700 por fila si la unidad cuesta menos de 1.999');
  expect(band('0', '550')).toBe('17,5 % de Ventas + 550 por fila si la unidad cuesta 1.999 o más');
  expect(band('310', '550')).toBe(
    '17,5 % de Ventas + 310 por fila si la unidad cuesta menos de 1.999, si no 550 por fila',
  );
  expect(said({ tax: { how: 'removed', percent: 21 } })).toBe('17,5 % de Ventas sin IVA de 21 %');
  expect(said({ ...fixed, tax: { how: 'removed', percent: 21 } })).toBe('700 por fila');
});

test('and by what is done to both, where it is not the usual', () => {
  expect(said({ tax: { how: 'added', percent: 19 } })).toBe('17,5 % de Ventas, más IVA de 19 %');
  expect(said({ withoutInstallments: true })).toBe('17,5 % de Ventas, sin Comisión por Cuotas');
  for (const whole of ['1', '1.00'])
    expect(rounded({ to: decimal(whole) })).toBe('17,5 % de Ventas, sin decimales');
  for (const other of ['10', '0.1', '1.01']) expect(rounded({ to: decimal(other) })).toBe('17,5 % de Ventas');
  expect(rounded({ mode: 'floor' })).toBe('17,5 % de Ventas, redondeado hacia abajo');
  expect(rounded({ mode: 'half-even' })).toBe('17,5 % de Ventas, con la mitad redondeada al par');
  expect(rounded({ per: 'unit' })).toBe('17,5 % de Ventas, redondeado por unidad');
  expect(rounded({ beforeTax: true })).toBe('17,5 % de Ventas, redondeado también antes del IVA');
  expect(
    said({ withoutInstallments: true, rounding: { ...ROUNDING, to: decimal('1'), mode: 'floor' } }),
  ).toBe('17,5 % de Ventas, sin Comisión por Cuotas, sin decimales, redondeado hacia abajo');
});

const OF = { kind: 'commission', canal: 'Austral', cuenta: 'Uno', groups: null, publications: null } as const;
const names = (count: number, ...first: readonly string[]) => ({ count, first });
const lineOf = (parts: Partial<RateLine>) => ({ ...OF, ...parts }) as RateLine;

test('whose a charge is, as far as it is told apart', () => {
  const whose = (parts: Partial<RateLine>) => groupWords(lineOf(parts), WORDS);
  expect(whose({})).toBe('Austral · Uno');
  expect(whose({ canal: '', cuenta: '' })).toBe('(vacío) · (vacío)');
  expect(whose({ cuenta: null })).toBe('Austral');
  expect(whose({ groups: names(2, 'Hogar', '') })).toBe('Austral · Uno · Hogar, (vacío)');
  expect(whose({ groups: names(5, 'A', 'B', 'C', 'D') })).toBe('Austral · Uno · A, B, C y 2 más');
  const publications = names(3, 'P', 'Q', 'R');
  expect(whose({ groups: names(1, 'A'), publications })).toBe('Austral · Uno · A · P, Q, R');
  expect(whose({ publications: names(4, 'P', 'Q', 'R', 'S') })).toBe('Austral · Uno · 4 publicaciones');
  expect(plain(ruleWords(lineOf({}), FORMULA, WORDS))).toBe(
    'Austral · Uno: Cobro de Comisiones: 17,5 % de Ventas',
  );
});

test('the days that it holds on, where it does not hold on all', () => {
  const days = (from: string | null, to: string | null) =>
    daysWords({ from: from as LocalDate | null, to: to as LocalDate | null }, WORDS);
  expect(days('2026-03-01', '2026-03-31')).toBe('del 01-03-2026 al 31-03-2026');
  expect(days('2026-03-01', null)).toBe('desde el 01-03-2026');
  expect(days(null, '2026-03-31')).toBe('hasta el 31-03-2026');
  expect(days(null, null)).toBeNull();
});

test('a claim is a paragraph an order, with its rows, what it comes to and where it came from', () => {
  const line = (parts: Partial<RateDeviation>): RateDeviation => ({
    ...{ row: 0, units: 1, identity: { Orden: 'A' }, cells: {} },
    ...{ base: decimal('100.00'), charged: decimal('20'), expected: decimal('14'), difference: decimal('6') },
    ...{ refunded: decimal('1'), claim: decimal('5.10'), correlationIds: ['c1'] },
    ...parts,
  });
  const cells = {
    Canal: 'Austral',
    Cuenta: 'Uno',
    Orden: 'A',
    'SKU Producto': 'S',
    'Fecha de compra': '2026-03-01',
  };
  const lines = [
    line({ cells }),
    line({ claim: decimal('2.9'), correlationIds: ['c1', 'c2'] }),
    line({ identity: { Orden: 'B' }, correlationIds: [] }),
    // Of one number, and of another account: another order.
    line({
      identity: { Cuenta: 'Dos', Orden: 'B' },
      cells: { Cuenta: 'Dos', Orden: 'B' },
      correlationIds: [],
    }),
  ];
  const head = { rule: 'R', days: 'desde', claim: '9' };
  const amounts = 'Base: 100.00 · Cobrado: 20 · Según la regla: 14 · Reembolsado: 1';
  expect(claimText(head, { total: 7, lines }, text)).toBe(
    [
      'Regla: R (desde)\nA reclamar: 9\nLas primeras 4 de 7:',
      [
        'Canal: Austral · Cuenta: Uno · Orden: A',
        `SKU Producto: S · Fecha de compra: 2026-03-01 · ${amounts}`,
        `SKU Producto: — · Fecha de compra: — · ${amounts}`,
        'A reclamar: 8.00\ncorrelation_id: c1, c2',
      ].join('\n'),
      [
        'Canal: — · Cuenta: — · Orden: —',
        `SKU Producto: — · Fecha de compra: — · ${amounts}`,
        'A reclamar: 5.10\ncorrelation_id: —',
      ].join('\n'),
      [
        'Canal: — · Cuenta: Dos · Orden: B',
        `SKU Producto: — · Fecha de compra: — · ${amounts}`,
        'A reclamar: 5.10\ncorrelation_id: —',
      ].join('\n'),
    ].join('\n\n'),
  );
  expect(claimText({ ...head, days: null }, { total: 0, lines: [] }, text)).toBe(
    'Regla: R\nA reclamar: 9\nLas primeras 0 de 0:',
  );
});
