import { importsOf, type Source } from './sources.ts';

/**
 * The files that a figure passes from the API's page to a cell, a press on a filter to the totals, and a line of a statement
 * from its file to its case beside the orders, as somebody reads them who follows the calls. Kept by hand; `brokenSteps` says where the sources no longer go that way.
 */

/** A file, and the name by which the walk comes to it where neither file imports the other (a call over a
 * border of processes, what is handed in); null: by imports. */
export type Step = readonly [path: string, call: string | null];

export const FIGURE_TO_CELL: readonly Step[] = [
  ['electron/api/answer.ts', null],
  ['electron/api/client.ts', null],
  ['electron/sync/run/fetch-page-with-retry.ts', 'PageAnswer'],
  ['electron/sync/run/read-window.ts', null],
  ['shared/contract/ledger.ts', 'stagePage'],
  ['renderer/data/storage/ledger-calls.ts', null],
  ['renderer/data/storage/commit/staging.ts', null],
  ['renderer/data/storage/commit/planned-rows.ts', null],
  ['renderer/data/storage/commit/plan-commit.ts', null],
  ['renderer/data/storage/commit/commit.ts', null],
  ['renderer/data/storage/segment/encode.ts', null],
  ['renderer/data/storage/segment/layout.ts', null],
  ['renderer/data/engine/columns/segment.ts', null],
  ['renderer/data/engine/columns/column-store.ts', null],
  ['renderer/data/engine/answers/table-row.ts', null],
  ['renderer/data/engine/answers/lines.ts', null],
  ['renderer/data/client/table-rows.ts', 'readTableRows'],
  ['renderer/screens/orders/order-rows.ts', null],
  ['renderer/screens/orders/orders-screen.tsx', null],
  ['renderer/screens/orders/orders-grid.tsx', null],
  ['renderer/ui/grid/grid.tsx', null],
  ['renderer/ui/grid/body-painter.ts', null],
  ['renderer/screens/orders/orders-table.tsx', 'GridCell'],
  ['renderer/features/columns/cells.ts', null],
  ['renderer/ui/figure.tsx', null],
  ['renderer/ui/number-format.ts', null],
];

export const PRESS_TO_TOTALS: readonly Step[] = [
  ['renderer/features/filters/value-choices.tsx', null],
  ['renderer/features/selection/selection-context.tsx', null],
  ['renderer/features/selection/selection-state.ts', null],
  ['renderer/screens/orders/order-rows.ts', 'selection'],
  ['renderer/data/client/table-rows.ts', null],
  ['renderer/data/engine/answers/figures.ts', 'readTotals'],
  ['renderer/data/engine/answers/queried-rows.ts', null],
  ['renderer/data/worker/open-copy.ts', null],
  ['renderer/data/scheduling/scheduler.ts', null],
  ['renderer/data/engine/answers/context.ts', 'Task'],
  ['renderer/data/engine/filter/selection-mask.ts', null],
  ['renderer/data/engine/filter/code-conditions.ts', null],
  ['renderer/data/engine/aggregate/breakdown.ts', 'selection'],
  ['renderer/data/engine/aggregate/grouped-sums.ts', null],
  ['renderer/data/engine/aggregate/column-sums.ts', null],
  ['renderer/features/selection/selection-totals.tsx', 'sums'],
  ['renderer/ui/figure.tsx', null],
];

export const LINE_TO_MATCH: readonly Step[] = [
  ['renderer/reconciliation/statements/screen/use-statement-import.ts', null],
  ['renderer/reconciliation/parts/use-file-reading.ts', null],
  ['renderer/data/client/intake-run.ts', null],
  ['renderer/data/worker/file-intake.ts', 'intake'],
  ['renderer/data/worker/reader/file-readings.ts', null],
  ['renderer/data/worker/reader/serve-readings.ts', 'intake'],
  ['renderer/data/worker/reader/read-intake.ts', null],
  ['renderer/reconciliation/statements/worker/read-statement-file.ts', null],
  ['renderer/data/files/intake/read-table-file.ts', null],
  ['renderer/reconciliation/statements/model/read-statement.ts', 'rows'],
  ['renderer/reconciliation/statements/model/recognition.ts', null],
  ['renderer/reconciliation/statements/model/row-sorting.ts', null],
  ['renderer/reconciliation/statements/model/statement-checks.ts', null],
  ['renderer/reconciliation/statements/model/statement.ts', null],
  ['renderer/reconciliation/matching/worker/statements.ts', null],
  ['renderer/reconciliation/statements/worker/statement-store.ts', null],
  ['renderer/reconciliation/statements/worker/statement-lines.ts', null],
  ['renderer/reconciliation/matching/worker/match-groups.ts', 'lines'],
  ['renderer/reconciliation/matching/worker/key-hits.ts', 'MatchLine'],
  ['renderer/reconciliation/matching/worker/match-statement.ts', null],
  ['renderer/reconciliation/matching/model/match-cases.ts', null],
  ['renderer/reconciliation/matching/worker/describe-cases.ts', 'suggestions'],
  ['renderer/reconciliation/matching/screen/matches-section.tsx', 'MatchesPage'],
  ['renderer/reconciliation/matching/screen/match-cases.tsx', null],
  ['renderer/reconciliation/matching/screen/matches-table.tsx', null],
];

/** Steps that do not hang together with the one before: neither imports the other, or one does not name the call. */
export function brokenSteps(walk: readonly Step[], sources: readonly Source[]): readonly string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return walk.flatMap(([path, call], at) => {
    const [here, before] = [byPath.get(path), byPath.get(walk[at - 1]?.[0] ?? path)];
    if (here === undefined) return [`${path} is not there`];
    if (before === undefined || before === here) return [];
    const isTied =
      call === null
        ? importsOf(here).includes(before.path) || importsOf(before).includes(here.path)
        : here.text.includes(call) && before.text.includes(call);
    return isTied ? [] : [`${before.path} does not lead to ${path}`];
  });
}
