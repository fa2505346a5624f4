import { expect, test } from 'vitest';
import { shownCell } from '#renderer/features/messages/shown-cell.ts';

test.each([
  ['Fecha de compra', '2026-10-31T14:24:00.000', '31-10-2026 14:24'],
  ['Fecha de actualización', '2026-10-31T14:24:00.000Z', '31-10-2026 14:24'],
  // What is no date of that column stays as it came; so does a date in a column of something else.
  ['Fecha de compra', '2026-02-31T14:24:00.000', '2026-02-31T14:24:00.000'],
  ['Fecha de compra', 'mañana', 'mañana'],
  ['Fecha de actualización', '2026-10-31T14:24:00.000', '2026-10-31T14:24:00.000'],
  ['Orden', '2026-10-31T14:24:00.000', '2026-10-31T14:24:00.000'],
  ['Columna nueva', '2026-10-31', '2026-10-31'],
  ['Ventas', '-1234.50', '-1234.50'],
])('%s «%s» is read as «%s»', (column, cell, shown) => {
  expect(shownCell(column, cell, 'day-month-dashes')).toBe(shown);
});
