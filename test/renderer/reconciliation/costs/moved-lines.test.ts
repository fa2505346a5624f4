import { expect, test } from 'vitest';
import type { FileCell } from '#renderer/data/model/file-cells.ts';
import { findHeader } from '#renderer/data/model/file-columns.ts';
import {
  COST_FIELD_NAMES,
  createCostReading,
  NEEDED_COST_FIELDS,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';

/** A line whose cells stand under other names than their own is told in its words, and read as no cost. */

function read(table: readonly (readonly FileCell[])[]) {
  const rows = table.map((cells, at) => ({ line: at + 1, cells }));
  const header = findHeader(rows, COST_FIELD_NAMES, NEEDED_COST_FIELDS);
  if (header === undefined) throw new Error('No header.');
  const reading = createCostReading(header.columns, header.line, null);
  for (const row of rows) reading.add(row);
  return reading.end({ number: null, date: null });
}

const HEAD = ['SKU', 'Costo unitario', 'Nota'];
const LINES = Array.from({ length: 6 }, (_, at) => [`S${at}`, '5', 'n']);

test('its words are its filled cells', () => {
  const { costs, faults } = read([HEAD, ...LINES, ['X', ' algo ', '', '7', 'más']]);
  expect(costs.map(({ sku }) => sku)).toEqual(LINES.map(([sku]) => sku));
  expect(faults).toMatchObject([
    { line: 8, column: null, field: null, reason: 'moved-cells', text: 'X · algo · 7 · más' },
  ]);
});

test('it is counted, but not among those without a cost, whether it has one or none', () => {
  const { lines, unfilled, faultCount, costs } = read([
    ...[HEAD, ...LINES, ['Y', '', 'n'], ['Z', '', 'n']],
    ...[
      ['X', '7', 'n', 'más'],
      ['W', '9', 'n', 'otra'],
      ['V', '', 'n', 'otra'],
    ],
  ]);
  expect([lines, unfilled, faultCount, costs.length]).toEqual([11, 2, 3, 6]);
});

test('its words are cut after two hundred letters', () => {
  const { faults } = read([HEAD, ...LINES, ['X', 'a'.repeat(150), 'b', 'c'.repeat(150)]]);
  expect(faults[0]?.text).toBe(`X · ${'a'.repeat(150)} · b · ${'c'.repeat(150)}`.slice(0, 200));
});
