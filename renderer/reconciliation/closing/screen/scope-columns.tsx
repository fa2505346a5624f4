import type { ScopeSums } from '#renderer/reconciliation/closing/model/drift.ts';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/** By how much each of the three profitabilities moves; their headings are without the word that they share. */
export function scopeColumns<Row>(sumsOf: (row: Row) => ScopeSums, testId: string): readonly Column<Row>[] {
  return SCOPES.map((scope) => ({
    id: scope,
    heading: (
      <>
        <ScopeMark scope={scope} /> {SCOPE_COLUMNS[scope].profitability.split(' ')[1]}
      </>
    ),
    kind: 'money',
    value: (row) => sumsOf(row)[scope],
    figure: { signed: true, testId: `${testId}-${scope}` },
    sheet: { name: SCOPE_COLUMNS[scope].profitability },
  }));
}

/** The same of all of them. */
export function scopeTotals(sums: ScopeSums, testId: string) {
  return Object.fromEntries(
    SCOPES.map((scope) => [
      scope,
      { value: sums[scope], signed: true, testId: `${testId}-${scope}` } as const,
    ]),
  );
}
