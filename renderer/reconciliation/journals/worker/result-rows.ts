import { readGroups } from '#renderer/data/engine/answers/figures.ts';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { JournalGrouping } from '#renderer/data/model/journal-terms.ts';
import { BOOKED_COLUMNS } from '#renderer/data/model/section-columns.ts';
import type { CountedOwnCosts } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { monthFigures } from '#renderer/reconciliation/closing/worker/closings.ts';
import type { ResultOfRows } from '#renderer/reconciliation/journals/model/entries.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { type AccountsScope, inScope, type Selection, selectionOfMonth } from '#shared/domain/selection.ts';

type Asked = {
  readonly month: Month;
  readonly scope: AccountsScope | null;
  readonly ownCosts: readonly CountedOwnCosts[];
  readonly by: JournalGrouping;
};

const SETTLEMENT = { column: 'N° de Liquidación', unit: null } as const;

/** What the rows of a month come to, by account or by settlement of it. */
export function* resultsOfMonth(
  rows: QueriedRows,
  { month, scope, ownCosts, by }: Asked,
): Task<readonly ResultOfRows[]> {
  const figures = yield* monthFigures(rows, month, ownCosts, BOOKED_COLUMNS);
  const own = figures.filter((account) => inScope(scope, account));
  if (by === 'account') {
    return own.map(({ Canal, Cuenta, sums }) => ({
      month,
      Canal,
      Cuenta,
      settlement: null,
      sums: sums as Sums,
    }));
  }
  const results: ResultOfRows[] = [];
  for (const { Canal, Cuenta } of own) {
    const account = { Canal, Cuenta };
    const counted = ownCosts.find((each) => inScope(each.scope, account));
    const selection: Selection = {
      // Whose own costs count goes by the whole scope of a currency: the account is a filter within it.
      ...selectionOfMonth(month, counted?.scope ?? null),
      filters: [
        { column: 'Canal', values: [Canal] },
        { column: 'Cuenta', values: [Cuenta] },
      ],
      ownCosts: counted === undefined ? null : { currency: counted.currency },
    };
    const { groups } = yield* readGroups.task(rows, {
      selection,
      dimension: SETTLEMENT,
      columns: BOOKED_COLUMNS,
    });
    results.push(
      ...groups.map(({ value, totals }) => ({ month, ...account, settlement: value, sums: totals.sums })),
    );
  }
  return results;
}
