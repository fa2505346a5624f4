import { expect, test } from 'vitest';
import { cellText } from '#renderer/data/model/sheet-table.ts';
import { coverageTable } from '#renderer/features/coverage/coverage-file.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { control, held, month } from './sync-fixtures.ts';

test('the coverage as a table has every row of the copy once, and each control with its difference', () => {
  const table = coverageTable(
    {
      revision: 1,
      knownUntil: null,
      months: [
        month({ rows: 10, controls: { everything: control(12, 10), dashboard: null } }),
        month({ rows: 7, held: held(3) }),
      ],
      controls: { everything: null, dashboard: control(20, 21) },
      search: null,
      undatedRows: 2,
      outOfRangeRows: 1,
    },
    text,
  );
  const cells = (column: string) => {
    const at = table.columns.findIndex(({ name }) => name === column);
    return table.lines.map((line) => cellText(line.cells[at]));
  };
  expect(new Set(table.lines.map((line) => line.cells.length))).toEqual(new Set([table.columns.length]));
  expect(cells('rows')).toEqual(['10', '7', '2', '1', null]);
  expect(table.columns.find(({ name }) => name === 'rows')?.total).toEqual({ kind: 'sum', value: '20' });
  expect(cells('month').slice(2)).toEqual(['undated', 'out-of-range', 'all']);
  expect(cells('everything_difference')).toEqual(['2', null, null, null, null]);
  expect(cells('dashboard_difference')).toEqual([null, null, null, null, '-1']);
  expect(cells('rows_held')).toEqual([null, '3', null, null, null]);
});
