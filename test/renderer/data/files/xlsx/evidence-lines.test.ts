import { expect, test } from 'vitest';
import { DIGEST_DEFINITION } from '#renderer/data/files/evidence/row-digest.ts';
import {
  type Evidence,
  type EvidenceCell,
  type EvidenceTable,
  evidenceLines,
} from '#renderer/data/files/xlsx/evidence-lines.ts';
import { LONG_STYLE, STYLE, styleOf } from '#renderer/data/files/xlsx/styles.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What a workbook says of itself, word by word. */

const ORDERS: EvidenceTable = {
  name: 'Órdenes',
  columns: [
    ['Orden', 'text'],
    ['Ventas', 'money'],
    ['%', 'percent'],
    ['Costo', 'money'],
  ],
  sheets: [
    { name: "D'Oro (1)", headingRow: 3, rows: 7 },
    { name: "D'Oro (2)", headingRow: 3, rows: 0 },
  ],
  isGrouped: false,
  totals: [
    null,
    { kind: 'sum', value: '12.50' as Decimal },
    { kind: 'value', value: '3' },
    { kind: 'sum', value: null },
  ],
  hash: 'abc',
};
const GROUPS: EvidenceTable = {
  name: 'Grupos',
  columns: [['Costo', 'money']],
  sheets: [{ name: 'Grupos', headingRow: 2, rows: 4 }],
  isGrouped: true,
  totals: [{ kind: 'sum', value: '4' as Decimal }],
  hash: null,
};
const CONTROL = {
  range: '2026-03',
  scope: 'everything',
  there: 11,
  here: 12,
  agrees: false,
  checkedAt: 'ayer',
};
const known = {
  readUntil: 'A',
  knownUntil: null,
  watermark: 'C',
  controls: [CONTROL, { ...CONTROL, range: 'all', scope: 'dashboard', here: 11, agrees: true }],
} as unknown as NonNullable<Evidence['known']>;

/** How a text looks, before it. */
const LOOKS = new Map<number, string>([
  [styleOf('text', true), '*'],
  [styleOf('text', false), ''],
  [STYLE.heading, '#'],
  [LONG_STYLE.wrapped, '¶'],
]);
const shown = (cell: EvidenceCell) => {
  if (cell.kind === 'text') return `${LOOKS.get(cell.style)}${cell.text}`;
  if (cell.kind === 'count') return cell.value;
  return [cell.formula, cell.value, cell.of, cell.table, cell.column];
};
const told = (evidence: Evidence) => evidenceLines(evidence).map((line) => line.map(shown));

const LOSSES = { longFigures: 2, cutTexts: 3 };
const FACTS = [{ name: 'Cuenta', value: 'Demo' }];

test('a workbook of several tables names each, and says what the source counted', () => {
  expect(told({ facts: FACTS, tables: [ORDERS, GROUPS], losses: LOSSES, known })).toEqual([
    ['*Cuenta', 'Demo'],
    ['*Última lectura de la API (UTC)', 'A'],
    ['*Cambios conocidos hasta (UTC)', 'desconocido'],
    ['*Marca de agua de actualizaciones (UTC)', 'C'],
    ['*Filas', 11],
    ["*Filas en D'Oro (1)", 7],
    ["*Filas en D'Oro (2)", 0],
    ['*Filas en Grupos', 4],
    ['*Columnas', 5],
    ['*Cifras con más de 15 dígitos', 2],
    ['*Textos cortados a 32.767 caracteres', 3],
    ['*Porcentajes', 'en puntos, como los da la API: 12,5 es 12,5 %'],
    ['*Órdenes: Huella de las filas (SHA-256)', 'abc'],
    ['*Grupos: Huella de las filas (SHA-256)', ''],
    ['*Cómo se calcula la huella', `¶${DIGEST_DEFINITION}`],
    [],
    ['#Columna', '#Suma exacta', '#Suma de la hoja'],
    [
      '*Órdenes: Ventas',
      '12.50',
      ["SUM('D''Oro (1)'!B4:B10)+SUM('D''Oro (2)'!B4:B4)", '12.50', 'money', 0, 1],
    ],
    ['*Grupos: Costo', '4', ["SUBTOTAL(9,'Grupos'!A3:A6)", '4', 'money', 1, 0]],
    [],
    [
      '#Total de control, por mes de compra',
      ...['#Ámbito', '#Filas en el origen', '#Filas aquí', '#Coincide', '#Comparado (UTC)'],
    ],
    ['*2026-03', 'Sin filtros', 11, 12, 'no', 'ayer'],
    ['*Todo', 'Equivalente al dashboard', 11, 11, 'sí', 'ayer'],
  ]);
});

test('rows are told of each sheet where there are two or more', () => {
  const lines = told({ facts: [], tables: [ORDERS], losses: LOSSES, known: null });
  expect(lines.slice(0, 4)).toEqual([
    ['*Filas', 7],
    ["*Filas en D'Oro (1)", 7],
    ["*Filas en D'Oro (2)", 0],
    ['*Columnas', 4],
  ]);
});

test('one of one table on one sheet says each thing once, and no more than is known', () => {
  const lines = told({ facts: [], tables: [GROUPS], losses: LOSSES, known: null });
  expect(lines).toEqual([
    ['*Filas', 4],
    ['*Columnas', 1],
    ['*Cifras con más de 15 dígitos', 2],
    ['*Textos cortados a 32.767 caracteres', 3],
    ['*Porcentajes', 'en puntos, como los da la API: 12,5 es 12,5 %'],
    [],
    ['#Columna', '#Suma exacta', '#Suma de la hoja'],
    ['*Costo', '4', ["SUBTOTAL(9,'Grupos'!A3:A6)", '4', 'money', 0, 0]],
  ]);
  const uncounted = { ...known, readUntil: null, watermark: null, controls: [] };
  const [read, , watermark, ...others] = told({
    ...{ facts: [], tables: [{ ...GROUPS, totals: [null] }], losses: LOSSES },
    known: uncounted,
  });
  expect([read, watermark]).toEqual([
    ['*Última lectura de la API (UTC)', 'desconocido'],
    ['*Marca de agua de actualizaciones (UTC)', 'desconocido'],
  ]);
  expect(others.at(-1)).toEqual(['*El origen aún no ha contado estos meses.']);
  expect(others).not.toContainEqual(['#Columna', '#Suma exacta', '#Suma de la hoja']);
});
