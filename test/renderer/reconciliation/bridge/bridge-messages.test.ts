import { expect, test } from 'vitest';
import { BRIDGE_PARTS, type Bridge } from '#renderer/reconciliation/bridge/model/bridge.ts';
import {
  bridgeSentence,
  changeOf,
  groupName,
  partDefinition,
  partName,
} from '#renderer/reconciliation/bridge/screen/bridge-messages.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The bridge in words: what is named, in which order, and that what is said adds up. */

const days = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
const none = { groups: [], others: null, othersCount: 0 };
const BRIDGE: Bridge = {
  ...{ revision: 1, scope: 'total', rowsBefore: 1, rowsAfter: 1, pooledProducts: 0, unreadable: 0 },
  ...{ before: days('2026-09-01', '2026-09-30'), after: days('2026-10-01', '2026-10-31') },
  ...{ unitsBefore: '1' as Decimal, unitsAfter: '1' as Decimal, parts: {} },
  ...{ from: '100' as Decimal, to: '40' as Decimal },
  groups: { Canal: none, Categoría: none, 'SKU Producto': none },
};
const said = (parts: { readonly [part: string]: string }, more: Partial<Bridge> = {}) =>
  bridgeSentence(
    { ...BRIDGE, parts: parts as Bridge['parts'], ...more },
    2,
    text,
    formatsOf(DEFAULT_CHOICES),
  );

test('covered, it tells the direction of no cause by its sign', () => {
  const hidden = formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true });
  const parts = { volume: '-60', price: '20' } as Bridge['parts'];
  const covered = bridgeSentence({ ...BRIDGE, parts }, 2, text, hidden);
  expect([covered.includes(hidden.cover), /[-−+]/.test(covered)]).toEqual([true, false]);
});

const FALL = 'Octubre bajó 60,00 frente a septiembre en Rentabilidad Total, de 100,00 a 40,00';
const to = (amount: string | null) => ({ to: amount as Decimal | null });

test('three causes, two that went against them, and what all others come to', () => {
  expect(said({ volume: '-60' })).toBe(`${FALL}: menos unidades (−60,00).`);
  const many = { volume: '-50', price: '-30', commissions: '-20', advertising: '-1', mix: '20' };
  expect(said({ ...many, refunds: '15', storage: '6' })).toBe(
    `${FALL}: menos unidades (−50,00), precios más bajos (−30,00), más comisiones (−20,00); en contra, mejor mezcla (+20,00), más reembolsos (+15,00); lo demás, +5,00.`,
  );
  expect(said({ volume: '-40', price: '-10', mix: '-8', rest: '-2' })).toMatch(/; lo demás, −2,00\.$/);
});

test('a rise, and two figures that are the same', () => {
  expect(said({ volume: '20', price: '9', new: '1' }, to('130'))).toBe(
    'Octubre subió 30,00 frente a septiembre en Rentabilidad Total, de 100,00 a 130,00: más unidades (+20,00), precios más altos (+9,00), productos que antes no se vendieron (+1,00).',
  );
  const same = 'Octubre y septiembre tienen la misma Rentabilidad Total';
  expect(said({}, to('100'))).toBe(`${same}: 100,00.`);
  expect(said({}, { from: null, to: null })).toBe(`${same}: 0,00.`);
  expect(said({}, { ...to('100'), scope: 'marketplace' })).toContain('la misma Rentabilidad Marketplace');
});

test('a month is told with its year where the other is of another one, other spans by their days', () => {
  const october = (before: Period) => said({ volume: '-60' }, { before }).split(' en ')[0];
  expect(october(days('2025-10-01', '2025-10-31'))).toBe(
    'Octubre de 2026 bajó 60,00 frente a octubre de 2025',
  );
  expect(october(days('2025-12-01', '2026-01-31'))).toMatch(
    /^Octubre de 2026 bajó 60,00 frente a .*2025.*2026$/,
  );
  expect(october(days('2026-01-01', '2027-01-31'))).toMatch(/^Octubre de 2026 /);
  expect(october(days('2026-09-01', '2026-09-15'))).toBe('Octubre bajó 60,00 frente a 1–15 sep 2026');
});

test('parts and groups have names of their own', () => {
  const all = BRIDGE_PARTS.map((part) => partName(part, text));
  expect(new Set(all).size).toBe(BRIDGE_PARTS.length);
  expect(new Set(BRIDGE_PARTS.map((part) => partDefinition(part, text))).size).toBe(BRIDGE_PARTS.length);
  const name = (part: (typeof BRIDGE_PARTS)[number]) => partName(part, text);
  expect([name('product-cost'), name('rest'), name('commissions'), name('new')]).toEqual([
    ...['Costo de Producto', 'Sin explicar', 'Comisiones: cobros', 'Productos vendidos solo después'],
  ]);
  expect(partDefinition('shipping', text)).toMatch(/Envío, antes de ingresos\.$/);
  expect(groupName({ value: '', pooled: null }, text, '3')).toBe('(vacío)');
  expect(groupName({ value: 'Hogar', pooled: null }, text, '3')).toBe('Hogar');
  expect(groupName({ value: 'Hogar', pooled: 3 }, text, '3')).toBe('Hogar: 3 productos de un solo período');
  expect(changeOf({ from: '7.5' as Decimal, to: '5' as Decimal })).toBe('-2.5');
});
