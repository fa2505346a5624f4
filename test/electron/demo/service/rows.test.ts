import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WireRow } from '#electron/demo/world/world.ts';
import {
  BASE_COLUMN_KEYS,
  CATEGORIES,
  COLUMNS,
  columnKeysOf,
  isDecimalKind,
} from '#shared/domain/column-catalogue.ts';
import { parseLocalDateTime, parseUtcInstant } from '#shared/domain/dates.ts';
import { ALL_CATEGORIES, type DemoApi, PRO_START, startDemoApi } from '#test/electron/demo/demo-api.ts';

let api: DemoApi;
let rows: readonly WireRow[];
beforeAll(async () => {
  api = await startDemoApi({ orders: 900 });
  rows = await api.getAll({ date: 'purchase_date', from: PRO_START, categories: ALL_CATEGORIES });
});
afterAll(() => api.close());

const purchases = { date: 'purchase_date', from: PRO_START };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('envelope', () => {
  test('2.1 an answer is data, meta and a correlation id of its own', async () => {
    const first = await api.get(purchases);
    const second = await api.get(purchases);
    expect(Object.keys(JSON.parse(first.text)).sort()).toEqual(['correlation_id', 'data', 'meta']);
    expect(first.correlationId).toMatch(UUID);
    expect(second.correlationId).not.toBe(first.correlationId);
  });

  test('2.3 meta of a purchase_date answer has every field', async () => {
    const { meta } = await api.get({ ...purchases, to: '2024-03-31', categories: 'orders' });
    expect(meta).toEqual({
      page: 1,
      pageSize: 1000,
      count: expect.any(Number),
      from: '2024-01-01T00:00:00',
      to: '2024-03-31T23:59:59',
      date: 'purchase_date',
      totalRows: expect.any(Number),
      totalPages: 1,
      window: { field: 'Fecha de compra', timezone: 'local' },
      fields: {
        'Fecha de actualización': { type: 'datetime', timezone: 'UTC' },
        'Fecha de compra': { type: 'datetime', timezone: 'local' },
        'Fecha de Pago': { type: 'datetime', timezone: 'local' },
      },
    });
  });

  test('2.3 fields names Fecha de Pago only when it is among the columns', async () => {
    const { meta } = await api.get(purchases);
    expect(Object.keys(meta.fields).sort()).toEqual(['Fecha de actualización', 'Fecha de compra']);
  });

  test('2.3 meta of an updated_at answer says UTC and purchaseDateFrom', async () => {
    const { meta } = await api.get({ date: 'updated_at', from: '2026-05-15' });
    expect(meta.date).toBe('updated_at');
    expect(meta.window).toEqual({
      field: 'Fecha de actualización',
      timezone: 'UTC',
      purchaseDateFrom: '2026-01-15T00:00:00',
    });
  });
});

describe('columns', () => {
  test('2.2 without categories a row is exactly the 25 base columns', async () => {
    const { data } = await api.get(purchases);
    for (const row of data) expect(Object.keys(row)).toEqual(BASE_COLUMN_KEYS);
    expect(BASE_COLUMN_KEYS).toHaveLength(25);
  });

  test.each(CATEGORIES)(
    '2.4 category %s adds its columns to the base set and nothing else',
    async (category) => {
      const { data } = await api.get({ ...purchases, categories: category });
      for (const row of data) expect(Object.keys(row)).toEqual(columnKeysOf([category]));
    },
  );

  test('2.4 a column of several categories comes once, as the raw text shows', async () => {
    const { text, data } = await api.get({ ...purchases, limit: 100, categories: ALL_CATEGORIES });
    const occurrences = text.split('"Reembolso de Comisiones":').length - 1;
    expect(occurrences).toBe(data.length);
    expect(Object.keys(data[0] ?? {})).toHaveLength(114);
  });

  test('9 categories change neither keys nor values of the base set', async () => {
    const { data: plain } = await api.get(purchases);
    const { data: full } = await api.get({ ...purchases, categories: ALL_CATEGORIES });
    const baseOf = (row: WireRow) => Object.fromEntries(BASE_COLUMN_KEYS.map((key) => [key, row[key]]));
    expect(full.map(baseOf)).toEqual(plain);
  });
});

describe('values', () => {
  test('2.2 every value is a string', () => {
    const others = rows.flatMap((row) => Object.values(row).filter((value) => typeof value !== 'string'));
    expect(others).toEqual([]);
  });

  test('2.2 amounts are decimals with two places (or an integer), counts are integers', () => {
    for (const column of COLUMNS.filter(({ kind }) => isDecimalKind(kind))) {
      const form = column.kind === 'count' ? /^\d+$/ : /^(-?\d+\.\d{2}|0)$/;
      for (const row of rows) {
        const value = row[column.key] ?? 'absent';
        if (!form.test(value) || value === '-0.00') throw new Error(`${column.key}: ${value}`);
      }
    }
  });

  test('2.2 Fecha de actualización is UTC with Z and milliseconds, purchase and payment are local without zone', () => {
    for (const row of rows) {
      expect(parseUtcInstant(row['Fecha de actualización'] ?? '')).toBe(row['Fecha de actualización']);
      expect(parseLocalDateTime(row['Fecha de compra'] ?? '')).toBe(row['Fecha de compra']);
      const paid = row['Fecha de Pago'] ?? 'absent';
      if (paid !== '') expect(parseLocalDateTime(paid)).toBe(paid);
      expect(paid !== '').toBe(row['Estado de Pago'] === 'Pagado');
    }
  });

  test('3 labels are those of the table, and each occurs', () => {
    const labels = (column: string) => new Set(rows.map((row) => row[column]));
    expect(labels('Tipo de Dato')).toEqual(new Set(['Orden', 'Publicación', 'Marketplace']));
    expect(labels('Estado de Pago')).toEqual(new Set(['Pagado', 'Informado', 'Sin Información']));
    expect(labels('Estado de Orden')).toEqual(new Set(['Regular', 'Cancelada', 'Devuelta']));
    expect(labels('Tipo de Despacho')).toEqual(new Set(['Fulfillment', 'No Fulfillment']));
  });
});

describe('marketplace rows', () => {
  const marketplace = () => rows.filter((row) => row['Tipo de Dato'] === 'Marketplace');

  test('2.2 Ventas and Unidades are 0, SKU Producto is Sin SKU, Estado de Orden is Regular', () => {
    expect(marketplace().length).toBeGreaterThan(20);
    for (const row of marketplace()) {
      expect(row).toMatchObject({
        Ventas: '0',
        Unidades: '0',
        'SKU Producto': 'Sin SKU',
        'Estado de Orden': 'Regular',
      });
      expect(row.Producto).not.toBe('');
    }
  });

  test('2.2 Costo de Marketplace holds the amount, together with the measure of one cost section', () => {
    const totals = COLUMNS.filter(({ section }) => section?.role === 'total').map(({ key }) => key);
    for (const row of marketplace()) {
      const measures = totals.filter((key) => row[key] !== '0.00');
      expect(measures).toHaveLength(1);
      expect(row[measures[0] ?? '']).toBe(row['Costo de Marketplace']);
    }
  });

  test('2.2 item_type=order,publication removes them and their cost', async () => {
    const kept = await api.getAll({ ...purchases, item_type: 'order,publication' });
    expect(kept.some((row) => row['Tipo de Dato'] === 'Marketplace')).toBe(false);
    expect(kept.length).toBe(rows.length - marketplace().length);
  });
});
