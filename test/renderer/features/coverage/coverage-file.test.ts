import { expect, test } from 'vitest';
import { cellText } from '#renderer/data/model/sheet-table.ts';
import { coverageTable } from '#renderer/features/coverage/coverage-file.ts';
import type { Month } from '#shared/domain/dates.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { control, held, instant, local, month, NOW } from './sync-fixtures.ts';

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
  // The formula of a difference names its own columns, the source's count first.
  const names = table.columns.map(({ name }) => name);
  const formulas = table.lines.flatMap(({ cells: line }) =>
    line.flatMap((cell, at) => {
      const formula = cell !== null && typeof cell === 'object' && 'formula' in cell ? cell.formula : null;
      return formula?.kind === 'difference' ? [[names[at], names[formula.column], names[formula.less]]] : [];
    }),
  );
  expect(formulas).toEqual(
    ['everything', 'dashboard'].map((scope) => [`${scope}_difference`, `${scope}_there`, `${scope}_here`]),
  );
});

test('the coverage as a table tells all of a month, each in its column', () => {
  const all = month({
    ...{ month: '2026-05' as Month, rows: 11, orders: 5, ordersToVerify: 4, partial: true, rereadDue: false },
    ...{ reach: 'outside', reread: 'absence', unsettled: true, lastReadAt: instant(NOW) },
    controls: {
      everything: control(12, 10),
      dashboard: control(3, 4, { to: local('2026-05-02T00:00:00.000') }),
    },
  });
  const other = month({ ...{ partial: false, rereadDue: true, reread: null, lastReadAt: null } });
  const { lines, columns } = coverageTable(
    {
      ...{ revision: 1, knownUntil: null, search: null, undatedRows: 0, outOfRangeRows: 0 },
      ...{ months: [all, other], controls: { everything: null, dashboard: null } },
    },
    text,
  );
  const told = (line: number) =>
    Object.fromEntries(columns.map(({ name }, at) => [name, cellText(lines[line]?.cells[at])]));
  const { state, ...facts } = told(0);
  const checked = control(1, 1).checkedAt;
  const from = '2025-02-28T23:59:59.000';
  expect(facts).toEqual({
    ...{ month: '2026-05', rows: '11', orders: '5', last_read_utc: instant(NOW), reach: 'outside' },
    ...{ partial: '1', reread_due: '0', reread_reason: 'absence', unsettled: '1', orders_to_verify: '4' },
    ...{ rows_held: null, everything_there: '12', everything_here: '10', everything_difference: '2' },
    ...{ everything_checked_utc: checked, everything_from: from, everything_to: '2025-03-31T23:59:59.000' },
    ...{ dashboard_there: '3', dashboard_here: '4', dashboard_difference: '-1' },
    ...{ dashboard_checked_utc: checked, dashboard_from: from, dashboard_to: '2026-05-02T00:00:00.000' },
  });
  expect(state).toBe(
    ['reread', 'differs', 'unsettled', 'partial']
      .map((of) =>
        of === 'reread'
          ? text('coverage.reread', { reason: text('reason.absence') })
          : text(`coverage.${of as 'differs'}`),
      )
      .join(' '),
  );
  expect(told(1)).toMatchObject({ partial: '0', reread_due: '1', reread_reason: null, last_read_utc: null });
});
