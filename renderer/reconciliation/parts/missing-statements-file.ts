import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { MissingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import { sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import type { Month } from '#shared/domain/dates.ts';

type Line = MissingStatements & { readonly month: Month | null; readonly count: number | null };

/**
 * Statements that are missing, as a file has them: a line for each account and month, and one for an account that misses none (0)
 * or of which that is not known (empty). Pure.
 */
export function missingStatementsTable(accounts: readonly MissingStatements[], text: Text): WholeTable {
  const lines = accounts.flatMap((each): readonly Line[] =>
    each.months.length === 0
      ? [{ ...each, month: null, count: each.every === null ? null : 0 }]
      : each.months.map(({ month, count }) => ({ ...each, month, count })),
  );
  return sheetOf({
    name: text('receivable.missing'),
    columns: [
      sheetColumn<Line>('Canal', 'canal'),
      sheetColumn<Line>('Cuenta', 'cuenta'),
      sheetColumn<Line>(text('receivable.missing-every-days'), 'every', { kind: 'count' }),
      sheetColumn<Line>(text('receivable.missing-last'), 'lastDay'),
      sheetColumn<Line>(text('receivable.missing-months'), 'month'),
      sheetColumn<Line>(text('receivable.missing'), 'count', { kind: 'count', total: 'sum' }),
    ],
    rows: lines,
    keyColumns: 2,
  });
}
