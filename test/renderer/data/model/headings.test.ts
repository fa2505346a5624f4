import { describe, expect, test } from 'vitest';
import { type FieldNames, findHeader } from '#renderer/data/model/file-columns.ts';
import {
  headerFingerprint,
  headingKey,
  normalHeader,
  plainHeadingKey,
} from '#renderer/data/model/headings.ts';

describe('one heading in many writings', () => {
  test.each([
    ['N° de Orden', 'nro_orden', 'Numero Orden', '# Orden', 'nroOrden'],
    ['Monto (CLP)', 'MONTO $', 'monto [clp]', 'Monto US$'],
    ['Desde (dd-mm-aaaa)', 'Desde dd/mm/yyyy', 'DESDE'],
  ])('%s', (first, ...others) => {
    for (const other of others) expect(headingKey(other)).toBe(headingKey(first));
  });

  test('an article that stands alone is a name', () => {
    expect([headingKey('De'), headingKey(' la ')]).toEqual(['de', 'la']);
    expect(normalHeader('De')).toBe('');
  });

  test('what stands in parentheses is a remark where that is asked for, and part of the name elsewhere', () => {
    expect(plainHeadingKey('Costo (sin IVA)')).toBe('costo');
    expect(headingKey('Costo (sin IVA)')).toBe('costo sin iva');
  });
});

test('the fingerprint that earlier versions kept mappings under is the same', () => {
  expect(headerFingerprint(['N° de Operación', 'Monto (CLP)', '', 'Día', '% Comisión'])).toBe(
    'c89837015f93db7f6fb0e8cf3079766c',
  );
});

test('a header is found by the words of its columns, with units and remarks beside them', () => {
  const names: FieldNames<'sku' | 'cost' | 'from'> = { sku: ['sku'], cost: ['costo'], from: ['de'] };
  const rows = [['Lista de costos'], ['De', 'Costo (sin IVA)', 'SKU'], ['SKU', 'Costo USD']];
  const head = rows.map((cells, at) => ({ line: at + 1, cells }));
  expect(findHeader(head, names, ['sku', 'cost'])).toEqual({
    line: 2,
    columns: { sku: 2, cost: 1, from: 0 },
  });
  expect(findHeader(head.slice(2), names, ['sku', 'cost'])?.line).toBe(3);
});
