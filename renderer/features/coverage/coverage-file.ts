import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import type {
  SheetKind,
  TableCell,
  TableColumn,
  TableLine,
  WholeTable,
} from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { CONTROL_SCOPES, type ControlScope, type ControlTotal } from '#shared/contract/control-total.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { monthSentences } from './coverage-state.ts';

/** The coverage of the copy as a table: a line for each month, then what lies in no month, then the control of all. Pure. */

type Column = readonly [name: string, kind: SheetKind, cell: (month: MonthCoverage, text: Text) => Cell];

const yes = (holds: boolean): Cell => (holds ? '1' : '0');

/** Their names are the program's own, as those of the history. */
const MONTH_COLUMNS: readonly Column[] = [
  ['month', 'text', ({ month }) => month],
  ['rows', 'count', ({ rows }) => String(rows)],
  ['orders', 'count', ({ orders }) => String(orders)],
  ['last_read_utc', 'utc-datetime', ({ lastReadAt }) => lastReadAt],
  ['reach', 'text', ({ reach }) => reach],
  ['partial', 'count', ({ partial }) => yes(partial)],
  ['reread_due', 'count', ({ rereadDue }) => yes(rereadDue)],
  ['reread_reason', 'text', ({ reread }) => reread],
  ['unsettled', 'count', ({ unsettled }) => yes(unsettled)],
  ['orders_to_verify', 'count', ({ ordersToVerify }) => String(ordersToVerify)],
  ['rows_held', 'count', ({ held }) => (held === null ? null : String(held.rowsMissing))],
  [
    'state',
    'text',
    (month, text) =>
      monthSentences(month, null, text)
        .map(({ words }) => words)
        .join(' '),
  ],
];
const PER_CONTROL = 6;

const controlColumns = (scope: ControlScope): readonly TableColumn[] =>
  (
    [
      ['there', 'count'],
      ['here', 'count'],
      ['difference', 'count'],
      ['checked_utc', 'utc-datetime'],
      ['from', 'local-datetime'],
      ['to', 'local-datetime'],
    ] as const
  ).map(([name, kind]) => ({ name: `${scope}_${name}`, kind, total: null }));

/** The source's count, the copy's own over the same bounds, and what the one has more than the other. */
function controlCells(control: ControlTotal | null, scope: ControlScope): readonly TableCell[] {
  if (control === null) return Array.from({ length: PER_CONTROL }, () => null);
  const { there, here, checkedAt, from, to } = control;
  const first = MONTH_COLUMNS.length + PER_CONTROL * CONTROL_SCOPES.indexOf(scope);
  return [
    String(there),
    String(here),
    { value: String(there - here), formula: { kind: 'difference', column: first, less: first + 1 } },
    checkedAt,
    from,
    to,
  ];
}

export function coverageTable(coverage: Coverage, text: Text): WholeTable {
  const { months, controls, undatedRows, outOfRangeRows } = coverage;
  const controlsOf = (of: MonthCoverage['controls']) =>
    CONTROL_SCOPES.flatMap((scope) => controlCells(of[scope], scope));
  const none = { everything: null, dashboard: null };
  /** A row that is no month: its name, and its rows where they are counted apart. */
  const beside = (name: string, rows: number | null, of: MonthCoverage['controls']): TableLine => ({
    cells: [
      name,
      rows === null ? null : String(rows),
      ...MONTH_COLUMNS.slice(2).map(() => null),
      ...controlsOf(of),
    ],
  });
  const rows = months.reduce((sum, month) => sum + month.rows, undatedRows + outOfRangeRows);
  return {
    name: text('coverage.heading'),
    keyColumns: 1,
    columns: [
      ...MONTH_COLUMNS.map(
        ([name, kind]): TableColumn => ({
          name,
          kind,
          total: name === 'rows' ? { kind: 'sum', value: String(rows) } : null,
        }),
      ),
      ...CONTROL_SCOPES.flatMap(controlColumns),
    ],
    lines: [
      ...months.map((month) => ({
        cells: [...MONTH_COLUMNS.map(([, , cell]) => cell(month, text)), ...controlsOf(month.controls)],
      })),
      beside('undated', undatedRows, none),
      beside('out-of-range', outOfRangeRows, none),
      beside('all', null, controls),
    ],
  };
}
