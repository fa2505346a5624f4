import { expect, test } from 'vitest';
import { findHeader } from '#renderer/data/model/file-columns.ts';
import { MAX_NOTE_LENGTH, MAX_SKU_LENGTH } from '#renderer/data/model/own-costs.ts';
import {
  COST_FIELD_NAMES,
  createCostReading,
  NEEDED_COST_FIELDS,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { faultText } from '#renderer/reconciliation/costs/screen/import/cost-preview.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is wrong with a line of costs, and in which of its cells: each is told, and none of it imported. */

const HEAD = ['SKU', 'Costo unitario', 'Desde', 'Hasta', 'Nota'];

function read(...lines: readonly (readonly string[])[]) {
  const rows = [HEAD, ...lines].map((cells, at) => ({ line: at + 1, cells }));
  const header = findHeader(rows, COST_FIELD_NAMES, NEEDED_COST_FIELDS);
  if (header === undefined) throw new Error('No header.');
  const reading = createCostReading(header.columns, header.line, null);
  for (const row of rows) reading.add(row);
  const { costs, faults, faultCount } = reading.end({ number: null, date: null });
  return { costs, faultCount, views: faults.map(({ field, reason, text }) => [field, reason, text]) };
}
const viewOf = (...cells: readonly string[]) => read(cells).views;

test('a fault is told by its line and the name of its column; by letters where the column has none', () => {
  const fault = { line: 7, field: 'cost', text: 'x', reason: 'not-a-number', other: null } as const;
  const header = { line: 1, cells: ['SKU', ' Costo ', ' '] };
  const what = text('cost-import.reason-not-a-number', { text: 'x', other: '' });
  const told = (column: number | null, head: typeof header | undefined = header) =>
    faultText({ ...fault, column }, head, text);
  const named = (column: string) => text('cost-import.fault', { line: '7', column, what });
  expect([told(1), told(2), told(3), told(26, undefined), told(null)]).toEqual([
    ...[named('Costo'), named('C'), named('D'), named('AA')],
    text('cost-import.fault-line', { line: '7', what }),
  ]);
});

test('each cell is told with its own reason', () => {
  expect(viewOf('A', 'x', '', '', '')).toEqual([['cost', 'not-a-number', 'x']]);
  expect(viewOf('A', '0', '', '', '')).toEqual([['cost', 'not-positive', '0']]);
  expect(viewOf('A', '5', 'ayer', '', '')).toEqual([['from', 'not-a-day', 'ayer']]);
  expect(viewOf('A', '5', '2026-03-01', 'hoy', '')).toEqual([['to', 'not-a-day', 'hoy']]);
  expect(viewOf('A', '5', '2026-03-02', '2026-03-01', '')).toEqual([['to', 'days-reversed', '2026-03-01']]);
  expect(viewOf('1,23E+15', '5', '', '', '')).toEqual([['sku', 'lost-digits', '1,23E+15']]);
  const long = 'S'.repeat(MAX_SKU_LENGTH + 1);
  expect(viewOf(long, '5', '', '', '')).toEqual([['sku', 'long-sku', long]]);
});

test('days that could be two are told in both of their cells', () => {
  const { costs, faultCount, views: found } = read(['A', '5', '01-02-2026', '03-04-2026', '']);
  expect(found).toEqual([
    ['from', 'unclear-date', '01-02-2026'],
    ['to', 'unclear-date', '03-04-2026'],
  ]);
  expect([costs, faultCount]).toEqual([[], 1]);
});

test('a note is as long as it may be, and a SKU is without the blanks about it', () => {
  const note = 'n'.repeat(MAX_NOTE_LENGTH);
  expect(read([' A ', '5', '2026-03-01', '2026-03-31', ` ${note} `]).costs).toMatchObject([
    { line: 2, sku: 'A', cost: '5', from: '2026-03-01', to: '2026-03-31', note },
  ]);
  expect(viewOf('A', '5', '', '', `${note}n`)).toEqual([['note', 'long-note', `${note}n`]]);
});
