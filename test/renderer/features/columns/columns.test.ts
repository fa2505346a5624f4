import { describe, expect, test } from 'vitest';
import { type CellFacts, type CellStyle, showCell } from '#renderer/features/columns/cells.ts';
import {
  allSections,
  DEFAULT_COLUMNS,
  inTableOrder,
  PINNED_COLUMNS,
  totalOf,
} from '#renderer/features/columns/column-sections.ts';
import {
  askedColumns,
  nextSort,
  orderFilters,
  rangeFigures,
  totalledColumns,
} from '#renderer/screens/orders/state/orders-state.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import { COLUMNS, COST_SECTIONS } from '#shared/domain/column-catalogue.ts';

describe('sections', () => {
  test('hold every column of the API exactly once, and the unknown ones', () => {
    const listed = allSections(['Columna nueva']).flatMap((section) => section.columns);
    expect(listed.toSorted()).toEqual([...COLUMNS.map((column) => column.key), 'Columna nueva'].toSorted());
  });

  test('a cost section folds to its total', () => {
    for (const section of COST_SECTIONS) expect(totalOf(section)).not.toBeNull();
    expect(totalOf('commissions')).toBe('Costo de Comisiones');
  });

  test('the table begins with its pinned columns whatever was chosen first', () => {
    const order = inTableOrder(new Set(['Ventas', 'Canal', 'Orden']), []);
    expect(order).toEqual(['Orden', 'Canal', 'Ventas']);
    expect(inTableOrder(new Set(DEFAULT_COLUMNS), [])).toHaveLength(DEFAULT_COLUMNS.length);
    expect(inTableOrder(new Set(DEFAULT_COLUMNS), []).slice(0, 3)).toEqual(PINNED_COLUMNS);
  });
});

const style: CellStyle = {
  formats: formatsOf(DEFAULT_CHOICES),
  moneyPlaces: 2,
  shortDates: true,
  words: {
    notLoaded: 'sin cargar',
    mixed: 'difieren',
    several: 'varias',
    incomplete: 'incompleta',
    unreadable: 'ilegible',
    blank: 'sin valor',
  },
};
const facts: CellFacts = { unreadable: false, mixed: false, productCostMissing: false, cellOf: () => null };

describe('cells', () => {
  test('figures keep their exact text beside what is shown', () => {
    expect(showCell('Ventas', '-1234.567', style, facts)).toMatchObject({
      text: '−1.234,57',
      tone: 'negative',
      value: '-1234.567',
    });
  });

  test('zero is 0 and dim; no value is a dash; an unreadable text stays as it came', () => {
    expect(showCell('Ventas', '0.00', style, facts)).toMatchObject({
      text: '0',
      tone: 'zero',
      value: '0.00',
    });
    expect(showCell('Ventas', null, style, facts)).toMatchObject({ text: '—', tone: 'none' });
    expect(showCell('Ventas', '12,3O4', style, facts)).toMatchObject({ text: '12,3O4', tone: 'warn' });
  });

  test('a missing product cost is said, and marks what it makes too high', () => {
    const missing = { ...facts, productCostMissing: true };
    expect(showCell('Costo de Producto', '0', style, missing).text).toBe('sin cargar');
    expect(showCell('Rentabilidad Total', '10', style, missing).partial).toBe(true);
    expect(showCell('Rentabilidad Marketplace', '10', style, missing).partial).toBeUndefined();
  });

  test('a purchase time stays the text it is', () => {
    expect(showCell('Fecha de compra', '2026-10-31T14:24:03.000', style, facts).text).toBe('31-10 14:24');
    expect(showCell('Fecha de Pago', '2026-10-31T14:24:03.000', style, facts).text).toBe('31-10-2026 14:24');
  });
});

describe('the orders table', () => {
  test('knows an order by number, channel and account, and a movement by all that makes it one', () => {
    const line: Record<string, string> = { Orden: '7', Canal: 'A', Cuenta: '', 'Tipo de Dato': 'Orden' };
    const filters = (other: Record<string, string>) =>
      orderFilters((column) => ({ ...line, ...other })[column] ?? '');
    expect(filters({})).toEqual([
      { column: 'Orden', values: ['7'] },
      { column: 'Canal', values: ['A'] },
      { column: 'Cuenta', values: [''] },
    ]);
    expect(filters({ 'Tipo de Dato': 'Publicación' })).toEqual(filters({}));
    expect(filters({ Orden: '' })).toContainEqual({ column: 'Tipo de Dato', values: ['Orden'] });
    expect(filters({ Orden: ' ', 'Nro. Paquete': 'p' })).not.toEqual(filters({ Orden: ' ' }));
  });

  test('asks for the parts of the rates it shows, and totals what can be added', () => {
    expect(askedColumns(['Orden', '% Costo Envío'])).toEqual([
      'Orden',
      '% Costo Envío',
      'Costo Envío',
      'Ventas',
    ]);
    const totals = totalledColumns(['Orden', '% Costo Envío']);
    expect(totals).toContain('Costo Envío');
    expect(totals).toContain('Rentabilidad Total');
    expect(totals).not.toContain('% Costo Envío');
    expect(totals).not.toContain('Orden');
  });

  test('a header sorts, turns, and lets go', () => {
    const first = nextSort(null, 'Ventas');
    expect(first).toEqual({ column: 'Ventas', direction: 'descending' });
    const second = nextSort(first, 'Ventas');
    expect(second).toEqual({ column: 'Ventas', direction: 'ascending' });
    expect(nextSort(second, 'Ventas')).toBeNull();
    expect(nextSort(second, 'Producto')).toEqual({ column: 'Producto', direction: 'ascending' });
  });

  test('a range is summed exactly', () => {
    expect(rangeFigures(['0.1', '0.2', null, 'x', '9007199254740993'])).toMatchObject({
      sum: '9007199254740993.3',
      count: 3,
    });
    expect(rangeFigures([null, ''])).toBeNull();
    expect(rangeFigures(['1', '2'])?.average).toBe('1.5000');
  });
});
